"""Findings that are reported by name: what each code means. Codes of a format stand in its own ``codes.py``.

Codes that settling makes of the scene's parts (``joint-limit-dropped``) are explained by `meanings` instead.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from scenec.accounting.finding import Fate


class Code(msgspec.Struct, frozen=True, gc=False):
    """fate: what happened to the values. meaning: in general, a whole sentence. hint: what to do about it."""

    fate: Fate
    meaning: str
    hint: str = ""


CODES: Mapping[str, Code] = {
    "source-element-dropped": Code(
        "dropped",
        "The reader makes nothing of this element, so nothing in it reaches the result.",
        "Check its spelling; if it is right, report it, as a reader should know every element of its format.",
    ),
    "source-attribute-dropped": Code(
        "dropped", "The reader makes nothing of this attribute.", "Check its spelling; if it is right, report it."
    ),
    "source-text-dropped": Code("dropped", "The reader makes nothing of this text.", "Remove it if it says nothing."),
    "comments-dropped": Code("dropped", "Comments are no values of the scene and do not go through. They are counted once for all files."),
    "friction-pair-approximated": Code(
        "approximated",
        "The source lists the friction of two materials; the target gives each surface one coefficient and combines them by a law "
        "of its own. The coefficients were chosen so that the law comes as near as it can to what is listed.",
        "The finding names both values; give the materials coefficients of their own if the difference matters.",
    ),
    "friction-pair-ineffective": Code(
        "dropped", "The friction of two materials is listed, but no two shapes of the scene that can touch are made of them."
    ),
}
