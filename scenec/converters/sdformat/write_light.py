"""Lights of the world and of links."""

from __future__ import annotations

from scenec.accounting.lens import unwrap
from scenec.converters.sdformat.context import Context
from scenec.converters.sdformat.frames import write_pose
from scenec.converters.sdformat.part import Part
from scenec.converters.sdformat.write_extras import write_extras
from scenec.ir.base import Id
from scenec.ir.light import Attenuation, Light

EVERYWHERE = "1000000"
"""A range (m) that no scene exceeds."""

SILENT = {"diffuse": "1 1 1 1", "specular": "0.1 0.1 0.1 1"}
"""What SDFormat means by silence, said."""

UNFADING = {"range": EVERYWHERE, "constant": "1", "linear": "0", "quadratic": "0"}
"""What a light means that says nothing of it, for OpenGL as for everybody else."""


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
    for field, default in SILENT.items():
        if getattr(light, field) is None:
            part.text(field, default)
        else:
            part.put(light, field, always=True)
    if unwrap(light).type != "directional" or light.attenuation is not None:
        write_attenuation(context, part, light, light.attenuation)
    if unwrap(light).type != "point":
        part.put(light, "direction", always=True)
    elif light.direction is not None:
        part.put(light, "direction")
    if light.spot is not None:
        spot = part.child("spot")
        for field in ("inner_angle", "outer_angle", "falloff"):
            if getattr(light.spot, field) is None:
                spot.text(field, "0")
            else:
                spot.put(light.spot, field, always=True)
    write_extras(part, light.extras)


def write_attenuation(context: Context, holder: Part, light: Light, attenuation: Attenuation | None) -> None:
    """A light without a range reaches everywhere, and one without factors as bright as it is; SDFormat's silence would mean 10 m, and
    half of it at 1 m. Light that comes in parallel does not fade, so silence says enough of it."""
    directional = unwrap(light).type == "directional"
    part = holder.later("attenuation") if directional else holder.child("attenuation")
    fields = ("range", "constant", "linear", "quadratic")
    unsaid = [field for field in fields if attenuation is None or getattr(attenuation, field) is None]
    for field in fields:
        if field not in unsaid:
            part.put(attenuation, field, always=not directional)
        elif not directional:
            part.text(field, UNFADING[field])
    if unsaid and not directional:
        context.ledger.report(
            "light-range-defaulted",
            "defaulted",
            "note",
            "appearance",
            origin=light.origin,
            subject="light.attenuation",
            target=", ".join(f"{field} {UNFADING[field]}" for field in unsaid),
            because="SDFormat lets a light fade and end at 10 m unless it says otherwise",
        )
