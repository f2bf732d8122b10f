"""Which findings matter: --fail-on, --strict, --severity, --ignore, --baseline, and the same in pyproject.toml."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Scenec


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ([], 0),  # the lost motor is a warning; only errors fail
        (["--fail-on", "warning"], 1),
        (["--fail-on", "note"], 1),
        (["--fail-on", "control"], 1),
        (["--fail-on", "physics"], 0),
        (["--fail-on", "physics", "--fail-on", "control"], 1),
        (["--fail-on", "never"], 0),
        (["--strict"], 1),
        (["--strict", "--ignore", "actuator-dropped"], 0),
        (["--fail-on", "note", "--ignore", "actuator-dropped"], 1),  # a note tells of the update rate that was added
        (["--fail-on", "note", "--ignore", "actuator-dropped", "--ignore", "physics-update-rate-defaulted"], 0),
        (["--severity", "actuator-dropped=error"], 1),
        (["--strict", "--severity", "actuator-dropped=note"], 0),
    ],
)
def test_the_exit_status_says_whether_a_loss_matters(scenec: Scenec, motor_arm: str, options: list[str], status: int) -> None:
    assert scenec("convert", motor_arm, "-o", "arm.sdf", "-q", *options).status == status
    assert Path("arm.sdf").is_file(), "written all the same"


def test_a_value_without_effect_is_no_loss(scenec: Scenec, arm: str) -> None:
    done = scenec("convert", arm, "-o", "arm.sdf", "--fail-on", "note", "--ignore", "physics-update-rate-defaulted")
    assert "name-ineffective" in done.err
    assert done.status == 0


def test_losses_that_a_baseline_has_do_not_count_and_new_ones_do(scenec: Scenec, arm: str, motor_arm: str) -> None:
    scenec("convert", motor_arm, "-o", "arm.sdf", "-q", "--report", "old.json")
    scenec("convert", arm, "-o", "arm.sdf", "-q", "--report", "none.json")
    assert scenec("convert", motor_arm, "-o", "arm.sdf", "-q", "--fail-on", "note", "--baseline", "old.json").status == 0
    assert scenec("convert", motor_arm, "-o", "arm.sdf", "-q", "--fail-on", "note", "--baseline", "none.json").status == 1


def test_ignored_content_is_still_reported(scenec: Scenec, motor_arm: str) -> None:
    scenec("convert", motor_arm, "-o", "arm.sdf", "--ignore", "actuator-dropped", "--report", "r.json")
    findings = json.loads(Path("r.json").read_text())["findings"]
    assert [finding["level"] for finding in findings if finding["code"] == "actuator-dropped"] == ["note"]


def test_the_project_can_say_it_once_for_all(scenec: Scenec, motor_arm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.scenec]\nignore = ["comments-dropped"]\nseverity = {"actuator-dropped" = "error"}\n')
    (tmp_path / "deep").mkdir()
    monkeypatch.chdir(tmp_path / "deep")
    assert scenec("convert", f"../{motor_arm}", "-o", "arm.sdf", "-q").status == 1
    assert scenec("convert", f"../{motor_arm}", "-o", "arm.sdf", "-q", "--severity", "actuator-dropped=note").status == 0


def test_the_baseline_of_a_project_lies_beside_its_pyproject(
    scenec: Scenec, motor_arm: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenec("convert", motor_arm, "-o", "arm.sdf", "-q", "--report", "known.json")
    (tmp_path / "pyproject.toml").write_text('[tool.scenec]\nbaseline = "known.json"\n')
    (tmp_path / "deep").mkdir()
    monkeypatch.chdir(tmp_path / "deep")
    assert scenec("convert", f"../{motor_arm}", "-o", "arm.sdf", "-q", "--strict").status == 0


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ('ignor = ["a"]', "unknown key 'ignor' in [tool.scenec]; expected one of severity, ignore, baseline, fail-on; did you mean ignore"),
        ('ignore = "actuator-dropped"', 'ignore in [tool.scenec] is of the wrong type; expected a list like ignore = ["comments-dropped"]'),
        ('severity = {"actuator-dropped" = "eror"}', "unknown level 'eror' for actuator-dropped"),
        ('ignore = ["actuator-droped"]', "no finding has the code 'actuator-droped'; did you mean actuator-dropped?"),
        ("ignore = [", "is no TOML"),
    ],
)
def test_a_mistake_in_the_project_is_reported(scenec: Scenec, arm: str, tmp_path: Path, table: str, complaint: str) -> None:
    (tmp_path / "pyproject.toml").write_text(f"[tool.scenec]\n{table}\n")
    done = scenec("convert", arm, "-o", "arm.sdf")
    assert done.status == 2
    assert complaint in done.error


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--fail-on", "warnin"], "unknown level or category 'warnin'; expected one of error, warning, note, never, physics"),
        (["--severity", "actuator-dropped"], "--severity 'actuator-dropped' has no level; expected CODE=LEVEL"),
        (["--severity", "actuator-droped=note"], "did you mean actuator-dropped?"),
        (["--ignore", "actuators"], "no finding has the code 'actuators'"),
        (["--baseline", "arm.ros2"], "arm.ros2: the baseline is no JSON"),
    ],
)
def test_a_mistake_in_an_option_is_reported_before_anything_is_written(
    scenec: Scenec, arm: str, options: list[str], complaint: str
) -> None:
    done = scenec("convert", arm, "-o", "arm.sdf", *options)
    assert done.status == 2
    assert complaint in done.error
    assert not Path("arm.sdf").exists()
