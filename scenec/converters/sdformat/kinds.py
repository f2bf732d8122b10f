"""Parse and print the scalar types of SDFormat, as libsdformat does.

The rules are those of the parameter parser of libsdformat. A leading number is read and the text behind it ignored. Vectors need all their
numbers and ignore further ones. Poses need exactly theirs. Empty text is no value, so the default of the element holds.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, TypeVar

from scenec.syntax.kinds import Kind, KindError, shown

T = TypeVar("T", bound=tuple[float, ...])

_NUMBER = (
    r"[+-]?(?:0[xX](?:[0-9a-fA-F]+(?:\.[0-9a-fA-F]*)?|\.[0-9a-fA-F]+)(?:[pP][+-]?\d+)?"
    r"|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|inf(?:inity)?|nan)"
)
_SHORT = 80
"""The longest text whose numbers are cached."""
_DIGITS = 400
"""The most digits of an integer that are read: more are out of every range, and Python refuses more than 4,300."""
_WHOLE = r"([+-]?)(0[xX][0-9a-fA-F]+|\d+)"


class Double(Kind[float]):
    """A real number, read as C's strtod does: hexadecimal, inf and nan are numbers, text after the number is ignored."""

    name = "double"

    def parse(self, text: str) -> tuple[float, bool]:
        if "_" not in text and text.isascii():  # see `is_ordinary`
            try:
                return float(text), False  # most texts are just a number
            except ValueError:
                pass
        found = re.match(_NUMBER, text.strip(), re.IGNORECASE)
        if not found:
            raise KindError(f"{text!r} is no number", "a number")
        return _number(found.group()), False

    def show(self, value: float) -> str:
        return shown(value)

    def perturb(self, text: str) -> str:
        value = self.parse(text)[0]
        return shown(value * 1.25 + 0.125) if math.isfinite(value) else "0.375"


class Integer(Kind[int]):
    """A whole number within its type's range; hexadecimal after ``0x``, text after the number is ignored."""

    def __init__(self, name: str, lowest: int, highest: int) -> None:
        self.name = name
        self.lowest = lowest
        self.highest = highest

    def parse(self, text: str) -> tuple[int, bool]:
        found = re.match(_WHOLE, text.strip())
        if not found:
            raise KindError(f"{text!r} is no whole number", "a whole number")
        sign, digits = found.group(1), found.group(2)[:_DIGITS]
        value = int(digits, 16) if digits[:2] in ("0x", "0X") else int(digits)
        value = -value if sign == "-" else value
        if not self.lowest <= value <= self.highest:
            raise KindError(f"{text!r} is out of range", f"a whole number from {self.lowest} to {self.highest}")
        return value, False

    def show(self, value: int) -> str:
        return str(int(value))

    def perturb(self, text: str) -> str:
        value = self.parse(text)[0]
        return str(value + 1 if value < self.highest else value - 1)


class Bool(Kind[bool]):
    """``true``, ``false``, ``1`` or ``0`` in any case; nothing else."""

    name = "bool"

    def parse(self, text: str) -> tuple[bool, bool]:
        word = text.strip().lower()
        if word not in ("true", "false", "1", "0"):
            raise KindError(f"{text!r} is neither true nor false", "true, false, 1 or 0")
        return word in ("true", "1"), False

    def show(self, value: bool) -> str:
        return "true" if value else "false"

    def perturb(self, text: str) -> str:
        return self.show(not self.parse(text)[0])


class Text(Kind[str]):
    """Any text, without blanks around it."""

    name = "string"

    def parse(self, text: str) -> tuple[str, bool]:
        return text.strip(), False

    def show(self, value: str) -> str:
        return value

    def perturb(self, text: str) -> str:
        return text.strip() + "_x"


class Numbers(Kind[T], Generic[T]):
    """Several numbers separated by spaces. Commas are refused, and words behind the last number are ignored."""

    def __init__(self, name: str, count: int) -> None:
        self.name = name
        self.count = count
        self._known: Callable[[str], T] = lru_cache(1024)(self._checked)  # nine of ten short texts stand elsewhere, too

    def parse(self, text: str) -> tuple[T, bool]:
        return self._known(text) if len(text) <= _SHORT else self._checked(text), False

    def _checked(self, text: str) -> T:
        words = text.split()
        if len(words) < self.count:
            raise KindError(f"{text!r} has {len(words)} values", f"{self.count} numbers between blanks")
        return self._numbers(words[: self.count], is_ordinary(text))

    def _numbers(self, words: list[str], ordinary: bool) -> T:
        """Parse the words. ordinary: the result of `is_ordinary`."""
        if ordinary:
            try:
                return tuple(map(float, words))  # type: ignore[return-value]  # as many as T has
            except ValueError:
                pass  # some word is more than a number, or less
        values = []
        for word in words:
            number = _plain_number(word)
            if number is None:
                if not re.fullmatch(_NUMBER, word, re.IGNORECASE):
                    raise KindError(f"{word!r} is no number", "numbers between blanks")
                number = _number(word)
            values.append(number)
        return tuple(values)  # type: ignore[return-value]  # as many as T has

    def show(self, value: T) -> str:
        return " ".join(shown(number) for number in value)

    def perturb(self, text: str) -> str:
        first, *rest = self.parse(text)[0]
        return self.show((first * 1.25 + 0.125, *rest))  # type: ignore[arg-type]  # as many as T has


