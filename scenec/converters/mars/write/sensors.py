"""Sensors: of links, then of joints, in their order.

Sensors of MARS sense where their node is. Only cameras can stand elsewhere; every other sensor that is not where the link's first
node is gets a node of its own in the group (see `nodes`).

A RotatingRaySensor is a rotating stack of lasers. MARS turns each ray by its vertical angle about y, so that positive angles look down.
`bands` stacks turn together, each over its share of the opening; a scan takes as many updates as there are steps in such a share.
"""

from __future__ import annotations

import math

from scenec.accounting.amounts import angle_text
from scenec.converters.common.findings import SENSOR_POSE_APPROXIMATED, SENSOR_SCAN_APPROXIMATED
from scenec.converters.common.write_context import Placed, stated_pose
from scenec.converters.mars.findings import writing as findings
from scenec.converters.mars.profile import (
    CAMERA_HEIGHT,
    CAMERA_OPENING,
    CAMERA_WIDTH,
    SENSOR_VISUALS,
    SENSORS_OF_LINKS,
    STATE_SENSORS,
)
from scenec.converters.mars.vocabulary import SENSOR_TYPES
from scenec.converters.mars.write.context import Writing, restore
from scenec.converters.mars.write.groups import Groups
from scenec.converters.mars.write.joints import Joints
from scenec.converters.mars.write.motors import Motors
from scenec.converters.mars.write.values import count, degrees, flag, number, vec, vector
from scenec.ir.base import Id
from scenec.ir.joint import Joint
from scenec.ir.link import Link
from scenec.ir.pose import Pose
from scenec.ir.sensor import Beam, Camera, Lidar, Scan, Sensor
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, spelled
from scenec.trace import Computed, ids_of, made_of, steered_by

MOST_RAYS = 512
"""How many rays are sent in one update at most, as many as MARS sends by default (16 bands of 32 lasers)."""


def type_of(writing: Writing, sensor: Sensor) -> str | None:
    """Return the type in MARS, None for a sensor that MARS does not have."""
    if writing.is_own and sensor.native_type in SENSOR_TYPES:
        return str(sensor.native_type)
    state = STATE_SENSORS.get((sensor.type, sensor.quantity or ""))
    if state is not None:
        return state
    if sensor.type == "lidar" and sensor.lidar is not None and _has_rows(sensor.lidar):
        return "RotatingRaySensor"
    return SENSORS_OF_LINKS.get(sensor.type)


def _has_rows(lidar: Lidar) -> bool:
    """Return whether a lidar has several rows at different angles. A RotatingRaySensor without an angle between rows never completes a
    scan, and a MultiLevelLaserRangeFinder crashes MARS."""
    up = lidar.vertical
    return up is not None and (up.samples or 1) > 1 and (up.upper or 0.0) > (up.lower or 0.0)


def requires_node(writing: Writing, sensor: Sensor) -> bool:
    """Return whether a sensor of a link may need a node of its own."""
    return is_at_node(writing, sensor) and type_of(writing, sensor) != "CameraSensor"


def is_at_node(writing: Writing, sensor: Sensor) -> bool:
    """Whether a sensor of a link is attached to a node."""
    kind = type_of(writing, sensor)
    return kind is not None and not kind.startswith(("Joint", "Motor"))


