"""A ROS package around a robot: package.xml, CMakeLists.txt, a launch file, controllers, the SRDF. The files were not run in ROS."""

from __future__ import annotations

import re
from typing import Any

from scenec.converters.urdf.write.context import Writing
from scenec.converters.urdf.write.controllers import Driven, controller_names, parameters
from scenec.converters.urdf.write.extras import restore
from scenec.converters.urdf.write.values import number
from scenec.ir.scene import NamedPose
from scenec.syntax.claims import Claims
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, spelled
from scenec.syntax.xml_printing import claims_of, print_xml
from scenec.trace import ids_of


def package_name(wanted: str, robot: str) -> str:
    """Return a name that ROS accepts (REP 144): the wanted one, else that of the robot with ``_description``."""
    plain = re.sub(r"[^a-z0-9]+", "_", (wanted or robot).lower()).strip("_")
    plain = re.sub(r"_+", "_", plain)
    plain = plain if plain[:1].isalpha() else f"robot_{plain}".rstrip("_")
    return plain if wanted else f"{plain}_description"


def package_files(package: str, robot: str, writing: Writing, commands: Driven) -> tuple[dict[str, bytes], dict[str, Claims]]:
    """Return the files of a package around ``urdf/robot.urdf``, named from its folder, and what they say of the scene. commands: the joints
    that ros2_control drives."""
    files = {
        "../package.xml": _package_xml(package, controlled=bool(commands)),
        "../CMakeLists.txt": _cmake(package),
        "../launch/display.launch.py": _launch(package),
    }
    if commands:
        files["../config/controllers.yaml"] = parameters(commands)
        files["../launch/control.launch.py"] = _launch_of_controllers(package, controller_names(commands))
    srdf = _srdf(writing, robot)
    claims: dict[str, Claims] = {}
    if srdf is not None:
        name = "../config/robot.srdf"
        claims[name] = claims_of(srdf)
        files[name] = print_xml(srdf)
    return files, claims


def _package_xml(package: str, *, controlled: bool) -> bytes:
    root = Element("package", format=constant("3"))
    root.append("name", constant(package))
    root.append("version", constant("0.0.0"))
    root.append("description", constant(f"The robot of {package}, written by scenec."))
    root.append("maintainer", constant("nobody"), email=constant("nobody@example.com"))
    # A robot file states no licence, and a package must have one: the word of `ros2 pkg create` for one that the owner has yet to choose.
    root.append("license", constant("TODO: License declaration"))  # written, not to be done here
    root.append("buildtool_depend", constant("ament_cmake"))
    shown = ("robot_state_publisher", "joint_state_publisher_gui", "rviz2")
    run = ("controller_manager", "ros2_control", "ros2_controllers") if controlled else ()
    for each in (*shown, *run):
        root.append("exec_depend", constant(each))
    root.append("export").append("build_type", constant("ament_cmake"))
    return print_xml(root)


def _cmake(package: str) -> bytes:
    lines = (
        "cmake_minimum_required(VERSION 3.8)",
        f"project({package})",
        "find_package(ament_cmake REQUIRED)",
        "foreach(folder urdf meshes launch config)",
        '  if(EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${folder}")',
        "    install(DIRECTORY ${folder} DESTINATION share/${PROJECT_NAME})",
        "  endif()",
        "endforeach()",
        "ament_package()",
    )
    return ("\n".join(lines) + "\n").encode()


def _launch(package: str) -> bytes:
    return f'''"""Show the robot in RViz, with a window that moves its joints."""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch_ros.actions import Node


def generate_launch_description():
    robot = Path(get_package_share_directory("{package}"), "urdf", "robot.urdf").read_text(encoding="utf-8")
    return LaunchDescription(
        [
            Node(package="robot_state_publisher", executable="robot_state_publisher", parameters=[{{"robot_description": robot}}]),
            Node(package="joint_state_publisher_gui", executable="joint_state_publisher_gui"),
            Node(package="rviz2", executable="rviz2"),
        ]
    )
'''.encode()


def _launch_of_controllers(package: str, controllers: list[str]) -> bytes:
    return f'''"""Run the robot with ros2_control: its controllers start, and its state is published."""

from pathlib import Path

from ament_index_python.packages import get_package_share_directory
from launch import LaunchDescription
from launch_ros.actions import Node


def generate_launch_description():
    share = Path(get_package_share_directory("{package}"))
    robot = (share / "urdf" / "robot.urdf").read_text(encoding="utf-8")
    return LaunchDescription(
        [
            Node(package="robot_state_publisher", executable="robot_state_publisher", parameters=[{{"robot_description": robot}}]),
            Node(package="controller_manager", executable="ros2_control_node", parameters=[str(share / "config" / "controllers.yaml")]),
            Node(package="controller_manager", executable="spawner", arguments={controllers!r}),
        ]
    )
'''.encode()


# ---------------------------------------------------------------- SRDF


def _srdf(writing: Writing, robot: str) -> Element | None:
    """Return the semantic description of a robot; None for one that has neither pairs nor poses nor groups."""
    scene = writing.request.scene
    root = Element("robot", name=constant(robot))
    for model in scene.models:
        restore(root, model.extras, "srdf/")
    for pose in scene.named_poses:
        _write_pose(root, writing, pose)
    for pair in scene.excluded_pairs:
        names = [writing.link_names.get(str(each)) for each in pair.links]
        if names[0] is not None and names[1] is not None:
            out = root.append("disable_collisions")
            for attribute, name, each in zip(("link1", "link2"), names, pair.links, strict=True):
                assert name is not None
                out.set(attribute, Said(name.text, ids_of(each)))
            out.set("reason", constant("Never"))
    return root if root.children else None


def _write_pose(root: Element, writing: Writing, pose: NamedPose) -> None:
    """Write a named pose. It belongs to a group, which is made of its joints if the source names none."""
    group: Any = next((each for each in pose.extras if each.key == "srdf@group"), None)
    named = str(pose.name or "pose")
    stated = [
        (writing.joint_names[str(each.joint)], each)
        for each in pose.positions
        if str(each.joint) in writing.joint_names and len(each.values) == 1
    ]
    if group is None:
        made = root.append("group", name=constant(f"{named}_group"))
        for name, _ in stated:
            made.append("joint", name=constant(name.text))
    out = root.append("group_state")
    out.set("name", spelled(pose.name) if pose.name is not None else constant(named))
    out.set("group", spelled(group.value) if group is not None else constant(f"{named}_group"))
    for name, position in stated:
        out.append("joint", name=Said(name.text, ids_of(position.joint)), value=number(position.values[0]))
