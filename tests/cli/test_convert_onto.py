"""``scenec convert EDITED --onto ORIGINAL``: the lines that change, exit statuses, and what cannot be meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Scenec
from tests.edits.test_onto import MOTOR, edited

pytestmark = pytest.mark.findings("*", reason="what is lost on the way there does not come back; the files are judged")


@pytest.fixture
def lever(scenec: Scenec, tmp_path: Path) -> Path:
    (tmp_path / "lever.ros2").write_text(MOTOR.format(force="9N", mass="2kg"))
    scenec("convert", "lever.ros2", "-o", "lever.sdf", "--quiet")
    edited(tmp_path / "lever.sdf", ("<effort>9</effort>", "<effort>4</effort>"))
    return tmp_path / "lever.ros2"


def test_a_dry_run_shows_the_lines_and_writes_nothing(scenec: Scenec, lever: Path) -> None:
    before = lever.read_text()
    done = scenec("convert", "lever.sdf", "--onto", "lever.ros2", "--dry-run")
    assert done.status == 0
    lines = [line for line in done.out.splitlines() if line[:1] == "+" and line[:3] != "+++"]
    assert lines == ['+<Hinge name="arm"><Axis y="1"><ServoMotor maxVelocity="3radian/s" maxForce="4N" p="12"/></Axis><Body name="lever">']
    assert done.err.endswith("would change 1 line in 1 file\n")
    assert lever.read_text() == before


def test_the_original_changes_in_place(scenec: Scenec, lever: Path) -> None:
    done = scenec("convert", "lever.sdf", "--onto", "lever.ros2")
    assert (done.status, done.err.splitlines()[-1]) == (0, "changed 1 line in 1 file")
    assert lever.read_text() == MOTOR.format(force="4N", mass="2kg")


def test_elsewhere_the_original_stays(scenec: Scenec, lever: Path) -> None:
    before = lever.read_text()
    assert scenec("convert", "lever.sdf", "--onto", "lever.ros2", "-o", "new/lever.ros2").status == 0
    assert (lever.parent / "new" / "lever.ros2").read_text() == MOTOR.format(force="4N", mass="2kg")
    assert lever.read_text() == before


def test_an_edit_that_cannot_be_made_fails_and_the_others_are_made(scenec: Scenec, lever: Path) -> None:
    """SimRobot has no friction of joints."""
    friction = "<dynamics><friction>0.7</friction></dynamics>"
    edited(lever.with_suffix(".sdf"), ("<xyz>0 1 0</xyz>", f"<xyz>0 1 0</xyz>{friction}"), ("<effort>4</effort>", "<effort>6</effort>"))
    done = scenec("convert", "lever.sdf", "--onto", "lever.ros2")
    assert done.status == 1
    assert "edit-not-applied" in done.err
    assert lever.read_text() == MOTOR.format(force="6N", mass="2kg")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("lever.sdf", "lever.sdf", "--onto", "lever.ros2"), "--onto takes one edited file"),
        (("lever.sdf", "-o", "x.ros2", "--dry-run"), "--dry-run shows the lines that --onto changes"),
        (("lever.sdf", "--onto", "lever.ros2", "--base", "."), "is a folder"),
        (("lever.sdf", "--onto", "missing.ros2"), "does not exist"),
        (("lever.sdf",), "missing option '-o' / '--output'"),
    ],
)
def test_what_cannot_be_meant_is_refused(scenec: Scenec, lever: Path, arguments: tuple[str, ...], message: str) -> None:
    done = scenec("convert", *arguments)
    assert done.status == 2
    assert message in done.err
