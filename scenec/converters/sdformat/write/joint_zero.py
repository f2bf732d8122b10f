"""Write a scene as it is at the start: every joint zero moves to its initial position.

SDFormat states where links are at joint zero, and no simulator reads another start. With ``--joint-zero shift`` the links are written where
they start, and limits, springs and couplings count from there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec.structs import replace

from scenec.converters.common.findings import JOINT_LIMIT_SHIFTED, JOINT_ZERO_SHIFTED
from scenec.converters.common.start_poses import from_start
from scenec.converters.common.write_context import WriteContext
from scenec.converters.format import WriteRequest
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Axis, Joint
from scenec.ir.light import Light
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.pose import Pose, Rotation, clean
from scenec.ir.scene import Frame
from scenec.ir.sensor import Sensor
from scenec.syntax.kinds import computed, shown
from scenec.trace import made_of, steered_by

Placeable = TypeVar("Placeable", Link, Joint, Frame)
Part = TypeVar("Part", Collision, Visual, Sensor, Light)


def at_initial(request: WriteRequest) -> WriteRequest:
    """Return the request with all joint zeros shifted to the initial positions, the same request if no joint has one."""
    scene, shift = request.scene, _Shift(request)
    if not shift.starts:
        return request
    _report(request, shift)
    moved = replace(
        scene,
        links=tuple(shift.link(link) for link in scene.links),
        joints=tuple(shift.joint(joint) for joint in scene.joints),
        frames=tuple(shift.posed(frame) for frame in scene.frames),
    )
    return replace(request, scene=moved)


def _report(request: WriteRequest, shift: _Shift) -> None:
    for joint in request.scene.joints:
        if joint.id not in shift.starts:
            continue
        for axis in joint.axes:
            initial = axis.initial
            if initial:
                request.ledger.report(
                    JOINT_ZERO_SHIFTED,
                    about=initial,
                    origin=None if request.uses.sources_of(initial) else joint.origin,
                    subject=shift.path(joint),
                    value=initial,
                    target="0",
                    level="note",
                    why="The option --joint-zero shift writes links where they start.",
                )
                limits = axis.limits
                if limits is not None and (limits.lower, limits.upper) != (None, None):
                    request.ledger.report( JOINT_LIMIT_SHIFTED, about=(limits.lower, limits.upper), origin=joint.origin,
                        subject=shift.path(joint),
                        target=f"by {shown(-float(initial))}",
                    )  # fmt: skip


class _Shift(WriteContext):
    """The nodes of a scene as they are at the start."""

    def __init__(self, request: WriteRequest) -> None:
        super().__init__(request)
        self._models = {model.id for model in self.scene.models}

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
        return replace(thing, pose=self._rounded(self.at(reference).inverse() @ self.at(thing.id), _stated(thing), thing.id, reference))

    def link(self, link: Link) -> Link:
        """Return a part of a link that stays in its place on the link, with a pose relative to any frame."""
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
        return replace(part, pose=self._rounded(X, (_stated(part), part.relative_to), link, part.relative_to), relative_to=None)

    def _rounded(self, X: Pose, sources: object, *ends: Id | None) -> Pose:
        """Computed numbers have 15 digits; a rotation sees to that itself when it is written. sources: what the pose was made of.
        ends: the nodes between which it is; it changes with the joints that have moved them."""
        pose = Pose(made_of(_fifteen(X.position), sources), made_of(X.rotation, sources))
        for end in ends:
            if end is not None and self.of(end) is not None:
                pose = self.steered_to_start(pose, self.kinematics.body_of(end))
        return pose

    def joint(self, joint: Joint) -> Joint:
        moved = self.posed(joint)
        position = self.starts.get(joint.id, (0.0,) * len(joint.axes))
        axes = [self._axis(joint, axis, q) for axis, q in zip(joint.axes, position, strict=True)]
        if len(axes) == 2 and position[1]:
            # The first axis, seen from the child, turns back as the second turns the child.
            second = self.kinematics.joint_axis(joint, joint.axes[1])
            turned = Rotation.about(second, -position[1]).apply(self.kinematics.joint_axis(joint, joint.axes[0]))
            sources = tuple((axis.xyz, axis.expressed_in) for axis in joint.axes)
            axes[0] = replace(axes[0], xyz=steered_by(made_of(_fifteen(turned), sources), position[1]), expressed_in=None)
        return replace(moved, axes=tuple(axes))

    def _axis(self, joint: Joint, axis: Axis, q: float) -> Axis:
        changes: dict[str, Any] = {}
        if axis.expressed_in is not None and self.of(axis.expressed_in) is not self.of(joint.id):
            direction = _fifteen(self.kinematics.joint_axis(joint, axis))
            changes |= {"xyz": made_of(direction, (axis.xyz, axis.expressed_in)), "expressed_in": None}
        if q:
            changes["initial"] = None
            if axis.limits is not None:
                changes["limits"] = replace(axis.limits, lower=_less(axis.limits.lower, q), upper=_less(axis.limits.upper, q))
            if axis.dynamics is not None and axis.dynamics.spring_reference is not None:
                changes["dynamics"] = replace(axis.dynamics, spring_reference=_less(axis.dynamics.spring_reference, q))
        if axis.mimic is not None:
            mimic = axis.mimic
            leader = self.start_of(mimic.joint, mimic.axis)
            if q or leader:
                changes["mimic"] = replace(mimic, offset=from_start(mimic.offset, q), reference=from_start(mimic.reference, leader))
        return replace(axis, **changes) if changes else axis


def _less(value: float | None, q: float) -> float | None:
    return None if value is None else from_start(value, q)


def _stated(part: Link | Joint | Frame | Collision | Visual | Sensor | Light) -> object:
    """The position and rotation that a part of the scene states."""
    return None if part.pose is None else (part.pose.position, part.pose.rotation)


def _fifteen(vector: tuple[float, float, float]) -> tuple[float, float, float]:
    x, y, z = clean(vector)
    return float(computed(x)), float(computed(y)), float(computed(z))
