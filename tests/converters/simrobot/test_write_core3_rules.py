"""Scenes that the MuJoCo core refuses or cannot hold steady have a finding, or are written differently."""

from __future__ import annotations

import math
import struct
from pathlib import Path

import pytest

import scenec
from scenec import ir
from scenec.converters.simrobot.core3_rules import widened
from scenec.ir.inertia import Inertia
from tests.converters.simrobot.writing import joint, link, pose, scene, write

LOCKED = """<Simulation><Include href="arm.rsi2"/>
  <Scene name="s"><Body name="base"><SphereMass value="1kg" radius="0.1m"/><Hinge ref="locked"/></Body></Scene>
</Simulation>"""
ARM = """<Simulation>
  <Hinge name="locked"><Axis z="1"><Deflection min="30degree" max="30degree"/></Axis>
    <Body name="arm"><Translation x="1m"/><SphereMass value="1kg" radius="0.1m"/></Body></Hinge>
</Simulation>"""
DRIVE = ir.Actuator(kind="motor", command="velocity", output="velocity", max_effort=20.0, max_velocity=10.0)


def hinge(lower: float | None, upper: float | None, **fields: object) -> ir.Scene:
    axis = ir.Axis(xyz=(0.0, 0.0, 1.0), limits=ir.Limits(lower=lower, upper=upper))
    return scene(link("a"), link("b", pose=pose(x=1.0)), joint("j", "a", "b", axes=(axis,), **fields))


def limits(written: ir.Scene) -> tuple[float, float]:
    found = written.joints[0].axes[0].limits
    assert found is not None and found.lower is not None and found.upper is not None
    return found.lower, found.upper


@pytest.mark.parametrize(("lower", "upper"), [(0.0, 0.0), (0.5, 0.5), (-1.0, -1.0), (1.0, 0.5), (0.5, 0.5 + 1e-12)])
def test_a_locked_joint_gets_a_range_that_the_core_takes(lower: float, upper: float) -> None:
    """The core says `range[0] should be smaller than range[1]` and loads nothing."""
    written = write(hinge(lower, upper), "core3")
    low, high = limits(written.scene)
    single = struct.unpack("2f", struct.pack("2f", low, high))
    assert single[0] < single[1] < low + 1e-5 and abs(high - upper) < 1e-5
    finding = written.finding("joint-limit-widened")
    assert (finding.level, finding.fate, finding.subject) == ("warning", "approximated", "m::j")
    assert limits(write(hinge(lower, upper)).scene)[1] == upper, "SimRobotCore2 takes it as it is"


def test_a_slider_is_locked_to_a_nanometre_and_other_ranges_stay() -> None:
    axis = ir.Axis(xyz=(0.0, 0.0, 1.0), limits=ir.Limits(lower=0.0, upper=0.0))
    slide = scene(link("a"), link("b"), joint("j", "a", "b", "prismatic", axes=(axis,)))
    assert limits(write(slide, "core3").scene) == (0.0, 1e-9)
    assert widened(-1.0, 1.0) is None and widened(0.0, 1e-6) is None


@pytest.mark.findings("joint-limit-widened")
def test_the_files_of_a_locked_joint_stay_apart(tmp_path: Path) -> None:
    (tmp_path / "scene.ros2").write_text(LOCKED)
    (tmp_path / "arm.rsi2").write_text(ARM)
    scenec.convert(tmp_path / "scene.ros2", tmp_path / "out.ros3")
    assert "Include" in (tmp_path / "out.ros3").read_text()
    low, high = limits(scenec.read(tmp_path / "out.ros3")[0])
    assert low == math.radians(30) and 0 < high - low < 1e-5


def elbow(moment: float, **fields: object) -> ir.Scene:
    light = ir.Inertial(mass=0.01, inertia=Inertia(moment, moment, moment))
    return scene(link("a"), link("b", inertial=light), joint("j", "a", "b", actuators=(DRIVE,)), **fields)


def test_a_velocity_motor_on_too_little_inertia_is_a_warning() -> None:
    """0.2 x 0.01 s / 2e-6 kg m^2 = 1000: NAOs flew off with up to 4,382 m/s."""
    finding = write(elbow(2e-6), "core3").finding("actuator-velocity-unstable")
    assert (finding.level, finding.subject, "2e-06 kg m^2" in finding.because) == ("warning", "m::j", True)
    assert "actuator-velocity-unstable" not in write(elbow(1e-3), "core3").codes
    assert "actuator-velocity-unstable" not in write(elbow(2e-6)).codes, "SimRobotCore2 solves for the velocity"


def test_what_hangs_further_down_steadies_a_velocity_motor() -> None:
    """1 kg 0.1 m off the axis is 0.01 kg m^2."""
    base = elbow(2e-6)
    heavy = link("c", pose=pose(x=0.1))
    whole = scene(*base.links, heavy, *base.joints, joint("k", "b", "c"))
    assert "actuator-velocity-unstable" not in write(whole, "core3").codes


def test_shorter_steps_steady_a_velocity_motor() -> None:
    steps = ir.World(id="w", name="S", gravity=(0.0, 0.0, -9.80665), profiles=(ir.PhysicsProfile(default=True, step=1e-4),))
    assert "actuator-velocity-unstable" not in write(elbow(2e-6, worlds=(steps,)), "core3").codes


STUB = ir.Collision(name="stub", geometry=ir.Capsule(radius=0.1, length=0.0))


@pytest.mark.parametrize("inertia", [Inertia(0.1, 0.1, 0.5), Inertia(6e-16, 6e-16, 6e-16), Inertia(0.1, 0.2, 0.0)])
def test_tensors_that_mujoco_refuses_are_raised(inertia: Inertia) -> None:
    """MuJoCo asks for moments above 1e-15 kg m^2, none larger than the sum of the others. ODE takes the first one."""
    scenes = scene(link("a", inertial=ir.Inertial(mass=1.0, inertia=inertia)))
    written = write(scenes, "core3")
    [raised] = [each for each in written.findings if each.code.startswith("link-inertia")]
    assert raised.fate == "approximated" and "link-inertia-refused" not in written.codes
    [entries] = [each.inertia.entries for each in (body.inertial for body in written.scene.links) if each is not None and each.inertia]
    small, middle, large = sorted(entries[:3])
    assert small >= 1e-15 and small + middle >= large


def test_the_cores_own_scenes_keep_a_tensor_that_mujoco_refuses(tmp_path: Path) -> None:
    body = '<Body name="a"><InertiaMatrixMass value="1kg" ixx="0.1" iyy="0.1" izz="0.5"/></Body>'
    (tmp_path / "s.ros3").write_text(f'<Simulation><Scene name="s">{body}</Scene></Simulation>')
    scenec.convert(tmp_path / "s.ros3", tmp_path / "out.ros3", flatten=True)
    reported = scenec.check(tmp_path / "s.ros3").findings
    assert [each.level for each in reported if each.code == "simrobot-inertia-refused"] == ["error"]
    assert 'ixx="0.1"' in (tmp_path / "out.ros3").read_text()


def test_capsules_that_mujoco_refuses_are_errors() -> None:
    stubby = scene(link("a", inertial=ir.Inertial(mass=1.0, inertia=Inertia(0.1, 0.1, 0.1)), collisions=(STUB,)))
    reported = [(each.code, each.level, each.subject) for each in write(stubby, "core3").findings if each.code.endswith("-refused")]
    assert reported == [("capsule-degenerate-refused", "error", "m::a::stub")]
    assert "capsule-degenerate-refused" not in write(stubby).codes
