"""Findings of carried values: what is put back, and what is not."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

CARRIED_RECORD_UNREADABLE = Code(
    "carried-record-unreadable-ineffective", "dropped", "warning", "metadata",
    headline="Carried record ignored: {value}",
    because="This version of scenec cannot read the record.",
    effect="No effect: the carried values are not put back.",
    advice="Convert from the source again, or use the version of scenec that wrote the record.",
    many="carried records ignored",
)
CARRIED_VALUE_STALE = Code(
    "carried-value-stale-ineffective", "dropped", "warning", "metadata",
    headline="Carried value ignored: {result} stays",
    because="{why}",
    effect="No effect: the result has what the file states now.",
    advice="{fix}",
    many="carried values ignored",
)
CARRIED_FORM_INEFFECTIVE = Code(
    "carried-form-ineffective", "dropped", "note", "metadata",
    headline="Carried notation ignored",
    because="The file was edited at this place.",
    effect="No effect: the value is the same, with other digits or in another frame.",
    many="carried notations ignored",
)
CARRIED_VALUE_INVALID = Code(
    "carried-value-invalid", "invalid", "warning", "metadata",
    headline="Carried value invalid",
    because="{why}",
    effect="{what}",
    advice="Convert from the source again, or correct the carried value.",
    many="carried values invalid",
)
CARRIED_PART_EDITED = Code(
    "carried-part-edited", "kept", "note", "metadata",
    headline="Helper part kept: {result}",
    because="The part was made for this format, and it or its children were edited since.",
    effect="The part is in the result, beside the original.",
    advice="Remove the part if the edit was not meant.",
    many="helper parts kept",
)
CARRY_IMPOSSIBLE = Code(
    "carry-impossible", "kept", "warning", "metadata",
    headline="Carrying impossible",
    because="The written file cannot be compared with the source: {why}.",
    effect="No values are carried. Converting back gives what the result states.",
    advice="{fix}",
    many="carryings impossible",
)

CODES = by_code(list(globals().values()))
