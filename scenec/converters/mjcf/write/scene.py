"""Writes a scene for MuJoCo: an .xml of MJCF that releases 3.2 to 4.0 read, and the meshes and images beside it."""

from __future__ import annotations

from functools import partial

from scenec.converters.common.findings import MODEL_PLACEMENT_CONVERTED
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
from scenec.converters.mjcf.write.materials import Materials
from scenec.converters.mjcf.write.meshes import Meshes
from scenec.converters.mjcf.write.names import Names
from scenec.converters.mjcf.write.options import step_of, write_compiler, write_defaults, write_option
from scenec.converters.mjcf.write.restoring import kept_elements, kept_sections, restore_settings
from scenec.converters.mjcf.write.sensors import Sensors
from scenec.converters.mjcf.write.servo_gains import ServoGains
from scenec.converters.mjcf.write.shapes import Shapes
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, spelled
from scenec.syntax.xml import read_xml
from scenec.syntax.xml_printing import Out, claims_of, print_xml


def write(request: WriteRequest) -> WriteResult:
    """Write a scene. Raises WriteError for text that XML cannot hold."""
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
    joints = Joints(writing, names)
    sensors = Sensors(writing, tree, names, joints, tree.referred | {each for pair in contacts.pairs for each in pair})
    world = Element("worldbody")
    Bodies(writing, tree, names, geoms, joints, sensors).write(world)
    equalities = Equalities(writing, tree, names, joints)
    equalities.write()
    actuators = Actuators(writing, names, joints, ServoGains(writing, tree, step_of(writing)))
    actuators.write()
    for model in request.scene.models:
        writing.tell_only_link(model)
        if model.placement_frame is not None:
            writing.tell(model, MODEL_PLACEMENT_CONVERTED, about=model.placement_frame)
    root = Element("mujoco", says=_shown_by_contacts(writing, contacts))
    root.set("model", _name_of(writing))
    write_compiler(root)
    write_option(writing, root)
    write_defaults(root, geoms.classes)
    _append(root, "asset", [*materials.textures, *meshes.entries, *heightmaps.entries, *materials.materials])
    root.children.append(world)
    contacts.write_pairs(root, names)
    kept = partial(kept_elements, request.scene) if writing.from_mjcf else _none
    _append(root, "equality", equalities.entries)
    _append(root, "actuator", _in_place([*actuators.entries, *kept("actuator")]))
    _append(root, "sensor", _in_place([*sensors.entries, *kept("sensor")]))
    _restore(writing, root, assets)
    root.children = [child for child in root.children if child.tag != "option" or child.attributes or child.has_children]
    write_keyframes(writing, names, root, joints, actuators.home)
    return root


def _append(root: Element, tag: str, entries: list[Element]) -> None:
    if entries:
        root.append(tag).children.extend(entries)


def _shown_by_contacts(writing: Writing, contacts: Contacts) -> list[object]:
    """Return what friction and masks of all geoms say: the law of friction, and whether moving bodies touch."""
    scene = writing.request.scene
    says = [each for world in scene.worlds[:1] for each in contacts.shown_by_world(world)]
    law = scene.friction_law
    mus = {each.surface.mu for link in writing.scene.links for each in link.collisions if each.surface is not None}
    if law == FRICTION_LAW or (law is not None and law != "table" and len(mus) < 2):
        says.append(law)
    elif law is not None:
        writing.tell(scene, findings.FRICTION_LAW_CHANGED, about=law, subject="friction_law", value=law)
    return says


def _none(section: str) -> list[tuple[int | None, Element]]:
    return []


def _in_place(entries: list[tuple[int | None, Element]]) -> list[Element]:
    """Return elements in the order that an MJCF file gave them, those without one last."""
    return [element for _, element in sorted(entries, key=lambda each: (each[0] is None, each[0] or 0))]


def _restore(writing: Writing, root: Element, assets: Assets) -> None:
    """Write the settings and elements that only MJCF has."""
    scene = writing.request.scene
    if not writing.from_mjcf:
        return
    restore_settings(root, scene)
    for section in kept_sections(scene):
        if section not in ("actuator", "sensor"):
            tag = "worldbody" if section == "body" else section
            holder = next((child for child in root.children if child.tag == tag), None)
            holder = holder if isinstance(holder, Element) else root.append(tag)
            holder.children.extend(element for _, element in kept_elements(scene, section))
    for element in [each for child in root.children if child.tag == "asset" for each in child.children if each.tag == "texture"]:
        _bring_images(writing, element, assets)


def _bring_images(writing: Writing, out: Out, assets: Assets) -> None:
    """Copy the images of a texture that only MJCF has; one whose files are not known becomes grey, since MuJoCo refuses missing files."""
    names = [name for name in out.attributes if name.startswith("file")]
    known = {str(each.uri): each for link in writing.scene.links for visual in link.visuals if visual.material is not None
             for each in (visual.material.diffuse_texture,) if each is not None and each.found is not None}  # fmt: skip
    missing = [out.attributes[name] for name in names if out.attributes[name] not in known and out.attributes[name] not in assets.names]
    for name in names:
        if out.attributes[name] in known:
            out.attributes[name] = assets.texture(known[out.attributes[name]]).text
    if missing:
        grey = {"builtin": "flat", "width": "8", "height": "48", "rgb1": "0.8 0.8 0.8"}
        kept = {name: value for name, value in out.attributes.items() if name in ("name", "type")}
        out.attributes = {**kept, **grey}
        writing.tell(
            writing.request.scene, findings.TEXTURE_DROPPED, subject=f"texture {kept.get('name', '')}", value=missing[0],
            why="Its image is not where the scene has it.",
        )  # fmt: skip


def _name_of(writing: Writing) -> Said:
    """Return the name of the file: that of its only model, else of the scene, else of its world, else of the file."""
    scene = writing.request.scene
    if writing.from_mjcf and scene.name:
        return spelled(scene.name)
    models = [model for model in scene.models if model.parent is None]
    for node in (*(models if len(models) == 1 else ()), scene, *scene.worlds[:1]):
        if node.name:
            return spelled(node.name)
    return constant(writing.request.stem)
