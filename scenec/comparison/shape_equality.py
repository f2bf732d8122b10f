"""When two shapes are the same, however their frames are chosen."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property

from scenec.comparison.tolerance import MESH, Tolerance, pose_of
from scenec.ir.pose import Pose, dot
from scenec.ir.summary import ShapeSummary

Bounds = tuple[tuple[float, float, float], tuple[float, float, float]]
_EDGES = {"box": ("x", "y", "z"), "ellipsoid": ("rx", "ry", "rz")}
"""Sizes along axes that may be called in any order."""
_SAME_FROM_BOTH_ENDS = ("cylinder", "capsule", "torus")


class PlacedShape:
    """A shape where it is compared. bounds: of a mesh, there."""

    def __init__(self, shape: ShapeSummary, X: Pose, bounds: Bounds | None) -> None:
        self.summary, self.kind, self.size = shape, shape.type, shape.size
        self.position = X.position
        self.matrix = X.rotation.matrix()
        self.bounds = bounds

    @staticmethod
    def of(shape: ShapeSummary) -> PlacedShape:
        """The shape where its summary has it."""
        return PlacedShape(shape, pose_of(shape.pose), shape.bounds)

    @property
    def z(self) -> tuple[float, float, float]:
        return self.matrix[0][2], self.matrix[1][2], self.matrix[2][2]

    @property
    def lengths(self) -> list[float]:
        """Of the edges of a box or the axes of an ellipsoid."""
        return [self.size.get(name, 0.0) for name in _EDGES[self.kind]]

    @cached_property
    def edges(self) -> list[float]:
        """R diag(lengths) R^T: a box or an ellipsoid without the labels of its axes."""
        lengths = self.lengths
        return [sum(row[k] * lengths[k] * other[k] for k in range(3)) for row in self.matrix for other in self.matrix]

    @cached_property
    def normal(self) -> tuple[float, float, float]:
        n = (self.size.get("nx", 0.0), self.size.get("ny", 0.0), self.size.get("nz", 0.0))
        row_x, row_y, row_z = self.matrix
        return (dot(row_x, n), dot(row_y, n), dot(row_z, n)) if any(n) else self.z

    @property
    def extents(self) -> list[float]:
        """Of a plane, zeros for one without ends."""
        return sorted(self.size.get(name, 0.0) for name in ("x", "y"))

    @cached_property
    def numbers(self) -> tuple[float, ...]:
        """Place and size in numbers that do not depend on how the frame was chosen."""
        if self.kind in _EDGES:
            return (*self.position, *self.edges)
        if self.kind == "plane":
            return (*self.normal, dot(self.normal, self.position), *(self.position if any(self.extents) else ()), *self.extents)
        if self.kind == "mesh" and self.bounds is not None:
            return (*self.bounds[0], *self.bounds[1], *self.size.values())
        way = (*(a * b for a in self.z for b in self.z),) if self.kind in _SAME_FROM_BOTH_ENDS else self.z if self.kind == "cone" else ()
        return (*self.position, *way, *self.size.values())

    @cached_property
    def outline(self) -> Hashable:
        """Type and rounded numbers, which most equal shapes share."""
        return self.kind, tuple(map(rounded, self.numbers))


def shape_differences(a: PlacedShape, b: PlacedShape, close: Tolerance) -> Iterator[str]:
    """Yield what differs of two shapes: ``type``, ``size``, ``place``; nothing where they fill the same space."""
    if a.kind != b.kind:
        yield "type"
    elif a.kind in _EDGES:
        yield from _box(a, b, close)
    elif a.kind == "plane":
        yield from _plane(a, b, close)
    elif a.kind == "mesh" and a.bounds is not None and b.bounds is not None:
        yield from _mesh(a.size != b.size, a.bounds, b.bounds, close)
    else:
        yield from _round(a, b, close)


def _mesh(other: bool, bounds: Bounds, other_bounds: Bounds, close: Tolerance) -> Iterator[str]:
    """other: whether the numbers of vertices and faces differ."""
    scale = max(close.extent, *(abs(c) for corner in (*bounds, *other_bounds) for c in corner))
    spans = [[high - low for low, high in zip(*each, strict=True)] for each in (bounds, other_bounds)]
    larger = not close.all_close(spans[0], spans[1], scale, MESH)
    if other or larger:
        yield "size"
    if not larger and not close.all_close([*bounds[0], *bounds[1]], [*other_bounds[0], *other_bounds[1]], scale, MESH):
        yield "place"


def _box(a: PlacedShape, b: PlacedShape, close: Tolerance) -> Iterator[str]:
    as_long = close.all_close(sorted(a.lengths), sorted(b.lengths))
    laid_out = as_long and close.all_close(a.edges, b.edges)
    upright = all(close.all_close(row, other, 1.0) for row, other in zip(a.matrix, b.matrix, strict=True))
    if not laid_out and (upright or not as_long):
        yield "size"
    if not close.positions_close(a.position, b.position) or (as_long and not laid_out and not upright):
        yield "place"


def _plane(a: PlacedShape, b: PlacedShape, close: Tolerance) -> Iterator[str]:
    if not close.all_close(a.extents, b.extents):
        yield "size"
    heights = [dot(each.normal, each.position) for each in (a, b)]
    finite = any(a.extents) and not close.positions_close(a.position, b.position)
    if finite or not close.all_close(a.normal, b.normal, 1.0) or not close.numbers_close(heights[0], heights[1], close.extent):
        yield "place"


def _round(a: PlacedShape, b: PlacedShape, close: Tolerance) -> Iterator[str]:
    names = sorted({*a.size, *b.size})
    if any(not close.numbers_close(a.size.get(name, 0.0), b.size.get(name, 0.0)) for name in names):
        yield "size"
    if not close.positions_close(a.position, b.position) or not _directions_equal(a, b, close):
        yield "place"


def _directions_equal(a: PlacedShape, b: PlacedShape, close: Tolerance) -> bool:
    """A sphere has no direction; the spin of a cylinder and which of its ends is which make no difference."""
    if a.kind == "sphere":
        return True
    if a.kind in _SAME_FROM_BOTH_ENDS:
        return close.all_close(a.z, b.z, 1.0) or close.all_close(a.z, [-part for part in b.z], 1.0)
    if a.kind == "cone":
        return close.all_close(a.z, b.z, 1.0)
    return all(close.all_close(row, other, 1.0) for row, other in zip(a.matrix, b.matrix, strict=True))


# -- keys that equal shapes share


def rounded(value: float) -> float:
    """Return a number with six significant digits: enough to distinguish bodies, too few to see how they were computed."""
    return float(f"{value:.6g}") + 0.0


def shape_key(shape: ShapeSummary) -> tuple[str, tuple[tuple[str, float], ...]]:
    """Return type and rounded sizes, wherever the shape is."""
    if shape.type in _EDGES:  # whichever edge is called x
        return shape.type, tuple(("", rounded(value)) for value in sorted(shape.size.values()))
    return shape.type, tuple((key, rounded(value)) for key, value in sorted(shape.size.items()))
