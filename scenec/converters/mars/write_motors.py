"""Motors: of every actuator one, in the order of the joints.

A position servo of MARS makes a velocity of an error of position: p e + i (sum of e dt) + d (de / dt), with dt in milliseconds. It
clamps its command to minPosition and maxPosition; as a driven hinge of MARS loses its stops, that is what limits it then. Every name
that a release of MARS reads is written.
"""

from __future__ import annotations

from typing import Any

from scenec.accounting.lens import unwrap
from scenec.converters.common.numbers import Computed
from scenec.converters.mars.write_context import Writing, restore
from scenec.converters.mars.write_joints import FAR, Joints, axis_of
from scenec.converters.mars.write_values import number, thousandfold
from scenec.ir.base import Id
from scenec.ir.joint import Actuator, Axis, Joint
from scenec.syntax.xml_printing import Out

TYPES = {"position": "PID", "velocity": "DC", "effort": "direct_torque"}
"""What is commanded -> the type of motor."""

STRONG, STIFF = 1000.0, 10.0
"""Of a motor whose source says nothing: maximum force (N m or N), and p (1/s). Its velocity is not limited."""


class Motors:
    """entries: what stands in the list. index: (joint, number of its actuator) -> the motor's number."""

    def __init__(self, writing: Writing, joints: Joints) -> None:
        self.writing = writing
        self.joints = joints
        self.entries: list[Out] = []
        self.index: dict[tuple[Id, int], int] = {}
        self._names: dict[Id, str] = {}

    def write(self) -> None:
        for joint in self.writing.request.scene.joints:
            bare = unwrap(joint)
            if bare.id not in self.joints.index:
                continue
            before = len(self.entries)
            for number_of, actuator in enumerate(joint.actuators):
                axis = axis_of(joint, unwrap(actuator).axis)
                if axis is not None and unwrap(actuator).command in TYPES and self.joints.slots[bare.id]:
                    self.index[bare.id, number_of] = len(self.entries) + 1
                    self._write(joint, actuator, axis)
            if self.writing.options.motors and not bare.actuators:
                for i, axis in enumerate(joint.axes[: len(self.joints.slots[bare.id])]):
                    self._write_of_limits(joint, axis, i)
            for motor in self.entries[before:]:
                self.writing.seal(motor)

    def _new(self, joint: Joint, name: str | None, axis: int) -> Out:
        out = Out("motor")
        out.attributes["name"] = name or str(unwrap(joint).name or "motor")
        out.add("index", str(len(self.entries) + 1))
        out.add("jointIndex", str(self.joints.index[unwrap(joint).id]))
        out.add("axis", str(self.joints.slots[unwrap(joint).id][axis]))
        self.entries.append(out)
        return out

    def _write(self, joint: Joint, actuator: Actuator, axis: Axis) -> None:
        bare = unwrap(actuator)
        out = self._new(joint, actuator.name, bare.axis)
        _ = (actuator.axis, actuator.command)
        out.add("type", TYPES[bare.command])
        if bare.kind == TYPES[bare.command] or self.writing.from_mars:
            _ = actuator.kind
        if bare.output == ("effort" if bare.command == "effort" else "velocity"):
            _ = actuator.output
        self._write_cap(out, joint, actuator, axis, "velocity", ("maxSpeed", "maximumVelocity"))
        self._write_cap(out, joint, actuator, axis, "effort", ("maxEffort", "motorMaxForce"))
        if actuator.max_acceleration is not None:
            out.add("maxAcceleration", number(actuator.max_acceleration))
        if bare.command == "position":
            self._write_gains(out, joint, actuator)
        self._write_range(out, actuator, axis)
        if bare.command == "position" and actuator.initial_command is not None:
            out.add("position", number(actuator.initial_command))
        self._write_mimic(out, actuator)
        restore(self.writing, out, actuator, "motor")

    def _write_cap(self, out: Out, joint: Joint, actuator: Actuator, axis: Axis, what: str, keys: tuple[str, str]) -> None:
        """A motor's maximum: its own, else the joint's, else a large one."""
        own = getattr(actuator, f"max_{what}")
        limits = axis.limits
        stated = getattr(unwrap(limits), what) if limits is not None else None
        if own is None and stated is not None:
            own = getattr(limits, what)
        elif own is not None and stated is not None and own == stated:
            _ = getattr(limits, what)
        if own is None and not self.writing.from_mars:
            own = STRONG if what == "effort" else FAR
            self.writing.tell(
                joint,
                f"actuator-max-{what}-defaulted",
                "defaulted",
                "warning",
                "control",
                target=number(own),
                because=f"nothing states the maximum {what} of this motor, and MARS takes that for 0",
                consequence=f"the motor of {self.writing.path(joint)} is that strong"
                if what == "effort"
                else f"the motor of {self.writing.path(joint)} is as fast as it can",
                hint="state it",
            )
        if own is not None:
            for key in keys:
                out.add(key, number(min(own, FAR)) if own < float("inf") else number(FAR))

    def _write_gains(self, out: Out, joint: Joint, actuator: Actuator) -> None:
        """Gains of another output, an effort, are left unread: they mean something else."""
        gains: Any = actuator.gains
        usable = gains is not None and unwrap(actuator).output == "velocity"
        bare = unwrap(gains) if usable else None
        if (bare is None or bare.p is None) and not self.writing.from_mars:
            out.add("p", number(STIFF))
            self.writing.tell(
                joint,
                "actuator-gain-defaulted",
                "defaulted",
                "warning",
                "control",
                subject=f"{self.writing.path(joint)}.actuators[0].gains",
                target=f"p {number(STIFF)}",
                because="a servo of MARS makes a velocity of an error of position (p in 1/s); the source gives no such gain",
                consequence="the joint approaches its set point at that rate",
                hint="tune it",
            )
        if bare is None:
            return
        for field, exponent in (("p", 0), ("i", -3), ("d", 3)):
            value = getattr(gains, field)
            if value is not None:
                out.add(field, thousandfold(value, exponent))

    def _write_range(self, out: Out, actuator: Actuator, axis: Axis) -> None:
        """The range of the command; of a position, else that of the joint, as a driven hinge of MARS has no other limits."""
        bare = unwrap(actuator)
        initial = float(axis.initial or 0.0)
        lower, upper = actuator.command_lower, actuator.command_upper
        if bare.command == "position" and not self.writing.from_mars:
            limits = unwrap(axis.limits) if axis.limits is not None else None
            active = limits is not None and (limits.active is None or bool(limits.active))
            lower = lower if lower is not None else limits.lower if limits is not None and active else None
            upper = upper if upper is not None else limits.upper if limits is not None and active else None
            lower, upper = (_shifted(each, initial, open_end) for each, open_end in ((lower, -FAR), (upper, FAR)))
        _write_bounds(out, lower, upper)

    def _write_mimic(self, out: Out, actuator: Actuator) -> None:
        mimic = actuator.mimic
        if mimic is None:
            return
        bare = unwrap(mimic)
        leader = self.writing.seen.get(bare.joint)
        if leader is None or not unwrap(leader).actuators:
            return
        motors = unwrap(leader).actuators
        motor = next((each for each in motors if each.axis == bare.axis), motors[0])
        _ = mimic.joint
        if motor.axis == bare.axis:
            _ = mimic.axis
        out.add("mimic_motor", str(motor.name or unwrap(leader).name or "motor"))
        out.add("mimic_multiplier", number(mimic.multiplier))
        reference = mimic.reference
        offset = mimic.offset
        out.add("mimic_offset", number(Computed(offset - bare.multiplier * reference) if reference else offset))

    def _write_of_limits(self, joint: Joint, axis: Axis, i: int) -> None:
        """--motors servo or velocity: a motor as strong and fast as the joint may be."""
        limits = axis.limits
        bare = unwrap(limits) if limits is not None else None
        if limits is None or bare is None or bare.effort is None or bare.velocity is None or max(bare.effort, bare.velocity) >= FAR:
            return
        servo = self.writing.options.motors == "servo"
        out = self._new(joint, None, i)
        out.add("type", "PID" if servo else "DC")
        assert limits.velocity is not None and limits.effort is not None
        for key in ("maxSpeed", "maximumVelocity"):
            out.add(key, number(limits.velocity))
        for key in ("maxEffort", "motorMaxForce"):
            out.add(key, number(limits.effort))
        if servo:
            out.add("p", number(STIFF))
            active = bare.active is None or bool(bare.active)
            initial = float(axis.initial or 0.0)
            lower, upper = (bare.lower, bare.upper) if active else (None, None)
            _write_bounds(out, _shifted(lower, initial, -FAR), _shifted(upper, initial, FAR))
        self.writing.tell(
            joint,
            "actuator-defaulted",
            "defaulted",
            "note",
            "control",
            target=str(out.children[3].text),
            because=f"--motors {self.writing.options.motors} makes motors of the limits of joints",
            consequence="the joint is driven",
        )


def _write_bounds(out: Out, lower: float | None, upper: float | None) -> None:
    """The range of the command, in the words of all generations."""
    for value, keys in ((lower, ("minPosition", "minValue", "min_val")), (upper, ("maxPosition", "maxValue", "max_val"))):
        if value is not None:
            for key in keys:
                out.add(key, number(value))


def _shifted(value: float | None, initial: float, open_end: float) -> float:
    if value is None or not abs(value) < FAR:
        return open_end
    return Computed(value - initial) if initial else value
