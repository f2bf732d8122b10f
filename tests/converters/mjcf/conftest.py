"""Reading MJCF that stands in a test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import scenec
from scenec import converters, ir, options
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


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    """The format has no row in the registry yet; while these tests run, it has."""
    converters.BUILT_IN["mjcf"] = converters.Row({".xml": ""}, refused=(".mjb",), by_content=(".xml",))
    forget()
    yield
    del converters.BUILT_IN["mjcf"]
    forget()


def forget() -> None:
    """Let the registry look at its rows again."""
    for each in (*vars(converters).values(), *vars(options).values()):
        if hasattr(each, "cache_clear"):
            each.cache_clear()
