"""Joints: hinges and sliders with their axis, limits and motor.

The file describes the joint's zero; `init` is where a hinge starts. A slider of SimRobotCore2 starts at zero, so one that does not
is written where it starts, with its limits shifted.
"""

from __future__ import annotations

import math

from scenec.accounting.lens import unwrap
from scenec.converters.common.numbers import Computed
from scenec.converters.common.write_context import HERE, Placed
from scenec.converters.simrobot.write_context import Writing, chained
from scenec.converters.simrobot.write_motor import write_motors
from scenec.converters.simrobot.write_newer import tell_inactive_limits, tell_ode_of_joint
from scenec.converters.simrobot.write_structure import TAGS, drop_joint_sensors
from scenec.converters.simrobot.write_values import angle, length, number
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Axis, Joint
from scenec.ir.pose import ORIGIN, Pose, Vec3, clean, scale
from scenec.syntax.xml_printing import Out
from scenec.trace import derived


def write_joint(writing: Writing, holder: Out, joint: Joint, base: Id | None, child: Id, model: Id) -> tuple[Out, Placed]:
    """A joint in its parent's element. base: what the parent's element stands for (a link, a model, None: the world). model: of the
    child. Returns the element that its body belongs into and where the body is in the joint."""
    bare = unwrap(joint)
    out = holder.add(TAGS[str(joint.type)])
    writing.name(out, joint, without=out.tag)
    _read_ends(writing, joint, base, child, model)
    writing.place(out, writing.along(bare.id, base))
    axis = joint.axes[0]
    element = out.add("Axis")
    write_direction(writing, element, joint, axis)
    if writing.core3:
        tell_ode_of_joint(writing, joint, axis)
        if axis.limits is not None and unwrap(axis.limits).active is not None and not unwrap(axis.limits).active:
            tell_inactive_limits(writing, joint, axis.limits)
    elif axis.dynamics is not None and axis.dynamics.cfm is not None:
        element.attributes["cfm"] = number(axis.dynamics.cfm)
    inside = writing.along(child, bare.id)
    shift = 0.0
    if out.tag == "Hinge":
        write_deflection(writing, element, joint, axis, float(axis.initial or 0.0))
    else:
        shift = 0.0 if writing.core3 else float(axis.initial or 0.0)
        if shift:
            inside = start_there(writing, joint, axis, shift, inside)
        write_deflection(writing, element, joint, axis, float(axis.initial or 0.0) - shift, shift)
    write_motors(writing, element, joint, hinge=out.tag == "Hinge")
    tell_caps(writing, joint, axis, driven=bool(element.children) and element.children[-1].tag.endswith("Motor"))
    tell_dynamics(writing, joint, axis)
    tell_stops(writing, joint, axis)
    drop_joint_sensors(writing, joint)
    return out, inside


def _read_ends(writing: Writing, joint: Joint, base: Id | None, child: Id, model: Id) -> None:
    """What a joint connects shows in where it stands. Its model shows if that is its child's, too."""
    bare = unwrap(joint)
    for end, of in (("parent", bare.parent), ("child", bare.child)):
        body = writing.kinematics.body_of(of)
        _ = getattr(joint, end)
        if body != of and of != WORLD:
            writing.tell(
                joint, f"joint-{end}-converted", "converted", "note", "physics", about=of, value=writing.paths.get(of, of),
                target=writing.paths.get(body, body), because="joints of SimRobot connect bodies; this place belongs to that one",
                consequence="nothing: the joint is where it was",
            )  # fmt: skip
    if bare.model == model:
        _ = joint.model
    if bare.world is not None and bare.world in {world.id for world in writing.scene.worlds[:1]}:
        _ = joint.world


def write_direction(writing: Writing, element: Out, joint: Joint, axis: Axis) -> None:
    """In the joint's own frame; its length does not matter."""
    xyz: Vec3 = axis.xyz
    frame = axis.expressed_in
    if frame is not None and frame != unwrap(joint).id:
        turn = writing.along(str(frame), unwrap(joint).id).pose.rotation
        x, y, z = (Computed(part) for part in clean(turn.apply(xyz)))
        xyz = (x, y, z)
        writing.tell(
            joint,
            "joint-axis-frame-converted",
            "converted",
            "note",
            "physics",
            about=frame,
            subject=f"{writing.path(joint)}.axes[0].expressed_in",
            value=writing.paths.get(str(frame), str(frame)),
            target="the frame of the joint",
            because="SimRobot states axes in the frame of their joint",
        )
    for name, part in zip("xyz", xyz, strict=True):
        if part:
            element.attributes[name] = number(part)


