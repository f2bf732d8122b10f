"""Joints: nodes beside the body they move, which name it and the other one by path.

The order of calls matters: `attach` first, then anchor and axes, which an unattached joint forgets. Anchor and axes are given in the
frame of the Transform around the joint. A slider moves along z of that frame and a Hinge2Joint turns about its z and x, so these stand in
a Transform that is turned; so do joints whose own place would leave no trace otherwise.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.numbers import Computed
from scenec.converters.common.write_context import HERE, Placed
from scenec.converters.rsg.turns import degrees_text, turn_text
from scenec.converters.rsg.vocabulary import PULLED
from scenec.converters.rsg.write_context import LEVEL, Writing, about_com, inside, stands_apart
from scenec.converters.rsg.write_drive import write_drives
from scenec.converters.rsg.write_extras import write_calls, write_nodes
from scenec.converters.rsg.write_structure import Structure
from scenec.converters.rsg.write_values import ENDLESS, flag, number, vector
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Axis, Dynamics, Joint, Limits
from scenec.ir.pose import Matrix3, Pose, Rotation, Vec3, cross, dot, norm, unit
from scenec.syntax.kinds import shown
from scenec.syntax.sexp_printing import SList

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
    """Where a joint is written: the link whose Transform holds it, its centre of mass, and what is at the other end."""

    link: Id
    com: Vec3
    other: Id


def can_write(joint: Joint, ends: tuple[Id, Id]) -> bool:
    """Whether RSG has such a joint, between these ends (parent, child). Of two axes one turns with the body, so the world cannot be the
    child there."""
    name = CLASSES.get(joint.type)
    if name is None or ends[0] == ends[1]:
        return False
    return len(joint.axes) == AXES[name] and (ends[1] != WORLD or AXES[name] < 2)


def is_pulled(joint: Joint) -> bool:
    """Whether a fixed joint pulls its bodies onto each other instead of holding them where they are."""
    marks = [extra for extra in joint.extras if extra.format == "rsg" and extra.key == PULLED]
    for mark in marks:
        mark_read(mark)
    return bool(marks)


def write_joint(writing: Writing, structure: Structure, holder: SList, joint: Joint, site: Site) -> None:
    """A joint in the Transform of a link. joint: through the lens."""
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
        _tell_place(writing, structure, joint, placed)
        placed = Placed(HERE)
    if name in ("SliderJoint", "Hinge2Joint") or turn_text(placed.pose.rotation) != LEVEL:
        outer, holder = holder, inside(holder, placed)
        up = ".." if holder is outer else "../.."
        placed = Placed(HERE)
    out = holder.add("nd", name)
    writing.name(out, joint)
    attach = _attach(structure, site, up)
    out.add("attach", *attach)
    if name == "FixedJoint" and not (writing.from_rsg and is_pulled(joint)):
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
    """The first axis of a joint with two turns with the parent, which is its body 2: SimSpark counts it second."""
    return 1 - axis if AXES[name] == 2 else axis


def _read_ends(writing: Writing, structure: Structure, joint: Joint, site: Site) -> None:
    """What a joint connects shows in its paths. Its model shows if it is one of the Space's."""
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
    """The joint's frame, which its child carries, about the centre of mass of the link that holds it, where all is at the start."""
    bare = unwrap(joint)
    if not backwards:
        return about_com(writing.along(bare.id, site.link), site.com)
    X_WJ = writing.along(bare.id, None).pose
    return about_com(Placed(writing.at_start(site.link).pose.inverse() @ X_WJ, computed=True), site.com)


def _direction(writing: Writing, joint: Joint, index: int) -> Vec3:
    """An axis in the joint's own frame at the start. The first of two does not turn with the child: it is seen turned back."""
    axis = joint.axes[index]
    xyz: Vec3 = axis.xyz
    frame, bare = axis.expressed_in, unwrap(joint)
    if frame is not None and frame != bare.id:
        turn = writing.along(str(frame), bare.id).pose.rotation
        xyz = _computed(turn.apply(xyz))
        writing.tell(
            joint,
            "joint-axis-frame-converted",
            "converted",
            "note",
            "physics",
            about=frame,
            value=writing.paths.get(str(frame), str(frame)),
            target="the frame of its body",
            because="RubySceneGraph states axes in the frame of the Transform around the joint",
        )
    if index == 0 and len(bare.axes) == 2 and bare.axes[1].initial:
        second = writing.kinematics.joint_axis(bare, bare.axes[1])
        xyz = _computed(Rotation.about(second, -float(bare.axes[1].initial)).apply(xyz))
    return xyz


def _computed(values: Vec3) -> Vec3:
    x, y, z = (Computed(value) for value in values)
    return (x, y, z)


