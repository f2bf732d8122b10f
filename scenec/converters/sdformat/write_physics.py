"""Engine settings and air."""

from __future__ import annotations

import math

from scenec.accounting.lens import unwrap
from scenec.converters.sdformat.context import Context
from scenec.converters.sdformat.part import Part, is_default, number, show
from scenec.converters.sdformat.write_extras import write_extras
from scenec.ir.physics_profile import PhysicsProfile, SolverSettings, World
from scenec.syntax.kinds import computed
from scenec.trace import plain

EARTH = "EARTH_WGS84"
ENGINES = ("ode", "bullet", "simbody", "dart")


def write_profiles(context: Context, holder: Part, world: World) -> None:
    """All sets of engine settings; before 1.6 the first one holds gravity and magnetic field as well."""
    in_profile = not holder.knows("gravity")
    profiles = world.profiles
    for i, profile in enumerate(profiles):
        part = write_profile(context, holder, profile)
        if in_profile and not i:
            write_fields(part, world)
    if in_profile and not profiles and (unwrap(world).gravity is not None or unwrap(world).magnetic_field is not None):
        part = holder.child("physics")
        part.set("type", "ode")
        write_fields(part, world)


def write_fields(part: Part, world: World) -> None:
    """Gravity is always stated: SDFormat's default is 9.8, not 9.80665."""
    part.put(world, "gravity", always=True)
    part.put(world, "magnetic_field")


def write_profile(context: Context, holder: Part, profile: PhysicsProfile) -> Part:
    part = holder.child("physics")
    if part.has("@name"):
        part.put(profile, "name", "@name")
    part.put(profile, "default", "@default")
    engine = "ode"
    if unwrap(profile).engine in ENGINES:
        engine = show(profile.engine)
    part.set("type", engine)
    part.put(profile, "step", "max_step_size", always=True)
    part.put(profile, "real_time_factor")
    if profile.update_rate is not None:
        part.put(profile, "update_rate", "real_time_update_rate")
    elif profile.step is not None and profile.step > 0:
        write_real_time(context, part, profile)
    part.put(profile, "max_contacts")
    if profile.solver is not None:
        write_solver(context, part, profile.solver, engine)
    write_extras(part, profile.extras)
    return part


def write_real_time(context: Context, part: Part, profile: PhysicsProfile) -> None:
    """Steps per second of real time: SDFormat's default of 1000 would run any other step at another speed."""
    step = profile.step
    assert step is not None
    if math.isclose(step, 0.001):
        return
    part.text("real_time_update_rate", computed(1 / step))
    context.ledger.report(
        "physics-update-rate-defaulted",
        "defaulted",
        "note",
        "physics",
        origin=profile.origin,
        subject="physics.update_rate",
        target=f"{computed(1 / step)} Hz",
        because="SDFormat would otherwise take 1000 steps per second, whatever their size",
    )


def write_solver(context: Context, holder: Part, solver: SolverSettings, engine: str) -> None:
    """ODE and Bullet name the same numbers; what ODE's world sets for all contacts goes to every surface."""
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
        if value is not None and not is_default(plain(value), f"surface/{path}", context.version):
            context.contact_settings.append((surface_field, path, number(value)))


def write_atmosphere(holder: Part, world: World) -> None:
    if world.atmosphere is not None and holder.has("atmosphere"):
        part = holder.child("atmosphere")
        part.set("type", show(world.atmosphere.type or "adiabatic"))
        for field in ("temperature", "pressure", "temperature_gradient"):
            part.put(world.atmosphere, field)


def write_spherical_coordinates(holder: Part, world: World) -> None:
    """Angles in degrees here. Before 1.10 there is the Earth only; another surface stays unread."""
    place = world.spherical_coordinates
    if place is None or not (unwrap(place).surface_model in (None, EARTH) or holder.has("spherical_coordinates/surface_axis_polar")):
        return
    part = holder.child("spherical_coordinates")
    part.put(place, "surface_model", always=True)
    part.put(place, "orientation", "world_frame_orientation")
    for field in ("latitude", "longitude", "heading"):
        value = getattr(place, field)
        if value is not None:
            part.text(f"{field}_deg", computed(math.degrees(value)))
    part.put(place, "elevation", always=True)
    part.put(place, "equatorial_axis", "surface_axis_equatorial")
    part.put(place, "polar_axis", "surface_axis_polar")
