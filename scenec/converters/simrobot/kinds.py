"""How SimRobot spells values: C numbers with a unit, 8-bit colours, lower-case booleans.

SimRobot reads numbers with `strtof` and `strtol` of the C locale, so hexadecimal, `inf` and `5.` are numbers, and an empty
plain number is 0. A unit follows after optional blanks and ends the text. Without a unit a value is in SI units, angles in
radian. What SimRobot refuses raises KindError in its words; what it takes although no simulator can use it, a number that is
not finite, raises NotFiniteError. Source of the rules: Src/SimRobotCommon/Parser/Parser.cpp of SimRobot 5710337.
"""

from __future__ import annotations

import math
import re

from scenec.syntax.kinds import Kind, KindError, scaled, shown
from scenec.syntax.vocabulary import nearest

_BLANKS = " \t\n\v\f\r"
_NUMBER = re.compile(
    r"[ \t\n\v\f\r]*"
    r"([+-]?(?:0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?[0-9]+)?"
    r"|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
    r"|[iI][nN][fF](?:[iI][nN][iI][tT][yY])?"
    r"|[nN][aA][nN](?:\([0-9A-Za-z_]*\))?))"
)
_INTEGER = r"[ \t\n\v\f\r]*([+-]?[0-9]+)"


class NotFiniteError(KindError):
    """A number that SimRobot reads and passes on to its simulation, which then has bodies without a pose."""


def split_number(text: str) -> tuple[str, str]:
    """Return the C number that a text begins with ("" if there is none), and the rest. Leading blanks are skipped."""
    found = _NUMBER.match(text)
    return (found[1], text[found.end() :]) if found else ("", text)


def number_value(literal: str, exponent: int = 0) -> float:
    """Return the double of a literal from `split_number`, times ten to the exponent."""
    lowered = literal.lower()
    if "x" in lowered:
        try:
            return float.fromhex(literal) * 10.0**exponent
        except OverflowError:
            return -math.inf if literal.startswith("-") else math.inf
    if "nan" in lowered:
        return math.nan
    return scaled(literal, exponent)


class Number(Kind[float]):
    """A number, perhaps with a unit. `units`: unit -> power of ten, or the name of a factor that is none."""

    def __init__(
        self,
        name: str,
        unit: str = "",
        units: dict[str, int | str] | None = None,
        *,
        above: float | None = None,
        minimum: float | None = None,
        maximum: float | None = None,
        infinite: bool = False,
        too_small: str = "",
    ) -> None:
        self.name = name
        self.unit = unit
        self.units = units
        self.above = above
        self.minimum = minimum
        self.maximum = maximum
        self.infinite = infinite
        self.too_small = too_small

    def parse(self, text: str) -> tuple[float, bool]:
        literal, rest = split_number(text)
        if self.units is None:
            if rest:
                raise KindError("Expected float", nearest=text.replace(",", ".") if text.count(",") == 1 else "")
            value, converted = number_value(literal) if literal else 0.0, False
        else:
            if not literal:
                raise KindError("Expected float")
            value, converted = self._with_unit(literal, rest.lstrip(_BLANKS))
        self._check(value, literal)
        return value, converted

    def _with_unit(self, literal: str, unit: str) -> tuple[float, bool]:
        assert self.units is not None
        factor = self.units.get(unit, None) if unit else 0
        if factor is None:
            known = list(self.units)
            expected = f'one of "{", ".join(known)}"' if len(known) > 1 else f'"{known[0]}"'
            raise KindError(f'Unexpected unit "{unit}"', expected, nearest(unit, known))
        if factor == "degree":
            return math.radians(number_value(literal)), True
        if factor == "km/h":
            from fractions import Fraction

            value = number_value(literal)
            exact = value and math.isfinite(value) and "x" not in literal.lower() and len(literal) < 400
            return (float(Fraction(literal) * 5 / 18) if exact else value / 3.6), True
        assert isinstance(factor, int)
        return number_value(literal, factor), factor != 0

    def _check(self, value: float, literal: str) -> None:
        if math.isnan(value) or (math.isinf(value) and not self.infinite):
            raise NotFiniteError(f'"{literal}" is no number that a simulation can use', "a finite number")
        if self.above is not None and value <= self.above:
            raise KindError(self.too_small or "Expected a positive non-zero value")
        if self.maximum is not None and self.minimum is not None and not self.minimum <= value <= self.maximum:
            raise KindError(f"Expected a value between {self.minimum:g} and {self.maximum:g} instead of {value:g}")
        if self.minimum is not None and value < self.minimum:
            raise KindError("Expected a positive value")

    def show(self, value: float) -> str:
        """Plain SI; the unit is written although it is the default one, as SimRobot's own scenes do."""
        return f"{shown(value)}{self.unit if self.units else ''}"

    def perturb(self, text: str) -> str:
        literal, rest = split_number(text)
        value = number_value(literal) if literal else 0.0
        if self.maximum is not None:
            middle = ((self.minimum or 0.0) + self.maximum) / 2
            return f"{shown((value + middle) / 2 if value != middle else (value + self.maximum) / 2)}{rest}"
        return f"{shown(value * 1.25 if value else 0.125)}{rest}"


