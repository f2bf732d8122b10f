"""Edits that are interrupted or refused leave the files as they were, or as they were to be."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import scenec
from scenec.ir.walk import with_value
from tests.processes import started
from tests.test_output import not_root

FIXTURES = Path(__file__).parents[2] / "fixtures"
KILLS = 12


def content(folder: Path) -> dict[str, bytes]:
    """The files of a folder, without what a killed process leaves."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".scenec."))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.sweep
def test_a_killed_edit_has_changed_all_files_or_none(tmp_path: Path) -> None:
    """kill -9 at random, while the mass of one leg is edited in two files."""
    whole, robot = tmp_path / "whole", tmp_path / "robot"
    shutil.copytree(FIXTURES / "humanoid", robot)
    before = content(robot)
    edit = "Robin::LeftThigh.inertial.mass=400g"
    durations = []
    for _ in range(3):  # the first one also loads what others find in memory
        shutil.copytree(FIXTURES / "humanoid", whole)
        start = time.monotonic()
        subprocess.run([sys.executable, "-m", "scenec", "set", str(whole / "humanoid.ros2"), edit, "-q"], check=True)
        durations.append(time.monotonic() - start)
        after = content(whole)
        shutil.rmtree(whole)
    assert len([name for name in before if before[name] != after[name]]) == 2
    generator, killed = random.Random(4), 0
    for _ in range(KILLS):
        with started([sys.executable, "-m", "scenec", "set", str(robot / "humanoid.ros2"), edit, "-q"]) as process:
            time.sleep(generator.uniform(0.5, 1.05) * min(durations))
            killed += process.poll() is None
        assert content(robot) in (before, after)
        shutil.rmtree(robot)
        shutil.copytree(FIXTURES / "humanoid", robot)
    assert killed  # else the machine is so fast that nothing was tried


@pytest.mark.skipif(not hasattr(os, "setresuid"), reason="needs to change users")
@pytest.mark.findings("*", reason="the error is judged")
def test_a_write_protected_file_stays_as_it_is() -> None:
    with TemporaryDirectory(dir="/tmp") as name:  # pytest's own folders are closed to other users
        folder, path = Path(name), Path(name) / "rover.urdf"
        shutil.copy(FIXTURES / "urdf/rover.urdf", path)
        scene, _ = scenec.read(path)
        number = next(i for i, link in enumerate(scene.links) if link.inertial is not None)
        path.chmod(0o444)
        folder.chmod(0o777)
        before = content(folder)
        with not_root(), pytest.raises(scenec.WriteError, match="is write-protected"):
            scenec.write(with_value(scene, ("links", number, "inertial", "mass"), 9.0), path)
        assert [each.name for each in folder.iterdir()] == ["rover.urdf"]
        assert content(folder) == before
