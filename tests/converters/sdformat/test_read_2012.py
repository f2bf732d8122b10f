"""The dialect of 2012, whose outermost element is <gazebo version="1.2">: no current library reads it, so these numbers are worked out
by hand from what SDFormat 1.2 says. One note names the dialect; nothing else is wrong with such files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.converters.sdformat.reading import Read, read_file

PROP = """<gazebo version="1.2">
  <model name="crate"><static>true</static><link name="body">
    <collision name="hull"><geometry><box><size>1 2 0.5</size></box></geometry>
      <surface><friction><ode><mu>0.6</mu><mu2>0.4</mu2></ode></friction></surface></collision>
    <visual name="hull"><geometry><box><size>1 2 0.5</size></box></geometry>
      <material><script><uri>file://media/materials/scripts/gazebo.material</uri><name>Gazebo/Grey</name></script></material></visual>
  </link></model></gazebo>"""

ARM = """<gazebo version="1.2">
  <model name="crane">
    <link name="base"><inertial><mass>10</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>
    <link name="boom"><pose>0 0 1 0 0 1.5707963267948966</pose><inertial><pose>0.5 0 0 0 0 0</pose><mass>2</mass></inertial></link>
    <link name="hook"><pose>0 1 1 0 0 1.5707963267948966</pose></link>
    <joint name="slew" type="revolute"><parent>base</parent><child>boom</child>
      <axis><xyz>1 0 0</xyz><limit><lower>-1.5</lower><upper>2</upper><effort>40</effort></limit></axis></joint>
    <joint name="reach" type="prismatic"><parent>boom</parent><child>hook</child>
      <axis><xyz>0 1 0</xyz><limit><lower>0</lower><upper>0.3</upper></limit></axis></joint>
  </model></gazebo>"""

ROVER = """<gazebo version="1.2">
  <model name="rover"><pose>0 0 0.2 0 0 0</pose>
    <link name="chassis"><sensor name="eye" type="camera"><always_on>1</always_on><update_rate>25</update_rate>
      <camera><horizontal_fov>1.2</horizontal_fov><image><width>64</width><height>48</height></image>
        <clip><near>0.2</near><far>20</far></clip></camera></sensor></link>
    <link name="wheel"><pose>0.3 0 0 -1.5707963267948966 0 0</pose></link>
    <joint name="wheel" type="revolute"><parent>chassis</parent><child>wheel</child><axis><xyz>0 1 0</xyz></axis></joint>
    <plugin name="drive" filename="libdrive.so"><torque>5</torque></plugin>
  </model></gazebo>"""

YARD = """<gazebo version="1.2">
  <world name="yard">
    <physics type="ode"><gravity>0 0 -3.7</gravity><update_rate>500</update_rate>
      <ode><solver><type>quick</type><dt>0.002</dt><iters>20</iters></solver></ode></physics>
    <light name="sun" type="directional"><direction>0 0.6 -0.8</direction></light>
    <include><uri>crate.sdf</uri><name>left</name><pose>1 0 0 0 0 0</pose></include>
    <include><uri>crate.sdf</uri><name>right</name><pose>-1 0 0 0 0 0</pose></include>
  </world></gazebo>"""


def read_old(folder: Path, text: str) -> Read:
    (folder / "crate.sdf").write_text(PROP)
    (folder / "old.sdf").write_text(text)
    return read_file(folder / "old.sdf")


@pytest.mark.parametrize("text", [PROP, ARM, ROVER, YARD], ids=["prop", "arm", "rover", "yard"])
def test_one_note_names_the_dialect_and_nothing_is_an_error(tmp_path: Path, text: str) -> None:
    result = read_old(tmp_path, text)
    assert {finding.level for finding in result.findings} <= {"note"}
    findings = [finding for finding in result.findings if finding.code == "sdformat-root-kept"]
    assert "the dialect of 2012" in findings[0].because
    assert result.report.lost == 0


def test_a_prop_has_its_shapes_and_friction(tmp_path: Path) -> None:
    link = read_old(tmp_path, PROP).link("crate::body")
    (hull,) = link.collisions
    assert (link.static, hull.size, hull.mu) == (True, {"x": 1, "y": 2, "z": 0.5}, (0.6, 0.4))


def test_axes_of_an_arm_are_in_the_models_frame(tmp_path: Path) -> None:
    result = read_old(tmp_path, ARM)
    slew, reach = result.joint("crane::slew"), result.joint("crane::reach")
    assert slew.anchor == (0, 0, 1)
    assert slew.axes[0].axis == pytest.approx((1, 0, 0), abs=1e-12)
    assert reach.axes[0].axis == pytest.approx((0, 1, 0), abs=1e-12)
    assert (slew.axes[0].lower, slew.axes[0].upper, slew.axes[0].effort) == (-1.5, 2, 40)
    boom = result.link("crane::boom")
    assert boom.mass == 2
    assert boom.com == pytest.approx((0, 0.5, 1), abs=1e-12)


def test_a_rover_keeps_its_camera_its_plugin_and_both_things_called_wheel(tmp_path: Path) -> None:
    result = read_old(tmp_path, ROVER)
    (eye,) = next(link for link in result.scene.links if link.name == "chassis").sensors
    assert (eye.update_rate, eye.cameras[0].horizontal_fov, eye.cameras[0].width) == (25, 1.2, 64)
    assert result.joint("rover::wheel_joint").child == "rover::wheel"
    assert [plugin.filename for plugin in result.scene.models[0].plugins] == ["libdrive.so"]


def test_a_yard_has_its_gravity_step_and_included_props(tmp_path: Path) -> None:
    result = read_old(tmp_path, YARD)
    assert (result.physics.gravity, result.physics.step) == ((0, 0, -3.7), 0.002)
    assert [link.pose[0] for link in result.physics.links] == [1, -1]
    assert result.physics.lights[0].direction == pytest.approx((0, 0.6, -0.8))
