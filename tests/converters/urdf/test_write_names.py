"""Names of links, joints and frames: Gazebo's tags refer to them, and SDFormat has one scope for all."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import scenec
from tests.converters.urdf.writing import codes

MJCF = b"""<mujoco><worldbody><body name="knee"><freejoint/><geom size=".1"/>
  <body name="shin"><joint name="knee" stiffness="5" axis="0 0 1"/><geom size=".1"/><site name="shin"/></body></body></worldbody>
  </mujoco>"""
SDF = b"""<sdf version="1.9"><model name="m"><link name="a"/><link name="b"/>
  <joint name="u" type="universal"><parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint>
</model></sdf>"""


def names_in(path: Path) -> list[str]:
    root = ElementTree.parse(path).getroot()
    return [each.attrib["name"] for each in root if each.tag in ("link", "joint")]


def test_a_joint_named_like_a_link_gets_another_name_and_keeps_its_spring(tmp_path: Path) -> None:
    report = scenec.convert(MJCF, tmp_path / "r.urdf", from_="mjcf")
    names = names_in(tmp_path / "r.urdf")
    assert len(names) == len(set(names))
    assert "name-made-unique" in codes(report)
    again, _ = scenec.read(tmp_path / "r.urdf")
    (spring,) = [axis.stiffness for joint in again.physics().joints for axis in joint.axes]
    assert spring == 5


def test_the_hinges_of_a_chain_and_the_link_between_them_have_names_of_their_own(tmp_path: Path) -> None:
    report = scenec.convert(SDF, tmp_path / "r.urdf", from_="sdformat")
    assert names_in(tmp_path / "r.urdf") == ["a", "b", "u link 1", "u 1", "u 2"]
    assert "name-made-unique" not in codes(report)


def test_a_moving_link_is_not_called_world(tmp_path: Path) -> None:
    """Drake and MuJoCo take a link of that name for the ground."""
    mass = '<SphereMass value="1kg" radius="1m"/>'
    hinge = f'<Hinge name="h"><Axis z="1"/><Body name="world">{mass}</Body></Hinge>'
    source = tmp_path / "m.ros2"
    source.write_text(f'<Simulation><Scene name="s"><Body name="a">{mass}{hinge}</Body></Scene></Simulation>')
    report = scenec.convert(source, tmp_path / "r.urdf")
    assert names_in(tmp_path / "r.urdf") == ["a", "world_2", "h"]
    assert "name-made-unique" in codes(report)
