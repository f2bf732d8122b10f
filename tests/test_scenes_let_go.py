"""A large scene is let go of while it is written: nothing that is written or reported may depend on it then."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec import conversion
from scenec.conversion import Origin, Target, read_source, requested
from scenec.converters import resolve
from scenec.converters.format import ReadOptions, WriteOptions
from scenec.files import Boundary, within
from scenec.ir.read_from import boundary_of_scene
from tests.formats import SIMULATED

FIXTURES = Path(__file__).parent.parent / "fixtures"
SCENES = ("humanoid/humanoid.ros2", "sdformat/world.sdf", "urdf/arm.urdf", "mars/sensors.scene", "rsg/bodies.rsg", "mjcf/arm.xml")
HUMANOID = FIXTURES / SCENES[0]

pytestmark = pytest.mark.findings("*", reason="scenes of every format; two reports of the same are compared")


def outcome(path: Path, target: str, folder: Path) -> tuple[dict[str, bytes], str, list[tuple[object, ...]]]:
    """Return the files, the report, and what became of each value."""
    folder.mkdir()
    report = scenec.convert(path, folder / f"made{SIMULATED[target]}", to=target, trace=True)
    files = {each.name: each.read_bytes() for each in sorted(folder.rglob("*")) if each.is_file()}
    return files, report.text("md"), [(line.path, line.fate, line.finding, line.target) for line in report.ledger]


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("target", SIMULATED)
def test_a_scene_that_is_let_go_of_is_written_and_reported_as_any_other(
    scene: str, target: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = FIXTURES / scene
    kept = outcome(path, target, tmp_path / "kept")
    monkeypatch.setattr(conversion, "LARGE", -1)
    gone = outcome(path, target, tmp_path / "gone")
    assert gone[0] == kept[0]
    assert gone[1].replace("/gone/", "/kept/") == kept[1]
    assert gone[2] == kept[2]


def origin(*, large: bool, monkeypatch: pytest.MonkeyPatch) -> Origin:
    monkeypatch.setattr(conversion, "LARGE", -1 if large else 1 << 30)
    found = read_source(str(HUMANOID), None, None, None, ReadOptions())
    found.lend()
    return found


@pytest.mark.parametrize(
    ("target", "options", "large", "is_there"),
    [
        ("sdformat", WriteOptions(), True, False),
        ("sdformat", WriteOptions(), False, True),
        ("sdformat", WriteOptions(carry=True), True, True),
        ("sdformat", WriteOptions(verify=True), True, True),
        ("simrobot", WriteOptions(), True, True),
        ("ir", WriteOptions(), True, True),
    ],
    ids=["another format", "small", "carry", "verify", "its own format", "neutral"],
)
def test_a_scene_is_let_go_of_only_where_it_is_not_wanted(
    target: str, options: WriteOptions, large: bool, is_there: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = origin(large=large, monkeypatch=monkeypatch)
    request = requested(read, Target(target, "made", options), resolve(target)[0], options)
    assert (request.unstamped is not None) == is_there
    assert bool(read.result.scene.links) == is_there
    assert (read.ledger.scene is not None) == is_there


def test_a_scene_that_was_let_go_of_is_read_again_for_who_looks_at_it(monkeypatch: pytest.MonkeyPatch) -> None:
    read = origin(large=True, monkeypatch=monkeypatch)
    before = read.scene
    requested(read, Target("sdformat", "made.sdf", WriteOptions()), resolve("sdformat")[0], WriteOptions())
    assert read.scene is not before
    assert read.scene == before


def test_what_is_converted_in_place_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversion, "LARGE", -1)
    path = tmp_path / "arm.xml"
    path.write_bytes((FIXTURES / "urdf/arm.urdf").read_bytes())
    report = scenec.convert(path, path, from_="urdf", to="mjcf")
    assert "<mujoco" in path.read_text("utf-8")
    assert "There is no 3D view" not in report.text("html")


def test_a_page_says_why_a_scene_that_was_let_go_of_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversion, "LARGE", -1)
    path = tmp_path / "arm.urdf"
    path.write_bytes((FIXTURES / "urdf/arm.urdf").read_bytes())
    report = scenec.convert(path, tmp_path / "arm.xml", to="mjcf")
    path.unlink()
    assert "There is no 3D view: before, " in report.text("html")


def test_a_scene_that_is_read_again_stays_in_its_boundary(monkeypatch: pytest.MonkeyPatch) -> None:
    with within(Boundary([str(HUMANOID.parent)])):
        read = origin(large=True, monkeypatch=monkeypatch)
        requested(read, Target("sdformat", "made.sdf", WriteOptions()), resolve("sdformat")[0], WriteOptions())
    assert boundary_of_scene(read.scene).allows(str(HUMANOID))
    assert not boundary_of_scene(read.scene).allows(str(FIXTURES / "colours.ros2"))
