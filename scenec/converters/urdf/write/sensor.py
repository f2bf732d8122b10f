"""Sensors, which stand in the blocks for Gazebo as SDFormat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scenec.converters.common.write_context import Placed, stated_pose
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
    WRITTEN_SENSORS,
    Value,
)
from scenec.converters.urdf.profile import is_plugin
from scenec.converters.urdf.write.context import Writing
from scenec.converters.urdf.write.extras import restore
from scenec.converters.urdf.write.gazebo import below, print_value, put, write_plugin
from scenec.converters.urdf.write.values import pose_text
from scenec.ir.base import Id, Node
from scenec.ir.sensor import Camera, Lidar, Noise, Sensor
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, spelled
from scenec.trace import ids_of

_HOLDERS = {"lidar": "ray", "navsat": "gps"}


def write_sensors(writing: Writing, sensors: Sequence[Sensor], name: str, owner: Id, shift: Placed) -> None:
    """Write the sensors of a link or joint. shift: the pose of their owner in the frame that it has in URDF."""
    for sensor in sensors:
        kind = _type(sensor)
        if kind is None or is_plugin(sensor):
            continue
        out = writing.gazebo(name).append("sensor")
        given = sensor.name or f"{name}_{sensor.type}"
        out.set("name", Said(str(given), ids_of(sensor.name)))
        out.set("type", Said(kind, ids_of(sensor.type)))
        placed = shift @ writing.within(sensor, owner)
        if not placed.pose.is_identity:
            out.append("pose", pose_text(placed))
        else:
            out.omit(placed.pose.position, (0.0, 0.0, 0.0))
            out.omit(placed.pose.rotation, (1.0, 0.0, 0.0, 0.0))
        _write_values(out, sensor, SENSOR)
        _write_measurement(out, sensor)
        for plugin in sensor.plugins:
            write_plugin(out, plugin)
        restore(out, sensor.extras)


def _type(sensor: Sensor) -> str | None:
    """Return the type in SDFormat: the source's own word, if it is one of that meaning."""
    native = str(sensor.native_type or "")
    if SENSOR_TYPES.get(native) == sensor.type:
        return native
    known = WRITTEN_SENSORS.get(str(sensor.type))
    if known is None and native and sensor.type == f"other:{native}":
        return native
    return known


def _write_values(out: Element, node: Node, rows: Iterable[Value]) -> None:
    for row in rows:
        value = getattr(node, row.field)
        if value is not None:
            put(out, row.path, print_value(value))


def _write_measurement(out: Element, sensor: Sensor) -> None:
    kind = str(sensor.type)
    if kind in CAMERAS:
        for camera in sensor.cameras:
            _write_camera(out, camera, several=kind == "multicamera")
    elif kind == "lidar" and sensor.lidar is not None:
        _write_lidar(out.append(_HOLDERS[kind]), sensor.lidar)
    if kind in CHANNELS and sensor.channels:
        holder = below(out, _HOLDERS.get(kind, kind))
        paths = dict(CHANNELS[kind])
        for channel in sensor.channels:
            path = paths.get(str(channel.name))
            if path is not None and channel.noise is not None:
                noise = below(holder, path).append("noise", says=(channel.name,))
                noise.set("type", spelled(channel.noise.type))
                _write_values(noise, channel.noise, CHANNEL_NOISE)
    if kind == "force_torque" and sensor.force_torque is not None:
        _write_values(below(out, "force_torque"), sensor.force_torque, FORCE_TORQUE)
    if kind == "contact" and sensor.contact is not None:
        holder = below(out, "contact")
        for name in sensor.contact.collisions:
            holder.append("collision", spelled(name))
        if sensor.contact.topic is not None:
            holder.append("topic", spelled(sensor.contact.topic))


def _write_camera(out: Element, camera: Camera, *, several: bool) -> None:
    holder = out.append("camera")
    if camera.name is not None or several:
        holder.set("name", spelled(camera.name) if camera.name is not None else constant("camera"))
    if camera.pose is not None and camera.relative_to is None and not camera.pose.is_identity:
        holder.append("pose", pose_text(Placed(stated_pose(camera.pose, None))))
    _write_values(holder, camera, CAMERA)
    _write_noise(holder, camera.noise)
    restore(holder, camera.extras)


def _write_lidar(holder: Element, lidar: Lidar) -> None:
    for tag in ("horizontal", "vertical"):
        scan = getattr(lidar, tag)
        if scan is not None:
            _write_values(below(holder, f"scan/{tag}"), scan, SCAN)
    if lidar.range is not None:
        _write_values(holder.append("range"), lidar.range, RANGE)
    _write_noise(holder, lidar.noise)


def _write_noise(holder: Element, noise: Noise | None) -> None:
    if noise is not None:
        _write_values(holder.append("noise"), noise, NOISE)