def _framed(writing: Writing, joint: Joint, name: str, placed: Placed, directions: list[Vec3]) -> tuple[Placed, list[Vec3]]:
    """For joints whose axes are those of their frame: the frame turned so that they are."""
    if name == "SliderJoint" and directions[0] != Z:
        _tell_lengths(writing, joint, directions)
        return _turned(placed, along_z(directions[0])), [Z]
    if name == "Hinge2Joint" and directions != [X, Z]:
        _tell_lengths(writing, joint, directions)
        first, second = (unit(direction) for direction in directions)
        if abs(dot(first, second)) > 1e-9:
            _tell_skew(writing, joint, "a Hinge2Joint turns about z and x of its frame")
        across = unit(cross(second, first)) if any(cross(second, first)) else unit(cross(second, X if abs(second[0]) < 0.9 else Z))
        x = cross(across, second)
        matrix: Matrix3 = ((x[0], across[0], second[0]), (x[1], across[1], second[1]), (x[2], across[2], second[2]))
        return _turned(placed, Rotation.from_matrix(matrix)), [X, Z]
    if name == "UniversalJoint" and abs(dot(unit(directions[0]), unit(directions[1]))) > 1e-9:
        _tell_skew(writing, joint, "ODE keeps the axes of a UniversalJoint at right angles")
    return placed, directions


def along_z(direction: Vec3) -> Rotation:
    """The rotation, about x and then y, that takes z to a direction."""
    x, y, z = unit(direction)
    level = math.hypot(y, z)
    about_x = Rotation.from_rpy(math.atan2(0.0 - y, z + 0.0) if level > 1e-15 else 0.0, 0.0, 0.0)
    return about_x @ Rotation.from_rpy(0.0, math.atan2(x, level), 0.0)


def _turned(placed: Placed, rotation: Rotation) -> Placed:
    return Placed(Pose(placed.pose.position, placed.pose.rotation @ rotation), placed.computed)


def _tell_lengths(writing: Writing, joint: Joint, directions: list[Vec3]) -> None:
    """The length of an axis means nothing, and is gone where a frame is turned instead."""
    if any(abs(norm(direction) - 1.0) > 1e-9 for direction in directions):
        writing.tell(
            joint,
            "joint-axis-normalised",
            "converted",
            "note",
            "physics",
            about=tuple(axis.xyz for axis in unwrap(joint).axes),
            because="its axis is the direction of a frame, whose axes have the length 1",
            consequence="nothing: only the direction of an axis counts",
        )


def _tell_skew(writing: Writing, joint: Joint, because: str) -> None:
    if writing.from_rsg:
        return  # as in the source, where ODE does the same
    writing.tell(
        joint,
        "joint-axes-approximated",
        "approximated",
        "error",
        "physics",
        about=tuple(axis.xyz for axis in unwrap(joint).axes),
        value="axes that are not at right angles",
        target="at right angles",
        because=because,
        consequence="it moves otherwise",
        hint="use two hinges with a small body between them",
    )


def _attach(structure: Structure, site: Site, up: str) -> tuple[str, ...]:
    """Paths start at the joint: `..` is the Transform around it. Without a second body the joint holds to the world."""
    own = f"{up}/{structure.body_name(site.link)}"
    if site.other == WORLD:
        return (own,)
    way = structure.way(site.link, site.other)
    return (own, f"{up}/{way}/{structure.body_name(site.other)}")


def _tell_place(writing: Writing, structure: Structure, joint: Joint, placed: Placed) -> None:
    """Where a weld is means nothing, unless something is placed in it."""
    bare = unwrap(joint)
    if bare.pose is None or not stands_apart(Placed(bare.pose)) or bare.id in structure.references:
        return
    writing.tell(
        joint,
        "joint-pose-ineffective",
        "dropped",
        "note",
        "physics",
        about=bare.pose,
        because="a weld holds two bodies together wherever it is said to be",
        consequence="nothing: they stand where they did",
    )


def _write_directions(out: SList, name: str, directions: list[Vec3]) -> None:
    """In the frame of the Transform around the joint. Of two axes, `setAxis1` is the one of body 1, which is the child."""
    texts = [vector(each, is_computed=type(each[0]) is Computed) for each in directions]
    if name == "HingeJoint":
        out.add("setAxis", *texts[0])
    elif name == "UniversalJoint":
        out.add("setAxis1", *texts[1])
        out.add("setAxis2", *texts[0])


