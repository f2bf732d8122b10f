"""``convert EDITED --onto ORIGINAL``: what was edited in a converted file changes in the original's own files, and nothing else does."""

from __future__ import annotations

import difflib
import shutil
from pathlib import Path

import pytest

import scenec

FIXTURES = Path(__file__).parents[2] / "fixtures"
pytestmark = pytest.mark.findings("*", reason="what is lost on the way there does not come back; the files are judged")


def edited(path: Path, *replacements: tuple[str, str]) -> None:
    """Replace texts that stand there once, or the first of several."""
    text = path.read_text()
    for old, new in replacements:
        assert old in text, old
        text = text.replace(old, new, 1)
    path.write_text(text)


def behind(text: str, start: str, old: str) -> str:
    """A text that stands behind another one, with all that is between them, for `edited`."""
    at = text.index(start)
    return text[at : text.index(old, at) + len(old)]


def texts(folder: Path) -> dict[str, list[str]]:
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text().splitlines() for path in paths}


def diff(before: dict[str, list[str]], folder: Path) -> list[str]:
    """The lines that are gone or new, behind the names of their files."""
    after = texts(folder)
    assert after.keys() == before.keys()
    changed = (name for name in before if before[name] != after[name])
    found: list[str] = []
    for name in changed:
        lines = list(difflib.unified_diff(before[name], after[name], n=0, lineterm=""))[2:]
        found += [name, *(f"{line[0]} {line[1:].strip()}" for line in lines if not line.startswith("@@") and line[1:].strip())]
    return found


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    """A robot of SimRobot in ten files, and what it converts to."""
    shutil.copytree(FIXTURES / "humanoid", tmp_path / "robot")
    scenec.convert(tmp_path / "robot" / "humanoid.ros2", tmp_path / "robot.sdf")
    return tmp_path / "robot" / "humanoid.ros2"


HEAD = '{} <InertiaMatrixMass value="{}g" x="5mm" z="50mm" ixx="{}g*mm^2" iyy="{}g*mm^2" izz="{}g*mm^2" ixz="{}g*mm^2"/>'


def test_values_edited_in_gazebo_change_in_the_files_of_simrobot(robot: Path, tmp_path: Path) -> None:
    sdf, before = tmp_path / "robot.sdf", texts(robot.parent)
    text = sdf.read_text()
    limit = behind(text, '<joint name="HeadYaw"', "<upper>2.0943951023931953")
    edited(sdf, ("<mass>0.5</mass>", "<mass>0.55</mass>"), (limit, limit.replace("<upper>2.0943951023931953", "<upper>1.5707963267948966")))
    report = scenec.apply_edits(sdf, robot)
    assert diff(before, robot.parent) == [
        "head.rsi2",
        '- <Deflection min="-120degree" max="120degree"/>',
        '+ <Deflection min="-120degree" max="90degree"/>',
        HEAD.format("-", 500, 1850000, 1902500, 572500, -125000),
        HEAD.format("+", 550, 1975000, 2028750, 573750, -137500),
    ]
    assert not report.findings


def test_a_visual_is_inserted_and_a_link_cut(robot: Path, tmp_path: Path) -> None:
    sdf, before = tmp_path / "robot.sdf", texts(robot.parent)
    text = sdf.read_text()
    head = behind(text, '<link name="Head">', "</collision>")
    antenna = '<visual name="antenna"><pose>0 0 0.1 0 0 0</pose><geometry><box><size>0.01 0.01 0.1</size></box></geometry></visual>'
    edited(sdf, (head, head + antenna))
    report = scenec.apply_edits(sdf, robot)
    found = diff(before, robot.parent)
    assert [line for line in found if line.startswith("- ")] == []
    assert any('name="antenna"' in line for line in found)
    assert [finding.code for finding in report.findings] == []
    scenec.convert(robot, sdf)
    before = texts(robot.parent)
    text = sdf.read_text()
    edited(sdf, (behind(text, '<link name="Head">', "</link>"), ""), (behind(text, '<joint name="HeadPitch"', "</joint>"), ""))
    scenec.apply_edits(sdf, robot)
    found = diff(before, robot.parent)
    assert [line for line in found if line.startswith("+ ")] == []
    assert found[:2] == ["head.rsi2", '- <Hinge name="HeadPitch">']


