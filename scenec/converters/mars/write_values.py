"""How values are spelled in a MARS file: every vector is an element with one element per number.

Untouched numbers are written as short as they read back, computed ones with 15 digits. The components of a computed vector are
rounded alike, to 15 digits of the largest: reading and writing again then gives the same text.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenec.converters.common.numbers import Computed, finite
from scenec.ir.base import Color
from scenec.ir.pose import Rotation, Vec3
from scenec.syntax.kinds import scaled, shown
from scenec.syntax.xml_printing import Out


def number(value: float) -> str:
    """A number. MARS reads with C's ``sscanf``, which knows ``inf``."""
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return finite(value)


def flag(value: object) -> str:
    return "true" if value else "false"


def thousandfold(value: float, exponent: int) -> str:
    """A number times ten to the exponent, rounded once."""
    return shown(scaled(number(value), exponent)) if math.isfinite(value) else number(value)


def degrees(value: float) -> str:
    """An angle (rad) in degrees."""
    return shown(float(f"{math.degrees(value):.15g}"))


def rounded(values: Sequence[float]) -> tuple[Computed, ...]:
    """Computed numbers that belong together, all to the last of 15 digits of the largest."""
    largest = max(map(abs, values), default=0.0)
    if not largest or not math.isfinite(largest):
        return tuple(Computed(value) for value in values)
    decimals = 14 - math.floor(math.log10(largest))
    return tuple(Computed(round(value, decimals) + 0.0) for value in values)


def vec(values: Sequence[float]) -> Vec3:
    """Three computed numbers, see `rounded`."""
    x, y, z = rounded(values)
    return (x, y, z)


def vector(holder: Out, tag: str, values: Sequence[float], names: str = "xyz") -> Out:
    """Always all components: MARS takes an element with only one for a text, and gives up."""
    out = holder.add(tag)
    for name, value in zip(names, values, strict=True):
        out.add(name, number(value))
    return out


def quaternion(holder: Out, tag: str, rotation: Rotation, *, worked_out: bool = False) -> Out:
    """All four components, of unit length: MARS does not normalise what others are relative to."""
    values: Sequence[float] = rotation
    if worked_out or rotation.rpy is not None:
        values = rounded(rotation)
    w, x, y, z = values
    return vector(holder, tag, (x, y, z, w), "xyzw")


def colour(holder: Out, tag: str, value: Color) -> Out:
    return vector(holder, tag, value, "rgba")
