"""When two shapes are the same, however their frames are chosen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scenec.difference.closeness import MESH, Closeness
from scenec.ir.pose import Pose, dot
from scenec.ir.summary import ShapeSummary

Bounds = tuple[tuple[float, float, float], tuple[float, float, float]]


class Placed:
    """A shape where it is compared. bounds: of a mesh, there."""

    __slots__ = ("bounds", "kind", "matrix", "position", "size")

    def __init__(self, shape: ShapeSummary, X: Pose, bounds: Bounds | None) -> None:
        self.kind, self.size = shape.type, shape.size
        self.position = X.position
        self.matrix = X.rotation.matrix()
        self.bounds = bounds

    @property
    def z(self) -> tuple[float, float, float]:
        return self.matrix[0][2], self.matrix[1][2], self.matrix[2][2]

    def edges(self, names: Sequence[str]) -> list[float]:
        """R diag(sizes) R^T: a box or an ellipsoid without the labels of its axes."""
        sizes = [self.size.get(name, 0.0) for name in names]
        return [sum(row[k] * sizes[k] * other[k] for k in range(3)) for row in self.matrix for other in self.matrix]

    def normal(self) -> tuple[float, float, float]:
        n = (self.size.get("nx", 0.0), self.size.get("ny", 0.0), self.size.get("nz", 0.0))
        row_x, row_y, row_z = self.matrix
        return (dot(row_x, n), dot(row_y, n), dot(row_z, n)) if any(n) else self.z


def unlike(a: Placed, b: Placed, close: Closeness) -> Iterator[str]:
    """What differs of two shapes: ``type``, ``size``, ``place``; nothing where they fill the same space."""
    if a.kind != b.kind:
        yield "type"
        return
    if a.kind in ("box", "ellipsoid"):
        yield from _box(a, b, close)
    elif a.kind == "plane":
        yield from _plane(a, b, close)
    elif a.kind == "mesh" and a.bounds is not None and b.bounds is not None:
        yield from _mesh(a.size != b.size, a.bounds, b.bounds, close)
    else:
        yield from _round(a, b, close)


def _mesh(other: bool, bounds: Bounds, other_bounds: Bounds, close: Closeness) -> Iterator[str]:
    """other: whether the numbers of vertices and faces differ."""
    scale = max(close.extent, *(abs(c) for corner in (*bounds, *other_bounds) for c in corner))
    spans = [[high - low for low, high in zip(*each, strict=True)] for each in (bounds, other_bounds)]
    larger = not close.all_same(spans[0], spans[1], scale, MESH)
    if other or larger:
        yield "size"
    if not larger and not close.all_same([*bounds[0], *bounds[1]], [*other_bounds[0], *other_bounds[1]], scale, MESH):
        yield "place"


def _box(a: Placed, b: Placed, close: Closeness) -> Iterator[str]:
    names = ("x", "y", "z") if a.kind == "box" else ("rx", "ry", "rz")
    ours, theirs = ([each.size.get(name, 0.0) for name in names] for each in (a, b))
    as_long = close.all_same(sorted(ours), sorted(theirs))
    laid_out = as_long and close.all_same(a.edges(names), b.edges(names))
    upright = all(close.all_same(row, other, 1.0) for row, other in zip(a.matrix, b.matrix, strict=True))
    if not laid_out and (upright or not as_long):
        yield "size"
    if not close.same_place(a.position, b.position) or (as_long and not laid_out and not upright):
        yield "place"


def _plane(a: Placed, b: Placed, close: Closeness) -> Iterator[str]:
    extents = [sorted(each.size.get(name, 0.0) for name in ("x", "y")) for each in (a, b)]
    if not close.all_same(extents[0], extents[1]):
        yield "size"
    n, m = a.normal(), b.normal()
    heights = [dot(n, a.position), dot(m, b.position)]
    finite = any(extents[0]) and not close.same_place(a.position, b.position)
    if finite or not close.all_same(n, m, 1.0) or not close.same(heights[0], heights[1], close.extent):
        yield "place"


def _round(a: Placed, b: Placed, close: Closeness) -> Iterator[str]:
    names = sorted({*a.size, *b.size})
    if any(not close.same(a.size.get(name, 0.0), b.size.get(name, 0.0)) for name in names):
        yield "size"
    if not close.same_place(a.position, b.position) or not _same_way(a, b, close):
        yield "place"


def _same_way(a: Placed, b: Placed, close: Closeness) -> bool:
    """A sphere has no direction, a cylinder's spin and which of its ends is which make no difference."""
    if a.kind == "sphere":
        return True
    if a.kind in ("cylinder", "capsule", "torus"):
        return close.all_same(a.z, b.z, 1.0) or close.all_same(a.z, [-part for part in b.z], 1.0)
    if a.kind == "cone":
        return close.all_same(a.z, b.z, 1.0)
    return all(close.all_same(row, other, 1.0) for row, other in zip(a.matrix, b.matrix, strict=True))
