"""When two numbers, directions or poses are the same: within a tolerance, relative to what they are about."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenec.ir.pose import Pose, Rotation, Vec3, norm, sub

Seven = Sequence[float]
"""x y z qw qx qy qz, as physics summaries give a pose."""

COLOUR_STEP = 0.5 / 255 + 1e-6
"""Half a step of colours with eight bits."""
MESH = 1e-6
"""Of the extent of meshes: their files hold few digits."""


class Closeness:
    """tolerance: relative. extent: of the scene (m), what positions are relative to."""

    def __init__(self, tolerance: float, extent: float) -> None:
        self.tolerance = tolerance
        self.extent = extent

    def same(self, a: float | None, b: float | None, scale: float = 0.0) -> bool:
        """Of two numbers; scale: what they are relative to where both are small."""
        if a is None or b is None:
            return a is b
        return a == b or abs(a - b) <= self.tolerance * max(scale, abs(a), abs(b))

    def all_same(self, a: Sequence[float], b: Sequence[float], scale: float = 0.0, least: float = 0.0) -> bool:
        """Of vectors, relative to the largest component; least: a tolerance that this one is at least."""
        if len(a) != len(b):
            return False
        if tuple(a) == tuple(b):
            return True
        limit = max(self.tolerance, least) * max(scale, *map(abs, a), *map(abs, b))
        return all(x == y or abs(x - y) <= limit for x, y in zip(a, b, strict=True))

    def same_place(self, a: Sequence[float], b: Sequence[float]) -> bool:
        """Of two points (m)."""
        return self.all_same(a[:3], b[:3], self.extent)

    def same_turn(self, a: Sequence[float], b: Sequence[float]) -> bool:
        """Of two quaternions: q and -q are the same rotation."""
        return self.all_same(a, b, 1.0) or self.all_same(a, [-part for part in b], 1.0)

    def same_pose(self, a: Seven, b: Seven) -> bool:
        return self.same_place(a, b) and self.same_turn(a[3:], b[3:])


def pose_of(seven: Seven) -> Pose:
    x, y, z, *turn = seven
    return Pose((x, y, z), Rotation.from_quat(*turn))


def seven_of(pose: Pose) -> tuple[float, ...]:
    return (*pose.position, *pose.rotation)


def apart(a: Seven, b: Seven) -> tuple[float, float]:
    """How far two poses are from each other: metres between their origins, and the angle between them (rad)."""
    return norm(between(a, b)), turned_by(a[3:], b[3:])


def between(a: Sequence[float], b: Sequence[float]) -> Vec3:
    return sub((b[0], b[1], b[2]), (a[0], a[1], a[2]))


def turned_by(a: Sequence[float], b: Sequence[float]) -> float:
    """The angle of the rotation from one quaternion to another (rad). By an arc tangent: an arc cosine errs by 1e-8 near zero."""
    w, x, y, z = Rotation.from_quat(*a).inverse() @ Rotation.from_quat(*b)
    return 2 * math.atan2(math.hypot(x, y, z), abs(w))
