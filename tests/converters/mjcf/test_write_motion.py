"""Joints, actuators and the start of an MJCF file, as MuJoCo simulates them."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import mujoco
import pytest

import scenec
from scenec.accounting.report import Report
from tests.converters.mjcf.mujoco_oracle import load

ARM = """<Simulation><Scene name="arm" stepLength="0.01s" gravity="-9.80665m/s^2">
  <Body name="base"><Translation z="1m"/><InertiaMatrixMass value="10kg" ixx="1" iyy="1" izz="1"/>
    <Hinge name="elbow"><Axis y="1">{deflection}{motor}</Axis>
      <Body name="arm"><Translation x="0.5m"/><InertiaMatrixMass value="2kg" ixx="0.01" iyy="0.01" izz="0.01"/></Body></Hinge>
  </Body></Scene></Simulation>"""
SERVO = '<ServoMotor p="30" maxForce="100" maxVelocity="10"/>'


def arm(
    folder: Path, *, motor: str = SERVO, deflection: str = '<Deflection min="-1radian" max="1.5radian" init="0.5radian"/>'
) -> tuple[Any, Report]:
    """An arm of 2 kg, half a metre from its joint on a base of 10 kg that floats."""
    source = folder / "arm.ros2"
    source.write_text(ARM.format(motor=motor, deflection=deflection))
    report = scenec.convert(source, folder / "result.xml", to="mjcf")
    return load(folder / "result.xml"), report


def subjects(report: Report, code: str) -> list[str]:
    return [finding.subject for finding in report.findings if finding.code == code]


def test_a_servo_that_makes_a_velocity_says_which_gains_it_has_no_more(tmp_path: Path) -> None:
    _, report = arm(tmp_path, motor='<ServoMotor p="30" i="2" d="0.5" maxForce="100" maxVelocity="10"/>')
    assert [finding.value for finding in report.findings if finding.code == "mjcf-servo-terms-dropped"] == ["i 2, d 0.5"]


@pytest.mark.findings("mjcf-*", "physics-engine-dropped", "solver-dropped")
def test_the_start_is_the_pose_of_the_file_the_reference_and_the_keyframe(tmp_path: Path) -> None:
    model, _ = arm(tmp_path)
    elbow = model.joint("elbow")
    assert float(elbow.qpos0[0]) == 0.5
    assert elbow.range.tolist() == [-1.0, 1.5]
    key = model.key("home")
    assert key.qpos[:7].tolist() == [0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0]
    assert float(key.qpos[7]) == 0.5
    assert key.ctrl.tolist() == [0.5]
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    assert data.body("arm").xpos.tolist() == pytest.approx([0.5 * math.cos(0.5), 0.0, 1 - 0.5 * math.sin(0.5)], abs=1e-12)


def test_a_servo_that_makes_a_velocity_makes_a_force_of_its_error(tmp_path: Path) -> None:
    """The arm weighs 0.01 + 2 * 0.5^2 = 0.51 kg m^2 about the elbow and the base 1 kg m^2, which is more: K = 1 / 0.01 = 100."""
    model, report = arm(tmp_path)
    actuator = model.actuator("elbow")
    assert float(actuator.biasprm[2]) == -100.0
    assert float(actuator.gainprm[0]) == 3000.0
    assert actuator.forcerange.tolist() == [-100.0, 100.0]
    assert subjects(report, "mjcf-servo-approximated") == ["base::elbow"]
    assert subjects(report, "mjcf-step-approximated") == ["step"], "the limit of the force is stable in shorter steps only"
    assert model.opt.timestep == 0.001
    assert model.opt.integrator == mujoco.mjtIntegrator.mjINT_IMPLICITFAST


@pytest.mark.findings("mjcf-*", "physics-engine-dropped", "solver-dropped")
def test_a_servo_holds_its_joint_and_without_it_the_arm_swings(tmp_path: Path) -> None:
    model, _ = arm(tmp_path)
    positions = []
    for disabled in (0, int(mujoco.mjtDisableBit.mjDSBL_ACTUATION)):
        model.opt.disableflags = disabled
        model.opt.gravity[:] = (0.0, 0.0, 0.0)
        data = mujoco.MjData(model)
        mujoco.mj_resetDataKeyframe(model, data, model.key("home").id)
        data.qvel[model.joint("elbow").dofadr[0]] = 1.0
        while data.time < 0.5:
            mujoco.mj_step(model, data)
        positions.append(float(data.joint("elbow").qpos[0]))
    held, free = positions
    assert held == pytest.approx(0.5, abs=1e-3)
    assert free > 0.7


def test_a_servo_of_a_light_link_follows_its_command_within_its_largest_force(tmp_path: Path) -> None:
    """The base is 1 kg m^2, the arm 0.0051 kg m^2: with the gain of the base, 100 N m would throw the arm to and fro, faster in each step.
    The gain is that of the arm, per step of 1 ms."""
    model, report = light_arm(tmp_path, SERVO.replace('"10"', '"100"'))
    assert subjects(report, "mjcf-largest-force-dropped") == []
    assert model.actuator("elbow").forcerange.tolist() == [-100.0, 100.0]
    assert float(model.actuator("elbow").biasprm[2]) == -5.1
    assert subjects(report, "mjcf-step-approximated") == ["step"]
    assert commanded(model, 0.3) == pytest.approx(0.3, abs=0.01)
    model.actuator("elbow").gainprm[0], model.actuator("elbow").biasprm[1:3] = 3000.0, (-3000.0, -100.0)
    model.opt.timestep = 0.01
    assert commanded(model, 0.3) != pytest.approx(0.3, abs=0.1), "with the gain of the base, in the steps of the source"


def test_a_servo_that_reaches_its_largest_velocity_within_a_step_does_not_exceed_it(tmp_path: Path) -> None:
    """Within 1 ms, 100 N m take the arm of 0.0051 kg m^2 to 20 rad/s; it may have 10. MuJoCo starts with a command of 0, which is not where
    the arm is. Without the limit it would be thrown there with some 40 rad/s. Gain 100 / 10 = 10, times 30 per second."""
    model, report = light_arm(tmp_path, SERVO, '<Deflection min="-3radian" max="3radian" init="1.5radian"/>')
    assert subjects(report, "mjcf-servo-velocity-damping-approximated") == ["base::elbow"]
    assert subjects(report, "actuator-max-velocity-dropped") == []
    assert model.actuator("elbow").gainprm[0] == 300.0
    assert model.actuator("elbow").biasprm.tolist()[:3] == [0.0, -300.0, 0.0]
    assert model.actuator("elbow").forcerange.tolist() == [-100.0, 100.0]
    assert float(model.joint("elbow").damping[0]) == 10.0
    model.opt.gravity[:] = (0.0, 0.0, 0.0)
    data, fastest = mujoco.MjData(model), 0.0
    while data.time < 1.0:
        mujoco.mj_step(model, data)
        fastest = max(fastest, abs(float(data.joint("elbow").qvel[0])))
    assert 9 < fastest <= 10
    assert float(data.joint("elbow").qpos[0]) == pytest.approx(0.0, abs=0.01)


def light_arm(folder: Path, motor: str, deflection: str = "") -> tuple[Any, Report]:
    """An arm of 0.0051 kg m^2 about its joint on a base of 1 kg m^2 that floats."""
    source = folder / "arm.ros2"
    light = ARM.replace('value="2kg" ixx="0.01" iyy="0.01" izz="0.01"', 'value="0.02kg" ixx="0.0001" iyy="0.0001" izz="0.0001"')
    source.write_text(light.format(motor=motor, deflection=deflection))
    report = scenec.convert(source, folder / "result.xml", to="mjcf")
    return load(folder / "result.xml"), report


def test_a_servo_of_a_light_foot_that_carries_a_robot_has_no_largest_force(tmp_path: Path) -> None:
    """With the gain of the foot, the robot of 10 kg would tip over; with one that holds it, MuJoCo could not limit the force stably."""
    source = tmp_path / "ankle.ros2"
    source.write_text(
        f"""<Simulation><Scene name="s" stepLength="0.01s"><Body name="foot"><Translation z="1m"/>
        <InertiaMatrixMass value="0.02kg" ixx="0.0001" iyy="0.0001" izz="0.0001"/>
        <Hinge name="ankle"><Axis y="1">{SERVO}</Axis><Body name="robot"><Translation z="0.5m"/>
        <InertiaMatrixMass value="10kg" ixx="0.5" iyy="0.5" izz="0.5"/></Body></Hinge></Body></Scene></Simulation>"""
    )
    report = scenec.convert(source, tmp_path / "result.xml", to="mjcf")
    model = load(tmp_path / "result.xml")
    assert subjects(report, "mjcf-largest-force-dropped") == ["foot::ankle"]
    assert not model.actuator("ankle").forcelimited
    weight = 10 * 9.81 * 0.5
    assert float(model.actuator("ankle").gainprm[0]) == pytest.approx(5 * weight, rel=0.01), "it gives way by a fifth of a radian at most"


def test_a_servo_of_a_heavy_link_follows_its_command_within_its_largest_force(tmp_path: Path) -> None:
    model, report = arm(tmp_path, deflection="")
    assert subjects(report, "mjcf-largest-force-dropped") == []
    assert model.actuator("elbow").forcelimited
    assert commanded(model, 0.3) == pytest.approx(0.3, abs=0.01)


def commanded(model: Any, position: float) -> float:
    """Where the elbow is a second after its servo was commanded from rest, without gravity."""
    model.opt.gravity[:] = (0.0, 0.0, 0.0)
    data = mujoco.MjData(model)
    data.ctrl[0] = position
    while data.time < 1.0 and not data.warning[mujoco.mjtWarning.mjWARN_BADQACC].number:
        mujoco.mj_step(model, data)
    return float(data.joint("elbow").qpos[0])


def test_limits_that_are_equal_leave_a_sliver_and_are_reported(tmp_path: Path) -> None:
    model, report = arm(tmp_path, motor="", deflection='<Deflection min="0.25radian" max="0.25radian"/>')
    lower, upper = model.joint("elbow").range
    assert 0 < upper - lower < 2e-9
    assert subjects(report, "mjcf-limits-equal-approximated") == ["base::elbow"]


def test_a_velocity_motor_reaches_its_speed(tmp_path: Path) -> None:
    model, report = arm(tmp_path, motor='<VelocityMotor maxVelocity="5" maxForce="1000"/>', deflection="")
    assert subjects(report, "mjcf-velocity-motor-approximated") == ["base::elbow"]
    model.opt.gravity[:] = (0.0, 0.0, 0.0)
    data = mujoco.MjData(model)
    data.ctrl[0] = 2.0
    while data.time < 0.3:
        mujoco.mj_step(model, data)
    assert float(data.joint("elbow").qvel[0]) == pytest.approx(2.0, rel=1e-3)


def test_a_joint_that_follows_another_keeps_its_offset_where_both_have_moved(tmp_path: Path) -> None:
    source = tmp_path / "mimic.sdf"
    link = "<inertial><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>"
    joint = '<joint name="{0}" type="revolute"><parent>base</parent><child>{1}</child><axis><xyz>0 0 1</xyz>{2}</axis></joint>'
    mimic = '<mimic joint="leader"><multiplier>2</multiplier><offset>0.3</offset><reference>0.1</reference></mimic>'
    source.write_text(
        f'<sdf version="1.11"><model name="m"><link name="base">{link}</link><link name="a">{link}</link><link name="b">{link}</link>'
        f"{joint.format('leader', 'a', '')}{joint.format('follower', 'b', mimic)}</model></sdf>"
    )
    scenec.convert(source, tmp_path / "result.xml", to="mjcf")
    model = load(tmp_path / "result.xml")
    assert model.neq == 1
    assert model.eq_data[0][:5].tolist() == pytest.approx([0.3 - 2 * 0.1, 2.0, 0.0, 0.0, 0.0])


def test_a_screw_moves_by_its_pitch_with_each_turn(tmp_path: Path) -> None:
    links = "".join(f'<link name="{name}"><inertial><mass>1</mass></inertial></link>' for name in ("base", "nut"))
    axis = "<axis><xyz>0 0 1</xyz></axis><screw_thread_pitch>0.02</screw_thread_pitch>"
    (tmp_path / "screw.sdf").write_text(
        f"""<sdf version="1.9"><model name="m"><static>false</static>{links}
