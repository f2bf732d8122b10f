"""Joints: nodes beside the body that they move, with paths to both bodies.

The order of calls matters: `attach` comes first, because an unattached joint forgets anchor and axes. Both are given in the frame of the
Transform around the joint. A slider moves along z of that frame, and a Hinge2Joint turns about its z and x, so these joints stand in a
rotated Transform. So do joints with a rotated frame of their own, which would be lost otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from scenec.accounting.amounts import angle_text, position_text, range_text
from scenec.accounting.findings import JOINT_LIMIT_SHIFTED, JOINT_ZERO_SHIFTED
from scenec.converters.common import findings as common
from scenec.converters.common.poses_in_frames import from_start
from scenec.converters.common.write_context import HERE, Placed, claim_idle, pose_made_of, stated_pose
from scenec.converters.rsg.angles import turn_text
from scenec.converters.rsg.findings import writing as rows
from scenec.converters.rsg.vocabulary import UNSET_FIXED_JOINT
from scenec.converters.rsg.write.actuator import write_drives
from scenec.converters.rsg.write.context import LEVEL, Writing, inside, omit_zeros, relative_to_com, requires_transform
from scenec.converters.rsg.write.extras import write_calls, write_nodes
from scenec.converters.rsg.write.structure import Structure
from scenec.converters.rsg.write.values import UNLIMITED, degrees, flag, named, number, turn, vector
from scenec.ir.base import WORLD, Extra, Id
from scenec.ir.joint import Axis, Dynamics, Joint, Limits
from scenec.ir.pose import Matrix3, Pose, Rotation, Vec3, cross, dot, norm, unit
from scenec.syntax.said import Said, constant
from scenec.syntax.sexp_printing import SList
from scenec.trace import Computed, made_of, steered_by

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
OWN_AXES = {"SliderJoint": (Z,), "Hinge2Joint": (X, Z)}
"""The axes of joints that have none but those of their frame."""


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


def unset_fixed_joint(joint: Joint) -> list[Extra]:
    """Return the marks of a fixed joint that pulls its bodies onto each other, as one without setFixed does."""
    return [extra for extra in joint.extras if extra.format == "rsg" and extra.key == UNSET_FIXED_JOINT]


def _write_name(writing: Writing, out: SList, joint: Joint) -> None:
    """Write the name of a joint. One without a name is counted; where joints before it are gone, the name says which one it is."""
    called = writing.request.ledger.paths.get(joint.id, writing.paths[joint.id])
    if joint.name or called == writing.paths[joint.id]:
        writing.name(out, joint)
        return
    name = called.rpartition("::")[2]
    out.add("setName", constant(name))
    writing.report(rows.JOINT_NAME_DEFAULTED, joint, subject=called, target=name)


def write_joint(writing: Writing, structure: Structure, holder: SList, joint: Joint, site: Site) -> None:
    """Write a joint into the Transform of a link."""
    backwards = structure.ends[joint.id][1] == WORLD
    name = CLASSES[str(joint.type)]
    placed = _placed(writing, joint, site, backwards=backwards)
    directions = [_direction(writing, joint, i) for i in range(AXES[name])]
    if backwards:
        directions = [_computed((-x, -y, -z), (x, y, z)) for x, y, z in directions]
    placed, directions = _framed(writing, joint, name, placed, directions)
    up = ".."
    if name == "FixedJoint":
        _report_place(writing, structure, joint)
        placed = Placed(HERE)
    if name in ("SliderJoint", "Hinge2Joint") or turn_text(placed.pose.rotation) != LEVEL:
        outer, holder = holder, inside(holder, placed)
        up = ".." if holder is outer else "../.."
        placed = Placed(HERE)
    unset = unset_fixed_joint(joint) if writing.is_own else []
    out = holder.add("nd", constant(name), says=(joint.type, *_stood_for(writing, structure, joint, site), *unset))
    _write_name(writing, out, joint)
    attach = _attach(structure, site, up, joint)
    out.add("attach", *attach)
    if name == "FixedJoint" and not unset:
        out.add("setFixed")
    if name in ("HingeJoint", "UniversalJoint", "Hinge2Joint", "BallJoint"):
        out.add("setAnchor", *vector(placed.pose.position, is_computed=placed.computed))
        omit_zeros(out, turn(placed.pose.rotation))
    _write_directions(out, name, directions)
    for i in range(AXES[name]):
        _write_axis(writing, out, joint, i, ode_index(name, i))
    if joint.feedback:
        out.add("enableFeedback", flag(joint.feedback))
    write_calls(out, joint.extras)
    write_drives(writing, out, joint, name, attach)
    write_nodes(out, joint.extras)


def ode_index(name: str, axis: int) -> int:
    """Return the number of an axis in SimSpark. The first of two axes turns with the parent, which is body 2, so it is number 1."""
    return 1 - axis if AXES[name] == 2 else axis


def _stood_for(writing: Writing, structure: Structure, joint: Joint, site: Site) -> Iterator[object]:
    """Yield what a joint says by where it is: its model, which is the Space, and the world."""
    if joint.model == structure.links[site.link].model:
        yield joint.model
    if joint.world is not None and joint.world in {world.id for world in writing.scene.worlds[:1]}:
        yield joint.world


def _ends(structure: Structure, joint: Joint) -> Iterator[tuple[Id, object]]:
    """Yield the bodies at the ends of a joint, and the ends themselves. Links of static models are none: they stand in the world."""
    for end in (joint.parent, joint.child):
        body = structure.writing.kinematics.body_of(end)
        if body == WORLD or structure.moving(body) == body:
            yield body, end


def _placed(writing: Writing, joint: Joint, site: Site, *, backwards: bool) -> Placed:
    """Return the pose of the joint frame at the start, in the frame at the centre of mass of the link that holds it."""
    if not backwards:
        placed = relative_to_com(writing.relative(joint.id, site.link), site.com)
        if joint.pose is None:
            return placed
        position = steered_by(placed.pose.position, joint.pose.position)  # also where that moves nothing
        return Placed(Pose(position, placed.pose.rotation), placed.computed)
    X_WL, X_WJ = writing.at_start(site.link).pose, writing.in_world(joint.id).pose
    X_LJ = pose_made_of(X_WL.inverse() @ X_WJ, (X_WL, X_WJ.position), (X_WL.rotation, X_WJ.rotation))
    return relative_to_com(Placed(X_LJ, computed=True), site.com)


def _direction(writing: Writing, joint: Joint, index: int) -> Vec3:
    """Return an axis in the frame of the joint at the start. The first of two axes does not turn with the child, so it is turned back."""
    axis = joint.axes[index]
    xyz: Vec3 = axis.xyz
    if index == 0 and len(joint.axes) == 2 and joint.axes[1].initial:
        second = writing.kinematics.joint_axis(joint, joint.axes[1])
        xyz = _computed(Rotation.about(second, -float(joint.axes[1].initial)).apply(xyz), xyz)
    return xyz


def _computed(values: Vec3, sources: object) -> Vec3:
    x, y, z = (made_of(Computed(value), sources) for value in values)
    return (x, y, z)


def _framed(writing: Writing, joint: Joint, name: str, placed: Placed, directions: list[Vec3]) -> tuple[Placed, list[Vec3]]:
    """Rotate the frame of a joint whose axes are those of its frame. Returns the frame and the axes in it."""
    if name == "SliderJoint" and directions[0] != Z:
        _report_lengths(writing, joint, name, directions)
        return _turned(placed, along_z(directions[0]), directions), [Z]
    if name == "Hinge2Joint" and directions != [X, Z]:
        _report_lengths(writing, joint, name, directions)
        first, second = (unit(direction) for direction in directions)
        if abs(dot(first, second)) > 1e-9:
            _report_skew(writing, joint, name, dot(first, second))
        across = unit(cross(second, first)) if any(cross(second, first)) else unit(cross(second, X if abs(second[0]) < 0.9 else Z))
        x = cross(across, second)
        matrix: Matrix3 = ((x[0], across[0], second[0]), (x[1], across[1], second[1]), (x[2], across[2], second[2]))
        return _turned(placed, Rotation.from_matrix(matrix), directions), [X, Z]
    if name == "UniversalJoint" and abs(cosine := dot(unit(directions[0]), unit(directions[1]))) > 1e-9:
        _report_skew(writing, joint, name, cosine)
    return placed, directions


def along_z(direction: Vec3) -> Rotation:
    """Return the rotation, about x and then y, that takes z to a direction."""
    x, y, z = unit(direction)
    level = math.hypot(y, z)
    about_x = Rotation.from_rpy(math.atan2(0.0 - y, z + 0.0) if level > 1e-15 else 0.0, 0.0, 0.0)
    return about_x @ Rotation.from_rpy(0.0, math.atan2(x, level), 0.0)


def _turned(placed: Placed, rotation: Rotation, directions: list[Vec3]) -> Placed:
    """Return a frame that is turned for the sake of these directions."""
    turned = made_of(placed.pose.rotation @ rotation, (placed.pose.rotation, *directions))
    return Placed(Pose(placed.pose.position, turned), placed.computed)


def _report_lengths(writing: Writing, joint: Joint, name: str, directions: list[Vec3]) -> None:
    """Report that the length of an axis, which means nothing, is lost where a frame is turned instead."""
    if any(abs(norm(direction) - 1.0) > 1e-9 for direction in directions):
        writing.report(
            rows.JOINT_AXIS_NORMALISED,
            joint,
            about=tuple(axis.xyz for axis in joint.axes),
            joint=name,
        )


def _report_skew(writing: Writing, joint: Joint, name: str, cosine: float) -> None:
    """Report that two axes become perpendicular. name: the node class; cosine: of the angle between the axes."""
    writing.report_unless_own(  # as in the source, where ODE does the same
        rows.JOINT_AXES_APPROXIMATED,
        joint,
        about=tuple(axis.xyz for axis in joint.axes),
        value=angle_text(math.acos(max(-1.0, min(1.0, cosine)))),
        target="90°",
        joint=name,
    )


def _attach(structure: Structure, site: Site, up: str, joint: Joint) -> tuple[Said, ...]:
    """Return the paths of the bodies. `..` is the Transform around the joint. Without a second body the joint holds to the world."""
    ends = tuple(_ends(structure, joint))
    own = tuple([end for body, end in ends if WORLD in (body, site.other) or body == site.link])
    path = named(f"{up}/{structure.body_name(site.link).text}", own)
    if site.other == WORLD:
        return (path,)
    there = tuple([end for body, end in ends if body != site.link])
    return (path, named(f"{up}/{structure.way(site.link, site.other)}/{structure.body_name(site.other).text}", there))


def _report_place(writing: Writing, structure: Structure, joint: Joint) -> None:
    """Report the pose of a fixed joint, which has no effect unless another part is placed in its frame."""
    pose = joint.pose
    if joint.id in structure.references:
        return
    claim_idle(writing.request, joint.relative_to)  # without effect as well
    if pose is not None and requires_transform(Placed(stated_pose(pose, None))):
        writing.report(common.JOINT_POSE_INEFFECTIVE, joint, about=pose)


def _write_directions(out: SList, name: str, directions: list[Vec3]) -> None:
    """Write the axes, in the frame of the Transform around the joint. `setAxis1` is the axis of body 1, which is the child."""
    if name == "HingeJoint":
        out.add("setAxis", *vector(directions[0]))
    elif name == "UniversalJoint":
        out.add("setAxis1", *vector(directions[1]))
        out.add("setAxis2", *vector(directions[0]))
    elif name in OWN_AXES:
        for direction, own in zip(directions, OWN_AXES[name], strict=True):
            out.omit(direction, own)


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
        write_stops(writing, out, joint, limits, str(ode), axis.initial or 0.0)
    if axis.dynamics is not None:
        write_dynamics(out, axis.dynamics, str(ode), suspended=CLASSES[joint.type] == "Hinge2Joint")


def _report_shift(writing: Writing, joint: Joint, axis: Axis, index: int, initial: float) -> None:
    writing.report(
        JOINT_ZERO_SHIFTED,
        joint,
        about=axis.initial,
        why="The zero of a joint in RubySceneGraph is where it starts.",
        value=position_text(initial, joint.type) + (f" of axis {index + 1}" if len(joint.axes) > 1 else ""),
        target="0",
    )


def _report_stops(writing: Writing, joint: Joint, limits: Limits, initial: float) -> None:
    lower, upper = (None if bound is None else bound - initial for bound in (limits.lower, limits.upper))
    writing.report(
        JOINT_LIMIT_SHIFTED,
        joint,
        about=(limits.lower, limits.upper),
        value=range_text(limits.lower, limits.upper, joint.type),
        target=range_text(lower, upper, joint.type),
    )


def write_stops(writing: Writing, out: SList, joint: Joint, limits: Limits, ode: str, initial: float) -> None:
    """Write limits, in degrees for rotations and metres for sliders. A side without a limit is not written."""
    slides = joint.type == "prismatic"
    if limits.lower is not None and limits.upper is not None and limits.lower > limits.upper:
        writing.report_unless_own(rows.JOINT_LIMIT_REVERSED, joint, value=range_text(limits.lower, limits.upper, joint.type))
    for name, bound in (("setLowStop", limits.lower), ("setHighStop", limits.upper)):
        if bound is None or abs(bound) >= UNLIMITED:
            continue
        at = from_start(bound, initial)
        if slides:
            out.add(f"{name}Pos", constant(ode), number(at))
        else:
            out.add(f"{name}Deg", constant(ode), degrees(at))
            if abs(at) > math.pi + 1e-9:
                _report_wide(writing, joint, bound)
    for name, value in (("setBounce", limits.bounce), ("setStopCFM", limits.stop_cfm), ("setStopERP", limits.stop_erp)):
        if value is not None:
            out.add(name, constant(ode), number(value))


def _report_wide(writing: Writing, joint: Joint, bound: float) -> None:
    writing.report_unless_own(
        rows.JOINT_LIMIT_BEYOND_HALF_TURN,
        joint,
        about=bound,
        value=position_text(bound, joint.type),
    )


def write_dynamics(out: SList, dynamics: Dynamics, ode: str, *, suspended: bool) -> None:
    """Write the numbers of ODE. Damping, friction and springs stay unread: joints of SimSpark have none."""
    rows = [("setCFM", dynamics.cfm), ("setFudgeFactor", dynamics.fudge_factor)]
    if suspended:
        rows += [("setSuspensionERP", dynamics.suspension_erp), ("setSuspensionCFM", dynamics.suspension_cfm)]
    for name, value in rows:
        if value is not None:
            out.add(name, constant(ode), number(value))
