"""The world of a scene. Gravity and step are set by SimSpark's scripts, which make a World.

A World that the source file makes is written again. No other scene gets a second one.
"""

from __future__ import annotations

import math

from scenec.accounting.finding import Level
from scenec.converters.common import findings as common
from scenec.converters.common.friction_law import report_changed_law
from scenec.converters.rsg.profile import GRAVITY, STEP
from scenec.converters.rsg.write.context import Writing
from scenec.converters.rsg.write.extras import write_calls
from scenec.converters.rsg.write.values import number, vector
from scenec.ir.physics_profile import PhysicsProfile, World
from scenec.ir.pose import norm, sub
from scenec.syntax.kinds import shown
from scenec.syntax.said import constant
from scenec.syntax.sexp_printing import SList


def write_world(writing: Writing, body: SList) -> None:
    report_friction_law(writing)
    worlds = writing.scene.worlds
    if not worlds:
        return
    world: World = worlds[0]
    if writing.is_own and _makes_its_own(world):
        _write_own(writing, body, world)
        return
    if world.gravity is not None:
        _report_gravity(writing, world)
    profiles = world.profiles
    chosen = next((i for i, profile in enumerate(profiles) if profile.default), 0)
    if profiles and profiles[chosen].step is not None:
        _report_step(writing, profiles[chosen])


def _makes_its_own(world: World) -> bool:
    """Return whether a file of RubySceneGraph makes a World of its own."""
    return world.gravity is not None or bool(world.profiles) or any(extra.format == "rsg" for extra in world.extras)


def _write_own(writing: Writing, body: SList, world: World) -> None:
    says = [value for profile in world.profiles[:1] for value in (profile.engine, profile.step)]
    out = body.add("nd", constant("World"), says=says)
    writing.name(out, world)
    if world.gravity is not None:
        out.add("setGravity", *vector(world.gravity))
    for profile in world.profiles[:1]:
        if profile.solver is None:
            continue
        for field, method in (("erp", "setERP"), ("cfm", "setCFM"), ("surface_layer", "setContactSurfaceLayer")):
            value = getattr(profile.solver, field)
            if value is not None:
                out.add(method, number(value))
    write_calls(out, world.extras)


def report_friction_law(writing: Writing) -> None:
    """Report another friction law than the mean, unless all coefficients are the same."""
    if writing.scene.friction_law in (None, "mean", "table"):
        return
    surfaces = [collision.surface for link in writing.scene.links for collision in link.collisions]
    if len({surface.mu for surface in surfaces if surface is not None}) > 1:
        stated = [math.inf if surface.mu is None else float(surface.mu) for surface in surfaces if surface is not None]
        report_changed_law(writing, min(stated), max(stated))


def level_of_difference(difference: float, size: float) -> Level:
    """Return a note if nothing changes, a warning up to 1 %, else an error."""
    return "note" if difference <= 1e-9 * size else "warning" if difference <= 0.01 * size else "error"


def _report_gravity(writing: Writing, world: World) -> None:
    gravity = world.gravity
    assert gravity is not None
    level = level_of_difference(norm(sub(gravity, GRAVITY)), norm(GRAVITY))
    writing.report(
        common.GRAVITY_DROPPED,
        world,
        level=level,
        about=gravity,
        subject="gravity",
        value=f"{' '.join(map(shown, gravity))} m/s²",
        target=f"{' '.join(map(shown, GRAVITY))} m/s²",
        why="Scenes of RubySceneGraph have no gravity. SimSpark's script spark.rb sets it with setGravity.",
    )


def _report_step(writing: Writing, profile: PhysicsProfile) -> None:
    step = profile.step
    assert step is not None
    level = level_of_difference(abs(step - STEP), STEP)
    writing.report(
        common.STEP_DROPPED,
        profile,
        level=level,
        about=step,
        subject="step",
        value=f"{shown(step)} s",
        target=f"{shown(STEP)} s",
        why="Scenes of RubySceneGraph have no step. SimSpark's script spark.rb sets it with $serverSimulationStep.",
    )
