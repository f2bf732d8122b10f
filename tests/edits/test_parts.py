"""Parts that are added to a scene are inserted in its files, in every format; removed again, the files have the bytes from before."""

from __future__ import annotations

import difflib
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

import scenec
from scenec import ir
from scenec.ir.names import link_paths
from scenec.ir.scene import Scene
from tests.edits.test_kept_files import ROBOT

FIXTURES = Path(__file__).parents[2] / "fixtures"

RSG = """(RSG 0 1)
(
  ; two bodies
  (nd Transform
    (setName base)
    (nd RigidBody (setName body) (setBoxTotal 10 1 1 0.2))
  )
  (nd Transform
    (setName arm)
    (setLocalPos 0 0 1)
    (nd RigidBody (setName body) (setBoxTotal 1 0.1 0.1 1))
    (nd HingeJoint
      (attach ../body ../../base/body)
      (setAxis 1)
    )
  )
)
"""
NAMES = """<robot name="r">
  <link name="base">
    <inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
  </link>
  <joint name="arm" type="fixed">
    <parent link="base"/>
    <child link="arm"/>
  </joint>
  <link name="arm"/>
</robot>
"""
COMPACT = """(RSG 0 1)
((nd Transform (setName base) (nd RigidBody (setName body) (setBoxTotal 10 1 1 0.2)))
 (nd Transform (setName arm) (setLocalPos 0 0 1)
  (nd RigidBody (setName body) (setBoxTotal 1 0.1 0.1 1))
  (nd HingeJoint (attach ../body ../../base/body) (setAxis 1))))
"""
SCENES = {
    "rover.urdf": (FIXTURES / "urdf/rover.urdf").read_text(),
    "joint_named_as_its_link.urdf": NAMES,
    "shapes.sdf": (FIXTURES / "sdformat/shapes.sdf").read_text(),
    "empty_link.sdf": '<sdf version="1.9">\n  <model name="m">\n    <link name="l"/>\n  </model>\n</sdf>\n',
    "joints.scene": (FIXTURES / "mars/joints.scene").read_text(),
    "looks.scene": (FIXTURES / "mars/looks.scene").read_text(),
    "shapes.xml": (FIXTURES / "mjcf/shapes.xml").read_text(),
    "robot.xml": ROBOT,
    "hinges.ros2": (FIXTURES / "hinges.ros2").read_text(),
    "bodies.rsg": RSG,
    "compact.rsg": COMPACT,
}

RED = (1.0, 0.0, 0.0, 1.0)
Edit = Callable[[Scene], Scene]


def body(scene: Scene) -> ir.Link:
    """A link of a robot: one with mass, if there is any."""
    return next((link for link in scene.links if link.inertial and link.inertial.mass), scene.links[0])


def with_visual(scene: Scene) -> Scene:
    link, place = body(scene), ir.Pose((0.0, 0.0, 0.5))
    look = ir.Visual(name="new_look", geometry=ir.Box(size=(0.1, 0.2, 0.3)), pose=place, material=ir.Material(diffuse=RED))
    return scene.update(replace(link, visuals=(*link.visuals, look)))


def without_visual(scene: Scene) -> Scene:
    link = next(link for link in scene.links if any(each.name == "new_look" for each in link.visuals))
    return scene.update(replace(link, visuals=tuple(each for each in link.visuals if each.name != "new_look")))


def with_link(scene: Scene) -> Scene:
    """A link with all that one has, on a hinge with limits."""
    link = body(scene)
    shape = ir.Sphere(radius=0.05)
    tip = ir.Link(
        name="new_link",
        model=link.model,
        pose=ir.Pose((0.0, 0.0, 0.3)),
        relative_to=link.id,
        inertial=ir.Inertial(mass=0.5, inertia=ir.Inertia(0.01, 0.01, 0.01)),
        visuals=(ir.Visual(name="tip_look", geometry=shape),),
        collisions=(ir.Collision(name="tip_shape", geometry=shape),),
    )
    grown = scene.add(tip, model=link.model)
    axis = ir.Axis(xyz=(0.0, 0.0, 1.0), limits=ir.Limits(lower=-1.0, upper=1.0, effort=5.0, velocity=3.0))
    hinge = ir.Joint(name="new_joint", type="revolute", model=link.model, parent=link.id, child=grown.links[-1].id, axes=(axis,))
    return grown.add(hinge, model=link.model)


