"""The values of <gazebo> that the neutral scene has places for: tag or path -> field, and kind.

Gazebo's tags are those of libsdformat (src/parser_urdf.cc). Sensors stand in them as SDFormat. Reader and writer go by the same rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from scenec.converters.urdf import kinds as k
from scenec.syntax.kinds import Kind


class Value(NamedTuple):
    """path: of the element below its holder; field: of the node."""

    path: str
    field: str
    kind: Kind[Any]


SURFACE = (
    Value("mu1", "mu", k.LAX),
    Value("mu2", "mu2", k.LAX),
    Value("fdir1", "direction", k.VECTOR),
    Value("kp", "stiffness", k.LAX),
    Value("kd", "damping", k.LAX),
    Value("maxVel", "max_correcting_velocity", k.LAX),
    Value("minDepth", "min_depth", k.LAX),
)
"""Of every collision of a link."""

COLLISION = (Value("maxContacts", "max_contacts", k.WHOLE), Value("laserRetro", "laser_retro", k.LAX))
"""Of every collision of a link, beside its surface."""

SURFACE_BLOCK = (
    Value("surface/friction/ode/mu", "mu", k.LAX),
    Value("surface/friction/ode/mu2", "mu2", k.LAX),
    Value("surface/friction/ode/fdir1", "direction", k.VECTOR),
    Value("surface/friction/ode/slip1", "slip1", k.LAX),
    Value("surface/friction/ode/slip2", "slip2", k.LAX),
    Value("surface/bounce/restitution_coefficient", "restitution", k.LAX),
    Value("surface/bounce/threshold", "bounce_threshold", k.LAX),
    Value("surface/contact/ode/soft_cfm", "soft_cfm", k.LAX),
    Value("surface/contact/ode/soft_erp", "soft_erp", k.LAX),
    Value("surface/contact/ode/kp", "stiffness", k.LAX),
    Value("surface/contact/ode/kd", "damping", k.LAX),
    Value("surface/contact/ode/max_vel", "max_correcting_velocity", k.LAX),
    Value("surface/contact/ode/min_depth", "min_depth", k.LAX),
)
"""The same in the block <collision>, which is merged into every collision of a link; also what has no tag of its own."""

COLLISION_BLOCK = (
    Value("max_contacts", "max_contacts", k.WHOLE),
    Value("laser_retro", "laser_retro", k.LAX),
    Value("surface/contact/collide_bitmask", "collide_mask", k.WHOLE),
    Value("surface/contact/category_bitmask", "category_mask", k.WHOLE),
    Value("surface/contact/collide_without_contact", "sensing_only", k.FLAG),
)
VISUAL_BLOCK = (
    Value("cast_shadows", "cast_shadows", k.FLAG),
    Value("transparency", "transparency", k.LAX),
    Value("laser_retro", "laser_retro", k.LAX),
    Value("visibility_flags", "visibility_flags", k.WHOLE),
)
MATERIAL_BLOCK = (
    Value("material/ambient", "ambient", k.SDF_COLOUR),
    Value("material/diffuse", "diffuse", k.SDF_COLOUR),
    Value("material/specular", "specular", k.SDF_COLOUR),
    Value("material/emissive", "emissive", k.SDF_COLOUR),
    Value("material/shininess", "shininess", k.LAX),
    Value("material/lighting", "lighting", k.FLAG),
    Value("material/double_sided", "two_sided", k.FLAG),
    Value("material/render_order", "render_order", k.LAX),
)
"""Of the block <visual>, which is merged into every visual of a link."""

LIMITS = (Value("stopCfm", "stop_cfm", k.LAX), Value("stopErp", "stop_erp", k.LAX))
DYNAMICS = (
    Value("springStiffness", "spring_stiffness", k.LAX),
    Value("springReference", "spring_reference", k.LAX),
    Value("fudgeFactor", "fudge_factor", k.LAX),
)
"""Of a joint."""

SENSOR = (
    Value("always_on", "always_on", k.FLAG),
    Value("update_rate", "update_rate", k.LAX),
    Value("visualize", "visualize", k.FLAG),
    Value("topic", "topic", k.WORD),
    Value("enable_metrics", "enable_metrics", k.FLAG),
    Value("frame_id", "frame", k.WORD),
)
CAMERA = (
    Value("horizontal_fov", "horizontal_fov", k.LAX),
    Value("image/width", "width", k.WHOLE),
    Value("image/height", "height", k.WHOLE),
    Value("image/format", "format", k.WORD),
    Value("image/anti_aliasing", "anti_aliasing", k.WHOLE),
    Value("clip/near", "near", k.LAX),
    Value("clip/far", "far", k.LAX),
    Value("depth_camera/output", "depth_output", k.WORD),
    Value("depth_camera/clip/near", "depth_near", k.LAX),
    Value("depth_camera/clip/far", "depth_far", k.LAX),
    Value("visibility_mask", "visibility_mask", k.WHOLE),
    Value("segmentation_type", "segmentation_type", k.WORD),
    Value("box_type", "box_type", k.WORD),
    Value("optical_frame_id", "optical_frame", k.WORD),
    Value("trigger_topic", "trigger_topic", k.WORD),
    Value("camera_info_topic", "info_topic", k.WORD),
)
NOISE = (Value("type", "type", k.WORD), Value("mean", "mean", k.LAX), Value("stddev", "stddev", k.LAX))
"""Of cameras and scanners. The noise of channels has its type as an attribute."""
CHANNEL_NOISE = (
    Value("mean", "mean", k.LAX),
    Value("stddev", "stddev", k.LAX),
    Value("bias_mean", "bias_mean", k.LAX),
    Value("bias_stddev", "bias_stddev", k.LAX),
    Value("dynamic_bias_stddev", "dynamic_bias_stddev", k.LAX),
    Value("dynamic_bias_correlation_time", "dynamic_bias_correlation_time", k.LAX),
    Value("precision", "precision", k.LAX),
)
SCAN = (
    Value("samples", "samples", k.WHOLE),
    Value("resolution", "resolution", k.LAX),
    Value("min_angle", "lower", k.LAX),
    Value("max_angle", "upper", k.LAX),
)
RANGE = (Value("min", "lower", k.LAX), Value("max", "upper", k.LAX), Value("resolution", "resolution", k.LAX))
FORCE_TORQUE = (Value("frame", "frame", k.WORD), Value("measure_direction", "measure_direction", k.WORD))

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
"""Type in SDFormat -> type in the neutral scene."""

WRITTEN_SENSORS: Mapping[str, str] = {
    "camera": "camera",
    "depth_camera": "depth",
    "rgbd_camera": "rgbd_camera",
    "thermal_camera": "thermal_camera",
    "segmentation_camera": "segmentation_camera",
    "boundingbox_camera": "boundingbox_camera",
    "wide_angle_camera": "wideanglecamera",
    "multicamera": "multicamera",
    "lidar": "ray",
    "imu": "imu",
    "force_torque": "force_torque",
    "contact": "contact",
    "navsat": "gps",
    "magnetometer": "magnetometer",
    "altimeter": "altimeter",
    "air_pressure": "air_pressure",
    "air_speed": "air_speed",
}
"""Type in the neutral scene -> type in SDFormat, as both Gazebo Classic and current Gazebo know it. Others have no place."""

CAMERAS = (
    "camera", "depth_camera", "rgbd_camera", "thermal_camera", "segmentation_camera", "boundingbox_camera", "wide_angle_camera",
    "multicamera",
)  # fmt: skip

_PLANES = ("horizontal", "vertical")
CHANNELS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "imu": tuple((f"{what}/{axis}", f"{what}/{axis}") for what in ("angular_velocity", "linear_acceleration") for axis in "xyz"),
    "force_torque": tuple((f"{what}/{axis}", f"{what}/{axis}") for what in ("force", "torque") for axis in "xyz"),
    "magnetometer": tuple((axis, axis) for axis in "xyz"),
    "altimeter": (("vertical_position", "vertical_position"), ("vertical_velocity", "vertical_velocity")),
    "air_pressure": (("pressure", "pressure"),),
    "air_speed": (("pressure", "pressure"),),
    "navsat": tuple((f"{what}/{plane}", f"{what}_sensing/{plane}") for what in ("position", "velocity") for plane in _PLANES),
}
"""Sensor type -> (name of a channel, its element below that of the type)."""
