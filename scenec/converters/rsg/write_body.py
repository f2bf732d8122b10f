"""Links: a Transform at the centre of mass, with the body, what is drawn, what touches, what senses, and the joints it hangs on."""

from __future__ import annotations

from typing import Any, cast

from scenec.accounting.lens import unwrap
from scenec.converters.rsg.write_collider import rolls_about, touches, write_collider
from scenec.converters.rsg.write_context import HERE, Placed, Writing, about_com, chained, place, spelled_pose
from scenec.converters.rsg.write_extras import has_nodes, write_calls, write_nodes
from scenec.converters.rsg.write_joint import Site, can_write, write_joint
from scenec.converters.rsg.write_light import is_point, write_light
from scenec.converters.rsg.write_mass import mass_of
from scenec.converters.rsg.write_sensor import write_sensor
from scenec.converters.rsg.write_structure import Group, Structure
from scenec.converters.rsg.write_values import flag, number
from scenec.converters.rsg.write_visual import Visuals
from scenec.ir.base import WORLD, Id
from scenec.ir.geometry import Plane
from scenec.ir.link import Battery, Link
from scenec.ir.pose import ORIGIN, Pose, Vec3
from scenec.syntax.kinds import shown
from scenec.syntax.sexp_printing import SList

Z: Vec3 = (0.0, 0.0, 1.0)


def _read_names(writing: Writing, link: Link) -> None:
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


class StaticSite:
    """Where the parts of a link that never moves stand in their Space: parts at one place share a Transform."""

    def __init__(self, space: SList, group: Group, link_id: Id, in_world: Placed) -> None:
        self.space = space
        self.group = group
        self.link_id = link_id
        self.in_world = in_world
        self._made: dict[tuple[tuple[str, ...], tuple[str, str, str]], SList] = {}

    def at(self, placed: Placed) -> SList:
        """The Transform for a part that is `placed` in the link."""
        return self._transform(chained([self.in_world.pose, placed.pose], self.in_world.computed or placed.computed))

    def at_origin(self) -> SList:
        """The Transform for a plane, which counts from the world's origin whatever stands around it."""
        return self._transform(Placed(HERE))

    def _transform(self, in_world: Placed) -> SList:
        key = spelled_pose(in_world)
        if key not in self._made:
            name = self.group.names[self.link_id]
            out = self._made[key] = self.space.add("nd", "Transform")
            out.add("setName", name if len(self._made) == 1 else self.group.taken(name))
            place(out, in_world)
        return self._made[key]


