"""`scenec check`: a file judged against its own format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import ARM, Scenec, put

REVERSED = ARM.format(motor="").replace('min="-10degree" max="90degree"', 'min="90degree" max="-10degree"')
FLAT = ARM.format(motor="").replace('<SphereMass value="0.5kg" radius="0.1m"/>', '<InertiaMatrixMass value="1kg" ixx="1" iyy="1" izz="9"/>')


def test_a_sound_file_passes(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "arm.ros2", ARM.format(motor="").replace('<Mass name="m">', "<Mass>"))
    done = scenec("check", "arm.ros2")
    assert (done.status, done.out) == (0, "")
    assert done.err == "arm.ros2 (simrobot core2): no problems; 15 values read\n"


def test_a_note_is_reported_and_passes(scenec: Scenec, arm: str) -> None:
    done = scenec("check", arm)
    assert done.status == 0
    assert done.out == "arm.ros2:4:19: note: Name ignored. SimRobot uses no name of <Mass>. [name-ineffective]\n"


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_a_finding_of_a_lint_can_be_stored_as_data(form: str, scenec: Scenec, tmp_path: Path) -> None:
    """The subject of this one is a name that was read."""
    box = '<BoxAppearance width="1m" height="1m" depth="1m"><Surface diffuseColor="#ff0000"/></BoxAppearance>'
    put(tmp_path, "dark.ros2", f'<Simulation><Scene name="dark"><Compound>{box}</Compound></Scene></Simulation>')
    done = scenec("check", "dark.ros2", "--format", form)
    assert "simrobot-scene-without-light" in done.out


def test_what_the_reader_of_the_format_ignores_is_a_warning(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "arm.ros2", REVERSED)
    done = scenec("check", "arm.ros2")
    assert done.status == 1
    line = "arm.ros2:6:38: warning: min of <Deflection>: Lower joint limit ignored. "
    assert f"{line}SimRobot takes a minimum above the maximum as the maximum." in done.out


def test_a_body_that_cannot_be_is_a_warning_with_the_line_of_its_mass(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "deep/arm.ros2", FLAT)
    done = scenec("check", "deep/arm.ros2", "--verbose")
    assert done.status == 1
    assert "deep/arm.ros2:8:11: warning: base::forearm: Inertia tensor implausible. No body can have this mass distribution: " in done.out
    assert "\n    Check units, signs and the order of the entries.\n" in done.out


def test_findings_can_be_let_pass(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "arm.ros2", FLAT)
    assert scenec("check", "arm.ros2", "--ignore", "link-inertia-implausible").status == 0
    assert scenec("check", "arm.ros2", "--severity", "link-inertia-implausible=note").status == 0
    scenec("check", "arm.ros2", "--report", "known.json")
    assert scenec("check", "arm.ros2", "--baseline", "known.json").status == 0


def test_a_report_of_the_check_has_its_findings_and_loses_nothing(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "arm.ros2", FLAT)
    scenec("check", "arm.ros2", "--report", "r.json", "-q")
    report = json.loads(Path("r.json").read_text())
    assert report["target"] == {"files": [], "format": "", "version": ""}
    found = next(finding for finding in report["findings"] if finding["code"] == "link-inertia-implausible")
    assert (found["fate"], found["source"]["line"]) == ("kept", 8)


def test_of_several_files_all_are_judged(scenec: Scenec, arm: str, tmp_path: Path) -> None:
    put(tmp_path, "broken.ros2", "<Simulation>")
    put(tmp_path, "reversed.ros2", REVERSED)
    done = scenec("check", "*.ros2")
    assert done.status == 5
    assert "scenec: error: broken.ros2:1" in done.err
    assert "reversed.ros2 (simrobot core2): 2 warnings, 1 note; 16 values read" in done.err


def test_a_report_goes_to_stdout_in_a_form_for_programs(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "deep/arm.ros2", REVERSED)
    done = scenec("check", "deep/arm.ros2", "--format", "json")
    assert done.status == 1
    report = json.loads(done.out)
    assert report["schema"] == "scenec.report/1"
    assert {finding["source"]["file"] for finding in report["findings"]} == {"deep/arm.ros2"}
    log = json.loads(scenec("check", "deep/arm.ros2", "--format", "sarif").out)
    assert log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "deep/arm.ros2"


def test_of_several_files_programs_get_one_report(scenec: Scenec, arm: str, tmp_path: Path) -> None:
    put(tmp_path, "broken.ros2", "<Simulation>")
    done = scenec("check", arm, "broken.ros2", "--format", "json")
    assert done.status == 5
    assert json.loads(done.out)["source"]["files"] == ["arm.ros2", "broken.ros2"]


def test_github_shows_each_finding_on_its_line(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "a,b/x%:y.ros2", REVERSED.replace('name="forearm"', 'name="f%0A::error::"'))
    lines = scenec("check", "a,b/x%:y.ros2", "--format", "github").out.splitlines()
    assert lines[0].startswith("::warning file=a%2Cb/x%25%3Ay.ros2,line=6,col=38,title=")
    assert all(line.startswith(("::warning file=", "::notice file=")) for line in lines)
    assert "%250A" in "".join(lines) or "%0A::error::" not in "".join(lines), "a name in a file is no command"


def test_a_report_for_people_and_one_for_programs_cannot_share_stdout(scenec: Scenec, arm: str) -> None:
    assert scenec("check", arm, "--format", "json", "--report", "-").status == 2


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ([], 1),
        (["--fail-on", "error"], 0),
        (["--fail-on", "warning"], 1),
        (["--fail-on", "note"], 1),
        (["--fail-on", "never"], 0),
        (["--fail-on", "physics"], 1),
        (["--fail-on", "sensing"], 0),
        (["--fail-on", "sensing", "--fail-on", "physics"], 1),
    ],
)
def test_the_gate_can_be_set(scenec: Scenec, tmp_path: Path, options: list[str], status: int) -> None:
    put(tmp_path, "arm.ros2", FLAT)
    assert scenec("check", "arm.ros2", *options).status == status


def test_a_note_fails_where_it_was_asked_for(scenec: Scenec, arm: str) -> None:
    assert scenec("check", arm, "--fail-on", "note").status == 1
    assert scenec("check", arm, "--fail-on", "note", "--ignore", "name-ineffective").status == 0


def test_a_file_that_cannot_be_read_fails_at_every_gate(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "broken.ros2", "<Simulation>")
    assert scenec("check", "broken.ros2", "--fail-on", "never", "--ignore", "file-refused").status == 3


def test_references_of_stdin_start_from_its_base(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "parts/part.rsi2", '<Simulation><Body name="p"><SphereMass value="1kg" radius="1m"/></Body></Simulation>')
    scene = '<Simulation><Include href="part.rsi2"/><Scene name="s"><Body ref="p"/></Scene></Simulation>'
    assert scenec("check", "-", "--from", "simrobot", stdin=scene).status == 3
    assert scenec("check", "-", "--from", "simrobot", "--base", "parts", stdin=scene).status == 0
    assert scenec("convert", "-", "--from", "simrobot", "--base", "parts", "-o", "s.sdf", stdin=scene).status == 0
    assert scenec("inspect", "-", "--from", "simrobot", "--base", "parts", stdin=scene).status == 0


def test_a_base_that_no_input_needs_is_a_mistake(scenec: Scenec, arm: str) -> None:
    for command in (["check", arm], ["convert", arm, "-o", "a.sdf"], ["inspect", arm]):
        done = scenec(*command, "--base", ".")
        assert done.status == 2
        assert "--base is for standard input" in done.error
