"""Lights: points at their Transform. Light that comes in parallel or in a cone cannot be said, and stays unread."""

from __future__ import annotations

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.write_context import HERE, Placed
from scenec.converters.rsg.write_context import Writing, chained, inside
from scenec.converters.rsg.write_values import number, numbers
from scenec.ir.light import Light
from scenec.ir.names import Unique
from scenec.syntax.sexp_printing import SList
from scenec.trace import ids_of


def is_point(light: Light) -> bool:
    """Whether RSG has this light: a point, switched on."""
    bare = unwrap(light)
    return bare.type == "point" and (bare.on is None or bool(bare.on))


def tell_unlit_lights(writing: Writing) -> None:
    """All that cannot be written, by the names that reports give lights: those of the world come first, then those of the links."""
    unique, scene = Unique(), writing.request.scene
    for light in scene.lights:
        _tell_if_unlit(writing, light, unique(str(unwrap(light).name or unwrap(light).type)))
    for link in scene.links:
        for light in link.lights:
            called = writing.part(unwrap(link).id, light)
            _tell_if_unlit(writing, light, unique(called))


def _tell_if_unlit(writing: Writing, light: Light, called: str) -> None:
    if not is_point(light):
        tell_unlit(writing, light, called)


def tell_unlit(writing: Writing, light: Light, called: str) -> None:
    """A light that is no point, or is switched off."""
    mark_read(light)
    bare = unwrap(light)
    writing.tell(
        light,
        "light-dropped",
        "dropped",
        "warning" if bare.type != "point" else "note",
        "appearance",
        about=bare,
        subject=called,
        value=str(bare.type),
        because="lights of SimSpark shine from a point to all sides, and are on",
        consequence=f"without {called} the scene is lit differently" if bare.type != "point" else "nothing: it was off",
        hint="place a point light" if bare.type != "point" else "",
    )


def write_light(writing: Writing, holder: SList, light: Light, placed: Placed) -> None:
    """placed: in the frame of `holder`."""
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
    """A light that belongs to no link."""
    mark_read(light.pose)
    pose = unwrap(light).pose or HERE
    reference = light.relative_to
    if reference is None:
        return Placed(pose)
    outer = writing.along(str(reference), None)
    return chained([outer.pose, pose], outer.computed)
