"""What a source leaves to its simulator and SDFormat's silence would change: gravity and the step of a simulation."""

from __future__ import annotations

from msgspec.structs import replace

from scenec.accounting.lens import edited, unwrap
from scenec.converters.format import WriteRequest
from scenec.converters.sdformat.framing import GRAVITY, STEP
from scenec.ir.physics_profile import PhysicsProfile, World
from scenec.syntax.kinds import computed, shown


def with_what_the_source_implies(request: WriteRequest) -> WriteRequest:
    """The request with gravity and step stated in every world: where the source says nothing, those of its simulator; where that is
    not known either, SDFormat's own. A scene that comes from nowhere, or from SDFormat, says what it means."""
    scene = unwrap(request.scene)
    if request.source_format in ("", "sdformat") or not scene.worlds:
        return request
    return replace(request, scene=edited(request.scene, replace(scene, worlds=tuple(_stated(world, request) for world in scene.worlds))))


def _stated(world: World, request: WriteRequest) -> World:
    from scenec.converters import load

    source = load(request.source_format)
    if world.gravity is None:
        gravity = source.gravity or GRAVITY
        _tell(request, world, "gravity", f"{' '.join(map(shown, gravity))} m/s^2", source.gravity and source.title)
        world = replace(world, gravity=gravity)
    profiles = world.profiles or (PhysicsProfile(origin=world.origin),)
    if all(profile.step is None for profile in profiles):
        step = source.step or STEP
        _tell(request, world, "step", f"{computed(step)} s", source.step and source.title)
        profiles = (replace(profiles[0], step=step, update_rate=profiles[0].update_rate or 1 / step), *profiles[1:])
    return replace(world, profiles=profiles)


def _tell(request: WriteRequest, world: World, what: str, target: str, source: object) -> None:
    """source: the title of the format whose simulator takes the value; false: SDFormat's own default is taken."""
    request.ledger.report(
        f"{what}-defaulted",
        "defaulted",
        "note",
        "physics",
        origin=world.origin,
        subject=f"world.{what}",
        target=target,
        because=f"the file leaves it to the simulator, and those of {source} take this" if source else "nothing states it",
        consequence="it moves as it did there" if source else "the default of SDFormat is written out",
    )
