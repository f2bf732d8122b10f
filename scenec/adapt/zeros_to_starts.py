"""A scene as it is at the start: every joint zero moves to the initial position of the joint.

Some formats state where links are at joint zero, and their simulators know no other start. With the zeros shifted, links are stated where
they start, and limits, springs and couplings count from there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from scenec.accounting.findings import JOINT_LIMIT_SHIFTED, JOINT_ZERO_SHIFTED
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Axis, Joint, Mimic
from scenec.ir.kinematics import Kinematics
from scenec.ir.light import Light
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.pose import Pose, Rotation, clean
from scenec.ir.scene import Frame, Scene
from scenec.ir.sensor import Sensor
from scenec.syntax.kinds import computed, shown
from scenec.trace import Computed, Ids, derived, ids_of, merge, traced

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

Placeable = TypeVar("Placeable", Link, Joint, Frame)
Part = TypeVar("Part", Collision, Visual, Sensor, Light)


def adapt(scene: Scene, ledger: Ledger, target: str) -> Scene:
    """The scene with all joint zeros shifted to the initial positions. Reports `joint-initial-shifted` for each axis and
    `joint-limit-shifted` for each that has limits."""
    shift = _Shift(scene, ledger)
    if not shift.starts:
        return scene
    _report(scene, ledger, shift)
    return replace(
        scene,
        links=tuple(shift.link(link) for link in scene.links),
        joints=tuple(shift.joint(joint) for joint in scene.joints),
        frames=tuple(shift.posed(frame) for frame in scene.frames),
    )


def _report(scene: Scene, ledger: Ledger, shift: _Shift) -> None:
    for joint in scene.joints:
        for axis in joint.axes:
            initial, limits = axis.initial, axis.limits
            if not initial:
                continue
            ledger.report(
                JOINT_ZERO_SHIFTED,
                about=initial,
                origin=None if ids_of(initial) else joint.origin,
                subject=ledger.path(joint),
                value=initial,
                target="0",
                level="note",
                why="The option --joint-zero shift writes links where they start.",
            )
            if limits is not None and (limits.lower, limits.upper) != (None, None):
                ledger.report(JOINT_LIMIT_SHIFTED, joint, about=(limits.lower, limits.upper), target=f"by {shown(-float(initial))}")


class _Shift:
    """The nodes of a scene as they are at the start. starts: joint -> initial position of each axis (rad or m), for joints that do not
    start at zero."""

    def __init__(self, scene: Scene, ledger: Ledger) -> None:
        self.ledger = ledger
        self.kinematics = Kinematics(scene)
        starting = [joint for joint in scene.joints if any(axis.initial for axis in joint.axes)]
        self.starts = {joint.id: tuple([axis.initial or 0.0 for axis in joint.axes]) for joint in starting}
        moved = {joint: tuple(map(float, start)) for joint, start in self.starts.items()}
        self.displaced: dict[Id, Pose] = self.kinematics.moved(moved) if moved else {}
        self._models = {model.id for model in scene.models}
        self._moving = self._ids_that_move()

    def _ids_that_move(self) -> dict[Id, tuple[Ids, Ids]]:
        """Link -> values of the joints that have moved it: the initial positions; the axes and places."""
        found: dict[Id, tuple[Ids, Ids]] = {}
        for joint, parent, child in self.kinematics.tree() if self.displaced else ():
            moving = found.get(parent)
            if joint.id in self.starts:
                place = () if joint.pose is None else (joint.pose.position, joint.pose.rotation)
                starts, places = moving or ((), ())
                axes = ids_of(tuple(axis.xyz for axis in joint.axes))
                moving = merge(starts, ids_of(self.starts[joint.id])), merge(places, ids_of(place), axes)
            if moving is not None:
                found[child] = moving
        return found

    def of(self, thing: Id | None) -> Pose | None:
        """Return the displacement of a node. Model frames and the world do not move."""
        if thing is None or thing == WORLD or thing in self._models:
            return None
        return self.displaced.get(self.kinematics.body_of(thing))

    def at(self, thing: Id | None) -> Pose:
        """Return the pose of a node in the world after the shift."""
        D = self.of(thing)
        X = self.kinematics.at_zero(thing)
        return X if D is None else D @ X

    def posed(self, thing: Placeable) -> Placeable:
        """Return a link, joint or frame with the same reference, and with another pose if the reference did not move along."""
        reference = self.kinematics.reference(thing.id)
        if self.of(thing.id) is self.of(reference):
            return thing
        X = self.at(reference).inverse() @ self.at(thing.id)
        return replace(thing, pose=self._pose(X, ids_of(thing.pose), thing.id, reference))

    def link(self, link: Link) -> Link:
        """Return a link with its parts where they are on it, those with poses relative to what moved apart in the frame of the link."""
        own = link.id
        return replace(
            self.posed(link),
            collisions=self._fixed(own, link.collisions),
            visuals=self._fixed(own, link.visuals),
            sensors=self._fixed(own, link.sensors),
            lights=self._fixed(own, link.lights),
        )

    def _fixed(self, link: Id, parts: Iterable[Part]) -> tuple[Part, ...]:
        return tuple(self._part(link, part) for part in parts)

    def _part(self, link: Id, part: Part) -> Part:
        if part.relative_to is None or self.of(part.relative_to) is self.of(link):
            return part
        X = self.kinematics.relative(part.relative_to, link) @ (part.pose or Pose())
        stated = merge(ids_of(part.pose), ids_of(part.relative_to))
        return replace(part, pose=self._pose(X, stated, link, part.relative_to), relative_to=None)

    def _pose(self, X: Pose, stated: Ids, *ends: Id | None) -> Pose:
        """A computed pose; a rotation is rounded when it is printed. stated: the ids of the pose that the source states; one that it does
        not state comes from the initial positions. ends: the nodes between which it is; it changes with the joints that have moved
        them."""
        bodies = [self.kinematics.body_of(end) for end in ends if end is not None and self.of(end) is not None]
        moving = [self._moving[body] for body in bodies if body in self._moving]
        starts, places = merge(*(each for each, _ in moving)), merge(*(each for _, each in moving))
        ids = stated or starts
        self.ledger.changes_with(traced("", ids), merge(starts, places) if stated else places)
        return Pose(traced(_fifteen(X.position), ids), traced(X.rotation, ids))

    def joint(self, joint: Joint) -> Joint:
        moved = self.posed(joint)
        position = self.starts.get(joint.id, (0.0,) * len(joint.axes))
        axes = [self._axis(joint, axis, q) for axis, q in zip(joint.axes, position, strict=True)]
        if len(axes) == 2 and position[1]:
            # The first axis, seen from the child, turns back as the second turns the child.
            second = self.kinematics.joint_axis(joint, joint.axes[1])
            turned = Rotation.about(second, -position[1]).apply(self.kinematics.joint_axis(joint, joint.axes[0]))
            xyz = derived(_fifteen(turned), *((axis.xyz, axis.expressed_in) for axis in joint.axes))
            self.ledger.changes_with(xyz, ids_of(position[1]))
            self.ledger.consumed(joint.axes[0].expressed_in)
            axes[0] = replace(axes[0], xyz=xyz, expressed_in=None)
        return replace(moved, axes=tuple(axes))

    def _axis(self, joint: Joint, axis: Axis, q: float) -> Axis:
        if axis.expressed_in is not None and self.of(axis.expressed_in) is not self.of(joint.id):
            direction = _fifteen(self.kinematics.joint_axis(joint, axis))
            self.ledger.consumed(axis.expressed_in)
            axis = replace(axis, xyz=derived(direction, axis.xyz, axis.expressed_in), expressed_in=None)
        if q:
            limits, dynamics = axis.limits, axis.dynamics
            if limits is not None:
                limits = replace(limits, lower=self._less(limits.lower, q), upper=self._less(limits.upper, q))
            if dynamics is not None:
                dynamics = replace(dynamics, spring_reference=self._less(dynamics.spring_reference, q))
            axis = replace(axis, initial=None, limits=limits, dynamics=dynamics)
        return axis if axis.mimic is None else replace(axis, mimic=self._mimic(axis.mimic, q))

    def _less(self, value: float | None, q: float) -> float | None:
        return None if value is None else self._from_start(value, q)

    def _mimic(self, mimic: Mimic, q: float) -> Mimic:
        """A coupling that counts from the starts of the joint (q) and its leader."""
        leader = dict(enumerate(self.starts.get(mimic.joint, ()))).get(mimic.axis, 0.0)
        return replace(mimic, offset=self._from_start(mimic.offset, q), reference=self._from_start(mimic.reference, leader))

    def _from_start(self, value: float, start: float) -> float:
        """A coordinate of a joint that starts at zero; it changes with the initial position. One that the source leaves at its default
        comes from there."""
        if not start:
            return value
        if not ids_of(value):
            return derived(Computed(value - start), start)
        self.ledger.changes_with(value, ids_of(start))
        return derived(Computed(value - start), value)


def _fifteen(vector: tuple[float, float, float]) -> tuple[float, float, float]:
    x, y, z = clean(vector)
    return float(computed(x)), float(computed(y)), float(computed(z))
