"""Collision masks: two nodes of MARS touch if their masks share a bit.

Links that touch all others have all 16 bits. Any other link shares a bit with each link that it touches, and with no link that it does not
touch: every bit stands for links that all touch each other (a cover of the graph of touching links by cliques). 15 bits are available; the
last one belongs to the rays of sensors. Where they do not suffice, links of one model still do not touch, and lost contacts between models
are reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from scenec.converters.common.findings import NOT_ASKED, SELF_COLLISION_APPROXIMATED, SELF_COLLISION_INEFFECTIVE
from scenec.converters.mars.findings import writing as findings
from scenec.converters.mars.write.context import Writing
from scenec.converters.mars.write.groups import Groups
from scenec.ir.base import Id
from scenec.ir.contacts import colliding_models_not_asked, contacts_are_off, decides_a_contact, moving_bodies_are_apart
from scenec.ir.joint import Joint
from scenec.ir.kinematics import outermost_models
from scenec.ir.link import Link
from scenec.ir.scene import Model

ALL, BITS, NONE, RAYS = 0xFFFF, 15, 0, 0x8000
MOST_LISTED = 1000
"""Links of a model that are named one by one where they touch too much; more are counted."""
FEW_BITS = "Collision masks of MARS have 15 bits for links, too few for the links of this scene."
IN_VAIN = "It could touch only links that a joint connects with it, or that may not touch others."
RAY_SENSORS = ("lidar", "distance", "sonar")
"""Sensors that are rays in MARS."""


class Masks:
    """of: link -> its mask."""

    def __init__(self, writing: Writing, groups: Groups) -> None:
        self.writing = writing
        self.groups = groups
        self._tops = outermost_models(writing.scene)
        self.of: dict[Id, int] = {}
        shaped = [link for link in groups.links if self._is_shaped(link)]
        self._moving = [link for link in shaped if not writing.is_static(link.id)]
        self._moving_of = Counter(self._tops.get(link.model) for link in groups.links if not writing.is_static(link.id))
        """Outermost model -> how many of its links move, with shapes or without."""
        self._restricted = self._links_avoiding_others()
        self._decide(shaped)
        self._report_shapeless()
        if not writing.is_own:
            self._report_single_links()
            self._report_static_links()
        self._report_where_nothing_touches()
        if not writing.is_own:
            self._report_where_contacts_are_off()
            self._report_in_vain()
            self._report_ray_sensors()

    def _is_shaped(self, link: Link) -> bool:
        """Return whether a link has a collision that is written: one of a missing mesh file is not."""
        return any(map(self.writing.has_shape, link.collisions))

    def _links_avoiding_others(self) -> set[Id]:
        """Return the moving links that do not touch some other one. Counting avoids asking each pair."""
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
        return moving_bodies_are_apart(self.writing.scene)

    def _self_collides(self, link: Link) -> bool:
        if link.self_collide is not None:
            return bool(link.self_collide)
        model = self.writing.by_id.get(link.model)
        return bool(model is not None and model.self_collide)

    def _touch(self, one: Link, other: Link) -> bool:
        if self._nothing_touches():
            return False
        if self._tops.get(one.model) != self._tops.get(other.model):
            return True
        return self._self_collides(one) and self._self_collides(other)

    def _joined(self, one: Link, other: Link) -> bool:
        return other.id in self.groups.neighbours.get(one.id, ())

    def _decide(self, shaped: list[Link]) -> None:
        off = contacts_are_off(self.writing.scene)
        for link in shaped:
            self.of[link.id] = NONE if off else ALL
        if off or not self._restricted:
            return
        restricted = [link for link in self._moving if link.id in self._restricted]
        cliques = self._cover(restricted, strict=True) or self._cover(restricted, strict=False)
        if cliques is None:
            self._by_model(restricted)
            return
        for link in restricted:
            self.of[link.id] = NONE
        for bit, clique in enumerate(cliques):
            for link_id in clique:
                self.of[link_id] |= 1 << bit

    def _may_share(self, one: Link, other: Link, *, strict: bool = False) -> bool:
        return self._touch(one, other) or (not strict and self._joined(one, other))

    def _cover(self, restricted: list[Link], *, strict: bool) -> list[set[Id]] | None:
        """Return sets of links that all touch each other, so that every touching pair is in one set; None if more than 15 are needed. Links
        that share a joint never touch with any bits: unless `strict`, they may share a set."""
        if len(restricted) > 200:
            return None
        may = {(a.id, b.id): self._may_share(a, b, strict=strict) for a in restricted for b in restricted}
        covered: set[frozenset[Id]] = set()
        cliques: list[set[Id]] = []
        for one, other in combinations(restricted, 2):
            if frozenset((one.id, other.id)) in covered or not self._touch(one, other) or self._joined(one, other):
                continue
            clique = [one.id, other.id]
            clique += [each.id for each in restricted if each.id not in clique and all(may[each.id, member] for member in clique)]
            _keep_cliques(clique, may)
            cliques.append(set(clique))
            covered.update(frozenset(pair) for pair in combinations(clique, 2))
            if len(cliques) > BITS:
                return None
        for link in restricted:  # every link needs a bit of its own to touch the ground with
            if not any(link.id in clique for clique in cliques):
                fitting = next((clique for clique in cliques if all(may[link.id, member] for member in clique)), None)
                if fitting is None:
                    cliques.append(fitting := set())
                fitting.add(link.id)
        return cliques if len(cliques) <= BITS else None

    def _by_model(self, restricted: list[Link]) -> None:
        """Give out bits within each model, where there are too few for all links: one bit per group of links that must not touch."""
        models: dict[Id, list[Link]] = {}
        for link in restricted:
            models.setdefault(self._tops[link.model], []).append(link)
        if self._nothing_touches() and len(models) > 1:
            self._report_world()
        for model_id, links in models.items():
            bits = self._bits_within(links)
            for link in links:
                self.of[link.id] = 1 << bits[link.id] if bits else ALL
            if bits:
                self._report_between(model_id)
            else:
                self._report_within(model_id, links)

    def _bits_within(self, links: list[Link]) -> dict[Id, int]:
        """Return a bit for each link of a model: the first that no link has with which it must not share one; empty if there are too few
        bits."""
        together = {link.id for link in links if not self._nothing_touches() and self._self_collides(link)}
        bits: dict[Id, int] = {}
        takers: list[Counter[bool]] = [Counter() for _ in range(BITS)]  # of each bit, by whether they touch links that do too
        for link in links:
            near = [each for each in self.groups.neighbours.get(link.id, ()) if each in bits]
            if link.id in together:  # only links that touch no other link are in its way
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

    def _report_shapeless(self) -> None:
        """Report links without self-collision that masks cannot express, because fewer than two links of their body have a collision."""
        bodies: dict[Id, list[Link]] = {}
        jointed = {end for joint in self.writing.scene.joints for end in (joint.parent, joint.child)}
        for link in self.groups.links:
            if not self.writing.is_static(link.id):
                bodies.setdefault(self.groups.root.get(link.id, link.id), []).append(link)
        for links in bodies.values():
            shaped = [link for link in links if self._is_shaped(link)]
            touching = len(shaped) < 2 or any(self._self_collides(link) or self.of[link.id] == ALL for link in shaped)
            together = len(links) > 1 or links[0].id in jointed  # else its joint is none that MARS has
            for link in links if touching and together and not self.writing.is_own else ():
                if not self._self_collides(link) and (len(shaped) < 2 or not self._is_shaped(link)):
                    self._report_idle(link)

    def _report_single_links(self) -> None:
        """Report self-collision of the only moving link of a model, and that of links that have nothing to touch with."""
        for link in self.groups.links:
            if self.writing.is_static(link.id):
                continue
            if link.self_collide is not None and self._is_alone(link):
                self._report_untouched(link, "The model has no other link that moves.")
            elif link.self_collide and not self._is_shaped(link):
                self._report_untouched(link, "The link has no collision.")

    def _is_alone(self, link: Link) -> bool:
        """Return whether no other link of its model moves."""
        return self._moving_of[self._tops.get(link.model)] == 1

    def _report_static_links(self) -> None:
        """Report self-collision of links that never move."""
        for link in self.groups.links:
            if link.self_collide and self.writing.is_static(link.id):
                self._report_untouched(link, "The link never moves, nor does any other link of its model.")

    def _report_where_nothing_touches(self) -> None:
        """Report self-collision of a world in which no moving bodies touch each other."""
        for link in self._moving if self._nothing_touches() else ():
            if link.self_collide:
                self._report_untouched(link, "In this world no two moving bodies touch each other.")

    def _report_where_contacts_are_off(self) -> None:
        """Report self-collision of a world without contacts."""
        for link in self._moving if contacts_are_off(self.writing.scene) else ():
            if self._self_collides(link):
                model = self.writing.by_id.get(link.model)
                about = (self.writing.source_of(link.self_collide), model.self_collide if model is not None else None)
                self._report_ineffective(link, about, True, "In this world nothing touches anything.")

    def _report_in_vain(self) -> None:
        """Report links and models that let links touch, of which none does: nothing in the masks speaks of it."""
        for model in colliding_models_not_asked(self.writing.scene, self._moving):
            self._report_model(model, NOT_ASKED)
        if self._nothing_touches():
            return
        of_top: dict[Id, list[Link]] = {}
        for link in self._moving:
            of_top.setdefault(self._tops[link.model], []).append(link)
        for links in of_top.values():
            willing = {link.id for link in links if self._self_collides(link)}
            if len(willing) == len(links) > 1:
                continue  # their masks have all bits
            taking: dict[Id, set[Id]] = {}
            for link in links:
                if link.self_collide is None:
                    taking.setdefault(link.model, set()).add(link.id)
                elif link.self_collide and not self._is_alone(link) and not decides_a_contact({link.id}, willing, self.groups.neighbours):
                    self._report_untouched(link, IN_VAIN)
            for model_id in taking:
                model = self.writing.by_id[model_id]
                if model.self_collide and not decides_a_contact(taking[model_id], willing, self.groups.neighbours):
                    self._report_model(model, IN_VAIN)

    def _report_model(self, model: Model, why: str) -> None:
        if self.writing.source_of(model.self_collide).ids:
            self._report_ineffective(model, model.self_collide, True, why)

    def _report_untouched(self, link: Link, why: str) -> None:
        self._report_ineffective(link, self.writing.source_of(link.self_collide), link.self_collide, why)

    def _report_idle(self, link: Link) -> None:
        model = self.writing.by_id.get(link.model)
        about = (self.writing.source_of(link.self_collide), model.self_collide if model is not None else None)
        self._report_ineffective(link, about, False, "Collision masks say this, and fewer than two of the joined links have a collision.")

    def _report_ineffective(self, owner: Link | Model, about: object, value: object, why: str) -> None:
        """Report self-collision where it makes no difference. about: of the source, as masks say it. why: a sentence."""
        self.writing.report(SELF_COLLISION_INEFFECTIVE, owner, about=about, value=value, why=why)

    def _report_ray_sensors(self) -> None:
        """Report ray sensors that do not see links without the bit of rays. Links that must not touch all others cannot have it."""
        unseen = sum(not mask & RAYS for mask in self.of.values())
        scene = self.writing.scene
        owners: tuple[Link | Joint, ...] = (*scene.links, *scene.joints)
        seeing = [(owner, sensor) for owner in owners for sensor in owner.sensors if sensor.type in RAY_SENSORS]
        for owner, sensor in seeing if unseen else ():
            called = f"{self.writing.paths[owner.id]}::{sensor.name or sensor.type}"
            shown = f"{unseen:,} link{'s' * (unseen > 1)}"
            self.writing.report(findings.SENSOR_RAY_APPROXIMATED, sensor, subject=called, target=shown, links=shown)

    def _report_world(self) -> None:
        world = self.writing.scene.worlds[0]
        self.writing.report(
            findings.MOVING_BODIES_APPROXIMATED,
            world,
            about=world.moving_bodies_collide,
            subject="moving_bodies_collide",
            value=world.moving_bodies_collide,
        )

    def _report_between(self, model_id: Id) -> None:
        model = self.writing.by_id[model_id]
        self.writing.report(
            SELF_COLLISION_APPROXIMATED,
            model,
            about=model.self_collide,
            target="some links pass through other models",
            why=FEW_BITS,
            what="Links of different models pass through each other where they share no bit.",
        )

    def _report_within(self, model_id: Id, links: Sequence[Link]) -> None:
        """Report lost self-collision of each link; of more than MOST_LISTED links once for their model."""
        model = self.writing.by_id.get(model_id)
        stated = model.self_collide if model is not None else None
        if len(links) > MOST_LISTED and model is not None:
            about = (stated, *(link.self_collide for link in links))
            self._report_touching(model, about, f"{len(links):,} links touch each other")
            return
        for link in links:
            self._report_touching(link, (link.self_collide, stated), "the link touches other links of its model")

    def _report_touching(self, node: Link | Model, about: object, result: str) -> None:
        self.writing.report(
            SELF_COLLISION_APPROXIMATED,
            node,
            about=about,
            target=result,
            why=FEW_BITS,
            what="Links of the model that overlap push each other apart, unless a joint connects them.",
        )


def _keep_cliques(clique: list[Id], may: Mapping[tuple[Id, Id], bool]) -> None:
    """Remove links from the end of a clique that may not share a bit with all others."""
    for i in range(len(clique) - 1, 1, -1):
        if not all(may[clique[i], other] for other in clique[:i]):
            del clique[i]
