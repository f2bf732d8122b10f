"""Lints: scenes that parse but that MARS refuses, crashes on or simulates otherwise than they say (`scenec check`, --verify).

Each rule looks at the entries of the file, as MARS does.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import msgspec

from scenec import files
from scenec.accounting.amounts import angle_text, range_text
from scenec.accounting.code import Code
from scenec.accounting.finding import Level
from scenec.accounting.ledger import Ledger
from scenec.accounting.problem import problem_of
from scenec.converters.format import LintRequest, ReadOptions
from scenec.converters.mars.findings import lints as findings
from scenec.converters.mars.hinge2 import is_refused
from scenec.converters.mars.profile import FAR, JOINT_AXES, JOINT_TYPES
from scenec.converters.mars.read.context import Reading
from scenec.converters.mars.read.entry import Entry
from scenec.converters.mars.read.joint import why_not_set
from scenec.converters.mars.read.joint_nodes import JointOfNodes, read_joint_nodes
from scenec.converters.mars.read.nodes import Node, Nodes
from scenec.converters.mars.read.package import Package
from scenec.converters.mars.read.second_hinges import without_second_hinges
from scenec.converters.mars.read.shape import PRIMITIVE
from scenec.errors import ScenecError
from scenec.ir.check import Problem
from scenec.source import Source


class Scene(msgspec.Struct):
    """The entries of a file, and its nodes and joints as MARS finds them."""

    entries: dict[str, list[Entry]]
    nodes: Nodes
    joints: list[JointOfNodes]
    folder: str | None
    packed: bool


def lints(request: LintRequest) -> Iterator[Problem]:
    """Yield every problem of a file, rule by rule."""
    from scenec.converters.mars.read.scene import entries_of

    if not request.ledger.documents:
        return
    document = request.ledger.documents[0]
    folder = os.path.dirname(request.path) if request.path is not None else None
    ledger = Ledger()  # what is read here was reported when the file was read
    reading = Reading(ledger, ReadOptions(), Package(folder, None, request.open, ()))
    try:
        entries = entries_of(document, reading)
        nodes = Nodes(entries["node"], reading)
        joints = [joint for entry in entries["joint"] if (joint := read_joint_nodes(entry, nodes)) is not None]
        joints = without_second_hinges(joints, entries["motor"], entries["sensor"])
        driven = {int(entry.take("jointIndex")) for entry in entries["motor"]}
        for joint in joints:
            joint.has_motor = int(joint.index) in driven
        scene = Scene(entries, nodes, joints, folder, document.packed)
        for rule in RULES:
            yield from rule(scene)
        nodes.forget()
    except ScenecError:  # which reading the file has reported
        return


def _problem(entry: Entry, row: Code, value: object = "", level: Level | None = None, **slots: object) -> Problem:
    place = entry.origin.source
    origin = place if isinstance(place, Source) else None
    return problem_of(row, subject=entry.title, value=str(value), origin=origin, level=level, **slots)


# ---------------------------------------------------------------- joints


def hinge2_with_parallel_axes(scene: Scene) -> Iterator[Problem]:
    """Find hinge2 joints whose axis 1 is parallel to y of the second body, the axis 2 of the engine while axis 1 is set (rule M1)."""
    for joint in scene.joints:
        if joint.type != "hinge2" or joint.body1 is None or joint.body2 is None:
            continue
        axis1 = joint.entry.take("axis1")
        if any(axis1) and is_refused(axis1, joint.body2.X_W.rotation):
            yield _problem(joint.entry, findings.HINGE2_PARALLEL_AXES, " ".join(f"{float(part):g}" for part in axis1))


def hinge2_at_world(scene: Scene) -> Iterator[Problem]:
    """Find hinge2 joints with an end that does not move (rule M1)."""
    for joint in scene.joints:
        if joint.type == "hinge2" and (joint.body1 is None or joint.body2 is None):
            yield _problem(joint.entry, findings.HINGE2_AT_WORLD)


def stops_that_are_not_set(scene: Scene) -> Iterator[Problem]:
    """Find stops that MARS does not set as declared (rule M3)."""
    for joint in scene.joints:
        if joint.has_motor and joint.type == "hinge":
            continue
        for number in range(1, JOINT_AXES.get(joint.type, 0) + 1):
            why = why_not_set(joint, number)
            if why:
                low, high = (joint.entry.take(f"{end}StopAxis{number}") for end in ("low", "high"))
                shown = range_text(low, high, JOINT_TYPES.get(joint.type), unlimited=FAR)
                yield _problem(joint.entry, findings.JOINT_STOPS_NOT_SET, shown, axis=number, why=why, fix=_STOP_ADVICE[joint.type])


_STOP_ADVICE = {
    "hinge": "Write a low stop of -1e-12.",
    "slider": "Write a low stop of -1e-12, and no damping.",
    "hinge2": "Write spring_const_constraint_axis1 and _axis2 of 1e9, and no stops on axis 2.",
    "universal": "Write stops of -1e15 and 1e15 on the open axis, or springs of 1e9.",
}


def driven_hinges_with_stops(scene: Scene) -> Iterator[Problem]:
    """Find hinges whose stops MARS removes because a motor drives them. Commands of a servo stay limited (rule M6)."""
    kinds = {int(entry.take("jointIndex")): str(entry.take("type")) for entry in scene.entries["motor"]}
    for joint in scene.joints:
        if joint.type != "hinge" or joint.twin is not None or not joint.has_motor or not why_not_set(joint, 1):
            continue
        kind = kinds.get(int(joint.index), "")
        servo = kind in ("PID", "undefined")
        limited = "Only the commands of the motor are limited." if servo else "The joint turns without limits."
        yield _problem(joint.entry, findings.DRIVEN_HINGE_STOPS, kind, None if servo else "error", outcome=limited)


# ---------------------------------------------------------------- nodes


def visuals_attached_to_no_visual(scene: Scene) -> Iterator[Problem]:
    """Find visuals attached to a node with noVisual, which has no draw object (rule M2)."""
    for node in scene.nodes.all:
        target = _viz_target(scene, node)
        if target is not None and target.entry.take("noVisual"):
            yield _problem(node.entry, findings.VIZLINK_TO_NO_VISUAL, target.entry.title)


def _viz_target(scene: Scene, node: Node) -> Node | None:
    return scene.nodes.find(node.entry.take("vizLink")) if node.role == "visual" and not node.entry.take("noVisual") else None


def mesh_files_that_are_missing(scene: Scene) -> Iterator[Problem]:
    """Find missing meshes of nodes of physicmode mesh, at which MARS stops loading (rule M4)."""
    for node in scene.nodes.all:
        entry = node.entry
        name = str(entry.take("filename"))
        if str(entry.take("physicmode")) != "mesh" or name == PRIMITIVE or scene.packed or scene.folder is None:
            continue
        if files.first([os.path.join(scene.folder, name.replace("\\", "/"))], name) is None:
            yield _problem(entry, findings.MESH_FILE_MISSING, name)


def ignored_relative_poses(scene: Scene) -> Iterator[Problem]:
    """Find poses in keys of an exporter of August 2012, which MARS ignores (rule M7)."""
    for node in scene.nodes.all:
        found = [key for key in ("relativeposition", "relativerotation") if node.entry.has(key)]
        if found:
            yield _problem(node.entry, findings.RELATIVE_POSE_IGNORED, keys=" and ".join(found))


# ---------------------------------------------------------------- sensors and controllers


def lidars_that_crash_mars(scene: Scene) -> Iterator[Problem]:
    """Find laser scanners that crash MARS (MultiLevelLaserRangeFinder) or hang it (opening_height of 0) (rule M5)."""
    for entry in scene.entries["sensor"]:
        kind = str(entry.take("type"))
        if kind == "MultiLevelLaserRangeFinder":
            yield _problem(entry, findings.LIDAR_MULTILEVEL)
        height = entry.stated("opening_height")
        if kind == "RotatingRaySensor" and height is not None and not float(height) > 0:
            yield _problem(entry, findings.LIDAR_WITHOUT_HEIGHT, angle_text(height))


def libraries_of_controllers(scene: Scene) -> Iterator[Problem]:
    """Find controllers whose dylib_path does not look like a library (rule M8)."""
    for entry in scene.entries["controller"]:
        path = str(entry.take("dylib_path"))
        if path and not any(path.endswith(end) or f"{end}." in path for end in (".so", ".dylib", ".dll")):
            yield _problem(entry, findings.CONTROLLER_LIBRARY, path)


Rule = Callable[[Scene], Iterator[Problem]]
RULES: tuple[Rule, ...] = (
    hinge2_with_parallel_axes,
    hinge2_at_world,
    stops_that_are_not_set,
    driven_hinges_with_stops,
    visuals_attached_to_no_visual,
    mesh_files_that_are_missing,
    ignored_relative_poses,
    lidars_that_crash_mars,
    libraries_of_controllers,
)
