"""All finding codes: the general ones, and those in the ``codes`` module of each format that has one."""

from __future__ import annotations

from scenec.accounting.explain import Codes


def all_codes() -> Codes:
    from importlib import import_module
    from importlib.util import find_spec

    from scenec.converters import BUILT_IN

    formats = {}
    for name, package in BUILT_IN.items():
        module = f"{package}.codes"
        formats[name] = import_module(module).CODES if find_spec(module) else {}
    return Codes(formats)
