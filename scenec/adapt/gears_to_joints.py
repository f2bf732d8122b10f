"""Gears between motors and joints, for a target whose motors sit at joints: caps, gains and commands then count at the joint.

With the ratio r a motor turns r times as far and as fast as the joint, and the joint feels r times its effort. A gain from position or
velocity to effort therefore counts r^2 times at the joint.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.adapt.findings import ACTUATOR_RATIO_APPLIED
from scenec.ir.joint import Actuator, Gains, Joint
from scenec.ir.scene import Scene
from scenec.syntax.kinds import shown
from scenec.trace import Computed, derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger


def adapt(scene: Scene, ledger: Ledger, target: str) -> Scene:
    """The scene without gear ratios. Reports `actuator-ratio-applied` for each that is not 1. A motor with the ratio 0, which does nothing,
    keeps it."""
    if not any(_is_geared(actuator) for joint in scene.joints for actuator in joint.actuators):
        return scene
    joints = tuple(_at_joint(joint, ledger) if any(map(_is_geared, joint.actuators)) else joint for joint in scene.joints)
    return msgspec.structs.replace(scene, joints=joints)


def _is_geared(actuator: Actuator) -> bool:
    return actuator.ratio is not None and actuator.ratio != 0.0 and math.isfinite(actuator.ratio)


def _at_joint(joint: Joint, ledger: Ledger) -> Joint:
    actuators = []
    for actuator in joint.actuators:
        ratio = actuator.ratio
        if not _is_geared(actuator):
            actuators.append(actuator)
        elif ratio == 1.0:
            ledger.consumed(ratio)
            actuators.append(msgspec.structs.replace(actuator, ratio=None))
        else:
            assert ratio is not None
            ledger.report(ACTUATOR_RATIO_APPLIED, joint, about=ratio, value=shown(float(ratio)), origin=actuator.origin)
            actuators.append(_without_gear(actuator, ratio))
    return msgspec.structs.replace(joint, actuators=tuple(actuators))


def _without_gear(actuator: Actuator, ratio: float) -> Actuator:
    """The motor as the joint feels it."""
    size = abs(ratio)
    command = ratio if actuator.command == "effort" else 1.0 / ratio
    lower, upper = actuator.command_lower, actuator.command_upper
    if ratio < 0:
        lower, upper = upper, lower
    return msgspec.structs.replace(
        actuator,
        ratio=None,
        max_effort=_times(actuator.max_effort, size, ratio),
        max_velocity=_times(actuator.max_velocity, 1.0 / size, ratio),
        max_acceleration=_times(actuator.max_acceleration, 1.0 / size, ratio),
        command_lower=_times(lower, command, ratio),
        command_upper=_times(upper, command, ratio),
        initial_command=_times(actuator.initial_command, command, ratio),
        gains=_gains(actuator.gains, ratio) if actuator.output == "effort" else actuator.gains,
    )


def _gains(gains: Gains | None, ratio: float) -> Gains | None:
    if gains is None:
        return None
    square = ratio * ratio
    changed: dict[str, Any] = {name: _times(getattr(gains, name), square, ratio) for name in ("p", "i", "d")}
    return msgspec.structs.replace(gains, **changed)


def _times(value: float | None, factor: float, ratio: float) -> float | None:
    return None if value is None else derived(Computed(float(value) * float(factor)), value, ratio)
