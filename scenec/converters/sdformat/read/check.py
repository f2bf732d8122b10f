"""Check the scene as a whole: circles of poses, and joints between a link and itself."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from scenec import ir
from scenec.converters.sdformat.findings.reading import FRAME_CIRCLE_INVALID, JOINT_ENDS_EQUAL_INVALID
from scenec.converters.sdformat.read.context import Reading
from scenec.errors import ReadError
from scenec.ir.base import WORLD, Id
from scenec.ir.kinematics import Kinematics
from scenec.trace import derived

GROUPS = ("models", "links", "joints", "frames")


def check(reading: Reading, scene: ir.Scene) -> ir.Scene:
    """Return the scene without circles and impossible joints, each reported as an error, and with merged models placed."""
    scene = without_dangling(scene, reading.left_out)
    if any(frame.attached_to is not None for frame in scene.frames):
        scene = without_circles(reading, scene, "attached_to", _attachment)
    joints = {joint.id for joint in scene.joints}
    if (
        scene.frames
        or any(joint.child in joints for joint in scene.joints)
        or any(each.relative_to is not None for group in (scene.models, scene.links, scene.joints) for each in group)
    ):
        scene = without_circles(reading, scene, "relative_to", None)  # without a reference that is stated all poses lead outwards
    scene = without_self_joints(reading, scene)
    return placed(reading, scene) if reading.placed else scene


def _things(scene: ir.Scene) -> dict[Id, Any]:
    return {each.id: each for group in GROUPS for each in getattr(scene, group)}


def _attachment(thing: Any) -> Id | None:
    """Return what carries a frame or joint."""
    if isinstance(thing, ir.Frame):
        return thing.attached_to
    return thing.child if isinstance(thing, ir.Joint) else None


def without_circles(reading: Reading, scene: ir.Scene, field: str, above_of: Any) -> ir.Scene:
    """Return the scene with every circle cut where it was entered.

    The reference of that node is removed, as in libsdformat. A joint without a reference is placed on its child, which may lead back to it,
    so cutting is repeated.
    """
    while cut := _cuts(reading, scene, field, above_of):
        scene = _edited(scene, cut, field)
    return scene


def _cuts(reading: Reading, scene: ir.Scene, field: str, above_of: Any) -> set[Id]:
    """Report each circle and return one node of it to cut: one with a stated reference, or a joint, which can be dropped."""
    things = _things(scene)
    graph = Kinematics(scene)
    settled: set[Id] = set()
    cut: set[Id] = set()
    for start in things:
        chain: dict[Id, None] = {}
        at: Id | None = start
        while at in things and at not in settled and at not in chain:
            chain[at] = None
            at = above_of(things[at]) if above_of is not None else graph.reference(at)
        if at is not None and at in chain:
            own = _report_circle(reading, things, list(chain)[list(chain).index(at) :], field)
            if isinstance(things[own], ir.Joint) or getattr(things[own], field, None) is not None:
                cut.add(own)
        settled.update(chain)
    return cut


def _report_circle(reading: Reading, things: dict[Id, Any], circle: list[Id], field: str) -> Id:
    """Report a circle. Return the id of the node to cut: one that states its reference."""
    stated = (each for each in circle if getattr(things[each], field, None) is not None)
    own = next(stated, None) or next((each for each in circle if isinstance(things[each], ir.Joint)), circle[0])
    names = " -> ".join(str(things[each].name) for each in (*circle, circle[0]))
    reading.ledger.report(
        FRAME_CIRCLE_INVALID,
        about=getattr(things[own], field, None),
        origin=things[own].origin,
        subject=str(things[own].name),
        circle=names,
    )
    return own


def _edited(scene: ir.Scene, cut: set[Id], field: str) -> ir.Scene:
    """Return the scene without the references of some nodes. A joint without a reference is dropped."""
    changes: dict[str, Any] = {}
    gone: set[Id] = set()
    for group in GROUPS:
        nodes = getattr(scene, group)
        if any(each.id in cut for each in nodes):
            gone.update(each.id for each in nodes if each.id in cut and getattr(each, field, None) is None and group == "joints")
            changes[group] = tuple(
                replace(each, **{field: None}) if each.id in cut and getattr(each, field, None) is not None else each for each in nodes
            )
    return without_dangling(replace(scene, **changes), gone)


def without_dangling(scene: ir.Scene, gone: set[Id]) -> ir.Scene:
    """Return the scene without some joints, and without joints and references that depend on them."""
    while gone:
        left = [joint for joint in scene.joints if joint.id not in gone]
        lost = {joint.id for joint in left if joint.parent in gone or joint.child in gone}
        changes: dict[str, Any] = {"joints": tuple(_detached(joint, gone) for joint in left if joint.id not in lost)}
        for group in ("models", "links", "frames", "lights", "actors", "grippers"):
            changes[group] = tuple(_detached(each, gone) for each in getattr(scene, group))
        scene, gone = replace(scene, **changes), lost
    return scene


def _detached(node: Any, gone: set[Id]) -> Any:
    """Return a node, with the nodes in it, without references to dropped joints."""
    changes: dict[str, Any] = {}
    for field in ("relative_to", "attached_to", "placement_frame", "expressed_in", "palm"):
        if getattr(node, field, None) in gone:
            changes[field] = None
    fingers = getattr(node, "fingers", ())
    if any(each in gone for each in fingers):
        changes["fingers"] = tuple(each for each in fingers if each not in gone)
    mimic = getattr(node, "mimic", None)
    if mimic is not None and mimic.joint in gone:
        changes["mimic"] = None
    for field in ("collisions", "visuals", "sensors", "cameras", "lights", "particle_emitters", "axes"):
        inner = getattr(node, field, ())
        detached = tuple(_detached(each, gone) for each in inner)
        if any(new is not old for new, old in zip(detached, inner, strict=True)):
            changes[field] = detached
    return replace(node, **changes) if changes else node


def without_self_joints(reading: Reading, scene: ir.Scene) -> ir.Scene:
    """Return the scene without joints that connect a link to itself."""
    graph = Kinematics(scene)
    kept = []
    for joint in scene.joints:
        try:
            parent, child = graph.body_of(joint.parent), graph.body_of(joint.child)
        except ReadError:
            parent, child = str(joint.parent), str(joint.child)
        if parent != child or (parent == WORLD and joint.parent != joint.child):
            kept.append(joint)
            continue
        reading.ledger.report(JOINT_ENDS_EQUAL_INVALID, about=joint, origin=joint.origin, subject=f"joint {joint.name}")
    kept_ids = {joint.id for joint in kept}
    return without_dangling(scene, {joint.id for joint in scene.joints} - kept_ids)


def placed(reading: Reading, scene: ir.Scene) -> ir.Scene:
    """Return the scene with the frames of merged models placed, where another frame than their own places them."""
    graph = Kinematics(scene)
    frames = []
    for frame in scene.frames:
        target = reading.placed.get(frame.id)
        if target is not None:
            pose = frame.pose or ir.Pose()
            X_FT, between = graph.relative(target, frame.id), graph.poses_between(target, frame.id)
            frame = replace(frame, pose=derived(pose @ X_FT.inverse(), pose, target, *between))
        frames.append(frame)
    return replace(scene, frames=tuple(frames))
