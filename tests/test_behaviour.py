"""`python -m benchmarks.behaviour`: what it measures and what it says of it, with scenes of our own."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from benchmarks.behaviour import gazebo
from benchmarks.behaviour.__main__ import drake_python
from benchmarks.behaviour.page import Measured, page
from benchmarks.behaviour.passive import bare, in_axes_of_root, welded
from benchmarks.behaviour.robots import ROBOTS, Scene, scenes
from benchmarks.behaviour.standing import Commanded, commanded, verdict
from benchmarks.behaviour.swing import COLUMNS, Column, Consumers, Swing, swing
from scenec.simulate.verdicts import Verdict

pytestmark = pytest.mark.findings("mjcf-mesh-file-dropped", "unresolved-asset", "urdf-mesh-file-dropped")  # the mesh of the pendulum
HUMANOID = Path(__file__).parents[1] / "fixtures" / "humanoid" / "humanoid.ros2"
INERTIA = "<inertia><ixx>0.03</ixx><iyy>0.02</iyy><izz>0.01</izz></inertia>"
DOUBLE_PENDULUM = f"""<sdf version="1.7"><model name="pendulum">
  <link name="base"><pose>0 0 2 0 0 0</pose><inertial><mass>5</mass>{INERTIA}</inertial>
    <visual name="v"><geometry><mesh><uri>missing.dae</uri></mesh></geometry></visual></link>
  <link name="upper"><pose>0 0 2 0 0 0</pose>
    <inertial><pose>0.1 0 -0.3 0 0 1.5707963267948966</pose><mass>1</mass>{INERTIA}</inertial></link>
  <link name="lower"><pose>0 0 1.5 0 0 0</pose><inertial><pose>0 0 -0.2 0 0 0</pose><mass>0.5</mass>{INERTIA}</inertial></link>
  <joint name="hip" type="revolute"><parent>base</parent><child>upper</child>
    <axis><xyz>0 1 0</xyz><limit><lower>-0.1</lower><upper>0.4</upper></limit>
      <dynamics><damping>0.2</damping><friction>3</friction></dynamics></axis></joint>
  <joint name="knee" type="revolute"><parent>upper</parent><child>lower</child><axis><xyz>0 1 0</xyz></axis></joint>
