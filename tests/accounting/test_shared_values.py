"""A part that is dropped, or has no effect, in one place loses its own values, and not those that another place prints."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec

INERTIAL = "<inertial><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>"
LOOP = f"""<sdf version="1.5"><model name="axle">
<link name="left"><pose>0 1 0 0 0 0</pose>{INERTIAL}</link>
<link name="right"><pose>0 -1 0 0.5 0 0</pose>{INERTIAL}</link>
<joint name="hub" type="revolute"><parent>left</parent><child>right</child><axis><xyz>0 0 1</xyz></axis></joint>
<joint name="differential" type="revolute"><pose>0 0 0.2 0 0 0</pose><parent>left</parent><child>right</child>
<axis><xyz>0 1 0</xyz><use_parent_model_frame>true</use_parent_model_frame></axis></joint>
</model></sdf>"""
"""The second joint closes a loop. Its axis is stated in the frame of the model, to which `right` is turned."""


@pytest.mark.parametrize("target", ["loop.ros2", "loop.urdf"])
def test_a_dropped_joint_claims_its_own_values_only(tmp_path: Path, target: str) -> None:
    (tmp_path / "loop.sdf").write_text(LOOP)
    report = scenec.convert(tmp_path / "loop.sdf", tmp_path / target)
    fates = {line.path.partition("model[1]/")[2].removesuffix("/text()"): line.fate for line in report.ledger}
    assert fates["link[2]/pose[1]"] == "kept", "the pose of the link is written, though the dropped axis was turned by it"
    own = ("@name", "@type", "parent[1]", "child[1]", "pose[1]", "axis[1]/xyz[1]", "axis[1]/use_parent_model_frame[1]")
    assert {name: fates[f"joint[2]/{name}"] for name in own} == dict.fromkeys(own, "dropped")


def test_a_value_without_effect_in_one_place_is_not_lost_where_another_prints_it(tmp_path: Path) -> None:
    """The mass of a body that stands still has no effect, and the other body weighs what the class of both says."""
    bodies = '<body name="a"><geom size=".1"/></body><body name="b"><freejoint/><geom size=".1"/></body>'
    default = '<default><geom density="500"/></default>'
    (tmp_path / "two.xml").write_text(f"<mujoco>{default}<worldbody>{bodies}</worldbody></mujoco>")
    report = scenec.convert(tmp_path / "two.xml", tmp_path / "two.ros2")
    assert "mass-ineffective" in {finding.code for finding in report.findings}
    assert [line.fate for line in report.ledger if line.path.endswith("@density")] == ["converted"]


def test_a_value_that_only_steers_what_is_printed_is_lost_where_it_has_no_effect(tmp_path: Path) -> None:
    """The tensor along the axes of the link is computed with the rotation of its frame, and is the same for each."""
    inertial = '<inertial><origin rpy="0.3 0 0"/><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    (tmp_path / "ball.urdf").write_text(f'<robot name="r"><link name="ball">{inertial}</link></robot>')
    report = scenec.convert(tmp_path / "ball.urdf", tmp_path / "ball.rsg")
    assert [line.fate for line in report.ledger if line.path.endswith("@rpy")] == ["dropped"]


def test_a_place_that_an_empty_link_shares_with_another_is_not_lost_with_it(tmp_path: Path) -> None:
    """The definition places a flag, of which MARS has nothing, and a box."""
    flag = "(nd Transform (setLocalPos $half 0 0) (nd ObjectState (setPerceptName flag)))"
    box = "(nd Transform (setName box) (setLocalPos $half 0 0.4) (nd BoxCollider (setBoxLengths 1 2 3)))"
    (tmp_path / "field.rsg").write_text(f"(RSG 0 1)((def $half (eval 3.0 / 2.0)) {flag} {box})")
    report = scenec.convert(tmp_path / "field.rsg", tmp_path / "field.scene")
    assert "link-empty-dropped" in {finding.code for finding in report.findings}
    assert [line.fate for line in report.ledger if line.value in ("3.0", "/", "2.0")] == ["converted"] * 3


BASE = """<node><name>base</name><index>1</index><groupid>1</groupid><physicmode>box</physicmode><movable>true</movable><mass>1</mass>
<extend><x>1</x><y>1</y><z>1</z></extend></node>"""
NODES = f"""<SceneFile><nodelist>{BASE}<node><name>mast</name><filename>{{mesh}}</filename><index>2</index><groupid>1</groupid>
<relativeid>1</relativeid><physicmode>box</physicmode><movable>true</movable><mass>1</mass><position><x>0.2</x></position>
<extend><x>0.1</x><y>0.1</y><z>0.1</z></extend></node></nodelist>{{sensor}}</SceneFile>"""
SENSOR = """<sensorlist><sensor><name>eye</name><index>1</index><type>RaySensor</type><attached_node>2</attached_node><position_offset>
<x>0.03</x></position_offset></sensor></sensorlist>"""


@pytest.mark.parametrize("target", ["mast.xml", "mast.rsg"])
@pytest.mark.parametrize(
    ("mesh", "sensor", "codes"),
    [("PRIMITIVE", SENSOR, {"sensor-unsupported-dropped"}), ("missing.obj", "", {"mjcf-mesh-file-dropped", "visual-dropped"})],
    ids=["sensor", "visual"],
)
def test_a_dropped_part_leaves_its_place_to_the_collision_that_stands_there(
    tmp_path: Path, target: str, mesh: str, sensor: str, codes: set[str]
) -> None:
    (tmp_path / "mast.scene").write_text(NODES.format(mesh=mesh, sensor=sensor))
    report = scenec.convert(tmp_path / "mast.scene", tmp_path / target)
    assert codes & {finding.code for finding in report.findings}
    fates = {line.path: line.fate for line in report.ledger}
    assert fates["/SceneFile[1]/nodelist[1]/node[2]/position[1]/x[1]/text()"] in ("kept", "converted")
    if sensor:
        assert fates["/SceneFile[1]/sensorlist[1]/sensor[1]/position_offset[1]/x[1]/text()"] == "dropped"
