"""The physics summary: what a simulator sees of a scene, free of any format's framing (`scenec.physics/1`).

World frame, metres, radians, right-handed, z up, joints at their initial position unless asked otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from scenec.errors import UsageError, nearest
from scenec.ir import shape_summary
from scenec.ir.base import WORLD, Id
from scenec.ir.inertia import rotated
from scenec.ir.joint import Actuator, Axis, Joint
from scenec.ir.kinematics import IDENTITY, Kinematics, static_models
from scenec.ir.light import Light
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.names import Unique, joint_paths, link_paths, model_paths
from scenec.ir.pose import Pose, Vec3, unit
from scenec.ir.scene_data import SceneData
from scenec.ir.sensor import Sensor

SCHEMA = "scenec.physics/1"
ZERO3 = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of the summary; `to_json` gives plain data, keys as in the schema."""

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return data


class ShapeSummary(Record, frozen=True, kw_only=True):
    """A collision or visual. pose: x y z qw qx qy qz. size: by type (see the schema); bounds: of a mesh, world frame."""

    path: str
    type: str
    pose: tuple[float, ...]
    size: dict[str, float]
    bounds: tuple[Vec3, Vec3] | None = None
    uri: str | None = None


class CollisionSummary(ShapeSummary, frozen=True, kw_only=True):
    mu: tuple[float, float] | None = None
    restitution: float | None = None


class VisualSummary(ShapeSummary, frozen=True, kw_only=True):
    color: tuple[float, ...] | None = None


class SensorSummary(Record, frozen=True, kw_only=True):
    path: str
    type: str
    pose: tuple[float, ...]


class LinkSummary(Record, frozen=True, kw_only=True):
    """inertia: about the centre of mass, world axes."""

    path: str
    static: bool
    mass: float
    pose: tuple[float, ...]
    com: Vec3
    inertia: tuple[Vec3, Vec3, Vec3]
    self_collide: bool
    collisions: tuple[CollisionSummary, ...]
    visuals: tuple[VisualSummary, ...]
    sensors: tuple[SensorSummary, ...]


class AxisSummary(Record, frozen=True, kw_only=True):
    axis: Vec3
    lower: float | None
    upper: float | None
    initial: float
    effort: float | None
    velocity: float | None
    damping: float | None
    friction: float | None
    stiffness: float | None
    reference: float | None
    actuated: bool


class MimicSummary(Record, frozen=True, kw_only=True):
    joint: str
    axis: int
    multiplier: float
    offset: float
    reference: float


class JointSummary(Record, frozen=True, kw_only=True):
    path: str
    type: str
    parent: str
    child: str
    anchor: Vec3
    pitch: float | None
    ratio: float | None
    mimic: MimicSummary | None
    axes: tuple[AxisSummary, ...]


class LightSummary(Record, frozen=True, kw_only=True):
    path: str
    type: str
    position: Vec3 | None
    direction: Vec3 | None


class Total(Record, frozen=True, kw_only=True):
    links: int
    dynamic_links: int
    joints: int
    mass: float


class PhysicsSummary(Record, frozen=True, kw_only=True):
    """See the module; order is document order, paths are unique, infinities are None."""

    schema: str = SCHEMA
    source: dict[str, str] = {}
    gravity: Vec3 | None = None
    step: float | None = None
    links: tuple[LinkSummary, ...] = ()
    joints: tuple[JointSummary, ...] = ()
    lights: tuple[LightSummary, ...] = ()
    total: Total


def summarize(
    scene: SceneData,
    at: Mapping[str, float | Sequence[float]],
    shapes: shape_summary.Shapes | None = None,
    *,
    hidden: bool = False,
) -> PhysicsSummary:
    """The summary of a scene with joints moved to `at` (joint path -> rad or m, or one per axis), else at their initial
    position. shapes: what has measured its meshes already. hidden: with the visuals that are not drawn. Raises UsageError for an unknown
    path or a wrong number of positions."""
    return _Summarizer(scene, at, shapes or shape_summary.Shapes(scene), hidden=hidden).summary()


