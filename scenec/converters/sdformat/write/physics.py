"""Write engine settings and the atmosphere."""

from __future__ import annotations

import math

from scenec.converters.sdformat.findings.writing import UPDATE_RATE_DEFAULTED
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.extras import write_extras
from scenec.converters.sdformat.write.value_facts import value_facts
from scenec.converters.sdformat.write.values import computed_number, number, show
from scenec.ir.physics_profile import PhysicsProfile, SolverSettings, World
from scenec.ir.scene import Scene
from scenec.syntax.kinds import computed
from scenec.syntax.said import constant
from scenec.trace import made_of, plain

EARTH = "EARTH_WGS84"
ENGINES = ("ode", "bullet", "simbody", "dart")


def write_profiles(context: Context, holder: ElementWriter, world: World) -> None:
    """Write all sets of engine settings. Before 1.6 the first one also holds gravity and magnetic field."""
    in_profile = not holder.knows("gravity")
    profiles = world.profiles
    for i, profile in enumerate(profiles):
        part = write_profile(context, holder, profile)
        if in_profile and not i:
            write_fields(part, world)
    if in_profile and not profiles and (world.gravity is not None or world.magnetic_field is not None):
        part = holder.child("physics")
        part.set("type", constant("ode"))
        write_fields(part, world)


def write_fields(part: ElementWriter, world: World) -> None:
    """Write gravity, always, and the magnetic field. The default gravity of SDFormat is 9.8, not 9.80665."""
    part.put(world, "gravity", always=True)
    part.put(world, "magnetic_field")


def write_profile(context: Context, holder: ElementWriter, profile: PhysicsProfile) -> ElementWriter:
    part = holder.child("physics")
    if part.has("@name"):
        part.put(profile, "name", "@name")
    part.put(profile, "default", "@default")
    engine = show(profile.engine) if profile.engine in ENGINES else constant("ode")
    part.set("type", engine)
    part.put(profile, "step", "max_step_size", always=True)
    part.put(profile, "real_time_factor")
    if profile.update_rate is not None:
        part.put(profile, "update_rate", "real_time_update_rate")
    elif profile.step is not None and profile.step > 0:
        write_real_time(context, part, profile)
    part.put(profile, "max_contacts")
    if profile.solver is not None:
        write_solver(context, part, profile.solver, engine.text)
    write_extras(part, profile.extras)
    return part


def write_real_time(context: Context, part: ElementWriter, profile: PhysicsProfile) -> None:
    """Write the steps per second of real time. The default of 1000 would run any other step at another speed."""
    step = profile.step
    assert step is not None
    if math.isclose(step, 0.001):
        return
    part.text("real_time_update_rate", computed_number(1 / step, step))
    context.report(UPDATE_RATE_DEFAULTED, profile, target=f"{computed(1 / step)} Hz", subject="physics.update_rate")


def write_solver(context: Context, holder: ElementWriter, solver: SolverSettings, engine: str) -> None:
    """Write solver settings. ODE and Bullet name the same numbers. Contact settings of an ODE world are written to every surface."""
    if engine not in ("ode", "bullet"):
        return
    part = holder.later(engine)
    part.put(solver, "type", "solver/type")
    part.put(solver, "iterations", "solver/iters")
    part.put(solver, "cfm", "constraints/cfm")
    part.put(solver, "erp", "constraints/erp")
    part.put(solver, "surface_layer", "constraints/contact_surface_layer")
    if engine != "ode":
        return
    part.put(solver, "max_correcting_velocity", "constraints/contact_max_correcting_vel")
    for field, surface_field, path in (
        ("contact_cfm", "soft_cfm", "contact/ode/soft_cfm"),
        ("contact_erp", "soft_erp", "contact/ode/soft_erp"),
        ("slip1", "slip1", "friction/ode/slip1"),
        ("slip2", "slip2", "friction/ode/slip2"),
    ):
        value = getattr(solver, field)
        if value is None:
            continue
        facts = value_facts("surface", path, context.version)
        if (facts.is_known and facts.is_default(plain(value))) or not has_surface_without(context.scene, surface_field):
            part.leave_out(value)
        else:
            context.contact_settings.append((surface_field, path, number(value)))


def has_surface_without(scene: Scene, field: str) -> bool:
    """Return whether any collision takes what the world says of all contacts, as it states no value of its own."""
    surfaces = (collision.surface for link in scene.links for collision in link.collisions)
    return any(surface is None or getattr(surface, field) is None for surface in surfaces)


def write_atmosphere(holder: ElementWriter, world: World) -> None:
    if world.atmosphere is not None and holder.has("atmosphere"):
        part = holder.child("atmosphere")
        part.set("type", show(world.atmosphere.type or made_of("adiabatic", world.atmosphere.type)))
        for field in ("temperature", "pressure", "temperature_gradient"):
            part.put(world.atmosphere, field)


def write_spherical_coordinates(holder: ElementWriter, world: World) -> None:
    """Write spherical coordinates, whose angles are in degrees. Before 1.10 only the Earth is a surface, so others stay unread."""
    place = world.spherical_coordinates
    if place is None or not (place.surface_model in (None, EARTH) or holder.has("spherical_coordinates/surface_axis_polar")):
        return
    part = holder.child("spherical_coordinates")
    part.put(place, "surface_model", always=True)
    part.put(place, "orientation", "world_frame_orientation")
    for field in ("latitude", "longitude", "heading"):
        value = getattr(place, field)
        if value is not None:
            part.text(f"{field}_deg", computed_number(math.degrees(value), value))
    part.put(place, "elevation", always=True)
    part.put(place, "equatorial_axis", "surface_axis_equatorial")
    part.put(place, "polar_axis", "surface_axis_polar")
