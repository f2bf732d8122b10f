"""Whether the links of a model touch each other, which masks and excluded pairs of MJCF say for each pair.

Links are counted by their masks, so that not every pair is looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations_with_replacement

from msgspec.structs import replace

from scenec import ir
from scenec.ir.base import Id

Masks = frozenset[tuple[int, int]]
"""contype and conaffinity of each shape of a link."""
Pair = frozenset[Id]


def with_self_collision(scene: ir.Scene) -> ir.Scene:
    """Return the scene with the flag of its models. Links that share a joint do not count, unless there are no others; a single one counts
    by whether its shapes would touch their likes."""
    model_of = {link.id: link.model for link in scene.links}
    apart = _by_model((frozenset(pair.links) for pair in scene.excluded_pairs), model_of)
    joined = _by_model((frozenset((joint.parent, joint.child)) for joint in scene.joints), model_of)
    members: dict[Id, dict[Id, Masks]] = {}
    for link in scene.links:
        if link.collisions:
            members.setdefault(link.model, {})[link.id] = frozenset(_masks(each) for each in link.collisions)
    models: list[ir.Model] = []
    for model in scene.models:
        links = members.get(model.id, {})
        touch = None if not links or model.static else _touch(links, joined.get(model.id, set()), apart.get(model.id, set()))
        models.append(model if touch is None or touch == bool(model.self_collide) else replace(model, self_collide=touch))
    return replace(scene, models=tuple(models))


def _by_model(pairs: Iterable[Pair], model_of: dict[Id, Id]) -> dict[Id, set[Pair]]:
    """The pairs whose links are of one model, by that model."""
    found: dict[Id, set[Pair]] = {}
    for pair in pairs:
        homes = {model_of.get(each, "") for each in pair}
        if len(pair) == 2 and len(homes) == 1:
            found.setdefault(homes.pop(), set()).add(pair)
    return found


def _touch(links: dict[Id, Masks], joined: set[Pair], apart: set[Pair]) -> bool:
    """Whether any two links touch."""
    if len(links) == 1:
        (only,) = links.values()
        return _meet(only, only)
    among = {pair for pair in joined if pair <= links.keys()}
    left_out = apart if len(among) == len(links) * (len(links) - 1) // 2 else among | apart
    taken: Counter[frozenset[Masks]] = Counter()
    for pair in left_out:
        if pair <= links.keys():
            taken[frozenset(links[each] for each in pair)] += 1
    counts = Counter(links.values())
    for first, second in combinations_with_replacement(counts, 2):
        pairs = counts[first] * counts[second] if first != second else counts[first] * (counts[first] - 1) // 2
        if pairs > taken[frozenset((first, second))] and _meet(first, second):
            return True
    return False


def _meet(ours: Masks, theirs: Masks) -> bool:
    """Return whether any shape of one link touches any of another."""
    return any(a & d or c & b for a, b in ours for c, d in theirs)


def _masks(collision: ir.Collision) -> tuple[int, int]:
    """Return contype and conaffinity of a shape."""
    category, collide = collision.category_mask, collision.collide_mask
    return 1 if category is None else int(category), 1 if collide is None else int(collide)
