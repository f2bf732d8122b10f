"""A ROS package around a robot: package.xml, CMakeLists.txt, a launch file, controllers, the SRDF. Nobody has run ROS on them here."""

from __future__ import annotations

import re
from typing import Any

from scenec.converters.urdf.write.context import Writing
from scenec.converters.urdf.write.extras import restore
from scenec.converters.urdf.write.values import number
from scenec.ir.joint import Joint
from scenec.leaves import leaves_of
from scenec.syntax.claims import Claims
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, spelled
from scenec.syntax.xml_printing import claims_of, print_xml

CONTROLLERS = {
    "position": "position_controllers/JointGroupPositionController",
    "velocity": "velocity_controllers/JointGroupVelocityController",
    "effort": "effort_controllers/JointGroupEffortController",
}
"""Command of an actuator -> the controller of ros2_controllers that sends such commands to several joints."""


def package_name(wanted: str, robot: str) -> str:
    """Return a name that ROS accepts (REP 144): the wanted one, else that of the robot with ``_description``."""
    plain = re.sub(r"[^a-z0-9]+", "_", (wanted or robot).lower()).strip("_")
    plain = re.sub(r"_+", "_", plain)
    plain = plain if plain[:1].isalpha() else f"robot_{plain}".rstrip("_")
    return plain if wanted else f"{plain}_description"


def package_files(package: str, robot: str, writing: Writing | None) -> tuple[dict[str, bytes], dict[str, Claims]]:
    """Return the files of a package around ``urdf/robot.urdf``, named from its folder, and what they say of the scene. writing: of the
    robot, None where its text is reused."""
    joints = writing.scene.joints if writing is not None else ()
    controllers = _controllers(joints, writing)
    files = {
        "../package.xml": _package_xml(package, controlled=bool(controllers)),
        "../CMakeLists.txt": _cmake(package),
        "../launch/display.launch.py": _launch(package),
    }
    if controllers:
        files["../config/controllers.yaml"] = controllers.encode()
    srdf = _srdf(writing, robot) if writing is not None else None
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
    used = ("robot_state_publisher", "joint_state_publisher_gui", "rviz2", *(("ros2_control", "ros2_controllers") if controlled else ()))
    for each in used:
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


def _controllers(joints: tuple[Joint, ...], writing: Writing | None) -> str:
    """Return the parameters of one controller per command, "" for a robot that nothing drives."""
    driven: dict[str, list[str]] = {}
    for joint in joints:
        for actuator in joint.actuators:
            if writing is not None and str(actuator.kind) != "transmission" and str(actuator.command) in CONTROLLERS:
                driven.setdefault(str(actuator.command), []).append(writing.joint_names[joint.id].text)
    if not driven:
        return ""
    lines = ["controller_manager:", "  ros__parameters:", "    update_rate: 100", "    joint_state_broadcaster:"]
    lines.append("      type: joint_state_broadcaster/JointStateBroadcaster")
    for command in driven:
        lines += [f"    {command}_controller:", f"      type: {CONTROLLERS[command]}"]
    for command, names in driven.items():
        lines += [f"{command}_controller:", "  ros__parameters:", "    joints:", *(f"      - {_quoted(name)}" for name in names)]
    return "\n".join(lines) + "\n"


def _quoted(name: str) -> str:
    """A name as YAML reads it as a text."""
    import json

    return json.dumps(name, ensure_ascii=False)


# ---------------------------------------------------------------- SRDF


def _srdf(writing: Writing, robot: str) -> Element | None:
    """Return the semantic description of a robot; None for one that has neither pairs nor poses nor groups."""
    scene = writing.request.scene
    root = Element("robot", name=constant(robot))
    for model in scene.models:
        restore(root, model.extras, "srdf/")
    for plain, pose in zip(writing.scene.named_poses, scene.named_poses, strict=True):
        _write_pose(root, writing, plain, pose)
    for plain_pair, pair in zip(writing.scene.excluded_pairs, scene.excluded_pairs, strict=True):
        names = [writing.link_names.get(str(each)) for each in plain_pair.links]
        if names[0] is not None and names[1] is not None:
            out = root.append("disable_collisions")
            for attribute, name, each in zip(("link1", "link2"), names, pair.links, strict=True):
                assert name is not None
                out.set(attribute, Said(name.text, leaves_of(each)))
            out.set("reason", constant("Never"))
    return root if root.children else None


def _write_pose(root: Element, writing: Writing, plain: Any, pose: Any) -> None:
    """Write a named pose. It belongs to a group, which is made of its joints if the source names none."""
    group = next((each for each in pose.extras if each.key == "srdf@group"), None)
    named = str(plain.name or "pose")
    stated = [
        (writing.joint_names[str(bare.joint)], seen)
        for bare, seen in zip(plain.positions, pose.positions, strict=True)
        if str(bare.joint) in writing.joint_names and len(bare.values) == 1
    ]
    if group is None:
        made = root.append("group", name=constant(f"{named}_group"))
        for name, _ in stated:
            made.append("joint", name=constant(name.text))
    out = root.append("group_state")
    out.set("name", spelled(pose.name) if plain.name is not None else constant(named))
    out.set("group", spelled(group.value) if group is not None else constant(f"{named}_group"))
    for name, seen in stated:
        out.append("joint", name=Said(name.text, leaves_of(seen.joint)), value=number(seen.values[0]))
