"""Writing a toy file: each link that is nothing but a box with a mass becomes a box."""

from __future__ import annotations

from typing import Any

from scenec.converters.common.write_context import WriteContext, stated_pose
from scenec.converters.format import WriteRequest, WriteResult
from scenec.ir.geometry import Box
from scenec.ir.inertia import Inertia, solid_box
from scenec.ir.link import Link
from scenec.ir.pose import IDENTITY, Pose, Vec3
from scenec.syntax.element import Element
from scenec.syntax.kinds import finite
from scenec.syntax.said import Said, constant, said, spelled
from scenec.syntax.xml import read_xml
from scenec.syntax.xml_printing import claims_of, print_xml
from scenec.trace import Computed, ids_of, made_of
from tests.toy_format.findings import BOX_PLACE_CONVERTED, BOX_TURN_DROPPED, LINK_DROPPED


def write(request: WriteRequest) -> WriteResult:
    context, root = WriteContext(request), Element("toy")
    for link in request.scene.links:
        if is_box(link):
            write_box(root, context, link)
        else:
            context.report(LINK_DROPPED, link, about=link)
    main = f"{request.stem}{request.suffix}"
    return WriteResult(main, {main: print_xml(root)}, "1", claims={main: claims_of(root)}, read_back=read_xml)


def number(value: float) -> Said:
    """A number, as short as it reads back."""
    return Said(finite(value), ids_of(value))


def is_box(link: Link) -> bool:
    """Whether a link has a mass at its origin, and a box there as its first collision."""
    if not link.collisions or link.inertial is None or not link.inertial.mass:
        return False
    shape = link.collisions[0]
    at_origin = shape.relative_to is None and all(pose in (None, Pose()) for pose in (shape.pose, link.inertial.pose))
    return at_origin and isinstance(shape.geometry, Box) and min(shape.geometry.size) > 0


def write_box(root: Element, context: WriteContext, link: Any) -> None:
    """Append a box. link: its values know their leaves."""
    model, inertial, shape = context.by_id[link.model], link.inertial, link.collisions[0]
    says = []
    if sum(each.model == link.model for each in context.scene.links) == 1:
        says.append(link.model)  # a box is a model of its own
    if model.name == link.name:  # the box has one name for both
        says.append(model.name)
    if is_solid(inertial.inertia, float(inertial.mass), shape.geometry.size):
        says.append(inertial.inertia.entries)  # a box without a tensor is solid
    box = root.append("box", says=says)
    box.set("name", spelled(link.name) if link.name else constant(""))
    box.set("mass", number(inertial.mass))
    box.set("size", said(" ", map(number, shape.geometry.size)))
    box.set("at", said(" ", map(number, position(context, model, link))))


def is_solid(inertia: Inertia | None, mass: float, size: Vec3) -> bool:
    """Whether a tensor is that of a box of uniform density."""
    ours = solid_box(mass, size)
    return inertia is not None and all(abs(a - b) <= 1e-9 * mass for a, b in zip(inertia.entries, ours.entries, strict=True))


def position(context: WriteContext, model: Any, link: Any) -> Vec3:
    """Return where the box is in the world (m): as its link says, if no other pose counts."""
    place = context.kinematics.at_zero(link.id)
    if link.pose is None and place == Pose():
        return (0.0, 0.0, 0.0)
    if link.pose is not None and link.relative_to is None and model.pose is None and place == Pose(link.pose.position):
        at: Vec3 = link.pose.position
        return at
    row = BOX_PLACE_CONVERTED if place.rotation == IDENTITY else BOX_TURN_DROPPED
    context.report(row, link, about=(link.pose, model.pose), target=" ".join(map(finite, place.position)))
    sources = (stated_pose(link.pose, link.relative_to).position, stated_pose(model.pose, None).position)
    x, y, z = map(Computed, place.position)
    return made_of((x, y, z), *sources)
