"""Sensors: what they measure is in the frame of a site of their own; a camera stands in its body."""

from __future__ import annotations

import math

from scenec.converters.common.write_context import Placed, stated_pose
from scenec.converters.mjcf.findings import writing as findings
from scenec.converters.mjcf.profile import AT_SITES, CAMERAS, FAR, OF_JOINTS, OF_LINKS
from scenec.converters.mjcf.write.body_tree import Body, BodyTree
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.joints import Joints
from scenec.converters.mjcf.write.names import Names
from scenec.converters.mjcf.write.restoring import own, place_of, restore, text_of
from scenec.converters.mjcf.write.sites import write_site
from scenec.converters.mjcf.write.values import degrees, number, place
from scenec.ir.base import Id
from scenec.ir.joint import Axis, Joint
from scenec.ir.pose import IDENTITY, Pose, Rotation
from scenec.ir.sensor import Camera, Sensor
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, said, spelled
from scenec.trace import Computed, ids_of, made_of, steered_by

MJCF_WORDS = ("accelerometer", "gyro", "force", "torque", "touch", "magnetometer", "rangefinder")
"""Names of sensors in MJCF files."""
SHORT = {"accelerometer": "acc", "framequat": "quat", "gyro": "gyro", "force": "force", "torque": "torque"}
"""Endings of the names of several sensors."""
X_RC = Rotation((0.5, 0.5, -0.5, -0.5))
"""From the axes of MuJoCo's camera (it looks along -z, y is up) to ours (along +x, z is up)."""
Z_TO_X = Rotation.from_quat(math.sqrt(0.5), 0.0, math.sqrt(0.5), 0.0)
"""From a rangefinder's site, which measures along z, to ours."""
EVERYWHERE = 10.0
"""Radius of the site of a contact sensor (m): MuJoCo counts the contacts of the body inside of it."""
HALF_OPEN = 45.0
"""MuJoCo's default opening of a camera (degrees)."""
SAME_OPENING = 1e-6
"""Openings (rad) that differ by less come from rounding."""
PIXEL = 1e-5
"""Height of the pixels of a sensor (m) whose size no source states. Only its ratio to the focal lengths has an effect."""


