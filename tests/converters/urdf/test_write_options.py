"""Options for what URDF lacks, and for URDF in Gazebo: loops, merged links, names, colours."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import scenec
from tests.converters.urdf.writing import INERTIAL, codes, robot

LOOP = b"""<sdf version="1.9"><model name="m"><link name="a"/><link name="b"><pose>1 0 0 0 0 0</pose></link>
  <link name="c"><pose>2 0 0 0 0 0.3</pose></link>
  <joint name="j1" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>
  <joint name="j2" type="revolute"><parent>b</parent><child>c</child><axis><xyz>0 0 1</xyz></axis></joint>
  <joint name="j3" type="revolute"><pose>0.5 0 0 0 0 0</pose><parent>a</parent><child>c</child>
    <axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>2</upper><effort>3</effort><velocity>4</velocity></limit></axis></joint>
</model></sdf>"""
NAO = robot(
    f'<material name="m"><color rgba="1 0.5 0.25 0.5"/></material><link name="base_link">{INERTIAL}</link><link name="tip">{INERTIAL}'
    '<visual><geometry><box size="1 1 1"/></geometry><material name="m"/></visual></link>'
    '<joint name="tip" type="fixed"><origin xyz="1 0 0"/><parent link="base_link"/><child link="tip"/></joint>'
)


def test_a_joint_that_closes_a_loop_is_dropped_and_reported(tmp_path: Path) -> None:
    report = scenec.convert(LOOP, tmp_path / "r.urdf", from_="sdformat")
    (finding,) = [each for each in report.findings if each.code == "urdf-joint-loop-dropped"]
    assert (finding.level, finding.subject) == ("error", "m::j3")
    assert "m::a and m::c are no longer connected" in finding.consequence
    assert "--adapt-joints" in finding.hint


@pytest.mark.findings("urdf-joint-loop-approximated")
@pytest.mark.parametrize(("kind", "axes"), [("ball", []), ("universal", ["axis", "axis2"])], ids=["a ball", "two axes"])
def test_a_joint_of_several_axes_that_closes_a_loop_leaves_no_hinges_behind(kind: str, axes: list[str], tmp_path: Path) -> None:
    second = b"</axis><axis2><xyz>1 0 0</xyz></axis2></joint>\n</model>" if axes else b"</axis></joint>\n</model>"
    loop = LOOP.replace(b'"j3" type="revolute"', f'"j3" type="{kind}"'.encode()).replace(b"</axis></joint>\n</model>", second)
    report = scenec.convert(loop, tmp_path / "r.urdf", from_="sdformat")
    assert "joint-split" not in codes(report)
    assert [each.subject for each in report.findings if each.code == "urdf-joint-loop-dropped"] == ["m::j3"]
    root = ElementTree.parse(tmp_path / "r.urdf").getroot()
    assert [link.get("name") for link in root.findall("link")] == ["a", "b", "c"]
    scenec.convert(loop, tmp_path / "g.urdf", from_="sdformat", adapt_joints=True)
    joint = ElementTree.parse(tmp_path / "g.urdf").getroot().find("gazebo/joint")
    assert joint is not None and joint.get("type") == kind
    assert [each.tag for each in joint if each.tag.startswith("axis")] == axes


def test_with_adapt_joints_gazebo_closes_the_loop(tmp_path: Path) -> None:
    report = scenec.convert(LOOP, tmp_path / "r.urdf", from_="sdformat", adapt_joints=True)
    assert "urdf-joint-loop-dropped" not in codes(report)
    (finding,) = [each for each in report.findings if each.code == "urdf-joint-loop-approximated"]
    assert (finding.level, finding.subject) == ("error", "m::j3")
    joint = ElementTree.parse(tmp_path / "r.urdf").getroot().find("gazebo/joint")
    assert joint is not None
    assert joint.attrib == {"name": "j3", "type": "revolute"}
    assert {each.tag: each.text for each in joint if each.tag != "axis"} == {"pose": "0.5 0 0 0 0 0", "parent": "a", "child": "c"}
    limits = {each.tag: each.text for each in joint.iterfind("axis/limit/*")}
    assert list(limits.items()) == [("lower", "-1"), ("upper", "2"), ("effort", "3"), ("velocity", "4")]


@pytest.mark.parametrize("merged", [False, True])
def test_fixed_joints_stay_in_gazebos_format_unless_they_are_to_be_merged(merged: bool, tmp_path: Path) -> None:
    report = scenec.convert(NAO, tmp_path / "r.sdf", from_="urdf", merge_fixed=merged)
    scene, _ = scenec.read(tmp_path / "r.sdf")
    assert [str(link.name) for link in scene.links] == (["base_link"] if merged else ["base_link", "tip"])
    assert scene.physics().total.mass == 2
    assert ("joint-fixed-merged-on-request" in codes(report)) is merged
    if merged:
        assert {str(frame.name) for frame in scene.frames} >= {"tip"}
        assert scene.physics().links[0].com[0] == 0.5


def test_a_joint_named_like_a_link_is_renamed_for_gazebo_and_its_colour_stays(tmp_path: Path) -> None:
    report = scenec.convert(NAO, tmp_path / "r.sdf", from_="urdf")
    (finding,) = [each for each in report.findings if each.code == "name-made-unique"]
    assert (finding.value, finding.target) == ("tip", "tip_2")
    (visual,) = scenec.read(tmp_path / "r.sdf")[0].links[1].visuals
    assert visual.material is not None
    assert visual.material.diffuse == (1, 0.5, 0.25, 0.5)


def test_what_moves_on_a_static_link_stands_on_the_ground(tmp_path: Path) -> None:
    door = b"""<sdf version="1.9"><model name="doorway"><model name="frame"><static>true</static><link name="frame"/></model>
      <model name="door"><link name="door"/></model>
      <joint name="hinge" type="revolute"><parent>frame::frame</parent><child>door::door</child><axis><xyz>0 0 1</xyz></axis></joint>
    </model></sdf>"""
    scenec.convert(door, tmp_path / "r.urdf", from_="sdformat")
    joints = ElementTree.parse(tmp_path / "r.urdf").getroot().findall("joint")
    ends = {each.get("name"): [each.find(tag).get("link") for tag in ("parent", "child")] for each in joints}  # type: ignore[union-attr]  # each joint has both
    assert ends == {"world_to_frame": ["world", "frame"], "hinge": ["frame", "door"]}
