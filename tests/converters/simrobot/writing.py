"""Writes scenes as SimRobot and reads them back, strictly: the reader refuses what SimRobot refuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scenec import ir
from scenec.accounting.finding import Finding
from scenec.accounting.ledger import Ledger
from scenec.converters.format import ReadOptions, ReadRequest, SourceFormat, WriteOptions
from scenec.converters.simrobot import FORMAT
from scenec.ir.inertia import Inertia
from tests.converters.simrobot.legal_text import refusals
from tests.printing import printed

ONE_KILOGRAM = ir.Inertial(mass=1.0, inertia=Inertia(0.1, 0.1, 0.1))


@dataclass
class Written:
    """One output, and what SimRobot would make of it."""

    text: str
    findings: list[Finding]
    copies: dict[str, str]
    scene: ir.Scene

    @property
    def codes(self) -> set[str]:
        return {finding.code for finding in self.findings}

    def finding(self, code: str) -> Finding:
        return next(finding for finding in self.findings if finding.code == code)

    def all(self, code: str) -> list[Finding]:
        return [finding for finding in self.findings if finding.code == code]

    def link(self, name: str) -> ir.Link:
        return next(link for link in self.scene.links if link.name == name)

    def joint(self, name: str) -> ir.Joint:
        return next(joint for joint in self.scene.joints if joint.name == name)


def write(scene: ir.Scene, version: str = "", source_format: str = "", **options: Any) -> Written:
    """Write a scene, settle what became of its values, and read it back."""
    assert FORMAT.read is not None and FORMAT.adaptations_for is not None
    ledger, asked = Ledger(), WriteOptions(version=version, **options)
    ledger.scene = scene
    steps = FORMAT.adaptations_for(asked, SourceFormat(file=source_format))
    suffix = ".ros3" if version == "core3" else ".ros2"
    made = printed(FORMAT, scene, ledger, steps=steps, options=asked, suffix=suffix, source_format=source_format)
    data, result = made.main, made.result
    made.settle(f"SimRobot {result.version}")
    assert refusals(result.files, result.main) == []
    back = FORMAT.read(
        ReadRequest(
            data=data,
            name=result.main,
            shown=result.main,
            path=None,
            folder=None,
            version=result.version,
            options=ReadOptions(),
            ledger=Ledger(),
            open=lambda path: b"",
        )
    )
    return Written(data.decode(), [entry.template for entry in ledger.entries], result.copies, back.scene)


def link(own: str, model: str = "m", /, **fields: Any) -> ir.Link:
    """A link whose id is its name, 1 kg unless said otherwise."""
    said: dict[str, Any] = {"id": own, "name": own, "model": model, "inertial": ONE_KILOGRAM} | fields
    return ir.Link(**said)


def joint(own: str, parent: str, child: str, type: str = "revolute", /, **fields: Any) -> ir.Joint:  # noqa: A002 the field's name
    """A joint about z whose id is its name."""
    axes = (ir.Axis(xyz=(0.0, 0.0, 1.0)),)
    said: dict[str, Any] = {"id": own, "name": own, "model": "m", "type": type, "parent": parent, "child": child, "axes": axes} | fields
    return ir.Joint(**said)


def scene(*parts: Any, **fields: Any) -> ir.Scene:
    """One world ``w`` with one model ``m`` (unless models are among the parts) that holds these parts."""
    kinds = {"models": ir.Model, "links": ir.Link, "joints": ir.Joint, "frames": ir.Frame, "lights": ir.Light, "meshes": ir.Mesh}
    sorted_parts = {field: tuple(part for part in parts if isinstance(part, kind)) for field, kind in kinds.items()}
    models = sorted_parts.pop("models") or (ir.Model(id="m", name="m"),)
    world = ir.World(id="w", name="S", gravity=(0.0, 0.0, -9.80665))
    said: dict[str, Any] = {"name": "S", "worlds": (world,), "models": models} | sorted_parts | fields
    return ir.Scene(**said)


def pose(x: float = 0.0, y: float = 0.0, z: float = 0.0, rpy: ir.Vec3 = (0.0, 0.0, 0.0)) -> ir.Pose:
    return ir.Pose((x, y, z), ir.Rotation.from_rpy(*rpy))
