"""Plugins of Gazebo that the neutral scene can express are actuators, sensors and structure; all others stay texts."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

import scenec
from scenec import ir
from tests.converters.sdformat.reading import read, read_model

LINKS = "".join(f'<link name="{name}"><inertial><mass>1</mass></inertial></link>' for name in ("base", "left", "right"))
JOINTS = "".join(
    f'<joint name="{name}_joint" type="revolute"><parent>base</parent><child>{name}</child><axis><xyz>0 1 0</xyz></axis></joint>'
    for name in ("left", "right")
)


def plugin(library: str, name: str, content: str = "") -> str:
    return f'<plugin filename="gz-sim-{library}-system" name="gz::sim::systems::{name}">{content}</plugin>'


def model(*plugins: str) -> str:
    return LINKS + JOINTS + "".join(plugins)


def position(content: str) -> str:
    return plugin("joint-position-controller", "JointPositionController", f"<joint_name>left_joint</joint_name>{content}")


def actuator(content: str, joint: int = 0) -> ir.Actuator:
    """The one actuator of a joint of a model with a plugin, of which nothing stayed a text."""
    found = read_model(model(content))
    assert not found.scene.models[0].plugins
    (only,) = found.scene.joints[joint].actuators
    return only


def kept(scene: ir.Scene) -> dict[str, object]:
    """Return the parameters of plugins that only Gazebo has: element -> value."""
    extras = scene.models[0].extras
    return {extra.key.partition("[")[0].removeprefix("plugin/"): extra.value for extra in extras if extra.value is not None}


def test_a_position_controller_is_a_servo_with_gains_and_a_maximum() -> None:
    stated = "<p_gain>30</p_gain><i_gain>0</i_gain><d_gain>0.5</d_gain><cmd_max>15</cmd_max><cmd_min>-15</cmd_min>"
    servo = actuator(position(f"{stated}<initial_position>0.25</initial_position>"))
    assert (servo.command, servo.output) == ("position", "effort")
    assert servo.gains == ir.Gains(p=30.0, i=0.0, d=0.5)
    assert (servo.max_effort, servo.initial_command) == (15.0, 0.25)


def test_gains_and_maximum_that_are_not_stated_are_those_of_gazebo() -> None:
    servo = actuator(position(""))
    assert servo.gains == ir.Gains(p=1.0, i=0.1, d=0.01) and servo.max_effort == 1000.0


def test_a_position_controller_by_velocity_has_a_speed_and_ignores_gains() -> None:
    found = read_model(model(position("<use_velocity_commands>1</use_velocity_commands><p_gain>3</p_gain><cmd_max>2</cmd_max>")))
    (servo,) = found.scene.joints[0].actuators
    assert (servo.command, servo.output, servo.max_velocity) == ("position", "velocity", 2.0)
    assert servo.gains is None and kept(found.scene) == {"p_gain": "3"}


def test_bounds_that_are_no_maximum_are_kept_for_sdformat() -> None:
    found = read_model(model(position("<cmd_max>10</cmd_max><cmd_min>0</cmd_min>")))
    assert found.scene.joints[0].actuators[0].max_effort is None
    assert kept(found.scene) == {"cmd_max": "10", "cmd_min": "0"}


def test_a_velocity_controller_has_gains_only_where_it_commands_forces() -> None:
    name = "<joint_name>right_joint</joint_name>"
    plain = actuator(plugin("joint-controller", "JointController", f"{name}<initial_velocity>5</initial_velocity>"), joint=1)
    assert (plain.command, plain.output, plain.gains, plain.initial_command) == ("velocity", "velocity", None, 5.0)
    by_force = actuator(plugin("joint-controller", "JointController", f"{name}<use_force_commands>true</use_force_commands>"), joint=1)
    assert (by_force.output, by_force.gains) == ("effort", ir.Gains(p=1.0, i=0.0, d=0.0))


def test_a_trajectory_controller_drives_all_joints_that_it_does_not_name_others_of() -> None:
    gains = "<position_p_gain>10</position_p_gain><position_p_gain>20</position_p_gain><velocity_p_gain>1</velocity_p_gain>"
    found = read_model(model(plugin("joint-trajectory-controller", "JointTrajectoryController", gains)))
    drives = [joint.actuators[0] for joint in found.scene.joints]
    assert [drive.gains and drive.gains.p for drive in drives] == [10.0, 20.0]
    assert [drive.max_effort for drive in drives] == [None, None] and kept(found.scene) == {"velocity_p_gain": "1"}


DIFF_DRIVE = "<left_joint>left_joint</left_joint><right_joint>right_joint</right_joint><wheel_radius>0.1</wheel_radius>"


@pytest.mark.parametrize(
    "drive",
    [
        plugin("diff-drive", "DiffDrive", DIFF_DRIVE),
        f'<plugin filename="libDiffDrivePlugin.so" name="any">{DIFF_DRIVE}</plugin>',
    ],
    ids=["Gazebo Sim", "Gazebo Classic"],
)
def test_a_differential_drive_is_a_velocity_motor_per_wheel(drive: str, request: pytest.FixtureRequest) -> None:
    found = read_model(model(drive))
    drives = [joint.actuators[0] for joint in found.scene.joints]
    assert {(each.command, each.output) for each in drives} == {("velocity", "velocity")}
    names = {"@name": "any"} if "Classic" in request.node.name else {}
    assert kept(found.scene) == {**names, "wheel_radius": "0.1"}


def test_a_publisher_of_joint_states_is_one_sensor_of_all_its_joints() -> None:
    found = read_model(model(plugin("joint-state-publisher", "JointStatePublisher", "<topic>/states</topic>")))
    (sensor,) = found.scene.joints[0].sensors
    assert (sensor.type, sensor.topic, sensor.targets) == ("joint_state", "/states", (found.scene.joints[1].id,))


@pytest.mark.parametrize(
    "names",
    [
        'filename="libignition-gazebo-joint-controller-system.so" name="ignition::gazebo::systems::JointController"',
        'filename="ignition-gazebo6-joint-controller-system" name="ignition::gazebo::systems::v0::JointController"',
        'filename="gz-sim8-joint-controller-system" name="gz::sim::systems::JointController"',
    ],
)
def test_older_names_are_known(names: str) -> None:
    assert actuator(f"<plugin {names}><joint_name>left_joint</joint_name></plugin>").command == "velocity"


@pytest.mark.parametrize(
    "unusual",
    [
        position("<p_gain>much</p_gain>"),
        position("<joint_name>right_joint</joint_name>"),
        position('<p_gain unit="x">1</p_gain>'),
        position("<joint_index>1</joint_index>"),
        plugin("joint-controller", "JointController", "<joint_name>no such joint</joint_name>"),
        plugin("diff-drive", "DiffDrive", "<left_joint>left_joint</left_joint>"),
        plugin("joint-controller", "SomethingElse", "<joint_name>left_joint</joint_name>"),
        '<plugin filename="libown.so" name="own"><joint_name>left_joint</joint_name></plugin>',
    ],
)
def test_a_plugin_with_anything_else_stays_a_text(unusual: str) -> None:
    found = read_model(model(unusual))
    assert len(found.scene.models[0].plugins) == 1 and not any(joint.actuators for joint in found.scene.joints)


def test_systems_of_a_world_are_no_loss_but_what_they_state_is_reported(tmp_path: Path) -> None:
    systems = plugin("physics", "Physics") + plugin("sensors", "Sensors", "<render_engine>ogre2</render_engine>")
    world = f'<world name="w">{systems}<plugin filename="own.so" name="own"/><model name="m">{LINKS}</model></world>'
    assert [each.name for each in read(world).scene.plugins] == ["own"]
    report = scenec.convert(f'<sdf version="1.7">{world}</sdf>'.encode(), tmp_path / "m.xml", from_="sdformat", to="mjcf")
    codes = {finding.code for finding in report.findings if "plugin" in finding.code}
    assert codes == {"plugin-dropped", "sdformat-plugin-render-engine-dropped"}


PLUGINS = (
    position("<topic>/cmd</topic><d_gain>0.5</d_gain><p_gain>30.0</p_gain><i_max>2</i_max>"),
    plugin("joint-controller", "JointController", "<initial_velocity>5</initial_velocity><joint_name>right_joint</joint_name>"),
    plugin("joint-state-publisher", "JointStatePublisher", "<topic>/states</topic><joint_name>right_joint</joint_name>"),
)
TEXT = f'<?xml version="1.0"?>\n<sdf version="1.7">\n  <model name="m">{model(*PLUGINS)}</model>\n</sdf>\n'


def values(text: str) -> list[list[tuple[str, str]]]:
    """The elements of each plugin of a text, in their order."""
    found = re.findall(r"<plugin .*?</plugin>", text, re.DOTALL)
    return [[(tag, value.removesuffix(".0")) for tag, value in re.findall(r"<(\w+)>([^<]+)</", each)] for each in found]


def test_sdformat_keeps_plugins_byte_for_byte(tmp_path: Path) -> None:
    (tmp_path / "m.sdf").write_text(TEXT)
    report = scenec.convert(tmp_path / "m.sdf", tmp_path / "again.sdf")
    assert (tmp_path / "again.sdf").read_text() == TEXT and not report.findings


def test_another_version_keeps_the_elements_of_plugins_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "m.sdf").write_text(TEXT)
    report = scenec.convert(tmp_path / "m.sdf", tmp_path / "newer.sdf", to="sdformat@1.9")
    assert values((tmp_path / "newer.sdf").read_text()) == values(TEXT) and not report.findings


@pytest.mark.findings("actuator-*", "joint-sensor-unsupported-dropped")
def test_what_another_format_lacks_of_plugins_comes_back_with_carry(tmp_path: Path) -> None:
    (tmp_path / "m.sdf").write_text(TEXT)
    scenec.convert(tmp_path / "m.sdf", tmp_path / "m.ros2", carry=True)
    scenec.convert(tmp_path / "m.ros2", tmp_path / "back.sdf", carry=True)
    assert values((tmp_path / "back.sdf").read_text()) == values(TEXT)


def test_urdf_keeps_plugins_in_gazebo_tags_under_its_names_of_joints(tmp_path: Path) -> None:
    (tmp_path / "m.sdf").write_text(TEXT)
    report = scenec.convert(tmp_path / "m.sdf", tmp_path / "m.urdf")
    assert values((tmp_path / "m.urdf").read_text()) == values(TEXT)
    reported = [finding.code for finding in report.findings if finding.category in ("control", "sensing")]
    assert reported == ["urdf-sensor-as-plugin"], "the publisher of joint states is a sensor that URDF has only as a plugin"


@pytest.mark.findings("actuator-gain-p-dropped", "physics-*", "urdf-joint-type-floating-added", "urdf-self-collision-approximated")
def test_a_plugin_for_all_joints_names_its_own_in_a_robot_of_several_models(tmp_path: Path) -> None:
    arm = model(plugin("joint-trajectory-controller", "JointTrajectoryController", "<position_p_gain>3</position_p_gain>"))
    world = f'<world name="w"><model name="a">{arm}</model><model name="b"><pose>2 0 0 0 0 0</pose>{LINKS}{JOINTS}</model></world>'
    (tmp_path / "w.sdf").write_text(f'<sdf version="1.9">{world}</sdf>')
    scenec.convert(tmp_path / "w.sdf", tmp_path / "w.urdf")
    (found,) = values((tmp_path / "w.urdf").read_text())
    assert found == [("position_p_gain", "3"), ("joint_name", "left_joint"), ("joint_name", "right_joint")]


def test_an_edited_actuator_changes_its_plugin(tmp_path: Path) -> None:
    scene, _ = scenec.read(TEXT.encode(), format="sdformat", name="m.sdf")
    joint = scene.joints[0]
    (servo,) = joint.actuators
    faster = msgspec.structs.replace(servo, gains=ir.Gains(p=60.0, i=0.0, d=0.5), max_effort=7.0)
    scenec.write(scene.update(msgspec.structs.replace(joint, actuators=(faster,))), tmp_path / "m.sdf")
    first = values((tmp_path / "m.sdf").read_text())[0]
    assert first == [
        *(("joint_name", "left_joint"), ("topic", "/cmd"), ("d_gain", "0.5"), ("p_gain", "60"), ("i_max", "2")),
        *(("i_gain", "0"), ("cmd_min", "-7"), ("cmd_max", "7")),
    ]
