"""`scenec check`: a file judged against its own format."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import ARM, Scenec, put

REVERSED = ARM.format(motor="").replace('min="-10degree" max="90degree"', 'min="90degree" max="-10degree"')
FLAT = ARM.format(motor="").replace('<SphereMass value="0.5kg" radius="0.1m"/>', '<InertiaMatrixMass value="1kg" ixx="1" iyy="1" izz="9"/>')


def test_a_sound_file_passes(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "arm.ros2", ARM.format(motor="").replace('<Mass name="m">', "<Mass>"))
    done = scenec("check", "arm.ros2")
    assert (done.status, done.out) == (0, "")
    assert done.err == "arm.ros2 (simrobot core2): nothing to complain about; 15 values read\n"


def test_a_note_is_told_and_passes(scenec: Scenec, arm: str) -> None:
    done = scenec("check", arm)
    assert done.status == 0
    assert done.out == "arm.ros2:4:19: note: the name of a Mass is not used [name-ineffective]\n"


def test_what_the_reader_of_the_format_ignores_is_a_warning(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "arm.ros2", REVERSED)
    done = scenec("check", "arm.ros2")
    assert done.status == 1
    assert "arm.ros2:6:38: warning: min of <Deflection>: a minimum above the maximum" in done.out


def test_a_body_that_cannot_be_is_a_warning_with_the_line_of_its_mass(scenec: Scenec, tmp_path: Path) -> None:
    put(tmp_path, "deep/arm.ros2", FLAT)
    done = scenec("check", "deep/arm.ros2", "--verbose")
    assert done.status == 1
    assert "deep/arm.ros2:8:11: warning: base::forearm: no body can have this mass distribution: " in done.out
    assert "\n    check units, signs and the order of the entries\n" in done.out


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
