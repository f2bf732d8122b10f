"""Small mechanisms for tests of what happens to joints and links."""

from __future__ import annotations

from typing import Any

from scenec import ir
from scenec.accounting.finding import Finding
from scenec.accounting.ledger import Ledger
from scenec.adapt import load
from scenec.ir.inertia import Inertia

Z = ir.Axis(xyz=(0.0, 0.0, 1.0))


def body(name: str, x: float = 0.0, mass: float | None = 2.0, **fields: Any) -> ir.Link:
    inertial = ir.Inertial(mass=mass, inertia=Inertia(0.1, 0.2, 0.25) if mass else None) if mass is not None else None
    return ir.Link(id=name, name=name, model="m", pose=ir.Pose((x, 0.0, 0.0)), inertial=inertial, **fields)


def joint(name: str, parent: str, child: str, *axes: ir.Axis, type: str = "revolute", **fields: Any) -> ir.Joint:  # noqa: A002 - the field's name
    return ir.Joint(id=name, name=name, model="m", type=type, parent=parent, child=child, axes=axes or (Z,), **fields)


def mechanism(*parts: ir.Link | ir.Joint) -> ir.Scene:
    return ir.Scene(
        models=(ir.Model(id="m", name="m"),),
        links=tuple(part for part in parts if isinstance(part, ir.Link)),
        joints=tuple(part for part in parts if isinstance(part, ir.Joint)),
    )


def adapted(step: str, scene: ir.Scene, /, **parameters: Any) -> tuple[ir.Scene, list[Finding]]:
    ledger = Ledger()
    result = load((step, parameters))(scene, ledger, "SimRobot")
    return result, [entry.template for entry in ledger.entries]
