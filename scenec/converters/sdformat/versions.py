"""SDFormat versions: which there are, how they compare, which one we write."""

from __future__ import annotations

from functools import cache

KNOWN = ("1.0", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11", "1.12")
"""Every published specification, oldest first. There is no 1.1."""

WRITABLE = KNOWN[KNOWN.index("1.4") :]
"""The versions a writer can be asked for. Older roots are no longer read by the reference library."""

DEFAULT = "1.7"
"""Written unless content needs more: the newest version that Gazebo classic 11, Drake, rod and current Gazebo all read, and
the oldest without ambiguous pose frames and joint axes."""

LATEST = KNOWN[-1]

SENSORS_SINCE = {
    "segmentation_camera": "1.9",
    "boundingbox_camera": "1.9",
    "thermal_camera": "1.7",
    "rgbd_camera": "1.6",
    "wide_angle_camera": "1.5",
    "logical_camera": "1.5",
    "magnetometer": "1.5",
    "altimeter": "1.5",
    "air_pressure": "1.6",
    "air_speed": "1.10",
}
"""First version with a type of sensor, where not all have it."""


@cache
def order(version: str) -> tuple[int, int]:
    """A key that sorts versions as numbers of their parts: 1.10 comes after 1.9. Raises ValueError for other texts."""
    major, _, minor = version.partition(".")
    return int(major), int(minor)


def at_least(version: str, other: str) -> bool:
    """Whether `version` is `other` or newer."""
    return order(version) >= order(other)


def newest(*versions: str) -> str:
    """The newest of some versions; the default version if none is given."""
    return max(versions, key=order, default=DEFAULT)
