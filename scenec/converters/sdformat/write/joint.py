"""Write joints, their axes, and the maxima of their motors."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenec.converters.common.findings import JOINT_FLOATING_CONVERTED
from scenec.converters.common.gazebo_systems import plugin_of
from scenec.converters.common.options import READY
from scenec.converters.common.raw_content import write_content
from scenec.converters.sdformat.findings.writing import (
    ACTUATOR_OF_ROS,
    ACTUATOR_WITHOUT_PLUGIN,
    JOINT_MIMIC_LEADER_DROPPED,
    JOINT_TYPE_FIXED_IN_DART,
)
from scenec.converters.sdformat.profile import FIXED_IN_DART, JOINT_TYPES, WORLD_JOINTS_SINCE
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.drives import drive_of, driven_by_ros
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.extras import write_extras
from scenec.converters.sdformat.write.frames import write_axis_direction, write_pose
from scenec.converters.sdformat.write.ignored_elements import content_of_equal_meaning
from scenec.converters.sdformat.write.joint_starts import remember_start
from scenec.converters.sdformat.write.values import computed_number, number
from scenec.ir.base import WORLD, Extra, Id, RawItem
from scenec.ir.joint import Actuator, Axis, Joint, Limits
from scenec.ir.walk import fields_of
from scenec.syntax.said import Said, constant
from scenec.trace import ids_of, made_of

FLAGS = {"__model__": "true", "": "false"}
"""use_parent_model_frame, which versions before 1.7 have, by the frame that a direction is expressed in."""


def endpoints(context: Context, joint: Joint) -> tuple[tuple[Id, str], tuple[Id, str]] | None:
    """Return parent and child of a joint, each as id and name in the scope of the joint. None if they have no such names.

    Before 1.8 only links can be connected. Other frames are replaced by the link that carries them.
    """
    names = []
    for target in (joint.parent, joint.child):
        target_id: Id = str(target)
        if not (context.as_was or context.at_least("1.8")) and target_id != WORLD:
            target_id = context.kinematics.body_of(target_id)
        if target_id == WORLD:
            name: str | None = WORLD
        else:
            name = context.names.reference(target_id, joint.model, chains=True)
        if name is None:  # a frame of the world, perhaps: what carries it
            target_id = context.kinematics.body_of(target_id)
            name = WORLD if target_id == WORLD else context.names.reference(target_id, joint.model, chains=True)
        if name is None:
            return None
        names.append((target_id, name))
    parent, child = names
    return None if child[0] == WORLD else (parent, child)


def is_writable(context: Context, joint: Joint) -> bool:
    """Return whether the version has a place for a joint. If not, nothing is printed of it."""
    if joint.type not in JOINT_TYPES or (joint.model is None and not (context.as_was or context.at_least(WORLD_JOINTS_SINCE))):
        return False
    return endpoints(context, joint) is not None


def write_joint_if_possible(context: Context, holder: ElementWriter, joint: Joint) -> None:
    """Write a joint, or leave it out where that means the same; nothing is printed of what the version cannot say."""
    if is_writable(context, joint):
        write_joint(context, holder, joint)
    elif constrains_nothing(joint):
        leave_out_free(context, joint)


def constrains_nothing(joint: Joint) -> bool:
    """Return whether a joint constrains nothing and states nothing else. Without it the bodies move the same."""
    said = {field for field, _ in fields_of(joint)}
    return joint.type == "floating" and said <= {"name", "model", "world", "type", "parent", "child", "pose", "relative_to"}


def leave_out_free(context: Context, joint: Joint) -> None:
    context.report(JOINT_FLOATING_CONVERTED, joint, about=joint, target="no joint")


def write_joint(context: Context, holder: ElementWriter, joint: Joint) -> None:
    ends = endpoints(context, joint)
    assert ends is not None
    (_, parent), (child_id, child) = ends
    kind, axis_count = JOINT_TYPES[joint.type]
    scope = joint.model
    part = holder.child("joint", says=(joint.model, joint.world))
    part.set("name", context.name_of(joint))
    part.set("type", Said(kind, ids_of(joint.type)))
    write_pose(context, part, joint.pose, joint.relative_to or joint.child, child_id, scope)
    part.text("parent", Said(parent, ids_of(joint.parent)))
    part.text("child", Said(child, ids_of(joint.child)))
    if kind == "screw":
        write_pitch(context, part, joint)
    part.put(joint, "gear_ratio", "gearbox_ratio", always=kind == "gearbox")
    if joint.gear_reference is not None:
        reference = context.reference(joint.gear_reference, scope, chains=True)
        if reference is not None:
            part.text("gearbox_reference_body", reference)
    for i, axis in enumerate(joint.axes[:axis_count]):
        write_axis(context, part, joint, axis, i)
    idle = [extra for extra in joint.extras if extra.key in ("axis", "axis2")]
    write_idle_axes(context, part, idle)
    part.put(joint, "feedback", "physics/provide_feedback")
    if joint.sensors and part.has("sensor"):
        from scenec.converters.sdformat.write.sensor import write_sensors

        write_sensors(context, part, joint.sensors, joint.id, scope)
    write_extras(part, [extra for extra in joint.extras if extra not in idle])
    for actuator in joint.actuators:
        if plugin_of(actuator) is None:
            drop_actuator(context, joint, actuator)
    part.seal(context.sealed)
    if kind in FIXED_IN_DART and not context.is_own:
        report_fixed_in_dart(context, joint, kind)
    remember_start(context, holder, joint, axis_count)


def report_fixed_in_dart(context: Context, joint: Joint, kind: str) -> None:
    context.report(JOINT_TYPE_FIXED_IN_DART, joint, value=kind)


def write_idle_axes(context: Context, part: ElementWriter, idle: list[Extra]) -> None:
    """Write the axes of joints that move about none, as they were.

    Before 1.7 the frame of an axis has other elements. In 1.4 every joint needs an axis with a direction.
    """
    stated = any(item.tag == "xyz" for extra in idle for item in extra.content)
    for extra in idle if stated or context.at_least("1.5") else ():
        content = content_of_equal_meaning(part, extra, extra.content, f"joint/{extra.key}")
        write_content(part.out, _in_own_words(context, content))
    if not stated and part.out.attributes["type"] == "fixed" and not context.at_least("1.5"):
        part.child("axis").text("xyz", constant("0 0 1"))


def _in_own_words(context: Context, content: Sequence[RawItem]) -> list[RawItem]:
    """Return the items with the frame of a direction in the words of the version. An empty name is the joint's frame, which needs none."""
    items: list[RawItem] = []
    for item in content:
        frame = next((value for name, value in item.attributes if name == "expressed_in"), None) if item.tag == "xyz" else None
        flag = FLAGS.get(frame) if frame is not None else None
        if frame is None or flag is None or (frame and context.names_frames):
            items.append(item)
            continue
        attributes = tuple(pair for pair in item.attributes if pair[0] != "expressed_in")
        if context.names_frames or not context.at_least("1.5"):  # 1.4 has no other frame
            items.append(RawItem(item.depth, item.tag, attributes, made_of(item.text, (item.text, frame))))
        else:
            items.append(RawItem(item.depth, item.tag, attributes, item.text))
            items.append(RawItem(item.depth, "use_parent_model_frame", (), made_of(flag, (frame,))))
    return items


