"""Geoms: what is drawn in group 2, without mass or contacts, what collides in group 3. A shape that is both under one name is one geom."""

from __future__ import annotations

from typing import NamedTuple

from scenec.converters.common.findings import VISUAL_HIDDEN_INEFFECTIVE
from scenec.converters.common.options import ELEMENTS_ALONE
from scenec.converters.mjcf.write.contacts import Contacts
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.materials import Materials
from scenec.converters.mjcf.write.names import Names
from scenec.converters.mjcf.write.restoring import attribute, own, restore, text_of
from scenec.converters.mjcf.write.shapes import Geom, Shapes
from scenec.converters.mjcf.write.values import flag, place, vector
from scenec.ir.base import Id
from scenec.ir.link import Collision, Link, Visual
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, said, spelled
from scenec.trace import Sources, ids_of

VISUAL, COLLISION = "visual", "collision"
"""The default classes of the two."""


CLASSES = {VISUAL: {"contype": "0", "conaffinity": "0", "group": "2", "density": "0"}, COLLISION: {"group": "3"}}
"""Class -> what it says of its geoms."""
OTHER_HIDDEN_GROUPS = ("4", "5")
"""Groups that the viewer does not show either."""


class Drawn(NamedTuple):
    """A visual to be written, and its shape in MuJoCo."""

    visual: Visual
    geom: Geom


