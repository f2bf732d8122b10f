"""Read lights of the world and of links."""

from __future__ import annotations

from scenec import ir
from scenec.converters.sdformat.findings.reading import LIGHT_TYPE_INVALID
from scenec.converters.sdformat.read.context import Reading
from scenec.converters.sdformat.read.element import Element
from scenec.converters.sdformat.read.extras import collect
from scenec.converters.sdformat.read.scope import Scope

TYPES = ("point", "spot", "directional")


def read_light(reading: Reading, element: Element, scope: Scope | None, world: str | None = None) -> ir.Light:
    kind = element.required("type")
    if kind not in TYPES:
        reading.invalid(LIGHT_TYPE_INVALID, element, about=kind, type=str(kind))
        kind = "point"
    pose, relative_to = reading.pose(element, scope)
    attenuation, spot = element.child("attenuation"), element.child("spot")
    return ir.Light(
        name=reading.own_name(element),
        type=kind,
        pose=pose,
        relative_to=relative_to,
        world=world,
        direction=element.take("light", "direction", default=kind != "point"),
        diffuse=element.take("light", "diffuse", default=True),
        specular=element.take("light", "specular", default=True),
        intensity=element.take("light", "intensity"),
        on=element.take("light", "light_on"),
        cast_shadows=element.take("light", "cast_shadows"),
        visualize=element.take("light", "visualize"),
        attenuation=_attenuation(attenuation),
        spot=_spot(spot) if spot is not None else None,
        extras=collect(element, "light"),
        use=reading.use_of(element),
        origin=element.origin,
    )


def _attenuation(element: Element | None) -> ir.Attenuation:
    if element is None:
        return ir.Attenuation(range=10.0, constant=1.0, linear=1.0, quadratic=0.0)
    values = (element.take("light/attenuation", name, default=True) for name in ("range", "constant", "linear", "quadratic"))
    reach, constant, linear, quadratic = values
    return ir.Attenuation(range=reach, constant=constant, linear=linear, quadratic=quadratic, origin=element.origin)


def _spot(element: Element) -> ir.Spot:
    inner, outer, falloff = (element.take("light/spot", name, default=True) for name in ("inner_angle", "outer_angle", "falloff"))
    return ir.Spot(inner_angle=inner, outer_angle=outer, falloff=falloff, origin=element.origin)
