"""Findings of the reader where the result has the same format: the result ends where SimSpark stops, so nothing more is lost."""

from __future__ import annotations

import msgspec

from scenec.accounting.code import Code, by_code
from scenec.accounting.finding import INEFFECTIVE
from scenec.converters.rsg.findings import program

STOPPING = (
    program.DEFINE_INVALID,
    program.NODE_CLASS_MISSING,
    program.NODE_CLASS_UNKNOWN,
    program.SELECT_WITHOUT_NODE,
    program.SWITCH_WITHOUT_CASE,
    program.TEMPLATE_INVALID,
    program.VARIABLE_UNKNOWN,
    program.VARIABLE_WITHOUT_VALUE,
)
"""Places where SimSpark stops reading a file, independent of the plugins that are installed."""


def _without_loss(row: Code) -> Code:
    effect = "No effect: SimSpark stops there as well. The result ends where SimSpark stops reading the file."
    return msgspec.structs.replace(row, code=row.code + INEFFECTIVE, fate="dropped", level="warning", effect=effect)


WITHOUT_LOSS = {row.code: _without_loss(row) for row in STOPPING}
"""Code of a finding that stops SimSpark -> its row in a conversion to RubySceneGraph."""

CODES = by_code(WITHOUT_LOSS.values())
