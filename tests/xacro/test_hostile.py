"""Untrusted files: each ends in one error, soon, and without taking much memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.formats import swept
from tests.processes import ROOT, patience
from tests.xacro.hostile import FILES

WORK = 60
"""Times of the processor that an ordinary file of a thousand links takes. The most is 23: a million steps, where expansion ends."""
MEGABYTES = 200
SECRET = "never to be read"

pytestmark = pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="memory is measured by /proc")


def test_there_are_enough() -> None:
    assert len(FILES) >= 60


@pytest.fixture(scope="module")
def answers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Name -> what expanding it came to. All that are asked for are expanded by one process, which must survive them."""
    asked = {
        item.callspec.params.get("name")
        for item in request.session.items
        if isinstance(item, pytest.Function) and hasattr(item, "callspec")
    }
    names = [name for name in FILES if name in asked]
    outside = tmp_path_factory.mktemp("outside")
    (outside / "outside.xacro").write_text(f'<robot name="{SECRET}"/>', encoding="utf-8")
    (outside / "outside.yaml").write_text(f"a: {SECRET}", encoding="utf-8")
    folders = {name: outside / f"inside{number}" for number, name in enumerate(names)}
    for name, folder in folders.items():
        folder.mkdir()
        for each, content in FILES[name].items():
            (folder / each).write_bytes(content if isinstance(content, bytes) else content.encode())
    command = [sys.executable, "-m", "tests.xacro.expand_one", *(str(folder / "main.xacro") for folder in folders.values())]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=patience(3000), check=False)
    found = dict(zip(names, map(json.loads, run.stdout.splitlines()), strict=False))
    assert run.returncode == 0, f"ended at {names[len(found)]}: {run.stderr[-2000:]}"
    assert run.stderr == ""
    for name, folder in folders.items():
        found[name]["files"] = sorted(each.name for each in folder.iterdir())
    return found


@pytest.mark.parametrize("name", [swept(name, number % 6 > 0) for number, name in enumerate(FILES)])
def test_a_hostile_file_ends_in_one_error(name: str, answers: dict[str, dict[str, Any]]) -> None:
    answer = answers[name]
    assert answer["message"], "it expands"
    assert answer["message"].count("\n") == 0
    assert len(answer["message"]) < 2500
    assert SECRET not in answer["message"]
    assert answer["work"] < WORK, answer
    assert answer["megabytes"] < MEGABYTES, answer
    assert answer["files"] == sorted(FILES[name])
