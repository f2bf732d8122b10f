"""How values are spelled in a MARS file: every vector is an element with one element per number.

Untouched numbers are written as short as they read back, computed ones with 15 digits. The components of a computed vector are
rounded together, to 15 digits of the largest: reading and writing again then gives the same text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenec.ir.base import Color
from scenec.ir.pose import Rotation, Vec3
from scenec.syntax.element import Element
from scenec.syntax.kinds import finite, scaled, shown
from scenec.syntax.said import Said
from scenec.trace import Computed, ids_of, made_of, steered_by


def number(value: float) -> Said:
    """A number."""
    return Said(number_text(value), ids_of(value))


def number_text(value: float) -> str:
    """Return a number as findings print it. MARS reads with C's ``sscanf``, which accepts ``inf``."""
    return finite(value)


def count(value: int) -> Said:
    """A whole number."""
    return Said(str(int(value)), ids_of(value))


def flag(value: object) -> Said:
    return Said("true" if value else "false", ids_of(value))


def thousandfold(value: float, exponent: int) -> Said:
    """A number times ten to the exponent, rounded once."""
    text = number_text(value)
    return Said(shown(scaled(text, exponent)) if math.isfinite(value) else text, ids_of(value))


def degrees(value: float) -> Said:
    """An angle (rad) in degrees."""
    return Said(shown(float(f"{math.degrees(value):.15g}")), ids_of(value))


def rounded(values: Sequence[float]) -> tuple[float, ...]:
    """Computed numbers that belong together, all to the last of 15 digits of the largest; each keeps its leaves."""
    largest = max(map(abs, values), default=0.0)
    if not largest or not math.isfinite(largest):
        return tuple(made_of(Computed(value), value) for value in values)
    decimals = 14 - math.floor(math.log10(largest))
    return tuple(made_of(Computed(round(float(value), decimals) + 0.0), value) for value in values)


def vec(values: Sequence[float]) -> Vec3:
    """Three computed numbers, see `rounded`."""
    x, y, z = rounded(values)
    return (x, y, z)


def vector(holder: Element, tag: str, values: Sequence[float], names: str = "xyz") -> Element:
    """Always all components: MARS takes an element with only one for a text, and gives up."""
    out = holder.append(tag)
    for name, value in zip(names, values, strict=True):
        out.append(name, number(value))
    return out


def quaternion(holder: Element, tag: str, rotation: Rotation, *, worked_out: bool = False) -> Element:
    """Write all four components of a unit quaternion: MARS does not normalise those of nodes that others are relative to."""
    values: Sequence[float] = rotation
    if worked_out or rotation.rpy is not None:
        values = rounded(rotation)
    w, x, y, z = [steered_by(each, rotation) for each in values]
    return vector(holder, tag, (x, y, z, w), "xyzw")


def colour(holder: Element, tag: str, value: Color) -> Element:
    return vector(holder, tag, value, "rgba")
