"""Axes of joints that are too short for a target's programs to see a direction in: they get the length of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from scenec.ir.joint import Axis
from scenec.ir.pose import clean, norm, unit
from scenec.ir.scene import Scene
from scenec.trace import Computed, derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

SHORT = 2e-6
"""Length below which an axis is lengthened. Measured: libsdformat 12 takes one below 1e-6 for zero and does not normalise one of 1e-6,
MuJoCo 4 refuses one of 1e-7, Drake one of 1e-9."""


def adapt(scene: Scene, _ledger: Ledger, _target: str) -> Scene:
    """The scene whose axes are no shorter than `SHORT`. One without a direction stays as it is. Joints turn as before."""
    if not any(_is_short(axis) for joint in scene.joints for axis in joint.axes):
        return scene
    joints = tuple(msgspec.structs.replace(joint, axes=tuple(map(_lengthened, joint.axes))) for joint in scene.joints)
    return msgspec.structs.replace(scene, joints=joints)


def _is_short(axis: Axis) -> bool:
    return 0 < norm(axis.xyz) < SHORT


def _lengthened(axis: Axis) -> Axis:
    if not _is_short(axis):
        return axis
    x, y, z = (Computed(part) for part in clean(unit(axis.xyz)))
    return msgspec.structs.replace(axis, xyz=derived((x, y, z), axis.xyz))
