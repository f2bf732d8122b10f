"""Writes a scene as SDFormat, in any version from 1.4 to 1.12."""

from __future__ import annotations

import msgspec

from scenec.accounting.ledger import Ledger
from scenec.accounting.lens import unwrap
from scenec.converters.format import WriteRequest, WriteResult
from scenec.converters.sdformat.assets import Assets
from scenec.converters.sdformat.contents import Contents
from scenec.converters.sdformat.context import Context, is_as_was
from scenec.converters.sdformat.framing import is_model_file, report_left_world
from scenec.converters.sdformat.names import Names, escaped
from scenec.converters.sdformat.needs import needed_version
from scenec.converters.sdformat.part import Part
from scenec.converters.sdformat.reuse import Reuse
from scenec.converters.sdformat.unsaid import with_what_the_source_implies
from scenec.converters.sdformat.versions import at_least
from scenec.converters.sdformat.world_joints import in_models
from scenec.converters.sdformat.write_extras import write_extras
from scenec.converters.sdformat.write_joint import TYPES, is_writable
from scenec.converters.sdformat.write_model import write_model
from scenec.converters.sdformat.write_world import write_actor, write_world
from scenec.errors import WriteError
from scenec.files import OUTSIDE
from scenec.ir.joint import Joint
from scenec.ir.scene import Frame, Scene
from scenec.syntax.xml_printing import print_xml


def write(request: WriteRequest) -> WriteResult:
    """Write a scene. Without a version asked for, the default one, raised if the content needs it.

    Raises WriteError if a model file is asked for and there is no model.
    """
    if request.options.joint_zero == "shift":
        from scenec.converters.sdformat.joint_zero import at_initial

        request = at_initial(request)
    if not is_model_file(request):
        request = with_what_the_source_implies(request)
    version = request.options.version or needed_version(unwrap(request.scene), request.ledger)
    if not at_least(version, "1.10") and not is_as_was(request, version):
        request = in_models(request)
    scene = unwrap(request.scene)
    as_was = is_as_was(request, version)
    flat = request.options.flatten or not (as_was or at_least(version, "1.5"))
    names = Names(
        scene, version, flat, request.ledger, lambda node: _is_written(node, version, as_was), legal=request.source_format == "sdformat"
    )
    context = Context(request, scene, version, names, Assets(request))
    for joint in scene.joints:
        if joint.id in names.own and not is_writable(context, joint):
            del names.own[joint.id]  # what stands relative to it is told otherwise
    root = Part("sdf", version, as_was=as_was)
    root.set("version", version)
    contents = Contents(request.scene, names.holder)
    as_model = is_model_file(request)
    reuse = Reuse(context, contents, models_stand_alone=as_model)
    if as_model:
        write_model_file(context, contents, reuse, root)
    elif request.source_format == "sdformat" and scene.framing in ("light", "actor"):
        write_alone(context, root)
    else:
        write_worlds(context, contents, reuse, root)
    write_extras(root, request.scene.extras)
    main = "model.sdf" if request.options.layout == "model" else f"{request.stem}{request.suffix}"
    files = {main: print_xml(root.out)}
    if request.options.layout == "model":
        from scenec.converters.sdformat.model_config import model_config

        files["model.config"] = model_config(request.stem, main, version)
    files.update(context.assets.files)
    if request.source_format == "sdformat":
        keep_unresolved(request.ledger)
    return WriteResult(main, files, version, context.assets.copies)


def _is_written(node: Joint | Frame, version: str, as_was: bool) -> bool:
    """Whether a joint or frame can be referred to. What a joint connects is not looked at yet: names come first."""
    if isinstance(node, Joint):
        return node.type in TYPES and (node.model is not None or as_was or at_least(version, "1.10"))
    return as_was or at_least(version, "1.7")


def keep_unresolved(ledger: Ledger) -> None:
    """What a reference leads to is missing in the source; written again as it stands it says as much as before, so nothing is lost.

    What is not written of it, the driver reports beside this.
    """
    for entry in ledger.entries:
        if entry.template.code == "unresolved-asset" and OUTSIDE not in entry.template.because:
            consequence = "the reference is written as it stands"
            entry.template = msgspec.structs.replace(entry.template, fate="kept", level="note", consequence=consequence)


def write_worlds(context: Context, contents: Contents, reuse: Reuse, root: Part) -> None:
    scene = context.request.scene
    named = unwrap(scene).worlds
    if context.request.source_format == "sdformat" and not named and not unwrap(scene).models:
        return  # an empty file
    if not named:
        write_world(context, contents, reuse, root, None, world_name(context, scene, None), scene.plugins)
        return
    for i, world in enumerate(scene.worlds):
        name = world_name(context, scene, world.name)
        write_world(context, contents, reuse, root, world, name, scene.plugins if i == 0 else ())


def world_name(context: Context, scene: Scene, own: str | None) -> str:
    """A world is named by itself, else by its scene, else by the file."""
    name = own or scene.name or context.request.stem
    if unwrap(scene).name == name:
        _ = scene.name
    return escaped(str(name), was_legal=context.request.source_format == "sdformat")


def write_alone(context: Context, root: Part) -> None:
    """A file that holds a light or an actor and no world, as it came."""
    from scenec.converters.sdformat.write_light import write_light

    for light in context.request.scene.lights:
        write_light(context, root, light, context.names.unique_name(light, "light", None), None, None)
    for actor in context.request.scene.actors:
        write_actor(context, root, actor)


def write_model_file(context: Context, contents: Contents, reuse: Reuse, root: Part) -> None:
    """The model alone. Several are nested in one that is named like the file, except that an old SDFormat file with several
    stays so: up to 1.7 they may stand side by side."""
    scene = context.request.scene
    models = [model for model in scene.models if unwrap(model).parent is None]
    if not models:
        raise WriteError("the scene has no model, so it cannot be written as a model file", hint="leave out --as model")
    holder = root
    if len(models) > 1 and (context.at_least("1.8") or context.request.source_format != "sdformat"):
        holder = root.child("model")
        holder.set("name", escaped(context.request.stem))
    for model in models:
        write_model(context, contents, reuse, holder, model)
    report_left_world(context)
