"""Sensors. What looks, looks along +x of its own frame, z up."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenec.accounting.lens import mark_read, unwrap
from scenec.accounting.spoken import kind_of_sensor
from scenec.converters.common.numbers import Computed
from scenec.converters.common.write_context import Placed
from scenec.converters.simrobot.write_context import Writing, chained
from scenec.converters.simrobot.write_shape import write_collision
from scenec.converters.simrobot.write_values import angle, count, length, spelled
from scenec.ir.link import Link
from scenec.ir.pose import Pose
from scenec.ir.sensor import Camera, Lidar, Range, Scan, Sensor
from scenec.syntax.xml_printing import Out
from scenec.trace import derived

TAGS = {
    "camera": ("Camera",),
    "wide_angle_camera": ("Camera",),
    "multicamera": ("Camera",),
    "rgbd_camera": ("Camera", "DepthImageSensor"),
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

PART_NAMES = {"Gyroscope": "gyroscope", "Accelerometer": "accelerometer", "Camera": "color", "DepthImageSensor": "depth"}
"""What parts of a sensor are called after it."""

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
    """A sensor of a link. What SimRobot has nothing for is told, and so are sensors of motion on what never moves."""
    bare = unwrap(sensor)
    tags = TAGS.get(bare.type, ())
    reason = unfit(bare, tags, moving=moving, core3=writing.core3)
    if reason:
        writing.drop(
            sensor, "sensor-kind-dropped", "warning", "sensing", subject=f"{writing.path(link)}::{bare.name or bare.type}", value=bare.type,
            because=reason, consequence=f"programs that read {bare.name or 'it'} get nothing",
        )  # fmt: skip
        return
    _ = sensor.type
    if bare.type == "wide_angle_camera":
        writing.tell(
            sensor, "sensor-kind-approximated", "approximated", "warning", "sensing", about=bare.type, value="a wide angle camera",
            subject=f"{writing.path(link)}::{bare.name or bare.type}", target="a Camera",
            because="cameras of SimRobot have no lens: straight lines stay straight", consequence="the picture is distorted otherwise",
        )  # fmt: skip
    tell_unsaid(writing, sensor, link)
    placed = writing.within(sensor, unwrap(link).id)
    cameras = len(bare.cameras) if tags[0] == "Camera" else 1
    for tag in tags:
        for i in range(cameras):
            out = Out(tag)
            name_part(writing, out, sensor, link, i, len(tags) * cameras)
            write_qualities(writing, out, sensor, i)
            writing.place(out, seen_from(sensor, placed, i) if bare.cameras else placed)
            holder.children.append(out)
    for index in felt:
        feeler = link.collisions[index]
        _ = feeler.sensing_only
        inner = writing.within(feeler, unwrap(link).id)
        write_collision(writing, out, feeler, unwrap(link).id, in_sensor(placed, inner))
    if bare.type == "contact" and sensor.contact is not None:
        tell_felt(writing, sensor, link, felt)


def unfit(sensor: Sensor, tags: Sequence[str], *, moving: bool, core3: bool) -> str:
    """Why a sensor cannot be said, "" if it can."""
    if not tags:
        return f"it is {kind_of_sensor(sensor.type)}, and SimRobot has none"
    if not moving and tags[0] in INWARD:
        return f"a {tags[0]} of SimRobot belongs to a body that moves, and this link does not"
    if tags[0] == "ApproxDistanceSensor" and core3:
        return "this core of SimRobot has no ApproxDistanceSensor any more"
    if (tags[0] in ("Camera", "ObjectSegmentedImageSensor") or sensor.type == "depth_camera") and not sensor.cameras:
        return "the source says nothing about its optics"
    if sensor.type == "lidar" and (sensor.lidar is None or sensor.lidar.horizontal is None):
        return "the source says nothing about its rays"
    if sensor.type == "sonar" and (sensor.beam is None or sensor.beam.horizontal_angle is None):
        return "the source says nothing about its opening, and SimRobot needs it"
    return ""


DISPLAY = ("visualize", "topic", "enable_metrics", "frame")
"""What a sensor says about where its data is shown or published."""


def tell_unsaid(writing: Writing, sensor: Sensor, link: Link) -> None:
    """What SimRobot's sensors have no attribute for."""
    bare, subject = unwrap(sensor), f"{writing.path(link)}::{unwrap(sensor).name or unwrap(sensor).type}"
    if bare.update_rate:
        _ = sensor.update_rate
        writing.tell(
            sensor, "sensor-rate-dropped", "dropped", "warning", "sensing", about=bare.update_rate, subject=subject,
            value=f"{bare.update_rate:g} Hz", because="sensors of SimRobot measure in every step",
            consequence="programs get values at another rate", hint="let the program skip values",
        )  # fmt: skip
    shown = [name for name in DISPLAY if getattr(bare, name) is not None]
    if shown:
        writing.tell(
            sensor, "sensor-display-dropped", "dropped", "note", "metadata", about=tuple(getattr(sensor, name) for name in shown),
            subject=subject, value=", ".join(shown), because="where data is shown or published is not said in scenes of SimRobot",
            consequence="nothing that is measured changes",
        )  # fmt: skip
    for camera, seen in zip(bare.cameras, sensor.cameras, strict=True):
        if bare.type == "depth_camera" or (camera.near in (None, 0.01) and camera.far in (None, 500.0)):
            continue
        writing.tell(
            sensor, "sensor-clip-dropped", "dropped", "note", "sensing", about=(seen.near, seen.far), subject=subject,
            value=f"{camera.near} to {camera.far} m", because="cameras of SimRobot see from 1 cm to 500 m",
            consequence="what is nearer or farther is in the picture, or not",
        )  # fmt: skip


