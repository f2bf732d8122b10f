"""A step with which the servos of the target are stable, for a scene whose step is too long for them (`--ready`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from scenec.adapt.control_findings import READY_STEP
from scenec.ir.physics_profile import PhysicsProfile, World
from scenec.ir.scene import Scene
from scenec.syntax.kinds import shown
from scenec.trace import derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger


def adapt(
    scene: Scene,
    ledger: Ledger,
    target: str,
    *,
    step: float = 0.0,
    stable: Callable[[Scene, float], float | None] = lambda scene, step: None,
    native_engine: str = "",
) -> Scene:
    """The scene with a step that works.

    step: s, of a scene that states none; stable: scene, step -> the step to take instead, None if it is short enough; native_engine: scenes
    of this engine run in the target as they are. Reports `ready-step-shortened`.
    """
    world = scene.worlds[0] if scene.worlds else None
    profile = _profile(world) if world is not None else None
    if world is None or (profile is not None and native_engine and profile.engine == native_engine):
        return scene
    stated = profile.step if profile is not None else None
    now = float(stated) if stated is not None and stated > 0 else step
    shorter = stable(scene, now) if now > 0 else None
    if shorter is None:
        return scene
    ledger.report(READY_STEP, about=stated, subject="step", value=f"{shown(now)} s", target=f"{shown(shorter)} s")
    value = derived(shorter, stated)
    if profile is None:
        profiles = (*world.profiles, PhysicsProfile(step=value))
    else:
        profiles = tuple(msgspec.structs.replace(each, step=value) if each is profile else each for each in world.profiles)
    return msgspec.structs.replace(scene, worlds=(msgspec.structs.replace(world, profiles=profiles), *scene.worlds[1:]))


def _profile(world: World) -> PhysicsProfile | None:
    """Return the profile that counts."""
    return next((each for each in world.profiles if each.default), world.profiles[0] if world.profiles else None)
