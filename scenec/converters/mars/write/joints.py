"""Joints: where they are in the world at the start, and how far they go from there.

Positive motion of MARS moves node1 relative to node2, so the child is node1 and axes keep their direction. A joint that closes a loop
is written from the other side, its axis reversed, as is one whose parent moves and whose child does not. Of two axes the first
belongs to node1. Of a hinge2 the parent is node1 and axis 1 the steering axis (see `hinge2`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from scenec.accounting.amounts import position_text
from scenec.accounting.findings import JOINT_AXIS_FRAME_CONVERTED, JOINT_DAMPING_DROPPED
from scenec.converters.common.findings import JOINT_FLOATING_CONVERTED
from scenec.converters.common.free_links import report_free_links
from scenec.converters.common.poses_in_frames import from_start
from scenec.converters.common.write_context import claim_idle
from scenec.converters.mars.findings import writing as findings
from scenec.converters.mars.findings.writing import JOINT_EFFORT_LIMIT_DROPPED, JOINT_VELOCITY_LIMIT_DROPPED
from scenec.converters.mars.profile import FAR, NEARLY_ZERO, WRITTEN_JOINTS, has_joint
from scenec.converters.mars.write.context import Writing, restore
from scenec.converters.mars.write.groups import Groups
from scenec.converters.mars.write.hinge2 import Ends, hinge2_ends, kind_at_world, tilted
from scenec.converters.mars.write.stops import SecondHinges, Stop, enforced, report_friction, write_stop
from scenec.converters.mars.write.values import count, number, vec, vector
from scenec.ir.base import Id
from scenec.ir.joint import Axis, Dynamics, Joint
from scenec.ir.pose import IDENTITY, Rotation, Vec3, scale
from scenec.ir.walk import fields_of
from scenec.syntax.element import Element
from scenec.syntax.said import constant, spelled
from scenec.trace import Computed, made_of, steered_by


class Joints:
    """Writes the joints. entries: the list; index: joint -> its number; slots: joint -> the number that MARS gives to each of its axes."""

    def __init__(self, writing: Writing, groups: Groups) -> None:
        self.writing = writing
        self.groups = groups
        self.entries: list[Element] = []
        self.index: dict[Id, int] = {}
        self.slots: dict[Id, list[int]] = {}
        self.second_hinges = SecondHinges(writing)
        self.left_to_motor: set[tuple[Id, int]] = set()
        """The axes whose limits stand in the range of their motor's commands alone."""
        self._framed: set[tuple[Id, int]] = set()
        """Axes in another frame that were reported."""

    def write(self) -> None:
        for joint in self.writing.scene.joints:
            self._write(joint)
        report_free_links(self.writing.request, {joint.id for joint in self.writing.scene.joints if not has_joint(joint)})

    def write_second_hinges(self, driven: set[Id]) -> None:
        """Add the second hinges of the joints that motors drive."""
        self.entries += self.second_hinges.of(driven, len(self.entries))

    def _write(self, joint: Joint) -> None:
        writing = self.writing
        parent, child = self.groups.ends[joint.id]
        if not has_joint(joint):
            self._leave_out(joint)
            return
        if writing.is_static(parent) and writing.is_static(child):
            self._report_static(joint)
            return
        kind, axes = WRITTEN_JOINTS[joint.type]
        ends = self._ends(joint)
        if kind == "hinge2":
            kind = kind_at_world(writing, joint, ends, self._directions(joint))
        out = Element("joint", says=self._shown_by_nodes(joint))
        if joint.name is not None:
            out.set("name", spelled(joint.name))
        self.index[joint.id] = len(self.entries) + 1
        out.append("index", count(self.index[joint.id]))
        out.append("type", constant(kind), says=(joint.type,))
        out.append("nodeindex1", count(self.groups.node_of(ends.first)))
        if not writing.is_static(ends.second):  # what stands still is as good as the world
            out.append("nodeindex2", count(self.groups.node_of(ends.second)))
        out.append("anchorpos", constant("custom"))
        anchor = writing.in_world(joint.id)
        vector(out, "anchor", vec(anchor.pose.position) if anchor.computed else anchor.pose.position)
        if joint.pose is not None and all(axis.expressed_in not in (None, joint.id) for axis in joint.axes[:axes]):
            claim_idle(writing.request, joint.pose.rotation)  # which turns no axis
        slots = [1, 2][:axes] if ends.reverse or axes < 2 else [2, 1]
        self.slots[joint.id] = slots
        by_slot = sorted(zip(slots, range(axes), strict=True))
        for slot, i in by_slot:
            direction = self._direction(joint, i, reverse=ends.reverse)
            vector(out, f"axis{slot}", tilted(writing, joint, ends, direction) if kind == "hinge2" and slot == 1 else direction)
        if kind == "ball":
            vector(out, "axis1", (0.0, 0.0, 1.0))
        self._report_turned(joint)
        self._write_axes(out, joint, kind, slots)
        self.second_hinges.remember(joint, out)
        restore(writing, out, joint, "joint")
        writing.seal(out)
        self.entries.append(out)

    def _ends(self, joint: Joint) -> Ends:
        """The bodies that are node1 and node2."""
        writing = self.writing
        parent, child = self.groups.ends[joint.id]
        first = self.groups.first_of[joint.id]
        ends = Ends(first, child if first == parent else parent, first == parent)
        if joint.type == "revolute2" and not writing.is_static(parent) and not writing.is_static(child):
            return hinge2_ends(writing, parent, child, self._directions(joint))
        return ends

    def _directions(self, joint: Joint) -> list[Vec3]:
        """The axes of a joint in the world, not reversed."""
        return [self._direction(joint, i, reverse=False) for i in range(len(joint.axes[:2]))]

    def _shown_by_nodes(self, joint: Joint) -> Iterator[object]:
        """Yield what the nodes that a joint connects say of it: its ends, and the model and world that they are in."""
        writing = self.writing
        yield from (joint.parent, joint.child)
        child = self.groups.by_id.get(self.groups.ends[joint.id][1]) or self.groups.by_id.get(self.groups.ends[joint.id][0])
        if child is not None and joint.model == child.model:
            yield joint.model
        if joint.world is not None and joint.world in {world.id for world in writing.scene.worlds[:1]}:
            yield joint.world

    # -- axes

    def _direction(self, joint: Joint, i: int, *, reverse: bool) -> Vec3:
        """An axis in the world."""
        axis = joint.axes[i]
        stated = xyz = axis.xyz
        R_WF, computed = self._turn(joint, axis, i)
        if computed:
            xyz = vec(R_WF.apply(xyz))
        if reverse:
            xyz = vec(scale(xyz, -1.0)) if computed else (Computed(-xyz[0] + 0.0), Computed(-xyz[1] + 0.0), Computed(-xyz[2] + 0.0))
        x, y, z = xyz
        if computed:
            return made_of((x, y, z), (stated, R_WF, axis.expressed_in))
        return steered_by((made_of(x, stated[0]), made_of(y, stated[1]), made_of(z, stated[2])), R_WF)

    def _turn(self, joint: Joint, axis: Axis, i: int) -> tuple[Rotation, bool]:
        """Return the rotation from the frame of an axis to the world at the start, and whether it is no identity."""
        frame = axis.expressed_in or joint.id
        if axis.expressed_in is not None and axis.expressed_in != joint.id and (joint.id, i) not in self._framed:
            self._framed.add((joint.id, i))
            self._report_axis_frame(joint, i, frame)
        around = self.writing.in_world(frame).pose.rotation
        R_WF = self.writing.kinematics.at_zero(frame).rotation
        ends = self.groups.ends[joint.id]
        D = self.writing.displaced.get(ends[0] if len(joint.axes) == 2 and i == 0 else ends[1])
        if D is not None:
            R_WF = D.rotation @ R_WF
        return made_of(R_WF, around), R_WF != IDENTITY

    def _write_axes(self, out: Element, joint: Joint, kind: str, slots: list[int]) -> None:
        axes = [joint.axes[i] for i in range(len(slots))]
        stops = enforced(self.writing, joint, kind, slots, [self._stop(joint, axis, i) for i, axis in enumerate(axes)])
        report_friction(self.writing, joint, list(zip(slots, axes, strict=True)))
        for slot, stop, axis in sorted(zip(slots, stops, axes, strict=True), key=lambda each: each[0]):
            write_stop(out, slot, stop)
            if axis.reported_offset:
                out.append(f"angle{slot}_offset", number(axis.reported_offset))
            if slot == 1 and axis.dynamics is not None and axis.dynamics.cfm is not None:
                out.append("jointCFM", number(axis.dynamics.cfm))
            restore(self.writing, out, axis, "joint")

    def _stop(self, joint: Joint, axis: Axis, i: int) -> Stop:
        if axis.initial:
            self._report_initial(joint, axis, i)
        lower, upper = self._stops(axis)
        by_motor = _has_slider_friction(joint, axis) and self._is_held_by_motor(joint, axis, i)
        if by_motor:
            self.left_to_motor.add((joint.id, i))
            lower = upper = None
        has_stops = lower is not None or upper is not None
        self._report_maxima(joint, axis, i)
        spring, damping = self._spring(joint, axis, has_stops=has_stops)
        if spring is not None and not has_stops and axis.dynamics is not None:
            reference = axis.dynamics.spring_reference or 0.0
            lower = upper = from_start(reference, axis.initial)
            self._report_spring(joint, axis, i)
        if lower is None and upper is None and is_servo(joint, i) and not by_motor:
            lower, upper = -FAR, FAR  # else the range of the motor's commands counts as the joint's
        if lower is None and upper is None:
            return Stop(spring=spring, damping=damping)
        low = -FAR if lower is None else lower
        if not low and not self.writing.is_own and spring is None and len(joint.axes) == 1:
            low = made_of(-NEARLY_ZERO, low)
        return Stop(low, FAR if upper is None else upper, spring, damping)

    def _stops(self, axis: Axis) -> tuple[float | None, float | None]:
        """Return the range of an axis relative to its initial position (rad or m); None where it has no limit."""
        limits = axis.limits
        if limits is None:
            return None, None
        return bound_from_start(limits.lower, axis), bound_from_start(limits.upper, axis)

    def _is_held_by_motor(self, joint: Joint, axis: Axis, i: int) -> bool:
        """Return whether the range written for the first position motor equals the limits of the axis. A slider with friction has no stops
        in MARS, so that range must hold it."""
        limits, is_own = axis.limits, self.writing.is_own
        if limits is None or limits.lower is None or limits.upper is None:
            return False
        for actuator in joint.actuators:
            if actuator.axis == i and actuator.command == "position":
                lower, upper = actuator.command_lower, actuator.command_upper
                if not is_own:
                    lower, upper = limits.lower if lower is None else lower, limits.upper if upper is None else upper
                if lower is not None and upper is not None:
                    return (lower, upper) == (limits.lower, limits.upper) and not (is_own and axis.initial)
        return False

    def _spring(self, joint: Joint, axis: Axis, *, has_stops: bool) -> tuple[float | None, float | None]:
        """Return stiffness and damping of an axis. MARS has one spring per axis, that of its stops. Without one, its damping is
        friction."""
        limits, dynamics = axis.limits, axis.dynamics
        if has_stops and limits is not None and limits.stiffness is not None and math.isfinite(limits.stiffness):
            return limits.stiffness, limits.dissipation
        if dynamics is None:
            return None, None
        if dynamics.spring_stiffness and not has_stops:
            return dynamics.spring_stiffness, dynamics.damping
        if dynamics.damping:
            self._report_damping(joint, dynamics)
        if dynamics.friction and not (has_stops and joint.type == "prismatic" and not self.writing.is_own):
            return None, dynamics.friction
        return None, None

    # -- findings

    def _report_spring(self, joint: Joint, axis: Axis, i: int) -> None:
        dynamics = axis.dynamics
        assert dynamics is not None
        self.writing.report(
            findings.JOINT_SPRING_AS_STOPS,
            joint,
            about=(dynamics.spring_stiffness, dynamics.spring_reference),
            value=dynamics.spring_stiffness,
        )
        if dynamics.damping:
            self.writing.report(findings.JOINT_DAMPING_AS_STOPS, joint, about=dynamics.damping, value=dynamics.damping)

    def _report_axis_frame(self, joint: Joint, i: int, frame: Id) -> None:
        self.writing.report(
            JOINT_AXIS_FRAME_CONVERTED,
            joint,
            about=frame,
            subject=f"{self.writing.path(joint)}.axes[{i}].expressed_in",
            value=self.writing.paths.get(str(frame), str(frame)),
            target="the world",
            why="MARS expresses axes in the frame of the world.",
        )

    def _report_initial(self, joint: Joint, axis: Axis, i: int) -> None:
        self.writing.report(
            findings.JOINT_INITIAL_SHIFTED,
            joint,
            about=axis.initial,
            value=position_text(float(axis.initial or 0.0), joint.type, unlimited=FAR),
        )

    def _report_turned(self, joint: Joint) -> None:
        """Report a rotated joint frame, unless axes are expressed in it: a joint of MARS has an anchor only. Rotations made of several
        values also place other things, so they are not lost."""
        pose, turns = joint.pose, any(axis.expressed_in in (None, joint.id) for axis in joint.axes)
        if pose is not None and pose.rotation != IDENTITY and not turns and len(self.writing.request.uses.sources_of(pose.rotation)) <= 1:
            self.writing.report(findings.JOINT_FRAME_APPROXIMATED, joint, about=pose.rotation)

    def _report_damping(self, joint: Joint, dynamics: Dynamics) -> None:
        self.writing.report(JOINT_DAMPING_DROPPED, joint, about=dynamics.damping, value=dynamics.damping)

    def _report_maxima(self, joint: Joint, axis: Axis, i: int) -> None:
        """Report maxima of a joint without a motor: in MARS only motors have them."""
        limits = axis.limits
        if limits is None or any(each.axis == i for each in joint.actuators):
            return
        for field, row in (("effort", JOINT_EFFORT_LIMIT_DROPPED), ("velocity", JOINT_VELOCITY_LIMIT_DROPPED)):
            value = getattr(limits, field)
            if value is not None and value < FAR:
                self.writing.report(row, joint, about=getattr(limits, field), value=value)

    def _report_static(self, joint: Joint) -> None:
        self.writing.report(findings.JOINT_BETWEEN_STATIC, joint, about=joint, value=joint.type)

    def _leave_out(self, joint: Joint) -> None:
        """Report a joint that is not written. A floating joint without other values means no joint in MARS."""
        said = {field for field, _ in fields_of(joint)}
        if joint.type == "floating" and said <= {"name", "model", "world", "type", "parent", "child", "pose", "relative_to"}:
            self.writing.report(JOINT_FLOATING_CONVERTED, joint, about=joint)
            return
        self.writing.report(
            findings.JOINT_TYPE_DROPPED,
            joint,
            about=joint,
            value=joint.type,
            fix=_ADVICE.get(joint.type, "Use a joint of another type in the source."),
        )


