"""Sensors: of links, then of joints, in their order.

Sensors of MARS sense where their node is. Only cameras can stand elsewhere; every other sensor that is not where the link's first
node is gets a node of its own in the group (see `write_nodes`).
"""

from __future__ import annotations

import math
from typing import Any

from scenec.accounting.lens import mark_read, unwrap
from scenec.accounting.spoken import kind_of_sensor
from scenec.converters.common.numbers import Computed
from scenec.converters.common.write_context import Placed
from scenec.converters.mars.vocabulary import SENSOR_TYPES
from scenec.converters.mars.write_context import Writing, restore
from scenec.converters.mars.write_groups import Groups
from scenec.converters.mars.write_joints import Joints
from scenec.converters.mars.write_motors import Motors
from scenec.converters.mars.write_values import degrees, flag, number, vec, vector
from scenec.ir.base import Id
from scenec.ir.joint import Joint
from scenec.ir.link import Link
from scenec.ir.pose import Pose
from scenec.ir.sensor import Beam, Camera, Lidar, Sensor
from scenec.syntax.xml_printing import Out

OF_LINKS: dict[str, str] = {
    "camera": "CameraSensor",
    "lidar": "RaySensor",
    "imu": "NodeIMU",
    "contact": "NodeContact",
}
SIMILAR: dict[str, str] = {
    "depth_camera": "CameraSensor",
    "rgbd_camera": "CameraSensor",
    "wide_angle_camera": "CameraSensor",
    "distance": "RaySensor",
    "sonar": "RaySensor",
    "gyroscope": "NodeAngularVelocity",
    "accelerometer": "NodeIMU",
}
"""What stands for sensors that MARS does not have."""
USUAL_WIDTH, USUAL_HEIGHT, USUAL_OPENING = 640, 480, math.pi / 2
"""Of a camera's picture, where nothing is said: written, as whoever reads the scene finds them (pixels, rad)."""
SHOWS = {"RaySensor": "draw_rays", "CameraSensor": "show_cam", "HapticField": "drawRays"}
"""What makes a sensor's rays or picture visible."""
RAYS_OF_A_CONE = 11
"""That stand for a beam that has a width."""
STATES: dict[tuple[str, str], str] = {
    ("link_state", "position"): "NodePosition",
    ("link_state", "rotation"): "NodeRotation",
    ("link_state", "velocity"): "NodeVelocity",
    ("link_state", "angular velocity"): "NodeAngularVelocity",
    ("link_state", "centre of mass"): "NodeCOM",
    ("contact", "contact"): "NodeContact",
    ("contact", "contact force"): "NodeContactForce",
    ("joint_state", "position"): "JointPosition",
    ("joint_state", "velocity"): "JointVelocity",
    ("joint_state", "torque"): "JointTorque",
    ("joint_state", "load"): "JointLoad",
    ("joint_state", "average torque"): "JointAVGTorque",
    ("joint_state", ""): "JointPosition",
    ("link_state", ""): "NodePosition",
    ("motor_state", ""): "MotorCurrent",
    ("motor_state", "current"): "MotorCurrent",
}
"""(type, quantity) -> MARS's type, of what reports a state."""


def type_of(writing: Writing, sensor: Sensor) -> str | None:
    """The type as MARS calls it, None for what it does not have. sensor: without a lens."""
    if writing.from_mars and sensor.native_type in SENSOR_TYPES:
        return str(sensor.native_type)
    state = STATES.get((sensor.type, sensor.quantity or ""))
    if state is not None:
        return state
    if (
        sensor.type == "lidar"
        and sensor.lidar is not None
        and sensor.lidar.vertical is not None
        and (sensor.lidar.vertical.samples or 1) > 1
    ):
        return "MultiLevelLaserRangeFinder"
    return OF_LINKS.get(sensor.type) or SIMILAR.get(sensor.type)


def needs_node(writing: Writing, sensor: Sensor) -> bool:
    """Whether a sensor of a link senses where its node is, so that it may need one of its own. sensor: without a lens."""
    return is_at_node(writing, sensor) and type_of(writing, sensor) != "CameraSensor"


def is_at_node(writing: Writing, sensor: Sensor) -> bool:
    """Whether a sensor of a link is attached to a node. sensor: without a lens."""
    kind = type_of(writing, sensor)
    return kind is not None and not kind.startswith(("Joint", "Motor"))


