"""A world, a floor below what can fall, and a light, for a scene that has none (`--ready`).

A floor is a static model with an endless plane, as in Gazebo's empty world. It is added where a link can fall and no shape stands still.
It lies at z = 0, or below the lowest shape where that is lower. The light is the sun of Gazebo's empty world.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec

from scenec.adapt.findings import READY_FLOOR, READY_LIGHT, READY_WORLD
from scenec.adapt.welded_links import welded_links
from scenec.ir.base import WORLD, Id
from scenec.ir.geometry import Plane
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.light import Light
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.material import Material
from scenec.ir.names import Unique
from scenec.ir.overlap import Solids
from scenec.ir.physics_profile import World
from scenec.ir.pose import Pose
from scenec.ir.scene import Model, Scene
from scenec.syntax.kinds import shown
from scenec.trace import derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

EXTENT = (100.0, 100.0)
"""m; how much of the floor is drawn."""
GREY = Material(diffuse=(0.8, 0.8, 0.8, 1.0))
STEP = 1e-4
"""m; a floor below z = 0 lies at a multiple of this."""
SUN = Light(type="directional", direction=(-0.5, 0.1, -0.9), diffuse=(0.8, 0.8, 0.8, 1.0), specular=(0.2, 0.2, 0.2, 1.0))


def adapt(scene: Scene, ledger: Ledger, target: str) -> Scene:
    """The scene with a world, a floor and a light where it has none. Reports `ready-world-defaulted`, `ready-floor-defaulted` and
    `ready-light-defaulted`."""
    world, others = _with_world(scene, ledger)
    height = _floor_height(others)
    if height is not None:
        others = _with_floor(others, world, height)
        ledger.report(READY_FLOOR, subject=str(others.models[-1].name), target=f"z = {shown(height)} m")
    if not others.lights and not any(link.lights for link in others.links):
        name = Unique(str(each.name) for each in others.models)("sun")
        light = msgspec.structs.replace(SUN, name=name, world=world)
        others = msgspec.structs.replace(others, lights=(light,))
        ledger.added.append(light)
        ledger.report(READY_LIGHT, subject=name, target=SUN.type)
    return others


def _with_world(scene: Scene, ledger: Ledger) -> tuple[Id, Scene]:
    """Return the id of the first world, and the scene with a world around what stands in none."""
    if scene.worlds and scene.framing == "world":
        return scene.worlds[0].id, scene
    worlds = scene.worlds or (World(id=_ids(scene)("scene")),)
    world = worlds[0].id
    if scene.framing != "world":
        ledger.report(READY_WORLD, subject=str(worlds[0].name or ""), target="world", value=str(scene.framing))
    return world, msgspec.structs.replace(
        scene,
        framing=derived("world", scene.framing),
        worlds=worlds,
        models=tuple(msgspec.structs.replace(each, world=world) if each.parent is each.world is None else each for each in scene.models),
        lights=tuple(msgspec.structs.replace(each, world=each.world or world) for each in scene.lights),
        actors=tuple(msgspec.structs.replace(each, world=each.world or world) for each in scene.actors),
    )


def _floor_height(scene: Scene) -> float | None:
    """Return the height of the floor (m); None where nothing can fall, or where a shape stands still that may be the floor."""
    gravity = scene.worlds[0].gravity
    if gravity is not None and gravity[2] >= 0:
        return None
    static = static_models(scene)
    still = welded_links(scene, static, lambda link: False)
    if any(link.collisions for link in scene.links if link.id in still):
        return None
    solids = Solids.at_start(scene)
    falling = _falling(scene, still, solids.kinematics)
    if not falling:
        return None
    bounds = solids.bounds(link.id for link in scene.links if link.id in falling)
    lowest = bounds[0][2] if bounds is not None else 0.0
    return min(0.0, math.floor(lowest / STEP) * STEP)


def _falling(scene: Scene, still: set[Id], kinematics: Kinematics) -> set[Id]:
    """Return the links that no joint holds to the world, nor to what stands still."""
    held = still | {WORLD}
    for _, parent, child in kinematics.tree():
        if parent in held:
            held.add(child)
    return {link.id for link in scene.links if link.id not in held and not link.kinematic}


def _ids(scene: Scene) -> Unique:
    """Return what makes ids that no part of the scene has."""
    groups = (scene.worlds, scene.meshes, scene.models, scene.links, scene.joints, scene.frames)
    return Unique([WORLD, *(each.id for group in groups for each in group)])


def _with_floor(scene: Scene, world: Id, height: float) -> Scene:
    """Return the scene with a floor as its last model."""
    ids = _ids(scene)
    name = Unique([str(model.name) for model in scene.models] + [str(light.name) for light in scene.lights])("ground_plane")
    model = Model(id=ids("floor"), name=name, world=world, static=True, pose=Pose((0.0, 0.0, height)) if height else None)
    link = Link(
        id=ids("floor link"),
        name=name,
        model=model.id,
        collisions=(Collision(name="collision", geometry=Plane()),),
        visuals=(Visual(name="visual", geometry=Plane(size=EXTENT), material=GREY),),
    )
    return msgspec.structs.replace(scene, models=(*scene.models, model), links=(*scene.links, link))
