"""Read a MARS scene: lists of entries become materials, bodies, joints, motors and sensors. Values that are left are reported.

Where MARS stops loading half-way (a sensor of an unknown type, a joint without axis), the rest of the scene is read all the same, with a
finding of level error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from scenec import ir
from scenec.converters.common.kept_text import KeptText
from scenec.converters.format import ReadRequest, ReadResult
from scenec.converters.mars.carried import TAG as CARRIED
from scenec.converters.mars.findings import reading as findings
from scenec.converters.mars.profile import BACKGROUND, VERSION
from scenec.converters.mars.read.context import WORLD_ID, Reading
from scenec.converters.mars.read.controller import read_controller
from scenec.converters.mars.read.entry import INCLUDE, NO_REFERENCE, Entry, report_include
from scenec.converters.mars.read.joint import build_joint, joint_tree
from scenec.converters.mars.read.joint_nodes import JointOfNodes, read_joint_nodes
from scenec.converters.mars.read.lights_and_graphics import read_graphics, read_light
from scenec.converters.mars.read.link import build_link
from scenec.converters.mars.read.masks import state_self_collision
from scenec.converters.mars.read.material import Materials
from scenec.converters.mars.read.motor import Motors
from scenec.converters.mars.read.nodes import Node, Nodes
from scenec.converters.mars.read.package import open_scene
from scenec.converters.mars.read.second_hinges import without_second_hinges
from scenec.converters.mars.read.sensor import Sensors, settle_numbers
from scenec.converters.mars.vocabulary import LISTS
from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.decoding import BytePlaces
from scenec.syntax.tree import Document, SourceNode
from scenec.trace import traced

LARGE = 500_000
"""The tree of a larger file is freed after reading, and parsed again if a finding needs a place in it (bytes)."""

_MARKUP = re.compile(rb"<!\[CDATA\[.*?\]\]>|<!--.*?-->|<[^>]*>", re.DOTALL)


def read(request: ReadRequest) -> ReadResult:
    """Return the scene of a .scene, .scn or .yml file. Raises ReadError for other files."""
    document, data, package = open_scene(request)
    document = request.ledger.add(document)
    reading = Reading(request.ledger, request.options, package)
    entries = entries_of(document, reading)
    if not entries["node"] and not entries["joint"] and not entries["graphicOptions"] and document.root.tag != "SceneFile":
        raise ReadError(f"<{document.root.tag}> holds no nodes", document.source(document.root, shown=True), "a MARS scene")
    _report_comments_in_values(document, data, reading)
    if len(data) > LARGE:
        document.give_away()
    scene = build_scene(entries, reading, os.path.splitext(request.name)[0] or None)
    request.ledger.kept = KeptText(data, scene, package.found)
    return ReadResult(scene, VERSION, (request.name,))


def entries_of(document: Document, reading: Reading) -> dict[str, list[Entry]]:
    """Return the entries by tag. Like MARS, find them anywhere in the file; a `material` inside a node is not an entry."""
    found: dict[str, list[Entry]] = {tag: [] for tag in (*LISTS.values(), "graphicOptions")}
    in_yaml = document.root.tag == "yaml"
    names = LISTS if in_yaml else {tag: tag for tag in found}
    todo = list(reversed(document.root.children))
    left: list[SourceNode] = []
    while todo:
        node = todo.pop()
        if node.tag == CARRIED:
            continue
        tag = names.get(node.tag) or ("graphicOptions" if node.tag == "graphicOptions" else None)
        if tag is None and not in_yaml and node.children:
            todo += reversed(node.children)
            left.append(node)
        elif tag is None:
            left.append(node)
        else:
            found[tag].append(Entry(node, tag, document, reading.ledger))
    _report_outside([document.root, *left], document, reading)
    if in_yaml:
        return found
    for entry in found["graphicOptions"][1:]:
        entry.report(findings.GRAPHICS_IGNORED, about=entry.everything())
    return {**found, "graphicOptions": found["graphicOptions"][:1]}


def _report_outside(nodes: list[SourceNode], document: Document, reading: Reading) -> None:
    """Report values outside of all entries."""
    for node in nodes:
        ids = tuple(range(node.first_id, node.first_id + node.value_count))
        if ids and node.tag == INCLUDE:
            report_include(reading.ledger, traced("", ids), document.origin(node), node.text)
        elif ids and node.tag == "version":
            reading.ledger.report(findings.VERSION_IGNORED, about=traced("", ids), subject=node.tag, value=node.text)
        elif ids:
            reading.ledger.report(
                findings.KEY_UNKNOWN,
                about=traced("", ids),
                subject=node.tag,
                value=node.text,
                key=node.tag,
                tag="scene",
                fix="Check the spelling of the key.",
            )


def _report_comments_in_values(document: Document, data: bytes, reading: Reading) -> None:
    if document.syntax != "xml" or document.root.tag == "yaml" or not document.comments:
        return
    places = BytePlaces(data)
    for start in _comments_beside_text(data):
        reading.ledger.report(
            findings.VALUE_REFUSED,
            origin=Source(document.name, *places.at(start)),
            why="MARS takes a value with a comment beside it for a map.",
            fix="Put the comment elsewhere.",
        )


def _comments_beside_text(data: bytes) -> Iterator[int]:
    """Yield the offsets of comments that stand beside the text of an element."""
    waiting, end = -1, len(data)
    for found in _MARKUP.finditer(data):
        markup = found.group()
        beside = bool(data[end : found.start()].strip())
        if waiting >= 0 and beside and markup.startswith(b"</"):
            yield waiting
        waiting = -1
        if markup.startswith(b"<!--"):
            if beside:
                yield found.start()
            else:
                waiting = found.start()
        end = found.end()


def build_scene(entries: dict[str, list[Entry]], reading: Reading, name: str | None) -> ir.Scene:
    """Build the scene in the order in which MARS loads. Links and joints are finished last, when their parts are known."""
    materials = Materials(entries["material"], reading)
    nodes = Nodes(entries["node"], reading)
    joints = without_second_hinges(_read_joints(entries["joint"], nodes, reading), entries["motor"], entries["sensor"])
    by_number = {int(joint.index): joint for joint in joints}
    firsts = _make_models(nodes, joints, reading)
    motors = Motors(entries["motor"], by_number, reading)
    sensors = Sensors(nodes, by_number, motors, reading)
    for entry in entries["sensor"]:
        sensors.read(entry)
    wired = [read_controller(entry, sensors, motors, nodes, reading) for entry in entries["controller"]]
    graphics = [read_graphics(entry) for entry in entries["graphicOptions"]]
    for entry in entries["light"]:
        read_light(entry, reading, nodes.all)
    for first in firsts:
        reading.links.append(build_link(first, reading, materials))
        for node in (first, *first.members):
            node.entry.release()
    for joint in joints:
        finished = build_joint(joint, joint.child.model, reading)
        if finished is not None:
            reading.joints.append(finished)
        joint.entry.release()
    state_self_collision(reading)
    _settle_numbers(nodes, joints, motors, sensors, {number for numbers in wired for number in numbers})
    nodes.forget()
    materials.report_unused()
    _report_old_dialect([entry for tag in entries for entry in entries[tag]], reading)
    look, extras = graphics[-1] if graphics else (ir.Look(background=BACKGROUND), ())
    world = ir.World(id=WORLD_ID, name=name, look=look, extras=extras)
    return ir.Scene(
        name=name,
        worlds=(world,),
        models=tuple(reading.models),
        links=tuple(reading.links),
        joints=tuple(reading.joints),
        lights=tuple(reading.lights),
        meshes=tuple(map(reading.mesh_uses.with_names, reading.meshes.values())),
        friction_law="mean",
        controllers=tuple(reading.controllers),
        extras=tuple(reading.extras),
    )


def _read_joints(entries: list[Entry], nodes: Nodes, reading: Reading) -> list[JointOfNodes]:
    joints = [joint for entry in entries if (joint := read_joint_nodes(entry, nodes)) is not None]
    for joint in joints:
        joint.id = reading.new_id("joint")
    return joints


def _make_models(nodes: Nodes, joints: list[JointOfNodes], reading: Reading) -> list[Node]:
    """One model for all bodies that joints connect, called as the one the others hang on; a static one for each node that stands
    still. Returns the nodes that become links, in document order."""
    firsts = [node for node in nodes.all if node.first is None or node.first is node]
    roots = joint_tree(joints, [node for node in firsts if node.role == "body"])
    models: dict[int, str] = {}
    for first in firsts:
        root = roots.get(id(first), first)
        if id(root) not in models:
            models[id(root)] = reading.new_id("model")
            reading.models.append(
                ir.Model(
                    id=models[id(root)],
                    name=root.name or None,
                    world=WORLD_ID,
                    static=True if root.role != "body" else None,
                    self_collide=True if root.role == "body" else None,
                    origin=root.entry.origin,
                )
            )
    for first in firsts:
        first.link = reading.new_id("link")
        first.model = models[id(roots.get(id(first), first))]
    for node in nodes.all:
        if node.first is not None:
            node.link, node.model = node.first.link, node.first.model
    return firsts


def _settle_numbers(nodes: Nodes, joints: list[JointOfNodes], motors: Motors, sensors: Sensors, wired: set[int]) -> None:
    """Consume the numbers that entries refer to, and report the others as ignored."""
    nodes.settle_numbers()
    settle_numbers(sensors, wired)
    for joint in joints:
        if joint.referred:
            joint.entry.consume("index")
        else:
            joint.entry.ignored_if_written("index", NO_REFERENCE)
    for entry, _ in motors.driving:
        if int(entry.take("index")) in motors.referred:
            entry.consume("index")
        else:
            entry.ignored_if_written("index", NO_REFERENCE)


def _report_old_dialect(entries: list[Entry], reading: Reading) -> None:
    """Keys of an exporter of August 2012, which the MARS of its own day did not read. Without axis1 MARS stops loading, so joints are read
    as they were meant, as after any other fault that stops it; poses are read as MARS reads them (`nodes`)."""
    for entry in entries:
        for key, about in entry.old.items():
            reading.old_key(key, about)
    for key, abouts in reading.old_keys.items():
        stops = key.startswith("axis1")
        outcome = "MARS loads no joints after one without an axis." if stops else "MARS takes 0 instead."
        reading.ledger.report(
            findings.OLD_KEY, level="error" if stops else None, about=tuple(abouts), subject=key, key=key, outcome=outcome
        )
