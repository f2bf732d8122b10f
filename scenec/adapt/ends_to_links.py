"""Joints between frames or models, for a target whose joints connect links: the links that carry these are connected instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from scenec.adapt.findings import JOINT_END_CONVERTED
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics
from scenec.ir.scene import Scene
from scenec.trace import derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger


def adapt(scene: Scene, ledger: Ledger, target: str) -> Scene:
    """The scene whose joints connect links and the world. A joint stays where it is, also one that stood in the frame of its child. Reports
    `joint-end-converted` for each end that was no link."""
    links = {WORLD, *(link.id for link in scene.links)}
    if all(joint.parent in links and joint.child in links for joint in scene.joints):
        return scene
    kinematics = Kinematics(scene)

    def connecting(joint: Joint) -> Joint:
        ends: dict[str, Id] = {}
        for name, end in (("parent", joint.parent), ("child", joint.child)):
            if end in links:
                continue
            body = kinematics.body_of(end)
            ends[name] = derived(body, end)
            ledger.report(JOINT_END_CONVERTED, joint, about=end, value=ledger.path(end) or end, target=ledger.path(body) or body)
        if "child" in ends and joint.relative_to is None:
            return msgspec.structs.replace(joint, relative_to=joint.child, **ends)
        return msgspec.structs.replace(joint, **ends) if ends else joint

    return msgspec.structs.replace(scene, joints=tuple(map(connecting, scene.joints)))