class Sensors:
    """Writes sites and cameras into bodies, and the sensors into `entries`. referred: links whose bodies are named by others."""

    def __init__(self, writing: Writing, tree: BodyTree, names: Names, joints: Joints, referred: set[Id]) -> None:
        self.writing = writing
        self.tree = tree
        self.names = names
        self.joints = joints
        self.referred = referred
        self._body = Body("")
        self._written: list[tuple[tuple[int, int], int | None, Element]] = []
        self._awaited: list[tuple[Element, Id, int, Sensor, str]] = []
        self._of_joints: dict[Id, list[Joint]] = {}
        for joint in writing.scene.joints:
            holder = tree.by_link.get(writing.kinematics.body_of(joint.child))
            if joint.sensors and holder is not None:
                self._of_joints.setdefault(holder.link, []).append(joint)
        self._frames = {str(frame.name) for frame in writing.scene.frames}
        owners = [*(link.id for link in writing.scene.links), *(joint.id for joint in writing.scene.joints)]
        self._place = {owner: i for i, owner in enumerate(owners)}

    @property
    def entries(self) -> list[tuple[int | None, Element]]:
        """The sensors in the order of the links, then of the joints, with the places that an MJCF file gave them."""
        return [(place, element) for _, place, element in sorted(self._written, key=lambda each: each[0])]

    def write_sites(self, out: Element, body: Body) -> None:
        """Write what the sensors of a link, and of the joints that move it, have in its body."""
        link = self.writing.by_id[body.link]
        self._body = body
        for i, sensor in sorted(enumerate(link.sensors), key=lambda each: bool(each[1].cameras)):  # sites stand before cameras
            self._write(out, sensor, self.writing.within(sensor, body.link), body.link, i)
        for joint in self._of_joints.get(body.link, ()):
            for i, sensor in enumerate(joint.sensors):
                if sensor.type == "joint_state":
                    self._joint_states((joint.id, *map(str, sensor.targets)), sensor, i, joint.id)
                    continue
                self._write(out, sensor, self._in_body(sensor, self.writing.relative(joint.id, body.link), joint.id, body), joint.id, i)

    def _in_body(self, part: Sensor | Camera, X_BO: Placed, owner_id: Id, body: Body) -> Placed:
        """Return the pose of a part of a joint or sensor in a body. X_BO: the pose of its owner there."""
        reference = part.relative_to
        X_RP = Placed(stated_pose(part.pose, reference))
        X_BR = X_BO if reference is None or reference == owner_id else self.writing.relative(str(reference), body.link)
        return X_BR @ X_RP

    def _write(self, out: Element, sensor: Sensor, placed: Placed, owner: Id, i: int) -> None:
        kind = str(sensor.type)
        if kind in CAMERAS and sensor.cameras:
            self._cameras(out, sensor, placed, owner)
        elif kind == "link_state" and (sensor.quantity or "") in OF_LINKS:
            self._link_state(out, sensor, placed, owner, i)
        elif kind == "joint_state":
            self._joint_states(tuple(map(str, sensor.targets)), sensor, i, owner)
        elif kind in AT_SITES:
            self._at_site(out, sensor, placed, owner, i)

    # -- at sites

    def _at_site(self, out: Element, sensor: Sensor, placed: Placed, owner: Id, i: int) -> None:
        kind = str(sensor.type)
        kinds = AT_SITES[kind]
        if kind == "imu" and sensor.enable_orientation is not None and not sensor.enable_orientation:
            kinds = kinds[:2]
        if kinds == ("rangefinder",):
            placed = placed @ Placed(Pose(rotation=Z_TO_X), computed=True)
        if self.writing.is_own and sensor.native_type in MJCF_WORDS:
            kinds = tuple(each for each in kinds if each == sensor.native_type or self._joined(sensor, each) is not None)
            kinds = tuple(sorted(kinds, key=lambda each: each != sensor.native_type))
        name = self._known_site(sensor)
        if name is None:
            site, name = write_site(self.names, out, sensor, placed, owner)
            if kind == "contact":
                site.set("size", constant(f"{EVERYWHERE:g}"))
                site.set("rgba", constant("0 0 0 0"))
        else:
            made_at = Element("site", says=(sensor.pose.position, sensor.pose.rotation) if sensor.pose is not None else ())
            out.stand_for(made_at)
        made = [
            self._sensor(each, sensor, owner, i, f"_{SHORT[each]}" if len(kinds) > 1 and not self.writing.is_own else "") for each in kinds
        ]
        for element in made[1:]:
            self.writing.report_unless_own(findings.SENSOR_SPLIT, sensor, value=kind, target=element.attributes.get("name", element.tag))
        if kinds == ("rangefinder",):
            self._range(made[0], sensor)
        for element in made:
            if element.tag == "framequat":
                element.set("objtype", constant("site"))
                element.set("objname", constant(name))
            else:
                element.set("site", constant(name))
        if sensor.enable_orientation is not None and kind == "imu":
            made[0].stand_for(Element("gyro", says=(sensor.enable_orientation,)))

    def _known_site(self, sensor: Sensor) -> str | None:
        """Return the site of a sensor of an MJCF file, which is a frame of the scene."""
        start = "site["
        named = next((extra.key[len(start) : -1] for extra in own(sensor) if extra.key.startswith(start)), None)
        return named if named is not None and self.writing.is_own and named in self._frames else None

    def _range(self, out: Element, sensor: Sensor) -> None:
        beam = sensor.beam
        if beam is None:
            return
        if beam.shape == "ray":
            out.stand_for(Element("rangefinder", says=(beam.shape,)))
        upper = beam.range.upper if beam.range is not None else None
        if upper is not None and 0 < upper < FAR:
            out.set("cutoff", number(upper))

    def _sensor(self, tag: str, sensor: Sensor, owner: Id, i: int, ending: str = "") -> Element:
        out = Element(tag, says=(sensor.type, sensor.quantity))
        name = self.names.give("sensor", sensor, owner=owner, ending=ending) if self._joined(sensor, tag) is None else None
        if name is not None:
            out.set("name", name)
        joined = self._joined(sensor, tag)
        if joined is None:
            restore(out, sensor)
        else:
            for extra in own(sensor):
                if extra.key.startswith(f"sensor/{tag}/@") and extra.value is not None:
                    out.set(extra.key.rpartition("@")[2], spelled(text_of(extra)))
        self._written.append(((self._place.get(owner, 0), i), place_of(sensor, "sensor") if joined is None else joined, out))
        return out

    def _joined(self, sensor: Sensor, tag: str) -> int | None:
        """Return the place of a force or torque that an MJCF file states after its twin at the same site."""
        start = f"sensor/{tag}:sensor["
        return next((int(extra.key[len(start) : -1]) for extra in own(sensor) if extra.key.startswith(start)), None)

    # -- states

    def _joint_states(self, joints: tuple[Id, ...], sensor: Sensor, i: int, owner: Id) -> None:
        """Write the sensors of all axes of the joints whose state a sensor of the scene tells. Joints of bodies further in are not written
        yet, so their names come at the end."""
        tag = OF_JOINTS.get(str(sensor.quantity or ""))
        axes = [(each, number_of) for each in joints for number_of in range(max(1, len(self._axes_of(each))))]
        if tag is None or not axes:
            return
        for number_of, (joint, axis) in enumerate(axes):
            out = self._sensor(tag, sensor, owner, i, f"_{number_of + 1}" if number_of else "")
            self._awaited.append((out, joint, axis, sensor, self.writing.path(sensor)))
            if number_of:
                name = out.attributes.get("name", tag)
                self.writing.report(findings.SENSOR_SPLIT, sensor, value=sensor.type, target=name)

    def _axes_of(self, joint: Id) -> tuple[Axis, ...]:
        node = self.writing.by_id.get(joint)
        return tuple(getattr(node, "axes", ()))

    def name_joints(self) -> None:
        """Write the names of the joints that sensors measure, once all joints are written."""
        reported = set[str]()
        for out, joint, axis, sensor, subject in self._awaited:
            dof = self.joints.by_axis.get((joint, axis))
            if dof is None or dof.kind == "ball" or not dof.name:
                self._written = [each for each in self._written if each[2] is not out]
                continue
            out.set("joint", Said(dof.name, ids_of(tuple(each for each in sensor.targets if str(each) == joint))))
            turned = self.writing.relative(joint, dof.body).pose.rotation != IDENTITY
            if turned and subject not in reported:
                reported.add(subject)
                self.writing.report_unless_own(findings.SENSOR_OF_JOINT, sensor, subject=subject, value=sensor.type)

    def _link_state(self, out: Element, sensor: Sensor, placed: Placed, owner: Id, i: int) -> None:
        _, name = write_site(self.names, out, sensor, placed, owner)
        made = self._sensor(OF_LINKS[str(sensor.quantity or "")], sensor, owner, i)
        made.set("objtype", constant("site"))
        made.set("objname", constant(name))
        self.writing.report(findings.SENSOR_OF_LINK, sensor, value=sensor.quantity or "position", target=made.tag)

    # -- cameras

    def _cameras(self, out: Element, sensor: Sensor, placed: Placed, owner: Id) -> None:
        for number_of, camera in enumerate(sensor.cameras):
            named = camera if camera.name and len(sensor.cameras) > 1 else sensor
            made = out.append("camera", says=(sensor.type,))
            name = self.names.give("camera", named, owner=owner)
            if name is not None:
                made.set("name", name if number_of or named is sensor else said("", [name]))
            at = self._in_body(camera, placed, "", self._body)
            if at.pose != placed.pose:
                where = " ".join(f"{each:g}" for each in (camera.pose or Pose()).position)
                self.writing.report(findings.CAMERA_POSE_CONVERTED, sensor, value=f"{where} m")
            place(made, at @ Placed(Pose(rotation=X_RC), computed=True))
            self._optics(made, camera)
            restore(made, sensor)

    def _optics(self, out: Element, camera: Camera) -> None:
        width, height = camera.width, camera.height
        if _opens_oddly(camera):
            self._write_focal_lengths(out, camera)
        elif camera.vertical_fov is not None and self.writing.is_own and math.degrees(camera.vertical_fov) == HALF_OPEN:
            out.omit(camera.vertical_fov, math.radians(HALF_OPEN))
        elif camera.vertical_fov is not None and 0 < camera.vertical_fov < math.pi:  # MuJoCo refuses half a turn
            out.set("fovy", degrees(camera.vertical_fov))
        elif camera.horizontal_fov is not None and 0 < camera.horizontal_fov < math.pi:
            share = float(height) / float(width) if width and height else 1.0 / float(camera.aspect_ratio or 1.0)
            opening = 2 * math.atan(math.tan(float(camera.horizontal_fov) / 2) * share)
            made = made_of(opening, (camera.horizontal_fov, camera.aspect_ratio))
            out.set("fovy", degrees(steered_by(made, width, height)))
        square, stated = _square_opening(camera), camera.horizontal_fov
        if square is not None and stated is not None and not _opens_oddly(camera) and abs(square - float(stated)) < SAME_OPENING:
            out.stand_for(Element("camera", says=(camera.horizontal_fov,)))
        if width and height:
            out.set("resolution", Said(f"{int(width)} {int(height)}", ids_of((width, height))))

    def _write_focal_lengths(self, out: Element, camera: Camera) -> None:
        """Write both openings of a camera whose pixels are no squares: the size of a sensor with square pixels, and focal lengths."""
        width, height, across, upright = camera.width, camera.height, camera.horizontal_fov, camera.vertical_fov
        assert width is not None and height is not None and across is not None and upright is not None  # it opens oddly
        size = [steered_by(Computed(float(pixels) * PIXEL), pixels) for pixels in (width, height)]
        out.set("sensorsize", said(" ", map(number, size)))
        lengths = [edge / 2 / math.tan(float(opening) / 2) for edge, opening in zip(size, (across, upright), strict=True)]
        made = [made_of(Computed(length), opening) for length, opening in zip(lengths, (across, upright), strict=True)]
        out.set("focal", said(" ", [number(steered_by(each, width, height)) for each in made]))


def _square_opening(camera: Camera) -> float | None:
    """The opening (rad) from side to side of a camera with square pixels that opens as stated from top to bottom; None if that is open."""
    if camera.vertical_fov is None or camera.horizontal_fov is None or not camera.width or not camera.height:
        return None
    return 2 * math.atan(math.tan(float(camera.vertical_fov) / 2) * float(camera.width) / float(camera.height))


def _opens_oddly(camera: Camera) -> bool:
    """Return whether one opening does not follow from the other: the pixels of the camera are no squares."""
    square, across, upright = _square_opening(camera), camera.horizontal_fov, camera.vertical_fov
    if square is None or across is None or upright is None or not (NARROW < across < math.pi and NARROW < upright < math.pi):
        return False
    return abs(square - float(across)) >= SAME_OPENING


NARROW = 1e-6
"""rad: of a camera that opens less, no focal length is worked out."""
