"""Perceptors: sensors at their Transform or in a joint. Cameras look along +y of the Transform."""

from __future__ import annotations

import math

from scenec import ir
from scenec.converters.rsg.read.context import FORMAT_NAME, Part, Place, Reading, pose_or_none, stands_by_itself
from scenec.converters.rsg.read.program.nodes import Node, composed
from scenec.converters.rsg.vocabulary import IN_BATTERY
from scenec.ir.pose import Pose, Rotation
from scenec.trace import derived

TYPES = {
    "GyroRatePerceptor": "gyroscope",
    "Accelerometer": "accelerometer",
    "ForceResistancePerceptor": "force_torque",
    "TouchPerceptor": "contact",
    "VisionPerceptor": "logical_camera",
    "RestrictedVisionPerceptor": "logical_camera",
    "ImagePerceptor": "camera",
    "SonarPerceptor": "sonar",
    "GPS": "navsat",
    "HingePerceptor": "joint_state",
    "UniversalJointPerceptor": "joint_state",
    "Hinge2Perceptor": "joint_state",
    "AngularMotorPerceptor": "motor_state",
}
"""Class -> sensor type of the scene. All others are ``other:<class>``."""

LOOKING = ("VisionPerceptor", "RestrictedVisionPerceptor", "ImagePerceptor", "Camera")
X_ALONG_Y = Pose(rotation=Rotation.from_rpy(0.0, 0.0, math.pi / 2))
"""A frame whose +x is the +y of the frame around it."""


def read_perceptor(node: Node, place: Place, reading: Reading) -> None:
    home, pose = reading.home(place)
    looking = node.cls.name in LOOKING
    X = composed(pose, X_ALONG_Y) if looking else pose
    home.sensors.append(sensor(node, X, reading, in_battery(node, home)))


def in_battery(node: Node, home: Part) -> tuple[ir.Extra, ...]:
    """Return extras that say in which battery of its link a perceptor stands."""
    battery = next((each for each in node.above() if each.cls.name == "Battery"), None)
    places = [index for index, each in enumerate(home.batteries) if battery is not None and each.origin is battery.origin]
    return tuple(ir.Extra(format=FORMAT_NAME, key=f"{IN_BATTERY}{index}]", origin=node.origin) for index in places)


def read_joint_sensor(node: Node, reading: Reading) -> ir.Sensor:
    return sensor(node, Pose(), reading)


def sensor(node: Node, pose: Pose, reading: Reading, around: tuple[ir.Extra, ...] = ()) -> ir.Sensor:
    kind = TYPES.get(node.cls.name, f"other:{node.cls.name}")
    camera = read_optics(node, reading)
    beam, used = read_beam(node, reading)
    own = [call.name for call in node.calls if call.name not in ("setName", *_OPTICS, *used)]
    extras = [*reading.raw_calls(node, tuple(own)), *(reading.raw(child) for child in node.children if not stands_by_itself(child))]
    return ir.Sensor(
        name=reading.name_of(node),
        type=derived(kind, node.written),
        native_type=node.cls.name,
        pose=pose_or_none(pose),
        cameras=(camera,) if camera is not None else (),
        beam=beam,
        quantity="position" if kind == "joint_state" else None,
        extras=(*extras, *around),
        use=reading.use_of(node.use),
        origin=node.origin,
    )


_OPTICS = ("setFOV", "setZNear", "setZFar", "setResolution", "setViewCones", "setViewport")


def read_optics(node: Node, reading: Reading) -> ir.Camera | None:
    """Read the optics of a camera, or of a sensor that sees objects."""
    resolution, cones = reading.values(node, "setResolution"), reading.values(node, "setViewCones")
    viewport = reading.values(node, "setViewport")
    if node.cls.name not in ("ImagePerceptor", "Camera") and cones is None:
        return None
    size = resolution[:2] if resolution else viewport[2:4] if viewport else (None, None)
    extras = reading.raw_calls(node, ("setViewport",)) if viewport and any(viewport[:2]) else ()
    if viewport and not extras:
        reading.remarks.consumed(*(value_id for value in viewport[:2] for value_id in getattr(value, "ids", ())))
    return ir.Camera(
        width=size[0],
        height=size[1],
        horizontal_fov=cones[0] if cones else reading.first(node, "setFOV", math.radians(60.0)),
        vertical_fov=cones[1] if cones else None,
        near=reading.first(node, "setZNear", 1.0 if node.cls.name == "Camera" else None),
        far=reading.first(node, "setZFar", 100000.0 if node.cls.name == "Camera" else None),
        extras=tuple(extras),
        origin=node.origin,
    )


def read_beam(node: Node, reading: Reading) -> tuple[ir.Beam | None, tuple[str, ...]]:
    """Read the cone of a sonar. Returns it, and the methods that it was read from."""
    if node.cls.name != "SonarPerceptor":
        return None, ()
    bounds, cone = reading.values(node, "setRange"), reading.first(node, "setSenseCone")
    reach = ir.Range(lower=bounds[0], upper=bounds[1], origin=node.origin) if bounds else None
    return ir.Beam(shape="cone", horizontal_angle=cone, vertical_angle=cone, range=reach, origin=node.origin), ("setRange", "setSenseCone")


def read_camera(node: Node, place: Place, reading: Reading) -> None:
    """Read a camera of the user's window, as a camera sensor at its place."""
    home, pose = reading.home(place)
    own = tuple(call.name for call in node.calls if call.name not in ("setName", *_OPTICS))
    camera = read_optics(node, reading)
    home.sensors.append(
        ir.Sensor(
            name=reading.name_of(node),
            type=derived("camera", node.written),
            native_type=node.cls.name,
            pose=pose_or_none(composed(pose, X_ALONG_Y)),
            cameras=(camera,) if camera is not None else (),
            extras=(*reading.raw_calls(node, own), *(reading.raw(child) for child in node.children if not stands_by_itself(child))),
            use=reading.use_of(node.use),
            origin=node.origin,
        )
    )
