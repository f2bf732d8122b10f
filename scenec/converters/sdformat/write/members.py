"""Sort the parts of the flat scene by world and model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from scenec.ir.base import Id
from scenec.ir.joint import Joint
from scenec.ir.light import Light
from scenec.ir.link import Link
from scenec.ir.scene import Actor, Frame, Gripper, Model, Scene

T = TypeVar("T")


class Members:
    """The parts of a scene by their model or world. Parts that name neither belong to the first world."""

    def __init__(self, scene: Scene, holders: Mapping[Id, Id] | None = None) -> None:
        """holders: model -> the model whose element its links, joints and frames are written in, where models cannot nest."""
        holder = holders or {}
        worlds = scene.worlds
        self._first = worlds[0].id if worlds else ""
        self._worlds = {world.id for world in worlds}
        models = {model.id for model in scene.models}
        self._models: dict[Id, list[Model]] = defaultdict(list)
        self._links: dict[Id, list[Link]] = defaultdict(list)
        self._joints: dict[Id, list[Joint]] = defaultdict(list)
        self._frames: dict[Id, list[Frame]] = defaultdict(list)
        self._grippers: dict[Id, list[Gripper]] = defaultdict(list)
        self._lights: dict[Id, list[Light]] = defaultdict(list)
        self._actors: dict[Id, list[Actor]] = defaultdict(list)
        for model in scene.models:
            parent = model.parent
            self._models[parent if parent in models and parent is not None else self._world(model.world)].append(model)
        for link in scene.links:
            own = link.model
            self._links[holder.get(own, own)].append(link)
        for joint in scene.joints:
            within = joint.model
            self._joints[holder.get(within, within) if within else self._world(joint.world)].append(joint)
        for frame in scene.frames:
            around = frame.model
            self._frames[holder.get(around, around) if around else self._world(frame.world)].append(frame)
        for gripper in scene.grippers:
            model_id = gripper.model
            self._grippers[holder.get(model_id, model_id)].append(gripper)
        for light in scene.lights:
            self._lights[self._world(light.world)].append(light)
        for actor in scene.actors:
            self._actors[self._world(actor.world)].append(actor)

    def _world(self, world: Id | None) -> Id:
        return world if world in self._worlds and world is not None else self._first

    def nested(self, owner: Id) -> list[Model]:
        """Return the models directly in a world or model."""
        return self._models.get(owner, [])

    def links(self, model: Id) -> list[Link]:
        return self._links.get(model, [])

    def joints(self, owner: Id) -> list[Joint]:
        return self._joints.get(owner, [])

    def frames(self, owner: Id) -> list[Frame]:
        return self._frames.get(owner, [])

    def grippers(self, model: Id) -> list[Gripper]:
        return self._grippers.get(model, [])

    def lights(self, world: Id) -> list[Light]:
        return self._lights.get(world, [])

    def actors(self, world: Id) -> list[Actor]:
        return self._actors.get(world, [])


def members_of(members: Members, tops: Sequence[Any]) -> list[Any]:
    """Return some nodes, and all parts of those that are models, in an order that depends on nothing else."""
    found: list[Any] = []
    waiting = list(reversed(tops))
    while waiting:
        node = waiting.pop()
        found.append(node)
        if isinstance(node, Model):
            own = node.id
            found.extend(members.links(own))
            found.extend(members.joints(own))
            found.extend(members.frames(own))
            found.extend(members.grippers(own))
            waiting.extend(reversed(members.nested(own)))
    return found
