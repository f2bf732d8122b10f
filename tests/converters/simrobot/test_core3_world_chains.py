"""SimRobotCore3 crashes on chains of joints on the world. Results hang them on a base that rests, in MuJoCo as the core builds it."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec.errors import WriteError
from tests.converters.simrobot.core3_in_mujoco import Core3, CoreCrashError, load_scene

pytestmark = pytest.mark.findings("*", reason="the rules of the core and MuJoCo judge the result")

pytest.importorskip("mujoco", reason="MuJoCo, which runs what the core would, is not installed")

MILLIMETRE, TENTH_OF_A_DEGREE = 1e-3, 0.1
SECONDS = 2.0

CHAIN = """<Simulation><Scene name="s" gravity="GRAVITY" stepLength="STEP">
  <Compound name="wall">WALL
    <Hinge name="shoulder"><Axis y="1"/>
      <Body name="upper"><BoxMass value="2kg" width="0.1m" depth="0.4m" height="0.1m"/>
        <CapsuleGeometry radius="0.05m" height="0.4m"><Translation x="0.2m"/><Rotation y="90degree"/></CapsuleGeometry>
        <Hinge name="elbow"><Translation x="0.4m"/><Axis y="1"/>
          <Body name="fore"><Translation x="0.2m"/><BoxMass value="1kg" width="0.1m" depth="0.4m" height="0.1m"/></Body></Hinge>
      </Body></Hinge></Compound>
</Scene></Simulation>"""
WALL = '<BoxGeometry width="1m" depth="0.2m" height="1m"/>'

ARM = """<robot name="arm">
  <link name="world"/>
  <joint name="weld" type="fixed"><parent link="world"/><child link="base"/><origin xyz="PLACE"/></joint>
  <link name="base"><collision><origin xyz="0 0 0.05"/><geometry><box size="0.3 0.3 0.1"/></geometry></collision></link>
  <link name="turret"><inertial><origin xyz="0 0 0.1"/><mass value="4"/>
    <inertia ixx="0.03" iyy="0.03" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0 0 0.1"/><geometry><cylinder radius="0.1" length="0.24"/></geometry></collision></link>
  <link name="upper"><inertial><origin xyz="0 0 0.2"/><mass value="3"/>
    <inertia ixx="0.05" iyy="0.05" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><origin xyz="0 0 0.2"/><geometry><box size="0.1 0.1 0.4"/></geometry></collision></link>
  <link name="rail"><inertial><origin xyz="0 0 0.1"/><mass value="1"/>
    <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="yaw" type="continuous"><parent link="base"/><child link="turret"/><origin xyz="0 0 0.1"/><axis xyz="0 0 1"/></joint>
  <joint name="pitch" type="revolute"><parent link="turret"/><child link="upper"/><origin xyz="0 0.1 0.2"/><axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="1.5" effort="80" velocity="3"/></joint>
  <joint name="slide" type="prismatic"><parent link="upper"/><child link="rail"/><origin xyz="0 0 0.4"/><axis xyz="0 0 1"/>
    <limit lower="0" upper="0.3" effort="40" velocity="1"/></joint>
</robot>"""

CELL = """<mujoco><option timestep="0.004"/><worldbody>
  <geom name="floor" type="plane" size="5 5 0.1"/>
  <geom name="table" type="box" size="0.5 0.3 0.1" pos="0 0 0.1"/>
  <body name="left" pos="-0.3 0 0.2"><geom type="cylinder" size="0.08 0.05" pos="0 0 0.05"/>
    <body pos="0 0 0.1"><joint name="l1" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 0.3" size="0.04"/>
      <body pos="0 0 0.3"><joint name="l2" axis="1 0 0"/><geom type="capsule" fromto="0 0 0 0.2 0 0.1" size="0.03"/></body></body></body>
  <body name="right" pos="0.3 0 0.5"><joint name="r1" axis="0 0 1"/><geom type="capsule" fromto="0 0 0 0 0 0.3" size="0.04"/>
      <body pos="0 0 0.3"><joint name="r2" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0.1 0 0.2" size="0.03"/></body></body>
  <body name="ball" pos="0 0 1"><freejoint/><geom type="sphere" size="0.05"/></body>
