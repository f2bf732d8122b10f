"""Actuators and sensors of joints: effectors and perceptors as children of the joint, and the motor that they command.

An effector commands velocities. A HingeEffector takes rad/s, which the motor of the joint holds with at most its maximum force.
"""

from __future__ import annotations

import math

from scenec.converters.rsg.findings import writing as rows
from scenec.converters.rsg.write.context import Writing
from scenec.converters.rsg.write.extras import write_calls, write_nodes
from scenec.converters.rsg.write.values import UNLIMITED, count, degrees, named, number, number_text
from scenec.ir.joint import Actuator, Joint
from scenec.ir.sensor import Sensor
from scenec.syntax.said import Said, constant, said
from scenec.syntax.sexp_printing import SList
from scenec.trace import made_of

EFFECTORS = {"HingeJoint": "HingeEffector", "UniversalJoint": "UniversalJointEffector", "Hinge2Joint": "Hinge2Effector"}
PERCEPTORS = {"HingeJoint": "HingePerceptor", "UniversalJoint": "UniversalJointPerceptor", "Hinge2Joint": "Hinge2Perceptor"}

ATTACH = "AngularMotor/attach"
"""The key of the paths that a motor of the source names."""


def write_drives(writing: Writing, out: SList, joint: Joint, name: str, attach: tuple[Said, ...]) -> None:
    """Write motors, effector and perceptors of a joint. Actuators that command an effort, and those of sliders, which have no effector, are
    reported. attach: the paths of the bodies."""
    effector = EFFECTORS.get(name)
    driven: dict[int, Actuator] = {}
    for actuator in joint.actuators:
        if writing.is_own and actuator.kind == "AngularMotor":
            _write_angular_motor(writing, out, joint, actuator, attach)
        elif actuator.axis in driven or actuator.axis >= len(joint.axes):
            continue  # is not written
        elif actuator.command not in ("position", "velocity") or (effector is None and not _is_bare_motor(writing, actuator)):
            _report_dropped(writing, joint, actuator)
        else:
            driven[int(actuator.axis)] = actuator
            _write_motor(writing, out, joint, actuator)
    commanded = [actuator for actuator in driven.values() if not _is_bare_motor(writing, actuator)]
    if commanded and effector is not None:
        _write_idle_axes(writing, out, joint, driven)
        _write_effector(writing, out, effector, joint, commanded)
    if not driven:
        if effector is not None:
            _write_speeds(writing, out, joint)
        _report_efforts(writing, joint)
    perceived = False
    for sensor in joint.sensors:
        if sensor.type == "joint_state" and name in PERCEPTORS:
            perceived = True
            _write_perceptor(writing, out, sensor, PERCEPTORS[name])
    if not perceived and not writing.is_own:
        _write_default_perceptor(writing, out, joint, name)


def _write_default_perceptor(writing: Writing, out: SList, joint: Joint, name: str) -> None:
    """Add a perceptor beside an effector, through which an agent of SimSpark learns the position of the joint."""
    effector = next((each for each in out.lists if each.atoms == ("nd", EFFECTORS.get(name))), None)
    if effector is None:
        return
    node = out.add("nd", constant(PERCEPTORS[name]))
    called = next((each.atoms[1] for each in effector.lists if each.atoms[0] == "setName"), "")
    if called:
        node.add("setName", constant(f"{called}_pos"))
    writing.report(
        rows.JOINT_PERCEPTOR_DEFAULTED,
        joint,
        value="no sensor",
        target=f"{called}_pos" if called else PERCEPTORS[name],
    )


def _write_idle_axes(writing: Writing, out: SList, joint: Joint, driven: dict[int, Actuator]) -> None:
    """Add a motor without force to the axis that nothing drives: the effector of a joint commands all its axes."""
    if len(joint.axes) < 2 or len(driven) == len(joint.axes):
        return
    for index in range(len(joint.axes)):
        if index not in driven:
            out.add("setMaxMotorForce", count(1 - index), constant("0"))
    writing.report(
        rows.JOINT_MOTOR_IDLE_DEFAULTED,
        joint,
        value="a motor for one of two axes",
        target="motors for both, one of them without force",
    )


def _report_dropped(writing: Writing, joint: Joint, actuator: Actuator) -> None:
    slides = actuator.command in ("position", "velocity")
    writing.report(
        rows.JOINT_MOTOR_DROPPED,
        joint,
        about=actuator,
        value=str(actuator.kind),
        why="SimSpark has no effector for this joint." if slides else "Effectors of SimSpark command velocities, not forces.",
    )


def _write_perceptor(writing: Writing, out: SList, sensor: Sensor, perceptor: str) -> None:
    node = out.add("nd", constant(perceptor), says=(sensor.type, sensor.quantity if sensor.quantity == "position" else None))
    writing.name(node, sensor)
    write_calls(node, sensor.extras)
    write_nodes(node, sensor.extras)


