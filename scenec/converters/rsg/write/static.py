"""Static parts: shapes, lights and sensors in a Space, without a body. SimSpark treats all of them as one part.

Parts at the same place share a Transform without a name. Their links become named places beside them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from scenec.converters.common import findings as common
from scenec.converters.common.write_context import HERE, Placed, claim_idle
from scenec.converters.rsg.findings.writing import NODE_NAME_INEFFECTIVE
from scenec.converters.rsg.write.collider import report_no_collider, report_plane_shift, touches, write_collider
from scenec.converters.rsg.write.context import Writing, place, pose_text
from scenec.converters.rsg.write.extras import class_of, has_nodes, write_nodes
from scenec.converters.rsg.write.light import is_point, write_light
from scenec.converters.rsg.write.mesh import MeshFiles
from scenec.converters.rsg.write.sensor import write_sensor
from scenec.converters.rsg.write.structure import Group, Structure
from scenec.converters.rsg.write.surface import NO_CONTACT_SENSORS
from scenec.converters.rsg.write.values import named
from scenec.converters.rsg.write.visual import Visuals
from scenec.ir.base import Id
from scenec.ir.geometry import Plane
from scenec.ir.link import Link
from scenec.ir.pose import ORIGIN
from scenec.ir.scene import Frame
from scenec.syntax.said import Said, constant
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
        return self.writing.in_world(self.link_id)

    def outside(self, placed: Placed) -> Placed:
        """Return the pose in the world of a part that is `placed` in the link."""
        return self.in_world @ placed

    def where(self, placed: Placed) -> Placed:
        """Return the pose of a part in the list that holds it: the world, or a Transform at the link (`rooted`)."""
        return placed if self._rooted else self.outside(placed)

    def at(self, placed: Placed) -> SList:
        """Return the list for a part that is `placed` in the link: the Space itself for parts at the origin of the world."""
        pose = pose_text(self.where(placed))
        if not pose.moves:
            place(self.space, pose)
            return self.space
        made = SList("nd", constant("Transform"))
        place(made, pose)
        key = tuple([each.text for each in (*pose.position, *pose.angles)])
        if key not in self._made:
            self._made[key] = made
            self.space.lists.append(made)
        else:
            self._made[key].stand_for(made)
        return self._made[key]


def write_static_group(writing: Writing, structure: Structure, visuals: Visuals, body: SList, group: Group, inside: SList | None) -> None:
    """Write all static links of models that share a Space: visuals and sensors first, then colliders, as a reader finds them in one link.
    inside: the Space of moving parts that they shared in the source; in another Space, the two would collide."""
    # Flags and such have a Transform of their own, which places them.
    rooted = inside is None and len(group.links) == 1 and has_nodes(group.links[0].extras)
    says = (*structure.said_by_space(group), *[said_by_standing_still(link) for link in group.links])
    space = SList("nd", constant(class_of(group.links[0].extras) if rooted else "Space"), says=says)
    namesakes = [link.name for link in group.links if link.name == group.name]
    space.add("setName", named(group.name, (*structure.said_by_name_of_group(group), *namesakes)))
    made: dict[object, SList] = {}
    links = [(link, Site(writing, space, link.id, made, rooted=rooted)) for link in group.links]
    if rooted:
        place(space, pose_text(links[0][1].in_world))
    for link, _ in links:
        _report_idle(writing, link)
    for link, site in links:
        for visual in link.visuals:
            if visuals.draws(visual):
                visuals.write(site.at(writing.within(visual, link.id)), visual, link.id, Placed(HERE))
            else:
                visuals.report_undrawn(visual, link.id)
    for link, site in links:
        for sensor in link.sensors:
            write_sensor(writing, site, sensor, link, ORIGIN)
    for link, site in links:
        _write_colliders(writing, visuals.meshes, link, site, space)
    for link, site in links:
        for light in link.lights:
            if is_point(light):
                write_light(writing, site.at(writing.within(light, link.id)), light, Placed(HERE))
    for link, site in links:
        if has_nodes(link.extras):
            write_nodes(site.at(Placed(HERE)), link.extras)
    if all(each.atoms[0] != "nd" for each in space.lists):
        claim_idle(writing.request, (says, structure.said_by_name_of_group(group)))
        names = tuple([structure.models[model].name for model in group.models])
        for link, _ in links:
            _report_empty(writing, link, names)
        return
    if all(each.atoms[1] == "PlaneCollider" for each in space.lists if each.atoms[0] == "nd"):
        for link, _ in links:
            report_plane_shift(writing, link)
    for link, site in links:
        if link.name not in (None, "", group.name):
            name = named(group.names[link.id], structure.said_by_name(group, link.id))
            write_place(space, name, site.where(Placed(HERE)))
        for frame in structure.frames.get(link.id, ()):
            placed = site.where(writing.relative(frame.id, link.id))
            write_place(space, name_of_place(writing, frame), placed, (frame.attached_to, frame.model))
    if inside is None:
        body.lists.append(space)
    else:
        inside.lists += [each for each in space.lists if each.atoms[0] == "nd"]
        space.lists = [each for each in space.lists if each.atoms[0] != "nd"]
        inside.stand_for(space)  # which it was in the source


def _report_empty(writing: Writing, link: Link, names: tuple[object, ...]) -> None:
    """Report a link of which nothing is written. names: of its models, which no Space has then."""
    place = Frame(pose=link.pose)  # where other parts may stand, too
    writing.report(common.LINK_EMPTY_DROPPED, link, about=(link.name, place, names), value=str(link.name or ""))


def _write_colliders(writing: Writing, meshes: MeshFiles, link: Link, site: Site, space: SList) -> None:
    for collision in link.collisions:
        if touches(collision):
            placed = writing.within(collision, link.id)
            holder = space if isinstance(collision.geometry, Plane) else site.at(placed)
            in_world = site.outside(placed) if holder is space else None
            write_collider(writing, holder, collision, link.id, Placed(HERE), in_world, sensors=NO_CONTACT_SENSORS, rolls=False)
        else:
            report_no_collider(writing, meshes, collision, link.id)


def write_place(holder: SList, name: Said, placed: Placed, says: Iterable[object] = ()) -> None:
    """Write a named place, as a Transform with content: the importer removes an empty one."""
    out = holder.add("nd", constant("Transform"), says=says)
    if name.text:
        out.add("setName", name)
    place(out, pose_text(placed))
    out.add("nd", constant("BaseNode"))


def name_of_place(writing: Writing, frame: Frame) -> Said:
    """Return the name of a frame as written, empty if it has none."""
    return named(writing.legal(frame, str(frame.name)), frame.name) if frame.name else constant("")


def said_by_standing_still(link: Link) -> object:
    """Return what a link says by being one of those that never move: its model, and that it cannot touch itself."""
    return (link.model, None if link.self_collide else link.self_collide)


def _report_idle(writing: Writing, link: Link) -> None:
    report_names(writing, link)
    if link.self_collide:
        writing.report(
            common.SELF_COLLISION_INEFFECTIVE,
            link,
            about=link.self_collide,
            value=link.self_collide,
            why=common.NEVER_MOVES,
        )
    if link.inertial is not None:
        writing.report(common.MASS_INEFFECTIVE, link, about=link.inertial, why="The link never moves.")


def report_names(writing: Writing, link: Link) -> None:
    """Report the names of Transforms around a body, which have no effect."""
    for extra in link.extras:
        if extra.format == "rsg" and extra.key == "above":
            writing.report(NODE_NAME_INEFFECTIVE, link, about=extra.value, value=str(extra.value))
