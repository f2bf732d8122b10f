"""A robot as a ROS package: its files parse, refer to each other, and hold the SRDF. The tests do not run ROS."""

from __future__ import annotations

import ast
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Literal

import msgspec
import pytest
import yaml

import scenec
from scenec.converters.urdf.write.package import package_name
from tests.converters.urdf.writing import LIMIT, joined

FIXTURES = Path(__file__).parents[3] / "fixtures"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    target = tmp_path / "lift" / "urdf" / "robot.urdf"
    scenec.convert(FIXTURES / "urdf" / "control.urdf", target, to="urdf", layout="package")
    return tmp_path / "lift"


def test_its_files_parse_and_name_the_package(package: Path) -> None:
    assert ElementTree.parse(package / "package.xml").getroot().findtext("name") == "lift_description"
    assert "project(lift_description)" in (package / "CMakeLists.txt").read_text()
    launch = (package / "launch" / "display.launch.py").read_text()
    ast.parse(launch)
    assert '"lift_description"' in launch
    assert ElementTree.parse(package / "urdf" / "robot.urdf").getroot().get("name") == "lift"


def test_the_manifest_states_what_a_package_must_have(package: Path) -> None:
    root = ElementTree.parse(package / "package.xml").getroot()
    stated = {each.tag: each.text for each in root if each.tag not in ("exec_depend", "export")}
    assert root.attrib == {"format": "3"}
    assert stated == {
        "name": "lift_description",
        "version": "0.0.0",
        "description": "The robot of lift_description, written by scenec.",
        "maintainer": "nobody",
        "license": "TODO: License declaration",  # the words that ROS's own tools write
        "buildtool_depend": "ament_cmake",
    }
    assert [each.attrib for each in root.iter("maintainer")] == [{"email": "nobody@example.com"}]  # ROS's tools refuse one without
    assert root.findtext("export/build_type") == "ament_cmake"


def test_the_manifest_names_the_packages_that_its_launch_files_start(package: Path, tmp_path: Path) -> None:
    shown = ["robot_state_publisher", "joint_state_publisher_gui", "rviz2"]
    controlled = [*shown, "controller_manager", "ros2_control", "ros2_controllers"]
    (tmp_path / "r.urdf").write_bytes(joined(LIMIT))
    scenec.convert(tmp_path / "r.urdf", tmp_path / "r" / "urdf" / "robot.urdf", layout="package")
    for folder, expected in ((package, controlled), (tmp_path / "r", shown)):
        assert [each.text for each in ElementTree.parse(folder / "package.xml").getroot().iter("exec_depend")] == expected


def test_controllers_drive_the_joints_that_have_motors(package: Path) -> None:
    controllers = yaml.safe_load((package / "config" / "controllers.yaml").read_text())
    assert controllers["position_controller"]["ros__parameters"]["joints"] == ["rail"]
    assert controllers["controller_manager"]["ros__parameters"] == {
        "update_rate": 100,
        "joint_state_broadcaster": {"type": "joint_state_broadcaster/JointStateBroadcaster"},
        "position_controller": {"type": "position_controllers/JointGroupPositionController"},
    }


@pytest.mark.parametrize(
    ("command", "output", "controller"),
    [
        ("position", "velocity", "position_controllers/JointGroupPositionController"),
        ("velocity", "velocity", "velocity_controllers/JointGroupVelocityController"),
        ("effort", "effort", "effort_controllers/JointGroupEffortController"),
    ],
)
def test_the_controller_sends_the_command_that_the_joint_takes(tmp_path: Path, command: str, output: str, controller: str) -> None:
    (tmp_path / "r.sdf").write_text(
        '<sdf version="1.9"><model name="r"><link name="a"/><link name="b"/>'
        '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint></model></sdf>'
    )
    scene, _ = scenec.read(tmp_path / "r.sdf")
    joint = msgspec.structs.replace(scene.joints[0], actuators=(scenec.Actuator(command=command, output=output),))
    scenec.write(msgspec.structs.replace(scene, joints=(joint,)), tmp_path / "r.urdf", ready=True)
    controllers = yaml.safe_load((tmp_path / "r_controllers.yaml").read_text())
    assert controllers["controller_manager"]["ros__parameters"][f"{command}_controller"] == {"type": controller}
    interfaces = ElementTree.parse(tmp_path / "r.urdf").iterfind("ros2_control/joint/*")
    assert [(each.tag, each.get("name")) for each in interfaces] == [
        ("command_interface", command),
        ("state_interface", "position"),
        ("state_interface", "velocity"),
    ]