def _write_axis(writing: Writing, out: SList, joint: Joint, index: int, ode: int) -> None:
    """Stops and softness of one axis."""
    axis = joint.axes[index]
    initial = float(axis.initial or 0.0)
    if initial:
        _tell_shift(writing, joint, axis, index, initial)
    limits = axis.limits
    if limits is not None:
        if initial and (limits.lower is not None or limits.upper is not None):
            _tell_stops(writing, joint, limits)
        write_stops(writing, out, joint, limits, str(ode), initial)
    if axis.dynamics is not None:
        write_dynamics(out, axis.dynamics, str(ode), suspended=CLASSES[joint.type] == "Hinge2Joint")
        _tell_dynamics(writing, joint, axis.dynamics)


def _tell_shift(writing: Writing, joint: Joint, axis: Axis, index: int, initial: float) -> None:
    unit_of = "m" if joint.type == "prismatic" else "rad"
    writing.tell(
        joint,
        "joint-initial-shifted",
        "converted",
        "warning",
        "control",
        about=axis.initial,
        value=f"{shown(initial)} {unit_of}" + (f" of axis {index + 1}" if len(unwrap(joint).axes) > 1 else ""),
        target="0",
        because="in RubySceneGraph a joint's zero is where it starts; it is written where it starts, with its stops shifted",
        consequence=f"positions of this joint count from there: {shown(float(f'{initial:.10g}'))} {unit_of} less",
    )


def _tell_stops(writing: Writing, joint: Joint, limits: Limits) -> None:
    writing.tell(
        joint,
        "joint-limit-shifted",
        "converted",
        "note",
        "physics",
        about=(limits.lower, limits.upper),
        because="stops count from the joint's zero, which is where it starts",
        consequence="nothing: the joint stops where it did",
    )


def write_stops(writing: Writing, out: SList, joint: Joint, limits: Limits, ode: str, initial: float) -> None:
    """Degrees for what turns, metres for what slides. An axis without a stop on one side says nothing there."""
    bare = unwrap(limits)
    slides = joint.type == "prismatic"
    if bare.active is not None and not bare.active:
        _tell_inactive(writing, joint, limits)
    elif joint.type != "continuous":
        for name, bound in (("setLowStop", limits.lower), ("setHighStop", limits.upper)):
            if bound is None or abs(bound) >= ENDLESS:
                continue
            at = Computed(bound - initial) if initial else bound
            if slides:
                out.add(f"{name}Pos", ode, number(at))
            else:
                out.add(f"{name}Deg", ode, degrees_text(float(at)))
                if abs(at) > math.pi + 1e-9 and not writing.from_rsg:
                    _tell_wide(writing, joint, bound)
    for name, value in (("setBounce", limits.bounce), ("setStopCFM", limits.stop_cfm), ("setStopERP", limits.stop_erp)):
        if value is not None:
            out.add(name, ode, number(value))


def _tell_inactive(writing: Writing, joint: Joint, limits: Limits) -> None:
    writing.tell(
        joint,
        "joint-limit-inactive-dropped",
        "dropped",
        "note",
        "physics",
        about=(limits.lower, limits.upper, limits.active),
        because="the source says limits and that they do not hold; RubySceneGraph has only limits that hold",
        consequence="nothing: the joint moves as before",
    )


def _tell_wide(writing: Writing, joint: Joint, bound: float) -> None:
    writing.tell(
        joint,
        "joint-limit-beyond-half-turn",
        "approximated",
        "warning",
        "physics",
        about=bound,
        value=f"{shown(float(f'{bound:.6g}'))} rad",
        because="the stop is written, but ODE heeds stops of things that turn only within half a turn to each side",
        consequence="in SimSpark the joint turns on beyond it",
    )


def write_dynamics(out: SList, dynamics: Dynamics, ode: str, *, suspended: bool) -> None:
    """ODE's numbers."""
    rows = [("setCFM", dynamics.cfm), ("setFudgeFactor", dynamics.fudge_factor)]
    if suspended:
        rows += [("setSuspensionERP", dynamics.suspension_erp), ("setSuspensionCFM", dynamics.suspension_cfm)]
    for name, value in rows:
        if value is not None:
            out.add(name, ode, number(value))


def _tell_dynamics(writing: Writing, joint: Joint, dynamics: Dynamics) -> None:
    """Damping, friction and springs, which no joint of SimSpark has."""
    bare = unwrap(dynamics)
    spring = (bare.spring_stiffness, bare.spring_reference) if bare.spring_stiffness else (None, None)
    for what, values in (("damping", (bare.damping,)), ("friction", (bare.friction,)), ("spring", spring)):
        if not values[0]:
            continue
        _ = dynamics.damping if what == "damping" else dynamics.friction if what == "friction" else dynamics.spring_stiffness
        if what == "spring":
            _ = dynamics.spring_reference
        writing.tell(
            joint,
            f"joint-{what}-dropped",
            "dropped",
            "warning",
            "physics",
            about=values,
            value=shown(values[0]),
            because=f"joints of RubySceneGraph have no {what}",
            consequence="the joint moves more freely",
        )
