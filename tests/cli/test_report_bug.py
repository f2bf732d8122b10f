"""`scenec report-bug`: enough for a maintainer, nothing that a user would not show."""

from __future__ import annotations

import platform
import re
from pathlib import Path

import pytest

import scenec as package
from scenec.cli.report_bug import DEPENDENCIES, without_folders
from tests.cli.conftest import Scenec

ROOT = Path(__file__).parents[2]


def test_versions_and_platform_are_reported(scenec: Scenec) -> None:
    done = scenec("report-bug")
    assert (done.status, done.err) == (0, "")
    assert f"- scenec {package.__version__}" in done.out.splitlines()
    assert platform.python_version() in done.out and platform.system() in done.out
    assert re.search(r"\bmsgspec \d+\.", done.out)


def test_the_command_is_reported_and_not_run(scenec: Scenec, tmp_path: Path) -> None:
    done = scenec("report-bug", "--", "convert", str(tmp_path / "no" / "such.ros2"), "-o", f"{tmp_path}/out/", "--to", "sdformat@1.9")
    assert (done.status, done.err) == (0, "")
    assert "- command: scenec convert such.ros2 -o out/ --to sdformat@1.9\n" in done.out
    assert not (tmp_path / "out").exists()


def test_no_folder_user_or_host_is_reported(scenec: Scenec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    out = scenec("report-bug", "--", "migrate", "/home/ann/secret/robots", "x", "--executor=tcp://ann:pass@host:8786").out
    assert not re.search(r"ann|secret|host|pass|8786", out)
    assert str(tmp_path) not in out and str(Path.home()) not in out and str(ROOT) not in out
    assert platform.node() not in out or not platform.node()


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("/a/b/c.ros2", "c.ros2"),
        (r"C:\Users\ann\c.ros2", "c.ros2"),
        ("--report=/home/ann/x.html", "--report=x.html"),
        ("out/", "out/"),
        ("/a/out/", "out/"),
        ("robot.sdf:120", "robot.sdf:120"),
        ("mesh:=/home/ann/m.stl", "mesh:=m.stl"),
        ("sdformat@1.9", "sdformat@1.9"),
        ("http://host/a?b=c", "http://..."),
        ("CODE=note", "CODE=note"),
        ("-", "-"),
    ],
)
def test_paths_are_shortened(word: str, shown: str) -> None:
    assert without_folders(word) == shown


def test_every_dependency_is_reported() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (block,) = re.findall(r"^dependencies = \[\n(.*?)^\]", text, re.MULTILINE | re.DOTALL)
    assert set(DEPENDENCIES) == set(re.findall(r'"([a-z]+)', block)) - {"tomli"}