</model></sdf>"""
NO_CONSUMERS = Consumers(None, None, dict.fromkeys(COLUMNS, "Not measured: it is not here."))


@pytest.fixture
def pendulum(tmp_path: Path) -> Scene:
    source = tmp_path / "pendulum.sdf"
    source.write_text(DOUBLE_PENDULUM)
    (scene,) = scenes([source])
    return scene


def made(folder: Path) -> Path:
    (folder / "made").mkdir()
    return folder / "made"


# ---------------------------------------------------------------- files


def test_the_table_has_twenty_robots_of_six_formats() -> None:
    assert len(ROBOTS) >= 20 and len({robot.format for robot in ROBOTS}) == 6
    assert len({robot.title for robot in ROBOTS}) == len(ROBOTS)


def test_a_bare_file_asks_for_no_mesh() -> None:
    assert "missing.dae" not in bare(DOUBLE_PENDULUM)
    assert "missing.png" not in bare(
        '<robot name="r"><material name="m"><texture filename="missing.png"/></material><link name="l"/></robot>'
    )


def test_a_welded_file_has_no_limits_or_friction_and_keeps_damping() -> None:
    text, paths = welded(DOUBLE_PENDULUM)
    model = ET.fromstring(text).find("model")
    assert model is not None
    (weld,) = (joint for joint in model.findall("joint") if joint.get("type") == "fixed")
    assert (weld.findtext("parent"), weld.findtext("child")) == ("world", "base")
    assert model.find(".//limit") is None and model.find(".//friction") is None
    assert model.findtext(".//damping") == "0.2"
    assert paths == {("hip", "upper"): "pendulum::hip", ("knee", "lower"): "pendulum::knee"}


def test_a_joint_that_is_called_like_a_link_has_the_name_that_libsdformat_gives_it() -> None:
    _, paths = welded(DOUBLE_PENDULUM.replace('"knee"', '"lower"'))
    assert paths["lower", "lower"] == "pendulum::lower_joint"


def test_a_tensor_is_turned_to_the_axes_of_its_link() -> None:
    """A quarter turn about z exchanges x and y."""
    inertial = ET.fromstring(welded(DOUBLE_PENDULUM, in_link_axes=True)[0]).find(".//link[@name='upper']/inertial")
    assert inertial is not None
    assert [float(inertial.findtext(f"inertia/{name}") or 0) for name in ("ixx", "iyy", "izz")] == pytest.approx([0.02, 0.03, 0.01])
    assert [float(word) for word in (inertial.findtext("pose") or "").split()] == pytest.approx([0.1, 0, -0.3, 0, 0, 0])


def test_gravity_is_turned_where_a_urdf_robot_is() -> None:
    robot = '<robot name="r"><origin xyz="0 0 1" rpy="1.5707963267948966 0 0"/><link name="l"/></robot>'
    assert in_axes_of_root(robot, [0, 0, -9.81]) == pytest.approx([0, -9.81, 0], abs=1e-9)


# ---------------------------------------------------------------- motions


def test_a_pendulum_swings_and_what_is_missing_is_reported(pendulum: Scene, tmp_path: Path) -> None:
    found = swing(pendulum, NO_CONSUMERS, made(tmp_path))
    assert (found.joints, found.turned, found.branches) == (2, 1, False)
    assert found.motion > 0.1 and found.halved < 1e-9
    assert {column.reason for column in found.columns.values()} == {"Not measured: it is not here."}


def test_a_pendulum_swings_equally_in_drake(pendulum: Scene, tmp_path: Path) -> None:
    python = drake_python(None)
    if python is None:
        pytest.skip("Drake is not installed (pip install drake)")
    found = swing(pendulum, Consumers(python, None, {"Gazebo's physics": "Not measured."}), made(tmp_path))
    assert found.columns["Drake, SDFormat"].apart < 1e-9
    assert found.columns["Drake, URDF"].apart < 1e-9


@pytest.mark.sweep
def test_a_difference_in_the_physics_of_gazebo_is_explained(pendulum: Scene, tmp_path: Path) -> None:
    gzstep, why = gazebo.program(tmp_path)
    if gzstep is None:
        pytest.skip(f"Gazebo's physics: {why}")
    found = swing(pendulum, Consumers(None, gzstep, {title: "Not measured." for title in COLUMNS if "Drake" in title}), made(tmp_path))
    assert not found.columns["Gazebo's physics"].unexplained


@pytest.mark.findings("*", reason="a humanoid with all sensors and motors; its motion is judged")
def test_servos_arrive_and_the_humanoid_stands(tmp_path: Path) -> None:
    (scene,) = scenes([HUMANOID])
    assert all(each.arrives for each in commanded(scene, made(tmp_path)))
    found, uncertain = verdict(scene, tmp_path)
    assert found is not None and found.word == "stands" and uncertain > 0


# ---------------------------------------------------------------- the page


def measured(column: Column, word: str = "holds", *, stands: bool = False) -> Measured:
    found = Swing(2, False, 0, 1.0, 1e-12, {"Drake, SDFormat": column})
    return Measured("arm", "", stands, found, Verdict("arm", word, "its base is fixed"))


@pytest.mark.parametrize(
    ("robot", "wrong"),
    [
        (measured(Column(1e-9)), False),
        (measured(Column(1e-3)), True),
        (measured(Column(1e-3, reason="The masses differ.")), False),
        (measured(Column(reason="Not measured.")), False),
        (measured(Column(math.nan)), True),
        (measured(Column(1e-9), "explodes"), True),
        (measured(Column(1e-9), "falls", stands=True), True),
    ],
)
def test_a_robot_is_wrong_with_a_difference_that_nothing_explains(robot: Measured, wrong: bool) -> None:
    assert robot.wrong == wrong


def test_the_page_gives_a_reason_for_each_difference() -> None:
    servo = Commanded("knee", 0.0, 0.3, 0.1)
    text = page([measured(Column(1e-3, reason="The masses differ.")), measured(Column(2e-3))], [servo], "MuJoCo 4")
    assert "**1.0e-03**" in text and "- arm: Drake, SDFormat: The masses differ." in text
    assert "Drake, SDFormat: **not explained**" in text
    assert "0 of 1 joints are within 0.02 rad" in text
