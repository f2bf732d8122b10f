"""Joints: hinges and sliders with their axis, limits and motor (SIM/Actuators, SIM/Axis.cpp, SIM/Motors).

The file describes the joint's zero; `init` is where it starts. Positive is a right-handed turn (or a shift along) of the child
about the axis, which stands in the joint's own frame.
"""

from __future__ import annotations

import math

from scenec import ir
from scenec.converters.simrobot import kinds as k
from scenec.converters.simrobot.findings.reading import (
    JOINT_LIMIT_INACTIVE_INEFFECTIVE,
    JOINT_LIMIT_MINIMUM_INEFFECTIVE,
    SLIDER_INIT_INEFFECTIVE,
)
from scenec.converters.simrobot.read.context import Reading
from scenec.converters.simrobot.read.cursor import SceneCursor, row
from scenec.converters.simrobot.read.pose import pose_or_none, read_pose
from scenec.ir import Id, Vec3
from scenec.trace import derived, ids_of

_SERVO_EXTRAS = ("isNaoMotor", "fudgeFactor", "minFeedbackForce", "maxFeedbackForce", "maxPositionDiff", "maxForceGrowth")


def read_joint(joint: SceneCursor, reading: Reading, model: Id, parent: Id, relative_to: Id, child: Id) -> ir.Joint:
    """Return a joint. relative_to: the frame that it is placed in (the parent link, or the model that hangs from the world)."""
    hinge = joint.tag == "Hinge"
    axis = joint.only("axis")
    assert axis is not None, "the expansion has checked that it is there"
    motor = axis.only("motor")
    return ir.Joint(
        id=reading.new_id("joint"),
        name=joint.called,
        model=model,
        type="revolute" if hinge else "prismatic",
        parent=parent,
        child=child,
        pose=pose_or_none(read_pose(joint)),
        relative_to=relative_to,
        axes=(read_axis(axis, reading, hinge=hinge),),
        actuators=(read_motor(motor, hinge=hinge),) if motor else (),
        use=reading.use(joint),
        origin=joint.origin,
    )


def read_axis(axis: SceneCursor, reading: Reading, *, hinge: bool) -> ir.Axis:
    """Return an axis. One without direction is x."""
    written = (axis.number("x"), axis.number("y"), axis.number("z"))
    xyz: Vec3 = written if any(written) else (derived(1.0, written), 0.0, 0.0)
    deflection = axis.only("deflection")
    cfm = axis.optional_number("cfm")
    return ir.Axis(
        xyz=xyz,
        limits=read_limits(deflection, reading, hinge=hinge) if deflection else None,
        dynamics=ir.Dynamics(cfm=cfm, origin=axis.origin) if cfm is not None else None,
        initial=read_init(deflection, reading, hinge=hinge) if deflection else 0.0,
        origin=axis.origin,
    )


def read_init(deflection: SceneCursor, reading: Reading, *, hinge: bool) -> float:
    """Return the position at the start (rad or m). Sliders start at zero, except in Core3."""
    if hinge:
        return deflection.number("init")
    if not deflection.written("init"):
        return 0.0
    if reading.core3:
        return deflection.number("init", k.LENGTH)
    if not reading.options.lenient:
        raise deflection.error('Unexpected attribute "init"', "init", hint="a Slider starts at zero")
    reading.ineffective(SLIDER_INIT_INEFFECTIVE, deflection.raw("init"), "Deflection@init")
    return 0.0


def read_limits(deflection: SceneCursor, reading: Reading, *, hinge: bool) -> ir.Limits:
    """Return limits. A minimum above the maximum counts as the maximum. A hinge with isActive="false" has no stops; sliders always have."""
    kind = k.ANGULAR_RANGE if hinge else k.RANGE
    lower, upper = deflection.number("min", kind), deflection.number("max", kind)
    if lower > upper:
        reading.ineffective(JOINT_LIMIT_MINIMUM_INEFFECTIVE, lower, "Deflection@min")
        lower = upper
    active = deflection.flag("isActive")
    stopped = bool(active) or not hinge or reading.core3
    if not active and stopped:
        why = "SimRobotCore3 enforces all limits." if reading.core3 else "SimRobot always enforces the limits of a Slider."
        reading.ineffective(JOINT_LIMIT_INACTIVE_INEFFECTIVE, active, "Deflection@isActive", why=why)
    elif active:
        deflection.consumed(active)
    return ir.Limits(
        lower=finite(lower, deflection),
        upper=finite(upper, deflection),
        active=None if stopped else active,
        stop_cfm=deflection.optional_number("stopCFM"),
        stop_erp=deflection.optional_number("stopERP"),
        origin=deflection.origin,
    )


def finite(limit: float, deflection: SceneCursor) -> float | None:
    """Return a limit, None for an infinite one."""
    if math.isfinite(limit):
        return limit
    deflection.consumed(limit)
    return None


def read_motor(motor: SceneCursor, *, hinge: bool) -> ir.Actuator:
    match motor.tag:
        case "ServoMotor":
            return read_servo_motor(motor, hinge=hinge)
        case "VelocityMotor":
            return read_velocity_motor(motor, hinge=hinge)
        case _:
            return read_pt2_motor(motor)


def read_servo_motor(motor: SceneCursor, *, hinge: bool) -> ir.Actuator:
    """Return a servo: velocity = p e + i (integral of e) + d de/dt, within maxVelocity, reached with at most maxForce (N m or N)."""
    delay = motor.number("delay")
    return ir.Actuator(
        kind="ServoMotor",
        command="position",
        output="velocity",
        gains=ir.Gains(p=motor.number("p"), i=motor.number("i"), d=motor.number("d"), origin=motor.origin),
        max_effort=motor.number("maxForce"),
        max_velocity=motor.number("maxVelocity", k.ANGULAR_VELOCITY if hinge else k.VELOCITY),
        delay=delay if delay or ids_of(delay) else None,
        extras=tuple(own_values(motor, (*_SERVO_EXTRAS, "velocityLowPassFactor"))),
        origin=motor.origin,
    )


def read_velocity_motor(motor: SceneCursor, *, hinge: bool) -> ir.Actuator:
    return ir.Actuator(
        kind="VelocityMotor",
        command="velocity",
        output="velocity",
        max_effort=motor.number("maxForce"),
        max_velocity=motor.number("maxVelocity", k.ANGULAR_VELOCITY if hinge else k.VELOCITY),
        origin=motor.origin,
    )


def read_pt2_motor(motor: SceneCursor) -> ir.Actuator:
    """Return a second-order lag: time constant T (s), damping D, gain K; V limits the velocity, F the effort."""
    return ir.Actuator(
        kind="PT2Motor",
        command="position",
        output="velocity",
        max_effort=motor.number("F"),
        max_velocity=motor.number("V"),
        extras=tuple(own_values(motor, ("T", "D", "K"))),
        origin=motor.origin,
    )


def own_values(motor: SceneCursor, attributes: tuple[str, ...]) -> list[ir.Extra]:
    """Return the values that only SimRobot's motors have. A stated default is left out."""
    extras = []
    for attribute in attributes:
        if not motor.written(attribute):
            continue
        value = motor.get(attribute)
        if value == default_of(motor, attribute):
            motor.consumed(value)
        else:
            extras.append(ir.Extra(format="simrobot", key=f"{motor.tag}/{attribute}", value=value, origin=motor.origin))
    return extras


def default_of(motor: SceneCursor, attribute: str) -> object:
    return row(motor.tag, attribute).default
