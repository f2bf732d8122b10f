"""Steps and servos of SimRobot's MuJoCo core: a step that is too long is an error, and with --ready the result has one that works."""

from __future__ import annotations

import re
from pathlib import Path

import mujoco
import numpy as np
import pytest

import scenec
from scenec.converters.simrobot.core3_servos import ARMATURE, longest_step, servo_of, step_that_works

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


def fastest(source: bytes, step: float, folder: Path) -> float:
    """Return the largest speed of a joint (rad/s or m/s) in 60 steps (s), with the law of the core's ServoMotor and without gravity."""
    scene, _ = scenec.read(source, format="simrobot", name="lamp.ros2")
    scenec.write(scene, folder / "lamp.xml", format="mjcf")
    spec = mujoco.MjSpec.from_file(str(folder / "lamp.xml"))
    for each in [*spec.actuators, *spec.keys]:
        spec.delete(each)
    spec.option.timestep, spec.option.integrator, spec.option.gravity = step, mujoco.mjtIntegrator.mjINT_EULER, [0.0, 0.0, 0.0]
    model = spec.compile()
    data = mujoco.MjData(model)
    servos = [(model.joint(str(joint.name)), servo) for joint in scene.joints if (servo := servo_of(joint)) is not None]
    for joint, _ in servos:
        model.dof_damping[joint.dofadr[0]] = model.dof_armature[joint.dofadr[0]] = ARMATURE
        data.qpos[joint.qposadr[0]] = 0.02
    speed = 0.0
    for _ in range(60):
        data.qfrc_applied[:] = 0.0
        for joint, servo in servos:
            assert servo.gains is not None
            gains, place, dof = servo.gains, joint.qposadr[0], joint.dofadr[0]
            force = -(gains.p or 0.0) * data.qpos[place] - (gains.d or 0.0) * data.qvel[dof]
            data.qfrc_applied[dof] = np.clip(force, -float(servo.max_effort or 0.0), float(servo.max_effort or 0.0))
        mujoco.mj_step(model, data)
        speed = max(speed, *(abs(float(data.qvel[joint.dofadr[0]])) for joint, _ in servos))
    return speed


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
