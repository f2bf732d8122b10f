"""A scene made ready to be compared: its nodes beside what the physics summary says of them, and what tells them apart besides names."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property

from scenec.comparison.joint_equality import joint_type
from scenec.comparison.joint_graph import JointGraph
from scenec.comparison.shape_equality import rounded, shape_key
from scenec.comparison.tolerance import pose_of
from scenec.ir.geometry import Mesh
from scenec.ir.joint import Joint
from scenec.ir.light import Light
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.names import joint_paths, model_paths
from scenec.ir.pose import Pose
from scenec.ir.scene import Scene
from scenec.ir.sensor import Sensor
from scenec.ir.shape_summary import Shapes
from scenec.ir.summary import JointSummary, LightSummary, LinkSummary, PhysicsSummary, SensorSummary, ShapeSummary, summarize

PartNode = Collision | Visual | Sensor
PartSummary = ShapeSummary | SensorSummary
KINDS = ("collision", "visual", "sensor")


class Part:
    """A collision, visual or sensor of a link: its node, what the summary says of it, and the index of the link."""

    __slots__ = ("kind", "link", "node", "summary")

    def __init__(self, kind: str, link: int, node: PartNode, summary: PartSummary) -> None:
        self.kind, self.link, self.node, self.summary = kind, link, node, summary

    @property
    def pose(self) -> tuple[float, ...]:
        return self.summary.pose


class ComparedScene(JointGraph):
    """A scene with its joints where `physics` has them, by default where they start. Links and joints go by their index. Everything is
    computed when it is first used: names settle most comparisons without the rest."""

    def __init__(self, scene: Scene, physics: PhysicsSummary | None = None, shapes: Shapes | None = None) -> None:
        self._physics = physics
        self.scene = scene
        self.shapes = shapes or Shapes(scene)
        self.links: tuple[Link, ...] = scene.links
        self.joints: tuple[Joint, ...] = scene.joints

    @staticmethod
    def at_zero(scene: Scene) -> ComparedScene:
        """A scene with all joints at zero, as initial positions are compared apart."""
        shapes = Shapes(scene)
        moved = {
            path: [0.0] * len(joint.axes)
            for joint, path in zip(scene.joints, joint_paths(scene).values(), strict=True)
            if any(axis.initial for axis in joint.axes)
        }
        return ComparedScene(scene, summarize(scene, moved, shapes, hidden=True), shapes)

    def started(self) -> ComparedScene:
        """The same scene with all joints where they start."""
        return ComparedScene(self.scene, None, self.shapes)

    @property
    def physics(self) -> PhysicsSummary:
        if self._physics is None:
            self._physics = summarize(self.scene, {}, self.shapes, hidden=True)
        return self._physics

    @cached_property
    def model_paths(self) -> dict[str, str]:
        return model_paths(self.scene)

    @cached_property
    def poses(self) -> list[Pose]:
        """Where the links are."""
        return [pose_of(link.pose) for link in self.physics.links]

    @cached_property
    def parts(self) -> list[dict[str, list[Part]]]:
        """Per link its collisions, visuals and sensors; those of a joint belong to the link it moves."""
        sensing: dict[int, list[Sensor]] = {}
        for joint, (_, child) in zip(self.joints, self.ends, strict=True):
            if joint.sensors:
                sensing.setdefault(child, []).extend(joint.sensors)
        found = []
        for i, (link, summary) in enumerate(zip(self.links, self.physics.links, strict=True)):
            sensors = (*link.sensors, *sensing.get(i, ()))
            found.append(
                {
                    "collision": [Part("collision", i, *both) for both in zip(link.collisions, summary.collisions, strict=True)],
                    "visual": [Part("visual", i, *both) for both in zip(link.visuals, summary.visuals, strict=True)],
                    "sensor": [Part("sensor", i, *both) for both in zip(sensors, summary.sensors, strict=True)],
                }
            )
        return found

    @cached_property
    def meshes(self) -> dict[str, Mesh]:
        return {mesh.id: mesh for mesh in self.scene.meshes}

    @cached_property
    def lights(self) -> list[tuple[Light, LightSummary]]:
        nodes = [*self.scene.lights, *(light for link in self.links for light in link.lights)]
        return list(zip(nodes, self.physics.lights, strict=True))

    # -- what tells links and joints apart besides their names

    @cached_property
    def bodies(self) -> list[Hashable | None]:
        """Per link mass, inertia and shapes, wherever it is; None for a link without any."""
        return [_body(link) for link in self.physics.links]

    @cached_property
    def placed_bodies(self) -> list[Hashable]:
        """The same with where it all is in the world."""
        return [_placed_body(link) for link in self.physics.links]

    @cached_property
    def joint_places(self) -> list[Hashable]:
        return [_joint_place(joint) for joint in self.physics.joints]

    @cached_property
    def written_paths(self) -> tuple[list[str], list[str], list[str]]:
        """Paths of models, links and joints as their names say, unlike physics paths not made unique: what stands twice has no path of
        its own."""
        above: dict[str, str] = {}
        by_id = {model.id: model for model in self.scene.models}
        for model in self.scene.models:
            chain: list[str] = []
            at: str | None = model.id
            while at is not None and at in by_id and at not in above and len(chain) <= len(by_id):
                chain.append(at)
                at = by_id[at].parent
            for each in reversed(chain):
                outer = above.get(by_id[each].parent or "", "")
                name = str(by_id[each].name or "model")
                above[each] = f"{outer}::{name}" if outer else name
        models = [above[model.id] for model in self.scene.models]
        links = [f"{above.get(link.model, 'model')}::{link.name or 'link'}" for link in self.links]
        joints = [
            f"{above[joint.model]}::{joint.name or 'joint'}" if joint.model in above else str(joint.name or "joint")
            for joint in self.joints
        ]
        return models, links, joints


def point_key(values: tuple[float, ...]) -> tuple[float, ...]:
    """Return a place rounded to 1e-6 m."""
    return tuple(round(value, 6) + 0.0 for value in values[:3])


def _body(link: LinkSummary) -> Hashable | None:
    if not (link.mass or link.collisions or link.visuals or link.sensors):
        return None
    spread = sum(link.inertia[i][i] for i in range(3))
    shapes = (tuple(sorted(map(shape_key, link.collisions))), tuple(sorted(map(shape_key, link.visuals))))
    return rounded(link.mass), rounded(spread), shapes, tuple(sorted(sensor.type for sensor in link.sensors))


def _placed_body(link: LinkSummary) -> Hashable:
    if not (link.collisions or link.visuals or link.mass):
        return point_key(link.pose), tuple(sorted(sensor.type for sensor in link.sensors))
    shapes = tuple(sorted((shape_key(shape), point_key(shape.pose)) for shape in (*link.collisions, *link.visuals)))
    return rounded(link.mass), point_key(link.com) if link.mass else None, shapes


def _joint_place(joint: JointSummary) -> Hashable:
    way = tuple(tuple(abs(round(value, 6)) for value in axis.axis) for axis in joint.axes)
    return joint_type(joint.type), point_key(joint.anchor), way
