"""Motors: of every actuator one, in the order of the joints.

A position servo of MARS makes a velocity of an error of position: p e + i (sum of e dt) + d (de / dt), with dt in milliseconds. It
clamps its command to minPosition and maxPosition; as a driven hinge of MARS loses its stops, that is what limits it then. Every name
that a release of MARS reads is written.
"""

from __future__ import annotations

from typing import Any

from scenec.converters.common.findings import (
    ACTUATOR_DEFAULTED,
    ACTUATOR_EFFORT_DEFAULTED,
    ACTUATOR_GAIN_DEFAULTED,
    ACTUATOR_VELOCITY_DEFAULTED,
)
from scenec.converters.mars.profile import DEFAULT_GAIN, DEFAULT_MAX_EFFORT, FAR, MOTOR_TYPES
from scenec.converters.mars.write.context import Writing, restore
from scenec.converters.mars.write.joints import Joints, axis_of
from scenec.converters.mars.write.values import count, number, number_text, thousandfold
from scenec.ir.base import Id
from scenec.ir.joint import Actuator, Axis, Joint
from scenec.leaves import computed_from, made_of
from scenec.syntax.element import Element
from scenec.syntax.said import constant, spelled
from scenec.trace import Computed


class Motors:
    """Writes the motors. entries: the list. index: (joint, number of its actuator) -> the motor's number."""

    def __init__(self, writing: Writing, joints: Joints) -> None:
        self.writing = writing
        self.joints = joints
        self.entries: list[Element] = []
        self.index: dict[tuple[Id, int], int] = {}
        self.of_limits: set[Id] = set()
        """The joints that have a motor only by --motors."""
        self._names: dict[Id, str] = {}

    def write(self) -> None:
        for joint in self.writing.request.scene.joints:
            if joint.id not in self.joints.index:
                continue
            before = len(self.entries)
            for number_of, actuator in enumerate(joint.actuators):
                axis = axis_of(joint, actuator.axis)
                if axis is not None and actuator.command in MOTOR_TYPES and self.joints.slots[joint.id]:
                    self.index[joint.id, number_of] = len(self.entries) + 1
                    self._write(joint, actuator, axis)
            if self.writing.options.motors and not joint.actuators:
                for i, axis in enumerate(joint.axes[: len(self.joints.slots[joint.id])]):
                    self._write_of_limits(joint, axis, i)
            for motor in self.entries[before:]:
                self.writing.seal(motor)

    def _new(self, joint: Joint, name: str | None, axis: int) -> Element:
        out = Element("motor")
        out.set("name", spelled(name) if name else constant(str(joint.name or "motor")))
        out.append("index", count(len(self.entries) + 1))
        out.append("jointIndex", count(self.joints.index[joint.id]))
        out.append("axis", count(self.joints.slots[joint.id][axis]))
        self.entries.append(out)
        return out

    def _write(self, joint: Joint, actuator: Actuator, axis: Axis) -> None:
        out = self._new(joint, actuator.name, actuator.axis)
        usual = actuator.output == ("effort" if actuator.command == "effort" else "velocity")
        says = (actuator.axis, actuator.command, *((actuator.output,) if usual else ()))
        out.append("type", constant(MOTOR_TYPES[actuator.command]), says=says)
        self._write_maximum(out, joint, actuator, axis, "velocity", ("maxSpeed", "maximumVelocity"))
        self._write_maximum(out, joint, actuator, axis, "effort", ("maxEffort", "motorMaxForce"))
        if actuator.max_acceleration is not None:
            out.append("maxAcceleration", number(actuator.max_acceleration))
        if actuator.command == "position":
            self._write_gains(out, joint, actuator)
        self._write_range(out, joint, actuator, axis)
        if actuator.command == "position" and actuator.initial_command is not None:
            out.append("position", number(actuator.initial_command))
        self._write_mimic(out, actuator)
        restore(self.writing, out, actuator, "motor")

    def _write_maximum(self, out: Element, joint: Joint, actuator: Actuator, axis: Axis, what: str, keys: tuple[str, str]) -> None:
        """Write a maximum of a motor: its own, else that of the joint, else a default."""
        own = getattr(actuator, f"max_{what}")
        limits = axis.limits
        stated = getattr(limits, what) if limits is not None else None
        if own is None and stated is not None:
            own = getattr(limits, what)
        elif own is not None and stated is not None and own == stated:
            own = made_of(own, (own, stated))
        if own is None and not self.writing.from_mars:
            own = DEFAULT_MAX_EFFORT if what == "effort" else FAR
            row = ACTUATOR_EFFORT_DEFAULTED if what == "effort" else ACTUATOR_VELOCITY_DEFAULTED
            self.writing.tell(joint, row, target=number_text(own))
        if own is not None:
            for key in keys:
                out.append(key, number(min(own, FAR)) if own < float("inf") else number(FAR))

    def _write_gains(self, out: Element, joint: Joint, actuator: Actuator) -> None:
        """Write the gains of a servo with a velocity output. Gains of an effort output have another meaning and are left out."""
        gains: Any = actuator.gains
        usable = gains is not None and actuator.output == "velocity"
        if (not usable or gains.p is None) and not self.writing.from_mars:
            out.append("p", number(DEFAULT_GAIN))
            self.writing.tell(
                joint,
                ACTUATOR_GAIN_DEFAULTED,
                subject=f"{self.writing.path(joint)}.actuators[0].gains",
                target=f"{number_text(DEFAULT_GAIN)} 1/s",
            )
        if not usable:
            return
        for field, exponent in (("p", 0), ("i", -3), ("d", 3)):
            value = getattr(gains, field)
            if value is not None:
                out.append(field, thousandfold(value, exponent))

    def _write_range(self, out: Element, joint: Joint, actuator: Actuator, axis: Axis) -> None:
        """Write the range of the command. A position command defaults to the limits of the joint, as a driven hinge has no stops in
        MARS."""
        initial = float(axis.initial or 0.0)
        lower, upper = actuator.command_lower, actuator.command_upper
        if actuator.command == "position" and not self.writing.from_mars:
            limits = axis.limits
            active = limits is not None and (limits.active is None or bool(limits.active))
            lower = lower if lower is not None else limits.lower if limits is not None and active else None
            upper = upper if upper is not None else limits.upper if limits is not None and active else None
            lower, upper = (_shifted(each, initial, open_end) for each, open_end in ((lower, -FAR), (upper, FAR)))
        if (joint.id, actuator.axis) in self.joints.left_to_motor and axis.limits is not None and lower is not None and upper is not None:
            lower, upper = made_of(lower, (lower, axis.limits.lower)), made_of(upper, (upper, axis.limits.upper))
        _write_bounds(out, lower, upper)

    def _write_mimic(self, out: Element, actuator: Actuator) -> None:
        mimic = actuator.mimic
        if mimic is None:
            return
        leader = self.writing.seen.get(mimic.joint)
        if leader is None or not leader.actuators:
            return
        motors = leader.actuators
        motor = next((each for each in motors if each.axis == mimic.axis), motors[0])
        says = (mimic.joint, *((mimic.axis,) if motor.axis == mimic.axis else ()))
        out.append("mimic_motor", constant(str(motor.name or leader.name or "motor")), says=says)
        out.append("mimic_multiplier", number(mimic.multiplier))
        reference = mimic.reference
        offset = mimic.offset
        shifted = (
            computed_from(offset - mimic.multiplier * reference, offset, reference) if reference else made_of(offset, (offset, reference))
        )
        out.append("mimic_offset", number(shifted))

    def _write_of_limits(self, joint: Joint, axis: Axis, i: int) -> None:
        """--motors servo or velocity: a motor as strong and fast as the joint may be."""
        limits = axis.limits
        if limits is None or limits.effort is None or limits.velocity is None or max(limits.effort, limits.velocity) >= FAR:
            return
        self.of_limits.add(joint.id)
        servo = self.writing.options.motors == "servo"
        out = self._new(joint, None, i)
        out.append("type", constant("PID" if servo else "DC"))
        for key in ("maxSpeed", "maximumVelocity"):
            out.append(key, number(limits.velocity))
        for key in ("maxEffort", "motorMaxForce"):
            out.append(key, number(limits.effort))
        if servo:
            out.append("p", number(DEFAULT_GAIN))
            active = limits.active is None or bool(limits.active)
            initial = float(axis.initial or 0.0)
            lower, upper = (limits.lower, limits.upper) if active else (None, None)
            _write_bounds(out, _shifted(lower, initial, -FAR), _shifted(upper, initial, FAR))
        self.writing.tell(
            joint, ACTUATOR_DEFAULTED, target=f"{out.children[3].text} at {self.writing.path(joint)}", motors=self.writing.options.motors
        )


def _write_bounds(out: Element, lower: float | None, upper: float | None) -> None:
    """The range of the command, in the words of all generations."""
    for value, keys in ((lower, ("minPosition", "minValue", "min_val")), (upper, ("maxPosition", "maxValue", "max_val"))):
        if value is not None:
            for key in keys:
                out.append(key, number(value))


def _shifted(value: float | None, initial: float, open_end: float) -> float:
    if value is None or not abs(value) < FAR:
        return open_end
    return made_of(Computed(value - initial), value) if initial else value
