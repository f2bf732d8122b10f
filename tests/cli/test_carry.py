"""`--carry`: what the target cannot say travels in the file or beside it, and comes back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Scenec


def test_a_motor_travels_in_the_sdf_and_comes_back(scenec: Scenec, motor_arm: str) -> None:
    done = scenec("convert", motor_arm, "-o", "arm.sdf", "--carry")
    assert done.status == 0
    assert done.err.splitlines()[-1].startswith("3 lost (3 carried), 21 values accounted for")
    assert scenec("convert", "arm.sdf", "-o", "back.ros2", "--carry").status == 0
    assert "ServoMotor" in Path("back.ros2").read_text()


def test_without_the_option_the_file_is_what_its_simulator_sees_and_a_note_says_that_there_is_more(scenec: Scenec, motor_arm: str) -> None:
    scenec("convert", motor_arm, "-o", "arm.sdf", "--carry")
    done = scenec("convert", "arm.sdf", "-o", "back.ros2")
    assert "ServoMotor" not in Path("back.ros2").read_text()
    assert "carried-values-ineffective" in done.err
    assert scenec("inspect", "arm.sdf", "--physics", "--format", "json").out.count('"actuated":true') == 0


def test_a_carried_loss_still_fails_where_a_loss_does(scenec: Scenec, motor_arm: str) -> None:
    assert scenec("convert", motor_arm, "-o", "arm.sdf", "--carry", "--strict").status == 1


def test_a_sidecar_leaves_the_file_as_it_is_without_carrying(scenec: Scenec, motor_arm: str) -> None:
    scenec("convert", motor_arm, "-o", "plain.sdf")
    done = scenec("convert", motor_arm, "-o", "arm.sdf", "--carry", "--carry-to", "sidecar")
    assert done.status == 0
    assert Path("arm.sdf").read_text().replace('"arm"', '"plain"') == Path("plain.sdf").read_text().replace('"arm"', '"plain"')
    assert json.loads(Path("arm.scenec.json").read_text())["schema"] == "scenec.carried/1"
    scenec("convert", "arm.sdf", "-o", "back.ros2", "--carry")
    assert "ServoMotor" in Path("back.ros2").read_text()


def test_a_sidecar_of_another_scene_is_left_alone(scenec: Scenec, motor_arm: str) -> None:
    scenec("convert", motor_arm, "-o", "arm.sdf", "--carry", "--carry-to", "sidecar")
    scenec("convert", motor_arm, "-o", "arm.rsg")
    done = scenec("convert", "arm.rsg", "-o", "back.ros2", "--carry")
    assert done.status == 0 and "carried-value" not in done.err


def test_saying_where_to_carry_without_carrying_is_a_mistake(scenec: Scenec, motor_arm: str) -> None:
    done = scenec("convert", motor_arm, "-o", "arm.sdf", "--carry-to", "sidecar")
    assert done.status == 2
    assert "--carry" in done.err and not Path("arm.sdf").exists()


@pytest.mark.sweep
def test_a_whole_library_goes_there_and_back(scenec: Scenec, motor_arm: str) -> None:
    Path("Scenes").mkdir()
    Path(motor_arm).rename("Scenes/arm.ros2")
    assert scenec("migrate", "Scenes", "there", "--to", "sdformat", "--carry", "--carry-to", "sidecar", "--jobs", "1").status == 0
    assert sorted(path.name for path in Path("there").glob("arm*")) == ["arm.scenec.json", "arm.sdf"]
    assert scenec("migrate", "there", "back", "--to", "simrobot", "--carry", "--jobs", "1").status == 0
    assert "ServoMotor" in Path("back/arm.ros2").read_text()
