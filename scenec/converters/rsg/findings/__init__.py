"""The findings of the RubySceneGraph reader, writer and lints, as rows (`scenec explain`)."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.code import Code, by_code
from scenec.converters.rsg.findings import kept, lints, own, program, reading, writing

READING: Mapping[str, Code] = {**program.CODES, **reading.CODES}
"""The rows of the reader."""

CODES: Mapping[str, Code] = by_code(row for each in (program, reading, writing, kept, lints, own) for row in each.CODES.values())