def name_part(writing: Writing, out: Out, sensor: Sensor, link: Link, index: int, count: int) -> None:
    """The sensor's name; where it becomes several, each has one of its own and is told."""
    bare = unwrap(sensor)
    if count == 1:
        writing.name(out, sensor, without=out.tag)
        return
    camera = bare.cameras[index].name if bare.type == "multicamera" else None
    base = f"{sensor.name or bare.type}_{camera or PART_NAMES[out.tag]}"
    if bare.type == "multicamera":
        _ = sensor.cameras[index].name
    out.attributes["name"] = spelled(base)
    writing.tell(
        sensor,
        "sensor-split",
        "converted",
        "note",
        "sensing",
        about=(bare.type, bare.name),
        subject=f"{writing.path(link)}::{bare.name or bare.type}",
        value=bare.type,
        target=out.attributes["name"],
        because=f"it is {kind_of_sensor(bare.type)}; SimRobot has only what that is made of",
        consequence="programs must read all of them" + ("; there is no orientation" if bare.type == "imu" else ""),
    )


def seen_from(sensor: Sensor, placed: Placed, index: int) -> Placed:
    """The cameras of a multicamera stand aside of their sensor; simulators look from the sensor of any other."""
    camera = sensor.cameras[index]
    bare = unwrap(camera)
    if unwrap(sensor).type != "multicamera" or bare.pose is None or bare.relative_to is not None:
        return placed
    mark_read(camera.pose)
    return chained([placed.pose, bare.pose], placed.computed)


def tell_felt(writing: Writing, sensor: Sensor, link: Link, felt: Sequence[int]) -> None:
    """Without shapes of its own a contact sensor feels with all shapes of its body."""
    names = unwrap(sensor).contact.collisions  # type: ignore[union-attr]  # the caller has looked
    mine = {collision.name for i, collision in enumerate(unwrap(link).collisions) if not collision.sensing_only}
    assert sensor.contact is not None
    if len(felt) == len(names) or (not felt and set(names) == mine):
        _ = sensor.contact.collisions
        return
    _ = sensor.contact.collisions
    writing.tell(
        sensor, "sensor-contact-approximated", "approximated", "warning", "sensing", about=names,
        subject=f"{writing.path(link)}::{unwrap(sensor).name or 'contact'}", value=", ".join(names), target="all shapes of the body",
        because="a CollisionSensor of SimRobot feels with all shapes of its body, or with shapes that only feel",
        consequence="it tells of contacts elsewhere, too",
    )  # fmt: skip


def in_sensor(sensor: Placed, shape: Placed) -> Placed:
    """Where a shape is in the sensor it belongs to, both given in the link; 13 digits, so that it stays the same there and back."""
    if sensor.pose.is_identity:
        return shape
    X = sensor.pose.inverse() @ shape.pose
    x, y, z = (float(f"{part:.13g}") if abs(part) > 1e-13 else 0.0 for part in X.position)
    return Placed(derived(Pose((x, y, z), X.rotation), sensor.pose, shape.pose), computed=True)


def write_qualities(writing: Writing, out: Out, sensor: Sensor, index: int) -> None:
    match out.tag:
        case "Camera" | "ObjectSegmentedImageSensor":
            write_optics(writing, out, sensor, sensor.cameras[index])
        case "DepthImageSensor" if sensor.lidar is not None and unwrap(sensor).type == "lidar":
            write_lidar(writing, out, sensor, sensor.lidar)
        case "DepthImageSensor":
            camera = sensor.cameras[index]
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
    out.attributes["imageWidth"], out.attributes["imageHeight"] = count(width), count(height)
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
    out.attributes["imageWidth"] = count(horizontal.samples or 1)
    out.attributes["angleX"] = angle(_opening(writing, sensor, horizontal))
    if vertical is not None and (rows is None or rows == 1):
        _ = vertical.samples
        out.attributes["angleY"] = angle(_opening(writing, sensor, vertical))
    else:
        out.attributes["angleY"] = angle(math.radians(1.0))
        if vertical is not None:
            tell_rows(writing, sensor, vertical)
    write_range_of(out, lidar.range)
    out.attributes["projection"] = "spherical"


def tell_rows(writing: Writing, sensor: Sensor, vertical: Scan) -> None:
    """Of several rows only one around the middle can be said."""
    bare = unwrap(vertical)
    mark_read(vertical)
    writing.tell(
        sensor, "sensor-scan-approximated", "approximated", "warning", "sensing", about=bare, subject=f"{unwrap(sensor).name or 'lidar'}",
        value=f"{bare.samples} rows", target="one row, straight ahead",
        because="a DepthImageSensor of SimRobot has one row if its rays spread evenly", consequence="programs get one row of points",
        hint="add a sensor per row, each turned about y",
    )  # fmt: skip


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
