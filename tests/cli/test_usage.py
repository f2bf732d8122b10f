"""Calls that make no sense: reported before anything is read or written, with what is possible instead."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import scenec as package
from scenec.converters import format_names, suffixes
from tests.cli.conftest import Scenec, put
from tests.processes import patience


@pytest.mark.parametrize(
    ("output", "to", "own"),
    [
        ("a.ros2", "sdformat", ".sdf or .world"),
        ("a.sdf", "simrobot", ".ros2 or .rsi2"),
        ("a.ROS2", "sdf@1.9", ".sdf or .world"),
        ("a.rsg", "mars", ".scene or .scn"),
        ("a.sdf", "ir", ".scene.json"),
    ],
)
def test_a_name_that_stands_for_another_format_is_refused(scenec: Scenec, arm: str, output: str, to: str, own: str) -> None:
    done = scenec("convert", arm, "-o", output, "--to", to)
    assert done.status == 2
    assert f"{output!r} is the name of a file of" in done.error and own in done.error
    assert not Path(output).exists()


@pytest.mark.parametrize(("output", "to"), [("a.world", "sdf@1.6"), ("a.ros3", "ros3"), ("a.ros2", "simrobot@core2"), ("a.xml", "sdf")])
def test_a_name_that_fits_is_taken(scenec: Scenec, arm: str, output: str, to: str) -> None:
    assert scenec("convert", arm, "-o", output, "--to", to, "-q").status == 0


def test_python_refuses_such_a_name_as_well(tmp_path: Path, arm: str) -> None:
    scene, _ = package.read(tmp_path / arm)
    with pytest.raises(package.ScenecError, match="is the name of a file of SimRobot"):
        package.write(scene, tmp_path / "a.ros2", format="sdformat")
    with pytest.raises(package.ScenecError, match="is the name of a file of SimRobot"):
        package.convert(tmp_path / arm, tmp_path / "a.ros2", to="sdformat")


@pytest.mark.parametrize("suffix", [".usd", ".wrl", ".skp", ""])
def test_an_unknown_suffix_is_answered_with_the_formats_there_are(scenec: Scenec, arm: str, tmp_path: Path, suffix: str) -> None:
    put(tmp_path, f"robot{suffix}", "#VRML V2.0 utf8\n")
    for command in (["convert", arm, "-o", f"out{suffix}"], ["convert", f"robot{suffix}", "-o", "out.sdf"], ["check", f"robot{suffix}"]):
        done = scenec(*command)
        assert done.status == 2
        assert [each for each in (*format_names(), *suffixes()) if each not in done.error] == []


def test_watching_without_its_library_is_reported_before_anything_is_converted(tmp_path: Path) -> None:
    put(tmp_path, "scenes/a.ros2", '<Simulation><Scene name="s"/></Simulation>')
    hidden = "import sys; sys.modules['watchfiles'] = None; from scenec.cli.main import main; "
    call = "sys.exit(main(['migrate', 'scenes', 'out', '--to', 'sdf', '--watch']))"
    done = subprocess.run(
        [sys.executable, "-c", hidden + call], cwd=tmp_path, capture_output=True, text=True, timeout=patience(), check=False
    )
    assert done.returncode == 2
    assert "scenec[watch]" in done.stderr
    assert not (tmp_path / "out").exists()
