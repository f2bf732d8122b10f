"""Lights and how the world is drawn (interfaces/src/LightData.cpp, GraphicData.cpp)."""

from __future__ import annotations

from typing import cast

from scenec import ir
from scenec.converters.mars.findings import reading as findings
from scenec.converters.mars.read.context import WORLD_ID, Reading
from scenec.converters.mars.read.entry import Entry, as_vector
from scenec.converters.mars.read.material import as_colour
from scenec.converters.mars.read.nodes import Node, in_frame_of
from scenec.ir import Pose, Vec3
from scenec.trace import derived, ids_of


def read_light(entry: Entry, reading: Reading, nodes: list[Node]) -> None:
    """Add a light to the scene, or to the link of the node in `nodeName`. `lookat` is a direction; of a directional
    light, the position is the direction towards it."""
    directional, kind = entry.take("directional"), entry.take("type")
    type_ = "directional" if directional else "spot" if kind == "spot" else "point"
    position = as_vector(entry.take("position"))
    pose: Pose | None = Pose(position)
    direction: Vec3 | None = None
    if directional:
        pose = None
        direction = cast(Vec3, tuple(derived(0.0 - float(each), each) for each in position)) if any(position) else (0.0, 0.0, -1.0)
    elif kind == "spot":
        stated = as_vector(entry.take("lookat"))
        direction = stated if any(stated) else None
        entry.consumed(*(() if direction else stated))
    spot = None
    if type_ == "spot":
        angle = entry.stated("angle")
        opening = derived(2 * float(angle), angle) if angle is not None else None
        spot = ir.Spot(outer_angle=opening, exponent=entry.stated("exponent"), origin=entry.origin)
    entry.consumed(directional)
    if directional:
        entry.ignored_if_written("type", "A directional light is neither omni nor spot.")
    else:
        entry.consumed(kind)
    home = _home(entry, nodes)
    if home is not None and pose is not None:
        pose = in_frame_of(home, pose)
    light = ir.Light(
        name=entry.take("name") or None,
        type=type_,
        pose=pose,
        direction=direction,
        ambient=as_colour(entry.stated("ambient")),
        diffuse=as_colour(entry.stated("diffuse")),
        specular=as_colour(entry.stated("specular")),
        attenuation=_attenuation(entry) if not directional else None,
        spot=spot,
        world=WORLD_ID if home is None else None,
        extras=entry.rest(),
        origin=entry.origin,
    )
    if home is None:
        reading.lights.append(light)
    else:
        reading.links_lights.setdefault(home.link, []).append(light)


def _home(entry: Entry, nodes: list[Node]) -> Node | None:
    """Return the node that carries a light, None for the world. The pose of the light is relative to it."""
    name = entry.stated("nodeName")
    if not name:
        entry.consumed(name)
        return None
    node = next((node for node in nodes if str(node.name) == str(name)), None)
    if node is None:
        entry.report(findings.LIGHT_NODE_UNKNOWN, about=name, value=str(name))
        return None
    entry.consumed(name)
    return node


def _attenuation(entry: Entry) -> ir.Attenuation | None:
    """Factors of 0 and less are left as OpenGL has them: 1, 0, 0."""
    stated = {}
    for field in ("constant", "linear", "quadratic"):
        value = entry.stated(f"{field}Attenuation")
        if value is not None and value > 0:
            stated[field] = value
        else:
            entry.consumed(value)
    return ir.Attenuation(**stated, origin=entry.origin) if stated else None


def read_graphics(entry: Entry) -> tuple[ir.Look, tuple[ir.Extra, ...]]:
    """Background and fog."""
    enabled = entry.stated("fogEnabled")
    stated = {
        "density": entry.stated("fogDensity"),
        "start": entry.stated("fogStart"),
        "end": entry.stated("fogEnd"),
        "color": as_colour(entry.stated("fogColor")),
    }
    fog = None
    if enabled is not None or ids_of(tuple(stated.values())):
        defaults = (
            {
                "density": entry.take("fogDensity"),
                "start": entry.take("fogStart"),
                "end": entry.take("fogEnd"),
                "color": as_colour(entry.take("fogColor")),
            }
            if enabled
            else stated
        )
        fog = ir.Fog(type=derived("linear" if enabled else "none", enabled), **defaults, origin=entry.origin)
    return ir.Look(background=as_colour(entry.take("clearColor")), fog=fog, origin=entry.origin), entry.rest()
