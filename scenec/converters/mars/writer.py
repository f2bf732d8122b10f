"""Writes a scene for MARS: .scene (XML), .scn (an archive of it with all its files), .yml (YAML).

Lists come in the order in which MARS loads them: materials, nodes, joints, motors, sensors, controllers, the graphics, lights. Numbers
that refer to entries count from 1 in the order of the scene, per list.
"""

from __future__ import annotations

import msgspec

from scenec.accounting.ledger import Ledger
from scenec.converters.format import WriteRequest, WriteResult
from scenec.converters.mars.read_codes import READ_CODES
from scenec.converters.mars.write_archive import archive
from scenec.converters.mars.write_assets import Assets
from scenec.converters.mars.write_context import Writing
from scenec.converters.mars.write_controllers import write_controllers
from scenec.converters.mars.write_graphics import write_graphics
from scenec.converters.mars.write_groups import Groups
from scenec.converters.mars.write_joints import Joints
from scenec.converters.mars.write_lights import write_lights
from scenec.converters.mars.write_materials import Materials
from scenec.converters.mars.write_meshes import Meshes
from scenec.converters.mars.write_models import read_models
from scenec.converters.mars.write_motors import Motors
from scenec.converters.mars.write_nodes import Nodes
from scenec.converters.mars.write_sensors import Sensors
from scenec.converters.mars.write_surfaces import write_law
from scenec.files import OUTSIDE, read_file
from scenec.syntax.xml_printing import Out, print_xml

VERSION = "0.2"


def write(request: WriteRequest) -> WriteResult:
    """Write a scene. Raises WriteError for text that XML cannot hold."""
    is_archive = request.suffix == ".scn"
    assets = Assets(request, flat=is_archive)
    scene = write_scene(request, assets)
    if request.source_format == "mars":
        keep_findings(request.ledger)
    if request.suffix == ".yml" or request.stem.lower().endswith((".yml", ".yaml")):  # a suffix of many formats: only with --to mars
        from scenec.converters.mars.write_yaml import print_yaml

        main = f"{request.stem}.yml" if request.suffix == ".yml" else request.stem
        return WriteResult(main, {main: print_yaml(scene), **assets.files}, VERSION, assets.copies)
    if not is_archive:
        main = f"{request.stem}.scene"
        return WriteResult(main, {main: print_xml(scene), **assets.files}, VERSION, assets.copies)
    copied = {name: read_file(path) for name, path in assets.copies.items()}
    main = f"{request.stem}.scn"
    return WriteResult(main, {main: archive({f"{request.stem}.scene": print_xml(scene), **assets.files, **copied})}, VERSION)


def keep_findings(ledger: Ledger) -> None:
    """What the reader noticed stays worth a note, as the result says the same as the source. A reference whose file is missing is written
    as it stands, so nothing is lost with it. What is not written, the driver reports beside this."""
    for entry in ledger.entries:
        found = entry.template
        if OUTSIDE in found.because:
            continue
        if found.code in ("unresolved-asset", "mesh-size-unresolved", "mesh-unreadable"):
            entry.template = msgspec.structs.replace(found, fate="kept", level="note", consequence="it is written as it stands")
        elif found.code in READ_CODES and found.fate in ("converted", "invalid"):
            entry.template = msgspec.structs.replace(found, level="note")


def write_scene(request: WriteRequest, assets: Assets) -> Out:
    """The whole file."""
    writing = Writing(request)
    groups = Groups(writing)
    materials = Materials(writing, assets)
    nodes = Nodes(writing, groups, materials, Meshes(writing, assets), assets)
    nodes.write()
    joints = Joints(writing, groups)
    joints.write()
    motors = Motors(writing, joints)
    motors.write()
    sensors = Sensors(writing, groups, joints, motors, nodes.frames, nodes.of_sensors)
    sensors.write()
    read_models(writing, groups)
    write_law(writing)
    root = Out("SceneFile")
    root.add("version", VERSION)
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
            root.add(tag).children.extend(entries)
    root.children.append(write_graphics(writing))
    if lights:
        root.add("lightlist").children.extend(lights)
    return root


def _controllers(writing: Writing, groups: Groups, motors: Motors, sensors: Sensors) -> list[Out]:
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
