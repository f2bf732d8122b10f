"""Findings of edits."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

TEXT_REWRITTEN = Code(
    "text-rewritten", "converted", "warning", "metadata",
    headline="File written anew",
    because="The text of the source cannot be kept: {why}.",
    effect="The scene is the edited one. Comments and the layout of the source are not in the file.",
    advice="Edit one value at a time to see which one it is, or edit the text.",
)
VALUE_ROUNDED = Code(
    "edited-value-rounded", "approximated", "warning", "appearance",
    headline="Value rounded: {subject}",
    because="The notation that stands in the file has steps: a colour in hexadecimal has 255.",
    effect="The file says the nearest value.",
    advice="Use a value of the notation.",
    many="values rounded",
)

CODES = by_code(list(globals().values()))
