"""Sensors. What looks, looks along +x of its own frame, z up."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.simrobot.write_context import Placed, Writing
from scenec.converters.simrobot.write_shape import write_collision
from scenec.converters.simrobot.write_values import Computed, angle, length
from scenec.ir.link import Link
from scenec.ir.pose import Pose
from scenec.ir.sensor import Camera, Lidar, Range, Scan, Sensor
from scenec.syntax.xml_printing import Out
from scenec.trace import derived

TAGS = {
    "camera": ("Camera",),
    "segmentation_camera": ("ObjectSegmentedImageSensor",),
    "depth_camera": ("DepthImageSensor",),
    "lidar": ("DepthImageSensor",),
    "distance": ("SingleDistanceSensor",),
    "sonar": ("ApproxDistanceSensor",),
    "gyroscope": ("Gyroscope",),
    "accelerometer": ("Accelerometer",),
    "contact": ("CollisionSensor",),
    "imu": ("Gyroscope", "Accelerometer"),
}
"""Type of the scene -> what SimRobot has for it."""

INWARD = ("Gyroscope", "Accelerometer", "CollisionSensor")
"""What only a body can have."""

FARTHEST = 999999.0
"""The default range (m)."""


def felt_shapes(link: Link) -> dict[int, tuple[int, ...]]:
    """Which shapes the contact sensors of a link feel with: index of the sensor -> indices of collisions that only sense."""
    bare = unwrap(link)
    free = {i: collision for i, collision in enumerate(bare.collisions) if collision.sensing_only}
    felt = {}
    for i, sensor in enumerate(bare.sensors):
        if sensor.type == "contact" and sensor.contact is not None and sensor.contact.collisions:
            mine = []
            for name in sensor.contact.collisions:
                found = next((k for k, collision in free.items() if collision.name == name), None)
                if found is not None:
                    mine.append(found)
                    del free[found]
            felt[i] = tuple(mine)
    return felt


def write_sensor(writing: Writing, holder: Out, sensor: Sensor, link: Link, felt: Sequence[int], *, moving: bool) -> None:
    """A sensor of a link. What SimRobot has nothing for stays unread, and so do sensors of motion on what never moves."""
    bare = unwrap(sensor)
    tags = TAGS.get(bare.type, ())
    if writing.core3 and tags[:1] == ("ApproxDistanceSensor",):
        tell_no_sonar(writing, sensor, link)
        return
    if not tags or (not moving and tags[0] in INWARD) or not _is_known(bare):
        return
    _ = sensor.type
    placed = writing.within(sensor, unwrap(link).id)
    for tag in tags:
        out = Out(tag)
        writing.name(out, sensor, without=tag)
        write_qualities(writing, out, sensor)
        writing.place(out, placed)
        holder.children.append(out)
    if len(tags) > 1:
        writing.tell(
            sensor,
            "sensor-imu-split",
            "converted",
            "note",
            "sensing",
            about=bare.type,
            value="imu",
            target=" and ".join(tags),
            because="SimRobot has a sensor for each half",
            consequence="programs must read both; there is no orientation",
        )
    for index in felt:
        feeler = link.collisions[index]
        _ = feeler.sensing_only
        inner = writing.within(feeler, unwrap(link).id)
        write_collision(writing, out, feeler, unwrap(link).id, in_sensor(placed, inner))
    if sensor.contact is not None and len(felt) == len(unwrap(sensor).contact.collisions):  # type: ignore[union-attr]
        _ = sensor.contact.collisions


def tell_no_sonar(writing: Writing, sensor: Sensor, link: Link) -> None:
    mark_read(sensor)
    writing.tell(
        sensor,
        "sensor-sonar-dropped",
        "dropped",
        "warning",
        "sensing",
        about=unwrap(sensor),
        subject=f"{writing.path(link)}.sensors[{unwrap(sensor).name or ''}]",
        because="the MuJoCo core has no ApproxDistanceSensor",
        consequence="programs that read it get nothing",
        hint="use a SingleDistanceSensor where one ray is enough",
    )


def _is_known(sensor: Sensor) -> bool:
    """Whether there is something to write about its optics."""
    if sensor.type in ("camera", "segmentation_camera", "depth_camera"):
        return len(sensor.cameras) == 1
    if sensor.type == "lidar":
        return sensor.lidar is not None and sensor.lidar.horizontal is not None
    if sensor.type == "sonar":
        return sensor.beam is not None and sensor.beam.horizontal_angle is not None
    return True


def in_sensor(sensor: Placed, shape: Placed) -> Placed:
    """Where a shape is in the sensor it belongs to, both given in the link; 13 digits, so that it stays the same there and back."""
    if sensor.pose.is_identity:
        return shape
    X = sensor.pose.inverse() @ shape.pose
    x, y, z = (float(f"{part:.13g}") if abs(part) > 1e-13 else 0.0 for part in X.position)
    return Placed(derived(Pose((x, y, z), X.rotation), sensor.pose, shape.pose), computed=True)


def write_qualities(writing: Writing, out: Out, sensor: Sensor) -> None:
    match out.tag:
        case "Camera" | "ObjectSegmentedImageSensor":
            write_optics(writing, out, sensor, sensor.cameras[0])
        case "DepthImageSensor" if sensor.lidar is not None and unwrap(sensor).type == "lidar":
            write_lidar(writing, out, sensor, sensor.lidar)
        case "DepthImageSensor":
            camera = sensor.cameras[0]
            write_optics(writing, out, sensor, camera)
            write_range(out, camera.near, camera.far)
        case "SingleDistanceSensor":
            if sensor.beam is not None:
                if unwrap(sensor.beam).shape == "ray":
                    _ = sensor.beam.shape
                write_range_of(out, sensor.beam.range)
        case "ApproxDistanceSensor":
            write_sonar(out, sensor)


def write_optics(writing: Writing, out: Out, sensor: Sensor, camera: Camera) -> None:
    """The opening angles are independent of each other; none for the vertical one means square pixels."""
    width, height, opening = camera.width or 640, camera.height or 480, camera.horizontal_fov or math.radians(60)
    out.attributes["imageWidth"], out.attributes["imageHeight"] = str(int(width)), str(int(height))
    out.attributes["angleX"] = angle(opening)
    vertical = camera.vertical_fov
    if vertical is None:
        vertical = Computed(2 * math.atan(math.tan(min(opening, 3.1) / 2) * height / width))
    out.attributes["angleY"] = angle(vertical)
    missing = [name for name in ("width", "height", "horizontal_fov") if getattr(unwrap(camera), name) is None]
    if missing:
        writing.tell(
            sensor,
            "sensor-camera-defaulted",
            "defaulted",
            "note",
            "sensing",
            target=f"{width} x {height} pixels, {angle(opening)}",
            because=f"the source does not state {', '.join(missing)}",
        )


def write_lidar(writing: Writing, out: Out, sensor: Sensor, lidar: Lidar) -> None:
    """A row of rays, symmetric about +x; more than one row cannot be said."""
    horizontal, vertical = lidar.horizontal, lidar.vertical
    assert horizontal is not None
    rows = unwrap(vertical).samples if vertical is not None else 1
    out.attributes["imageWidth"] = str(int(horizontal.samples or 1))
    out.attributes["angleX"] = angle(_opening(writing, sensor, horizontal))
    if vertical is not None and (rows is None or rows == 1):
        _ = vertical.samples
        out.attributes["angleY"] = angle(_opening(writing, sensor, vertical))
    else:
        out.attributes["angleY"] = angle(math.radians(1.0))
    write_range_of(out, lidar.range)
    out.attributes["projection"] = "spherical"


def _opening(writing: Writing, sensor: Sensor, scan: Scan) -> float:
    bare = unwrap(scan)
    if bare.lower is None or bare.upper is None:
        return math.radians(1.0)
    opening = bare.upper - bare.lower
    middle = (bare.upper + bare.lower) / 2
    ids = (scan.lower, scan.upper)
    if abs(middle) > 1e-12:
        writing.tell(
            sensor,
            "sensor-scan-approximated",
            "approximated",
            "warning",
            "sensing",
            about=ids,
            value=f"{bare.lower:g} to {bare.upper:g}",
            target=f"{opening:g} rad about the middle",
            because="rays of SimRobot are symmetric about the x axis",
            consequence=f"the sensor looks {middle:g} rad aside",
            hint="turn the sensor",
        )
    return Computed(opening) if opening > 0 else math.radians(1.0)


def write_sonar(out: Out, sensor: Sensor) -> None:
    beam = sensor.beam
    assert beam is not None
    if unwrap(beam).shape == "pyramid":
        _ = beam.shape
    horizontal = beam.horizontal_angle
    assert horizontal is not None
    write_range_of(out, beam.range)
    out.attributes["angleX"] = angle(horizontal)
    out.attributes["angleY"] = angle(horizontal if beam.vertical_angle is None else beam.vertical_angle)


def write_range_of(out: Out, reach: Range | None) -> None:
    if reach is not None:
        write_range(out, reach.lower, reach.upper)


def write_range(out: Out, lower: float | None, upper: float | None) -> None:
    if lower:
        out.attributes["min"] = length(lower)
    if upper is not None and upper != FARTHEST:
        out.attributes["max"] = length(upper)
