"""Text of values: numbers, angles, names, switches.

Unchanged numbers are written as the shortest text that reads back to them, computed ones with 15 digits. `eval` is never used, because it
keeps six digits.
"""

from __future__ import annotations

import math
import re

from scenec.converters.rsg.angles import degrees_text, turn_text
from scenec.ir.pose import Rotation, Vec3, clean
from scenec.syntax.kinds import finite
from scenec.syntax.said import Said
from scenec.trace import Computed, ids_of

UNLIMITED = 1e16
"""Values from this on mean infinity in other formats."""

_FORBIDDEN = re.compile(r"""[\x00-\x20\x7f()"';/\\]|^\$|^\.{1,2}\Z""")
"""In names: characters that paths cannot address (``/``, ``.``, ``..``), that are substituted (``$``), or that end an atom."""
_AMBIGUOUS = re.compile(r"%(?=[0-9A-F]{2})")


def number(value: float) -> Said:
    """Return a number. Infinity is a number that no float32 of a simulator reaches in practice."""
    return Said(number_text(value), ids_of(value))


def number_text(value: float) -> str:
    """Return a number as findings print it."""
    if math.isinf(value):
        return "1e+20" if value > 0 else "-1e+20"
    return finite(value)


NOISE = 1e-15
"""Largest computation noise of a position (m)."""


def numbers(*values: float) -> tuple[Said, ...]:
    return tuple(map(number, values))


def vector(values: Vec3, *, is_computed: bool = False) -> tuple[Said, ...]:
    """Return the components of a vector, without computation noise."""
    if is_computed or any(isinstance(value, Computed) for value in values):
        texts = [number_text(Computed(value) if abs(value) >= NOISE else 0.0) for value in clean(values)]
        return tuple([Said(text, ids_of(value)) for text, value in zip(texts, values, strict=True)])
    return numbers(*values)


def degrees(angle: float) -> Said:
    """Return an angle (rad) in degrees."""
    return Said(degrees_text(float(angle)), ids_of(angle))


def turn(rotation: Rotation) -> tuple[Said, ...]:
    """Return the three angles of `setLocalRotation`. Each says all of the rotation, unless it is the only one that the source gives."""
    texts, rpy = turn_text(rotation), rotation.rpy
    if rpy is not None and sum(map(bool, rpy)) <= 1:
        return tuple([Said(text, ids_of(angle)) for text, angle in zip(texts, rpy, strict=True)])
    leaves = ids_of(rotation)
    return tuple([Said(text, leaves) for text in texts])


def count(value: int) -> Said:
    """Return a whole number."""
    return Said(str(int(value)), ids_of(value))


def flag(value: object) -> Said:
    """Return `true` or `false`, the only words that SimSpark accepts."""
    return Said("true" if value else "false", ids_of(value))


def named(name: str, given: object) -> Said:
    """Return a name that was made of a given one."""
    return Said(str(name), ids_of(given))


def escaped_name(name: str) -> str:
    """Return a name that paths can address. Other characters are escaped reversibly, as in URLs."""
    if not _FORBIDDEN.search(name):
        return str(name)
    return _FORBIDDEN.sub(_escaped, _AMBIGUOUS.sub("%25", name))


def _escaped(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found.group().encode())
