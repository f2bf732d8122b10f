"""Motors of axes that have an actuator. Limits of effort and velocity make one only if asked for (--motors)."""

from __future__ import annotations

from scenec.accounting.lens import unwrap
from scenec.converters.common.findings import (
    ACTUATOR_DEFAULTED,
    ACTUATOR_EFFORT_DEFAULTED,
    ACTUATOR_GAIN_DEFAULTED,
    ACTUATOR_VELOCITY_DEFAULTED,
)
from scenec.converters.simrobot.findings.writing import MOTOR_DROPPED
from scenec.converters.simrobot.profile import MOTORS
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.values import angular_velocity, number
from scenec.ir.joint import Actuator, Joint, Limits
from scenec.syntax.xml_printing import Out

STRONG, FAST, STIFF = 1000.0, 100.0, 10.0
"""Of a motor whose source says nothing: maximum force (N m or N), velocity (rad/s or m/s), and p (1/s)."""


def write_motors(writing: Writing, axis: Out, joint: Joint, *, hinge: bool) -> None:
    """Write the first actuator that SimRobot has a motor for; an axis has one at most."""
    driven = False
    for actuator in joint.actuators:
        motor = motor_tag(writing, actuator, hinge=hinge) if unwrap(actuator).axis == 0 else None
        if motor is None or driven:
            drop_motor(writing, joint, actuator, second=driven and motor is not None)
            continue
        write_motor(writing, axis.add(motor), joint, actuator, hinge=hinge)
        _ = actuator.axis
        driven = True
    if writing.options.motors and not joint.actuators and joint.axes[0].limits is not None:
        write_motor_of_limits(writing, axis, joint, joint.axes[0].limits, hinge=hinge)


def drop_motor(writing: Writing, joint: Joint, actuator: Actuator, *, second: bool) -> None:
    """Leave out an actuator (through the lens) that SimRobot has no motor for. second: whether its axis has a motor already."""
    bare = unwrap(actuator)
    command = {"effort": "torques", "position": "positions", "velocity": "velocities"}.get(bare.command or "", "other commands")
    why = (
        "An axis of SimRobot has one motor at most, and this one has one already."
        if second
        else f"Motors of SimRobot take positions or velocities. This one takes {command}."
    )
    writing.drop(actuator, MOTOR_DROPPED, node=joint, value=bare.name or bare.kind or bare.command or "", why=why)


def motor_tag(writing: Writing, actuator: Actuator, *, hinge: bool) -> str | None:
    """Return the element for an actuator, by what it is commanded with; None if SimRobot has none."""
    bare = unwrap(actuator)
    keys = {extra.key for extra in bare.extras if extra.format == "simrobot"}
    if bare.kind == "PT2Motor" and hinge and not writing.core3 and {f"PT2Motor/{key}" for key in "TDK"} & keys:
        return "PT2Motor"
    return MOTORS.get(bare.command or "")


def write_motor(writing: Writing, out: Out, joint: Joint, actuator: Actuator, *, hinge: bool) -> None:
    """Write a motor. Gains are of a velocity per error; those of an effort are left unread."""
    _ = actuator.command
    bare = unwrap(actuator)
    if bare.kind == out.tag:
        _ = actuator.kind
    limits = joint.axes[0].limits
    if out.tag == "PT2Motor":
        for key in "TDK":
            out.attributes[key] = "0"
        out.attributes["V"] = number(_cap(writing, joint, actuator, limits, "velocity"))
        out.attributes["F"] = f"{number(_cap(writing, joint, actuator, limits, 'effort'))}N"
        _ = actuator.output
    else:
        fastest = _cap(writing, joint, actuator, limits, "velocity")
        out.attributes["maxVelocity"] = angular_velocity(fastest) if hinge else f"{number(fastest)}m/s"
        out.attributes["maxForce"] = f"{number(_cap(writing, joint, actuator, limits, 'effort'))}N"
        if bare.output == "velocity":
            _ = actuator.output
    if out.tag == "ServoMotor":
        write_gains(writing, out, joint, actuator)
    write_own_values(writing, out, actuator)


def _cap(writing: Writing, joint: Joint, actuator: Actuator, limits: Limits | None, what: str) -> float:
    """Return a motor's maximum effort or velocity: its own, else the joint's, else a large one."""
    own: float | None = actuator.max_effort if what == "effort" else actuator.max_velocity
    if own is not None and own < 1e16:
        return own
    stated = getattr(unwrap(limits), what) if limits is not None else None
    if stated is not None and stated < 1e16:
        return float(getattr(limits, what))
    value = STRONG if what == "effort" else FAST
    linear = joint.type == "prismatic"
    unit = ("N" if linear else "N m") if what == "effort" else "m/s" if linear else "rad/s"
    row = ACTUATOR_EFFORT_DEFAULTED if what == "effort" else ACTUATOR_VELOCITY_DEFAULTED
    writing.tell(joint, row, target=f"{number(value)} {unit}")
    return value


def write_gains(writing: Writing, out: Out, joint: Joint, actuator: Actuator) -> None:
    gains = actuator.gains
    bare = unwrap(gains) if gains is not None and unwrap(actuator).output == "velocity" else None
    if bare is None or bare.p is None:
        out.attributes["p"] = number(STIFF)
        writing.tell(joint, ACTUATOR_GAIN_DEFAULTED, target=f"p = {number(STIFF)} 1/s", subject=f"{writing.path(joint)}.actuators[0].gains")
    if bare is None or gains is None:
        return
    for name in ("p", "i", "d"):
        value = getattr(gains, name)
        if value is not None and (value or name == "p"):
            out.attributes[name] = number(value)


def write_own_values(writing: Writing, out: Out, actuator: Actuator) -> None:
    """Write the values that only SimRobot's motors have. The newer core has a delay and a filter instead of those of the older."""
    for extra in actuator.extras:
        bare = unwrap(extra)
        tag, _, attribute = bare.key.partition("/")
        newer = attribute == "velocityLowPassFactor"
        if bare.format != "simrobot" or tag != out.tag or newer != writing.core3 or not isinstance(bare.value, (float, int)):
            continue
        value = extra.value
        assert isinstance(value, (float, int))
        is_flag = attribute == "isNaoMotor"
        out.attributes[attribute] = ("true" if value else "false") if is_flag else number(float(value) if type(value) is int else value)
    if writing.core3 and out.tag == "ServoMotor" and actuator.delay is not None:
        out.attributes["delay"] = number(actuator.delay)


def write_motor_of_limits(writing: Writing, axis: Out, joint: Joint, limits: Limits, *, hinge: bool) -> None:
    """Write a motor as strong and fast as the limits of the joint (--motors servo or velocity)."""
    bare = unwrap(limits)
    if bare.effort is None or bare.velocity is None or max(bare.effort, bare.velocity) >= 1e16:
        return
    out = axis.add("ServoMotor" if writing.options.motors == "servo" else "VelocityMotor")
    assert limits.velocity is not None and limits.effort is not None
    out.attributes["maxVelocity"] = angular_velocity(limits.velocity) if hinge else f"{number(limits.velocity)}m/s"
    out.attributes["maxForce"] = f"{number(limits.effort)}N"
    if out.tag == "ServoMotor":
        out.attributes["p"] = number(STIFF)
    writing.tell(
        joint,
        ACTUATOR_DEFAULTED,
        target=f"a {out.tag} at {writing.path(joint)}",  # of its own for each joint: a merged finding would name one only
        motors=writing.options.motors,
    )
