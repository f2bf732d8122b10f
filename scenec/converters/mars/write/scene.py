"""Writes a scene for MARS: .scene (XML), .scn (an archive of it with all its files), .yml (YAML).

Lists come in the order in which MARS loads them: materials, nodes, joints, motors, sensors, controllers, the graphics, lights. Numbers
that refer to entries count from 1 in the order of the scene, per list.
"""

from __future__ import annotations

import msgspec

from scenec.accounting.ledger import Ledger
from scenec.converters.common.unchanged_files import settle_unchanged
from scenec.converters.format import WriteRequest, WriteResult
from scenec.converters.mars.archive import archive
from scenec.converters.mars.findings import reading
from scenec.converters.mars.profile import VERSION
from scenec.converters.mars.write.assets import Assets
from scenec.converters.mars.write.context import Writing
from scenec.converters.mars.write.controllers import write_controllers
from scenec.converters.mars.write.graphics import write_graphics
from scenec.converters.mars.write.groups import Groups
from scenec.converters.mars.write.joints import Joints
from scenec.converters.mars.write.kept_text import kept_text
from scenec.converters.mars.write.lights import write_lights
from scenec.converters.mars.write.materials import Materials
from scenec.converters.mars.write.meshes import Meshes
from scenec.converters.mars.write.models import shown_by_nodes
from scenec.converters.mars.write.motors import Motors
from scenec.converters.mars.write.nodes import Nodes
from scenec.converters.mars.write.sensors import Sensors
from scenec.converters.mars.write.surfaces import law_of_friction
from scenec.files import read_file
from scenec.syntax.claims import Claims
from scenec.syntax.element import Element
from scenec.syntax.said import constant
from scenec.syntax.xml import read_xml
from scenec.syntax.xml_printing import print_xml, take_claims

UNCHANGED = frozenset(
    row.code for row in (reading.IMAGE_FILE_MISSING, reading.MESH_FILE_MISSING, reading.MESH_SIZE_UNRESOLVED, reading.MESH_UNREADABLE)
)
"""Findings of the reader about references that are written as they stand."""


def write(request: WriteRequest) -> WriteResult:
    """Write a scene. Raises WriteError for text that XML cannot hold."""
    is_archive = request.suffix == ".scn"
    in_yaml = request.suffix == ".yml" or request.stem.lower().endswith((".yml", ".yaml"))  # a suffix of many formats: only with --to mars
    assets = Assets(request, flat=is_archive)
    kept = kept_text(request, assets.copied_file, in_yaml=in_yaml)
    said = Claims()
    if kept is not None:
        request.uses.claim_all()
        text, comments = kept.content, kept.comments
    else:
        assets, comments = Assets(request, flat=is_archive), 0
        root = write_scene(request, assets)
        text = _printed(root, in_yaml=in_yaml)
        said = take_claims(root)
    if request.is_of("mars"):
        keep_findings(request.ledger, is_kept=kept is not None)
    if is_archive:
        copied = {name: read_file(path) for name, path in assets.copies.items()}
        main = f"{request.stem}.scn"
        packed = archive({f"{request.stem}.scene": text, **assets.files, **copied})
        return WriteResult(main, {main: packed}, VERSION, comments=comments, claims={f"{main}!scene": said, **assets.claims})
    main = f"{request.stem}.scene"
    if in_yaml:
        main = f"{request.stem}.yml" if request.suffix == ".yml" else request.stem
    claims = {main: said, **assets.claims}
    document = {main: kept.document} if kept is not None else {}
    return WriteResult(
        main, {main: text, **assets.files}, VERSION, assets.copies, comments, claims, None if in_yaml else read_xml, document
    )


def _printed(scene: Element, *, in_yaml: bool) -> bytes:
    if not in_yaml:
        return print_xml(scene)
    from scenec.converters.mars.write.yaml import print_yaml

    return print_yaml(scene)


def keep_findings(ledger: Ledger, *, is_kept: bool) -> None:
    """Make the findings of the reader notes, as the result says the same as the source. References to missing files are written unchanged.
    Values that are not written are reported by settling. is_kept: the text of the source is reused."""
    if is_kept:
        settle_unchanged(ledger.entries)
        return
    for entry in ledger.entries:
        found = entry.template
        if found.code in UNCHANGED:
            entry.template = msgspec.structs.replace(found, fate="kept", level="note", consequence="The reference is written unchanged.")
        elif found.code in reading.CODES and found.fate in ("converted", "invalid"):
            entry.template = msgspec.structs.replace(found, level="note")


def write_scene(request: WriteRequest, assets: Assets) -> Element:
    """Return the whole file."""
    writing = Writing(request)
    groups = Groups(writing)
    materials = Materials(writing, assets)
    nodes = Nodes(writing, groups, materials, Meshes(writing, assets), assets)
    nodes.write()
    joints = Joints(writing, groups)
    joints.write()
    motors = Motors(writing, joints)
    motors.write()
    joints.write_second_hinges({joint for joint, _ in motors.index})
    sensors = Sensors(writing, groups, joints, motors, nodes.frames, nodes.of_sensors)
    sensors.write()
    root = Element("SceneFile", says=(*shown_by_nodes(writing, groups), law_of_friction(writing)))
    root.append("version", constant(VERSION))
    lights = write_lights(writing, nodes.frames, nodes.by_name())
    controllers = _controllers(writing, groups, motors, sensors)
    for entry in (*sensors.entries, *controllers, *lights):
        writing.seal(entry)
    for tag, entries in (
        ("materiallist", materials.entries),
        ("nodelist", nodes.entries),
        ("jointlist", joints.entries),
        ("motorlist", motors.entries),
        ("sensorlist", sensors.entries),
        ("controllerlist", controllers),
    ):
        if entries:
            root.append(tag).children.extend(entries)
    root.children.append(write_graphics(writing))
    if lights:
        root.append("lightlist").children.extend(lights)
    return root


def _controllers(writing: Writing, groups: Groups, motors: Motors, sensors: Sensors) -> list[Element]:
    scene = writing.scene
    named_sensors: dict[str, int] = {}
    sensing = {link.id: link.sensors for link in scene.links} | {joint.id: joint.sensors for joint in scene.joints}
    for (owner, i), number in sensors.index.items():
        named_sensors.setdefault(str(sensing[owner][i].name or f"sensor{number}"), number)
    named_motors: dict[str, int] = {}
    driven = {joint.id: joint for joint in scene.joints}
    for (joint_id, i), number in motors.index.items():
        named_motors.setdefault(str(driven[joint_id].actuators[i].name or driven[joint_id].name), number)
    return write_controllers(writing, named_sensors, named_motors, groups.index)
