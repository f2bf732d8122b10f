"""Gazebo's tags: friction, contact, self-collision, gravity, springs. A tag of a link concerns all its shapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scenec.converters.common.findings import NOT_ASKED, SELF_COLLISION_INEFFECTIVE
from scenec.converters.common.gazebo_plugins import groups_of, plugin_element
from scenec.converters.urdf.findings import writing as findings
from scenec.converters.urdf.gazebo_values import (
    COLLISION,
    COLLISION_BLOCK,
    DYNAMICS,
    LIMITS,
    MATERIAL_BLOCK,
    SURFACE,
    SURFACE_BLOCK,
    VISUAL_BLOCK,
    Value,
)
from scenec.converters.urdf.profile import GAZEBO_MATERIALS
from scenec.converters.urdf.write.context import Writing
from scenec.converters.urdf.write.extras import restore, spelled_value, write_content
from scenec.converters.urdf.write.values import flag, number, vector
from scenec.ir.base import Id, Plugin
from scenec.ir.contacts import colliding_models_not_asked
from scenec.ir.joint import Joint
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.material import Material
from scenec.ir.scene import Model
from scenec.ir.surface import Surface
from scenec.syntax.element import Element
from scenec.syntax.said import Said, merged, spelled
from scenec.trace import ids_of, is_flag

DEFAULTS = {"mu": 1.0, "mu2": 1.0, "restitution": 0.0}
"""Defaults of Gazebo."""
PREFIX = "gazebo/"

Stating = Collision | Visual | Surface | Material | None
"""Nodes that state what Gazebo is to know of a shape."""


def print_value(value: object) -> Said:
    """A value as SDFormat spells it."""
    if isinstance(value, tuple):
        return vector(value)
    if is_flag(value):
        return flag(value)
    if isinstance(value, str):
        return spelled(value)
    return number(value) if isinstance(value, float) else spelled_value(value)


def below(holder: Element, path: str) -> Element:
    """Return the element at a path, which is made as far as it is not there."""
    for tag in path.split("/") if path else ():
        found = next((child for child in holder.children if isinstance(child, Element) and child.tag == tag), None)
        holder = found if found is not None else holder.append(tag)
    return holder


def put(holder: Element, path: str, text: Said) -> None:
    """Write a value at a path of tags."""
    above, _, tag = path.rpartition("/")
    below(holder, above).append(tag, text)


# ---------------------------------------------------------------- links


def write_link_tags(writing: Writing, link: Link, name: str, visuals: Sequence[Visual], collisions: Sequence[Collision]) -> None:
    """Write what URDF itself has no place for. visuals, collisions: those in the link."""
    out = writing.gazebo(name)
    if link.self_collide is not None and (link.self_collide or link.model in writing.colliding):
        out.append("selfCollide", flag(link.self_collide))
    elif link.self_collide is None and link.model in writing.colliding and not writing.all_collide:
        model = writing.by_id[link.model]
        out.append("selfCollide", Said("true", ids_of(model.self_collide)))
    if link.gravity is not None and not link.gravity:
        out.append("turnGravityOff", Said("true", ids_of(link.gravity)))
    for field in ("kinematic", "enable_wind"):
        if getattr(link, field):
            out.append(field, flag(getattr(link, field)))
    if writing.merged and not writing.is_static(link.id):
        _report_touching(writing, link)
    _write_damping(out, link)
    write_collision_tags(writing, out, link, collisions)
    _write_visual_tags(writing, out, link, visuals)
    for plugin in link.plugins:
        write_plugin(out, plugin)
    kept = [each for each in link.extras if not str(each.key).startswith((f"{PREFIX}collision/", f"{PREFIX}visual/"))]
    restore(out, kept, PREFIX)


def _report_touching(writing: Writing, link: Link) -> None:
    """Report that a link touches all others of the robot, since several models became one."""
    if link.self_collide or (link.self_collide is None and link.model in writing.colliding):
        writing.report(findings.SELF_COLLISION_WITH_OTHERS, link)
        return
    row = findings.SELF_COLLISION_OF_ROBOT if link.model in writing.alone else findings.SELF_COLLISION_APPROXIMATED
    model = writing.by_id.get(link.model)
    writing.report(row, link, about=model.self_collide if model is not None else None)


def write_collision_tags(writing: Writing, out: Element, link: Link, collisions: Sequence[Collision]) -> None:
    """Write what concerns collisions of a link."""
    tagged = {row.field for row in (*SURFACE, *COLLISION)}
    surfaces = [each.surface for each in collisions]
    _write_shared(writing, out, link, surfaces, SURFACE, "surface")
    _write_shared(writing, out, link, collisions, COLLISION, "collision")
    block = Element("collision")
    _write_shared(writing, block, link, surfaces, [row for row in SURFACE_BLOCK if row.field not in tagged], "surface")
    _write_shared(writing, block, link, collisions, [row for row in COLLISION_BLOCK if row.field not in tagged], "collision")
    restore(block, link.extras, f"{PREFIX}collision/")
    if block.children:
        out.children.append(block)


def _write_damping(out: Element, link: Link) -> None:
    damping = link.damping
    if damping is None or damping.law != "rate" or damping.angular_below is not None:
        return
    if damping.linear is None or damping.linear != damping.angular or not damping.linear:
        return
    text = number(damping.linear)
    out.append("dampingFactor", Said(text.text, ids_of((damping.linear, damping.angular, damping.law))))


def _write_visual_tags(writing: Writing, out: Element, link: Link, visuals: Sequence[Visual]) -> None:
    scripts = [each.material.script if each.material is not None else None for each in visuals]
    first = scripts[0] if scripts else None
    if first is not None and first.uris == (GAZEBO_MATERIALS,) and all(each == first for each in scripts):
        name = spelled(first.name or "")
        says = tuple((each.name, *each.uris) for each in scripts if each is not None)
        out.append("material", Said(name.text, ids_of(says)))
    block = Element("visual")
    rows = [row for row in VISUAL_BLOCK if row.field != "transparency"]  # which is a part of the colour
    _write_shared(writing, block, link, visuals, rows, "visual")
    looks = [each.material for each in visuals]
    rows = [row for row in MATERIAL_BLOCK if row.field != "diffuse"]
    _write_shared(writing, block, link, looks, rows, "look")
    restore(block, link.extras, f"{PREFIX}visual/")
    if block.children:
        out.children.append(block)


def _write_shared(writing: Writing, out: Element, link: Link, nodes: Sequence[Stating], rows: Sequence[Value], kind: str) -> None:
    """Write values that all shapes of a link share. Where they differ, none is written, which is reported."""
    different: list[str] = []
    about: list[object] = []
    for row in rows:
        stated = [_stated(node, row.field) for node in nodes]
        if all(value is None for value in stated):
            continue
        values = [value for value in stated if value is not None]
        default = DEFAULTS.get(row.field)
        effective = [default if value is None else value for value in stated]
        if all(value == effective[0] for value in effective) and effective[0] is not None:
            if effective[0] == default:
                for value in values:
                    out.omit(value, default)
                continue
            text = print_value(values[0])
            put(out, row.path, Said(text.text, merged(ids_of(value) for value in values)))
        elif kind in ("surface", "collision"):
            different.append(row.path.rpartition("/")[2])
            about += values
    if different:
        writing.report(findings.SURFACE_DIFFERS, link, about=tuple(about), value=", ".join(different))


def _stated(node: Stating, field: str) -> Any:
    """Return the value of a field. Friction across its direction is that along it, unless it is stated."""
    value = None if node is None else getattr(node, field)
    return node.mu if value is None and isinstance(node, Surface) and field == "mu2" else value


# ---------------------------------------------------------------- joints and the robot


def write_joint_tags(writing: Writing, joint: Joint, name: str) -> None:
    out = writing.gazebo(name)
    if joint.axes:
        for rows, holder in ((LIMITS, "limits"), (DYNAMICS, "dynamics")):
            node = getattr(joint.axes[0], holder)
            for row in rows:
                value = getattr(node, row.field) if node is not None else None
                if value is not None and (value or row.field not in ("spring_stiffness", "spring_reference")):
                    out.append(row.path, print_value(value))
    if joint.feedback:
        out.append("provideFeedback", flag(joint.feedback))
    restore(out, joint.extras, PREFIX)


def write_plugin(out: Element, plugin: Plugin) -> None:
    """Write a plugin with its configuration."""
    made = out.append("plugin")
    if plugin.name is not None:
        made.set("name", spelled(plugin.name))
    if plugin.filename is not None:
        made.set("filename", spelled(plugin.filename))
    write_content(made, plugin, says=(plugin,))


def _report_not_asked(writing: Writing) -> None:
    """Report models that let their links touch each other, where each link says so itself or never moves. The tag of the robot speaks of
    all models."""
    moving = [link for link in writing.scene.links if not writing.is_static(link.id)]
    for model in colliding_models_not_asked(writing.scene, moving):
        touching = all(link.self_collide for link in moving if link.model == model.id)
        if touching and writing.source_of(model.self_collide).ids:
            writing.report(SELF_COLLISION_INEFFECTIVE, model, about=model.self_collide, value=True, why=NOT_ASKED)


def write_robot_tags(writing: Writing, models: Sequence[Model], *, all_static: bool) -> None:
    """Write what concerns the whole robot."""
    out = writing.gazebo("")
    statics = tuple(model.static for model in models if model.static)  # else they are welded to the world
    if all_static and statics:
        out.append("static", Said("true", ids_of(statics)))
    if writing.merged:
        _report_not_asked(writing)
    if writing.all_collide:
        colliding = tuple(model.self_collide for model in models if model.self_collide)
        out.append("self_collide", Said("true", ids_of(colliding)))
    for model in models:
        for plugin in model.plugins:
            write_plugin(out, plugin)
        _write_plugins_of_joints(writing, out, model)
        restore(out, model.extras, PREFIX)


def _write_plugins_of_joints(writing: Writing, out: Element, model: Model) -> None:
    """Write the plugins of SDFormat that actuators and sensors of a model came from."""
    own = model.id
    joints = [joint for joint in writing.scene.joints if joint.model == own and joint.id in writing.joint_names]

    def name_of(joint: Id) -> str | None:
        name = writing.joint_names.get(joint)
        return None if name is None else name.text

    children = {joint.id: joint.child for joint in writing.scene.joints}
    for group in groups_of(model, joints):
        out.children.append(plugin_element(group, name_of, others=len(writing.scene.models) > 1))
        if not group.system.command:
            joint, sensor = group.joints[0].joint, group.joints[0].part
            link = writing.path(writing.by_id[children[joint]])
            writing.report(findings.SENSOR_AS_PLUGIN, sensor, subject=f"{link}::{sensor.name or sensor.type}")
