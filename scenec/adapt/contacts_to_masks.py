"""Contacts between links, for a target that knows one flag per model and one bit mask per shape: DART, in Gazebo.

Two shapes touch if their masks share a bit, and links of one model only if its flag says so and no joint connects them. What a scene says
beyond that (pairs that never touch, masks of other rules, neighbours across massless links or welds) becomes bits: each bit is a set of
shapes that may all touch each other, and every pair that touches shares one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from scenec.adapt.contact_findings import CONTACT_MASKS_CONVERTED, CONTACT_PAIRS_DROPPED, SELF_COLLISION_SWITCHED_OFF
from scenec.ir.base import WORLD, Id
from scenec.ir.contacts import contacts_are_off, moving_bodies_are_apart
from scenec.ir.kinematics import Kinematics, outermost_models, static_models
from scenec.ir.link import Collision, Link
from scenec.ir.scene import Scene
from scenec.trace import derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

BITS = 16
"""Of SDFormat's collide_bitmask."""
ALL = (1 << BITS) - 1
MOST_SHAPES = 200
"""Of more shapes with restrictions not every pair is looked at: their models do not collide with themselves."""

Pair = frozenset[Id]


class Shape(NamedTuple):
    """The collisions of one link with the same masks. category, collide: None where the source states none."""

    link: Id
    category: int | None
    collide: int | None


def adapt(scene: Scene, ledger: Ledger, target: str) -> Scene:
    """The scene in which masks and flags say who touches whom. Reports `contact-masks-converted`, and `contact-pairs-dropped` for pairs
    that no bit was left for."""
    if contacts_are_off(scene):
        return _without_contacts(scene, ledger)
    contacts = _Contacts(scene)
    if not contacts.restricted:
        return scene
    masks, lost, silent = contacts.masks()
    if masks is None:
        return scene
    models = tuple(
        msgspec.structs.replace(each, self_collide=derived(False, each.self_collide)) if each.id in silent else each
        for each in scene.models
    )
    concerned = [each for each in scene.models if each.id in contacts.concerned]
    sources = tuple((shape.category_mask, shape.collide_mask, shape.excluded) for link in scene.links for shape in link.collisions)
    name = ledger.path(concerned[0]) if concerned else ""
    ledger.report(
        CONTACT_MASKS_CONVERTED,
        about=(sources, scene.excluded_pairs, tuple(each.self_collide for each in concerned)),
        origin=concerned[0].origin if concerned else None,
        subject=name,
        value=_words(contacts.separate) + _stated_masks(scene),
        target=_bits(masks),
    )
    for link in contacts.switched_off(silent):
        ledger.report(SELF_COLLISION_SWITCHED_OFF, link, about=link.self_collide, value="true", target="false")
    if lost:
        ledger.report(
            CONTACT_PAIRS_DROPPED,
            about=tuple(each.self_collide for each in concerned),
            subject=name,
            origin=concerned[0].origin if concerned else None,
            value=f"{len(lost)} of {len(lost) + contacts.kept(masks)} pairs",
        )
    links = tuple(_masked(link, masks, sources if len(scene.links) < MOST_SHAPES else ()) for link in scene.links)
    return msgspec.structs.replace(scene, links=links, models=models, excluded_pairs=())


def _words(separate: int) -> str:
    """Return what the masks say, for people."""
    return f"{separate} pair{'s' if separate != 1 else ''} of links that do not touch" if separate else "no two links of a model touch"


def _stated_masks(scene: Scene) -> str:
    """Return the masks that the source states and how many shapes have each, for people: many masks come to the same."""
    pairs = Counter((each.category_mask, each.collide_mask) for link in scene.links for each in link.collisions)
    stated = [
        "/".join("-" if mask is None else str(mask) for mask in pair) + (f" x{count}" if count > 1 else "")
        for pair, count in pairs.items()
        if pair != (None, None)
    ]
    return f", from masks (category/collide) {', '.join(stated)}" if stated else ""


def _bits(masks: dict[Shape, int]) -> str:
    bits = max((mask.bit_length() for mask in masks.values() if mask != ALL), default=0)
    return f"masks of {bits} bit{'s' if bits != 1 else ''}" if bits else "the flag of the model"


