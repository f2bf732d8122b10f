"""Parse and print the values of URDF as urdfdom does.

A number is read by a C++ stream in the C locale and must fill its text. White space before it is accepted, behind it only between the
numbers of a vector. There is no hexadecimal, no `inf` and no `nan`. The values inside <gazebo> are SDFormat's, whose readers are more
tolerant.
"""

from __future__ import annotations

import math
import re
from functools import lru_cache
from math import isfinite
from typing import Generic, TypeVar

from scenec.syntax.kinds import Kind, KindError, shown
from scenec.trace import TracedFloat, TracedStr, traced_one

T = TypeVar("T", bound=tuple[float, ...])

_CHARACTERS = "0123456789+-.eE"
"""Those of a number, of which `float` takes what the stream takes: among the others are those of `inf`, `nan` and `1_000`."""
_LEADING = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)", re.ASCII)
_EXPRESSION = re.compile(r"\$[({]")
_INFINITE = (math.inf, -math.inf)
_TRUE = ("true", "yes", "1")


def _number(word: str, whole: str) -> float:
    if not word.strip(_CHARACTERS):
        try:
            value = float(word)
        except ValueError:
            pass
        else:
            if value in _INFINITE:
                raise KindError(f"{word[:60]!r} is beyond the range of numbers", "a finite number")
            return value
    if _EXPRESSION.search(whole):
        raise KindError(f"{whole[:60]!r} is an expression of xacro", "a number: expand the file with xacro first")
    raise KindError(f"{word[:60]!r} is no number", "a number without a unit")


def _numbers(text: str, count: int) -> tuple[float, ...]:
    """So many numbers with blanks between them. KindError for anything else."""
    words = text.split()
    if len(words) == count and "_" not in text and text.isascii() and text.isprintable():  # what else `float` takes is not finite
        try:
            values = tuple(map(float, words))
        except ValueError:
            pass  # below it is said which one
        else:
            if isfinite(sum(values)):
                return values
    if len(words) != count:
        for word in words:
            _number(word, text)
        raise KindError(f"{text[:60]!r} has {len(words)} numbers", f"{count} numbers with blanks between them")
    return tuple([_number(word, text) for word in words])


_known_numbers = lru_cache(1024)(_numbers)
"""Seven of ten vectors of a file have stood in it before; most are zeros."""
_SHORT = 80


class Number(Kind[float]):
    """A real number."""

    name = "number"

    def __init__(self, unit: str = "") -> None:
        self.unit = unit

    def parse(self, text: str) -> tuple[float, bool]:
        if not text.strip(_CHARACTERS):  # almost all
            try:
                value = float(text)
            except ValueError:
                pass  # below it is said why
            else:
                if isfinite(value):
                    return value, False
        return _number(text.lstrip(), text), False

    def traced(self, text: str, value_id: int) -> float | None:
        if not text.strip(_CHARACTERS):  # almost all: no number without an id is made of them before
            try:
                value = TracedFloat(text)
            except ValueError:
                pass  # `parse` says why
            else:
                if isfinite(value):
                    value.one_or_more = value_id
                    return value
        return super().traced(text, value_id)

    def show(self, value: float) -> str:
        return shown(value)

    def perturb(self, text: str) -> str:
        return shown(self.parse(text)[0] * 1.25 + 0.125)


class Numbers(Kind[T], Generic[T]):
    """Several numbers with blanks between them."""

    def __init__(self, name: str, count: int, unit: str = "") -> None:
        self.name = name
        self.count = count
        self.unit = unit

    def parse(self, text: str) -> tuple[T, bool]:
        numbers = _known_numbers if len(text) <= _SHORT else _numbers
        return numbers(text, self.count), False  # type: ignore[return-value]  # as many as T has

    def traced(self, text: str, value_id: int) -> T | None:
        numbers = _known_numbers if len(text) <= _SHORT else _numbers
        return traced_one(numbers(text, self.count), value_id)  # type: ignore[return-value]  # as many as T has

    def show(self, value: T) -> str:
        return " ".join(shown(number) for number in value)

    def perturb(self, text: str) -> str:
        first, *rest = self.parse(text)[0]
        return self.show((first * 1.25 + 0.125, *rest))  # type: ignore[arg-type]  # as many as T has


