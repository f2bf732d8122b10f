"""All finding codes: the rows of the core and those of each format."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from scenec.accounting.code import Code
from scenec.accounting.explain import Codes

CORE = (
    "scenec.accounting.findings",
    "scenec.adapt.contact_findings",
    "scenec.adapt.control_findings",
    "scenec.adapt.extension_findings",
    "scenec.adapt.findings",
    "scenec.carry.findings",
    "scenec.edits.findings",
    "scenec.checks.findings",
    "scenec.converters.common.findings",
    "scenec.verify.findings",
)
"""Modules of rows that belong to no format."""


def core_rows() -> list[Mapping[str, Code]]:
    """The rows that belong to no format, by module."""
    return [import_module(name).CODES for name in CORE]


def all_codes() -> Codes:
    from scenec.converters import codes_of, format_names, load
    from scenec.converters.reported_parts import reported_rows

    names = format_names()
    return Codes({name: codes_of(name) for name in names}, core_rows(), {name: load(name).title for name in names}, reported_rows)
