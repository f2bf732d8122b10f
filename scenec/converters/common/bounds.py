"""What a writer may arrive at and nobody can compute with: such a file is not written (`scenec.ir.magnitude` refuses to read one)."""

from __future__ import annotations

from scenec.errors import WriteError
from scenec.ir.magnitude import LARGEST


def refuse_result_beyond(what: str, text: str) -> None:
    """Raises WriteError for a place, size, mass or moment beyond `LARGEST`. what: whose; text: a decimal as it would be written."""
    if ("e+" in text or len(text) > 30) and abs(float(text)) > LARGEST:
        raise WriteError(f"{what} comes to {text}", None, f"at most {LARGEST:g}, as nobody can compute with more")
