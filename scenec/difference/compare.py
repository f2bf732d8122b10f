"""The comparison: which part of A is which of B, and then what is not the same about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scenec.accounting import report
from scenec.comparison.compared_scene import ComparedScene
from scenec.comparison.scene_matching import Matching, match
from scenec.comparison.tolerance import RELATIVE, Tolerance
from scenec.difference.bodies import Bodies
from scenec.difference.item import Item
from scenec.difference.joints import Joints
from scenec.difference.leaves import Implied, Leaves
from scenec.difference.lights import compare_lights
from scenec.difference.meshes import compare_meshes
from scenec.difference.motion import compare_motion
from scenec.difference.notes import Notes
from scenec.difference.presence import compare_presence
from scenec.difference.result import Difference
from scenec.difference.sayable import sayable
from scenec.difference.settings import compare_settings
from scenec.ir.scene import Scene


def compare(
    a: Scene,
    b: Scene,
    *,
    scenery: tuple[report.Side, report.Side] = (report.Side(), report.Side()),
    tolerance: float = RELATIVE,
    implied: tuple[Implied, Implied] = ({}, {}),
) -> Difference:
    """Return what differs between two scenes.

    scenery: what to call them, and their formats: if both are of one format, what only one states is a difference. tolerance:
    relative. implied: the defaults of each format. Raises ReadError for a scene whose poses lead nowhere.
    """
    sides = ComparedScene.at_zero(a), ComparedScene.at_zero(b)
    matching = match(*sides)
    found = _Comparison(*sides, matching, scenery, tolerance, implied).difference()
    if any(item.change == "moved" and item.kind in ("link", "model") for item in found.items) and _start_apart(a, b, matching):
        started = _Comparison(sides[0].started(), sides[1].started(), matching, scenery, tolerance, implied).difference()
        if _moves(started) < _moves(found):  # the zero of a joint has moved, not what hangs on it
            return started
    return found


def _moves(difference: Difference) -> int:
    return sum(1 + len(item.along) for item in difference.items if item.change == "moved")


def _start_apart(a: Scene, b: Scene, matching: Matching) -> bool:
    """Whether some joint starts in another position."""
    others = {joint.id: joint for joint in b.joints}
    starts = ((joint, others[matching.joints[joint.id]]) for joint in a.joints if joint.id in matching.joints)
    return any([axis.initial or 0.0 for axis in one.axes] != [axis.initial or 0.0 for axis in other.axes] for one, other in starts)


class _Comparison:
    def __init__(
        self,
        a: ComparedScene,
        b: ComparedScene,
        matching: Matching,
        scenery: tuple[report.Side, report.Side],
        tolerance: float,
        implied: tuple[Implied, Implied],
    ) -> None:
        self.a, self.b, self.matching, self.scenery = a, b, matching, scenery
        self.close = Tolerance.of(tolerance, a.physics, b.physics)
        same_format = scenery[0].format == scenery[1].format
        files = tuple(side.files[0] if side.files else "" for side in scenery)
        self.leaves = Leaves(self.close, matching.ids(), implied, (files[0], files[1]), same_format=same_format)
        self.notes = Notes()
        self.links = _indices(a.links, b.links, matching.links)
        self.joints = _indices(a.joints, b.joints, matching.joints)

    def difference(self) -> Difference:
        of_models = compare_settings(self.a, self.b, self.matching, self.leaves, self.notes)
        bodies = Bodies(self.a, self.b, self.links, of_models, self.leaves, self.notes)
        bodies.compare()
        compare_motion(self.a, self.b, self.matching, bodies.displaced, self.close, self.notes)
        self._compare_joints(bodies)
        compare_presence(self.a, self.b, self.links, self.joints, bodies, self.matching, self.leaves, self.notes)
        compare_lights(self.a, self.b, bodies.displaced, self.leaves, self.notes)
        compare_meshes(self.a.scene, self.b.scene, self.matching, self.leaves, self.notes)
        found = self.notes.placed(self._ranks())
        items = sayable(found, self.scenery)
        self.leaves.unstated += len(found) - len(items)
        return Difference(
            *self.scenery, self.close.tolerance, items, self._unchanged_counts(items), self.leaves.unstated, (self.a.scene, self.b.scene)
        )

    def _compare_joints(self, bodies: Bodies) -> None:
        homes = {j: self.a.groups[i] for i, j in self.links.items()} | bodies.merged_b
        shifts = {self.a.groups[i]: D for i, D in bodies.displaced.items()}
        displaced = bodies.displaced | {i: shifts[home] for i, home in bodies.merged_a.items() if home in shifts}
        joints = Joints(self.a, self.b, self.links, homes, displaced, self.leaves, self.notes)
        called = {self.a.joint_paths[x]: self.b.joint_paths[y] for x, y in self.joints.items()}
        for x, y in self.joints.items():
            mimic = self.a.physics.joints[x].mimic
            joints.compare(x, y, called.get(mimic.joint) if mimic else None)

    def _ranks(self) -> dict[str, int]:
        """Owners in the order in which people look for them: the world, then model by model its links and joints."""
        ranks: dict[str, int] = {"": 0}
        for side in (self.a, self.b):
            inside: dict[str, list[str]] = {}
            for nodes, paths in ((side.links, side.link_paths), (side.joints, side.joint_paths)):
                for node, path in zip(nodes, paths, strict=True):
                    inside.setdefault(str(getattr(node, "model", None)), []).append(path)
            for model, path in side.model_paths.items():
                for each in (path, *inside.pop(model, ())):
                    ranks.setdefault(each, len(ranks))
            for paths in inside.values():
                for each in paths:
                    ranks.setdefault(each, len(ranks))
        return ranks

    def _unchanged_counts(self, items: Sequence[Item]) -> dict[str, int]:
        """How many links and joints are the same in everything."""
        reported = {item.owner for item in items} | {item.path for item in items} | {path for item in items for path in item.along}
        return {
            "links": sum(1 for i in self.links if self.a.link_paths[i] not in reported),
            "joints": sum(1 for x in self.joints if self.a.joint_paths[x] not in reported),
        }


def _indices(left: Sequence[Any], right: Sequence[Any], ids: dict[str, str]) -> dict[int, int]:
    index = {node.id: j for j, node in enumerate(right)}
    return {i: index[ids[node.id]] for i, node in enumerate(left) if node.id in ids}
