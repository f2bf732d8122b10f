"""Compare numbers, directions and poses within a tolerance, relative to the quantity that they measure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from scenec.ir.pose import Pose, Rotation, Vec3, norm, sub
from scenec.ir.summary import PhysicsSummary

Seven = Sequence[float]
"""x y z qw qx qy qz, as physics summaries give a pose."""

RELATIVE = 1e-9
"""Numbers that agree better than this are the same number, written in another frame or unit."""
COLOUR_STEP = 0.5 / 255 + 1e-6
"""Half a step of colours with eight bits."""
MESH = 1e-6
"""Of the extent of meshes: their files hold few digits."""
INFINITY = float("inf")


def near(a: Sequence[float], b: Sequence[float], tolerance: float = RELATIVE, scale: float = 0.0) -> bool:
    """Return whether two vectors agree, relative to their largest finite component or `scale`. NaN equals NaN; an infinity equals only
    itself."""
    if len(a) != len(b):
        return False
    if tuple(a) == tuple(b):
        return True
    limit = tolerance * max(scale, largest(a), largest(b))
    return all(x == y or abs(x - y) <= limit or (x != x and y != y) for x, y in zip(a, b, strict=True))


def near_number(a: float | None, b: float | None, tolerance: float = RELATIVE, scale: float = 0.0) -> bool:
    """Return whether two numbers agree; None equals only None."""
    if a is None or b is None:
        return a is b
    return a == b or near((a,), (b,), tolerance, scale)


def near_turn(a: Sequence[float], b: Sequence[float], tolerance: float = RELATIVE) -> bool:
    """Return whether two quaternions are the same rotation: q and -q are."""
    return near(a, b, tolerance, 1.0) or near(a, [-part for part in b], tolerance, 1.0)


def near_colour(a: Sequence[float], b: Sequence[float]) -> bool:
    """Return whether two colours agree to half a step of eight bits."""
    return len(a) == len(b) and all(abs(x - y) <= COLOUR_STEP for x, y in zip(a, b, strict=True))


def largest(numbers: Iterable[float]) -> float:
    """Return the largest finite magnitude, 0 if there is none."""
    return max((size for size in map(abs, numbers) if size < INFINITY), default=0.0)


class Tolerance:
    """tolerance: relative. extent: of the scene (m), what positions are relative to."""

    def __init__(self, tolerance: float, extent: float) -> None:
        self.tolerance = tolerance
        self.extent = extent

    @staticmethod
    def of(tolerance: float, *summaries: PhysicsSummary) -> Tolerance:
        """The tolerance for scenes as large as these: the extent is the largest coordinate of a centre of mass, at least 1 m."""
        return Tolerance(tolerance, max([1.0, *(abs(c) for summary in summaries for link in summary.links for c in link.com)]))

    def numbers_close(self, a: float | None, b: float | None, scale: float = 0.0) -> bool:
        """Compare two numbers; scale: what they are relative to where both are small."""
        return near_number(a, b, self.tolerance, scale)

    def all_close(self, a: Sequence[float], b: Sequence[float], scale: float = 0.0, least: float = 0.0) -> bool:
        """Compare vectors, relative to the largest component; least: a tolerance that this one is at least."""
        return near(a, b, max(self.tolerance, least), scale)

    def positions_close(self, a: Sequence[float], b: Sequence[float]) -> bool:
        """Compare two points (m)."""
        return self.all_close(a[:3], b[:3], self.extent)

    def rotations_close(self, a: Sequence[float], b: Sequence[float]) -> bool:
        """Compare two quaternions."""
        return near_turn(a, b, self.tolerance)

    def poses_close(self, a: Seven, b: Seven) -> bool:
        return self.positions_close(a, b) and self.rotations_close(a[3:], b[3:])


def pose_of(seven: Seven) -> Pose:
    x, y, z, *turn = seven
    return Pose((x, y, z), Rotation.from_quat(*turn))


def seven_of(pose: Pose) -> tuple[float, ...]:
    return (*pose.position, *pose.rotation)


def apart(a: Seven, b: Seven) -> tuple[float, float]:
    """Return how far two poses are from each other: metres between their origins, and the angle between them (rad)."""
    return norm(between(a, b)), turned_by(a[3:], b[3:])


def between(a: Sequence[float], b: Sequence[float]) -> Vec3:
    return sub((b[0], b[1], b[2]), (a[0], a[1], a[2]))


def turned_by(a: Sequence[float], b: Sequence[float]) -> float:
    """The angle of the rotation from one quaternion to another (rad). By an arc tangent: an arc cosine errs by 1e-8 near zero."""
    w, x, y, z = Rotation.from_quat(*a).inverse() @ Rotation.from_quat(*b)
    return 2 * math.atan2(math.hypot(x, y, z), abs(w))