def _is_bare_motor(writing: Writing, actuator: Actuator) -> bool:
    """Return whether a motor of the joint is commanded by no agent, as only RubySceneGraph has it."""
    return writing.is_own and actuator.kind == "motor"


def _speed(writing: Writing, ode: int) -> str:
    return "setJointMaxSpeed" if writing.old and ode == 0 else f"setJointMaxSpeed{ode + 1}"


def _write_speeds(writing: Writing, out: SList, joint: Joint) -> None:
    """Write the maximum velocities of a joint that is not driven. Without an effector they have no effect."""
    for index, axis in enumerate(joint.axes):
        if axis.limits is not None:
            _write_speed(out, _speed(writing, 1 - index if len(joint.axes) == 2 else index), axis.limits.velocity)


def _write_speed(out: SList, method: str, velocity: float | None) -> None:
    """Write a maximum velocity; one that is never reached is that of a joint that states none."""
    if velocity is not None and velocity < UNLIMITED:
        out.add(method, number(velocity))
    elif velocity is not None:
        out.omit(made_of(math.inf, velocity), math.inf)


def _write_effector(writing: Writing, out: SList, effector: str, joint: Joint, actuators: list[Actuator]) -> None:
    """Write one effector for all axes, with the name of the actuator, else of the joint."""
    node = out.add("nd", constant(effector))
    first = next((actuator for actuator in actuators if actuator.name), None)
    if first is not None:
        namesakes = tuple([actuator.name for actuator in actuators if actuator.name == first.name])
        node.add("setName", named(writing.legal(first, str(first.name)), namesakes))
    elif joint.name and not writing.is_own:
        node.add("setName", named(writing.legal(joint, str(joint.name)), joint.name))


def _write_motor(writing: Writing, out: SList, joint: Joint, actuator: Actuator) -> None:
    """Write force and velocity of the motor of one axis."""
    index = int(actuator.axis)
    ode = made_of(1 - index if len(joint.axes) == 2 else index, actuator.axis)
    says: tuple[object, ...] = ()
    if actuator.command == "velocity":
        says = (actuator.command, actuator.output if actuator.output == "velocity" else None)
    else:
        _report_position(writing, joint, actuator)
    out.add("setMaxMotorForce", count(ode), constant("0") if actuator.max_effort is None else number(actuator.max_effort), says=says)
    _write_speed(out, _speed(writing, ode), actuator.max_velocity)
    if actuator.command == "velocity" and actuator.initial_command is not None:
        if joint.type == "prismatic":
            out.add("setLinearMotorVelocity", count(ode), number(actuator.initial_command))
        else:
            out.add("setAngularMotorVelocity", count(ode), degrees(actuator.initial_command))
    write_calls(out, actuator.extras)


def _report_position(writing: Writing, joint: Joint, actuator: Actuator) -> None:
    writing.report(
        rows.ACTUATOR_COMMAND_APPROXIMATED,
        joint,
        about=(actuator.command, actuator.output),
        value="position",
        target="velocity",
    )


def _report_efforts(writing: Writing, joint: Joint) -> None:
    """Report effort limits of a joint without a motor. Written as the force of a motor, they would be a brake."""
    for axis in joint.axes:
        effort = axis.limits.effort if axis.limits is not None else None
        if effort is None or effort >= UNLIMITED:
            continue
        writing.report(
            rows.JOINT_EFFORT_DROPPED,
            joint,
            about=effort,
            value=f"{number_text(effort)} {'N' if joint.type == 'prismatic' else 'N m'}",
        )


def _write_angular_motor(writing: Writing, out: SList, joint: Joint, actuator: Actuator, attach: tuple[Said, ...]) -> None:
    """Write a model of an electric motor (AngularMotor), a child of the joint. Its paths are one step longer."""
    motor = out.add("nd", constant("AngularMotor"), says=(actuator.axis, actuator.command, actuator.output))
    stated = [extra.value for extra in actuator.extras if extra.key == ATTACH]
    motor.add("attach", *(said("", [constant("../"), path]) for path in attach), says=stated)
    write_calls(motor, [extra for extra in actuator.extras if extra.key != ATTACH])
    if actuator.max_effort is not None:
        motor.add("setMaxTorque", number(actuator.max_effort))
    if actuator.max_velocity is not None:
        motor.add("setJointMaxSpeed1", number(actuator.max_velocity))
    if actuator.initial_command is not None:
        motor.add("setAngularMotorVelocity", constant("0"), degrees(actuator.initial_command))
    if actuator.name is not None:
        writing.name(motor.add("nd", constant("AngularMotorEffector")), actuator)
    for sensor in joint.sensors:
        if sensor.type == "motor_state":
            _write_perceptor(writing, motor, sensor, "AngularMotorPerceptor")
