"""Gazebo's tags as libsdformat means them, and what drives joints."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import scenec
from tests.converters.urdf.writing import ENDS, INERTIAL, LINKS, codes, read, robot

FIXTURES = Path(__file__).parents[3] / "fixtures" / "urdf"


def test_tags_of_a_link_concern_each_of_its_collisions() -> None:
    scene, _ = scenec.read(FIXTURES / "rover.urdf")
    wheel = next(link for link in scene.links if link.name == "wheel")
    surface = wheel.collisions[0].surface
    assert surface is not None
    assert (surface.mu, surface.mu2, surface.direction) == (1.1, 0.9, (0.0, 1.0, 0.0))
    assert (surface.stiffness, surface.damping, surface.restitution) == (100000.0, 10.0, 0.3)
    assert wheel.collisions[0].max_contacts == 8
    assert wheel.gravity is not None and not wheel.gravity
    chassis = scene.links[0]
    assert chassis.self_collide
    assert chassis.visuals[0].material is not None and chassis.visuals[0].material.script is not None


def test_the_look_of_a_hidden_visual_is_in_no_tag(tmp_path: Path) -> None:
    """A group that MuJoCo's viewer hides has no place in URDF; nor has what it looks like, which the report calls without effect."""
    source = tmp_path / "m.xml"
    geom = '<geom type="sphere" size="0.1" mass="1" group="4" contype="0" conaffinity="0" material="shiny"/>'
    asset = '<asset><material name="shiny" specular="0.3" shininess="0.4"/></asset>'
    source.write_text(f'<mujoco>{asset}<worldbody><body name="b"><freejoint/>{geom}</body></worldbody></mujoco>')
    report = scenec.convert(source, tmp_path / "out.urdf")
    assert "visual-hidden-ineffective" in codes(report)
    assert not any(word in (tmp_path / "out.urdf").read_text() for word in ("<specular>", "<shininess>", "<emissive>"))


def test_tags_of_a_joint() -> None:
    scene, _ = scenec.read(FIXTURES / "rover.urdf")
    axle = scene.joints[0]
    limits, dynamics = axle.axes[0].limits, axle.axes[0].dynamics
    assert limits is not None and (limits.stop_cfm, limits.stop_erp) == (0.001, 0.2)
    assert dynamics is not None and (dynamics.spring_stiffness, dynamics.spring_reference, dynamics.damping) == (0.4, 0.1, 0.05)
    assert [sensor.type for sensor in axle.sensors] == ["force_torque"]


def test_sensors_of_gazebo() -> None:
    scene, _ = scenec.read(FIXTURES / "rover.urdf")
    sensors = scene.links[0].sensors
    assert [sensor.type for sensor in sensors] == ["camera", "lidar", "imu", "contact"]
    camera, lidar = sensors[0].cameras[0], sensors[1].lidar
    assert (camera.width, camera.height, camera.horizontal_fov, camera.near) == (640, 480, 1.2, 0.05)
    assert lidar is not None and lidar.horizontal is not None and lidar.vertical is not None and lidar.range is not None
    assert (lidar.horizontal.samples, lidar.vertical.samples, lidar.range.upper) == (360, 16, 30.0)
    noise = sensors[2].channels[0].noise
    assert noise is not None and (noise.mean, noise.stddev, noise.bias_mean) == (0.01, 0.02, 0.03)


def test_a_reference_to_nothing_is_named() -> None:
    _, report = scenec.read(FIXTURES / "rover.urdf")
    assert "urdf-gazebo-reference-ineffective" in codes(report)


def test_the_origin_of_the_robot_is_the_pose_of_the_model() -> None:
    scene, _ = scenec.read(FIXTURES / "rover.urdf")
    assert scene.physics().links[0].pose[:3] == (1.0, 2.0, 0.5)


def test_ros2_control_drives_joints_and_says_where_they_start() -> None:
    scene, _ = scenec.read(FIXTURES / "control.urdf")
    rail, winch = scene.joints
    (motor,) = rail.actuators
    assert (motor.command, motor.output, motor.command_lower, motor.command_upper) == ("position", "velocity", 0.1, 1.4)
    assert rail.axes[0].initial == 0.25
    assert [(each.command, each.kind) for each in winch.actuators] == [("effort", "transmission")]


def test_what_a_parameter_is_called_has_the_fate_of_its_number(tmp_path: Path) -> None:
    """SDFormat has no motors, so that neither the range of commands nor the word that says so is in the result."""
    report = scenec.convert(FIXTURES / "control.urdf", tmp_path / "control.sdf")
    fates = {line.value: line.fate for line in report.ledger if line.path.endswith("/param[1]/@name")}
    assert (fates["min"], fates["initial_value"]) == ("dropped", "dropped")


@pytest.mark.parametrize(("interface", "command", "output"), [("velocity", "velocity", "velocity"), ("effort", "effort", "effort")])
def test_a_command_interface_is_a_motor_of_that_command(interface: str, command: str, output: str) -> None:
    control = f'<ros2_control name="s" type="system"><joint name="j"><command_interface name="{interface}"/></joint></ros2_control>'
    scene, _ = read(f'{LINKS}<joint name="j" type="continuous">{ENDS}</joint>{control}')
    assert [(each.command, each.output) for each in scene.joints[0].actuators] == [(command, output)]


