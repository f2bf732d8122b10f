"""What never moves: shapes, lights and sensors in a Space, without a body. All of it is one thing to SimSpark.

Parts at one place share a Transform, which has no name; the links they belong to are named places beside them.
"""

from __future__ import annotations

from functools import cached_property

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.write_context import HERE, Placed
from scenec.converters.rsg.write_collider import tell_slides, tell_untouched, touches, write_collider
from scenec.converters.rsg.write_context import Writing, chained, place, spelled_pose, stands_apart
from scenec.converters.rsg.write_extras import has_nodes, write_nodes
from scenec.converters.rsg.write_light import is_point, write_light
from scenec.converters.rsg.write_sensor import write_sensor
from scenec.converters.rsg.write_structure import Group, Structure
from scenec.converters.rsg.write_visual import Visuals
from scenec.ir.base import Id
from scenec.ir.geometry import Plane
from scenec.ir.link import Link
from scenec.ir.pose import ORIGIN
from scenec.syntax.sexp_printing import SList


class Site:
    """Where the parts of one link stand in the Space. made: the Transforms of the Space so far, by their poses."""

    def __init__(self, writing: Writing, space: SList, link_id: Id, made: dict[object, SList], *, rooted: bool) -> None:
        self.writing = writing
        self.space = space
        self.link_id = link_id
        self._made = made
        self._rooted = rooted

    @cached_property
    def in_world(self) -> Placed:
        """Where the link is; counts as read only if something stands there."""
        return self.writing.along(self.link_id, None)

    def outside(self, placed: Placed) -> Placed:
        """Where something that is `placed` in the link is in the world."""
        return chained([self.in_world.pose, placed.pose], self.in_world.computed or placed.computed)

    def where(self, placed: Placed) -> Placed:
        """Where it is in what holds the link's parts: the world, or a Transform at the link's place (`rooted`)."""
        return placed if self._rooted else self.outside(placed)

    def at(self, placed: Placed) -> SList:
        """The list for a part that is `placed` in the link: the Space itself for what stands at the world's origin."""
        where = self.where(placed)
        if not stands_apart(where):
            return self.space
        key = spelled_pose(where)
        if key not in self._made:
            self._made[key] = self.space.add("nd", "Transform")
            place(self._made[key], where)
        return self._made[key]


def write_static_group(writing: Writing, structure: Structure, visuals: Visuals, body: SList, group: Group) -> None:
    """All links of the models that share a Space: first what is drawn, then what touches, as a reader finds them in one link."""
    rooted = len(group.links) == 1 and has_nodes(group.links[0].extras)  # flags and such, which a Transform of their own places
    space = body.add("nd", "Transform" if rooted else "Space")
    space.add("setName", group.name)
    made: dict[object, SList] = {}
    links = [(writing.seen[link.id], Site(writing, space, link.id, made, rooted=rooted)) for link in group.links]
    if rooted:
        place(space, links[0][1].in_world)
    for link, _ in links:
        _read_link(writing, link)
    for link, site in links:
        for visual in link.visuals:
            if visuals.draws(visual):
                visuals.write(site.at(writing.within(visual, unwrap(link).id)), visual, unwrap(link).id, Placed(HERE))
            else:
                visuals.tell_undrawn(visual, unwrap(link).id)
    for link, site in links:
        _write_colliders(writing, link, site, space)
    for link, site in links:
        for sensor in link.sensors:
            write_sensor(writing, site, sensor, link, ORIGIN)
        for light in link.lights:
            if is_point(light):
                write_light(writing, site.at(writing.within(light, unwrap(link).id)), light, Placed(HERE))
    for link, site in links:
        if has_nodes(link.extras):
            write_nodes(site.at(Placed(HERE)), link.extras)
    if all(each.atoms[0] != "nd" for each in space.lists):
        body.lists.remove(space)
        for link, _ in links:
            _tell_empty(writing, link)
        return
    if all(each.atoms[1] == "PlaneCollider" for each in space.lists if each.atoms[0] == "nd"):
        for link, _ in links:
            tell_slides(writing, link)
    for link, site in links:
        if unwrap(link).name not in (None, "", group.name):
            write_place(space, group.names[unwrap(link).id], site.where(Placed(HERE)))
        for frame in structure.frames.get(unwrap(link).id, ()):
            seen = writing.seen[frame.id]
            _ = (seen.attached_to, seen.model)
            name = writing.legal(seen, str(seen.name)) if seen.name else ""
            write_place(space, name, site.where(writing.along(frame.id, unwrap(link).id)))


def _tell_empty(writing: Writing, link: Link) -> None:
    """A place that nothing of is written at."""
    mark_read(link.pose)
    writing.tell(
        link,
        "link-empty-dropped",
        "dropped",
        "note",
        "naming",
        about=(unwrap(link).name, unwrap(link).pose),
        value=str(unwrap(link).name or ""),
        because="nothing is left of it that SimSpark could show or touch",
        consequence="what refers to it by name does not find it",
    )


def _write_colliders(writing: Writing, link: Link, site: Site, space: SList) -> None:
    for collision in link.collisions:
        if touches(collision, moving=False):
            placed = writing.within(collision, unwrap(link).id)
            holder = space if isinstance(collision.geometry, Plane) else site.at(placed)
            write_collider(writing, holder, collision, unwrap(link).id, Placed(HERE), site.outside(placed), felt=False, rolls=False)
        else:
            tell_untouched(writing, collision, unwrap(link).id, moving=False)


def write_place(holder: SList, name: str, placed: Placed) -> None:
    """A named place is a Transform; the importer would remove one that holds nothing."""
    out = holder.add("nd", "Transform")
    if name:
        out.add("setName", name)
    place(out, placed)
    out.add("nd", "BaseNode")


def _read_link(writing: Writing, link: Link) -> None:
    _ = (link.name, link.model, link.self_collide)
    read_names(writing, link)
    if unwrap(link).self_collide:
        writing.tell(
            link,
            "self-collision-ineffective",
            "dropped",
            "note",
            "physics",
            about=unwrap(link).self_collide,
            because="it never moves, nor does any other link of its model",
            consequence="nothing: it touched none of them before",
        )
    if link.inertial is not None:
        mark_read(link.inertial)
        writing.tell(
            link,
            "mass-ineffective",
            "dropped",
            "note",
            "physics",
            about=unwrap(link).inertial,
            because="what never moves needs no mass",
            consequence="nothing: it does not move",
        )


def read_names(writing: Writing, link: Link) -> None:
    """Names that the bodies and places of an .rsg had: the body's is written; those of Transforms around it have no effect."""
    for extra in link.extras:
        bare = unwrap(extra)
        if bare.format == "rsg" and bare.key == "RigidBody/setName":
            _ = extra.value
        elif bare.format == "rsg" and bare.key == "above":
            _ = extra.value
            writing.tell(
                link,
                "node-name-ineffective",
                "dropped",
                "note",
                "naming",
                about=bare.value,
                value=str(bare.value),
                because="these Transforms only place others; the bodies are written side by side, where they stand",
                consequence="nothing: bodies and joints keep their names",
            )
