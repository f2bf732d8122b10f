"""Joints and what drives them."""

from __future__ import annotations

from scenec.ir.base import Extra, Id, Node, Plugin
from scenec.ir.pose import Pose, Vec3
from scenec.ir.sensor import Sensor

JOINT_TYPES = (
    "revolute",
    "continuous",
    "prismatic",
    "fixed",
    "ball",
    "universal",
    "revolute2",
    "screw",
    "gearbox",
    "planar",
    "floating",
)
"""Degrees of freedom: 1, 1, 1, 0, 3, 2, 2, 1, 0 (couples two axes), 3, 6."""


class Limits(Node, frozen=True, kw_only=True, gc=False):
    """lower, upper: rad or m, in the joint's own coordinate; None = unlimited. active: False = written but not enforced.
    effort (N m or N), velocity (rad/s or m/s): the joint's caps. stiffness (N m/rad, N/m), dissipation (N m s/rad, N s/m):
    of the stops. stop_cfm, stop_erp: ODE's numbers for the stops. bounce: restitution at the stops 0..1."""

    lower: float | None = None
    upper: float | None = None
    active: bool | None = None
    effort: float | None = None
    velocity: float | None = None
    stiffness: float | None = None
    dissipation: float | None = None
    stop_cfm: float | None = None
    stop_erp: float | None = None
    bounce: float | None = None


class Dynamics(Node, frozen=True, kw_only=True, gc=False):
    """damping: viscous (N m s/rad, N s/m). friction: Coulomb (N m, N). spring_stiffness (N m/rad, N/m) towards
    spring_reference (rad, m). armature: inertia of what turns or slides with the axis and belongs to no link, such as a geared rotor, as it
    is felt at the joint (kg m^2, kg). cfm, erp: ODE's softness of the joint. suspension_cfm, suspension_erp, fudge_factor: ODE's."""

    damping: float | None = None
    friction: float | None = None
    spring_stiffness: float | None = None
    spring_reference: float | None = None
    armature: float | None = None
    cfm: float | None = None
    erp: float | None = None
    suspension_cfm: float | None = None
    suspension_erp: float | None = None
    fudge_factor: float | None = None


class Mimic(Node, frozen=True, kw_only=True, gc=False):
    """position = multiplier * (leader - reference) + offset. joint: the leader's id; axis: 0 or 1 of the leader."""

    joint: Id
    axis: int = 0
    multiplier: float
    offset: float
    reference: float


class Axis(Node, frozen=True, kw_only=True, gc=False):
    """One degree of freedom.

    xyz: direction, need not be unit, in the joint frame or in the frame `expressed_in` (a link, joint, frame or model id;
    at zero configuration). Positive: the child moves right-handed about (along) it relative to the parent.
    initial: position at the start of simulation (rad, m), besides the zero the poses describe.
    reported_offset: added to the position that is reported, moves nothing.
    """

    xyz: Vec3
    expressed_in: Id | None = None
    limits: Limits | None = None
    dynamics: Dynamics | None = None
    initial: float | None = None
    mimic: Mimic | None = None
    reported_offset: float | None = None
    extras: tuple[Extra, ...] = ()


class Gains(Node, frozen=True, kw_only=True, gc=False):
    """PID gains in SI, per second: output per (rad or m) of error. Which output is the actuator's `output`."""

    p: float | None = None
    i: float | None = None
    d: float | None = None


class Actuator(Node, frozen=True, kw_only=True, gc=False):
    """Drives one axis of a joint.

    axis: 0 or 1. kind: the native word (``ServoMotor``, ``PID``, ``HingeEffector``). command: what is commanded (``position``,
    ``velocity``, ``effort``); output: what the gains produce (``velocity``, ``effort``). gains: None where none apply.
    max_effort (N m, N), max_velocity (rad/s, m/s), max_acceleration (rad/s^2, m/s^2): its caps.
    ratio: of the gear between motor and joint, None = 1: the motor's position and velocity, which commands and gains count in, are the
    joint's times ratio; the joint's effort is the motor's times ratio. Its caps are the motor's.
    command_lower, command_upper: clamp of the command; initial_command; delay: s. mimic: follows another joint's actuator.
    """

    name: str | None = None
    axis: int = 0
    kind: str = ""
    command: str
    output: str
    gains: Gains | None = None
    max_effort: float | None = None
    max_velocity: float | None = None
    max_acceleration: float | None = None
    ratio: float | None = None
    command_lower: float | None = None
    command_upper: float | None = None
    initial_command: float | None = None
    delay: float | None = None
    mimic: Mimic | None = None
    extras: tuple[Extra, ...] = ()
    use: str | None = None


class Joint(Node, frozen=True, kw_only=True, gc=False):
    """Connects two links.

    type: one of JOINT_TYPES. parent, child: link (or frame, or model) ids, or WORLD. pose: of the joint frame, in the frame
    `relative_to`, None: in the child's frame. axes: as many as the type has; of two the first turns with the parent, the
    second with the child. screw_pitch: m per revolution, + right-handed. gear_ratio: child = -ratio * parent about
    gear_reference (a link id). feedback: forces are measured. use: asset instance.

    Structure for writers that nest bodies: series is the last link of a chain of joints that are one connection; its first links weigh
    nothing, and are there only because a joint needs two ends. closing: the joint closes a loop and is held by a constraint between bodies
    that other joints place.
    """

    id: Id = ""
    name: str | None = None
    model: Id | None = None
    world: Id | None = None
    type: str
    parent: Id
    child: Id
    pose: Pose | None = None
    relative_to: Id | None = None
    axes: tuple[Axis, ...] = ()
    screw_pitch: float | None = None
    gear_ratio: float | None = None
    gear_reference: Id | None = None
    feedback: bool | None = None
    actuators: tuple[Actuator, ...] = ()
    sensors: tuple[Sensor, ...] = ()
    plugins: tuple[Plugin, ...] = ()
    extras: tuple[Extra, ...] = ()
    use: str | None = None
    series: Id | None = None
    closing: bool | None = None
