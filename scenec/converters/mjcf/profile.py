"""The defaults of MuJoCo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenec.converters.common.implied import ONE_ENGINE, Table
from scenec.converters.common.options import READY, SHAPE_DENSITY

if TYPE_CHECKING:
    from scenec.converters.format import Adaptation, SourceFormat, WriteOptions
    from scenec.ir.joint import Joint
    from scenec.ir.link import Link
    from scenec.ir.sensor import Sensor

VERSION = "4.0"
"""The release of MuJoCo whose compiler decides what a file means."""
GRAVITY = (0.0, 0.0, -9.81)
"""`option/@gravity` of a file that states none (m/s^2)."""
STEP = 0.002
"""`option/@timestep` of a file that states none (s)."""
FAR = 1e16
"""Limits beyond stand for none."""
DENSITY = 1000.0
"""Of a geom that states neither mass nor density (kg/m^3)."""
FRICTION = (1.0, 0.005, 0.0001)
"""Of a geom that states none: sliding (1), torsional (m), rolling (m)."""
FRICTION_LAW = "max"
"""How the friction of two geoms of equal priority combines, component by component (engine_collision_driver.c)."""

IMPLIED: Table = {
    **ONE_ENGINE,
    ("World", "gravity"): GRAVITY,
    ("PhysicsProfile", "step"): STEP,
    ("PhysicsProfile", "engine"): "mujoco",
    ("Scene", "friction_law"): FRICTION_LAW,
    ("Surface", "mu"): FRICTION[0],
    ("Surface", "mu2"): FRICTION[0],
    ("Surface", "torsional_friction"): FRICTION[1],
    ("Surface", "rolling_friction"): FRICTION[2],
    ("Surface", "rolling_friction2"): FRICTION[2],
    ("Surface", "restitution"): 0.0,
    ("Collision", "category_mask"): 1,
    ("Collision", "collide_mask"): 1,
    ("Model", "self_collide"): True,
    ("Visual", "cast_shadows"): True,
    ("Light", "cast_shadows"): True,
}


RATE = 30.0
"""Gain (1/s) of a servo that states none: the error shrinks to a third in 1/30 s."""
TAGS = {"position": "position", "velocity": "velocity", "effort": "motor"}
"""Command of an actuator -> element."""
CARRYING = ("revolute", "continuous", "prismatic", "fixed", "ball", "universal", "revolute2", "screw", "planar", "floating")
"""Joints that a body hangs on. A gearbox couples two others."""
AT_SITES = {
    "accelerometer": ("accelerometer",),
    "gyroscope": ("gyro",),
    "imu": ("accelerometer", "gyro", "framequat"),
    "magnetometer": ("magnetometer",),
    "force_torque": ("force", "torque"),
    "contact": ("touch",),
    "distance": ("rangefinder",),
}
"""Type -> the sensors of MuJoCo that measure it."""
OF_JOINTS = {"position": "jointpos", "": "jointpos", "velocity": "jointvel", "torque": "jointactuatorfrc", "effort": "jointactuatorfrc"}
"""Quantity -> sensor."""
OF_LINKS = {
    "position": "framepos",
    "": "framepos",
    "orientation": "framequat",
    "velocity": "framelinvel",
    "angular velocity": "frameangvel",
}
CAMERAS = (
    "camera",
    "wide_angle_camera",
    "multicamera",
    "rgbd_camera",
    "depth_camera",
    "segmentation_camera",
    "thermal_camera",
    "boundingbox_camera",
)
"""Types that become a camera of MuJoCo."""
LEAST_MASS_SHARE = 1e-3
"""Least mass of a body that must move and has none, as a share of its heaviest neighbour's."""
LEAST_MASS = 1e-15
"""MuJoCo refuses moving bodies with less (mjMINVAL, kg)."""
LEAST_MOMENT = 1e-14
"""MuJoCo refuses moments of inertia up to 1e-15 (mjMINVAL, kg m^2)."""
FLAT_SLACK = 5e-13
"""Part of the largest moment by which it exceeds the sum of the others in tensors of flat bodies, which `write.inertials` evens out."""


def sensor_type(sensor: Sensor, holder: Link | Joint) -> str:
    """Return the type that MuJoCo has for a sensor, "" for none."""
    kind, quantity = str(sensor.type), str(sensor.quantity or "")
    if kind in CAMERAS:
        return "" if not sensor.cameras else kind if kind == "multicamera" else "camera"
    if kind in ("link_state", "joint_state"):
        return kind if quantity in (OF_LINKS if kind == "link_state" else OF_JOINTS) else ""
    return "distance" if kind == "sonar" else kind if kind in AT_SITES else ""


def adaptations(options: WriteOptions, source: SourceFormat) -> tuple[Adaptation, ...]:
    """Return the steps that bring a scene into MuJoCo's range. Its own scenes are. source.restored: the scene came back to MJCF from a
    file of another format, so tensors that MuJoCo took before stay as they were."""
    from scenec.converters.mjcf.extension import EXTENSION, RULES, judge

    ready: tuple[Adaptation, ...] = ("floor_and_light",) if READY.of(options) else ()
    servos: tuple[Adaptation, ...] = (("servos_of_robots", {"gain": RATE}),) if ready else ()
    motors: tuple[Adaptation, ...] = ()
    if options.motors:
        kinds = tuple(kind for kind in CARRYING if kind not in ("fixed", "ball", "floating"))
        motors = (("complete_motors", {"kinds": kinds, "commands": tuple(TAGS), "gain": RATE, "made": options.motors, "apart": True}),)
    if source.file == "mjcf":
        return (*ready, "limits_to_active", *motors)
    tensors: tuple[Adaptation, ...] = (
        ("inertias_to_definite", {"triangle": True, "least": LEAST_MOMENT, "slack": FLAT_SLACK, "nesting": True, "weightless": True}),
    )
    return (
        ("extension_to_settings", {"extension": EXTENSION, "home": "mjcf", "judge": judge, "rules": RULES}),
        *ready,
        "inertias_to_numbers",
        "numbers_to_finite",
        "ends_to_links",
        "axes_to_joints",
        "axes_to_length",
        "limits_to_active",
        *(("starts_within_limits",) if ready and not source.restored else ()),
        *(motors or servos),
        ("joints_to_tree", {"kinds": CARRYING}),
        (
            "massless_links",
            {
                "share": LEAST_MASS_SHARE,
                "density": SHAPE_DENSITY.of(options),
                "least": LEAST_MASS,
                "least_moment": LEAST_MOMENT,
                "welded": True,
                "folded": True,
            },
        ),
        *(() if source.restored else tensors),
        ("surfaces_to_law", {"law": FRICTION_LAW}),
        ("surfaces_to_friction_table", {"native_law": FRICTION_LAW}),
        ("friction_table_to_surfaces", {"law": FRICTION_LAW}),
        ("sensors_to_types", {"type_of": sensor_type}),
    )


def implied(version: str) -> Table:
    """Return the defaults of MJCF; see `scenec.accounting.settle.Implied`."""
    return IMPLIED
