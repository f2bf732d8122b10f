"""Reading little scenes that stand in the tests themselves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import scenec
from scenec import ir
from scenec.accounting.finding import Finding

MASS = '<SphereMass value="1kg" radius="1dm"/>'


class Result(NamedTuple):
    scene: ir.Scene
    report: scenec.Report

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self.report.findings

    def codes(self) -> list[str]:
        return [finding.code for finding in self.findings]

    def link(self, name: str) -> ir.Link:
        return next(link for link in self.scene.links if link.name == name)

    def joint(self, name: str) -> ir.Joint:
        return next(joint for joint in self.scene.joints if joint.name == name)


Reader = Callable[..., Result]


@pytest.fixture
def read_file(tmp_path: Path) -> Reader:
    """Reads a whole file, with others beside it (name -> text)."""

    def read(text: str, files: dict[str, str] | None = None, *, suffix: str = ".ros2", **options: Any) -> Result:
        for name, content in (files or {}).items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        entry = tmp_path / f"scene{suffix}"
        entry.write_text(text, encoding="utf-8")
        return Result(*scenec.read(entry, **options))

    return read


@pytest.fixture
def read_scene(read_file: Reader) -> Reader:
    """Reads what stands in the scene; `templates` stand before it, `attributes` in its tag."""

    def read(content: str, templates: str = "", attributes: str = "", files: dict[str, str] | None = None, **options: Any) -> Result:
        text = f'<Simulation>\n{templates}\n<Scene name="S" {attributes}>\n{content}\n</Scene>\n</Simulation>\n'
        return read_file(text, files, **options)

    return read


@pytest.fixture
def read_body(read_scene: Reader) -> Callable[..., ir.Link]:
    """The link that a body with this content makes."""

    def read(content: str, templates: str = "", **options: Any) -> ir.Link:
        link: ir.Link = read_scene(f'<Body name="b">{content}</Body>', templates, **options).scene.links[0]
        return link

    return read
