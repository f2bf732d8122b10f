"""Colours: ``#rgb``, ``#rgba``, ``#rrggbb``, ``#rrggbbaa``, ``rgb(r,g,b)``, ``rgba(r,g,b,a)``.

SimRobot quantises every component to 8 bit, wrapping what does not fit. Releases up to 2017 read components as fractions of
any precision and did not quantise; files of that time need the lenient kind. Components that are missing are undefined in
SimRobot; here a missing alpha is 1 and a missing colour component 0 (`missing_components` tells).
"""

from __future__ import annotations

import re

from scenec.converters.simrobot.kinds import split_number
from scenec.syntax.kinds import Kind, KindError, scaled, shown

Colour = tuple[float, float, float, float]

_INTEGER = r"[ \t\n\v\f\r]*([+-]?[0-9]*)(%?)[ \t\n\v\f\r]*"
_HEXADECIMAL = "0123456789abcdefABCDEF"
_FORMS = '"#rgb", "#rgba", "#rrggbb", "#rrggbbaa", "rgb(r,g,b)" or "rgba(r,g,b,a)" with whole components'


class ColourKind(Kind[Colour]):
    """Red, green, blue, alpha from 0 to 1. `fractional`: components may be fractions, as before 2018."""

    name = "colour"

    def __init__(self, *, fractional: bool = False) -> None:
        self.fractional = fractional

    def parse(self, text: str) -> tuple[Colour, bool]:
        if text.startswith("#"):
            return _from_hex(text[1:]), True
        head, bracket, rest = text.partition("(")
        if not bracket or head not in ("rgb", "rgba"):
            raise KindError("Invalid color format", _FORMS)
        if not rest.endswith(")"):
            raise KindError("Invalid color format", "a closing bracket at the end")
        parts = rest[:-1].split(",")
        if len(parts) > len(head):
            raise KindError("Invalid color format", f"at most {len(head)} components in {head}()")
        values = [self._component(part, index) for index, part in enumerate(parts)]
        values += [0.0] * (3 - len(values))
        values += [1.0] * (4 - len(values))
        return (values[0], values[1], values[2], values[3]), True

    def _component(self, part: str, index: int) -> float:
        if self.fractional and (value := _fraction(part, index)) is not None:
            return value
        if index == 3:
            literal, rest = split_number(part)
            if rest.strip() or not literal:
                raise KindError("Invalid color format", "an alpha from 0 to 1")
            try:
                return (int(float(literal) * 255.0 + 0.5) % 256) / 255.0
            except (ValueError, OverflowError):
                raise KindError("Invalid color format", "an alpha from 0 to 1") from None
        found = re.fullmatch(_INTEGER, part)
        if not found:
            raise KindError("Invalid color format", "whole components from 0 to 255 or 0% to 100%", hint_fraction(part))
        if len(found[1]) > 4000:  # Python itself refuses to count that far
            raise KindError("Invalid color format", "whole components from 0 to 255 or 0% to 100%")
        number = int(found[1]) if found[1].strip("+-") else 0
        if found[2]:
            scaled_up = number * 255 + 50
            number = scaled_up // 100 if scaled_up >= 0 else -(-scaled_up // 100)  # C division: towards zero
        return (number % 256) / 255.0

    def show(self, value: Colour) -> str:
        """Return the hexadecimal form: exact for colours of 8 bit per component, else the nearest one."""
        parts = (component if component == component else 0.0 for component in value)  # nan is no brightness
        digits = "".join(f"{round(min(max(part, 0.0), 1.0) * 255):02x}" for part in parts)
        return f"#{digits[:6]}" if digits[6:] == "ff" else f"#{digits}"

    def perturb(self, text: str) -> str:
        red, green, blue, alpha = self.parse(text)[0]
        return self.show(((red + 0.25) % 1.0, green, blue, alpha))


def _from_hex(digits: str) -> Colour:
    if len(digits) not in (3, 4, 6, 8) or not all(digit in _HEXADECIMAL for digit in digits):
        raise KindError("Invalid color format", _FORMS)
    if len(digits) < 6:
        digits = "".join(digit * 2 for digit in digits)
    values = [int(digits[i : i + 2], 16) / 255.0 for i in range(0, len(digits), 2)]
    return (values[0], values[1], values[2], values[3] if len(values) > 3 else 1.0)


def _fraction(part: str, index: int) -> float | None:
    """Return a component that is written as a fraction, unquantised; None for a whole number."""
    literal, rest = split_number(part)
    percent = rest.strip() == "%"
    if not literal or (rest.strip() and not percent) or ("." not in literal and not (percent and index == 3)):
        return None
    value = scaled(literal, -2) if percent else float(literal) if index == 3 else float(literal) / 255.0
    return min(max(value, 0.0), 1.0)


def hint_fraction(part: str) -> str:
    """Return the hint for an error about a fractional component: how to write it instead."""
    literal, rest = split_number(part)
    if "." not in literal or rest.strip() not in ("", "%"):
        return ""
    return f"{shown(round(float(literal)))}{rest.strip()}"


def missing_components(text: str) -> int:
    """Return how many components an accepted colour leaves out. SimRobot shows an undefined colour then."""
    head, bracket, rest = text.partition("(")
    return len(head) - len(rest.split(",")) if bracket and not text.startswith("#") else 0


COLOUR = ColourKind()
FRACTIONAL_COLOUR = ColourKind(fractional=True)
