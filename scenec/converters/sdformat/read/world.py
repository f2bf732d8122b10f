"""Read worlds."""

from __future__ import annotations

import math
from typing import Any

from scenec import ir
from scenec.converters.sdformat.read.actor import read_actor
from scenec.converters.sdformat.read.context import Reading
from scenec.converters.sdformat.read.element import Element
from scenec.converters.sdformat.read.extras import collect
from scenec.converters.sdformat.read.light import read_light
from scenec.converters.sdformat.read.scope import Scope
from scenec.trace import derived, ids_of, traced

SOLVER = (
    ("type", "solver/type"),
    ("iterations", "solver/iters"),
    ("cfm", "constraints/cfm"),
    ("erp", "constraints/erp"),
    ("surface_layer", "constraints/contact_surface_layer"),
    ("max_correcting_velocity", "constraints/contact_max_correcting_vel"),
)
"""Field of the solver -> element below that of the engine. Bullet lacks the last one."""


def read_world(reading: Reading, scope: Scope) -> ir.World:
    """Return the world itself. Its parts are read with its scope."""
    element = scope.element
    wind, audio, air, place = (element.child(tag) for tag in ("wind", "audio", "atmosphere", "spherical_coordinates"))
    for light in element.all("light"):
        reading.lights.append(read_light(reading, light, scope, world=scope.id))
    for actor in element.all("actor"):
        reading.actors.append(read_actor(reading, actor, scope, scope.id))
    world = ir.World(
        id=scope.id,
        name=traced(scope.name, element.attribute_ids("name")),
        gravity=element.take("world", "gravity", default=True),
        magnetic_field=element.take("world", "magnetic_field"),
        wind=element.take("world", "wind/linear_velocity") if wind is not None else None,
        audio_device=audio.take("world/audio", "device") if audio is not None else None,
        profiles=tuple(read_profile(each) for each in element.all("physics")) or (DEFAULT_PROFILE,),
        atmosphere=_atmosphere(air) if air is not None else None,
        spherical_coordinates=_place(reading, place) if place is not None else None,
        look=read_look(reading, element),
        extras=(),
        origin=element.origin,
    )
    return world


PACE = ("max_step_size", "real_time_factor", "real_time_update_rate")
DEFAULT_PROFILE = ir.PhysicsProfile(engine="ode", step=0.001, real_time_factor=1.0, update_rate=1000.0)


def read_profile(element: Element) -> ir.PhysicsProfile:
    engine = element.required("type")
    block = element.child(str(engine)) if engine in ("ode", "bullet") else None
    step, factor, rate = (element.take("physics", name, default=True) for name in PACE)
    return ir.PhysicsProfile(
        name=element.raw("name"),
        engine=engine,
        default=element.flag("physics/@default", "default"),
        step=step,
        real_time_factor=factor,
        update_rate=rate,
        max_contacts=element.take("physics", "max_contacts"),
        solver=_solver(block, str(engine)) if block is not None else None,
        extras=collect(element, "physics"),
        origin=element.origin,
    )


def _solver(element: Element, engine: str) -> ir.SolverSettings | None:
    fields = SOLVER if engine == "ode" else SOLVER[:-1]
    values = {field: element.take(f"physics/{engine}", path) for field, path in fields}
    said: dict[str, Any] = {field: value for field, value in values.items() if value is not None}
    return ir.SolverSettings(**said, origin=element.origin) if said else None


def _atmosphere(element: Element) -> ir.Atmosphere:
    temperature, pressure, gradient = (
        element.take("world/atmosphere", name, default=True) for name in ("temperature", "pressure", "temperature_gradient")
    )
    return ir.Atmosphere(
        type=element.required("type"), temperature=temperature, pressure=pressure, temperature_gradient=gradient, origin=element.origin
    )


def _place(reading: Reading, element: Element) -> ir.SphericalCoordinates:
    """Return spherical coordinates, whose angles are in degrees."""
    base = "world/spherical_coordinates"
    angles: dict[str, Any] = {}
    for field in ("latitude", "longitude", "heading"):
        degrees = element.take(base, f"{field}_deg", default=True)
        angles[field] = derived(math.radians(degrees), degrees) if degrees is not None else None
        reading.ledger.converted(ids_of(degrees))
    return ir.SphericalCoordinates(
        surface_model=element.take(base, "surface_model", default=True),
        orientation=element.take(base, "world_frame_orientation"),
        elevation=element.take(base, "elevation", default=True),
        equatorial_axis=element.take(base, "surface_axis_equatorial"),
        polar_axis=element.take(base, "surface_axis_polar"),
        **angles,
        origin=element.origin,
    )


# ---------------------------------------------------------------- how it is drawn


def read_look(reading: Reading, world: Element) -> ir.Look | None:
    element, gui = world.child("scene"), world.child("gui")
    viewpoints = tuple(_viewpoint(reading, each) for each in (gui.child("camera"),) if each is not None) if gui is not None else ()
    if element is None:
        return ir.Look(viewpoints=viewpoints, origin=world.origin) if viewpoints else None
    fog, sky = element.child("fog"), element.child("sky")
    ambient, background = (element.take("scene", name, default=True) for name in ("ambient", "background"))
    shadows, grid, origin_visual = (element.take("scene", name) for name in ("shadows", "grid", "origin_visual"))
    return ir.Look(
        ambient=ambient,
        background=background,
        shadows=shadows,
        grid=grid,
        origin_visual=origin_visual,
        fog=_fog(fog) if fog is not None else None,
        sky=_sky(sky) if sky is not None else None,
        viewpoints=viewpoints,
        origin=element.origin,
    )


def _viewpoint(reading: Reading, element: Element) -> ir.Viewpoint:
    pose, _ = reading.pose(element, None)
    return ir.Viewpoint(name=element.required("name"), pose=pose, extras=collect(element, "gui/camera"), origin=element.origin)


def _fog(element: Element) -> ir.Fog:
    color, kind, start, end, density = (
        element.take("scene/fog", name, default=True) for name in ("color", "type", "start", "end", "density")
    )
    return ir.Fog(color=color, type=kind, start=start, end=end, density=density, origin=element.origin)


def _sky(element: Element) -> ir.Sky:
    values = {name: element.take("scene/sky", name) for name in ("time", "sunrise", "sunset")}
    for name in ("speed", "direction", "humidity", "mean_size", "ambient"):
        values[f"cloud_{name}"] = element.take("scene/sky", f"clouds/{name}")
    return ir.Sky(**values, cubemap=element.take("scene/sky", "cubemap_uri"), origin=element.origin)
