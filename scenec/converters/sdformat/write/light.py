"""Write lights of the world and of links."""

from __future__ import annotations

import math
from collections.abc import Iterable

from scenec.converters.sdformat.findings.writing import LIGHT_AMBIENT_APPROXIMATED, LIGHT_AMBIENT_CONVERTED, LIGHT_RANGE_DEFAULTED
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.extras import write_extras
from scenec.converters.sdformat.write.frames import write_pose
from scenec.converters.sdformat.write.values import computed_numbers
from scenec.ir.base import Id
from scenec.ir.light import Attenuation, Light
from scenec.ir.physics_profile import World
from scenec.syntax.said import Said, constant

EVERYWHERE = "1000000"
"""A range (m) that no scene exceeds."""

DEFAULT_COLOURS = {"diffuse": "1 1 1 1", "specular": "0.1 0.1 0.1 1"}
"""The default colours of a light in SDFormat."""

NO_ATTENUATION = {"range": EVERYWHERE, "constant": "1", "linear": "0", "quadratic": "0"}
"""The attenuation of a light that does not fade, as in OpenGL."""


def write_light(context: Context, holder: ElementWriter, light: Light, name: Said, base: Id | None, scope: Id | None) -> None:
    """Write a light. base: the link that holds it (None: the world). scope: the model whose names its pose may use."""
    part = holder.child("light", says=(light.world,))
    part.set("name", name)
    part.put(light, "type", "@type", always=True)
    write_pose(context, part, light.pose, light.relative_to, base, scope)
    part.put(light, "on", "light_on")
    part.put(light, "visualize")
    part.put(light, "intensity")
    part.put(light, "cast_shadows")
    for field, default in DEFAULT_COLOURS.items():
        if getattr(light, field) is None:
            part.text(field, constant(default))
        else:
            part.put(light, field, always=True)
    if light.type != "directional" or light.attenuation is not None:
        write_attenuation(context, part, light, light.attenuation)
    if light.type != "point":
        part.put(light, "direction", always=True)
    elif light.direction is not None:
        part.put(light, "direction")
    if light.spot is not None:
        spot = part.child("spot")
        for field in ("inner_angle", "outer_angle", "falloff"):
            if getattr(light.spot, field) is None:
                spot.text(field, constant("0"))
            else:
                spot.put(light.spot, field, always=True)
    write_extras(part, light.extras)


def write_ambient(context: Context, scene: ElementWriter, world: World, lights: Iterable[Light]) -> None:
    """Write the ambient light of a world and of its lights, which OpenGL adds. scene: the <scene> of the world.

    The default would be grey, so black is written where lights state it.
    """
    look = world.look
    stated = [light for light in lights if light.ambient is not None and (light.on is None or light.on)]
    if not stated:
        if look is not None:
            scene.put(look, "ambient")
        return
    ambients = [light.ambient for light in stated]
    own = look.ambient if look is not None else None
    parts = [math.fsum(color[i] for color in (*ambients, own) if color is not None) for i in range(3)]
    alpha = own[3] if own is not None else 1.0
    scene.text("ambient", computed_numbers((*(min(part, 1.0) for part in parts), alpha), own, tuple(ambients)))
    row = LIGHT_AMBIENT_APPROXIMATED if max(parts) > 1 else LIGHT_AMBIENT_CONVERTED
    for light, ambient in zip(stated, ambients, strict=True):
        if ambient is not None and any(ambient[:3]):
            context.report(row, light, about=ambient, value=ambient, target="<ambient> of <scene>", subject="light.ambient")


def write_attenuation(context: Context, holder: ElementWriter, light: Light, attenuation: Attenuation | None) -> None:
    """Write the attenuation of a light. A light without a range reaches everywhere, and one without factors does not fade.

    The defaults of SDFormat are a range of 10 m and half the brightness at 1 m. Directional light does not fade, so its defaults are not
    replaced.
    """
    directional = light.type == "directional"
    part = holder.later("attenuation") if directional else holder.child("attenuation")
    fields = ("range", "constant", "linear", "quadratic")
    missing = [field for field in fields if attenuation is None or getattr(attenuation, field) is None]
    for field in fields:
        if field not in missing:
            part.put(attenuation, field, always=not directional)
        elif not directional:
            part.text(field, constant(NO_ATTENUATION[field]))
    if missing and not directional:
        context.report(
            LIGHT_RANGE_DEFAULTED,
            light,
            target=", ".join(f"{field} {NO_ATTENUATION[field]}" for field in missing),
            subject="light.attenuation",
        )
