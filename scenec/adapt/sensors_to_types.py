"""Sensors of types that the target lacks: the most similar one that it has takes their place, or they are dropped.

A distance sensor that becomes a scanner gets its rays: one, or as many as the target's simulator needs to fill a beam with a width.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import msgspec

from scenec.accounting.amounts import angle_text
from scenec.adapt.control_findings import (
    SENSOR_CONE_APPROXIMATED,
    SENSOR_TYPE_APPROXIMATED,
    SENSOR_TYPE_CONVERTED,
    SENSOR_UNSUPPORTED_DROPPED,
)
from scenec.ir.joint import Joint
from scenec.ir.link import Link
from scenec.ir.scene import Scene
from scenec.ir.sensor import Beam, Lidar, Scan, Sensor
from scenec.trace import Computed, derived, ids_of

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

H = TypeVar("H", Link, Joint)
TypeOf = Callable[[Sensor, Link | Joint], str]
IMU = "imu"
"""The type that measures all that a gyroscope or accelerometer measures."""
QUANTITY = {"gyroscope": "angular velocity"}
"""Type of a sensor -> the quantity of its link that it measures."""


def own_type(sensor: Sensor, holder: Link | Joint) -> str:
    """Return the type of a sensor, for a target that has all types."""
    return str(sensor.type)


def adapt(
    scene: Scene, ledger: Ledger, target: str, type_of: TypeOf = own_type, rays: int = 1, filled: bool = False, named: str = ""
) -> Scene:
    """The scene whose sensors all have a type of the target. type_of: for a sensor and what holds it, its own type, a similar one, or ""
    for none. rays: of a scanner that replaces a beam with a width; filled: in both directions, not in a plane only. named: what has those
    types, if not the format itself. Reports `sensor-unsupported-dropped`, `sensor-type-approximated`, `sensor-type-converted` and
    `sensor-cone-approximated`, per sensor."""
    step = _Step(scene, ledger, type_of, rays, filled=filled, named=named)
    links, joints = tuple(map(step.held_by, scene.links)), tuple(map(step.held_by, scene.joints))
    return msgspec.structs.replace(scene, links=links, joints=joints) if step.changed else scene


class _Step:
    def __init__(self, scene: Scene, ledger: Ledger, type_of: TypeOf, rays: int, *, filled: bool, named: str) -> None:
        self.filled, self.named = filled, named
        self.scene, self.ledger, self.type_of, self.rays = scene, ledger, type_of, rays
        self.changed = False

    def held_by(self, holder: H) -> H:
        sensors = []
        for sensor in holder.sensors:
            kind = self.type_of(sensor, holder)
            if kind:
                sensors.append(sensor if kind == sensor.type else self._as(sensor, kind))
            else:
                self._report_dropped(sensor)
        if tuple(sensors) == holder.sensors:
            return holder
        self.changed = True
        return msgspec.structs.replace(holder, sensors=tuple(sensors))

    def _as(self, sensor: Sensor, kind: str) -> Sensor:
        beam = sensor.beam
        scans = kind == "lidar" and sensor.lidar is None
        same = sensor.type == "distance" and (beam is None or scans == (beam.shape == "ray"))
        self.ledger.report(
            SENSOR_TYPE_CONVERTED if same else SENSOR_TYPE_APPROXIMATED,
            sensor,
            level="note" if kind == IMU else None,
            about=sensor.type,
            value=str(sensor.type),
            target=kind,
            named=self.named,
        )
        changed = msgspec.structs.replace(sensor, type=derived(kind, sensor.type))
        if kind == "link_state":
            return msgspec.structs.replace(changed, quantity=derived(QUANTITY[sensor.type], sensor.type))
        return self._scanning(changed) if scans else changed

    def _scanning(self, sensor: Sensor) -> Sensor:
        """A sensor with rays instead of its beam. What they cannot say of it stays there."""
        beam = sensor.beam
        if beam is not None and self.filled and beam.shape != "ray":
            return self._filled(sensor, beam)
        if beam is None:
            return msgspec.structs.replace(sensor, lidar=Lidar(horizontal=Scan(samples=1, lower=0.0, upper=0.0), origin=sensor.origin))
        width, is_ray = beam.horizontal_angle, beam.shape == "ray"
        half = derived(Computed(width / 2), width) if width else derived(0.0, width)
        samples = derived(self.rays if width else 1, beam.shape if is_ray else None)
        scan = Scan(samples=samples, lower=derived(Computed(0.0 - half), half), upper=half, origin=beam.origin)
        lidar = Lidar(horizontal=scan, range=beam.range, noise=beam.noise, origin=beam.origin)
        left = msgspec.structs.replace(beam, horizontal_angle=None, range=None, noise=None)
        same = ids_of(width) == ids_of(beam.vertical_angle) != ()  # one number is both openings
        if same and width:
            self.ledger.report(SENSOR_CONE_APPROXIMATED, sensor, about=(beam.shape, width), value=angle_text(width))
            left = msgspec.structs.replace(left, vertical_angle=None)
        ends = (is_ray or same) and left.vertical_angle is None and left.radius is None
        return msgspec.structs.replace(sensor, lidar=lidar, beam=None if ends else left)

    def _filled(self, sensor: Sensor, beam: Beam) -> Sensor:
        """A sensor with rays in both directions. A cone is as high as it is wide; one that states its radius opens up to the far end."""
        angles = [angle for angle in (beam.horizontal_angle, beam.vertical_angle) if angle]
        left = msgspec.structs.replace(beam, horizontal_angle=None, vertical_angle=None, range=None, noise=None)
        reach = beam.range.upper if beam.range is not None else None
        if not angles and beam.radius and reach and math.isfinite(reach):
            angles = [derived(Computed(2.0 * math.atan2(beam.radius, reach)), beam.radius, reach)]
            left = msgspec.structs.replace(left, radius=None)
        if not angles:
            angles = [math.pi] if beam.shape == "sphere" else [0.0]
        scans = []
        for angle in (angles[0], angles[-1]):
            half = derived(Computed(angle / 2), angle)
            samples = derived(self.rays if angle else 1, beam.shape)
            scans.append(Scan(samples=samples, lower=derived(Computed(0.0 - half), half), upper=half, origin=beam.origin))
        lidar = Lidar(horizontal=scans[0], vertical=scans[1], range=beam.range, noise=beam.noise, origin=beam.origin)
        return msgspec.structs.replace(sensor, lidar=lidar, beam=left if left.radius is not None else None)

    def _report_dropped(self, sensor: Sensor) -> None:
        self.ledger.report(SENSOR_UNSUPPORTED_DROPPED, sensor, about=sensor, value=str(sensor.type))
