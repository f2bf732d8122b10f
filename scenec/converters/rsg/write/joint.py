"""Joints: nodes beside the body that they move, with paths to both bodies.

The order of calls matters: `attach` comes first, because an unattached joint forgets anchor and axes. Both are given in the frame of the
Transform around the joint. A slider moves along z of that frame, and a Hinge2Joint turns about its z and x, so these joints stand in a
rotated Transform. So do joints with a rotated frame of their own, which would be lost otherwise.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common import findings as common
from scenec.converters.common.write_context import HERE, Placed
from scenec.converters.rsg.angles import degrees_text, turn_text
from scenec.converters.rsg.findings import writing as rows
from scenec.converters.rsg.vocabulary import UNSET_FIXED_JOINT
from scenec.converters.rsg.write.actuator import write_drives
from scenec.converters.rsg.write.context import LEVEL, Writing, inside, needs_transform, relative_to_com
from scenec.converters.rsg.write.extras import write_calls, write_nodes
from scenec.converters.rsg.write.structure import Structure
from scenec.converters.rsg.write.values import UNLIMITED, flag, number, vector
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Axis, Dynamics, Joint, Limits
from scenec.ir.pose import Matrix3, Pose, Rotation, Vec3, cross, dot, norm, unit
from scenec.syntax.kinds import shown
from scenec.syntax.sexp_printing import SList
from scenec.trace import Computed

CLASSES = {
    "revolute": "HingeJoint",
    "continuous": "HingeJoint",
    "prismatic": "SliderJoint",
    "ball": "BallJoint",
    "universal": "UniversalJoint",
    "revolute2": "Hinge2Joint",
    "fixed": "FixedJoint",
}
AXES = {"HingeJoint": 1, "SliderJoint": 1, "UniversalJoint": 2, "Hinge2Joint": 2, "BallJoint": 0, "FixedJoint": 0}
Z: Vec3 = (0.0, 0.0, 1.0)
X: Vec3 = (1.0, 0.0, 0.0)


class Site(NamedTuple):
    """Where a joint is written. link: the one whose Transform holds it. com: its centre of mass. other: the link at the other end."""

    link: Id
    com: Vec3
    other: Id


def can_write(joint: Joint, ends: tuple[Id, Id]) -> bool:
    """Return whether SimSpark has such a joint between these ends (parent, child). One of two axes turns with the child, which therefore
    cannot be the world."""
    name = CLASSES.get(joint.type)
    if name is None or ends[0] == ends[1]:
        return False
    return len(joint.axes) == AXES[name] and (ends[1] != WORLD or AXES[name] < 2)


def is_unset_fixed_joint(joint: Joint) -> bool:
    """Return whether a fixed joint pulls its bodies onto each other, as one without setFixed does."""
    marks = [extra for extra in joint.extras if extra.format == "rsg" and extra.key == UNSET_FIXED_JOINT]
    for mark in marks:
        mark_read(mark)
    return bool(marks)


def write_joint(writing: Writing, structure: Structure, holder: SList, joint: Joint, site: Site) -> None:
    """Write a joint into the Transform of a link. joint: through the lens."""
    bare = unwrap(joint)
    backwards = structure.ends[bare.id][1] == WORLD
    name = CLASSES[str(joint.type)]
    _read_ends(writing, structure, joint, site)
    placed = _placed(writing, joint, site, backwards=backwards)
    directions = [_direction(writing, joint, i) for i in range(AXES[name])]
    if backwards:
        directions = [(Computed(-x), Computed(-y), Computed(-z)) for x, y, z in directions]
    placed, directions = _framed(writing, joint, name, placed, directions)
    up = ".."
    if name == "FixedJoint":
        _report_place(writing, structure, joint, placed)
        placed = Placed(HERE)
    if name in ("SliderJoint", "Hinge2Joint") or turn_text(placed.pose.rotation) != LEVEL:
        outer, holder = holder, inside(holder, placed)
        up = ".." if holder is outer else "../.."
        placed = Placed(HERE)
    out = holder.add("nd", name)
    writing.name(out, joint)
    attach = _attach(structure, site, up)
    out.add("attach", *attach)
    if name == "FixedJoint" and not (writing.from_rsg and is_unset_fixed_joint(joint)):
        out.add("setFixed")
    if name in ("HingeJoint", "UniversalJoint", "Hinge2Joint", "BallJoint"):
        out.add("setAnchor", *vector(placed.pose.position, is_computed=placed.computed))
    _write_directions(out, name, directions)
    for i in range(AXES[name]):
        _write_axis(writing, out, joint, i, ode_index(name, i))
    if joint.feedback:
        out.add("enableFeedback", flag(True))
    write_calls(out, joint.extras)
    write_drives(writing, out, joint, name, attach)
    write_nodes(out, joint.extras)


def ode_index(name: str, axis: int) -> int:
    """Return the number of an axis in SimSpark. The first of two axes turns with the parent, which is body 2, so it is number 1."""
    return 1 - axis if AXES[name] == 2 else axis


def _read_ends(writing: Writing, structure: Structure, joint: Joint, site: Site) -> None:
    """Count the ends of a joint as read, which its paths express, and its model, which the Space expresses."""
    bare = unwrap(joint)
    kinematics = writing.kinematics
    for end in ("parent", "child"):
        value = getattr(bare, end)
        body = kinematics.body_of(value)
        if value in (WORLD, body) and (body == WORLD or structure.moving(body) == body):
            getattr(joint, end)
    if bare.model == structure.links[site.link].model:
        _ = joint.model
    if bare.world is not None and bare.world in {world.id for world in writing.scene.worlds[:1]}:
        _ = joint.world


def _placed(writing: Writing, joint: Joint, site: Site, *, backwards: bool) -> Placed:
    """Return the pose of the joint frame at the start, in the frame at the centre of mass of the link that holds it."""
    bare = unwrap(joint)
    if not backwards:
        return relative_to_com(writing.pose_in(bare.id, site.link), site.com)
    X_WJ = writing.pose_in(bare.id, None).pose
    return relative_to_com(Placed(writing.at_start(site.link).pose.inverse() @ X_WJ, computed=True), site.com)


def _direction(writing: Writing, joint: Joint, index: int) -> Vec3:
    """Return an axis in the frame of the joint at the start. The first of two axes does not turn with the child, so it is turned back."""
    axis = joint.axes[index]
    xyz: Vec3 = axis.xyz
    frame, bare = axis.expressed_in, unwrap(joint)
    if frame is not None and frame != bare.id:
        turn = writing.pose_in(str(frame), bare.id).pose.rotation
        xyz = _computed(turn.apply(xyz))
        writing.tell(
            joint,
            common.JOINT_AXIS_FRAME_CONVERTED,
            about=frame,
            value=writing.paths.get(str(frame), str(frame)),
            target="the frame of its body",
            why="RubySceneGraph states axes in the frame of the Transform around the joint.",
        )
    if index == 0 and len(bare.axes) == 2 and bare.axes[1].initial:
        second = writing.kinematics.joint_axis(bare, bare.axes[1])
        xyz = _computed(Rotation.about(second, -float(bare.axes[1].initial)).apply(xyz))
    return xyz


def _computed(values: Vec3) -> Vec3:
    x, y, z = (Computed(value) for value in values)
    return (x, y, z)


def _framed(writing: Writing, joint: Joint, name: str, placed: Placed, directions: list[Vec3]) -> tuple[Placed, list[Vec3]]:
    """Rotate the frame of a joint whose axes are those of its frame. Returns the frame and the axes in it."""
    if name == "SliderJoint" and directions[0] != Z:
        _report_lengths(writing, joint, name, directions)
        return _turned(placed, along_z(directions[0])), [Z]
    if name == "Hinge2Joint" and directions != [X, Z]:
        _report_lengths(writing, joint, name, directions)
        first, second = (unit(direction) for direction in directions)
        if abs(dot(first, second)) > 1e-9:
            _report_skew(writing, joint, name, dot(first, second))
        across = unit(cross(second, first)) if any(cross(second, first)) else unit(cross(second, X if abs(second[0]) < 0.9 else Z))
        x = cross(across, second)
        matrix: Matrix3 = ((x[0], across[0], second[0]), (x[1], across[1], second[1]), (x[2], across[2], second[2]))
        return _turned(placed, Rotation.from_matrix(matrix)), [X, Z]
    if name == "UniversalJoint" and abs(cosine := dot(unit(directions[0]), unit(directions[1]))) > 1e-9:
        _report_skew(writing, joint, name, cosine)
    return placed, directions


def along_z(direction: Vec3) -> Rotation:
    """Return the rotation, about x and then y, that takes z to a direction."""
    x, y, z = unit(direction)
    level = math.hypot(y, z)
    about_x = Rotation.from_rpy(math.atan2(0.0 - y, z + 0.0) if level > 1e-15 else 0.0, 0.0, 0.0)
    return about_x @ Rotation.from_rpy(0.0, math.atan2(x, level), 0.0)


def _turned(placed: Placed, rotation: Rotation) -> Placed:
    return Placed(Pose(placed.pose.position, placed.pose.rotation @ rotation), placed.computed)


def _report_lengths(writing: Writing, joint: Joint, name: str, directions: list[Vec3]) -> None:
    """Report that the length of an axis, which means nothing, is lost where a frame is turned instead."""
    if any(abs(norm(direction) - 1.0) > 1e-9 for direction in directions):
        writing.tell(
            joint,
            rows.JOINT_AXIS_NORMALISED,
            about=tuple(axis.xyz for axis in unwrap(joint).axes),
            joint=name,
        )


def _report_skew(writing: Writing, joint: Joint, name: str, cosine: float) -> None:
    """Report that two axes become perpendicular. name: the node class; cosine: of the angle between the axes."""
    if writing.from_rsg:
        return  # as in the source, where ODE does the same
    writing.tell(
        joint,
        rows.JOINT_AXES_APPROXIMATED,
        about=tuple(axis.xyz for axis in unwrap(joint).axes),
        value=f"{math.degrees(math.acos(max(-1.0, min(1.0, cosine)))):.6g}°",
        target="90°",
        joint=name,
    )


def _attach(structure: Structure, site: Site, up: str) -> tuple[str, ...]:
    """Return the paths of the bodies. `..` is the Transform around the joint. Without a second body the joint holds to the world."""
    own = f"{up}/{structure.body_name(site.link)}"
    if site.other == WORLD:
        return (own,)
    way = structure.way(site.link, site.other)
    return (own, f"{up}/{way}/{structure.body_name(site.other)}")


def _report_place(writing: Writing, structure: Structure, joint: Joint, placed: Placed) -> None:
    """Report the pose of a fixed joint, which has no effect unless another part is placed in its frame."""
    bare = unwrap(joint)
    if bare.pose is None or not needs_transform(Placed(bare.pose)) or bare.id in structure.references:
        return
    writing.tell(
        joint,
        rows.JOINT_POSE_INEFFECTIVE,
        about=bare.pose,
    )


def _write_directions(out: SList, name: str, directions: list[Vec3]) -> None:
    """Write the axes, in the frame of the Transform around the joint. `setAxis1` is the axis of body 1, which is the child."""
    texts = [vector(each, is_computed=type(each[0]) is Computed) for each in directions]
    if name == "HingeJoint":
        out.add("setAxis", *texts[0])
    elif name == "UniversalJoint":
        out.add("setAxis1", *texts[1])
        out.add("setAxis2", *texts[0])


def _write_axis(writing: Writing, out: SList, joint: Joint, index: int, ode: int) -> None:
    """Write limits and softness of one axis."""
    axis = joint.axes[index]
    initial = float(axis.initial or 0.0)
    if initial:
        _report_shift(writing, joint, axis, index, initial)
    limits = axis.limits
    if limits is not None:
        if initial and (limits.lower is not None or limits.upper is not None):
            _report_stops(writing, joint, limits, initial)
        write_stops(writing, out, joint, limits, str(ode), initial)
    if axis.dynamics is not None:
        write_dynamics(out, axis.dynamics, str(ode), suspended=CLASSES[joint.type] == "Hinge2Joint")


def _report_shift(writing: Writing, joint: Joint, axis: Axis, index: int, initial: float) -> None:
    writing.tell(
        joint,
        rows.JOINT_INITIAL_SHIFTED,
        about=axis.initial,
        value=position_text(joint, initial) + (f" of axis {index + 1}" if len(unwrap(joint).axes) > 1 else ""),
        target="0",
    )


def position_text(joint: Joint, value: float) -> str:
    """Return a position of a joint for people, m or degrees. value: m or rad."""
    number = value if unwrap(joint).type == "prismatic" else math.degrees(value)
    return f"{shown(float(f'{number:.6g}'))}{' m' if unwrap(joint).type == 'prismatic' else '°'}"


def range_text(joint: Joint, lower: float | None, upper: float | None, initial: float = 0.0) -> str:
    """Return a range of a joint for people. initial: the position that becomes the zero (m or rad)."""
    ends = ("no limit" if bound is None or abs(bound) >= UNLIMITED else position_text(joint, bound - initial) for bound in (lower, upper))
    return " to ".join(ends)


def _report_stops(writing: Writing, joint: Joint, limits: Limits, initial: float) -> None:
    bare = unwrap(limits)
    writing.tell(
        joint,
        common.JOINT_LIMIT_SHIFTED,
        about=(limits.lower, limits.upper),
        value=range_text(joint, bare.lower, bare.upper),
        target=range_text(joint, bare.lower, bare.upper, initial),
    )


def write_stops(writing: Writing, out: SList, joint: Joint, limits: Limits, ode: str, initial: float) -> None:
    """Write limits, in degrees for rotations and metres for sliders. A side without a limit is not written."""
    bare = unwrap(limits)
    slides = joint.type == "prismatic"
    if bare.active is not None and not bare.active:
        _report_inactive(writing, joint, limits)
    elif joint.type != "continuous":
        for name, bound in (("setLowStop", limits.lower), ("setHighStop", limits.upper)):
            if bound is None or abs(bound) >= UNLIMITED:
                continue
            at = Computed(bound - initial) if initial else bound
            if slides:
                out.add(f"{name}Pos", ode, number(at))
            else:
                out.add(f"{name}Deg", ode, degrees_text(float(at)))
                if abs(at) > math.pi + 1e-9 and not writing.from_rsg:
                    _report_wide(writing, joint, bound)
    for name, value in (("setBounce", limits.bounce), ("setStopCFM", limits.stop_cfm), ("setStopERP", limits.stop_erp)):
        if value is not None:
            out.add(name, ode, number(value))


def _report_inactive(writing: Writing, joint: Joint, limits: Limits) -> None:
    bare = unwrap(limits)
    writing.tell(
        joint,
        common.JOINT_LIMIT_INACTIVE_DROPPED,
        about=(limits.lower, limits.upper, limits.active),
        value=range_text(joint, bare.lower, bare.upper),
    )


def _report_wide(writing: Writing, joint: Joint, bound: float) -> None:
    writing.tell(
        joint,
        rows.JOINT_LIMIT_BEYOND_HALF_TURN,
        about=bound,
        value=position_text(joint, bound),
    )


def write_dynamics(out: SList, dynamics: Dynamics, ode: str, *, suspended: bool) -> None:
    """Write the numbers of ODE. Damping, friction and springs stay unread: joints of SimSpark have none."""
    rows = [("setCFM", dynamics.cfm), ("setFudgeFactor", dynamics.fudge_factor)]
    if suspended:
        rows += [("setSuspensionERP", dynamics.suspension_erp), ("setSuspensionCFM", dynamics.suspension_cfm)]
    for name, value in rows:
        if value is not None:
            out.add(name, ode, number(value))
