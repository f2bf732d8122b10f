"""Whether the links of a model touch each other, which masks and excluded pairs of MJCF say for each pair."""

from __future__ import annotations

from itertools import combinations

from msgspec.structs import replace

from scenec import ir


def with_self_collision(scene: ir.Scene) -> ir.Scene:
    """Return the scene with the flag of its models. Links that share a joint do not count, unless there are no others; a single one counts
    by whether its shapes would touch their likes."""
    apart = {frozenset(pair.links) for pair in scene.excluded_pairs}
    joined = {frozenset((joint.parent, joint.child)) for joint in scene.joints}
    members: dict[str, list[ir.Link]] = {}
    for link in scene.links:
        if link.collisions:
            members.setdefault(link.model, []).append(link)
    models: list[ir.Model] = []
    for model in scene.models:
        links = members.get(model.id, [])
        pairs = [each for each in combinations(links, 2) if frozenset((each[0].id, each[1].id)) not in joined]
        if not links or model.static:
            models.append(model)
            continue
        tested = pairs or list(combinations(links, 2)) or [(link, link) for link in links]
        touch = any(frozenset((first.id, second.id)) not in apart and _meet(first, second) for first, second in tested)
        models.append(model if touch == bool(model.self_collide) else replace(model, self_collide=touch))
    return replace(scene, models=tuple(models))


def _meet(first: ir.Link, second: ir.Link) -> bool:
    """Return whether any shape of one link touches any of another."""
    ours, theirs = ({_masks(each) for each in link.collisions} for link in (first, second))
    return any(a & d or c & b for a, b in ours for c, d in theirs)


def _masks(collision: ir.Collision) -> tuple[int, int]:
    """Return contype and conaffinity of a shape."""
    category, collide = collision.category_mask, collision.collide_mask
    return 1 if category is None else int(category), 1 if collide is None else int(collide)
