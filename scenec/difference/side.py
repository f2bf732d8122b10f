"""One of the two scenes as a comparison sees it: its nodes next to what the physics summary says of them."""

from __future__ import annotations

from functools import cached_property

from scenec.difference.closeness import pose_of
from scenec.difference.places import WORLD_INDEX
from scenec.ir.base import WORLD
from scenec.ir.geometry import Mesh
from scenec.ir.joint import Joint
from scenec.ir.light import Light
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.names import joint_paths, link_paths, model_paths
from scenec.ir.pose import Pose
from scenec.ir.scene import Scene
from scenec.ir.sensor import Sensor
from scenec.ir.shape_summary import Shapes
from scenec.ir.summary import LightSummary, PhysicsSummary, SensorSummary, ShapeSummary, summarize

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


class Side:
    """A scene with joints at zero, or where they start (`at_start`). Links and joints go by their index."""

    def __init__(self, scene: Scene, physics: PhysicsSummary, shapes: Shapes) -> None:
        self.scene = scene
        self.shapes = shapes
        self.physics = physics
        self.links: tuple[Link, ...] = scene.links
        self.joints: tuple[Joint, ...] = scene.joints
        self.link_index = {path: i for i, path in enumerate(link_paths(scene).values())} | {WORLD: WORLD_INDEX}
        self.ends = [(self.link_index[joint.parent], self.link_index[joint.child]) for joint in self.physics.joints]

    @cached_property
    def model_paths(self) -> dict[str, str]:
        return model_paths(self.scene)

    @cached_property
    def link_paths(self) -> list[str]:
        return [link.path for link in self.physics.links]

    @cached_property
    def joint_paths(self) -> list[str]:
        return [joint.path for joint in self.physics.joints]

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
    def groups(self) -> list[int]:
        """Per link the first of those that are welded to it, WORLD_INDEX for what is fixed to the world."""
        leader = list(range(len(self.links)))

        def find(link: int) -> int:
            while link != WORLD_INDEX and leader[link] != link:
                above = leader[link]
                if above != WORLD_INDEX:
                    leader[link] = leader[above]  # halve the way for the next who asks
                link = above
            return link

        for i, link in enumerate(self.physics.links):
            if link.static:
                leader[i] = WORLD_INDEX
        for joint, ends in zip(self.physics.joints, self.ends, strict=True):
            one, other = sorted(map(find, ends))
            if joint.type == "fixed" and one != other:
                leader[other] = one
        return [find(i) for i in range(len(leader))]

    @cached_property
    def jointed(self) -> set[int]:
        """The groups that hang on another one that moves: whether a lone body touches itself makes no difference."""
        ends = ({self.groups[end] for end in both if end != WORLD_INDEX} - {WORLD_INDEX} for both in self.ends)
        return {group for both in ends if len(both) == 2 for group in both}

    @cached_property
    def parent_joints(self) -> dict[int, int]:
        """Per link the first joint that moves it."""
        found: dict[int, int] = {}
        for joint, (_, child) in enumerate(self.ends):
            found.setdefault(child, joint)
        return found

    @cached_property
    def meshes(self) -> dict[str, Mesh]:
        return {mesh.id: mesh for mesh in self.scene.meshes}

    @cached_property
    def lights(self) -> list[tuple[Light, LightSummary]]:
        nodes = [*self.scene.lights, *(light for link in self.links for light in link.lights)]
        return list(zip(nodes, self.physics.lights, strict=True))

    def started(self) -> Side:
        """The same scene with all joints where they start."""
        return Side(self.scene, summarize(self.scene, {}, self.shapes), self.shapes)


def at_zero(scene: Scene) -> Side:
    """A scene with all joints at zero, whatever position they start in: what they start in is a difference of its own."""
    shapes = Shapes(scene)
    moved = {
        path: [0.0] * len(joint.axes)
        for joint, path in zip(scene.joints, joint_paths(scene).values(), strict=True)
        if any(axis.initial for axis in joint.axes)
    }
    return Side(scene, summarize(scene, moved, shapes), shapes)
