"""Models: what stands in them, nested models, frames, grippers."""

from __future__ import annotations

from scenec.accounting.lens import unwrap
from scenec.converters.sdformat.contents import Contents
from scenec.converters.sdformat.context import Context
from scenec.converters.sdformat.frames import computed_pose_text, write_pose
from scenec.converters.sdformat.part import Part, show
from scenec.converters.sdformat.reuse import Reuse
from scenec.converters.sdformat.write_extras import write_extras, write_plugins
from scenec.converters.sdformat.write_include import write_if_included
from scenec.converters.sdformat.write_joint import write_joint_if_possible
from scenec.converters.sdformat.write_link import write_link
from scenec.ir.base import WORLD
from scenec.ir.names import Unique
from scenec.ir.scene import Frame, Gripper, Model


def write_model(context: Context, contents: Contents, reuse: Reuse, holder: Part, model: Model) -> None:
    """A model with all that stands in it. Deep nesting costs no recursion: the models inside wait in a list."""
    waiting = [(holder, model, False)]
    while waiting:
        above, current, is_static = waiting.pop()
        if write_if_included(context, reuse, above, current):
            continue
        part, static = write_one_model(context, contents, reuse, above, current, is_static)
        inner = contents.nested(unwrap(current).id)
        waiting.extend((part, each, static) for each in reversed(inner))


def write_one_model(
    context: Context, contents: Contents, reuse: Reuse, holder: Part, model: Model, is_static: bool
) -> tuple[Part, bool]:  # fmt: skip
    """The model's own element (where models cannot nest, that of the outermost one) and whether it never moves."""
    own = unwrap(model).id
    _ = (model.parent, model.world)
    static = is_static or bool(unwrap(model).static)
    if context.names.holder[own] != own:
        part = holder  # flattened: links and joints go into the outermost model
        _ = (model.name, model.pose and model.pose.position, model.pose and model.pose.rotation, model.relative_to)
    else:
        part = holder.child("model")
        part.set("name", context.name_of(model))
        if not unwrap(model).static and not contents.links(own) and not contents.nested(own):
            write_static(context, part, model)
        write_model_settings(context, contents, part, model)
        write_model_pose(context, part, model)
    for frame in contents.frames(own):
        if not write_if_included(context, reuse, part, frame):
            write_frame(context, part, frame)
    for link in contents.links(own):
        if not write_if_included(context, reuse, part, link):
            write_link(context, part, link, static)
    for joint in contents.joints(own):
        if not write_if_included(context, reuse, part, joint):
            write_joint_if_possible(context, part, joint)
    for gripper in contents.grippers(own):
        if not write_if_included(context, reuse, part, gripper):
            write_gripper(context, part, gripper)
    write_plugins(part, reuse.own_plugins(model.plugins))
    write_extras(part, model.extras)
    return part, static


def write_model_settings(context: Context, contents: Contents, part: Part, model: Model) -> None:
    own = unwrap(model).id
    canonical = unwrap(model).canonical_link
    if canonical is not None and part.has("@canonical_link"):
        name = context.names.reference(canonical, own, chains=True)
        if name is not None:
            _ = model.canonical_link
            links = contents.links(own)
            if not links or unwrap(links[0]).id != canonical:
                part.set("canonical_link", name)
    for field in ("static", "self_collide", "allow_auto_disable", "enable_wind"):
        part.put(model, field)
    part.put(model, "namespace", "@namespace")


def write_static(context: Context, part: Part, model: Model) -> None:
    """SDFormat 1.7 refuses a model without a link, unless it is static."""
    if not context.at_least("1.7"):
        return
    part.text("static", "true")
    context.ledger.report(
        "model-static-defaulted", "defaulted", "note", "physics", origin=model.origin, subject=context.path(model), target="true",
        because="SDFormat takes a model without a link only if it is static",
        consequence="nothing: there is nothing in it that could move",
    )  # fmt: skip


def write_model_pose(context: Context, part: Part, model: Model) -> None:
    """The pose of the model frame; where the version can place another frame of the model instead, that one's as written."""
    own, base = unwrap(model).id, unwrap(model).parent
    placed = model.placement_frame
    if placed is None:
        reference = model.relative_to
        if holder_is_file(part) and reference is not None:
            _ = (model.pose and model.pose.position, model.pose and model.pose.rotation)
            part.text("pose", computed_pose_text(context.kinematics.at_zero(own)))
            return
        write_pose(context, part, model.pose, reference or base, base, base)
        return
    name = context.names.reference(placed, own, chains=True)
    if name is not None and part.has("@placement_frame"):
        part.set("placement_frame", name)
        write_pose(context, part, model.pose, model.relative_to or base, base, base)
        if model.pose is None or model.pose.is_identity:
            part.text("pose", "0 0 0 0 0 0")  # a placement frame needs a pose
        return
    _ = (model.pose and model.pose.position, model.pose and model.pose.rotation, model.relative_to)
    part.text("pose", computed_pose_text(context.resolver.pose(own, base)))


def holder_is_file(part: Part) -> bool:
    """Whether a model is the file's only content: its pose can be relative to nothing."""
    return part.parent is not None and part.parent.path == "sdf"


def write_frame(context: Context, holder: Part, frame: Frame) -> None:
    """Named frames exist from 1.7 on; `Names` knows that older ones are not written."""
    if not is_frame_written(holder):
        return
    part = holder.child("frame")
    part.set("name", context.name_of(frame))
    _ = frame.world
    scope = frame.model
    base = unwrap(frame).attached_to or scope
    if frame.attached_to is not None:
        name = WORLD if frame.attached_to == WORLD else context.names.reference(frame.attached_to, scope)
        if name is not None:
            part.set("attached_to", name)
    write_pose(context, part, frame.pose, frame.relative_to or base, None if base == WORLD else base, scope)
    write_extras(part, frame.extras)


def is_frame_written(holder: Part) -> bool:
    return holder.has("frame") and holder.has("frame/@attached_to")


def write_gripper(context: Context, holder: Part, gripper: Gripper) -> None:
    part = holder.child("gripper")
    part.set("name", context.names.named(gripper, "gripper", Unique()))
    for field in ("attach_steps", "detach_steps", "min_contact_count"):
        part.put(gripper, field, f"grasp_check/{field}")
    for link in gripper.fingers:
        part.text("gripper_link", context.names.reference(link, gripper.model, chains=True) or show(link))
    if gripper.palm is not None:
        part.text("palm_link", context.names.reference(gripper.palm, gripper.model, chains=True) or show(gripper.palm))
