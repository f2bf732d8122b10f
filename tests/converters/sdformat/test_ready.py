"""With --ready a robot of any format moves and senses in Gazebo Sim: controllers, systems, rates and topics."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

import scenec

FIXTURES = Path(__file__).parents[3] / "fixtures"
SIMROBOT = """<Simulation><Scene name="s" stepLength="0.02">
  <Body name="robot"><BoxMass value="2" width="0.1" height="0.1" depth="0.1"/><BoxGeometry width="0.1" height="0.1" depth="0.1"/>
    <Gyroscope name="gyro"/>
    <ApproxDistanceSensor name="sonar" max="1.5" angleX="0.8radian"
      angleY="0.4radian"/>
    <Hinge name="knee"><Axis y="1"><Deflection min="-1" max="1"/>
      <ServoMotor maxVelocity="5" maxForce="3" p="40"/></Axis>
      <Body name="shin"><Translation z="-0.3"/><BoxMass value="1" width="0.1" height="0.1" depth="0.1"/></Body></Hinge>
    <Hinge name="wheel"><Axis x="1"><VelocityMotor maxVelocity="9" maxForce="2"/></Axis>
      <Body name="rim"><Translation x="0.3"/><BoxMass value="1" width="0.1" height="0.1" depth="0.1"/></Body></Hinge>
  </Body>
