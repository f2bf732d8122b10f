"""`scenec migrate` as its users have it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import sarif_pydantic

from tests.batch.conftest import balance, put, scene
from tests.cli.conftest import ARM, SERVO, Scenec
from tests.cli.test_report_files import schema
from tests.processes import SCENEC, one_conversion, patience, started
from tests.view.browser import dom_of, needs_browser


def test_a_library_and_its_balance(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "Scenes/a.ros2", scene("a"))
    put(tmp_path, "Scenes/sub/b.ros2", scene("b"))
    done = scenec("migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1")
    assert (done.status, done.out) == (0, "")
    assert balance(done.err) == "2 files: 2 converted"
    assert done.err.splitlines()[-1].startswith("0 lost, ")
    assert (tmp_path / "out/sub/b.sdf").exists()
    assert balance(scenec("migrate", "Scenes", "out", "--to", "sdf").err) == "2 files: 2 unchanged"


def test_failures_are_reported_in_one_line_each_and_by_the_status(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "Scenes/a.ros2", scene("a"))
    put(tmp_path, "Scenes/b.ros2", "<Simulation><Scene></Simulation>")
    done = scenec("migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1")
    assert done.status == 5
    assert done.err.startswith("scenec: failed: Scenes/b.ros2:1:")
    assert "2 files: 1 converted, 1 failed" in done.err


def test_parts_and_expansions_are_skipped_and_every_report_says_why(scenec: Scenec, tmp_path: Path) -> None:
    """A workspace of ROS whose files are all right has exit status 0."""
    xacro = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
    put(tmp_path, "src/hand/package.xml", "<package><name>hand_description</name></package>")
    macro = '<xacro:macro name="hand" params="prefix"><link name="${prefix}palm"/></xacro:macro>'
    put(tmp_path, "src/hand/urdf/hand_macro.xacro", f"<robot {xacro}>{macro}</robot>")
    include = '<xacro:include filename="$(find hand_description)/urdf/hand_macro.xacro"/>'
    put(tmp_path, "src/hand/urdf/hand.urdf.xacro", f'<robot name="hand" {xacro}>{include}<xacro:hand prefix="g_"/></robot>')
    put(tmp_path, "src/hand/urdf/hand.urdf", '<robot name="hand"><link name="g_palm"/></robot>')
    reports = [each for form in ("json", "html", "md", "txt", "sarif") for each in ("--report", f"r.{form}")]
    done = scenec("migrate", "src", "out", "--to", "sdf", "--jobs", "1", *reports)
    assert (done.status, balance(done.err)) == (0, "3 files: 1 converted, 2 skipped")
    summary = json.loads((tmp_path / "r.json").read_text())
    schema("migration").validate(summary)
    assert {row["file"]: (row["status"], row["note"]) for row in summary["rows"]} == {
        "hand/urdf/hand.urdf": ("skipped", "expansion of hand.urdf.xacro"),
        "hand/urdf/hand.urdf.xacro": ("converted", ""),
        "hand/urdf/hand_macro.xacro": ("skipped", "part of hand/urdf/hand.urdf.xacro"),
    }
    for form in ("html", "md", "txt", "sarif"):
        text = (tmp_path / f"r.{form}").read_text()
        assert "expansion of hand.urdf.xacro" in text and "part of hand/urdf/hand.urdf.xacro" in text, form


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
        scenec(
            "migrate",
            library,
            f"{place}/out",
            "--to",
            "sdf",
            "--jobs",
            "1",
            "--report",
            f"r/{place}/m.json",
            "--report",
            f"r/{place}/m.sarif",
        )
    summary = (tmp_path / "r/here/m.json").read_text()
    assert summary == (tmp_path / "r/there/too/m.json").read_text()
    schema("migration").validate(json.loads(summary))
    assert {each["status"] for each in json.loads(summary)["troubles"]} == {"failed", "held"}
    assert str(tmp_path) not in (tmp_path / "r/there/too/m.sarif").read_text()


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


@contextmanager
def writing_repeatedly(folder: Path, name: str, text: str) -> Iterator[None]:
    """Write a file again and again, since a watch begins some time after the balance is printed."""
    seen = threading.Event()

    def write() -> None:
        put(folder, name, text)
        while not seen.wait(2 * one_conversion()):
            put(folder, name, text)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield
    finally:
        seen.set()
        writer.join()


def test_watching_converts_again_what_changes(tmp_path: Path) -> None:
    put(tmp_path, "Scenes/a.ros2", scene("a", mass=1))
    put(tmp_path, "Scenes/b.ros2", scene("b"))
    command = [*SCENEC, "migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1", "--watch"]
    with started(command, cwd=tmp_path, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert next(line for line in process.stderr if "files:" in line) == "2 files: 2 converted\n"
        next(line for line in process.stderr if "accounted for" in line)
        with writing_repeatedly(tmp_path / "Scenes", "a.ros2", scene("a", mass=7)):
            assert next(line for line in process.stderr if "files:" in line) == "2 files: 1 converted, 1 unchanged\n"
        assert "<mass>7" in (tmp_path / "out/a.sdf").read_text()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=patience())
    assert process.returncode == 130


def test_what_migrate_needs_is_said(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "Scenes/a.ros2", scene("a"))
    assert scenec("migrate", "Scenes", "out").error == "a folder does not say which format to write; expected --to FMT"
    assert "is not a folder" in scenec("migrate", "Scenes/a.ros2", "out", "--to", "sdf").error
    assert "did you mean .md?" in scenec("migrate", "Scenes", "out", "--to", "sdf", "--report", "x.mdd").error
    assert not (tmp_path / "out").exists()


def library_of_two(folder: Path, motor_arm: str) -> None:
    """One file with a loss, one without, in folders."""
    put(folder, "Scenes/deep/motor.ros2", (folder / motor_arm).read_text())
    put(folder, "Scenes/plain.ros2", scene("plain"))


REPORTS = [each for form in ("json", "html", "md", "txt", "sarif") for each in ("--report", f"r/m.{form}")]


def test_every_file_has_a_row_with_a_link_to_its_own_report(scenec: Scenec, tmp_path: Path, motor_arm: str) -> None:
    library_of_two(tmp_path, motor_arm)
    put(tmp_path, "Scenes/bad.ros2", "<Simulation>")
    done = scenec("migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1", *REPORTS)
    assert done.status == 5
    rows = {row["file"]: row for row in json.loads((tmp_path / "r/m.json").read_text())["rows"]}
    assert {file: (row["status"], row["level"], row["lost"]) for file, row in rows.items()} == {
        "bad.ros2": ("failed", "error", 0),
        "deep/motor.ros2": ("converted", "warning", 3),
        "plain.ros2": ("converted", "note", 0),
    }
    assert (rows["bad.ros2"]["report"], rows["deep/motor.ros2"]["report"]) == (None, "m_files/deep/motor.ros2.report.json")
    own = json.loads((tmp_path / "r" / rows["deep/motor.ros2"]["report"]).read_text())
    assert "actuator-dropped" in {finding["code"] for finding in own["findings"]}
    for form in ("html", "md", "txt"):
        text = (tmp_path / f"r/m.{form}").read_text()
        assert f"m_files/deep/motor.ros2.report.{form}" in text
        assert (tmp_path / f"r/m_files/deep/motor.ros2.report.{form}").is_file()
    artifacts = json.loads((tmp_path / "r/m.sarif").read_text())["runs"][0]["artifacts"]
    properties = {each["location"]["uri"]: each["properties"] for each in artifacts}
    assert properties["Scenes/deep/motor.ros2"]["level"] == "warning"
    assert properties["Scenes/deep/motor.ros2"]["report"] == "m_files/deep/motor.ros2.report.json"
    assert sorted(properties) == ["Scenes/bad.ros2", "Scenes/deep/motor.ros2", "Scenes/plain.ros2"]


def test_the_sarif_of_a_migration_is_valid(scenec: Scenec, tmp_path: Path, motor_arm: str) -> None:
    library_of_two(tmp_path, motor_arm)
    scenec("migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1", "--report", "m.sarif")
    log = sarif_pydantic.Sarif.model_validate_json((tmp_path / "m.sarif").read_bytes())
    assert len(log.runs[0].artifacts) == 2


def test_in_files_and_logs_columns_are_aligned_and_nothing_is_cut(scenec: Scenec, tmp_path: Path, motor_arm: str) -> None:
    library_of_two(tmp_path, motor_arm)
    name = "a-model-with-a-name-that-is-far-longer-than-any-terminal-is-wide-" * 3
    put(tmp_path, f"Scenes/{name}.ros2", scene("long"))
    put(tmp_path, f"Scenes/{name}x.ros2", "<Simulation>")
    done = scenec("migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1", "--report", "r.txt", "--report", "-")
    for text in (done.err, done.out, (tmp_path / "r.txt").read_text()):
        lines = text.splitlines()
        assert "..." not in text
        head = next(index for index, line in enumerate(lines) if line.startswith("file "))
        rows = lines[head : head + 5]
        column = rows[0].index("status")
        assert [row[column:].split()[0] for row in rows] == ["status", "converted", "failed", "converted", "converted"]
        head = next(index for index, line in enumerate(lines) if line.startswith("level "))
        column = lines[head].index("code")
        codes = [line[column:].split()[0] for line in lines[head + 1 : lines.index("", head) if "" in lines[head:] else -1]]
        assert "actuator-dropped" in codes
        assert all(re.fullmatch(r"[a-z-]+", code) for code in codes)


def test_the_json_of_a_migration_is_the_baseline_of_the_next(scenec: Scenec, tmp_path: Path, motor_arm: str) -> None:
    """File by file: what one model is known to lose is new in another."""
    library_of_two(tmp_path, motor_arm)
    command = ["migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1", "--strict"]
    assert scenec(*command, "--report", "known.json").status == 1
    done = scenec(*command, "--baseline", "known.json", "--report", "again.json", "--report", "again.html")
    assert done.status == 0
    assert "known" in done.err
    again = json.loads((tmp_path / "again.json").read_text())
    schema("migration").validate(again)
    row = next(row for row in again["rows"] if row["file"] == "deep/motor.ros2")
    assert (row["level"], row["lost"], row["known"] > 0) == (None, 3, True)
    kinds = {kind["code"]: kind for kind in again["findings"]}
    assert (kinds["actuator-dropped"]["known"], kinds["actuator-dropped"]["count"]) == (1, 1)
    put(tmp_path, "Scenes/other.ros2", (tmp_path / motor_arm).read_text())
    assert scenec(*command, "--baseline", "known.json", "--report", "third.json").status == 1
    rows = {row["file"]: row["level"] for row in json.loads((tmp_path / "third.json").read_text())["rows"]}
    assert rows == {"deep/motor.ros2": None, "plain.ros2": None, "other.ros2": "warning"}


def test_a_baseline_of_a_migration_serves_single_conversions(scenec: Scenec, tmp_path: Path, motor_arm: str) -> None:
    library_of_two(tmp_path, motor_arm)
    scenec("migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1", "--report", "known.json", "-q")
    convert = ["convert", "-o", "x.sdf", "-q", "--strict", "--baseline", "known.json"]
    assert scenec(*convert, "Scenes/deep/motor.ros2").status == 0
    assert scenec(*convert, motor_arm).status == 1


def test_more_losses_of_a_known_kind_are_new(scenec: Scenec, tmp_path: Path) -> None:
    """A baseline excuses as many as it has."""
    motor = ARM.format(motor=SERVO)
    put(tmp_path, "Scenes/a.ros2", motor)
    command = ["migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1", "--strict", "-q"]
    assert scenec(*command, "--report", "known.json").status == 1
    assert scenec(*command, "--baseline", "known.json").status == 0
    body = motor[motor.index("<Body") : motor.rindex("</Scene>")]
    twice = motor.replace("</Scene>", body.replace('name="base"', 'name="two"') + "</Scene>")
    put(tmp_path, "Scenes/a.ros2", twice)
    assert scenec(*command, "--baseline", "known.json").status == 1


def test_the_page_fetches_nothing_and_can_be_searched_and_sorted(scenec: Scenec, tmp_path: Path, motor_arm: str) -> None:
    library_of_two(tmp_path, motor_arm)
    put(tmp_path, "Scenes/<script>alert(1).ros2", scene("evil"))
    scenec("migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1", "--report", "m.html")
    page = (tmp_path / "m.html").read_text()
    assert "default-src 'none'" in page and 'http-equiv="Content-Security-Policy"' in page
    assert re.findall(r"""(?:src|href|action)=["'](?!m_files/)""", page) == []
    assert "http" not in page.replace("http-equiv", "")
    assert "<script>alert" not in page and "&lt;script&gt;alert(1).ros2" in page
    assert "<h1>Migration of Scenes</h1>" in page
    assert 'id="file-words"' in page and page.count("<th scope=") == 6
    for link in re.findall(r'href="(m_files/[^"]+)"', page):
        assert (tmp_path / unquote(link)).is_file()
    assert len(re.findall(r'href="m_files/', page)) == 3


