"""Lights: children of the scene, in world coordinates, without names."""

from __future__ import annotations

import math

from scenec.converters.common.write_context import stated_pose
from scenec.converters.simrobot.findings.writing_parts import (
    LIGHT_ATTENUATION_APPROXIMATED,
    LIGHT_DEFAULTED,
    LIGHT_POSITION_INEFFECTIVE,
    LIGHT_ROTATION_INEFFECTIVE,
    LIGHT_STILL_APPROXIMATED,
)
from scenec.converters.simrobot.profile import LIGHTS
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.values import length, number, number_text
from scenec.ir.base import Id
from scenec.ir.light import Light
from scenec.ir.pose import ORIGIN, Pose, Vec3, clean
from scenec.syntax.element import Element
from scenec.syntax.kinds import scaled
from scenec.syntax.said import Said
from scenec.trace import Computed, ids_of, made_of

WHITE, BLACK = (1.0, 1.0, 1.0, 1.0), (0.0, 0.0, 0.0, 1.0)
DOWN: Vec3 = (0.0, 0.0, -1.0)


def write_lights(writing: Writing, scene: Element) -> None:
    """Write the lights of the world, and those of links where their links stand at the start."""
    for light in writing.scene.lights:
        write_light(writing, scene, light)
    for link in writing.scene.links:
        for light in link.lights:
            write_light(writing, scene, light, link.id)
            if link.model not in writing.static and light.type in LIGHTS:
                writing.report(
                    LIGHT_STILL_APPROXIMATED,
                    light,
                    about=light.type,
                    subject=f"{writing.path(link)}.lights[{light.name or ''}]",
                    value="a light of a link",
                    target="a light of the world",
                )


def write_default_lights(writing: Writing, scene: Element) -> None:
    """Write the lights that the source's simulator adds to a scene without any. SimRobot shows a fifth of the ambient colours then."""
    source = writing.request.source_format
    lit = any(child.tag in LIGHTS.values() for child in scene.children)
    if lit or not source or writing.is_own or not any(link.visuals for link in writing.scene.links):
        return
    from scenec.converters import load

    record = load(source)
    for light in record.lights:
        write_light(writing, scene, light)
        writing.report(
            LIGHT_DEFAULTED,
            writing.scene,
            subject=light.type,
            target=f"a white {light.type} light at {' '.join(number_text(part) for part in (light.pose or Pose()).position)}",
            simulated_by=record.simulator,
        )


def write_light(writing: Writing, scene: Element, light: Light, owner: Id | None = None) -> Element | None:
    """Write a light of the world or of a link; none for one that is off."""
    tag = LIGHTS.get(light.type)
    if tag is None or (light.on is not None and not light.on):
        return None
    in_world = light.world is not None and light.world in {world.id for world in writing.scene.worlds[:1]}
    out = scene.append(tag, says=(light.type, light.world if in_world else None))
    write_light_colours(writing, out, light)
    pose = placed(writing, light, owner)
    if tag == "DirLight":
        write_direction(out, light, pose, ("x", "y", "z"))
        return out
    for axis, part in zip("xyz", pose.position, strict=True):
        if part:
            out.set(axis, length(part))
        else:
            out.omit(part, 0.0)
    write_attenuation(writing, out, light)
    if tag == "SpotLight":
        write_direction(out, light, pose, ("dirX", "dirY", "dirZ"))
        if light.spot is not None and light.spot.outer_angle is not None:
            cutoff = min(max(math.cos(light.spot.outer_angle / 2), 0.0), 1.0)
            out.set("cutoff", number(made_of(Computed(cutoff if cutoff > 1e-15 else 0.0), light.spot.outer_angle)))
    return out


def write_light_colours(writing: Writing, out: Element, light: Light) -> None:
    """Write three colours, or in the MuJoCo core one and its intensity."""
    if writing.core3:
        if light.diffuse is not None:
            red, green, blue, alpha = light.diffuse
            if (red, green, blue) == WHITE[:3]:
                out.omit(light.diffuse, (*WHITE[:3], alpha))
            else:  # light has no opacity
                said = writing.colour(light, (red, green, blue, 1.0), "color")
                out.set("color", Said(said.text, (*said.ids, *ids_of(alpha))))
        if light.intensity is not None:
            if light.intensity != 1:
                out.set("intensity", number(light.intensity))
            else:
                out.omit(light.intensity, 1)
        return
    for name, value, default in (
        ("diffuseColor", light.diffuse, WHITE),
        ("ambientColor", light.ambient, BLACK),
        ("specularColor", light.specular, WHITE),
    ):
        if value is not None and value != default:
            out.set(name, writing.colour(light, value, name))
        elif value is not None:
            out.omit(value, default)


def placed(writing: Writing, light: Light, owner: Id | None = None) -> Pose:
    """Return the pose of a light in the world. Only the rotation of a directional one and the position of a point light count."""
    reference = light.relative_to or owner
    pose = stated_pose(light.pose, light.relative_to)
    if light.pose is not None:
        for part, without, row in (
            ("position", "directional", LIGHT_POSITION_INEFFECTIVE),
            ("rotation", "point", LIGHT_ROTATION_INEFFECTIVE),
        ):
            value = getattr(light.pose, part)
            if light.type == without and value != getattr(Pose(), part):
                writing.report(row, light, about=value, value=value)
    if reference is None:
        return pose
    X_WR, X_RL = writing.relative(str(reference), None).pose, pose
    X_WL = X_WR @ X_RL
    x, y, z = (made_of(Computed(part), (X_WR.position, X_WR.rotation, X_RL.position)) for part in clean(X_WL.position))
    return Pose((x, y, z), made_of(X_WL.rotation, (X_WR.rotation, X_RL.rotation)))


def write_direction(out: Element, light: Light, pose: Pose, names: tuple[str, str, str]) -> None:
    """Write the direction in which the light travels, with components from -1 to 1; down if none is stated."""
    stated = light.direction
    direction = stated if stated is not None else DOWN
    if pose.rotation != Pose().rotation and direction != ORIGIN:
        i, j, k = (Computed(part) for part in clean(pose.rotation.apply(direction)))
        direction = made_of((i, j, k), (direction, pose.rotation))
    else:
        x, y, z = (made_of(part, (part, pose.rotation)) for part in direction)
        direction = (x, y, z)
    for name, part, default in zip(names, shortened(direction), (0.0, 0.0, 1.0), strict=True):
        if part != default:
            out.set(name, number(part))
        else:
            out.omit(part, default)


def shortened(direction: Vec3) -> Vec3:
    """Return the same direction with components from -1 to 1: divided by a power of ten, so that its digits stay.

    The greatest component decides the power: from 1 on, another one moves them all."""
    greatest = max(direction, key=abs)
    if abs(greatest) < 1.0:
        return direction
    exponent = -math.ceil(math.log10(abs(greatest)))
    x, y, z = (made_of(Computed(scaled(repr(float(part)), exponent)) if exponent else part, (part, greatest)) for part in direction)
    return (x, y, z)


def write_attenuation(writing: Writing, out: Element, light: Light) -> None:
    fading = light.attenuation
    if fading is None:
        return
    for name, value, default in (
        ("constantAttenuation", fading.constant, 1.0),
        ("linearAttenuation", fading.linear, 0.0),
        ("quadraticAttenuation", fading.quadratic, 0.0),
    ):
        if value is None:
            continue
        if value < 0:
            writing.report(LIGHT_ATTENUATION_APPROXIMATED, light, about=value, subject=name, value=value, target=number_text(default))
        elif value != default:
            out.set(name, number(value))
        else:
            out.omit(value, default)
