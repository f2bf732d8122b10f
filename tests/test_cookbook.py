"""docs/howto/python.md: each block of it runs, in order, as a reader would paste it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.findings("actuator-dropped")
def test_every_block_of_the_cookbook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(ROOT / "fixtures" / "humanoid", tmp_path / "humanoid")
    (tmp_path / "converted").mkdir()
    monkeypatch.chdir(tmp_path)
    blocks = BLOCK.findall((ROOT / "docs" / "howto" / "python.md").read_text(encoding="utf-8"))
    assert len(blocks) >= 6
    names: dict[str, Any] = {}
    for block in blocks:
        exec(compile(block, "docs/howto/python.md", "exec"), names)
    said = capsys.readouterr().out
    assert "Joint has no field 'tpye'; did you mean type?" in said
    assert (tmp_path / "arm.sdf").read_text(encoding="utf-8").count("<joint ") == 2
    assert "<world name=" in (tmp_path / "arm.sdf").read_text(encoding="utf-8")
