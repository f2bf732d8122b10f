"""Read <gazebo>: what libsdformat makes of its tags for the robot, a link or a joint (src/parser_urdf.cc).

Several blocks of one reference add up. Fixed joints stay joints: merging their links is a choice of the importer. What has no place in the
neutral scene is kept for URDF, under the key ``gazebo/TAG``. Plugins of the robot that drive joints become actuators.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from scenec import ir
from scenec.converters.common.gazebo_plugin_reading import DrivingPlugin, Source, UnusualPluginError, concerned, of_all, read_driving_plugin
from scenec.converters.urdf.findings.reading import GAZEBO_REFERENCE_UNKNOWN, GAZEBO_SHAPELESS_INEFFECTIVE
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
from scenec.converters.urdf.kinds import FLAG, LAX, TEXT, WHOLE, WORD
from scenec.converters.urdf.profile import GAZEBO_MATERIALS
from scenec.converters.urdf.read.element import Part
from scenec.converters.urdf.read.sensor import read_plugin, read_sensor, read_value, values_in
from scenec.errors import nearest
from scenec.ir import Id
from scenec.ir.base import Extra, Plugin
from scenec.source import Origin
from scenec.syntax.kinds import Kind
from scenec.syntax.tree import SourceNode
from scenec.trace import ids_of, traced

_OF_LINKS = {row.path: row for row in (*SURFACE, *COLLISION)}
_OF_JOINTS = {row.path: (row, holder) for holder, rows in (("limits", LIMITS), ("dynamics", DYNAMICS)) for row in rows}
_FLAGS = {
    "selfCollide": "self_collide",
    "self_collide": "self_collide",
    "turnGravityOff": "gravity",
    "gravity": "gravity",
    "kinematic": "kinematic",
    "enable_wind": "enable_wind",
}
_DEFAULT_FRICTION = {"mu": 1.0, "mu2": 1.0}
KINDS: dict[str, Kind[Any]] = {"double": LAX, "unsigned int": WHOLE, "bool": FLAG, "string": TEXT}
"""Kind of a value in a plugin, by SDFormat -> ours."""
SDFORMAT = "sdformat"
"""The format whose values stand in a plugin that drives joints."""


class LinkTags(msgspec.Struct):
    """The <gazebo> values of a link. surface, collision: fields of every collision; visual, look: of every visual and its material; fields:
    of the link."""

    surface: dict[str, Any] = {}
    collision: dict[str, Any] = {}
    visual: dict[str, Any] = {}
    look: dict[str, Any] = {}
    fields: dict[str, Any] = {}
    material: ir.MaterialScript | None = None
    sensors: tuple[ir.Sensor, ...] = ()
    plugins: tuple[Plugin, ...] = ()
    extras: tuple[Extra, ...] = ()
    part: Part | None = None


class JointTags(msgspec.Struct):
    """The <gazebo> values of a joint."""

    limits: dict[str, Any] = {}
    dynamics: dict[str, Any] = {}
    feedback: bool | None = None
    sensors: tuple[ir.Sensor, ...] = ()
    extras: tuple[Extra, ...] = ()


UNTAGGED = JointTags()
"""Of a joint without <gazebo>."""


class RobotTags(msgspec.Struct):
    """The <gazebo> values of the robot, from elements without a reference."""

    fields: dict[str, Any] = {}
    plugins: tuple[Part, ...] = ()
    joints: tuple[Part, ...] = ()
    extras: tuple[Extra, ...] = ()


class GazeboTags(msgspec.Struct):
    """All of <gazebo>, by the names of links and joints."""

    robot: RobotTags
    links: dict[str, LinkTags] = {}
    joints: dict[str, JointTags] = {}


def read_gazebo(robot: Part, links: dict[str, Part], joints: set[str]) -> GazeboTags:
    """Read all <gazebo> elements. References to nothing are reported: Gazebo ignores them."""
    tags = GazeboTags(RobotTags())
    for part in robot.every("gazebo"):
        reference = part.raw("reference")
        part.consumed(reference)
        if not reference:
            _read_of_robot(part, tags.robot)
        elif str(reference) in links:
            _read_of_link(part, tags.links.setdefault(str(reference), LinkTags()))
        elif str(reference) in joints:
            _read_of_joint(part, tags.joints.setdefault(str(reference), JointTags()))
        else:
            about = part.pass_over()
            near = nearest(str(reference), [*links, *joints])
            part.report(GAZEBO_REFERENCE_UNKNOWN, about=about, value=str(reference), advice=_advice(near))
            continue
        part.rest()
    return tags


def _advice(near: str) -> str:
    return f"Did you mean {near}?" if near else "Correct the name, or remove the block."


def _rows_of(part: Part) -> list[Part]:
    return part.every()


def _read_of_robot(part: Part, tags: RobotTags) -> None:
    for each in _rows_of(part):
        if each.tag in ("static", "self_collide") and each.tag not in tags.fields:
            tags.fields[each.tag] = each.value(FLAG)
            each.rest()
        elif each.tag == "plugin":
            tags.plugins = (*tags.plugins, each)
        elif each.tag == "joint":
            tags.joints = (*tags.joints, each)
        else:
            tags.extras = (*tags.extras, each.as_extra(f"gazebo/{each.tag}"))


def _read_of_joint(part: Part, tags: JointTags) -> None:
    for each in _rows_of(part):
        known = _OF_JOINTS.get(each.tag)
        if known is not None:
            row, holder = known
            value = read_value(each, row)
            if value is not None:
                getattr(tags, holder)[row.field] = value
            each.rest()
        elif each.tag == "provideFeedback":
            tags.feedback = each.value(FLAG)
            each.rest()
        elif each.tag == "sensor":
            tags.sensors = (*tags.sensors, read_sensor(each))
        else:
            tags.extras = (*tags.extras, each.as_extra(f"gazebo/{each.tag}"))


def _read_of_link(part: Part, tags: LinkTags) -> None:
    tags.part = part
    for each in _rows_of(part):
        row = _OF_LINKS.get(each.tag)
        if row is not None:
            value = read_value(each, row)
            if value is not None:
                (tags.surface if row in SURFACE else tags.collision)[row.field] = value
            each.rest()
        elif each.tag in _FLAGS:
            value = each.value(FLAG)
            tags.fields[_FLAGS[each.tag]] = traced(not value, ids_of(value)) if each.tag == "turnGravityOff" else value
            each.rest()
        elif each.tag == "dampingFactor":
            value = read_value(each, Value("", "", LAX))
            if value is not None:
                tags.fields["damping"] = ir.Damping(law="rate", linear=value, angular=value, origin=each.origin)
            each.rest()
        elif each.tag == "material" and not each.node.children and each.node.text:
            name = each.text(WORD)
            tags.material = ir.MaterialScript(name=name, uris=(GAZEBO_MATERIALS,), origin=each.origin)
            each.rest()
        elif each.tag in ("collision", "visual"):
            _read_block(each, tags)
        elif each.tag == "sensor":
            tags.sensors = (*tags.sensors, read_sensor(each))
        elif each.tag == "plugin":
            tags.plugins = (*tags.plugins, read_plugin(each))
        else:
            tags.extras = (*tags.extras, each.as_extra(f"gazebo/{each.tag}"))


def _read_block(part: Part, tags: LinkTags) -> None:
    """Read what is merged into every collision or visual of the link."""
    if part.tag == "collision":
        tags.surface.update(values_in(part, SURFACE_BLOCK))
        tags.collision.update(values_in(part, COLLISION_BLOCK))
    else:
        tags.visual.update(values_in(part, VISUAL_BLOCK))
        tags.look.update(values_in(part, MATERIAL_BLOCK))
    rest = (msgspec.structs.replace(each, key=f"gazebo/{part.tag}/{each.key}") for each in part.rest())
    tags.extras = (*tags.extras, *rest)


def with_tags(link: ir.Link, tags: LinkTags | None, id_: Id) -> ir.Link:
    """Return a link with what <gazebo> says of it. Surfaces and the Gazebo material belong to every shape; a link without one has no place
    for them, which is reported."""
    if tags is None:
        return link
    collisions, visuals = link.collisions, link.visuals
    if tags.surface or tags.collision:
        if collisions:
            collisions = tuple(_touching(each, tags) for each in collisions)
        elif tags.part is not None:
            about = (*tags.surface.values(), *tags.collision.values())
            tags.part.report(GAZEBO_SHAPELESS_INEFFECTIVE, about=about, value=str(link.name), kind="collision")
    if tags.material is not None or tags.visual or tags.look:
        if visuals:
            visuals = tuple(_dressed(each, tags) for each in visuals)
        elif tags.part is not None:
            about = (tags.material, *tags.visual.values(), *tags.look.values())
            tags.part.report(GAZEBO_SHAPELESS_INEFFECTIVE, about=about, value=str(link.name), kind="visual")
    return msgspec.structs.replace(
        link,
        collisions=collisions,
        visuals=visuals,
        **tags.fields,
        sensors=(*link.sensors, *tags.sensors),
        plugins=(*link.plugins, *tags.plugins),
        extras=(*link.extras, *tags.extras),
    )


def _touching(collision: ir.Collision, tags: LinkTags) -> ir.Collision:
    surface = collision.surface
    if tags.surface:
        surface = ir.Surface(**{**_DEFAULT_FRICTION, **tags.surface}, origin=collision.origin)
    return msgspec.structs.replace(collision, surface=surface, **tags.collision)


def _dressed(visual: ir.Visual, tags: LinkTags) -> ir.Visual:
    material = visual.material
    if tags.material is not None or tags.look:
        material = msgspec.structs.replace(material or ir.Material(origin=visual.origin), **tags.look)
        material = msgspec.structs.replace(material, script=tags.material or material.script)
    return msgspec.structs.replace(visual, material=material, **tags.visual)


def read_plugins(parts: Sequence[Part], joints: list[ir.Joint]) -> tuple[tuple[Plugin, ...], tuple[Extra, ...]]:
    """Give joints what the plugins of a robot say of them. Return the plugins that stay texts, and what the scene cannot express of the
    others."""
    if not parts:
        return (), ()
    numbers = {str(joint.name): number for number, joint in enumerate(joints)}
    labels: dict[str, int] = {}
    texts: list[Plugin] = []
    extras: list[Extra] = []

    def joints_of(plugin: DrivingPlugin) -> list[int]:
        if not plugin.system.command:  # a publisher of joint states is no sensor of a link
            raise UnusualPluginError
        if not plugin.joints and plugin.system.all_joints:
            return concerned(plugin, of_all(plugin, list(numbers.values()), joints), joints)
        if any(name not in numbers for _, name, _ in plugin.joints):
            raise UnusualPluginError
        return concerned(plugin, [numbers[name] for _, name, _ in plugin.joints], joints)

    for part in parts:
        made = read_driving_plugin(part.node, _source(part), labels, joints, joints_of)
        if made is None:
            texts.append(read_plugin(part))
        else:
            part.node.mark_all()
            extras += made
    return tuple(texts), tuple(extras)


def _source(part: Part) -> Source:
    def origin_of(node: SourceNode) -> Origin:
        return Part(node, part.document, part.ledger, part.reading).origin

    return Source(SDFORMAT, part.ledger, lambda kind, text: KINDS[kind].parse(text)[0], origin_of)
