"""Moved parts: one item for each part that moved by itself; attached parts are listed with it."""

from __future__ import annotations

from scenec.comparison.compared_scene import ComparedScene
from scenec.comparison.scene_matching import Matching
from scenec.comparison.tolerance import Tolerance, apart, seven_of
from scenec.difference.item import Item
from scenec.difference.nesting import Nesting
from scenec.difference.notes import Notes
from scenec.ir.pose import Pose

UNMOVED = Pose()


def compare_motion(
    a: ComparedScene, b: ComparedScene, matching: Matching, displaced: dict[int, Pose], close: Tolerance, notes: Notes
) -> None:
    """Report the links in `displaced` (link of A -> its displacement in the world): a model where all of it moved equally, else
    each link that did not just go along with the one it hangs on."""
    if not displaced:
        return
    heads = _heads(a, displaced, close)
    reported = _models(a, b, matching, displaced, close, notes)
    others = {link.id: j for j, link in enumerate(b.links)}
    along: dict[int, list[int]] = {}
    for link, head in heads.items():
        if link != head:
            along.setdefault(head, []).append(link)
    for link, head in heads.items():
        if link != head or link in reported:
            continue
        j = others[matching.links[a.links[link].id]]
        distance, angle = apart(a.physics.links[link].pose, b.physics.links[j].pose)
        notes.note(
            Item(
                change="moved",
                kind="link",
                category="physics",
                a=a.link_paths[link],
                b=b.link_paths[j],
                owner=a.link_paths[link],
                aspect="pose",
                before=a.physics.links[link].pose,
                after=b.physics.links[j].pose,
                distance=distance,
                angle=angle,
                along=tuple(a.link_paths[each] for each in along.get(link, ()) if each not in reported),
            ),
            a.links[link],
            b.links[j],
        )


def _moves_with(a: ComparedScene, link: int, mine: Pose, other: Pose, close: Tolerance) -> bool:
    """Whether a link that has moved by one displacement would be in the same place had it moved by the other."""
    X = a.poses[link]
    return close.poses_close(seven_of(mine @ X), seven_of(other @ X))


def _heads(a: ComparedScene, displaced: dict[int, Pose], close: Tolerance) -> dict[int, int]:
    """Moved link -> the link it goes along with, itself where it moved by itself."""
    heads: dict[int, int] = {}
    for start in sorted(displaced):
        chain: list[int] = []
        at = start
        while at in displaced and at not in heads and at not in chain[-1:] and len(chain) <= len(displaced):
            chain.append(at)
            joint = a.parent_joints.get(at)
            if joint is None:
                break
            at = a.ends[joint][0]
        for link in reversed(chain):
            joint = a.parent_joints.get(link)
            above = a.ends[joint][0] if joint is not None else None
            if above in heads and above in displaced and _moves_with(a, link, displaced[link], displaced[above], close):
                heads[link] = heads[above]
            else:
                heads.setdefault(link, link)
    return dict(sorted(heads.items()))


def _models(a: ComparedScene, b: ComparedScene, matching: Matching, displaced: dict[int, Pose], close: Tolerance, notes: Notes) -> set[int]:
    """Report models all of whose links, two at least, moved equally; return the links of these."""
    nesting, reported = Nesting(a.scene, a.links), set[int]()
    sizes, moved = nesting.sizes(range(len(a.links))), nesting.sizes(displaced)
    models_b = {model.id: model for model in b.scene.models}
    for model in sorted(a.scene.models, key=lambda model: -sizes.get(model.id, (0, 0))[0]):
        count, first = sizes.get(model.id, (0, 0))
        if count < 2 or model.id not in matching.models or first in reported or moved.get(model.id, (0, 0))[0] < count:
            continue
        D = displaced[first]
        if not all(_moves_with(a, i, displaced[i], D, close) for i in nesting.inside(model.id)):
            continue
        inside = sorted(nesting.inside(model.id))
        reported.update(inside)
        X = a.poses[first]
        distance, angle = apart(seven_of(X), seven_of(D @ X))
        other = models_b[matching.models[model.id]]
        path = a.model_paths[model.id]
        notes.note(
            Item(
                change="moved",
                kind="model",
                category="physics",
                a=path,
                b=b.model_paths[other.id],
                owner=path,
                aspect="pose",
                distance=distance,
                angle=angle,
                along=tuple(a.link_paths[i] for i in inside),
            ),
            model,
            other,
        )
    return reported
