"""What drives and measures joints: effectors and perceptors, children of the joint, and the motor they command.

An effector commands velocities: a HingeEffector takes rad/s, which the joint's motor holds with at most the force it is given.
"""

from __future__ import annotations

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.rsg.turns import degrees_text
from scenec.converters.rsg.write_context import Writing
from scenec.converters.rsg.write_extras import write_calls, write_nodes
from scenec.converters.rsg.write_values import ENDLESS, number
from scenec.ir.joint import Actuator, Joint, Limits
from scenec.ir.sensor import Sensor
from scenec.syntax.sexp_printing import SList

EFFECTORS = {"HingeJoint": "HingeEffector", "UniversalJoint": "UniversalJointEffector", "Hinge2Joint": "Hinge2Effector"}
PERCEPTORS = {"HingeJoint": "HingePerceptor", "UniversalJoint": "UniversalJointPerceptor", "Hinge2Joint": "Hinge2Perceptor"}

STRONG = 1000.0
"""N m; of a motor whose source does not say how strong it is."""


def write_drives(writing: Writing, out: SList, joint: Joint, name: str, attach: tuple[str, ...]) -> None:
    """Motors, effector and perceptors of a joint. Actuators that command an effort, and those of sliders, which have no effector, are
    told. attach: what the joint is attached to."""
    effector = EFFECTORS.get(name)
    driven: dict[int, Actuator] = {}
    for actuator in joint.actuators:
        bare = unwrap(actuator)
        if writing.from_rsg and bare.kind == "AngularMotor":
            _write_angular_motor(writing, out, joint, actuator, attach)
        elif bare.axis in driven or bare.axis >= len(joint.axes):
            continue  # stays unread
        elif bare.command not in ("position", "velocity") or (effector is None and not _is_bare_motor(writing, actuator)):
            _tell_dropped(writing, joint, actuator)
        else:
            driven[int(bare.axis)] = actuator
            _ = actuator.axis
            _write_motor(writing, out, joint, actuator, index=int(bare.axis))
    commanded = [actuator for actuator in driven.values() if not _is_bare_motor(writing, actuator)]
    if commanded and effector is not None:
        _write_idle_axes(writing, out, joint, driven)
        _write_effector(writing, out, effector, joint, commanded)
    elif effector is not None and writing.options.motors and not joint.actuators:
        driven = _write_motors_of_limits(writing, out, effector, joint)
    if not driven:
        if effector is not None:
            _write_speeds(writing, out, joint)
        _tell_efforts(writing, joint)
    for sensor in joint.sensors:
        kind = unwrap(sensor).type
        if kind == "joint_state" and name in PERCEPTORS:
            _write_perceptor(writing, out, sensor, PERCEPTORS[name])
        elif kind != "motor_state" or not writing.from_rsg:
            writing.tell_sensor(sensor, f"{writing.path(joint)}::{unwrap(sensor).name or kind}")


def _write_idle_axes(writing: Writing, out: SList, joint: Joint, driven: dict[int, Actuator]) -> None:
    """The effector of a joint commands all its axes; one that nothing is to drive has a motor without force."""
    if len(joint.axes) < 2 or len(driven) == len(joint.axes):
        return
    for index in range(len(joint.axes)):
        if index not in driven:
            out.add("setMaxMotorForce", str(1 - index), "0")
    writing.tell(
        joint,
        "joint-motor-idle-defaulted",
        "defaulted",
        "note",
        "control",
        value="a motor for one of two axes",
        target="motors for both, one of them without force",
        because="the effector of a joint with two axes commands both",
        consequence="nothing: what agents send to the other axis moves nothing",
        hint="send 0 for that axis",
    )


def _tell_dropped(writing: Writing, joint: Joint, actuator: Actuator) -> None:
    bare = unwrap(actuator)
    mark_read(actuator)
    slides = bare.command in ("position", "velocity")
    writing.tell(
        joint,
        "joint-motor-dropped",
        "dropped",
        "warning",
        "control",
        about=bare,
        value=str(bare.kind),
        because="SimSpark has no effector for a SliderJoint" if slides else "effectors of SimSpark command velocities, not forces",
        consequence=f"nothing drives {writing.path(joint)}",
    )


def _write_perceptor(writing: Writing, out: SList, sensor: Sensor, perceptor: str) -> None:
    _ = sensor.type
    if unwrap(sensor).quantity in (None, "position"):
        _ = sensor.quantity
    node = out.add("nd", perceptor)
    writing.name(node, sensor)
    write_calls(node, sensor.extras)
    write_nodes(node, sensor.extras)


def _is_bare_motor(writing: Writing, actuator: Actuator) -> bool:
    """A motor of the joint itself that no agent commands, as only RSG has it."""
    return writing.from_rsg and unwrap(actuator).kind == "motor"


def _speed(writing: Writing, ode: int) -> str:
    return "setJointMaxSpeed" if writing.old and ode == 0 else f"setJointMaxSpeed{ode + 1}"


def _write_speeds(writing: Writing, out: SList, joint: Joint) -> None:
    """How fast the axes of an undriven joint may be; without an effector, nothing takes notice."""
    for index, axis in enumerate(joint.axes):
        if axis.limits is not None and axis.limits.velocity is not None and axis.limits.velocity < ENDLESS:
            out.add(_speed(writing, 1 - index if len(joint.axes) == 2 else index), number(axis.limits.velocity))


def _write_effector(writing: Writing, out: SList, effector: str, joint: Joint, actuators: list[Actuator]) -> None:
    """One for all axes of a joint, called as agents call it: as the motor, else as the joint."""
    node = out.add("nd", effector)
    named = next((actuator for actuator in actuators if unwrap(actuator).name), None)
    if named is not None:
        writing.name(node, named)
        for actuator in actuators:
            if unwrap(actuator).name == unwrap(named).name:
                _ = actuator.name
    elif unwrap(joint).name and not writing.from_rsg:
        node.add("setName", writing.legal(joint, str(unwrap(joint).name)))


