"""``--confine DIR``: no file outside DIR is opened, under any name in a scene, a mesh or a material."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec.errors import ReadError
from tests.formats import SUFFIXES
from tests.processes import patience
from tests.security import hostile

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes and links")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All the hostile scenes."""
    folder = hostile.lay_out(tmp_path_factory.mktemp("hostile"))
    makers: dict[str, Callable[[Path], str]] = {
        "all.sdf": hostile.sdformat,
        "looks.sdf": hostile.with_looks,
        "all.scene": hostile.mars,
        "all.rsg": hostile.rsg,
        "all.scene.json": hostile.ir,
        "all.ros2": hostile.simrobot,
    }
    for name, make in makers.items():
        (folder / name).write_text(make(folder), encoding="utf-8")
    (folder / "s.scn").write_bytes(hostile.archive(folder))
    for i, text in enumerate(hostile.simrobot_includes(folder)):
        (folder / f"include{i}.ros2").write_text(text, encoding="utf-8")
    return folder


def watched(jobs: list[dict[str, Any]], place: Path, stdin: Path) -> list[dict[str, Any]]:
    """Do the jobs in a process that tells what it opens. Its standard input is an ordinary file outside, as /dev/stdin then is."""
    listed, scratch = place / "jobs.json", place / "out" / "scratch"
    scratch.mkdir(parents=True)
    listed.write_text(json.dumps(jobs), encoding="utf-8")
    command = [sys.executable, "-m", "tests.security.watched", str(listed)]
    with stdin.open("rb") as file:
        result = subprocess.run(
            command,
            cwd=ROOT,
            stdin=file,
            env=os.environ | {"TMPDIR": str(scratch)},
            capture_output=True,
            text=True,
            timeout=patience(),
            check=False,
        )
    assert result.returncode == 0, result.stderr[-2000:]
    answers: list[dict[str, Any]] = json.loads(result.stdout)
    return answers


def strangers(opened: list[str], *allowed: Path) -> list[str]:
    """Return what was opened beside Python's own files, where links lead."""
    own = [Path(sys.prefix), Path(sys.base_prefix), ROOT / "scenec", *allowed]
    places = [str(place) for place in own] + [os.path.realpath(place) for place in own]
    found = [os.path.realpath(each) for each in opened]
    return sorted({each for each in found if not each.startswith(tuple(places)) and "/site-packages/" not in each})


def jobs_for(folder: Path, out: Path, **options: Any) -> list[dict[str, Any]]:
    sources = [*sorted(folder.glob("all.*")), folder / "looks.sdf", folder / "s.scn"]
    return [
        {"src": str(source), "dst": str(out / f"{number}-{target}" / f"x{SUFFIXES[target]}"), "options": {**options, "to": target}}
        for number, source in enumerate(sources)
        for target in SUFFIXES
    ] + [
        {"src": str(source), "dst": str(out / source.stem / "x.sdf"), "options": {**options, "to": "sdformat"}}
        for source in sorted(folder.glob("include*.ros2"))
    ]


def test_nothing_outside_is_opened_in_any_format(folder: Path, tmp_path: Path) -> None:
    jobs = jobs_for(folder, tmp_path / "out", confine=str(folder))
    answers = watched(jobs, tmp_path, folder.parent / "outside/secret.obj")
    for job, answer in zip(jobs, answers, strict=True):
        assert strangers(answer["opened"], folder, tmp_path / "out") == [], job
        assert answer["error"] or answer["refused"] or "looks" in job["src"], job  # MARS looks at no materials of meshes
        if "include" in job["src"]:
            assert "Could not include" in answer["error"]
        else:
            assert answer["error"] == "" or "change" in answer["error"], job  # of a character it cannot write


def test_what_leads_out_is_reported_as_an_error(folder: Path) -> None:
    """Each reference, though one finding may speak of several."""
    suffixes = {
        "sdf": ("sdf", "obj", "dae", "png"),
        "scene": ("obj", "png"),
        "rsg": ("rsg", "obj"),
        "scene.json": ("obj", "png"),
        "ros2": ("png",),
    }
    for suffix, kinds in suffixes.items():
        _, report = scenec.read(folder / f"all.{suffix}", confine=folder)
        findings = [finding for finding in report.findings if hostile.REFUSED in finding.because and finding.level == "error"]
        assert sum(finding.count for finding in findings) >= len({each for kind in kinds for each in hostile.leading_out(folder, kind)}), (
            suffix
        )
        assert report.failed()


def test_the_text_says_what_to_do(folder: Path) -> None:
    include = next(each for each in sorted(folder.glob("include*.ros2")) if "../outside/secret" in each.read_text(encoding="utf-8"))
    with pytest.raises(scenec.ScenecError, match=r"Could not include file .*; lies outside the folder that reading is confined to"):
        scenec.read(include, confine=folder)