def test_a_driven_joint_that_is_not_there_is_named() -> None:
    _, report = read('<link name="a"/><ros2_control name="s" type="system"><joint name="nobody"/></ros2_control>')
    assert "urdf-control-joint-unknown" in codes(report)


SENSORS = b"""<mujoco><worldbody><body name="b"><freejoint/><geom size=".1"/><site name="s"/></body></worldbody>
  <sensor><accelerometer name="acc" site="s"/><rangefinder name="eye" site="s" cutoff="3"/></sensor></mujoco>"""


def test_sensors_that_gazebo_lacks_become_those_that_measure_the_same(tmp_path: Path) -> None:
    report = scenec.convert(SENSORS, tmp_path / "r.urdf", from_="mjcf")
    assert {"sensor-type-converted", "sensor-type-approximated"} <= codes(report)
    sensors = scenec.read(tmp_path / "r.urdf")[0].links[0].sensors
    assert [(each.name, each.type) for each in sensors] == [("acc", "imu"), ("eye", "lidar")]
    assert sensors[1].lidar is not None
    assert sensors[1].lidar.horizontal is not None
    assert sensors[1].lidar.horizontal.samples == 1


@pytest.mark.parametrize(("target", "code"), [("simrobot", "joint-initial-shifted"), ("rsg", "joint-initial-shifted")])
def test_where_a_joint_starts_is_reported_as_its_initial_position(target: str, code: str, tmp_path: Path) -> None:
    report = scenec.convert(FIXTURES / "control.urdf", tmp_path / "out", to=target)
    assert [each.subject for each in report.findings if each.code == code] == ["lift::rail"]


def test_the_damping_that_becomes_that_of_stops_is_reported_beside_the_spring(tmp_path: Path) -> None:
    report = scenec.convert(FIXTURES / "rover.urdf", tmp_path / "r.scene")
    assert {"joint-spring-as-stops-converted", "joint-damping-as-stops-converted"} <= codes(report)


DIFF_DRIVE = """<gazebo><plugin name="drive" filename="libgazebo_ros_diff_drive.so">
  <left_joint>left</left_joint><right_joint>{right}</right_joint><wheel_separation>0.3</wheel_separation></plugin></gazebo>"""
CART = f"""<link name="a">{INERTIAL}</link><link name="b">{INERTIAL}</link><link name="c">{INERTIAL}</link>
  <joint name="left" type="continuous"><parent link="a"/><child link="b"/></joint>
  <joint name="right" type="continuous"><parent link="a"/><child link="c"/></joint>"""


def test_a_plugin_of_gazebo_that_drives_joints_is_their_drive(tmp_path: Path) -> None:
    """Also from SDFormat to URDF and back, since Gazebo reads the plugin in either."""
    source = tmp_path / "cart.urdf"
    source.write_bytes(robot(CART + DIFF_DRIVE.format(right="right")))
    for path in ("cart.sdf", "back.urdf", "flat.urdf"):
        scenec.convert(source, tmp_path / path, flatten=path == "flat.urdf")
        scene, _ = scenec.read(tmp_path / path)
        assert [[each.command for each in joint.actuators] for joint in scene.joints] == [["velocity"], ["velocity"]], path
        assert all(axis.actuated for joint in scene.physics().joints for axis in joint.axes), path
        assert "<wheel_separation>0.3</wheel_separation>" in (tmp_path / path).read_text(encoding="utf-8")
        source = tmp_path / "cart.sdf"


def test_a_plugin_that_names_an_unknown_joint_stays_a_text() -> None:
    scene, _ = read(robot(CART + DIFF_DRIVE.format(right="rear")))
    assert not any(joint.actuators for joint in scene.joints)
    assert [str(plugin.filename) for plugin in scene.models[0].plugins] == ["libgazebo_ros_diff_drive.so"]


def test_a_publisher_of_joint_states_stays_a_plugin_and_is_reported(tmp_path: Path) -> None:
    """URDF has no sensors of joints: in its files, the plugin belongs to the robot."""
    links = "".join(f'<link name="{name}"><inertial><mass>1</mass></inertial></link>' for name in ("frame", "leaf"))
    joint = '<joint name="hinge" type="continuous"><parent>frame</parent><child>leaf</child><axis><xyz>0 0 1</xyz></axis></joint>'
    plugin = '<plugin filename="gz-sim-joint-state-publisher-system" name="gz::sim::systems::JointStatePublisher"/>'
    (tmp_path / "door.sdf").write_text(f'<sdf version="1.9"><model name="door">{links}{joint}{plugin}</model></sdf>')
    report = scenec.convert(tmp_path / "door.sdf", tmp_path / "door.urdf")
    reported = [finding.subject for finding in report.findings if finding.code == "urdf-sensor-as-plugin"]
    assert reported == ["door::leaf::joint_state"]
    scene = scenec.read(tmp_path / "door.urdf")[0]
    assert [each.sensors for each in scene.physics().links] == [(), ()] and len(scene.models[0].plugins) == 1


