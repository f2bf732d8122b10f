"""All findings of MARS: of its reader, its writer, its lints, and of values that only MARS has."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.code import Code, by_code

CODES: Mapping[str, Code]
"""Code -> row; made when it is first asked for, since a conversion needs few of the modules."""


def __getattr__(name: str) -> Mapping[str, Code]:
    if name != "CODES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from scenec.converters.mars.findings import lints, own, reading, writing

    codes = by_code(row for module in (reading, writing, lints, own) for row in module.CODES.values())
    globals()[name] = codes
    return codes
