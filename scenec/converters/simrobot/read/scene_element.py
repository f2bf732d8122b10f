"""The scene element: the world with its gravity, solver and lights, and everything in it."""

from __future__ import annotations

from scenec import ir
from scenec.converters.simrobot.read.compound import read_world_content
from scenec.converters.simrobot.read.context import Reading
from scenec.converters.simrobot.read.cursor import SceneCursor
from scenec.converters.simrobot.read.friction import DEFAULT_FRICTION
from scenec.converters.simrobot.read.light import read_light
from scenec.converters.simrobot.read.user_input import read_user_inputs


def read_scene(scene: SceneCursor, reading: Reading) -> ir.Scene:
    world = read_world(scene, reading)
    reading.user_inputs += read_user_inputs(scene)
    lights = tuple(read_light(light, reading, world.id) for light in scene.of_class("light"))
    read_world_content(scene, reading, world.id)
    controller = scene.string("controller")
    if not controller:
        scene.consumed(controller)
    return ir.Scene(
        name=scene.name,
        worlds=(world,),
        models=tuple(reading.models),
        frames=tuple(reading.frames),
        links=tuple(reading.links),
        joints=tuple(reading.joints),
        lights=lights,
        meshes=reading.meshes.meshes(),
        # MuJoCo takes the larger of two materials' own coefficients; its first release still listed pairs.
        friction_law="table" if reading.frictions.lists_pairs else "max",
        friction_default=DEFAULT_FRICTION,
        friction_pairs=reading.frictions.pairs(),
        controllers=(ir.Controller(library=controller, origin=scene.origin),) if controller else (),
        user_inputs=tuple(reading.user_inputs),
        assets=tuple(reading.assets.values()),
        uses=tuple(reading.uses),
        extras=tuple(reading.extras),
        origin=scene.origin,
    )


def read_world(scene: SceneCursor, reading: Reading) -> ir.World:
    """Return the world. Gravity acts along z. `bodyCollisions` decides whether moving bodies collide."""
    return ir.World(
        id="world1",
        name=scene.name,
        gravity=(0.0, 0.0, scene.number("gravity")),
        moving_bodies_collide=scene.flag("bodyCollisions"),
        profiles=(read_physics(scene, reading),),
        look=ir.Look(background=reading.colour(scene, "color"), origin=scene.origin),
        origin=scene.origin,
    )


def read_physics(scene: SceneCursor, reading: Reading) -> ir.PhysicsProfile:
    """Return the engine settings that are written. A QuickSolver replaces the exact one every `skip`-th step or oftener."""
    quick = scene.only("solver")
    solver = ir.SolverSettings(
        type="quick" if quick else "world",
        iterations=quick.get("iterations") if quick else None,
        iteration_skip=quick.integer("skip") if quick else None,
        cfm=scene.optional_number("CFM"),
        erp=scene.optional_number("ERP"),
        contact_cfm=scene.optional_number("contactSoftCFM"),
        contact_erp=scene.optional_number("contactSoftERP"),
        slip1=scene.optional_number("slip1"),
        slip2=scene.optional_number("slip2"),
        origin=quick.origin if quick else scene.origin,
    )
    engine = "mujoco" if reading.core3 else "ode"
    return ir.PhysicsProfile(engine=engine, default=True, step=scene.number("stepLength"), solver=solver, origin=scene.origin)
