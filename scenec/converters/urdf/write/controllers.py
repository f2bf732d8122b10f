"""The parameters of a controller manager of ros2_control: one controller per command, for the joints that take it.

The names of parameters and controllers are those of ros2_control and ros2_controllers (Jazzy). ROS is not run on them here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping

from scenec.converters.common.gazebo_systems import plugin_of_ros
from scenec.converters.urdf.profile import is_plugin
from scenec.ir.base import Id, Plugin
from scenec.ir.joint import Actuator, Joint
from scenec.ir.scene import Scene

CONTROLLERS = {
    "position": "position_controllers/JointGroupPositionController",
    "velocity": "velocity_controllers/JointGroupVelocityController",
    "effort": "effort_controllers/JointGroupEffortController",
}
"""Command of an actuator -> the controller of ros2_controllers that sends such commands to several joints."""

Driven = dict[str, list[str]]
"""Command -> the names of the joints that take it."""


OfRos = Mapping[Id, Plugin]
"""Joint -> the plugin of Gazebo that runs the controllers of its actuators."""


def run_by_plugins(scene: Scene) -> OfRos:
    """Return the joints whose controllers a plugin of the robot runs: those that `<parameters>` of the plugin name."""
    plugins = {model.id: model.plugins for model in scene.models}
    found = {}
    for joint in scene.joints:
        for actuator in joint.actuators:
            plugin = plugin_of_ros(plugins.get(joint.model or "", ()), actuator)
            if plugin is not None and _is_of_ros2_control(actuator):
                found[joint.id] = plugin
    return found


def driven(joints: Iterable[Joint], name_of: Callable[[Joint], str], of_ros: OfRos, *, plugins: bool) -> Driven:
    """Return which joints of a robot need a controller of ros2_control, by command. name_of: a joint's name in the robot. plugins: also
    those that another plugin of Gazebo drives."""
    found: Driven = {}
    for joint in joints:
        for actuator in () if joint.id in of_ros else joint.actuators:
            if _is_of_ros2_control(actuator) and (plugins or not is_plugin(actuator)):
                names = found.setdefault(str(actuator.command), [])
                if (name := name_of(joint)) not in names:
                    names.append(name)
    return found


def _is_of_ros2_control(actuator: Actuator) -> bool:
    return str(actuator.kind) != "transmission" and str(actuator.command) in CONTROLLERS


def controller_names(commands: Driven) -> list[str]:
    """Return the names of the controllers that the parameters define, in their order."""
    return ["joint_state_broadcaster", *(f"{command}_controller" for command in commands)]


def parameters(commands: Driven) -> bytes:
    """Return the parameters (YAML) of the controller manager and of its controllers."""
    lines = ["controller_manager:", "  ros__parameters:", "    update_rate: 100", "    joint_state_broadcaster:"]
    lines.append("      type: joint_state_broadcaster/JointStateBroadcaster")
    for command in commands:
        lines += [f"    {command}_controller:", f"      type: {CONTROLLERS[command]}"]
    for command, names in commands.items():
        lines += [f"{command}_controller:", "  ros__parameters:", "    joints:", *(f"      - {_quoted(name)}" for name in names)]
    return ("\n".join(lines) + "\n").encode()


def _quoted(name: str) -> str:
    """A name as YAML reads it as a text."""
    return json.dumps(name, ensure_ascii=False)
