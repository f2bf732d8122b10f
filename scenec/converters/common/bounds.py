"""Bounds of written numbers: a file beyond them is not written (`scenec.ir.magnitude` refuses to read one)."""

from __future__ import annotations

from scenec.errors import WriteError
from scenec.ir.magnitude import LARGEST


def refuse_result_beyond(what: str, text: str) -> None:
    """Raises WriteError for a place, size, mass or moment beyond `LARGEST`. what: whose; text: a decimal as it would be written, or a
    word of the source's that is none."""
    if ("e+" in text or len(text) > 30) and abs(_number(text)) > LARGEST:
        raise WriteError(f"{what} comes to {text}", None, f"at most {LARGEST:g}, as nobody can compute with more")


def _number(text: str) -> float:
    """0 for what is none, which is as small as can be."""
    try:
        return float(text)
    except ValueError:
        return 0.0
