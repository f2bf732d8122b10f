"""Pairs of geoms that touch, and the friction of contacts.

MuJoCo tests two geoms if the contype of either meets the conaffinity of the other. Bodies on a joint of each other never touch, unless one
stands still. A model whose links do not touch each other has a bit of its own; what masks cannot say are pairs that are excluded.
"""

from __future__ import annotations

import math
from collections import Counter

from scenec.converters.common.findings import NOT_ASKED, SELF_COLLISION_INEFFECTIVE
from scenec.converters.mjcf.findings import writing as findings
from scenec.converters.mjcf.profile import FRICTION
from scenec.converters.mjcf.write.body_tree import Body, BodyTree
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.names import Names
from scenec.converters.mjcf.write.restoring import attribute, text_of
from scenec.converters.mjcf.write.values import count, vector
from scenec.ir.base import WORLD, Id
from scenec.ir.contacts import colliding_models_not_asked
from scenec.ir.geometry import MeshShape
from scenec.ir.kinematics import outermost_models
from scenec.ir.link import Collision, Link
from scenec.ir.physics_profile import World
from scenec.ir.surface import Surface
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, spelled
from scenec.trace import ids_of, made_of

ALL_BITS = frozenset({0xFFFF, 0xFFFFFFFF, 0x7FFFFFFF, 2**64 - 1, -1})
"""Masks that mean everything: of 16, 31, 32 and 64 bits."""
MOST_BITS = 30
"""Bits for models; the first is that of all others, the last the sign."""
STICKY = 10.0
"""Written for an infinite coefficient of friction: nothing slides, and the solver still converges."""
Pair = tuple[Id, Id]