</Scene></Simulation>"""
MJCF = """<mujoco><worldbody><body name="arm"><geom type="sphere" size="0.1"/><joint name="shoulder" axis="0 1 0"/>
  <body name="hand"><geom type="sphere" size="0.1" pos="1 0 0"/><joint name="wrist" axis="0 1 0"/>
    <body name="tip"><geom type="sphere" size="0.1" pos="2 0 0"/><joint name="turn" axis="1 0 0"/></body></body></body></worldbody>
  <actuator><position joint="shoulder" kp="30" kv="2" forcerange="-5 5"/><motor joint="wrist"/><velocity joint="turn" kv="0.5"/>
    <motor name="second" joint="turn"/></actuator></mujoco>"""


class Ready:
    """A result of --ready."""

    def __init__(self, folder: Path, text: str, suffix: str, **options: Any) -> None:
        source = folder / f"robot{suffix}"
        source.write_text(text)
        self.path = folder / "robot.sdf"
        self.report = scenec.convert(source, self.path, **{"ready": True, **options})
        self.root = ElementTree.parse(self.path).getroot()
        self.codes = {finding.code for finding in self.report.findings}

    def controller(self, joint: str) -> dict[str, str | None]:
        """The elements of the plugin of a joint, and the class of it."""
        (found,) = [each for each in self.root.iter("plugin") if each.findtext("joint_name") == joint]
        return {"": found.attrib["name"].rpartition("::")[2], **{child.tag: child.text for child in found if child.tag != "joint_name"}}

    def systems(self) -> list[str]:
        return [each.attrib["name"].rpartition("::")[2] for each in self.root.findall("world/plugin")]


def test_servos_whose_output_is_a_velocity_follow_their_command_with_their_speed_limit(tmp_path: Path) -> None:
    ready = Ready(tmp_path, SIMROBOT, ".ros2")
    assert ready.controller("knee") == {"": "JointPositionController", "use_velocity_commands": "true", "cmd_max": "5"}
    assert ready.root.findtext(".//joint[@name='knee']/axis/limit/effort") == "3"
    findings = [finding for finding in ready.report.findings if finding.code == "sdf-servo-gains-approximated"]
    assert [finding.value for finding in findings] == ["p = 40"]


def test_velocity_motors_are_controllers_without_gains(tmp_path: Path) -> None:
    assert Ready(tmp_path, SIMROBOT, ".ros2").controller("wheel") == {"": "JointController"}


def test_gains_of_efforts_are_those_of_the_controller(tmp_path: Path) -> None:
    ready = Ready(tmp_path, MJCF, ".xml")
    gains = {"p_gain": "30", "i_gain": "0", "d_gain": "2"}
    assert ready.controller("shoulder") == {"": "JointPositionController", **gains, "cmd_min": "-5", "cmd_max": "5"}
    assert ready.controller("turn") == {
        "": "JointController",
        "use_force_commands": "true",
        "p_gain": "0.5",
        "cmd_min": "-1e+16",
        "cmd_max": "1e+16",
    }
    assert ready.controller("wrist") == {"": "ApplyJointForce"}


def test_a_second_actuator_of_a_joint_is_reported(tmp_path: Path) -> None:
    findings = [f for f in Ready(tmp_path, MJCF, ".xml").report.findings if f.code == "sdf-actuator-without-plugin-dropped"]
    assert [finding.value for finding in findings] == ["second"]


def ros(filename: str) -> str:
    """A robot whose joints `lift` and `turn` a plugin of ROS may drive: one by ros2_control, one by a transmission."""
    link = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
    joint = '<joint name="{0}" type="continuous"><parent link="{1}"/><child link="{2}"/></joint>'
    return f"""<robot name="r"><link name="a">{link}</link><link name="b">{link}</link><link name="c">{link}</link>
      {joint.format("lift", "a", "b")}{joint.format("turn", "b", "c")}
      <ros2_control name="s" type="system"><joint name="lift"><command_interface name="position"/></joint></ros2_control>
      <transmission name="t"><type>SimpleTransmission</type><joint name="turn"/><actuator name="m"/></transmission>
      <gazebo><plugin name="control" filename="{filename}"><parameters>robot.yaml</parameters></plugin></gazebo></robot>"""


@pytest.mark.parametrize("filename", ["gz_ros2_control-system", "libign_ros2_control-system.so", "franka_ign_ros2_control-system"])
def test_a_joint_that_a_plugin_of_ros_drives_gets_no_second_controller(tmp_path: Path, filename: str) -> None:
    ready = Ready(tmp_path, ros(filename), ".urdf")
    assert [each.findtext("joint_name") for each in ready.root.findall("world/model/plugin")] == ["turn", None]
    (reported,) = [finding for finding in ready.report.findings if finding.code == "sdf-actuator-of-ros-dropped"]
    assert (reported.subject, reported.headline) == ("r::lift", f"Actuator dropped: {filename} drives the joint")


@pytest.mark.parametrize("filename", ["libgazebo_ros_control.so", "libgazebo_ros2_control.so", "libgazebo_ros_camera.so"])
def test_plugins_that_gazebo_sim_cannot_load_drive_nothing_there(tmp_path: Path, filename: str) -> None:
    ready = Ready(tmp_path, ros(filename), ".urdf")
    assert [each.findtext("joint_name") for each in ready.root.findall("world/model/plugin")] == ["lift", "turn", None]
    reported = [finding.headline for finding in ready.report.findings if finding.code == "sdf-controllers-beside-classic"]
    assert reported == [f"Controllers added beside a plugin of ROS: {filename}"] * filename.endswith("_control.so")


def test_without_ready_a_plugin_of_ros_drives_the_joints_of_its_kind(tmp_path: Path) -> None:
    findings = Ready(tmp_path, ros("libgazebo_ros_control.so"), ".urdf", ready=False).report.findings
    assert {finding.subject: finding.code for finding in findings if finding.code.startswith(("actuator-", "sdf-actuator-"))} == {
        "r::lift": "actuator-dropped",
        "r::turn": "sdf-actuator-of-ros-dropped",
    }


def test_the_world_names_the_systems_that_its_sensors_need(tmp_path: Path) -> None:
    ready = Ready(tmp_path, SIMROBOT, ".ros2")
    assert ready.systems() == ["Physics", "UserCommands", "SceneBroadcaster", "Sensors", "Imu"]
    assert ready.root.findtext("world/plugin/render_engine") == "ogre2"
    assert {"ready-floor-defaulted", "ready-light-defaulted", "sdf-systems-defaulted"} <= ready.codes
    assert [model.get("name") for model in ready.root.findall("world/model")] == ["robot", "ground_plane"]


def test_a_model_that_is_asked_for_gets_controllers_and_no_world(tmp_path: Path) -> None:
    ready = Ready(tmp_path, SIMROBOT, ".ros2", as_="model")
    assert [each.get("name") for each in ready.root] == ["robot"]
    assert ready.controller("knee")[""] == "JointPositionController"
    assert not {code for code in ready.codes if code.startswith("ready-")}


def test_sensors_get_a_rate_and_a_topic(tmp_path: Path) -> None:
    ready = Ready(tmp_path, SIMROBOT, ".ros2")
    gyro, sonar = ready.root.findall(".//sensor")
    assert (gyro.findtext("update_rate"), gyro.findtext("topic")) == ("50", "/robot/robot/gyro")
    assert (sonar.findtext("update_rate"), sonar.findtext("topic")) == ("30", "/robot/robot/sonar")
    assert {"sdf-sensor-rate-defaulted", "sdf-sensor-topic-defaulted"} <= ready.codes


def test_a_wide_distance_sensor_is_a_grid_of_rays_that_gazebo_simulates(tmp_path: Path) -> None:
    sonar = Ready(tmp_path, SIMROBOT, ".ros2", to="sdformat@1.8").root.findall(".//sensor")[1]
    assert sonar.get("type") == "gpu_lidar"
    planes = [[sonar.findtext(f"lidar/scan/{plane}/{tag}") for tag in ("samples", "max_angle")] for plane in ("horizontal", "vertical")]
    assert planes == [["9", "0.4"], ["9", "0.2"]]
    assert sonar.findtext("lidar/range/max") == "1.5"


def test_a_sonar_is_a_type_of_sdformat_that_gazebo_sim_does_not_simulate(tmp_path: Path) -> None:
    source = '<sdf version="1.9"><model name="m"><link name="l"><sensor name="s" type="sonar"/></link></model></sdf>'
    (reported,) = [f for f in Ready(tmp_path, source, ".world").report.findings if "sensor-type" in f.code]
    assert (reported.value, reported.target, reported.because) == ("sonar", "lidar", "Gazebo Sim has no sensor of this type.")


def test_the_servos_come_back_with_their_law_and_limits(tmp_path: Path) -> None:
    ready = Ready(tmp_path, SIMROBOT, ".ros2", carry=True)
    scenec.convert(ready.path, tmp_path / "again.ros2", carry=True)
    before, after = ({j.name: j.actuators for j in scenec.read(tmp_path / f"{name}.ros2")[0].joints} for name in ("robot", "again"))
    assert after == before


def test_without_the_option_the_finding_names_it(tmp_path: Path) -> None:
    plain = Ready(tmp_path, SIMROBOT, ".ros2", ready=False)
    assert not list(plain.root.iter("plugin")) and len(plain.root.findall("world/model")) == 1
    dropped = [finding for finding in plain.report.findings if finding.code == "actuator-dropped"]
    assert len(dropped) == 2 and all("--ready" in finding.hint for finding in dropped)


def test_a_second_conversion_adds_nothing(tmp_path: Path) -> None:
    ready = Ready(tmp_path, SIMROBOT, ".ros2")
    report = scenec.convert(ready.path, tmp_path / "again.sdf", ready=True)
    again = ElementTree.parse(tmp_path / "again.sdf").getroot()
    assert [ElementTree.tostring(each) for each in again.iter("plugin")] == [
        ElementTree.tostring(each) for each in ready.root.iter("plugin")
    ]
    assert not [finding.code for finding in report.findings if finding.fate == "defaulted"]


@pytest.mark.parametrize("quantity", ["jointpos", "jointvel"])
def test_sensors_of_joint_states_are_one_publisher(tmp_path: Path, quantity: str) -> None:
    sensors = f'<sensor><{quantity} joint="shoulder"/><{quantity} joint="wrist"/></sensor></mujoco>'
    ready = Ready(tmp_path, MJCF.replace("</mujoco>", sensors), ".xml")
    (publisher,) = [each for each in ready.root.iter("plugin") if each.attrib["name"].endswith("JointStatePublisher")]
    assert [each.text for each in publisher.findall("joint_name")] == ["shoulder", "wrist"]
    assert not [finding for finding in ready.report.findings if "sensor" in finding.code and finding.fate == "dropped"]


def test_sensors_of_one_publisher_share_its_rate(tmp_path: Path) -> None:
    source = (FIXTURES / "mars" / "sensors.scene").read_text()
    source = source.replace("<index>2</index><id>2</id>", "<index>2</index><rate>10</rate><id>2</id>")
    ready = Ready(tmp_path, source, ".scene")
    publishers = [each for each in ready.root.iter("plugin") if each.attrib["name"].endswith("JointStatePublisher")]
    assert [each.findtext("update_rate") for each in publishers] == ["100", None], "angles and speeds, then loads without a rate"
    assert "sensor-update-rate-dropped" not in ready.codes


@pytest.mark.findings("*", reason="the masses that are written are judged")
def test_a_link_that_weighs_next_to_nothing_weighs_enough_for_the_solver(tmp_path: Path) -> None:
    """As the fingers of a NAO, of 2e-6 kg each: DART aborts when they reach their limits."""
    inertial = '<inertial><mass value="{0}"/><inertia ixx="{1}" ixy="0" ixz="0" iyy="{1}" iyz="0" izz="{1}"/></inertial>'
    robot = (
        f'<robot name="r"><link name="hand">{inertial.format(1, 0.01)}</link><link name="finger">{inertial.format(2e-6, 1.1e-9)}</link>'
        '<joint name="j" type="continuous"><parent link="hand"/><child link="finger"/></joint></robot>'
    )
    masses = [each.text for each in Ready(tmp_path, robot, ".urdf").root.iterfind(".//model[@name='r']/link/inertial/mass")]
    assert masses == ["1", "0.001"]
    as_stated = Ready(tmp_path, robot, ".urdf", ready=False).root.iterfind(".//link/inertial/mass")
    assert [each.text for each in as_stated] == ["1", "2e-06"]
