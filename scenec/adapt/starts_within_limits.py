"""Starts of joints, for a target whose engine throws back a joint that starts outside its limits. A source that states none leaves a joint
at zero, and where its limits exclude zero it starts at the limit that is nearer."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec

from scenec.accounting.amounts import UNLIMITED, position_text, range_text
from scenec.adapt.findings import JOINT_INITIAL_DEFAULTED
from scenec.ir.base import Id
from scenec.ir.joint import Axis, Joint, Limits
from scenec.ir.scene import Scene
from scenec.trace import derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

MOVING = ("revolute", "prismatic")
"""Types of joints whose limits bound their one axis."""


def adapt(scene: Scene, ledger: Ledger, target: str) -> Scene:
    """The scene in which no joint starts outside its limits for want of a start. Joints that follow others, or are followed, stay at zero.
    Reports `joint-initial-defaulted` per joint."""
    leaders = {axis.mimic.joint for joint in scene.joints for axis in joint.axes if axis.mimic is not None}
    starts = {joint.id: start for joint in scene.joints if (start := _start(joint, leaders)) is not None}
    if not starts:
        return scene
    joints = []
    for joint in scene.joints:
        start = starts.get(joint.id)
        if start is not None:
            limits = joint.axes[0].limits or Limits()
            ledger.report(
                JOINT_INITIAL_DEFAULTED,
                joint,
                value=position_text(0.0, joint.type),
                target=position_text(start, joint.type),
                limits=range_text(limits.lower, limits.upper, joint.type),
            )
            joint = msgspec.structs.replace(joint, axes=(msgspec.structs.replace(joint.axes[0], initial=start),))
        joints.append(joint)
    return msgspec.structs.replace(scene, joints=tuple(joints))


def _start(joint: Joint, leaders: set[Id]) -> float | None:
    """Return where a joint must start, or None if it may start where it does."""
    if joint.type not in MOVING or len(joint.axes) != 1 or joint.closing or joint.id in leaders:
        return None
    [axis] = joint.axes
    limits = axis.limits
    if axis.initial is not None or axis.mimic is not None or limits is None or (limits.active is not None and not limits.active):
        return None
    lower, upper = _range(axis)
    if lower > upper or lower <= 0.0 <= upper:
        return None
    bound = limits.lower if lower > 0.0 else limits.upper
    return derived(float(bound or 0.0), bound)


def _range(axis: Axis) -> tuple[float, float]:
    limits = axis.limits
    lower, upper = (None, None) if limits is None else (limits.lower, limits.upper)
    low = -math.inf if lower is None or lower <= -UNLIMITED else float(lower)
    return low, math.inf if upper is None or upper >= UNLIMITED else float(upper)
