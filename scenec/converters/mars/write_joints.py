"""Joints: where they are in the world at the start, and how far they go from there.

Positive motion of MARS moves node1 relative to node2, so the child is node1 and axes keep their direction. A joint that closes a loop
is written from the other side, its axis reversed, as is one whose parent moves and whose child does not. Of two axes the first
belongs to node1.
"""

from __future__ import annotations

import math
from typing import Any

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.numbers import Computed
from scenec.converters.mars.write_context import Writing, restore
from scenec.converters.mars.write_groups import TYPES, Groups, can_say
from scenec.converters.mars.write_values import number, vec, vector
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Axis, Dynamics, Joint, Limits
from scenec.ir.pose import IDENTITY, Rotation, Vec3, scale
from scenec.ir.walk import fields_of
from scenec.syntax.xml_printing import Out
from scenec.trace import ids_of

FAR = 1e15
"""What a stop is that is not there, beside one that is (rad or m)."""
NEARLY_ZERO = 1e-12
"""A lower stop at 0, which MARS takes for no stops at all (rad or m)."""


class Joints:
    """entries: what stands in the list. index: joint -> its number; slots: joint -> MARS's number of each of its axes."""

    def __init__(self, writing: Writing, groups: Groups) -> None:
        self.writing = writing
        self.groups = groups
        self.entries: list[Out] = []
        self.index: dict[Id, int] = {}
        self.slots: dict[Id, list[int]] = {}

    def write(self) -> None:
        for joint in self.writing.request.scene.joints:
            self._write(joint)

    def _write(self, joint: Joint) -> None:
        writing, bare = self.writing, unwrap(joint)
        parent, child = self.groups.ends[bare.id]
        if not can_say(bare):
            self._leave_out(joint)
            return
        if writing.is_static(parent) and writing.is_static(child):
            self._tell_still(joint)
            return
        first = self.groups.first_of[bare.id]
        reverse = first == parent
        second = child if reverse else parent
        kind, count = TYPES[bare.type]
        out = Out("joint")
        if bare.name is not None:
            out.attributes["name"] = str(joint.name)
        self.index[bare.id] = len(self.entries) + 1
        out.add("index", str(self.index[bare.id]))
        out.add("type", kind)
        self._read_ends(joint)
        out.add("nodeindex1", str(self.groups.node_of(first)))
        if not writing.is_static(second):  # what stands still is as good as the world
            out.add("nodeindex2", str(self.groups.node_of(second)))
        out.add("anchorpos", "custom")
        anchor = writing.in_world(bare.id)
        vector(out, "anchor", vec(anchor.pose.position) if anchor.computed else anchor.pose.position)
        slots = [1, 2][:count] if reverse or count < 2 else [2, 1]
        self.slots[bare.id] = slots
        by_slot = sorted(zip(slots, range(count), strict=True))
        for slot, i in by_slot:
            self._write_direction(out, joint, i, slot, reverse=reverse)
        if kind == "ball":
            vector(out, "axis1", (0.0, 0.0, 1.0))
        self._tell_turned(joint)
        for slot, i in by_slot:
            self._write_axis(out, joint, joint.axes[i], slot, i)
        restore(writing, out, joint, "joint")
        writing.seal(out)
        self.entries.append(out)

    def _read_ends(self, joint: Joint) -> None:
        bare, writing = unwrap(joint), self.writing
        _ = joint.type
        for end, value in ((bare.parent, joint.parent), (bare.child, joint.child)):
            if writing.kinematics.body_of(end) != end and end != WORLD:
                self._tell_end(joint, value)
        child = self.groups.by_id.get(self.groups.ends[bare.id][1]) or self.groups.by_id.get(self.groups.ends[bare.id][0])
        if child is not None and bare.model == child.model:
            _ = joint.model
        if bare.world is not None and bare.world in {world.id for world in writing.scene.worlds[:1]}:
            _ = joint.world

    # -- axes

    def _write_direction(self, out: Out, joint: Joint, i: int, slot: int, *, reverse: bool) -> None:
        axis = joint.axes[i]
        xyz: Vec3 = axis.xyz
        turn, computed = self._turn(joint, axis, i)
        if computed:
            xyz = vec(turn.apply(xyz))
        if reverse:
            xyz = vec(scale(xyz, -1.0)) if computed else (Computed(-xyz[0] + 0.0), Computed(-xyz[1] + 0.0), Computed(-xyz[2] + 0.0))
        vector(out, f"axis{slot}", xyz)

    def _turn(self, joint: Joint, axis: Axis, i: int) -> tuple[Rotation, bool]:
        """The rotation from the frame that an axis is given in to the world, at the start; whether it turns anything."""
        bare, kinematics = unwrap(joint), self.writing.kinematics
        frame = axis.expressed_in or bare.id
        if axis.expressed_in is not None and axis.expressed_in != bare.id:
            self._tell_axis_frame(joint, i, frame)
        self.writing.in_world(frame)  # the poses on the way count as read
        turn = kinematics.at_zero(frame).rotation
        ends = self.groups.ends[bare.id]
        D = self.writing.displaced.get(ends[0] if len(bare.axes) == 2 and i == 0 else ends[1])
        if D is not None:
            turn = D.rotation @ turn
        return turn, turn != IDENTITY

    def _write_axis(self, out: Out, joint: Joint, axis: Axis, slot: int, i: int) -> None:
        initial = float(axis.initial or 0.0)
        if initial:
            self._tell_initial(joint, axis, i)
        lower, upper = self._stops(joint, axis, i)
        by_motor = _rubs(joint, axis) and self._motor_says(joint, axis, i)
        if by_motor:
            lower = upper = None
        has_stops = lower is not None or upper is not None
        self._tell_caps(joint, axis, i)
        spring, damping = self._spring(joint, axis, initial, has_stops=has_stops)
        if spring is not None and not has_stops and axis.dynamics is not None:
            reference = axis.dynamics.spring_reference or 0.0
            lower = upper = Computed(reference - initial) if initial else reference
            self._tell_spring(joint, axis, i)
        if lower is None and upper is None and is_servo(joint, i) and not by_motor:
            lower, upper = -FAR, FAR  # else the range of the motor's commands counts as the joint's
        if lower is not None or upper is not None:
            low = -FAR if lower is None else lower
            if not low and not self.writing.from_mars and spring is None:
                low = -NEARLY_ZERO
            out.add(f"lowStopAxis{slot}", number(low))
            out.add(f"highStopAxis{slot}", number(FAR if upper is None else upper))
        if spring is not None:
            out.add(f"spring_const_constraint_axis{slot}", number(spring))
        if damping:  # else it is what MARS takes without
            out.add(f"damping_const_constraint_axis{slot}", number(damping))
        if axis.reported_offset:
            out.add(f"angle{slot}_offset", number(axis.reported_offset))
        if slot == 1 and axis.dynamics is not None and axis.dynamics.cfm is not None:
            out.add("jointCFM", number(axis.dynamics.cfm))
        restore(self.writing, out, axis, "joint")

    def _stops(self, joint: Joint, axis: Axis, i: int) -> tuple[float | None, float | None]:
        """How far the axis goes from where it starts; None where it does not stop."""
        limits = axis.limits
        if limits is None or joint.type == "continuous":
            return None, None
        bare = unwrap(limits)
        if bare.active is not None and not bare.active:
            self._tell_inactive(joint, limits, i)
            return None, None
        initial = float(axis.initial or 0.0)
        return _bound(limits.lower, initial), _bound(limits.upper, initial)

    def _motor_says(self, joint: Joint, axis: Axis, i: int) -> bool:
        """Whether the range that is written for the first motor with one, which takes positions, is that of the axis: a slider with
        friction has no stops in MARS, so they are left to it."""
        limits, from_mars = unwrap(axis).limits, self.writing.from_mars
        if limits is None or limits.lower is None or limits.upper is None or (limits.active is not None and not limits.active):
            return False
        for actuator in unwrap(joint).actuators:
            if actuator.axis == i and actuator.command == "position":
                lower, upper = actuator.command_lower, actuator.command_upper
                if not from_mars:
                    lower, upper = limits.lower if lower is None else lower, limits.upper if upper is None else upper
                if lower is not None and upper is not None:
                    return (lower, upper) == (limits.lower, limits.upper) and not (from_mars and axis.initial)
        return False

    def _spring(self, joint: Joint, axis: Axis, initial: float, *, has_stops: bool) -> tuple[float | None, float | None]:
        """MARS has one spring per axis, that of its stops; without a spring, what it calls damping is friction."""
        limits, dynamics = axis.limits, axis.dynamics
        if has_stops and limits is not None and limits.stiffness is not None and math.isfinite(limits.stiffness):
            return limits.stiffness, limits.dissipation
        bare = unwrap(dynamics) if dynamics is not None else None
        if bare is None or dynamics is None:
            return None, None
        if bare.spring_stiffness and not has_stops:
            return dynamics.spring_stiffness, dynamics.damping
        if bare.damping:
            self._tell_damping(joint, dynamics)
        if bare.friction and not (has_stops and joint.type == "prismatic" and not self.writing.from_mars):
            return None, dynamics.friction
        return None, None

    # -- what is told

    def _tell_spring(self, joint: Joint, axis: Axis, i: int) -> None:
        dynamics = unwrap(axis).dynamics
        assert dynamics is not None
        self.writing.tell(
            joint,
            "joint-spring-as-stops-converted",
            "converted",
            "note",
            "physics",
            about=(dynamics.spring_stiffness, dynamics.spring_reference, dynamics.damping),
            value=dynamics.spring_stiffness,
            target="springy stops, both at its rest position",
            because="the only springs of MARS are those of a joint's stops",
            consequence="the joint is pulled back as before; who reads the scene finds stops",
        )

    def _tell_axis_frame(self, joint: Joint, i: int, frame: Id) -> None:
        self.writing.tell(
            joint,
            "joint-axis-frame-converted",
            "converted",
            "note",
            "physics",
            about=frame,
            subject=f"{self.writing.path(joint)}.axes[{i}].expressed_in",
            value=self.writing.paths.get(str(frame), str(frame)),
            target="the frame of the world",
            because="MARS states axes in the frame of the world",
        )

    def _tell_end(self, joint: Joint, end: Id) -> None:
        self.writing.tell(
            joint,
            "joint-end-converted",
            "converted",
            "note",
            "physics",
            about=end,
            value=self.writing.paths.get(str(end), str(end)),
            because="joints of MARS connect bodies: what it names is replaced by the body that carries it",
        )

    def _tell_initial(self, joint: Joint, axis: Axis, i: int) -> None:
        self.writing.tell(
            joint,
            "joint-initial-limits-shifted",
            "converted",
            "note",
            "physics",
            about=axis.initial,
            value=axis.initial,
            target="0",
            because="a joint of MARS is at zero where its file has it, so it is written where it starts, with its limits shifted",
            consequence="positions of this joint, limits included, count from there",
        )

    def _tell_turned(self, joint: Joint) -> None:
        """The frame of a joint is its anchor in MARS, and turns the axes that are stated in it, if there are any. What was worked out from
        several values is not lost: they say where other things are."""
        bare = unwrap(joint)
        pose, turns = bare.pose, any(axis.expressed_in in (None, bare.id) for axis in bare.axes)
        if pose is not None and pose.rotation != IDENTITY and not turns and len(ids_of(pose.rotation)) <= 1:
            self.writing.tell(
                joint,
                "joint-frame-approximated",
                "approximated",
                "note",
                "metadata",
                about=pose.rotation,
                because="a joint of MARS has an anchor and the directions of its axes, none of which is stated in its frame",
                consequence="nothing moves otherwise; who asks for the frame of the joint finds it along the axes of the world",
            )

    def _tell_damping(self, joint: Joint, dynamics: Dynamics) -> None:
        self.writing.tell(
            joint,
            "joint-damping-dropped",
            "dropped",
            "warning",
            "physics",
            about=dynamics.damping,
            value=dynamics.damping,
            because="what MARS calls the damping of a joint is friction: it does not grow with the velocity",
            consequence="the joint moves more freely",
        )

    def _tell_caps(self, joint: Joint, axis: Axis, i: int) -> None:
        """Maxima of a joint, which in MARS only motors have."""
        limits = axis.limits
        if limits is None or (any(each.axis == i for each in unwrap(joint).actuators) or self.writing.options.motors):
            return
        for what in ("effort", "velocity"):
            value = getattr(unwrap(limits), what)
            if value is not None and value < FAR:
                self.writing.tell(
                    joint,
                    f"joint-limit-{what}-dropped",
                    "dropped",
                    "error",
                    "physics",
                    about=getattr(limits, what),
                    value=value,
                    because=f"in MARS only motors have a maximum {what}, and the joint has none",
                    consequence=f"nothing limits its {what}",
                    hint="--motors servo makes a motor of it",
                )

    def _tell_inactive(self, joint: Joint, limits: Limits, i: int) -> None:
        mark_read(limits)
        bare = unwrap(limits)
        self.writing.tell(
            joint,
            "joint-limit-inactive-dropped",
            "dropped",
            "note",
            "physics",
            about=(bare.lower, bare.upper, bare.active),
            because="limits that are not enforced cannot be written: stops of MARS hold",
            consequence="nothing: the joint moves beyond them as before",
        )

    def _tell_still(self, joint: Joint) -> None:
        mark_read(joint)
        self.writing.tell(
            joint,
            "joint-ineffective",
            "dropped",
            "note",
            "physics",
            about=unwrap(joint),
            value=unwrap(joint).type,
            because="neither of the two things it connects ever moves",
            consequence="nothing",
        )

    def _leave_out(self, joint: Joint) -> None:
        """A free joint that says nothing else is none; what MARS has no joint for is missing."""
        bare = unwrap(joint)
        mark_read(joint)
        said = {field for field, _ in fields_of(bare)}
        if bare.type == "floating" and said <= {"name", "model", "world", "type", "parent", "child", "pose", "relative_to"}:
            self.writing.tell(
                joint,
                "joint-floating-converted",
                "converted",
                "note",
                "physics",
                about=bare,
                target="no joint",
                because="bodies of MARS move freely unless a joint holds them",
            )
            return
        self.writing.tell(
            joint,
            "joint-type-dropped",
            "dropped",
            "error",
            "physics",
            about=bare,
            value=bare.type,
            because=f"MARS has no {bare.type} joints: it knows hinge, slider, ball, universal, hinge2 and fixed",
            consequence="the bodies it connects move apart",
            hint=_HINTS.get(bare.type, ""),
        )


