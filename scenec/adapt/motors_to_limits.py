"""Maxima of motors, for a target that states them as limits of the joint.

The motors of an axis pull together: a joint gets at most the sum of their forces, and is as fast as the fastest of them. Where one states
no maximum, the others bound nothing, and theirs are dropped. A limit of the joint itself bounds what all of them do, so the smaller of both
counts. Gears were applied before (`gears_to_joints`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from scenec.adapt.maxima import MAXIMA, Maximum, bounds, smaller
from scenec.ir.joint import Actuator, Joint, Limits
from scenec.ir.scene import Scene
from scenec.syntax.kinds import shown
from scenec.trace import Computed, derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger


def adapt(scene: Scene, ledger: Ledger, target: str, apart: Callable[[Actuator], bool] = lambda motor: False) -> Scene:
    """The scene whose joints are limited by what their motors can do, and whose motors have no maxima. apart: motors that the target writes
    with their own maxima. Reports `actuator-efforts-added` and `actuator-speeds-merged` for axes of several motors,
    `actuator-efforts-dropped` and `actuator-speeds-dropped` where one of them is unlimited, `joint-limit-effort-ineffective` and
    `joint-limit-velocity-ineffective` for the larger of two maxima."""
    if not any(joint.axes and not all(map(apart, joint.actuators)) for joint in scene.joints):
        return scene
    joints = tuple(
        _limited(joint, ledger, apart) if joint.axes and not all(map(apart, joint.actuators)) else joint for joint in scene.joints
    )
    return msgspec.structs.replace(scene, joints=joints)


def _limited(joint: Joint, ledger: Ledger, apart: Callable[[Actuator], bool]) -> Joint:
    axes, motors = list(joint.axes), list(joint.actuators)
    for index in range(len(axes)):
        numbers = [number for number, motor in enumerate(motors) if motor.axis == index and not apart(motor)]
        for maximum in MAXIMA:
            cap = _together([motors[number] for number in numbers], maximum, joint, ledger)
            if cap is None:
                _report_dropped([motors[number] for number in numbers], maximum, joint, ledger)
            for number in numbers:
                if bounds(getattr(motors[number], maximum.of_motor)):
                    motors[number] = msgspec.structs.replace(motors[number], **{maximum.of_motor: None})
            if cap is None:
                continue
            limits = axes[index].limits or Limits()
            value = smaller(getattr(limits, maximum.of_joint), cap, maximum, joint, index, ledger)
            limits = msgspec.structs.replace(limits, **{maximum.of_joint: value})
            axes[index] = msgspec.structs.replace(axes[index], limits=limits)
    return msgspec.structs.replace(joint, axes=tuple(axes), actuators=tuple(motors))


def _together(motors: list[Actuator], maximum: Maximum, joint: Joint, ledger: Ledger) -> float | None:
    """The maximum of all motors of an axis, None if nothing bounds it."""
    stated = [getattr(motor, maximum.of_motor) for motor in motors]
    if not stated or not all(map(bounds, stated)):
        return None
    if len(stated) == 1:
        alone: float = stated[0]
        return alone
    whole = float(maximum.together(float(value) for value in stated))
    ledger.report(
        maximum.combined,
        joint,
        about=tuple(stated),
        value=", ".join(shown(float(f"{float(value):.6g}")) for value in stated),
        target=shown(float(f"{whole:.6g}")),
    )
    return derived(Computed(whole), *stated)


def _report_dropped(motors: list[Actuator], maximum: Maximum, joint: Joint, ledger: Ledger) -> None:
    """Report the maxima of an axis of which another motor has none."""
    for value in filter(bounds, (getattr(motor, maximum.of_motor) for motor in motors)):
        figure = f"{shown(float(value))} {maximum.unit(joint)}"
        ledger.report(maximum.dropped, joint, about=value, value=figure)
