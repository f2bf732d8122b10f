"""Where the parts of a scene are when it starts, for writers whose files state the poses of the start. Numbers know their leaves."""

from __future__ import annotations

from typing import Any

from scenec.converters.common.numbers import is_computed
from scenec.converters.common.write_context import HERE, Placed, WriteContext, bare_pose, with_leaves
from scenec.converters.format import WriteRequest
from scenec.ir.base import WORLD, Id
from scenec.ir.pose import Pose
from scenec.leaves import LeafSet, bare, leaves_of, made_of, steered_by, steering
from scenec.trace import Computed, derived

NOISE = 4e-15
"""The share of numbers of 15 digits that may be left where they cancel each other out."""
LONGEST_WALK = 50
"""References that are followed from a thing to a base; where they are more, both are compared in the world."""


def from_start(value: float, start: float | None) -> float:
    """Return a coordinate of a joint in a file in which the joint starts at zero. It is the number as written if the joint starts there.
    start: the initial position (rad or m); the coordinate changes with it, and the pose of the file says it."""
    return steered_by(made_of(Computed(value - start), value), start) if start else value


class StartPoses(WriteContext):
    """One run of a writer, with poses at the initial positions of the joints."""

    def __init__(self, request: WriteRequest) -> None:
        super().__init__(request)
        self._in_world: dict[Id, Placed] = {}

    def in_world(self, thing_id: Id | None) -> Placed:
        """Where a model, link, joint or frame is at the start. Its numbers know those of the poses on the way."""
        chain: list[Id] = []
        at = thing_id
        self.kinematics.at_zero(thing_id)  # refuses poses that are relative to each other in a circle
        while at is not None and at in self.seen and at not in self._in_world:
            chain.append(at)
            at = self.kinematics.reference(at)
        X_W = self._in_world.get(at, Placed(HERE)) if at is not None else Placed(HERE)
        for each in reversed(chain):
            node = self.seen[each]
            local, stated = self.kinematics._local(each), bare_pose(node.pose, None)
            local = stated if local == stated else with_leaves(local, stated, (stated, stated.rotation))
            local = self.steered_to_place(local, each)
            X_W = X_W @ Placed(local, any(map(is_computed, local.position)))
            around = with_leaves(X_W.pose, (X_W.pose, node.relative_to), (X_W.pose.rotation, node.relative_to))
            self._in_world[each] = X_W = Placed(self._joined(around), X_W.computed)
        body = self.kinematics.body_of(thing_id) if thing_id is not None else WORLD
        D = self.displaced.get(body)
        if D is None or thing_id in {model.id for model in self.scene.models}:
            return X_W
        return Placed(self.steered_to_start(with_leaves(derived(D @ X_W.pose, X_W.pose), X_W.pose, X_W.pose.rotation), body), computed=True)

    def _joined(self, pose: Pose) -> Pose:
        """The same pose, whose position and rotation have one leaf each, however many poses it was made of."""
        uses = self.request.uses
        position, rotation = leaves_of(pose.position), leaves_of(pose.rotation)
        if len(position) <= 3 and len(rotation) <= 3:
            return pose
        return Pose(made_of(bare(pose.position), LeafSet(uses.join(position))), pose.rotation.with_leaves(uses.join(rotation)))

    def relative(self, thing_id: Id, base: Id) -> Placed:
        """Where a link, joint or frame is in another thing (or the world) at the start. Numbers keep their digits where references lead
        from the one to the other and no joint between them has moved."""
        base, standing = self._standing_for(base)
        chain: list[Id] = []
        at: Id | None = thing_id
        while at is not None and at in self.seen and at != base and len(chain) < LONGEST_WALK:
            chain.append(at)
            at = self.kinematics.reference(at)
        arrived = at == base or (base == WORLD and (at is None or at not in self.seen))
        moved = [self.displaced.get(self.kinematics.body_of(end)) for end in (thing_id, base)]
        if not arrived or moved[0] != moved[1] or any(getattr(self.seen[each], "placement_frame", None) is not None for each in chain):
            X_WB, X_WT = self.in_world(base), self.in_world(thing_id)
            X = _without_noise(X_WB.inverse() @ X_WT, [float(each) for X in (X_WB, X_WT) for each in X.pose.position])
            reference = getattr(self.seen.get(thing_id), "relative_to", None)
            return Placed(with_leaves(X.pose, (X.pose, reference), (X.pose.rotation, reference)), X.computed)
        X = Placed(HERE)
        for each in reversed(chain):
            node = self.seen[each]
            pose = bare_pose(node.pose, None)
            X = X @ Placed(pose, any(map(is_computed, pose.position)))
            X = Placed(with_leaves(X.pose, (X.pose, node.relative_to), (X.pose.rotation, node.relative_to)), X.computed)
        return Placed(with_leaves(X.pose, (X.pose, *standing), (X.pose.rotation, *standing)), X.computed) if standing else X

    def _standing_for(self, base: Id) -> tuple[Id, list[Any]]:
        """Return what stands where a base does, because the base states no pose to it, and the references that say so."""
        said: list[Any] = []
        while base in self.seen and len(said) < LONGEST_WALK:
            node = self.seen[base]
            other = getattr(node, "relative_to", None)
            if other is None or node.pose is not None or other not in self.seen:
                break
            if self.displaced.get(self.kinematics.body_of(base)) != self.displaced.get(self.kinematics.body_of(str(other))):
                break
            said.append(other)
            base = str(other)
        return base, said

    def within(self, part: Any, owner: Id) -> Placed:
        """Where a part of a link is in it. part: as writers see it."""
        reference = part.relative_to
        pose = bare_pose(part.pose, reference)
        X_RP = Placed(pose, any(map(is_computed, pose.position)))
        if reference is None or reference == owner:
            return X_RP
        X_LR = self.kinematics.relative(str(reference), owner)
        X_LP = Placed(derived(X_LR, X_LR), computed=True) @ X_RP if not X_LR.is_identity else X_RP
        around = self.in_world(str(reference)).pose if str(reference) in self.seen else HERE  # which decides, too
        X_WL = HERE if X_LR.is_identity else self.in_world(owner).pose  # which the link says, and this changes with it
        position = (X_RP.pose.position, reference, around, LeafSet(steering(X_WL.position, X_WL.rotation)))
        rotation = (X_RP.pose.rotation, reference, around.rotation, LeafSet(steering(X_WL.rotation)))
        return Placed(with_leaves(X_LP.pose, position, rotation), X_LP.computed)


def _without_noise(placed: Placed, terms: list[float]) -> Placed:
    """A computed place whose components are 0 where only rounding is left of what it was worked out of. terms: those numbers (m)."""
    nothing, position = NOISE * max(map(abs, terms), default=0.0), placed.pose.position
    if not placed.computed or not any(0.0 < abs(each) < nothing for each in position):
        return placed
    x, y, z = (made_of(derived(Computed(0.0), each), each) if abs(each) < nothing else each for each in position)
    return Placed(Pose((x, y, z), placed.pose.rotation), placed.computed)
