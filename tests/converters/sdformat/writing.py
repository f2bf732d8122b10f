"""Writes small scenes as SDFormat and looks at what came out."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from scenec import ir
from scenec.accounting.finding import Finding
from scenec.accounting.ledger import Ledger
from scenec.converters.format import SourceFormat, WriteOptions
from scenec.converters.sdformat import FORMAT
from scenec.converters.sdformat.profile import reshaping
from scenec.ir.inertia import Inertia
from tests.printing import printed
from tests.scenes import AT

NO_TURN = (0.0, 0.0, 0.0)
ONE_KILOGRAM = ir.Inertial(mass=1.0, inertia=Inertia(1.0, 1.0, 1.0))


@dataclass
class Written:
    """One output. root: the <sdf> element of the main file."""

    version: str
    files: dict[str, bytes]
    copies: dict[str, str]
    findings: list[Finding]
    root: ElementTree.Element

    def text(self, path: str) -> str | None:
        """The text of the first element at an ElementTree path, None if there is none."""
        found = self.root.find(path)
        return None if found is None else (found.text or "").strip()

    def texts(self, path: str) -> list[str]:
        return [(found.text or "").strip() for found in self.root.iterfind(path)]

    def attribute(self, path: str, name: str) -> str | None:
        found = self.root.find(path)
        assert found is not None, path
        return found.get(name)

    def attributes(self, path: str, name: str) -> list[str | None]:
        return [found.get(name) for found in self.root.iterfind(path)]

    def has(self, path: str) -> bool:
        return self.root.find(path) is not None

    @property
    def codes(self) -> set[str]:
        return {finding.code for finding in self.findings}

    def finding(self, code: str) -> Finding:
        return next(finding for finding in self.findings if finding.code == code)


def write(scene: ir.Scene, version: str = "", source_format: str = "", **asked: Any) -> Written:
    """Write a scene in the structure of SDFormat, and settle what became of its values."""
    options, ledger = WriteOptions(version=version, **asked), Ledger()
    ledger._next_id = 10  # tests may trace values to the first ten
    steps = reshaping(options, SourceFormat(file=source_format, name=source_format))
    made = printed(FORMAT, scene, ledger, steps=steps, options=options, suffix=".sdf", source_format=source_format)
    result = made.result
    made.settle(f"SDFormat {result.version}")
    findings = [entry.template for entry in ledger.entries]
    return Written(result.version, result.files, result.copies, findings, ElementTree.fromstring(made.main))


def pose(x: float = 0.0, y: float = 0.0, z: float = 0.0, rpy: ir.Vec3 = NO_TURN) -> ir.Pose:
    return ir.Pose((x, y, z), ir.Rotation.from_rpy(*rpy))


def link(own: str, model: str = "m", /, **fields: Any) -> ir.Link:
    """A link whose id is its name, 1 kg unless said otherwise."""
    said: dict[str, Any] = {"id": own, "name": own, "model": model, "inertial": ONE_KILOGRAM} | fields
    return ir.Link(**said)


def joint(own: str, parent: str, child: str, type: str = "revolute", /, **fields: Any) -> ir.Joint:  # noqa: A002 the field's name
    """A joint whose id is its name, with the axis its type needs."""
    axes = (ir.Axis(xyz=(0.0, 0.0, 1.0)),) if type in ("revolute", "continuous", "prismatic", "screw") else ()
    said: dict[str, Any] = {"id": own, "name": own, "model": "m", "type": type, "parent": parent, "child": child, "axes": axes} | fields
    return ir.Joint(**said)


def scene(*parts: Any, **fields: Any) -> ir.Scene:
    """One world ``w``, as if it had been read, with one model ``m`` that holds these links, joints, frames, unless models are among the
    parts, or lights alone."""
    kinds = {"models": ir.Model, "links": ir.Link, "joints": ir.Joint, "frames": ir.Frame, "lights": ir.Light, "meshes": ir.Mesh}
    sorted_parts = {field: tuple(part for part in parts if isinstance(part, kind)) for field, kind in kinds.items()}
    only_lights = bool(sorted_parts["lights"] or fields.get("lights")) and not sorted_parts["links"]
    models = sorted_parts.pop("models") or (() if only_lights else (ir.Model(id="m", name="m"),))
    said: dict[str, Any] = {"worlds": (ir.World(id="w", name="w"),), "models": models} | sorted_parts | fields
    said["models"] = tuple(replace(model, origin=model.origin or AT) for model in said["models"])  # as if it had been read
    return ir.Scene(**said)


def shaped(shape: ir.Shape, *meshes: ir.Mesh) -> ir.Scene:
    """A link with one collision and one visual of a shape."""
    return scene(link("l", collisions=(ir.Collision(name="c", geometry=shape),), visuals=(ir.Visual(name="v", geometry=shape),)), *meshes)
