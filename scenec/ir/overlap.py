"""Whether shapes of two links overlap where a scene starts, decided for convex hulls and in doubt for yes.

Two convex shapes are apart where some direction separates them. Tried are the axes of both, their cross products, and directions found by
reflection (Chung and Wang, 1996); shapes for which none separates are said to overlap. So a `False` is certain, a `True` is not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from scenec.ir.base import WORLD, Id
from scenec.ir.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, Empty, MeshShape, Plane, Shape, Sphere, Torus
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.link import Collision
from scenec.ir.pose import Pose, Vec3, add, cross, dot, norm, scale, sub, unit
from scenec.ir.scene import Scene
from scenec.ir.shape_summary import Shapes

if TYPE_CHECKING:
    from numpy.typing import NDArray

GAP = 1e-6
"""m; shapes that are not further apart touch, and count as overlapping."""
REFLECTIONS = 60
AXES: tuple[Vec3, Vec3, Vec3] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))

Support = Callable[[Vec3], Vec3]
"""Direction, in the shape's frame -> the point of the shape that is furthest that way."""


class Solid(NamedTuple):
    """The convex hull of a shape. support: None for one whose size is not known. axes: of its frame in the world. endless: the direction
    out of a plane, which fills everything below it."""

    X_W: Pose
    support: Support | None
    axes: tuple[Vec3, Vec3, Vec3]
    endless: Vec3 | None = None

    def furthest(self, direction: Vec3) -> Vec3:
        """In the world. The solid must have a support."""
        assert self.support is not None
        x, y, z = self.axes
        local = (dot(x, direction), dot(y, direction), dot(z, direction))
        return add(self.X_W.position, self.X_W.rotation.apply(self.support(local)))


def overlap(ours: Sequence[Solid], theirs: Sequence[Solid]) -> bool:
    """Whether any shape of one link may overlap or touch any of another."""
    return any(not apart(one, other) for one in ours for other in theirs)


def apart(one: Solid, other: Solid) -> bool:
    """Whether two shapes are certainly more than `GAP` apart."""
    if one.endless is not None or other.endless is not None:
        plane, solid = (one, other) if one.endless is not None else (other, one)
        if plane.endless is None or solid.endless is not None or solid.support is None:
            return False
        lowest = solid.furthest(scale(plane.endless, -1.0))
        return dot(sub(lowest, plane.X_W.position), plane.endless) > GAP
    if one.support is None or other.support is None:
        return False
    between = sub(other.X_W.position, one.X_W.position)
    if norm(between) and _separates(scale(between, 1.0 / norm(between)), one, other):
        return True
    crossed = [cross(a, b) for a in one.axes for b in other.axes]
    for axis in (*one.axes, *other.axes, *(unit(each) for each in crossed if norm(each) > 1e-6)):
        if _separates(axis, one, other) or _separates(scale(axis, -1.0), one, other):
            return True
    return _found_by_reflection(unit(between) if norm(between) else AXES[0], one, other)


def _separates(direction: Vec3, one: Solid, other: Solid) -> bool:
    """Whether all of the other lies further that way than all of one."""
    return dot(direction, sub(other.furthest(scale(direction, -1.0)), one.furthest(direction))) > GAP


def _found_by_reflection(direction: Vec3, one: Solid, other: Solid) -> bool:
    for _ in range(REFLECTIONS):
        gap = sub(other.furthest(scale(direction, -1.0)), one.furthest(direction))
        if dot(direction, gap) > GAP:
            return True
        length = norm(gap)
        if not length:
            return False
        way = scale(gap, 1.0 / length)
        direction = unit(sub(direction, scale(way, 2.0 * dot(way, direction))))
    return False


