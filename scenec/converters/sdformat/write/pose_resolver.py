"""Compute poses for versions and places that cannot name a frame, in time proportional to the scene.

Digits survive on short ways. A pose that is given in the requested frame is returned unchanged, and one step away only one multiplication
changes it.
"""

from __future__ import annotations

from scenec.ir.base import Id
from scenec.ir.kinematics import Kinematics
from scenec.ir.pose import Pose
from scenec.ir.scene import Model, Scene

NEAR = 3
"""Steps that are tried before poses are computed through the world frame: child, joint, parent."""


class PoseResolver:
    """The poses of models, links, joints and frames in each other, at joint zero."""

    def __init__(self, scene: Scene, kinematics: Kinematics) -> None:
        self._kinematics = kinematics
        self._poses = {thing.id: thing for group in (scene.models, scene.links, scene.joints, scene.frames) for thing in group}
        self._models = {model.id for model in scene.models}
        self._in_model: dict[tuple[Id, Id], Pose] = {}

    def pose(self, thing: Id, base: Id | None) -> Pose:
        """Return the pose of a node in the frame of another (None: the world)."""
        if base is not None:
            found = self._near(thing, base)
            if found is not None:
                return found
            back = self._near(base, thing)
            if back is not None:
                return back.inverse()
            if base in self._models and (found := self._within(thing, base)) is not None:
                return found
        return self._kinematics.at_zero(base).inverse() @ self._kinematics.at_zero(thing)

    def _near(self, thing: Id, base: Id) -> Pose | None:
        """Return the pose along the references of a node, if they lead to the base in a few steps."""
        X, at = Pose(), thing
        for _ in range(NEAR + 1):
            if at == base:
                return X
            local, above = self._step(at)
            if local is None or above is None:
                return None
            X, at = local @ X, above
        return None

    def _within(self, thing: Id, model: Id) -> Pose | None:
        """Return the pose of a node in its model along its references, cached. None if they lead elsewhere."""
        chain: dict[Id, Pose] = {}
        at = thing
        while at != model and (at, model) not in self._in_model:
            local, above = self._step(at)
            if local is None or above is None or at in chain:
                return None
            chain[at] = local
            at = above
        X = Pose() if at == model else self._in_model[at, model]
        for each, local in reversed(chain.items()):
            X = X @ local
            self._in_model[each, model] = X
        return X

    def _step(self, thing: Id) -> tuple[Pose | None, Id | None]:
        """Return the pose of a node and what it is relative to. None for the world and for models placed by one of their links."""
        node = self._poses.get(thing)
        if node is None or (isinstance(node, Model) and node.placement_frame is not None):
            return None, None
        return node.pose or Pose(), self._kinematics.reference(thing)
