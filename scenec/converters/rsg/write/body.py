"""Moving links: a Transform at the centre of mass with the body, visuals, sensors, colliders, lights and joints."""

from __future__ import annotations

from collections.abc import Iterable

from scenec.converters.common.findings import LINK_FRAME_MOVED
from scenec.converters.common.write_context import Placed, pose_made_of
from scenec.converters.rsg.findings.parts import CONTACT_SENSOR_DROPPED
from scenec.converters.rsg.write.collider import report_no_collider, rolls_about, touches, write_collider
from scenec.converters.rsg.write.context import Writing, moved_with, place, pose_text, relative_to_com
from scenec.converters.rsg.write.extras import class_of, write_calls, write_nodes
from scenec.converters.rsg.write.joint import Site, can_write, write_joint
from scenec.converters.rsg.write.light import is_point, write_light
from scenec.converters.rsg.write.mass import mass_of, write_mass
from scenec.converters.rsg.write.sensor import battery_of, write_sensor
from scenec.converters.rsg.write.static import name_of_place, report_names, write_place
from scenec.converters.rsg.write.structure import Group, Structure
from scenec.converters.rsg.write.surface import NO_CONTACT_SENSORS, contact_sensors_of
from scenec.converters.rsg.write.values import flag, named, number
from scenec.converters.rsg.write.visual import Visuals
from scenec.ir.base import WORLD, Id
from scenec.ir.link import Battery, Link
from scenec.ir.pose import ORIGIN, Pose, Vec3
from scenec.ir.sensor import Sensor
from scenec.syntax.kinds import shown
from scenec.syntax.said import constant
from scenec.syntax.sexp_printing import SList

Z: Vec3 = (0.0, 0.0, 1.0)


