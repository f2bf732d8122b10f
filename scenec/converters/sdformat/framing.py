"""What the file is: a world, or one model without a world around it."""

from __future__ import annotations

import math

from scenec.accounting.finding import Level
from scenec.accounting.lens import unwrap
from scenec.converters.format import WriteRequest
from scenec.converters.sdformat.context import Context
from scenec.converters.sdformat.implied import IMPLIED
from scenec.ir.physics_profile import World
from scenec.ir.scene import Scene
from scenec.ir.walk import leaves
from scenec.trace import ids_of

GRAVITY = IMPLIED["World", "gravity"]
STEP = IMPLIED["PhysicsProfile", "step"]
"""What a world means that states neither: the defaults of the specification."""


def is_model_file(request: WriteRequest) -> bool:
    """As asked for; else an SDFormat file stays what it was; else a model if the scene is exactly one that moves."""
    scene = unwrap(request.scene)
    if request.options.as_:
        return request.options.as_ == "model"
    if request.options.layout == "model":
        return True
    if request.source_format == "sdformat":
        return scene.framing == "model" and bool(scene.models)  # which an edit may have removed from a file that carries the framing
    return is_one_moving_model(scene)


def is_one_moving_model(scene: Scene) -> bool:
    """One model that moves and nothing else: no light, no actor, nothing that the source itself says of a world."""
    outer = [model for model in scene.models if model.parent is None]
    if len(outer) != 1 or outer[0].static:
        return False
    if scene.lights or scene.actors or scene.plugins:
        return False
    if any(joint.model is None for joint in scene.joints) or any(frame.model is None for frame in scene.frames):
        return False
    return not any(ids_of(value) for world in scene.worlds for _, value in leaves(world))


def report_left_world(context: Context) -> None:
    """A model file cannot say gravity or step size: tell whether the world it will stand in is likely to have others."""
    for world in context.request.scene.worlds:
        _ = world.name if not ids_of(unwrap(world).name) else None
        _report_gravity(context, world)
        for profile in world.profiles:
            if unwrap(profile).step is not None:
                step = profile.step
                assert step is not None
                level = _level(abs(step - STEP), STEP, stated=bool(ids_of(step)))
                _report(context, "step-dropped", level, step, step, f"{STEP} s")


def _report_gravity(context: Context, world: World) -> None:
    gravity = world.gravity
    if gravity is not None:
        level = _level(math.dist(gravity, GRAVITY), math.hypot(*GRAVITY), stated=bool(ids_of(gravity)))
        _report(context, "gravity-dropped", level, gravity, gravity, "0 0 -9.8 m/s^2")


def _level(difference: float, size: float, *, stated: bool) -> Level:
    """Equal, or never stated by the source: note. Within a hundredth: warning. Else error."""
    if not difference or not stated:
        return "note"
    return "warning" if difference <= size / 100 else "error"


def _report(context: Context, code: str, level: Level, about: object, value: object, default: str) -> None:
    context.ledger.report(
        code,
        "dropped",
        level,
        "physics",
        about=about,
        subject=f"world.{code.partition('-')[0]}",
        value=value,
        target=f"{default} unless the world says otherwise",
        because="a model file says nothing of the world it will stand in",
        consequence="the world that includes the model decides",
        hint="write a world with --as world",
    )