def test_the_file_itself_must_lie_inside(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(scenec.ScenecError, match=r"all\.ros2: cannot be read: lies outside the folder that reading is confined to"):
        scenec.read(folder / "all.ros2", confine=tmp_path)


def test_a_search_path_is_the_users_own_word(folder: Path) -> None:
    visual = '<visual name="v"><geometry><mesh><uri>secret.obj</uri></mesh></geometry></visual>'
    (folder / "one.sdf").write_text(f'<sdf version="1.9"><model name="m"><link name="l">{visual}</link></model></sdf>', encoding="utf-8")
    outside = folder.parent / "outside"
    found, report = scenec.read(folder / "one.sdf", confine=folder, search_path=[outside])
    assert (found.meshes[0].found, report.failed()) == (str(outside / "secret.obj"), False)


@pytest.mark.findings("unresolved-asset")
def test_a_stream_is_confined_to_its_folder_and_without_one_to_nothing(folder: Path, tmp_path: Path) -> None:
    data = (folder / "looks.sdf").read_bytes()
    inside, _ = scenec.read(data, format="sdformat", base=folder)
    nowhere, _ = scenec.read(data, format="sdformat")
    assert [mesh.found is not None for mesh in inside.meshes] == [True, True, True]
    assert [mesh.found for mesh in nowhere.meshes] == [None, None, None]
    jobs = [
        {"src": str(folder / file), "dst": str(tmp_path / "out" / f"{file}.sdf"), "options": {"base": str(folder), "from_": name}}
        for file, name in (("all.sdf", "sdformat"), ("all.scene", "mars"), ("all.rsg", "rsg"), ("all.ros2", "simrobot"))
    ]
    for answer in watched(jobs, tmp_path, folder.parent / "outside/secret.obj"):
        assert (strangers(answer["opened"], folder, tmp_path / "out"), answer["error"]) == ([], "")
        assert answer["refused"]


def test_an_archive_never_leads_out_of_itself(folder: Path, tmp_path: Path) -> None:
    """A scene cannot refer to files beside the archive, and members are not put where their names lead."""
    jobs = [job for job in jobs_for(folder, tmp_path / "out") if job["src"].endswith(".scn")]
    for answer in watched(jobs, tmp_path, folder.parent / "outside/secret.obj"):
        assert strangers(answer["opened"], folder / "s.scn", tmp_path / "out") == []
        assert answer["error"] == ""


def test_a_scene_stays_confined_when_it_is_written_later(folder: Path, tmp_path: Path) -> None:
    """The mesh lies inside, and what goes with it when it is copied does not."""
    scene, _ = scenec.read(folder / "looks.sdf", confine=folder)
    report = scenec.write(scene, tmp_path / "x.sdf")
    written = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert written == {"x.sdf", "tempting.obj", "plain.obj", "tempting.dae", "good.mtl"}
    assert "reference-refused" in [finding.code for finding in report.findings]


@pytest.mark.sweep
def test_without_confinement_devices_pipes_and_urls_are_no_files_either(folder: Path, tmp_path: Path) -> None:
    answers = watched(jobs_for(folder, tmp_path / "out"), tmp_path, folder.parent / "outside/secret.obj")
    opened = {os.path.realpath(each) for answer in answers for each in answer["opened"]}
    assert not [each for each in opened if "pipe." in each or "127.0.0.1" in each or each in ("/dev/zero", "/dev/stdin")]


def test_a_migration_is_confined_too(folder: Path, tmp_path: Path) -> None:
    """To the library: what links in it lead to is not read, not even to see what it is."""
    library = tmp_path / "library"
    library.mkdir()
    (library / "good.sdf").write_text('<sdf version="1.9"><model name="m"><link name="l"/></model></sdf>', encoding="utf-8")
    (library / "link.sdf").symlink_to(folder.parent / "outside/model.sdf")
    results = {each.source: each for each in scenec.migrate(library, tmp_path / "out", to="mars", jobs=1, confine=library)}
    assert results["good.sdf"].status == "converted"
    assert results["link.sdf"].status == "failed" and "outside the folder that reading is confined to" in results["link.sdf"].error


@pytest.mark.findings("gravity-dropped", "step-dropped")
def test_what_a_file_carries_is_confined_too(tmp_path: Path) -> None:
    """A record beside a scene names an image that lies outside."""
    inside, secret = tmp_path / "inside", tmp_path / "secret.png"
    inside.mkdir()
    secret.write_text("secret", encoding="utf-8")
    (inside / "tex.png").write_text("png", encoding="utf-8")
    surface = '<Surface diffuseColor="#f00" diffuseTexture="tex.png"/>'
    body = f'<Body name="b"><SphereMass value="1kg" radius="1m"/><SphereAppearance radius="1m">{surface}</SphereAppearance></Body>'
    (inside / "s.ros2").write_text(f'<Simulation><Scene name="s">{body}</Scene></Simulation>', encoding="utf-8")
    scenec.convert(inside / "s.ros2", inside / "r.rsg", carry=True, carry_to="sidecar")
    record = inside / "r.scenec.json"
    record.write_text(record.read_text(encoding="utf-8").replace("r_assets/tex.png", "../secret.png"), encoding="utf-8")
    report = scenec.convert(inside / "r.rsg", tmp_path / "out/back.ros2", carry=True, confine=inside)
    assert "../secret.png" in (tmp_path / "out/back.ros2").read_text(encoding="utf-8"), "it is put back as it stands"
    assert [path.name for path in (tmp_path / "out").rglob("*") if path.is_file()] == ["back.ros2"]
    assert "reference-refused" in [finding.code for finding in report.findings]


def test_every_command_that_reads_a_scene_can_be_confined(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from scenec.cli.main import main

    monkeypatch.chdir(tmp_path)
    outside, inside = str(folder.parent / "outside/model.sdf"), str(folder / "looks.sdf")
    commands = [["convert", "-o", "x.scene"], ["inspect"], ["check"], ["view", "-o", "x.html"], ["diff", inside]]
    for command in commands:
        assert main([*command, outside, "--confine", str(folder)]) == 3, command
        assert "lies outside the folder that reading is confined to" in capsys.readouterr().err


@pytest.mark.sweep
def test_pictures_and_comparisons_are_confined_too(folder: Path, tmp_path: Path) -> None:
    """A mesh that lies inside is drawn without the materials that lie outside: nothing outside is opened for the page."""
    code = (
        "import sys\nfrom tests.security.watched import hear, opened\nfrom scenec.cli.main import main\n"
        "sys.addaudithook(hear)\nmain(sys.argv[1:])\nprint(*opened, sep='\\n', file=sys.stderr)\n"
    )
    looks, other = str(folder / "looks.sdf"), str(folder / "all.scene")
    for command in (
        ["view", looks, "-o", str(tmp_path / "x.html")],
        ["diff", looks, other, "-o", str(tmp_path / "d.html"), "-q"],
        ["convert", looks, "-o", str(tmp_path / "out/x.ros2"), "--report", str(tmp_path / "r.html"), "-q"],
        ["convert", looks, "-o", str(tmp_path / "out/x.rsg"), "--carry", "-q"],
    ):
        arguments = [sys.executable, "-c", code, *command, "--confine", str(folder)]
        done = subprocess.run(arguments, cwd=ROOT, capture_output=True, text=True, timeout=patience(), check=False)
        outside = [line for line in done.stderr.splitlines() if os.path.realpath(line).startswith(str(folder.parent / "outside"))]
        assert (done.returncode, outside) == (0, []), command


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells where an open file lies")
def test_a_link_that_takes_a_files_place_after_it_was_looked_at_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inside, secret = tmp_path / "inside", tmp_path / "secret.rsi2"
    inside.mkdir()
    secret.write_text("<Simulation/>")
    part = inside / "part.rsi2"
    part.write_text("<Simulation/>")
    (inside / "s.ros2").write_text('<Simulation><Include href="part.rsi2"/><Scene name="s"/></Simulation>')
    scenec.read(inside / "s.ros2", confine=inside)
    real = os.open

    def late(path: str, *arguments: int, **named: int) -> int:
        if path == str(part) and not part.is_symlink():
            part.unlink()
            part.symlink_to(secret)
        return real(path, *arguments, **named)

    monkeypatch.setattr(os, "open", late)
    with pytest.raises(ReadError, match="Could not include file"):
        scenec.read(inside / "s.ros2", confine=inside)
    assert part.is_symlink(), "the link was put there in time"


SCENE = '<sdf version="1.9"><model name="m"><link name="l"/></model></sdf>'


def test_a_project_inside_the_boundary_cannot_lead_out_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither by its baseline nor as a link; what lies around the boundary is the user's own."""
    from scenec.cli.main import main

    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "a.sdf").write_text(SCENE, encoding="utf-8")
    assert main(["convert", str(inside / "a.sdf"), "-o", str(tmp_path / "x.ros2"), "-q", "--report", str(tmp_path / "known.json")]) == 0
    monkeypatch.chdir(inside)
    command = ["convert", "a.sdf", "-o", str(tmp_path / "x.ros2"), "-q", "--confine", str(inside)]

    def refused() -> bool:
        return main(command) == 2 and "lies outside the folder that reading is confined to" in capsys.readouterr().err

    settings = inside / "pyproject.toml"
    settings.write_text('[tool.scenec]\nbaseline = "../known.json"\n', encoding="utf-8")
    assert refused()
    assert main(command[:-2]) == 0, "without a boundary it may"
    (inside / "known.json").symlink_to(tmp_path / "known.json")
    settings.write_text('[tool.scenec]\nbaseline = "known.json"\n', encoding="utf-8")
    assert refused()
    settings.rename(tmp_path / "settings.toml")
    settings.symlink_to(tmp_path / "settings.toml")
    assert refused()
    settings.unlink()
    (tmp_path / "pyproject.toml").write_text('[tool.scenec]\nbaseline = "known.json"\n', encoding="utf-8")
    assert main(command) == 0
