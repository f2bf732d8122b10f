"""The profile of RubySceneGraph, with the defaults of SimSpark."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from scenec.converters.common.implied import ONE_ENGINE, Table, beyond
from scenec.converters.common.options import SHAPE_DENSITY
from scenec.converters.rsg.materials import DEFAULT, SHININESS
from scenec.converters.rsg.options import NAME_MAP
from scenec.converters.rsg.vocabulary import node_class
from scenec.ir.joint import Joint
from scenec.ir.light import Light
from scenec.ir.pose import Pose, Vec3

if TYPE_CHECKING:
    from scenec.converters.format import Adaptation, SourceFormat, WriteOptions
    from scenec.ir.link import Link
    from scenec.ir.sensor import Sensor

COLLISION_SHAPES = ("Box", "Sphere", "Capsule", "Plane", "Cylinder")
"""Shapes of collisions that the writer handles. A cylinder becomes a capsule, a box or, as a wheel, a sphere."""
VISUAL_SHAPES = ("Box", "Sphere", "Capsule", "Cylinder", "Ellipsoid", "MeshShape")
"""Shapes of visuals that SimSpark draws. Others become meshes."""
JOINT_TYPES = ("revolute", "continuous", "prismatic", "ball", "universal", "revolute2", "fixed")
"""Types of joints that the format has. The reader treats any of them as an edge of the tree."""

UNLIMITED = 1e16
"""Maxima of joints from this on mean that there is none (N m, N, rad/s, m/s)."""
DRIVEN = ("revolute", "continuous", "universal", "revolute2")
"""Types of joints that an agent can drive: those with effectors."""
COMMANDS = ("position", "velocity")
"""Commands of actuators that become those of effectors."""
MAX_EFFORT = 1000.0
"""Written for a motor whose source states none (N m)."""
LEAST_MASS_SHARE = 1e-3
"""Mass of a body that states none, as a share of its heaviest neighbour's: ODE hurls bodies apart that weigh less than that."""


PERCEPTORS = {
    "camera": ("ImagePerceptor",),
    "gyroscope": ("GyroRatePerceptor",),
    "accelerometer": ("Accelerometer",),
    "imu": ("GyroRatePerceptor", "Accelerometer"),
    "contact": ("TouchPerceptor",),
    "force_torque": ("ForceResistancePerceptor",),
    "navsat": ("GPS",),
    "sonar": ("SonarPerceptor",),
}
"""Sensor type of the scene -> the perceptors of SimSpark."""


def perceptors_of(sensor: Sensor, *, native: bool) -> tuple[str, ...]:
    """Return the classes of perceptors for a sensor of a link. native: a sensor that was SimSpark's keeps its class."""
    kind, _, own = sensor.type.partition(":")
    if native and sensor.native_type is not None:
        own = str(sensor.native_type)
    known = node_class(own) if own else None
    if known is not None and known.group in ("perceptor", "camera"):
        return (known.name,)
    if kind == "camera" and len(sensor.cameras) != 1:
        return ()
    if kind == "sonar" and (sensor.beam is None or sensor.beam.horizontal_angle is None):
        return ()
    return PERCEPTORS.get(sensor.type, ())


def sensor_type(sensor: Sensor, holder: Link | Joint, *, native: bool = False) -> str:
    """Return the type of a sensor, "" if SimSpark has none like it."""
    if isinstance(holder, Joint):
        has = sensor.type == "joint_state" and holder.type in DRIVEN
    else:
        has = bool(perceptors_of(sensor, native=native))
    return str(sensor.type) if has else ""


def adaptations(options: WriteOptions, source: SourceFormat) -> tuple[Adaptation, ...]:
    """Return the steps that bring a scene into the range of the format, in order. ODE refuses bodies without mass or positive definite
    tensor; what a scene of SimSpark itself states stays."""
    masses: tuple[Adaptation, ...] = (
        ("merge_fixed_joints", {"massless": True}),
        ("massless_links", {"share": LEAST_MASS_SHARE, "density": SHAPE_DENSITY.of(options)}),
        ("inertias_to_definite", {"single": True}),  # RubySceneGraph reads numbers by (float) atof
    )
    own = source.file == "rsg" or source.restored
    motors: Adaptation = (
        "complete_motors",
        {"kinds": DRIVEN, "commands": COMMANDS, "single": True, "effort": MAX_EFFORT, "made": "velocity" if options.motors else ""},
    )
    return (
        "gears_to_joints",
        "inertias_to_numbers",
        "numbers_to_finite",
        ("collisions_to_primitives", {"touched": COLLISION_SHAPES}),
        ("visuals_to_meshes", {"drawn": VISUAL_SHAPES}),
        *(() if own else masses),
        ("friction_table_to_surfaces", {"law": "mean"}),
        ("joints_to_tree", {"kinds": JOINT_TYPES, "circles": False}),
        "ends_to_links",
        "axes_to_joints",
        "limits_to_active",
        *(() if own and not options.motors else (motors,)),
        *((("agent_names", {"names": names}),) if (names := NAME_MAP.of(options)) else ()),
        *(() if own else (("sensors_to_types", {"type_of": partial(sensor_type, native=source.file == "ir")}),)),
    )


GRAVITY: Vec3 = (0.0, 0.0, -9.81)
"""Gravity in SimSpark (m/s^2, spark.rb)."""
STEP = 0.02
"""Simulation step of SimSpark (s, spark.rb): a cycle of the agents."""
MONITOR_LIGHT = Light(
    type="point", pose=Pose((0.0, 0.0, 50.0)), diffuse=(1.0, 1.0, 1.0, 1.0), ambient=(0.5, 0.5, 0.5, 1.0), specular=(0.1, 0.1, 0.1, 1.0)
)
"""The light that SimSpark's monitor adds to a scene."""

IMPLIED: Table = {
    **ONE_ENGINE,
    ("Scene", "friction_law"): "mean",
    ("Limits", "effort"): beyond(UNLIMITED),
    ("Limits", "velocity"): beyond(UNLIMITED),
    ("SolverSettings", "type"): "world",
    ("Model", "static"): False,
    ("Surface", "slip1"): 0.0,
    ("Surface", "slip2"): 0.0,
    ("Surface", "soft_cfm"): 0.0,
    ("Surface", "rolling_friction"): 0.0,
    ("Surface", "rolling_friction2"): 0.0,
    ("Surface", "spinning_friction"): 0.0,
    ("Material", "diffuse"): DEFAULT.diffuse,
    ("Material", "ambient"): DEFAULT.ambient,
    ("Material", "specular"): DEFAULT.specular,
    ("Material", "emissive"): DEFAULT.emissive,
    ("Material", "shininess"): SHININESS,
    ("Attenuation", "constant"): 1.0,
    ("Attenuation", "linear"): 0.0,
    ("Attenuation", "quadratic"): 0.0,
}
"""(class, field) -> the value that needs not be written, or a test of it. See `scenec.accounting.settle.Implied`."""


def implied(version: str) -> Table:
    """Return the table of a version. Both versions have the same."""
    return IMPLIED
