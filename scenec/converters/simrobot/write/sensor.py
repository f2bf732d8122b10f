"""Sensors. Cameras and distance sensors look along +x of their own frame, with z up."""

from __future__ import annotations

import math
from collections.abc import Sequence

from scenec.accounting.amounts import angle_text
from scenec.converters.common.findings import SENSOR_BEAM_APPROXIMATED, SENSOR_SCAN_APPROXIMATED
from scenec.converters.common.write_context import Placed, pose_made_of, stated_pose
from scenec.converters.simrobot.findings.writing_parts import (
    SENSOR_CAMERA_DEFAULTED,
    SENSOR_CLIP_DROPPED,
    SENSOR_CONTACT_APPROXIMATED,
    SENSOR_DISPLAY_DROPPED,
    SENSOR_KIND_DROPPED,
    SENSOR_RATE_DROPPED,
    SENSOR_SPLIT,
)
from scenec.converters.simrobot.profile import BODY_SENSORS, CAMERA_FAR, CAMERA_NEAR, FARTHEST, SENSORS
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.shape import write_collision
from scenec.converters.simrobot.write.values import angle, count, length, spelled_text
from scenec.ir.link import Link
from scenec.ir.pose import Pose
from scenec.ir.sensor import Beam, Camera, Lidar, Range, Scan, Sensor
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant
from scenec.trace import Computed, derived, ids_of, made_of

PART_NAMES = {"Gyroscope": "gyroscope", "Accelerometer": "accelerometer", "Camera": "color", "DepthImageSensor": "depth"}
"""Suffixes of the names of a sensor's parts."""


def contact_shapes(link: Link) -> dict[int, tuple[int, ...]]:
    """Return the shapes of the contact sensors of a link: index of the sensor -> indices of collisions that only sense."""
    free = {i: collision for i, collision in enumerate(link.collisions) if collision.sensing_only}
    felt = {}
    for i, sensor in enumerate(link.sensors):
        if sensor.type == "contact" and sensor.contact is not None and sensor.contact.collisions:
            mine = []
            for name in sensor.contact.collisions:
                found = next((k for k, collision in free.items() if collision.name == name), None)
                if found is not None:
                    mine.append(found)
                    del free[found]
            felt[i] = tuple(mine)
    return felt


def write_sensor(writing: Writing, holder: Element, sensor: Sensor, link: Link, felt: Sequence[int], *, moving: bool) -> None:
    """Write a sensor of a link. One that SimRobot does not have, or not there, is reported instead."""
    tags = SENSORS.get(sensor.type, ())
    reason = why_unsupported(sensor, tags, moving=moving, core3=writing.core3)
    subject = f"{writing.path(link)}::{sensor.name or sensor.type}"
    if reason:
        writing.drop(sensor, SENSOR_KIND_DROPPED, subject=subject, value=sensor.type, why=reason)
        return
    report_unsupported_settings(writing, sensor, link)
    placed = writing.within(sensor, link.id)
    cameras = len(sensor.cameras) if tags[0] == "Camera" else 1
    for tag in tags:
        for i in range(cameras):
            contact = sensor.contact if sensor.type == "contact" and senses_as_in_source(sensor, link, felt) else None
            out = holder.append(tag, says=(sensor.type, contact.collisions if contact is not None else None))
            name_part(writing, out, sensor, link, i, len(tags) * cameras)
            write_qualities(writing, out, sensor, i)
            writing.place(out, camera_pose(writing, sensor, placed, i) if sensor.cameras else placed)
    if sensor.type == "contact" and sensor.contact is not None:
        write_feelers(writing, out, sensor, link, placed, felt)


def why_unsupported(sensor: Sensor, tags: Sequence[str], *, moving: bool, core3: bool) -> str:
    """Return why SimRobot cannot have a sensor, "" if it can."""
    if not moving and tags[0] in BODY_SENSORS:
        return f"A {tags[0]} of SimRobot belongs to a body that moves, and this link is static."
    if tags[0] == "ApproxDistanceSensor" and core3:
        return "The MuJoCo core of SimRobot has no ApproxDistanceSensor."
    if (tags[0] in ("Camera", "ObjectSegmentedImageSensor") or sensor.type == "depth_camera") and not sensor.cameras:
        return "The source does not state the optics of the sensor."
    if sensor.type == "lidar" and (sensor.lidar is None or sensor.lidar.horizontal is None):
        return "The source does not state the rays of the sensor."
    if sensor.type == "sonar" and sensor.beam is not None and sensor.beam.shape == "sphere":
        return "The sensor senses in all directions, and an ApproxDistanceSensor of SimRobot senses ahead."
    if sensor.type == "sonar" and (sensor.beam is None or opening_of(sensor.beam) is None):
        return "The source does not state the opening of the sensor, and SimRobot needs it."
    return ""


DISPLAY = ("visualize", "topic", "enable_metrics", "frame")
"""Fields of a sensor about where its data is shown or published."""