class Geoms:
    """Writes the geoms of bodies."""

    def __init__(self, writing: Writing, names: Names, shapes: Shapes, materials: Materials, contacts: Contacts) -> None:
        self.writing = writing
        self.names = names
        self.shapes = shapes
        self.materials = materials
        self.contacts = contacts
        self.classes: set[str] = set()
        self._alone = bool(writing.request.options.own.get(ELEMENTS_ALONE))

    def write(self, out: Element, link: Link, *, moving: bool) -> None:
        """Write the shapes of a link, so that neither its collisions nor its visuals change their order."""
        drawn = [each for visual in link.visuals if (each := self._drawn(visual, link.id, moving=moving)) is not None]
        for collision in link.collisions:
            if self.contacts.is_idle(collision):
                continue
            placed = self.writing.within(collision, link.id)
            geom = self.shapes.as_geom(collision, placed, moving=moving)
            if geom is None:
                continue
            twin = next((each for each in drawn if _is_one(collision, geom, each, unnamed=self.writing.is_own)), None)
            if twin is not None:
                before = next(i for i, each in enumerate(drawn) if each is twin)
                for each in drawn[:before]:
                    self._write_visual(out, link.id, each)
                del drawn[: before + 1]
            if twin is not None and geom.type == "plane":
                geom = geom._replace(size=twin.geom.size, also=Sources(ids_of((geom.also, geom.size))))
            self._write_collision(out, link, collision, geom, twin)
        for each in drawn:
            self._write_visual(out, link.id, each)

    def _write_visual(self, out: Element, link_id: Id, drawn: Drawn) -> None:
        visual, geom = drawn
        made = self._geom(out, link_id, visual, geom, self._class(visual, VISUAL))
        if "class" not in made.attributes and "contype" not in made.attributes:
            made.set("contype", constant("0"))
            made.set("conaffinity", constant("0"))
        self.materials.dress(made, visual)
        self._finish(made, visual)

    def _class(self, part: Collision | Visual, kind: str) -> str:
        """Return the class of a geom: none for one of an MJCF file that is in another group."""
        if not self.writing.is_own:
            return kind
        kept = attribute(part, "group")
        if kind == VISUAL:
            return kind if kept is not None and kept.value == CLASSES[VISUAL]["group"] else ""
        return "" if kept is not None and kept.value in OTHER_HIDDEN_GROUPS else kind

    def _drawn(self, visual: Visual, link_id: Id, *, moving: bool) -> Drawn | None:
        if visual.visible is not None and not visual.visible and not self.writing.is_own:
            self.writing.report(VISUAL_HIDDEN_INEFFECTIVE, visual, about=visual)
            return None
        geom = self.shapes.as_geom(visual, self.writing.within(visual, link_id), moving=moving)
        return None if geom is None else Drawn(visual, geom)

    def _geom(self, out: Element, link_id: Id, part: Collision | Visual, geom: Geom, kind: str) -> Element:
        made = out.append("geom", says=(geom.also,))
        if self._alone:
            for key, value in {**CLASSES.get(kind, {}), "mass": "0"}.items():
                made.set(key, constant(value))
        elif kind:
            made.set("class", constant(kind))
            self.classes.add(kind)
        name = self.names.give("geom", part, owner=link_id)
        if name is not None:
            made.set("name", name)
        own_type = attribute(part, "type") if self.writing.is_own else None
        if own_type is not None:
            made.set("type", spelled(text_of(own_type)))
        elif geom.type != "sphere" or self._alone:
            made.set("type", constant(geom.type))
        grid = attribute(part, "size") if geom.type == "plane" and self.writing.is_own else None
        if grid is not None and str(grid.value).count(" ") == 2:
            made.set("size", said(" ", [vector(geom.size[:2]), Said(str(grid.value).rpartition(" ")[2], ids_of(grid.value))]))
        elif geom.size:
            made.set("size", vector(geom.size))
        if geom.asset is not None:
            made.set("hfield" if geom.type == "hfield" else "mesh", geom.asset)
        place(made, geom.placed)
        return made

    def _write_collision(self, out: Element, link: Link, collision: Collision, geom: Geom, twin: Drawn | None) -> None:
        made = self._geom(out, link.id, collision, geom, self._class(collision, COLLISION) if twin is None else "")
        if collision.density is not None:
            made.omit_if(collision.density, 1000.0)
        self.contacts.write(made, link, collision)
        if twin is not None:
            made.stand_for(self._twin(twin))
            self.materials.dress(made, twin.visual)
            self._finish(made, twin.visual)
        elif collision.debug_color is not None:
            made.set("rgba", vector(collision.debug_color))
        self._restore(made, collision, hidden=twin is None)

    def _twin(self, twin: Drawn) -> Element:
        """Return what the geom of a visual would say, which is the same as that of its collision."""
        made = Element("geom", says=(twin.geom.also, twin.visual.name))
        if twin.geom.size:
            made.set("size", vector(twin.geom.size))
        if twin.geom.asset is not None:
            made.set("mesh", twin.geom.asset)
        place(made, twin.geom.placed)
        return made

    def _finish(self, out: Element, visual: Visual) -> None:
        """Write what else a visual says."""
        if visual.cast_shadows is not None and not visual.cast_shadows and self.writing.is_own:
            out.set("castshadow", flag(visual.cast_shadows))  # since release 4.0
        elif visual.cast_shadows is not None:
            out.omit_if(visual.cast_shadows, True)
        if self.writing.is_own and visual.visible is not None:
            out.stand_for(Element("geom", says=(visual.visible,)))
        self._restore(out, visual, hidden=False)

    def _restore(self, out: Element, part: Collision | Visual, *, hidden: bool) -> None:
        """Write what only MJCF has. hidden: the geom must not be drawn, so that it stays in a group that is not."""
        said_by_class = CLASSES.get(out.attributes.get("class", ""), {})
        left_out = [name for name, value in said_by_class.items() if (kept := attribute(part, name)) is not None and kept.value == value]
        group = attribute(part, "group")
        if group is not None and hidden and group.value not in OTHER_HIDDEN_GROUPS:
            left_out.append("group")
        same = [each.key[1:] for each in own(part) if each.key[0] == "@" and out.attributes.get(each.key[1:]) == str(each.value)]
        for name in {*left_out, *same}:
            kept = attribute(part, name)
            if kept is not None:
                out.stand_for(Element("geom", says=(kept.value,)))
        restore(out, part, skip=left_out)


def _is_one(collision: Collision, geom: Geom, drawn: Drawn, *, unnamed: bool) -> bool:
    """Return whether a collision and a visual are the same shape at the same place under the same name. unnamed: also those without one, if
    they are in the same group."""
    other = drawn.geom
    groups = [attribute(part, "group") for part in (collision, drawn.visual)]
    if [None if each is None else each.value for each in groups] != [None if groups[0] is None else groups[0].value] * 2:
        return False
    if (not collision.name and not unnamed) or collision.name != drawn.visual.name or geom.type != other.type:
        return False
    if geom.type in ("plane", "hfield") and not unnamed:
        return False
    is_one_asset = (geom.asset.text if geom.asset else "") == (other.asset.text if other.asset else "")
    has_equal_size = geom.size == other.size or geom.type == "plane"  # which is endless where it collides
    return has_equal_size and geom.placed.pose == other.placed.pose and is_one_asset
