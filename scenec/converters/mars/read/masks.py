"""Self-collision from collision masks: two geoms touch if their masks share a bit (sim/src/physics/WorldPhysics.cpp: nearCallback)."""

from __future__ import annotations

import msgspec

from scenec.converters.mars.read.context import Reading
from scenec.trace import derived

BITS = 32
ALL_BITS = (1 << BITS) - 1


def state_self_collision(reading: Reading) -> None:
    """Set self-collision of moving models, and of links that differ from their model. Links that share a joint never touch."""
    masks: dict[str, int] = {}
    for link in reading.links:
        if not link.collisions:
            continue
        masks[link.id] = 0
        for collision in link.collisions:
            masks[link.id] |= int(collision.collide_mask or 0) & ALL_BITS
    touching, meant = _touching(reading, masks)
    moving = {model.id for model in reading.models if model.self_collide}
    any_touch: dict[str, bool] = {}
    for link in reading.links:
        if link.id in touching:
            any_touch[link.model] = any_touch.get(link.model, False) or touching[link.id]
    undecided = {link.model for link in reading.links} - set(any_touch)
    for link in reading.links:
        if link.model in undecided and link.id in meant:
            any_touch[link.model] = any_touch.get(link.model, False) or meant[link.id]
    sources: dict[str, list[object]] = {}
    for link in reading.links:
        sources.setdefault(link.model, []).extend(each.collide_mask for each in link.collisions)
    reading.models = [
        model
        if model.id not in moving or any_touch.get(model.id, True)
        else msgspec.structs.replace(model, self_collide=derived(False, *sources[model.id]))
        for model in reading.models
    ]
    reading.links = [
        msgspec.structs.replace(link, self_collide=derived(False, *(each.collide_mask for each in link.collisions)))
        if link.model in moving and any_touch.get(link.model) and masks.get(link.id) and not touching.get(link.id, True)
        else link
        for link in reading.links
    ]


def _touching(reading: Reading, masks: dict[str, int]) -> tuple[dict[str, bool], dict[str, bool]]:
    """Return, by link: whether it touches another link of its model that it shares no joint with; and, for links that share a joint with
    every other link, whether their masks share a bit. Counting the links of each bit avoids comparing all pairs. masks: of the links with
    shapes; a link that is alone counts as touching."""
    counts: dict[str, list[int]] = {}
    sizes: dict[str, int] = {}
    shaped = [link for link in reading.links if link.id in masks]
    for link in shaped:
        bits = counts.setdefault(link.model, [0] * BITS)
        sizes[link.model] = sizes.get(link.model, 0) + 1
        for bit in _bits(masks[link.id]):
            bits[bit] += 1
    jointed: dict[str, set[str]] = {}
    for joint in reading.joints:
        if str(joint.parent) in masks and str(joint.child) in masks:
            jointed.setdefault(str(joint.parent), set()).add(str(joint.child))
            jointed.setdefault(str(joint.child), set()).add(str(joint.parent))
    touching, meant = dict[str, bool](), dict[str, bool]()
    for link in shaped:
        near = jointed.get(link.id, set())
        free = len(near) < sizes[link.model] - 1
        bits = counts[link.model]
        others = {
            bit: bits[bit] - 1 - (sum(1 for other in near if masks[other] >> bit & 1) if free else 0) for bit in _bits(masks[link.id])
        }
        (touching if free else meant)[link.id] = sizes[link.model] == 1 or any(others.values())
    return touching, meant


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(BITS) if mask >> bit & 1]