class Sensors:
    """Writes the sensors. entries: the list. nodes: (link, number of its sensor) -> the node made for it."""

    def __init__(
        self, writing: Writing, groups: Groups, joints: Joints, motors: Motors, frames: dict[Id, Placed], nodes: dict[tuple[Id, int], int]
    ) -> None:
        self.writing = writing
        self.groups = groups
        self.joints = joints
        self.motors = motors
        self.frames = frames
        self.nodes = nodes
        self.entries: list[Element] = []
        self.index: dict[tuple[Id, int], int] = {}

    def write(self) -> None:
        """Write the sensors of links in the order of their nodes, as a reader finds them, then those of joints."""
        of_links = [(link, i) for link in self.writing.scene.links for i in range(len(link.sensors))]
        for link, i in sorted(of_links, key=lambda each: self._node_of(each[0].id, each[1])):
            self._of_link(link, i, link.sensors[i])
        for joint in self.writing.scene.joints:
            for i, sensor in enumerate(joint.sensors):
                self._of_joint(joint, i, sensor)

    def _new(self, sensor: Sensor, kind: str, owner: Id, number_of: int) -> Element:
        out = Element("sensor")
        if sensor.name is not None:
            out.set("name", spelled(sensor.name))
        out.set("type", Said(kind, ids_of((sensor.type, sensor.quantity))))
        self.entries.append(out)
        self.index[owner, number_of] = len(self.entries)
        out.append("index", count(len(self.entries)))
        if sensor.update_rate and math.isfinite(sensor.update_rate) and math.isfinite(1000.0 / sensor.update_rate):
            out.append("rate", number(made_of(Computed(1000.0 / sensor.update_rate), sensor.update_rate)))
        return out

    # -- of links

    def _node_of(self, link_id: Id, i: int) -> int:
        """The node that the sensor of this number is attached to, 0 if there is none."""
        return self.nodes.get((link_id, i)) or self.groups.node_of(link_id) or 0

    def _of_link(self, link: Link, i: int, sensor: Sensor) -> None:
        link_id = link.id
        kind = type_of(self.writing, sensor)
        node = self._node_of(link_id, i)
        if kind is None or kind.startswith(("Joint", "Motor")) or not node:
            return
        out = self._new(sensor, kind, link_id, i)
        if SENSOR_TYPES[kind] == "node":
            out.append("id", count(node))
            self._write_targets(out, sensor)
        else:
            out.append("attached_node", count(node))
        placed = self.writing.within(sensor, link_id)
        if kind == "CameraSensor":
            self._write_camera(out, sensor, self._in_node(link_id, placed))
        elif kind in ("RaySensor", "MultiLevelLaserRangeFinder"):
            self._write_rays(out, sensor, kind)
        elif kind == "RotatingRaySensor" and sensor.lidar is not None:
            write_rotating_lidar(self.writing, out, sensor, sensor.lidar)
        elif kind in ("ScanningSonar", "HapticField") and sensor.beam is not None:
            _write_sonar(out, sensor.beam)
        self._write_flags(out, sensor, kind)
        out.children.sort(key=lambda child: child.tag == "bands")  # where it is put when the scene is read and written again
        restore(self.writing, out, sensor, "sensor")

    def _in_node(self, link_id: Id, placed: Placed) -> Placed:
        """A pose in a link, in its first node."""
        X_LK = self.frames.get(link_id)
        return placed if X_LK is None else X_LK.inverse() @ placed

    def _write_targets(self, out: Element, sensor: Sensor) -> None:
        for target in sensor.targets:
            node = self.groups.node_of(str(target))
            if node:
                out.append("id", count(made_of(node, target)))

    def _write_flags(self, out: Element, sensor: Sensor, kind: str) -> None:
        shows = SENSOR_VISUALS.get(kind)
        if shows is not None and sensor.visualize is not None:
            out.append(shows, flag(sensor.visualize))
        if kind == "CameraSensor" and sensor.enabled is not None:
            out.append("enabled", flag(sensor.enabled))

    def _write_camera(self, out: Element, sensor: Sensor, placed: Placed) -> None:
        camera = sensor.cameras[0] if sensor.cameras else Camera()
        if camera.pose is not None and camera.relative_to is None:
            placed = placed @ Placed(stated_pose(camera.pose, None))
            if not camera.pose.is_identity:
                self._report_camera_pose(sensor, camera.pose)
        for key, usual in (("width", CAMERA_WIDTH), ("height", CAMERA_HEIGHT)):
            value = getattr(camera, key)
            out.append(key, count(value if value is not None else usual))
        out.append("opening_width", degrees(camera.horizontal_fov if camera.horizontal_fov is not None else CAMERA_OPENING))
        if camera.vertical_fov is not None:
            out.append("opening_height", degrees(camera.vertical_fov))
        if any(placed.pose.position):
            vector(out, "position_offset", vec(placed.pose.position) if placed.computed else placed.pose.position)
        roll, pitch, yaw = placed.pose.rotation.to_rpy()
        if any((roll, pitch, yaw)):
            offset = out.append("orientation_offset")
            for name, angle in (("yaw", yaw), ("pitch", pitch), ("roll", roll)):
                offset.append(name, degrees(made_of(angle, placed.pose.rotation)))
        restore(self.writing, out, camera, "sensor")

    def _report_camera_pose(self, sensor: Sensor, pose: Pose) -> None:
        self.writing.report(findings.SENSOR_CAMERA_POSE_CONVERTED, sensor, about=pose)

    def _write_rays(self, out: Element, sensor: Sensor, kind: str) -> None:
        several = kind == "MultiLevelLaserRangeFinder"
        lidar = sensor.lidar
        if lidar is not None:
            self._write_scan(
                out, sensor, lidar.horizontal, ("numRaysHorizontal", "horizontalOpeningAngle") if several else ("width", "opening_width")
            )
            if several:
                self._write_scan(out, sensor, lidar.vertical, ("numRaysVertical", "verticalOpeningAngle"))
        reach = lidar.range if lidar is not None else None
        if reach is not None and reach.upper is not None and math.isfinite(reach.upper):
            out.append("maxDistance" if several else "max_distance", number(reach.upper))
        if not several:
            _write_ray_defaults(out)

    def _write_scan(self, out: Element, sensor: Sensor, scan: Scan | None, keys: tuple[str, str]) -> None:
        if scan is None:
            return
        if scan.samples is not None:
            out.append(keys[0], count(scan.samples))
        lower, upper = scan.lower, scan.upper
        if lower is None or upper is None:
            return
        out.append(keys[1], number(made_of(Computed(upper - lower), (upper, lower))))
        if abs(lower + upper) > 1e-9:
            self.writing.report(
                SENSOR_SCAN_APPROXIMATED,
                sensor,
                about=(lower, upper),
                value=f"{angle_text(lower)} to {angle_text(upper)}",
                target=f"{angle_text((lower - upper) / 2)} to {angle_text((upper - lower) / 2)}",
                why="Rays of MARS spread symmetrically about the x axis of the sensor.",
                fix=f"Turn the sensor by {angle_text((lower + upper) / 2)}.",
            )

    # -- of joints

    def _of_joint(self, joint: Joint, i: int, sensor: Sensor) -> None:
        joint_id = joint.id
        if joint_id not in self.joints.index:
            return
        if sensor.type == "force_torque":
            kind: str | None = "Joint6DOF"
        else:
            kind = type_of(self.writing, sensor)
        if kind is None or not kind.startswith(("Joint", "Motor")):
            return
        if kind == "MotorCurrent" and (joint_id, 0) not in self.motors.index:
            return
        out = self._new(sensor, kind, joint_id, i)
        if kind == "Joint6DOF":
            felt = self._force_frame(sensor)
            node = self.groups.node_of(self.groups.ends[joint_id][0 if felt == "parent" else 1])
            out.append("nodeID", count(made_of(node, felt)))
            out.append("jointID", count(self.joints.index[joint_id]), says=(joint.feedback if self.writing.is_own else None,))
        elif kind == "MotorCurrent":
            out.append("id", count(self.motors.index[joint_id, 0]))
        else:
            out.append("id", count(self.joints.index[joint_id]))
        for target in sensor.targets:
            number_of = self.joints.index.get(str(target)) if kind != "MotorCurrent" else self.motors.index.get((str(target), 0))
            if number_of is not None:
                out.append("id", count(made_of(number_of, target)))
        self._report_frame(joint, sensor)
        restore(self.writing, out, sensor, "sensor")

    def _force_frame(self, sensor: Sensor) -> str | None:
        """Return the body in whose frame a force is measured; None for the frame of the sensor, which MARS does not have."""
        felt = sensor.force_torque
        return felt.frame if felt is not None and felt.frame in ("child", "parent") else None

    def _report_frame(self, joint: Joint, sensor: Sensor) -> None:
        """Report a sensor of a joint with a pose or a rotated joint frame: MARS measures along the axes of the world at the start."""
        X_WJ = self.writing.in_world(joint.id).pose
        own = sensor.pose or Pose()
        if own.is_identity and Pose(rotation=X_WJ.rotation).is_identity:
            return
        self.writing.report_unless_own(
            SENSOR_POSE_APPROXIMATED,
            sensor,
            about=sensor.pose,
            value=_shown_offset(own),
            why="Joints of MARS have an anchor and axes, but no frame for a sensor.",
            frame="the body",
        )


