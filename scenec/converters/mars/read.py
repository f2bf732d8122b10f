"""Reading a MARS scene: lists of entries become materials, bodies, joints, motors, sensors; then what is left is told.

Where MARS stops loading half-way (a sensor it does not know, a joint without axis), the rest of the scene is read all the same, with a
finding of level error.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from scenec import ir
from scenec.converters.format import ReadRequest, ReadResult
from scenec.converters.mars.carried import TAG as CARRIED
from scenec.converters.mars.entry import INCLUDE, Entry, tell_include
from scenec.converters.mars.nodes import Node, Nodes
from scenec.converters.mars.package import open_scene
from scenec.converters.mars.read_controller import read_controller
from scenec.converters.mars.read_joint import JointOfNodes, build_joint, joint_tree, read_joint_nodes
from scenec.converters.mars.read_link import build_link
from scenec.converters.mars.read_look import read_graphics, read_light
from scenec.converters.mars.read_masks import state_self_collision
from scenec.converters.mars.read_material import Materials
from scenec.converters.mars.read_motor import Motors
from scenec.converters.mars.read_sensor import Sensors, settle_numbers
from scenec.converters.mars.reading import WORLD_ID, Reading
from scenec.converters.mars.vocabulary import LISTS
from scenec.errors import ReadError
from scenec.source import Origin, Source
from scenec.syntax.decoding import BytePlaces
from scenec.syntax.tree import Document, SourceNode
from scenec.trace import traced

VERSION = "0.2"
BACKGROUND = (0.25, 0.27, 0.48, 1.0)

_MARKUP = re.compile(rb"<!\[CDATA\[.*?\]\]>|<!--.*?-->|<[^>]*>", re.DOTALL)


def read(request: ReadRequest) -> ReadResult:
    """The scene of a .scene, .scn or .yml file. Raises ReadError for text that is no such file."""
    document, data, package = open_scene(request)
    document = request.ledger.add(document)
    reading = Reading(request.ledger, request.options, package)
    entries = entries_of(document, reading)
    if not entries["node"] and not entries["joint"] and not entries["graphicOptions"] and document.root.tag != "SceneFile":
        raise ReadError(f"<{document.root.tag}> holds no nodes", document.source(document.root, shown=True), "a MARS scene")
    _tell_comments_in_values(document, data, reading)
    scene = build_scene(entries, reading, os.path.splitext(request.name)[0] or None)
    return ReadResult(scene, VERSION, (request.name,))


def entries_of(document: Document, reading: Reading) -> dict[str, list[Entry]]:
    """All entries, wherever they stand, as MARS collects them; what it takes for an empty material in each node is none."""
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
    _tell_outside([document.root, *left], document, reading)
    if in_yaml:
        return found
    for entry in found["graphicOptions"][1:]:
        entry.ineffective("graphics", entry.everything(), "only the first graphicOptions count")
    return {**found, "graphicOptions": found["graphicOptions"][:1]}


def _tell_outside(nodes: list[SourceNode], document: Document, reading: Reading) -> None:
    """Values that stand in no entry."""
    for node in nodes:
        ids = tuple(range(node.first_id, node.first_id + node.value_count))
        if ids and node.tag == INCLUDE:
            tell_include(reading.ledger, traced("", ids), Origin(document, node), node.text)
        elif ids:
            version = node.tag == "version"
            reading.ledger.report(
                "version-ineffective" if version else "key-unknown-ineffective", "dropped", "note", "metadata", about=traced("", ids),
                subject=node.tag, value=node.text,
                because="MARS converts nothing for it, whatever it says" if version else f"MARS knows no {node.tag} of a scene",
                consequence="nothing: it has no effect in MARS either",
            )  # fmt: skip


def _tell_comments_in_values(document: Document, data: bytes, reading: Reading) -> None:
    if document.syntax != "xml" or document.root.tag == "yaml" or not document.comments:
        return
    places = BytePlaces(data)
    for start in _comments_beside_text(data):
        reading.ledger.report(
            "value-refused", "converted", "error", "metadata", origin=Source(document.name, *places.at(start)),
            because="MARS takes a value with a comment beside it for a map and stops loading",
            consequence="MARS does not load this scene; it was read as it is meant", hint="put the comment elsewhere",
        )  # fmt: skip


def _comments_beside_text(data: bytes) -> Iterator[int]:
    """Where comments begin that stand behind a text, or between a start tag or comment and the text that an end tag ends."""
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
    """In the order in which MARS loads; links and joints are finished last, once all that hangs on them is known."""
    materials = Materials(entries["material"], reading)
    nodes = Nodes(entries["node"], reading)
    joints = _read_joints(entries["joint"], nodes, reading)
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
    links = [build_link(first, reading, materials) for first in firsts]
    finished = [build_joint(joint, joint.child.model, reading) for joint in joints]
    reading.joints = [joint for joint in finished if joint is not None]
    reading.links = links
    state_self_collision(reading)
    _settle_numbers(nodes, joints, motors, sensors, {number for numbers in wired for number in numbers})
    nodes.forget()
    materials.tell_unused()
    _tell_old_dialect([entry for tag in entries for entry in entries[tag]], reading)
    look, extras = graphics[-1] if graphics else (ir.Look(background=BACKGROUND), ())
    world = ir.World(id=WORLD_ID, name=name, look=look, extras=extras)
    return ir.Scene(
        name=name, worlds=(world,), models=tuple(reading.models), links=tuple(reading.links), joints=tuple(reading.joints),
        lights=tuple(reading.lights), meshes=tuple(map(reading.mesh_uses.told, reading.meshes.values())), friction_law="mean",
        controllers=tuple(reading.controllers), extras=tuple(reading.extras),
    )  # fmt: skip


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
    """Numbers that name something did their job; nobody misses the others."""
    nodes.settle_numbers()
    settle_numbers(sensors, wired)
    for joint in joints:
        if joint.referred:
            joint.entry.consume("index")
        else:
            joint.entry.ineffective_if_written("index", "nothing refers to this number")
    for entry, _ in motors.driving:
        if int(entry.take("index")) in motors.referred:
            entry.consume("index")
        else:
            entry.ineffective_if_written("index", "nothing refers to this number")


def _tell_old_dialect(entries: list[Entry], reading: Reading) -> None:
    """Keys of an exporter of August 2012, which the MARS of its own day did not read."""
    for entry in entries:
        for key, about in entry.old.items():
            reading.old_key(key, about)
    for key, abouts in reading.old_keys.items():
        reading.ledger.report(
            "dialect-old", "converted", "warning", "metadata", about=tuple(abouts), subject=key,
            because=f"{key} is of an exporter of August 2012; no MARS reads it, and today's takes 0 in its place",
            consequence="MARS puts things elsewhere; they were read as they are meant", hint="export the scene anew",
        )  # fmt: skip
