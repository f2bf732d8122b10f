"""Motors: of every actuator one, in the order of the joints.

A position servo of MARS makes a velocity of an error of position: p e + i (sum of e dt) + d (de / dt), with dt in milliseconds. It
clamps its command to minPosition and maxPosition; as a driven hinge of MARS loses its stops, that is what limits it then. Every name
that a release of MARS reads is written.
"""

from __future__ import annotations

from scenec.converters.mars.profile import FAR, MOTOR_TYPES
from scenec.converters.mars.write.context import Writing, restore
from scenec.converters.mars.write.joints import Joints, axis_of, bound_from_start
from scenec.converters.mars.write.values import count, number, thousandfold
from scenec.ir.base import Id
from scenec.ir.joint import Actuator, Axis, Joint
from scenec.syntax.element import Element
from scenec.syntax.said import constant, spelled
from scenec.trace import Computed, made_of


class Motors:
    """Writes the motors. entries: the list. index: (joint, number of its actuator) -> the motor's number."""

    def __init__(self, writing: Writing, joints: Joints) -> None:
        self.writing = writing
        self.joints = joints
        self.entries: list[Element] = []
        self.index: dict[tuple[Id, int], int] = {}
        self._names: dict[Id, str] = {}

    def write(self) -> None:
        for joint in self.writing.scene.joints:
            if joint.id not in self.joints.index:
                continue
            before = len(self.entries)
            for number_of, actuator in enumerate(joint.actuators):
                axis = axis_of(joint, actuator.axis)
                if axis is not None and actuator.command in MOTOR_TYPES and self.joints.slots[joint.id]:
                    self.index[joint.id, number_of] = len(self.entries) + 1
                    self._write(joint, actuator, axis)
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
        for key, value in (
            ("maxSpeed", actuator.max_velocity),
            ("maximumVelocity", actuator.max_velocity),
            ("maxEffort", actuator.max_effort),
            ("motorMaxForce", actuator.max_effort),
        ):
            if value is not None:
                out.append(key, number(min(value, FAR)))
        if actuator.max_acceleration is not None:
            out.append("maxAcceleration", number(min(actuator.max_acceleration, FAR)))
        if actuator.command == "position":
            self._write_gains(out, actuator)
        self._write_range(out, joint, actuator, axis)
        if actuator.command == "position" and actuator.initial_command is not None:
            out.append("position", number(actuator.initial_command))
        self._write_mimic(out, actuator)
        restore(self.writing, out, actuator, "motor")

    def _write_gains(self, out: Element, actuator: Actuator) -> None:
        """Write the gains of a servo with a velocity output. Gains of an effort output have another meaning."""
        gains = actuator.gains
        if gains is None or actuator.output != "velocity":
            return
        for field, exponent in (("p", 0), ("i", -3), ("d", 3)):
            value = getattr(gains, field)
            if value is not None:
                out.append(field, thousandfold(value, exponent))

    def _write_range(self, out: Element, joint: Joint, actuator: Actuator, axis: Axis) -> None:
        """Write the range of the command. A position command defaults to the limits of the joint, as a driven hinge has no stops in
        MARS."""
        lower, upper = actuator.command_lower, actuator.command_upper
        if actuator.command == "position" and not self.writing.is_own:
            limits = axis.limits
            lower = lower if lower is not None else limits.lower if limits is not None else None
            upper = upper if upper is not None else limits.upper if limits is not None else None
            lower, upper = bound_from_start(lower, axis), bound_from_start(upper, axis)
            lower, upper = -FAR if lower is None else lower, FAR if upper is None else upper
        if (joint.id, actuator.axis) in self.joints.left_to_motor and axis.limits is not None and lower is not None and upper is not None:
            lower, upper = made_of(lower, (lower, axis.limits.lower)), made_of(upper, (upper, axis.limits.upper))
        _write_bounds(out, lower, upper)

    def _write_mimic(self, out: Element, actuator: Actuator) -> None:
        mimic = actuator.mimic
        if mimic is None:
            return
        leader: Joint | None = self.writing.by_id.get(mimic.joint)
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
            made_of(Computed(offset - mimic.multiplier * reference), offset, reference)
            if reference
            else made_of(offset, (offset, reference))
        )
        out.append("mimic_offset", number(shifted))


def _write_bounds(out: Element, lower: float | None, upper: float | None) -> None:
    """The range of the command, in the words of all generations."""
    for value, keys in ((lower, ("minPosition", "minValue", "min_val")), (upper, ("maxPosition", "maxValue", "max_val"))):
        if value is not None:
            for key in keys:
                out.append(key, number(value))