def write_pitch(context: Context, part: ElementWriter, joint: Joint) -> None:
    """Write the pitch of a screw: m per turn, right-handed. Before 1.10: rad per m with the opposite sign."""
    pitch = joint.screw_pitch
    if pitch is None:
        return
    if part.knows("screw_thread_pitch"):
        part.text("screw_thread_pitch", number(pitch))
    elif pitch:
        part.text("thread_pitch", computed_number(-2 * math.pi / pitch, pitch))


def write_axis(context: Context, holder: ElementWriter, joint: Joint, axis: Axis, index: int) -> None:
    part = holder.child("axis" if index == 0 else "axis2")
    write_axis_direction(context, part, joint, axis, joint.model)
    write_limits(context, part, joint, axis, index)
    if axis.dynamics is not None:
        dynamics = part.later("dynamics")
        for field in ("damping", "friction", "spring_reference", "spring_stiffness"):
            dynamics.put(axis.dynamics, field)
        if index == 0:
            ode = holder.later("physics").later("ode")
            for field in ("fudge_factor", "cfm", "erp"):
                ode.put(axis.dynamics, field)
            for field in ("cfm", "erp"):
                ode.put(axis.dynamics, f"suspension_{field}", f"suspension/{field}")
    if axis.mimic is not None and part.has("mimic"):
        leader = context.reference(axis.mimic.joint, joint.model)
        if leader is None:
            context.report(
                JOINT_MIMIC_LEADER_DROPPED,
                joint,
                about=axis.mimic,
                value=context.paths.get(axis.mimic.joint, str(axis.mimic.joint)),
                origin=axis.mimic.origin,
            )
        else:
            mimic = part.child("mimic")
            mimic.set("joint", leader)
            mimic.set("axis", Said("axis2" if axis.mimic.axis else "axis", ids_of(axis.mimic.axis)))
            for field in ("multiplier", "offset", "reference"):
                mimic.put(axis.mimic, field, always=True)
    write_extras(part, axis.extras)