def _without_contacts(scene: Scene, ledger: Ledger) -> Scene:
    """Return a scene whose worlds switch contacts off with that in the masks of its shapes."""
    switches = tuple(world.contacts for world in scene.worlds)
    masks = tuple((each.category_mask, each.collide_mask, each.excluded) for link in scene.links for each in link.collisions)
    world = scene.worlds[0]
    ledger.report(
        CONTACT_MASKS_CONVERTED,
        world,
        about=(switches, masks, scene.excluded_pairs),
        value="contacts switched off" + _stated_masks(scene),
        target="masks of 0",
        subject="contacts",
    )
    links = []
    for link in scene.links:
        touched = tuple(
            msgspec.structs.replace(each, collide_mask=derived(0, each.collide_mask, *switches), category_mask=None, excluded=())
            for each in link.collisions
        )
        links.append(msgspec.structs.replace(link, collisions=touched) if touched else link)
    worlds = tuple(msgspec.structs.replace(each, contacts=None) for each in scene.worlds)
    return msgspec.structs.replace(scene, worlds=worlds, links=tuple(links), excluded_pairs=())


def _masked(link: Link, masks: dict[Shape, int], sources: object) -> Link:
    if not link.collisions:
        return link
    collisions = []
    for each in link.collisions:
        mask = masks.get(_shape_of(link, each))
        if mask is not None:
            stated = None if mask == ALL else derived(mask, each.collide_mask, each.category_mask, sources)
            each = msgspec.structs.replace(each, collide_mask=stated, category_mask=None, excluded=())
        collisions.append(each)
    return msgspec.structs.replace(link, collisions=tuple(collisions))


def _shape_of(link: Link, collision: Collision) -> Shape:
    category, collide = collision.category_mask, collision.collide_mask
    return Shape(link.id, None if category is None else int(category), None if collide is None else int(collide))


