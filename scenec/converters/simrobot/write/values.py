"""Values in SimRobot's text: numbers with their units, colours, names."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from scenec.converters.simrobot.colours import COLOUR
from scenec.ir.base import Color
from scenec.syntax.kinds import finite, shown
from scenec.syntax.said import Said
from scenec.trace import Computed, derived, ids_of, is_computed

_AMBIGUOUS = re.compile(r"%(?=22|5C|24|25)")
_ESCAPES = {'"': "%22", "\\": "%5C", "$": "%24", "\0": "%00"}


def number(value: float, unit: str = "") -> Said:
    """Return a number with its unit."""
    text = number_text(value)
    return Said(f"{text}{unit}" if unit else text, ids_of(value))


def number_text(value: float) -> str:
    """Return a number without a unit. One that SimRobot might refuse keeps its sources (see `number_range`)."""
    if 0.0 < value <= 1.0:
        return finite(value)
    text = ("inf" if value > 0 else "-inf") if math.isinf(value) else finite(value)
    return derived(text, value)


def count(value: int) -> Said:
    """Return a whole number."""
    return Said(derived(str(int(value)), value), ids_of(value))


def flag(value: object) -> Said:
    """Return a switch."""
    return Said("true" if value else "false", ids_of(value))


def length(value: float) -> Said:
    """Return a length (m)."""
    text = number_text(value) if math.isinf(value) else _in_metres(float(value), is_computed(value))
    return Said(text, ids_of(value))


@lru_cache(maxsize=1000)
def _in_metres(value: float, by_us: bool) -> str:
    """Most shapes of a scene are of a few sizes, so that most texts are there once. by_us: whether it is `Computed`."""
    return f"{finite(Computed(value) if by_us else value)}m"


def angle(value: float) -> Said:
    """Return an angle (rad): in degrees where they are as exact and no longer, else in radian. Files often hold the 15 digits of a computed
    angle (`scenec.ir.pose.sincos`), which then means as many degrees."""
    return _turned(value, "degree", "radian")


def angular_velocity(value: float) -> Said:
    """Return an angular velocity (rad/s), likewise."""
    return _turned(value, "degree/s", "radian/s")


def _turned(value: float, degrees_word: str, radian_word: str) -> Said:
    if not math.isfinite(value):
        return number(value)
    return Said(derived(_finitely_turned(value, degrees_word, radian_word), value), ids_of(value))


def _finitely_turned(value: float, degrees_word: str, radian_word: str) -> str:
    degrees = f"{math.degrees(value):.10g}"
    exact = math.radians(float(degrees))
    if exact == value or float(f"{exact:.15g}") == value or (is_computed(value) and abs(exact - value) <= 3e-15 * abs(value)):
        return f"{shown(float(degrees))}{degrees_word}"
    return f"{number_text(value)}{radian_word}"


def colour(value: Color) -> Said:
    """Return a colour in hexadecimal, with 8 bit per component as all colours of SimRobot."""
    return Said(COLOUR.show(value), ids_of(value))


def is_exact_colour(value: Color) -> bool:
    """Return whether 8 bit per component are exact (to within rounding)."""
    return all(0.0 <= part <= 1.0 and abs(part * 255 - round(part * 255)) < 1e-6 for part in value)


def spelled(name: str) -> Said:
    """Return a name as SimRobot takes it."""
    return Said(spelled_text(name), ids_of(name))


def spelled_text(name: str) -> str:
    """Return a name without characters that SimRobot cannot write (quotes, backslashes) or replaces (dollar signs), reversibly as in
    URLs."""
    if not any(character in name for character in _ESCAPES):
        return str(name)
    return "".join(_ESCAPES.get(character, character) for character in _AMBIGUOUS.sub("%25", name))
