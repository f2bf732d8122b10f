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

    @property
    def version(self) -> str:
        return self.report.source.version

    @property
    def codes(self) -> list[str]:
        return [finding.code for finding in self.findings]

    def finding(self, code: str) -> Finding:
        return next(finding for finding in self.findings if finding.code == code)

    def link(self, name: str) -> ir.Link:
        return next(link for link in self.scene.links if link.name == name)

    def joint(self, name: str) -> ir.Joint:
        return next(joint for joint in self.scene.joints if joint.name == name)

    def link_summary(self, name: str) -> LinkSummary:
        """The link as a simulator sees it."""
        return next(link for link in self.scene.physics().links if link.path.endswith(f"::{name}"))

    def joint_summary(self, name: str) -> JointSummary:
        return next(joint for joint in self.scene.physics().joints if joint.path.endswith(name))


Reader = Callable[..., Result]


@pytest.fixture
def read(tmp_path: Path) -> Reader:
    """Reads what stands in the body of a scene; `files` lie below the same resource location (name -> text of a body)."""

    def reading(body: str, files: dict[str, str] | None = None, **options: Any) -> Result:
        for name, content in {"scene.rsg": body, **(files or {})}.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            header = "(RSG 0 1)\n" if name.endswith(".rsg") and not content.startswith("(RSG") else ""
            path.write_text(header + content, encoding="utf-8")
        return Result(*scenec.read(tmp_path / "scene.rsg", **options))

    return reading


BODY = "(nd RigidBody (setName body) (setBoxTotal 1 1 1 1))"
