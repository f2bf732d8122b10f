"""Lights of the world and of links."""

from __future__ import annotations

from scenec.converters.sdformat.context import Context
from scenec.converters.sdformat.frames import write_pose
from scenec.converters.sdformat.part import Part
from scenec.converters.sdformat.write_extras import write_extras
from scenec.ir.base import Id
from scenec.ir.light import Attenuation, Light

EVERYWHERE = "1000000"
"""A range (m) that no scene exceeds."""


def write_light(context: Context, holder: Part, light: Light, name: str, base: Id | None, scope: Id | None) -> None:
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
        write_attenuation(context, part, light, light.attenuation)
    if light.type != "point":
        part.put(light, "direction", always=True)
    elif light.direction is not None:
        part.put(light, "direction")
    if light.spot is not None:
        spot = part.child("spot")
        for field in ("inner_angle", "outer_angle", "falloff"):
            spot.put(light.spot, field, always=True)
    write_extras(part, light.extras)


def write_attenuation(context: Context, holder: Part, light: Light, attenuation: Attenuation) -> None:
    """A light without a range reaches everywhere; SDFormat's silence would mean 10 m."""
    part = holder.child("attenuation")
    for field in ("range", "constant", "linear", "quadratic"):
        part.put(attenuation, field, always=True)
    if attenuation.range is None:
        part.text("range", EVERYWHERE)
        context.ledger.report(
            "light-range-defaulted",
            "defaulted",
            "note",
            "appearance",
            origin=light.origin,
            subject="light.attenuation.range",
            target=f"{EVERYWHERE} m",
            because="SDFormat lets a light end at 10 m unless it says otherwise",
        )
