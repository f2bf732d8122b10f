"""What a written file means when it is read back, against what the scene it was written from means.

Compared is what a simulator sees, however the format frames it: rigid groups, what stands still, joints, sensors, lights, gravity and
step; at the joints' initial positions.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from scenec.ir.pose import cross, sub
from scenec.ir.summary import (
    AxisSummary,
    CollisionSummary,
    JointSummary,
    LightSummary,
    MimicSummary,
    PhysicsSummary,
    SensorSummary,
    VisualSummary,
)
from scenec.verify.difference import Difference, Kind, far, shown
from scenec.verify.matching import last_name, matched
from scenec.verify.rigid import Group, Parts, rigid_view
from scenec.verify.shapes import facing, facts, kind_of, outline, sensors_apart, surface_facts, unlikeness

Shape = CollisionSummary | VisualSummary

LOOSE = {"continuous": "revolute"}
"""Joint types that differ in nothing but their limits."""


def differences(ours: PhysicsSummary, theirs: PhysicsSummary) -> list[Difference]:
    """What the two do not agree on."""
    return list(_Comparison(ours, theirs).all())


def joint_pairs(ours: PhysicsSummary, theirs: PhysicsSummary) -> list[tuple[JointSummary, JointSummary, int]]:
    """Which joint is which, and 1, or -1 where it is told from its other side."""
    comparison = _Comparison(ours, theirs)
    for _ in comparison.bodies():
        pass
    return [(s, t, comparison.direction(s, t) or 1) for s, t in comparison.joints() if s is not None and t is not None]


class _Comparison:
    def __init__(self, ours: PhysicsSummary, theirs: PhysicsSummary) -> None:
        self.ours, self.theirs = ours, theirs
        self.mine, self.other = rigid_view(ours), rigid_view(theirs)
        self.extent = max([1.0, *(abs(x) for link in ours.links for x in link.com)])
        self._same = {"world": "world"}  # a group of theirs -> the group of ours that it is

    def all(self) -> Iterator[Difference]:
        yield from self.bodies()
        yield from self._parts(self.mine.standing, self.other.standing, ())
        yield from self._world()
        for ours, theirs in self.joints():
            yield from self._joint(ours, theirs)
        yield from self._lights()

    # ---------------------------------------------------------------- bodies

    def bodies(self) -> Iterator[Difference]:
        for s, t in matched(self.mine.groups, self.other.groups, [(_names_of_group, _names_of_group)], self._groups_apart):
            if s is None or t is None:
                yield from _alone(s, t)
                continue
            self._same[self.other.home(t.names[0])] = self.mine.home(s.names[0])
            names = tuple(dict.fromkeys((*s.names, *t.names)))
            for aspect, mine, other, scale in (
                ("mass", (s.mass,), (t.mass,), 0.0),
                ("centre of mass", s.com, t.com, self.extent),
                ("inertia", s.inertia, t.inertia, s.mass * 1e-6),
            ):
                if far(mine, other, scale):
                    yield Difference("link", aspect, names, shown(mine), shown(other))
            if s.jointed and s.self_collide != t.self_collide:
                yield Difference("link", "self collision", names, shown(s.self_collide), shown(t.self_collide))
            yield from self._parts(s.parts, t.parts, names)

    def _groups_apart(self, ours: Group, theirs: Group) -> float:
        weight = abs(ours.mass - theirs.mass) / (1e-9 + ours.mass + theirs.mass)
        return (ours.names[0] != theirs.names[0]) * 1e-3 + math.dist(ours.com, theirs.com) / self.extent + weight

    def _parts(self, ours: Parts, theirs: Parts, owners: tuple[str, ...]) -> Iterator[Difference]:
        for c, d in matched(ours.collisions, theirs.collisions, SHAPES, unlikeness):
            yield from self._shape("collision", c, d, owners)
        for v, w in matched(ours.visuals, theirs.visuals, SHAPES, unlikeness):
            yield from self._shape("visual", v, w, owners)
        for s, t in matched(ours.sensors, theirs.sensors, NAMED, sensors_apart):
            names = (*(each.path for each in (s, t) if each is not None), *owners)
            if s is None or t is None or s.type != t.type:
                yield Difference("sensor", "type", names, s.type if s else "missing", t.type if t else "missing")
            elif far(s.pose[:3], t.pose[:3], self.extent) or far(facing(s), facing(t)):
                yield Difference("sensor", "place", names, shown(s.pose), shown(t.pose))

    def _shape(self, kind: Kind, ours: Shape | None, theirs: Shape | None, owners: tuple[str, ...]) -> Iterator[Difference]:
        names = (*(each.path for each in (ours, theirs) if each is not None), *owners)
        if ours is None or theirs is None or ours.type != theirs.type:
            yield Difference(kind, "type", names, ours.type if ours else "missing", theirs.type if theirs else "missing")
            return
        other = {aspect: numbers for aspect, numbers, _ in facts(theirs)}
        for aspect, numbers, limit in facts(ours):
            scale = self.extent if aspect in ("position", "bounds", "height") else 0.0 if aspect == "size" else 1.0
            if far(numbers, other.get(aspect), scale, limit):
                yield Difference(kind, aspect, names, shown(numbers), shown(other.get(aspect)))
        for (aspect, said, limit), (_, seen, _) in zip(surface_facts(ours), surface_facts(theirs), strict=True):
            if said is not None and (seen is not None or aspect == "colour") and far(said, seen, 1.0, limit):
                yield Difference(kind, aspect, names, shown(said), shown(seen))

    # ---------------------------------------------------------------- joints

    def joints(self) -> list[tuple[JointSummary | None, JointSummary | None]]:
        return matched(self.ours.joints, self.theirs.joints, [(self._joint_keys, self._joint_keys_of_theirs)], self._joints_apart)

    def _joint_keys(self, joint: JointSummary) -> list[frozenset[str]]:
        """A joint is first of all what connects two bodies."""
        return [frozenset(self._ends(joint))]

    def _joint_keys_of_theirs(self, joint: JointSummary) -> list[frozenset[str]]:
        return [frozenset(self._ends_of_theirs(joint))]

    def _joints_apart(self, ours: JointSummary, theirs: JointSummary) -> float:
        unlike = 5 * (last_name(ours.path) != last_name(theirs.path)) + (ours.path != theirs.path) + (ours.type != theirs.type)
        return unlike + math.dist(ours.anchor, theirs.anchor) / self.extent

    def _ends(self, joint: JointSummary) -> list[str]:
        return [self.mine.home(joint.parent), self.mine.home(joint.child)]

    def _ends_of_theirs(self, joint: JointSummary) -> list[str]:
        return [self._same.get(self.other.home(end), "?") for end in (joint.parent, joint.child)]

    def direction(self, ours: JointSummary, theirs: JointSummary) -> int:
        """1; -1 if it is told from its other side, with its axis reversed; 0 if it connects something else."""
        mine, other = self._ends(ours), self._ends_of_theirs(theirs)
        if mine == other or (ours.type == "fixed" and mine[0] == mine[1]):
            return 1
        return -1 if mine == other[::-1] else 0

    def _joint(self, ours: JointSummary | None, theirs: JointSummary | None) -> Iterator[Difference]:
        names = tuple(each.path for each in (ours, theirs) if each is not None)
        if ours is None or theirs is None:
            yield Difference("joint", "type", names, ours.type if ours else "missing", theirs.type if theirs else "missing")
            return
        sign = self.direction(ours, theirs)
        if not sign:
            yield Difference(
                "joint", "type", names, f"between {ours.parent} and {ours.child}", f"between {theirs.parent} and {theirs.child}"
            )
            return
        kind = LOOSE.get(ours.type, ours.type)
        if kind != LOOSE.get(theirs.type, theirs.type) or len(ours.axes) != len(theirs.axes):
            yield Difference("joint", "type", names, ours.type, theirs.type)
            return
        if far(offset := _offset(kind, ours, theirs), [0.0] * len(offset), self.extent):
            yield Difference("joint", "anchor", names, shown(ours.anchor), shown(theirs.anchor))
        others = theirs.axes if sign > 0 else theirs.axes[::-1]
        for number, (axis, other) in enumerate(zip(ours.axes, others, strict=True), 1):
            for aspect, said, seen in _axis(axis, other, sign):
                yield Difference("joint", aspect, names, f"{shown(said)} (axis {number})", shown(seen))
        for aspect, said, seen in (("pitch", ours.pitch, theirs.pitch), ("ratio", ours.ratio, theirs.ratio)):
            if far(said or 0.0, seen or 0.0):
                yield Difference("joint", aspect, names, shown(said), shown(seen))
        if _coupling(ours.mimic) != _coupling(theirs.mimic):
            yield Difference("joint", "mimic", names, _coupling(ours.mimic), _coupling(theirs.mimic))

    # ---------------------------------------------------------------- the world

    def _world(self) -> Iterator[Difference]:
        if self.ours.gravity is not None and far(self.ours.gravity, self.theirs.gravity):
            yield Difference("world", "gravity", ("gravity",), shown(self.ours.gravity), shown(self.theirs.gravity))
        if self.ours.step is not None and far(self.ours.step, self.theirs.step, 0.0):
            yield Difference("world", "step", ("step",), shown(self.ours.step), shown(self.theirs.step))

    def _lights(self) -> Iterator[Difference]:
        for s, t in matched(self.ours.lights, self.theirs.lights, NAMED, _lights_apart):
            names = tuple(each.path for each in (s, t) if each is not None)
            if s is None or t is None or s.type != t.type:
                yield Difference("light", "type", names, s.type if s else "missing", t.type if t else "missing")
            elif far(s.position, t.position, self.extent) or far(s.direction, t.direction):
                yield Difference("light", "place", names, shown((s.position, s.direction)), shown((t.position, t.direction)))


def _names_of_group(group: Group) -> list[str]:
    return [last_name(path) for path in group.names]


def _name_of(thing: SensorSummary | LightSummary) -> tuple[str]:
    return (last_name(thing.path),)


NAMED = [(_name_of, _name_of)]
SHAPES = [(outline, outline), (kind_of, kind_of)]
"""Shapes of the same outline are paired first; their names are often made up."""


def _alone(ours: Group | None, theirs: Group | None) -> Iterator[Difference]:
    """A group that only one side has; an empty frame of the result is nothing a simulator sees."""
    if ours is not None:
        yield Difference("link", "presence", ours.names, "there", "missing")
    elif theirs is not None and (theirs.mass or theirs.parts):
        yield Difference("link", "presence", theirs.names, "missing", "there")


def _offset(kind: str, ours: JointSummary, theirs: JointSummary) -> Sequence[float]:
    """How far the anchors are apart where it matters: a hinge may be anchored anywhere on its axis, a slider anywhere."""
    if kind in ("fixed", "prismatic", "floating"):
        return ()
    apart = sub(ours.anchor, theirs.anchor)
    return cross(apart, ours.axes[0].axis) if kind in ("revolute", "screw") and ours.axes else apart


def _axis(ours: AxisSummary, theirs: AxisSummary, sign: int) -> Iterator[tuple[str, object, object]]:
    """(aspect, ours, theirs) of what differs."""
    turned = tuple(sign * x for x in theirs.axis)
    if far(ours.axis, turned):
        yield "axis", ours.axis, turned
    for aspect, said, seen in (
        ("limit", ours.lower, theirs.lower),
        ("limit", ours.upper, theirs.upper),
        ("effort", ours.effort, theirs.effort),
        ("velocity", ours.velocity, theirs.velocity),
    ):
        if far(_bound(said), _bound(seen)):
            yield aspect, said, seen
    for aspect, said, seen in (
        ("initial position", ours.initial, theirs.initial),
        ("damping", ours.damping, theirs.damping),
        ("friction", ours.friction, theirs.friction),
        ("spring", ours.stiffness, theirs.stiffness),
        ("spring", ours.reference if ours.stiffness else None, theirs.reference if ours.stiffness else None),
    ):
        if far(said or 0.0, seen or 0.0):
            yield aspect, said, seen
    if ours.actuated != theirs.actuated:
        yield "motor", ours.actuated, theirs.actuated


def _bound(value: float | None) -> float | None:
    """A limit; what is beyond any machine is none."""
    return None if value is None or abs(value) >= 1e15 else value


def _coupling(mimic: MimicSummary | None) -> str:
    """What a joint follows; by the leader's own name, as models may be called otherwise in the result."""
    if mimic is None:
        return "none"
    return f"{mimic.multiplier:.9g} * ({last_name(mimic.joint)} - {mimic.reference:.9g}) + {mimic.offset:.9g}"


def _lights_apart(ours: LightSummary, theirs: LightSummary) -> float:
    far_apart = (ours.type != theirs.type) * 1e6
    for mine, other in ((ours.position, theirs.position), (ours.direction, theirs.direction)):
        far_apart += math.dist(mine, other) if mine is not None and other is not None else 0.0
    return far_apart
