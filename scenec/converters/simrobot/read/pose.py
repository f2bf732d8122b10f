"""Where things are: `Translation` and `Rotation`."""

from __future__ import annotations

from typing import cast

from scenec.converters.simrobot.read.cursor import SceneCursor
from scenec.ir import Pose, Rotation, Vec3
from scenec.trace import derived, ids_of

HERE = Pose()


def read_pose(placed: SceneCursor) -> Pose:
    """Return X_PE, the pose of an element in its parent: first the translation, in the parent's axes, then the rotation
    Rz(z) Ry(y) Rx(x), in any order of the file (PC:656-697)."""
    position, rotation = HERE.position, HERE.rotation
    if translation := placed.only("translation"):
        position = (translation.number("x"), translation.number("y"), translation.number("z"))
    if turn := placed.only("rotation"):
        rotation = Rotation.from_rpy(turn.number("x"), turn.number("y"), turn.number("z"))
    return Pose(position, rotation)


def composed(X_AB: Pose, X_BC: Pose) -> Pose:
    """Return X_AC. If one of both poses is the identity, it is the other one, untouched; else it is computed and traced to both."""
    if X_BC.is_identity and not ids_of(X_BC):
        return X_AB
    if X_AB.is_identity and not ids_of(X_AB):
        return X_BC
    return derived(X_AB @ X_BC, X_AB, X_BC)


def point_at(X_AB: Pose, point: Vec3) -> Vec3:
    """Return a point of B in A. It is untouched where B is at A's origin, or the point at B's."""
    if X_AB.is_identity and not ids_of(X_AB):
        return point
    moved = X_AB.apply(point)
    if point == HERE.position and not ids_of(point):
        return moved
    return cast(Vec3, tuple(derived(float(component), X_AB, point) for component in moved))


def pose_or_none(pose: Pose) -> Pose | None:
    """Return a pose, None if the file states none."""
    return None if pose.is_identity and not ids_of(pose) else pose
