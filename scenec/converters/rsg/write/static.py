"""Static parts: shapes, lights and sensors in a Space, without a body. SimSpark treats all of them as one part.

Parts at the same place share a Transform without a name. Their links become named places beside them.
"""

from __future__ import annotations

from functools import cached_property

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common import findings as common
from scenec.converters.common.write_context import HERE, Placed
from scenec.converters.rsg.findings.writing import NODE_NAME_INEFFECTIVE
from scenec.converters.rsg.write.collider import report_no_collider, report_plane_shift, touches, write_collider
from scenec.converters.rsg.write.context import Writing, needs_transform, place, pose_texts, product_of
from scenec.converters.rsg.write.extras import class_of, has_nodes, write_nodes
from scenec.converters.rsg.write.light import is_point, write_light
from scenec.converters.rsg.write.sensor import write_sensor
from scenec.converters.rsg.write.structure import Group, Structure
from scenec.converters.rsg.write.surface import NO_CONTACT_SENSORS
from scenec.converters.rsg.write.visual import Visuals
from scenec.ir.base import Id
from scenec.ir.geometry import Plane
from scenec.ir.link import Link
from scenec.ir.pose import ORIGIN
from scenec.syntax.sexp_printing import SList


class Site:
    """Places for the parts of one static link in the Space. made: the Transforms of the Space so far, by their poses."""

    def __init__(self, writing: Writing, space: SList, link_id: Id, made: dict[object, SList], *, rooted: bool) -> None:
        self.writing = writing
        self.space = space
        self.link_id = link_id
        self._made = made
        self._rooted = rooted

    @cached_property
    def in_world(self) -> Placed:
        """The pose of the link. It counts as read only if a part uses it."""
        return self.writing.pose_in(self.link_id, None)

    def outside(self, placed: Placed) -> Placed:
        """Return the pose in the world of a part that is `placed` in the link."""
        return product_of([self.in_world.pose, placed.pose], self.in_world.computed or placed.computed)

    def where(self, placed: Placed) -> Placed:
        """Return the pose of a part in the list that holds it: the world, or a Transform at the link (`rooted`)."""
        return placed if self._rooted else self.outside(placed)

    def at(self, placed: Placed) -> SList:
        """Return the list for a part that is `placed` in the link: the Space itself for parts at the origin of the world."""
        where = self.where(placed)
        if not needs_transform(where):
            return self.space
        key = pose_texts(where)
        if key not in self._made:
            self._made[key] = self.space.add("nd", "Transform")
            place(self._made[key], where)
        return self._made[key]


def write_static_group(writing: Writing, structure: Structure, visuals: Visuals, body: SList, group: Group, inside: SList | None) -> None:
    """Write all static links of models that share a Space: visuals and sensors first, then colliders, as a reader finds them in one link.
    inside: the Space of moving parts that they shared in the source; in another Space, the two would collide."""
    # Flags and such have a Transform of their own, which places them.
    rooted = inside is None and len(group.links) == 1 and has_nodes(group.links[0].extras)
    space = SList("nd", class_of(group.links[0].extras) if rooted else "Space")
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
                visuals.write(site.at(writing.pose_in_owner(visual, unwrap(link).id)), visual, unwrap(link).id, Placed(HERE))
            else:
                visuals.report_undrawn(visual, unwrap(link).id)
    for link, site in links:
        for sensor in link.sensors:
            write_sensor(writing, site, sensor, link, ORIGIN)
    for link, site in links:
        _write_colliders(writing, link, site, space)
    for link, site in links:
        for light in link.lights:
            if is_point(light):
                write_light(writing, site.at(writing.pose_in_owner(light, unwrap(link).id)), light, Placed(HERE))
    for link, site in links:
        if has_nodes(link.extras):
            write_nodes(site.at(Placed(HERE)), link.extras)
    if all(each.atoms[0] != "nd" for each in space.lists):
        for link, _ in links:
            _report_empty(writing, link)
        return
    if all(each.atoms[1] == "PlaneCollider" for each in space.lists if each.atoms[0] == "nd"):
        for link, _ in links:
            report_plane_shift(writing, link)
    for link, site in links:
        if unwrap(link).name not in (None, "", group.name):
            write_place(space, group.names[unwrap(link).id], site.where(Placed(HERE)))
        for frame in structure.frames.get(unwrap(link).id, ()):
            seen = writing.seen[frame.id]
            _ = (seen.attached_to, seen.model)
            name = writing.legal(seen, str(seen.name)) if seen.name else ""
            write_place(space, name, site.where(writing.pose_in(frame.id, unwrap(link).id)))
    if inside is None:
        body.lists.append(space)
    else:
        inside.lists += [each for each in space.lists if each.atoms[0] == "nd"]


def _report_empty(writing: Writing, link: Link) -> None:
    """Report a link of which nothing is written."""
    mark_read(link.pose)
    writing.tell(
        link,
        common.LINK_EMPTY_DROPPED,
        about=(unwrap(link).name, unwrap(link).pose),
        value=str(unwrap(link).name or ""),
    )


def _write_colliders(writing: Writing, link: Link, site: Site, space: SList) -> None:
    for collision in link.collisions:
        if touches(collision, moving=False):
            placed = writing.pose_in_owner(collision, unwrap(link).id)
            holder = space if isinstance(collision.geometry, Plane) else site.at(placed)
            write_collider(
                writing, holder, collision, unwrap(link).id, Placed(HERE), site.outside(placed), sensors=NO_CONTACT_SENSORS, rolls=False
            )
        else:
            report_no_collider(writing, collision, unwrap(link).id, moving=False)


def write_place(holder: SList, name: str, placed: Placed) -> None:
    """Write a named place, as a Transform with content: the importer removes an empty one."""
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
            common.SELF_COLLISION_INEFFECTIVE,
            about=unwrap(link).self_collide,
            value=unwrap(link).self_collide,
            why="No link of the model ever moves.",
        )
    if link.inertial is not None:
        mark_read(link.inertial)
        writing.tell(
            link,
            common.MASS_INEFFECTIVE,
            about=unwrap(link).inertial,
            why="The link never moves.",
        )


def read_names(writing: Writing, link: Link) -> None:
    """Count names of bodies as read, and report names of Transforms around them, which have no effect."""
    for extra in link.extras:
        bare = unwrap(extra)
        if bare.format == "rsg" and bare.key == "RigidBody/setName":
            _ = extra.value
        elif bare.format == "rsg" and bare.key == "above":
            _ = extra.value
            writing.tell(
                link,
                NODE_NAME_INEFFECTIVE,
                about=bare.value,
                value=str(bare.value),
            )
