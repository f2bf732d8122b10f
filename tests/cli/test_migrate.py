"""`scenec migrate` as its users have it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.batch.conftest import put, scene
from tests.cli.conftest import SERVO, Scenec
from tests.cli.test_report_files import schema


def test_a_library_and_its_balance(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "Scenes/a.ros2", scene("a"))
    put(tmp_path, "Scenes/sub/b.ros2", scene("b"))
    done = scenec("migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1")
    assert (done.status, done.out) == (0, "")
    assert done.err.splitlines()[0] == "2 files: 2 converted"
    assert done.err.splitlines()[-1].startswith("0 lost, ")
    assert (tmp_path / "out/sub/b.sdf").exists()
    assert scenec("migrate", "Scenes", "out", "--to", "sdf").err.splitlines()[0] == "2 files: 2 unchanged"


def test_failures_are_told_in_one_line_each_and_by_the_status(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "Scenes/a.ros2", scene("a"))
    put(tmp_path, "Scenes/b.ros2", "<Simulation><Scene></Simulation>")
    done = scenec("migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1")
    assert done.status == 5
    assert done.err.startswith("scenec: failed: Scenes/b.ros2:1:")
    assert "2 files: 1 converted, 1 failed" in done.err


def test_losses_decide_the_status_as_in_convert(scenec: Scenec, tmp_path: Path, motor_arm: str) -> None:
    (tmp_path / "Scenes").mkdir()
    (tmp_path / motor_arm).rename(tmp_path / "Scenes" / motor_arm)
    assert SERVO in (tmp_path / "Scenes" / motor_arm).read_text()
    assert scenec("migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1").status == 0
    assert scenec("migrate", "Scenes", "out", "--to", "sdf", "--strict").status == 1


def test_the_summary_as_json_and_markdown(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "Scenes/a.ros2", scene("a"))
    put(tmp_path, "Scenes/b.ros2", "no scene | at all")
    scenec("migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1", "--report", "r.json", "--report", "r.md")
    summary = json.loads((tmp_path / "r.json").read_text())
    assert summary["schema"] == "scenec.migration/1"
    assert (summary["files"]["converted"], summary["files"]["failed"]) == (1, 1)
    assert summary["troubles"][0]["file"] == "b.ros2"
    assert "2 files: 1 converted, 1 failed" in (tmp_path / "r.md").read_text()


def test_the_summary_is_as_its_schema_says_and_the_same_wherever_the_library_lies(scenec: Scenec, tmp_path: Path, motor_arm: str) -> None:
    for place in ("here", "there/too"):
        put(tmp_path, f"{place}/a.ros2", (tmp_path / motor_arm).read_text())
        put(tmp_path, f"{place}/bad.ros2", "<Simulation>")
        put(tmp_path, f"{place}/out/held.sdf", "somebody's")
        put(tmp_path, f"{place}/held.ros2", scene("held"))
    for place, library in (("here", "here"), ("there/too", str(tmp_path / "there/too"))):
        scenec("migrate", library, f"{place}/out", "--to", "sdf", "--jobs", "1", "--report", f"{place}.json", "--report", f"{place}.sarif")
    summary = (tmp_path / "here.json").read_text()
    assert summary == (tmp_path / "there/too.json").read_text()
    schema("migration").validate(json.loads(summary))
    assert {each["status"] for each in json.loads(summary)["troubles"]} == {"failed", "held"}
    assert str(tmp_path) not in (tmp_path / "there/too.sarif").read_text()


def definitions(name: str) -> dict[str, Any]:
    whole = schema(name).schema
    assert isinstance(whole, dict)
    found: dict[str, Any] = whole["$defs"]
    return found


def test_its_findings_are_those_of_reports() -> None:
    of_migration, of_report = definitions("migration"), definitions("report")
    assert {name: of_migration[name] for name in ("finding", "place", "count")} == {
        name: of_report[name] for name in ("finding", "place", "count")
    }


def test_watching_converts_again_what_changes(tmp_path: Path) -> None:
    put(tmp_path, "Scenes/a.ros2", scene("a", mass=1))
    put(tmp_path, "Scenes/b.ros2", scene("b"))
    command = [sys.executable, "-m", "scenec", "migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1", "--watch"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, env=environment)
    assert process.stderr is not None
    try:
        assert next(line for line in process.stderr if "files:" in line) == "2 files: 2 converted\n"
        next(line for line in process.stderr if "accounted for" in line)
        time.sleep(1)  # the watch begins when the balance has been told
        put(tmp_path, "Scenes/a.ros2", scene("a", mass=7))
        assert next(line for line in process.stderr if "files:" in line) == "2 files: 1 converted, 1 unchanged\n"
        assert "<mass>7" in (tmp_path / "out/a.sdf").read_text()
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)
    assert process.returncode == 130


def test_what_migrate_needs_is_said(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "Scenes/a.ros2", scene("a"))
    assert scenec("migrate", "Scenes", "out").error == "a folder does not say which format to write; expected --to FMT"
    assert "is not a folder" in scenec("migrate", "Scenes/a.ros2", "out", "--to", "sdf").error
    assert "did you mean .md?" in scenec("migrate", "Scenes", "out", "--to", "sdf", "--report", "x.mdd").error
    assert not (tmp_path / "out").exists()
