"""Read links (urdf_parser/src/link.cpp).

A fault in a link does not stop urdfdom, but ends the reading of the link: what stands in it before the fault stays, in the order inertial,
visuals, collisions.
"""

from __future__ import annotations

from typing import Any

import msgspec

from scenec import ir
from scenec.converters.urdf import vocabulary as v
from scenec.converters.urdf.findings.reading import LINK_CUT
from scenec.converters.urdf.read.element import Part
from scenec.converters.urdf.read.material import Materials
from scenec.converters.urdf.read.shape import read_collision, read_origin, read_visual
from scenec.errors import ReadError
from scenec.ir.inertia import Inertia

MASSLESS = ir.Inertial(mass=0.0, inertia=Inertia(0.0, 0.0, 0.0))
"""Of a link without <inertial>."""


class LinkContent(msgspec.Struct):
    """The content of a link."""

    inertial: ir.Inertial = MASSLESS
    visuals: tuple[ir.Visual, ...] = ()
    collisions: tuple[ir.Collision, ...] = ()


def read_link_content(part: Part, materials: Materials) -> LinkContent:
    """Return the inertial and the shapes of a link, up to the first fault."""
    found = LinkContent()
    inertial = part.first("inertial")
    if inertial is not None:
        content, problem = _read_inertial(inertial)
        found.inertial = content
        if problem is not None:
            _cut(part, problem, inertial, [*part.every("visual"), *part.every("collision")])
            return found
    visuals, collisions = part.every("visual"), part.every("collision")
    for number, each in enumerate(visuals):
        try:
            found.visuals = (*found.visuals, read_visual(each, materials))
        except ReadError as problem:
            _cut(part, problem, each, [*visuals[number + 1 :], *collisions])
            return found
    for number, each in enumerate(collisions):
        try:
            found.collisions = (*found.collisions, read_collision(each))
        except ReadError as problem:
            _cut(part, problem, each, collisions[number + 1 :])
            return found
    return found


def _cut(link: Part, problem: ReadError, faulty: Part, rest: list[Part]) -> None:
    """Report a fault that ends the reading of a link, with all that is lost by it."""
    lost = [each for each in (faulty, *rest) if each.tag != "inertial"]
    about = tuple(each.pass_over() for each in (faulty, *rest))
    shapes = ", ".join(f"{count} {tag}{'s' if count > 1 else ''}" for tag in ("visual", "collision") if (count := _count(lost, tag)))
    link.ledger.report(
        LINK_CUT,
        about=about,
        origin=faulty.origin,
        subject=f"link {link.node.attributes.get('name', '')}",
        value=link.node.attributes.get("name", ""),
        problem=str(problem.what),
        missing=shapes or "its mass",
    )


def _count(parts: list[Part], tag: str) -> int:
    return sum(part.tag == tag for part in parts)


def _read_inertial(part: Part) -> tuple[ir.Inertial, ReadError | None]:
    """Return mass, place and tensor as far as they can be read, and the fault."""
    values: dict[str, Any] = {"mass": 0.0, "inertia": Inertia(0.0, 0.0, 0.0), "origin": part.origin}
    try:
        values["pose"] = read_origin(part)
        mass = part.first("mass")
        if mass is None:
            raise part.error("<inertial> has no <mass>", hint='add <mass value="..."/>')
        values["mass"] = mass.take(v.MASS)
        tensor = part.first("inertia")
        if tensor is None:
            raise part.error("<inertial> has no <inertia>", hint="add <inertia> with ixx, ixy, ixz, iyy, iyz and izz")
        ixx, ixy, ixz, iyy, iyz, izz = [tensor.take(row) for row in v.MOMENTS]
        values["inertia"] = Inertia(ixx, iyy, izz, ixy, ixz, iyz)
    except ReadError as problem:
        part.pass_over()
        return ir.Inertial(**values), problem
    return ir.Inertial(**values, extras=part.rest()), None
