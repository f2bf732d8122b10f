"""Lights. MARS leaves what is not written to chance, so everything is."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.numbers import Computed
from scenec.converters.common.write_context import HERE, Placed
from scenec.converters.mars.write_context import Writing, restore
from scenec.converters.mars.write_values import colour, degrees, flag, number, vec, vector
from scenec.ir.base import Color, Id
from scenec.ir.light import Light
from scenec.ir.pose import Vec3
from scenec.syntax.xml_printing import Out

BLACK: Color = (0.0, 0.0, 0.0, 1.0)
WHITE: Color = (1.0, 1.0, 1.0, 1.0)
DOWN: Vec3 = (0.0, 0.0, -1.0)
WIDE_OPEN = 90.0
"""Half the opening of a spot that does not say it (degrees)."""


def write_lights(writing: Writing, frames: Mapping[Id, Placed], carriers: Mapping[str, Id]) -> list[Out]:
    """Those of the world, then those of links, which hang on the first node of their link by its name. frames: link -> where its first
    node is in it; carriers: name -> the link whose first node is the first that is called so."""
    entries: list[Out] = []
    for light in writing.request.scene.lights:
        _ = light.relative_to
        placed = writing.in_world(unwrap(light).relative_to) @ _own(writing, light)
        entries.append(_light(writing, light, placed, len(entries) + 1))
    for link in writing.request.scene.links:
        link_id = unwrap(link).id
        for light in link.lights:
            _tell_idle_pose(writing, light)
            placed = writing.within(light, link_id)
            name = unwrap(link).name
            if carriers.get(str(name)) == link_id and link_id in frames:
                X_LK = frames[link_id]
                back = Placed(X_LK.pose.inverse(), computed=True)
                placed = placed if X_LK.pose.is_identity else back @ placed
                entries.append(_light(writing, light, placed, len(entries) + 1, node=str(name)))
                continue
            entries.append(_light(writing, light, writing.in_world(link_id) @ placed, len(entries) + 1))
            if not writing.is_static(link_id):
                _tell_detached(writing, light, link_id)
    return entries


def _tell_idle_pose(writing: Writing, light: Any) -> None:
    """Where light comes from matters only if it is not parallel, how it is turned only if it has a direction."""
    bare = unwrap(light)
    pose = bare.pose or HERE
    idle: Any = pose.position if bare.type == "directional" else pose.rotation if bare.type == "point" else None
    if idle is None or idle in (HERE.position, HERE.rotation):
        return
    writing.tell(
        light,
        "light-pose-ineffective",
        "dropped",
        "note",
        "appearance",
        about=idle,
        subject=str(bare.name or bare.type),
        because="parallel light comes from nowhere in particular" if bare.type == "directional" else "it shines everywhere",
        consequence="nothing: it lights the scene alike",
    )


def _own(writing: Writing, light: Any) -> Placed:
    mark_read(light.pose)
    _tell_idle_pose(writing, light)
    return Placed(unwrap(light).pose or HERE)


def _light(writing: Writing, light: Light, X_W: Placed, index: int, node: str = "") -> Out:
    bare = unwrap(light)
    out = Out("light")
    if light.name is not None:
        out.attributes["name"] = str(light.name)
    out.add("index", str(index))
    given: Vec3 = light.direction or DOWN
    turned = X_W.pose.rotation.apply(given)
    direction = turned if turned is given else vec(turned)
    worlds = {world.id for world in writing.scene.worlds[:1]}
    if bare.world in worlds:
        _ = light.world
    out.add("type", "spot" if light.type == "spot" else "omni")
    if light.type == "directional":
        vector(out, "position", _negated(direction))
    else:
        vector(out, "position", vec(X_W.pose.position) if X_W.computed else X_W.pose.position)
    if light.type == "spot":
        vector(out, "lookat", direction)
    out.add("directional", flag(light.type == "directional"))
    intensity = float(bare.intensity) if bare.intensity is not None else 1.0
    for field, default in (("ambient", BLACK), ("diffuse", WHITE), ("specular", WHITE)):
        value = getattr(light, field)
        colour(out, field, default if value is None else value)
    if intensity == 1.0:
        _ = light.intensity
    if node:
        out.add("nodeName", node)
    if light.type != "directional":
        _write_attenuation(out, light)
    if light.type == "spot":
        _write_spot(out, light)
    restore(writing, out, light, "light")
    return out


def _negated(direction: Vec3) -> Vec3:
    x, y, z = (type(part)(0.0 - part) if type(part) is Computed else 0.0 - part for part in direction)
    return (x, y, z)


def _write_attenuation(out: Out, light: Light) -> None:
    attenuation = light.attenuation
    for field, default in (("constant", 1.0), ("linear", 0.0), ("quadratic", 0.0)):
        value = getattr(unwrap(attenuation), field) if attenuation is not None else None
        usable = value is not None and (value > 0 or value == default)  # MARS takes only what is above 0; the rest stays unread
        out.add(f"{field}Attenuation", number(getattr(attenuation, field) if usable else default))


def _write_spot(out: Out, light: Light) -> None:
    spot = light.spot
    angle = spot.outer_angle if spot is not None else None
    out.add("angle", degrees(angle / 2) if angle is not None and math.isfinite(angle) else number(WIDE_OPEN))
    exponent = spot.exponent if spot is not None else None
    out.add("exponent", number(exponent if exponent is not None else 0.0))


def _tell_detached(writing: Writing, light: Any, link_id: Id) -> None:
    bare = unwrap(light)
    writing.tell(
        light,
        "light-detached",
        "approximated",
        "warning",
        "appearance",
        about=bare.type,
        subject=f"{writing.paths[link_id]}::{bare.name or bare.type}",
        value=writing.paths[link_id],
        target="the world",
        because="lights of MARS stand in the world",
        consequence="it does not move with the link",
    )
