"""The profile of MARS: joints, motors, sensors, surfaces, its defaults, and the adaptations that bring a scene into that range."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from scenec.converters.common.implied import ONE_ENGINE, Table, beyond
from scenec.converters.common.options import SHAPE_DENSITY
from scenec.ir.joint import Joint
from scenec.ir.light import Light
from scenec.ir.pose import Pose

if TYPE_CHECKING:
    from scenec.converters.format import Adaptation, SourceFormat, WriteOptions
    from scenec.ir.base import Color
    from scenec.ir.link import Link
    from scenec.ir.sensor import Sensor

VERSION = "0.2"

# ---------------------------------------------------------------- defaults of the simulator

GRAVITY = (0.0, 0.0, -9.81)
"""A setting of MARS, not part of its scenes (m/s^2)."""
STEP = 0.01
"""A setting of MARS, not part of its scenes (s)."""
BACKGROUND: Color = (0.25, 0.27, 0.48, 1.0)
"""`clearColor` where a scene states none (interfaces/src/GraphicData.cpp)."""
DEFAULT_LIGHT = Light(type="point", pose=Pose((2.0, 2.0, 10.0)), diffuse=(1.0, 1.0, 1.0, 1.0), specular=(1.0, 1.0, 1.0, 1.0))
"""The light of a scene without lights (GraphicsManager::initDefaultLight)."""

# ---------------------------------------------------------------- joints

JOINT_TYPES: Mapping[str, str] = {
    "hinge": "revolute",
    "slider": "prismatic",
    "hinge2": "revolute2",
    "universal": "universal",
    "ball": "ball",
    "fixed": "fixed",
}
"""Type in MARS -> type in the neutral scene."""

JOINT_AXES: Mapping[str, int] = {"hinge": 1, "slider": 1, "hinge2": 2, "universal": 2}
"""Type in MARS -> number of axes that can be driven or limited; 0 for the others."""

WRITTEN_JOINTS: Mapping[str, tuple[str, int]] = {
    "revolute": ("hinge", 1),
    "continuous": ("hinge", 1),
    "prismatic": ("slider", 1),
    "fixed": ("fixed", 0),
    "ball": ("ball", 0),
    "universal": ("universal", 2),
    "revolute2": ("hinge2", 2),
}
"""Type in the neutral scene -> type in MARS, and the number of axes it needs."""

NEARLY_ZERO = 1e-12
"""MARS sets no stops where the lower one is 0. The negative of this is written instead (rad or m)."""
WEAKEST_SPRING = 1e-8
"""MARS ignores springs that are not stiffer (N m/rad or N/m)."""
RIGID_SPRING = 1e9
"""Stiffness of stops that do not yield, where MARS sets stops only with a spring (N m/rad)."""
FAR = 1e15
"""A stop, or a limit of a motor, that is never reached (rad or m; N m or N; rad/s or m/s)."""
LEAST_UNIVERSAL_STOP = 1e-4
"""MARS ignores stops of a universal joint that are not larger (rad)."""


def has_joint(joint: Joint) -> bool:
    """Return whether MARS has joints of this type, and this one has the axes that they need."""
    return joint.type in WRITTEN_JOINTS and len(joint.axes) >= WRITTEN_JOINTS[joint.type][1]


# ---------------------------------------------------------------- motors

MOTOR_COMMANDS: Mapping[str, tuple[str, str]] = {
    "undefined": ("position", "velocity"),
    "PID": ("position", "velocity"),
    "DC": ("velocity", "velocity"),
    "direct_torque": ("effort", "effort"),
}
"""Type in MARS -> command and output of the actuator."""

MOTOR_TYPES: Mapping[str, str] = {"position": "PID", "velocity": "DC", "effort": "direct_torque"}
"""Command of an actuator -> type in MARS."""

DEFAULT_MAX_EFFORT = 1000.0
"""Written for a motor without a maximum effort (N m or N)."""
DEFAULT_GAIN = 10.0
"""Written as `p` for a servo without a gain (1/s)."""

# ---------------------------------------------------------------- sensors

SENSOR_KINDS: Mapping[str, str] = {
    "NodeContact": "contact",
    "NodeContactForce": "contact",
    "NodeIMU": "imu",
    "MotorCurrent": "motor_state",
    "RaySensor": "lidar",
    "RotatingRaySensor": "lidar",
    "MultiLevelLaserRangeFinder": "lidar",
    "CameraSensor": "camera",
    "ScanningSonar": "sonar",
    "HapticField": "other:HapticField",
    "Joint6DOF": "force_torque",
}
"""Type in MARS -> type in the neutral scene. Other sensors of nodes and joints are `link_state` and `joint_state`."""

SENSOR_QUANTITIES: Mapping[str, str] = {
    "JointPosition": "position",
    "JointVelocity": "velocity",
    "JointLoad": "load",
    "JointTorque": "torque",
    "JointAVGTorque": "average torque",
    "NodePosition": "position",
    "NodeRotation": "rotation",
    "NodeVelocity": "velocity",
    "NodeAngularVelocity": "angular velocity",
    "NodeCOM": "centre of mass",
    "NodeContact": "contact",
    "NodeContactForce": "contact force",
    "MotorCurrent": "current",
}
"""Type in MARS -> the quantity that the sensor measures."""

SENSORS_OF_LINKS: Mapping[str, str] = {
    "camera": "CameraSensor",
    "lidar": "RaySensor",
    "imu": "NodeIMU",
    "contact": "NodeContact",
}
"""Type in the neutral scene -> type in MARS."""

SIMILAR_SENSORS: Mapping[str, str] = {
    "depth_camera": "camera",
    "rgbd_camera": "camera",
    "wide_angle_camera": "camera",
    "distance": "lidar",
    "sonar": "lidar",
    "gyroscope": "link_state",
    "accelerometer": "imu",
}
"""Type that MARS does not have -> the most similar type that it has."""

STATE_SENSORS: Mapping[tuple[str, str], str] = {
    ("link_state", "position"): "NodePosition",
    ("link_state", "rotation"): "NodeRotation",
    ("link_state", "velocity"): "NodeVelocity",
    ("link_state", "angular velocity"): "NodeAngularVelocity",
    ("link_state", "centre of mass"): "NodeCOM",
    ("contact", "contact"): "NodeContact",
    ("contact", "contact force"): "NodeContactForce",
    ("joint_state", "position"): "JointPosition",
    ("joint_state", "velocity"): "JointVelocity",
    ("joint_state", "torque"): "JointTorque",
    ("joint_state", "load"): "JointLoad",
    ("joint_state", "average torque"): "JointAVGTorque",
    ("joint_state", ""): "JointPosition",
    ("link_state", ""): "NodePosition",
    ("motor_state", ""): "MotorCurrent",
    ("motor_state", "current"): "MotorCurrent",
}
"""(type, quantity) in the neutral scene -> type in MARS."""

SENSOR_VISUALS: Mapping[str, str] = {"RaySensor": "draw_rays", "CameraSensor": "show_cam", "HapticField": "drawRays"}
"""Type in MARS -> the key that makes its rays or picture visible."""

CAMERA_WIDTH, CAMERA_HEIGHT, CAMERA_OPENING = 640, 480, math.pi / 2
"""Written for a camera that does not state them (pixels, rad)."""
RAYS_OF_A_CONE = 11
"""Number of rays that replace a beam with a width."""


def sensor_type(sensor: Sensor, holder: Link | Joint) -> str:
    """Return the type that MARS has for a sensor of a link or joint, "" for none."""
    kind = str(sensor.type)
    state = STATE_SENSORS.get((kind, sensor.quantity or ""), "")
    of_joint = state.startswith(("Joint", "Motor")) or kind == "force_torque"
    if isinstance(holder, Joint):
        return kind if of_joint else ""
    return kind if not of_joint and (state or kind in SENSORS_OF_LINKS) else SIMILAR_SENSORS.get(kind, "")


# ---------------------------------------------------------------- surfaces

SURFACE_KEYS = (
    ("mu", "cfriction1"),
    ("mu2", "cfriction2"),
    ("soft_erp", "cerp"),
    ("soft_cfm", "ccfm"),
    ("contact_motion1", "cmotion1"),
    ("contact_motion2", "cmotion2"),
    ("slip1", "cfds1"),
    ("slip2", "cfds2"),
    ("restitution", "cbounce"),
    ("bounce_threshold", "cbounce_vel"),
    ("rolling_friction", "rolling_friction"),
    ("rolling_friction2", "rolling_friction2"),
    ("spinning_friction", "spinning_friction"),
)
"""Field of a surface -> key of a node, in the order in which they are written."""

SURFACE_DEFAULTS: Mapping[str, float] = {"cerp": 0.1, "ccfm": 1e-8, "cbounce": 0.0}
"""Defaults of MARS that are always written."""

LARGEST_SURFACE_VALUE = 1e15
"""Written for infinity."""

UNSTATED_FRICTION = 1.0
"""Written for a shape without friction, as SDFormat and SimRobot default to it; the default of MARS is 0.8."""

# ---------------------------------------------------------------- adaptations and implied values

DRAWN_FLAT = ("Box", "Ellipsoid", "Cylinder", "Capsule")
"""Shapes that MARS draws with a size of 0. A node without any size shows nothing, and none collides with a size of 0."""
LEAST_MASS_SHARE = 1e-3
"""Mass of a link that states none, as a share of its heaviest neighbour's: ODE hurls bodies apart that weigh less than that."""


