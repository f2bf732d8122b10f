"""Shapes that a version lacks, as several it has. A capsule is exactly a cylinder with a sphere at each end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from msgspec.structs import replace

from scenec.accounting.lens import edited, unwrap
from scenec.converters.sdformat.context import Context
from scenec.converters.sdformat.part import Part
from scenec.converters.sdformat.write_geometry import tag_of
from scenec.ir.geometry import Capsule, Cylinder, Sphere
from scenec.ir.link import Collision, Visual
from scenec.ir.pose import Pose
from scenec.trace import derived

Shaped = TypeVar("Shaped", Collision, Visual)


def writable(context: Context, holder: Part, kind: str, shapes: tuple[Shaped, ...], owner: str) -> Iterator[Shaped]:
    """The collisions or visuals that can be written, through their lenses. One without a shape means nothing; one whose shape the
    version lacks stays unread as a whole, unless others together are the same. owner: the path of the link."""
    for shaped in shapes:
        shape = unwrap(shaped).geometry
        tag = tag_of(shape)
        if tag is not None and holder.has(f"{kind}/geometry/{tag}"):
            yield shaped
        elif isinstance(shape, Capsule):
            _tell(context, kind, shaped, owner)
            yield from _pieces(shaped, shape)


def _pieces(shaped: Shaped, capsule: Capsule) -> Iterator[Shaped]:
    bare, _ = unwrap(shaped), shaped.geometry.length  # type: ignore[union-attr]  # the caller knows that it is a capsule
    X = bare.pose or Pose()
    if capsule.length:
        cylinder = Cylinder(radius=capsule.radius, length=capsule.length, origin=capsule.origin)
        yield edited(shaped, replace(bare, geometry=cylinder, pose=X))
    ends = (("top", 0.5), ("bottom", -0.5)) if capsule.length else (("", 0.0),)
    for end, share in ends:
        position = derived(X.apply((0.0, 0.0, share * capsule.length)), X, capsule.length)
        name = f"{bare.name}_{end}" if bare.name and end else bare.name
        ball = Sphere(radius=capsule.radius, origin=capsule.origin)
        yield edited(shaped, replace(bare, name=derived(name, bare.name), geometry=ball, pose=Pose(position, X.rotation)))


def _tell(context: Context, kind: str, shaped: Collision | Visual, owner: str) -> None:
    context.ledger.report(
        "shape-capsule-split",
        "converted",
        "note",
        "geometry",
        about=unwrap(shaped).geometry,
        origin=shaped.origin,
        subject=owner,
        value=f"{kind} {unwrap(shaped).name or ''}".strip(),
        target="a cylinder and two spheres",
        because="capsules exist from SDFormat 1.8 on",
        consequence="the shape is the same, told as three",
        hint="write 1.8 or newer",
    )
