"""Which shapes may exert forces on each other, as the worlds of a scene say."""

from __future__ import annotations

from scenec.ir.scene import Scene


def contacts_are_off(scene: Scene) -> bool:
    """Return whether no two shapes exert forces on each other."""
    return any(world.contacts is not None and not world.contacts for world in scene.worlds)


def moving_bodies_are_apart(scene: Scene) -> bool:
    """Return whether no two moving bodies exert forces on each other."""
    return contacts_are_off(scene) or any(
        world.moving_bodies_collide is not None and not world.moving_bodies_collide for world in scene.worlds
    )