class Solids:
    """The solids of a scene's links, in the world. displaced: how far links are from joint zero where the scene starts (a motion of the
    world, `Kinematics.moved`)."""

    def __init__(self, scene: Scene, kinematics: Kinematics, displaced: dict[Id, Pose]) -> None:
        self._links = {link.id: link for link in scene.links}
        self.kinematics = kinematics
        self._displaced = displaced
        self._meshes = Shapes(scene)
        self._made: dict[Id, list[Solid]] = {}

    @classmethod
    def at_start(cls, scene: Scene) -> Solids:
        """The solids where a scene starts."""
        kinematics = Kinematics(scene)
        starts = {joint.id: [float(axis.initial or 0.0) for axis in joint.axes] for joint in scene.joints}
        return cls(scene, kinematics, kinematics.moved(starts))

    def bounds(self, link_ids: Iterable[Id]) -> tuple[Vec3, Vec3] | None:
        """The lowest and highest coordinates in the world (m) of the shapes of some links; None where no shape has a known size. A
        plane has none."""
        solids = [solid for link_id in link_ids for solid in self.of(link_id) if solid.support is not None]
        if not solids:
            return None
        ends = [[solid.furthest(scale(axis, sign))[i] for solid in solids] for sign in (-1.0, 1.0) for i, axis in enumerate(AXES)]
        return (min(ends[0]), min(ends[1]), min(ends[2])), (max(ends[3]), max(ends[4]), max(ends[5]))

    def of(self, link_id: Id) -> list[Solid]:
        """The shapes of a link that others touch."""
        if link_id not in self._made:
            link = self._links.get(link_id)
            shapes = [each for each in link.collisions if not each.sensing_only] if link is not None else []
            self._made[link_id] = [solid for each in shapes if (solid := self.solid(each, link_id)) is not None]
        return self._made[link_id]

    def solid(self, collision: Collision, link_id: Id) -> Solid | None:
        """A shape of a link; None for one that nothing touches."""
        shape = collision.geometry
        if isinstance(shape, Empty):
            return None
        X_WL = self.kinematics.at_zero(collision.relative_to or link_id)
        X_W = X_WL @ (collision.pose or Pose())
        if (moved := self._displaced.get(link_id)) is not None:
            X_W = moved @ X_W
        x, y, z = (X_W.rotation.apply(axis) for axis in AXES)
        if isinstance(shape, Plane):
            return Solid(X_W, None, (x, y, z), X_W.rotation.apply(unit(shape.normal)))
        support = self._mesh(shape) if isinstance(shape, MeshShape) else support_of(shape)
        return Solid(X_W, support, (x, y, z))

    def _mesh(self, shape: MeshShape) -> Support | None:
        measured = self._meshes.points(shape)
        return furthest_of(measured[0]) if measured is not None and len(measured[0]) else None


def overlapping_neighbours(scene: Scene) -> Iterator[tuple[Joint, Id, Id]]:
    """The joints whose two links may overlap where the scene starts, with these links; both can move."""
    static = static_models(scene)
    still = {WORLD} | {link.id for link in scene.links if link.model in static}
    solids = Solids.at_start(scene)
    kinematics = solids.kinematics
    for joint in scene.joints:
        parent, child = kinematics.body_of(joint.parent), kinematics.body_of(joint.child)
        if joint.type != "fixed" and parent != child and not {parent, child} & still and overlap(solids.of(parent), solids.of(child)):
            yield joint, parent, child


# ---------------------------------------------------------------- the furthest point of a shape


def support_of(shape: Shape) -> Support | None:
    """Return None for a shape of unknown size."""
    match shape:
        case Box(size=(x, y, z)):
            return lambda d: (math.copysign(x / 2, d[0]), math.copysign(y / 2, d[1]), math.copysign(z / 2, d[2]))
        case Sphere(radius=radius):
            return lambda d: scale(_unit(d), radius)
        case Cylinder(radius=radius, length=length):
            return lambda d: _plus(_round(d, radius), math.copysign(length / 2, d[2]))
        case Capsule(radius=radius, length=length):
            return lambda d: _plus(scale(_unit(d), radius), math.copysign(max(length, 0.0) / 2, d[2]))
        case Ellipsoid(radii=radii):
            return lambda d: _of_ellipsoid(d, radii)
        case Cone(radius=radius, length=length):
            return lambda d: max((0.0, 0.0, length / 2), _plus(_round(d, radius), -length / 2), key=lambda point: dot(point, d))
        case Torus(major_radius=major, minor_radius=minor):
            return lambda d: add(_round(d, major), scale(_unit(d), minor))
    return None


def furthest_of(points: NDArray[Any]) -> Support:
    """Of the hull of some points."""

    def furthest(direction: Vec3) -> Vec3:
        x, y, z = points[int((points @ direction).argmax())].tolist()
        return (x, y, z)

    return furthest


def _unit(direction: Vec3) -> Vec3:
    return unit(direction) if any(direction) else AXES[2]


def _round(direction: Vec3, radius: float) -> Vec3:
    """The point of a circle about z."""
    x, y, _ = direction
    length = math.hypot(x, y)
    return (x / length * radius, y / length * radius, 0.0) if length else (radius, 0.0, 0.0)


def _plus(point: Vec3, z: float) -> Vec3:
    return (point[0], point[1], point[2] + z)


def _of_ellipsoid(direction: Vec3, radii: Vec3) -> Vec3:
    length = math.hypot(*(r * d for r, d in zip(radii, direction, strict=True)))
    if not length:
        return (0.0, 0.0, radii[2])
    (a, b, c), (x, y, z) = radii, direction
    return (a * a * x / length, b * b * y / length, c * c * z / length)
