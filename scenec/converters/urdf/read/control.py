"""Read <transmission> and <ros2_control>: what drives the joints.

A simple transmission is an effort motor at its joint (as Drake makes of it). A command interface of ros2_control is a motor that follows
that command; where a joint has several, the first is the motor and the others are kept for URDF. The `initial_value` of the position state
is where gz_ros2_control starts the joint.
"""

from __future__ import annotations

from typing import Any

import msgspec

from scenec import ir
from scenec.converters.urdf.findings.reading import CONTROL_JOINT_UNKNOWN, INITIAL_UNREADABLE, TRANSMISSION_KEPT
from scenec.converters.urdf.kinds import NUMBER, TEXT, WORD
from scenec.converters.urdf.profile import COMMANDS, TRANSMISSION
from scenec.converters.urdf.read.element import FORMAT_NAME, Part
from scenec.errors import ReadError
from scenec.ir.base import Extra
from scenec.syntax.vocabulary import Row
from scenec.trace import counted_by, ids_of, traced


class Drives(msgspec.Struct):
    """Motors of the joints, by their names. initial: where they start (rad or m). extras: of the robot."""

    actuators: dict[str, tuple[ir.Actuator, ...]] = {}
    initial: dict[str, float] = {}
    extras: tuple[Extra, ...] = ()

    def add(self, joint: str, actuator: ir.Actuator) -> None:
        self.actuators[joint] = (*self.actuators.get(joint, ()), actuator)


def read_drives(robot: Part, joints: dict[str, str]) -> Drives:
    """Read all transmissions and ros2_control systems. joints: name -> type."""
    drives = Drives()
    for part in robot.every("ros2_control"):
        _read_system(part, joints, drives)
    for part in robot.every("transmission"):
        _read_transmission(part, joints, drives)
    return drives


# ---------------------------------------------------------------- ros2_control


def _read_system(part: Part, joints: dict[str, str], drives: Drives) -> None:
    """A system keeps its name with each of its motors; its hardware, sensors and everything else stay with the robot."""
    name = part.raw("name") or ""
    part.consumed(name)
    for each in part.every("joint"):
        joint = each.raw("name") or ""
        if joints.get(str(joint), "fixed") == "fixed" or not str(joint):
            if str(joint) not in joints:
                each.report(CONTROL_JOINT_UNKNOWN, value=str(joint), system=str(name))
            each.leave()
            continue
        _read_driven_joint(each, joint, name, drives)
    drives.extras = (*drives.extras, *_of_system(part, str(name)))


def _of_system(part: Part, name: str) -> tuple[Extra, ...]:
    """Return what a system says besides its driven joints, under the key ``ros2_control[NAME]/...``."""
    head = f"ros2_control[{name}]"
    return tuple(msgspec.structs.replace(each, key=f"{head}{'' if each.key.startswith('@') else '/'}{each.key}") for each in part.rest())


def _read_driven_joint(part: Part, joint: str, system: str, drives: Drives) -> None:
    commands = part.every("command_interface")
    chosen = next((each for each in commands if str(each.node.attributes.get("name", "")) in COMMANDS), None)
    for each in commands:
        if each is not chosen:
            each.leave()
    for each in part.every("state_interface"):
        _read_state(each, str(joint), drives)
    if chosen is None:
        part.leave()
        return
    word = chosen.raw("name") or ""
    command, output = COMMANDS[str(word)]
    values: dict[str, Any] = {}
    for param in chosen.every("param"):
        which = str(param.node.attributes.get("name", ""))
        field = {"min": "command_lower", "max": "command_upper"}.get(which)
        number = _number(param) if field is not None and field not in values else None
        if field is None or number is None:
            param.leave()
            continue
        values[field] = counted_by(number, param.raw("name"))
    extras = [_named_extra(each) for each in part.rest()]
    actuator = ir.Actuator(
        name=joint,
        kind=traced("ros2_control", ids_of(word)),
        command=traced(command, ids_of(word)),
        output=traced(output, ids_of(word)),
        extras=(Extra(format=FORMAT_NAME, key="ros2_control@name", value=system, origin=part.origin), *extras),
        origin=part.origin,
        **values,
    )
    drives.add(str(joint), actuator)


def _named_extra(extra: Extra) -> Extra:
    return msgspec.structs.replace(extra, key=f"ros2_control/{extra.key}")


def _read_state(part: Part, joint: str, drives: Drives) -> None:
    """Take the initial position from a position state; everything else of it is kept for URDF."""
    taken = False
    if part.node.attributes.get("name") == "position" and joint not in drives.initial:
        for param in part.every("param"):
            if param.node.attributes.get("name") == "initial_value":
                number = _number(param)
                if number is not None:
                    alone = len(part.node.children) == 1  # else the interface is kept for URDF
                    drives.initial[joint] = counted_by(number, param.raw("name"), part.raw("name") if alone else None)
                    taken = True
                    continue
            param.leave()
    if not taken:
        part.leave()


def _number(part: Part) -> float | None:
    try:
        return part.text(NUMBER)
    except ReadError as problem:
        part.report(INITIAL_UNREADABLE, about=part.pass_over(), value=part.node.text[:40], problem=str(problem.what))
        return None


# ---------------------------------------------------------------- transmission


def _read_transmission(part: Part, joints: dict[str, str], drives: Drives) -> None:
    """Read a transmission of one joint and one actuator. Others are kept for URDF."""
    kind = part.first("type")
    written = kind.node.text if kind is not None else str(part.node.attributes.get("type", ""))
    named = [child for child in part.node.children if child.tag == "joint"]
    motors = [child for child in part.node.children if child.tag == "actuator"]
    joint = str(named[0].attributes.get("name", "")) if named else ""
    movable = joints.get(joint, "fixed") not in ("fixed", "floating")
    if TRANSMISSION not in written or len(named) != 1 or len(motors) > 1 or not movable:
        if TRANSMISSION in written and named and joint not in joints:
            part.report(CONTROL_JOINT_UNKNOWN, value=joint, system=str(part.node.attributes.get("name", "transmission")))
        elif TRANSMISSION not in written:
            part.report(TRANSMISSION_KEPT, value=written)
        drives.extras = (*drives.extras, part.as_extra("transmission"))
        return
    at, motor = part.first("joint"), part.first("actuator")
    assert at is not None
    if kind is not None:
        word = kind.text(WORD)
    else:
        word = part.raw("type")
    name = motor.take_optional(Row(name="name", kind=TEXT)) if motor is not None else None
    extras = (
        Extra(format=FORMAT_NAME, key="transmission@name", value=part.raw("name") or "", origin=part.origin),
        Extra(format=FORMAT_NAME, key="transmission@type", value=word, origin=part.origin),
        *(msgspec.structs.replace(each, key=f"transmission/{each.key}") for each in part.rest()),
    )
    own = at.raw("name")
    at.consumed(own)
    drives.add(
        joint,
        ir.Actuator(
            name=name,
            kind="transmission",
            command=traced("effort", ids_of(word)),
            output=traced("effort", ids_of(word)),
            extras=extras,
            origin=part.origin,
        ),
    )
