"""Joints that close loops, which the tree of URDF lacks: written for Gazebo as joints of SDFormat (--adapt-joints, or read from there)."""

from __future__ import annotations

from scenec.converters.urdf.write.context import Writing
from scenec.converters.urdf.write.extras import restore
from scenec.converters.urdf.write.joint import Joints
from scenec.converters.urdf.write.values import number, pose_text, vector
from scenec.ir.base import WORLD
from scenec.ir.joint import Axis, Joint
from scenec.syntax.element import Element
from scenec.syntax.said import Said
from scenec.trace import ids_of

DYNAMICS = ("damping", "friction", "spring_reference", "spring_stiffness")
LIMITS = ("lower", "upper", "effort", "velocity")


def write_loops(writing: Writing, joints: Joints, cut: list[Joint]) -> None:
    """Write joints that were cut out of the tree into the block of the robot. libsdformat copies them into the model."""
    for joint in cut:
        out = writing.gazebo("").append("joint", says=(*writing.of_robot(joint), joint.world, joint.closing))
        out.set("name", writing.joint_names[joint.id])
        out.set("type", Said(str(joint.type), ids_of(joint.type)))
        parent, child = (writing.kinematics.body_of(end) for end in (joint.parent, joint.child))
        placed = writing.relative(joint.id, joints.links.frames.get(child, WORLD))
        if not placed.pose.is_identity:
            out.append("pose", pose_text(placed))
        for tag, body, end in (("parent", parent, joint.parent), ("child", child, joint.child)):
            name = "world" if body == WORLD else writing.link_names[body].text
            out.append(tag, Said(name, ids_of(end)))
        if joint.type not in ("fixed", "floating", "ball"):
            for tag, axis in zip(("axis", "axis2"), joint.axes, strict=False):
                _write_axis(out.append(tag), axis)
        restore(out, joint.extras)


def _write_axis(holder: Element, axis: Axis) -> None:
    holder.append("xyz", vector(axis.xyz))
    for tag, fields in (("limit", LIMITS), ("dynamics", DYNAMICS)):
        node = axis.limits if tag == "limit" else axis.dynamics
        stated = [field for field in fields if node is not None and getattr(node, field) is not None]
        if stated:
            inner = holder.append(tag)
            for field in stated:
                inner.append(field, number(getattr(node, field)))
