"""The profile of SDFormat, with its defaults."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from scenec.converters.common.implied import EVERYWHERE, Table, anything
from scenec.converters.common.options import MERGE_FIXED, READY, SHAPE_DENSITY
from scenec.converters.format import Adaptation, SourceFormat, WriteOptions
from scenec.converters.sdformat.versions import KNOWN, at_least, order

if TYPE_CHECKING:
    from scenec.ir.inertia import Inertia
    from scenec.ir.joint import Actuator, Joint
    from scenec.ir.link import Link
    from scenec.ir.sensor import Sensor

# ---------------------------------------------------------------- versions

WRITABLE = KNOWN[KNOWN.index("1.4") :]
"""The versions that the writer can write. libsdformat no longer reads older ones."""

DEFAULT_VERSION = "1.7"
"""The version that is written unless the scene requires a newer one.

It is the newest one that Gazebo Classic 11, Drake, rod and current Gazebo all read, and the oldest without ambiguous pose frames and
joint axes.
"""

WORLD_JOINTS_SINCE = "1.10"
"""world/joint. The vocabulary has it since 1.0, but from 1.7 to 1.9 it is gone."""

AUTOMATIC_INERTIA_SINCE = "1.11"
"""inertial/@auto."""

SENSORS_SINCE = {
    "segmentation_camera": "1.9",
    "boundingbox_camera": "1.9",
    "thermal_camera": "1.7",
    "rgbd_camera": "1.6",
    "wide_angle_camera": "1.5",
    "logical_camera": "1.5",
    "magnetometer": "1.5",
    "altimeter": "1.5",
    "air_pressure": "1.6",
    "air_speed": "1.10",
}
"""Sensor type -> the first version that has it, for types that not all versions have."""

# ---------------------------------------------------------------- joints

JOINT_TYPES: dict[str, tuple[str, int]] = {
    "revolute": ("revolute", 1),
    "continuous": ("revolute", 1),
    "prismatic": ("prismatic", 1),
    "fixed": ("fixed", 0),
    "ball": ("ball", 0),
    "universal": ("universal", 2),
    "revolute2": ("revolute2", 2),
    "screw": ("screw", 1),
    "gearbox": ("gearbox", 2),
}
"""Joint type of the scene -> joint type and number of axes in SDFormat.

