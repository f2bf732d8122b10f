"""README.md: two screens, true, and right where PyPI shows it, which follows no relative links."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
REPOSITORY = "https://github.com/scenec/scenec/blob/main/"
PICTURES = "https://raw.githubusercontent.com/scenec/scenec/main/"
MOST_WORDS = 900


def links() -> list[str]:
    """The target of every link and picture, those of reference links included."""
    inline = re.findall(r"\]\(([^)\s]+)\)", TEXT)
    return inline + re.findall(r"^\[[^\]]+\]: (\S+)$", TEXT, re.MULTILINE)


def test_readme_is_two_screens() -> None:
    assert len(TEXT.split()) <= MOST_WORDS


def test_every_link_is_absolute_and_leads_to_a_file_of_the_repository() -> None:
    starts = (REPOSITORY, PICTURES)
    assert [link for link in links() if not link.startswith(starts)] == []
    places = [link.removeprefix(REPOSITORY).removeprefix(PICTURES).partition("#")[0] for link in links()]
    assert [place for place in places if not (ROOT / place).is_file()] == []
    assert len(places) > 10


def test_every_reference_link_is_defined_and_used() -> None:
    body, defined = re.sub(r"^\[[^\]]+\]: .*$", "", TEXT, flags=re.MULTILINE), set(re.findall(r"^\[([^\]]+)\]: ", TEXT, re.MULTILINE))
    prose = re.sub(r"```.*?```|`[^`\n]+`", "", body, flags=re.DOTALL)
    used = set(re.findall(r"\]\[([^\]]+)\]", prose)) | set(re.findall(r"(?<!\])\[([^\]]+)\](?![\[(])", prose))
    assert used == defined


def test_the_package_names_the_repository_that_readme_links_to() -> None:
    assert f'Repository = "{REPOSITORY.removesuffix("/blob/main/")}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_python_of_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    assert len([line for line in block.splitlines() if line.strip()]) <= 10
    shutil.copytree(ROOT / "fixtures" / "humanoid", tmp_path / "fixtures" / "humanoid")
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "README.md", "exec"), {})
    assert "Robin::Head 0.5" in capsys.readouterr().out
    assert (tmp_path / "robot.sdf").is_file()


def test_the_job_of_readme_is_ten_lines() -> None:
    (block,) = re.findall(r"^```yaml\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    assert len(block.splitlines()) <= 10