class Sensors:
    """entries: what stands in the list. nodes: (link, number of its sensor) -> the node made for it."""

    def __init__(
        self, writing: Writing, groups: Groups, joints: Joints, motors: Motors, frames: dict[Id, Placed], nodes: dict[tuple[Id, int], int]
    ) -> None:
        self.writing = writing
        self.groups = groups
        self.joints = joints
        self.motors = motors
        self.frames = frames
        self.nodes = nodes
        self.entries: list[Out] = []
        self.index: dict[tuple[Id, int], int] = {}

    def write(self) -> None:
        """Those of links in the order of the nodes that they are attached to, as whoever reads the scene finds them."""
        of_links = [(link, i) for link in self.writing.request.scene.links for i in range(len(unwrap(link).sensors))]
        for link, i in sorted(of_links, key=lambda each: self._node_of(unwrap(each[0]).id, each[1])):
            self.writing.owner = unwrap(link).id
            self._of_link(link, i, link.sensors[i])
        for joint in self.writing.request.scene.joints:
            self.writing.owner = unwrap(joint).child
            for i, sensor in enumerate(joint.sensors):
                self._of_joint(joint, i, sensor)

    def _new(self, sensor: Sensor, kind: str, owner: Id, number_of: int) -> Out:
        out = Out("sensor")
        if sensor.name is not None:
            out.attributes["name"] = str(sensor.name)
        out.attributes["type"] = kind
        bare = unwrap(sensor)
        expected = STATES.get((bare.type, bare.quantity or ""), OF_LINKS.get(bare.type))
        if kind == expected or self.writing.from_mars or kind == "MultiLevelLaserRangeFinder" or bare.type == "force_torque":
            _ = (sensor.type, sensor.quantity)
        elif bare.type in SIMILAR:
            self._tell_similar(sensor, kind)
        _ = sensor.native_type
        self.entries.append(out)
        self.index[owner, number_of] = len(self.entries)
        out.add("index", str(len(self.entries)))
        if bare.update_rate and math.isfinite(bare.update_rate) and math.isfinite(1000.0 / bare.update_rate):
            assert sensor.update_rate is not None
            out.add("rate", number(Computed(1000.0 / sensor.update_rate)))
        return out

    def _tell_dropped(self, sensor: Sensor, subject: str) -> None:
        mark_read(sensor)
        bare = unwrap(sensor)
        self.writing.tell(
            sensor,
            "sensor-type-dropped",
            "dropped",
            "warning",
            "sensing",
            about=bare,
            subject=subject,
            value=bare.type,
            because=f"{subject} is {kind_of_sensor(bare.type)}, and MARS has none",
            consequence="programs that read it get nothing",
        )

    def _tell_similar(self, sensor: Sensor, kind: str) -> None:
        bare = unwrap(sensor)
        self.writing.tell(
            sensor,
            "sensor-type-approximated",
            "approximated",
            "warning",
            "sensing",
            about=sensor.type,
            subject=self.writing.subject(sensor),
            value=bare.type,
            target=kind,
            because=f"MARS has nothing quite like {self.writing.subject(sensor)}, {kind_of_sensor(bare.type)}",
            consequence="it gives other data than programs expect",
        )

    # -- of links

    def _node_of(self, link_id: Id, i: int) -> int:
        """The node that the sensor of this number is attached to, 0 if there is none."""
        return self.nodes.get((link_id, i)) or self.groups.node_of(link_id) or 0

    def _of_link(self, link: Link, i: int, sensor: Sensor) -> None:
        link_id, bare = unwrap(link).id, unwrap(sensor)
        kind = type_of(self.writing, bare)
        node = self._node_of(link_id, i)
        if kind is None or kind.startswith(("Joint", "Motor")) or not node:
            self._tell_dropped(sensor, self.writing.subject(sensor))
            return
        out = self._new(sensor, kind, link_id, i)
        if SENSOR_TYPES[kind] == "node":
            out.add("id", str(node))
            self._write_targets(out, sensor)
        else:
            out.add("attached_node", str(node))
        placed = self.writing.within(sensor, link_id)
        if kind == "CameraSensor":
            self._write_camera(out, sensor, self._in_node(link_id, placed))
        elif kind in ("RaySensor", "MultiLevelLaserRangeFinder"):
            self._write_rays(out, sensor, kind)
        elif kind == "RotatingRaySensor" and sensor.lidar is not None:
            _write_turning_rays(out, sensor.lidar)
        elif kind in ("ScanningSonar", "HapticField") and sensor.beam is not None:
            _write_sonar(out, sensor.beam)
        self._write_flags(out, sensor, kind)
        restore(self.writing, out, sensor, "sensor")

    def _in_node(self, link_id: Id, placed: Placed) -> Placed:
        """A pose in a link, in its first node."""
        X_LK = self.frames.get(link_id)
        if X_LK is None or X_LK.pose.is_identity:
            return placed
        return Placed(X_LK.pose.inverse(), computed=True) @ placed

    def _write_targets(self, out: Out, sensor: Sensor) -> None:
        for target in sensor.targets:
            node = self.groups.node_of(str(target))
            if node:
                out.add("id", str(node))

    def _write_flags(self, out: Out, sensor: Sensor, kind: str) -> None:
        shows = SHOWS.get(kind)
        if shows is not None and sensor.visualize is not None:
            out.add(shows, flag(sensor.visualize))
        if kind == "CameraSensor" and sensor.enabled is not None:
            out.add("enabled", flag(sensor.enabled))

    def _write_camera(self, out: Out, sensor: Sensor, placed: Placed) -> None:
        camera: Any = sensor.cameras[0] if sensor.cameras else Camera()
        bare = unwrap(camera)
        if bare.pose is not None and bare.relative_to is None:
            mark_read(camera.pose)
            placed = placed @ Placed(bare.pose)
            if not bare.pose.is_identity:
                self._tell_camera_pose(sensor, bare.pose)
        for key, usual in (("width", USUAL_WIDTH), ("height", USUAL_HEIGHT)):
            value = getattr(camera, key)
            out.add(key, str(int(value if value is not None else usual)))
        out.add("opening_width", degrees(camera.horizontal_fov if camera.horizontal_fov is not None else USUAL_OPENING))
        if camera.vertical_fov is not None:
            out.add("opening_height", degrees(camera.vertical_fov))
        if any(placed.pose.position):
            vector(out, "position_offset", vec(placed.pose.position) if placed.computed else placed.pose.position)
        roll, pitch, yaw = placed.pose.rotation.to_rpy()
        if any((roll, pitch, yaw)):
            offset = out.add("orientation_offset")
            for name, angle in (("yaw", yaw), ("pitch", pitch), ("roll", roll)):
                offset.add(name, degrees(angle))
        restore(self.writing, out, camera, "sensor")

    def _tell_camera_pose(self, sensor: Sensor, pose: Pose) -> None:
        self.writing.tell(
            sensor,
            "sensor-camera-pose-converted",
            "converted",
            "note",
            "sensing",
            about=pose,
            subject=self.writing.subject(sensor),
            target="the pose of the sensor",
            because=f"a camera sensor of MARS is one camera, so {self.writing.subject(sensor)} stands where its camera does",
            consequence="nothing: it sees the same",
        )

    def _write_rays(self, out: Out, sensor: Sensor, kind: str) -> None:
        several = kind == "MultiLevelLaserRangeFinder"
        lidar, beam = sensor.lidar, sensor.beam
        if lidar is not None:
            self._write_scan(
                out, sensor, lidar.horizontal, ("numRaysHorizontal", "horizontalOpeningAngle") if several else ("width", "opening_width")
            )
            if several:
                self._write_scan(out, sensor, lidar.vertical, ("numRaysVertical", "verticalOpeningAngle"))
        elif beam is not None:
            angle = beam.horizontal_angle
            out.add("width", str(RAYS_OF_A_CONE) if angle else "1")
            out.add("opening_width", number(Computed(angle or 0.0)))
            if unwrap(beam).shape == "ray":
                _ = beam.shape
        reach = lidar.range if lidar is not None else beam.range if beam is not None else None
        if reach is not None and reach.upper is not None and math.isfinite(reach.upper):
            out.add("maxDistance" if several else "max_distance", number(reach.upper))
        if not several:
            _write_ray_defaults(out)

    def _write_scan(self, out: Out, sensor: Sensor, scan: Any, keys: tuple[str, str]) -> None:
        if scan is None:
            return
        bare = unwrap(scan)
        if scan.samples is not None:
            out.add(keys[0], str(int(scan.samples)))
        lower, upper = scan.lower, scan.upper
        if lower is None or upper is None:
            return
        out.add(keys[1], number(Computed(upper - lower)))
        if abs(lower + upper) > 1e-9:
            self.writing.tell(
                sensor,
                "sensor-scan-approximated",
                "approximated",
                "warning",
                "sensing",
                about=(bare.lower, bare.upper),
                subject=self.writing.subject(sensor),
                value=f"{number(float(lower))} to {number(float(upper))} rad",
                target=f"{number(Computed(upper - lower))} rad about its middle",
                because="rays of MARS spread alike to both sides of the sensor's x axis",
                consequence="it looks elsewhere",
                hint="turn the sensor by half the difference",
            )

    # -- of joints

    def _of_joint(self, joint: Joint, i: int, sensor: Sensor) -> None:
        bare, joint_id = unwrap(sensor), unwrap(joint).id
        if joint_id not in self.joints.index:
            return
        if bare.type == "force_torque":
            kind: str | None = "Joint6DOF"
        else:
            kind = type_of(self.writing, bare)
        if kind is None or not kind.startswith(("Joint", "Motor")):
            self._tell_dropped(sensor, self.writing.subject(sensor))
            return
        if kind == "MotorCurrent" and (joint_id, 0) not in self.motors.index:
            return
        out = self._new(sensor, kind, joint_id, i)
        if kind == "Joint6DOF":
            felt = self._felt_in(sensor)
            if self.writing.from_mars:
                _ = joint.feedback
            out.add("nodeID", str(self.groups.node_of(self.groups.ends[joint_id][0 if felt == "parent" else 1])))
            out.add("jointID", str(self.joints.index[joint_id]))
        elif kind == "MotorCurrent":
            out.add("id", str(self.motors.index[joint_id, 0]))
        else:
            out.add("id", str(self.joints.index[joint_id]))
        for target in sensor.targets:
            number_of = self.joints.index.get(str(target)) if kind != "MotorCurrent" else self.motors.index.get((str(target), 0))
            if number_of is not None:
                out.add("id", str(number_of))
        self._tell_frame(joint, sensor)
        restore(self.writing, out, sensor, "sensor")

    def _felt_in(self, sensor: Sensor) -> str | None:
        """The side whose frame the force is told in; the frame of the sensor itself cannot be said."""
        felt = sensor.force_torque
        return felt.frame if felt is not None and unwrap(felt).frame in ("child", "parent") else None

    def _tell_frame(self, joint: Joint, sensor: Sensor) -> None:
        """What joints feel is told along the world's axes at the start, at the anchor."""
        X_WJ = self.writing.in_world(unwrap(joint).id).pose
        own = unwrap(sensor).pose or Pose()
        if own.is_identity and Pose(rotation=X_WJ.rotation).is_identity:
            mark_read(sensor.pose)
            return
        if self.writing.from_mars:
            mark_read(sensor.pose)
            return
        self.writing.tell(
            sensor,
            "sensor-pose-approximated",
            "approximated",
            "warning",
            "sensing",
            about=unwrap(sensor).pose,
            subject=self.writing.subject(sensor),
            because="joints of MARS have an anchor and axes, but no frame that a sensor could have",
            consequence="what it measures stands in the frame of the body",
        )