class Bodies:
    """Writes links into their Space."""

    def __init__(self, writing: Writing, structure: Structure, visuals: Visuals) -> None:
        self.writing = writing
        self.structure = structure
        self.visuals = visuals

    def write_moving(self, space: SList, group: Group, link: Link, says: Iterable[object] = ()) -> None:
        """Write a link that moves. The Transform stands at the centre of mass, where ODE has the origin of the body, with the axes of the
        link. says: what else its being there says."""
        writing = self.writing
        holder = space.add("nd", constant(class_of(link.extras)), says=(link.model, *says))
        holder.add("setName", named(group.names[link.id], self.structure.said_by_name(group, link.id)))
        mass = mass_of(link)
        writing.report_idle_rotation(link)
        at = writing.at_start(link.id)
        if mass.com != ORIGIN:
            X_WC = pose_made_of(at.pose @ Pose(mass.com), (at.pose, mass.com), at.pose.rotation)
            at = Placed(X_WC, computed=True)
            self._report_frame(link, mass.com)
        else:
            at = moved_with(at, mass.com)
        place(holder, pose_text(at))
        body = holder.add("nd", constant("RigidBody"))
        body.add("setName", self.structure.body_name(link.id))
        report_names(writing, link)
        write_mass(writing, body, link, mass)
        self._write_motion(body, link, mass.com)
        self._write_parts(holder, link, mass.com)
        self._write_frames(holder, link.id, mass.com)
        for joint in self.structure.hung.get(link.id, ()):
            parent, child = ends = self.structure.ends[joint.id]
            if can_write(joint, ends):
                site = Site(link.id, mass.com, parent if child == link.id else child)
                write_joint(writing, self.structure, holder, joint, site)

    def _report_frame(self, link: Link, com: Vec3) -> None:
        inertial = link.inertial
        self.writing.report(
            LINK_FRAME_MOVED,
            link,
            about=inertial.pose if inertial is not None else None,
            value=f"{' '.join(shown(float(f'{part:.6g}')) for part in com)} m",
            target="the centre of mass",
        )

    def _write_frames(self, holder: SList, link_id: Id, com: Vec3) -> None:
        for frame in self.structure.frames.get(link_id, ()):
            says = (
                frame.attached_to if frame.attached_to == link_id or frame.attached_to in self.structure.frame_ids else None,
                frame.model if frame.model == self.structure.links[link_id].model else None,
            )
            placed = relative_to_com(self.writing.relative(frame.id, link_id), com)
            write_place(holder, name_of_place(self.writing, frame), placed, says)

    def _write_motion(self, body: SList, link: Link, com: Vec3) -> None:
        if link.gravity is not None and not link.gravity:
            body.add("useGravity", flag(link.gravity))
        damping = link.damping
        if damping is not None and damping.law == "force":
            drag = body.add("nd", constant("DragController"), says=(damping.law,))
            if damping.linear is not None:
                drag.add("setLinearDrag", number(damping.linear))
            if damping.angular is not None:
                drag.add("setAngularDrag", number(damping.angular))
            write_calls(drag, link.extras)
        for index, battery in enumerate(link.batteries):
            within = [sensor for sensor in link.sensors if battery_of(sensor) == index]
            self._write_battery(body, battery, within, link, com)
        write_calls(body, [extra for extra in link.extras if extra.key != "RigidBody/setName"])

    def _write_battery(self, body: SList, battery: Battery, within: list[Sensor], link: Link, com: Vec3) -> None:
        """Write a battery, and the perceptors that stand in it."""
        out = body.add("nd", constant("Battery"))
        self.writing.name(out, battery)
        if battery.capacity is not None:
            out.add("setCapacity", number(battery.capacity))
        if battery.power is not None:
            out.add("setPower", number(battery.power))
        for sensor in within:
            write_sensor(self.writing, out, sensor, link, com)

    def _write_parts(self, holder: SList, link: Link, com: Vec3) -> None:
        """Write visuals, sensors, colliders and lights, behind the body. Perceptors come before colliders, whose handlers look for them."""
        writing, link_id = self.writing, link.id
        for visual in link.visuals:
            if self.visuals.draws(visual):
                self.visuals.write(holder, visual, link_id, relative_to_com(writing.within(visual, link_id), com))
            else:
                self.visuals.report_undrawn(visual, link_id)
        for sensor in link.sensors:
            index = battery_of(sensor)
            if self._is_unfed(sensor, link):
                self._report_unfed(sensor, link_id)
            elif index is None or index >= len(link.batteries):
                write_sensor(writing, holder, sensor, link, com)
        sensors = NO_CONTACT_SENSORS if writing.is_own else contact_sensors_of(link)
        axes = self._axes(link_id)
        for collision in link.collisions:
            if touches(collision):
                placed = writing.within(collision, link_id)
                rolls = rolls_about(collision.geometry, placed.pose.rotation.apply(Z), axes)
                write_collider(writing, holder, collision, link_id, relative_to_com(placed, com), None, sensors=sensors, rolls=rolls)
            else:
                report_no_collider(writing, self.visuals.meshes, collision, link_id)
        for light in link.lights:
            if is_point(light):
                write_light(writing, holder, light, relative_to_com(writing.within(light, link_id), com))
        write_nodes(holder, link.extras)

    def _is_unfed(self, sensor: Sensor, link: Link) -> bool:
        """Return whether a contact sensor belongs to a link without colliders."""
        if self.writing.is_own or sensor.type != "contact":
            return False
        return not any(touches(collision) for collision in link.collisions)

    def _report_unfed(self, sensor: Sensor, link_id: Id) -> None:
        called = self.writing.part(link_id, sensor)
        self.writing.report(CONTACT_SENSOR_DROPPED, sensor, about=sensor, subject=called, value="contact")

    def _axes(self, link_id: Id) -> list[Vec3]:
        """Return the axes, in the frame of the link, about which it turns without limits."""
        kinematics, axes = self.writing.kinematics, []
        for joint in self.structure.hung.get(link_id, ()):
            if joint.type in ("revolute", "continuous") and len(joint.axes) == 1 and self.structure.ends[joint.id][1] != WORLD:
                limits = joint.axes[0].limits
                if limits is None or limits.lower is None or limits.upper is None or limits.upper - limits.lower > 6:
                    X_WL, X_WJ = kinematics.at_zero(link_id), kinematics.at_zero(joint.id)
                    axes.append((X_WL.inverse() @ X_WJ).rotation.apply(kinematics.joint_axis(joint, joint.axes[0])))
        return axes
