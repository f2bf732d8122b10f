"""Who collides with whom, as bits: two nodes of MARS may touch if their masks share one.

Links that touch everything have all sixteen bits. The others share a bit with each link that they touch and with none that they do
not: every bit stands for links of which each touches each other (a cover of the graph of touching links by cliques). Fifteen bits
there are, the sixteenth belongs to the rays of sensors. Where they do not suffice, links of one model still do not touch, and which
contacts between models are lost is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any

from scenec.accounting.lens import unwrap
from scenec.converters.mars.write_context import Writing
from scenec.converters.mars.write_groups import Groups
from scenec.ir.base import Id
from scenec.ir.joint import Joint
from scenec.ir.link import Link

ALL, BITS, NONE, RAYS = 0xFFFF, 15, 0, 0x8000
SEEING = ("lidar", "distance", "sonar")
"""Sensors that are rays in MARS."""


class Masks:
    """of: link -> its mask."""

    def __init__(self, writing: Writing, groups: Groups) -> None:
        self.writing = writing
        self.groups = groups
        self._tops = _outermost(writing)
        self.of: dict[Id, int] = {}
        shaped = [link for link in groups.links if link.collisions]
        self._moving = [link for link in shaped if not writing.is_static(link.id)]
        self._shy = self._with_one_apart()
        self._decide(shaped)
        self._tell_shapeless()
        self._tell_alone()
        self._tell_untouching()
        self._tell_lonely()
        if not writing.from_mars:
            self._tell_blind()

    def _with_one_apart(self) -> set[Id]:
        """The moving links that do not touch some other one: counted, not asked of each pair, as there may be very many."""
        if self._nothing_touches():
            return {link.id for link in self._moving} if len(self._moving) > 1 else set()
        all_of = Counter(self._tops.get(link.model) for link in self._moving)
        apart_of = Counter(self._tops.get(link.model) for link in self._moving if not self._self_collides(link))
        found = set()
        for link in self._moving:
            top = self._tops.get(link.model)
            if apart_of[top] and all_of[top] > 1:
                found.add(link.id)
        return found

    def _nothing_touches(self) -> bool:
        worlds = self.writing.scene.worlds
        return bool(worlds and worlds[0].moving_bodies_collide is not None and not worlds[0].moving_bodies_collide)

    def _self_collides(self, link: Link) -> bool:
        if link.self_collide is not None:
            return bool(link.self_collide)
        model = self.writing.seen.get(link.model)
        return bool(model is not None and unwrap(model).self_collide)

    def _touch(self, one: Link, other: Link) -> bool:
        if self._nothing_touches():
            return False
        if self._tops.get(one.model) != self._tops.get(other.model):
            return True
        return self._self_collides(one) and self._self_collides(other)

    def _joined(self, one: Link, other: Link) -> bool:
        return other.id in self.groups.neighbours.get(one.id, ())

    def _decide(self, shaped: list[Link]) -> None:
        for link in shaped:
            self.of[link.id] = ALL
        if not self._shy:
            return
        shy = [link for link in self._moving if link.id in self._shy]
        cliques = self._cover(shy, strict=True) or self._cover(shy, strict=False)
        if cliques is None:
            self._by_model(shy)
            return
        for link in shy:
            self.of[link.id] = NONE
        for bit, clique in enumerate(cliques):
            for link_id in clique:
                self.of[link_id] |= 1 << bit

    def _may_share(self, one: Link, other: Link, *, strict: bool = False) -> bool:
        return self._touch(one, other) or (not strict and self._joined(one, other))

    def _cover(self, shy: list[Link], *, strict: bool) -> list[set[Id]] | None:
        """Sets of links that all touch each other, such that every pair that touches is in one; None if there are too many. Links that
        a joint connects never touch, whatever their bits say: unless `strict`, they may share some."""
        if len(shy) > 200:
            return None
        may = {(a.id, b.id): self._may_share(a, b, strict=strict) for a in shy for b in shy}
        covered: set[frozenset[Id]] = set()
        cliques: list[set[Id]] = []
        for one, other in combinations(shy, 2):
            if frozenset((one.id, other.id)) in covered or not self._touch(one, other) or self._joined(one, other):
                continue
            clique = [one.id, other.id]
            clique += [each.id for each in shy if each.id not in clique and all(may[each.id, member] for member in clique)]
            _keep_cliques(clique, may)
            cliques.append(set(clique))
            covered.update(frozenset(pair) for pair in combinations(clique, 2))
            if len(cliques) > BITS:
                return None
        for link in shy:  # every link needs a bit of its own to touch the ground with
            if not any(link.id in clique for clique in cliques):
                fitting = next((clique for clique in cliques if all(may[link.id, member] for member in clique)), None)
                if fitting is None:
                    cliques.append(fitting := set())
                fitting.add(link.id)
        return cliques if len(cliques) <= BITS else None

    def _by_model(self, shy: list[Link]) -> None:
        """Too few bits for all: each model on its own, a bit for links that must not touch each other."""
        models: dict[Id, list[Link]] = {}
        for link in shy:
            models.setdefault(self._tops[link.model], []).append(link)
        for model_id, links in models.items():
            bits = self._bits_within(links)
            for link in links:
                self.of[link.id] = 1 << bits[link.id] if bits else ALL
            if bits:
                self._tell_between(model_id)
            else:
                for link in links:
                    self._tell_within(link)

    def _bits_within(self, links: list[Link]) -> dict[Id, int]:
        """The first bit for each link of a model that no link has with which it may not share; nothing if there are too few bits."""
        together = {link.id for link in links if not self._nothing_touches() and self._self_collides(link)}
        bits: dict[Id, int] = {}
        takers: list[Counter[bool]] = [Counter() for _ in range(BITS)]  # of each bit, by whether they touch links that do too
        for link in links:
            near = [each for each in self.groups.neighbours.get(link.id, ()) if each in bits]
            if link.id in together:  # only those that touch nobody are in its way
                joined = Counter(bits[each] for each in near if each not in together)
                free = (bit for bit in range(BITS) if takers[bit][False] == joined[bit])
            else:
                joined = Counter(bits[each] for each in near)
                free = (bit for bit in range(BITS) if takers[bit].total() == joined[bit])
            bit = next(free, None)
            if bit is None:
                return {}
            bits[link.id] = bit
            takers[bit][link.id in together] += 1
        return bits

    def _tell_shapeless(self) -> None:
        """Only masks of shapes say that links do not touch, and only those of several: whoever reads the scene finds the others to."""
        bodies: dict[Id, list[Link]] = {}
        jointed = {end for joint in map(unwrap, self.writing.scene.joints) for end in (joint.parent, joint.child)}
        for link in self.groups.links:
            if not self.writing.is_static(link.id):
                bodies.setdefault(self.groups.root.get(link.id, link.id), []).append(link)
        for links in bodies.values():
            shaped = [link for link in links if link.collisions]
            touching = len(shaped) < 2 or any(self._self_collides(link) or self.of[link.id] == ALL for link in shaped)
            together = len(links) > 1 or links[0].id in jointed  # else its joint is none that MARS has
            for link in links if touching and together and not self.writing.from_mars else ():
                if not self._self_collides(link) and (len(shaped) < 2 or not link.collisions):
                    self._tell_idle(link)

    def _tell_alone(self) -> None:
        """What the only link of a model says of touching the others."""
        moving = [link for link in self.groups.links if not self.writing.is_static(link.id)]
        count = Counter(self._tops.get(link.model) for link in moving)
        for link in moving:
            if link.self_collide is not None and count[self._tops.get(link.model)] == 1 and not self.writing.from_mars:
                why, until = "there is no other link in its model to touch", f", until {self.writing.paths[link.id]} gets company"
                self._tell_ineffective(link, link.self_collide, link.self_collide, why, until)

    def _tell_untouching(self) -> None:
        """Links that are said to touch others, but never move, or are in a world in which nothing that moves touches."""
        for link in () if self.writing.from_mars else self.groups.links:
            if link.self_collide and self.writing.is_static(link.id):
                self._tell_untouched(link, "it never moves, nor does any other link of its model")
        for link in self._moving if self._nothing_touches() else ():
            if link.self_collide:
                self._tell_untouched(link, "in this world no two things that move touch each other")

    def _tell_lonely(self) -> None:
        """Links that are said to touch others of their model, none of which could."""
        if self.writing.from_mars or self._nothing_touches():
            return
        willing = [link for link in self._moving if self._self_collides(link)]
        willing_of, all_of = (Counter(self._tops.get(link.model) for link in links) for links in (willing, self._moving))
        known = {link.id: self._tops.get(link.model) for link in willing}
        for link in willing:
            top = known[link.id]
            joined = sum(known.get(other) == top for other in set(self.groups.neighbours.get(link.id, ())))
            if link.self_collide and all_of[top] > 1 and willing_of[top] == 1 + joined:
                self._tell_untouched(link, "no other link of its model that no joint connects with it may be touched")

    def _tell_untouched(self, link: Link, because: str) -> None:
        self._tell_ineffective(link, link.self_collide, link.self_collide, because, ": it did not touch them either")

    def _tell_idle(self, link: Link) -> None:
        model = self.writing.seen.get(link.model)
        about = (link.self_collide, unwrap(model).self_collide if model is not None else None)
        why = "that stands in the masks of shapes, and there are no two to touch each other"
        until = f", until {self.writing.paths[link.id]} gets a shape"
        self._tell_ineffective(link, about, "it does not touch other links of its model", why, until)

    def _tell_ineffective(self, link: Link, about: object, value: object, because: str, nothing: str) -> None:
        """What a link says of touching others, where that changes nothing. nothing: how the sentence about it goes on."""
        self.writing.tell(
            self.writing.seen[link.id],
            "self-collision-ineffective",
            "dropped",
            "note",
            "physics",
            about=about,
            value=value,
            because=because,
            consequence=f"nothing{nothing}",
        )

    def _tell_blind(self) -> None:
        """Rays see shapes that have their bit, and what must not touch everything cannot have it: two such links would share it."""
        unseen = sum(not mask & RAYS for mask in self.of.values())
        scene = unwrap(self.writing.scene)
        owners: tuple[Link | Joint, ...] = (*scene.links, *scene.joints)
        seeing = [(owner, sensor) for owner in owners for sensor in owner.sensors if sensor.type in SEEING]
        for owner, sensor in seeing if unseen else ():
            called = f"{self.writing.paths[owner.id]}::{sensor.name or sensor.type}"
            self.writing.tell(
                sensor,
                "sensor-ray-approximated",
                "approximated",
                "warning",
                "sensing",
                subject=called,
                target=f"sees all but {unseen:,} link{'s' * (unseen > 1)}",
                because="bits of MARS say who touches whom and whom rays meet; links that must not touch others lack the bit of rays",
                consequence=f"the rays of {called} go through links of models whose own links do not touch",
                hint="let the links of these models touch each other in the source, if their shapes do not overlap: then rays meet them",
            )

    def _tell_between(self, model_id: Id) -> None:
        model = self.writing.seen[model_id]
        self.writing.tell(
            model,
            "self-collision-approximated",
            "approximated",
            "error",
            "physics",
            about=unwrap(model).self_collide,
            value="links of the model do not touch each other, but all others",
            target="links touch those of other models only where they have the same bit",
            because="MARS has fifteen bits to say who touches whom",
            consequence="parts of different models go through each other",
            hint="convert the models to files of their own",
        )

    def _tell_within(self, link: Link) -> None:
        """Told of every link: there are not many models of more than thirty."""
        path = self.writing.paths[link.id]
        self.writing.tell(
            self.writing.seen[link.id],
            "self-collision-approximated",
            "approximated",
            "error",
            "physics",
            about=(link.self_collide, unwrap(self.writing.seen[link.model]).self_collide) if link.model in self.writing.seen else None,
            value="it does not touch other links of its model",
            target="it touches those that it shares no joint with",
            because="MARS has fifteen bits to say who touches whom, and the model has more links",
            consequence=f"{path} pushes links of its model that it overlaps",
            hint="leave gaps between the shapes",
        )


def _keep_cliques(clique: list[Id], may: Mapping[tuple[Id, Id], bool]) -> None:
    """Drop, from the end, whoever does not go with all others."""
    for i in range(len(clique) - 1, 1, -1):
        if not all(may[clique[i], other] for other in clique[:i]):
            del clique[i]


def _outermost(writing: Writing) -> dict[Id, Id]:
    parents: dict[Id, Any] = {model.id: model.parent for model in writing.scene.models}
    tops: dict[Id, Id] = {}
    for model_id in parents:
        at, steps = model_id, 0
        while at not in tops and parents.get(at) in parents and steps <= len(parents):
            at, steps = parents[at], steps + 1
        tops[model_id] = tops.get(at, at)
    return tops
