"""The profile of URDF, with its defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from scenec.converters.common.implied import EVERYWHERE, Table, anything, beyond
from scenec.converters.common.options import SHAPE_DENSITY
from scenec.converters.format import Adaptation, SourceFormat, WriteOptions
from scenec.converters.urdf.gazebo_values import SENSOR_TYPES, WRITTEN_SENSORS

if TYPE_CHECKING:
    from scenec.ir.joint import Actuator, Joint
    from scenec.ir.link import Link
    from scenec.ir.sensor import Sensor

# ---------------------------------------------------------------- versions

VERSIONS = ("1.0", "1.1", "1.2")
"""Versions that urdfdom 6 reads. 1.1 adds `capsule` and `quat_xyzw`, 1.2 the limits of acceleration, deceleration and jerk."""

# ---------------------------------------------------------------- joints

JOINT_TYPES: Mapping[str, int] = {"revolute": 1, "continuous": 1, "prismatic": 1, "fixed": 0, "floating": 0, "planar": 1}
"""Type of a joint -> number of directions that it states. The single one of a planar joint is the normal of its plane."""

CHAINED = ("universal", "revolute2", "ball")
"""Types that become chains of hinges. A joint of these types that closes a loop is reported as such instead."""

BALL_WORDS = ("spherical", "ball")
"""Words for a ball joint. Bullet and MuJoCo read the first; urdfdom refuses both."""

DRAKE_JOINT = "drake:joint"
"""Tag of the joints that only Drake reads (multibody/parsing/detail_urdf_parser.cc)."""
DRAKE_TYPES = ("ball", "screw", "universal")
"""Types of such joints that are read. A universal joint turns about x of its parent's frame, then about y of its child's."""

LIMITED = ("revolute", "prismatic")
"""Types that must have a <limit>."""

UNLIMITED = 1e16
"""Written for a limit that the source does not state, where the format requires one (rad, m, N m, N, rad/s or m/s). libsdformat takes it
for infinity."""

DEFAULT_AXIS = (1.0, 0.0, 0.0)
"""The axis of a joint without <axis>."""

GROUND = "world"
"""A root link of this name is the ground, for Gazebo, Drake and MuJoCo."""

# ---------------------------------------------------------------- masses

LEAST_MASS = 1e-15
"""MuJoCo refuses moving links with less (mjMINVAL, kg). Drake and Gazebo take a link of mass 0 as one without."""
LEAST_MOMENT = 1e-14
"""MuJoCo refuses moments of inertia up to 1e-15 (mjMINVAL, kg m^2)."""
LEAST_MASS_SHARE = 1e-3
"""Mass of a link at the end of a chain that states none and has no shapes, as a share of its heaviest neighbour's."""
INNER_MASS_SHARE = 1e-6
"""The same of a link between joints, as in a chain that stands for one joint of several axes. No motion shows it: the programs that read
URDF compute in coordinates of joints."""

# ---------------------------------------------------------------- actuators

COMMANDS: Mapping[str, tuple[str, str]] = {
    "position": ("position", "velocity"),
    "velocity": ("velocity", "velocity"),
    "effort": ("effort", "effort"),
}
"""Command interface of ros2_control -> command and output of the actuator."""

TRANSMISSION = "SimpleTransmission"
"""Part of the type of a transmission that moves one joint by one actuator."""

# ---------------------------------------------------------------- Gazebo

GAZEBO_MATERIALS = "file://media/materials/scripts/gazebo.material"
"""Where Gazebo Classic defines the materials that <material>Gazebo/Name</material> refers to."""

# ---------------------------------------------------------------- adaptations and implied values

DRAWN = ("Box", "Sphere", "Cylinder", "Capsule", "MeshShape", "Empty")
"""Shapes of visuals that the writer handles."""


def is_plugin(part: Actuator | Sensor) -> bool:
    """Return whether an actuator or sensor is a plugin of SDFormat, which is written in a <gazebo> tag with its own maxima."""
    from scenec.converters.common.gazebo_systems import plugin_of

    return plugin_of(part) is not None