class Bodies:
    """Writes links into their Space."""

    def __init__(self, writing: Writing, structure: Structure, visuals: Visuals) -> None:
        self.writing = writing
        self.structure = structure
        self.visuals = visuals

    def write_static(self, space: SList, group: Group, link_id: Id) -> None:
        """What never moves has no body. Each of its parts stands in the Space, in a Transform of its own where it is elsewhere than the
        link: one that held others only would be dissolved."""
        writing, link = self.writing, cast(Link, self.writing.seen[link_id])
        in_world = writing.along(link_id, None)
        _ = (link.name, link.model, link.self_collide)
        _read_names(writing, link)
        if link.inertial is not None:
            self._tell_idle_mass(link)
        site = StaticSite(space, group, link_id, in_world)
        for visual in link.visuals:
            if self.visuals.draws(visual):
                self.visuals.write(site.at(writing.within(visual, link_id)), visual, link_id, Placed(HERE))
        for collision in link.collisions:
            if touches(collision, moving=False):
                placed = writing.within(collision, link_id)
                plane = isinstance(collision.geometry, Plane)
                outside = chained([in_world.pose, placed.pose], in_world.computed or placed.computed)
                holder = site.at_origin() if plane else site.at(placed)
                write_collider(writing, holder, collision, link_id, Placed(HERE), outside, felt=False, rolls=False)
        for sensor in link.sensors:
            write_sensor(writing, site, sensor, link, ORIGIN)
        for light in link.lights:
            if is_point(light):
                write_light(writing, site.at(writing.within(light, link_id)), light, Placed(HERE))
        write_nodes(site.at(Placed(HERE)), link.extras) if has_nodes(link.extras) else None

    def _tell_idle_mass(self, link: Link) -> None:
        self.writing.tell(
            link,
            "mass-ineffective",
            "dropped",
            "note",
            "physics",
            about=unwrap(link).inertial,
            because="what never moves needs no mass",
            consequence="nothing: it does not move",
        )

    def write_moving(self, space: SList, group: Group, link_id: Id) -> None:
        """The Transform stands at the centre of mass, where ODE wants the body's origin; its axes are the link's."""
        writing = self.writing
        link, holder = self._transform(space, group, link_id)
        mass = mass_of(writing, self.structure, link)
        at = writing.at_start(link_id)
        if mass.com != ORIGIN:
            at = Placed(at.pose @ Pose(mass.com), computed=True)
            self._tell_frame(link, mass.com)
        place(holder, at)
        body = holder.add("nd", "RigidBody")
        body.add("setName", self.structure.body_name(link_id))
        _read_names(writing, link)
        body.add("setMassParameters", *mass.values)
        self._write_motion(body, link)
        self._write_parts(holder, link, mass.com)
        self._write_frames(holder, link_id, mass.com)
        for joint in self.structure.hung.get(link_id, ()):
            parent, child = ends = self.structure.ends[joint.id]
            if can_write(joint, ends):
                site = Site(link_id, mass.com, parent if child == link_id else child)
                write_joint(writing, self.structure, holder, writing.seen[joint.id], site)

    def _transform(self, space: SList, group: Group, link_id: Id) -> tuple[Link, SList]:
        link: Link = self.writing.seen[link_id]
        _ = (link.name, link.model)
        holder = space.add("nd", "Transform")
        holder.add("setName", group.names[link_id])
        return link, holder

    def _tell_frame(self, link: Link, com: Vec3) -> None:
        inertial = unwrap(link).inertial
        self.writing.tell(
            link,
            "link-frame-moved",
            "converted",
            "note",
            "physics",
            about=inertial.pose if inertial is not None else None,
            target=f"{' '.join(shown(float(f'{part:.6g}')) for part in com)} m in the link's frame",
            because="a body of ODE has its origin at its centre of mass",
            consequence="nothing moves otherwise; the frame that carries the link's name stands there",
        )

    def _write_frames(self, holder: SList, link_id: Id, com: Vec3) -> None:
        """Named places are Transforms; the importer would remove one that holds nothing."""
        for frame in self.structure.frames.get(link_id, ()):
            seen = self.writing.seen[frame.id]
            out = holder.add("nd", "Transform")
            self.writing.name(out, seen)
            if frame.attached_to == link_id:
                _ = seen.attached_to
            if frame.model in (None, self.structure.links[link_id].model):
                _ = seen.model
            place(out, about_com(self.writing.along(frame.id, link_id), com))
            out.add("nd", "BaseNode")

    def _write_motion(self, body: SList, link: Link) -> None:
        if link.gravity is not None and not link.gravity:
            body.add("useGravity", flag(False))
        damping = link.damping
        if damping is not None and unwrap(damping).law == "force":
            _ = damping.law
            drag = body.add("nd", "DragController")
            if damping.linear is not None:
                drag.add("setLinearDrag", number(damping.linear))
            if damping.angular is not None:
                drag.add("setAngularDrag", number(damping.angular))
            write_calls(drag, link.extras)
        for battery in link.batteries:
            self._write_battery(body, battery)
        write_calls(body, [extra for extra in link.extras if unwrap(extra).key != "RigidBody/setName"])

    def _write_battery(self, body: SList, battery: Battery) -> None:
        out = body.add("nd", "Battery")
        self.writing.name(out, battery)
        if battery.capacity is not None:
            out.add("setCapacity", number(battery.capacity))
        if battery.power is not None:
            out.add("setPower", number(battery.power))

    def _write_parts(self, holder: SList, link: Link, com: Vec3) -> None:
        """What is drawn, touches, senses and shines, behind the body."""
        writing, link_id = self.writing, unwrap(link).id
        for visual in link.visuals:
            if self.visuals.draws(visual):
                self.visuals.write(holder, visual, link_id, about_com(writing.within(visual, link_id), com))
        felt = any(unwrap(sensor).type == "contact" for sensor in link.sensors)
        axes = self._axes(link_id)
        for collision in link.collisions:
            if touches(collision, moving=True):
                placed = writing.within(collision, link_id)
                rolls = rolls_about(unwrap(collision.geometry), placed.pose.rotation.apply(Z), axes)
                write_collider(writing, holder, collision, link_id, about_com(placed, com), None, felt=felt, rolls=rolls)
        for sensor in link.sensors:
            write_sensor(writing, holder, sensor, link, com)
        for light in link.lights:
            if is_point(light):
                write_light(writing, holder, light, about_com(writing.within(light, link_id), com))
        write_nodes(holder, link.extras)

    def _axes(self, link_id: Id) -> list[Vec3]:
        """What a link turns about, in its frame: of the joints that it is the child of."""
        kinematics, axes = self.writing.kinematics, []
        for joint in self.structure.hung.get(link_id, ()):
            if joint.type in ("revolute", "continuous") and len(joint.axes) == 1 and self.structure.ends[joint.id][1] != WORLD:
                limits: Any = joint.axes[0].limits
                if limits is None or None in (limits.lower, limits.upper) or limits.upper - limits.lower > 6:
                    turn = (kinematics.at_zero(link_id).inverse() @ kinematics.at_zero(joint.id)).rotation
                    axes.append(turn.apply(kinematics.joint_axis(joint, joint.axes[0])))
        return axes