def adaptations(options: WriteOptions, source: SourceFormat) -> tuple[Adaptation, ...]:
    """The steps that bring a scene into the range of MARS, in order. MARS stops the simulation at a moving body without mass or positive
    definite tensor; what a scene of MARS itself states stays."""
    masses: tuple[Adaptation, ...] = (
        ("massless_links", {"share": LEAST_MASS_SHARE, "density": SHAPE_DENSITY.of(options)}),
        "inertias_to_definite",
    )
    own = source.file == "mars" or source.restored
    sizes: Adaptation = ("shapes_without_extent", {"drawn_flat": DRAWN_FLAT})
    motors: Adaptation = (
        "complete_motors",
        {
            "kinds": tuple(kind for kind, (_, axes) in WRITTEN_JOINTS.items() if axes),
            "commands": tuple(MOTOR_TYPES),
            "effort": DEFAULT_MAX_EFFORT,
            "velocity": FAR,
            "gain": DEFAULT_GAIN,
            "made": options.motors,
        },
    )
    return (
        "gears_to_joints",
        "inertias_to_numbers",
        "numbers_to_finite",
        *(() if own else (sizes,)),
        "ends_to_links",
        "limits_to_active",
        *(() if own else masses),
        *(() if own and not options.motors else (motors,)),
        ("friction_table_to_surfaces", {"law": "mean"}),
        *(() if own else (("sensors_to_types", {"type_of": sensor_type, "rays": RAYS_OF_A_CONE}),)),
    )


IMPLIED: Table = {
    **ONE_ENGINE,
    ("Scene", "friction_law"): "mean",
    ("Surface", "friction_model"): "pyramid",
    ("Material", "render_order"): 0.0,
    ("Limits", "lower"): beyond(FAR),
    ("Limits", "upper"): beyond(FAR),
    ("Limits", "effort"): beyond(FAR),
    ("Limits", "velocity"): beyond(FAR),
    ("Spot", "inner_angle"): 0.0,
    ("Spot", "falloff"): 1.0,
    ("Beam", "shape"): lambda shape: False,
}
"""Values that need not be written: (class, field) -> the value, or a test of it; see `scenec.accounting.settle.Implied`."""


def implied(version: str) -> Table:
    """Return the values that need not be written; MARS has one version."""
    return IMPLIED
