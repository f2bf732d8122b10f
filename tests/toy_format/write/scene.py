"""Writing a toy file: each link that is nothing but a box with a mass becomes a box."""

from __future__ import annotations

from typing import Any

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.numbers import finite
from scenec.converters.common.write_context import WriteContext
from scenec.converters.format import WriteRequest, WriteResult
from scenec.ir.geometry import Box
from scenec.ir.inertia import Inertia, solid_box
from scenec.ir.link import Link
from scenec.ir.pose import IDENTITY, Pose, Vec3
from scenec.syntax.xml_printing import Out, print_xml
from tests.toy_format.findings import BOX_PLACE_CONVERTED, BOX_TURN_DROPPED, LINK_DROPPED


def write(request: WriteRequest) -> WriteResult:
    context, out = WriteContext(request), Out("toy")
    for link in request.scene.links:
        if is_box(unwrap(link)):
            write_box(out, context, link)
        else:
            context.tell(link, LINK_DROPPED, about=unwrap(link))
    main = f"{request.stem}{request.suffix}"
    return WriteResult(main, {main: print_xml(out)}, "1")


def is_box(link: Link) -> bool:
    """Whether a link has a mass at its origin, and a box there as its first collision."""
    if not link.collisions or link.inertial is None or not link.inertial.mass:
        return False
    shape = link.collisions[0]
    at_origin = shape.relative_to is None and all(pose in (None, Pose()) for pose in (shape.pose, link.inertial.pose))
    return at_origin and isinstance(shape.geometry, Box) and min(shape.geometry.size) > 0


def write_box(out: Out, context: WriteContext, link: Any) -> None:
    bare: Link = unwrap(link)
    model = context.seen[bare.model]
    if sum(each.model == bare.model for each in context.scene.links) == 1:
        mark_read(link.model)  # a box is a model of its own
    if unwrap(model).name == bare.name:  # the box has one name for both
        mark_read(model.name)
    size, mass = link.collisions[0].geometry.size, link.inertial.mass
    if is_solid(unwrap(link.inertial).inertia, float(mass), size):
        mark_read(link.inertial.inertia)
    written = {"name": link.name or "", "mass": finite(mass), "size": " ".join(map(finite, size))}
    out.add("box", **written, at=" ".join(map(finite, position(context, model, link))))


def is_solid(inertia: Inertia | None, mass: float, size: Vec3) -> bool:
    """Whether a tensor is that of a box of uniform density."""
    ours = solid_box(mass, size)
    return inertia is not None and all(abs(a - b) <= 1e-9 * mass for a, b in zip(inertia.entries, ours.entries, strict=True))


def position(context: WriteContext, model: Any, link: Any) -> Vec3:
    """Where the box is in the world: as its link says, if nothing else has a say."""
    bare: Link = unwrap(link)
    place = context.kinematics.at_zero(bare.id)
    if bare.pose is None and place == Pose():
        return (0.0, 0.0, 0.0)
    if bare.pose is not None and bare.relative_to is None and unwrap(model).pose is None and place == Pose(bare.pose.position):
        at: Vec3 = link.pose.position
        return at
    row = BOX_PLACE_CONVERTED if place.rotation == IDENTITY else BOX_TURN_DROPPED
    context.tell(link, row, about=[bare.pose, unwrap(model).pose], target=" ".join(map(finite, place.position)))
    return place.position