def joint_positions(scene: SceneData, at: Mapping[str, float | Sequence[float]]) -> dict[Id, Sequence[float]]:
    """Where the joints stand, by id: a position (rad, m) per axis, their initial ones, except those that `at` names by path. Raises
    UsageError for an unknown path or a wrong number of positions."""
    by_path = {path: joint_id for joint_id, path in joint_paths(scene).items()}
    positions: dict[Id, Sequence[float]] = {
        joint.id: [float(axis.initial or 0.0) for axis in joint.axes] for joint in scene.joints if joint.axes
    }
    for path, value in at.items():
        if path not in by_path:
            raise UsageError(f"no joint {path!r}", None, "", nearest(path, list(by_path)))
        given = [float(value)] if isinstance(value, (int, float)) else [float(q) for q in value]
        if len(given) != len(positions.get(by_path[path], ())):
            raise UsageError(f"joint {path!r} has {len(positions.get(by_path[path], ()))} axes, not {len(given)}")
        positions[by_path[path]] = given
    return positions


class _Summarizer:
    def __init__(self, scene: SceneData, at: Mapping[str, float | Sequence[float]], shapes: shape_summary.Shapes, *, hidden: bool) -> None:
        self.scene = scene
        self.hidden = hidden
        self.kinematics = Kinematics(scene)
        self.sensing: dict[Id, list[Joint]] = {}
        for joint in scene.joints:
            if joint.sensors:
                self.sensing.setdefault(self.kinematics.body_of(joint.child), []).append(joint)
        self.joint_paths = joint_paths(scene)
        self.link_paths = link_paths(scene)
        self.models = {model.id: model for model in scene.models}
        self.static = static_models(scene)
        self.displaced = self.kinematics.moved(joint_positions(scene, at))
        self.shapes = shapes

    def summary(self) -> PhysicsSummary:
        links = tuple(self._link(link) for link in self.scene.links)
        world = self.scene.worlds[0] if len(self.scene.worlds) == 1 else None
        profiles = world.profiles if world else ()
        chosen = next((profile for profile in profiles if profile.default), profiles[0] if profiles else None)
        moving = [link for link in links if not link.static]
        return PhysicsSummary(
            gravity=_vector(world.gravity) if world and world.gravity is not None else None,
            step=_number(chosen.step) if chosen else None,
            links=links,
            joints=tuple(self._joint(joint) for joint in self.scene.joints),
            lights=tuple(self._lights()),
            total=Total(links=len(links), dynamic_links=len(moving), joints=len(self.scene.joints), mass=sum(link.mass for link in moving)),
        )

    def _placed(self, link_id: Id, X_W: Pose) -> Pose:
        D = self.displaced.get(link_id)
        return X_W if D is None else D @ X_W

    # -- links

    def _link(self, link: Link) -> LinkSummary:
        X_WL = self._placed(link.id, self.kinematics.at_zero(link.id))
        path, unique = self.link_paths[link.id], Unique()
        mass, com, inertia = self._inertial(link, X_WL)
        model = self.models.get(link.model)
        collide = link.self_collide if link.self_collide is not None else bool(model and model.self_collide)
        collisions = tuple(self._collision(each, link, X_WL, unique, path) for each in link.collisions)
        visuals = tuple(self._visual(each, link, X_WL, unique, path) for each in link.visuals)
        return LinkSummary(
            path=path,
            static=link.model in self.static,
            mass=mass,
            pose=_seven(X_WL),
            com=com,
            inertia=inertia,
            self_collide=bool(collide),
            collisions=collisions,
            visuals=tuple(summary for visual, summary in zip(link.visuals, visuals, strict=True) if self.hidden or _is_listed(visual)),
            sensors=(
                *(self._sensor(each, link.id, X_WL, unique, path) for each in link.sensors),
                *(
                    self._sensor(each, joint.id, self._placed(link.id, self.kinematics.at_zero(joint.id)), unique, path)
                    for joint in self.sensing.get(link.id, ())
                    for each in joint.sensors
                ),
            ),
        )

    def _inertial(self, link: Link, X_WL: Pose) -> tuple[float, Vec3, tuple[Vec3, Vec3, Vec3]]:
        inertial = link.inertial
        if inertial is None or inertial.mass is None:
            return 0.0, _vector(X_WL.position), ZERO3
        X_WI = X_WL @ (inertial.pose or IDENTITY)
        inertia = rotated(inertial.inertia, X_WI.rotation).matrix() if inertial.inertia is not None else ZERO3
        return float(inertial.mass), _vector(X_WI.position), (_vector(inertia[0]), _vector(inertia[1]), _vector(inertia[2]))

    def _in_world(self, link: Link, X_WL: Pose, pose: Pose | None, relative_to: Id | None) -> Pose:
        if relative_to is None or relative_to == link.id:
            return X_WL @ (pose or IDENTITY)
        X_WR = self.kinematics.at_zero(relative_to)
        return self._placed(link.id, X_WR @ (pose or IDENTITY))

    def _collision(self, item: Collision, link: Link, X_WL: Pose, unique: Unique, path: str) -> CollisionSummary:
        X_WC = self._in_world(link, X_WL, item.pose, item.relative_to)
        kind, size, bounds, uri = self.shapes.describe(item.geometry, X_WC, infinite=True)
        surface = item.surface
        mu = surface.mu if surface else None
        mu2 = surface.mu2 if surface and surface.mu2 is not None else mu
        both = (float(mu), float(mu2)) if mu is not None and mu2 is not None and max(mu, mu2) < 1e300 else None
        return CollisionSummary(
            path=unique(f"{path}::{item.name or kind}"),
            type=kind,
            pose=_seven(X_WC),
            size=size,
            bounds=bounds,
            uri=uri,
            mu=both,
            restitution=_number(surface.restitution) if surface else None,
        )

    def _visual(self, item: Visual, link: Link, X_WL: Pose, unique: Unique, path: str) -> VisualSummary:
        X_WV = self._in_world(link, X_WL, item.pose, item.relative_to)
        kind, size, bounds, uri = self.shapes.describe(item.geometry, X_WV, infinite=False)
        return VisualSummary(
            path=unique(f"{path}::{item.name or kind}"),
            type=kind,
            pose=_seven(X_WV),
            size=size,
            bounds=bounds,
            uri=uri,
            color=shape_summary.color(item),
        )

    def _sensor(self, item: Sensor, owner: Id, X_WO: Pose, unique: Unique, path: str) -> SensorSummary:
        X_WS = X_WO @ (item.pose or IDENTITY)
        if item.relative_to is not None and item.relative_to != owner:
            X_WS = self.kinematics.at_zero(item.relative_to) @ (item.pose or IDENTITY)
            X_WS = self._placed(self.kinematics.body_of(owner), X_WS)
        return SensorSummary(path=unique(f"{path}::{item.name or item.type}"), type=str(item.type), pose=_seven(X_WS))

    # -- joints and lights

    def _joint(self, joint: Joint) -> JointSummary:
        bodies = [self.kinematics.body_of(end) for end in (joint.parent, joint.child)]
        X_WP, X_WJ = (self._placed(body, self.kinematics.at_zero(joint.id)) for body in bodies)
        mimics = [axis.mimic for axis in joint.axes if axis.mimic is not None]
        mimic = None
        if mimics:
            first = mimics[0]
            mimic = MimicSummary(
                joint=self.joint_paths.get(first.joint, first.joint),
                axis=int(first.axis),
                multiplier=float(first.multiplier),
                offset=float(first.offset),
                reference=float(first.reference),
            )
        return JointSummary(
            path=self.joint_paths[joint.id],
            type=str(joint.type),
            parent=self.link_paths.get(bodies[0], WORLD),
            child=self.link_paths.get(bodies[1], WORLD),
            anchor=_vector(X_WJ.position),
            pitch=_number(joint.screw_pitch),
            ratio=_number(joint.gear_ratio),
            mimic=mimic,
            # Of two axes the first turns with the parent, the second with the child; a single one is the same in both.
            axes=tuple(self._axis(joint, i, axis, X_WP if len(joint.axes) > 1 and i == 0 else X_WJ) for i, axis in enumerate(joint.axes)),
        )

    def _axis(self, joint: Joint, index: int, axis: Axis, X_WJ: Pose) -> AxisSummary:
        limits, dynamics = axis.limits, axis.dynamics
        drives = [actuator for actuator in joint.actuators if actuator.axis == index]
        active = limits is not None and (limits.active is None or bool(limits.active))
        efforts = (drive.max_effort * _ratio(drive) for drive in drives if drive.max_effort is not None)
        speeds = (drive.max_velocity / _ratio(drive) for drive in drives if drive.max_velocity is not None)
        effort = next(efforts, limits.effort if limits else None)
        velocity = next(speeds, limits.velocity if limits else None)
        return AxisSummary(
            axis=_vector(X_WJ.rotation.apply(self.kinematics.joint_axis(joint, axis))),
            lower=_number(limits.lower) if limits and active else None,
            upper=_number(limits.upper) if limits and active else None,
            initial=float(axis.initial or 0.0),
            effort=_number(effort),
            velocity=_number(velocity),
            damping=_number(dynamics.damping) if dynamics else None,
            friction=_number(dynamics.friction) if dynamics else None,
            stiffness=_number(dynamics.spring_stiffness) if dynamics else None,
            reference=_number(dynamics.spring_reference) if dynamics else None,
            actuated=bool(drives),
        )

    def _lights(self) -> Iterable[LightSummary]:
        unique, models = Unique(), model_paths(self.scene)
        for light in self.scene.lights:
            X_WO = self.kinematics.at_zero(light.relative_to)
            yield self._light(light, X_WO @ (light.pose or IDENTITY), unique(str(light.name or light.type)))
        for link in self.scene.links:
            X_WL = self._placed(link.id, self.kinematics.at_zero(link.id))
            for light in link.lights:
                path = f"{self.link_paths[link.id]}::{light.name or light.type}" if models else str(light.name or light.type)
                yield self._light(light, self._in_world(link, X_WL, light.pose, light.relative_to), unique(path))

    def _light(self, light: Light, X_W: Pose, path: str) -> LightSummary:
        direction = light.direction or (0.0, 0.0, -1.0)
        return LightSummary(
            path=path,
            type=str(light.type),
            position=None if light.type == "directional" else _vector(X_W.position),
            direction=None if light.type == "point" or not any(direction) else unit(_vector(X_W.rotation.apply(direction))),
        )


def _ratio(drive: Actuator) -> float:
    """How much faster a motor turns than its joint, which is so much stronger."""
    return abs(drive.ratio or 1.0)


def _number(value: float | None) -> float | None:
    """A JSON number; infinities and 1e16 (SDF's old infinity) and beyond are None."""
    return None if value is None or not abs(value) < 1e16 else float(value)


def _is_listed(visual: Visual) -> bool:
    """Whether a visual is drawn, or hidden by its colour alone, as formats without a switch say it. One whose material is not defined is
    listed in any case: only SimSpark hides it for that."""
    if visual.visible is None or visual.visible:
        return True
    color = shape_summary.color(visual)
    return color is None or not color[3]


def _vector(v: Sequence[float]) -> Vec3:
    return (float(v[0]), float(v[1]), float(v[2]))


def _seven(X: Pose) -> tuple[float, ...]:
    return (*(float(v) for v in X.position), *(float(v) for v in X.rotation))
