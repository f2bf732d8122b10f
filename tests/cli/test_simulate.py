"""`scenec simulate`: verdicts that a person would give, from motions in MuJoCo."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from scenec.simulate.verdicts import Verdict, judge
from tests.cli.conftest import Scenec
from tests.view.browser import needs_browser, opened

HUMANOID = Path(__file__).parents[2] / "fixtures" / "humanoid" / "humanoid.ros2"
FLOOR = '<geom name="floor" type="plane" size="5 5 .1"/>'


def mjcf(folder: Path, body: str, world: str = FLOOR) -> str:
    path = folder / "scene.xml"
    path.write_text(f'<mujoco model="m"><worldbody>{world}{body}</worldbody></mujoco>', encoding="utf-8")
    return str(path)


def box(height: float) -> str:
    return f'<body name="crate" pos="0 0 {height}"><freejoint name="free"/><geom type="box" size=".1 .1 .1"/></body>'


def walker() -> str:
    """A rod on end that is free in a plane, as walkers of Gymnasium are."""
    joints = "".join(f'<joint name="{name}" type="{kind}" axis="{axis}"/>' for name, kind, axis in PLANAR)
    return f'<body name="walker" pos="0 0 .5" euler="0 5 0">{joints}<geom type="capsule" size=".05 .44"/></body>'


PLANAR = (("x", "slide", "1 0 0"), ("z", "slide", "0 0 1"), ("pitch", "hinge", "0 1 0"))


def arm(joint: str = "") -> str:
    hinge = f'<joint name="hinge" axis="0 1 0" range="-20 20" {joint}/>'
    return f'<body name="arm" pos="0 0 1">{hinge}<geom type="capsule" fromto="0 0 0 .3 0 0" size=".02"/></body>'


def test_ready_puts_a_floor_below_what_would_drop(scenec: Scenec, tmp_path: Path) -> None:
    scene = mjcf(tmp_path, box(0.0), "")
    assert "crate: drops" in scenec("simulate", scene).out
    assert "crate: stands" in scenec("simulate", scene, "--ready").out


@pytest.mark.parametrize(
    ("body", "world", "verdict"),
    [
        (box(0.1), FLOOR, "crate: stands"),
        (box(1.0), FLOOR, "crate: lands (it started 0."),
        (box(1.0), "", "crate: drops (nothing is below it"),
        (walker(), FLOOR, "walker: falls"),
        (arm(), FLOOR, "arm: moves (its base is fixed"),
        (arm('stiffness="500" damping="9"'), FLOOR, "arm: holds"),
        ('<body name="wall" pos="0 0 1"><geom type="box" size=".1 .1 .1"/></body>', FLOOR, "Nothing can move."),
    ],
    ids=["stands", "lands", "drops", "planar", "moves", "holds", "static"],
)
def test_each_thing_that_moves_gets_a_verdict(scenec: Scenec, tmp_path: Path, body: str, world: str, verdict: str) -> None:
    done = scenec("simulate", mjcf(tmp_path, body, world))
    assert done.status == 0, done.err
    assert any(line.startswith(verdict) for line in done.out.splitlines()), done.out


def test_joints_that_leave_their_limits_are_reported(scenec: Scenec, tmp_path: Path) -> None:
    done = scenec("simulate", mjcf(tmp_path, arm()), "--at", "hinge=0.5")
    (line,) = (line for line in done.out.splitlines() if line.startswith("Joint hinge was "))
    assert line == "Joint hinge was 8.6° outside its limits.", "0.5 rad is 28.6°, the limit is 20°"


def test_what_the_conversion_changed_is_reported_beside_the_verdict(scenec: Scenec) -> None:
    done = scenec("simulate", str(HUMANOID), "--seconds", "0.1")
    assert "Cannot judge the original" in done.out and "mjcf-servo-approximated" in done.out
    assert "Robin: stands" in done.out


def test_the_motion_is_written_as_data(scenec: Scenec, tmp_path: Path) -> None:
    path = tmp_path / "motion.json"
    assert scenec("simulate", mjcf(tmp_path, box(1.0), ""), "--seconds", "1", "-o", str(path)).status == 0
    motion = json.loads(path.read_text())
    assert motion["schema"] == "scenec.motion/1" and motion["bodies"] == ["crate"]
    heights = [poses[2] for poses in motion["poses"]]
    falls = [1.0 - 9.81 / 2 * time**2 for time in motion["times"]]
    assert heights == pytest.approx(falls, abs=0.02), "a free fall"
    assert motion["verdicts"][0]["verdict"] == "drops"


def test_the_strip_shows_the_start_and_the_end(scenec: Scenec, tmp_path: Path) -> None:
    path = tmp_path / "motion.png"
    assert scenec("simulate", mjcf(tmp_path, box(1.0)), "--seconds", "1", "-o", str(path)).status == 0
    with Image.open(path) as image:
        assert image.size == (5 * 320, 360)
        stills = np.split(np.asarray(image.convert("L"), dtype=int), 5, axis=1)
    assert np.abs(stills[0] - stills[4]).max() > 30, "the crate is elsewhere at the end"


@needs_browser
def test_the_page_plays_the_motion(scenec: Scenec, tmp_path: Path) -> None:
    path = tmp_path / "motion.html"
    assert scenec("simulate", mjcf(tmp_path, box(1.0), ""), "--seconds", "1", "-o", str(path)).status == 0
    look = """(() => { const board = document.querySelector('.scenes').board, stage = board.views[0].stage;
      const heights = [0, 1].map(time => { board.player.show(time); return Math.min(...stage.X.map(X => X.p[2])); });
      return {fallen: heights[0] - heights[1], told: document.querySelector('.time').textContent,
              knobs: document.querySelectorAll('.joints').length}; })()"""
    _, measured = opened(path.read_text(encoding="utf-8"), tmp_path, then=look)
    assert measured["fallen"] == pytest.approx(9.81 / 2, abs=0.05)
    assert measured["told"] == "1.00 s" and measured["knobs"] == 0


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--at", "hinje=1"), "no joint 'hinje' of --at turns or slides; expected a joint of the scene; did you mean hinge?"),
        (("--at", "hinge=1,2"), "--at 'hinge' has 2 positions"),
        (("--seconds", "0"), "--seconds 0 is no time to simulate"),
        (("--seconds", "nan"), "--seconds nan is no time to simulate"),
        (("-o", "motion.avi"), "-o 'motion.avi' does not say what to write; expected a name that ends with .json, .png, .html"),
    ],
)
def test_wrong_calls_are_refused(scenec: Scenec, tmp_path: Path, arguments: tuple[str, ...], error: str) -> None:
    done = scenec("simulate", mjcf(tmp_path, arm()), *arguments)
    assert done.status == 2 and error in done.err
    assert not (tmp_path / "motion.avi").exists()


def tree(**measured: object) -> dict[str, object]:
    usual = {
        "name": "robot",
        "floating": True,
        "joints": 2,
        "mass": 1.0,
        "moved": 0.0,
        "turned": 0.0,
        "dropped": 0.0,
        "dropped_free": 0.0,
        "height": 0.5,
        "joint": "knee",
        "joint_moved": 0.0,
        "joint_turns": True,
        "depth": 0.0,
        "touched": True,
        "speed": 0.0,
    }
    return usual | measured


@pytest.mark.parametrize(
    ("measured", "word"),
    [
        ({}, "stands"),
        ({"moved": 0.06}, "moves"),
        ({"turned": 12.0}, "moves"),
        ({"turned": 50.0}, "falls"),
        ({"dropped": 0.16}, "falls"),
        ({"dropped": 0.36, "dropped_free": 0.2}, "falls"),
        ({"dropped": 0.36, "dropped_free": 0.3}, "lands"),
        ({"dropped": 0.36, "dropped_free": 0.3, "turned": 50.0}, "falls"),
        ({"dropped": 19.0, "dropped_free": 0.1}, "drops"),
        ({"depth": 0.03}, "sinks"),
        ({"touched": False, "dropped": 19.0}, "drops"),
        ({"speed": 60.0}, "explodes"),
        ({"floating": False, "joint_moved": 0.05}, "holds"),
        ({"floating": False, "joint_moved": 0.2}, "moves"),
    ],
)
def test_thresholds_are_those_of_the_page(measured: dict[str, object], word: str) -> None:
    (found,) = judge({"trees": [tree(**measured)], "unstable": "", "times": [0.0, 2.0], "gravity": 9.81})
    assert found.word == word


def test_a_state_that_mujoco_gives_up_is_an_explosion() -> None:
    (found,) = judge({"trees": [tree()], "unstable": "BADQACC after 0.1 s", "times": [0.0, 2.0], "gravity": 9.81})
    assert found == Verdict("robot", "explodes", "MuJoCo gave up with BADQACC after 0.1 s")