class _Contacts:
    """The contacts of a scene. shapes: that exert forces, in order. apart: pairs of links that do not touch although the target would
    test them; restricted: whether there is anything that flags do not say."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.kinematics = scene, Kinematics(scene)
        static = static_models(scene)
        self.links = {link.id: link for link in scene.links}
        self.still = {link.id for link in scene.links if link.model in static}
        self.models = {model.id: model for model in scene.models}
        self.tops = outermost_models(scene)
        self.shapes = list(
            dict.fromkeys(
                _shape_of(link, each) for link in scene.links for each in link.collisions if not each.sensing_only and not _is_inert(each)
            )
        )
        self.by_mask = len({_effective(shape) for shape in self.shapes}) > 1 or any(not _meet(shape, shape) for shape in self.shapes)
        self.joined = {frozenset(self._ends(joint.parent, joint.child)) for joint in scene.joints}
        touching = {shape.link for shape in self.shapes}
        stated = {frozenset(map(self.kinematics.body_of, pair.links)) for pair in scene.excluded_pairs}
        stated |= {
            frozenset((link.id, self.kinematics.body_of(other)))
            for link in scene.links
            for each in link.collisions
            for other in each.excluded
        }
        near = self._neighbours()
        self.filtered = {pair for pair in stated | near if len(pair) == 2 and pair <= touching}
        self.apart = [pair for pair in self.filtered if pair not in self.joined and self._flag(*pair)]
        self.moving_apart = moving_bodies_are_apart(scene)
        self.restricted = bool(self.apart) or self.by_mask or (self.moving_apart and len(touching - self.still) > 1)
        self.separate = 0
        """Pairs of links that masks keep apart."""
        self.concerned = {self.tops.get(self.links[shape.link].model, "") for shape in self.shapes if shape.link not in self.still}

    def _ends(self, *ends: Id) -> tuple[Id, ...]:
        return tuple(self.kinematics.body_of(end) for end in ends)

    def _neighbours(self) -> set[Pair]:
        """Links that joints connect: also across links without mass and shape, which are nothing but the way from one joint to the next,
        and in a scene of MuJoCo across welds."""
        welds_are_one = any(profile.engine == "mujoco" for world in self.scene.worlds for profile in world.profiles)
        leader: dict[Id, Id] = {}

        def top(link: Id) -> Id:
            while leader.get(link, link) != link:
                link = leader[link]
            return link

        members: dict[Id, list[Id]] = {link.id: [link.id] for link in self.scene.links}

        def unite(one: Id, other: Id) -> None:
            one, other = top(one), top(other)
            if one != other:
                leader[other] = one
                members[one] = members.get(one, []) + members.pop(other, [])

        moving: list[tuple[Id, Id]] = []
        for joint in self.scene.joints:
            parent, child = self._ends(joint.parent, joint.child)
            if WORLD in (parent, child):
                continue
            if (welds_are_one and joint.type == "fixed" and not joint.closing) or (self._is_way(child) and not joint.closing):
                unite(parent, child)
            else:
                moving.append((parent, child))
        found: set[Pair] = set()
        for group in members.values():
            found.update(map(frozenset, combinations([each for each in group if self.links[each].collisions], 2)))
        for parent, child in moving:
            found.update(frozenset((one, other)) for one in members.get(top(parent), ()) for other in members.get(top(child), ()))
        return found

    def _is_way(self, link_id: Id) -> bool:
        link = self.links.get(link_id)
        return link is not None and not link.collisions and not (link.inertial is not None and link.inertial.mass)

    def _may_touch(self, link: Link) -> bool:
        """Whether a link touches others of its model, on its part."""
        if link.self_collide is not None:
            return bool(link.self_collide)
        return self._collides(link.model)

    def _collides(self, model_id: Id) -> bool:
        models = (self.models.get(model_id), self.models.get(self.tops.get(model_id, model_id)))
        return any(model is not None and bool(model.self_collide) for model in models)

    def _flag(self, one: Id, other: Id) -> bool:
        """Whether the flags of models let two links touch in the target."""
        first, second = self.links[one], self.links[other]
        top = self.tops.get(first.model)
        return top != self.tops.get(second.model) or self._collides(first.model) or self._collides(second.model)

    def touch(self, one: Shape, other: Shape) -> bool:
        """Whether two shapes touch in the scene."""
        first, second = self.links[one.link], self.links[other.link]
        if frozenset((one.link, other.link)) in self.filtered or not _meet(one, other):
            return False
        moving = not {one.link, other.link} & self.still
        if moving and self.moving_apart:
            return False
        same = self.tops.get(first.model) == self.tops.get(second.model)
        return not same or not moving or (self._may_touch(first) and self._may_touch(second))

    def is_free(self, one: Shape, other: Shape, silent: Collection[Id]) -> bool:
        """Return whether the target never tests two shapes, with any masks."""
        if one.link == other.link or {one.link, other.link} <= self.still or frozenset((one.link, other.link)) in self.joined:
            return True
        tops = {self.tops.get(self.links[each.link].model, "") for each in (one, other)}
        return len(tops) == 1 and (tops <= set(silent) or not self._flag(one.link, other.link))

    def masks(self) -> tuple[dict[Shape, int] | None, list[tuple[Shape, Shape]], set[Id]]:
        """Return the mask of each shape, the pairs that no bit was left for, and the models that must not collide with themselves. No masks
        where the flags say all."""
        shapes = self.shapes
        if len(shapes) > MOST_SHAPES:
            return None, [], set()
        silent = self._silent_models()
        pairs = list(combinations(range(len(shapes)), 2))
        free = {pair for pair in pairs if self.is_free(shapes[pair[0]], shapes[pair[1]], silent)}
        wanted = {pair for pair in pairs if pair not in free and self.touch(shapes[pair[0]], shapes[pair[1]])}
        apart = [pair for pair in pairs if pair not in free and pair not in wanted]
        self.separate = len({frozenset((shapes[i].link, shapes[j].link)) for i, j in apart})
        limited = sorted({i for pair in apart for i in pair})
        if not limited:
            return (dict.fromkeys(shapes, ALL), [], silent) if silent or self.by_mask else (None, [], set())
        inner = set(combinations(limited, 2))
        cliques: list[set[int]] | None = cover(limited, wanted & inner, free & inner)
        lost: set[tuple[int, int]] = set()
        if cliques is not None and len(cliques) > BITS:
            cliques, lost = fewer(cliques, limited, wanted & inner)
        if cliques is None:
            silent = silent | self._colliding_models()
            return dict.fromkeys(shapes, ALL), [(shapes[a], shapes[b]) for a, b in sorted(lost)], silent
        bits = dict.fromkeys(range(len(shapes)), ALL) | dict.fromkeys(limited, 0)
        for number, clique in enumerate(cliques):
            for i in clique:
                bits[i] |= 1 << number
        return {shapes[i]: mask for i, mask in bits.items()}, [(shapes[a], shapes[b]) for a, b in sorted(lost)], silent

    def _silent_models(self) -> set[Id]:
        """Return the models with the flag of which the target tests pairs of links, none of which touch."""
        colliding, tested, touching = self._colliding_models(), set[Id](), set[Id]()
        for one, other in combinations(self.shapes, 2):
            top, same = (self.tops.get(self.links[each.link].model, "") for each in (one, other))
            if top == same and top in colliding and not self.is_free(one, other, ()):
                tested.add(top)
                if self.touch(one, other):
                    touching.add(top)
        return tested - touching

    def switched_off(self, silent: Collection[Id]) -> list[Link]:
        """Return the links that their models let touch others, although none of them does."""
        return [link for link in self.scene.links if self.tops.get(link.model) in silent and self._may_touch(link)]

    def _colliding_models(self) -> set[Id]:
        return {model for model in self.concerned if model in self.models and self.models[model].self_collide}

    def kept(self, masks: dict[Shape, int]) -> int:
        """Return how many pairs of shapes touch."""
        return sum(self.touch(one, other) and bool(masks.get(one, 0) & masks.get(other, 0)) for one, other in combinations(self.shapes, 2))


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def cover(vertices: list[int], edges: set[tuple[int, int]], free: set[tuple[int, int]]) -> list[set[int]]:
    """Return sets that hold every vertex, and both ends of every edge in one of them; within a set every pair is an edge or free. Greedy:
    a set grows by the vertex that covers most of what is left."""
    near: dict[int, set[int]] = {each: set() for each in vertices}
    for one, other in edges | free:
        near[one].add(other)
        near[other].add(one)
    left, found = set(edges), list[set[int]]()
    while left:
        start = min(left)
        clique = set(start)
        candidates = near[start[0]] & near[start[1]]
        while candidates:
            best = max(sorted(candidates), key=lambda each: sum(_pair(each, other) in left for other in clique))
            if not any(_pair(best, other) in left for other in clique):
                break
            clique.add(best)
            candidates &= near[best]
        for each in sorted(candidates):
            if clique - {each} <= near[each]:
                clique.add(each)
        left -= {_pair(one, other) for one, other in combinations(clique, 2)}
        found.append(clique)
    for vertex in vertices:
        if any(vertex in clique for clique in found):
            continue
        host = next((clique for clique in found if clique <= near[vertex]), None)
        if host is None:
            found.append({vertex})
        else:
            host.add(vertex)
    return found


def fewer(cliques: list[set[int]], vertices: list[int], edges: set[tuple[int, int]]) -> tuple[list[set[int]] | None, set[tuple[int, int]]]:
    """Return at most `BITS` of some sets, with all vertices in them, and the edges that none holds. No sets if the vertices need more."""
    chosen: list[set[int]] = []
    missing = set(vertices)
    while missing:
        best = max(cliques, key=lambda clique: len(clique & missing))
        chosen.append(best)
        missing -= best
    if len(chosen) > BITS:
        return None, edges
    left = edges - {_pair(*pair) for clique in chosen for pair in combinations(clique, 2)}
    while left and len(chosen) < BITS:
        best = max(cliques, key=lambda clique: sum(_pair(*pair) in left for pair in combinations(clique, 2)))
        chosen.append(best)
        left -= {_pair(*pair) for pair in combinations(best, 2)}
    return chosen, left


def _meet(one: Shape, other: Shape) -> bool:
    """Whether masks let two shapes touch: the category of either meets the collide mask of the other."""
    (a, b), (c, d) = (_effective(one), _effective(other))
    return bool(a & d or c & b)


def _effective(shape: Shape) -> tuple[int, int]:
    collide = ALL if shape.collide is None else shape.collide
    return (collide if shape.category is None else shape.category), collide


def _is_inert(collision: Collision) -> bool:
    masks = [mask for mask in (collision.category_mask, collision.collide_mask) if mask is not None]
    return bool(masks) and not any(masks)