</worldbody></mujoco>"""


def chain(gravity: float = -9.81, step: float = 0.01, wall: str = "") -> str:
    return CHAIN.replace("GRAVITY", f"{gravity}m/s^2").replace("STEP", f"{step}s").replace("WALL", wall)


def converted(tmp_path: Path, name: str, text: str, **options: Any) -> tuple[Path, scenec.Report]:
    (tmp_path / name).write_text(text)
    target = tmp_path / f"{Path(name).stem}.ros3"
    return target, scenec.convert(tmp_path / name, target, **options)


def feet_of(core: Core3) -> list[Any]:
    return [core.model.geom(index) for index in range(core.model.ngeom) if core.model.geom(index).name.startswith("foot")]


def bases_of(core: Core3) -> list[str]:
    return list(dict.fromkeys(core.model.body(foot.bodyid[0]).name for foot in feet_of(core)))


def motion_of_bases(path: Path) -> list[tuple[float, float]]:
    """Return how far each base moves (m, degrees) while motors swing the joints, or gravity alone."""
    core = load_scene(path)
    bases = bases_of(core)
    starts = [core.pose(name) for name in bases]
    moved, turned = [0.0] * len(bases), [0.0] * len(bases)
    while core.data.time < SECONDS:
        time = core.data.time
        core.step({motor.joint: motor.start + 0.4 * math.sin(5 * time + index) for index, motor in enumerate(core.motors)})
        for index, (name, (place, axes)) in enumerate(zip(bases, starts, strict=True)):
            now, turn = core.pose(name)
            cosine = (float((axes.T @ turn).trace()) - 1) / 2
            moved[index] = max(moved[index], math.dist(place, now))
            turned[index] = max(turned[index], math.degrees(math.acos(min(max(cosine, -1.0), 1.0))))
    assert max(abs(core.data.qvel)) < 100, "an arm explodes"
    return list(zip(moved, turned, strict=True))


def assert_at_rest(path: Path, bases: int = 1) -> None:
    motion = motion_of_bases(path)
    assert len(motion) == bases
    assert all(moved < MILLIMETRE and turned < TENTH_OF_A_DEGREE for moved, turned in motion), motion


@pytest.mark.parametrize("gravity", [-9.81, 0.0, 9.81, -1.62])
def test_a_chain_on_the_world_hangs_on_a_base_at_rest(tmp_path: Path, gravity: float) -> None:
    """The pendulum swings freely: with no gravity, the base would drift without its clamp."""
    path, report = converted(tmp_path, "chain.ros2", chain(gravity))
    assert_at_rest(path)
    [finding] = [each for each in report.findings if each.code == "joint-world-chain-approximated"]
    assert (finding.fate, finding.level, finding.category) == ("approximated", "warning", "physics")
    assert finding.subject.endswith("shoulder") and "3000 kg" in finding.headline


@pytest.mark.parametrize("step", [0.001, 0.02, 0.05])
def test_the_base_rests_with_other_steps(tmp_path: Path, step: float) -> None:
    """Contacts of MuJoCo are softer with steps above 0.01 s."""
    assert_at_rest(converted(tmp_path, "chain.ros2", chain(step=step))[0])


def test_a_wall_in_which_the_chain_stands_belongs_to_the_base(tmp_path: Path) -> None:
    """As a static shape it would push the chain. Bodies of a tree do not touch each other."""
    path, _ = converted(tmp_path, "chain.ros2", chain(wall=WALL))
    assert_at_rest(path)
    scene, _ = scenec.read(path)
    base = next(link for link in scene.links if link.name == "free_base")  # the model has the name of its first body
    assert len(base.collisions) == 5, "the wall and four balls"


@pytest.mark.parametrize("place", ["0 0 0", "0.5 -1 2"])
@pytest.mark.parametrize("motors", ["servo", "velocity"])
def test_an_arm_of_urdf_that_motors_swing_stays_where_it_is(tmp_path: Path, place: str, motors: str) -> None:
    path, _ = converted(tmp_path, "arm.urdf", ARM.replace("PLACE", place), motors=motors)
    assert len(load_scene(path).motors) == 2
    assert_at_rest(path)


def test_arms_of_one_scene_have_a_base_each(tmp_path: Path) -> None:
    """The feet are on different heights, and the pedestal on the table belongs to its arm."""
    path, report = converted(tmp_path, "cell.xml", CELL)
    assert_at_rest(path, bases=2)
    assert not [each for each in report.findings if each.code.startswith("collision-base")]
    core = load_scene(path)
    heights = {
        round(float(core.data.geom(index).xpos[2]), 3)
        for index in range(core.model.ngeom)
        if core.model.geom(index).name.startswith("foot")
    }
    assert len(heights) == 2


def test_arms_that_stand_in_each_other_have_one_base(tmp_path: Path) -> None:
    path, _ = converted(tmp_path, "cell.xml", CELL.replace('pos="0.3 0 0.5"', 'pos="-0.3 0 0.5"'))
    assert_at_rest(path)


def test_a_pedestal_that_stands_in_the_floor_is_dropped_with_a_finding(tmp_path: Path) -> None:
    """The floor would push the free base out of itself, and a static pedestal would push the arm."""
    pedestal = '<geom type="plane" size="5 5 0.1"/><body name="arm"><geom type="box" size="0.1 0.1 0.1"/>'
    arm = """<body pos="0 0 0.1"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 0.3" size="0.04"/>
      <body pos="0 0 0.3"><joint axis="1 0 0"/><geom type="capsule" fromto="0 0 0 0.2 0 0.1" size="0.03"/></body></body>"""
    path, report = converted(tmp_path, "arm.xml", f"<mujoco><worldbody>{pedestal}{arm}</body></worldbody></mujoco>")
    [finding] = [each for each in report.findings if each.code == "collision-base-dropped"]
    assert (finding.fate, finding.level) == ("dropped", "error")
    assert_at_rest(path)


def test_a_single_joint_on_the_world_stays_there(tmp_path: Path) -> None:
    """The core crashes only where the body of such a joint carries another one."""
    door = chain().partition('<Hinge name="elbow">')[0] + "</Body></Hinge></Compound></Scene></Simulation>"
    path, report = converted(tmp_path, "door.ros2", door)
    assert "joint-world-chain-approximated" not in {each.code for each in report.findings}
    assert load_scene(path).roots == []


def test_a_scene_of_the_core_keeps_its_chain(tmp_path: Path) -> None:
    """Files are copied as they are within a dialect; `scenec check` says that the core crashes."""
    source = tmp_path / "old.ros3"
    source.write_text(chain())
    target = tmp_path / "new.ros3"
    scenec.convert(source, target)
    assert target.read_text() == source.read_text()
    with pytest.raises(CoreCrashError):
        load_scene(target)


def test_simrobotcore2_keeps_the_joint_on_the_world(tmp_path: Path) -> None:
    (tmp_path / "arm.urdf").write_text(ARM.replace("PLACE", "0 0 0"))
    report = scenec.convert(tmp_path / "arm.urdf", tmp_path / "arm.ros2")
    assert "_plates" not in (tmp_path / "arm.ros2").read_text()
    assert "joint-world-chain-approximated" not in {each.code for each in report.findings}


def test_a_scene_without_room_for_a_base_is_refused(tmp_path: Path) -> None:
    """Planes become boxes of 1000 m. Between floor and ceiling nothing is out of reach."""
    ceiling = '<geom type="plane" size="5 5 0.1" pos="0 0 4" euler="180 0 0"/><body name="left"'
    with pytest.raises(WriteError, match="SimRobotCore3 crashes") as refused:
        converted(tmp_path, "room.xml", CELL.replace('<body name="left"', ceiling))
    assert ".ros2" in str(refused.value)
    assert not (tmp_path / "room.ros3").exists()


def test_the_result_means_to_others_what_it_is(tmp_path: Path) -> None:
    """Joints keep their names and paths. Other simulators get the base as what it is, a free body between plates."""
    path, _ = converted(tmp_path, "arm.urdf", ARM.replace("PLACE", "0 0 0"))
    scenec.convert(path, tmp_path / "arm.sdf")
    scene, _ = scenec.read(tmp_path / "arm.sdf")
    assert {joint.name for joint in scene.joints} >= {"yaw", "pitch", "slide"}
    base = next(link for link in scene.links if link.name == "arm")
    assert base.inertial is not None and base.inertial.mass == 8000
