"""Write sensors of links and joints."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from scenec.accounting.amounts import angle_text
from scenec.converters.common.findings import SENSOR_BEAM_APPROXIMATED
from scenec.converters.common.gazebo_systems import plugin_of
from scenec.converters.common.options import READY
from scenec.converters.sdformat.profile import SENSORS_SINCE
from scenec.converters.sdformat.write.camera import write_cameras, write_logical_camera
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.extras import write_extras, write_plugins
from scenec.converters.sdformat.write.frames import write_pose
from scenec.converters.sdformat.write.light import EVERYWHERE
from scenec.converters.sdformat.write.ready import gpu_type, write_rate_and_topic
from scenec.converters.sdformat.write.required_values import write_required
from scenec.converters.sdformat.write.values import computed_number, number, show
from scenec.ir.base import Id
from scenec.ir.names import Unique
from scenec.ir.pose import Pose, Rotation
from scenec.ir.sensor import Beam, Noise, Range, Sensor
from scenec.syntax.said import Said, constant, spelled
from scenec.trace import ids_of, made_of

CAMERAS = {
    "camera": "camera",
    "depth_camera": "depth_camera",
    "rgbd_camera": "rgbd_camera",
    "segmentation_camera": "segmentation_camera",
    "boundingbox_camera": "boundingbox_camera",
    "thermal_camera": "thermal_camera",
    "wide_angle_camera": "wideanglecamera",
    "multicamera": "multicamera",
}

WIDEST = math.radians(179.0)
"""The widest opening (rad) that a radius at the far end can state."""

OLD = {"depth_camera": "depth", "lidar": "ray", "navsat": "gps"}
"""Sensor type -> its name before 1.8, which Gazebo Classic 11 reads."""


OLD_WORDS = {"lidar": "ray", "gpu_lidar": "gpu_ray", "navsat": "gps", "depth_camera": "depth"}
"""Name of a type -> its name before 1.8."""


def type_of(context: Context, sensor: Sensor) -> str | None:
    """Return the type attribute, None if the version has no such sensor."""
    if sensor.type == "joint_state" or not (context.as_was or context.at_least(SENSORS_SINCE.get(sensor.type, "1.4"))):
        return None  # a plugin publishes the states of joints
    if (gpu := gpu_type(context, sensor)) is not None:
        return gpu
    if sensor.native_type is not None and context.is_own:
        native = str(sensor.native_type)
        return native if context.as_was or context.at_least("1.8") else OLD_WORDS.get(native, native)
    if sensor.type in OLD and not context.at_least("1.8"):
        return OLD[sensor.type]
    if sensor.type in CAMERAS:
        return CAMERAS[sensor.type]
    if sensor.type == "sonar" or sensor.type in WRITERS:
        return str(sensor.type)
    name = sensor.type.partition("other:")[2]
    return name if name in ("rfid", "rfidtag", "wireless_receiver", "wireless_transmitter", "custom") else None


def write_sensors(context: Context, holder: ElementWriter, sensors: Iterable[Sensor], base: Id, scope: Id | None) -> None:
    """Write sensors. base: the link or joint that holds them. Nothing is printed of sensors that the version lacks."""
    unique = Unique()
    for sensor in sensors:
        kind = type_of(context, sensor)
        if kind is None:
            if sensor.type == "joint_state" and not READY.of(context.options) and plugin_of(sensor) is None:
                from scenec.converters.sdformat.findings.parts import JOINT_STATE_DROPPED

                context.report(JOINT_STATE_DROPPED, sensor, about=sensor, value="joint_state")
            continue
        part = holder.child("sensor")
        part.set("name", context.names.named(sensor, "sensor", unique))
        part.set("type", Said(kind, ids_of(sensor.type)))
        write_pose(context, part, sonar_pose(sensor.pose) if kind == "sonar" else sensor.pose, sensor.relative_to, base, scope)
        for field in ("always_on", "update_rate", "visualize", "topic", "enable_metrics"):
            part.put(sensor, field)
        if sensor.frame is not None:
            part.text("frame_id" if part.knows("frame_id") else "gz_frame_id", show(sensor.frame))
        write_measurement(context, part, sensor)
        write_rate_and_topic(context, part, sensor, base)
        write_plugins(part, sensor.plugins)
        write_extras(part, sensor.extras)


def sonar_pose(pose: Pose | None) -> Pose:
    """The pose of the <sensor> whose cone opens along the +x of a sensing frame: Gazebo's sonars look along -z
    (gazebo-classic, SonarSensor::Load)."""
    down = Rotation.about((0.0, 1.0, 0.0), -math.pi / 2)
    return Pose(rotation=down) if pose is None else Pose(pose.position, made_of(pose.rotation @ down, pose.rotation))


def write_measurement(context: Context, part: ElementWriter, sensor: Sensor) -> None:
    """Write what a sensor of this type measures, and how."""
    kind = sensor.type
    if kind in CAMERAS:
        write_cameras(context, part, sensor)
    elif kind == "sonar" and sensor.beam is not None:
        write_beam(context, part, sensor.beam, sensor)
    elif sensor.radio is not None:
        radio = part.child("transceiver")
        for field in ("essid", "frequency", "min_frequency", "max_frequency", "gain", "power", "sensitivity"):
            radio.put(sensor.radio, field)
    elif kind in WRITERS:
        WRITERS[kind](context, part, sensor)


# ---------------------------------------------------------------- rays


def write_lidar(context: Context, holder: ElementWriter, sensor: Sensor) -> None:
    lidar = sensor.lidar
    part = holder.child(_ray_tag(holder))
    if lidar is None:
        return
    for tag, scan in (("horizontal", lidar.horizontal), ("vertical", lidar.vertical)):
        if scan is not None:
            plane = part.later("scan").later(tag)
            write_required(context, plane, sensor, scan, (("samples", ""),))
            plane.put(scan, "resolution")
            write_required(context, plane, sensor, scan, (("lower", "min_angle"), ("upper", "max_angle")))
    write_range(context, part, sensor, lidar.range)
    write_plain_noise(part, lidar.noise)
    part.put(lidar, "visibility_mask")


def _ray_tag(holder: ElementWriter) -> str:
    return "lidar" if holder.out.attributes["type"] in ("lidar", "gpu_lidar") and holder.knows("lidar") else "ray"


def write_range(context: Context, part: ElementWriter, sensor: Sensor, measured: Range | None) -> None:
    if measured is not None:
        element = part.child("range")
        write_required(context, element, sensor, measured, (("lower", "min"), ("upper", "max")), {"upper": EVERYWHERE})
        element.put(measured, "resolution")


def write_beam(context: Context, holder: ElementWriter, beam: Beam, sensor: Sensor) -> None:
    """Write a beam with a width as a cone. A pyramid becomes the cone around its wider angle."""
    part = holder.child("sonar")
    if part.has("geometry"):
        if beam.shape == "sphere":
            part.text("geometry", spelled(beam.shape))
        else:
            part.leave_out(beam.shape)  # a cone, perhaps around a pyramid
    write_required(context, part, sensor, beam.range or Range(), (("lower", "min"), ("upper", "max")))
    if beam.radius is not None:
        part.text("radius", number(beam.radius))
        return
    angles = [angle for angle in (beam.horizontal_angle, beam.vertical_angle) if angle is not None]
    if not angles:
        write_required(context, part, sensor, beam, (("radius", ""),))
        return
    reach = beam.range.upper if beam.range is not None else None
    opening = min(max(angles), WIDEST)
    widest = [angle for angle in angles if angle == max(angles)]
    shape = beam.shape if beam.shape in ("cone", "pyramid") else None
    part.text("radius", computed_number((reach or 1.0) * math.tan(opening / 2), reach, shape, *widest))
    if beam.shape == "pyramid" or opening < max(angles):
        context.report(
            SENSOR_BEAM_APPROXIMATED,
            sensor,
            about=tuple(angles),
            value=" x ".join(angle_text(angle) for angle in angles) + (" (pyramid)" if beam.shape == "pyramid" else ""),
            target=f"a cone of {angle_text(opening)}",
            why="A wide distance sensor of SDFormat is a cone, stated by its radius at the far end.",
        )


# ---------------------------------------------------------------- noise per quantity


def write_plain_noise(holder: ElementWriter, noise: Noise | None) -> None:
    """Write the noise of cameras and scanners: its type is an element, and it has only mean and standard deviation."""
    if noise is not None and holder.has("noise"):
        part = holder.child("noise")
        part.put(noise, "type", always=True)
        part.put(noise, "mean", always=True)
        part.put(noise, "stddev", always=True)


def write_noise(holder: ElementWriter, noise: Noise, *, says: object) -> None:
    """Write the noise of all other sensors: its type is an attribute. says: the name of the quantity."""
    part = holder.child("noise", says=(says,))
    part.put(noise, "type", "@type", always=True)
    for field in ("mean", "stddev", "bias_mean", "bias_stddev", "dynamic_bias_stddev", "dynamic_bias_correlation_time", "precision"):
        part.put(noise, field)


def write_channels(part: ElementWriter, sensor: Sensor, rename: dict[str, str]) -> None:
    """Write the noise of each measured quantity. Nothing is printed of quantities that the version lacks."""
    for channel in sensor.channels:
        path = rename.get(channel.name, channel.name)
        if channel.noise is None or not part.has(f"{path}/noise"):
            continue
        holder = part
        for step in path.split("/"):
            holder = holder.later(step)
        assert channel.noise is not None
        write_noise(holder, channel.noise, says=channel.name)


# ---------------------------------------------------------------- one function per type


def write_imu(context: Context, holder: ElementWriter, sensor: Sensor) -> None:
    part = holder.child("imu")
    frame = sensor.imu_frame
    if frame is not None and part.has("orientation_reference_frame"):
        reference = part.later("orientation_reference_frame")
        reference.put(frame, "localization", always=True)
        for tag, value, above in (
            ("custom_rpy", frame.custom_rpy, frame.parent_frame),
            ("grav_dir_x", frame.gravity_direction_x, frame.gravity_parent_frame),
        ):
            if value is not None:
                element = reference.with_text(tag, show(value))
                if above is not None:
                    element.set("parent_frame", show(above))
    part.put(sensor, "enable_orientation")
    write_channels(part, sensor, {})


def write_force_torque(context: Context, holder: ElementWriter, sensor: Sensor) -> None:
    part = holder.child("force_torque")
    if sensor.force_torque is not None:
        part.put(sensor.force_torque, "frame")
        part.put(sensor.force_torque, "measure_direction")
    write_channels(part, sensor, {})


def write_contact(context: Context, holder: ElementWriter, sensor: Sensor) -> None:
    """Write a contact sensor with the names of its collisions, all of its link if none is named."""
    part = holder.child("contact")
    target = sensor.contact
    names = [spelled(name) for name in target.collisions] if target is not None else []
    if not names and holder.parent is not None:
        names = [constant(child.attributes["name"]) for child in holder.parent.out.children if child.tag == "collision"]
    for name in names:
        part.text("collision", name)
    if target is not None:
        part.put(target, "topic")


def write_navsat(context: Context, holder: ElementWriter, sensor: Sensor) -> None:
    tag = "navsat" if holder.out.attributes["type"] == "navsat" and holder.knows("navsat") else "gps"
    rename = {f"{kind}/{axis}": f"{kind}_sensing/{axis}" for kind in ("position", "velocity") for axis in ("horizontal", "vertical")}
    write_channels(holder.child(tag), sensor, rename)


def write_named(context: Context, holder: ElementWriter, sensor: Sensor) -> None:
    """Write a sensor whose element is named like its type and holds the noise of its quantities."""
    part = holder.child(str(sensor.type))
    if part.has("reference_altitude"):
        part.put(sensor, "reference_altitude")
    write_channels(part, sensor, {})


WRITERS: dict[str, Callable[[Context, ElementWriter, Sensor], None]] = {
    "lidar": write_lidar,
    "imu": write_imu,
    "force_torque": write_force_torque,
    "contact": write_contact,
    "navsat": write_navsat,
    "logical_camera": write_logical_camera,
    "altimeter": write_named,
    "magnetometer": write_named,
    "air_pressure": write_named,
    "air_speed": write_named,
}