def without_link(scene: Scene) -> Scene:
    return scene.without(next(path for path in link_paths(scene).values() if path.endswith("new_link")))


def with_sensor(scene: Scene) -> Scene:
    link = body(scene)
    return scene.update(replace(link, sensors=(*link.sensors, ir.Sensor(name="new_sensor", type="imu", update_rate=100.0))))


def without_sensor(scene: Scene) -> Scene:
    link = next(link for link in scene.links if any((each.name or "").startswith("new_sensor") for each in link.sensors))
    return scene.update(replace(link, sensors=tuple(each for each in link.sensors if not (each.name or "").startswith("new_sensor"))))


PARTS = {"visual": (with_visual, without_visual), "link": (with_link, without_link), "sensor": (with_sensor, without_sensor)}


def rewritten(path: Path, edit: Edit) -> list[str]:
    """The lines that go when a scene is edited in place. Fails if the file was written anew."""
    before = path.read_text().splitlines()
    scene, _ = scenec.read(path)
    report = scenec.write(edit(scene), path)
    assert "text-rewritten" not in {finding.code for finding in report.findings}, [f.because for f in report.findings]
    lines = difflib.unified_diff(before, path.read_text().splitlines(), n=0, lineterm="")
    return [line for line in lines if line[0] == "-" and line[:3] != "---"]


ON_LINES = [name for name in SCENES if name not in ("empty_link.sdf", "compact.rsg")]
SAID = [(name, part) for name in ON_LINES for part in PARTS if not (name.endswith(".xml") and part == "sensor")]
"""Scenes on several lines, and parts that they say by elements that go with them: sensors of MJCF are at sites, which stay as frames."""


@pytest.mark.parametrize(("name", "part"), SAID)
@pytest.mark.findings("*", reason="the lines of the files are judged")
def test_a_new_part_is_lines_inserted_and_goes_without_a_trace(tmp_path: Path, name: str, part: str) -> None:
    """In the units of the file: one MJCF file counts in degrees."""
    path = tmp_path / name
    path.write_text(SCENES[name])
    add, remove = PARTS[part]
    assert rewritten(path, add) == []
    assert path.read_text() != SCENES[name]
    rewritten(path, remove)
    assert path.read_text() == SCENES[name]


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("name", ["empty_link.sdf", "compact.rsg"])
@pytest.mark.findings("*", reason="the lines of the files are judged")
def test_an_element_on_one_line_is_opened_and_closed_again(tmp_path: Path, name: str, part: str) -> None:
    """``<link name="l"/>`` gets an end tag, and a list that ends with several brackets gets one more line before them."""
    path = tmp_path / name
    path.write_text(SCENES[name])
    add, remove = PARTS[part]
    assert len(rewritten(path, add)) <= 1
    rewritten(path, remove)
    assert path.read_text() == SCENES[name]


@pytest.mark.findings("*", reason="the lines of the files are judged")
def test_a_keyframe_gets_a_number_for_a_new_joint(tmp_path: Path) -> None:
    path = tmp_path / "arm.xml"
    text = (FIXTURES / "mjcf/arm.xml").read_text()
    path.write_text(text)
    assert rewritten(path, with_link) == [f"-{line}" for line in text.splitlines() if "<key " in line]
    assert 'qpos="0.3 0.4 0.05 1 0 0 0 0 1 0.2 0.3 1 0 0 0" ctrl="0.2 0.1 0 0.3 0.4"' in path.read_text()
    rewritten(path, without_link)
    assert path.read_text() == text


