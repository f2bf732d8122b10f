"""Lights. Values that are not written have no fixed default in MARS, so all are written."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

from scenec.converters.common.write_context import HERE, Placed, stated_pose
from scenec.converters.mars.findings import writing as findings
from scenec.converters.mars.write.context import Writing, restore
from scenec.converters.mars.write.values import colour, count, degrees, flag, number, vec, vector
from scenec.ir.base import Color, Id
from scenec.ir.light import Light
from scenec.ir.pose import Vec3
from scenec.syntax.element import Element
from scenec.syntax.kinds import shown
from scenec.syntax.said import constant, spelled
from scenec.trace import Computed, is_computed, made_of

BLACK: Color = (0.0, 0.0, 0.0, 1.0)
WHITE: Color = (1.0, 1.0, 1.0, 1.0)
DOWN: Vec3 = (0.0, 0.0, -1.0)
WIDE_OPEN = 90.0
"""Half the opening of a spot without an angle (degrees)."""


def write_lights(writing: Writing, frames: Mapping[Id, Placed], carriers: Mapping[str, Id]) -> list[Element]:
    """Write the lights of the world, then those of links, attached by name to the first node of their link. frames: link -> the pose of its
    first node in it; carriers: name -> the link whose first node is the first of that name."""
    entries: list[Element] = []
    for light in writing.scene.lights:
        X_WR, X_RL = writing.in_world(light.relative_to), _own(writing, light)
        entries.append(_light(writing, light, X_WR @ X_RL, len(entries) + 1))
    for link in writing.scene.links:
        link_id = link.id
        for light in link.lights:
            _report_idle_pose(writing, light)
            X_BL = writing.within(light, link_id)
            name = link.name
            if carriers.get(str(name)) == link_id and link_id in frames:
                X_BN = frames[link_id]
                X_NL = X_BN.inverse() @ X_BL
                entries.append(_light(writing, light, X_NL, len(entries) + 1, node=str(name)))
                continue
            X_WB = writing.in_world(link_id)
            entries.append(_light(writing, light, X_WB @ X_BL, len(entries) + 1))
            if not writing.is_static(link_id):
                _report_detached(writing, light, link_id)
    return entries


def _report_idle_pose(writing: Writing, light: Light) -> None:
    """Report the position of directional light and the rotation of a point light, which have no effect."""
    pose = light.pose or HERE
    parallel = light.type == "directional"
    idle: object = pose.position if parallel else pose.rotation if light.type == "point" else None
    if idle is None or idle in (HERE.position, HERE.rotation):
        return
    writing.report(
        findings.LIGHT_POSE_IGNORED,
        light,
        about=idle,
        subject=str(light.name or light.type),
        value=f"position {_stated(pose.position)} m"
        if parallel
        else f"rotation {_stated(map(math.degrees, pose.rotation.to_rpy()))} degrees",
        why="Directional light has no position." if parallel else "A point light shines in all directions.",
    )


def _stated(numbers: Iterable[float]) -> str:
    return " ".join(shown(float(each)) for each in numbers)


def _own(writing: Writing, light: Light) -> Placed:
    _report_idle_pose(writing, light)
    return Placed(stated_pose(light.pose, light.relative_to))


def _light(writing: Writing, light: Light, X_W: Placed, index: int, node: str = "") -> Element:
    worlds = {world.id for world in writing.scene.worlds[:1]}
    out = Element("light", says=(light.type, light.world if light.world in worlds else None))
    if light.name is not None:
        out.set("name", spelled(light.name))
    out.append("index", count(index))
    given: Vec3 = light.direction or DOWN
    turned = X_W.pose.rotation.apply(given)
    direction = made_of(given if turned is given else vec(turned), (given, X_W.pose.rotation))
    out.append("type", constant("spot" if light.type == "spot" else "omni"))
    if light.type == "directional":
        vector(out, "position", _negated(direction))
    else:
        vector(out, "position", vec(X_W.pose.position) if X_W.computed else X_W.pose.position)
    if light.type == "spot":
        vector(out, "lookat", direction)
    out.append("directional", flag(light.type == "directional"))
    for field, default in (("ambient", BLACK), ("diffuse", WHITE), ("specular", WHITE)):
        value = getattr(light, field)
        colour(out, field, default if value is None else value)
    if light.intensity is not None:
        out.omit_if(light.intensity, 1.0)
    if node:
        out.append("nodeName", constant(node))
    if light.type != "directional":
        _write_attenuation(out, light)
    if light.type == "spot":
        _write_spot(out, light)
    restore(writing, out, light, "light")
    return out


def _negated(direction: Vec3) -> Vec3:
    x, y, z = (made_of(Computed(0.0 - part) if is_computed(part) else 0.0 - part, part) for part in direction)
    return (x, y, z)


def _write_attenuation(out: Element, light: Light) -> None:
    attenuation = light.attenuation
    for field, default in (("constant", 1.0), ("linear", 0.0), ("quadratic", 0.0)):
        value = getattr(attenuation, field) if attenuation is not None else None
        usable = value is not None and (value > 0 or value == default)  # MARS takes only what is above 0; the rest is left out
        out.append(f"{field}Attenuation", number(getattr(attenuation, field) if usable else default))


def _write_spot(out: Element, light: Light) -> None:
    spot = light.spot
    angle = spot.outer_angle if spot is not None else None
    out.append("angle", degrees(made_of(angle / 2, angle)) if angle is not None and math.isfinite(angle) else number(WIDE_OPEN))
    exponent = spot.exponent if spot is not None else None
    out.append("exponent", number(exponent if exponent is not None else 0.0))


def _report_detached(writing: Writing, light: Light, link_id: Id) -> None:
    writing.report(
        findings.LIGHT_DETACHED,
        light,
        about=light.type,
        subject=f"{writing.paths[link_id]}::{light.name or light.type}",
        value=writing.paths[link_id],
        target="the world",
    )
