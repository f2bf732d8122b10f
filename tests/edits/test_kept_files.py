"""Files of edited scenes: the value that was edited changes, in the notation that stands there, and nothing else."""

from __future__ import annotations

import difflib
import math
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import scenec
from scenec import ir
from scenec.ir.scene import Scene
from scenec.ir.walk import with_value

FIXTURES = Path(__file__).parents[2] / "fixtures"

URDF = """<?xml version="1.0"?>
<!-- a comment -->
<robot name='r' xmlns:xacro="http://ros.org/wiki/xacro">
\t<link name="base"><!-- heavy -->
\t\t<inertial> <mass value='1.0'/> <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/> </inertial>
\t\t<visual name="a &amp; b"><geometry><box size="1   2 3"/></geometry></visual>
\t\t<visual name="second"><geometry><sphere radius="0.5"/></geometry></visual>
\t</link>
\t<link name="arm">
\t\t<inertial><origin xyz="0 0 0.1"/><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
\t<joint name="j" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
\t\t<limit lower="-1" upper="1" effort="3" velocity="2"/></joint>
</robot>
"""


def changes(path: Path, edit: Callable[[Scene], Scene]) -> list[str]:
    """The lines that go and come when a scene is edited in place."""
    before = path.read_bytes()
    scene, _ = scenec.read(path)
    report = scenec.write(edit(scene), path)
    assert {finding.code for finding in report.findings} <= {"edited-value-dropped"}
    old, new = before.decode().splitlines(), path.read_bytes().decode().splitlines()
    return [line for line in difflib.unified_diff(old, new, n=0, lineterm="") if line[:3] not in ("---", "+++") and line[:2] != "@@"]


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    path = tmp_path / "r.urdf"
    path.write_text(URDF)
    return path


def test_a_value_is_printed_where_it_stands_with_quotes_tabs_and_comments_as_they_are(robot: Path) -> None:
    def heavier(scene: Scene) -> Scene:
        return scene.replace("r::base", mass=1.5)

    line = '\t\t<inertial> <mass value=\'{}\'/> <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/> </inertial>'
    assert changes(robot, heavier) == ["-" + line.format("1.0"), "+" + line.format("1.5")]


def test_one_number_of_several_keeps_the_blanks_between_them(robot: Path) -> None:
    def longer(scene: Scene) -> Scene:
        link = scene.link("r::base")
        first = ir.Visual(name=link.visuals[0].name, geometry=ir.Box(size=(1.0, 2.5, 3.0)), origin=link.visuals[0].origin)
        return scene.replace("r::base", visuals=(first, *link.visuals[1:]))

    _, new = changes(robot, longer)
    assert new == '+\t\t<visual name="a &amp; b"><geometry><box size="1   2.5 3"/></geometry></visual>'


def test_a_new_name_is_escaped_and_all_that_refer_to_it_follow(robot: Path) -> None:
    new = [line for line in changes(robot, lambda scene: scene.replace("r::arm", name="a<b>'s")) if line[0] == "+"]
    assert len(new) == 2
    assert all("a&lt;b>'s" in line for line in new)


def test_a_part_that_is_removed_takes_its_lines_along(robot: Path) -> None:
    def barer(scene: Scene) -> Scene:
        return scene.replace("r::base", visuals=scene.link("r::base").visuals[:1])

    assert changes(robot, barer) == ['-\t\t<visual name="second"><geometry><sphere radius="0.5"/></geometry></visual>']


def test_a_link_is_removed_with_its_joint(robot: Path) -> None:
    gone = changes(robot, lambda scene: scene.without("r::arm"))
    assert all(line[0] == "-" for line in gone)
    assert len(gone) == 4


def test_an_unedited_scene_is_written_byte_for_byte(robot: Path, tmp_path: Path) -> None:
    robot.write_bytes(b"\xef\xbb\xbf" + URDF.replace("\n", "\r\n").encode())
    scene, _ = scenec.read(robot)
    scenec.write(scene, tmp_path / "out" / "other.urdf")
    assert (tmp_path / "out" / "other.urdf").read_bytes() == robot.read_bytes()


