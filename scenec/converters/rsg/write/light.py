"""Lights: points at their Transform. Other lights are dropped."""

from __future__ import annotations

from scenec.converters.common.write_context import Placed
from scenec.converters.rsg.findings.parts import LIGHT_OFF_DROPPED
from scenec.converters.rsg.findings.writing import LIGHT_DROPPED
from scenec.converters.rsg.write.context import Writing, inside
from scenec.converters.rsg.write.values import number, numbers
from scenec.ir.light import Light
from scenec.ir.names import Unique
from scenec.syntax.said import constant
from scenec.syntax.sexp_printing import SList


def is_point(light: Light) -> bool:
    """Return whether SimSpark has this light: a point that is on."""
    return light.type == "point" and (light.on is None or bool(light.on))


def report_unlit_lights(writing: Writing) -> None:
    """Report all lights that cannot be written: those of the world first, then those of the links."""
    unique, scene = Unique(), writing.scene
    for light in scene.lights:
        _report_if_unlit(writing, light, unique(str(light.name or light.type)))
    for link in scene.links:
        for light in link.lights:
            called = writing.part(link.id, light)
            _report_if_unlit(writing, light, unique(called))


def _report_if_unlit(writing: Writing, light: Light, called: str) -> None:
    if not is_point(light):
        report_unlit(writing, light, called)


def report_unlit(writing: Writing, light: Light, called: str) -> None:
    """Report a light that is no point, or is off."""
    row = LIGHT_DROPPED if light.type != "point" else LIGHT_OFF_DROPPED
    writing.report(row, light, about=light, subject=called, value=str(light.type))


def write_light(writing: Writing, holder: SList, light: Light, placed: Placed) -> None:
    """Write a light. placed: in the frame of `holder`."""
    worlds = {world.id for world in writing.scene.worlds[:1]}
    says = (light.type, light.on, light.world if light.world in worlds else None)
    out = inside(holder, placed).add("nd", constant("Light"), says=says)
    writing.name(out, light)
    for method, colour in (("setDiffuse", light.diffuse), ("setAmbient", light.ambient), ("setSpecular", light.specular)):
        if colour is not None and (
            writing.request.uses.sources_of(colour) or not writing.says_what_was_written
        ):  # else it is SimSpark's own
            out.add(method, *numbers(*colour))
    if light.attenuation is not None and light.attenuation.range is not None:
        out.add("setRadius", number(light.attenuation.range))
