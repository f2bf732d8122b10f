"""The findings of SDFormat: every kind that its reader, its writer and its lints report."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.code import Code, by_code

CODES: Mapping[str, Code]
"""Code -> row; made when it is first asked for, since a conversion needs few of the modules."""


def __getattr__(name: str) -> Mapping[str, Code]:
    if name != "CODES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from scenec.converters.sdformat.findings import lints, own, reading, writing

    codes = by_code(row for module in (own, reading, writing, lints) for row in vars(module).values())
    globals()[name] = codes
    return codes
