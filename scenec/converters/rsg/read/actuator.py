"""Actuators of joints: the motor that ODE has on an axis, the effector through which an agent commands it, and AngularMotor."""

from __future__ import annotations

from scenec import ir
from scenec.converters.rsg.read.context import Reading
from scenec.converters.rsg.read.program.nodes import Node
from scenec.trace import derived

EFFECTORS = ("HingeEffector", "UniversalJointEffector", "Hinge2Effector")

_CONSTANTS = (
    "setUserMode",
    "setEulerMode",
    "setNumAxes",
    "setMotorAxis",
    "setAxisAngle",
    "setBattery",
    "setSpeedConstant",
    "setTorqueConstant",
    "setResistance",
    "setEnvironmentTempeature",
    "setThermalConductivity",
    "setHeatCapacity",
    "setProtectionTempeature",
    "setProtectionStiffness",
    "enableFeedback",
    "attach",
    "setBounce",
    "setCFM",
    "setStopCFM",
    "setStopERP",
    "setFudgeFactor",
    "setLowStopDeg",
    "setHighStopDeg",
    "setLowStopPos",
    "setHighStopPos",
    "setSuspensionERP",
    "setSuspensionCFM",
    "setJointMaxSpeed2",
)
"""Methods that only an AngularMotor has."""


def effectors_of(node: Node) -> list[Node]:
    """Return the effectors that command the actuators of a joint: its first own effector, and the first of each AngularMotor in it."""
    found = [next((child for child in node.children if child.cls.name in EFFECTORS), None)]
    for motor in node.children:
        if motor.cls.name == "AngularMotor":
            found.append(next((child for child in motor.children if child.cls.name == "AngularMotorEffector"), None))
    return [effector for effector in found if effector is not None]


def read_actuators(node: Node, count: int, order: tuple[int, int], reading: Reading) -> tuple[list[ir.Actuator], list[ir.Extra]]:
    """Return an actuator for each axis with a motor or an effector. order: the numbers that the scene gives the first and second axis of
    ODE."""
    effector = next((child for child in node.children if child.cls.name in EFFECTORS), None)
    motors = [child for child in node.children if child.cls.name == "AngularMotor"]
    actuators = []
    for index in range(count):
        force = reading.axis_value(node, "setMaxMotorForce", index)
        velocity = reading.axis_value(node, "setAngularMotorVelocity", index)
        if velocity is None:
            velocity = reading.axis_value(node, "setLinearMotorVelocity", index)
        if effector is None and force is None and velocity is None:
            continue
        actuators.append(
            ir.Actuator(
                name=reading.name_of(effector) if effector is not None else None,
                axis=order[index] if count == 2 else 0,
                kind=effector.cls.name if effector is not None else "motor",
                command=derived("velocity", effector.written) if effector is not None else "velocity",
                output="velocity",
                max_effort=force if force is not None else 0.0,
                max_velocity=reading.first(node, f"setJointMaxSpeed{index + 1}"),
                initial_command=velocity,
                origin=(effector or node).origin,
                use=reading.use_of((effector or node).use),
            )
        )
    extras: list[ir.Extra] = []
    for motor in motors:
        if count:
            actuators.append(read_angular_motor(motor, reading))
        else:
            extras.append(reading.raw(motor))
    return actuators, extras


def read_angular_motor(motor: Node, reading: Reading) -> ir.Actuator:
    """Read an AngularMotor. Its maximum torque is that of a stiffness of 1. The constants of its electric model are kept as extras."""
    effector = next((child for child in motor.children if child.cls.name == "AngularMotorEffector"), None)
    torque = reading.first(motor, "setMaxTorque")
    if torque is None:
        torque = reading.axis_value(motor, "setMaxMotorForce", 0)
    extras = list(reading.raw_calls(motor, _CONSTANTS))
    if motor.stated is not None:
        extras.append(reading.extra("AngularMotor/setName", reading.name_of(motor), motor))
    velocity = reading.axis_value(motor, "setAngularMotorVelocity", 0)
    return ir.Actuator(
        name=reading.name_of(effector) if effector is not None else None,
        axis=0,
        kind="AngularMotor",
        command=derived("velocity", motor.written),
        output="velocity",
        max_effort=torque,
        max_velocity=reading.first(motor, "setJointMaxSpeed1"),
        initial_command=velocity,
        extras=tuple(extras),
        use=reading.use_of(motor.use),
        origin=motor.origin,
    )
