"""Gains of servos that --ready made, for a target whose servos make forces, so that the gains depend on masses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import msgspec

from scenec.adapt.control_findings import READY_GAIN
from scenec.ir.base import Id
from scenec.ir.joint import Gains
from scenec.ir.scene import Scene
from scenec.syntax.kinds import shown

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger


def adapt(scene: Scene, ledger: Ledger, target: str, *, gains: Callable[[Scene], Mapping[Id, Gains]] = lambda scene: {}) -> Scene:
    """The scene whose servos have the gains of the target. gains: scene -> gains by the ids of joints that one servo drives. Reports
    `ready-servo-gain-defaulted`, per joint."""
    found = gains(scene)
    if not found:
        return scene
    joints = []
    for joint in scene.joints:
        if joint.id in found:
            own = found[joint.id]
            unit = "N/m" if joint.type == "prismatic" else "N m/rad"
            target_text = f"p = {shown(float(own.p or 0.0))} {unit}, d = {shown(float(own.d or 0.0))}"
            ledger.report(READY_GAIN, joint, at="actuators[0].gains", target=target_text)
            servo = msgspec.structs.replace(joint.actuators[0], gains=own)
            joint = msgspec.structs.replace(joint, actuators=(servo, *joint.actuators[1:]))
        joints.append(joint)
    return msgspec.structs.replace(scene, joints=tuple(joints))
