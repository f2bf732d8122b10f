"""hinge2 joints: which body is node1, so that MARS can create them.

MARS refuses an axis 1 by the rotation of the second body (see `scenec.converters.mars.hinge2`). And the engine has hinge2 joints between
two bodies only: see sim/src/physics/JointPhysics.cpp: createHinge2, and ODE's joints/hinge2.cpp.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scenec.accounting.amounts import angle_text
from scenec.converters.mars.findings import writing as findings
from scenec.converters.mars.hinge2 import PARALLEL, is_refused
from scenec.converters.mars.write.context import Writing
from scenec.converters.mars.write.values import vec
from scenec.ir.base import Id
from scenec.ir.joint import Joint
from scenec.ir.pose import Vec3, dot, norm

TILT = 1e-4
"""How far (rad) axis 1 is turned away where it would be parallel with either body as node1."""


PERPENDICULAR = "No effect: a universal joint turns about the same two axes."
NOT_PERPENDICULAR = "The axes of a universal joint are perpendicular, those of this joint are not."


class Ends(NamedTuple):
    """The bodies that are node1 and node2; reverse: node1 is the parent, so that axes change their direction."""

    first: Id
    second: Id
    reverse: bool


def hinge2_ends(writing: Writing, parent: Id, child: Id, axes: Sequence[Vec3]) -> Ends:
    """The parent as node1, its axis steering; the other way round where that axis is parallel to the engine's default axis 2."""
    ends = (Ends(parent, child, True), Ends(child, parent, False))
    return next((each for each, axis in zip(ends, axes, strict=True) if not _is_refused(writing, each, axis)), ends[0])


def _is_refused(writing: Writing, ends: Ends, axis1: Vec3) -> bool:
    return is_refused(axis1, writing.in_world(ends.second).pose.rotation)


def tilted(writing: Writing, joint: Joint, ends: Ends, axis1: Vec3) -> Vec3:
    """Axis 1 as it is, or turned a little where MARS would end otherwise."""
    if writing.is_static(ends.first) or writing.is_static(ends.second) or not _is_refused(writing, ends, axis1):
        return axis1
    x, y, z = axis1
    away: Vec3 = (0.0, 0.0, 1.0) if abs(z) < 0.5 * norm(axis1) else (1.0, 0.0, 0.0)
    step = TILT * norm(axis1)
    writing.report(
        findings.JOINT_AXIS_TILTED,
        joint,
        about=joint.axes[0 if ends.reverse else 1].xyz,
        value=" ".join(f"{part:g}" for part in axis1),
        target=angle_text(TILT),
    )
    return vec((x + step * away[0], y + step * away[1], z + step * away[2]))


def kind_at_world(writing: Writing, joint: Joint, ends: Ends, axes: Sequence[Vec3]) -> str:
    """hinge2, or universal where one of the two bodies is the world: MARS's engine has no hinge2 joint at one."""
    if not writing.is_static(ends.first) and not writing.is_static(ends.second):
        return "hinge2"
    square = abs(dot(axes[0], axes[1])) <= PARALLEL * norm(axes[0]) * norm(axes[1])
    writing.report(
        findings.JOINT_TYPE_AT_WORLD,
        joint,
        level="note" if square else None,
        about=joint.type,
        value=joint.type,
        target="universal",
        outcome=PERPENDICULAR if square else NOT_PERPENDICULAR,
    )
    return "universal"
