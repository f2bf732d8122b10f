"""Perceptors of links. Cameras look along +y of their Transform, which is turned back for it."""

from __future__ import annotations

import math

from scenec.accounting.lens import unwrap
from scenec.converters.rsg.turns import degrees_text
from scenec.converters.rsg.vocabulary import node_class
from scenec.converters.rsg.write_context import Placed, Writing, about_com, inside
from scenec.converters.rsg.write_values import number
from scenec.ir.link import Link
from scenec.ir.pose import Pose, Rotation, Vec3
from scenec.ir.sensor import Camera, Sensor
from scenec.syntax.sexp_printing import SList

CLASSES = {
    "camera": ("ImagePerceptor",),
    "gyroscope": ("GyroRatePerceptor",),
    "accelerometer": ("Accelerometer",),
    "imu": ("GyroRatePerceptor", "Accelerometer"),
    "contact": ("TouchPerceptor",),
    "force_torque": ("ForceResistancePerceptor",),
    "navsat": ("GPS",),
}
"""Type of the scene -> what SimSpark has for it."""

INWARD = ("GyroRatePerceptor", "Accelerometer", "TouchPerceptor", "ForceResistancePerceptor")
"""What only a body can have."""

ALONG_Y = frozenset({"ImagePerceptor", "Camera", "VisionPerceptor", "RestrictedVisionPerceptor"})
X_LOOKING = Pose(rotation=Rotation.from_rpy(0.0, 0.0, -math.pi / 2))
"""A Transform whose +y is ahead, in the sensing frame, whose +x is."""


def classes_of(sensor: Sensor) -> tuple[str, ...]:
    """The perceptors for a sensor; those of SimSpark that nobody else has go by their own name."""
    kind, _, native = sensor.type.partition(":")
    if kind == "other":
        known = node_class(native)
        return (known.name,) if known is not None and known.group == "perceptor" else ()
    if kind == "camera" and len(sensor.cameras) != 1:
        return ()
    return CLASSES.get(sensor.type, ())


def write_sensor(writing: Writing, holder: SList, sensor: Sensor, link: Link, com: Vec3, *, moving: bool) -> None:
    """A sensor of a link. What SimSpark has nothing for stays unread, and so do sensors of motion on what never moves."""
    bare = unwrap(sensor)
    classes = classes_of(bare)
    if not classes or (not moving and classes[0] in INWARD):
        return
    _ = sensor.type
    placed = about_com(writing.within(sensor, unwrap(link).id), com)
    if classes[0] in ALONG_Y:
        placed = Placed(placed.pose @ X_LOOKING, placed.computed)
    holder = inside(holder, placed)
    for name in classes:
        out = holder.add("nd", name)
        writing.name(out, sensor)
        if name == "ImagePerceptor":
            write_optics(out, sensor.cameras[0])
    if len(classes) > 1:
        writing.tell(
            sensor,
            "sensor-imu-split",
            "converted",
            "note",
            "sensing",
            about=bare.type,
            subject=writing.part(unwrap(link).id, sensor, bare.type),
            value="imu",
            target=" and ".join(classes),
            because="SimSpark has a perceptor for each half",
            consequence="programs must read both; there is no orientation",
        )


def write_optics(out: SList, camera: Camera) -> None:
    if camera.width is not None and camera.height is not None:
        out.add("setResolution", str(int(camera.width)), str(int(camera.height)))
    if camera.horizontal_fov is not None:
        out.add("setFOV", degrees_text(camera.horizontal_fov))
    if camera.near is not None:
        out.add("setZNear", number(camera.near))
    if camera.far is not None:
        out.add("setZFar", number(camera.far))
