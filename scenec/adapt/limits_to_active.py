"""Limits that bound nothing, for a target that enforces all limits it has: those that the source switches off, and those of continuous
joints, which turn without end with any limits."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec

from scenec.accounting.amounts import range_text
from scenec.adapt.findings import JOINT_LIMIT_INEFFECTIVE, JOINT_LIMITS_OFF_INEFFECTIVE
from scenec.ir.joint import Axis, Joint, Limits
from scenec.ir.scene import Scene

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger


def adapt(scene: Scene, ledger: Ledger, target: str, switched: Collection[str] = ()) -> Scene:
    """The scene without limits that bound nothing. switched: types of joints whose limits the target can switch off. Reports
    `joint-limits-off-ineffective` and `joint-limit-ineffective`, per axis."""
    if not any(_is_idle(joint, axis, switched) for joint in scene.joints for axis in joint.axes):
        return scene
    joints = []
    for joint in scene.joints:
        axes = tuple(_free(joint, index, ledger) if _is_idle(joint, axis, switched) else axis for index, axis in enumerate(joint.axes))
        joints.append(joint if axes == joint.axes else msgspec.structs.replace(joint, axes=axes))
    return msgspec.structs.replace(scene, joints=tuple(joints))


def _is_off(limits: Limits) -> bool:
    return limits.active is not None and not limits.active


def _is_idle(joint: Joint, axis: Axis, switched: Collection[str]) -> bool:
    limits = axis.limits
    if limits is None:
        return False
    if joint.type == "continuous":
        return limits.lower is not None or limits.upper is not None or _is_off(limits)
    return _is_off(limits) and joint.type not in switched


def _free(joint: Joint, index: int, ledger: Ledger) -> Axis:
    axis = joint.axes[index]
    limits = axis.limits
    assert limits is not None
    ledger.report(
        JOINT_LIMITS_OFF_INEFFECTIVE if _is_off(limits) else JOINT_LIMIT_INEFFECTIVE,
        joint,
        at=f"axes[{index}].limits",
        about=(limits.lower, limits.upper, limits.active),
        value=range_text(limits.lower, limits.upper, joint.type),
    )
    return msgspec.structs.replace(axis, limits=msgspec.structs.replace(limits, lower=None, upper=None, active=None))
