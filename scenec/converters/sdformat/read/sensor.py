"""Read sensors of links and joints."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scenec import ir
from scenec.converters.common.sdf_channels import CHANNELS
from scenec.converters.sdformat.findings.reading import SENSOR_TYPE_INVALID
from scenec.converters.sdformat.read.camera import read_camera, read_logical_camera
from scenec.converters.sdformat.read.context import Reading
from scenec.converters.sdformat.read.element import Element
from scenec.converters.sdformat.read.extras import collect, read_plugins
from scenec.converters.sdformat.read.noise import read_channels, read_plain_noise
from scenec.converters.sdformat.read.scope import Scope
from scenec.ir.pose import Pose, Rotation
from scenec.trace import ids_of, traced

TYPES = {
    "air_pressure": "air_pressure",
    "air_speed": "air_speed",
    "altimeter": "altimeter",
    "camera": "camera",
    "contact": "contact",
    "custom": "other:custom",
    "depth": "depth_camera",
    "depth_camera": "depth_camera",
    "rgbd": "rgbd_camera",
    "rgbd_camera": "rgbd_camera",
    "thermal": "thermal_camera",
    "thermal_camera": "thermal_camera",
    "segmentation": "segmentation_camera",
    "segmentation_camera": "segmentation_camera",
    "boundingbox": "boundingbox_camera",
    "boundingbox_camera": "boundingbox_camera",
    "wideanglecamera": "wide_angle_camera",
    "wide_angle_camera": "wide_angle_camera",
    "force_torque": "force_torque",
    "navsat": "navsat",
    "gps": "navsat",
    "gpu_ray": "lidar",
    "gpu_lidar": "lidar",
    "ray": "lidar",
    "lidar": "lidar",
    "imu": "imu",
    "logical_camera": "logical_camera",
    "magnetometer": "magnetometer",
    "multicamera": "multicamera",
    "rfid": "other:rfid",
    "rfidtag": "other:rfidtag",
    "sonar": "sonar",
    "wireless_receiver": "other:wireless_receiver",
    "wireless_transmitter": "other:wireless_transmitter",
}
"""Sensor type of SDFormat -> sensor type of the scene."""

CAMERAS = ("camera", "depth_camera", "rgbd_camera", "thermal_camera", "segmentation_camera", "boundingbox_camera", "wide_angle_camera")
SENSOR = {name: name for name in ("update_rate", "always_on", "visualize", "enable_metrics", "topic")}
FRAME_WORDS = ("frame_id", "gz_frame_id", "ignition_frame_id")

Values = dict[str, Any]


def read_sensor(reading: Reading, element: Element, scope: Scope) -> ir.Sensor:
    word = element.required("type")
    kind = TYPES.get(word)
    if kind is None:
        reading.invalid(SENSOR_TYPE_INVALID, element, about=word, type=str(word))
        kind = f"other:{word}"
    pose, relative_to = reading.pose(element, scope)
    if kind == "sonar":
        pose = sonar_frame(pose)
    values = _measurement(reading, element, scope, kind)
    frame = next((name for tag in FRAME_WORDS if (name := element.word(tag)) is not None), None)
    return ir.Sensor(
        name=reading.own_name(element),
        type=traced(kind, ids_of(word)),
        native_type=word,
        pose=pose,
        relative_to=relative_to,
        **element.fields("sensor", SENSOR),
        frame=frame,
        **values,
        plugins=read_plugins(element),
        extras=collect(element, "sensor"),
        origin=element.origin,
    )


def sonar_frame(pose: Pose | None) -> Pose:
    """Return the pose that looks along +x. Sonars of Gazebo look along -z of their own (gazebo-classic, SonarSensor::Load)."""
    up = Rotation.about((0.0, 1.0, 0.0), math.pi / 2)
    if pose is None:
        return Pose(rotation=up)
    return Pose(pose.position, (pose.rotation @ up).with_ids(ids_of(pose.rotation)))


def _measurement(reading: Reading, element: Element, scope: Scope, kind: str) -> Values:
    """Return what the sensor measures and how: the fields of ir.Sensor for its type."""
    if kind in CAMERAS or kind == "multicamera":
        found = element.all("camera") if kind == "multicamera" else [each for each in (element.child("camera"),) if each is not None]
        return {"cameras": tuple(read_camera(reading, each, scope) for each in found)}
    if kind == "lidar":
        holder = element.child("lidar") or element.child("ray")
        return {"lidar": read_lidar(holder)} if holder is not None else {}
    if kind == "navsat":
        holder = element.child("navsat") or element.child("gps")
        return {"channels": read_channels(holder, kind)} if holder is not None else {}
    if kind.startswith("other:wireless"):
        holder = element.child("transceiver")
        return {"radio": _radio(holder)} if holder is not None else {}
    holder = element.child(kind) if kind in BLOCKS or kind in CHANNELS else None
    if holder is None:
        return {}
    values: Values = BLOCKS[kind](holder) if kind in BLOCKS else {}
    if kind in CHANNELS:
        values["channels"] = read_channels(holder, kind)
    return values


def read_lidar(element: Element) -> ir.Lidar:
    base = "lidar"
    scans = {}
    for tag in ("horizontal", "vertical"):
        scan = element.at(f"scan/{tag}")
        if scan is not None:
            samples, lower, upper = (scan.take(f"{base}/scan/{tag}", name, default=True) for name in ("samples", "min_angle", "max_angle"))
            resolution = scan.take(f"{base}/scan/{tag}", "resolution")
            scans[tag] = ir.Scan(samples=samples, resolution=resolution, lower=lower, upper=upper, origin=scan.origin)
    reach = element.child("range")
    measured = None
    if reach is not None:
        lower, upper = (reach.take(f"{base}/range", name, default=True) for name in ("min", "max"))
        measured = ir.Range(lower=lower, upper=upper, resolution=reach.take(f"{base}/range", "resolution"), origin=reach.origin)
    return ir.Lidar(
        **scans,
        range=measured,
        noise=read_plain_noise(element, base),
        visibility_mask=element.take(base, "visibility_mask"),
        origin=element.origin,
    )


def _imu(element: Element) -> Values:
    reference = element.child("orientation_reference_frame")
    values: Values = {"enable_orientation": element.take("imu", "enable_orientation")}
    if reference is not None:
        base = "imu/orientation_reference_frame"
        custom, gravity = reference.child("custom_rpy"), reference.child("grav_dir_x")
        values["imu_frame"] = ir.ImuFrame(
            localization=reference.take(base, "localization", default=True),
            custom_rpy=reference.take(base, "custom_rpy"),
            parent_frame=custom.raw("parent_frame") if custom is not None else None,
            gravity_direction_x=reference.take(base, "grav_dir_x"),
            gravity_parent_frame=gravity.raw("parent_frame") if gravity is not None else None,
            origin=reference.origin,
        )
    return values


def _force_torque(element: Element) -> Values:
    frame, direction = element.take("force_torque", "frame"), element.take("force_torque", "measure_direction")
    return {"force_torque": ir.ForceTorque(frame=frame, measure_direction=direction, origin=element.origin)} if frame or direction else {}


def _contact(element: Element) -> Values:
    topic = element.take("contact", "topic")
    return {"contact": ir.ContactTarget(collisions=element.words("collision"), topic=topic, origin=element.origin)}


def _air_pressure(element: Element) -> Values:
    return {"reference_altitude": element.take("air_pressure", "reference_altitude")}


def _logical_camera(element: Element) -> Values:
    return {"cameras": (read_logical_camera(element),)}


def _sonar(element: Element) -> Values:
    """Return the beam of a sonar: a cone with `radius` at its far end, or a sphere."""
    shape = element.take("sonar", "geometry")
    lower, upper, radius = (element.take("sonar", name, default=True) for name in ("min", "max", "radius"))
    return {
        "beam": ir.Beam(
            shape=shape or "cone", radius=radius, range=ir.Range(lower=lower, upper=upper, origin=element.origin), origin=element.origin
        )
    }


def _radio(element: Element) -> ir.Radio:
    names = ("essid", "frequency", "min_frequency", "max_frequency", "gain", "power", "sensitivity")
    return ir.Radio(**{name: element.take("transceiver", name) for name in names}, origin=element.origin)


BLOCKS: dict[str, Callable[[Element], Values]] = {
    "imu": _imu,
    "force_torque": _force_torque,
    "contact": _contact,
    "air_pressure": _air_pressure,
    "logical_camera": _logical_camera,
    "sonar": _sonar,
}
