"""`--verify`: programs load the result, their verdicts become findings, and the result is written in any case."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.converters import load
from scenec.output import Output
from scenec.verify import bounded
from scenec.verify.compiled import NotCompiledError, libsdformat_loader
from scenec.verify.consumers import Verdict, sdformat_verdicts
from scenec.verify.staging import staged
from scenec.verify.verdicts import OWN, verify
from tests.formats import SUFFIXES, others, scene_files
from tests.verify.conftest import ARM, Program

ROOT = Path(__file__).parents[2]
FIXTURES = sorted(path for path in scene_files(ROOT / "fixtures") if "parts" not in path.parts and "models" not in path.parts)
TARGETS = {name: f"x{suffix}" for name, suffix in SUFFIXES.items()}


def no_programs(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """A machine on which nothing is installed that loads SDFormat."""
    empty = folder / "empty"
    empty.mkdir(exist_ok=True)
    monkeypatch.setenv("PATH", str(empty))
    monkeypatch.setattr("sys.executable", "")


def said(report: scenec.Report) -> dict[str, str]:
    """Return the programs that were asked -> the code of each answer."""
    return {finding.target: finding.code for finding in report.findings if finding.code.startswith("consumer-")}


def verdicts(text: str, folder: Path, ours: dict[str, Any] | None = None) -> dict[str, Verdict]:
    with staged(Output("arm.sdf", {"arm.sdf": text.encode()}), str(folder / "arm.sdf"), ()) as place:
        return {verdict.consumer: verdict for verdict in sdformat_verdicts(place, (lambda: ours) if ours else None)}


def by_libsdformat(found: dict[str, Verdict]) -> list[Verdict]:
    """The verdicts of libsdformat, by whichever way it can be asked here."""
    asked = [verdict for who, verdict in found.items() if who.startswith("libsdformat") and verdict.outcome != "missing"]
    if not asked:
        pytest.skip(found["libsdformat"].message)
    return asked


@pytest.mark.sweep
@pytest.mark.parametrize("target", TARGETS)
def test_every_fixture_read_back_means_what_was_written(target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_programs(monkeypatch, tmp_path)
    others = {}
    for source in FIXTURES:
        report = scenec.convert(source, tmp_path / TARGETS[target], lenient=True, verify=True)
        if said(report).get(OWN) != "consumer-accepted":
            others[source.name] = [finding.sentence() for finding in report.findings if finding.code.startswith("consumer-")]
    assert others == {}


def test_real_consumers_accept_an_arm_and_see_it_as_we_do(arm: Path, tmp_path: Path) -> None:
    ours = scenec.read(arm)[0].physics(at={"arm::elbow": 0.0}).to_json()
    for verdict in by_libsdformat(verdicts(ARM, tmp_path, ours)):
        assert (verdict.outcome, verdict.message) == ("accepted", "")


def test_a_file_that_a_consumer_refuses_is_reported_in_its_words(tmp_path: Path) -> None:
    for verdict in by_libsdformat(verdicts(ARM.replace("<parent>base<", "<parent>nobody<"), tmp_path)):
        assert verdict.outcome == "rejected"
        assert "nobody" in verdict.message
        assert os.sep + "tmp" not in verdict.message


def test_another_mass_than_we_read_is_reported_with_its_link(arm: Path, tmp_path: Path) -> None:
    try:
        libsdformat_loader()
    except NotCompiledError as problem:
        pytest.skip(str(problem))
    ours = scenec.read(arm)[0].replace("arm::fore", mass=3.5).physics(at={"arm::elbow": 0.0}).to_json()
    (difference,) = verdicts(ARM, tmp_path, ours)["libsdformat"].differences
    assert difference.text == "link arm::fore: mass is 3, not 3.5"


def test_a_result_that_does_not_mean_the_scene_is_reported_with_both_values(
    arm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_programs(monkeypatch, tmp_path)
    scene, ledger = scenec.read(arm)[0], Ledger()
    verify(
        scene.replace("arm::fore", mass=3.5),
        Output("arm.sdf", {"arm.sdf": ARM.encode()}),
        str(tmp_path / "out.sdf"),
        ledger,
        0,
        record=load("sdformat"),
        search_path=(),
        read_back=lambda path, folders: (scenec.read(path)[0], []),
    )
    (found,) = (entry.template for entry in ledger.entries if entry.template.code == "consumer-differs")
    assert (found.level, found.category, found.subject, found.value, found.target) == ("error", "physics", "arm::fore", "3.5", "3")


def test_a_difference_that_the_writer_reported_is_not_reported_again(arm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_programs(monkeypatch, tmp_path)
    scene, ledger = scenec.read(arm)[0], Ledger()
    ledger.report(Code("link-mass-approximated", "approximated", "error", "physics"), subject="arm::fore.inertial.mass")
    ours = Output("arm.sdf", {"arm.sdf": ARM.encode()})
    changed = scene.replace("arm::fore", mass=3.5)
    settings: dict[str, Any] = {"record": load("mars"), "search_path": (), "read_back": lambda path, folders: (scene, [])}
    verify(changed, ours, str(tmp_path / "out.sdf"), ledger, 0, **settings)
    assert [entry.template.code for entry in ledger.entries][1:] == ["consumer-accepted"]
    verify(changed, ours, str(tmp_path / "out.sdf"), ledger, len(ledger.entries), **settings)
    assert [entry.template.code for entry in ledger.entries][2:] == ["consumer-differs"]


def test_what_is_not_installed_is_named_with_what_to_install(arm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_programs(monkeypatch, tmp_path)
    report = scenec.convert(arm, tmp_path / "out.sdf", verify=True)
    assert said(report) == {OWN: "consumer-accepted", "libsdformat": "consumer-missing", "Drake": "consumer-missing"}
    hints = {finding.target: finding.hint for finding in report.findings if finding.code == "consumer-missing"}
    assert "libsdformat-dev" in hints["libsdformat"] and "pip install drake" in hints["Drake"]
    assert not report.failed()


def test_a_cache_that_cannot_be_written_is_a_reason_and_no_crash(arm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home that may only be read, as in many containers. Nothing is compiled first."""
    compiler, pkg_config = tmp_path / "bin" / "g++", tmp_path / "bin" / "pkg-config"
    compiler.parent.mkdir()
    for program, answer in ((compiler, "exit 1"), (pkg_config, "echo 12.3.0")):
        program.write_text(f"#!/bin/sh\n{answer}\n")
        program.chmod(0o755)
    (tmp_path / "home").write_text("a file, below which there can be no folder")
    monkeypatch.setenv("PATH", str(compiler.parent))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    with pytest.raises(NotCompiledError, match=r"the user's cache folder cannot be written: .*XDG_CACHE_HOME"):
        libsdformat_loader()


