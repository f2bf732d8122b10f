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

from scenec.cli.main import main, scenec
from scenec.converters import SUFFIXES

ROOT = Path(__file__).parents[2]


def loaded(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def options_of(command: str) -> set[str]:
    found = scenec.get_command(click.Context(scenec), command)
    assert found is not None
    return {name for parameter in found.params for name in parameter.opts}


@pytest.mark.parametrize("hook", loaded(".pre-commit-hooks.yaml"), ids=lambda hook: str(hook["id"]))
def test_each_hook_runs_a_command_of_ours_on_our_files(hook: dict[str, Any]) -> None:
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
        "SCENEC_FILES": "a.ros2\n$(touch owned).ros2\n--ledger=owned.ros2",
        "SCENEC_TO": "sdformat",
        "SCENEC_FAIL_ON": "physics",
        "SCENEC_REPORT": "r.sarif",
    }
    subprocess.run(["bash", "-euc", step["run"]], check=True, env=environment, cwd=tmp_path)
    words = said.read_text().splitlines()
    end = words.index("--")
    assert words[0] == "convert" and words[end + 1 :] == ["a.ros2", "$(touch owned).ros2", "./--ledger=owned.ros2"]
    assert {word for word in words[:end] if word.startswith("-")} <= options_of("convert")
    assert not (tmp_path / "owned").exists()
    assert (tmp_path / "output").read_text() == "report=r.sarif\n"


def test_the_action_takes_what_has_changed_whatever_it_is_called(tmp_path: Path) -> None:
    step = next(step for step in loaded("action.yml")["runs"]["steps"] if step.get("id") == "run")
    names = ["--report=x.html.ros2", "a\nb.sdf", 'caf\u00e9 "x".rsg']
    (tmp_path / "repository").mkdir()
    (tmp_path / "venv/scenec/bin").mkdir(parents=True)
    fake = tmp_path / "venv/scenec/bin/scenec"
    fake.write_text(f'#!/bin/sh\nprintf "%s\\0" "$@" > {tmp_path / "said"}\n')
    fake.chmod(0o755)
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C", str(tmp_path / "repository")]
    for command in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "first"]):
        subprocess.run([*git, *command], check=True)
    for name in names:
        (tmp_path / "repository" / name).write_text("x")
    for command in (["add", "-A"], ["commit", "-q", "-m", "second"]):
        subprocess.run([*git, *command], check=True)
    inputs = {"SCENEC_FILES": "", "SCENEC_TO": "", "SCENEC_BASE": "", "SCENEC_FAIL_ON": "warning", "SCENEC_REPORT": "r.sarif"}
    environment = {**os.environ, **inputs, "RUNNER_TEMP": str(tmp_path / "venv"), "GITHUB_OUTPUT": str(tmp_path / "output")}
    subprocess.run(["bash", "-euc", step["run"]], check=True, env=environment, cwd=tmp_path / "repository")
    words = (tmp_path / "said").read_text().split("\0")[:-1]
    assert words == ["check", "--report", "r.sarif", "--", "./--report=x.html.ros2", *names[1:]]


def test_a_hook_takes_no_file_for_an_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As pre-commit calls it: entry, args, files."""
    monkeypatch.chdir(tmp_path)
    evil = "--ledger=owned.sdf"
    (tmp_path / evil).write_text('<sdf version="1.9"><model name="m"><link name="l"/></model></sdf>')
    for hook in loaded(".pre-commit-hooks.yaml"):
        words: list[str] = [*hook["entry"].split(), *hook["args"]]
        if "convert" in words:
            words[-1:] = ["--to", "mars", "--"]
        assert words[0] == "scenec" and main([*words[1:], evil]) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [evil, ".scenec-check"]


def test_no_expression_stands_inside_a_script() -> None:
    scripts = [step["run"] for step in loaded("action.yml")["runs"]["steps"]]
    assert [script for script in scripts if "${{" in script] == []
