"""The findings of the RubySceneGraph reader, writer and lints, as rows (`scenec explain`)."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.code import Code, by_code

CODES: Mapping[str, Code]
"""Code -> row; made when it is first asked for, since a conversion needs few of the modules."""


def __getattr__(name: str) -> Mapping[str, Code]:
    if name != "CODES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from scenec.converters.rsg.findings import kept, lints, own, program, reading, writing

    codes = by_code(row for each in (program, reading, writing, kept, lints, own) for row in each.CODES.values())
    globals()[name] = codes
    return codes