_ADVICE = {
    "screw": "Use a prismatic joint, and turn the part by a motor that follows it.",
    "gearbox": "Drive both sides by motors, one following the other.",
    "planar": "Use two prismatic joints and a revolute one, with light links between them.",
}
"""Advice for a joint type that MARS does not have."""


def _has_slider_friction(joint: Joint, axis: Axis) -> bool:
    """Return whether the joint is a slider that can have friction in MARS: one without a spring."""
    dynamics, limits = axis.dynamics, axis.limits
    springy = limits is not None and limits.stiffness is not None and math.isfinite(limits.stiffness)
    return joint.type == "prismatic" and dynamics is not None and bool(dynamics.friction) and not springy


def bound_from_start(value: float | None, axis: Axis) -> float | None:
    """Return a bound of an axis counted from where the axis starts; None if it is no bound."""
    return None if value is None or not abs(value) < FAR else from_start(value, axis.initial)


def is_servo(joint: Joint, axis: int) -> bool:
    """Return whether a motor with position commands drives an axis."""
    return any(actuator.axis == axis and actuator.command == "position" for actuator in joint.actuators)


def axis_of(joint: Joint, actuator_axis: int) -> Axis | None:
    """Return the axis that an actuator drives, None if the joint has no axis of that number."""
    return joint.axes[actuator_axis] if 0 <= actuator_axis < len(joint.axes) else None