def test_a_collision_that_is_dropped_leaves_no_tags_of_its_surface(tmp_path: Path) -> None:
    ground = "<geometry><heightmap><uri>missing.png</uri><size>1 1 1</size></heightmap></geometry>"
    surface = "<surface><friction><ode><mu>0.2</mu></ode></friction></surface>"
    (tmp_path / "m.sdf").write_text(
        f'<sdf version="1.9"><model name="m"><link name="a"><collision name="c">{ground}{surface}</collision></link></model></sdf>'
    )
    report = scenec.convert(tmp_path / "m.sdf", tmp_path / "m.urdf")
    assert "mu1" not in (tmp_path / "m.urdf").read_text()
    (line,) = [line for line in report.ledger if line.value == "0.2"]
    assert line.fate == "dropped"


LOOP = f"""{LINKS}<link name="c">{INERTIAL}</link>
<joint name="ab" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>
<joint name="ac" type="continuous"><parent link="a"/><child link="c"/><axis xyz="0 0 1"/></joint>
<gazebo>
  <joint name="close" type="TYPE">
    <pose>0 0.5 0 0 0 0</pose>
    <parent>b</parent>
    <child>c</child>
    INNER
  </joint>
</gazebo>"""


def _loop(kind: str = "revolute", inner: str = "") -> str:
    return LOOP.replace("TYPE", kind).replace("INNER", inner)


def test_a_joint_of_gazebo_closes_a_loop() -> None:
    limit, dynamics = "<limit><lower>-1</lower><upper>2</upper><effort>-1</effort></limit>", "<dynamics><damping>3</damping></dynamics>"
    scene, report = read(_loop(inner=f"<axis><xyz>0 1 0</xyz>{limit}{dynamics}</axis>"))
    joint = scene.joints[-1]
    assert (joint.name, joint.type, joint.parent, joint.child, joint.closing) == ("close", "revolute", "link2", "link3", True)
    assert joint.pose is not None and joint.pose.position == (0.0, 0.5, 0.0)
    [axis] = joint.axes
    assert axis.limits is not None and axis.dynamics is not None
    assert (axis.xyz, axis.limits.lower, axis.limits.upper, axis.limits.effort) == ((0.0, 1.0, 0.0), -1.0, 2.0, None)
    assert (axis.dynamics.damping, axis.dynamics.friction) == (3.0, 0.0)
    assert codes(report) == {"urdf-joint-limit-unlimited"}


def test_a_joint_of_gazebo_holds_the_robot_to_the_world() -> None:
    fixed = '<gazebo><joint name="held" type="fixed"><parent>world</parent><child>a</child></joint></gazebo>'
    scene, _ = read(f"{LINKS}<joint name='j' type='fixed'>{ENDS}</joint>{fixed}")
    assert (scene.joints[-1].parent, scene.joints[-1].child, scene.joints[-1].closing) == ("world", "link1", None)


@pytest.mark.parametrize(
    "text",
    [
        _loop("gearbox"),
        _loop().replace("<parent>b", "<parent>other"),
        _loop().replace("<parent>b", "<parent>c"),
        _loop().replace("<child>c", "<child>world"),
        _loop().replace('name="close"', 'name="ab"'),
        _loop().replace("<pose>", '<pose relative_to="a">'),
    ],
    ids=["its type", "no such link", "one link", "the world as child", "a name twice", "another frame"],
)
def test_a_joint_of_gazebo_that_the_scene_cannot_have_stays_text(text: str) -> None:
    scene, report = read(text)
    assert [joint.name for joint in scene.joints] == ["ab", "ac"]
    assert [extra.key for extra in scene.models[0].extras] == ["gazebo/joint"]
    assert codes(report) == set()


@pytest.mark.findings("mjcf-loop-approximated")
def test_a_closed_loop_comes_through_other_formats(tmp_path: Path) -> None:
    source = tmp_path / "loop.urdf"
    source.write_bytes(robot(_loop("ball")))
    scenec.convert(source, tmp_path / "loop.sdf")
    assert '<joint name="close" type="ball">' in (tmp_path / "loop.sdf").read_text()
    scenec.convert(source, tmp_path / "loop.xml")
    assert "<connect" in (tmp_path / "loop.xml").read_text()


@pytest.mark.findings("source-element-dropped")
def test_a_joint_of_gazebo_is_written_back_where_it_stood(tmp_path: Path) -> None:
    scene, _ = read(_loop("ball", "<physics><ode><cfm_damping>1</cfm_damping></ode></physics>"))
    heavier = scene.links[0].inertial
    assert heavier is not None
    links = (msgspec.structs.replace(scene.links[0], inertial=msgspec.structs.replace(heavier, mass=2.0)), *scene.links[1:])
    report = scenec.write(msgspec.structs.replace(scene, links=links), tmp_path / "out.urdf")
    again, _ = scenec.read(tmp_path / "out.urdf")
    assert again.joints == scene.joints
    assert "urdf-joint-loop-dropped" not in codes(report)
