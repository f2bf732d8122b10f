"""Untrusted files: each ends in one error, soon, and without taking much memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.xacro.hostile import FILES

ROOT = Path(__file__).parents[2]
SECONDS = 2
MEGABYTES = 200
SECRET = "never to be read"

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is measured by /proc")


def test_there_are_enough() -> None:
    assert len(FILES) >= 60


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_file_ends_in_one_error(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "inside"
    folder.mkdir()
    (tmp_path / "outside.xacro").write_text(f'<robot name="{SECRET}"/>', encoding="utf-8")
    (tmp_path / "outside.yaml").write_text(f"a: {SECRET}", encoding="utf-8")
    for each, content in FILES[name].items():
        (folder / each).write_bytes(content if isinstance(content, bytes) else content.encode())
    main = folder / "main.xacro"
    run = subprocess.run(
        [sys.executable, "-m", "tests.xacro.expand_one", str(main)], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 0, run.stderr[-2000:]
    assert run.stderr == ""
    answer = json.loads(run.stdout)
    assert answer["message"], "it expands"
    assert answer["message"].count("\n") == 0
    assert len(answer["message"]) < 2500
    assert SECRET not in answer["message"]
    assert answer["seconds"] < SECONDS, answer
    assert answer["megabytes"] < MEGABYTES, answer
    assert sorted(each.name for each in folder.iterdir()) == sorted(FILES[name])
