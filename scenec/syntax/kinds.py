"""Kinds of values: how a format spells a number with a unit, a switch, a word; and how to print it again.

A kind belongs to the text side only: it turns text into an SI value and back and is independent of elements and the IR.
Formats instantiate the general kinds here with their own words and units, or add their own (`converters/<format>/kinds.py`).
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Generic, TypeVar

from scenec.trace import Computed, traced_one

T = TypeVar("T")


class KindError(ValueError):
    """A text that is no value of its kind. `what` is the complaint, `expected` what would be right, `nearest` a near word."""

    def __init__(self, what: str, expected: str = "", nearest: str = "") -> None:
        super().__init__(what, expected, nearest)
        self.what = what
        self.expected = expected
        self.nearest = nearest


class Kind(Generic[T]):
    """One kind of value. `name` is for tables and messages, `unit` the SI unit of the parsed value ("" if none)."""

    name: str = ""
    unit: str = ""

    def parse(self, text: str) -> tuple[T, bool]:
        """The value, and whether it was converted (a unit applied, a colour decoded) rather than taken as written.

        Raises KindError for text that the format's reference reader refuses.
        """
        raise NotImplementedError  # each kind defines it

    def traced(self, text: str, value_id: int) -> T | None:
        """The value as written, with its id in the ledger; None where it is converted. Raises KindError as `parse` does."""
        value, converted = self.parse(text)
        return None if converted else traced_one(value, value_id)

    def show(self, value: T) -> str:
        """The text that `parse` reads back as the same value."""
        raise NotImplementedError  # each kind defines it

    def perturb(self, text: str) -> str:
        """Another text of this kind with another value: what the metamorphic tests change values with."""
        raise NotImplementedError  # each kind defines it


def scaled(text: str, exponent: int) -> float:
    """float(text) times ten to the exponent, rounded once: the exponent is appended to the text, never multiplied
    (multiplying is off by one digit in a quarter of all cases). `text` is a plain decimal float literal."""
    if not exponent:
        return float(text)
    if "e" in text or "E" in text:
        try:
            return float(Decimal(text).scaleb(exponent))
        except InvalidOperation:
            return float(text) * 10.0**exponent
    if text[-1:].isdigit() or text[-1:] == ".":
        return float(f"{text}e{exponent}")
    return float(text) * 10.0**exponent  # inf, nan, hexadecimal


def shown(number: float) -> str:
    """The shortest decimal that reads back to the same double; whole numbers without a fraction, never ``-0``."""
    value = float(number)
    text = repr(value)
    if text[-2:] == ".0" and -1e15 < value < 1e15:
        return text[:-2] if value else "0"
    return text


def computed(number: float) -> str:
    """A number that a computation made: 15 significant digits, so that rounding noise in the last place does not show."""
    return shown(float(f"{float(number):.15g}"))


def finite(number: float) -> str:
    """A number: as short as it reads back, or with 15 digits if it is computed. Infinity, which few formats have, is ``inf``."""
    return computed(number) if isinstance(number, Computed) else shown(number)
