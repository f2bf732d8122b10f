"""Motors of axes that have an actuator. Limits of effort and velocity make one only if asked for (--motors)."""

from __future__ import annotations

from scenec.converters.common.findings import (
    ACTUATOR_DEFAULTED,
    ACTUATOR_EFFORT_DEFAULTED,
    ACTUATOR_GAIN_DEFAULTED,
    ACTUATOR_VELOCITY_DEFAULTED,
)
from scenec.converters.simrobot.findings.writing import MOTOR_DROPPED
from scenec.converters.simrobot.profile import MOTORS
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.values import angular_velocity, flag, number, number_text
from scenec.ir.joint import Actuator, Joint, Limits
from scenec.leaves import made_of
from scenec.syntax.element import Element
from scenec.syntax.said import constant

STRONG, FAST, STIFF = 1000.0, 100.0, 10.0
"""Of a motor whose source says nothing: maximum force (N m or N), velocity (rad/s or m/s), and p (1/s)."""


def write_motors(writing: Writing, axis: Element, joint: Joint, *, hinge: bool) -> None:
    """Write the first actuator that SimRobot has a motor for; an axis has one at most."""
    driven = False
    for actuator in joint.actuators:
        motor = motor_tag(writing, actuator, hinge=hinge) if actuator.axis == 0 else None
        if motor is None or driven:
            drop_motor(writing, joint, actuator, second=driven and motor is not None)
            continue
        output = actuator.output if motor == "PT2Motor" or actuator.output == "velocity" else None
        out = axis.append(motor, says=(actuator.axis, actuator.command, output))
        write_motor(writing, out, joint, actuator, hinge=hinge)
        driven = True
    if writing.options.motors and not joint.actuators and joint.axes[0].limits is not None:
        write_motor_of_limits(writing, axis, joint, joint.axes[0].limits, hinge=hinge)


def drop_motor(writing: Writing, joint: Joint, actuator: Actuator, *, second: bool) -> None:
    """Leave out an actuator that SimRobot has no motor for. second: whether its axis has a motor already."""
    command = {"effort": "torques", "position": "positions", "velocity": "velocities"}.get(actuator.command or "", "other commands")
    why = (
        "An axis of SimRobot has one motor at most, and this one has one already."
        if second
        else f"Motors of SimRobot take positions or velocities. This one takes {command}."
    )
    writing.drop(actuator, MOTOR_DROPPED, node=joint, value=actuator.name or actuator.kind or actuator.command or "", why=why)


def motor_tag(writing: Writing, actuator: Actuator, *, hinge: bool) -> str | None:
    """Return the element for an actuator, by what it is commanded with; None if SimRobot has none."""
    keys = {extra.key for extra in actuator.extras if extra.format == "simrobot"}
    if actuator.kind == "PT2Motor" and hinge and not writing.core3 and {f"PT2Motor/{key}" for key in "TDK"} & keys:
        return "PT2Motor"
    return MOTORS.get(actuator.command or "")


def write_motor(writing: Writing, out: Element, joint: Joint, actuator: Actuator, *, hinge: bool) -> None:
    """Write a motor. Gains are of a velocity per error; those of an effort are left out."""
    limits = joint.axes[0].limits
    fastest, strongest = (_cap(writing, joint, actuator, limits, what) for what in ("velocity", "effort"))
    if out.tag == "PT2Motor":
        for key in "TDK":
            out.set(key, constant("0"))
        out.set("V", number(fastest))
        out.set("F", number(strongest, "N"))
    else:
        out.set("maxVelocity", angular_velocity(fastest) if hinge else number(fastest, "m/s"))
        out.set("maxForce", number(strongest, "N"))
    if out.tag == "ServoMotor":
        write_gains(writing, out, joint, actuator)
    write_own_values(writing, out, actuator)


def _cap(writing: Writing, joint: Joint, actuator: Actuator, limits: Limits | None, what: str) -> float:
    """Return a motor's maximum effort or velocity: its own, else the joint's, else a large one."""
    own: float | None = actuator.max_effort if what == "effort" else actuator.max_velocity
    if own is not None and own < 1e16:
        return own
    stated = getattr(limits, what) if limits is not None else None
    if stated is not None and stated < 1e16:
        return made_of(float(stated), stated)
    value = STRONG if what == "effort" else FAST
    linear = joint.type == "prismatic"
    unit = ("N" if linear else "N m") if what == "effort" else "m/s" if linear else "rad/s"
    row = ACTUATOR_EFFORT_DEFAULTED if what == "effort" else ACTUATOR_VELOCITY_DEFAULTED
    writing.tell(joint, row, target=f"{number_text(value)} {unit}")
    return value


def write_gains(writing: Writing, out: Element, joint: Joint, actuator: Actuator) -> None:
    gains = actuator.gains if actuator.output == "velocity" else None
    if gains is None or gains.p is None:
        out.set("p", constant(number_text(STIFF)))
        target = f"p = {number_text(STIFF)} 1/s"
        writing.tell(joint, ACTUATOR_GAIN_DEFAULTED, target=target, subject=f"{writing.path(joint)}.actuators[0].gains")
    if gains is None:
        return
    for name in ("p", "i", "d"):
        value = getattr(gains, name)
        if value is None:
            continue
        if value or name == "p":
            out.set(name, number(value))
        else:
            out.omit(value, 0.0)


def write_own_values(writing: Writing, out: Element, actuator: Actuator) -> None:
    """Write the values that only SimRobot's motors have. The newer core has a delay and a filter instead of those of the older."""
    for extra in actuator.extras:
        tag, _, attribute = extra.key.partition("/")
        newer = attribute == "velocityLowPassFactor"
        value = extra.value
        if extra.format != "simrobot" or tag != out.tag or newer != writing.core3 or not isinstance(value, (float, int)):
            continue
        out.set(attribute, flag(value) if attribute == "isNaoMotor" else number(value))
    if writing.core3 and out.tag == "ServoMotor" and actuator.delay is not None:
        out.set("delay", number(actuator.delay))


def write_motor_of_limits(writing: Writing, axis: Element, joint: Joint, limits: Limits, *, hinge: bool) -> None:
    """Write a motor as strong and fast as the limits of the joint (--motors servo or velocity)."""
    if limits.effort is None or limits.velocity is None or max(limits.effort, limits.velocity) >= 1e16:
        return
    out = axis.append("ServoMotor" if writing.options.motors == "servo" else "VelocityMotor")
    out.set("maxVelocity", angular_velocity(limits.velocity) if hinge else number(limits.velocity, "m/s"))
    out.set("maxForce", number(limits.effort, "N"))
    if out.tag == "ServoMotor":
        out.set("p", constant(number_text(STIFF)))
    writing.tell(
        joint,
        ACTUATOR_DEFAULTED,
        target=f"a {out.tag} at {writing.path(joint)}",  # of its own for each joint: a merged finding would name one only
        motors=writing.options.motors,
    )
