"""What tells the parts of a scene apart besides their names: place, mass, shapes, neighbours."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cached_property

from scenec.ir.base import WORLD
from scenec.ir.names import joint_paths, link_paths
from scenec.ir.scene import Scene
from scenec.ir.summary import JointSummary, LinkSummary, PhysicsSummary, ShapeSummary

WORLD_INDEX = -1
"""The index of the world among links."""

_SAME_TYPE = {"continuous": "revolute"}
"""Joint types that differ in their limits only."""


def joint_type(word: str) -> str:
    """The type of a joint; a continuous one is a revolute one without limits."""
    return _SAME_TYPE.get(word, word)


class Places:
    """The signs of one scene's links and joints, by index. Worked out when first asked for: names settle most pairs without them."""

    def __init__(self, scene: Scene, physics: PhysicsSummary | None = None) -> None:
        self._scene = scene
        self._given = physics

    @cached_property
    def physics(self) -> PhysicsSummary:
        return self._given if self._given is not None else self._scene.physics()

    @cached_property
    def ends(self) -> list[tuple[int, int]]:
        """Per joint the indices of parent and child link."""
        index = {path: i for i, path in enumerate(link_paths(self._scene).values())} | {WORLD: WORLD_INDEX}
        return [(index[joint.parent], index[joint.child]) for joint in self.physics.joints]

    @cached_property
    def joints_at(self) -> dict[int, list[tuple[int, int]]]:
        """Per link (joint, link at its other end), in document order."""
        found: dict[int, list[tuple[int, int]]] = {}
        for joint, (parent, child) in enumerate(self.ends):
            found.setdefault(parent, []).append((joint, child))
            found.setdefault(child, []).append((joint, parent))
        return found

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


def written_paths(scene: Scene) -> tuple[list[str], list[str], list[str]]:
    """Paths of models, links and joints as their names say, unlike physics paths not made unique: what stands twice has no path of
    its own."""
    above: dict[str, str] = {}
    by_id = {model.id: model for model in scene.models}
    for model in scene.models:
        chain: list[str] = []
        at: str | None = model.id
        while at is not None and at in by_id and at not in above and len(chain) <= len(by_id):
            chain.append(at)
            at = by_id[at].parent
        for each in reversed(chain):
            outer = above.get(by_id[each].parent or "", "")
            name = str(by_id[each].name or "model")
            above[each] = f"{outer}::{name}" if outer else name
    models = [above[model.id] for model in scene.models]
    links = [f"{above.get(link.model, 'model')}::{link.name or 'link'}" for link in scene.links]
    joints = [
        f"{above[joint.model]}::{joint.name or 'joint'}" if joint.model in above else str(joint.name or "joint") for joint in scene.joints
    ]
    return models, links, joints


def unique_paths(scene: Scene) -> tuple[list[str], list[str]]:
    """The physics paths of links and joints, by index."""
    return list(link_paths(scene).values()), list(joint_paths(scene).values())


def _digits(value: float) -> float:
    """Six significant ones: enough to tell bodies apart, too few to see how they were computed."""
    return float(f"{value:.6g}") + 0.0


def _point(values: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, 6) + 0.0 for value in values[:3])


def _shape(shape: ShapeSummary) -> tuple[str, tuple[tuple[str, float], ...]]:
    sizes = sorted(shape.size.items())
    if shape.type in ("box", "ellipsoid"):  # whichever edge is called x
        return shape.type, tuple(("", _digits(value)) for _, value in sorted(sizes, key=lambda size: size[1]))
    return shape.type, tuple((key, _digits(value)) for key, value in sizes)


def _body(link: LinkSummary) -> Hashable | None:
    if not (link.mass or link.collisions or link.visuals or link.sensors):
        return None
    spread = sum(link.inertia[i][i] for i in range(3))
    shapes = (tuple(sorted(map(_shape, link.collisions))), tuple(sorted(map(_shape, link.visuals))))
    return _digits(link.mass), _digits(spread), shapes, tuple(sorted(sensor.type for sensor in link.sensors))


def _placed_body(link: LinkSummary) -> Hashable:
    if not (link.collisions or link.visuals or link.mass):
        return _point(link.pose), tuple(sorted(sensor.type for sensor in link.sensors))
    shapes = tuple(sorted((_shape(shape), _point(shape.pose)) for shape in (*link.collisions, *link.visuals)))
    return _digits(link.mass), _point(link.com) if link.mass else None, shapes


def _joint_place(joint: JointSummary) -> Hashable:
    way = tuple(tuple(abs(round(value, 6)) for value in axis.axis) for axis in joint.axes)
    return joint_type(joint.type), _point(joint.anchor), way
