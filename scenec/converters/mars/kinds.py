"""How MARS spells values: as text that it parses like C when it needs a number.

The rules are those of configmaps' ConfigAtom: a leading number is taken and what follows ignored, text without a number is 0, and
only three spellings each of true and false are words. scenec reads the same value, and reports odd spellings (`is_odd`).
"""

from __future__ import annotations

import math
import re
from typing import Generic, TypeVar

from scenec.syntax.kinds import Kind, KindError, scaled, shown

T = TypeVar("T")

_NUMBER = re.compile(
    r"\s*([+-]?(?:0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?\d+)?"
    r"|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|inf(?:inity)?|nan))",
    re.IGNORECASE | re.ASCII,
)
_WHOLE = re.compile(r"\s*([+-]?\d{1,18})", re.ASCII)
_TRUE = ("true", "True", "TRUE")
_FALSE = ("false", "False", "FALSE")


class Lax(Kind[T], Generic[T]):
    """A kind that accepts any text. `is_odd`: whether MARS reads another value than a person would."""

    def is_odd(self, text: str) -> bool:
        return False


class Number(Lax[float]):
    """A real number as C's ``sscanf("%lf")`` reads it; 0 where there is none. exponent: the SI value is that power of ten times it."""

    name = "number"

    def __init__(self, unit: str = "", exponent: int = 0) -> None:
        self.unit = unit
        self.exponent = exponent

    def parse(self, text: str) -> tuple[float, bool]:
        found = _NUMBER.match(text)
        if not found:
            return 0.0, True
        word = found.group(1)
        try:
            value = float.fromhex(word) * 10.0**self.exponent if "x" in word.lower() else scaled(word, self.exponent)
        except OverflowError:
            value = math.inf
        if not math.isfinite(value):
            raise KindError(f"{word!r} is no finite number", "a number")
        return value, bool(self.exponent) or "x" in word.lower()

    def is_odd(self, text: str) -> bool:
        found = _NUMBER.match(text)
        return found is None or bool(text[found.end() :].strip())

    def show(self, value: float) -> str:
        return shown(scaled(repr(float(value)), -self.exponent)) if self.exponent else shown(value)

    def perturb(self, text: str) -> str:
        value = self.parse(text)[0]
        return self.show(value * 1.25 + 0.125) if math.isfinite(value) else "0.375"


class Degrees(Number):
    """An angle that MARS takes in degrees; in SI, rad."""

    name = "degrees"
    unit = "rad"

    def __init__(self) -> None:
        super().__init__("rad")

    def parse(self, text: str) -> tuple[float, bool]:
        return math.radians(super().parse(text)[0]), True

    def show(self, value: float) -> str:
        return shown(float(f"{math.degrees(value):.15g}"))


class Whole(Lax[int]):
    """A whole number as C's ``sscanf("%d")`` reads it: ``1.7`` is 1; 0 where there is none."""

    name = "whole number"

    def parse(self, text: str) -> tuple[int, bool]:
        found = _WHOLE.match(text)
        return (int(found.group(1)), False) if found else (0, True)

    def is_odd(self, text: str) -> bool:
        found = _WHOLE.match(text)
        return found is None or bool(text[found.end() :].strip())

    def show(self, value: int) -> str:
        return str(int(value))

    def perturb(self, text: str) -> str:
        return str(self.parse(text)[0] + 1)


class Flag(Lax[bool]):
    """``true``, ``True``, ``TRUE`` and their opposites; else a whole number, so that ``yes`` is false."""

    name = "flag"

    def parse(self, text: str) -> tuple[bool, bool]:
        word = text.strip()
        if word in _TRUE:
            return True, False
        if word in _FALSE:
            return False, False
        found = _WHOLE.match(word)
        return bool(found and int(found.group(1))), found is None

    def is_odd(self, text: str) -> bool:
        word = text.strip()
        return word not in (*_TRUE, *_FALSE) and _WHOLE.fullmatch(word) is None

    def show(self, value: bool) -> str:
        return "true" if value else "false"

    def perturb(self, text: str) -> str:
        return self.show(not self.parse(text)[0])


class Text(Lax[str]):
    """Any text, without blanks around it."""

    name = "text"

    def parse(self, text: str) -> tuple[str, bool]:
        return text.strip(), False

    def show(self, value: str) -> str:
        return value

    def perturb(self, text: str) -> str:
        return text.strip() + "_x"