def test_what_is_not_edited_stays(robot: Path, tmp_path: Path) -> None:
    """Also under another name, which the world of the result has."""
    before = texts(robot.parent)
    (tmp_path / "robot.sdf").rename(tmp_path / "other.sdf")
    report = scenec.apply_edits(tmp_path / "other.sdf", robot)
    assert diff(before, robot.parent) == []
    assert not report.findings


def test_one_of_two_legs_of_a_definition_gets_a_value_of_its_own(robot: Path, tmp_path: Path) -> None:
    """The left and the right leg are one file."""
    sdf, before = tmp_path / "robot.sdf", texts(robot.parent)
    limit = behind(sdf.read_text(), '<joint name="LeftHipPitch"', "<lower>-1.7453292519943295")
    edited(sdf, (limit, limit.replace("1.7453292519943295", "1.5")), ("<mass>0.5</mass>", "<mass>0.55</mass>"))
    report = scenec.apply_edits(sdf, robot)
    (finding,) = report.findings
    assert (finding.code, finding.level, finding.subject) == ("shared-definition-overridden", "warning", "LeftHipYaw")
    assert [line for line in diff(before, robot.parent) if "InertiaMatrixMass" not in line] == [
        "head.rsi2",
        "leg.rsi2",
        '+ <Set name="hipPitchMin" value="-100degree"/>',
        '- <Deflection min="-100degree" max="30degree"/>',
        '+ <Deflection min="$(hipPitchMin)" max="30degree"/>',
        "torso.rsi2",
        '+ <Set name="hipPitchMin" value="-85.9436692696235degree"/>',
    ]


ARM = """<?xml version="1.0"?>
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="width" value="0.05"/>
  <xacro:macro name="limb" params="name mass length">
    <link name="${name}">
      <inertial>
        <origin xyz="0 0 ${length / 2}"/>
        <mass value="${mass}"/>
        <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.001"/>
      </inertial>
      <visual>
        <origin xyz="0 0 ${length / 2}"/>
        <geometry><cylinder radius="${width}" length="${length}"/></geometry>
        <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
      </visual>
    </link>
  </xacro:macro>
  <xacro:limb name="upper" mass="1.5" length="0.4"/>
  <xacro:limb name="lower" mass="0.8" length="0.3"/>
  <joint name="elbow" type="revolute">
    <parent link="upper"/>
    <child link="lower"/>
    <origin xyz="0 0 0.4"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="1.5" effort="30" velocity="3"/>
  </joint>
</robot>
"""


@pytest.mark.parametrize(
    ("old", "new", "gone", "made"),
    [
        ("<mass>0.8", "<mass>0.9", 'mass="0.8"', 'mass="0.9"'),
        ("<upper>1.5", "<upper>1.2", 'upper="1.5"', 'upper="1.2"'),
        ("<radius>0.05", "<radius>0.06", 'name="width" value="0.05"', 'name="width" value="0.06"'),
        ("<length>0.3", "<length>0.35", 'mass="0.8" length="0.3"', 'mass="0.8" length="0.35"'),
        ('<joint name="elbow"', '<joint name="knee"', 'joint name="elbow"', 'joint name="knee"'),
        ("<diffuse>0.5 0.5 0.5 1", "<diffuse>0.1 0.2 0.3 1", 'rgba="0.5 0.5 0.5 1"', 'rgba="0.1 0.2 0.3 1"'),
    ],
)
def test_xacro_is_changed_where_it_states_a_value(tmp_path: Path, old: str, new: str, gone: str, made: str) -> None:
    """At the call of a macro, in a property, in a body that all uses share."""
    source, sdf = tmp_path / "src" / "arm.urdf.xacro", tmp_path / "arm.sdf"
    source.parent.mkdir()
    source.write_text(ARM)
    scenec.convert(source, sdf)
    text = sdf.read_text().replace(old, new)
    if "diffuse" in old:
        text = text.replace(old.replace("diffuse", "ambient"), new.replace("diffuse", "ambient"))
    if "length" in old:
        text = text.replace("<pose>0 0 0.15 0 0 0</pose>", "<pose>0 0 0.175 0 0 0</pose>")
    sdf.write_text(text)
    report = scenec.apply_edits(sdf, source)
    assert not report.findings
    assert source.read_text() == ARM.replace(gone, made)


