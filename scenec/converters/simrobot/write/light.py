"""Lights: children of the scene, in world coordinates, without names."""

from __future__ import annotations

import math

from scenec.accounting.lens import unwrap
from scenec.converters.simrobot.findings.writing_parts import (
    LIGHT_ATTENUATION_APPROXIMATED,
    LIGHT_DEFAULTED,
    LIGHT_POSITION_INEFFECTIVE,
    LIGHT_ROTATION_INEFFECTIVE,
    LIGHT_STILL_APPROXIMATED,
)
from scenec.converters.simrobot.profile import LIGHTS
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.values import length, number
from scenec.ir.base import Id
from scenec.ir.light import Light
from scenec.ir.pose import ORIGIN, Pose, Vec3, clean
from scenec.syntax.kinds import scaled
from scenec.syntax.xml_printing import Out
from scenec.trace import Computed, derived

WHITE, BLACK = (1.0, 1.0, 1.0, 1.0), (0.0, 0.0, 0.0, 1.0)
DOWN: Vec3 = (0.0, 0.0, -1.0)


def write_lights(writing: Writing, scene: Out) -> None:
    """Write the lights of the world, and those of links where their links stand at the start."""
    for light in writing.request.scene.lights:
        write_light(writing, scene, light)
    for link in writing.request.scene.links:
        bare = unwrap(link)
        for light in link.lights if bare.lights else ():
            write_light(writing, scene, light, bare.id)
            if bare.model not in writing.static and unwrap(light).type in LIGHTS:
                writing.tell(
                    light,
                    LIGHT_STILL_APPROXIMATED,
                    about=unwrap(light).type,
                    subject=f"{writing.path(link)}.lights[{unwrap(light).name or ''}]",
                    value="a light of a link",
                    target="a light of the world",
                )


def write_default_lights(writing: Writing, scene: Out) -> None:
    """Write the lights that the source's simulator adds to a scene without any. SimRobot shows a fifth of the ambient colours then."""
    source = writing.request.source_format
    lit = any(child.tag in LIGHTS.values() for child in scene.children)
    if lit or not source or writing.from_simrobot or not any(link.visuals for link in writing.scene.links):
        return
    from scenec.converters import load

    record = load(source)
    for light in record.lights:
        write_light(writing, scene, light)
        writing.tell(
            writing.request.scene,
            LIGHT_DEFAULTED,
            subject=light.type,
            target=f"a white {light.type} light at {' '.join(number(part) for part in (light.pose or Pose()).position)}",
            simulated_by=record.simulator,
        )


def write_light(writing: Writing, scene: Out, light: Light, owner: Id | None = None) -> None:
    """Write a light of the world or of a link. One that is off stays unread."""
    bare = unwrap(light)
    tag = LIGHTS.get(bare.type)
    if tag is None or (bare.on is not None and not bare.on):
        return
    _ = light.type
    if bare.world is not None and writing.scene.worlds and bare.world == writing.scene.worlds[0].id:
        _ = light.world
    out = scene.add(tag)
    write_light_colours(writing, out, light)
    pose = placed(writing, light, owner)
    if tag == "DirLight":
        write_direction(out, light, pose, ("x", "y", "z"))
        return
    for axis, part in zip("xyz", pose.position, strict=True):
        if part:
            out.attributes[axis] = length(part)
    write_attenuation(writing, out, light)
    if tag == "SpotLight":
        write_direction(out, light, pose, ("dirX", "dirY", "dirZ"))
        if light.spot is not None and light.spot.outer_angle is not None:
            cutoff = min(max(math.cos(light.spot.outer_angle / 2), 0.0), 1.0)
            out.attributes["cutoff"] = number(Computed(cutoff if cutoff > 1e-15 else 0.0))


def write_light_colours(writing: Writing, out: Out, light: Light) -> None:
    """Write three colours, or in the MuJoCo core one and its intensity."""
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
    """Return the pose of a light in the world. Only the rotation of a directional one and the position of a point light count."""
    bare = unwrap(light)
    pose = bare.pose or Pose()
    if light.pose is not None:
        for part, without, row in (
            ("position", "directional", LIGHT_POSITION_INEFFECTIVE),
            ("rotation", "point", LIGHT_ROTATION_INEFFECTIVE),
        ):
            value = getattr(light.pose, part)
            if bare.type == without and value != getattr(Pose(), part):
                writing.tell(light, row, about=value, value=value)
    reference = light.relative_to or owner
    if reference is None:
        return pose
    X = writing.pose_in(str(reference), None).pose @ pose
    x, y, z = (Computed(part) for part in clean(X.position))
    return Pose((x, y, z), X.rotation)


def write_direction(out: Out, light: Light, pose: Pose, names: tuple[str, str, str]) -> None:
    """Write the direction in which the light travels, with components from -1 to 1; down if none is stated."""
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
    """Return the same direction with components from -1 to 1: divided by a power of ten, so that its digits stay."""
    exponent = -math.ceil(math.log10(max(map(abs, direction))))
    x, y, z = (Computed(scaled(repr(float(part)), exponent)) for part in direction)
    return (x, y, z)


def write_attenuation(writing: Writing, out: Out, light: Light) -> None:
    fading = light.attenuation
    if fading is None:
        return
    for name, value, default in (
        ("constantAttenuation", fading.constant, 1.0),
        ("linearAttenuation", fading.linear, 0.0),
        ("quadraticAttenuation", fading.quadratic, 0.0),
    ):
        if value is not None and value < 0:
            writing.tell(light, LIGHT_ATTENUATION_APPROXIMATED, about=value, subject=name, value=value, target=number(default))
        elif value is not None and value != default:
            out.attributes[name] = number(value)