def test_line_ends_and_the_byte_order_mark_stay_in_an_edited_file(robot: Path) -> None:
    robot.write_bytes(b"\xef\xbb\xbf" + URDF.replace("\n", "\r\n").encode())
    scene, _ = scenec.read(robot)
    scenec.write(scene.replace("r::arm", mass=3.0), robot)
    expected = URDF.replace('<mass value="2"/>', '<mass value="3"/>').replace("\n", "\r\n").encode()
    assert robot.read_bytes() == b"\xef\xbb\xbf" + expected


BOX_MASS = '<BoxMass value="1kg" width="1m" height="1m" depth="1m"/>'
HINGE = f'<Hinge name="h"><Axis z="1"><Deflection min="-90degree" max="45degree"/></Axis><Body name="c">{BOX_MASS}</Body></Hinge>'
ROS2 = f'<Simulation><Scene name="s"><Compound name="m"><Body name="b">{BOX_MASS}{HINGE}</Body></Compound></Scene></Simulation>'
INNER = '<body name="c"><joint name="h" range="-90 45"/><geom size="1"/></body>'
MJCF = f'<mujoco model="m"><worldbody><body name="b"><freejoint/><geom size="1"/>{INNER}</body></worldbody></mujoco>'


@pytest.mark.parametrize(
    ("name", "text", "old", "new"),
    [("m.ros2", ROS2, 'max="45degree"', 'max="60degree"'), ("m.xml", MJCF, 'range="-90 45"', 'range="-90 60"')],
)
@pytest.mark.findings("*", reason="only the text of the file is judged")
def test_a_limit_in_degrees_stays_in_degrees(tmp_path: Path, name: str, text: str, old: str, new: str) -> None:
    (tmp_path / name).write_text(text)
    scene, _ = scenec.read(tmp_path / name)
    scenec.write(with_value(scene, ("joints", 0, "axes", 0, "limits", "upper"), math.radians(60)), tmp_path / name)
    assert (tmp_path / name).read_text() == text.replace(old, new)


def test_a_default_class_stays_and_the_element_says_what_differs(tmp_path: Path) -> None:
    """One use of a default is edited: MJCF states it at the element, and the other uses keep the default."""
    file = tmp_path / "m.xml"
    geom = '<geom name="{}" size="1"{}/>'
    bodies = f'<body name="a"><freejoint/>{geom.format("one", "{}")}</body><body name="b"><freejoint/>{geom.format("two", "")}</body>'
    text = f'<mujoco model="m"><default><geom rgba="1 0 0 1"/></default><worldbody>{bodies}</worldbody></mujoco>'
    file.write_text(text.format(""))
    scene, _ = scenec.read(file)
    scenec.write(with_value(scene, ("links", 0, "visuals", 0, "material", "diffuse"), (0.0, 0.0, 1.0, 1.0)), file)
    assert file.read_text() == text.format(' rgba="0 0 1 1"')


def test_a_colour_in_hexadecimal_is_the_nearest_and_reported(tmp_path: Path) -> None:
    file = tmp_path / "m.ros2"
    look = '<SphereAppearance radius="1m"><Surface diffuseColor="#ff0000"/></SphereAppearance>'
    file.write_text(ROS2.replace("<Hinge", f"{look}<Hinge", 1))
    scene, _ = scenec.read(file)
    report = scenec.write(with_value(scene, ("links", 0, "visuals", 0, "material", "diffuse"), (0.5, 0.0, 0.0, 1.0)), file)
    assert ("#800000" in file.read_text(), {finding.code for finding in report.findings}) == (True, {"edited-value-rounded"})


def test_a_macro_stays_and_its_argument_becomes_the_value(tmp_path: Path) -> None:
    file = tmp_path / "r.xacro"
    text = (
        '<robot name="r" xmlns:xacro="http://ros.org/wiki/xacro"><xacro:property name="m" value="2"/>\n'
        '<link name="a"><inertial><mass value="${{m * 2}}"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>\n'
        '<link name="b"><inertial><mass value="{}"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>\n'
        '<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>\n'
    )
    file.write_text(text.format("${m}"))
    scene, _ = scenec.read(file)
    scenec.write(scene.replace("r::b", mass=3.5), file)
    assert file.read_text() == text.format("3.5")


def test_a_file_that_changed_in_between_is_refused(robot: Path) -> None:
    scene, _ = scenec.read(robot)
    robot.write_text(URDF.replace("heavy", "light"))
    with pytest.raises(scenec.WriteError, match="has changed since the scene was read"):
        scenec.write(scene.replace("r::arm", mass=3.0), robot)
    assert "light" in robot.read_text()


