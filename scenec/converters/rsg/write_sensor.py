"""Perceptors of links. Cameras look along +y of their Transform, which is turned back for it."""

from __future__ import annotations

import math
from typing import Protocol

from scenec.accounting.lens import unwrap
from scenec.converters.common.write_context import Placed
from scenec.converters.rsg.turns import degrees_text
from scenec.converters.rsg.vocabulary import node_class
from scenec.converters.rsg.write_context import Writing, about_com, inside
from scenec.converters.rsg.write_extras import write_calls, write_nodes
from scenec.converters.rsg.write_values import number
from scenec.ir.link import Link
from scenec.ir.pose import Pose, Rotation, Vec3
from scenec.ir.sensor import Camera, Sensor
from scenec.syntax.sexp_printing import SList


class Holder(Protocol):
    """What makes a list for a part at a place."""

    def at(self, placed: Placed) -> SList: ...


Site = SList | Holder

CLASSES = {
    "camera": ("ImagePerceptor",),
    "gyroscope": ("GyroRatePerceptor",),
    "accelerometer": ("Accelerometer",),
    "imu": ("GyroRatePerceptor", "Accelerometer"),
    "contact": ("TouchPerceptor",),
    "force_torque": ("ForceResistancePerceptor",),
    "navsat": ("GPS",),
    "sonar": ("SonarPerceptor",),
}
"""Type of the scene -> what SimSpark has for it."""

INWARD = ("GyroRatePerceptor", "Accelerometer", "TouchPerceptor", "ForceResistancePerceptor")
"""What only a body can have."""

ALONG_Y = frozenset({"ImagePerceptor", "Camera", "VisionPerceptor", "RestrictedVisionPerceptor"})
X_LOOKING = Pose(rotation=Rotation.from_rpy(0.0, 0.0, -math.pi / 2))
"""A Transform whose +y is ahead, in the sensing frame, whose +x is."""


def classes_of(writing: Writing, sensor: Sensor) -> tuple[str, ...]:
    """The perceptors for a sensor; those of SimSpark that nobody else has go by their own name, which a neutral scene keeps."""
    kind, _, native = sensor.type.partition(":")
    own = str(sensor.native_type) if writing.request.source_format in ("rsg", "ir") and sensor.native_type is not None else native
    known = node_class(own) if own else None
    if known is not None and known.group in ("perceptor", "camera"):
        return (known.name,)
    if kind == "camera" and len(sensor.cameras) != 1:
        return ()
    if kind == "sonar" and (sensor.beam is None or sensor.beam.horizontal_angle is None):
        return ()
    return CLASSES.get(sensor.type, ())


def write_sensor(writing: Writing, site: Site, sensor: Sensor, link: Link, com: Vec3) -> None:
    """A sensor of a link. What SimSpark has nothing for is told, and so are sensors of motion on what never moves.
    site: the link's Transform, or where its parts stand if it never moves."""
    bare = unwrap(sensor)
    classes = classes_of(writing, bare)
    moving = isinstance(site, SList)
    if not classes or (not moving and classes[0] in INWARD and not writing.from_rsg):
        writing.tell_sensor(sensor, writing.part(unwrap(link).id, sensor))
        return
    _ = sensor.type
    placed = about_com(writing.within(sensor, unwrap(link).id), com)
    if classes[0] in ALONG_Y:
        placed = Placed(placed.pose @ X_LOOKING, placed.computed)
    for name in classes:
        holder = inside(site, placed) if isinstance(site, SList) else site.at(placed)
        out = holder.add("nd", name)
        writing.name(out, sensor)
        if sensor.cameras:
            write_optics(out, sensor.cameras[0])
        if name == "SonarPerceptor":
            write_cone(out, sensor)
        write_calls(out, sensor.extras)
        write_nodes(out, sensor.extras)
    if len(classes) > 1:
        called = writing.part(unwrap(link).id, sensor)
        writing.tell(
            sensor,
            "sensor-imu-split",
            "converted",
            "note",
            "sensing",
            about=bare.type,
            subject=called,
            value="imu",
            target=f"{' and '.join(classes)}, listed as {called} and {called}_2",
            because="SimSpark has a perceptor for each half",
            consequence="programs must read both; there is no orientation",
        )


def write_optics(out: SList, camera: Camera) -> None:
    """Of what sees objects, the field of view in whole degrees; of what makes images, its size and clipping planes."""
    if out.atoms[1] == "RestrictedVisionPerceptor":
        if camera.horizontal_fov is not None and camera.vertical_fov is not None:
            out.add("setViewCones", degrees_text(camera.horizontal_fov), degrees_text(camera.vertical_fov))
        return
    if camera.width is not None and camera.height is not None:
        if out.atoms[1] == "ImagePerceptor":
            out.add("setResolution", str(int(camera.width)), str(int(camera.height)))
        elif not any(unwrap(extra).key == "Camera/setViewport" for extra in camera.extras):
            out.add("setViewport", "0", "0", str(int(camera.width)), str(int(camera.height)))
    if camera.horizontal_fov is not None:
        out.add("setFOV", degrees_text(camera.horizontal_fov))
    if camera.near is not None:
        out.add("setZNear", number(camera.near))
    if camera.far is not None:
        out.add("setZFar", number(camera.far))
    write_calls(out, camera.extras)


def write_cone(out: SList, sensor: Sensor) -> None:
    beam = sensor.beam
    if beam is None:
        return
    if unwrap(beam).shape == "cone":
        _ = beam.shape
    if unwrap(beam).vertical_angle == unwrap(beam).horizontal_angle:
        _ = beam.vertical_angle
    if beam.range is not None and beam.range.lower is not None and beam.range.upper is not None:
        out.add("setRange", number(beam.range.lower), number(beam.range.upper))
    if beam.horizontal_angle is not None:
        out.add("setSenseCone", degrees_text(beam.horizontal_angle))
