"""The values of <gazebo> that the neutral scene has places for: tag or path -> field, and kind.

Gazebo's tags are those of libsdformat (src/parser_urdf.cc). Sensors stand in them as SDFormat. Reader and writer go by the same rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scenec.converters.common.sdf_channels import CHANNELS as CHANNELS_OF_SDFORMAT
from scenec.converters.common.sdf_channels import NOISE_FIELDS
from scenec.converters.urdf import kinds as k
from scenec.syntax.kinds import Kind


class Value(NamedTuple):
    """path: of the element below its holder; field: of the node."""

    path: str
    field: str
    kind: Kind[Any]


def value(path: str, kind: Kind[Any], field: str = "") -> Value:
    """Return a row. field: as the element is called, if not stated."""
    return Value(path, field or path.rpartition("/")[2], kind)


SURFACE = (
    value("mu1", k.LAX, "mu"),
    value("mu2", k.LAX),
    value("fdir1", k.VECTOR, "direction"),
    value("kp", k.LAX, "stiffness"),
    value("kd", k.LAX, "damping"),
    value("maxVel", k.LAX, "max_correcting_velocity"),
    value("minDepth", k.LAX, "min_depth"),
)
"""Of every collision of a link."""

COLLISION = (value("maxContacts", k.WHOLE, "max_contacts"), value("laserRetro", k.LAX, "laser_retro"))
"""Of every collision of a link, beside its surface."""

SURFACE_BLOCK = (
    value("surface/friction/ode/mu", k.LAX),
    value("surface/friction/ode/mu2", k.LAX),
    value("surface/friction/ode/fdir1", k.VECTOR, "direction"),
    value("surface/friction/ode/slip1", k.LAX),
    value("surface/friction/ode/slip2", k.LAX),
    value("surface/bounce/restitution_coefficient", k.LAX, "restitution"),
    value("surface/bounce/threshold", k.LAX, "bounce_threshold"),
    value("surface/contact/ode/soft_cfm", k.LAX),
    value("surface/contact/ode/soft_erp", k.LAX),
    value("surface/contact/ode/kp", k.LAX, "stiffness"),
    value("surface/contact/ode/kd", k.LAX, "damping"),
    value("surface/contact/ode/max_vel", k.LAX, "max_correcting_velocity"),
    value("surface/contact/ode/min_depth", k.LAX),
)
"""The same in the block <collision>, which is merged into every collision of a link; also what has no tag of its own."""

COLLISION_BLOCK = (
    value("max_contacts", k.WHOLE),
    value("laser_retro", k.LAX),
    value("surface/contact/collide_bitmask", k.WHOLE, "collide_mask"),
    value("surface/contact/category_bitmask", k.WHOLE, "category_mask"),
    value("surface/contact/collide_without_contact", k.FLAG, "sensing_only"),
)
VISUAL_BLOCK = (
    value("cast_shadows", k.FLAG),
    value("transparency", k.LAX),
    value("laser_retro", k.LAX),
    value("visibility_flags", k.WHOLE),
)
MATERIAL_BLOCK = (
    value("material/ambient", k.SDF_COLOUR),
    value("material/diffuse", k.SDF_COLOUR),
    value("material/specular", k.SDF_COLOUR),
    value("material/emissive", k.SDF_COLOUR),
    value("material/shininess", k.LAX),
    value("material/lighting", k.FLAG),
    value("material/double_sided", k.FLAG, "two_sided"),
    value("material/render_order", k.LAX),
)
"""Of the block <visual>, which is merged into every visual of a link."""

LIMITS = (value("stopCfm", k.LAX, "stop_cfm"), value("stopErp", k.LAX, "stop_erp"))
DYNAMICS = (
    value("springStiffness", k.LAX, "spring_stiffness"),
    value("springReference", k.LAX, "spring_reference"),
    value("fudgeFactor", k.LAX, "fudge_factor"),
)
"""Of a joint."""

SENSOR = (
    value("always_on", k.FLAG),
    value("update_rate", k.LAX),
    value("visualize", k.FLAG),
    value("topic", k.WORD),
    value("enable_metrics", k.FLAG),
    value("frame_id", k.WORD, "frame"),
)
CAMERA = (
    value("horizontal_fov", k.LAX),
    value("image/width", k.WHOLE),
    value("image/height", k.WHOLE),
    value("image/format", k.WORD),
    value("image/anti_aliasing", k.WHOLE),
    value("clip/near", k.LAX),
    value("clip/far", k.LAX),
    value("depth_camera/output", k.WORD, "depth_output"),
    value("depth_camera/clip/near", k.LAX, "depth_near"),
    value("depth_camera/clip/far", k.LAX, "depth_far"),
    value("visibility_mask", k.WHOLE),
    value("segmentation_type", k.WORD),
    value("box_type", k.WORD),
    value("optical_frame_id", k.WORD, "optical_frame"),
    value("trigger_topic", k.WORD),
    value("camera_info_topic", k.WORD, "info_topic"),
)
NOISE = (value("type", k.WORD), value("mean", k.LAX), value("stddev", k.LAX))
"""Of cameras and scanners. The noise of channels has its type as an attribute."""
CHANNEL_NOISE = tuple(value(name, k.LAX) for name in NOISE_FIELDS)
SCAN = (
    value("samples", k.WHOLE),
    value("resolution", k.LAX),
    value("min_angle", k.LAX, "lower"),
    value("max_angle", k.LAX, "upper"),
)
RANGE = (value("min", k.LAX, "lower"), value("max", k.LAX, "upper"), value("resolution", k.LAX))
FORCE_TORQUE = (value("frame", k.WORD), value("measure_direction", k.WORD))

SENSOR_TYPES: Mapping[str, str] = {
    "camera": "camera",
    "depth": "depth_camera",
    "depth_camera": "depth_camera",
    "rgbd_camera": "rgbd_camera",
    "rgbd": "rgbd_camera",
    "thermal_camera": "thermal_camera",
    "thermal": "thermal_camera",
    "segmentation_camera": "segmentation_camera",
    "segmentation": "segmentation_camera",
    "boundingbox_camera": "boundingbox_camera",
    "boundingbox": "boundingbox_camera",
    "wideanglecamera": "wide_angle_camera",
    "wide_angle_camera": "wide_angle_camera",
    "multicamera": "multicamera",
    "logical_camera": "logical_camera",
    "ray": "lidar",
    "gpu_ray": "lidar",
    "gpu_lidar": "lidar",
    "lidar": "lidar",
    "imu": "imu",
    "force_torque": "force_torque",
    "contact": "contact",
    "gps": "navsat",
    "navsat": "navsat",
    "magnetometer": "magnetometer",
    "altimeter": "altimeter",
    "air_pressure": "air_pressure",
    "air_speed": "air_speed",
}
"""Type in SDFormat -> type in the neutral scene; of several the first is that of Gazebo Classic and current Gazebo."""

WRITTEN_SENSORS: Mapping[str, str] = {ours: theirs for theirs, ours in reversed([*SENSOR_TYPES.items()]) if ours != "logical_camera"}
"""Type in the neutral scene -> the first of its types in SDFormat. Others have no place."""

CAMERAS = (
    "camera",
    "depth_camera",
    "rgbd_camera",
    "thermal_camera",
    "segmentation_camera",
    "boundingbox_camera",
    "wide_angle_camera",
    "multicamera",
)

CHANNELS: Mapping[str, tuple[tuple[str, str], ...]] = CHANNELS_OF_SDFORMAT
"""Sensor type -> (name of a channel, its element below that of the type)."""
