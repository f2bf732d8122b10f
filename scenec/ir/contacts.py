"""Which shapes may exert forces on each other, as the worlds of a scene say."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from scenec.ir.base import Id
from scenec.ir.link import Link
from scenec.ir.scene import Model, Scene


def contacts_are_off(scene: Scene) -> bool:
    """Return whether no two shapes exert forces on each other."""
    return any(world.contacts is not None and not world.contacts for world in scene.worlds)


def moving_bodies_are_apart(scene: Scene) -> bool:
    """Return whether no two moving bodies exert forces on each other."""
    return contacts_are_off(scene) or any(
        world.moving_bodies_collide is not None and not world.moving_bodies_collide for world in scene.worlds
    )


def colliding_models_not_asked(scene: Scene, links: Iterable[Link]) -> list[Model]:
    """Return the models that let their links touch each other although none of these links takes it from them: each has its own flag."""
    asked = {link.model for link in links if link.self_collide is None}
    return [model for model in scene.models if model.self_collide and model.id not in asked]


def decides_a_contact(links: Collection[Id], willing: Collection[Id], neighbours: Mapping[Id, Collection[Id]]) -> bool:
    """Return whether any contact depends on these links of a model being willing to touch others of it. Two links touch if both are willing
    and no joint connects them.

    willing: links of the model that are, with or without those in question. neighbours: link -> those that a joint connects with it.
    """
    others = len(willing) + sum(each not in willing for each in links) - 1
    return any(others > sum(near in willing or near in links for near in neighbours.get(each, ())) for each in links)
