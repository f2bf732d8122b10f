"""Plugins of Gazebo that the neutral scene can express: names, parameters and defaults.

Gazebo Sim calls them systems. Sources: gz-sim 8.12.0 and ignition-gazebo 6.17.0 (`src/systems/<folder>/<Class>.cc`, the functions
`Configure`; `CMakeLists.txt` for the names of the libraries), gz-sim `src/SystemLoader.cc` for the old names, which releases up to 8
accept; gazebo-classic 11 (`plugins/DiffDrivePlugin.cc`), gazebo_ros_pkgs for ROS 2 (`gazebo_plugins/src/gazebo_ros_diff_drive.cpp`);
gz_ros2_control (`gz_ros2_control/src/gz_ros2_control_plugin.cpp`), gazebo_ros2_control and gazebo_ros_control of Gazebo Classic.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from scenec.ir.base import Plugin
    from scenec.ir.joint import Actuator
    from scenec.ir.sensor import Sensor

LIBRARY = re.compile(r"(?:lib)?(?:gz-sim|ignition-gazebo)\d*-([a-z-]+)-system(?:\.so)?")
"""The name of a library: ``gz-sim-joint-controller-system``, ``libignition-gazebo-joint-controller-system.so``."""

CLASS = re.compile(r"(?:gz::sim|ignition::gazebo)(?:::v\d+)?::systems(?:::v\d+)?::(\w+)")
"""The name of a plugin of such a library."""


class System(msgspec.Struct, frozen=True, kw_only=True):
    """A plugin of models. name: of its class. roles: the elements that name joints. all_joints: without a name, the plugin concerns all
    joints of its model. single: it concerns one joint. command, output: of the actuators that it is, "" for a sensor. fields: element ->
    field of the actuator or sensor (`lowest`: the opposite of its maximum). defaults: element -> what the plugin takes without it.
    several: an element stands once per joint.
    """

    name: str
    roles: tuple[str, ...] = ("joint_name",)
    all_joints: bool = False
    single: bool = False
    command: str = ""
    output: str = ""
    fields: Mapping[str, str] = {}
    defaults: Mapping[str, float] = {}
    several: bool = False


PID = {"p_gain": "gains.p", "i_gain": "gains.i", "d_gain": "gains.d"}
UNBOUNDED = 1e16
"""Written for the bounds of a PID controller that does not limit its command."""

POSITION = System(
    name="JointPositionController",
    single=True,
    command="position",
    output="effort",
    fields={"joint_index": "axis", **PID, "cmd_min": "lowest", "cmd_max": "max_effort", "initial_position": "initial_command"},
    defaults={"p_gain": 1.0, "i_gain": 0.1, "d_gain": 0.01, "cmd_min": -1000.0, "cmd_max": 1000.0},
)
POSITION_IN_STEPS = System(
    name="JointPositionController",
    single=True,
    command="position",
    output="velocity",
    fields={"joint_index": "axis", "use_velocity_commands": "output", "cmd_max": "max_velocity", "initial_position": "initial_command"},
)
"""With `use_velocity_commands` the joint reaches its command within a step, as far as `cmd_max` allows; gains are ignored."""

VELOCITY = System(
    name="JointController", single=True, command="velocity", output="velocity", fields={"initial_velocity": "initial_command"}
)
VELOCITY_BY_FORCE = System(
    name="JointController",
    single=True,
    command="velocity",
    output="effort",
    fields={
        "use_force_commands": "output",
        **PID,
        "cmd_min": "lowest",
        "cmd_max": "max_effort",
        "initial_velocity": "initial_command",
    },
    defaults={"p_gain": 1.0, "i_gain": 0.0, "d_gain": 0.0, "cmd_min": -1000.0, "cmd_max": 1000.0},
)
FORCE = System(name="ApplyJointForce", single=True, command="effort", output="effort")
TRAJECTORY = System(
    name="JointTrajectoryController",
    all_joints=True,
    command="position",
    output="effort",
    several=True,
    fields={
        **{f"position_{tag}": field for tag, field in PID.items()},
        "position_cmd_min": "lowest",
        "position_cmd_max": "max_effort",
        "initial_position": "initial_command",
    },
    defaults={"position_p_gain": 0.0, "position_i_gain": 0.0, "position_d_gain": 0.0, "position_cmd_min": 0.0, "position_cmd_max": -1.0},
)
"""A maximum below the minimum is none."""

DIFF_DRIVE = System(name="DiffDrive", roles=("left_joint", "right_joint"), command="velocity", output="velocity")
JOINT_STATES = System(name="JointStatePublisher", all_joints=True, fields={"topic": "topic", "update_rate": "update_rate"})
"""`update_rate` is read since gz-sim 9."""

OF_MODELS: Mapping[str, System] = {
    "joint-position-controller": POSITION,
    "joint-controller": VELOCITY,
    "apply-joint-force": FORCE,
    "joint-trajectory-controller": TRAJECTORY,
    "diff-drive": DIFF_DRIVE,
    "joint-state-publisher": JOINT_STATES,
}
"""Part of the name of a library -> the plugin in it."""

CLASSIC: Mapping[str, System] = {"libDiffDrivePlugin.so": DIFF_DRIVE, "libgazebo_ros_diff_drive.so": DIFF_DRIVE}
"""Library of Gazebo Classic -> the plugin that it is, under any name."""

CONTROL_OF_ROS = re.compile(r"(?:lib)?(?:\w+_)?(gz|ign|ignition|gazebo)_ros(2?)_control(?:-system)?(?:\.so)?")
"""The name of a library that runs ros2_control, or ros_control of ROS 1, in Gazebo. Robots have libraries of their own beside the general
one: ``franka_ign_ros2_control-system``."""

SWITCHES: Mapping[str, tuple[System, System]] = {
    "use_velocity_commands": (POSITION, POSITION_IN_STEPS),
    "use_force_commands": (VELOCITY, VELOCITY_BY_FORCE),
}
"""Element of a flag -> the plugin without it, and with it."""

OF_WORLDS: Mapping[str, str] = {
    "physics": "Physics",
    "user-commands": "UserCommands",
    "scene-broadcaster": "SceneBroadcaster",
    "sensors": "Sensors",
    "imu": "Imu",
    "contact": "Contact",
    "forcetorque": "ForceTorque",
    "altimeter": "Altimeter",
    "magnetometer": "Magnetometer",
    "navsat": "NavSat",
    "air-pressure": "AirPressure",
    "air-speed": "AirSpeed",
    "logical-camera": "LogicalCamera",
}
"""Part of the name of a library -> the system in it that simulates bodies or sensors, or serves the user interface. Other simulators do the
same without being reported."""


def system_of_model(filename: str, name: str) -> System | None:
    """Return the plugin of models that a library and a name stand for. None of those that the neutral scene cannot express."""
    found = LIBRARY.fullmatch(filename)
    if found is None:
        return CLASSIC.get(filename)
    system = OF_MODELS.get(found.group(1))
    return system if system is not None and _is_class(name, system.name) else None


def plugin_of_ros(plugins: Iterable[Plugin], actuator: Actuator) -> Plugin | None:
    """Return the plugin that drives an actuator by ros2_control, in ROS 1 by its transmission. None without one. plugins: of its model."""
    for plugin in plugins:
        found = CONTROL_OF_ROS.fullmatch(str(plugin.filename or ""))
        if found is not None and str(actuator.kind) == ("ros2_control" if found.group(2) else "transmission"):
            return plugin
    return None


def is_of_classic(plugin: Plugin) -> bool:
    """Return whether a plugin that runs ROS's controllers is one of Gazebo Classic. Gazebo Sim cannot load it."""
    found = CONTROL_OF_ROS.fullmatch(str(plugin.filename or ""))
    return found is not None and found.group(1) == "gazebo"