def _write_motor(writing: Writing, out: SList, joint: Joint, actuator: Actuator, index: int) -> None:
    """Strength and speed of one axis."""
    bare = unwrap(actuator)
    ode = 1 - index if len(unwrap(joint).axes) == 2 else index
    limits = joint.axes[index].limits
    if bare.command == "velocity":
        _ = (actuator.command, actuator.output if bare.output == "velocity" else None)
    else:
        _tell_position(writing, joint, actuator)
    effort = _cap(actuator.max_effort, limits, "effort")
    if effort is None:
        effort = STRONG
        writing.tell(
            joint,
            "actuator-max-effort-defaulted",
            "defaulted",
            "warning",
            "control",
            target=f"{number(STRONG)} N m",
            because="nothing states how strong this motor is, and without a force it does nothing",
            consequence="the motor is that strong",
            hint="state it",
        )
    out.add("setMaxMotorForce", str(ode), number(effort))
    velocity = _cap(actuator.max_velocity, limits, "velocity")
    if velocity is not None and velocity < ENDLESS:
        out.add(_speed(writing, ode), number(velocity))
    if bare.command == "velocity" and actuator.initial_command is not None:
        if joint.type == "prismatic":
            out.add("setLinearMotorVelocity", str(ode), number(actuator.initial_command))
        else:
            out.add("setAngularMotorVelocity", str(ode), degrees_text(float(actuator.initial_command)))
    write_calls(out, actuator.extras)


def _cap(own: float | None, limits: Limits | None, what: str) -> float | None:
    """A motor's own maximum, else that of its joint; of two equal ones both are read."""
    stated = getattr(unwrap(limits), what) if limits is not None else None
    if limits is not None and stated is not None and (own is None or own == stated):
        value: float | None = getattr(limits, what)
        return value if own is None else own
    return own


def _tell_position(writing: Writing, joint: Joint, actuator: Actuator) -> None:
    writing.tell(
        joint,
        "actuator-command-approximated",
        "approximated",
        "warning",
        "control",
        about=(actuator.command, actuator.output),
        value="takes positions",
        target="takes velocities",
        because="effectors of SimSpark command the velocity of a joint; an agent closes the loop of position itself",
        consequence="programs must send velocities: a gain times the error of position",
    )


def _tell_efforts(writing: Writing, joint: Joint) -> None:
    """A joint's cap of effort is no drive: as a motor's force it would be a brake."""
    for axis in joint.axes:
        bare = unwrap(axis).limits
        if bare is None or bare.effort is None or bare.effort >= ENDLESS or axis.limits is None:
            continue
        _ = axis.limits.effort
        writing.tell(
            joint,
            "joint-effort-dropped",
            "dropped",
            "error",
            "physics",
            about=bare.effort,
            value=number(bare.effort),
            because="RubySceneGraph limits the force of motors, and nothing drives this joint",
            consequence="the joint is stronger",
            hint="--motors velocity makes a motor of the joint's limits",
        )


def _write_angular_motor(writing: Writing, out: SList, joint: Joint, actuator: Actuator, attach: tuple[str, ...]) -> None:
    """SimSpark's model of an electric motor, a node below the joint: its paths are one step longer."""
    _ = (actuator.axis, actuator.command, actuator.output)
    motor = out.add("nd", "AngularMotor")
    motor.add("attach", *(f"../{path}" for path in attach))
    for extra in actuator.extras:
        if unwrap(extra).key == "AngularMotor/attach":
            _ = extra.value
    write_calls(motor, [extra for extra in actuator.extras if unwrap(extra).key != "AngularMotor/attach"])
    if actuator.max_effort is not None:
        motor.add("setMaxTorque", number(actuator.max_effort))
    if actuator.max_velocity is not None:
        motor.add("setJointMaxSpeed1", number(actuator.max_velocity))
    if actuator.initial_command is not None:
        motor.add("setAngularMotorVelocity", "0", degrees_text(float(actuator.initial_command)))
    if unwrap(actuator).name is not None:
        writing.name(motor.add("nd", "AngularMotorEffector"), actuator)
    for sensor in joint.sensors:
        if unwrap(sensor).type == "motor_state":
            _write_perceptor(writing, motor, sensor, "AngularMotorPerceptor")


def _write_motors_of_limits(writing: Writing, out: SList, effector: str, joint: Joint) -> dict[int, Actuator]:
    """--motors: a motor as strong and fast as the joint may be, where it says both. Returns the axes."""
    made: dict[int, Actuator] = {}
    for index, axis in enumerate(joint.axes):
        limits = axis.limits
        bare = unwrap(limits) if limits is not None else None
        if limits is None or bare is None or bare.effort is None or bare.velocity is None or max(bare.effort, bare.velocity) >= ENDLESS:
            continue
        assert limits.effort is not None and limits.velocity is not None
        ode = 1 - index if len(joint.axes) == 2 else index
        out.add("setMaxMotorForce", str(ode), number(limits.effort))
        out.add(_speed(writing, ode), number(limits.velocity))
        made[index] = Actuator(kind=effector, command="velocity", output="velocity")
    if not made:
        return made
    _write_effector(writing, out, effector, joint, [])
    writing.tell(
        joint,
        "actuator-defaulted",
        "defaulted",
        "note",
        "control",
        target=effector,
        because=f"--motors {writing.options.motors} makes motors of the limits of joints",
        consequence="the joint is driven",
    )
    return made
