"""What drives and measures joints: effectors and perceptors, children of the joint, and the motor they command.

An effector commands velocities: a HingeEffector takes rad/s, which the joint's motor holds with at most the force it is given.
"""

from __future__ import annotations

from scenec.accounting.lens import unwrap
from scenec.converters.rsg.write_context import Writing
from scenec.converters.rsg.write_values import ENDLESS, number
from scenec.ir.joint import Actuator, Joint, Limits
from scenec.syntax.sexp_printing import SList

EFFECTORS = {"HingeJoint": "HingeEffector", "UniversalJoint": "UniversalJointEffector", "Hinge2Joint": "Hinge2Effector"}
PERCEPTORS = {"HingeJoint": "HingePerceptor", "UniversalJoint": "UniversalJointPerceptor", "Hinge2Joint": "Hinge2Perceptor"}

STRONG = 1000.0
"""N m; of a motor whose source does not say how strong it is."""


def write_drives(writing: Writing, out: SList, joint: Joint, name: str) -> None:
    """Motors, effector and perceptors of a joint. Actuators that command an effort, and those of sliders, which have no effector, stay
    unread."""
    effector = EFFECTORS.get(name)
    if effector is not None:
        written: dict[int, Actuator] = {}
        for actuator in joint.actuators:
            bare = unwrap(actuator)
            if bare.command in ("position", "velocity") and bare.axis not in written and bare.axis < len(joint.axes):
                written[int(bare.axis)] = actuator
                _ = actuator.axis
                _write_motor(writing, out, joint, actuator, index=int(bare.axis))
        if written:
            _write_effector(writing, out, effector, joint, list(written.values()))
        elif writing.options.motors and not joint.actuators:
            _write_motors_of_limits(writing, out, effector, joint)
    perceptor = PERCEPTORS.get(name)
    for sensor in joint.sensors:
        if perceptor is not None and unwrap(sensor).type == "joint_state":
            _ = sensor.type
            if unwrap(sensor).quantity in (None, "position"):
                _ = sensor.quantity
            writing.name(out.add("nd", perceptor), sensor)


def _write_effector(writing: Writing, out: SList, effector: str, joint: Joint, actuators: list[Actuator]) -> None:
    """One for all axes of a joint, called as agents call it: as the motor, else as the joint."""
    node = out.add("nd", effector)
    named = next((actuator for actuator in actuators if unwrap(actuator).name), None)
    if named is not None:
        writing.name(node, named)
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
        speed = "setJointMaxSpeed" if writing.old else f"setJointMaxSpeed{ode + 1}"
        out.add(speed, number(velocity))


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


def _write_motors_of_limits(writing: Writing, out: SList, effector: str, joint: Joint) -> None:
    """--motors: a motor as strong and fast as the joint may be, where it says both."""
    made = False
    for index, axis in enumerate(joint.axes):
        limits = axis.limits
        bare = unwrap(limits) if limits is not None else None
        if limits is None or bare is None or bare.effort is None or bare.velocity is None or max(bare.effort, bare.velocity) >= ENDLESS:
            continue
        assert limits.effort is not None and limits.velocity is not None
        ode = 1 - index if len(joint.axes) == 2 else index
        out.add("setMaxMotorForce", str(ode), number(limits.effort))
        out.add(f"setJointMaxSpeed{'' if writing.old else ode + 1}", number(limits.velocity))
        made = True
    if not made:
        return
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