class Word(Kind[str]):
    """One of a few words, or its number. unknown: the word that MARS takes for all others, "" where it refuses them."""

    def __init__(self, name: str, numbers: dict[str, int], aliases: dict[str, str] | None = None, unknown: str = "") -> None:
        self.name = name
        self.numbers = numbers
        self.aliases = aliases or {}
        self.unknown = unknown

    def parse(self, text: str) -> tuple[str, bool]:
        word = text.strip()
        if word in self.numbers:
            return word, False
        if word in self.aliases:
            return self.aliases[word], True
        found = _WHOLE.fullmatch(word)
        by_number = {number: name for name, number in self.numbers.items()}
        if found and int(word) in by_number:
            return by_number[int(word)], True
        if self.unknown:
            return self.unknown, True
        from scenec.errors import nearest

        raise KindError(f"{word!r} is no {self.name}", ", ".join(self.numbers), nearest(word, list(self.numbers)))

    def is_odd(self, text: str) -> bool:
        word = text.strip()
        known = word in self.numbers or word in self.aliases
        return not known and not (_WHOLE.fullmatch(word) and int(word) in self.numbers.values())

    def show(self, value: str) -> str:
        return value

    def perturb(self, text: str) -> str:
        value = self.parse(text)[0]
        return next(word for word in self.numbers if word != value)


class Parts(Kind[tuple[float, ...]]):
    """Several numbers, each in an element (or attribute) of its own below the value's: ``<position><x>1</x>...``.

    names: of those elements, in order. absent: what stands for one that is missing where others are there. old: other names of
    the same, of an exporter that MARS has forgotten. As one text, for tables, the numbers stand between blanks.
    """

    def __init__(self, name: str, names: tuple[str, ...], unit: str = "", absent: float = 0.0, old: tuple[str, ...] = ()) -> None:
        self.name = name
        self.names = names
        self.unit = unit
        self.absent = absent
        self.old = old
        self.number = Number(unit)

    def parse(self, text: str) -> tuple[tuple[float, ...], bool]:
        words = text.split()
        if len(words) != len(self.names):
            raise KindError(f"{text!r} is no {self.name}", " ".join(self.names))
        return tuple(self.number.parse(word)[0] for word in words), True

    def show(self, value: tuple[float, ...]) -> str:
        return " ".join(shown(number) for number in value)

    def perturb(self, text: str) -> str:
        first, *rest = text.split()
        return " ".join((self.number.perturb(first), *rest))


NUMBER = Number()
LENGTH = Number("m")
MASS = Number("kg")
DENSITY = Number("kg/m^3")
INERTIA = Number("kg m^2")
ANGLE = Number("rad")
DEGREES = Degrees()
OPENING = Number("degrees (CameraSensor) or rad")
DISPLACEMENT = Number("rad or m")
VELOCITY = Number("rad/s or m/s")
ACCELERATION = Number("rad/s^2 or m/s^2")
SPEED = Number("m/s")
EFFORT = Number("N m or N")
STIFFNESS = Number("N m/rad or N/m")
DAMPING = Number("N m s/rad or N s/m")
SECONDS = Number("s", -3)
"""Written in milliseconds."""
INTEGRAL = Number("1/s", 3)
"""The integral gain: MARS integrates over milliseconds."""
DERIVATIVE = Number("s", -3)
"""The derivative gain: MARS differentiates by milliseconds."""
WHOLE = Whole()
INDEX = Whole()
MASK = Whole()
FLAG = Flag()
TEXT = Text()
FILE = Text()

VECTOR = Parts("vector", ("x", "y", "z"))
POSITION = Parts("position", ("x", "y", "z"), "m")
ANCHOR = Parts("position", ("x", "y", "z"), "m", old=("xpos", "ypos", "zpos"))
AXIS1 = Parts("direction", ("x", "y", "z"), "1", old=("axis1x", "axis1y", "axis1z"))
AXIS2 = Parts("direction", ("x", "y", "z"), "1", old=("axis2x", "axis2y", "axis2z"))
QUATERNION = Parts("quaternion", ("w", "x", "y", "z"), "1")
EULER = Parts("angles", ("yaw", "pitch", "roll"), "degrees")
COLOUR = Parts("colour", ("r", "g", "b", "a"), "0..1")
CLEAR_COLOUR = Parts("colour", ("r", "g", "b", "a"), "0..1", old=("clearColorR", "clearColorG", "clearColorB", "clearColorA"))

PHYSICS_MODE = Word(
    "kind of node",
    {"undefined": 0, "mesh": 1, "box": 2, "sphere": 3, "capsule": 4, "cylinder": 5, "plane": 6, "terrain": 7, "reference": 8, "empty": 9},
    unknown="undefined",
)
JOINT_TYPE = Word(
    "type of joint", {"undefined": 0, "hinge": 1, "hinge2": 2, "slider": 3, "ball": 4, "universal": 5, "fixed": 6, "istruct-spine": 7}
)
ANCHOR_POSITION = Word("place of an anchor", {"node1": 1, "node2": 2, "center": 3, "custom": 4}, unknown="custom")
MOTOR_TYPE = Word(
    "type of motor",
    {"undefined": 0, "PID": 1, "DC": 2, "direct_torque": 7},
    {"generic_bldc": "PID", "generic_dc": "DC", "direct_effort": "direct_torque"},
    unknown="undefined",
)
LIGHT_TYPE = Word("type of light", {"omni": 1, "spot": 2}, unknown="omni")
