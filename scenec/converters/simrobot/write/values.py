"""Values in SimRobot's text: numbers with their units, colours, names."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from scenec.converters.common.numbers import finite, is_computed
from scenec.converters.simrobot.colours import COLOUR
from scenec.ir.base import Color
from scenec.syntax.kinds import shown
from scenec.trace import derived, plain

_AMBIGUOUS = re.compile(r"%(?=22|5C|24|25)")
_ESCAPES = {'"': "%22", "\\": "%5C", "$": "%24", "\0": "%00"}


def number(value: float) -> str:
    """Return a number without a unit. One that SimRobot might refuse keeps its sources (see `number_range`)."""
    if 0.0 < value <= 1.0:
        return finite(value)
    text = ("inf" if value > 0 else "-inf") if math.isinf(value) else finite(value)
    return derived(text, value)


def count(value: int) -> str:
    """Return a whole number."""
    return derived(str(int(value)), value)


def length(value: float) -> str:
    return number(value) if math.isinf(value) else _in_metres(value, is_computed(value))


@lru_cache(maxsize=1000)
def _in_metres(value: float, by_us: bool) -> str:
    """Most shapes of a scene are of a few sizes, so that most texts are there once. by_us: see `finite`, which `value` must not tell."""
    return f"{number(value)}m"


def angle(value: float) -> str:
    """Return an angle (rad): in degrees where they are as exact and no longer, else in radian."""
    return _turned(value, "degree", "radian")


def angular_velocity(value: float) -> str:
    return _turned(value, "degree/s", "radian/s")


def _turned(value: float, degrees_word: str, radian_word: str) -> str:
    if not math.isfinite(value):
        return number(value)
    return derived(_finitely_turned(value, degrees_word, radian_word), value)


def _finitely_turned(value: float, degrees_word: str, radian_word: str) -> str:
    degrees = f"{math.degrees(value):.10g}"
    exact = math.radians(float(degrees))
    if exact == value or (is_computed(value) and abs(exact - value) <= 3e-15 * abs(value)):
        return f"{shown(float(degrees))}{degrees_word}"
    return f"{number(value)}{radian_word}"


def colour(value: Color) -> str:
    """Return a colour in hexadecimal, with 8 bit per component as all colours of SimRobot."""
    return COLOUR.show(plain(value))


def is_exact_colour(value: Color) -> bool:
    """Return whether 8 bit per component are exact (to within rounding)."""
    return all(0.0 <= part <= 1.0 and abs(part * 255 - round(part * 255)) < 1e-6 for part in value)


def spelled(name: str) -> str:
    """Return a name without characters that SimRobot cannot write (quotes, backslashes) or replaces (dollar signs), reversibly as in
    URLs."""
    if not any(character in name for character in _ESCAPES):
        return str(name)
    return "".join(_ESCAPES.get(character, character) for character in _AMBIGUOUS.sub("%25", name))
