"""Where the parts of a scene are, each in the frame of another, for writers: at joint zero, or when the scene starts. Numbers know their
leaves."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from scenec.converters.common.write_context import HERE, Placed, WriteContext, pose_made_of, stated_pose
from scenec.converters.format import WriteRequest
from scenec.ir.base import WORLD, Id
from scenec.ir.kinematics import LONGEST_WALK
from scenec.ir.pose import Pose
from scenec.trace import Computed, derived, ids_of, is_computed, made_of, steered_by, with_all

NOISE = 4e-15
"""The share of numbers of 15 digits that may be left where they cancel each other out."""


class PosesInFrames(WriteContext):
    """One run of a writer, with the pose of each thing in each other. A thing is a model, link, joint or frame.

    A pose that is stated keeps its digits; one that is worked out of several counts as computed. However many poses it was made of, its
    position and rotation have a leaf each.
    """

    def __init__(self, request: WriteRequest) -> None:
        super().__init__(request)
        self._own: dict[Id, Placed] = {}
        self._in_world: dict[Id, Placed] = {}
        self._on_the_way: dict[tuple[Id, Id], Placed] = {}

    def own_pose(self, thing_id: Id) -> Placed:
        """The pose of a thing in what it is relative to."""
        if thing_id not in self._own:
            node = self.by_id[thing_id]
            local, stated = self.kinematics.in_reference(thing_id), stated_pose(node.pose, node.relative_to)
            local = stated if local == stated else pose_made_of(local, stated, stated.rotation)
            local = self.steered_to_place(local, thing_id)
            self._own[thing_id] = Placed(local, any(map(is_computed, local.position)))
        return self._own[thing_id]

    def above(self, thing_id: Id) -> Id | None:
        """Return what the pose of a thing is relative to; None for the world."""
        reference = self.kinematics.reference(thing_id)
        return reference if reference in self.by_id else None

    def in_world(self, thing_id: Id | None) -> Placed:
        """Where a thing is; HERE for the world itself (or None)."""
        if thing_id not in self.by_id:
            return Placed(HERE)
        self.kinematics.at_zero(thing_id)  # refuses poses that are relative to each other in a circle
        chain: list[Id] = []
        at: Id | None = thing_id
        while at is not None and at not in self._in_world:
            chain.append(at)
            at = self.above(at)
        X_W = self._in_world[at] if at is not None else Placed(HERE)
        for each in reversed(chain):
            X_W = X_W @ self.own_pose(each)
            self._in_world[each] = X_W = Placed(self._joined(X_W.pose), X_W.computed)
        return X_W

    def _joined(self, pose: Pose) -> Pose:
        uses = self.request.uses
        position, rotation = ids_of(pose.position), ids_of(pose.rotation)
        if len(position) <= 3 and len(rotation) <= 3:
            return pose
        return Pose(with_all(pose.position, uses.join(position)), pose.rotation.with_all(uses.join(rotation)))

    def relative(self, thing_id: Id, base_id: Id | None) -> Placed:
        """The pose of a thing in another (None: the world), by way of the nearest thing that both are placed in."""
        if thing_id == base_id:
            return Placed(HERE)
        if base_id not in self.by_id:
            return self.in_world(thing_id)
        self.kinematics.at_zero(thing_id)
        self.kinematics.at_zero(base_id)
        ways = [self._way_up(each) for each in (base_id, thing_id)]
        common = set(ways[0]) & set(ways[1])
        if not common and max(map(len, ways)) > LONGEST_WALK:
            return across(self.in_world(base_id), self.in_world(thing_id))
        X_CB, X_CT = (self._product_of_poses(way, common) for way in ways)
        return across(X_CB, X_CT)

    def _way_up(self, thing_id: Id) -> list[Id]:
        """Return a thing and what it is placed in, up to the world. What is in a long row stops sooner: each would walk it all."""
        way, at = list[Id](), thing_id if thing_id in self.by_id else None
        while at is not None and len(way) <= LONGEST_WALK:
            way.append(at)
            at = self.above(at)
        return way

    def _product_of_poses(self, way: list[Id], end: set[Id]) -> Placed:
        """The product of the poses from a thing up to the first of some others. Each is worked out once."""
        below = next((i for i, each in enumerate(way) if each in end), len(way))
        top, X = way[below] if below < len(way) else "", Placed(HERE)
        for each in reversed(way[:below]):
            if (each, top) not in self._on_the_way:
                X = X @ self.own_pose(each)
                self._on_the_way[each, top] = Placed(self._joined(X.pose), X.computed)
            X = self._on_the_way[each, top]
        return X

    def within(self, part: Any, owner: Id | None) -> Placed:
        """Where a part of a link or joint is in it; a light that belongs to none (owner: None) in the world."""
        reference = part.relative_to
        pose = stated_pose(part.pose, reference)
        own = Placed(pose, any(map(is_computed, pose.position)))
        if reference is None or str(reference) == owner:
            return own
        return self.relative(str(reference), owner) @ own


def across(X_CB: Placed, X_CT: Placed) -> Placed:
    """The place of T in B, of both in C. Components are 0 where only rounding is left of what they were worked out of."""
    placed = X_CB.inverse() @ X_CT
    nothing = NOISE * max(abs(float(each)) for X in (X_CB, X_CT) for each in X.pose.position)
    position = placed.pose.position
    if not placed.computed or not any(0.0 < abs(each) < nothing for each in position):
        return placed
    x, y, z = (made_of(derived(Computed(0.0), each), each) if abs(each) < nothing else each for each in position)
    return Placed(Pose((x, y, z), placed.pose.rotation), placed.computed)


def from_start(value: float, start: float | None) -> float:
    """Return a coordinate of a joint in a file in which the joint starts at zero. It is the number as written if the joint starts there.
    start: the initial position (rad or m); the coordinate changes with it, and the pose of the file says it."""
    return steered_by(made_of(Computed(value - start), value), start) if start else value


class StartPoses(PosesInFrames):
    """One run of a writer, with poses at the initial positions of the joints."""

    def in_world(self, thing_id: Id | None) -> Placed:
        """Where a model, link, joint or frame is at the start."""
        X_W = super().in_world(thing_id)
        if thing_id is None or thing_id in self._models:
            return X_W
        body = self.kinematics.body_of(thing_id)
        D = self.displaced.get(body)
        if D is None:
            return X_W
        return Placed(self.steered_to_start(pose_made_of(D @ X_W.pose, X_W.pose, X_W.pose.rotation), body), computed=True)

    @cached_property
    def _models(self) -> frozenset[Id]:
        return frozenset(model.id for model in self.scene.models)

    def relative(self, thing_id: Id, base_id: Id | None) -> Placed:
        """Where a link, joint or frame is in another thing (or the world) at the start. Numbers keep their digits where no joint between
        them has moved."""
        moved = [self.displaced.get(self.kinematics.body_of(end)) for end in (thing_id, base_id or WORLD)]
        if moved[0] == moved[1]:
            return super().relative(thing_id, base_id)
        return across(self.in_world(base_id), self.in_world(thing_id))
