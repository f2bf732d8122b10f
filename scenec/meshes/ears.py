"""Polygons as triangles, by clipping ears: a corner that turns outwards, with no other corner in its triangle, is cut off.

Only corners that turn inwards can lie in such a triangle, and only those in its cells of a grid are looked at, so that outlines of
thousands of corners take a time in proportion.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

Point = tuple[float, float]
Corner = int
"""The place of a point in its outline."""

MOST = 1000
"""Those of real shapes need a few; what a spiteful one needs grows with the square."""


def ears(points: Sequence[Point], most: int = MOST) -> list[tuple[Corner, Corner, Corner]] | None:
    """Triangles of a simple polygon, all counter-clockwise as it must be itself. points: at least 3, no two neighbours at one place.

    Of one that crosses itself there are as many, but they cover something else. most: how many points may be looked at for each corner;
    None if it would take more.
    """
    count = len(points)
    before, after = [count - 1, *range(count - 1)], [*range(1, count), 0]
    dents = _Dents(points, (k for k in range(count) if twice_area(points[before[k]], points[k], points[after[k]]) < 0))
    found: list[tuple[Corner, Corner, Corner]] = []
    k = in_vain = 0
    while len(found) < count - 3:
        a, c = before[k], after[k]
        turns = twice_area(points[a], points[k], points[c])
        crosses_itself = in_vain > count - len(found)
        if crosses_itself or (turns > 0 and not dents.lie_in(a, k, c)):
            found.append((a, k, c))
            after[a], before[c] = c, a
            dents.discard(k)
            for each in (a, c):
                if twice_area(points[before[each]], points[each], points[after[each]]) >= 0:
                    dents.discard(each)
            in_vain = in_vain if crosses_itself else 0
        else:
            in_vain += 1
        if dents.looked_at > most * count:
            return None
        k = c
    return [*found, (before[k], k, after[k])]


def twice_area(a: Point, b: Point, c: Point) -> float:
    """Of a triangle; negative if it is clockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


class _Dents:
    """The corners of an outline that turn inwards. looked_at: how many were compared with triangles."""

    def __init__(self, points: Sequence[Point], corners: Iterable[Corner]) -> None:
        self._points = points
        xs, ys = [x for x, _ in points], [y for _, y in points]
        cells = math.isqrt(len(points)) + 1
        self._corner = min(xs), min(ys)
        self._cell = (max(xs) - min(xs)) / cells or 1.0, (max(ys) - min(ys)) / cells or 1.0
        self._in: dict[tuple[int, int], set[Corner]] = {}
        for k in corners:
            self._in.setdefault(self._cell_of(*points[k]), set()).add(k)
        self.looked_at = 0

    def _cell_of(self, x: float, y: float) -> tuple[int, int]:
        return int((x - self._corner[0]) / self._cell[0]), int((y - self._corner[1]) / self._cell[1])

    def discard(self, k: Corner) -> None:
        cell = self._cell_of(*self._points[k])
        inside = self._in.get(cell, set())
        inside.discard(k)
        if not inside:
            self._in.pop(cell, None)

    def lie_in(self, *triangle: Corner) -> bool:
        """Whether one lies in a triangle, or on its edges. A point at the place of a corner does not."""
        a, b, c = corners = tuple(self._points[k] for k in triangle)
        for inside in self._around(corners):
            self.looked_at += len(inside)
            for k in inside:
                p = self._points[k]
                if p not in corners and twice_area(a, b, p) >= 0 and twice_area(b, c, p) >= 0 and twice_area(c, a, p) >= 0:
                    return True
        return False

    def _around(self, corners: Sequence[Point]) -> list[set[Corner]]:
        """Those in the cells that a triangle may touch."""
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        (left, low), (right, high) = self._cell_of(min(xs), min(ys)), self._cell_of(max(xs), max(ys))
        if (right - left + 1) * (high - low + 1) > len(self._in):
            self.looked_at += len(self._in)
            return [inside for (x, y), inside in self._in.items() if left <= x <= right and low <= y <= high]
        cells = ((x, y) for x in range(left, right + 1) for y in range(low, high + 1))
        return [self._in[cell] for cell in cells if cell in self._in]
