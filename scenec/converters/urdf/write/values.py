"""How values are spelled in URDF: numbers with single blanks between them, no unit, nothing behind them.

Untouched numbers are written as short as they read back, computed ones with 15 digits. The components of a computed vector are rounded
together, to 15 digits of the largest.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenec.converters.common.write_context import Placed
from scenec.converters.urdf.profile import UNLIMITED
from scenec.ir.pose import IDENTITY, ORIGIN, Rotation
from scenec.syntax.element import Element
from scenec.syntax.kinds import finite
from scenec.syntax.said import Said, said
from scenec.trace import Computed, ids_of, is_computed, made_of


def number(value: float) -> Said:
    """A number; infinity as 1e16, which libsdformat takes for it."""
    if math.isinf(value):
        return Said("1e16" if value > 0 else "-1e16", ids_of(value))
    return Said(finite(value), ids_of(value))


def unlimited(sign: int = 1) -> Said:
    """The limit that stands for none."""
    return number(sign * UNLIMITED)


def count(value: int) -> Said:
    """A whole number."""
    return Said(str(int(value)), ids_of(value))


def flag(value: object) -> Said:
    return Said("true" if value else "false", ids_of(value))


def vector(values: Sequence[float]) -> Said:
    """Several numbers; those that were computed are rounded together."""
    return said(" ", map(number, rounded(values) if any(map(is_computed, values)) else values))


def rounded(values: Sequence[float]) -> tuple[float, ...]:
    """Computed numbers that belong together, all to the last of 15 digits of the largest; each keeps its leaves."""
    largest = max(map(abs, values), default=0.0)
    decimals = 14 - math.floor(math.log10(largest)) if largest and math.isfinite(largest) else 0
    near = [Computed(round(float(value), decimals) + 0.0) if decimals and is_computed(value) else value for value in values]
    return tuple(made_of(value, before) for value, before in zip(near, values, strict=True))


def angles(rotation: Rotation) -> Said:
    """Roll, pitch and yaw about fixed axes: as they were written, else computed by arc tangents, which are exact at the pole."""
    rpy = rotation.rpy
    if rpy is not None:
        return vector(rpy)
    roll, pitch, yaw = (Computed(angle) for angle in rotation.to_rpy())
    return vector(made_of((roll, pitch, yaw), rotation))


def write_origin(out: Element, placed: Placed) -> None:
    """Write where a part is. The identity is left out."""
    pose = placed.pose
    if pose.is_identity:
        out.omit(pose.position, ORIGIN)
        out.omit(pose.rotation, IDENTITY)
        return
    turn = Said("", ids_of(pose.rotation)) if pose.rotation == IDENTITY else angles(pose.rotation)
    turns = turn.text not in ("", "0 0 0")
    origin = out.append("origin", says=() if turns else (turn,))
    position = tuple(made_of(Computed(each), each) for each in pose.position) if placed.computed else pose.position
    origin.set("xyz", vector(position))
    if turns:
        origin.set("rpy", turn)


def pose_text(placed: Placed) -> Said:
    """A pose of SDFormat: x y z roll pitch yaw."""
    pose = placed.pose
    position = tuple(made_of(Computed(each), each) for each in pose.position) if placed.computed else pose.position
    return said(" ", (vector(position), angles(pose.rotation)))
