"""Shapes with a size of 0 or below that a target refuses, or reads as another size: they are left out."""

from __future__ import annotations

from collections.abc import Collection as Several
from typing import TYPE_CHECKING

from msgspec.structs import replace

from scenec.adapt.findings import SHAPE_SIZE_DROPPED, VISUAL_SIZE_DROPPED
from scenec.ir.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, Plane, Shape, Sphere, Torus
from scenec.ir.link import Collision, Visual
from scenec.ir.scene import Scene

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger


def adapt(scene: Scene, ledger: Ledger, target: str, touched_flat: Several[str] = (), drawn_flat: Several[str] = ()) -> Scene:
    """Return the scene without shapes that have a size of 0 or below. touched_flat, drawn_flat: the collisions and visuals (names of
    classes) that the target reads with some sizes of 0, such as a disc. Reports `shape-size-dropped` and `visual-size-dropped`."""
    wrong = {id(part) for link in scene.links for part in link.collisions if not has_extent(part.geometry, touched_flat)}
    wrong |= {id(part) for link in scene.links for part in link.visuals if not has_extent(part.geometry, drawn_flat, drawn=True)}
    if not wrong:
        return scene

    def kept(part: Collision | Visual) -> bool:
        if id(part) not in wrong:
            return True
        row = SHAPE_SIZE_DROPPED if isinstance(part, Collision) else VISUAL_SIZE_DROPPED
        kind = type(part.geometry).__name__.lower()
        ledger.report(row, part, about=part, value=kind, origin=part.geometry.origin)
        return False

    links = [
        replace(link, collisions=tuple(filter(kept, link.collisions)), visuals=tuple(filter(kept, link.visuals)))
        if any(id(part) in wrong for part in (*link.collisions, *link.visuals))
        else link
        for link in scene.links
    ]
    return replace(scene, links=tuple(links))


def has_extent(shape: Shape, flat: Several[str], *, drawn: bool = False) -> bool:
    """Return whether all sizes of a shape are above 0; of one that may be flat, whether none is below and one is above."""
    sizes = _sizes(shape, drawn=drawn)
    if type(shape).__name__ in flat:
        return not sizes or (any(sizes) and min(sizes) >= 0)
    return all(size > 0 for size in sizes)


def _sizes(shape: Shape, *, drawn: bool) -> tuple[float, ...]:
    """Return the sizes of a simple shape (m), of a capsule its radius and its length from tip to tip. Meshes have none, and neither
    has a plane that collides, which is infinite."""
    match shape:
        case Box(size=size) | Ellipsoid(radii=size):
            return size
        case Sphere(radius=radius):
            return (radius,)
        case Cylinder(radius=radius, length=length) | Cone(radius=radius, length=length):
            return (radius, length)
        case Capsule(radius=radius, length=length):
            return (radius, length + 2 * radius)
        case Torus(major_radius=major, minor_radius=minor):
            return (major, minor)
        case Plane(size=(x, y)) if drawn:
            return (x, y)
    return ()