class Contacts:
    """Masks and excluded pairs of one scene. pairs: bodies that never touch, by link, in order."""

    def __init__(self, writing: Writing, tree: BodyTree) -> None:
        self.writing = writing
        self.tree = tree
        self._members: dict[Id, list[Id]] = {}
        self._mesh_of = {mesh.id: mesh for mesh in writing.scene.meshes}
        self._mixed: set[Id] = set()
        """Models of which some links touch others, and some do not."""
        self._concerned: set[Id] = set()
        """Models of which two links would touch by what MuJoCo tests."""
        idle = dict[int, bool]() if writing.is_own else {id(each): _exerts_nothing(each) or self._is_missing(each) for each in self._all()}
        self._touching = {link.id for link in writing.scene.links if any(not idle.get(id(each)) for each in link.collisions)}
        self._jointed = {writing.kinematics.body_of(end) for joint in writing.scene.joints for end in (joint.parent, joint.child)}
        self._order = {link.id: i for i, link in enumerate(writing.scene.links)}
        self._tops = outermost_models(writing.scene)
        masks = (mask for each in self._all() if not idle.get(id(each)) for mask in (each.collide_mask, each.category_mask))
        self._by_mask = any(_restricts(mask) for mask in masks)
        self._bits: dict[Id, int] = {}
        """Model -> number of its bit."""
        self.pairs: dict[Pair, None] = {}
        self._named: dict[Pair, int] = {}
        """Pair -> its number among those that the scene names."""
        self._not_asked: set[Id] = set()
        """Models that let their links touch each other, which none of these takes from them."""
        if not writing.is_own:  # where masks and pairs say all
            self._separate()
            self._report_not_asked()
            self._report_full_masks()
        self._exclude_stated()

    def _is_missing(self, collision: Collision) -> bool:
        """Return whether a collision is a mesh whose file is missing, which is not written."""
        shape = collision.geometry
        mesh = self._mesh_of.get(shape.mesh) if isinstance(shape, MeshShape) else None
        return mesh is not None and mesh.data is None and mesh.found is None

    def _all(self) -> list[Collision]:
        return [each for link in self.writing.scene.links for each in link.collisions]

    # -- who touches whom

    def _separate(self) -> None:
        scene, writing = self.writing.scene, self.writing
        members: dict[Id, list[Link]] = {}
        for link in scene.links:
            self._members.setdefault(self._tops.get(link.model, link.model), []).append(link.id)
            if link.id in self._touching and not writing.is_static(link.id):
                members.setdefault(self._tops.get(link.model, link.model), []).append(link)
        apart = any(world.moving_bodies_collide is not None and not world.moving_bodies_collide for world in scene.worlds)
        if apart and not self._by_mask:
            self._bits = dict.fromkeys(members, 1)
            members = {}
        for model, links in members.items():
            pairs = ((first.id, second.id) for i, first in enumerate(links) for second in links[i + 1 :])
            if len(self._members[model]) > 1 and (not self._by_mask or any(not self._filtered(*pair) for pair in pairs)):
                self._concerned.add(model)
            allowed = {link.id: self.may_touch(link) for link in links}
            if len(self._members[model]) < 2 or all(allowed.values()):
                continue
            if any(allowed.values()):
                self._mixed.add(model)
            if not any(allowed.values()) and not self._by_mask and len(self._bits) < MOST_BITS:
                self._bits[model] = len(self._bits) + 1
                continue
            for i, first in enumerate(links):
                for second in links[i + 1 :]:
                    if not (allowed[first.id] and allowed[second.id]) and not self._filtered(first.id, second.id):
                        self._exclude(first.id, second.id)
        for body in self.tree.order:
            if body.joints and body.joints[0].type != "fixed" and not body.floats and self._stands(body.parent):
                self._exclude_neighbours(body.parent, body.link)
        for joint in self.tree.closing:
            ends = [writing.kinematics.body_of(end) for end in (joint.parent, joint.child)]
            self._exclude_neighbours(ends[0], ends[1])
        for link in scene.links:
            for each in dict.fromkeys(other for collision in link.collisions for other in collision.excluded):
                self._exclude(link.id, writing.kinematics.body_of(each))

    def _report_full_masks(self) -> None:
        """Report masks that let everything touch: many of them come to MuJoCo's default."""
        shown = [each for each in self._all() if not _exerts_nothing(each) and not self._is_missing(each)]
        pairs = [(each, tuple(mask for mask in (each.category_mask, each.collide_mask) if mask is not None)) for each in shown]
        full = [(each, masks) for each, masks in pairs if any(int(mask) != 1 for mask in masks)]
        if self._by_mask or not full:
            return
        counts = Counter(int(mask) for _, masks in full for mask in masks if int(mask) != 1)
        self.writing.report(
            findings.FULL_MASKS,
            full[0][0],
            about=tuple(masks for _, masks in full),
            value=", ".join(f"{mask} x{count}" if count > 1 else str(mask) for mask, count in counts.items()),
        )

    def _report_not_asked(self) -> None:
        """Report models that let their links touch each other, but none of their links takes it from them; where no two links can touch,
        each link is reported."""
        scene = self.writing.scene
        asking = [link for link in scene.links if link.id in self._touching]
        above = {self._tops.get(link.model, link.model) for link in asking if link.self_collide is None}
        for model in colliding_models_not_asked(scene, asking):
            is_asked = model.id in above or self._tops.get(model.id, model.id) not in self._concerned
            if not is_asked and self.writing.source_of(model.self_collide).ids:
                self._not_asked.add(model.id)
                self.writing.report(SELF_COLLISION_INEFFECTIVE, model, about=model.self_collide, value=True, why=NOT_ASKED)

    def may_touch(self, link: Link) -> bool:
        """Return whether a link touches others of its model, on its part."""
        if link.self_collide is not None:
            return bool(link.self_collide)
        model = self.writing.by_id.get(self._tops.get(link.model, link.model))
        own = self.writing.by_id.get(link.model)
        return bool((own is not None and own.self_collide) or (model is not None and model.self_collide))

    def _exclude_stated(self) -> None:
        """Take over the pairs that the scene names."""
        for number_of, pair in enumerate(self.writing.scene.excluded_pairs):
            first, second = (self.writing.kinematics.body_of(end) for end in pair.links)
            if first in self.tree.by_link and second in self.tree.by_link and first != second:
                self.pairs.setdefault((first, second))
                self._named[first, second] = number_of

    def shown_by_masks(self, link: Link) -> list[object]:
        """Return what masks and excluded pairs say of a link and its model; report flags without effect."""
        model = self.writing.by_id.get(link.model)
        if self.writing.is_own:
            return [link.self_collide, model.self_collide if model is not None else None]
        of_model = model.self_collide if model is not None and model.id not in self._not_asked else None
        flags = [each for each in (link.self_collide, of_model) if each is not None]
        top = self._tops.get(str(link.model), str(link.model))
        if top in self._mixed and not self.may_touch(link):
            self.writing.report(findings.SELF_COLLISION_CONVERTED, link)
        if top in self._concerned:
            if link.self_collide and link.id not in self._touching:
                self._report_idle(link, flags.pop(0), "The link has no collision that MuJoCo would test.")
            return flags
        joined = len(self._members.get(top, ())) > 1 or link.id in self._jointed
        for flag in flags or ([False] if joined and not self.writing.is_static(link.id) else []):
            if flag is link.self_collide or not flag:
                self._report_idle(link, flag, "No two links of the model that MuJoCo would test have a collision.")
        return []

    def _report_idle(self, link: Link, flag: object, why: str) -> None:
        self.writing.report(SELF_COLLISION_INEFFECTIVE, link, about=flag, value=bool(flag), why=why)

    def shown_by_world(self, world: World) -> list[object]:
        """Return the switch for contacts between moving bodies, if masks say it."""
        apart = world.moving_bodies_collide
        if apart is None or apart:
            return []
        if not self._by_mask:
            return [apart]
        self.writing.report(findings.MOVING_BODIES_APPROXIMATED, world, about=apart, subject="moving_bodies_collide")
        return []

    def _stands(self, link: Id) -> bool:
        """Return whether a link is welded to the world, so that MuJoCo does not count it as the parent of what hangs on it."""
        at = link
        while at != WORLD:
            body = self.tree.by_link.get(at)
            if body is None or self.writing.is_static(at):
                return True
            if body.floats or body.mocap or any(joint.type != "fixed" for joint in body.joints):
                return False
            at = body.parent
        return True

    def _filtered(self, first: Id, second: Id) -> bool:
        """Return whether MuJoCo leaves out the contacts of two bodies by itself: one is the parent of the other, or both are welded."""
        return (
            self._parent_root(first) == self._root(second)
            or self._parent_root(second) == self._root(first)
            or (self._root(first) == self._root(second))
        )

    def _root(self, link: Id) -> Id:
        """Return the link of the body that a body is welded to, WORLD for what stands still."""
        body: Body | None = self.tree.by_link.get(link)
        while body is not None:
            if body.floats or body.mocap or any(joint.type != "fixed" for joint in body.joints):
                return body.link
            body = self.tree.by_link.get(body.parent)
        return WORLD

    def _parent_root(self, link: Id) -> Id:
        """Return the same of the parent; "" where that stands still, as MuJoCo tests such pairs."""
        body = self.tree.by_link.get(self._root(link))
        root = self._root(body.parent) if body is not None else WORLD
        return root if root != WORLD else ""

    def _exclude_neighbours(self, first: Id, second: Id) -> None:
        if first != WORLD and second != WORLD and first in self._touching and second in self._touching and self._masks_meet(first, second):
            self._exclude(first, second)

    def _masks_meet(self, first: Id, second: Id) -> bool:
        bits = [self._bits.get(self._model(link)) for link in (first, second)]
        return bits[0] is None or bits[0] != bits[1] or self._by_mask

    def _model(self, link_id: Id) -> Id:
        link = self.writing.by_id.get(link_id)
        model = str(link.model) if link is not None else ""
        return "" if self.writing.is_static(link_id) else self._tops.get(model, model)

    def _exclude(self, first: Id, second: Id) -> None:
        if first == second or first not in self.tree.by_link or second not in self.tree.by_link:
            return
        a, b = sorted((first, second), key=lambda each: self._order.get(each, -1))
        self.pairs[a, b] = None

    # -- attributes of a geom

    def write(self, out: Element, link: Link, collision: Collision) -> None:
        """Write masks and friction of a collision."""
        self._write_masks(out, link.id, collision)
        self._write_surface(out, collision)
        if collision.excluded:
            out.stand_for(Element("exclude", says=(tuple(collision.excluded),)))

    def is_idle(self, collision: Collision) -> bool:
        """Return whether a collision exerts no forces on anything; report it."""
        if self.writing.is_own:
            return False
        if _exerts_nothing(collision):
            row = findings.COLLISION_SENSING if collision.sensing_only else findings.COLLISION_INEFFECTIVE
            self.writing.report(row, collision, about=collision)
            return True
        return False

    def _write_masks(self, out: Element, link_id: Id, collision: Collision) -> None:
        category, collide = collision.category_mask, collision.collide_mask
        if self._by_mask:
            contype, affinity = (collide, collide) if category is None else (category, collide if collide is not None else category)
            for name, mask in (("contype", contype), ("conaffinity", affinity)):
                if mask is not None and int(mask) != 1:
                    out.set(name, count(made_of(_signed(int(mask)), mask)))
                elif mask is not None:
                    out.omit(mask, 1)
            return
        for mask in (category, collide):
            if mask is not None:
                out.omit(mask, int(mask))  # it excludes nothing, as MuJoCo's default
        bit = self._bits.get(self._model(link_id))
        if bit is not None:
            out.set("contype", constant(str(1 << bit)))
            if bit > 1:
                out.set("conaffinity", constant(str((1 << bit) - 1)))

    def _write_surface(self, out: Element, collision: Collision) -> None:
        surface = collision.surface
        if surface is None:
            return
        mu = surface.mu
        if mu is None and surface.mu2 is not None:
            mu = surface.mu2
        if mu is not None and math.isinf(mu):
            subject = self.writing.path(collision)
            self.writing.report(findings.FRICTION_INFINITE, collision, about=mu, subject=subject, value="infinite", target=f"{STICKY:g}")
            mu = made_of(STICKY, mu)
        if mu is not None and surface.mu2 is not None and surface.mu2 == surface.mu:
            mu = made_of(mu, (mu, surface.mu2))
        elif mu is not None and surface.mu2 is not None and surface.mu is not None:
            self.writing.report(
                findings.FRICTION_DIRECTION,
                collision,
                about=(surface.mu2, surface.direction),
                value=f"{float(surface.mu):g} and {float(surface.mu2):g}",
                target=f"{float(mu):g}",
            )
        self._write_friction(out, collision, surface, mu)

    def _write_friction(self, out: Element, collision: Collision, surface: Surface, mu: float | None) -> None:
        """Write the coefficients that are not MuJoCo's defaults, and as many dimensions of a contact as they have."""
        spin, roll = surface.torsional_friction, surface.rolling_friction
        values = [mu, spin, roll]
        while values and (values[-1] is None or values[-1] == FRICTION[len(values) - 1]):
            if values[-1] is not None:
                out.omit(values[-1], FRICTION[len(values) - 1])
            values.pop()
        if len(values) > 1 and not self.writing.is_own:
            out.set("condim", constant("6" if len(values) == 3 else "4"))
        kept = attribute(collision, "friction")
        if kept is not None:
            out.set("friction", Said(spelled(text_of(kept)).text, ids_of((kept.value, mu, spin, roll))))
        elif values:
            out.set("friction", vector([default if value is None else value for value, default in zip(values, FRICTION, strict=False)]))
        if surface.rolling_friction2 is not None and surface.rolling_friction2 == roll:
            out.stand_for(Element("geom", says=(surface.rolling_friction2,)))

    def write_pairs(self, out: Element, names: Names) -> None:
        """Write the pairs of bodies that never touch."""
        if not self.pairs:
            return
        stated = self.writing.scene.excluded_pairs
        contact = out.append("contact")
        for first, second in self.pairs:
            bodies = [self.tree.by_link[each].link for each in (first, second)]
            number_of = self._named.get((first, second))
            made = contact.append("exclude", says=(stated[number_of].links,) if number_of is not None else ())
            name = names.give("exclude", stated[number_of]) if number_of is not None else None
            if name is not None:
                made.set("name", name)
            made.set("body1", constant(names.refer("body", bodies[0])))
            made.set("body2", constant(names.refer("body", bodies[1])))


def _exerts_nothing(collision: Collision) -> bool:
    """Return whether a collision only senses, or has masks that let it touch nothing."""
    masks = [mask for mask in (collision.category_mask, collision.collide_mask) if mask is not None]
    return bool(collision.sensing_only) or (bool(masks) and not any(masks))


def _restricts(mask: int | None) -> bool:
    return mask is not None and int(mask) not in ALL_BITS and int(mask) != 1


def _signed(mask: int) -> int:
    """Return a mask as MuJoCo reads it: an integer of 32 bits with a sign."""
    low = mask & 0xFFFFFFFF
    return low - (1 << 32) if low >= 1 << 31 else low