def test_a_confined_scene_is_verified_by_scenec_alone(arm: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    report = scenec.convert(arm, tmp_path / "out" / "out.sdf", verify=True, confine=str(tmp_path))
    assert said(report) == {OWN: "consumer-accepted", "libsdformat": "consumer-missing", "Drake": "consumer-missing"}
    assert {finding.hint for finding in report.findings if finding.code == "consumer-missing"} == {
        "Verify without --confine what you trust."
    }


@pytest.mark.parametrize(
    ("script", "outcome", "words"),
    [
        ("exec sleep 600", "failed", "took longer than 1 s"),
        ("kill -ABRT $$", "failed", "was ended by SIGABRT"),
        ("echo 'Error Code 20: no such parent' >&2; exit 255", "rejected", "Error Code 20: no such parent"),
        ("echo 'Error: two of a name' >&2; exit 0", "rejected", "Error: two of a name"),
        ("echo 'Warning: deprecated' >&2; echo Valid.", "accepted", ""),
        ("exit 3", "rejected", "exit status 3"),
    ],
)
def test_every_outcome_of_gazebos_tool_is_a_verdict(
    script: str, outcome: str, words: str, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded, "TIMEOUT", 1.0)
    no_programs(monkeypatch, tmp_path)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.setattr("scenec.verify.compiled.PACKAGES", ())
    program("gz", f'if [ "$2" = --help ]; then echo "-k [ --check ]"; exit 0; fi; {script}')
    found = verdicts(ARM, tmp_path)
    assert (found["libsdformat (gz sdf -k)"].outcome, found["libsdformat (gz sdf -k)"].message) == (outcome, words)


def test_a_program_that_crashes_has_failed_and_the_finding_says_how(program: Program, arm: Path, tmp_path: Path) -> None:
    program("gz", 'if [ "$2" = --help ]; then echo "-k [ --check ]"; exit 0; fi; kill -ABRT $$')
    report = scenec.convert(arm, tmp_path / "out.sdf", verify=True)
    (failed,) = [finding for finding in report.findings if finding.code == "consumer-failed"]
    assert (failed.subject, failed.target, failed.level) == ("out.sdf", "libsdformat (gz sdf -k)", "error")
    assert "was ended by SIGABRT" in failed.because and failed.consequence == "Whether the program loads the result is unknown."
    assert failed.hint == "Load the result with the program by hand."
    assert (tmp_path / "out.sdf").is_file() and report.failed()


def test_a_program_that_is_only_called_gz_is_not_asked(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    program("gz", "echo usage: gz FILE.gz; exit 1")
    assert "libsdformat (gz sdf -k)" not in verdicts(ARM, tmp_path)


def test_a_result_that_is_refused_is_written_all_the_same_and_fails(
    program: Program, arm: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from scenec.cli.main import main

    program(
        "gz", 'if [ "$2" = --help ]; then echo "-k [ --check ]"; exit 0; fi; printf "Error: \\033[31mbad\\033[0m %s" "$3" >&2; exit 255'
    )
    out = tmp_path / "out.sdf"
    assert main(["convert", str(arm), "-o", str(out), "--verify"]) == 1
    assert scenec.read(out)[0].physics().total.links == 2
    printed = capsys.readouterr().err
    assert "consumer-rejected" in printed and "Error: bad out.sdf" in printed and "\x1b" not in printed
    assert main(["convert", str(arm), "-o", str(out), "--verify", "--fail-on", "never"]) == 0


def test_the_same_verification_gives_the_same_report_and_names_no_temporary_place(arm: Path, tmp_path: Path) -> None:
    first, second = (scenec.convert(arm, tmp_path / "out.sdf", verify=True).to_json() for _ in range(2))
    assert first == second
    assert "scenec-verify-" not in json.dumps(first)


def test_files_beside_and_above_the_result_are_there_when_it_is_verified(tmp_path: Path) -> None:
    output = Output("w.sdf", {"w.sdf": b"a", "../../meshes/m.obj": b"b"}, {"w_assets/t.png": str(ROOT / "fixtures" / "checker.png")})
    with staged(output, str(tmp_path / "w.sdf"), ("models",)) as place:
        folder = Path(place.file).parent
        assert Path(place.file).read_bytes() == b"a"
        assert (folder / "../../meshes/m.obj").read_bytes() == b"b"
        assert (folder / "w_assets/t.png").read_bytes() == (ROOT / "fixtures" / "checker.png").read_bytes()
        assert place.search_path == (str(folder), str(tmp_path), os.path.abspath("models"), str(folder.parent))
        assert folder.name == tmp_path.name  # what lies in a model directory is found by its name
        kept = place.folder
    assert not os.path.exists(kept)


@pytest.mark.parametrize("target", others("simrobot"))
def test_meshes_in_a_folder_of_an_absolute_name_are_found_when_the_result_is_verified(
    target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The files are put in place afterwards, so the staged file refers to their place until then."""
    no_programs(monkeypatch, tmp_path)
    (tmp_path / "out").mkdir()
    folder = tmp_path / "meshes & more"
    out = tmp_path / "out" / TARGETS[target]
    report = scenec.convert(ROOT / "fixtures/mars/meshes.scene", out, assets_dir=folder, verify=True)
    assert said(report)[OWN] == "consumer-accepted"
    assert folder.name.partition(" ")[0] in out.read_text() and any(folder.iterdir()), "what is written names the folder as it was given"
    assert "scenec-verify" not in out.read_text()


@pytest.mark.sweep
def test_a_library_is_verified_file_by_file_in_the_workers(arm: Path, tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    for name in ("a", "b"):
        shutil.copy(arm, library / f"{name}.sdf")
    results = list(scenec.migrate(library, tmp_path / "out", to="mars", jobs=1, verify=True))
    assert [said(result.report) for result in results] == [{OWN: "consumer-accepted"}] * 2
