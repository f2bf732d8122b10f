"""Axes that a joint states in the frame of something else, for a target that states all of them in the frame of the joint.

The direction is that at joint zero, where the scene says what frames are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from scenec.accounting.findings import JOINT_AXIS_FRAME_CONVERTED
from scenec.ir.base import Id
from scenec.ir.joint import Axis, Joint
from scenec.ir.kinematics import Kinematics, Posed
from scenec.ir.pose import IDENTITY, clean
from scenec.ir.scene import Scene
from scenec.trace import Computed, derived, ids_of

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger


def adapt(scene: Scene, ledger: Ledger, target: str) -> Scene:
    """The scene whose axes are expressed in the frames of their joints. Where those are not turned, the digits stay.

    Reports `joint-axis-frame-converted` for each that the source states in another frame; RubySceneGraph has no word for it.
    """
    if not any(axis.expressed_in is not None for joint in scene.joints for axis in joint.axes):
        return scene
    frames = _Frames(scene)
    joints = []
    for joint in scene.joints:
        axes = tuple(frames.own(joint, axis) for axis in joint.axes)
        for index, before in enumerate(joint.axes):
            is_stated = bool(ids_of(before.expressed_in)) or not ledger.documents
            if before.expressed_in not in (None, joint.id) and is_stated:
                ledger.report(
                    JOINT_AXIS_FRAME_CONVERTED,
                    joint,
                    at=f"axes[{index}].expressed_in",
                    about=before.expressed_in,
                    value=ledger.path(str(before.expressed_in)) or str(before.expressed_in),
                    target="the frame of the joint",
                    why=f"{target} expresses axes in the frame of the joint.",
                    origin=before.origin,
                )
        joints.append(joint if axes == joint.axes else msgspec.structs.replace(joint, axes=axes))
    return msgspec.structs.replace(scene, joints=tuple(joints))


class _Frames:
    def __init__(self, scene: Scene) -> None:
        self.kinematics = Kinematics(scene)
        groups: tuple[tuple[Posed, ...], ...] = (scene.models, scene.links, scene.joints, scene.frames)
        self.nodes = {node.id: node for group in groups for node in group}

    def own(self, joint: Joint, axis: Axis) -> Axis:
        """The axis in the frame of its joint."""
        frame, xyz = axis.expressed_in, axis.xyz
        if frame is None:
            return axis
        sources: tuple[object, ...] = ()
        if frame != joint.id:
            rotation = self.kinematics.relative(str(frame), joint.id).rotation
            turned = rotation.apply(xyz)
            if rotation != IDENTITY:  # about the axis, too: another rotation would turn it
                sources = self._rotations_between(str(frame), joint.id)
            if turned != xyz:
                i, j, k = (Computed(part) for part in clean(turned))
                xyz = (i, j, k)
        return msgspec.structs.replace(axis, xyz=derived(xyz, axis.xyz, frame, *sources), expressed_in=None)

    def _rotations_between(self, one: Id, other: Id) -> tuple[object, ...]:
        """The rotations that the scene states on the way from one node to another."""
        ways = [self._above(one), self._above(other)]
        apart = dict.fromkeys(ways[0]).keys() ^ dict.fromkeys(ways[1]).keys()
        poses = (self.nodes[each].pose for way in ways for each in way if each in apart)
        return tuple(pose.rotation for pose in poses if pose is not None)

    def _above(self, thing: Id) -> list[Id]:
        way: list[Id] = []
        at: Id | None = thing
        while at is not None and at in self.nodes:
            way.append(at)
            at = self.kinematics.reference(at)
        return way
