"""Decide whether the result is a world, or one model without a world."""

from __future__ import annotations

import math

from scenec.accounting.code import Code
from scenec.accounting.finding import Level, excerpt
from scenec.converters.common.findings import GRAVITY_DROPPED, STEP_DROPPED
from scenec.converters.format import WriteRequest
from scenec.converters.sdformat.profile import GRAVITY, STEP
from scenec.converters.sdformat.write.context import Context, is_own
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.ir.physics_profile import World
from scenec.ir.scene import Scene
from scenec.ir.walk import leaves
from scenec.trace import ids_of, plain


def is_model_file(request: WriteRequest) -> bool:
    """Return whether to write a model file: by the options, else as the SDFormat source, else if the scene is one moving model."""
    scene = request.unstamped
    if request.options.as_:
        return request.options.as_ == "model"
    if request.options.layout == "model":
        return True
    if is_own(request):
        return scene.framing == "model" and bool(scene.models)  # which an edit may have removed from a file that carries the framing
    return is_one_moving_model(scene) and not is_world_of_python(scene)


def is_world_of_python(scene: Scene) -> bool:
    """Return whether a scene was made in Python with a world that states something."""
    if any(node.origin is not None for node in (*scene.models, *scene.links)):
        return False
    return any(True for world in scene.worlds for path, _ in leaves(world) if path != ("id",))


def is_one_moving_model(scene: Scene) -> bool:
    """Return whether the scene is one moving model: no light, no actor, no stated value of a world."""
    outer = [model for model in scene.models if model.parent is None]
    if len(outer) != 1 or outer[0].static:
        return False
    if scene.lights or scene.actors or scene.plugins:
        return False
    if any(joint.model is None for joint in scene.joints) or any(frame.model is None for frame in scene.frames):
        return False
    return not any(ids_of(value) for world in scene.worlds for _, value in leaves(world))


def report_dropped_world(context: Context, root: ElementWriter) -> None:
    """Report gravity and step, which a model file has no place for, by how much they differ from the defaults. A name of the world that
    the source does not state is left out."""
    for world in context.scene.worlds:
        if world.name is not None and not context.request.uses.sources_of(world.name):
            root.leave_out(world.name)
        _report_gravity(context, world)
        for profile in world.profiles:
            if profile.step is not None:
                step = profile.step
                assert step is not None
                level = _level(abs(step - STEP), STEP, stated=bool(context.request.uses.sources_of(step)))
                _report(context, STEP_DROPPED, level, step, f"{STEP} s", "s")


def _report_gravity(context: Context, world: World) -> None:
    gravity = world.gravity
    if gravity is not None:
        level = _level(math.dist(gravity, GRAVITY), math.hypot(*GRAVITY), stated=bool(context.request.uses.sources_of(gravity)))
        _report(context, GRAVITY_DROPPED, level, gravity, "0 0 -9.8 m/s^2", "m/s^2")


def _level(difference: float, size: float, *, stated: bool) -> Level:
    """Return the level of a difference: note if equal or never stated by the source, warning within 1 %, else error."""
    if not difference or not stated:
        return "note"
    return "warning" if difference <= size / 100 else "error"


def _report(context: Context, row: Code, level: Level, value: object, default: str, unit: str) -> None:
    context.report(
        row,
        about=value,
        subject=f"world.{row.code.partition('-')[0]}",
        value=f"{excerpt(plain(value))} {unit}",
        target=f"{default} unless the world states another value",
        level=level,
        why="A model file has no world. The option --as world writes one.",
    )
