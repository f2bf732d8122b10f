"""``scenec diff``: what people and programs get to know of two files that differ."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import ARM, SERVO, Scenec, put
from tests.cli.test_report_files import schema

EDITED = (
    ARM.format(motor=SERVO)
    .replace('max="90degree"', 'max="80degree"')
    .replace('<SphereMass value="0.5kg" radius="0.1m"/>', '<Translation x="10cm"/><SphereMass value="0.6kg" radius="0.1m"/>')
    .replace('name="elbow"', 'name="bend"')
)


@pytest.fixture
def edited(tmp_path: Path) -> str:
    """The arm with another limit, a heavier forearm 10 cm further out, a hinge of another name, and a motor."""
    return put(tmp_path, "new/arm.ros2", EDITED)


def test_equal_files_exit_0_and_say_what_is_the_same(scenec: Scenec, arm: str) -> None:
    done = scenec("diff", arm, arm)
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[-1] == "no difference: 2 links and 1 joint"


def test_what_differs_is_a_line_each_under_what_it_is_about(scenec: Scenec, arm: str, edited: str) -> None:
    done = scenec("diff", arm, edited)
    assert (done.status, done.err) == (1, "")
    assert (
        done.out
        == """arm.ros2 (simrobot core2) and new/arm.ros2 (simrobot core2)

base::forearm
  ~ moved by 100 mm
  ~ mass 0.5 -> 0.6 kg (+20 %)
  ~ inertia tensor 0.002 0.002 0.002 0 0 0 -> 0.0024 0.0024 0.0024 0 0 0 kg m^2

base::elbow
  = renamed elbow -> bend
  ~ upper limit 1.5708 -> 1.39626 rad (90 -> 80 degrees)
  + actuator (position motor)

6 differences (1 added, 1 moved, 3 changed, 1 renamed); 1 link and 0 joints are the same
"""
    )


def test_a_part_that_only_turned_is_said_to_turn(scenec: Scenec, tmp_path: Path) -> None:
    box = '<visual name="lid"><pose>0 0 0 0 0 {yaw}</pose><geometry><box><size>1 2 3</size></box></geometry></visual>'
    for name, yaw in (("a.sdf", "0"), ("b.sdf", "90")):
        text = box.format(yaw=yaw).replace("<pose>", '<pose degrees="true">')
        put(tmp_path, name, f'<sdf version="1.9"><model name="m"><link name="l">{text}</link></model></sdf>')
    assert "  ~ visual lid: turned by 90°\n" in scenec("diff", "a.sdf", "b.sdf").out


def test_files_of_different_formats_are_compared_in_what_they_mean(scenec: Scenec, arm: str) -> None:
    scenec("convert", arm, "-o", "arm.sdf", "-q")
    done = scenec("diff", arm, "arm.sdf")
    assert done.status == 0
    assert "no difference: 2 links and 1 joint; " in done.out
    assert done.out.endswith("values that only one of the formats states were not compared\n")


def test_verbose_names_the_lines_of_both_files(scenec: Scenec, arm: str, edited: str) -> None:
    assert "      A arm.ros2:5:7, B arm.ros2:5:7\n" in scenec("diff", arm, edited, "--verbose").out


def test_quiet_says_it_with_the_exit_status_alone(scenec: Scenec, arm: str, edited: str) -> None:
    assert scenec("diff", arm, edited, "-q") == (1, "", "")


def test_json_follows_its_schema(scenec: Scenec, arm: str, edited: str) -> None:
    done = scenec("diff", arm, edited, "--format", "json")
    data: dict[str, Any] = json.loads(done.out)
    schema("diff").validate(data)
    assert done.status == 1
    assert data["totals"] == {"removed": 0, "added": 1, "moved": 1, "changed": 3, "renamed": 1, "restructured": 0}
    moved = next(item for item in data["items"] if item["change"] == "moved")
    assert (moved["a"], moved["distance"], moved["source_a"]["line"]) == ("base::forearm", 0.1, 7)


def test_the_json_of_equal_files_follows_it_too(scenec: Scenec, arm: str) -> None:
    data = json.loads(scenec("diff", arm, arm, "--format", "json").out)
    schema("diff").validate(data)
    assert data["equal"] is True


def test_the_same_files_give_the_same_bytes(scenec: Scenec, arm: str, edited: str) -> None:
    assert len({scenec("diff", arm, edited, "--format", "json").out for _ in range(2)}) == 1


def test_numbers_within_the_tolerance_are_the_same(scenec: Scenec, tmp_path: Path) -> None:
    one = put(tmp_path, "one.ros2", ARM.format(motor=""))
    other = put(tmp_path, "other.ros2", ARM.format(motor="").replace("0.5kg", "0.5000001kg"))
    assert scenec("diff", one, other, "-q").status == 1
    assert scenec("diff", one, other, "-q", "--tolerance", "1e-6").status == 0


def test_a_comparison_can_be_written_in_every_form_at_once(scenec: Scenec, arm: str, edited: str) -> None:
    done = scenec("diff", arm, edited, "-q", "-o", "d.html", "--report", "d.json", "--report", "d.md", "-o", "d.txt")
    assert (done.status, done.out) == (1, "")
    schema("diff").validate(json.loads(Path("d.json").read_text()))
    assert "- changed: mass 0.5 -&gt; 0.6 kg" in Path("d.md").read_text()
    assert "  ~ mass 0.5 -> 0.6 kg" in Path("d.txt").read_text()
    page = Path("d.html").read_text()
    assert 'id="total-changed">3<' in page
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org", "")


def test_a_file_whose_suffix_says_no_form_is_wrong_usage(scenec: Scenec, arm: str) -> None:
    done = scenec("diff", arm, arm, "-o", "d.pdf")
    assert done.status == 2
    assert "expected a suffix of .json, .md, .html, .txt" in done.error


def test_a_file_that_cannot_be_read_is_named(scenec: Scenec, arm: str) -> None:
    done = scenec("diff", arm, "nowhere.sdf")
    assert (done.status, done.out) == (3, "")
    assert done.error.startswith("nowhere.sdf: cannot be read")
