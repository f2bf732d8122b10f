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
USE_FREED = Code(
    "shared-definition-overridden", "converted", "warning", "metadata",
    headline="Use of a shared definition differs now: {subject}",
    because="Other parts use the same definition, and the edit is about this one only.",
    effect="The use states by itself what differs, or all that the definition states. Later edits of the definition do not reach that.",
    advice="Edit all uses where the definition shall change.",
    many="uses of shared definitions differ now",
)
VALUE_FOLLOWED = Code(
    "edited-value-followed", "approximated", "warning", "metadata",
    headline="Value changed with an edit: {subject}",
    because="The file works it out of what was edited, or states both by one number.",
    effect="The value is another one than before.",
    advice="State it by itself in the source if it must not change.",
    many="values changed with edits",
)
VALUE_DROPPED = Code(
    "edited-value-dropped", "dropped", "warning", "metadata",
    headline="Value of a new part dropped: {subject}",
    because="The format does not say it, or not in that place.",
    effect="The part is in the file without it.",
    advice="Use a value that the format has.",
    many="values of new parts dropped",
)
EDIT_NOT_APPLIED = Code(
    "edit-not-applied", "dropped", "error", "metadata",
    headline="Edit not applied: {subject}",
    because="{why}.",
    effect="The original says there what it said before.",
    advice="Edit the original, or convert the edited file without --onto.",
    many="edits not applied",
)
EDIT_CONFLICT = Code(
    "edit-conflict", "dropped", "error", "metadata",
    headline="Both changed: {subject}",
    because="The original has changed there since the edited file was made from it, and so has the edited file.",
    effect="The original says there what it said before.",
    advice="Decide on one of the values, and edit the original.",
    many="conflicts",
)

CODES = by_code(list(globals().values()))
