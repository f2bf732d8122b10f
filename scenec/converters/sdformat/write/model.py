"""Write models: their parts, nested models, frames, grippers."""

from __future__ import annotations

from scenec.converters.common.gazebo_plugins import groups_of
from scenec.converters.sdformat.findings.writing import MODEL_STATIC_CONVERTED, MODEL_STATIC_DEFAULTED
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.drives import new_groups
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.extras import write_extras, write_plugins
from scenec.converters.sdformat.write.frames import NOWHERE, computed_pose_text, write_pose
from scenec.converters.sdformat.write.include import write_if_included
from scenec.converters.sdformat.write.joint import is_writable, write_joint_if_possible
from scenec.converters.sdformat.write.joint_starts import write_starts
from scenec.converters.sdformat.write.link import write_link
from scenec.converters.sdformat.write.members import Members
from scenec.converters.sdformat.write.reuse import Reuse
from scenec.converters.sdformat.write.systems import write_groups
from scenec.converters.sdformat.write.values import show
from scenec.ir.base import WORLD
from scenec.ir.names import Unique
from scenec.ir.scene import Frame, Gripper, Model
from scenec.syntax.said import constant
from scenec.trace import ids_of, plain


def write_model(context: Context, members: Members, reuse: Reuse, holder: ElementWriter, model: Model) -> None:
    """Write a model with all its parts. Nested models wait in a list, so that deep nesting needs no recursion."""
    waiting = [(holder, model, False)]
    while waiting:
        above, current, is_static = waiting.pop()
        if write_if_included(context, reuse, above, current):
            continue
        part, static = write_one_model(context, members, reuse, above, current, is_static)
        inner = members.nested(current.id)
        waiting.extend((part, each, static) for each in reversed(inner))


def write_one_model(
    context: Context, members: Members, reuse: Reuse, holder: ElementWriter, model: Model, is_static: bool
) -> tuple[ElementWriter, bool]:
    """Write one model. Return its element (where models cannot nest, that of the outermost one) and whether it never moves."""
    own = model.id
    static = is_static or bool(model.static)
    if context.names.holder[own] != own:
        part = holder  # flattened: links and joints go into the outermost model
    else:
        part = holder.child("model", says=(model.parent, model.world))
        part.set("name", context.name_of(model))
        holders = context.names.holder
        is_empty = not members.links(own) and all(holders[each.id] == own for each in members.nested(own))
        if is_empty and not model.static:
            write_static(context, part, model)
        write_model_settings(context, members, part, model)
        write_model_pose(context, part, model)
    for frame in members.frames(own):
        if not write_if_included(context, reuse, part, frame):
            write_frame(context, part, frame)
    for link in members.links(own):
        if not write_if_included(context, reuse, part, link):
            write_link(context, part, link, static)
    for joint in members.joints(own):
        if not write_if_included(context, reuse, part, joint):
            write_joint_if_possible(context, part, joint)
    for gripper in members.grippers(own):
        if not write_if_included(context, reuse, part, gripper):
            write_gripper(context, part, gripper)
    joints = [each for each in members.joints(own) if reuse.of(each) is None and is_writable(context, each)]
    write_groups(context, part, model, [*groups_of(model, joints), *new_groups(context, joints)])
    write_plugins(part, reuse.own_plugins(model.plugins))
    write_extras(part, model.extras)
    write_starts(context, part, model)
    return part, static


def write_model_settings(context: Context, members: Members, part: ElementWriter, model: Model) -> None:
    own = model.id
    canonical = model.canonical_link
    if canonical is not None and part.has("@canonical_link"):
        name = context.reference(model.canonical_link or canonical, own, chains=True)
        if name is not None:
            links = members.links(own)
            if not links or links[0].id != canonical:
                part.set("canonical_link", name)
            else:
                part.omit(model.canonical_link, links[0].id)
    for field in ("static", "self_collide", "allow_auto_disable", "enable_wind"):
        part.put(model, field)
    said = ids_of(model.self_collide)
    if said and not part.has("self_collide") and not any(ids_of(link.self_collide) == said for link in members.links(own)):
        part.leave_out(model.self_collide)  # no link takes it, as each states its own
    part.put(model, "namespace", "@namespace")


def write_static(context: Context, part: ElementWriter, model: Model) -> None:
    """Write <static> for a model without a link, which libsdformat refuses otherwise. Files before 1.7 keep theirs: older libraries
    accepted them.
    """
    if context.as_was and not context.at_least("1.7"):
        return
    part.text("static", constant("true"))
    stated = model.static is not None
    context.report(MODEL_STATIC_CONVERTED if stated else MODEL_STATIC_DEFAULTED, model, about=model.static, target="true")


def write_model_pose(context: Context, part: ElementWriter, model: Model) -> None:
    """Write the pose of a model, or of its placement frame as written where the version has placement frames."""
    own, base = model.id, model.parent
    placed = model.placement_frame
    if placed is None:
        reference = model.relative_to
        if holder_is_file(part) and reference is not None:
            stated = (None, None) if model.pose is None else (model.pose.position, model.pose.rotation)
            part.text("pose", computed_pose_text(context.kinematics.at_zero(own), stated, reference))
            return
        write_pose(context, part, model.pose, reference or base, base, base)
        return
    name = context.reference(placed, own, chains=True)
    if name is not None and part.has("@placement_frame"):
        part.set("placement_frame", name)
        write_pose(context, part, model.pose, model.relative_to or base, base, base)
        if model.pose is None or model.pose.is_identity:
            part.text("pose", constant(NOWHERE))  # a placement frame needs a pose
        return
    sources = (placed, model.relative_to, None if model.pose is None else (model.pose.position, model.pose.rotation))
    part.text("pose", computed_pose_text(context.relative(own, base).pose, sources))


def holder_is_file(part: ElementWriter) -> bool:
    """Return whether a model is the only content of the file. Then its pose is relative to nothing."""
    return part.parent is not None and part.parent.path == "sdf"


def write_frame(context: Context, holder: ElementWriter, frame: Frame) -> None:
    """Write a named frame, which SDFormat has from 1.7 on. `Names` excludes frames of older versions."""
    if not is_frame_written(holder):
        return
    part = holder.child("frame", says=(frame.model, frame.world))
    part.set("name", context.name_of(frame))
    scope = frame.model
    base = frame.attached_to or context.names.holder.get(scope or "", scope)
    if frame.attached_to is not None:
        name = show(frame.attached_to) if frame.attached_to == WORLD else context.reference(frame.attached_to, scope)
        if name is not None:
            part.set("attached_to", name)
    write_pose(context, part, frame.pose, frame.relative_to or plain(frame.attached_to) or scope, None if base == WORLD else base, scope)
    write_extras(part, frame.extras)


def is_frame_written(holder: ElementWriter) -> bool:
    return holder.has("frame") and holder.has("frame/@attached_to")


def write_gripper(context: Context, holder: ElementWriter, gripper: Gripper) -> None:
    part = holder.child("gripper", says=(gripper.model,))
    part.set("name", context.names.named(gripper, "gripper", Unique()))
    for field in ("attach_steps", "detach_steps", "min_contact_count"):
        part.put(gripper, field, f"grasp_check/{field}")
    for link in gripper.fingers:
        part.text("gripper_link", context.reference(link, gripper.model, chains=True) or show(link))
    if gripper.palm is not None:
        part.text("palm_link", context.reference(gripper.palm, gripper.model, chains=True) or show(gripper.palm))
