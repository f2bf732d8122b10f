"""README.md and the pages of docs/: their commands run, in the order of the page, and print what the page shows.

A page is run in a folder of its own with a copy of `fixtures/` and `examples/`. A fence with a title (```python title="gate.py") is written
to that file. A fence ``console`` has commands (``$ ...``, run by bash) and what they print on both outputs, and ``=> N`` where the exit
status is not 0. A comment before it (``<!-- shown: first 4 and last 1 lines -->``) cuts what each of its commands prints.
``pytest --accept`` writes what was printed into the page; read the difference before you commit it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import patience

ROOT = Path(__file__).parents[1]
FENCE = re.compile(
    r"(?P<cut><!-- shown: first (?P<first>\d+) and last (?P<last>\d+) lines -->\n)?"
    r'^```(?P<word>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<body>.*?)^```$',
    re.DOTALL | re.MULTILINE,
)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
RUN = [page for page in PAGES if "```console\n" in page.read_text(encoding="utf-8")]
PROGRESS = re.compile(r"\d+ of \d+ files")
"""A line of a library's progress, which appears where a machine is slow; pages do not show it."""

pytestmark = [pytest.mark.sweep, pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a page is run: the fixtures and examples, and `scenec` and `python` on the path."""
    for name in ("fixtures", "examples"):
        shutil.copytree(ROOT / name, tmp_path / "page" / name)
    (tmp_path / "bin").mkdir()
    for name, start in (("scenec", " -m scenec"), ("python", "")):
        shim = tmp_path / "bin" / name
        shim.write_text(f'#!/bin/sh\nexec "{sys.executable}"{start} "$@"\n', encoding="utf-8")
        shim.chmod(0o755)
    return tmp_path / "page"


def printed(command: str, folder: Path) -> list[str]:
    """The lines that a command prints, as a terminal shows them."""
    path = f"{folder.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    known = {name: value for name, value in os.environ.items() if name not in ("CI", "GITHUB_ACTIONS", "SCENEC_CONSUMERS")}
    home = {"HOME": str(folder.parent), "XDG_CACHE_HOME": str(folder.parent / "cache")}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**known, **home, "PATH": path, "PYTHONPATH": str(ROOT)},
        timeout=patience(1000),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
    )
    lines = [line.rstrip() for line in done.stdout.splitlines() if not PROGRESS.fullmatch(line)]
    return [*lines, f"=> {done.returncode}"] if done.returncode else lines


def cut(lines: list[str], fence: re.Match[str]) -> list[str]:
    """The lines that a page shows of what a command printed."""
    if fence["cut"] is None or len(lines) <= int(fence["first"]) + int(fence["last"]) + 1:
        return lines
    return [*lines[: int(fence["first"])], "...", *lines[len(lines) - int(fence["last"]) :]]


def commands(body: str) -> list[str]:
    """The commands of a fence; a line that ends in a backslash goes on."""
    return [line[2:] for line in re.findall(r"^\$ (?:[^\n]*\\\n)*[^\n]*", body, re.MULTILINE)]


def ran(page: str, folder: Path) -> str:
    """The page as it should read: every console fence with what its commands print now."""

    def again(fence: re.Match[str]) -> str:
        if fence["title"]:
            place = folder / fence["title"]
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(fence["body"], encoding="utf-8")
        if fence["word"] != "console":
            return fence[0]
        lines = []
        for command in commands(fence["body"]):
            lines += [f"$ {command}", *cut(printed(command, folder), fence)]
        return (fence["cut"] or "") + "```console\n" + "".join(f"{line}\n" for line in lines) + "```"

    return FENCE.sub(again, page)


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_commands_of_a_page_print_what_it_shows(page: Path, folder: Path, request: pytest.FixtureRequest) -> None:
    text = page.read_text(encoding="utf-8")
    now = ran(text, folder)
    if request.config.getoption("--accept"):
        page.write_text(now, encoding="utf-8")
    else:
        assert now == text


def test_every_tutorial_is_run() -> None:
    tutorials = {page for page in PAGES if page.parent.name == "tutorials"}
    assert len(tutorials) >= 4 and tutorials <= set(RUN)


def test_every_command_of_a_tutorial_stands_in_a_fence_that_is_run() -> None:
    """A fence without output would be a command that no test runs."""
    for page in (page for page in PAGES if page.parent.name in ("tutorials", "howto")):
        words = {fence["word"] for fence in FENCE.finditer(page.read_text(encoding="utf-8")) if not fence["title"]}
        assert not words & {"sh", "bash", "shell"}, page


def test_a_wrong_output_would_be_noticed(folder: Path) -> None:
    page = "```console\n$ echo one; echo two; exit 3\none\nthree\n```"
    assert ran(page, folder) == "```console\n$ echo one; echo two; exit 3\none\ntwo\n=> 3\n```"
    short = "<!-- shown: first 1 and last 1 lines -->\n```console\n$ seq 5\n```"
    assert ran(short, folder) == "<!-- shown: first 1 and last 1 lines -->\n```console\n$ seq 5\n1\n...\n5\n```"
