"""The profile of SimRobot: joints, shapes, sensors, lights, its defaults, and the adaptations that bring a scene into that range."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from scenec.converters.common.implied import ONE_ENGINE, Table, beyond
from scenec.converters.common.options import READY, SHAPE_DENSITY
from scenec.ir.joint import Joint

if TYPE_CHECKING:
    from scenec.converters.format import Adaptation, SourceFormat, WriteOptions
    from scenec.ir.joint import Actuator
    from scenec.ir.link import Link
    from scenec.ir.sensor import Sensor

CORE2, CORE3 = "core2", "core3"

# ---------------------------------------------------------------- defaults

GRAVITY = -9.80665
"""Along z (m/s^2)."""
STEP = 0.01
"""s."""
FRICTION = 1.0
"""Of two materials that do not list each other."""
CAMERA_NEAR, CAMERA_FAR = 0.01, 500.0
"""Clip distances of all cameras (m); no attribute changes them."""
FARTHEST = 999999.0
"""Maximum range of a distance sensor (m)."""

# ---------------------------------------------------------------- elements

JOINTS: Mapping[str, str] = {"revolute": "Hinge", "continuous": "Hinge", "prismatic": "Slider"}
"""Type of a joint -> element. Only these joints carry a body, each with one axis."""

SWITCHED = ("revolute",)
"""Types of joints whose limits the older core can switch off. The MuJoCo core enforces all limits."""

MOTORS: Mapping[str, str] = {"position": "ServoMotor", "velocity": "VelocityMotor"}
"""Command of an actuator -> element. An axis has one motor at most."""
ELECTRIC = ("T", "D", "K")
"""Values of a PT2Motor, which only SimRobot has."""
MAX_EFFORT, MAX_VELOCITY, GAIN = 1000.0, 100.0, 10.0
"""Of a motor whose source states none (N m or N, rad/s or m/s, 1/s)."""

COLLISION_SHAPES: Mapping[str, str] = {
    "Box": "BoxGeometry",
    "Sphere": "SphereGeometry",
    "Cylinder": "CylinderGeometry",
    "Capsule": "CapsuleGeometry",
    "Torus": "TorusGeometry",
}
"""Shape -> element. The MuJoCo core has no torus; a plane is written as a large box."""

VISUAL_SHAPES: Mapping[str, str] = {
    "Box": "BoxAppearance",
    "Sphere": "SphereAppearance",
    "Cylinder": "CylinderAppearance",
    "Capsule": "CapsuleAppearance",
    "MeshShape": "ComplexAppearance",
}
"""Shape -> element. A plane is written as a thin box."""

LIGHTS: Mapping[str, str] = {"directional": "DirLight", "point": "PointLight", "spot": "SpotLight"}
"""Type of a light -> element."""

SENSORS: Mapping[str, tuple[str, ...]] = {
    "camera": ("Camera",),
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
"""Type of a sensor -> elements. The MuJoCo core has no ApproxDistanceSensor."""


def sensor_type(sensor: Sensor, holder: Link | Joint) -> str:
    """Return the type that SimRobot has for a sensor of a link, "" for none. Cameras have no lens. Joints have no sensors."""
    kind = "camera" if sensor.type == "wide_angle_camera" else str(sensor.type)
    return kind if kind in SENSORS or isinstance(holder, Joint) else ""


BODY_SENSORS = ("Gyroscope", "Accelerometer", "CollisionSensor")
"""Elements that only a body can have."""

# ---------------------------------------------------------------- adaptations

UNLIMITED = 1e16
"""Bounds from here on stand for none."""
LEAST_MASS_SHARE = 1e-3
"""Least mass of a body, as a share of its heaviest neighbour's. ODE was seen to fail at 1e-4 and below."""

LEAST_MASS = LEAST_MOMENT = 1e-14
"""kg, and kg m^2: MuJoCo refuses moving bodies with masses and moments below 1e-15 (mjMINVAL)."""

BASE_MASS_SHARE = 1e3
"""Mass of the base of a chain on the world, per mass of what hangs on it. SimRobotCore3 crashes on a chain without a base. With 1e2, a
base was seen to move by 1 mm; with 1e4, joints without motors fell too slowly, as MuJoCo's solver stops early beside large inertias."""
MOST_TREES = 31
"""Trees of free bodies that SimRobotCore3 has collision groups for (Geometry.cpp: group 0 is the static world, and 32 are too many)."""


@cache
def collision_shapes(version: str) -> tuple[str, ...]:
    """Return the shapes that collide in a core, with the plane, which is written as a box."""
    return (*(shape for shape in COLLISION_SHAPES if version != CORE3 or shape != "Torus"), "Plane")


def is_electric(joint: Joint, actuator: Actuator) -> bool:
    """Return whether the older core has an actuator as PT2Motor, which has no gain."""
    keys = {extra.key for extra in actuator.extras if extra.format == "simrobot"}
    return actuator.kind == "PT2Motor" and JOINTS.get(joint.type) == "Hinge" and any(f"PT2Motor/{key}" in keys for key in ELECTRIC)


