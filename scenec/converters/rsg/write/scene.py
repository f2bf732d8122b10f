"""Writes a scene as an .rsg file: one program, without templates or arithmetic, that SimSpark's importer executes.

Each group of links is a Space with Transforms side by side. Calls have the order that the importer needs: the pose of a Transform before
its content, the body before its colliders, `attach` before the anchor and axes of a joint.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scenec.converters.common.free_links import report_free_links
from scenec.converters.format import WriteRequest, WriteResult
from scenec.converters.rsg.vocabulary import CURRENT, OLD_CLASSES, OLD_METHODS
from scenec.converters.rsg.write.body import Bodies
from scenec.converters.rsg.write.context import Writing
from scenec.converters.rsg.write.extras import class_of, write_nodes
from scenec.converters.rsg.write.joint import can_write
from scenec.converters.rsg.write.light import is_point, report_unlit_lights, write_light
from scenec.converters.rsg.write.material import write_library
from scenec.converters.rsg.write.original_text import write_original_text
from scenec.converters.rsg.write.same_format_findings import adjust_findings_of_rewritten
from scenec.converters.rsg.write.static import write_static_group
from scenec.converters.rsg.write.structure import Group, Structure, shared_space
from scenec.converters.rsg.write.templates import split
from scenec.converters.rsg.write.values import named
from scenec.converters.rsg.write.visual import Visuals
from scenec.converters.rsg.write.world import write_world
from scenec.ir.geometry import MeshShape
from scenec.ir.scene import Model
from scenec.syntax.said import Said, constant
from scenec.syntax.sealed import SealedParts
from scenec.syntax.sexp import read_sexp
from scenec.syntax.sexp_printing import SList, print_sexp, take_claims


class Sealed(SealedParts):
    """Transforms of which only the text is kept. joints: identity of such a list -> the class of the first joint in it."""

    __slots__ = ("joints",)

    def __init__(self) -> None:
        super().__init__()
        self.joints: dict[int, str] = {}


CLASSES_OF_2007 = {new: old for old, new in OLD_CLASSES.items()}
METHODS_OF_2007 = {new: old for old, new in OLD_METHODS.items()}
"""The names of the 2007 manual, which the releases up to 2009 use."""


def write(request: WriteRequest) -> WriteResult:
    """Write a scene. Raises WriteError for names that no S-expression can hold."""
    version = request.options.version or CURRENT
    writing = Writing(request, version)
    main = f"{request.stem}{request.suffix}"
    kept = write_original_text(writing, main)
    if kept is not None:
        return kept
    structure = Structure(writing)
    visuals = Visuals(writing)
    bodies = Bodies(writing, structure, visuals)
    body = SList()  # around all that the file has
    sealed = None if request.options.split or writing.old else Sealed()
    write_world(writing, body)
    # As a reader finds them: bodies first, but before them what brings along their materials.
    spaces = dict[object, SList]()
    for group in sorted(structure.groups, key=lambda group: (not brings_materials(group), group.static)):
        _write_group(writing, structure, bodies, body, group, sealed, spaces)
    for light in writing.scene.lights:
        if is_point(light):
            write_light(writing, body, light, writing.within(light, None))
    report_unlit_lights(writing)
    report_free_links(request, {joint.id for joint in writing.scene.joints if not can_write(joint, structure.ends[joint.id])})
    write_nodes(body, writing.scene.extras)
    start_without_a_slider(body, sealed.joints if sealed is not None else {})
    beside = visuals.meshes.beside
    write_library(writing, body, visuals.materials.library, visuals.meshes)
    if writing.old:
        rename_for_2007(writing, body)
    if writing.is_own:
        adjust_findings_of_rewritten(request.ledger)
    templates = split(body, request.assets, request.suffix) if request.options.split else {}
    programs = {main: body, **templates}
    files = {**{name: print_sexp(header(), each) for name, each in programs.items()}, **beside.files}
    claims = {**{name: take_claims(header(), each) for name, each in programs.items()}, **visuals.meshes.claims}
    return WriteResult(main, files, version, beside.copies, claims=claims, read_back=read_sexp)


def header() -> SList:
    """Return the first list of each file."""
    return SList("RSG", constant("0"), constant("1"))


def _write_group(
    writing: Writing, structure: Structure, bodies: Bodies, body: SList, group: Group, sealed: Sealed | None, spaces: dict[object, SList]
) -> None:
    """Write a group of models. sealed: gets the Transforms of links, of which only the text is kept; None if they will be changed. spaces:
    gets the Spaces of moving parts, by the key of models that shared one."""
    structure.report_placements(group)
    if group.static:
        inside = spaces.get(shared_space(structure.models[group.models[0]]))
        write_static_group(writing, structure, bodies.visuals, body, group, inside)
        return
    level, space, says = _space_of(writing, structure, body, group)
    spaces.setdefault(shared_space(structure.models[group.models[0]]) or group.name, space)
    holders = {model: space if name is None else _named(space, structure.models[model], name) for model, name in group.nodes.items()}
    in_order = all(holder is space for holder in holders.values())
    for link in group.links:
        holder = holders[link.model]
        bodies.write_moving(holder, group, link, says)
        if sealed is not None:
            made = holder.lists[-1]
            joint = "" if in_order and sealed.joints else first_joint([made], {})  # behind others with joints, the name is not used
            if joint:
                sealed.joints[id(made)] = joint
            made.seal(level if holder is space else level + 1, sealed)


def _space_of(writing: Writing, structure: Structure, body: SList, group: Group) -> tuple[int, SList, tuple[object, ...]]:
    """Return the Space of a group, and its depth. A single link that stood in no Space stays at the top, which keeps its path: then also
    what the Space would say."""
    collides, settings = structure.self_collides(group)
    says, called = structure.said_by_space(group), structure.said_by_name_of_group(group)
    alone = len(group.links) == 1 and group.names[group.links[0].id] == group.name
    own = writing.is_own or class_of(group.links[0].extras) != "Transform"
    if own and alone and shared_space(structure.models[group.models[0]]) is None and collides:
        return 1, body, (*says, *called, *settings)
    space = body.add("nd", constant("Space"), says=says if not collides else (*says, *settings))
    space.add("setName", named(group.name, called))
    if not collides:
        space.add("disableInnerCollision", named("true", settings))
    return 2, space, ()


def _named(space: SList, model: Model, name: str) -> SList:
    node = space.add("nd", constant("BaseNode"))
    node.add("setName", named(name, model.name))
    return node


def brings_materials(group: Group) -> bool:
    """Return whether a group holds nothing but hidden meshes."""
    visuals = [visual for link in group.links for visual in link.visuals]
    unseen = all(isinstance(visual.geometry, MeshShape) and visual.visible is not None and not visual.visible for visual in visuals)
    return group.static and bool(visuals) and unseen and not any(link.collisions for link in group.links)


def start_without_a_slider(body: SList, sealed: Mapping[int, str]) -> None:
    """Add an unattached ball joint, which does nothing, if the first joint is a slider. SimSpark crashes if the first joint of a process is
    one: it looks up motor parameters in a table that only other joints fill. sealed: see `Sealed.joints`."""
    if first_joint(body.lists, sealed) == "SliderJoint":
        first = SList("nd", constant("BallJoint"))
        first.add("setName", constant("unused"))
        body.lists.insert(0, first)


def first_joint(lists: Iterable[SList], sealed: Mapping[int, str]) -> str:
    """Return the class of the first joint in some lists, in the order of the file; "" if there is none."""
    stack = [*lists][::-1]
    while stack:
        each = stack.pop()
        found = each.atoms[1] if len(each.atoms) > 1 and each.atoms[1].endswith("Joint") else sealed.get(id(each), "")
        if found:
            return found
        stack.extend(reversed(each.lists))
    return ""


def rename_for_2007(writing: Writing, body: SList) -> None:
    """Rename classes and methods, in place."""
    stack = list(body.lists)
    while stack:
        each = stack.pop()
        if each.atoms[0] != "nd":
            each.rename(METHODS_OF_2007.get(each.atoms[0], each.atoms[0]))
        elif each.atoms[1] in CLASSES_OF_2007:
            each.replace(1, Said(CLASSES_OF_2007[each.atoms[1]], each.said(1).ids))
        stack.extend(each.lists)