def system_like(filename: str, name: str, command: str, output: str) -> System | None:
    """Return the plugin of a library and name whose actuators have this command and output, "" for a sensor. None without one."""
    system = system_of_model(filename, name)
    if system is None:
        return None
    kinds = [system, *(with_it for without, with_it in SWITCHES.values() if without is system)]
    return next((each for each in kinds if (each.command, each.output) == (command, output)), None)


def is_named_freely(filename: str) -> bool:
    """Return whether a plugin of a library may have any name, as those of Gazebo Classic."""
    return filename in CLASSIC


def is_system_of_world(filename: str, name: str) -> bool:
    """Return whether a plugin is a system of `OF_WORLDS`."""
    found = LIBRARY.fullmatch(filename)
    return found is not None and found.group(1) in OF_WORLDS and _is_class(name, OF_WORLDS[found.group(1)])


def _is_class(name: str, expected: str) -> bool:
    found = CLASS.fullmatch(name)
    return found is not None and found.group(1) == expected


def library(system: System | str) -> tuple[str, str]:
    """Return the filename and the name that are written for a plugin of a model, or for the word of one of a world."""
    if isinstance(system, str):
        return f"gz-sim-{system}-system", f"gz::sim::systems::{OF_WORLDS[system]}"
    word = next(word for word, each in OF_MODELS.items() if each.name == system.name)
    return f"gz-sim-{word}-system", f"gz::sim::systems::{system.name}"


# ---------------------------------------------------------------- where a scene holds what only Gazebo has of them

HEAD = "plugin"
NAME = "@name"
"""The tag that stands for the name of a plugin that may have any."""


class Place(msgspec.Struct, frozen=True):
    """Which plugin, and which element of it, an extension value belongs to: ``plugin/topic[FILENAME NAME (2)]``. tag: "" for the plugin
    itself. index: of a joint among those of its role."""

    tag: str
    label: str
    index: int | None = None

    @property
    def key(self) -> str:
        where = f"{self.label} @{self.index}" if self.index is not None else self.label
        return f"{HEAD}/{self.tag}[{where}]" if self.tag else f"{HEAD}[{where}]"

    @property
    def library(self) -> tuple[str, str]:
        """The filename and name of the plugin, as written."""
        filename, name, *_ = self.label.split(" ")
        return filename, name


_KEY = re.compile(rf"{HEAD}(?:/([^\[\]]+))?\[([^\[\] ]+ [^\[\]]+?)(?: @(\d+))?\]")


def place_of(key: str) -> Place | None:
    """Return the place that the key of an extension value names. None for other keys."""
    found = _KEY.fullmatch(key)
    if found is None:
        return None
    return Place(found.group(1) or "", found.group(2), None if found.group(3) is None else int(found.group(3)))


def plugin_of(part: Actuator | Sensor) -> Place | None:
    """Return the plugin that an actuator or sensor was, None if it was none."""
    for extra in part.extras:
        if (place := place_of(extra.key)) is not None and place.index is not None:
            return place
    return None
