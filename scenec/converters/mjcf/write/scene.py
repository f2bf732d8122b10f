"""Writes a scene for MuJoCo: an .xml of MJCF that releases 3.2 to 4.0 read, and the meshes and images beside it."""

from __future__ import annotations

import os
from functools import partial

import msgspec

from scenec import files
from scenec.converters.common.options import READY
from scenec.converters.common.single_robot import single_robot
from scenec.converters.common.unchanged_files import unchanged_files
from scenec.converters.format import WriteRequest, WriteResult
from scenec.converters.mjcf.findings import writing as findings
from scenec.converters.mjcf.profile import FRICTION_LAW, VERSION
from scenec.converters.mjcf.write.actuators import Actuators
from scenec.converters.mjcf.write.assets import Assets
from scenec.converters.mjcf.write.bodies import Bodies
from scenec.converters.mjcf.write.body_tree import BodyTree
from scenec.converters.mjcf.write.contacts import Contacts
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.equalities import Equalities
from scenec.converters.mjcf.write.geoms import Geoms
from scenec.converters.mjcf.write.heightmaps import Heightmaps
from scenec.converters.mjcf.write.joints import Joints
from scenec.converters.mjcf.write.keyframes import write_keyframes
from scenec.converters.mjcf.write.layout import report_layout
from scenec.converters.mjcf.write.lost_references import drop_what_names_lost_parts
from scenec.converters.mjcf.write.materials import Materials
from scenec.converters.mjcf.write.meshes import Meshes
from scenec.converters.mjcf.write.named_files import named_files
from scenec.converters.mjcf.write.names import Names
from scenec.converters.mjcf.write.options import state_integrator, step_of, write_compiler, write_defaults, write_option, write_statistic
from scenec.converters.mjcf.write.restoring import kept_elements, kept_sections, restore_settings
from scenec.converters.mjcf.write.sensors import Sensors
from scenec.converters.mjcf.write.servo_gains import ServoGains
from scenec.converters.mjcf.write.shapes import Shapes
from scenec.ir.base import Texture
from scenec.ir.scene import Scene
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, spelled
from scenec.syntax.xml import read_xml
from scenec.syntax.xml_printing import Out, claims_of, print_xml


def write(request: WriteRequest) -> WriteResult:
    """Write a scene. Raises WriteError for text that XML cannot hold."""
    unchanged = unchanged_files(request, "mjcf", VERSION, named_files(request.ledger.documents))
    if unchanged is not None:
        return msgspec.structs.replace(unchanged, read_back=read_xml)
    assets = Assets(request)
    root = write_scene(request, assets)
    main = f"{request.stem}{request.suffix}"
    claims = {main: claims_of(root), **assets.claims}
    return WriteResult(main, {main: print_xml(root), **assets.files}, VERSION, assets.copies, 0, claims, read_xml)


def write_scene(request: WriteRequest, assets: Assets) -> Element:
    """Return the whole file."""
    writing = Writing(request)
    tree = BodyTree(writing)
    names = Names(writing)
    contacts = Contacts(writing, tree)
    meshes, materials, heightmaps = Meshes(writing, assets), Materials(writing, assets), Heightmaps(writing, assets)
    geoms = Geoms(writing, names, Shapes(writing, meshes, heightmaps), materials, contacts)
    gains = ServoGains(writing, tree, step_of(writing))
    joints = Joints(writing, names)
    sensors = Sensors(writing, tree, names, joints, tree.referred | {each for pair in contacts.pairs for each in pair})
    world = Element("worldbody")
    Bodies(writing, tree, names, geoms, joints, sensors).write(world)
    sensors.name_joints()
    equalities = Equalities(writing, tree, names, joints)
    equalities.write()
    actuators = Actuators(writing, names, joints, gains)
    actuators.write()
    for model in writing.scene.models:
        writing.report_placement(model)
    root = Element("mujoco", says=_shown_by_contacts(writing, contacts))
    root.set("model", _name_of(writing))
    write_compiler(writing, root)
    write_option(writing, root, gains.step)
    write_defaults(root, geoms.classes)
    meshes.write_unused()
    _append(root, "asset", [*materials.textures, *meshes.entries, *heightmaps.entries, *materials.materials])
    root.children.append(world)
    contacts.write_pairs(root, names)
    kept = partial(kept_elements, writing.scene) if writing.is_own else _none
    _append(root, "equality", equalities.entries)
    driving, measuring = (_in_place([*part.entries, *kept(tag)]) for part, tag in ((actuators, "actuator"), (sensors, "sensor")))
    _append(root, "actuator", driving)
    _append(root, "sensor", measuring)
    report_layout(writing, joints, driving, measuring)
    _append(root, "custom", joints.link_names)
    _restore(writing, root, assets)
    if READY.of(request.options) and not any(child.tag == "statistic" for child in root.children):
        write_statistic(writing, root)
    root.children = [child for child in root.children if child.tag != "option" or child.attributes or child.has_children]
    write_keyframes(writing, names, root, joints, actuators.home)
    return root


