"""The installed package: a wheel, installed outside this tree, with its types and data; and a snippet of theirs that type-checks."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import scenec

ROOT = Path(__file__).parents[2]

SNIPPET = """
import scenec

scene, report = scenec.read("nao.ros2")
reveal_type(scene)
written = scenec.convert("nao.ros2", "nao.sdf")
lines: list[int] = [finding.source.line for finding in written.findings if finding.source is not None]
try:
    scenec.write(scene, "nao.sdf")
except scenec.ScenecError as error:
    print(error)
version: str = scenec.__version__
"""


def test_the_wheel_holds_every_file_of_the_package_and_claims_no_other_name(wheel: Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    tracked = subprocess.run(["git", "ls-files", "scenec"], cwd=ROOT, capture_output=True, text=True, check=False)
    if tracked.returncode:
        pytest.skip("not a git checkout")
    assert set(tracked.stdout.split()) <= packed
    assert "scenec/py.typed" in packed
    assert {name.split("/")[0] for name in packed} == {"scenec"}


def test_an_installed_scenec_is_the_wheel_and_answers(user: Path, tmp_path: Path) -> None:
    code = "import json, scenec; print(json.dumps([scenec.__file__, scenec.__version__, scenec.read.__module__]))"
    done = subprocess.run([str(user), "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    file, version, module = json.loads(done.stdout)
    assert Path(file).is_relative_to(user.parents[1])
    assert (version, module) == (scenec.__version__, "scenec.api")
    command = subprocess.run([str(user.with_name("scenec")), "--version"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert command.stdout == f"scenec {scenec.__version__}\n"


def test_an_installed_scenec_converts(user: Path, tmp_path: Path) -> None:
    scene = ROOT / "fixtures" / "hinges.ros2"
    command = [str(user.with_name("scenec")), "convert", str(scene), "-o", str(tmp_path / "out.sdf"), "--fail-on", "never"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, (tmp_path / "out.sdf").exists()) == (0, True), done.stderr


@pytest.mark.sweep
def test_a_users_snippet_type_checks(user: Path, tmp_path: Path) -> None:
    (tmp_path / "snippet.py").write_text(SNIPPET, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(user), "snippet.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert 'Revealed type is "scenec.ir.scene.Scene"' in done.stdout


def test_the_version_stands_in_one_place() -> None:
    assert 'dynamic = ["version"]' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f"## [{scenec.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
