"""Steps and servos of SimRobot's MuJoCo core: a step that is too long is an error, and with --ready the result has one that works."""

from __future__ import annotations

import re
from pathlib import Path

import mujoco
import numpy as np
import pytest

import scenec
from scenec.converters.simrobot.core3_servos import ARMATURE, longest_step, servo_of, step_that_works

pytestmark = pytest.mark.findings("*", reason="MuJoCo judges the motion")

LAMP = """<Simulation>
  <Scene name="lamp" stepLength="{step}s">
    {base}
      <Hinge name="shoulder"><Axis y="1"><Deflection min="-90degree" max="90degree"/>{motor}</Axis>
        <Body name="arm"><Translation z="0.2m"/><BoxMass value="0.3kg" width="0.02m" height="0.3m" depth="0.02m"/>
          <Slider name="neck"><Translation z="0.15m"/><Axis z="1"><Deflection min="-0.1m" max="0.1m"/>{slide}</Axis>
            <Body name="head"><Translation z="0.05m"/><BoxMass value="0.1kg" width="0.05m" height="0.05m" depth="0.05m"/></Body>
          </Slider>
        </Body>
      </Hinge>
    {end}
  </Scene>
</Simulation>"""
FREE = '<Body name="base"><BoxMass value="5kg" width="0.2m" height="0.1m" depth="0.2m"/>', "</Body>"
FIXED = "<Compound>", "</Compound>"
SERVO = '<ServoMotor maxVelocity="6radian/s" maxForce="20N" p="15"/>'
SLIDE = '<ServoMotor maxVelocity="1m/s" maxForce="20N" p="15"/>'
DAMPED = '<ServoMotor maxVelocity="6radian/s" maxForce="20N" p="15" d="0.8"/>'


def lamp(step: float, base: tuple[str, str] = FREE, motor: str = SERVO, slide: str = SLIDE) -> bytes:
    return LAMP.format(step=step, base=base[0], end=base[1], motor=motor, slide=slide).encode()


class Core:
    """A scene in MuJoCo with the law of the core's ServoMotor: a force that holds for a whole step. gravity: m/s^2."""

    def __init__(self, scene: scenec.Scene, step: float, folder: Path, gravity: float = 0.0) -> None:
        scenec.write(scene, folder / "core.xml", format="mjcf")
        spec = mujoco.MjSpec.from_file(str(folder / "core.xml"))
        for each in [*spec.actuators, *spec.keys]:
            spec.delete(each)
        spec.option.timestep, spec.option.integrator = step, mujoco.mjtIntegrator.mjINT_EULER
        spec.option.gravity = [0.0, 0.0, gravity]
        self.model = spec.compile()
        self.data = mujoco.MjData(self.model)
        self.servos = {str(joint.name): servo for joint in scene.joints if (servo := servo_of(joint)) is not None}
        for name in self.servos:
            dof = self.model.joint(name).dofadr[0]
            self.model.dof_damping[dof] = self.model.dof_armature[dof] = ARMATURE

    def run(self, steps: int, goal: float) -> float:
        """Let all servos go to a set point (rad or m). Return the largest speed of a joint (rad/s or m/s)."""
        speed = 0.0
        for _ in range(steps):
            for name, servo in self.servos.items():
                assert servo.gains is not None
                joint, most = self.data.joint(name), float(servo.max_effort or 0.0)
                force = (servo.gains.p or 0.0) * (goal - joint.qpos[0]) - (servo.gains.d or 0.0) * joint.qvel[0]
                joint.qfrc_applied[0] = np.clip(force, -most, most)
            mujoco.mj_step(self.model, self.data)
            speed = max(speed, *(abs(float(self.data.joint(name).qvel[0])) for name in self.servos))
        return speed


def fastest(source: bytes, step: float, folder: Path) -> float:
    """Return the largest speed of a joint in 60 steps (s), on the way to a set point of 0.02."""
    scene, _ = scenec.read(source, format="simrobot", name="lamp.ros2")
    return Core(scene, step, folder).run(60, 0.02)


@pytest.mark.parametrize("base", [FREE, FIXED], ids=["free", "fixed"])
@pytest.mark.parametrize("motor", [SERVO, DAMPED], ids=["", "damped"])
def test_the_limit_of_the_step_is_where_the_servos_become_unstable(tmp_path: Path, base: tuple[str, str], motor: str) -> None:
    source = lamp(0.1, base, motor)
    scene, _ = scenec.read(source, format="simrobot", name="lamp.ros2")
    limit = longest_step(scene, 1.0)
    assert limit is not None
    assert fastest(source, 1.3 * limit, tmp_path) > 20.0
    assert fastest(source, 0.9 * limit, tmp_path) < 4.0


