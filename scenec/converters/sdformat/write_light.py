"""Lights of the world and of links."""

from __future__ import annotations

from scenec.converters.sdformat.context import Context
from scenec.converters.sdformat.frames import write_pose
from scenec.converters.sdformat.part import Part
from scenec.converters.sdformat.write_extras import write_extras
from scenec.ir.base import Id
from scenec.ir.light import Light


def write_light(context: Context, holder: Part, light: Light, name: str, base: Id | None, scope: Id | None) -> Part:
    """base: the link the light is in (None: the world); scope: whose names its pose may use."""
    part = holder.child("light")
    part.set("name", name)
    part.put(light, "type", "@type", always=True)
    write_pose(context, part, light.pose, light.relative_to, base, scope)
    part.put(light, "on", "light_on")
    part.put(light, "visualize")
    part.put(light, "intensity")
    part.put(light, "cast_shadows")
    part.put(light, "diffuse", always=True)
    part.put(light, "specular", always=True)
    if light.attenuation is not None:
        attenuation = part.child("attenuation")
        for field in ("range", "constant", "linear", "quadratic"):
            attenuation.put(light.attenuation, field, always=True)
    if light.type != "point":
        part.put(light, "direction", always=True)
    elif light.direction is not None:
        part.put(light, "direction")
    if light.spot is not None:
        spot = part.child("spot")
        for field in ("inner_angle", "outer_angle", "falloff"):
            spot.put(light.spot, field, always=True)
    write_extras(part, light.extras)
    return part
