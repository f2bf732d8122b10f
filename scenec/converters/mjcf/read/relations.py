"""Relations between bodies and joints: contacts, equalities, tendons."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from scenec import ir
from scenec.converters.mjcf import vocabulary
from scenec.converters.mjcf.read.classes import Entry
from scenec.converters.mjcf.read.context import WORLD_ID, Joint, Reading, aside
from scenec.converters.mjcf.read.elements import Element, renamed
from scenec.converters.mjcf.read.sites_and_views import Site
from scenec.converters.mjcf.read.tree import Body, Home
from scenec.errors import nearest
from scenec.ir.pose import ORIGIN, Pose, norm, sub
from scenec.trace import derived, ids_of, merge, traced

WORLD = "world"
KNOWN = ("body", "joint", "site", "geom", "camera", "light", "tendon", "actuator", "sensor")
"""Kinds of names that are looked up here."""
NEAR = 1e-6
"""m: sites that are nearer are joined where they are."""

Section = list[tuple[Element, Home]]
"""The elements of a section, each with the model that it is of."""


@cache
def _references(path: str) -> tuple[tuple[str, str], ...]:
    """Return the attributes of an element that name something, each with the kind of it."""
    rows = vocabulary.element(path).attributes.items()
    return tuple((name, row.refers_to) for name, row in rows if row.type == "ref" and row.refers_to in KNOWN)


class Relations:
    """Reads what refers to bodies and joints by name. sections: name -> elements, of the model and of all that is attached."""

    def __init__(self, reading: Reading, world: Body, sections: dict[str, Section]) -> None:
        self.reading, self.world, self.sections = reading, world, sections

    # ---------------------------------------------------------------- names

    def body(self, entry: Entry, attribute: str) -> Body:
        """Return the body that an attribute names. Raises ReadError for none."""
        name = entry.reference(attribute)
        if name is None or str(name) == WORLD:
            entry.consume(attribute)
            return self.world
        found = self.find("body", name, entry.element, attribute)
        assert isinstance(found, Body)
        self.reading.ledger.consumed(name)
        return found

    def find(self, kind: str, name: str, at: Element, attribute: str) -> Any:
        """Return what is called so. Raises ReadError, with the nearest name, if nothing is."""
        found = self.reading.named.get((kind, str(name)))
        if found is None:
            known = [each for of, each in self.reading.named if of == kind]
            raise at.error(f"no {kind} is called {str(name)!r}", attribute, "", nearest(str(name), known))
        return found

    def check_references(self, element: Element) -> None:
        """Raise ReadError for a name in an element, or below it, that nothing has."""
        for each in element.below():
            for name, kind in _references(each.path):
                if name in each.attributes:
                    text = renamed(each, name, each.attributes[name])
                    if not (kind == "body" and text == WORLD):
                        self.find(kind, text, each, name)

    def keep(self, element: Element, key: str = "") -> None:
        """Keep an element that only MJCF has."""
        self.check_references(element)
        self.reading.extras.append(aside(element, key))

    # ---------------------------------------------------------------- contact

    def contacts(self) -> None:
        for element, home in self.sections["contact"]:
            if element.tag == "exclude":
                self._exclude(Entry(element, home.classes, None))
            else:
                for name in ("geom1", "geom2"):
                    if name not in element.attributes:
                        raise element.error(f"<pair> has no {name}", None, name)
                self.keep(element)

    def _exclude(self, entry: Entry) -> None:
        first, second = self.body(entry, "body1"), self.body(entry, "body2")
        if not first.link or not second.link:
            self.reading.extras.append(aside(entry.element))
            return
        ids = entry.ids("body1", "body2")
        links = (traced(first.link, ids), traced(second.link, ids))
        self.reading.pairs.append(ir.ExcludedPair(name=entry.name, links=links, origin=entry.origin))

    # ---------------------------------------------------------------- tendons and equalities

    def tendons(self) -> None:
        for element, _ in self.sections["tendon"]:
            self.reading.name("tendon", element, element)
        for element, _ in self.sections["tendon"]:
            self._check_path(element)
            self.keep(element)

    def _check_path(self, tendon: Element) -> None:
        """Raise ReadError for a tendon that leads nowhere."""
        path = [each for each in tendon.children if each.tag in ("site", "geom", "pulley", "joint")]
        if not path:
            raise tendon.error("the path of the tendon is empty", None, "joints" if tendon.tag == "fixed" else "two sites at least")
        for each in path if tendon.tag == "fixed" else ():
            joint: Joint = self.find("joint", f"{each.prefix}{each.attributes['joint']}", each, "joint")
            if joint.kind not in ("hinge", "slide"):
                raise each.error(f"a {joint.kind} joint is in a tendon", "joint", "a hinge or a slide")
        if tendon.tag == "spatial":
            words = [each.tag for each in path]
            if len(words) < 2:
                raise tendon.error("the path of the tendon has one end", None, "two sites at least")
            for before, word, behind in zip(["pulley", *words], words, [*words[1:], "pulley"], strict=False):
                if word != "pulley" and before == behind == "pulley":
                    raise tendon.error(f"a {word} of the path has no neighbour", None, "two sites between pulleys")

    def equalities(self) -> None:
        for element, home in self.sections["equality"]:
            entry = Entry(element, home.classes, None)
            self.check_references(element)
            active = entry.text("active") != "false"
            made = active and {"joint": self._couple, "connect": self._connect, "weld": self._glue}.get(element.tag, _nothing)(entry)
            if not made:
                self.reading.extras.append(aside(element))
            else:
                entry.consume("active")

    def _couple(self, entry: Entry) -> bool:
        """Make a joint follow another, where that is linear."""
        other = entry.reference("joint2")
        named = entry.reference("joint1")
        if other is None or named is None:
            return False
        follower: Joint = self.find("joint", named, entry.element, "joint1")
        leader: Joint = self.find("joint", other, entry.element, "joint2")
        for joint, name in ((follower, "joint1"), (leader, "joint2")):
            if joint.kind not in ("hinge", "slide"):
                raise entry.element.error(f"a {joint.kind} joint cannot be coupled", name, "a hinge or a slide")
        factors = entry.vector("polycoef", (0.0, 1.0, 0.0, 0.0, 0.0)) or ()
        axis = self.reading.joints[follower.index].axes[0]
        if any(factors[2:]) or axis.mimic is not None or follower is leader:
            return False
        mimic = ir.Mimic(
            joint=derived(leader.id, other, named), multiplier=factors[1], offset=factors[0], reference=0.0, origin=entry.origin
        )
        self.reading.ledger.consumed(*factors[2:])
        extras = self._own(entry)
        self.reading.change_joint(follower.index, axes=(replace(axis, mimic=mimic),), extras=extras)
        return True

    def _own(self, entry: Entry) -> tuple[ir.Extra, ...]:
        """Return what an equality says besides, with the joint that it became."""
        path = entry.element.path
        named = (("name", entry.name),) if entry.name is not None and entry.element.tag == "joint" else ()
        return tuple(
            ir.Extra(format="mjcf", key=f"{path}/@{name}", value=text, origin=entry.origin) for name, text in (*named, *entry.rest())
        )

    def _connect(self, entry: Entry) -> bool:
        """A point of one body that stays at a point of another: a ball joint that closes a loop."""
        if entry.has("site1"):
            first: Site = self.find("site", entry.reference("site1") or "", entry.element, "site1")
            second: Site = self.find("site", entry.reference("site2") or "", entry.element, "site2")
            bodies, anchor = (first.body, second.body), first.X_BS.position
            if norm(sub(self._at(first), self._at(second))) > NEAR:
                return False
            names = ("site1", "site2")
        else:
            bodies = (self.body(entry, "body1"), self.body(entry, "body2"))
            stated = entry.vector("anchor", ORIGIN) or ORIGIN
            anchor, names = (stated[0], stated[1], stated[2]), ("body1", "body2")
        ids = merge(entry.ids(*names), ids_of(anchor))
        return self._close(entry, "ball", bodies, Pose(anchor).with_ids(ids) if ids else Pose(anchor))

    def _glue(self, entry: Entry) -> bool:
        """Two bodies that stay as they are to each other. What holds a body to the world stays aside: it is not a part of the world."""
        if entry.has("site1") or entry.has("relpose") or not entry.has("body2"):
            return False
        bodies = (self.body(entry, "body1"), self.body(entry, "body2"))
        if any(self._is_still(body) for body in bodies):
            return False
        return self._close(entry, "fixed", bodies, Pose())

    def _close(self, entry: Entry, kind: str, bodies: tuple[Body, Body], pose: Pose) -> bool:
        first, second = bodies
        if first is second or (self._is_still(first) and self._is_still(second)):
            return False
        ends = [body.link or ir.WORLD for body in bodies]
        if self._is_still(second) and not self._is_still(first):
            ends.reverse()
        homes = {self.reading.links[self.reading.link_index[body.link]].model for body in bodies if body.link and body.parent is not None}
        model = homes.pop() if len(homes) == 1 else None  # a joint of two models is a part of neither
        extras = self._own(entry)
        ids = traced("", entry.ids("body1", "body2", "site1", "site2"))
        self.reading.joints.append(
            ir.Joint(
                id=self.reading.new_id("joint"),
                name=entry.name,
                model=model,
                world=WORLD_ID if model is None else None,
                type=derived(kind, ids),
                parent=ends[0],
                child=ends[1],
                pose=pose,
                relative_to=(first.link or ir.WORLD) if kind == "ball" else None,
                closing=True,
                extras=extras,
                origin=entry.origin,
            )
        )
        return True

    def _is_still(self, body: Body) -> bool:
        """Whether a body is fixed to the world, or moved from outside."""
        at: Body | None = body
        while at is not None and at.parent is not None:
            if at.joints:
                return False
            if at.mocap:
                return True
            at = at.parent
        return True

    def _at(self, site: Site) -> Any:
        """Where a site is in the world, at the pose of the file."""
        pose, body = site.X_BS, site.body
        while body.parent is not None:
            pose, body = body.X_PB @ pose, body.parent
        return pose.position


def _nothing(entry: Entry) -> bool:
    return False


def elements_of(root: Element, section: str) -> Iterator[Element]:
    """Yield the elements of all sections of a name."""
    return (child for each in root.each(section) for child in each.children)
