"""Motors with all that a target requires of them: maxima, and the gain of a servo.

A motor without a maximum has that of its joint; where both state one, the smaller counts, and then the motor says it for both. A maximum
that neither states is a figure of the target. With --motors, joints without a motor get one that is as strong and fast as the joint may be.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.accounting.parts import row_at
from scenec.adapt.control_findings import ACTUATOR_DEFAULTED, ACTUATOR_GAIN_DEFAULTED
from scenec.adapt.maxima import EFFORT, MAXIMA, VELOCITY, Maximum, bounds, smaller
from scenec.ir.joint import Actuator, Axis, Gains, Joint
from scenec.ir.scene import Scene
from scenec.syntax.kinds import shown

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

SETS_VELOCITY = "A position servo of {target} sets a velocity."
OTHER_GAINS = "Gains of a torque have another meaning."
"""Reasons why a servo is not as the source has it."""


class Requirements(msgspec.Struct, frozen=True, kw_only=True):
    """Requirements of a target.

    kinds: types of joints that can have motors; commands: of motors that it has; single: an axis has one motor at most. effort (N m, N),
    velocity (rad/s, m/s), gain (1/s): written where the scene states none, None: not required. made: motors that joints without one get
    ("servo", "velocity" or ""). apart: joints of the target state their own maxima, so that motors need none. gainless: which motors of a
    joint the target has without a gain.
    """

    kinds: Collection[str] = ("revolute", "continuous", "prismatic", "universal", "revolute2")
    commands: Collection[str] = ("position", "velocity", "effort")
    single: bool = False
    effort: float | None = None
    velocity: float | None = None
    gain: float | None = None
    made: str = ""
    apart: bool = False
    gainless: Callable[[Joint, Actuator], bool] | None = None

    def figure(self, maximum: Maximum) -> float | None:
        return self.effort if maximum is EFFORT else self.velocity


def adapt(scene: Scene, ledger: Ledger, target: str, **figures: Any) -> Scene:
    """The scene whose motors state what the target requires (`Needs`). Reports `actuator-defaulted`, `actuator-max-effort-defaulted`,
    `actuator-max-velocity-defaulted` and `actuator-gain-defaulted`, per joint; gains that make efforts are dropped, since they are no gains
    of a velocity."""
    needs = Requirements(**figures)
    if not any(joint.axes and (joint.actuators or needs.made) for joint in scene.joints):
        return scene
    joints = tuple(_completed(joint, needs, ledger) if joint.axes and joint.type in needs.kinds else joint for joint in scene.joints)
    return msgspec.structs.replace(scene, joints=joints)


def _completed(joint: Joint, needs: Requirements, ledger: Ledger) -> Joint:
    if needs.made and not joint.actuators:
        joint = _with_motors_of_limits(joint, needs, ledger)
    motors, served = list(joint.actuators), set[int]()
    for number, motor in enumerate(motors):
        if motor.command not in needs.commands or not 0 <= motor.axis < len(joint.axes) or (needs.single and motor.axis in served):
            continue
        served.add(int(motor.axis))
        if not needs.apart:
            motor = _with_maxima(joint, motor, needs, ledger)
        servo = motor.command == "position" and not (needs.gainless is not None and needs.gainless(joint, motor))
        if servo and needs.gain is not None and not needs.apart:
            motor = _with_gain(joint, motor, number, needs.gain, ledger)
        motors[number] = motor
    axes = joint.axes
    if not needs.apart:
        axes = tuple(_left_to_motors(axis) if index in served else axis for index, axis in enumerate(axes))
    return msgspec.structs.replace(joint, axes=axes, actuators=tuple(motors))


def _left_to_motors(axis: Axis) -> Axis:
    """An axis without the maxima that its motors state now."""
    limits = axis.limits
    if limits is None:
        return axis
    changes = {maximum.of_joint: None for maximum in MAXIMA if bounds(getattr(limits, maximum.of_joint))}
    return msgspec.structs.replace(axis, limits=msgspec.structs.replace(limits, **changes)) if changes else axis


def _with_maxima(joint: Joint, motor: Actuator, needs: Requirements, ledger: Ledger) -> Actuator:
    limits = joint.axes[motor.axis].limits
    changes: dict[str, float] = {}
    for maximum in MAXIMA:
        own = getattr(motor, maximum.of_motor)
        of_joint = getattr(limits, maximum.of_joint) if limits is not None else None
        figure = needs.figure(maximum)
        if of_joint is not None and bounds(of_joint):
            changes[maximum.of_motor] = smaller(own, of_joint, maximum, joint, int(motor.axis), ledger)
        elif (own is None or own < 0) and figure is not None:
            changes[maximum.of_motor] = figure
            ledger.report(maximum.defaulted, joint, target=f"{shown(figure)} {maximum.unit(joint)}")
    return msgspec.structs.replace(motor, **changes) if changes else motor


def _with_gain(joint: Joint, motor: Actuator, number: int, gain: float, ledger: Ledger) -> Actuator:
    """A servo that makes a velocity of its error of position. number: of the motor."""
    at = f"actuators[{number}]"
    gains = motor.gains if motor.output == "velocity" else None
    if gains is not None and gains.p is not None:
        return motor
    ledger.report(ACTUATOR_GAIN_DEFAULTED, joint, origin=joint.origin, at=f"{at}.gains", target=f"p = {shown(gain)} 1/s")
    if motor.output != "velocity":
        row = msgspec.structs.replace(row_at("Actuator", "output"), because=SETS_VELOCITY)
        ledger.report(row, joint, origin=joint.origin, at=f"{at}.output", about=motor.output, value=str(motor.output))
        if motor.gains is not None:
            stated = shown(float(motor.gains.p)) if motor.gains.p is not None else ""
            row = msgspec.structs.replace(row_at("Actuator", "gains", "Gains"), because=f"{SETS_VELOCITY} {OTHER_GAINS}")
            ledger.report(row, joint, origin=joint.origin, at=f"{at}.gains", about=motor.gains, value=stated)
    output = motor.output if motor.output == "velocity" else "velocity"
    return msgspec.structs.replace(motor, output=output, gains=msgspec.structs.replace(gains or Gains(), p=gain))


def _with_motors_of_limits(joint: Joint, needs: Requirements, ledger: Ledger) -> Joint:
    """A joint with a motor for each axis whose limits say how strong and fast it may be."""
    motors = []
    for index, axis in enumerate(joint.axes):
        limits = axis.limits
        required = (EFFORT,) if needs.apart else (EFFORT, VELOCITY)
        if limits is None or not all(bounds(getattr(limits, maximum.of_joint)) for maximum in required):
            continue
        servo = needs.made == "servo"
        gains = Gains(p=needs.gain) if servo and needs.gain is not None else None
        motors.append(Actuator(axis=index, kind=needs.made, command="position" if servo else "velocity", output="velocity", gains=gains))
        ledger.report(ACTUATOR_DEFAULTED, joint, target=f"{needs.made} motor at {ledger.path(joint)}")
    return msgspec.structs.replace(joint, actuators=tuple(motors)) if motors else joint
