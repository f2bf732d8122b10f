"""Findings of the MJCF reader: what MuJoCo ignores, refuses or reads otherwise than its author meant."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

OLD_SPELLING = Code(
    "mjcf-old-spelling-converted", "converted", "warning", "metadata",
    headline="Old spelling read: {value}",
    because="MuJoCo had it up to release {until}. {instead}",
    effect="MuJoCo {version} refuses the file. scenec read it as the old release did.",
    advice="Write the file anew, or use an old release.",
    many="old spellings read",
)  # fmt: skip

CODES = by_code(list(globals().values()))
