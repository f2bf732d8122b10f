"""Joints: hinges and sliders with their axis, limits and motor.

The file describes the joint's zero; `init` is where a hinge starts. A slider of SimRobotCore2 starts at zero, so one that does not
is written where it starts, with its limits shifted.
"""

from __future__ import annotations

import math

from scenec.accounting.findings import (
    JOINT_DAMPING_DROPPED,
    JOINT_FRICTION_DROPPED,
    JOINT_LIMIT_SHIFTED,
    JOINT_SPRING_DROPPED,
    JOINT_ZERO_SHIFTED,
)
from scenec.converters.common.poses_in_frames import from_start
from scenec.converters.common.write_context import HERE, Placed, pose_made_of
from scenec.converters.simrobot.core3_rules import widened
from scenec.converters.simrobot.findings.writing import (
    JOINT_EFFORT_LIMIT_DROPPED,
    JOINT_EFFORT_VELOCITY_LIMIT_DROPPED,
    JOINT_STOP_DROPPED,
    JOINT_VELOCITY_LIMIT_DROPPED,
)
from scenec.converters.simrobot.profile import JOINTS, UNLIMITED
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.core3_findings import report_inactive_limits, report_ode_settings, report_widened_range
from scenec.converters.simrobot.write.motor import write_motors
from scenec.converters.simrobot.write.structure import drop_joint_sensors
from scenec.converters.simrobot.write.values import angle, length, number, number_text
from scenec.ir.base import Id
from scenec.ir.joint import Axis, Joint, Limits
from scenec.ir.pose import ORIGIN, Pose, scale
from scenec.syntax.element import Element
from scenec.syntax.said import Said
from scenec.trace import Computed, derived, ids_of, made_of


def write_joint(writing: Writing, holder: Element, joint: Joint, base: Id | None, child: Id, model: Id) -> tuple[Element, Placed]:
    """Write a joint in its parent's element. base: the node of that element (a link, a model, None: the world). model: of the child.
    Returns the element for its body, and the pose of the body in the joint."""
    out = holder.append(JOINTS[str(joint.type)], says=(joint.type, *_shown_by_nesting(writing, joint, model)))
    writing.name(out, joint, without=out.tag)
    writing.place(out, writing.relative(joint.id, base))
    axis = joint.axes[0]
    element = out.append("Axis")
    write_direction(element, axis)
    if writing.core3:
        report_ode_settings(writing, joint, axis)
        if axis.limits is not None and axis.limits.active is not None and not axis.limits.active:
            report_inactive_limits(writing, joint, axis.limits)
    elif axis.dynamics is not None and axis.dynamics.cfm is not None:
        element.set("cfm", number(axis.dynamics.cfm))
    inside = writing.relative(child, joint.id)
    shift = 0.0
    if out.tag == "Hinge":
        write_deflection(writing, element, joint, axis, float(axis.initial or 0.0))
    else:
        shift = 0.0 if writing.core3 else float(axis.initial or 0.0)
        if shift:
            inside = shift_zero(writing, joint, axis, shift, inside)
        write_deflection(writing, element, joint, axis, float(axis.initial or 0.0) - shift, shift)
    write_motors(writing, element, joint, hinge=out.tag == "Hinge")
    report_limits_without_motor(writing, joint, axis, driven=bool(element.children) and element.children[-1].tag.endswith("Motor"))
    report_dynamics(writing, joint, axis)
    report_soft_stops(writing, joint, axis)
    drop_joint_sensors(writing, joint)
    return out, inside


def _shown_by_nesting(writing: Writing, joint: Joint, model: Id) -> list[object]:
    """Return what the nesting of elements says of a joint: its ends, and the world and model that its child is in, too."""
    says: list[object] = [joint.parent, joint.child]
    if joint.model == model:
        says.append(joint.model)
    if joint.world is not None and joint.world in {world.id for world in writing.scene.worlds[:1]}:
        says.append(joint.world)
    return says


def write_direction(element: Element, axis: Axis) -> None:
    """Write the axis, in the joint's own frame. Its length does not matter."""
    for name, part in zip("xyz", axis.xyz, strict=True):
        if part:
            element.set(name, number(part))
        else:
            element.omit(part, 0.0)


def write_deflection(writing: Writing, element: Element, joint: Joint, axis: Axis, initial: float, shift: float = 0.0) -> None:
    """Write limits and initial position; an absent limit is infinite. shift: how far the joint's zero has moved. In the MuJoCo core all
    limits are enforced."""
    hinge, newer = joint.type != "prismatic", writing.core3
    limits = axis.limits
    lower = upper = None
    switched_off = limits is not None and limits.active is not None and not limits.active
    if limits is not None:
        if (newer or not hinge) and switched_off:
            limits = None  # stops always hold there: these are left out
        else:
            lower, upper = limits.lower, limits.upper
    stated = [bound for bound in (lower, upper) if bound is not None and abs(bound) < UNLIMITED]
    if not stated and not initial:
        if limits is not None and switched_off:
            element.omit(limits.active, False)  # there is nothing to switch off
        return
    show = angle if hinge else length
    out = element.append("Deflection")
    for name, bound, endless in (("min", lower, -math.inf), ("max", upper, math.inf)):
        if bound is None or abs(bound) >= UNLIMITED:
            out.set(name, show(made_of(endless, bound)))
        else:
            out.set(name, show(from_start(bound, axis.initial if shift else None)))
    if newer and limits is not None and len(stated) == 2:
        write_widened_range(writing, out, joint, limits)
    if initial:
        assert axis.initial is not None
        out.set("init", show(axis.initial))
    if limits is None or newer:
        return
    if switched_off and hinge:
        out.set("isActive", Said("false", ids_of(limits.active)))
    if limits.stop_cfm is not None:
        out.set("stopCFM", number(limits.stop_cfm))
    if limits.stop_erp is not None:
        out.set("stopERP", number(limits.stop_erp))


