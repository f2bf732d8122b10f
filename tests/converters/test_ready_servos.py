"""`--ready` on a robot that states no actuator, as most of URDF: servos of its limits, with which it can be commanded."""

from __future__ import annotations

import re
from pathlib import Path

import mujoco
import numpy as np
import pytest

import scenec

pytestmark = pytest.mark.findings("*", reason="MuJoCo judges the motion")

BOX = '<{tag}><origin xyz="0 0 0.2"/><geometry><box size="0.06 0.06 0.4"/></geometry></{tag}>'
LINK = (
    '<link name="{name}"><inertial><origin xyz="0 0 0.2"/><mass value="{mass}"/>'
    '<inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.002"/></inertial>' + BOX.format(tag="collision") + "</link>"
)
JOINT = (
    '<joint name="{name}" type="{kind}"><origin xyz="0 0 0.4"/><parent link="{parent}"/><child link="{child}"/><axis xyz="0 1 0"/>'
    '<limit lower="-1.5" upper="1.5" effort="{effort}" velocity="3"/>{more}</joint>'
)


def arm(*, effort: str = "60", more: str = "", extra: str = "") -> str:
    """Return an arm of two joints on a table, and a finger that follows the second."""
    links = "".join(LINK.format(name=name, mass=mass) for name, mass in (("upper", 2), ("lower", 1), ("finger", 0.05)))
    joints = [
        '<joint name="table" type="fixed"><parent link="world"/><child link="post"/></joint>',
        JOINT.format(name="shoulder", kind="revolute", parent="post", child="upper", effort=effort, more=more),
        JOINT.format(name="elbow", kind="revolute", parent="upper", child="lower", effort=effort, more=""),
        JOINT.format(name="grip", kind="revolute", parent="lower", child="finger", effort="5", more='<mimic joint="elbow"/>'),
    ]
    return f'<robot name="arm"><link name="world"/><link name="post"/>{links}{"".join(joints)}{extra}</robot>'


def ready(tmp_path: Path, text: str, suffix: str) -> tuple[str, scenec.Report]:
    (tmp_path / "arm.urdf").write_text(text)
    report = scenec.convert(tmp_path / "arm.urdf", tmp_path / f"ready{suffix}", ready=True)
    return (tmp_path / f"ready{suffix}").read_text(), report


def count(report: scenec.Report, code: str) -> int:
    return sum(each.count for each in report.findings if each.code == code)


@pytest.mark.parametrize("effort", ["60", "0"])
@pytest.mark.parametrize("goal", [(0.0, 0.0), (0.7, -1.0), (-1.2, 0.9)])
def test_mujoco_moves_each_joint_to_its_command(tmp_path: Path, goal: tuple[float, float], effort: str) -> None:
    ready(tmp_path, arm(effort=effort), ".xml")
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "ready.xml"))
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    assert [model.actuator(i).name for i in range(model.nu)] == ["shoulder", "elbow"], "the finger follows the elbow"
    data.ctrl[:] = goal
    fastest = 0.0
    for _ in range(int(3.0 / model.opt.timestep)):
        mujoco.mj_step(model, data)
        fastest = max(fastest, *(float(abs(data.joint(name).qvel[0])) for name in ("shoulder", "elbow")))
    assert [data.joint("shoulder").qpos[0], data.joint("elbow").qpos[0]] == pytest.approx(goal, abs=0.02)
    assert fastest < 30.0 * 1.2 + 0.1, "a servo approaches its command at 30 1/s"
    assert float(np.abs(data.qvel).max()) < 0.01


def test_servos_have_the_force_of_the_effort_limit(tmp_path: Path) -> None:
    _, report = ready(tmp_path, arm(), ".xml")
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "ready.xml"))
    assert model.actuator_forcerange.tolist() == [[-60.0, 60.0]] * 2
    assert count(report, "ready-servo-defaulted") == 2
    assert count(report, "mjcf-largest-force-dropped") == 0
    assert {each.fate for each in report.findings if each.code == "ready-servo-defaulted"} == {"defaulted"}