<joint name="j" type="screw"><parent>base</parent><child>nut</child>{axis}</joint></model></sdf>"""
    )
    scenec.convert(tmp_path / "screw.sdf", tmp_path / "result.xml")
    model = load(tmp_path / "result.xml")
    slide, hinge = model.joint("j"), model.joint("j_axis2")
    assert (model.eq_obj1id[0], model.eq_obj2id[0]) == (slide.id, hinge.id)
    assert model.eq_data[0][:5].tolist() == pytest.approx([0.0, 0.02 / math.tau, 0.0, 0.0, 0.0], rel=1e-12)


def test_a_mimic_whose_leader_starts_elsewhere_is_reported(tmp_path: Path) -> None:
    """MuJoCo counts both joints from where they start, so the offset in the file is another number."""
    body = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
    links = "".join(f'<link name="{name}">{body}</link>' for name in "abc")
    joint = '<joint name="{0}" type="continuous"><parent link="a"/><child link="{1}"/>{2}</joint>'
    state = '<state_interface name="position"><param name="initial_value">0.25</param></state_interface>'
    control = f'<ros2_control name="s" type="system"><joint name="leader">{state}</joint></ros2_control>'
    mimic = joint.format("follower", "c", '<mimic joint="leader" multiplier="2" offset="0.1"/>')
    source = tmp_path / "r.urdf"
    source.write_text(f'<robot name="r">{links}{joint.format("leader", "b", "")}{mimic}{control}</robot>', encoding="utf-8")
    report = scenec.convert(source, tmp_path / "r.xml", to="mjcf")
    found = [finding for finding in report.findings if finding.code == "mjcf-mimic-converted"]
    assert [(each.subject, each.target) for each in found] == [("r::follower", "0.6")]
    assert load(tmp_path / "r.xml").eq_data[0][:2].tolist() == pytest.approx([0.1 + 2 * 0.25, 2.0])
