"""The channels of SDFormat's sensors that may have noise. SDFormat files have them, and the <gazebo> tags of URDF."""

from __future__ import annotations

from collections.abc import Mapping

NOISE_FIELDS = ("mean", "stddev", "bias_mean", "bias_stddev", "dynamic_bias_stddev", "dynamic_bias_correlation_time", "precision")
"""Elements of <noise>, with equal names in the neutral scene."""
PLANES = ("horizontal", "vertical")

CHANNELS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "imu": tuple((f"{what}/{axis}", f"{what}/{axis}") for what in ("angular_velocity", "linear_acceleration") for axis in "xyz"),
    "force_torque": tuple((f"{what}/{axis}", f"{what}/{axis}") for what in ("force", "torque") for axis in "xyz"),
    "magnetometer": tuple((axis, axis) for axis in "xyz"),
    "altimeter": (("vertical_position", "vertical_position"), ("vertical_velocity", "vertical_velocity")),
    "air_pressure": (("pressure", "pressure"),),
    "air_speed": (("pressure", "pressure"),),
    "navsat": tuple((f"{what}/{plane}", f"{what}_sensing/{plane}") for what in ("position", "velocity") for plane in PLANES),
}
"""Sensor type -> (name of a channel, its element below that of the type)."""