def test_a_robot_stands_on_the_servos_of_light_feet(tmp_path: Path) -> None:
    """A foot is much lighter than what stands on it. A gain for the foot alone would let the robot tip over."""
    foot = (
        '<link name="foot"><inertial><mass value="0.3"/><inertia ixx="4e-4" ixy="0" ixz="0" iyy="4e-4" iyz="0" izz="4e-4"/></inertial>'
        '<collision><geometry><box size="0.3 0.3 0.04"/></geometry></collision></link>'
    )
    body = LINK.format(name="body", mass=12).replace("0 0 0.2", "0.02 0 0.4")
    ankle = JOINT.format(name="ankle", kind="revolute", parent="foot", child="body", effort="80", more="").replace("0 0 0.4", "0 0 0.05")
    ready(tmp_path, f'<robot name="arm">{foot}{body}{ankle}</robot>', ".xml")
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "ready.xml"))
    data = mujoco.MjData(model)
    mujoco.mj_resetDataKeyframe(model, data, 0)
    for _ in range(int(2.0 / model.opt.timestep)):
        mujoco.mj_step(model, data)
    assert abs(data.joint("ankle").qpos[0]) < 0.1
    assert data.body("body").xmat[8] > 0.98, "the body is upright"


def test_gazebo_gets_a_controller_for_each_joint(tmp_path: Path) -> None:
    text, report = ready(tmp_path, arm(), ".sdf")
    assert len(re.findall(r'<plugin name="gz::sim::systems::JointPositionController"', text)) == 2
    assert set(re.findall(r"<joint_name>(\w+)</joint_name>", text)) == {"shoulder", "elbow"}
    assert text.count("<effort>60</effort>") == 2, "the limit of the joint bounds its controller"
    assert count(report, "ready-servo-defaulted") == 2


def test_simrobot_gets_a_servo_for_each_joint(tmp_path: Path) -> None:
    text, _ = ready(tmp_path, arm(), ".ros2")
    assert text.count('<ServoMotor maxVelocity="3radian/s" maxForce="60N" p="10"/>') == 2
    text, _ = ready(tmp_path, arm(), ".ros3")
    assert len(re.findall(r'<ServoMotor maxVelocity="3radian/s" maxForce="60N" p="[\d.]+" d="[\d.]+"/>', text)) == 2


def test_an_effort_of_0_is_unknown_and_reported(tmp_path: Path) -> None:
    text, report = ready(tmp_path, arm(effort="0"), ".sdf")
    assert count(report, "ready-effort-unknown-dropped") == 2
    assert "<effort>0</effort>" not in text


@pytest.mark.parametrize(("suffix", "driven"), [(".xml", "<position"), (".sdf", "JointPositionController"), (".ros2", "ServoMotor")])
def test_nothing_drives_the_joints_without_ready(tmp_path: Path, suffix: str, driven: str) -> None:
    (tmp_path / "arm.urdf").write_text(arm())
    scenec.convert(tmp_path / "arm.urdf", tmp_path / f"plain{suffix}")
    assert driven not in (tmp_path / f"plain{suffix}").read_text()


def test_a_robot_that_states_one_actuator_states_all(tmp_path: Path) -> None:
    drive = (
        '<transmission name="t"><type>transmission_interface/SimpleTransmission</type>'
        '<joint name="elbow"><hardwareInterface>hardware_interface/PositionJointInterface</hardwareInterface></joint>'
        '<actuator name="motor"/></transmission>'
    )
    _, report = ready(tmp_path, arm(extra=drive), ".xml")
    assert count(report, "ready-servo-defaulted") == 0


def test_a_door_without_effort_limit_stays_free(tmp_path: Path) -> None:
    (tmp_path / "door.sdf").write_text(
        '<sdf version="1.9"><model name="door"><link name="frame"/><link name="leaf"/><joint name="hinge" type="revolute">'
        "<parent>frame</parent><child>leaf</child><axis><xyz>0 0 1</xyz><limit><lower>0</lower><upper>1</upper></limit></axis></joint>"
        "</model></sdf>"
    )
    report = scenec.convert(tmp_path / "door.sdf", tmp_path / "door.xml", to="mjcf", ready=True)
    assert count(report, "ready-servo-defaulted") == 0


def test_a_joint_that_a_plugin_names_is_left_to_it(tmp_path: Path) -> None:
    plugin = '<gazebo><plugin name="own" filename="libown.so"><hinge>elbow</hinge></plugin></gazebo>'
    text, report = ready(tmp_path, arm(extra=plugin), ".sdf")
    assert count(report, "ready-servo-defaulted") == 1
    assert re.findall(r"<joint_name>(\w+)</joint_name>", text) == ["shoulder"]
    _, report = ready(tmp_path, arm(extra=plugin), ".xml")
    assert count(report, "ready-servo-defaulted") == 2, "MuJoCo has no plugin that drives the elbow"