def test_a_launch_file_starts_each_controller_that_is_defined(package: Path) -> None:
    launch = (package / "launch" / "control.launch.py").read_text()
    ast.parse(launch)
    controllers = yaml.safe_load((package / "config" / "controllers.yaml").read_text())
    defined = controllers["controller_manager"]["ros__parameters"].keys() - {"update_rate"}
    assert f"arguments={['joint_state_broadcaster', 'position_controller']!r}" in launch
    assert defined == {"joint_state_broadcaster", "position_controller"}


def test_ready_writes_the_controllers_beside_the_file(tmp_path: Path) -> None:
    source = FIXTURES / "urdf" / "control.urdf"
    report = scenec.convert(source, tmp_path / "lift.urdf", ready=True)
    assert (tmp_path / "lift.urdf").read_bytes() == source.read_bytes()
    controllers = yaml.safe_load((tmp_path / "lift_controllers.yaml").read_text())
    assert controllers["position_controller"]["ros__parameters"]["joints"] == ["rail"]
    assert [each.code for each in report.findings] == ["urdf-controllers-defaulted"]


def test_a_plugin_that_names_its_own_controllers_gets_no_others(tmp_path: Path) -> None:
    text = (FIXTURES / "urdf" / "control.urdf").read_text()
    plugin = '<gazebo><plugin name="c" filename="gz_ros2_control-system"><parameters>own.yaml</parameters></plugin></gazebo>'
    (tmp_path / "lift.urdf").write_text(text.replace("</robot>", f"{plugin}</robot>"))
    report = scenec.convert(tmp_path / "lift.urdf", tmp_path / "out" / "lift.urdf", ready=True)
    assert sorted(each.name for each in (tmp_path / "out").iterdir()) == ["lift.urdf"]
    assert [each.headline for each in report.findings] == ["No controllers added: gz_ros2_control-system has its own"]
    scenec.convert(tmp_path / "lift.urdf", tmp_path / "package" / "urdf" / "robot.urdf", layout="package")
    assert sorted(each.name for each in (tmp_path / "package").rglob("*.py")) == ["display.launch.py"]


def test_a_robot_without_drives_has_no_controllers_unless_motors_are_made(tmp_path: Path) -> None:
    (tmp_path / "r.urdf").write_bytes(joined(LIMIT))
    made: tuple[tuple[Literal["", "velocity"], list[str]], ...] = (("", []), ("velocity", ["j"]))
    for motors, expected in made:
        target = tmp_path / f"out{motors}" / "r.urdf"
        scenec.convert(tmp_path / "r.urdf", target, ready=True, motors=motors)
        scene, _ = scenec.read(target)
        assert [joint.name for joint in scene.joints if joint.actuators] == expected
        beside = target.with_name("r_controllers.yaml")
        assert beside.is_file() == bool(expected)
        if expected:
            assert yaml.safe_load(beside.read_text())["velocity_controller"]["ros__parameters"]["joints"] == expected


def test_a_controller_of_gazebo_gets_an_interface_of_ros2_control_when_the_robot_is_to_run(tmp_path: Path) -> None:
    """The plugin stays for Gazebo, with all its gains."""
    link = "<inertial><mass>1</mass></inertial>"
    (tmp_path / "r.sdf").write_text(
        f"""<sdf version="1.9"><model name="r"><link name="a">{link}</link><link name="b">{link}</link>
        <joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>
        <plugin name="gz::sim::systems::JointPositionController" filename="gz-sim-joint-position-controller-system">
        <joint_name>j</joint_name><p_gain>17</p_gain></plugin></model></sdf>"""
    )
    for ready in (False, True):
        scenec.convert(tmp_path / "r.sdf", tmp_path / f"{ready}.urdf", ready=ready)
        root = ElementTree.parse(tmp_path / f"{ready}.urdf").getroot()
        assert root.findtext("gazebo/plugin/p_gain") == "17"
        assert [each.get("name") for each in root.findall("ros2_control/joint/command_interface")] == ["position"] * ready
    controllers = yaml.safe_load((tmp_path / "True_controllers.yaml").read_text())
    assert controllers["position_controller"]["ros__parameters"]["joints"] == ["j"]