_HINTS = {
    "screw": "use a prismatic joint, and turn the part by a motor that follows it",
    "gearbox": "drive both sides by motors, the one following the other",
    "planar": "use two prismatic joints and a revolute one, with light links between them",
}


def _rubs(joint: Joint, axis: Axis) -> bool:
    """Whether it is a slider that MARS can give friction: one without a spring."""
    dynamics, limits = unwrap(axis).dynamics, unwrap(axis).limits
    springy = limits is not None and limits.stiffness is not None and math.isfinite(limits.stiffness)
    return unwrap(joint).type == "prismatic" and dynamics is not None and bool(dynamics.friction) and not springy


def _bound(value: float | None, initial: float) -> float | None:
    if value is None or not abs(value) < FAR:
        return None
    return Computed(value - initial) if initial else value


def is_servo(joint: Joint, axis: int) -> bool:
    """Whether a motor that takes positions drives an axis."""
    return any(actuator.axis == axis and actuator.command == "position" for actuator in unwrap(joint).actuators)


def axis_of(joint: Any, actuator_axis: int) -> Axis | None:
    """The axis that an actuator drives; None if the joint has none of that number."""
    axes: tuple[Axis, ...] = joint.axes
    return axes[actuator_axis] if 0 <= actuator_axis < len(axes) else None
