"""Lights: children of the scene, in world coordinates, without names."""

from __future__ import annotations

import math

from scenec.accounting.lens import unwrap
from scenec.converters.common.numbers import Computed
from scenec.converters.simrobot.write_context import Writing
from scenec.converters.simrobot.write_values import length, number
from scenec.ir.base import Id
from scenec.ir.light import Light
from scenec.ir.pose import ORIGIN, Pose, Vec3, clean
from scenec.syntax.kinds import scaled
from scenec.syntax.xml_printing import Out
from scenec.trace import derived

TAGS = {"directional": "DirLight", "point": "PointLight", "spot": "SpotLight"}
WHITE, BLACK = (1.0, 1.0, 1.0, 1.0), (0.0, 0.0, 0.0, 1.0)
DOWN: Vec3 = (0.0, 0.0, -1.0)


def write_lights(writing: Writing, scene: Out) -> None:
    """The lights of the world, and those of links where their links stand at the start."""
    for light in writing.request.scene.lights:
        write_light(writing, scene, light)
    for link in writing.request.scene.links:
        bare = unwrap(link)
        for light in link.lights if bare.lights else ():
            write_light(writing, scene, light, bare.id)
            if bare.model not in writing.static and unwrap(light).type in TAGS:
                writing.tell(
                    light, "light-still-approximated", "approximated", "warning", "appearance", about=unwrap(light).type,
                    subject=f"{writing.path(link)}.lights[{unwrap(light).name or ''}]", value="a light of a link",
                    target="a light of the world", because="lights of SimRobot belong to the scene and never move",
                    consequence="it stays where it is at the start",
                )  # fmt: skip


def write_light(writing: Writing, scene: Out, light: Light, owner: Id | None = None) -> None:
    """A light of the world or of a link. Those that are off stay unread."""
    bare = unwrap(light)
    tag = TAGS.get(bare.type)
    if tag is None or (bare.on is not None and not bare.on):
        return
    _ = light.type
    if bare.world is not None and writing.scene.worlds and bare.world == writing.scene.worlds[0].id:
        _ = light.world
    out = scene.add(tag)
    write_shine(writing, out, light)
    pose = placed(writing, light, owner)
    if tag == "DirLight":
        write_direction(out, light, pose, ("x", "y", "z"))
        return
    for axis, part in zip("xyz", pose.position, strict=True):
        if part:
            out.attributes[axis] = length(part)
    write_fading(writing, out, light)
    if tag == "SpotLight":
        write_direction(out, light, pose, ("dirX", "dirY", "dirZ"))
        if light.spot is not None and light.spot.outer_angle is not None:
            cutoff = min(max(math.cos(light.spot.outer_angle / 2), 0.0), 1.0)
            out.attributes["cutoff"] = number(Computed(cutoff if cutoff > 1e-15 else 0.0))


def write_shine(writing: Writing, out: Out, light: Light) -> None:
    """Three colours, or in the MuJoCo core one and its intensity."""
    if writing.core3:
        if light.diffuse is not None and light.diffuse[:3] != WHITE[:3]:
            red, green, blue, _ = light.diffuse
            out.attributes["color"] = writing.colour(light, derived((red, green, blue, 1.0), light.diffuse), "color")
        if light.intensity is not None and light.intensity != 1:
            out.attributes["intensity"] = number(light.intensity)
        return
    for name, value, default in (
        ("diffuseColor", light.diffuse, WHITE),
        ("ambientColor", light.ambient, BLACK),
        ("specularColor", light.specular, WHITE),
    ):
        if value is not None and value != default:
            out.attributes[name] = writing.colour(light, value, name)


def placed(writing: Writing, light: Light, owner: Id | None = None) -> Pose:
    """Where the light is in the world; of a directional one only the turn counts, of a point light only the place."""
    bare = unwrap(light)
    pose = bare.pose or Pose()
    if light.pose is not None:
        for part, without in (("position", "directional"), ("rotation", "point")):
            value = getattr(light.pose, part)
            if bare.type == without and value != getattr(Pose(), part):
                writing.tell(
                    light, f"light-{part}-ineffective", "dropped", "note", "appearance", about=value, value=value,
                    because="light that comes in parallel comes from nowhere" if part == "position" else "it shines in all directions",
                    consequence="nothing: it shines as it did",
                )  # fmt: skip
    reference = light.relative_to or owner
    if reference is None:
        return pose
    X = writing.along(str(reference), None).pose @ pose
    x, y, z = (Computed(part) for part in clean(X.position))
    return Pose((x, y, z), X.rotation)


def write_direction(out: Out, light: Light, pose: Pose, names: tuple[str, str, str]) -> None:
    """The way the light travels; components from -1 to 1. Without one, light falls."""
    stated = light.direction
    direction = stated if stated is not None else DOWN
    if pose.rotation != Pose().rotation and direction != ORIGIN:
        x, y, z = (Computed(part) for part in clean(pose.rotation.apply(direction)))
        direction = (x, y, z)
    if max(map(abs, direction)) > 1.0:
        direction = shortened(direction)
    for name, part, default in zip(names, direction, (0.0, 0.0, 1.0), strict=True):
        if part != default:
            out.attributes[name] = number(part)


def shortened(direction: Vec3) -> Vec3:
    """The same direction with components from -1 to 1: divided by a power of ten, so that its digits stay."""
    exponent = -math.ceil(math.log10(max(map(abs, direction))))
    x, y, z = (Computed(scaled(repr(float(part)), exponent)) for part in direction)
    return (x, y, z)


def write_fading(writing: Writing, out: Out, light: Light) -> None:
    fading = light.attenuation
    if fading is None:
        return
    for name, value, default in (
        ("constantAttenuation", fading.constant, 1.0),
        ("linearAttenuation", fading.linear, 0.0),
        ("quadraticAttenuation", fading.quadratic, 0.0),
    ):
        if value is not None and value < 0:
            writing.tell(
                light, "light-attenuation-approximated", "approximated", "note", "appearance", about=value, subject=name, value=value,
                target=number(default), because="SimRobot refuses light that grows with distance", consequence="it fades otherwise",
                hint="correct it",
            )  # fmt: skip
        elif value is not None and value != default:
            out.attributes[name] = number(value)
