"""Gravity and step in every world, for a target whose defaults are not those of the source's simulator."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from scenec.accounting.findings import GRAVITY_DEFAULTED, STEP_DEFAULTED
from scenec.adapt.findings import GRAVITY_DEFAULT_WRITTEN, STEP_DEFAULT_WRITTEN
from scenec.ir.physics_profile import PhysicsProfile, World
from scenec.ir.pose import Vec3
from scenec.ir.scene import Scene
from scenec.syntax.kinds import computed, shown

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger


def adapt(
    scene: Scene,
    ledger: Ledger,
    target: str,
    *,
    gravity: Vec3 | None = None,
    step: float | None = None,
    default_gravity: Vec3 = (0.0, 0.0, -9.81),
    default_step: float = 0.001,
    writes_worlds: Callable[[Scene], bool] = lambda scene: True,
) -> Scene:
    """The scene whose worlds state gravity (m/s^2) and step (s). gravity, step: what the source's simulator takes, None where that is
    unknown; default_gravity, default_step: the target's defaults, which are stated then. writes_worlds: whether the result has worlds.

    Reports `gravity-defaulted` and `step-defaulted`, or `gravity-default-written` and `step-default-written`.
    """
    if not scene.worlds or not writes_worlds(scene):
        return scene
    worlds = []
    for world in scene.worlds:
        if world.gravity is None:
            row, stated = (GRAVITY_DEFAULTED, gravity) if gravity else (GRAVITY_DEFAULT_WRITTEN, default_gravity)
            ledger.report(row, world, target=f"{' '.join(map(shown, stated))} m/s^2", subject="world.gravity")
            world = msgspec.structs.replace(world, gravity=stated)
        if all(profile.step is None for profile in world.profiles):
            row, seconds = (STEP_DEFAULTED, step) if step else (STEP_DEFAULT_WRITTEN, default_step)
            ledger.report(row, world, target=f"{computed(seconds)} s", subject="world.step")
            world = _with_step(world, seconds)
        worlds.append(world)
    if all(world is before for world, before in zip(worlds, scene.worlds, strict=True)):
        return scene
    return msgspec.structs.replace(scene, worlds=tuple(worlds))


def _with_step(world: World, step: float) -> World:
    """The world whose first profile, made if there is none, has the step and runs in real time unless it says otherwise."""
    first, *others = world.profiles or (PhysicsProfile(origin=world.origin),)
    first = msgspec.structs.replace(first, step=step, update_rate=first.update_rate or 1 / step)
    return msgspec.structs.replace(world, profiles=(first, *others))
