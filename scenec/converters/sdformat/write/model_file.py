"""Report what a model file has no place for: gravity, step and name of the world."""

from __future__ import annotations

import math

from scenec.accounting.code import Code
from scenec.accounting.finding import Level, excerpt
from scenec.converters.common.findings import GRAVITY_DROPPED, STEP_DROPPED
from scenec.converters.sdformat.profile import GRAVITY, STEP
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.ir.physics_profile import World
from scenec.trace import plain


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
    context.ledger.report(
        row,
        about=value,
        subject=f"world.{row.code.partition('-')[0]}",
        value=f"{excerpt(plain(value))} {unit}",
        target=f"{default} unless the world states another value",
        level=level,
        why="A model file has no world. The option --as world writes one.",
    )
