"""Reading little scenes that stand in the tests themselves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import scenec
from scenec import ir
from scenec.accounting.finding import Finding
from scenec.ir.summary import JointSummary, LinkSummary


class Result(NamedTuple):
    scene: ir.Scene
    report: scenec.Report

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self.report.findings

    def codes(self, level: str = "") -> list[str]:
        return [finding.code for finding in self.findings if level in ("", finding.level)]

    def link(self, name: str) -> ir.Link:
        return next(link for link in self.scene.links if link.name == name)

    def joint(self, name: str) -> ir.Joint:
        return next(joint for joint in self.scene.joints if joint.name == name)

    def body(self, name: str) -> LinkSummary:
        """Return what a simulator sees of a link."""
        return next(link for link in self.scene.physics().links if link.path.endswith(f"::{name}"))

    def hinge(self, name: str) -> JointSummary:
        return next(joint for joint in self.scene.physics().joints if joint.path.endswith(f"::{name}"))


Reader = Callable[..., Result]


@pytest.fixture
def read_file(tmp_path: Path) -> Reader:
    """Reads a whole file, with others beside it (name -> content)."""

    def read(text: str | bytes, files: dict[str, str | bytes] | None = None, *, name: str = "s.scene", **options: Any) -> Result:
        for each, content in {**(files or {}), name: text}.items():
            (tmp_path / each).write_bytes(content.encode() if isinstance(content, str) else content)
        return Result(*scenec.read(tmp_path / name, **options))

    return read


@pytest.fixture
def read_scene(read_file: Reader) -> Reader:
    """Reads what stands in the scene."""

    def read(content: str, files: dict[str, str | bytes] | None = None, **options: Any) -> Result:
        return read_file(f"<SceneFile>\n{content}\n</SceneFile>\n", files, **options)

    return read


def vector(tag: str, x: float, y: float, z: float) -> str:
    return f"<{tag}><x>{x:g}</x><y>{y:g}</y><z>{z:g}</z></{tag}>"


def node(
    name: str,
    at: tuple[float, float, float] = (0, 0, 0),
    more: str = "",
    *,
    mode: str = "box",
    size: tuple[float, float, float] = (1, 1, 1),
    movable: bool = True,
    mass: str = "<mass>2</mass><density>0</density>",
) -> str:
    """A primitive node. Its index, group and all else come in `more`."""
    return (
        f'<node name="{name}"><filename>PRIMITIVE</filename><physicmode>{mode}</physicmode><movable>{str(movable).lower()}</movable>'
        f"{mass}{vector('position', *at)}{vector('extend', *size)}{more}</node>"
    )


def index(number: int, group: int = 0, parent: int = 0) -> str:
    return f"<index>{number}</index><groupid>{group}</groupid><relativeid>{parent}</relativeid>"