MODEL = """<sdf version="1.7">
  <!-- of the lab -->
  <model name="pole">
    <link name="rod">
      <inertial><mass>2.0</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>
      <collision name="touch"><geometry><sphere><radius>0.10</radius></sphere></geometry></collision>
    </link>
  </model>
</sdf>
"""
WORLD = """<sdf version="1.7">
  <world name="yard">
    <gravity>0 0 -9.81</gravity>
    <include><uri>pole</uri><pose>1 0 0.5 0 0 0</pose></include>
  </world>
</sdf>
"""


def test_included_models_of_sdformat_change_by_way_of_mjcf(tmp_path: Path) -> None:
    world, xml = tmp_path / "src" / "yard.sdf", tmp_path / "yard.xml"
    (tmp_path / "src" / "pole").mkdir(parents=True)
    (tmp_path / "src" / "pole" / "model.sdf").write_text(MODEL)
    config = '<model><name>pole</name><sdf version="1.7">model.sdf</sdf></model>'
    (tmp_path / "src" / "pole" / "model.config").write_text(config)
    world.write_text(WORLD)
    scenec.convert(world, xml)
    before = texts(world.parent)
    edited(xml, ('mass="2"', 'mass="2.5"'), ('pos="1 0 0.5"', 'pos="1 0 0.75"'))
    report = scenec.apply_edits(xml, world)
    assert {finding.code for finding in report.findings} == {"edited-value-followed"}, "the keyframe of the start repeats poses"
    assert diff(before, world.parent) == [
        "pole/model.sdf",
        "- <inertial><mass>2.0</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>",
        "+ <inertial><mass>2.5</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>",
        "yard.sdf",
        "- <include><uri>pole</uri><pose>1 0 0.5 0 0 0</pose></include>",
        "+ <include><uri>pole</uri><pose>1 0 0.75 0 0 0</pose></include>",
    ]


@pytest.mark.parametrize(
    ("source", "old", "new", "made"),
    [
        ("rsg/bodies.rsg", "<mass>1.5</mass>", "<mass>1.75</mass>", "1.75"),
        ("mars/joints.scene", "<upper>1</upper>", "<upper>1.25</upper>", "1.25"),
        ("mjcf/arm.xml", "<mass>0.3</mass>", "<mass>0.35</mass>", 'mass="0.35"'),
    ],
)
def test_one_value_of_each_format_changes_one_line(tmp_path: Path, source: str, old: str, new: str, made: str) -> None:
    shutil.copytree(FIXTURES / source.partition("/")[0], tmp_path / "src")
    original, sdf = tmp_path / "src" / Path(source).name, tmp_path / "edited.sdf"
    scenec.convert(original, sdf)
    before = original.read_text().splitlines()
    edited(sdf, (old, new))
    report = scenec.apply_edits(sdf, original)
    after = original.read_text().splitlines()
    changed = [b for a, b in zip(before, after, strict=True) if a != b]
    assert {finding.code for finding in report.findings} <= {"edited-value-followed"}
    assert len(changed) == 1
    assert made in changed[0]


