"""Read the sensors that stand in <gazebo>, which are SDFormat's."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scenec import ir
from scenec.converters.urdf.findings.reading import SENSOR_TYPE_UNKNOWN, VALUE_UNREADABLE
from scenec.converters.urdf.gazebo_values import (
    CAMERA,
    CAMERAS,
    CHANNEL_NOISE,
    CHANNELS,
    FORCE_TORQUE,
    NOISE,
    RANGE,
    SCAN,
    SENSOR,
    SENSOR_TYPES,
    Value,
)
from scenec.converters.urdf.kinds import POSE, WORD
from scenec.converters.urdf.read.element import Part
from scenec.errors import ReadError
from scenec.ir import Pose
from scenec.ir.base import Plugin
from scenec.trace import ids_of, traced


def values_in(part: Part, rows: Iterable[Value]) -> dict[str, Any]:
    """Return the values of several elements below one, by field. What is no value of its kind is reported."""
    found: dict[str, Any] = {}
    for row in rows:
        element = _there(part, row.path)
        value = read_value(element, row) if element is not None else None
        if value is not None:
            found[row.field] = value
    return found


def read_value(element: Part, row: Value) -> Any:
    """Return the value of an element, None (and a finding) if it is none of its kind."""
    try:
        return element.value(row.kind)
    except ReadError as problem:
        element.report(VALUE_UNREADABLE, about=element.pass_over(), value=element.tag, problem=str(problem.what))
        return None


def _there(part: Part, path: str) -> Part | None:
    """Return the element at a path; elements on the way count as looked at only if it is there."""
    node = part.node
    for tag in path.split("/"):
        below = next((child for child in node.children if child.tag == tag), None)
        if below is None:
            return None
        node = below
    return part.at(path)


def read_pose(part: Part) -> Pose | None:
    """Return the pose of an element of SDFormat (m, rad)."""
    element = part.first("pose")
    if element is None or not element.node.text:
        return None
    return part.reading.pose(read_value(element, Value("pose", "pose", POSE)))


def read_sensor(part: Part) -> ir.Sensor:
    word = part.raw("type") or traced("none", ())
    kind = SENSOR_TYPES.get(str(word))
    if kind is None:
        part.report(SENSOR_TYPE_UNKNOWN, value=str(word))
        kind = f"other:{word}"
    values: dict[str, Any] = {"pose": read_pose(part), **values_in(part, SENSOR), **_measurement(part, kind)}
    plugins = tuple(read_plugin(each) for each in part.every("plugin"))
    return ir.Sensor(
        name=part.raw("name"),
        type=traced(kind, ids_of(word)),
        native_type=str(word),
        **values,
        plugins=plugins,
        extras=part.rest(),
        origin=part.origin,
    )


def _measurement(part: Part, kind: str) -> dict[str, Any]:
    """Return what a sensor measures: the fields for its type."""
    if kind in CAMERAS:
        return {"cameras": tuple(_camera(each) for each in part.every("camera"))}
    if kind == "lidar":
        beam = part.first("ray") or part.first("lidar")
        return {"lidar": _lidar(beam)} if beam is not None else {}
    holder = (part.first("gps") if kind == "navsat" else None) or part.first(kind)
    if holder is None:
        return {}
    found: dict[str, Any] = {}
    if kind in CHANNELS:
        found["channels"] = tuple(_channels(holder, kind))
    if kind == "force_torque" and (stated := values_in(holder, FORCE_TORQUE)):
        found["force_torque"] = ir.ForceTorque(**stated, origin=holder.origin)
    if kind == "contact":
        collisions = tuple(name for each in holder.every("collision") if (name := each.text(WORD)))
        topic = holder.first("topic")
        word = topic.text(WORD) if topic is not None else None
        found["contact"] = ir.ContactTarget(collisions=collisions, topic=word, origin=holder.origin)
    return found


def _camera(part: Part) -> ir.Camera:
    name = part.raw("name")
    return ir.Camera(name=name, pose=read_pose(part), **values_in(part, CAMERA), noise=_noise(part), extras=part.rest(), origin=part.origin)


def _lidar(part: Part) -> ir.Lidar:
    scans: dict[str, Any] = {}
    for tag in ("horizontal", "vertical"):
        scan = _there(part, f"scan/{tag}")
        if scan is not None:
            scans[tag] = ir.Scan(**values_in(scan, SCAN), origin=scan.origin)
    reach = part.first("range")
    measured = ir.Range(**values_in(reach, RANGE), origin=reach.origin) if reach is not None else None
    return ir.Lidar(**scans, range=measured, noise=_noise(part), origin=part.origin)


def _noise(part: Part) -> ir.Noise | None:
    element = part.first("noise")
    if element is None:
        return None
    stated = {"type": "none", **values_in(element, NOISE)}
    return ir.Noise(**stated, origin=element.origin)


def _channels(part: Part, kind: str) -> Iterable[ir.Channel]:
    for name, path in CHANNELS[kind]:
        element = _there(part, f"{path}/noise")
        if element is not None:
            noise = ir.Noise(type=element.raw("type") or "none", **values_in(element, CHANNEL_NOISE), origin=element.origin)
            yield ir.Channel(name=name, noise=noise, origin=element.origin)


def read_plugin(part: Part) -> Plugin:
    """Return a plugin, with its configuration as written."""
    return Plugin(name=part.raw("name"), filename=part.raw("filename"), content=part.content(), origin=part.origin)