def write_limits(context: Context, part: ElementWriter, joint: Joint, axis: Axis, index: int) -> None:
    """Write the limits of an axis. Absent limits mean unlimited."""
    limits = axis.limits
    holder = part.later("limit")
    if limits is not None:
        put_finite(holder, limits, "lower")
        put_finite(holder, limits, "upper")
        if limits.active:
            holder.omit(limits.active, True)
    if limits is not None:
        driven = tuple([actuator.axis for actuator in joint.actuators if actuator.axis == index])
        for field in ("effort", "velocity"):
            value = getattr(limits, field)
            if value is not None and math.isfinite(value):
                holder.text(field, number(made_of(value, (value, driven)) if driven else value))
            elif value is not None and math.isinf(value):
                holder.leave_out(value)
        holder.put(limits, "stiffness")
        holder.put(limits, "dissipation")
        if index == 0:
            ode = part_of(part, "physics/ode")
            ode.put(limits, "stop_cfm", "limit/cfm")
            ode.put(limits, "stop_erp", "limit/erp")
            ode.put(limits, "bounce")


def part_of(axis: ElementWriter, path: str) -> ElementWriter:
    """Return an element of the joint that holds an axis."""
    holder = axis.parent
    assert holder is not None
    for step in path.split("/"):
        holder = holder.later(step)
    return holder


def put_finite(holder: ElementWriter, limits: Limits, field: str) -> None:
    value = getattr(limits, field)
    if value is not None and abs(value) < 1e16:
        holder.text(field, number(value))
    elif value is not None and not math.isnan(value):
        holder.leave_out(value)  # as good as unlimited


def drop_actuator(context: Context, joint: Joint, actuator: Actuator) -> None:
    """Report a motor that becomes no plugin. SDFormat has no element for it. The limits of its axis may have come from it."""
    axes = joint.axes
    limits = axes[actuator.axis].limits if actuator.axis < min(len(axes), JOINT_TYPES[str(joint.type)][1]) else None
    limited = limits is not None and (limits.effort is not None or limits.velocity is not None)
    rest = tuple(getattr(actuator, field) for field, _ in fields_of(actuator) if field != "axis" or not limited)
    at = actuator.origin
    of_ros = driven_by_ros(context, joint, actuator)
    if of_ros is not None:
        context.report(ACTUATOR_OF_ROS, joint, about=rest, origin=at, value=actuator.name or actuator.command, plugin=str(of_ros.filename))
        return
    if READY.of(context.options):
        why = drive_of(joint, actuator)
        if isinstance(why, str):
            context.report(
                ACTUATOR_WITHOUT_PLUGIN, joint, about=rest, origin=at, value=actuator.name or actuator.kind or actuator.command, why=why
            )
    else:
        from scenec.converters.sdformat.findings.parts import ACTUATOR_DROPPED

        context.report(ACTUATOR_DROPPED, joint, about=rest, origin=at, value=actuator.kind)
