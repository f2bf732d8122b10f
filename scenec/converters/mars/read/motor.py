"""Motors, in the words of all three generations of the format (interfaces/src/MotorData.cpp, sim/src/core/SimMotor.cpp)."""

from __future__ import annotations

from typing import Any

from scenec import ir
from scenec.converters.mars.findings import reading as findings
from scenec.converters.mars.profile import JOINT_AXES, MOTOR_COMMANDS
from scenec.converters.mars.read.context import Reading
from scenec.converters.mars.read.entry import Entry
from scenec.converters.mars.read.joint_nodes import JointOfNodes
from scenec.trace import derived


class Motors:
    """The motors of a scene, each put on its joint. `numbers`: file number -> the motor's name and joint, for sensors and controllers."""

    def __init__(self, entries: list[Entry], joints: dict[int, JointOfNodes], reading: Reading) -> None:
        self.reading = reading
        self.numbers: dict[int, tuple[str, JointOfNodes]] = {}
        self.referred: set[int] = set()
        self.driving: list[tuple[Entry, JointOfNodes]] = []
        self._by_name: dict[str, tuple[Entry, JointOfNodes]] = {}
        for entry in entries:
            joint = self._joint_of(entry, joints)
            if joint is not None:
                self.driving.append((entry, joint))
                self.numbers[int(entry.take("index"))] = (entry.take("name"), joint)
                self._by_name.setdefault(str(entry.take("name")), (entry, joint))
                joint.has_motor = True
        for entry, joint in self.driving:
            joint.actuators.append(self._read(entry, joint))

    def _joint_of(self, entry: Entry, joints: dict[int, JointOfNodes]) -> JointOfNodes | None:
        number = entry.take("jointIndex")
        joint = joints.get(int(number))
        axis = int(entry.take("axis"))
        if joint is not None and 1 <= axis <= max(1, JOINT_AXES.get(joint.type, 1)):
            joint.referred = True
            entry.consumed(number)
            return joint
        why = f"The scene has no joint {int(number)}." if joint is None else f"Joint {int(number)} has no axis {axis}."
        entry.report(findings.MOTOR_IDLE, about=entry.everything(), why=why)
        return None

    def _read(self, entry: Entry, joint: JointOfNodes) -> ir.Actuator:
        kind = entry.take("type")
        command, output = MOTOR_COMMANDS[str(kind)]
        number = int(entry.take("axis"))
        lower, upper, start = self._range(entry, joint, number) if command == "position" else (None, None, None)
        gains = None
        if command == "position" and any(entry.has(key) for key in "pid"):
            gains = ir.Gains(p=entry.stated("p"), i=entry.stated("i"), d=entry.stated("d"), origin=entry.origin)
        mimic = self._mimic(entry)
        axis = derived(joint.axis_place(number), entry.stated("axis"))
        command = derived(command, kind)
        return ir.Actuator(
            name=entry.take("name") or None,
            axis=axis,
            kind=str(kind),
            command=command,
            output=derived(output, kind),
            gains=gains,
            max_effort=self._either(entry, "maxEffort", "motorMaxForce"),
            max_velocity=self._either(entry, "maxSpeed", "maximumVelocity"),
            max_acceleration=entry.stated("maxAcceleration"),
            command_lower=lower,
            command_upper=upper,
            initial_command=start,
            mimic=mimic,
            extras=entry.rest(),
            origin=entry.origin,
        )

    def _either(self, entry: Entry, new: str, old: str) -> Any:
        """A value by its new name, else by its old one; 0 where neither is written."""
        value = entry.first(new, old)
        return entry.take(new) if value is None else value

    def _range(self, entry: Entry, joint: JointOfNodes, number: int) -> tuple[float, float, float | None]:
        """Return the range of the commanded position and the first command (rad or m). Names of before 2015 are read as meant."""
        lower = entry.first("minPosition", "minValue")
        upper = entry.first("maxPosition", "maxValue")
        if lower is not None and upper is not None:
            joint.driven.setdefault(number, (lower, upper))
        forgotten: list[object] = []
        if lower is None and (lower := entry.stated("min_val")) is not None:
            forgotten.append(lower)
        if upper is None and (upper := entry.stated("max_val")) is not None:
            forgotten.append(upper)
        start = entry.stated("position")
        if start is None and (start := entry.stated("value")) is not None:
            forgotten.append(start)
        if forgotten:
            entry.report(findings.MOTOR_RANGE_OLD_NAMES, about=tuple(forgotten))
        return (
            entry.take("minPosition") if lower is None else lower,
            entry.take("maxPosition") if upper is None else upper,
            start,
        )

    def _mimic(self, entry: Entry) -> ir.Mimic | None:
        name = entry.stated("mimic_motor")
        if not name:
            entry.consumed(name)
            return None
        leader = self._by_name.get(str(name))
        if leader is None:
            entry.report(findings.MIMIC_UNKNOWN, about=name, value=str(name))
            return None
        other, joint = leader
        return ir.Mimic(
            joint=derived(joint.id, name),
            axis=joint.axis_place(int(other.take("axis"))),
            multiplier=entry.take("mimic_multiplier"),
            offset=entry.take("mimic_offset"),
            reference=0.0,
            origin=entry.origin,
        )
