"""Write shapes that a version lacks as several others. A capsule is a cylinder with a sphere at each end.

That is printing and no adaptation: in the scene the capsule stays one part. So what is lost of it is reported once, under its own name,
shapes without a name behind it keep their numbers in reports, and the pieces have the names that the file has for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from msgspec.structs import replace

from scenec.converters.sdformat.findings.writing import SHAPE_CAPSULE_SPLIT
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.geometry import tag_of
from scenec.ir.geometry import Capsule, Cylinder, Sphere
from scenec.ir.link import Collision, Visual
from scenec.ir.pose import Pose
from scenec.trace import derived, made_of

Shaped = TypeVar("Shaped", Collision, Visual)


def writable(holder: ElementWriter, kind: str, shapes: tuple[Shaped, ...]) -> Iterator[tuple[Shaped, Shaped | None]]:
    """Yield the collisions or visuals that can be written, each with the one that it is a piece of (or None).

    One without a shape is dropped. Nothing is printed of one whose shape the version lacks, unless others together
    are the same.
    """
    for shaped in shapes:
        shape = shaped.geometry
        tag = tag_of(shape)
        if tag is not None and holder.has(f"{kind}/geometry/{tag}"):
            yield shaped, None
        elif isinstance(shape, Capsule):
            for piece in _pieces(shaped, shape):
                yield piece, shaped


def _pieces(shaped: Shaped, capsule: Capsule) -> Iterator[Shaped]:
    X = Pose() if shaped.pose is None else shaped.pose
    if capsule.length:
        cylinder = Cylinder(radius=capsule.radius, length=capsule.length, origin=capsule.origin)
        yield replace(shaped, geometry=cylinder, pose=X)
    ends = (("top", 0.5), ("bottom", -0.5)) if capsule.length else (("", 0.0),)
    for end, share in ends:
        position = derived(X.apply((0.0, 0.0, share * capsule.length)), X, capsule.length)
        name = made_of(derived(f"{shaped.name}_{end}", shaped.name), shaped.name) if shaped.name and end else shaped.name
        ball = Sphere(radius=capsule.radius, origin=capsule.origin)
        placed = Pose(made_of(position, (X.position, X.rotation, capsule.length)), X.rotation)
        yield replace(shaped, name=name, geometry=ball, pose=placed)


def report_piece(context: Context, kind: str, shaped: Collision | Visual, owner: str, name: str) -> None:
    """Report a shape of the result, by its path. owner: of the link. name: that the piece is written by."""
    context.report(
        SHAPE_CAPSULE_SPLIT,
        shaped,
        about=shaped.geometry,
        value=f"{kind} {shaped.name or ''}".strip(),
        target=f"{owner}::{name}",
        subject=owner,
    )