def test_the_settings_of_a_project_hold_for_a_migration(scenec: Scenec, tmp_path: Path, motor_arm: str) -> None:
    library_of_two(tmp_path, motor_arm)
    command = ["migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1", "-q"]
    assert scenec(*command, "--report", "known.json").status == 0
    put(tmp_path, "pyproject.toml", '[tool.scenec]\nfail-on = "warning"\n')
    assert scenec(*command).status == 1
    put(tmp_path, "pyproject.toml", '[tool.scenec]\nfail-on = "warning"\nbaseline = "known.json"\n')
    assert scenec(*command).status == 0


def test_own_reports_that_cannot_be_written_are_reported_once(scenec: Scenec, tmp_path: Path, motor_arm: str) -> None:
    library_of_two(tmp_path, motor_arm)
    put(tmp_path, "m_files", "in the way")
    done = scenec("migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1", "--report", "m.json", "-q")
    assert (done.status, len(done.err.splitlines())) == (0, 1)
    assert "the reports of single files are incomplete" in done.err
    assert {row["report"] for row in json.loads((tmp_path / "m.json").read_text())["rows"]} == {None}


DRIVEN = """<script>addEventListener('load', () => {
  const words = document.querySelector('#file-words'), told = [];
  const rows = () => [...document.querySelectorAll('table.files tbody tr')].filter(row => !row.hidden);
  const files = () => rows().map(row => row.cells[0].textContent);
  words.value = 'deep warning'; words.dispatchEvent(new Event('input')); told.push(files());
  words.value = ''; words.dispatchEvent(new Event('input'));
  const lost = document.querySelectorAll('table.files th button')[3];
  lost.click(); told.push(files()); lost.click(); told.push(files());
  document.title = JSON.stringify(told);
});</script>"""


@needs_browser
def test_a_browser_searches_and_sorts_the_files(scenec: Scenec, tmp_path: Path, motor_arm: str) -> None:
    library_of_two(tmp_path, motor_arm)
    scenec("migrate", "Scenes", "out", "--to", "sdf", "--jobs", "1", "--report", "m.html")
    page = tmp_path / "m.html"
    page.write_text(page.read_text().replace("</body>", DRIVEN + "</body>"))
    found = re.search(r"<title>(.*?)</title>", dom_of(page))
    assert found is not None
    assert json.loads(found[1]) == [
        ["deep/motor.ros2"],
        ["plain.ros2", "deep/motor.ros2"],
        ["deep/motor.ros2", "plain.ros2"],
    ]
