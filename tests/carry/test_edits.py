"""The file in between was edited by hand: edits win, what they make stale is told, everything else comes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.carry.there_and_back import Way, codes, edited, physics, returned, walked

ROBOT = """\
<Simulation>
  <Scene name="yard" stepLength="0.01s" gravity="-9.81m/s^2">
    <Body name="base">
      <BoxMass value="3kg" width="20cm" height="10cm" depth="20cm"/>
      <BoxGeometry depth="20cm" height="10cm" width="20cm"/>
      <BoxAppearance depth="20cm" height="10cm" width="20cm"><Surface diffuseColor="#ff0000"/></BoxAppearance>
      <Hinge name="shoulder">
        <Translation z="5cm"/>
        <Axis y="1"><Deflection max="90degree" min="-90degree"/>
          <ServoMotor maxForce="5" maxVelocity="180degree/s" p="12" i="0.5" d="0.25"/>
        </Axis>
        <Body name="arm">
          <Translation z="10cm"/>
          <SphereMass radius="5cm" value="1kg"/>
          <SphereGeometry radius="5cm"/>
          <Gyroscope name="turning"/>
        </Body>
      </Hinge>
    </Body>
  </Scene>
</Simulation>
"""


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    path = tmp_path / "yard.ros2"
    path.write_text(ROBOT)
    return path


def stale(way: Way) -> list[tuple[str, str, str]]:
    """Subject, carried value and what the file says now, of each stale value."""
    return [(f.subject, f.value, f.target) for f in way.home.findings if f.code == "carried-value-stale-ineffective"]


def test_gains_travel_through_sdf_and_come_back_as_written(robot: Path, tmp_path: Path) -> None:
    way = walked(robot, "sdformat", tmp_path)
    assert [f.fate for f in way.out.findings if f.code == "actuator-dropped"] == ["carried"]
    assert 'p="12"' in way.back.read_text() and 'i="0.5"' in way.back.read_text()
    assert stale(way) == []


def test_what_both_formats_say_is_not_in_the_record_and_edits_of_it_come_through(robot: Path, tmp_path: Path) -> None:
    way = walked(robot, "sdformat", tmp_path)
    record = way.there.read_text().partition("<scenec:carried")[2]
    assert "inertial.mass" not in record and ">3<" not in record
    edited(way.there, "<mass>3</mass>", "<mass>4.5</mass>")
    returned(way)
    assert stale(way) == []
    masses = {link["path"]: link["mass"] for link in physics(way.back)["links"]}
    assert masses == {"base::base": 4.5, "base::arm": 1.0}
    assert 'p="12"' in way.back.read_text()


def test_a_carried_value_that_is_edited_is_what_comes_back(robot: Path, tmp_path: Path) -> None:
    way = walked(robot, "sdformat", tmp_path)
    edited(way.there, 'field="gains.p">12<', 'field="gains.p">15<')
    returned(way)
    assert 'p="15"' in way.back.read_text()


TABLE = """\
<sdf version="1.9">
  <model name="table">
    <static>true</static>
    <link name="top">
      <visual name="board">
        <geometry><box><size>1 2 0.1</size></box></geometry>
        <material><diffuse>0.123 0.5 0.25 1</diffuse></material>
      </visual>
    </link>
  </model>
</sdf>
"""


def test_an_edit_of_what_stood_in_for_a_carried_value_wins_and_is_told(tmp_path: Path) -> None:
    """SimRobot's colours have eight bits; the red of the board comes back in full unless somebody painted it."""
    source = tmp_path / "table.sdf"
    source.write_text(TABLE)
    way = walked(source, "simrobot", tmp_path)
    assert "<diffuse>0.123 0.5 0.25 1</diffuse>" in way.back.read_text()
    colour = way.there.read_text().partition('diffuseColor="')[2][:7]
    edited(way.there, colour, "#0000ff")
    returned(way)
    assert "<diffuse>0 0 1 1</diffuse>" in way.back.read_text()
    assert stale(way) == [("table::top.visuals.board.material.diffuse", "[0.123, 0.5, 0.25, 1]", "[0, 0, 1, 1]")]


def test_a_moved_link_moves_and_what_was_carried_stays_with_it(robot: Path, tmp_path: Path) -> None:
    way = walked(robot, "sdformat", tmp_path)
    edited(way.there, '<pose relative_to="shoulder">0 0 0.1 0 0 0</pose>', '<pose relative_to="shoulder">0 0 0.3 0 0 0</pose>')
    returned(way)
    arm = next(link for link in physics(way.back)["links"] if link["path"] == "base::arm")
    assert arm["pose"][2] == pytest.approx(0.35)
    assert [sensor["type"] for sensor in arm["sensors"]] == ["gyroscope"]
    assert stale(way) == []


def test_a_renamed_link_keeps_its_edit_and_what_it_carried_is_told(robot: Path, tmp_path: Path) -> None:
    way = walked(robot, "rsg", tmp_path)
    text = way.there.read_text()
    scene, head, record = text.partition("; scenec carries")
    way.there.write_text(scene.replace("arm", "upper_arm") + head + record)
    returned(way)
    assert any("arm" in link["path"] for link in physics(way.back)["links"])
    assert "carried-value-stale-ineffective" in codes(way.home)


@pytest.mark.parametrize("target", ["sdformat", "mars", "rsg"])
def test_coming_back_twice_is_coming_back_once(robot: Path, tmp_path: Path, target: str) -> None:
    way = walked(robot, target, tmp_path / "first")
    second = walked(way.back, target, tmp_path / "second")
    third = walked(second.back, target, tmp_path / "third")
    assert second.back.read_bytes() == way.back.read_bytes() == third.back.read_bytes()
    assert third.there.read_bytes() == second.there.read_bytes()