def report_unsupported_settings(writing: Writing, sensor: Sensor, link: Link) -> None:
    """Report settings that SimRobot's sensors lack."""
    subject = f"{writing.path(link)}::{sensor.name or sensor.type}"
    if sensor.update_rate:
        writing.report(SENSOR_RATE_DROPPED, sensor, about=sensor.update_rate, subject=subject, value=f"{sensor.update_rate:g} Hz")
    shown = [name for name in DISPLAY if getattr(sensor, name) is not None]
    if shown:
        writing.report(
            SENSOR_DISPLAY_DROPPED,
            sensor,
            about=tuple(getattr(sensor, name) for name in shown),
            subject=subject,
            value=", ".join(shown),
        )
    for camera in sensor.cameras:
        if sensor.type == "depth_camera" or (camera.near in (None, CAMERA_NEAR) and camera.far in (None, CAMERA_FAR)):
            continue
        about = (camera.near, camera.far)
        writing.report(SENSOR_CLIP_DROPPED, sensor, about=about, subject=subject, value=f"{camera.near} to {camera.far} m")


def name_part(writing: Writing, out: Element, sensor: Sensor, link: Link, index: int, count: int) -> None:
    """Name a sensor. If it becomes several, each gets its own name, which is reported."""
    if count == 1:
        writing.name(out, sensor, without=out.tag)
        return
    camera = sensor.cameras[index].name if sensor.type == "multicamera" else None
    base = f"{sensor.name or sensor.type}_{camera or PART_NAMES[out.tag]}"
    out.set("name", Said(spelled_text(base), ids_of((sensor.name, camera))))
    writing.report(
        SENSOR_SPLIT,
        sensor,
        about=(sensor.type, sensor.name),
        subject=f"{writing.path(link)}::{sensor.name or sensor.type}",
        value=sensor.type,
        target=out.attributes["name"],
    )


def camera_pose(writing: Writing, sensor: Sensor, placed: Placed, index: int) -> Placed:
    """Return the pose of a camera. Those of a multicamera have their own; simulators look from the sensor of any other."""
    camera = sensor.cameras[index]
    if sensor.type != "multicamera" or camera.pose is None or camera.relative_to is not None:
        return placed
    return placed @ Placed(stated_pose(camera.pose, None))


def write_feelers(writing: Writing, out: Element, sensor: Sensor, link: Link, placed: Placed, felt: Sequence[int]) -> None:
    """Write the shapes of a contact sensor, and report one that senses with more than in the source."""
    for index in felt:
        feeler = link.collisions[index]
        inner = writing.within(feeler, link.id)
        write_collision(writing, out, feeler, link.id, pose_in_sensor(placed, inner), says=feeler.sensing_only)
    if not senses_as_in_source(sensor, link, felt):
        report_contact_shapes(writing, sensor, link)


def senses_as_in_source(sensor: Sensor, link: Link, felt: Sequence[int]) -> bool:
    """Return whether a contact sensor senses with the shapes that it has in the source: its own, or all of its body."""
    names = sensor.contact.collisions if sensor.contact is not None else ()
    mine = {collision.name for collision in link.collisions if not collision.sensing_only}
    return len(felt) == len(names) or (not felt and set(names) == mine)


def report_contact_shapes(writing: Writing, sensor: Sensor, link: Link) -> None:
    """Report a contact sensor that senses with more shapes than in the source."""
    names = sensor.contact.collisions if sensor.contact is not None else ()
    writing.report(
        SENSOR_CONTACT_APPROXIMATED,
        sensor,
        about=names,
        subject=f"{writing.path(link)}::{sensor.name or 'contact'}",
        value=", ".join(names),
        target="all shapes of the body",
    )


def pose_in_sensor(sensor: Placed, shape: Placed) -> Placed:
    """Return the pose of a shape in its sensor, both given in the link. 13 digits keep it stable there and back."""
    X_LS, X_LC = sensor.pose, shape.pose
    if X_LS.is_identity:
        return shape
    X_SC = X_LS.inverse() @ X_LC
    x, y, z = (float(f"{part:.13g}") if abs(part) > 1e-13 else 0.0 for part in X_SC.position)
    X_SC = derived(Pose((x, y, z), X_SC.rotation), X_LS, X_LC)
    return Placed(pose_made_of(X_SC, (X_LS, X_LC.position), (X_LS.rotation, X_LC.rotation)), computed=True)


def write_qualities(writing: Writing, out: Element, sensor: Sensor, index: int) -> None:
    match out.tag:
        case "Camera" | "ObjectSegmentedImageSensor":
            write_optics(writing, out, sensor, sensor.cameras[index])
        case "DepthImageSensor" if sensor.lidar is not None and sensor.type == "lidar":
            write_lidar(writing, out, sensor, sensor.lidar)
        case "DepthImageSensor":
            camera = sensor.cameras[index]
            write_optics(writing, out, sensor, camera)
            write_range(out, camera.near, camera.far)
        case "SingleDistanceSensor":
            if sensor.beam is not None:
                write_range_of(out, sensor.beam.range)
                if sensor.beam.shape is not None:
                    out.omit_if(sensor.beam.shape, "ray")
        case "ApproxDistanceSensor":
            write_sonar(writing, out, sensor)


