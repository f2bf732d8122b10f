"""The layout of MuJoCo's vectors: at which place of `qpos`, `ctrl` and `sensordata` programs find the joints, actuators and sensors."""

from __future__ import annotations

from collections.abc import Iterable

from scenec.converters.mjcf.findings import writing as findings
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.joints import Joints
from scenec.syntax.element import Element

COORDINATES = {"free": 7, "ball": 4, "hinge": 1, "slide": 1}
"""Kind of a joint -> numbers in `qpos`."""
MEASURED = {
    "accelerometer": 3,
    "gyro": 3,
    "framequat": 4,
    "magnetometer": 3,
    "force": 3,
    "torque": 3,
    "framepos": 3,
    "framelinvel": 3,
    "frameangvel": 3,
}
"""Sensor -> numbers in `sensordata`; all others give one."""
MOST = 100
"""Names that are listed."""


def report_layout(writing: Writing, joints: Joints, actuators: Iterable[Element], sensors: Iterable[Element]) -> None:
    """Report where joints, actuators and sensors are. A file that was MJCF before keeps its layout."""
    if writing.is_own:
        return
    bodies = {link.id: str(link.name or "free") for link in writing.scene.links}
    coordinates = [(dof.name or bodies.get(dof.body, "free"), COORDINATES[dof.kind]) for dof in joints.dofs]
    commands = [(each.attributes.get("name", each.tag), 1) for each in actuators]
    measured = [(each.attributes.get("name", each.tag), MEASURED.get(each.tag, 1)) for each in sensors]
    for vector, parts in (("qpos", coordinates), ("ctrl", commands), ("sensordata", measured)):
        if parts:
            count = sum(size for _, size in parts)
            numbers = f"{count} number{'s' * (count != 1)}"
            writing.report(findings.LAYOUT, writing.scene, subject=vector, value=numbers, layout=layout_of(parts))


def layout_of(parts: Iterable[tuple[str, int]]) -> str:
    """Return the places of parts that have so many numbers each: ``0-6 torso, 7 neck``."""
    texts, at = list[str](), 0
    for name, size in parts:
        texts.append(f"{at} {name}" if size == 1 else f"{at}-{at + size - 1} {name}")
        at += size
    more = len(texts) - MOST
    return ", ".join(texts[:MOST]) + (f" and {more:,} more" if more > 0 else "")
