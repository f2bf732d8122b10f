"""Links: a Transform at the centre of mass, with the body, what is drawn, what touches, what senses, and the joints it hangs on."""

from __future__ import annotations

from typing import Any

from scenec.accounting.lens import unwrap
from scenec.converters.common.write_context import Placed
from scenec.converters.rsg.write_collider import rolls_about, tell_untouched, touches, write_collider
from scenec.converters.rsg.write_context import Writing, about_com, place
from scenec.converters.rsg.write_extras import write_calls, write_nodes
from scenec.converters.rsg.write_joint import Site, can_write, write_joint
from scenec.converters.rsg.write_light import is_point, write_light
from scenec.converters.rsg.write_mass import mass_of, write_mass
from scenec.converters.rsg.write_sensor import write_sensor
from scenec.converters.rsg.write_static import read_names, write_place
from scenec.converters.rsg.write_structure import Group, Structure
from scenec.converters.rsg.write_values import flag, number
from scenec.converters.rsg.write_visual import Visuals
from scenec.ir.base import WORLD, Id
from scenec.ir.link import Battery, Link
from scenec.ir.pose import ORIGIN, Pose, Vec3
from scenec.syntax.kinds import shown
from scenec.syntax.sexp_printing import SList

Z: Vec3 = (0.0, 0.0, 1.0)


class Bodies:
    """Writes links into their Space."""

    def __init__(self, writing: Writing, structure: Structure, visuals: Visuals) -> None:
        self.writing = writing
        self.structure = structure
        self.visuals = visuals

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
        read_names(writing, link)
        write_mass(writing, body, link, mass)
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
        for frame in self.structure.frames.get(link_id, ()):
            seen = self.writing.seen[frame.id]
            if frame.attached_to == link_id:
                _ = seen.attached_to
            if frame.model in (None, self.structure.links[link_id].model):
                _ = seen.model
            name = self.writing.legal(seen, str(seen.name)) if seen.name else ""
            write_place(holder, name, about_com(self.writing.along(frame.id, link_id), com))

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
            else:
                self.visuals.tell_undrawn(visual, link_id)
        felt = any(unwrap(sensor).type == "contact" for sensor in link.sensors)
        axes = self._axes(link_id)
        for collision in link.collisions:
            if touches(collision, moving=True):
                placed = writing.within(collision, link_id)
                rolls = rolls_about(unwrap(collision.geometry), placed.pose.rotation.apply(Z), axes)
                write_collider(writing, holder, collision, link_id, about_com(placed, com), None, felt=felt, rolls=rolls)
            else:
                tell_untouched(writing, collision, link_id, moving=True)
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
