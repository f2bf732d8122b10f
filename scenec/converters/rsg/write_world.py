"""What a scene file of SimSpark says of its world: gravity and step come from the simulator's scripts, where a World is made already.

A scene that makes a World of its own goes on doing so; no other gets a second one.
"""

from __future__ import annotations

from scenec.accounting.finding import Level
from scenec.accounting.lens import unwrap
from scenec.converters.rsg.write_context import Writing
from scenec.converters.rsg.write_extras import write_calls
from scenec.converters.rsg.write_values import number, vector
from scenec.ir.physics_profile import PhysicsProfile, World
from scenec.ir.pose import Vec3, norm, sub
from scenec.syntax.kinds import shown
from scenec.syntax.sexp_printing import SList

GRAVITY: Vec3 = (0.0, 0.0, -9.81)
STEP = 0.02
"""What SimSpark takes (spark.rb: m/s^2; s, of a cycle of the agents)."""


def write_world(writing: Writing, body: SList) -> None:
    tell_friction_law(writing)
    worlds = writing.request.scene.worlds
    if not worlds:
        return
    world: World = worlds[0]
    if writing.from_rsg and _makes_its_own(unwrap(world)):
        _write_own(writing, body, world)
        return
    if unwrap(world).gravity is not None:
        _tell_gravity(writing, world)
    profiles = unwrap(world).profiles
    chosen = next((i for i, profile in enumerate(profiles) if profile.default), 0)
    if profiles and profiles[chosen].step is not None:
        _tell_step(writing, world.profiles[chosen])


def _makes_its_own(world: World) -> bool:
    """Whether a file of RubySceneGraph has said any of this: nothing in it is filled in."""
    return world.gravity is not None or bool(world.profiles) or any(extra.format == "rsg" for extra in world.extras)


def _write_own(writing: Writing, body: SList, world: World) -> None:
    out = body.add("nd", "World")
    writing.name(out, world)
    if world.gravity is not None:
        out.add("setGravity", *vector(world.gravity))
    for profile in world.profiles[:1]:
        _ = (profile.engine, profile.step)
        if profile.solver is None:
            continue
        for field, method in (("erp", "setERP"), ("cfm", "setCFM"), ("surface_layer", "setContactSurfaceLayer")):
            value = getattr(profile.solver, field)
            if value is not None:
                out.add(method, number(value))
    write_calls(out, world.extras)


def tell_friction_law(writing: Writing) -> None:
    """SimSpark takes the mean of two coefficients. Where all are the same, so do all laws."""
    law = writing.request.scene.friction_law
    if law in (None, "mean", "table"):
        return
    surfaces = [collision.surface for link in writing.scene.links for collision in link.collisions]
    if len({surface.mu for surface in surfaces if surface is not None}) > 1:
        writing.tell(
            writing.request.scene,
            "friction-law-approximated",
            "approximated",
            "warning",
            "physics",
            about=law,
            subject="friction_law",
            value=f"the {law} of two coefficients",
            target="their mean",
            because="so SimSpark combines the surfaces of a contact",
            consequence="contacts of surfaces with different coefficients grip otherwise",
        )


def how_bad(difference: float, size: float) -> Level:
    """A note if nothing changes, a warning within 1 %."""
    return "note" if difference <= 1e-9 * size else "warning" if difference <= 0.01 * size else "error"


def _tell_gravity(writing: Writing, world: World) -> None:
    gravity = world.gravity
    assert gravity is not None
    level = how_bad(norm(sub(gravity, GRAVITY)), norm(GRAVITY))
    writing.tell(
        world,
        "gravity-dropped",
        "dropped",
        level,
        "physics",
        about=gravity,
        subject="gravity",
        value=" ".join(map(shown, gravity)),
        target=" ".join(map(shown, GRAVITY)),
        because="a scene of RubySceneGraph cannot say it; the scripts of SimSpark do",
        consequence="nothing: SimSpark takes the same" if level == "note" else "everything falls differently",
        hint="" if level == "note" else "set it in spark.rb, or with (setGravity x y z) of the simulator's World",
    )


def _tell_step(writing: Writing, profile: PhysicsProfile) -> None:
    step = profile.step
    assert step is not None
    level = how_bad(abs(step - STEP), STEP)
    writing.tell(
        profile,
        "step-dropped",
        "dropped",
        level,
        "physics",
        about=step,
        subject="step",
        value=f"{shown(step)} s",
        target=f"{shown(STEP)} s",
        because="a scene of RubySceneGraph cannot say it; the scripts of SimSpark do",
        consequence="nothing: SimSpark takes the same" if level == "note" else "the simulation is computed in other steps",
        hint="" if level == "note" else "set $simStep in the simulator's scripts",
    )
