"""Servos for robots whose file states no actuator at all, as most of URDF, so that they can be commanded as they are (`--ready`).

A joint with an effort limit is one that somebody means to drive: doors, casters and springs state none. The limit becomes the largest force
of the servo. Exporters write 0 for a limit that they do not know, beside a velocity. A robot that states one actuator is taken to state all
of them.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec

from scenec.adapt.control_findings import READY_EFFORT_UNKNOWN, READY_SERVO
from scenec.adapt.maxima import bounds
from scenec.ir.joint import Actuator, Gains, Joint
from scenec.ir.kinematics import outermost_models
from scenec.ir.scene import Scene
from scenec.syntax.kinds import shown

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger


def adapt(
    scene: Scene,
    ledger: Ledger,
    target: str,
    *,
    kinds: Collection[str] = ("revolute", "continuous", "prismatic"),
    gain: float | None = None,
    beside_plugins: bool = False,
) -> Scene:
    """The scene whose robots can be commanded.

    kinds: types of joints with one axis that the target can drive; gain: 1/s, of each servo, None where the target states none;
    beside_plugins: plugins of the source work in the target, so a joint that one names is left to it. Reports `ready-servo-defaulted` and
    `ready-effort-unknown-dropped`, per joint.
    """
    if any(extra.key.partition("[")[0] == "actuator" for extra in scene.extras):
        return scene
    robots = outermost_models(scene)
    stating = {robots.get(joint.model or "", joint.model) for joint in scene.joints if joint.actuators}
    named = _names_in_plugins(scene) if beside_plugins else set[str]()
    joints = tuple(
        _with_servo(joint, gain, ledger)
        if joint.type in kinds
        and robots.get(joint.model or "", joint.model) not in stating
        and str(joint.name) not in named
        and _is_driven(joint)
        else joint
        for joint in scene.joints
    )
    return scene if joints == scene.joints else msgspec.structs.replace(scene, joints=joints)


def _names_in_plugins(scene: Scene) -> set[str]:
    """Return all texts of the plugins of models: a plugin that drives a joint names it."""
    return {item.text.strip() for model in scene.models for plugin in model.plugins for item in plugin.content}


def _is_driven(joint: Joint) -> bool:
    """Return whether the one axis of a joint follows no other, and has an effort limit, or 0 for one that is unknown beside a velocity."""
    if len(joint.axes) != 1 or joint.axes[0].mimic is not None:
        return False
    limits = joint.axes[0].limits
    return limits is not None and bounds(limits.effort) and (bool(limits.effort) or (bounds(limits.velocity) and bool(limits.velocity)))


def _with_servo(joint: Joint, gain: float | None, ledger: Ledger) -> Joint:
    axis = joint.axes[0]
    assert axis.limits is not None and axis.limits.effort is not None
    effort = axis.limits.effort or None
    unit = "N" if joint.type == "prismatic" else "N m"
    most = f", at most {shown(float(effort))} {unit}" if effort is not None else ""
    ledger.report(READY_SERVO, joint, target=f"position servo at {ledger.path(joint)}{most}")
    if effort is None:
        ledger.report(READY_EFFORT_UNKNOWN, joint, about=axis.limits.effort, value=f"0 {unit}")
    servo = Actuator(
        kind="servo", command="position", output="velocity", gains=Gains(p=gain) if gain is not None else None, max_effort=effort
    )
    axis = msgspec.structs.replace(axis, limits=msgspec.structs.replace(axis.limits, effort=None))
    return msgspec.structs.replace(joint, axes=(axis,), actuators=(servo,))
