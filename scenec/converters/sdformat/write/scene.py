"""Write a scene as SDFormat, in any version from 1.4 to 1.12."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from scenec.accounting.ledger import Ledger
from scenec.converters.common.free_links import report_free_links
from scenec.converters.common.single_robot import single_robot
from scenec.converters.format import WriteRequest, WriteResult
from scenec.converters.sdformat.findings.reading import UNRESOLVED_IMAGE, UNRESOLVED_INCLUDE, UNRESOLVED_MESH
from scenec.converters.sdformat.findings.writing import REFERENCE_AS_WRITTEN, URI_RELATIVE_KEPT
from scenec.converters.sdformat.framing import is_model_file
from scenec.converters.sdformat.names import Names, escaped
from scenec.converters.sdformat.profile import JOINT_TYPES, WORLD_JOINTS_SINCE
from scenec.converters.sdformat.versions import at_least
from scenec.converters.sdformat.write.assets import Assets
from scenec.converters.sdformat.write.context import Context, is_as_was
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.extras import write_extras
from scenec.converters.sdformat.write.joint import is_writable
from scenec.converters.sdformat.write.members import Members
from scenec.converters.sdformat.write.model import write_model
from scenec.converters.sdformat.write.model_file import report_dropped_world
from scenec.converters.sdformat.write.refusals import report_refusals
from scenec.converters.sdformat.write.required_version import required_version
from scenec.converters.sdformat.write.reuse import Reuse
from scenec.converters.sdformat.write.world import write_actor, write_world
from scenec.errors import WriteError
from scenec.files import OUTSIDE
from scenec.ir.joint import Joint
from scenec.ir.scene import Frame, Scene
from scenec.syntax.said import Said, constant
from scenec.syntax.tree import Document
from scenec.syntax.xml_printing import print_xml, take_claims
from scenec.trace import ids_of

if TYPE_CHECKING:
    from scenec.converters.sdformat.write.flattening import Welds

UNRESOLVED = tuple(row.code for row in (UNRESOLVED_IMAGE, UNRESOLVED_INCLUDE, UNRESOLVED_MESH))


def write(request: WriteRequest) -> WriteResult:
    """Write a scene. Without a version asked for, the default one, raised if the content needs it.

    Raises WriteError if a model file is asked for and there is no model.
    """
    asked, since = request, len(request.ledger.entries)
    version = request.options.version or required_version(request.scene, request.ledger)
    as_was = is_as_was(request, version)
    as_model = is_model_file(request.scene, request.options, request.source_format, request.uses.sources_of)
    flat = request.options.flatten or not (as_was or at_least(version, "1.5"))
    welds: Welds = {}
    if flat:
        from scenec.converters.sdformat.write.flattening import flattened, report_flattened

        request, welds = flattened(request, version)
    scene = request.scene
    scoped = not at_least(version, "1.8") and (as_was or as_model)
    shown = partial(_is_written, version=version, as_was=as_was)
    names = Names(scene, version, flat, request.ledger, shown, legal=request.is_of("sdformat"), scoped=scoped)
    context = Context(request, version, names, Assets(request))
    lost = {joint.id for joint in scene.joints if joint.id not in names.own or not is_writable(context, joint)}
    for joint_id in lost & names.own.keys():
        del names.own[joint_id]  # poses relative to it are stated in another frame
    report_free_links(request, lost)
    if flat:
        report_flattened(context, welds)
    root = ElementWriter("sdf", version, as_was=as_was, request=request)
    root.set("version", constant(version))
    members = Members(request.scene, names.holder)
    reuse = Reuse(context, members, models_stand_alone=as_model)
    if as_model:
        write_model_file(context, members, reuse, root)
    elif request.is_of("sdformat") and scene.framing in ("light", "actor"):
        write_alone(context, root)
    else:
        write_worlds(context, members, reuse, root)
    write_extras(root, request.scene.extras)
    main = "model.sdf" if request.options.layout == "model" else f"{request.stem}{request.suffix}"
    files = {main: print_xml(root.out)}
    claims = {main: take_claims(root.out), **context.assets.claims}
    if request.options.layout == "model":
        from scenec.converters.sdformat.write.model_config import model_config

        files["model.config"] = model_config(request.stem, main, version)
    files.update(context.assets.files)
    if not request.is_of("sdformat"):
        report_refusals(request.scene, request.ledger)
    result = WriteResult(main, files, version, context.assets.copies, claims=claims, read_back=read_back, kept=included(context))
    if as_was and reuse.is_complete:
        from scenec.converters.sdformat.write.source_text import can_keep_source_text, with_source_text

        if can_keep_source_text(asked, version):
            result = with_source_text(asked, result, context.assets.renamed, since) or result
    report_relative_paths(context)
    if request.is_of("sdformat"):
        keep_unresolved(request.ledger)
    return result


def read_back(data: bytes, name: str) -> Document:
    """Read a file of the result as its readers do, for the places of what stands in it."""
    from scenec.syntax.xml import read_xml

    return read_xml(data, name, tinyxml2=True)


def included(context: Context) -> dict[str, Document]:
    """Return the documents of the source whose files are copied: relative name -> document."""
    assets = context.assets
    paths = ((document, document.path) for document in context.ledger.documents[1:])
    return {assets.place_of(path): document for document, path in paths if path is not None and assets.is_copied(path)}


def report_relative_paths(context: Context) -> None:
    """Report once that a file refers to others by relative paths."""
    uris = list(context.assets.relative)
    if not uris:
        return
    context.ledger.report(
        URI_RELATIVE_KEPT,
        subject="uri",
        value=uris[0] if len(uris) == 1 else f"{uris[0]} and {len(uris) - 1:,} more",
    )


def _is_written(node: Joint | Frame, version: str, as_was: bool) -> bool:
    """Return whether a joint or frame can be referred to. The ends of joints are not checked yet, since names come first."""
    if isinstance(node, Joint):
        return node.type in JOINT_TYPES and (node.model is not None or as_was or at_least(version, WORLD_JOINTS_SINCE))
    return as_was or at_least(version, "1.7")


def keep_unresolved(ledger: Ledger) -> None:
    """Make unresolved references of the source kept ones, since they are written again as they stand.

    The driver reports what is not written of them.
    """
    for entry in ledger.entries:
        if entry.template.code in UNRESOLVED and OUTSIDE not in entry.template.because:
            entry.template = msgspec.structs.replace(entry.template, fate="kept", level="note", consequence=REFERENCE_AS_WRITTEN)


def write_worlds(context: Context, members: Members, reuse: Reuse, root: ElementWriter) -> None:
    scene = context.scene
    named = scene.worlds
    if context.is_own and not named and not scene.models:
        return  # an empty file
    if not named:
        write_world(context, members, reuse, root, None, world_name(context, scene, None), scene.plugins)
        return
    for i, world in enumerate(scene.worlds):
        name = world_name(context, scene, world.name)
        write_world(context, members, reuse, root, world, name, scene.plugins if i == 0 else ())


def world_name(context: Context, scene: Scene, own: str | None) -> Said:
    """Return the name of a world: its own, else that of its scene, else that of its only robot, else that of the file."""
    robot = single_robot(scene.models)
    of_robot = robot.name if robot is not None and not own and not scene.name else None
    name = own or scene.name or of_robot or context.request.stem
    text = escaped(str(name), was_legal=context.is_own)
    return Said(text, ids_of((own, scene.name if scene.name == name else None, of_robot)))


def write_alone(context: Context, root: ElementWriter) -> None:
    """Write a file that holds a light or an actor and no world, as it was."""
    from scenec.converters.sdformat.write.light import write_light

    for light in context.scene.lights:
        write_light(context, root, light, context.names.unique_name(light, "light", None), None, None)
    for actor in context.scene.actors:
        write_actor(context, root, actor)


def write_model_file(context: Context, members: Members, reuse: Reuse, root: ElementWriter) -> None:
    """Write the model alone. Several are nested in one that is named like the file.

    An old SDFormat file with several models stays unchanged: up to 1.7 they may be side by side.
    """
    scene = context.scene
    models = [model for model in scene.models if model.parent is None]
    if not models:
        raise WriteError("the scene has no model, so it cannot be written as a model file", hint="leave out --as model")
    holder = root
    if len(models) > 1 and (context.at_least("1.8") or not context.is_own):
        holder = root.child("model")
        holder.set("name", constant(escaped(context.request.stem)))
    for model in models:
        write_model(context, members, reuse, holder, model)
    report_dropped_world(context, root)