def sensor_type(sensor: Sensor, holder: Link | Joint) -> str:
    """Return the type that Gazebo has for a sensor, "" for none. It has no accelerometers, gyroscopes and distance sensors of their own."""
    kind, native = str(sensor.type), str(sensor.native_type or "")
    if is_plugin(sensor):
        return kind
    if kind in WRITTEN_SENSORS or SENSOR_TYPES.get(native) == kind or (native and kind == f"other:{native}"):
        return kind
    if kind == "distance":
        return "lidar" if sensor.beam is None or sensor.beam.shape == "ray" else ""
    return "imu" if kind in ("accelerometer", "gyroscope") else ""


ADAPTATIONS: tuple[Adaptation, ...] = (
    "gears_to_joints",
    "inertias_to_numbers",
    "numbers_to_finite",
    ("collisions_to_primitives", {"touched": (*DRAWN, "Plane")}),
    ("visuals_to_meshes", {"drawn": (*DRAWN, "Plane")}),
    ("mesh_files_to_inline", {"parts": True}),
    "friction_table_to_surfaces",
    "colours_to_range",
    ("motors_to_limits", {"apart": is_plugin}),
    ("joints_to_chains", {"kinds": CHAINED, "one_scope": True, "tree": tuple(JOINT_TYPES)}),
    ("joints_to_tree", {"kinds": tuple(kind for kind in JOINT_TYPES if kind != "floating"), "circles": False}),
    "ends_to_links",
    "axes_to_joints",
    "limits_to_active",
    ("sensors_to_types", {"type_of": sensor_type}),
)
"""The steps that bring a scene into the range of URDF, in order."""
DRIVEN = ("revolute", "continuous", "prismatic")
"""Joints that ros2_control drives."""


def adaptations(options: WriteOptions, source: SourceFormat) -> tuple[Adaptation, ...]:
    """Return the steps, and with --motors that which gives a motor to each joint without one. URDF files keep their axes, masses and
    tensors, also those that come back from another format. `scenec check` says which of them programs refuse."""
    made = ("complete_motors", {"kinds": DRIVEN, "commands": tuple(COMMANDS), "made": options.motors, "apart": True})
    welded, density = {"least": LEAST_MASS, "welded": True}, SHAPE_DENSITY.of(options)
    accepted: tuple[Adaptation, ...] = (
        "axes_to_length",
        ("massless_links", {"share": LEAST_MASS_SHARE, "density": density, "between": True, **welded}),
        ("massless_links", {"share": INNER_MASS_SHARE, "density": density, **welded}),
        ("inertias_to_definite", {"triangle": True, "least": LEAST_MOMENT, "nesting": True}),
    )
    if source.file == "urdf" or source.restored:
        accepted = (("inertias_to_definite", {"as_stated": True}),)
    return (*ADAPTATIONS, *accepted, *((made,) if options.motors else ()))


IMPLIED: Table = {
    **EVERYWHERE,
    ("Model", "static"): False,
    ("Model", "self_collide"): False,
    ("Link", "self_collide"): False,
    ("Link", "kinematic"): False,
    ("Link", "must_be_base"): False,
    ("Link", "enable_wind"): False,
    ("Model", "enable_wind"): False,
    ("Limits", "effort"): beyond(UNLIMITED),
    ("Limits", "velocity"): beyond(UNLIMITED),
    ("Visual", "cast_shadows"): True,
    ("Visual", "receive_shadows"): True,
    ("Material", "lighting"): True,
    ("Sensor", "update_rate"): 0.0,
    ("Scene", "friction_law"): "min",
    ("Scene", "friction_default"): 1.0,
    ("Scene", "framing"): anything,  # a robot is what it is
}
"""(class, field) -> the value that need not be written, or a test of it. See `scenec.accounting.settle.Implied`."""


def implied(version: str) -> Table:
    """Return the values that need not be written; all versions have the same."""
    return IMPLIED
