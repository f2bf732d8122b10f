"""`--report` and `--ledger`: what became of every value, for people and for programs."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.cli.conftest import ARM, ROOT, SERVO, Scenec, put

FIXTURES = [*sorted(path.name for path in (ROOT / "fixtures").glob("*.ros2")), "humanoid/humanoid.ros2"]
FATES = ("kept", "converted", "approximated", "carried", "dropped", "unresolved", "invalid")


def schema(name: str) -> Draft202012Validator:
    text = (files("scenec") / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")
    return Draft202012Validator(json.loads(text))


def load(path: str) -> Any:
    return json.loads(Path(path).read_text(encoding="utf-8"))


def test_a_report_can_be_had_in_every_form_at_once(scenec: Scenec, motor_arm: str) -> None:
    done = scenec("convert", motor_arm, "-o", "arm.sdf", "--report", "r.json", "--report", "r.md", "--report", "r.txt", "-q")
    assert done.status == 0
    assert load("r.json")["findings"][0]["code"] == "actuator-dropped"
    assert "## Warnings" in Path("r.md").read_text()
    assert "warnings: 1" in Path("r.txt").read_text()


def test_a_report_on_stdout_is_text(scenec: Scenec, motor_arm: str) -> None:
    done = scenec("convert", motor_arm, "-o", "arm.sdf", "--report", "-", "-q")
    assert "SDFormat has no motors" in done.out


def test_the_ledger_has_a_line_for_every_value_and_adds_up_to_the_report(scenec: Scenec, motor_arm: str) -> None:
    scenec("convert", motor_arm, "-o", "arm.sdf", "--report", "r.json", "--ledger", "r.jsonl", "-q")
    report, lines = load("r.json"), [json.loads(line) for line in Path("r.jsonl").read_text().splitlines()]
    totals = report["totals"]
    assert Counter(line["fate"] for line in lines) == {fate: totals[fate] for fate in FATES if totals[fate]}
    assert len(lines) == totals["values"] == sum(totals[fate] for fate in FATES)
    gain = next(line for line in lines if line["path"].endswith("/ServoMotor[1]/@p"))
    assert (gain["line"], gain["value"], gain["fate"]) == (6, "30", "dropped")
    assert report["findings"][gain["finding"]]["code"] == "actuator-dropped"


def test_the_ledger_points_at_the_right_findings_when_levels_change(scenec: Scenec, motor_arm: str) -> None:
    Path(motor_arm).write_text(f"{Path(motor_arm).read_text()}<!-- a lost comment is only a note -->")
    raised = "comments-dropped=error"
    scenec("convert", motor_arm, "-o", "arm.sdf", "--severity", raised, "--report", "r.json", "--ledger", "r.jsonl", "-q")
    findings, lines = load("r.json")["findings"], [json.loads(line) for line in Path("r.jsonl").read_text().splitlines()]
    assert findings[0]["code"] == "comments-dropped", "an error now, so first"
    gain = next(line for line in lines if line["path"].endswith("/ServoMotor[1]/@p"))
    assert findings[gain["finding"]]["code"] == "actuator-dropped"


def test_several_files_have_one_report_that_names_them_from_their_common_folder(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "scenes/a/arm.ros2", ARM.format(motor=SERVO))
    put(tmp_path, "scenes/b/leg.ros2", ARM.format(motor=""))
    files_of = ["scenes/a/arm.ros2", "scenes/b/leg.ros2"]
    scenec("convert", *files_of, "-o", "out", "--to", "sdformat", "--report", "r.json", "--ledger", "r.jsonl", "-q")
    report, lines = load("r.json"), [json.loads(line) for line in Path("r.jsonl").read_text().splitlines()]
    schema("report").validate(report)
    assert report["source"]["files"] == ["a/arm.ros2", "b/leg.ros2"]
    assert report["totals"]["values"] == len(lines) == 37
    assert {line["file"] for line in lines} == {"a/arm.ros2", "b/leg.ros2"}
    gain = next(line for line in lines if line["path"].endswith("/ServoMotor[1]/@p"))
    assert report["findings"][gain["finding"]]["source"]["file"] == "a/arm.ros2"


def test_the_same_input_gives_the_same_bytes(scenec: Scenec, motor_arm: str) -> None:
    for name in ("1", "2"):
        scenec("convert", motor_arm, "-o", "arm.sdf", "--report", f"{name}.json", "--report", f"{name}.md", "--ledger", f"{name}.jsonl")
    for form in ("json", "md", "jsonl"):
        assert Path(f"1.{form}").read_bytes() == Path(f"2.{form}").read_bytes()


def test_a_report_says_nothing_of_where_it_was_made(scenec: Scenec, motor_arm: str, tmp_path: Path) -> None:
    scenec("convert", tmp_path / motor_arm, "-o", tmp_path / "arm.sdf", "--report", "r.json")
    assert str(tmp_path) not in Path("r.json").read_text()


@pytest.mark.parametrize("fixture", FIXTURES)
def test_every_fixture_gives_a_report_and_a_physics_summary_as_published(scenec: Scenec, fixture: str) -> None:
    path = ROOT / "fixtures" / fixture
    done = scenec("convert", path, "-o", "out.sdf", "--lenient", "--fail-on", "never", "--report", "r.json")
    assert done.status == 0
    schema("report").validate(load("r.json"))
    done = scenec("inspect", path, "--lenient", "--physics", "--format", "json", "-q")
    schema("physics").validate(json.loads(done.out))


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (
            ["-o", "arm.sdf", "--report", "r.jsn"],
            "--report 'r.jsn' does not say its form; expected a suffix of .json, .md, .html, .sarif, .txt; did you mean .json?",
        ),
        (["-o", "-", "--to", "sdf", "--report", "-"], "standard output cannot take both the result and the report"),
    ],
)
def test_a_report_that_cannot_be_written_is_refused_first(scenec: Scenec, arm: str, options: list[str], complaint: str) -> None:
    done = scenec("convert", arm, *options)
    assert (done.status, done.error) == (2, complaint)
    assert not Path("arm.sdf").exists()


def test_a_report_that_the_disk_refuses_is_reported(scenec: Scenec, arm: str) -> None:
    Path("r.json").mkdir()
    done = scenec("convert", arm, "-o", "arm.sdf", "--report", "r.json", "-q")
    assert (done.status, done.error) == (4, "r.json: cannot be written: is a directory")
