"""Where the parts of a scene are when it starts, for writers whose files state the poses of the start. Numbers know their leaves."""

from __future__ import annotations

from functools import cached_property

from scenec.converters.common.poses_in_frames import PosesInFrames, across
from scenec.converters.common.write_context import Placed, pose_made_of
from scenec.ir.base import WORLD, Id
from scenec.trace import Computed, made_of, steered_by


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
