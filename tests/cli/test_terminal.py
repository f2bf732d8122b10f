"""Colours where a person looks, and nowhere else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ARM, ROOT, SERVO, put

pty = pytest.importorskip("pty", reason="no pseudo-terminals on this system")

LIST_MODULES = "import sys; from scenec.cli.main import main; main(sys.argv[1:]); print('rich' in sys.modules)"


def on_a_terminal(folder: Path, *arguments: str, code: str = "", **environment: str) -> tuple[str, str]:
    """Return what the command writes to a terminal as stderr, and its stdout."""
    put(folder, "arm.ros2", ARM.format(motor=SERVO))
    ours, theirs = pty.openpty()
    start = ["-c", code] if code else ["-m", "scenec"]
    variables = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "100", "LINES": "24", **environment}
    if "NO_COLOR" not in environment:
        variables.pop("NO_COLOR", None)
    done = subprocess.run(
        [sys.executable, *start, *arguments], stderr=theirs, stdout=subprocess.PIPE, cwd=folder, env=variables, check=True, text=True
    )
    os.close(theirs)
    written = b""
    try:
        while chunk := os.read(ours, 65536):
            written += chunk
    except OSError:  # how Linux says that the other end is closed
        pass
    os.close(ours)
    return written.decode(), done.stdout


def test_a_terminal_gets_colours_by_level(tmp_path: Path) -> None:
    text, _ = on_a_terminal(tmp_path, "convert", "arm.ros2", "-o", "arm.sdf")
    assert "\x1b[33mwarnings: 1" in text


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_without_colours_rich_is_not_loaded(tmp_path: Path, environment: dict[str, str]) -> None:
    text, out = on_a_terminal(tmp_path, "convert", "arm.ros2", "-o", "arm.sdf", code=LIST_MODULES, **environment)
    assert "\x1b" not in text
    assert "warnings: 1" in text
    assert out == "False\n"


def test_a_pipe_gets_plain_text_and_rich_is_not_loaded(tmp_path: Path) -> None:
    put(tmp_path, "arm.ros2", ARM.format(motor=SERVO))
    done = subprocess.run(
        [sys.executable, "-c", LIST_MODULES, "convert", "arm.ros2", "-o", "arm.sdf"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    assert "\x1b" not in done.stderr
    assert done.stdout == "False\n"


def test_a_narrow_terminal_is_not_overflown(tmp_path: Path) -> None:
    text, _ = on_a_terminal(tmp_path, "convert", "arm.ros2", "-o", "arm.sdf", COLUMNS="60", NO_COLOR="1")
    coloured, _ = on_a_terminal(tmp_path, "convert", "arm.ros2", "-o", "arm.sdf", COLUMNS="60")
    assert "warnings: 1" in text
    assert max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in coloured.splitlines()) <= 60