@pytest.mark.findings("physics-*", "solver-dropped", "surface-restitution-dropped", "urdf-joint-type-floating-added")
def test_meshes_are_named_by_the_package(tmp_path: Path) -> None:
    target = tmp_path / "thing" / "urdf" / "robot.urdf"
    scenec.convert(FIXTURES / "mesh_shared_vertices.ros2", target, to="urdf", layout="package", package_name="My Robot")
    names = [mesh.get("filename", "") for mesh in ElementTree.parse(target).getroot().iter("mesh")]
    assert names
    for name in names:
        assert name.startswith("package://my_robot/meshes/")
        assert (tmp_path / "thing" / name.removeprefix("package://my_robot/")).is_file()
    scene, _ = scenec.read(target)
    assert all(mesh.found for mesh in scene.meshes)


def test_pairs_and_poses_come_back_from_its_srdf(tmp_path: Path) -> None:
    (tmp_path / "r.urdf").write_bytes(joined(LIMIT))
    state = '<group_state name="up" group="g"><joint name="j" value="1"/></group_state>'
    srdf = f'<robot name="r"><group name="g"><joint name="j"/></group>{state}'
    (tmp_path / "r.srdf").write_text(srdf + '<disable_collisions link1="a" link2="b"/></robot>')
    target = tmp_path / "r" / "urdf" / "robot.urdf"
    report = scenec.convert(tmp_path / "r.urdf", target, to="urdf", layout="package", srdf=str(tmp_path / "r.srdf"))
    assert report.lost == 0
    before, _ = scenec.read(tmp_path / "r.urdf", srdf=str(tmp_path / "r.srdf"))
    after, _ = scenec.read(target, srdf=str(tmp_path / "r" / "config" / "robot.srdf"))
    assert (after.excluded_pairs, after.named_poses) == (before.excluded_pairs, before.named_poses)
    [pair] = ElementTree.parse(tmp_path / "r" / "config" / "robot.srdf").getroot().iter("disable_collisions")
    assert pair.get("reason") == "Never"


@pytest.mark.parametrize(
    ("wanted", "robot", "expected"), [("", "NAO V6", "nao_v6_description"), ("my-arm", "x", "my_arm"), ("", "3d", "robot_3d_description")]
)
def test_names_of_packages_are_such_as_ros_accepts(wanted: str, robot: str, expected: str) -> None:
    assert package_name(wanted, robot) == expected


@pytest.mark.findings("physics-engine-dropped", "scene-friction-law-dropped")
def test_a_pose_of_another_format_gets_a_group_of_its_joints(tmp_path: Path) -> None:
    """MoveIt reads a state only with a group."""
    joint = '<body name="b"><joint name="j" axis="0 0 1"/><geom size="0.1"/></body>'
    keyframe = '<keyframe><key name="up" qpos="0.5"/></keyframe>'
    (tmp_path / "r.xml").write_text(f'<mujoco><worldbody><body name="a"><geom size="0.1"/>{joint}</body></worldbody>{keyframe}</mujoco>')
    scenec.convert(tmp_path / "r.xml", tmp_path / "r" / "urdf" / "robot.urdf", layout="package")
    root = ElementTree.parse(tmp_path / "r" / "config" / "robot.srdf").getroot()
    [group], [state] = root.findall("group"), root.findall("group_state")
    assert (group.get("name"), [each.get("name") for each in group]) == ("up_group", ["j"])
    assert (state.attrib, [each.attrib for each in state]) == ({"name": "up", "group": "up_group"}, [{"name": "j", "value": "0.5"}])
