"""A sonar's opening: SDFormat states the radius at the far end, SimRobot two angles."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

import scenec

SONAR = """<sdf version="1.7"><model name="m"><link name="a"><sensor name="s" type="sonar">
<sonar>{}<min>0.1</min><max>2</max><radius>0.5</radius></sonar></sensor></link></model></sdf>"""


@pytest.mark.findings("sensor-beam-approximated")
def test_a_sonar_keeps_its_opening_there_and_back(tmp_path: Path) -> None:
    (tmp_path / "a.sdf").write_text(SONAR.format(""))
    there = scenec.convert(tmp_path / "a.sdf", tmp_path / "b.ros2")
    text = (tmp_path / "b.ros2").read_text()
    angles = re.findall(r'angle[XY]="([\d.]+)radian"', text)
    assert [math.isclose(float(each), 2 * math.atan(0.5 / 2)) for each in angles] == [True, True]
    (finding,) = [each for each in there.findings if each.code == "sensor-beam-approximated"]
    assert "28.0725°" in finding.target
    scenec.convert(tmp_path / "b.ros2", tmp_path / "c.sdf")
    assert "<radius>0.5</radius>" in (tmp_path / "c.sdf").read_text()


def test_a_sonar_that_hears_all_around_is_not_said_to_lack_an_opening(tmp_path: Path) -> None:
    (tmp_path / "a.sdf").write_text(SONAR.format("<geometry>sphere</geometry>"))
    report = scenec.convert(tmp_path / "a.sdf", tmp_path / "b.ros2")
    assert "all directions" in next(each.because for each in report.findings if each.code == "sensor-kind-dropped")


def test_an_opening_of_half_a_turn_has_a_radius_that_ends(tmp_path: Path) -> None:
    (tmp_path / "a.ros2").write_text(
        '<Simulation><Scene name="s"><Body name="b"><SphereMass value="1kg" radius="1cm"/>'
        '<ApproxDistanceSensor name="s" max="1m" angleX="200degree" angleY="10degree"/></Body></Scene></Simulation>'
    )
    report = scenec.convert(tmp_path / "a.ros2", tmp_path / "b.sdf")
    (radius,) = re.findall(r"<radius>([\d.]+)</radius>", (tmp_path / "b.sdf").read_text())
    assert math.isclose(float(radius), math.tan(math.radians(89.5)))
    (finding,) = [each for each in report.findings if each.code == "sensor-beam-approximated"]
    assert (finding.value, finding.target) == ("200° x 10° (pyramid)", "a cone of 179°")
