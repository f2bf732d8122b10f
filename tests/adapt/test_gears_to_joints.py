"""Gears between motors and joints, for formats whose motors sit at joints."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import scenec
from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.adapt import load
from tests.scenes import arm


def adapted(actuator: ir.Actuator) -> tuple[ir.Actuator, set[str]]:
    scene, ledger = arm(), Ledger()
    scene = replace(scene, joints=(replace(scene.joints[0], actuators=(actuator,)), *scene.joints[1:]))
    result = load("gears_to_joints")(scene, ledger, "Test")
    [made] = result.joints[0].actuators
    return made, {entry.template.code for entry in ledger.entries}


def test_a_geared_servo_pulls_the_joint_as_before() -> None:
    """The joint feels r p (command - r q): p r^2 (command / r - q)."""
    servo = ir.Actuator(
        command="position",
        output="effort",
        gains=ir.Gains(p=5.0, d=0.5),
        max_effort=2.0,
        max_velocity=40.0,
        ratio=-10.0,
        command_lower=-20.0,
        command_upper=30.0,
    )
    made, codes = adapted(servo)
    assert codes == {"actuator-ratio-applied"}
    assert made.ratio is None and made.gains is not None
    assert (made.gains.p, made.gains.d) == pytest.approx((500.0, 50.0))
    assert (made.max_effort, made.max_velocity) == pytest.approx((20.0, 4.0))
    assert (made.command_lower, made.command_upper) == pytest.approx((-3.0, 2.0))


def test_the_effort_of_a_geared_motor_is_that_of_the_joint() -> None:
    made, _ = adapted(ir.Actuator(command="effort", output="effort", ratio=50.0, command_lower=-1.0, command_upper=1.0, max_effort=20.0))
    assert (made.command_lower, made.command_upper, made.max_effort) == (-50.0, 50.0, 1000.0)


def test_a_gear_of_one_changes_nothing_and_is_not_reported() -> None:
    made, codes = adapted(ir.Actuator(command="effort", output="effort", ratio=1.0, max_effort=3.0))
    assert (made.ratio, made.max_effort, codes) == (None, 3.0, set())


@pytest.mark.findings("actuator-dropped", "actuator-ratio-applied", "physics-engine-dropped", "scene-friction-law-dropped")
def test_a_joint_in_sdformat_is_as_strong_as_its_geared_motor(tmp_path: Path) -> None:
    body = '<body name="b"><joint name="j"/><geom size=".1"/></body>'
    motor = '<motor joint="j" gear="50" forcerange="-20 20"/>'
    (tmp_path / "a.xml").write_text(f"<mujoco><worldbody>{body}</worldbody><actuator>{motor}</actuator></mujoco>")
    scenec.convert(tmp_path / "a.xml", tmp_path / "a.sdf")
    scene, _ = scenec.read(tmp_path / "a.sdf")
    assert scene.physics().joints[0].axes[0].effort == 1000.0