def write_deflection(writing: Writing, element: Out, joint: Joint, axis: Axis, initial: float, shift: float = 0.0) -> None:
    """Limits and where the joint starts; an absent limit is infinite. shift: how far the joint's zero has moved.
    In the MuJoCo core limits always hold."""
    hinge, newer = joint.type != "prismatic", writing.core3
    limits = axis.limits
    bare = unwrap(limits) if limits is not None else None
    lower = upper = None
    if joint.type == "continuous":
        if limits is not None and bare is not None and (bare.lower is not None or bare.upper is not None):
            writing.tell(
                joint, "joint-limit-ineffective", "dropped", "note", "physics", about=(limits.lower, limits.upper),
                because="a continuous joint turns without end, whatever limits it states", consequence="nothing: it turned without end",
            )  # fmt: skip
        limits, bare = None, None
    if bare is not None and limits is not None:
        if (newer or not hinge) and bare.active is not None and not bare.active:
            limits = None  # stops always hold there: these are left unread
        else:
            lower, upper = limits.lower, limits.upper
    stated = [bound for bound in (lower, upper) if bound is not None and abs(bound) < 1e16]
    if not stated and not initial:
        if limits is not None and bare is not None and bare.active is not None and not bare.active:
            _ = limits.active
        return
    show = angle if hinge else length
    out = element.add("Deflection")
    for name, bound, endless in (("min", lower, -math.inf), ("max", upper, math.inf)):
        value = endless if bound is None or abs(bound) >= 1e16 else Computed(bound - shift) if shift else bound
        out.attributes[name] = show(value)
    if initial:
        assert axis.initial is not None
        out.attributes["init"] = show(axis.initial)
    if limits is None or newer:
        return
    if limits.active is not None and not limits.active and hinge:
        out.attributes["isActive"] = "false"
    if limits.stop_cfm is not None:
        out.attributes["stopCFM"] = number(limits.stop_cfm)
    if limits.stop_erp is not None:
        out.attributes["stopERP"] = number(limits.stop_erp)


def start_there(writing: Writing, joint: Joint, axis: Axis, initial: float, inside: Placed) -> Placed:
    """The child of a slider that does not start at zero, where it starts."""
    direction = writing.kinematics.joint_axis(unwrap(joint), unwrap(axis))
    along = Pose(scale(direction, initial))
    writing.tell(
        joint,
        "joint-zero-shifted",
        "converted",
        "warning",
        "control",
        about=axis.initial,
        subject=f"{writing.path(joint)}.axes[0].initial",
        value=axis.initial,
        target="0",
        because="a Slider of SimRobotCore2 starts at zero; it is written where it starts, with its limits shifted",
        consequence=f"its position counts from there: {number(initial)} m less",
    )
    moved = chained([along, inside.pose], computed=True)
    return moved if moved.pose.position != ORIGIN else Placed(derived(HERE, inside.pose), computed=True)


PASSIVE = (
    ("damping", "joint-damping-dropped", "damping", "swings longer"),
    ("friction", "joint-friction-dropped", "friction", "slips where it would have stuck"),
    ("spring_stiffness", "joint-spring-stiffness-dropped", "springs", "is not pulled back"),
)
"""What a joint does by itself: field, code, word, consequence."""


def tell_dynamics(writing: Writing, joint: Joint, axis: Axis) -> None:
    """SimRobot's joints move freely but for their limits and motors."""
    dynamics = axis.dynamics
    if dynamics is None:
        return
    bare = unwrap(dynamics)
    for field, code, word, consequence in PASSIVE:
        value = getattr(bare, field)
        if value is None or not value:
            continue
        _ = getattr(dynamics, field)
        about: tuple[object, ...] = (value,)
        if field == "spring_stiffness" and bare.spring_reference is not None:
            about = (value, dynamics.spring_reference)
        writing.tell(
            joint, code, "dropped", "warning", "physics", about=about, subject=writing.path(joint),
            value=number(value), because=f"SimRobot's joints have no {word}", consequence=f"{unwrap(joint).name or 'it'} {consequence}",
            hint="let the controller make up for it",
        )  # fmt: skip


def tell_caps(writing: Writing, joint: Joint, axis: Axis, *, driven: bool) -> None:
    """What a joint may do at most is said of motors only in SimRobot; without one it is left out."""
    limits = axis.limits
    if limits is None or driven:
        return
    bare, stated = unwrap(limits), []
    for field, unit in (
        ("effort", "N" if joint.type == "prismatic" else "N m"),
        ("velocity", "m/s" if joint.type == "prismatic" else "rad/s"),
    ):
        value = getattr(bare, field)
        if value is not None and 0 <= value < 1e16:
            _ = getattr(limits, field)
            stated.append((field, value, f"{number(value)} {unit}"))
    if stated:
        what = "-".join(field for field, _, _ in stated)
        writing.tell(
            joint, f"joint-{what}-limit-dropped", "dropped", "warning", "control", about=tuple(value for _, value, _ in stated),
            subject=writing.path(joint), value=", ".join(text for _, _, text in stated),
            because=f"only motors have a maximum {what.replace('-', ' and ')} in SimRobot, and the source has none at {unwrap(joint).name}",
            consequence="nothing drives the joint, so nothing needs to be capped", hint="--motors servo makes motors of such limits",
        )  # fmt: skip


def tell_stops(writing: Writing, joint: Joint, axis: Axis) -> None:
    """Stops of SimRobot are as hard as the engine makes them."""
    limits = axis.limits
    said = [name for name in ("stiffness", "dissipation", "bounce") if limits is not None and getattr(unwrap(limits), name)]
    if said:
        writing.tell(
            joint, "joint-stop-dropped", "dropped", "warning", "physics", about=tuple(getattr(limits, name) for name in said),
            subject=writing.path(joint), value=", ".join(said), because="stops of SimRobot are hard and say nothing about springs",
            consequence="it stops at once where it would have given way",
        )  # fmt: skip