def adaptations(options: WriteOptions, source: SourceFormat) -> tuple[Adaptation, ...]:
    """Return the steps that bring a scene into SimRobot's range.

    SimRobot's own scenes are in its range, even where they state what it objects to. source.restored: the scene came back to SimRobot
    from a file of another format, so bodies without mass stay as they were.
    """
    friction: tuple[Adaptation, ...] = ("surfaces_to_friction_table",)
    if options.version == CORE3:
        to_table: Adaptation = ("surfaces_to_friction_table", {"native_law": "max"})
        friction = (to_table, ("friction_table_to_surfaces", {"law": "max", "may_be_unset": True, "native_engine": "mujoco"}))
    collisions: Adaptation = ("collisions_to_primitives", {"touched": collision_shapes(options.version)})
    motors: Adaptation = (
        "complete_motors",
        {
            "kinds": tuple(JOINTS),
            "commands": tuple(MOTORS),
            "single": True,
            "effort": MAX_EFFORT,
            "velocity": MAX_VELOCITY,
            "gain": GAIN,
            "made": options.motors,
            "gainless": None if options.version == CORE3 else is_electric,
        },
    )
    ready: tuple[Adaptation, ...] = ("floor_and_light",) if READY.of(options) else ()
    limits: Adaptation = ("limits_to_active", {"switched": () if options.version == CORE3 else SWITCHED})
    if source.file == "simrobot":
        if options.version == CORE3:  # where a motor that makes torques becomes a servo, which needs a gain
            weighing = () if source.restored else masses(options, native_engine="mujoco")
            return (*ready, motors, collisions, "shapes_without_extent", *weighing, *friction, bases(native_engine="mujoco"))
        return (*ready, "shapes_without_extent", *((motors,) if options.motors else ()), *friction)
    chains: tuple[Adaptation, ...] = ("joints_to_chains",) if options.adapt_joints else ()
    return (
        *ready,
        "gears_to_joints",
        "inertias_to_numbers",
        "numbers_to_finite",
        collisions,
        "visuals_to_meshes",
        "mesh_files_to_inline",
        "shapes_without_extent",
        "merge_fixed_joints",
        *chains,
        ("joints_to_tree", {"kinds": tuple(JOINTS)}),
        "ends_to_links",
        "axes_to_joints",
        limits,
        *((("servos_of_robots", {"gain": GAIN}),) if ready and not options.motors else ()),
        motors,
        *masses(options)[source.restored :],
        *friction,
        ("sensors_to_types", {"type_of": sensor_type}),
        *((bases(),) if options.version == CORE3 else ()),
    )


def masses(options: WriteOptions, native_engine: str = "") -> tuple[Adaptation, Adaptation]:
    """Return the steps for masses and for tensors. Both cores read numbers in single precision. ODE needs positive definite tensors, MuJoCo
    also moments that are no larger than the sum of the others. native_engine: scenes of it stay as they are."""
    core3 = options.version == CORE3
    weighing = {"share": LEAST_MASS_SHARE, "density": SHAPE_DENSITY.of(options), "named": True, "native_engine": native_engine}
    tensors = {"single": True, "native_engine": native_engine}
    if core3:
        weighing |= {"least": LEAST_MASS, "least_moment": LEAST_MOMENT}
        tensors |= {"triangle": True, "least": LEAST_MOMENT}
    return ("massless_links", weighing), ("inertias_to_definite", tensors)


def bases(native_engine: str = "") -> Adaptation:
    """Return the step for chains of joints on the world, on which SimRobotCore3 crashes. native_engine: scenes of it stay as they are."""
    parameters = {"kinds": tuple(JOINTS), "share": BASE_MASS_SHARE, "most_trees": MOST_TREES, "native_engine": native_engine}
    return "world_chains_to_bases", parameters


# ---------------------------------------------------------------- implied values


def _no_maximum(value: float) -> bool:
    """Whether a maximum effort or velocity means that there is none; SDFormat states -1 for that."""
    return value < 0 or beyond(UNLIMITED)(value)


IMPLIED: Table = {
    **ONE_ENGINE,
    ("Scene", "friction_law"): "table",
    ("Scene", "friction_default"): FRICTION,
    ("PhysicsProfile", "engine"): lambda engine: engine in ("ode", "mujoco"),  # each core has one engine, so the version states it
    ("SolverSettings", "type"): "world",
    ("Model", "self_collide"): False,
    ("Link", "self_collide"): False,
    ("Surface", "restitution"): 0.0,
    ("Surface", "mu"): 1.0,
    ("Surface", "mu2"): 1.0,
    ("Limits", "effort"): _no_maximum,
    ("Limits", "velocity"): _no_maximum,
    ("Spot", "inner_angle"): 0.0,
    ("Spot", "falloff"): 1.0,
    ("Spot", "exponent"): 0.0,
    ("Scan", "resolution"): 1.0,
    ("Camera", "near"): CAMERA_NEAR,
    ("Camera", "far"): CAMERA_FAR,
    ("Beam", "shape"): lambda shape: False,
}
"""(class, field) -> the value that a file without it means, or a test of such a value; see `scenec.accounting.settle.Implied`."""

IMPLIED_BY_CORE3: Table = {
    ("Scene", "friction_law"): "max",
    ("Material", "metallic"): 0.0,
    ("Material", "specular"): (0.0, 0.0, 0.0, 1.0),
    ("Material", "shininess"): 1.0,
    ("Material", "emissive"): (0.0, 0.0, 0.0, 1.0),
    ("Light", "ambient"): (0.0, 0.0, 0.0, 1.0),
    ("Light", "specular"): (1.0, 1.0, 1.0, 1.0),
}


def implied(version: str) -> Table:
    """Return the implied values of a version."""
    return IMPLIED | IMPLIED_BY_CORE3 if version == CORE3 else IMPLIED