def _write_turning_rays(out: Out, lidar: Lidar) -> None:
    """A turning stack of lasers: the inverse of what `read_sensor` makes of its numbers."""
    around, up, reach = lidar.horizontal, lidar.vertical, lidar.range
    if up is not None:
        if up.samples is not None:
            out.add("lasers", str(int(up.samples)))
        if up.lower is not None and up.upper is not None:
            out.add("opening_height", number(Computed(up.upper - up.lower)))
            out.add("vertical_offset", number(Computed((up.upper + up.lower) / 2)))
    if around is not None and around.lower is not None and around.upper is not None:
        opening = around.upper - around.lower
        out.add("opening_width", number(Computed(opening)))
        if around.samples:
            out.add("horizontal_resolution", number(Computed(opening / around.samples)))
    if reach is not None:
        for key, value in (("min_distance", reach.lower), ("max_distance", reach.upper)):
            if value is not None and math.isfinite(value):
                out.add(key, number(value))


def _write_sonar(out: Out, beam: Beam) -> None:
    _ = beam.shape
    if beam.range is not None and beam.range.upper is not None and math.isfinite(beam.range.upper):
        out.add("maxDistance", number(beam.range.upper))


def _write_ray_defaults(out: Out) -> None:
    """What MARS takes where nothing is written, written."""
    said = {child.tag for child in out.children}
    for key, value in (("width", "1"), ("opening_width", number(Computed(math.pi / 2))), ("max_distance", "100")):
        if key not in said:
            out.add(key, value)
