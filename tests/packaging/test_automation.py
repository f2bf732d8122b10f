"""The pre-commit hooks and the CI action call commands and options that exist."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from scenec.cli.main import scenec
from scenec.converters import SUFFIXES

ROOT = Path(__file__).parents[2]


def loaded(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def options_of(command: str) -> set[str]:
    found = scenec.get_command(click.Context(scenec), command)
    assert found is not None
    return {name for parameter in found.params for name in parameter.opts}


@pytest.mark.parametrize("hook", loaded(".pre-commit-hooks.yaml"), ids=lambda hook: str(hook["id"]))
def test_each_hook_runs_a_command_of_ours_on_our_files(hook: dict[str, str]) -> None:
    words = hook["entry"].split()
    assert words[0] == "scenec"
    assert {word for word in words if word.startswith("--")} <= options_of(words[1])
    fragments = {".rsi2", ".rsi3", ".scene.json"}
    assert [suffix for suffix in SUFFIXES if suffix not in fragments and not re.search(hook["files"], f"a{suffix}")] == []


def test_the_action_does_what_it_says(tmp_path: Path) -> None:
    """Its script, run as the runner would, on a file whose name would be a command if anybody let it."""
    step = next(step for step in loaded("action.yml")["runs"]["steps"] if step.get("id") == "run")
    (tmp_path / "venv/scenec/bin").mkdir(parents=True)
    said = tmp_path / "said"
    fake = tmp_path / "venv/scenec/bin/scenec"
    fake.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {said}\n')
    fake.chmod(0o755)
    environment = {
        **os.environ,
        "RUNNER_TEMP": str(tmp_path / "venv"),
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "SCENEC_FILES": "a.ros2\n$(touch owned).ros2",
        "SCENEC_TO": "sdformat",
        "SCENEC_FAIL_ON": "physics",
        "SCENEC_REPORT": "r.sarif",
    }
    subprocess.run(["bash", "-euc", step["run"]], check=True, env=environment, cwd=tmp_path)
    words = said.read_text().splitlines()
    assert words[:3] == ["convert", "./a.ros2", "./$(touch owned).ros2"]
    assert {word for word in words if word.startswith("-")} <= options_of("convert")
    assert not (tmp_path / "owned").exists()
    assert (tmp_path / "output").read_text() == "report=r.sarif\n"


def test_no_expression_stands_inside_a_script() -> None:
    scripts = [step["run"] for step in loaded("action.yml")["runs"]["steps"]]
    assert [script for script in scripts if "${{" in script] == []
