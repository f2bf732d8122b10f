"""Limits of which the lower is above the upper, for a target whose program aborts on them, as DART does. They are exchanged, as libsdformat
does with those of URDF."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from scenec.accounting.amounts import range_text
from scenec.adapt.findings import JOINT_LIMITS_EXCHANGED
from scenec.ir.joint import Axis, Joint
from scenec.ir.scene import Scene

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger


def adapt(scene: Scene, ledger: Ledger, target: str) -> Scene:
    """The scene in which no lower limit is above its upper one. Reports `joint-limits-exchanged` per axis."""
    if not any(_is_reversed(joint, axis) for joint in scene.joints for axis in joint.axes):
        return scene
    joints = []
    for joint in scene.joints:
        axes = tuple(_exchanged(joint, axis, ledger) if _is_reversed(joint, axis) else axis for axis in joint.axes)
        joints.append(msgspec.structs.replace(joint, axes=axes))
    return msgspec.structs.replace(scene, joints=tuple(joints))


def _is_reversed(joint: Joint, axis: Axis) -> bool:
    limits = axis.limits
    if limits is None or limits.lower is None or limits.upper is None or joint.type == "continuous":
        return False
    return limits.lower > limits.upper and (limits.active is None or bool(limits.active))


def _exchanged(joint: Joint, axis: Axis, ledger: Ledger) -> Axis:
    limits = axis.limits
    assert limits is not None
    ordered = msgspec.structs.replace(limits, lower=limits.upper, upper=limits.lower)
    ledger.report(
        JOINT_LIMITS_EXCHANGED,
        joint,
        about=(limits.lower, limits.upper),
        value=range_text(limits.lower, limits.upper, joint.type),
        target=range_text(ordered.lower, ordered.upper, joint.type),
        origin=limits.origin or axis.origin,
    )
    return msgspec.structs.replace(axis, limits=ordered)