def write_optics(writing: Writing, out: Element, sensor: Sensor, camera: Camera) -> None:
    """Write the optics of a camera. The opening angles are independent; without a vertical one, pixels are square."""
    width, height, opening = camera.width or 640, camera.height or 480, camera.horizontal_fov or math.radians(60)
    out.set("imageWidth", count(width))
    out.set("imageHeight", count(height))
    out.set("angleX", angle(opening))
    vertical = camera.vertical_fov
    if vertical is None:
        square = Computed(2 * math.atan(math.tan(min(opening, 3.1) / 2) * height / width))
        vertical = made_of(square, (opening, height, width))
    out.set("angleY", angle(vertical))
    missing = [name for name in ("width", "height", "horizontal_fov") if getattr(camera, name) is None]
    if missing:
        writing.report(
            SENSOR_CAMERA_DEFAULTED,
            sensor,
            target=f"{width} x {height} pixels, {angle_text(opening)}",
            missing=", ".join(name.replace("_fov", " field of view") for name in missing),
        )


def write_lidar(writing: Writing, out: Element, sensor: Sensor, lidar: Lidar) -> None:
    """Write a row of rays, symmetric about +x. SimRobot has one row only."""
    horizontal, vertical = lidar.horizontal, lidar.vertical
    assert horizontal is not None
    out.set("imageWidth", count(horizontal.samples or 1))
    out.set("angleX", angle(_opening(writing, sensor, horizontal)))
    if vertical is not None and (vertical.samples is None or vertical.samples == 1):
        if vertical.samples is not None:
            out.omit(vertical.samples, 1)
        out.set("angleY", angle(_opening(writing, sensor, vertical)))
    else:
        out.set("angleY", angle(math.radians(1.0)))
        if vertical is not None:
            report_rows(writing, sensor, vertical)
    write_range_of(out, lidar.range)
    out.set("projection", constant("spherical"))


def report_rows(writing: Writing, sensor: Sensor, vertical: Scan) -> None:
    """Report several rows of rays, of which only one around the middle is written."""
    writing.report(
        SENSOR_SCAN_APPROXIMATED,
        sensor,
        about=vertical,
        subject=f"{sensor.name or 'lidar'}",
        value=f"{vertical.samples} rows",
        target="one row, straight ahead",
        why="A DepthImageSensor of SimRobot has one row where its rays spread evenly.",
        fix="Add one sensor per row, each turned about y.",
    )


def _opening(writing: Writing, sensor: Sensor, scan: Scan) -> float:
    lower, upper = scan.lower, scan.upper
    if lower is None or upper is None:
        return math.radians(1.0)
    opening, middle = upper - lower, (upper + lower) / 2
    if abs(middle) > 1e-12:
        writing.report(
            SENSOR_SCAN_APPROXIMATED,
            sensor,
            about=(lower, upper),
            value=f"{angle_text(lower)} to {angle_text(upper)}",
            target=f"{angle_text(opening)} about the x axis",
            why="The rays of a sensor of SimRobot are symmetric about its x axis.",
            fix=f"Turn the sensor by {angle_text(middle)}.",
        )
    return made_of(Computed(opening) if opening > 0 else math.radians(1.0), (lower, upper))


def opening_of(beam: Beam) -> float | None:
    """Return the full horizontal opening (rad) of a beam: as stated, or by its radius at the far end."""
    reach = beam.range.upper if beam.range is not None else None
    if beam.horizontal_angle is not None:
        return beam.horizontal_angle
    if not beam.radius or not reach or not math.isfinite(reach) or not beam.radius > 0 or not reach > 0:
        return None
    return made_of(Computed(2 * math.atan(beam.radius / reach)), beam.radius, reach)


def write_sonar(writing: Writing, out: Element, sensor: Sensor) -> None:
    """Write a pyramid, for a cone the one around it."""
    beam = sensor.beam
    assert beam is not None
    opening = opening_of(beam)
    assert opening is not None
    across = opening if beam.vertical_angle is None else beam.vertical_angle
    if beam.shape is not None:
        out.omit_if(beam.shape, "pyramid")
    if beam.shape == "cone":
        writing.report(
            SENSOR_BEAM_APPROXIMATED,
            sensor,
            level="note",
            about=(beam.shape, beam.radius),
            subject=f"{sensor.name or 'sonar'}",
            value=f"a cone of {angle_text(opening)}",
            target=f"a pyramid of {angle_text(opening)} x {angle_text(across)}",
            why="An ApproxDistanceSensor of SimRobot senses in a pyramid.",
        )
    write_range_of(out, beam.range)
    out.set("angleX", angle(opening))
    out.set("angleY", angle(across))


def write_range_of(out: Element, reach: Range | None) -> None:
    if reach is not None:
        write_range(out, reach.lower, reach.upper)


def write_range(out: Element, lower: float | None, upper: float | None) -> None:
    if lower is not None:
        if lower:
            out.set("min", length(lower))
        else:
            out.omit(lower, 0.0)
    if upper is not None:
        if upper != FARTHEST:
            out.set("max", length(upper))
        else:
            out.omit(upper, FARTHEST)