def _shown_offset(pose: Pose) -> str:
    """Return the pose of a sensor in its joint for a finding."""
    x, y, z = pose.position
    return f"{x:g} {y:g} {z:g} m" if x or y or z else "rotation only"


def _write_sonar(out: Element, beam: Beam) -> None:
    if beam.range is not None and beam.range.upper is not None and math.isfinite(beam.range.upper):
        out.append("maxDistance", number(beam.range.upper), says=(beam.shape,))


def _write_ray_defaults(out: Element) -> None:
    """Write the defaults of MARS for rays, where no value is stated."""
    said = {child.tag for child in out.children}
    for key, value in (("width", constant("1")), ("opening_width", number(Computed(math.pi / 2))), ("max_distance", constant("100"))):
        if key not in said:
            out.append(key, value)


def write_rotating_lidar(writing: Writing, out: Element, sensor: Sensor, lidar: Lidar) -> None:
    """The keys of a RotatingRaySensor."""
    around, up, reach = lidar.horizontal, lidar.vertical, lidar.range
    rows = 1
    if up is not None:
        if up.samples is not None:
            rows = steered_by(int(up.samples), up.samples)
            out.append("lasers", count(up.samples))
        if up.lower is not None and up.upper is not None:
            out.append("opening_height", number(made_of(Computed(up.upper - up.lower), (up.upper, up.lower))))
            out.append("vertical_offset", number(made_of(Computed(-(up.upper + up.lower) / 2 + 0.0), (up.upper, up.lower))))
    if around is not None:
        _write_around(writing, out, sensor, around, rows)
    if reach is not None:
        for key, value in (("min_distance", reach.lower), ("max_distance", reach.upper)):
            if value is not None and math.isfinite(value):
                out.append(key, number(value))


