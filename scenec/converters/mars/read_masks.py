"""Who touches whom: two geoms touch if their masks share a bit (sim/src/physics/WorldPhysics.cpp: nearCallback)."""

from __future__ import annotations

import msgspec

from scenec import ir
from scenec.converters.mars.reading import Reading
from scenec.ir import WORLD
from scenec.trace import derived


def state_self_collision(reading: Reading) -> None:
    """Say of every moving model, and of links that differ from it, whether links that share no joint touch."""
    masks: dict[str, int] = {}
    for link in reading.links:
        masks[link.id] = 0
        for collision in link.collisions:
            masks[link.id] |= int(collision.collide_mask or 0)
    jointed = {frozenset((str(joint.parent), str(joint.child))) for joint in reading.joints if joint.parent != WORLD}
    of_model: dict[str, list[ir.Link]] = {}
    for link in reading.links:
        of_model.setdefault(link.model, []).append(link)
    models = []
    touching: dict[str, bool] = {}
    for model in reading.models:
        if model.self_collide is None:
            models.append(model)
            continue
        links = of_model[model.id]
        for link in links:
            touching[link.id] = _touches(link, links, masks, jointed)
        any_touch = any(touching[link.id] for link in links) or len(links) == 1
        sources = [collision.collide_mask for link in links for collision in link.collisions]
        models.append(msgspec.structs.replace(model, self_collide=any_touch or derived(False, *sources)))
        if any_touch:
            for link in links:
                touching[link.id] = touching[link.id] or len(links) == 1 or not masks[link.id]
        else:
            for link in links:
                touching[link.id] = True  # the model says it
    reading.models = models
    reading.links = [
        link
        if touching.get(link.id, True)
        else msgspec.structs.replace(link, self_collide=derived(False, *(each.collide_mask for each in link.collisions)))
        for link in reading.links
    ]


def _touches(link: ir.Link, links: list[ir.Link], masks: dict[str, int], jointed: set[frozenset[str]]) -> bool:
    """Whether a link touches another one of its model that it shares no joint with. If it shares one with all of them, the masks
    say what was meant."""
    others = [other for other in links if other is not link]
    free = [other for other in others if frozenset((link.id, other.id)) not in jointed] or others
    return not free or any(masks[link.id] & masks[other.id] for other in free)
