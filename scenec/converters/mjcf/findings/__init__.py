"""All findings of MJCF: of its reader, its writer, and of what other formats lose."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.code import Code, by_code

CODES: Mapping[str, Code]
"""Code -> row; made when it is first asked for, since a conversion needs few of the modules."""


def __getattr__(name: str) -> Mapping[str, Code]:
    if name != "CODES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from scenec.converters.mjcf.findings import kept_for_mjcf, reading, writing

    codes = by_code(row for module in (reading, kept_for_mjcf, writing) for row in module.CODES.values())
    globals()[name] = codes
    return codes
