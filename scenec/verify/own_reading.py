"""Comparison of a written file, read back, with the scene that it was written from.

Compared is what a simulator sees, however the format frames it: rigid groups, what stands still, joints, sensors, lights, gravity and
step; at the joints' initial positions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence

from scenec.comparison.joint_equality import are_comparable, axes_from, coupling, mimics_equal, misplaced, value_faults
from scenec.comparison.joint_graph import WORLD_INDEX, Weight, direction, weights_apart
from scenec.comparison.pairing import last_name, nearest
from scenec.comparison.shape_equality import PlacedShape, shape_differences
from scenec.comparison.tolerance import COLOUR_STEP, RELATIVE, Tolerance, apart
from scenec.ir.pose import scale
from scenec.ir.summary import CollisionSummary, JointSummary, LightSummary, PhysicsSummary, SensorSummary, ShapeSummary, VisualSummary
from scenec.verify.difference import Difference, Kind, shown
from scenec.verify.rigid import Group, Parts, RigidView

Shape = CollisionSummary | VisualSummary


def differences(ours: PhysicsSummary, theirs: PhysicsSummary) -> list[Difference]:
    """Return what the two do not agree on."""
    return list(_Comparison(ours, theirs).all())


def joint_pairs(ours: PhysicsSummary, theirs: PhysicsSummary) -> list[tuple[JointSummary, JointSummary, int]]:
    """Which joint is which, and 1, or -1 where it is written from its other side."""
    comparison = _Comparison(ours, theirs)
    for _ in comparison.bodies():
        pass
    pairs = [(i, j) for i, j in comparison.joints() if i is not None and j is not None]
    return [(ours.joints[i], theirs.joints[j], comparison.direction(i, j) or 1) for i, j in pairs]


class _Comparison:
    def __init__(self, ours: PhysicsSummary, theirs: PhysicsSummary) -> None:
        self.ours, self.theirs = ours, theirs
        self.mine, self.other = RigidView(ours), RigidView(theirs)
        self.close = Tolerance.of(RELATIVE, ours)
        self._group_pairs = {WORLD_INDEX: WORLD_INDEX}  # a group of theirs -> the group of ours that it is

    def all(self) -> Iterator[Difference]:
        yield from self.bodies()
        yield from self._parts(self.mine.standing, self.other.standing, ())
        yield from self._world()
        joints = self.joints()
        leaders = {self.ours.joints[i].path: self.theirs.joints[j].path for i, j in joints if i is not None and j is not None}
        for i, j in joints:
            yield from self._joint(i, j, leaders)
        yield from self._lights()

    # ---------------------------------------------------------------- bodies

    def bodies(self) -> Iterator[Difference]:
        for s, t in nearest(self.mine.bodies, self.other.bodies, [(_names_of_group, _names_of_group)], self._groups_apart):
            if s is None or t is None:
                yield from _alone(s, t)
                continue
            self._group_pairs[t.number] = s.number
            names = tuple(dict.fromkeys((*s.names, *t.names)))
            for aspect in weights_apart(s.weight, t.weight, self.close):
                yield Difference("link", aspect, names, *(shown(WEIGHTS[aspect](each.weight)) for each in (s, t)))
            if s.number in self.mine.jointed and s.self_collide != t.self_collide:
                yield Difference("link", "self collision", names, shown(s.self_collide), shown(t.self_collide))
            yield from self._parts(s.parts, t.parts, names)

    def _groups_apart(self, ours: Group, theirs: Group) -> float:
        mass, other = ours.weight.mass, theirs.weight.mass
        between = math.dist(ours.weight.com, theirs.weight.com) / self.close.extent
        return (ours.names[0] != theirs.names[0]) * 1e-3 + between + abs(mass - other) / (1e-9 + mass + other)

    def _parts(self, ours: Parts, theirs: Parts, owners: tuple[str, ...]) -> Iterator[Difference]:
        for c, d in _shape_pairs(ours.collisions, theirs.collisions):
            yield from self._shape("collision", c, d, owners)
        for v, w in _shape_pairs(ours.visuals, theirs.visuals):
            yield from self._shape("visual", v, w, owners)
        for s, t in nearest(ours.sensors, theirs.sensors, NAMED, _sensors_apart):
            names = (*(each.path for each in (s, t) if each is not None), *owners)
            if s is None or t is None or s.type != t.type:
                yield Difference("sensor", "type", names, s.type if s else "missing", t.type if t else "missing")
            elif not self.close.poses_close(s.pose, t.pose):
                yield Difference("sensor", "place", names, shown(s.pose), shown(t.pose))

    def _shape(self, kind: Kind, one: PlacedShape | None, other: PlacedShape | None, owners: tuple[str, ...]) -> Iterator[Difference]:
        names = (*(each.summary.path for each in (one, other) if each is not None), *owners)
        if one is None or other is None or one.kind != other.kind:
            yield Difference(kind, "type", names, one.kind if one else "missing", other.kind if other else "missing")
            return
        for aspect in shape_differences(one, other, self.close):
            both: tuple[object, object] = (one.size, other.size) if aspect == "size" else (one.summary.pose, other.summary.pose)
            if both[0] == both[1] and one.bounds is not None:  # the points of a mesh say where it is and how large
                both = one.bounds, other.bounds
            yield Difference(kind, aspect, names, shown(both[0]), shown(both[1]))
        ours, theirs = one.summary, other.summary
        if isinstance(ours, VisualSummary) and isinstance(theirs, VisualSummary):
            if ours.color is not None and not self.close.all_close(ours.color, theirs.color or (), 1.0, COLOUR_STEP):
                yield Difference(kind, "colour", names, shown(ours.color), shown(theirs.color))
        elif isinstance(ours, CollisionSummary) and isinstance(theirs, CollisionSummary):
            if ours.mu is not None and theirs.mu is not None and not self.close.all_close(ours.mu, theirs.mu, 1.0):
                yield Difference(kind, "friction", names, shown(ours.mu), shown(theirs.mu))
            bounces = ours.restitution, theirs.restitution
            if None not in bounces and not self.close.numbers_close(*bounces, 1.0):
                yield Difference(kind, "restitution", names, shown(bounces[0]), shown(bounces[1]))

    # ---------------------------------------------------------------- joints

    def joints(self) -> list[tuple[int | None, int | None]]:
        """A joint is first of all what connects two bodies."""
        keys = (lambda i: [frozenset(self.mine.group_ends[i])], lambda j: [frozenset(self._ends_of_theirs(j))])
        return nearest(range(len(self.ours.joints)), range(len(self.theirs.joints)), [keys], self._joints_apart)

    def _joints_apart(self, i: int, j: int) -> float:
        ours, theirs = self.ours.joints[i], self.theirs.joints[j]
        unlike = 5 * (last_name(ours.path) != last_name(theirs.path)) + (ours.path != theirs.path) + (ours.type != theirs.type)
        return unlike + math.dist(ours.anchor, theirs.anchor) / self.close.extent

    def _ends_of_theirs(self, j: int) -> tuple[int, int]:
        parent, child = self.other.group_ends[j]
        return self._group_pairs.get(parent, UNKNOWN), self._group_pairs.get(child, UNKNOWN)

    def direction(self, i: int, j: int) -> int:
        """1; -1 if it is written from its other side, with its axis reversed; 0 if it connects something else."""
        mine = self.mine.group_ends[i]
        within_a_body = self.ours.joints[i].type == "fixed" and mine[0] == mine[1]
        return 1 if within_a_body else direction(mine, self._ends_of_theirs(j))

    def _joint(self, i: int | None, j: int | None, leaders: Mapping[str, str]) -> Iterator[Difference]:
        ours, theirs = None if i is None else self.ours.joints[i], None if j is None else self.theirs.joints[j]
        names = tuple(each.path for each in (ours, theirs) if each is not None)
        if i is None or j is None or ours is None or theirs is None:
            yield Difference("joint", "type", names, ours.type if ours else "missing", theirs.type if theirs else "missing")
            return
        sign = self.direction(i, j)
        if not sign:
            ends = [f"between {each.parent} and {each.child}" for each in (ours, theirs)]
            yield Difference("joint", "type", names, ends[0], ends[1])
            return
        if not are_comparable(ours, theirs):
            yield Difference("joint", "type", names, ours.type, theirs.type)
            return
        axes = list(zip(ours.axes, axes_from(theirs, sign), strict=True))
        for aspect, at in misplaced(ours, theirs, self.close, sign):
            if aspect == "anchor":
                yield Difference("joint", aspect, names, shown(ours.anchor), shown(theirs.anchor))
            else:
                turned = scale(axes[at][1].axis, sign)
                yield Difference("joint", aspect, names, f"{shown(axes[at][0].axis)} (axis {at + 1})", shown(turned))
        for number, aspect, before, after, _ in value_faults(ours, theirs, self.close, sign, caps=True):
            yield Difference("joint", aspect, names, f"{shown(before)} (axis {number})" if number else shown(before), shown(after))
        for number, (axis, other) in enumerate(axes, 1):
            if axis.actuated != other.actuated:
                yield Difference("joint", "motor", names, f"{shown(axis.actuated)} (axis {number})", shown(other.actuated))
        leader = leaders.get(ours.mimic.joint) if ours.mimic else None
        if not mimics_equal(ours.mimic, theirs.mimic, leader, self.close):
            yield Difference("joint", "mimic", names, shown(coupling(ours.mimic)), shown(coupling(theirs.mimic)))

    # ---------------------------------------------------------------- the world

    def _world(self) -> Iterator[Difference]:
        for aspect, mine, other, least in (
            ("gravity", self.ours.gravity, self.theirs.gravity, 1.0),
            ("step", _vector(self.ours.step), _vector(self.theirs.step), 0.0),
        ):
            if mine is not None and (other is None or not self.close.all_close(mine, other, least)):
                yield Difference("world", aspect, (aspect, f"world.{aspect}"), shown(mine), shown(other))

    def _lights(self) -> Iterator[Difference]:
        for s, t in nearest(self.ours.lights, self.theirs.lights, NAMED, _lights_apart):
            names = tuple(each.path for each in (s, t) if each is not None)
            if s is None or t is None or s.type != t.type:
                yield Difference("light", "type", names, s.type if s else "missing", t.type if t else "missing")
            elif not self.close.all_close(s.position or (), t.position or (), self.close.extent) or not self.close.all_close(
                s.direction or (), t.direction or (), 1.0
            ):
                yield Difference("light", "place", names, shown((s.position, s.direction)), shown((t.position, t.direction)))


UNKNOWN = -2
"""Instead of the group of a body that has no counterpart."""

WEIGHTS: Mapping[str, Callable[[Weight], object]] = {
    "mass": lambda weight: weight.mass,
    "centre of mass": lambda weight: weight.com,
    "inertia tensor": lambda weight: weight.inertia,
}


def _names_of_group(group: Group) -> list[str]:
    return [last_name(path) for path in group.names]


def _name_of(thing: SensorSummary | LightSummary) -> tuple[str]:
    return (last_name(thing.path),)


NAMED = [(_name_of, _name_of)]


def _alone(ours: Group | None, theirs: Group | None) -> Iterator[Difference]:
    """A group that only one side has; an empty frame of the result is nothing a simulator sees."""
    if ours is not None:
        yield Difference("link", "presence", ours.names, "there", "missing")
    elif theirs is not None and (theirs.weight.mass or theirs.parts):
        yield Difference("link", "presence", theirs.names, "missing", "there")


def _vector(number: float | None) -> tuple[float] | None:
    return None if number is None else (number,)


# ---------------------------------------------------------------- which is which


def _shape_pairs(ours: Sequence[Shape], theirs: Sequence[Shape]) -> list[tuple[PlacedShape | None, PlacedShape | None]]:
    """Shapes of the same outline are paired first; their names are often made up."""
    by_outline, by_type = (lambda each: (each.outline,)), (lambda each: (each.kind,))
    rounds = [(by_outline, by_outline), (by_type, by_type)]
    return nearest(list(map(PlacedShape.of, ours)), list(map(PlacedShape.of, theirs)), rounds, _shapes_apart)


def _shapes_apart(one: PlacedShape, other: PlacedShape) -> float:
    """Shapes of different types are further apart than any others."""
    if one.kind != other.kind:
        return 1e6 + math.dist(one.position, other.position)
    other_name = last_name(one.summary.path) != last_name(other.summary.path)
    other_look = _look(one.summary) != _look(other.summary)
    gap = max((abs(a - b) for a, b in zip(one.numbers, other.numbers, strict=False)), default=0.0)
    return gap + 1e-3 * other_name + 1e-4 * other_look


def _look(shape: ShapeSummary) -> object:
    return getattr(shape, "color", None), getattr(shape, "mu", None), getattr(shape, "restitution", None)


def _sensors_apart(ours: SensorSummary, theirs: SensorSummary) -> float:
    return (ours.type != theirs.type) * 1e6 + sum(apart(ours.pose, theirs.pose))


def _lights_apart(ours: LightSummary, theirs: LightSummary) -> float:
    far_apart = (ours.type != theirs.type) * 1e6
    for mine, other in ((ours.position, theirs.position), (ours.direction, theirs.direction)):
        far_apart += math.dist(mine, other) if mine is not None and other is not None else 0.0
    return far_apart