class Integer(Kind[int]):
    """A whole number in base ten; `positive`: at least 1."""

    def __init__(self, name: str, *, positive: bool = False) -> None:
        self.name = name
        self.positive = positive

    def parse(self, text: str) -> tuple[int, bool]:
        found = re.match(_INTEGER, text)
        if (text[found.end() :] if found else text) != "":
            raise KindError("Expected integer")
        if found and len(found[1]) > 4000:  # Python itself refuses to count that far
            raise KindError("a number of more than 4,000 digits does not fit into 32 bits", "an integer")
        value = int(found[1]) if found else 0
        if not -(2**31) <= value < 2**31:
            raise KindError(f"{value} does not fit into 32 bits", "an integer")
        if self.positive and value <= 0:
            raise KindError("Expected a positive non-zero value")
        return value, False

    def show(self, value: int) -> str:
        return str(int(value))

    def perturb(self, text: str) -> str:
        return str(self.parse(text)[0] + 1)


class Text(Kind[str]):
    """Any text: a name, a reference, a file. SimRobot's text layer has no way to write a quote or a backslash."""

    def __init__(self, name: str) -> None:
        self.name = name

    def parse(self, text: str) -> tuple[str, bool]:
        return text, False

    def show(self, value: str) -> str:
        if '"' in value or "\\" in value:
            raise ValueError(f"SimRobot cannot write {value!r}: quotes and backslashes have no spelling")
        return str(value)

    def perturb(self, text: str) -> str:
        return f"{text}x"


class Boolean(Kind[bool]):
    """true, 1, on; false, 0, off; lower case only."""

    name = "boolean"

    def parse(self, text: str) -> tuple[bool, bool]:
        if text in ("true", "1", "on"):
            return True, False
        if text in ("false", "0", "off"):
            return False, False
        raise KindError("Expected boolean value (true or false)", nearest=nearest(text, ("true", "false", "on", "off")))

    def show(self, value: bool) -> str:
        return "true" if value else "false"

    def perturb(self, text: str) -> str:
        return "false" if self.parse(text)[0] else "true"


class Choice(Kind[str]):
    """One of a few words; the empty text means the first. `what` names the thing in SimRobot's message."""

    def __init__(self, what: str, words: tuple[str, ...]) -> None:
        self.name = what
        self.words = words

    def parse(self, text: str) -> tuple[str, bool]:
        if not text:
            return self.words[0], False
        if text not in self.words:
            raise KindError(f'Unexpected {self.name} "{text}"', f'one of "{", ".join(self.words)}"', nearest(text, self.words))
        return text, False

    def show(self, value: str) -> str:
        return str(value)

    def perturb(self, text: str) -> str:
        return self.words[(self.words.index(self.parse(text)[0]) + 1) % len(self.words)]


class LengthUnit(Kind[int]):
    """The `unit` of a vertex list: a bare word; its value is the power of ten that makes the numbers metres."""

    name = "length unit"
    words = ("mm", "cm", "dm", "m", "km")

    def parse(self, text: str) -> tuple[int, bool]:
        if text not in self.words:
            raise KindError(f'Unexpected unit "{text}"', f'one of "{", ".join(self.words)}"', nearest(text, self.words))
        exponent = _LENGTHS[text]
        assert isinstance(exponent, int)
        return exponent, exponent != 0

    def show(self, value: int) -> str:
        return next(word for word in self.words if _LENGTHS[word] == value)

    def perturb(self, text: str) -> str:
        return "cm" if text != "cm" else "dm"


_LENGTHS: dict[str, int | str] = {"mm": -3, "cm": -2, "dm": -1, "m": 0, "km": 3}
_VELOCITIES: dict[str, int | str] = {"mm/s": -3, "cm/s": -2, "dm/s": -1, "m/s": 0, "km/s": 3, "km/h": "km/h"}
_ANGLES: dict[str, int | str] = {"degree": "degree", "radian": 0}
_ANGULAR_VELOCITIES: dict[str, int | str] = {"degree/s": "degree", "radian/s": 0}

PLAIN = Number("number")
POSITIVE = Number("number, at least 0", minimum=0.0)
FRACTION = Number("number from 0 to 1", minimum=0.0, maximum=1.0)
DIRECTION = Number("number from -1 to 1", minimum=-1.0, maximum=1.0)
SHININESS = Number("number from 0 to 128", minimum=0.0, maximum=128.0)
LENGTH = Number("length", "m", _LENGTHS)
RANGE = Number("length", "m", _LENGTHS, infinite=True)
SIZE = Number("length above 0", "m", _LENGTHS, above=0.0)
ANGLE = Number("angle", "radian", _ANGLES)
ANGULAR_RANGE = Number("angle", "radian", _ANGLES, infinite=True)
OPENING = Number("angle above 0", "radian", _ANGLES, above=0.0)
VELOCITY = Number("velocity", "m/s", _VELOCITIES)
ANGULAR_VELOCITY = Number("angular velocity", "radian/s", _ANGULAR_VELOCITIES)
ACCELERATION = Number("acceleration", "m/s^2", {"mm/s^2": -3, "m/s^2": 0})
FORCE = Number("force", "N", {"N": 0})
MASS = Number("mass", "kg", {"g": -3, "kg": 0}, above=0.0, too_small="A mass should be greater than zero")
INERTIA = Number("moment of inertia", "kg*m^2", {"g*mm^2": -9, "kg*m^2": 0})
DURATION = Number("time above 0", "s", {"s": 0}, above=0.0)
INTEGER = Integer("integer")
COUNT = Integer("integer above 0", positive=True)
NAME = Text("name")
REFERENCE = Text("reference")
FILE = Text("file")
TEXT = Text("text")
NUMBERS = Text("numbers")
BOOLEAN = Boolean()
VERTEX_UNIT = LengthUnit()
PROJECTION = Choice("projection type", ("perspective", "spherical"))
INPUT_TYPE = Choice("user input type", ("length", "velocity", "acceleration", "angle", "angularVelocity"))