def write_widened_range(writing: Writing, out: Element, joint: Joint, limits: Limits) -> None:
    """Write a very narrow range in place of an empty one, which the MuJoCo core refuses."""
    lower, upper = limits.lower, limits.upper
    assert lower is not None and upper is not None
    written = widened(float(lower), float(upper))
    if written is None:
        return
    show = length if joint.type == "prismatic" else angle
    for name, bound, stated in zip(("min", "max"), written, (lower, upper), strict=True):
        if bound != stated:
            out.set(name, show(made_of(Computed(bound), stated)))
    report_widened_range(writing, joint, limits, (float(lower), float(upper)), written)
    origin = limits.origin
    if origin is not None:
        writing.widened[id(origin.place[1])] = (out.attributes["min"], out.attributes["max"])


def shift_zero(writing: Writing, joint: Joint, axis: Axis, initial: float, inside: Placed) -> Placed:
    """Return the pose of the child of a slider at its initial position, which becomes its zero."""
    direction = writing.kinematics.joint_axis(joint, axis)
    along = Pose(made_of(scale(direction, initial), (axis.xyz, axis.initial)))
    path, shift = writing.path(joint), f"{number_text(0.0 - initial)} m"
    writing.request.ledger.report(
        JOINT_ZERO_SHIFTED,
        about=axis.initial,
        origin=None if writing.request.uses.sources_of(axis.initial) else joint.origin,
        subject=path,
        value=f"{number_text(initial)} m",
        target="0",
        why="A Slider of SimRobotCore2 starts at zero.",
    )
    limits = axis.limits
    if limits is not None and (limits.lower, limits.upper) != (None, None):
        writing.report(JOINT_LIMIT_SHIFTED, joint, about=(limits.lower, limits.upper), subject=path, target=f"by {shift}")
    moved = Placed((Placed(along) @ inside).pose, computed=True)
    if moved.pose.position != ORIGIN:
        return moved
    return Placed(pose_made_of(derived(HERE, inside.pose), moved.pose, moved.pose.rotation), computed=True)


PASSIVE = (
    ("damping", JOINT_DAMPING_DROPPED),
    ("friction", JOINT_FRICTION_DROPPED),
    ("spring_stiffness", JOINT_SPRING_DROPPED),
)
"""Passive forces of a joint: field of its dynamics, finding."""


def report_dynamics(writing: Writing, joint: Joint, axis: Axis) -> None:
    """Report damping, friction and springs, which SimRobot's joints lack."""
    dynamics = axis.dynamics
    if dynamics is None:
        return
    for field, row in PASSIVE:
        value = getattr(dynamics, field)
        if value is None or not value:
            continue
        about: tuple[object, ...] = (value,)
        if field == "spring_stiffness" and dynamics.spring_reference is not None:
            about = (value, dynamics.spring_reference)
        writing.report(row, joint, about=about, value=number_text(value))


LIMITS_DROPPED = {
    ("effort",): JOINT_EFFORT_LIMIT_DROPPED,
    ("velocity",): JOINT_VELOCITY_LIMIT_DROPPED,
    ("effort", "velocity"): JOINT_EFFORT_VELOCITY_LIMIT_DROPPED,
}
"""Limits that a joint without a motor states -> finding."""


def report_limits_without_motor(writing: Writing, joint: Joint, axis: Axis, *, driven: bool) -> None:
    """Report maximum effort and velocity of a joint without a motor. SimRobot states them at motors only."""
    limits = axis.limits
    if limits is None or driven:
        return
    stated = []
    for field, unit in (
        ("effort", "N" if joint.type == "prismatic" else "N m"),
        ("velocity", "m/s" if joint.type == "prismatic" else "rad/s"),
    ):
        value = getattr(limits, field)
        if value is not None and 0 <= value < UNLIMITED:
            stated.append((field, value, f"{number_text(value)} {unit}"))
    if stated:
        writing.report(
            LIMITS_DROPPED[tuple(field for field, _, _ in stated)],
            joint,
            about=tuple(value for _, value, _ in stated),
            value=", ".join(text for _, _, text in stated),
        )


def report_soft_stops(writing: Writing, joint: Joint, axis: Axis) -> None:
    """Report springs and bounce of a joint's stops, which are hard in SimRobot."""
    limits = axis.limits
    said = [name for name in ("stiffness", "dissipation", "bounce") if limits is not None and getattr(limits, name)]
    if said:
        writing.report(
            JOINT_STOP_DROPPED,
            joint,
            about=tuple(getattr(limits, name) for name in said),
            value=", ".join(said),
        )