class Color(Numbers[tuple[float, float, float, float]]):
    """Red, green, blue and alpha, each from 0 to 1. Alpha is 1 if it is missing."""

    def __init__(self) -> None:
        super().__init__("color", 4)

    def _checked(self, text: str) -> tuple[float, float, float, float]:
        words = text.split()
        if len(words) not in (3, 4):
            raise KindError(f"{text!r} has {len(words)} values", "3 or 4 numbers from 0 to 1 between blanks")
        values = self._numbers(words if len(words) == 4 else [*words, "1"], is_ordinary(text))
        red, green, blue, alpha = values
        if not (0 <= red <= 1 and 0 <= green <= 1 and 0 <= blue <= 1 and 0 <= alpha <= 1):
            raise KindError(f"{text!r} is no colour", "numbers from 0 to 1")
        return values

    def perturb(self, text: str) -> str:
        first, *rest = self.parse(text)[0]
        return self.show((first / 2 if first > 0.5 else first / 2 + 0.5, *rest))  # type: ignore[arg-type]  # as many as T has


class Pose(Numbers[T]):
    """Position in metres, then roll, pitch and yaw in radians about fixed axes (six numbers), or with
    ``rotation_format="quat_xyzw"`` a quaternion x y z w (seven). Exactly as many finite numbers; empty is the identity."""

    def _checked(self, text: str) -> T:
        words = text.split()
        if not words:
            identity = (0.0,) * 6 if self.count == 6 else (0.0,) * 6 + (1.0,)
            return identity  # type: ignore[return-value]  # as many as T has
        if len(words) != self.count:
            raise KindError(f"{text!r} has {len(words)} values", f"{self.count} numbers between blanks")
        values = self._numbers(words, is_ordinary(text))
        if not all(map(math.isfinite, values)):
            raise KindError(f"{text!r} is no pose", "finite numbers")
        return values


class Time(Kind[tuple[int, int]]):
    """Seconds and nanoseconds, two whole numbers."""

    name = "time"
    unit = "s"

    def parse(self, text: str) -> tuple[tuple[int, int], bool]:
        words = text.split()
        if len(words) < 2:
            raise KindError(f"{text!r} is no time", "seconds and nanoseconds")
        return (INT.parse(words[0])[0], INT.parse(words[1])[0]), False

    def show(self, value: tuple[int, int]) -> str:
        return f"{value[0]} {value[1]}"

    def perturb(self, text: str) -> str:
        seconds, nanoseconds = self.parse(text)[0]
        return self.show((seconds + 1, nanoseconds))


def is_ordinary(text: str) -> bool:
    """Return whether C and Python read a number equally. Python also accepts 1_000 and the digits of other scripts."""
    return "_" not in text and text.isascii()


def _plain_number(text: str) -> float | None:
    """Return the number if the text is an ordinary decimal, else None."""
    if not is_ordinary(text):
        return None
    try:
        return float(text)
    except ValueError:
        return None


def _number(text: str) -> float:
    if "x" not in text and "X" not in text:
        return float(text)
    try:
        return float.fromhex(text)
    except OverflowError:
        return -math.inf if text.startswith("-") else math.inf


BOOL = Bool()
INT = Integer("int", -(2**31), 2**31 - 1)
UNSIGNED = Integer("unsigned int", 0, 2**32 - 1)
DOUBLE = Double()
STRING = Text()
VECTOR2 = Numbers[tuple[float, float]]("vector2d", 2)
VECTOR3 = Numbers[tuple[float, float, float]]("vector3", 3)
QUATERNION = Numbers[tuple[float, float, float, float]]("quaternion", 4)
COLOR = Color()
POSE = Pose[tuple[float, float, float, float, float, float]]("pose", 6)
POSE_QUATERNION = Pose[tuple[float, float, float, float, float, float, float]]("pose", 7)
TIME = Time()

_KINDS: dict[str, Kind[Any]] = {
    "bool": BOOL,
    "int": INT,
    "unsigned int": UNSIGNED,
    "double": DOUBLE,
    "float": DOUBLE,
    "string": STRING,
    "vector2d": VECTOR2,
    "vector3": VECTOR3,
    "quaternion": QUATERNION,
    "color": COLOR,
    "pose": POSE,
    "time": TIME,
}


def kind_named(name: str) -> Kind[Any]:
    """Return the kind for a type name of the specification (``vector3``, ``unsigned int``). KeyError for other names."""
    return _KINDS[name]