def _write_around(writing: Writing, out: Element, sensor: Sensor, around: Scan, rows: int) -> None:
    if around.lower is None or around.upper is None:
        return
    opening, middle = around.upper - around.lower, (around.upper + around.lower) / 2
    out.append("opening_width", number(made_of(Computed(opening), (around.lower, around.upper))))
    if abs(middle) > 1e-12:
        out.append("horizontal_offset", number(made_of(Computed(middle), (around.lower, around.upper))))
    if not around.samples:
        return
    out.append("horizontal_resolution", number(made_of(Computed(opening / around.samples), (around.lower, around.upper, around.samples))))
    if writing.is_own:  # the scene kept what the source says
        return
    bands = bands_of(int(around.samples), rows)
    out.append("bands", count(steered_by(bands, around.samples, rows)))
    steps = math.ceil(int(around.samples) / bands)
    if steps > 1:
        _report_steps(writing, sensor, steps)


def bands_of(samples: int, rows: int) -> int:
    """The largest number of stacks that turn together and share the samples evenly, of no more than `MOST_RAYS` rays."""
    most = max(1, min(samples, MOST_RAYS // max(rows, 1)))
    return next(bands for bands in range(most, 0, -1) if samples % bands == 0)


def _report_steps(writing: Writing, sensor: Sensor, steps: int) -> None:
    writing.report(findings.SENSOR_SCAN_TURNING_APPROXIMATED, sensor, about=sensor.type, updates=f"{steps:,}")