@pytest.mark.findings("text-rewritten")
def test_elsewhere_a_scene_whose_file_is_gone_is_written_anew(robot: Path, tmp_path: Path) -> None:
    scene, _ = scenec.read(robot)
    robot.unlink()
    scenec.write(scene.replace("r::arm", mass=3.0), tmp_path / "other.urdf")
    assert scenec.read(tmp_path / "other.urdf")[0].link("r::arm").inertial.mass == 3.0  # type: ignore[union-attr]  # it states one


def two_masses(file: Path, mass: str, other: str) -> scenec.Report:
    """Write a body whose mass is the sum of two, with another mass."""
    file.write_text(f'<Simulation><!-- two --><Scene name="s"><Body name="b">{mass}{other}</Body></Scene></Simulation>')
    scene, _ = scenec.read(file)
    return scenec.write(scene.update(scene.links[0].with_mass(3.0)), file)


def test_a_mass_that_is_a_sum_is_changed_at_one_of_its_parts(tmp_path: Path) -> None:
    mass = '<BoxMass value="1kg" width="1m" height="1m" depth="1m"/>'
    assert not two_masses(tmp_path / "m.ros2", mass, mass).findings
    assert (tmp_path / "m.ros2").read_text().count('value="2kg"') == 1


@pytest.mark.findings("text-rewritten")
def test_a_file_whose_text_cannot_state_the_edit_is_written_anew_and_reported(tmp_path: Path) -> None:
    """With one of two masses at different places, the centre of mass would move."""
    mass, turned = (f'<BoxMass value="1kg" width="1m" height="1m" depth="1m">{each}</BoxMass>' for each in ("", '<Translation x="1m"/>'))
    report = two_masses(tmp_path / "m.ros2", mass, turned)
    assert [finding.code for finding in report.findings if finding.level == "warning"] == ["text-rewritten"]
    assert "two" not in (tmp_path / "m.ros2").read_text()


MASS_AT_ORIGIN = """<Simulation><Scene name="s"><Body name="b">
  <InertiaMatrixMass value="500g" x="5mm" z="50mm" ixx="1850000g*mm^2" iyy="1902500g*mm^2" izz="572500g*mm^2" ixz="-125000g*mm^2"/>
</Body></Scene></Simulation>
"""


def test_a_tensor_about_another_point_than_the_centre_of_mass_stays_the_same_about_that(tmp_path: Path) -> None:
    """SimRobot states it about the origin of the body, so that its numbers change with the mass."""
    file = tmp_path / "m.ros2"
    file.write_text(MASS_AT_ORIGIN)
    scene, _ = scenec.read(file)
    report = scenec.write(scene.replace("b::b", mass=0.55), file)
    assert not report.findings
    new = 'value="550g" x="5mm" z="50mm" ixx="1975000g*mm^2" iyy="2028750g*mm^2" izz="573750g*mm^2" ixz="-137500g*mm^2"'
    assert new in file.read_text()


def test_a_mass_with_its_tensor_is_one_line_also_about_another_point(tmp_path: Path) -> None:
    """The last digits of what is worked out of a tensor are not edits."""
    file = tmp_path / "m.ros2"
    file.write_text(MASS_AT_ORIGIN)
    scene, _ = scenec.read(file)
    assert not scenec.write(scene.update(scene.links[0].with_mass(0.875)), file).findings
    assert (
        'value="875g" x="5mm" z="50mm" ixx="3237500g*mm^2" iyy="3329375g*mm^2" izz="1001875g*mm^2" ixz="-218750g*mm^2"' in file.read_text()
    )


@pytest.mark.parametrize(
    ("raw", "new"), [("<![CDATA[ 1.0 ]]>", "<![CDATA[ 1.5 ]]>"), ("<!-- kg -->1.0", "<!-- kg -->1.5"), ("&#49;.0", "1.5")]
)
def test_a_text_may_stand_in_a_section_behind_a_comment_or_be_spelled_with_entities(tmp_path: Path, raw: str, new: str) -> None:
    file = tmp_path / "m.sdf"
    text = '<sdf version="1.9"><model name="m"><link name="a"><inertial><mass>{}</mass></inertial></link></model></sdf>'
    file.write_text(text.format(raw))
    scene, _ = scenec.read(file)
    scenec.write(with_value(scene, ("links", 0, "inertial", "mass"), 1.5), file)
    assert file.read_text() == text.format(new)