A continuous joint becomes a revolute one without limits: every reader accepts that, and few have the type `continuous`. SDFormat has no
planar and no floating joints.
"""

FIXED_IN_DART = ("revolute2", "gearbox")
"""Joint types that the DART plugin of gz-physics replaces ("Asked to construct a joint of sdf::JointType ... Creating a FIXED joint
instead")."""

HOLDING = tuple(kind for kind, (written, _) in JOINT_TYPES.items() if written != "gearbox")
"""Joint types that hold their child in DART, whose joints are a tree."""

# ---------------------------------------------------------------- defaults

GRAVITY = (0.0, 0.0, -9.8)
"""The gravity (m/s^2) of a world that states none."""

STEP = 0.001
"""The simulation step (s) of a world that states none."""


def _is_black(color: tuple[float, ...]) -> bool:
    """Whether a colour is black and opaque."""
    return not any(color[:3]) and (len(color) < 4 or color[3] == 1.0)


IMPLIED: Table = {
    **EVERYWHERE,
    ("World", "gravity"): GRAVITY,
    ("PhysicsProfile", "step"): STEP,
    ("SolverSettings", "iteration_skip"): 1,
    ("Model", "static"): False,
    ("Model", "self_collide"): False,
    ("Link", "self_collide"): False,
    ("Surface", "rolling_friction2"): 0.0,
    ("Visual", "receive_shadows"): True,
    ("Visual", "cast_shadows"): True,
    ("Material", "render_order"): 0.0,
    ("Material", "shininess"): 0.0,
    ("Light", "ambient"): _is_black,
    ("Spot", "exponent"): 0.0,
    ("Scene", "friction_law"): "min",
    ("Scene", "friction_default"): 1.0,
    ("Scene", "framing"): anything,  # the root element of the result shows it
}
"""(class, field) -> the value that need not be written, or a test of it. See `scenec.accounting.settle.Implied`."""


def implied(version: str) -> Table:
    """Return the table for a version. It is the same for all: the vocabulary has the defaults that differ."""
    return IMPLIED


# ---------------------------------------------------------------- adaptations

CAMERA_OPENING = {"least": 0.1, "most": 6.283186, "width": 320, "height": 240}
"""Horizontal opening of a camera (rad) that libsdformat 12 reads (sdf/1.*/camera.sdf), and the pixels of one that states none."""

RANGES: Mapping[str, Mapping[str, tuple[float, float]]] = {
    "Surface": {
        "mu": (0.0, math.inf),  # surface.sdf, as all of a surface
        "mu2": (0.0, math.inf),
        "restitution": (0.0, 1.0),
        "bullet_friction": (0.0, math.inf),
        "bullet_friction2": (0.0, math.inf),
        "torsional_friction": (0.0, math.inf),
        "patch_radius": (0.0, math.inf),
        "surface_radius": (0.0, math.inf),
    },
    "Camera": {"near": (0.0, math.inf), "far": (0.1, math.inf), "depth_near": (0.0, math.inf), "depth_far": (0.1, math.inf)},  # camera.sdf
    "Lens": {"cutoff_angle": (0.0, 3.141592653), "texture_size": (4, 2048)},  # camera.sdf
    "Noise": {"stddev": (0.0, math.inf), "bias_stddev": (0.0, math.inf), "dynamic_bias_stddev": (0.0, math.inf)},  # noise.sdf
    "Fog": {"start": (0.0, math.inf), "end": (0.0, math.inf), "density": (0.0, math.inf)},  # scene.sdf
    "Sky": {  # scene.sdf
        "cloud_speed": (0.0, math.inf),
        "cloud_direction": (0.0, 3.1456),
        "cloud_humidity": (0.0, 1.0),
        "cloud_mean_size": (0.0, 1.0),
    },
}
"""Class -> field -> least and largest number that libsdformat 12 reads (min and max of sdf/1.9/*.sdf, to which it converts older files).
Of one number outside, it refuses the whole file. Colours and openings of cameras have steps of their own."""

LEAST_MASS_SHARE = 1e-3
"""Mass of a link at the end of a chain that states none and has no shapes, as a share of its heaviest neighbour's."""

LEAST_MASS = 1e-5
"""kg, of a link that moves, with `--ready`. DART's solver aborts on links of 2e-6 kg that touch the floor or reach a limit."""


def accepts_inertia(mass: float, inertia: Inertia) -> bool:
    """Return whether libsdformat takes a tensor, as it stands or along its principal axes, which is how the writer writes it then."""
    from scenec.converters.sdformat.inertia_check import along_principal_axes, is_accepted

    return is_accepted(mass, inertia) or along_principal_axes(mass, inertia) is not None


FLAT = ("Box", "Ellipsoid", "Plane")
"""Shapes that libsdformat reads with a size of 0. Of all others it replaces a size that is not above 0 by 0.5 m or 1 m."""


WIDE = ("cone", "pyramid", "sphere")
"""Shapes of beams that a sonar has."""


def is_plugin(part: Actuator | Sensor) -> bool:
    """Return whether an actuator or sensor is a plugin of SDFormat, which states its own maxima."""
    from scenec.converters.common.gazebo_systems import plugin_of

    return plugin_of(part) is not None


def sensor_type(sensor: Sensor, holder: Link | Joint) -> str:
    """Return the type that SDFormat has for a sensor. The writer leaves out those that a version lacks."""
    if sensor.type == "distance":
        return "sonar" if sensor.beam is not None and sensor.beam.shape in WIDE else "lidar"
    return "imu" if sensor.type in ("gyroscope", "accelerometer") else str(sensor.type)


def ready_sensor_type(sensor: Sensor, holder: Link | Joint) -> str:
    """Return the type that Gazebo Sim simulates for a sensor. It has scanners for all that measures distances."""
    kind = sensor_type(sensor, holder)
    return "lidar" if kind == "sonar" else kind


RAYS_OF_A_CONE = 9
"""Rays of a scanner in each direction that replaces a beam with a width."""


def adaptations(options: WriteOptions, source: SourceFormat) -> tuple[Adaptation, ...]:
    """Return the adaptations that bring a scene into the range of SDFormat. Files of SDFormat itself may hold any number,
    and limits of joints that have none."""
    own, is_ready = source.file == "sdformat", READY.of(options)
    sensors: Adaptation = ("sensors_to_types", {"type_of": sensor_type})
    if is_ready:
        sensors = ("sensors_to_types", {"type_of": ready_sensor_type, "rays": RAYS_OF_A_CONE, "filled": True, "named": "Gazebo Sim"})
    foreign: tuple[Adaptation, ...] = (
        "gears_to_joints",
        "numbers_to_finite",
        "axes_to_length",
        ("shapes_without_extent", {"touched_flat": FLAT, "drawn_flat": FLAT}),
        "limits_to_active",
        sensors,
    )
    merged: tuple[Adaptation, ...] = (("merge_fixed_joints", {"asked": True}),) if MERGE_FIXED.of(options) else ()
    definite: Adaptation = ("inertias_to_definite", {"triangle": True, "accepts": accepts_inertia})
    weighing: tuple[Adaptation, ...] = (
        ("merge_fixed_joints", {"massless": True}),
        (
            "massless_links",
            {
                "share": LEAST_MASS_SHARE,
                "density": SHAPE_DENSITY.of(options),
                "least": LEAST_MASS if is_ready else 0.0,
                "welded": True,
                "between": True,
                "named": True,
            },
        ),
        definite,
        "contacts_to_masks",
    )
    asked = options.version
    numbers: tuple[Adaptation, ...] = ("inertias_to_numbers",) if asked and order(asked) < order(AUTOMATIC_INERTIA_SINCE) else ()
    return (
        *numbers,
        *(("floor_and_light",) if is_ready and "model" not in (options.as_, options.layout) else ()),
        *((sensors,) if own and is_ready else () if own else foreign),
        *merged,
        *(() if own else (("joints_to_tree", {"kinds": HOLDING}), "closing_joints_to_anchors")),
        *(((definite,) if is_ready else ()) if own or source.restored else weighing),
        *(() if own or source.restored else ("limits_to_order", ("camera_openings_to_range", CAMERA_OPENING))),
        *((("servos_of_robots", {"beside_plugins": True}),) if is_ready else ()),
        ("motors_to_limits", {"apart": is_plugin}),
        "friction_table_to_surfaces",
        *(() if own or source.restored else (("numbers_to_range", {"ranges": RANGES}),)),
        "colours_to_range",
        *reshaping(options, source),
    )


def reshaping(options: WriteOptions, source: SourceFormat) -> tuple[Adaptation, ...]:
    """Return the last adaptations, which bring a scene into the structure of a version of SDFormat and of what the options ask for."""
    starts: tuple[Adaptation, ...] = ("zeros_to_starts",) if options.joint_zero == "shift" else ()
    return (*starts, *_world_defaults(options, source), *_older_structure(options, source))


def _older_structure(options: WriteOptions, source: SourceFormat) -> tuple[Adaptation, ...]:
    """Return the steps for what the version that is asked for lacks. A file that stays in its version may have it, since readers accept
    it there."""
    version = options.version
    if not version or (source.name, source.version) == ("sdformat", version):
        return ()
    return () if at_least(version, WORLD_JOINTS_SINCE) else (("world_joints_to_models", {"since": WORLD_JOINTS_SINCE}),)


def _world_defaults(options: WriteOptions, source: SourceFormat) -> tuple[Adaptation, ...]:
    """Return the step that states gravity and step. Worlds of SDFormat and those made in Python mean its own defaults."""
    if source.name in ("", "sdformat"):
        return ()
    from scenec.converters import load
    from scenec.converters.sdformat.framing import is_model_file

    of = load(source.name)
    simulators = {"gravity": of.gravity, "step": of.step, "default_gravity": GRAVITY, "default_step": STEP}
    return (("world_defaults", {**simulators, "writes_worlds": lambda scene: not is_model_file(scene, options, source.name)}),)
