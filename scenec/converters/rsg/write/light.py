"""Lights: points at their Transform. Other lights are dropped."""

from __future__ import annotations

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.write_context import HERE, Placed
from scenec.converters.rsg.findings.parts import LIGHT_DROPPED, LIGHT_OFF_DROPPED
from scenec.converters.rsg.write.context import Writing, inside, product_of
from scenec.converters.rsg.write.values import number, numbers
from scenec.ir.light import Light
from scenec.ir.names import Unique
from scenec.syntax.sexp_printing import SList
from scenec.trace import ids_of


def is_point(light: Light) -> bool:
    """Return whether SimSpark has this light: a point that is on."""
    bare = unwrap(light)
    return bare.type == "point" and (bare.on is None or bool(bare.on))


def report_unlit_lights(writing: Writing) -> None:
    """Report all lights that cannot be written: those of the world first, then those of the links."""
    unique, scene = Unique(), writing.request.scene
    for light in scene.lights:
        _report_if_unlit(writing, light, unique(str(unwrap(light).name or unwrap(light).type)))
    for link in scene.links:
        for light in link.lights:
            called = writing.part(unwrap(link).id, light)
            _report_if_unlit(writing, light, unique(called))


def _report_if_unlit(writing: Writing, light: Light, called: str) -> None:
    if not is_point(light):
        report_unlit(writing, light, called)


def report_unlit(writing: Writing, light: Light, called: str) -> None:
    """Report a light that is no point, or is off."""
    mark_read(light)
    bare = unwrap(light)
    writing.tell(
        light,
        LIGHT_DROPPED if bare.type != "point" else LIGHT_OFF_DROPPED,
        about=bare,
        subject=called,
        value=str(bare.type),
    )


def write_light(writing: Writing, holder: SList, light: Light, placed: Placed) -> None:
    """Write a light. placed: in the frame of `holder`."""
    bare = unwrap(light)
    _ = light.type
    if bare.world is not None and writing.scene.worlds and bare.world == writing.scene.worlds[0].id:
        _ = light.world
    out = inside(holder, placed).add("nd", "Light")
    writing.name(out, light)
    for method, colour in (("setDiffuse", light.diffuse), ("setAmbient", light.ambient), ("setSpecular", light.specular)):
        if colour is not None and (ids_of(colour) or not writing.says_what_was_written):  # else it is SimSpark's own
            out.add(method, *numbers(*colour))
    if light.attenuation is not None and light.attenuation.range is not None:
        out.add("setRadius", number(light.attenuation.range))


def placed_in_world(writing: Writing, light: Light) -> Placed:
    """Return the pose of a light that belongs to no link."""
    mark_read(light.pose)
    pose = unwrap(light).pose or HERE
    reference = light.relative_to
    if reference is None:
        return Placed(pose)
    outer = writing.pose_in(str(reference), None)
    return product_of([outer.pose, pose], outer.computed)
