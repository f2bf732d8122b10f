"""`scenec check` on files that their format refuses: every fault in one run, in its place, and none that only follows from another."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenec import api
from tests.cli.conftest import ARM, Scenec, put

SIMROBOT = """<Simulation>
  <Scene name="arm" stepLength="fast">
    <Body name="base">
      <Mass><BoxMass value="1kq" width="0.1m" height="0.1m" depth="0.1m"/></Mass>
      <Hinge name="elbow">
        <Axis y="1"/>
        <Body name="forearm">
          <SphereMass value="0.5kg" radius="0.1m"/>
          <SphereGeom radius="0.1m"/>
        </Body>
      </Hinge>
    </Body>
  </Scene>
</Simulation>
"""
SIMROBOT_TEXT = """<Simulation>
  <Scene name="arm">
    <Body name="base">
      <Mass value=1/></Mas>
      <Sphere Geometry radius="0.1m"/>
    </Body>
  </Scene>
"""
SDFORMAT = """<sdf version="1.9">
  <model name="m">
    <link>
      <inertial><mass>one</mass></inertial>
    </link>
    <link name="a"><pose>0 0</pose>
      <inertial><mass>heavy</mass></inertial>
      <collision name="c"><geometry><box><size>1 x 1</size></box></geometry></collision>
    </link>
    <link name="b"/>
    <joint name="k" type="revolute"><parent>a</parent></joint>
  </model>
</sdf>
"""
SDFORMAT_TEXT = """<sdf version="1.9">
  <model name="m">
    <link name="a">
      <inertial><mass>1</mass></inertiall>
      <visual name="v"><geometry><box><size x=1>1 1 1</size></box></geometry></visual>
    </link>
    <link name='c' name='d'/>
  </model>
</sdf>
"""
MARS = """<?xml version="1.0"?>
<SceneFile>
  <nodelist>
    <node><name>one</name><index>1</index><physicmode>box</physicmode><mass>1</mass><extend><x>1</x><y>1</y><z>1</z></extend></node>
    <node><name>two<index>2</index></node>
    <node><name>th&ree</name><index>3</index><physicmode>box</physicmode><mass>1</mass><extend><x>1</x><y>1</y><z>1</z></extend></node>
  </nodelist>
  <jointlist>
    <joint><name>j</name><index>1</index><type>hing</type><nodeindex1>1</nodeindex1><nodeindex2>3</nodeindex2></joint>
  </jointlist>
</SceneFile>
"""
MARS_YAML = """version: 1
nodelist:
  - name: one
    index: 1
    mass: 1
    physicmode: box
    extend: {x: 1, y: 1, z: 1}
jointlist:
  - name: j
    index: 1
    type: hing
    nodeindex1: 1
    nodeindex2: 1
  - name: k
    index: 2
    type: slide
    nodeindex1: 1
    nodeindex2: 1
"""
RSG = """(RSG 0 1)
(
  (nd RigidBody (setMass 1)
  (nd Box (setExtents 1 1))
  (foo "bar)
"""


@pytest.mark.parametrize(
    ("name", "text", "places"),
    [
        ("a.ros2", SIMROBOT, [(2, 33), (4, 29), (9, 12)]),
        ("a.ros2", SIMROBOT_TEXT, [(4, 19), (4, 24), (5, 24), (8, 1)]),
        ("a.sdf", SDFORMAT, [(3, 5), (6, 20), (7, 17), (8, 42), (11, 5)]),
        ("a.sdf", SDFORMAT_TEXT, [(4, 33), (5, 47), (7, 20)]),
        ("a.scene", MARS, [(5, 38), (6, 23), (9, 5)]),
        ("a.yml", MARS_YAML, [(9, 5), (14, 5)]),
        ("a.rsg", RSG, [(3, 3), (5, 8)]),
    ],
)
def test_one_run_reports_every_fault_of_a_file_with_its_place(tmp_path: Path, name: str, text: str, places: list[tuple[int, int]]) -> None:
    report = api.check(tmp_path / put(tmp_path, name, text))
    assert report.refused
    found = [finding for finding in report.findings if finding.code == "file-refused"]
    assert [(each.source.line, each.source.column) for each in found if each.source] == places
    assert {(each.level, each.fate) for each in found} == {("error", "invalid")}
    assert report.totals["values"] == report.totals["invalid"] == len(places) == len(list(report.ledger))


def test_what_refers_to_a_part_that_was_cut_out_is_no_fault_of_its_own(tmp_path: Path) -> None:
    text = '<sdf version="1.9"><model name="m">\n<link name="a"><inertial><mass/></inertial><pose>x</pose></link>\n<link name="b"/>\n'
    joint = '<joint name="j" type="fixed"><parent>a</parent><child>b</child></joint></model></sdf>'
    report = api.check(tmp_path / put(tmp_path, "a.sdf", text + joint))
    assert {finding.source.line for finding in report.findings if finding.source} == {2}


def test_a_fault_in_an_included_file_is_reported_in_that_file(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "deep/part.rsi2", '<Simulation>\n<Body name="p"><SphereMass value="1kg" radius="a"/></Body></Simulation>')
    scene = '<Simulation><Include href="part.rsi2"/><Scene name="s"><Body ref="p"/><Boddy/></Scene></Simulation>'
    put(tmp_path, "deep/scene.ros2", scene)
    done = scenec("check", "deep/scene.ros2")
    assert done.status == 3
    assert [line.partition(": ")[0] for line in done.out.splitlines()] == ["deep/scene.ros2:1:72", "deep/part.rsi2:2:48"]
    assert done.err == 'scenec: error: deep/scene.ros2:1:72: Unexpected element "Boddy"; did you mean Body?; 1 more error\n'


def test_faults_of_reading_and_of_the_scene_are_reported_together(scenec: Scenec, tmp_path: Path) -> None:
    text = ARM.format(motor="").replace('min="-10degree"', 'min="100degree"').replace('stepLength="0.01"', 'stepLength="x"')
    put(tmp_path, "arm.ros2", text)
    done = scenec("check", "arm.ros2")
    assert done.status == 3
    assert "arm.ros2:2:33: error: File refused: Expected float" in done.out
    assert "arm.ros2:6:38: warning: min of <Deflection>" in done.out


def test_a_stream_is_searched_as_a_file_is(scenec: Scenec) -> None:
    done = scenec("check", "-", "--from", "simrobot", stdin=SIMROBOT)
    assert done.status == 3
    assert [line.partition(": ")[0] for line in done.out.splitlines()] == ["stdin:2:33", "stdin:4:29", "stdin:9:12"]


def test_a_file_of_faults_is_searched_within_bounds(tmp_path: Path) -> None:
    wrong = "".join(f'<Body name="b{i}"><Mass/><Wrong{i}/></Body>\n' for i in range(200))
    report = api.check(tmp_path / put(tmp_path, "a.ros2", f'<Simulation><Scene name="s">\n{wrong}</Scene></Simulation>'))
    assert report.totals["invalid"] == 50
    assert any("more faults" in finding.hint for finding in report.findings)


def test_the_same_file_gives_the_same_report(tmp_path: Path) -> None:
    path = tmp_path / put(tmp_path, "a.sdf", SDFORMAT)
    assert api.check(path).to_json() == api.check(path).to_json()