def _colour(text: str) -> tuple[float, ...]:
    """So many numbers from 0 to 1 as there are. KindError for others."""
    values = tuple([_number(word, text) for word in text.split()])
    if not all(0.0 <= value <= 1.0 for value in values):
        raise KindError(f"{text[:60]!r} is no colour", "four numbers from 0 to 1")
    return values


_known_colour = lru_cache(256)(_colour)
"""The links of a robot have few colours."""


class Colour(Kind[tuple[float, ...]]):
    """Red, green, blue and alpha from 0 to 1. Another count of numbers is accepted, and urdfdom then takes black (`Color::init`)."""

    name = "colour"

    def parse(self, text: str) -> tuple[tuple[float, ...], bool]:
        return (_known_colour if len(text) <= _SHORT else _colour)(text), False

    def show(self, value: tuple[float, ...]) -> str:
        return " ".join(shown(number) for number in value)

    def perturb(self, text: str) -> str:
        first, *rest = self.parse(text)[0]
        return self.show((first / 2 if first > 0.5 else first / 2 + 0.5, *rest))


class SdfColour(Colour):
    """A colour of SDFormat, where alpha may be missing."""

    def parse(self, text: str) -> tuple[tuple[float, ...], bool]:
        values = super().parse(text)[0]
        if len(values) not in (3, 4):
            raise KindError(f"{text[:60]!r} is no colour", "three or four numbers from 0 to 1")
        return (*values, 1.0)[:4], False


class Text(Kind[str]):
    """Any text, as it stands."""

    name = "text"

    def parse(self, text: str) -> tuple[str, bool]:
        return text, False

    def traced(self, text: str, value_id: int) -> str | None:
        value = TracedStr(text)
        value.one_or_more = value_id
        return value

    def show(self, value: str) -> str:
        return value

    def perturb(self, text: str) -> str:
        return text + "_x"


class Trimmed(Text):
    """A text of SDFormat, without blanks around it."""

    def parse(self, text: str) -> tuple[str, bool]:
        return text.strip(), False

    traced = Kind.traced


class Lax(Number):
    """A number of SDFormat: text behind it is ignored."""

    def parse(self, text: str) -> tuple[float, bool]:
        found = _LEADING.match(text)
        if found is None or not math.isfinite(float(found.group(1))):
            raise KindError(f"{text[:60]!r} is no number", "a number")
        return float(found.group(1)), False


class Whole(Kind[int]):
    """A whole number of SDFormat."""

    name = "whole number"

    def parse(self, text: str) -> tuple[int, bool]:
        value = Lax().parse(text)[0]
        if not abs(value) < 2**63:
            raise KindError(f"{text[:60]!r} is out of range", "a whole number")
        return int(value), False

    def show(self, value: int) -> str:
        return str(int(value))

    def perturb(self, text: str) -> str:
        return str(self.parse(text)[0] + 1)


class Flag(Kind[bool]):
    """``true``, ``yes`` or ``1`` in any case; anything else is false."""

    name = "flag"

    def parse(self, text: str) -> tuple[bool, bool]:
        return text.strip().lower() in _TRUE, False

    def show(self, value: bool) -> str:
        return "true" if value else "false"

    def perturb(self, text: str) -> str:
        return self.show(not self.parse(text)[0])


TEXT = Text()
WORD = Trimmed()
NUMBER = Number()
LENGTH = Number("m")
MASS = Number("kg")
MOMENT = Number("kg m^2")
VECTOR = Numbers[tuple[float, float, float]]("vector", 3)
POSITION = Numbers[tuple[float, float, float]]("position", 3, "m")
ANGLES = Numbers[tuple[float, float, float]]("roll, pitch, yaw", 3, "rad")
QUATERNION = Numbers[tuple[float, float, float, float]]("quaternion x y z w", 4)
POSE = Numbers[tuple[float, ...]]("pose of SDFormat", 6)
COLOUR = Colour()
SDF_COLOUR = SdfColour()
LAX = Lax()
WHOLE = Whole()
FLAG = Flag()
