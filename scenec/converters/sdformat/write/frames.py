"""Write poses and axes, relative to a named frame where the version has them, else computed."""

from __future__ import annotations

from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.values import computed_numbers, number, numbers
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Axis, Joint
from scenec.ir.pose import IDENTITY, ORIGIN, Pose, Rotation, Vec3, clean
from scenec.syntax.kinds import computed
from scenec.syntax.said import Said, constant, said
from scenec.trace import Sources, ids_of, steering

NOWHERE = "0 0 0 0 0 0"


def pose_text(position: Vec3, rotation: Rotation) -> Said:
    """Return ``x y z roll pitch yaw`` (m, rad). Numbers that were not computed stay as written."""
    if rotation.rpy is not None:
        return numbers((*position, *rotation.rpy))
    angles = Said(" ".join(computed(angle) for angle in clean(rotation.to_rpy())), ids_of(rotation))
    return said(" ", [*map(number, position), angles])


def computed_pose_text(pose: Pose, *sources: object) -> Said:
    """Return the text of a computed pose: 15 significant digits, rounding noise as 0. sources: what it was computed from."""
    return computed_numbers((*clean(pose.position), *clean(pose.rotation.to_rpy())), *sources)


def write_pose(context: Context, part: ElementWriter, pose: Pose | None, relative_to: Id | None, base: Id | None, scope: Id | None) -> None:
    """Write the pose of what `part` is, unless it is the identity in its default frame.

    pose, relative_to: as in the scene. base: the frame that SDFormat takes if none is named (an id, None:
    the world); it is also what relative_to None means. scope: the model whose names can be used, None: the world's.
    """
    position, rotation = (pose.position, pose.rotation) if pose is not None else (ORIGIN, IDENTITY)
    if relative_to is None or relative_to == base:
        if position != ORIGIN or rotation != IDENTITY:
            part.text("pose", pose_text(position, rotation))
        if relative_to is not None:
            part.omit(relative_to, base)
        return
    name = context.reference(relative_to, scope) if context.names_frames else None
    if name is not None:
        part.with_text("pose", pose_text(position, rotation)).set("relative_to", name)
        return
    if context.names_frames and part.out.tag in ("joint", "frame") and scope is not None:
        # What it stands in by default (its child, what it is attached to) may itself be stated relative to it; the model is not.
        X = context.relative(relative_to, context.names.holder.get(scope, scope)).pose @ Pose(position, rotation)
        text = computed_pose_text(X, position, rotation, relative_to, _on_the_way(X))
        part.with_text("pose", text).set("relative_to", constant("__model__"))
        return
    X = context.relative(relative_to, base).pose @ Pose(position, rotation)
    text = computed_pose_text(X, position, rotation, relative_to, _on_the_way(X))
    if text.text != NOWHERE:
        part.text("pose", text)
    else:
        part.leave_out(text)


def _on_the_way(X: Pose) -> Sources:
    """Return what a computed pose changes with: the poses between the two frames, which it does not say."""
    return Sources(steering(X))


def write_axis_direction(context: Context, part: ElementWriter, joint: Joint, axis: Axis, scope: Id | None) -> None:
    """Write the direction of an axis by the rules of the version: in the model frame (1.4), in the model or joint frame (1.5, 1.6), in the
    joint frame or a named one (1.7 and newer).
    """
    xyz, expressed_in = axis.xyz, axis.expressed_in
    own = joint.id
    is_nested = scope is not None and context.names.scope.get(context.names.holder.get(scope, scope)) is not None
    if not context.at_least("1.5") and not is_nested:  # which 1.4 has none of, but readers take some, and their axes by the newer rule
        holder = context.names.holder.get(scope) if scope else None
        if expressed_in == holder and holder is not None:
            part.text("xyz", numbers(xyz), says=(expressed_in,))
            return
        frame, target = expressed_in or own, holder
    elif not context.names_frames and expressed_in is not None and expressed_in == (context.names.holder.get(scope) if scope else None):
        part.text("xyz", numbers(xyz))
        part.text("use_parent_model_frame", Said("true", ids_of(expressed_in)))
        return
    elif expressed_in is None or expressed_in == own:
        part.text("xyz", numbers(xyz), says=(expressed_in,))
        return
    else:
        name = context.reference(expressed_in, scope) if context.names_frames else None
        if name is not None:
            part.with_text("xyz", numbers(xyz)).set("expressed_in", name)
            return
        frame, target = expressed_in, own
    turn = context.relative(frame, None if target == WORLD else target).pose.rotation
    if turn == IDENTITY:
        part.text("xyz", numbers(xyz), says=(expressed_in,))
    else:
        part.text("xyz", computed_numbers(clean(turn.apply(xyz)), xyz, expressed_in))