MOTOR = """<Simulation><Scene name="s"><Body name="base"><BoxMass value="5kg" width="1m" height="1m" depth="1m"/>
<Hinge name="arm"><Axis y="1"><ServoMotor maxVelocity="3radian/s" maxForce="{force}" p="12"/></Axis><Body name="lever">
<BoxMass value="{mass}" width="1m" height="1m" depth="1m"/></Body></Hinge></Body></Scene></Simulation>
"""


@pytest.fixture
def lever(tmp_path: Path) -> Path:
    (tmp_path / "lever.ros2").write_text(MOTOR.format(force="9N", mass="2kg"))
    scenec.convert(tmp_path / "lever.ros2", tmp_path / "lever.sdf")
    return tmp_path / "lever.ros2"


def test_an_effort_limit_changes_the_force_of_the_motor_that_it_was_made_of(lever: Path, tmp_path: Path) -> None:
    edited(tmp_path / "lever.sdf", ("<effort>9</effort>", "<effort>4</effort>"))
    assert not scenec.apply_edits(tmp_path / "lever.sdf", lever).findings
    assert lever.read_text() == MOTOR.format(force="4N", mass="2kg")


def test_what_the_original_works_out_of_an_edit_follows_it(lever: Path, tmp_path: Path) -> None:
    """SDFormat states the tensor by itself, SimRobot by the mass of a box."""
    edited(tmp_path / "lever.sdf", ("<mass>2</mass>", "<mass>3</mass>"))
    report = scenec.apply_edits(tmp_path / "lever.sdf", lever)
    assert lever.read_text() == MOTOR.format(force="9N", mass="3kg")
    assert {(finding.code, finding.level) for finding in report.findings} == {("edited-value-followed", "warning")}
    assert "base::lever.inertial.inertia.ixx" in {name for names in report.subjects for name in names}


def test_three_ways_what_only_one_side_changed_is_taken(lever: Path, tmp_path: Path) -> None:
    shutil.copy(tmp_path / "lever.sdf", tmp_path / "base.sdf")
    lever.write_text(MOTOR.format(force="7N", mass="2kg"))
    edited(tmp_path / "lever.sdf", ("<mass>2</mass>", "<mass>3</mass>"))
    scenec.apply_edits(tmp_path / "lever.sdf", lever, base=tmp_path / "base.sdf")
    assert lever.read_text() == MOTOR.format(force="7N", mass="3kg")


def test_three_ways_a_part_of_what_the_original_has_lost_is_a_conflict(lever: Path, tmp_path: Path) -> None:
    """A new part has no place in a link that is gone."""
    shutil.copy(tmp_path / "lever.sdf", tmp_path / "base.sdf")
    changed = (
        '<Simulation><Scene name="s"><Body name="base"><BoxMass value="5kg" width="1m" height="1m" depth="1m"/></Body></Scene></Simulation>'
    )
    lever.write_text(changed)
    text = (tmp_path / "lever.sdf").read_text()
    start = behind(text, '<link name="lever">', "</inertial>")
    look = '<visual name="mark"><geometry><sphere><radius>0.1</radius></sphere></geometry></visual>'
    edited(tmp_path / "lever.sdf", (start, start + look))
    report = scenec.apply_edits(tmp_path / "lever.sdf", lever, base=tmp_path / "base.sdf")
    assert [finding.code for finding in report.findings] == ["edit-conflict"]
    assert lever.read_text() == changed


def test_three_ways_what_both_sides_changed_is_a_conflict(lever: Path, tmp_path: Path) -> None:
    shutil.copy(tmp_path / "lever.sdf", tmp_path / "base.sdf")
    changed = MOTOR.format(force="7N", mass="2kg")
    lever.write_text(changed)
    edited(tmp_path / "lever.sdf", ("<effort>9</effort>", "<effort>4</effort>"))
    report = scenec.apply_edits(tmp_path / "lever.sdf", lever, base=tmp_path / "base.sdf")
    (finding,) = report.findings
    assert (finding.code, finding.level, finding.subject) == ("edit-conflict", "error", "base::arm.axes[0].limits.effort")
    assert lever.read_text() == changed
