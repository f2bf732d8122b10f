"""Matches the parts of two scenes, in any order and under any names.

By path first, then by a name that only one on each side has, then by place, body and neighbours in the joint graph. A pair once made
stays; each step is linear in what is still alone, none looks at anything but the two scenes, and none recurses.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from typing import Any

import msgspec

from scenec.comparison.compared_scene import ComparedScene
from scenec.comparison.joint_equality import joint_type
from scenec.comparison.joint_graph import WORLD_INDEX
from scenec.comparison.pairing import Pairing, Take
from scenec.ir.base import WORLD, Id
from scenec.ir.scene import Frame, Scene

_ROUNDS = 3
"""Pairs of links tell which models are the same, models tell which links are: nothing is found after that."""

TAKES: tuple[Take, ...] = ("alone", "all")

_NOWHERE = -2
"""Instead of the index of a link that has no counterpart."""


class Matching(msgspec.Struct, frozen=True, kw_only=True):
    """Id in the first scene -> id of the same thing in the second. What is in neither mapping nor its inverse is in one scene only.

    reversed: joints (ids of the first scene) that the second writes from the other side, child first.
    """

    models: dict[Id, Id]
    links: dict[Id, Id]
    joints: dict[Id, Id]
    frames: dict[Id, Id]
    meshes: dict[Id, Id]
    worlds: dict[Id, Id]
    reversed: frozenset[Id] = frozenset()

    def ids(self) -> dict[Id, Id]:
        """All of them in one, the world too: for fields that refer to something by id."""
        return {WORLD: WORLD, **self.meshes, **self.frames, **self.worlds, **self.models, **self.joints, **self.links}


def match(a: ComparedScene, b: ComparedScene) -> Matching:
    """Which model, link, joint, frame, mesh and world of `a` is which of `b`. Raises ReadError where a pose refers to itself."""
    return _Matcher(a, b).matching()


class _Matcher:
    def __init__(self, a: ComparedScene, b: ComparedScene) -> None:
        self.a, self.b, self.signs_a, self.signs_b = a.scene, b.scene, a, b
        self.models = Pairing(len(self.a.models), len(self.b.models))
        self.links = Pairing(len(self.a.links), len(self.b.links))
        self.joints = Pairing(len(self.a.joints), len(self.b.joints))
        self.model_of = [{model.id: i for i, model in enumerate(scene.models)} for scene in (self.a, self.b)]

    def matching(self) -> Matching:
        for pairing, ours, theirs in zip(
            (self.models, self.links, self.joints), self.signs_a.written_paths, self.signs_b.written_paths, strict=True
        ):
            pairing.by(ours, theirs)
        if self.links.open or self.joints.open or self.models.open:
            for _ in range(_ROUNDS):
                before = self._count()
                self._round()
                if self._count() == before:
                    break
            self.models.by(*self._names_of_models(), take="all")
        reversed_joints = self._reversed()
        frames = self._frames()
        return Matching(
            models=_ids(self.a.models, self.b.models, self.models),
            links=_ids(self.a.links, self.b.links, self.links),
            joints=_ids(self.a.joints, self.b.joints, self.joints),
            frames=_ids(self.a.frames, self.b.frames, frames),
            meshes=_ids(self.a.meshes, self.b.meshes, _meshes(self.a, self.b)),
            worlds=_ids(self.a.worlds, self.b.worlds, _worlds(self.a, self.b)),
            reversed=reversed_joints,
        )

    def _count(self) -> int:
        return len(self.models.right_of) + len(self.links.right_of) + len(self.joints.right_of)

    def _round(self) -> None:
        self._models()
        for pairing, ours, theirs in ((self.links, self.a.links, self.b.links), (self.joints, self.a.joints, self.b.joints)):
            pairing.by(self._names_in_model(ours, 0), self._names_in_model(theirs, 1))
        for pairing, ours, theirs in ((self.links, self.a.links, self.b.links), (self.joints, self.a.joints, self.b.joints)):
            pairing.by([each.name for each in ours], [each.name for each in theirs])
        self._neighbours()
        for take in TAKES:
            if self.links.open:
                self.links.by(self.signs_a.placed_bodies, self.signs_b.placed_bodies, take=take)
                self._neighbours()
        if self.links.open:
            homes = [[self._home(link.model, side) for link in scene.links] for side, scene in enumerate((self.a, self.b))]
            for take in TAKES:
                keys = [
                    [None if body is None or home is None else (home, body) for home, body in zip(homes[side], signs.bodies, strict=True)]
                    for side, signs in enumerate((self.signs_a, self.signs_b))
                ]
                self.links.by(keys[0], keys[1], take=take)
            self.links.by(self.signs_a.bodies, self.signs_b.bodies)
            self._neighbours()
        if self.joints.open:
            self._joints_between()

    # -- models

    def _models(self) -> None:
        """By what most of their links, paired already, belong to; then by name."""
        if not self.models.open:
            return
        homes = (
            (self.model_of[0].get(self.a.links[i].model), self.model_of[1].get(self.b.links[j].model))
            for i, j in self.links.right_of.items()
        )
        self.models.by_votes((left, right) for left, right in homes if left is not None and right is not None)
        self.models.by(*self._names_of_models())
        self.models.by([model.name for model in self.a.models], [model.name for model in self.b.models])

    def _names_of_models(self) -> tuple[list[Hashable], list[Hashable]]:
        names: tuple[list[Hashable], list[Hashable]] = ([], [])
        for side, scene in enumerate((self.a, self.b)):
            names[side].extend((self._home(model.parent, side), model.name) for model in scene.models)
        return names

    def _home(self, model: Id | None, side: int) -> Hashable | None:
        """Return what a model is known as on both sides: the index of the first scene's."""
        if model is None or model not in self.model_of[side]:
            return "none"
        index = self.model_of[side][model]
        return index if side == 0 else self.models.left_of.get(index)

    def _names_in_model(self, nodes: Sequence[Any], side: int) -> list[Hashable | None]:
        homes = [self._home(node.model, side) for node in nodes]
        return [None if home is None else (home, node.name) for home, node in zip(homes, nodes, strict=True)]

    # -- the joint graph

    def _neighbours(self) -> None:
        """From links that are paired to those they are joined to, as far as that leads."""
        if not (self.links.open or self.joints.open):
            return
        reached = deque([(WORLD_INDEX, WORLD_INDEX), *sorted(self.links.right_of.items())])
        while reached:
            i, j = reached.popleft()
            ours, theirs = self.signs_a.joints_at.get(i, ()), self.signs_b.joints_at.get(j, ())
            if ours and theirs:
                reached.extend(self._beside(ours, theirs))

    def _beside(self, ours: Sequence[tuple[int, int]], theirs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Pair the joints of two links that are the same, and the links behind them; the links that are new."""
        made = []
        behind = dict(theirs)
        for joint, link in ours:  # a joint that is paired already leads on
            partner = self.joints.right_of.get(joint)
            if partner in behind and link != WORLD_INDEX and behind[partner] != WORLD_INDEX and self.links.add(link, behind[partner]):
                made.append((link, behind[partner]))
        left = [(joint, link) for joint, link in ours if joint not in self.joints.right_of and link not in self.links.right_of]
        right = [(joint, link) for joint, link in theirs if joint not in self.joints.left_of and link not in self.links.left_of]
        for sign in ("body", "place"):
            if not (left and right):
                break
            pairing = Pairing(len(left), len(right))
            pairing.by(
                [self._sign(sign, self.signs_a, *each) for each in left],
                [self._sign(sign, self.signs_b, *each) for each in right],
            )
            for x, y in pairing.right_of.items():
                (joint, link), (other_joint, other_link) = left[x], right[y]
                if WORLD_INDEX not in (link, other_link) and self.links.add(link, other_link):
                    self.joints.add(joint, other_joint)
                    made.append((link, other_link))
            left = [each for each in left if each[0] not in self.joints.right_of]
            right = [each for each in right if each[0] not in self.joints.left_of]
        return made

    @staticmethod
    def _sign(sign: str, signs: ComparedScene, joint: int, link: int) -> Hashable | None:
        if link == WORLD_INDEX:
            return None
        if sign == "place":
            return signs.joint_places[joint]
        body = signs.bodies[link]
        return None if body is None else (joint_type(signs.physics.joints[joint].type), body)

    def _joints_between(self) -> None:
        """Joints that connect the same two links: of the same type, at the same place, in the order they stand."""
        left: list[Hashable | None] = [tuple(sorted(ends)) for ends in self.signs_a.ends]
        right = [None if _NOWHERE in ends else tuple(sorted(ends)) for ends in map(self._ends_back, self.signs_b.ends)]
        placed = _beside(left, self.signs_a.joint_places), _beside(right, self.signs_b.joint_places)
        self.joints.by(*placed)
        self.joints.by(*placed, take="all")
        self.joints.by(left, right, take="all")

    def _ends_back(self, ends: tuple[int, int]) -> tuple[int, int]:
        """The ends of a joint of the second scene by the indices of the first; _NOWHERE where there is no such link."""
        back = [end if end == WORLD_INDEX else self.links.left_of.get(end, _NOWHERE) for end in ends]
        return back[0], back[1]

    def _reversed(self) -> frozenset[Id]:
        """Needs no places where no joint has other ends than before, going by ids."""
        links = {self.a.links[i].id: self.b.links[j].id for i, j in self.links.right_of.items()} | {WORLD: WORLD}
        found = set()
        for i, j in self.joints.right_of.items():
            ours, theirs = self.a.joints[i], self.b.joints[j]
            if (links.get(ours.parent), links.get(ours.child)) == (theirs.parent, theirs.child):
                continue
            parent, child = self._ends_back(self.signs_b.ends[j])
            if (child, parent) == self.signs_a.ends[i] and parent != child:
                found.add(ours.id)
        return frozenset(found)

    def _frames(self) -> Pairing:
        """By name in their model, by name, by their pose in their model."""
        pairing = Pairing(len(self.a.frames), len(self.b.frames))
        if not (self.a.frames and self.b.frames):
            return pairing
        homes = [[self._home(frame.model, side) for frame in scene.frames] for side, scene in enumerate((self.a, self.b))]
        names: list[list[Hashable | None]] = [[frame.name for frame in scene.frames] for scene in (self.a, self.b)]
        poses = [[_placed(frame) for frame in scene.frames] for scene in (self.a, self.b)]
        for keys in (names, poses):
            ours, theirs = (
                [None if key is None else (home, key) for home, key in zip(*both, strict=True)] for both in zip(homes, keys, strict=True)
            )
            pairing.by(ours, theirs)
        pairing.by(*names)
        return pairing


def _placed(frame: Frame) -> Hashable | None:
    return (frame.relative_to, frame.pose.position, tuple(frame.pose.rotation)) if frame.pose is not None else None


def _beside(keys: Sequence[Hashable | None], more: Sequence[Hashable]) -> list[Hashable | None]:
    return [None if key is None else (key, each) for key, each in zip(keys, more, strict=True)]


def _meshes(a: Scene, b: Scene) -> Pairing:
    pairing = Pairing(len(a.meshes), len(b.meshes))
    for keys in (lambda mesh: (mesh.uri, mesh.name), lambda mesh: mesh.uri, lambda mesh: mesh.name):
        pairing.by([keys(mesh) for mesh in a.meshes], [keys(mesh) for mesh in b.meshes])
    return pairing


def _worlds(a: Scene, b: Scene) -> Pairing:
    pairing = Pairing(len(a.worlds), len(b.worlds))
    pairing.by([world.name for world in a.worlds], [world.name for world in b.worlds])
    pairing.by(["world"] * len(a.worlds), ["world"] * len(b.worlds), take="all")
    return pairing


def _ids(left: Sequence[Any], right: Sequence[Any], pairing: Pairing) -> dict[Id, Id]:
    return {left[i].id: right[j].id for i, j in sorted(pairing.right_of.items())}
