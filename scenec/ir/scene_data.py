"""The parts of a scene that no other module defines, and the fields of the scene itself: all that its mathematics needs to know of it."""

from __future__ import annotations

from typing import TypeVar

from scenec.ir.base import Extra, Id, Node, Plugin
from scenec.ir.geometry import Mesh
from scenec.ir.joint import Joint
from scenec.ir.light import Light
from scenec.ir.link import Link
from scenec.ir.physics_profile import World
from scenec.ir.pose import Pose
from scenec.ir.surface import FrictionPair


class Frame(Node, frozen=True, kw_only=True, gc=False):
    """A named frame of a model or world. attached_to: the id it moves with (None: the model frame or world).
    pose: in `relative_to`, None: in what it is attached to. use: asset instance."""

    id: Id = ""
    name: str | None = None
    model: Id | None = None
    world: Id | None = None
    attached_to: Id | None = None
    pose: Pose | None = None
    relative_to: Id | None = None
    extras: tuple[Extra, ...] = ()
    use: str | None = None


class Model(Node, frozen=True, kw_only=True, gc=False):
    """A group of links and joints that belongs together.

    world: id of the world it stands in, None in a model file. parent: the model it is nested in. pose: in the parent model,
    the world, or `relative_to`; of the model frame, or of the link `placement_frame`. static: nothing of it ever moves.
    self_collide: two of its links that share no joint touch. canonical_link: carries the model frame.
    use: asset instance.
    """

    id: Id = ""
    name: str | None = None
    world: Id | None = None
    parent: Id | None = None
    pose: Pose | None = None
    relative_to: Id | None = None
    placement_frame: Id | None = None
    static: bool | None = None
    self_collide: bool | None = None
    allow_auto_disable: bool | None = None
    enable_wind: bool | None = None
    canonical_link: Id | None = None
    namespace: str | None = None
    plugins: tuple[Plugin, ...] = ()
    extras: tuple[Extra, ...] = ()
    use: str | None = None


class ExcludedPair(Node, frozen=True, kw_only=True, gc=False):
    """Two links whose collisions never touch each other. name: of the pair."""

    name: str | None = None
    links: tuple[Id, Id]


class JointPosition(Node, frozen=True, kw_only=True, gc=False):
    """Position of a joint in a named pose: one number per axis (rad, m); of a ball joint the quaternion w x y z of the child."""

    joint: Id
    values: tuple[float, ...]


class LinkPlacement(Node, frozen=True, kw_only=True, gc=False):
    """Pose of a free link in a named pose. pose: in the world."""

    link: Id
    pose: Pose


class NamedPose(Node, frozen=True, kw_only=True, gc=False):
    """A configuration of joints that has a name, such as ``home``. model: its model, None: the whole scene. positions, placements:
    of joints and links; other joints and links keep their places. time: of the simulation (s)."""

    name: str | None = None
    model: Id | None = None
    positions: tuple[JointPosition, ...] = ()
    placements: tuple[LinkPlacement, ...] = ()
    time: float | None = None
    extras: tuple[Extra, ...] = ()


class Gripper(Node, frozen=True, kw_only=True, gc=False):
    """Links that grasp: palm and fingers by link id; thresholds as its own format counts. use: asset instance."""

    name: str | None = None
    model: Id
    palm: Id | None = None
    fingers: tuple[Id, ...] = ()
    attach_steps: int | None = None
    detach_steps: int | None = None
    min_contact_count: int | None = None
    use: str | None = None


class Waypoint(Node, frozen=True, kw_only=True, gc=False):
    """time: s. pose: in the actor's start frame."""

    time: float
    pose: Pose


class Trajectory(Node, frozen=True, kw_only=True, gc=False):
    """A sequence of waypoints that plays the animation `type`. number: its own number in the script. tension: of the spline, 0..1."""

    number: int | None = None
    type: str | None = None
    tension: float | None = None
    waypoints: tuple[Waypoint, ...] = ()


class Animation(Node, frozen=True, kw_only=True, gc=False):
    """A skeleton animation file."""

    name: str | None = None
    uri: str
    found: str | None = None
    scale: float | None = None
    interpolate_x: bool | None = None


class Actor(Node, frozen=True, kw_only=True, gc=False):
    """A scripted, non-physical character. skin: mesh file; script: loop, delay_start (s), auto_start, trajectories. use: asset instance."""

    name: str | None = None
    world: Id | None = None
    pose: Pose | None = None
    relative_to: Id | None = None
    skin: str | None = None
    skin_scale: float | None = None
    animations: tuple[Animation, ...] = ()
    loop: bool | None = None
    delay_start: float | None = None
    auto_start: bool | None = None
    trajectories: tuple[Trajectory, ...] = ()
    plugins: tuple[Plugin, ...] = ()
    extras: tuple[Extra, ...] = ()
    use: str | None = None


class Controller(Node, frozen=True, kw_only=True, gc=False):
    """External code that runs the scene: a library or an executable's name, its period (s), and what it is wired to (ids or names)."""

    name: str | None = None
    library: str | None = None
    period: float | None = None
    sensors: tuple[str, ...] = ()
    actuators: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    extras: tuple[Extra, ...] = ()


class UserInput(Node, frozen=True, kw_only=True, gc=False):
    """A value a user sets in the simulator's window. type: ``length``, ``velocity``, ``angle``...; lower, upper, default in SI."""

    name: str | None = None
    type: str
    lower: float
    upper: float
    default: float


class Asset(Node, frozen=True, kw_only=True, gc=False):
    """A definition that the source writes once and uses by name. kind: what it defines (``Body``, ``model``, ``Surface``);
    file: the file it stands in, as reports name it; found: its absolute path. Its content is already in the scene, once per use."""

    id: Id
    name: str
    kind: str
    file: str | None = None
    found: str | None = None


class Use(Node, frozen=True, kw_only=True, gc=False):
    """One use of an asset. arguments: own values of the use, by name, in the source's words. parent: the use that contains this
    one stands."""

    id: Id
    asset: Id
    name: str | None = None
    parent: Id | None = None
    arguments: tuple[tuple[str, str], ...] = ()


class SceneData(Node, frozen=True, kw_only=True, gc=False):
    """The fields of `Scene`, which says what they mean and has the verbs."""

    name: str | None = None
    framing: str = "world"
    worlds: tuple[World, ...] = ()
    models: tuple[Model, ...] = ()
    frames: tuple[Frame, ...] = ()
    links: tuple[Link, ...] = ()
    joints: tuple[Joint, ...] = ()
    lights: tuple[Light, ...] = ()
    meshes: tuple[Mesh, ...] = ()
    friction_law: str | None = None
    friction_default: float | None = None
    friction_pairs: tuple[FrictionPair, ...] = ()
    excluded_pairs: tuple[ExcludedPair, ...] = ()
    named_poses: tuple[NamedPose, ...] = ()
    actors: tuple[Actor, ...] = ()
    grippers: tuple[Gripper, ...] = ()
    controllers: tuple[Controller, ...] = ()
    user_inputs: tuple[UserInput, ...] = ()
    plugins: tuple[Plugin, ...] = ()
    assets: tuple[Asset, ...] = ()
    uses: tuple[Use, ...] = ()
    extras: tuple[Extra, ...] = ()


AnyScene = TypeVar("AnyScene", bound=SceneData)
"""The type of a scene that comes back changed."""
