"""Reading MJCF that stands in a test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import scenec
from scenec import ir
from scenec.accounting.report import Report

Read = Callable[..., tuple[ir.Scene, Report]]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads the inside of a model; files: further files by name."""

    def reading(inside: str, root: str = "<mujoco>", **files: str) -> tuple[ir.Scene, Report]:
        for name, text in files.items():
            (tmp_path / name.replace("_", ".")).write_text(text)
        path = tmp_path / "model.xml"
        path.write_text(f"{root}{inside}</mujoco>")
        return scenec.read(path)

    return reading
