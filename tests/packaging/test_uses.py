"""The scripts in examples/, as their users run them: with an installed scenec, in folders of their own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")

MODEL = """<sdf version="1.7"><model name="box{number}"><link name="body"><inertial><mass>{number}.5</mass></inertial>
<collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>{more}</link></model></sdf>"""


def run(user: Path, folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A command in a folder, with the scenec of the user's environment first on the path."""
    path = f"{user.parent}{os.pathsep}{os.environ['PATH']}"
    known = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(command, cwd=folder, env={**known, "PATH": path}, capture_output=True, text=True, check=False)


@pytest.mark.sweep
@needs_bash
def test_a_robot_becomes_a_model_folder_with_a_report(user: Path, tmp_path: Path) -> None:
    done = run(
        user, tmp_path, "bash", str(EXAMPLES / "robot_for_gazebo.sh"), str(ROOT / "fixtures" / "humanoid" / "humanoid.ros2"), "models"
    )
    assert done.returncode == 0, done.stderr
    model = tmp_path / "models" / "humanoid"
    assert {"model.sdf", "model.config"} <= {each.name for each in model.iterdir()}
    assert "<uri>model://humanoid/" in (model / "model.sdf").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "models" / "humanoid.physics.json").read_text())["total"]["joints"] == 22
    assert "<canvas" in (tmp_path / "models" / "humanoid.html").read_text(encoding="utf-8")


@pytest.mark.sweep
@needs_bash
def test_a_library_passes_until_a_loss_is_new(user: Path, tmp_path: Path) -> None:
    def put(number: int, more: str = "") -> None:
        folder = tmp_path / "models" / f"box{number}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "model.sdf").write_text(MODEL.format(number=number, more=more), encoding="utf-8")

    for number in range(60):
        put(number, "<enable_wind>true</enable_wind>" if number % 3 == 0 else "")
    command = ("bash", str(EXAMPLES / "library_in_ci.sh"), "models", "converted", "simrobot", "losses.json")
    first = run(user, tmp_path, *command)
    assert first.returncode == 0 and "commit it" in first.stdout, first.stderr
    assert len(list((tmp_path / "converted").rglob("*.ros2"))) == 60
    assert run(user, tmp_path, *command).returncode == 0, "nothing is new"
    put(1, '<sensor name="s" type="altimeter"/>')
    lost = run(user, tmp_path, *command)
    assert lost.returncode == 1, lost.stderr
    assert "sensor" in lost.stderr and "box1/" in lost.stderr
    put(1)
    assert run(user, tmp_path, *command).returncode == 0


@pytest.mark.sweep
def test_a_pipeline_changes_masses_and_writes_for_two_simulators(user: Path, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "fixtures" / "humanoid", tmp_path / "robots")
    (tmp_path / "prepared").mkdir()
    done = run(user, tmp_path, str(user), str(EXAMPLES / "pipeline.py"), "robots", "prepared")
    assert done.returncode == 0, done.stderr
    masses = json.loads((tmp_path / "prepared" / "masses.json").read_text())
    assert masses["humanoid"]["after"] == pytest.approx(masses["humanoid"]["before"] + 0.25)
    assert {"humanoid.sdf", "humanoid.scene"} <= {each.name for each in (tmp_path / "prepared").iterdir()}
