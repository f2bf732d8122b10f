"""Motors of axes that have an actuator."""

from __future__ import annotations

from scenec.converters.simrobot.findings.writing import MOTOR_DROPPED
from scenec.converters.simrobot.profile import ELECTRIC, MOTORS, UNLIMITED, is_electric
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.values import angular_velocity, flag, number
from scenec.ir.joint import Actuator, Joint
from scenec.syntax.element import Element
from scenec.syntax.said import constant


def write_motors(writing: Writing, axis: Element, joint: Joint, *, hinge: bool) -> None:
    """Write the first actuator that SimRobot has a motor for; an axis has one at most."""
    driven = False
    for actuator in joint.actuators:
        motor = motor_tag(writing, joint, actuator) if actuator.axis == 0 else None
        if motor is None or driven:
            drop_motor(writing, joint, actuator, second=driven and motor is not None)
            continue
        output = actuator.output if motor == "PT2Motor" or actuator.output == "velocity" else None
        out = axis.append(motor, says=(actuator.axis, actuator.command, output))
        write_motor(writing, out, joint, actuator, hinge=hinge)
        driven = True


def drop_motor(writing: Writing, joint: Joint, actuator: Actuator, *, second: bool) -> None:
    """Leave out an actuator that SimRobot has no motor for. second: whether its axis has a motor already."""
    command = {"effort": "torques", "position": "positions", "velocity": "velocities"}.get(actuator.command or "", "other commands")
    why = (
        "An axis of SimRobot has one motor at most, and this one has one already."
        if second
        else f"Motors of SimRobot take positions or velocities. This one takes {command}."
    )
    writing.drop(actuator, MOTOR_DROPPED, node=joint, value=actuator.name or actuator.kind or actuator.command or "", why=why)


def motor_tag(writing: Writing, joint: Joint, actuator: Actuator) -> str | None:
    """Return the element for an actuator, by what it is commanded with; None if SimRobot has none."""
    if not writing.core3 and is_electric(joint, actuator):
        return "PT2Motor"
    return MOTORS.get(actuator.command or "")


def write_motor(writing: Writing, out: Element, joint: Joint, actuator: Actuator, *, hinge: bool) -> None:
    """Write a motor. Gains are of a velocity per error; those of an effort are left out."""
    fastest, strongest, electric = _bound(actuator.max_velocity), _bound(actuator.max_effort), out.tag == "PT2Motor"
    for key in ELECTRIC if electric else ():
        out.set(key, constant("0"))
    if fastest is not None:
        spoken = number(fastest) if electric else angular_velocity(fastest) if hinge else number(fastest, "m/s")
        out.set("V" if electric else "maxVelocity", spoken)
    if strongest is not None:
        out.set("F" if electric else "maxForce", number(strongest, "N"))
    if out.tag == "ServoMotor":
        write_gains(out, actuator)
    write_own_values(writing, out, actuator)


def _bound(value: float | None) -> float | None:
    """Return a bound that SimRobot can read: it has no infinity, and one so large is never reached."""
    return value if value is None else min(value, UNLIMITED)


def write_gains(out: Element, actuator: Actuator) -> None:
    gains = actuator.gains
    if gains is None or actuator.output != "velocity":
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
