"""Choose the plugins that actuators and sensors of joints become with `--ready`.

A servo whose output is a velocity becomes a JointPositionController that commands velocities, one with gains of an effort its PID
controller. Gains never cross from one law to the other. A controller of Gazebo drives the first axis of its joint, and two of them would
overwrite each other's commands. So a joint that a plugin of ROS drives gets none.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from scenec.converters.common.gazebo_plugins import Driven, Group
from scenec.converters.common.gazebo_systems import (
    FORCE,
    JOINT_STATES,
    POSITION,
    POSITION_IN_STEPS,
    VELOCITY,
    VELOCITY_BY_FORCE,
    System,
    is_of_classic,
    library,
    plugin_of,
    plugin_of_ros,
)
from scenec.converters.common.options import READY
from scenec.converters.sdformat.findings.writing import CONTROLLERS_BESIDE_CLASSIC, SERVO_GAINS_APPROXIMATED
from scenec.converters.sdformat.profile import JOINT_TYPES
from scenec.converters.sdformat.write.context import Context
from scenec.ir.base import Plugin
from scenec.ir.joint import Actuator, Joint
from scenec.syntax.kinds import shown

ONE_AXIS = "Controllers of Gazebo drive the first axis of a joint only."
ONE_EACH = "Another controller drives this joint, and each overwrites what the other commands."
FOLLOWER = "Gazebo has no controller that follows another joint."
OTHER_COMMAND = "Gazebo has no controller with such commands."


def drive_of(joint: Joint, actuator: Actuator) -> System | str:
    """Return the plugin that an actuator becomes, else why there is none."""
    if actuator.axis != 0 or not joint.axes or not JOINT_TYPES[joint.type][1]:
        return ONE_AXIS
    if actuator.mimic is not None:
        return FOLLOWER
    first = next(each for each in joint.actuators if each.axis == 0)
    if first is not actuator:
        return ONE_EACH
    by_force = actuator.output == "effort" and actuator.gains is not None and actuator.gains.p is not None
    if actuator.command == "position":
        return POSITION if by_force else POSITION_IN_STEPS
    if actuator.command == "velocity":
        return VELOCITY_BY_FORCE if by_force else VELOCITY
    return FORCE if actuator.command == "effort" else OTHER_COMMAND


def driven_by_ros(context: Context, joint: Joint, actuator: Actuator) -> Plugin | None:
    """Return the plugin of ROS that drives an actuator in the result. With --ready that is for Gazebo Sim."""
    plugin = plugin_of_ros(context.plugins_of(joint), actuator)
    return None if plugin is None or (READY.of(context.options) and is_of_classic(plugin)) else plugin


def new_groups(context: Context, joints: Iterable[Joint]) -> list[Group]:
    """Return the plugins for actuators and sensors of joints that came from none. joints: those of a model that are written."""
    if not READY.of(context.options):
        return []
    joints = list(joints)
    found = []
    beside: dict[str, str] = {}
    for joint in joints:
        for actuator in joint.actuators:
            is_driven = plugin_of(actuator) is not None or driven_by_ros(context, joint, actuator) is not None
            system = "" if is_driven else drive_of(joint, actuator)
            if isinstance(system, System):
                found.append(_drive(context, joint, actuator, system))
                other = plugin_of_ros(context.plugins_of(joint), actuator)
                if other is not None:
                    beside[str(other.filename)] = context.path(joint)
    for filename, path in beside.items():
        context.ledger.report(CONTROLLERS_BESIDE_CLASSIC, subject=path.rpartition("::")[0], plugin=filename)
    return [*found, *_publishers(context, joints)]


def _drive(context: Context, joint: Joint, actuator: Actuator, system: System) -> Group:
    limits = joint.axes[0].limits
    values: dict[str, Any] = {}
    for field, of_joint in (("max_effort", "effort"), ("max_velocity", "velocity")):
        if getattr(actuator, field) is None and limits is not None:
            values[field] = _bound(getattr(limits, of_joint))
    initial = joint.axes[0].initial
    if actuator.command == "position" and actuator.initial_command is None and initial:
        values["initial_command"] = initial
    says: tuple[object, ...] = (actuator.command, actuator.output, actuator.axis)
    if actuator.name is not None and actuator.name == joint.name:
        says = (*says, actuator.name)
    if system is POSITION_IN_STEPS and actuator.gains is not None:
        context.report(SERVO_GAINS_APPROXIMATED, joint, about=actuator.gains, value=_terms(actuator), origin=actuator.origin)
    filename, name = library(system)
    return Group(filename, name, system, [Driven(joint.id, actuator, values=values)], says=says)


def _bound(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) and value > 0.0 else None


def _terms(actuator: Actuator) -> str:
    gains = actuator.gains
    assert gains is not None
    return ", ".join(f"{name} = {shown(float(value))}" for name in "pid" if (value := getattr(gains, name)))


def _publishers(context: Context, joints: list[Joint]) -> list[Group]:
    """Return publishers of joint states: one for all sensors of the same rate and topic."""
    groups: dict[tuple[object, object], Group] = {}
    own = {joint.id for joint in joints}
    for joint in joints:
        for sensor in joint.sensors:
            watched = (joint.id, *map(str, sensor.targets))
            if sensor.type != "joint_state" or plugin_of(sensor) is not None or not own.issuperset(watched):
                continue
            key = (sensor.topic, sensor.update_rate)
            group = groups.get(key)
            if group is None:
                group = groups[key] = Group(*library(JOINT_STATES), JOINT_STATES, [])
            else:  # its elements are those of the first sensor
                group.says = (*group.says, sensor.topic, sensor.update_rate)
            group.says = (*group.says, sensor.type, sensor.targets, sensor.quantity)
            there = {each.joint for each in group.joints}
            group.joints += [Driven(each, sensor) for each in dict.fromkeys(watched) if each not in there]
    return list(groups.values())
