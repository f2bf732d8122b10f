"""Writing little scenes that stand in the tests themselves, and looking at the program that comes out."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import scenec
from scenec import ir
from scenec.accounting.finding import Finding
from scenec.syntax.sexp import read_sexp
from scenec.syntax.tree import SourceNode


class Node(NamedTuple):
    """A node of the written program. calls: (method, its parameters), in order; at: where it stands among the calls and nodes."""

    cls: str
    calls: list[tuple[str, tuple[str, ...]]]
    children: list[Node]
    order: list[str]

    @property
    def name(self) -> str | None:
        return next((parameters[0] for method, parameters in self.calls if method == "setName"), None)

    def all(self, method: str) -> list[tuple[str, ...]]:
        return [parameters for name, parameters in self.calls if name == method]

    def get(self, method: str) -> tuple[str, ...] | None:
        found = self.all(method)
        return found[-1] if found else None

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()

    def first(self, cls: str) -> Node:
        return next(node for node in self.walk() if node.cls == cls)

    def named(self, name: str) -> Node:
        return next(node for node in self.walk() if node.name == name)


class Written(NamedTuple):
    text: str
    report: scenec.Report
    files: dict[str, bytes]

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self.report.findings

    @property
    def codes(self) -> set[str]:
        return {finding.code for finding in self.findings}

    @property
    def root(self) -> Node:
        return program(self.text)

    def finding(self, code: str) -> Finding:
        return next(finding for finding in self.findings if finding.code == code)


def write(scene: ir.Scene, to: str = "rsg", **options: Any) -> Written:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "s.rsg"
        report = scenec.write(scene, file, format=to, **options)
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file()}
    return Written(files.pop("s.rsg").decode(), report, files)


def program(text: str) -> Node:
    header, body = read_sexp(text.encode(), "s.rsg").root.children
    assert [atom.text for atom in header.children] == ["RSG", "0", "1"]
    return Node("Scene", [], [node_of(each) for each in body.children], [])


def node_of(tree: SourceNode) -> Node:
    keyword, cls, *rest = tree.children
    assert keyword.text == "nd"
    node = Node(str(cls.text), [], [], [])
    for each in rest:
        if each.children[0].text == "nd":
            node.children.append(node_of(each))
            node.order.append("nd " + node.children[-1].cls)
        else:
            method, *parameters = (str(atom.text) for atom in each.children)
            node.calls.append((method, tuple(parameters)))
            node.order.append(method)
    return node


# ---------------------------------------------------------------- scenes


def pose(x: float = 0.0, y: float = 0.0, z: float = 0.0, rpy: ir.Vec3 = (0.0, 0.0, 0.0)) -> ir.Pose:
    return ir.Pose((x, y, z), ir.Rotation.from_rpy(*rpy))


def inertial(mass: float = 2.0, at: ir.Pose | None = None) -> ir.Inertial:
    return ir.Inertial(mass=mass, inertia=ir.Inertia(0.01, 0.02, 0.03), pose=at)


def link(own: str, /, **fields: Any) -> ir.Link:
    said: dict[str, Any] = {"id": own, "name": own, "model": "robot", "inertial": inertial()} | fields
    return ir.Link(**said)


def joint(name: str, parent: str, child: str, type: str = "revolute", **fields: Any) -> ir.Joint:  # noqa: A002 - the field's word
    axes = () if type in ("fixed", "ball") else (ir.Axis(xyz=(0.0, 1.0, 0.0)),)
    said: dict[str, Any] = {"id": name, "name": name, "model": "robot", "type": type, "parent": parent, "child": child, "axes": axes}
    return ir.Joint(**said | fields)


def scene(*parts: ir.Link | ir.Joint | ir.Model | ir.Frame, **fields: Any) -> ir.Scene:
    """Everything in one model, unless a model is among the parts."""
    models = tuple(part for part in parts if isinstance(part, ir.Model)) or (ir.Model(id="robot", name="robot", self_collide=False),)
    return ir.Scene(
        models=models,
        links=tuple(part for part in parts if isinstance(part, ir.Link)),
        joints=tuple(part for part in parts if isinstance(part, ir.Joint)),
        frames=tuple(part for part in parts if isinstance(part, ir.Frame)),
        **fields,
    )
