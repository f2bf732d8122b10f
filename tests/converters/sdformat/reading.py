"""Reads small SDFormat texts and looks at what came out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import scenec
from scenec import ir
from scenec.accounting.finding import Finding
from scenec.ir.summary import CollisionSummary, JointSummary, LinkSummary, PhysicsSummary


@dataclass
class Read:
    """The result of reading one text."""

    scene: ir.Scene
    report: scenec.Report

    @property
    def findings(self) -> list[Finding]:
        return list(self.report.findings)

    @property
    def codes(self) -> set[str]:
        return {finding.code for finding in self.findings}

    @property
    def errors(self) -> set[str]:
        return {finding.code for finding in self.findings if finding.level == "error"}

    @property
    def physics(self) -> PhysicsSummary:
        return self.scene.physics()

    def link(self, path: str) -> LinkSummary:
        return next(each for each in self.physics.links if each.path == path)

    def joint(self, path: str) -> JointSummary:
        return next(each for each in self.physics.joints if each.path == path)

    def collision(self, path: str) -> CollisionSummary:
        return next(each for link in self.physics.links for each in link.collisions if each.path == path)


def read(content: str, version: str = "1.7", **options: Any) -> Read:
    """Read what stands in <sdf>."""
    return read_text(f'<?xml version="1.0"?>\n<sdf version="{version}">{content}</sdf>', **options)


def read_model(content: str, version: str = "1.7", **options: Any) -> Read:
    """Read what stands in a model called `m`."""
    return read(f'<model name="m">{content}</model>', version, **options)


def read_text(text: str, **options: Any) -> Read:
    return of(*scenec.read(text.encode(), format="sdformat", name="scene.sdf", **options))


def read_file(path: Path, **options: Any) -> Read:
    return of(*scenec.read(path, **options))


def of(scene: ir.Scene, report: scenec.Report) -> Read:
    return Read(scene, report)