def _append(root: Element, tag: str, entries: list[Element]) -> None:
    if entries:
        root.append(tag).children.extend(entries)


def _shown_by_contacts(writing: Writing, contacts: Contacts) -> list[object]:
    """Return what friction and masks of all geoms say: the law of friction, and whether moving bodies touch."""
    scene = writing.scene
    says = [each for world in scene.worlds[:1] for each in contacts.shown_by_world(world)]
    law = scene.friction_law
    mus = {each.surface.mu for link in writing.scene.links for each in link.collisions if each.surface is not None}
    if law == FRICTION_LAW or (law is not None and law != "table" and len(mus) < 2):
        says.append(law)
    elif law is not None:
        writing.report(findings.FRICTION_LAW_CHANGED, scene, about=law, subject="friction_law", value=law)
    return says


def _none(section: str) -> list[tuple[int | None, Element]]:
    return []


def _in_place(entries: list[tuple[int | None, Element]]) -> list[Element]:
    """Return elements in the order that an MJCF file gave them, those without one last."""
    return [element for _, element in sorted(entries, key=lambda each: (each[0] is None, each[0] or 0))]


def _restore(writing: Writing, root: Element, assets: Assets) -> None:
    """Write the settings and elements that only MJCF has."""
    scene = writing.scene
    restore_settings(root, scene)
    state_integrator(writing, root)
    if writing.is_own:
        for section in kept_sections(scene):
            if section not in ("actuator", "sensor"):
                tag = "worldbody" if section == "body" else section
                holder = next((child for child in root.children if child.tag == tag), None)
                holder = holder if isinstance(holder, Element) else root.append(tag)
                holder.children.extend(element for _, element in kept_elements(scene, section))
        drop_what_names_lost_parts(writing, root)
    else:
        _restore_textures(root, scene)
    for element in [each for child in root.children if child.tag == "asset" for each in child.children if each.tag == "texture"]:
        _bring_images(writing, element, assets)


def _restore_textures(root: Element, scene: Scene) -> None:
    """Write the kept textures that materials still name: a scene that was read from MJCF and edited, or carried by another format."""
    assets = next((child for child in root.children if isinstance(child, Element) and child.tag == "asset"), None)
    if assets is None:
        return
    named = {child.attributes.get("texture") for child in assets.children if child.tag == "material"}
    there = {child.attributes.get("name") for child in assets.children if child.tag == "texture"}
    kept = [element for _, element in kept_elements(scene, "asset") if element.tag == "texture"]
    assets.children[:0] = [each for each in kept if each.attributes.get("name") in named - there]


def _bring_images(writing: Writing, out: Out, assets: Assets) -> None:
    """Copy the images of a texture that only MJCF has. One that is not there is not beside the source either: its name stays."""
    origin = writing.scene.origin
    document = origin.document if origin is not None else None
    folder = os.path.dirname(document.path) if document is not None and document.path else None
    for name in [each for each in out.attributes if each.startswith("file")]:
        uri = out.attributes[name]
        if uri in assets.names:
            continue
        path = os.path.normpath(os.path.join(folder or "", uri)) if folder is not None or os.path.isabs(uri) else None
        found = path if path is not None and files.is_file(path) else None
        out.attributes[name] = assets.texture(Texture(uri=uri, found=found)).text


def _name_of(writing: Writing) -> Said:
    """Return the name of the model: that of the only model, else of the scene, of the only robot, of the world, of the file."""
    scene = writing.scene
    if writing.is_own and scene.name:
        return spelled(scene.name)
    models = [model for model in scene.models if model.parent is None]
    for node in (*(models if len(models) == 1 else ()), scene, single_robot(scene.models), *scene.worlds[:1]):
        if node is not None and node.name:
            return spelled(node.name)
    return constant(writing.request.stem)
