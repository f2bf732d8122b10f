"""The simple shape that comes nearest to a cloud of points, such as the vertices of a mesh.

Shapes are compared by how far they reach in every direction (their support functions), which is all that touches of a convex body. The
candidates have the extents of the points: a box, a cylinder and a capsule along each axis that is round enough, a ball.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from scenec.ir.geometry import Box, Capsule, Cylinder, Shape, Sphere
from scenec.ir.pose import IDENTITY, Pose, Rotation, Vec3

if TYPE_CHECKING:
    from numpy.typing import NDArray

DIRECTIONS = 200
THINNEST = 1e-4
"""m; of a box around points that lie in a plane."""
ROLLING = {"Sphere": 0.25, "Capsule": 0.5}
"""A standing part must not roll: a ball or capsule fits only if it is off by no more than this part of its radius."""
ROUND = 0.8
"""A cross-section is round if its shorter side is at least this part of the longer one."""


class Fit(NamedTuple):
    """shape, at pose (in the frame of the points); error: how far it reaches too far or too short, at most (m)."""

    shape: Shape
    pose: Pose
    error: float


def best_fit(points: NDArray[Any], kinds: Collection[str] = ("Box", "Sphere", "Cylinder", "Capsule")) -> Fit | None:
    """The best of the kinds (class names of shapes); None without a point."""
    import numpy as np

    if not len(points) or not np.isfinite(points).all():
        return None
    low, high = points.min(axis=0), points.max(axis=0)
    middle, extents = (low + high) / 2, np.maximum(high - low, THINNEST)
    directions = _directions()
    reach = np.array([(points @ direction).max() for direction in directions]) - directions @ middle
    best: Fit | None = None
    least = math.inf
    centre = _vector(middle)
    for shape, turn in _candidates((float(extents[0]), float(extents[1]), float(extents[2]))):
        if type(shape).__name__ not in kinds:
            continue
        off = np.abs(_reach(shape, directions @ np.array(turn.matrix())) - reach)
        if isinstance(shape, (Sphere, Capsule)) and off.max() > ROLLING[type(shape).__name__] * shape.radius:
            continue
        mean = float(np.sqrt((off * off).mean()))
        if mean < least * (1 - 1e-9):
            best, least = Fit(shape, Pose(centre, turn), float(f"{off.max():.2g}")), mean
    return best


def _vector(values: NDArray[Any]) -> Vec3:
    """Without the noise of the last digits."""
    x, y, z = (0.0 if abs(value) < 1e-12 else float(f"{value:.12g}") for value in values)
    return (x, y, z)


def _candidates(extents: Vec3) -> Iterator[tuple[Shape, Rotation]]:
    x, y, z = (float(f"{extent:.12g}") for extent in extents)
    yield Box(size=(x, y, z)), IDENTITY
    if min(x, y, z) >= ROUND * max(x, y, z):
        yield Sphere(radius=max(x, y, z) / 2), IDENTITY
    for a, b, length, turn in (
        (x, y, z, IDENTITY),
        (y, z, x, Rotation.from_rpy(0.0, math.pi / 2, 0.0)),
        (x, z, y, Rotation.from_rpy(-math.pi / 2, 0.0, 0.0)),
    ):
        if min(a, b) >= ROUND * max(a, b):
            radius = max(a, b) / 2
            yield Cylinder(radius=radius, length=length), turn
            if length > 2 * radius:
                yield Capsule(radius=radius, length=float(f"{length - 2 * radius:.12g}")), turn


def _reach(shape: Shape, directions: NDArray[Any]) -> NDArray[Any]:
    """How far a shape reaches from its centre in unit directions of its own frame."""
    import numpy as np

    result: NDArray[Any]
    match shape:
        case Box():
            result = np.abs(directions) @ (np.array(shape.size) / 2)
        case Cylinder():
            result = np.hypot(directions[:, 0], directions[:, 1]) * shape.radius + np.abs(directions[:, 2]) * shape.length / 2
        case Capsule():
            result = shape.radius + np.abs(directions[:, 2]) * shape.length / 2
        case Sphere():
            result = np.full(len(directions), shape.radius)
        case _:
            raise TypeError(f"{type(shape).__name__} is no candidate")
    return result


def _directions() -> NDArray[Any]:
    """Spread evenly over the sphere, along a spiral."""
    import numpy as np

    i = np.arange(DIRECTIONS) + 0.5
    z = 1 - 2 * i / DIRECTIONS
    angle = math.pi * (1 + math.sqrt(5)) * i
    level = np.sqrt(1 - z * z)
    return np.stack([level * np.cos(angle), level * np.sin(angle), z], axis=1)
