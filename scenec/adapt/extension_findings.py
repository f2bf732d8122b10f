"""Findings of settings for the target's simulator that a file of another format holds in an extension."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

SETTING_INEFFECTIVE = Code(
    "extension-setting-ineffective", "dropped", "note", "metadata",
    headline="Setting of the extension ignored: {value}",
    because="{why}",
    effect="No effect: {target} ignores it in the source as well.",
    many="settings of the extension ignored",
)
SETTING_PATH_INEFFECTIVE = Code(
    "extension-path-ineffective", "dropped", "note", "metadata",
    headline="Folder of mesh files dropped: {value}",
    because="The setting leads {target} from the source to its mesh files. The result has its own references.",
    effect="No effect: the result refers to the same meshes.",
    many="folders of mesh files dropped",
)
SETTING_DROPPED = Code(
    "extension-setting-dropped", "dropped", "warning", "physics",
    headline="Setting of the extension dropped: {value}",
    because="{why}",
    effect="The result lacks the setting.",
    advice="State in the source what the setting makes of it.",
    many="settings of the extension dropped",
)
SETTING_INVALID = Code(
    "extension-setting-invalid", "invalid", "warning", "physics",
    headline="Setting of the extension invalid: {value}",
    because="{why}",
    effect="The result lacks the setting. {target} refuses the source.",
    advice="Correct the value in the source.",
    many="settings of the extension invalid",
)
MASS_BOUNDED = Code(
    "link-mass-bounded", "converted", "note", "physics",
    headline="Mass raised to the stated minimum: {result}",
    because="The source tells {target} the least mass or moment of inertia of a link, and this link has less.",
    effect="The link weighs as much as in {target} with the source.",
    many="masses raised to the stated minimum",
)
INERTIA_AVERAGED = Code(
    "link-inertia-averaged", "converted", "note", "physics",
    headline="Principal moments averaged: {value} -> {result}",
    because="The source tells {target} to average the moments of a tensor that no body can have.",
    effect="The link turns as in {target} with the source.",
    advice="Correct the tensor.",
    many="tensors with averaged moments",
)

CODES = by_code(list(globals().values()))
