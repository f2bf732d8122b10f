"""Writes a scene as an .rsg file: one program, without templates or arithmetic, that SimSpark's importer executes.

Every group of links is a Space with a Transform for each, side by side. Calls stand in the order the importer needs: a Transform's pose
before what is made in it, the body before its colliders, `attach` before a joint's anchor and axes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scenec.converters.format import WriteRequest, WriteResult
from scenec.converters.rsg.vocabulary import CURRENT
from scenec.converters.rsg.write_body import Bodies
from scenec.converters.rsg.write_context import Writing
from scenec.converters.rsg.write_dialect import as_of_2007
from scenec.converters.rsg.write_extras import write_nodes
from scenec.converters.rsg.write_kept import settle_kept
from scenec.converters.rsg.write_light import is_point, placed_in_world, tell_unlit_lights, write_light
from scenec.converters.rsg.write_loose import tell_loose
from scenec.converters.rsg.write_material import write_library
from scenec.converters.rsg.write_static import write_static_group
from scenec.converters.rsg.write_structure import Group, Structure, read_models
from scenec.converters.rsg.write_templates import split
from scenec.converters.rsg.write_values import flag
from scenec.converters.rsg.write_visual import Visuals
from scenec.converters.rsg.write_world import write_world
from scenec.ir.geometry import MeshShape
from scenec.syntax.sexp_printing import SList, print_sexp

Sealed = dict[int, str]
"""Identity of a sealed list -> the class of the first joint in it, if any, which it can no longer be asked for."""


def write(request: WriteRequest) -> WriteResult:
    """Write a scene. Raises WriteError for names that no S-expression can hold."""
    version = request.options.version or CURRENT
    writing = Writing(request, version)
    structure = Structure(writing)
    visuals = Visuals(writing)
    bodies = Bodies(writing, structure, visuals)
    body = SList()
    sealed = None if request.options.split or writing.old else Sealed()
    write_world(writing, body)
    # As a reader finds them: bodies first, but before them what brings along their materials.
    for group in sorted(structure.groups, key=lambda group: (not brings_materials(group), group.static)):
        _write_group(writing, structure, bodies, body, group, sealed)
    for light in request.scene.lights:
        if is_point(light):
            write_light(writing, body, light, placed_in_world(writing, light))
    tell_unlit_lights(writing)
    tell_loose(writing, structure)
    write_nodes(body, request.scene.extras)
    start_without_a_slider(body, sealed or {})
    beside = visuals.meshes.beside
    write_library(writing, body, visuals.materials.library, visuals.meshes)
    if writing.old:
        as_of_2007(writing, body)
    if writing.from_rsg:
        settle_kept(request.ledger)
    templates = split(body, request.assets, request.suffix) if request.options.split else {}
    main = f"{request.stem}{request.suffix}"
    files = {main: print_sexp(SList("RSG", "0", "1"), body.lists), **beside.files, **templates}
    return WriteResult(main, files, version, beside.copies)


def _write_group(writing: Writing, structure: Structure, bodies: Bodies, body: SList, group: Group, sealed: Sealed | None) -> None:
    """sealed: gets the Transforms of links, whose text is kept instead of them; None if they will be changed."""
    read_models(writing, group)
    if group.static:
        write_static_group(writing, structure, bodies.visuals, body, group)
        return
    space = body.add("nd", "Space")
    space.add("setName", group.name)
    if not structure.self_collides(group):
        space.add("disableInnerCollision", flag(True))
    holders = {model: space if name is None else _named(space, name) for model, name in group.nodes.items()}
    in_order = all(holder is space for holder in holders.values())
    for link in group.links:
        holder = holders[link.model]
        bodies.write_moving(holder, group, link.id)
        if sealed is not None:
            made = holder.lists[-1]
            joint = "" if in_order and sealed else first_joint([made], {})  # behind others with joints, nobody asks
            if joint:
                sealed[id(made)] = joint
            made.seal(2 if holder is space else 3)


def _named(space: SList, name: str) -> SList:
    node = space.add("nd", "BaseNode")
    node.add("setName", name)
    return node


def brings_materials(group: Group) -> bool:
    """Whether all there is are meshes that nobody sees."""
    visuals = [visual for link in group.links for visual in link.visuals]
    unseen = all(isinstance(visual.geometry, MeshShape) and visual.visible is not None and not visual.visible for visual in visuals)
    return group.static and bool(visuals) and unseen and not any(link.collisions for link in group.links)


def start_without_a_slider(body: SList, sealed: Sealed) -> None:
    """The first joint that a SimSpark process makes must not be a slider, which would crash it (its motor's parameters are looked up in a
    table that only other joints fill). A ball joint that is attached to nothing does nothing."""
    if first_joint(body.lists, sealed) == "SliderJoint":
        first = SList("nd", "BallJoint")
        first.add("setName", "unused")
        body.lists.insert(0, first)


def first_joint(lists: Iterable[SList], sealed: Mapping[int, str]) -> str:
    """The class of the first joint in some lists, in the order of the file; "" if there is none."""
    stack = [*lists][::-1]
    while stack:
        each = stack.pop()
        found = each.atoms[1] if len(each.atoms) > 1 and each.atoms[1].endswith("Joint") else sealed.get(id(each), "")
        if found:
            return found
        stack.extend(reversed(each.lists))
    return ""
