"""A -> B -> A with --carry is A: in meaning for every fixture and pair, in text for what scenec wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec import ir
from tests.carry.there_and_back import SUFFIXES, WAY_BACK, codes, differences, physics, walked
from tests.formats import READ_LENIENTLY
from tests.scenes import arm
from tests.test_every_format import fixtures_of

TROUBLES = ("carried-value-invalid", "carried-value-stale-ineffective", "carried-part-edited")
FIXTURES = [(name, path) for name in SUFFIXES for path in fixtures_of(name) if path.name != READ_LENIENTLY]


def as_its_own_writer_says(path: Path, folder: Path) -> dict[str, Any]:
    """Return the text of a fixture by the writer of its own format: some say things that only a person would write so. With an option that
    the source was not written with, no text is kept."""
    flat, absolute = path.suffix in (".rsg", ".sdf"), path.suffix in (".scene", ".scn", ".yml")
    scenec.convert(path, folder / "own" / path.name, flatten=flat, poses="absolute" if absolute else "relative")
    return physics(folder / "own" / path.name, path.parent)


@pytest.mark.sweep
@WAY_BACK
@pytest.mark.parametrize("target", SUFFIXES)
@pytest.mark.parametrize(("name", "path"), FIXTURES, ids=[path.stem for _, path in FIXTURES])
def test_a_scene_comes_back_as_it_was(name: str, path: Path, target: str, tmp_path: Path) -> None:
    before = physics(path)
    way = walked(path, target, tmp_path)
    found = list(differences(before, physics(way.back, path.parent)))
    if found:
        found = list(differences(as_its_own_writer_says(path, tmp_path), physics(way.back, path.parent)))
    assert found == []
    assert [code for code in codes(way.home) if code in TROUBLES] == []
    for report in (way.out, way.home):
        totals = report.totals
        assert totals["values"] == sum(count for fate, count in totals.items() if fate not in ("values", "defaulted"))
        assert totals["carried"] == sum(line.fate == "carried" for line in report.ledger)


@pytest.mark.findings("*", reason="only the fates of two axes are asked for")
def test_the_axes_of_a_joint_that_travels_along_are_carried(tmp_path: Path) -> None:
    inertial = "<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>"
    axes = "<axis><xyz>0.6 0.8 0</xyz></axis><axis2><xyz>0 0 1</xyz></axis2>"
    (tmp_path / "a.sdf").write_text(
        f'<sdf version="1.8"><model name="m"><link name="a">{inertial}</link><link name="b">{inertial}</link>'
        f'<joint name="j" type="universal"><parent>a</parent><child>b</child>{axes}</joint></model></sdf>'
    )
    report = scenec.convert(tmp_path / "a.sdf", tmp_path / "a.ros2", carry=True)
    assert [(line.value, line.fate) for line in report.ledger if "/xyz" in line.path] == [("0.6 0.8 0", "carried"), ("0 0 1", "carried")]


@pytest.mark.findings("actuator-dropped")
def test_a_scene_without_a_file_carries_too(tmp_path: Path) -> None:
    scene, _ = scenec.read(next(path for name, path in FIXTURES if path.stem == "humanoid"))
    scenec.write(scene, tmp_path / "there.sdf", carry=True)
    assert all(not joint.actuators for joint in scenec.read(tmp_path / "there.sdf")[0].joints)
    back, report = scenec.read(tmp_path / "there.sdf", carry=True)
    assert [joint.actuators for joint in back.joints] == [joint.actuators for joint in scene.joints]
    assert not set(TROUBLES) & set(codes(report))
    assert 'source="simrobot@core2"' in (tmp_path / "there.sdf").read_text(), "the scene came from there, and goes back there whole"


@pytest.mark.findings("actuator-dropped")
def test_a_scene_that_was_built_carries_without_a_format_to_come_from(tmp_path: Path) -> None:
    servo = ir.Actuator(command="position", output="effort", gains=ir.Gains(p=7.0))
    scenec.write(arm(angle=0.0).replace("arm::hinge", actuators=(servo,)), tmp_path / "there.sdf", carry=True)
    back, report = scenec.read(tmp_path / "there.sdf", carry=True)
    assert [joint.actuators for joint in back.joints] == [(servo,), ()]
    assert not set(TROUBLES) & set(codes(report))


@pytest.mark.findings("actuator-dropped", "physics-default-dropped", "physics-engine-dropped", "solver-dropped")
def test_what_an_included_file_carries_is_left_alone(tmp_path: Path) -> None:
    scene = tmp_path / "motor.ros2"
    scene.write_text(
        '<Simulation><Scene name="s"><Body name="b"><SphereMass radius="1m" value="1kg"/><Hinge name="h"><Axis x="1">'
        '<ServoMotor maxForce="1" maxVelocity="1" p="7"/></Axis><Body name="c"><SphereMass radius="1m" value="1kg"/></Body>'
        "</Hinge></Body></Scene></Simulation>"
    )
    scenec.convert(scene, tmp_path / "library" / "robot" / "model.sdf", carry=True, as_="model")
    (tmp_path / "library" / "robot" / "model.config").write_text('<model><name>robot</name><sdf version="1.7">model.sdf</sdf></model>')
    world = tmp_path / "world.sdf"
    world.write_text('<sdf version="1.7"><world name="w"><include><uri>model://robot</uri></include></world></sdf>')
    report = scenec.convert(world, tmp_path / "world.ros2", search_path=[str(tmp_path / "library")], carry=True)
    assert "carried-in-include-ineffective" in codes(report)
    assert not [code for code in codes(report) if code.startswith("source-")]


@pytest.mark.findings("physics-engine-dropped", "scene-friction-law-dropped")
def test_a_tensor_that_mujoco_takes_comes_back_as_it_was(tmp_path: Path) -> None:
    """MuJoCo takes a body without moments that is welded to another. Scenes that come from elsewhere get moments above 0."""
    laser = '<body name="laser"><inertial pos="0 0 0" mass="0.008" diaginertia="0 0 0"/></body>'
    base = '<body name="base"><freejoint/><geom size="0.1" mass="1"/>'
    (tmp_path / "robot.xml").write_text(f'<mujoco model="robot"><worldbody>{base}{laser}</body></worldbody></mujoco>')
    way = walked(tmp_path / "robot.xml", "urdf", tmp_path)
    assert list(differences(physics(way.source), physics(way.back))) == []
