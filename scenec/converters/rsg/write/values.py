"""Text of values: numbers, names, switches.

Unchanged numbers are written as the shortest text that reads back to them, computed ones with 15 digits. `eval` is never used, because it
keeps six digits.
"""

from __future__ import annotations

import math
import re

from scenec.converters.common.numbers import finite
from scenec.ir.pose import Vec3, clean
from scenec.trace import Computed

UNLIMITED = 1e16
"""Values from this on mean infinity in other formats."""

_FORBIDDEN = re.compile(r"""[\x00-\x20\x7f()"';/\\]|^\$|^\.{1,2}\Z""")
"""In names: characters that paths cannot address (``/``, ``.``, ``..``), that are substituted (``$``), or that end an atom."""
_AMBIGUOUS = re.compile(r"%(?=[0-9A-F]{2})")


def number(value: float) -> str:
    """Return a number as text. Infinity is a number that no float32 of a simulator reaches in practice."""
    if math.isinf(value):
        return "1e+20" if value > 0 else "-1e+20"
    return finite(value)


NOISE = 1e-15
"""Largest computation noise of a position (m)."""


def numbers(*values: float) -> tuple[str, ...]:
    return tuple(map(number, values))


def vector(values: Vec3, *, is_computed: bool = False) -> tuple[str, ...]:
    """Return the components of a vector as texts, without computation noise."""
    if is_computed or any(isinstance(value, Computed) for value in values):
        return tuple(number(Computed(value) if abs(value) >= NOISE else 0.0) for value in clean(values))
    return numbers(*values)


def flag(value: object) -> str:
    """Return `true` or `false`, the only words that SimSpark accepts."""
    return "true" if value else "false"


def escaped_name(name: str) -> str:
    """Return a name that paths can address. Other characters are escaped reversibly, as in URLs."""
    if not _FORBIDDEN.search(name):
        return str(name)
    return _FORBIDDEN.sub(_escaped, _AMBIGUOUS.sub("%25", name))


def _escaped(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found.group().encode())
