"""How values are spelled in an MJCF file: numbers in attributes, separated by blanks, quaternions w x y z, angles in radians.

Untouched numbers are written as short as they read back, computed ones with 15 digits, to the last of the largest of their vector.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenec.converters.common.write_context import Placed
from scenec.ir.pose import IDENTITY, ORIGIN, Rotation, Vec3
from scenec.syntax.element import Element
from scenec.syntax.kinds import finite, shown
from scenec.syntax.said import Said, said
from scenec.trace import Computed, ids_of, made_of


def number_text(value: float) -> str:
    """A number as MuJoCo reads it, with C's ``strtod``, which accepts ``inf``."""
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return finite(value)


def number(value: float) -> Said:
    return Said(number_text(value), ids_of(value))


def count(value: int) -> Said:
    return Said(str(int(value)), ids_of(value))


def flag(value: object) -> Said:
    return Said("true" if value else "false", ids_of(value))


def degrees(value: float) -> Said:
    """An angle (rad) in degrees, which MuJoCo takes for openings of cameras and lights in files of any unit."""
    return Said(shown(float(f"{math.degrees(value):.15g}")), ids_of(value))


def half(value: float) -> float:
    """Half a length, exact."""
    return made_of(Computed(value / 2), value)


def rounded(values: Sequence[float]) -> tuple[float, ...]:
    """Computed numbers that belong together, all to the last of 15 digits of the largest; each keeps its leaves."""
    largest = max(map(abs, values), default=0.0)
    decimals = 14 - math.floor(math.log10(largest)) if largest and math.isfinite(largest) else 0
    return tuple(made_of(Computed(round(float(value), decimals) + 0.0 if largest else 0.0), value) for value in values)


def vec(values: Sequence[float]) -> Vec3:
    """Three computed numbers, see `rounded`."""
    x, y, z = rounded(values)
    return (x, y, z)


def vector(values: Sequence[float]) -> Said:
    return said(" ", [number(value) for value in values])


def place(out: Element, placed: Placed, *, pos: str = "pos") -> None:
    """Write where an element is in its body; what is nowhere else than its body is not written."""
    position = placed.pose.position
    if any(position):
        out.set(pos, vector(vec(position) if placed.computed else position))
    else:
        out.omit(tuple(position), ORIGIN)
    turn(out, placed.pose.rotation)


def turn(out: Element, rotation: Rotation) -> None:
    """Write a rotation: as the angles that it was written as (the file states ``eulerseq="XYZ"``), else as a quaternion. One that was
    worked out has no such angles, wherever its position comes from."""
    rpy = rotation.rpy
    if rotation == IDENTITY:
        out.omit(rotation, IDENTITY)
    elif rpy is not None:
        out.set("euler", vector(rpy))
    else:  # rounded in any case: reading and writing again then gives the same text
        values = rounded(rotation)
        if values == tuple(IDENTITY):
            out.omit(values, tuple(IDENTITY))
        else:
            out.set("quat", vector(values))
