"""What of a shape a simulator can see: numbers that do not depend on how its frame was chosen."""

from __future__ import annotations

import math

from scenec.ir.pose import Rotation, Vec3
from scenec.ir.summary import CollisionSummary, SensorSummary, ShapeSummary, VisualSummary
from scenec.verify.difference import BOUNDS, COLOUR, RELATIVE

Numbers = tuple[float, ...]
Fact = tuple[str, Numbers, float]
"""Of what, in numbers, and how near (relative) is near enough."""

_ROUND = ("cylinder", "capsule", "torus", "cone")


def facts(shape: ShapeSummary) -> list[Fact]:
    """A cylinder's spin, the order of a box's edges and the place of an endless plane along itself do not count."""
    position, rotation, size = shape.pose[:3], _columns(shape.pose), shape.size
    if shape.type in ("box", "ellipsoid"):
        edges = [size.get(key, 0.0) for key in (("x", "y", "z") if shape.type == "box" else ("rx", "ry", "rz"))]
        return [("position", position, RELATIVE), ("size", _tensor(rotation, edges), RELATIVE)]
    if shape.type == "sphere":
        return [("position", position, RELATIVE), ("size", (size.get("radius", 0.0),), RELATIVE)]
    if shape.type in _ROUND:
        keys = ("major", "minor") if shape.type == "torus" else ("radius", "length")
        along = rotation[2]
        way = along if shape.type == "cone" else tuple(a * b for a in along for b in along)
        return [("position", position, RELATIVE), ("direction", way, RELATIVE), ("size", tuple(size.get(k, 0.0) for k in keys), RELATIVE)]
    if shape.type == "plane":
        return _plane(shape, position, rotation)
    found: list[Fact] = [("position", position, RELATIVE)] if shape.bounds is None else []
    if shape.bounds is not None:
        found.append(("bounds", (*shape.bounds[0], *shape.bounds[1]), BOUNDS))
    if size.get("faces"):
        found.append(("mesh", (size.get("vertices", 0.0), size["faces"]), RELATIVE))
    return found


def _plane(shape: ShapeSummary, position: Numbers, rotation: tuple[Vec3, Vec3, Vec3]) -> list[Fact]:
    size = shape.size
    local = (size.get("nx", 0.0), size.get("ny", 0.0), size.get("nz", 0.0))
    if not any(local):
        local = (0.0, 0.0, 1.0)
    normal = tuple(sum(rotation[k][i] * local[k] for k in range(3)) for i in range(3))
    height = sum(a * b for a, b in zip(normal, position, strict=True))
    found: list[Fact] = [("direction", normal, RELATIVE), ("height", (height,), RELATIVE)]
    if size.get("x"):
        found += [("position", position, RELATIVE), ("size", tuple(sorted((size["x"], size.get("y", 0.0)))), RELATIVE)]
    return found


def outline(shape: ShapeSummary) -> tuple[str]:
    """A shape's type and facts to six digits: most shapes of a result are exactly those of the scene."""
    return (f"{shape.type} {[[float(f'{x:.6g}') + 0.0 for x in numbers] for _, numbers, _ in facts(shape)]}",)


def kind_of(shape: ShapeSummary) -> tuple[str]:
    return (shape.type,)


def unlikeness(ours: ShapeSummary, theirs: ShapeSummary) -> float:
    """How far two shapes are from each other; shapes of different types are further apart than any others."""
    if ours.type != theirs.type:
        return 1e6 + math.dist(ours.pose[:3], theirs.pose[:3])
    other_name = ours.path.rpartition("::")[2] != theirs.path.rpartition("::")[2]
    other_look = surface_facts(ours) != surface_facts(theirs)
    return sum(_gap(a[1], b[1]) for a, b in zip(facts(ours), facts(theirs), strict=False)) + 1e-3 * other_name + 1e-4 * other_look


def sensors_apart(ours: SensorSummary, theirs: SensorSummary) -> float:
    return (ours.type != theirs.type) * 1e6 + _gap((*ours.pose[:3], *facing(ours)), (*theirs.pose[:3], *facing(theirs)))


def facing(thing: SensorSummary) -> Numbers:
    """Where a thing looks, without the sign of its quaternion."""
    return tuple(x for column in _columns(thing.pose) for x in column)


def surface_facts(shape: ShapeSummary) -> list[tuple[str, Numbers | None, float]]:
    """Friction and restitution of a collision, the colour of a visual; None where nothing is said."""
    if isinstance(shape, VisualSummary):
        return [("colour", shape.color, COLOUR)]
    assert isinstance(shape, CollisionSummary)
    return [("friction", shape.mu, RELATIVE), ("restitution", None if shape.restitution is None else (shape.restitution,), RELATIVE)]


def _gap(ours: Numbers, theirs: Numbers) -> float:
    return max((abs(a - b) for a, b in zip(ours, theirs, strict=False)), default=0.0)


def _columns(pose: Numbers) -> tuple[Vec3, Vec3, Vec3]:
    """The axes of a frame in the world."""
    rotation = Rotation.from_quat(pose[3], pose[4], pose[5], pose[6])
    return rotation.apply((1.0, 0.0, 0.0)), rotation.apply((0.0, 1.0, 0.0)), rotation.apply((0.0, 0.0, 1.0))


def _tensor(axes: tuple[Vec3, Vec3, Vec3], lengths: list[float]) -> Numbers:
    """R diag(lengths) R^T: edges in space, whichever of them is called x."""
    return tuple(sum(axes[k][i] * lengths[k] * axes[k][j] for k in range(3)) for i in range(3) for j in range(3))
