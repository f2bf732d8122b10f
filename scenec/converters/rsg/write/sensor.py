"""Perceptors of links. Cameras look along +y of their Transform, so it is rotated."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Protocol

from scenec.converters.common.findings import SENSOR_POSE_APPROXIMATED
from scenec.converters.common.write_context import HERE, Placed, claim_idle, pose_made_of
from scenec.converters.rsg.angles import turn_text
from scenec.converters.rsg.findings import writing as rows
from scenec.converters.rsg.profile import perceptors_of
from scenec.converters.rsg.vocabulary import IN_BATTERY
from scenec.converters.rsg.write.context import LEVEL, Writing, inside, relative_to_com, requires_transform
from scenec.converters.rsg.write.extras import write_calls, write_nodes
from scenec.converters.rsg.write.values import count, degrees, number
from scenec.ir.link import Link
from scenec.ir.pose import Pose, Rotation, Vec3
from scenec.ir.sensor import Camera, Sensor
from scenec.syntax.kinds import shown
from scenec.syntax.said import constant
from scenec.syntax.sexp_printing import SList
from scenec.trace import made_of


class Holder(Protocol):
    """Makes the list for a part at a place."""

    def at(self, placed: Placed) -> SList: ...


Site = SList | Holder

BESIDE_BODY = ("GyroRatePerceptor", "Accelerometer")
"""Perceptors that use the RigidBody of their nearest Transform. The server crashes without one."""

INWARD = ("GyroRatePerceptor", "Accelerometer", "TouchPerceptor", "ForceResistancePerceptor")
"""Perceptors that only a moving link can have."""

ALONG_Y = frozenset({"ImagePerceptor", "Camera", "VisionPerceptor", "RestrictedVisionPerceptor"})
X_LOOKING = Pose(rotation=Rotation.from_rpy(0.0, 0.0, -math.pi / 2))
"""A Transform whose +y is the +x of the sensor frame."""


def write_sensor(writing: Writing, site: Site, sensor: Sensor, link: Link, com: Vec3) -> None:
    """Write a sensor of a link, unless SimSpark has none there. site: the Transform of the link, or the site of a static link."""
    classes = perceptors_of(sensor, native=writing.request.source_format in ("rsg", "ir"))
    if not classes:
        return
    if not isinstance(site, SList) and classes[0] in INWARD and not writing.is_own:
        called = writing.part(link.id, sensor)
        writing.report(rows.SENSOR_ON_FIXED_LINK_DROPPED, sensor, about=sensor, subject=called, value=sensor.type)
        return
    placed = relative_to_com(writing.within(sensor, link.id), com)
    if classes[0] in ALONG_Y:
        placed = Placed(pose_made_of(placed.pose @ X_LOOKING, placed.pose.position, placed.pose.rotation), placed.computed)
    if isinstance(site, SList) and classes[0] == "TouchPerceptor" and not writing.is_own and requires_transform(placed):
        _report_idle_offset(writing, sensor, writing.part(link.id, sensor))
        placed = Placed(HERE)
    if isinstance(site, SList) and classes[0] in BESIDE_BODY and requires_transform(placed):
        _report_offset(writing, sensor, writing.part(link.id, sensor), placed)
        placed = Placed(HERE)
    if classes[0] == "ImagePerceptor" and not writing.is_own:
        _report_rendering(writing, sensor, writing.part(link.id, sensor))
    for name in classes:
        holder = inside(site, placed) if isinstance(site, SList) else site.at(placed)
        out = holder.add("nd", constant(name), says=(sensor.type, *_shape_of_beam(sensor, name)))
        writing.name(out, sensor)
        if sensor.cameras:
            write_optics(out, sensor.cameras[0])
        if name == "SonarPerceptor":
            write_cone(out, sensor)
        write_calls(out, sensor.extras)
        write_nodes(out, sensor.extras)
    if len(classes) > 1:
        called = writing.part(link.id, sensor)
        writing.report(
            rows.SENSOR_IMU_SPLIT,
            sensor,
            about=sensor.type,
            subject=called,
            value="imu",
            target=f"{' and '.join(classes)}, listed as {called} and {called}_2",
        )


def _report_offset(writing: Writing, sensor: Sensor, called: str, placed: Placed) -> None:
    claim_idle(writing.request, sensor.relative_to)
    x, y, z = (shown(float(f"{part:.6g}")) for part in placed.pose.position)
    turned = turn_text(placed.pose.rotation)
    angles = f", turned by {'° '.join(turned)}°" if turned != LEVEL else ""
    writing.report(
        SENSOR_POSE_APPROXIMATED,
        sensor,
        about=sensor.pose,
        subject=called,
        value=f"{x} {y} {z} m from the centre of mass{angles}",
        target="the centre of mass, along the axes of the link",
        why="A gyro or accelerometer of SimSpark measures the motion of the RigidBody beside it.",
        frame="the centre of mass of its link",
    )


def _report_idle_offset(writing: Writing, sensor: Sensor, called: str) -> None:
    claim_idle(writing.request, sensor.relative_to)
    writing.report(
        SENSOR_POSE_APPROXIMATED,
        sensor,
        level="note",
        about=sensor.pose,
        subject=called,
        value="contact",
        target="the centre of mass of its link",
        why="A TouchPerceptor stands beside the colliders of its link, and reports what they touch.",
        frame="its link",
    )


def _report_rendering(writing: Writing, sensor: Sensor, called: str) -> None:
    writing.report(
        rows.SENSOR_RENDER_SERVER_NEEDED,
        sensor,
        subject=called,
        target="ImagePerceptor",
    )


def battery_of(sensor: Sensor) -> int | None:
    """Return the number of the battery that a perceptor stands in, None if it stands in none."""
    for extra in sensor.extras:
        if extra.format == "rsg" and extra.key.startswith(IN_BATTERY):
            return int(extra.key.removeprefix(IN_BATTERY).removesuffix("]"))
    return None


def write_optics(out: SList, camera: Camera) -> None:
    """Write the field of view (degrees) of a sensor that sees objects; of a camera also its size and clipping planes."""
    if out.atoms[1] == "RestrictedVisionPerceptor":
        if camera.horizontal_fov is not None and camera.vertical_fov is not None:
            out.add("setViewCones", degrees(camera.horizontal_fov), degrees(camera.vertical_fov))
        return
    if camera.width is not None and camera.height is not None:
        if out.atoms[1] == "ImagePerceptor":
            out.add("setResolution", count(camera.width), count(camera.height))
        elif not any(extra.key == "Camera/setViewport" for extra in camera.extras):
            out.add("setViewport", constant("0"), constant("0"), count(camera.width), count(camera.height))
    if camera.horizontal_fov is not None:
        out.add("setFOV", degrees(camera.horizontal_fov))
    if camera.near is not None:
        out.add("setZNear", number(camera.near))
    if camera.far is not None:
        out.add("setZFar", number(camera.far))
    write_calls(out, camera.extras)


def _shape_of_beam(sensor: Sensor, name: str) -> Iterator[object]:
    """Yield the shape of a beam if a perceptor of this class has it."""
    if name == "SonarPerceptor" and sensor.beam is not None and sensor.beam.shape == "cone":
        yield sensor.beam.shape


def write_cone(out: SList, sensor: Sensor) -> None:
    beam = sensor.beam
    if beam is None:
        return
    if beam.range is not None and beam.range.lower is not None and beam.range.upper is not None:
        out.add("setRange", number(beam.range.lower), number(beam.range.upper))
    if beam.horizontal_angle is not None:
        angle, other = beam.horizontal_angle, beam.vertical_angle
        out.add("setSenseCone", degrees(made_of(angle, (angle, other)) if other == angle else angle))