def test_thousands_of_values_are_one_write(tmp_path: Path) -> None:
    file, count = tmp_path / "r.urdf", 2000
    link = '<link name="l{0}"><inertial><mass value="{1}"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>\n'
    joint = '<joint name="j{0}" type="fixed"><parent link="l0"/><child link="l{0}"/></joint>\n'

    def text(mass: int) -> str:
        return f'<robot name="r">\n{"".join(link.format(i, i + mass) + joint.format(i) * (i > 0) for i in range(count))}</robot>\n'

    file.write_text(text(1))
    scene, _ = scenec.read(file)
    heavier = tuple(with_value(each, ("inertial", "mass"), float(i + 2)) for i, each in enumerate(scene.links))
    scenec.write(with_value(scene, ("links",), heavier), file)
    assert file.read_text() == text(2)


@pytest.mark.findings("texture-not-found")
def test_files_of_one_scene_change_together_or_not_at_all(tmp_path: Path) -> None:
    """An included file that cannot be replaced keeps the main one from changing."""
    shutil.copytree(Path(__file__).parents[2] / "fixtures" / "includes", tmp_path / "s")
    main = tmp_path / "s" / "scene.ros2"
    scene, _ = scenec.read(main)
    edited = scene
    for i, each in enumerate(scene.links):
        if each.inertial is not None and each.inertial.mass:
            edited = with_value(edited, ("links", i, "inertial", "mass"), float(each.inertial.mass) * 2)
    before = {path: path.read_bytes() for path in (tmp_path / "s").rglob("*") if path.is_file()}
    parts = tmp_path / "s" / "parts"
    shutil.move(parts, tmp_path / "elsewhere")
    with pytest.raises(scenec.WriteError):
        scenec.write(edited, main)
    shutil.move(tmp_path / "elsewhere", parts)
    assert {path: path.read_bytes() for path in (tmp_path / "s").rglob("*") if path.is_file()} == before


ROBOT = """<mujoco model="robot">
  <!-- in degrees -->
  <default><geom rgba=".6 .6 .6 1"/><default class="servo"><joint damping="0.5"/></default></default>
  <worldbody>
    <body name="base" pos="0 0 1">
      <freejoint/>
      <geom name="trunk" type="box" size=".1 .1 .2" mass="3"/>
      <body name="arm" pos="0.1 0 0" childclass="servo">
        <joint name="shoulder" axis="0 1 0" range="-90 90"/>
        <geom name="upper" size=".03"/>
      </body>
    </body>
  </worldbody>
  <actuator>
    <position name="drive" joint="shoulder" kp="20"/>
  </actuator>
</mujoco>
"""


def test_a_link_of_mjcf_goes_with_its_motor(tmp_path: Path) -> None:
    file = tmp_path / "robot.xml"
    file.write_text(ROBOT)
    gone = changes(file, lambda scene: scene.without("base::arm"))
    assert all(line[0] == "-" for line in gone)
    assert any("<position" in line for line in gone)


def tip_of(scene: Scene) -> str:
    return next(link.path for link in scene.physics().links if link.path.endswith("::tip"))


def test_a_scene_in_an_archive_is_edited_in_it(tmp_path: Path) -> None:
    """The other members stay as they are."""
    scenec.convert(FIXTURES / "mars" / "meshes.scene", tmp_path / "meshes.scn")
    before = zipfile.ZipFile(tmp_path / "meshes.scn")
    scene, _ = scenec.read(tmp_path / "meshes.scn")
    heavy = scene.links[0].inertial.mass * 2  # type: ignore[union-attr, operator]  # each has one
    report = scenec.write(scene.update(scene.links[0].with_mass(heavy)), tmp_path / "meshes.scn")
    after = zipfile.ZipFile(tmp_path / "meshes.scn")
    assert not report.findings
    assert [each for each in before.namelist() if before.read(each) != after.read(each)] == ["meshes.scene"]
    assert scenec.read(tmp_path / "meshes.scn")[0].links[0].inertial.mass == heavy  # type: ignore[union-attr]  # each has one