def test_a_step_that_is_too_long_is_an_error_with_the_step_that_works(tmp_path: Path) -> None:
    (tmp_path / "lamp.ros2").write_bytes(lamp(0.1))
    report = scenec.convert(tmp_path / "lamp.ros2", tmp_path / "lamp.ros3")
    (found,) = [each for each in report.findings if each.code == "step-unstable-for-servos"]
    assert found.level == "error"
    assert found.hint is not None
    step = float(re.findall(r"stepLength of ([\d.]+) s", found.hint)[0])
    assert fastest(lamp(0.1), 0.1, tmp_path) > 20.0
    assert fastest(lamp(0.1), step, tmp_path) < 2.0


def test_ready_shortens_the_step(tmp_path: Path) -> None:
    (tmp_path / "lamp.ros2").write_bytes(lamp(0.1))
    report = scenec.convert(tmp_path / "lamp.ros2", tmp_path / "lamp.ros3", ready=True)
    codes = {each.code for each in report.findings}
    assert "ready-step-shortened" in codes
    assert "step-unstable-for-servos" not in codes
    scene, _ = scenec.read(tmp_path / "lamp.ros3")
    (step,) = [profile.step for world in scene.worlds for profile in world.profiles]
    assert step is not None and fastest(lamp(0.1), float(step), tmp_path) < 2.0


@pytest.mark.parametrize(("target", "step"), [("lamp.ros2", 0.1), ("lamp.ros3", 0.01)])
def test_other_cores_and_short_steps_are_left_alone(tmp_path: Path, target: str, step: float) -> None:
    (tmp_path / "source.ros2").write_bytes(lamp(step))
    report = scenec.convert(tmp_path / "source.ros2", tmp_path / target, ready=True)
    assert not {"step-unstable-for-servos", "ready-step-shortened"} & {each.code for each in report.findings}


@pytest.mark.parametrize("step", [0.1, 0.2, 1.0, 5.0])
def test_the_step_that_works_has_one_digit_and_room(step: float) -> None:
    scene, _ = scenec.read(lamp(step), format="simrobot", name="lamp.ros2")
    limit, works = longest_step(scene, step), step_that_works(scene, step)
    assert limit is not None and works is not None
    assert limit / 5 < works <= limit / 2
    assert float(f"{works:.0e}") == works


def test_a_scene_without_servos_has_any_step() -> None:
    scene, _ = scenec.read(lamp(5.0, motor="", slide=""), format="simrobot", name="lamp.ros2")
    assert longest_step(scene, 5.0) is None


LINK = """<link name="{name}"><inertial><origin xyz="0.2 0 0"/><mass value="{mass}"/>
  <inertia ixx="{small}" ixy="0" ixz="0" iyy="{large}" iyz="0" izz="{large}"/></inertial></link>"""
JOINT = """<joint name="{name}" type="revolute"><origin xyz="0.4 0 0"/><parent link="{parent}"/><child link="{child}"/><axis xyz="0 1 0"/>
  <limit lower="-2" upper="2" effort="300" velocity="2"/></joint>"""


def test_servos_that_ready_makes_carry_an_arm_to_its_set_point(tmp_path: Path) -> None:
    """A gain of 10, which suits servos of the older core, would let this arm hang."""
    links = "".join(LINK.format(name=name, mass=mass, small=mass / 1e3, large=mass / 50) for name, mass in (("a", 9), ("b", 5), ("c", 1)))
    joints = "".join(
        JOINT.format(name=f"j{child}", parent=parent, child=child) for parent, child in (("world", "a"), ("a", "b"), ("b", "c"))
    )
    (tmp_path / "arm.urdf").write_text(f'<robot name="arm"><link name="world"/>{links}{joints}</robot>')
    report = scenec.convert(tmp_path / "arm.urdf", tmp_path / "arm.ros3", ready=True)
    assert {"ready-servo-defaulted", "ready-servo-gain-defaulted"} <= {each.code for each in report.findings}
    assert "step-unstable-for-servos" not in {each.code for each in report.findings}
    scene, _ = scenec.read(tmp_path / "arm.ros3")
    step = next((float(profile.step) for world in scene.worlds for profile in world.profiles if profile.step), 0.01)
    core = Core(scene, step, tmp_path, gravity=-9.81)
    core.run(int(1.0 / step), 0.0)
    assert [core.data.joint(name).qpos[0] for name in core.servos] == pytest.approx([0.0] * 3, abs=0.12)
    assert core.run(int(2.0 / step), 0.4) < 20.0
    assert [core.data.joint(name).qpos[0] for name in core.servos] == pytest.approx([0.4] * 3, abs=0.12)
    assert core.run(100, 0.4) < 0.01, "it is at rest"