@pytest.mark.findings("*", reason="the lines of the files are judged")
def test_mujoco_says_an_imu_by_several_sensors_at_a_site(tmp_path: Path) -> None:
    path = tmp_path / "shapes.xml"
    path.write_text(SCENES["shapes.xml"])
    scene, _ = scenec.read(path)
    report = scenec.write(with_sensor(scene), path)
    assert {finding.code for finding in report.findings} == {"edited-value-dropped"}
    added = [line.strip() for line in path.read_text().splitlines() if "new_sensor" in line]
    assert [line.partition(" ")[0] for line in added] == ["<site", "<accelerometer", "<gyro", "<framequat"]


@pytest.mark.findings("*", reason="the lines of the files are judged")
def test_new_elements_of_mars_have_numbers_that_are_free(tmp_path: Path) -> None:
    """The file counts its nodes otherwise than scenec would."""
    path = tmp_path / "joints.scene"
    text = SCENES["joints.scene"].replace("<index>8</index>", "<index>80</index>")
    path.write_text(text)
    assert rewritten(path, with_link) == []
    assert "<index>81</index>" in path.read_text()
    assert "<index>9</index>" not in path.read_text()


@pytest.mark.findings("*", reason="the lines of the files are judged")
def test_a_comment_in_a_list_keeps_the_list_when_its_last_part_goes(tmp_path: Path) -> None:
    path = tmp_path / "joints.scene"
    path.write_text(SCENES["joints.scene"])
    rewritten(path, with_sensor)
    commented = path.read_text().replace("<sensorlist>", "<sensorlist><!-- see the wiki -->")
    path.write_text(commented)
    rewritten(path, without_sensor)
    assert "<!-- see the wiki -->" in path.read_text()


@pytest.mark.parametrize("words", ["as it is", "<![CDATA[as it is]]>", "<!-- as it is -->"])
@pytest.mark.findings("*", reason="the lines of the files are judged")
def test_words_beside_the_last_part_of_an_element_stay(tmp_path: Path, words: str) -> None:
    path = tmp_path / "r.urdf"
    look = '<visual><geometry><sphere radius="1"/></geometry></visual>'
    path.write_text(f'<robot name="r">\n  <link name="a">{words}{look}</link>\n</robot>\n')
    scene, _ = scenec.read(path)
    scenec.write(scene.replace("r::a", visuals=()), path)
    assert path.read_text() == f'<robot name="r">\n  <link name="a">{words}</link>\n</robot>\n'


@pytest.mark.findings("*", reason="the lines of the files are judged")
def test_parts_come_and_go_together_with_a_colour_of_a_surface_that_others_show(tmp_path: Path) -> None:
    """The definitions of the files stay, with all comments."""
    shutil.copytree(FIXTURES / "humanoid", tmp_path / "robot")
    path = tmp_path / "robot/humanoid.ros2"
    scene, _ = scenec.read(path)
    paths = {own.rpartition("::")[2]: own for own in link_paths(scene).values()}
    head, neck = (next(link for link in scene.links if link.name == name) for name in ("Head", "Neck"))
    look = head.visuals[0]
    assert look.material is not None
    painted = replace(head, visuals=(replace(look, material=replace(look.material, diffuse=(0.0, 0.0, 1.0, 1.0))), *head.visuals[1:]))
    marked = replace(neck, visuals=(*neck.visuals, ir.Visual(name="mark", geometry=ir.Sphere(radius=0.01))))
    report = scenec.write(scene.update(painted).update(marked).without(paths["RightHand"]), path)
    assert "text-rewritten" not in {finding.code for finding in report.findings}
    comments = [text.count("<!--") for folder in (FIXTURES / "humanoid", path.parent) for text in [texts_of(folder)]]
    assert comments[0] == comments[1]
    again, _ = scenec.read(path)
    assert "RightHand" not in {link.name for link in again.links}
    assert [each.name for link in again.links if link.name == "Neck" for each in link.visuals][-1] == "mark"


def texts_of(folder: Path) -> str:
    return "".join(each.read_text() for each in sorted(folder.glob("*.r*")))
