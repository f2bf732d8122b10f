"""Write gravity and step where the source leaves them to its simulator and the default of SDFormat differs."""

from __future__ import annotations

from msgspec.structs import replace

from scenec.converters.common.findings import GRAVITY_DEFAULTED, STEP_DEFAULTED
from scenec.converters.format import WriteRequest
from scenec.converters.sdformat.findings.writing import GRAVITY_DEFAULT_WRITTEN, STEP_DEFAULT_WRITTEN
from scenec.converters.sdformat.profile import GRAVITY, STEP
from scenec.converters.sdformat.write.context import is_own
from scenec.ir.physics_profile import PhysicsProfile, World
from scenec.syntax.kinds import computed, shown


def with_world_defaults(request: WriteRequest) -> WriteRequest:
    """Return the request with gravity and step in every world.

    Without a value in the source, that of its simulator is used, else the default of SDFormat. Scenes from SDFormat or without a source
    stay unchanged.
    """
    scene = request.scene
    if not request.source_format or is_own(request) or not scene.worlds:
        return request
    return replace(request, scene=replace(scene, worlds=tuple(_stated(world, request) for world in scene.worlds)))


def _stated(world: World, request: WriteRequest) -> World:
    from scenec.converters import load

    source = load(request.source_format)
    if world.gravity is None:
        gravity = source.gravity or GRAVITY
        row = GRAVITY_DEFAULTED if source.gravity else GRAVITY_DEFAULT_WRITTEN
        request.ledger.report(row, origin=world.origin, subject="world.gravity", target=f"{' '.join(map(shown, gravity))} m/s^2")
        world = replace(world, gravity=gravity)
    profiles = world.profiles or (PhysicsProfile(origin=world.origin),)
    if all(profile.step is None for profile in profiles):
        step = source.step or STEP
        row = STEP_DEFAULTED if source.step else STEP_DEFAULT_WRITTEN
        request.ledger.report(row, origin=world.origin, subject="world.step", target=f"{computed(step)} s")
        profiles = (replace(profiles[0], step=step, update_rate=profiles[0].update_rate or 1 / step), *profiles[1:])
    return replace(world, profiles=profiles)
