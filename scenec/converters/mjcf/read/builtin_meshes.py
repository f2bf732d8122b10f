"""The meshes that MuJoCo makes by itself (src/user/user_mesh.cc, `MakeSphere` and the functions beside it)."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from scenec.meshes.convex_hull import hull

Table = tuple[list[tuple[float, ...]], list[tuple[int, int, int]] | None]
"""Vertices and triangles; without triangles the mesh is the hull."""

SHELLS = ("plate",)
"""Meshes with their mass on the surface, whichever inertia the file states."""
MOST_VERTICES = 10_000
"""Larger meshes are refused: a parameter of a few digits must not take gigabytes. MuJoCo's spheres have up to 2,562."""
_GOLDEN = (1 + math.sqrt(5)) / 2
_ICOSAHEDRON = (
    (0, 11, 5),
    (0, 5, 1),
    (0, 1, 7),
    (0, 7, 10),
    (0, 10, 11),
    (1, 5, 9),
    (5, 11, 4),
    (11, 10, 2),
    (10, 7, 6),
    (7, 1, 8),
    (3, 9, 4),
    (3, 4, 2),
    (3, 2, 6),
    (3, 6, 8),
    (3, 8, 9),
    (4, 9, 5),
    (2, 4, 11),
    (6, 2, 10),
    (8, 6, 7),
    (9, 8, 1),
)


def builtin_mesh(kind: str, params: tuple[float, ...]) -> tuple[Any, Any]:
    """Return vertices and triangles, in single precision as MuJoCo keeps them. Raises ValueError for parameters that it refuses."""
    import numpy as np

    make, count = _MAKERS[kind]
    if len(params) != count:
        raise ValueError(f"a {kind} has {count} parameters, not {len(params)}")
    if not all(map(math.isfinite, params)):
        raise ValueError("a parameter is not finite")
    points, faces = make(params)
    vertices = np.array(points, dtype=np.float32).astype(np.float64).reshape(-1, 3)
    if faces is None:
        return vertices, hull(vertices)
    return vertices, np.array(faces, dtype=np.int64).reshape(-1, 3)


def _whole(value: float, least: int, most: int, what: str) -> int:
    if not least <= int(value) <= most:
        raise ValueError(f"the {what} is {int(value)}, not within {least} and {most:,}")
    return int(value)


def _sphere(params: tuple[float, ...]) -> Table:
    """An icosahedron whose faces are divided by four, so often."""
    import numpy as np

    long, one = np.float32(_GOLDEN), np.float32(1.0)
    size = math.sqrt(1.0 + float(long) * float(long))
    a, b = float(np.float32(float(one) / size)), float(np.float32(float(long) / size))
    points: list[tuple[float, ...]] = [
        (-a, b, 0),
        (a, b, 0),
        (-a, -b, 0),
        (a, -b, 0),
        (0, -a, b),
        (0, a, b),
        (0, -a, -b),
        (0, a, -b),
        (b, 0, -a),
        (b, 0, a),
        (-b, 0, -a),
        (-b, 0, a),
    ]
    faces = list(_ICOSAHEDRON)
    for _ in range(_whole(params[0], 0, 4, "number of divisions")):
        known: dict[tuple[int, int], int] = {}

        def middle(i: int, j: int, known: dict[tuple[int, int], int] = known) -> int:
            key = (min(i, j), max(i, j))
            if key not in known:
                known[key] = len(points)
                between = (np.array(points[i], np.float32) + np.array(points[j], np.float32)) / np.float32(2)
                points.append(tuple(float(each) for each in between / np.sqrt((between * between).sum(dtype=np.float32))))
            return known[key]

        divided = []
        for i, j, k in faces:
            ij, jk, ki = middle(i, j), middle(j, k), middle(k, i)
            divided += [(i, ij, ki), (j, jk, ij), (k, ki, jk), (ij, jk, ki)]
        faces = divided
    return points, faces


def _hemisphere(params: tuple[float, ...]) -> Table:
    """Rows from the pole to the equator, each with four vertices more than the one above, and a flat bottom."""
    rows = _whole(params[0], 0, 10, "resolution")
    points: list[tuple[float, ...]] = [(0.0, 0.0, 1.0)]
    corners = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
    for row in range(rows + 1):
        part = (row + 1) / (rows + 1)
        for side in range(4):
            (x, y), (to_x, to_y) = corners[side], corners[(side + 1) % 4]
            for i in range(row + 1):
                along = i / (row + 1)
                at = (part * (x + along * (to_x - x)), part * (y + along * (to_y - y)), 1.0 - part)
                size = math.sqrt(sum(each * each for each in at))
                points.append(tuple(each / size for each in at))
    faces = [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 1)]
    for row in range(rows):
        above, below = 2 * row * (row + 1) + 1, 2 * (row + 1) * (row + 2) + 1
        count, next_count = 4 * (row + 1), 4 * (row + 2)
        for side in range(4):
            for i in range(row + 2):
                over, under = i + (row + 1) * side, i + (row + 2) * side
                faces.append((above + over % count, below + under % next_count, below + (under + 1) % next_count))
                if i < row + 1:
                    faces.append((above + over % count, below + (under + 1) % next_count, above + (over + 1) % count))
    start, count = 2 * rows * (rows + 1) + 1, 4 * (rows + 1)
    faces += [(start + i, len(points), start + (i + 1) % count) for i in range(count)]
    return [*points, (0.0, 0.0, 0.0)], faces


def _supersphere(params: tuple[float, ...]) -> Table:
    size = _whole(params[0], 3, math.isqrt(MOST_VERTICES), "resolution")
    east, north = params[1], params[2]
    if east < 0 or north < 0:
        raise ValueError("an exponent is negative")
    points: list[tuple[float, ...]] = [(0.0, 0.0, -1.0)]
    for i in range(1, size):
        v = -math.pi / 2 + i * math.pi / size
        for j in range(size):
            u = -math.pi + j * 2 * math.pi / size
            points.append((_cosine(v, north) * _cosine(u, east), _cosine(v, north) * _sine(u, east), _sine(v, north)))
    faces = [(0, 1 + (j + 1) % size, 1 + j) for j in range(size)]
    for i in range(size - 2):
        for j in range(size):
            low, low_next = 1 + i * size + j, 1 + i * size + (j + 1) % size
            faces += [(low, low_next, low + size), (low_next, low_next + size, low + size)]
    last = 1 + (size - 2) * size
    faces += [(last + j, last + (j + 1) % size, len(points)) for j in range(size)]
    return [*points, (0.0, 0.0, 1.0)], faces


def _supertorus(params: tuple[float, ...]) -> Table:
    size = _whole(params[0], 3, math.isqrt(MOST_VERTICES), "resolution")
    radius, across, along = params[1:]
    if not 0 < radius <= 1:
        raise ValueError("the radius is not above 0 and at most 1")
    if across <= 0 or along <= 0:
        raise ValueError("an exponent is not positive")
    turns = [2 * math.pi * i / size for i in range(size)]
    points: list[tuple[float, ...]] = [
        (
            (1 + radius * _cosine(v, across)) * _cosine(u, along),
            (1 + radius * _cosine(v, across)) * _sine(u, along),
            radius * _sine(v, across),
        )
        for u in turns
        for v in turns
    ]
    faces = []
    for i in range(size):
        for j in range(size):
            a, b = i * size + j, (i + 1) % size * size + j
            c, d = (i + 1) % size * size + (j + 1) % size, i * size + (j + 1) % size
            faces += [(a, b, d), (b, c, d)]
    return points, faces


def _cone(params: tuple[float, ...]) -> Table:
    edges, radius = _whole(params[0], 3, MOST_VERTICES // 2, "number of edges"), params[1]
    turns = [2 * i * math.pi / edges for i in range(2 * edges)]
    points: list[tuple[float, ...]] = [(math.cos(turn), math.sin(turn), -1.0) for turn in turns[:edges]]
    if radius > 0:
        return points + [(radius * math.cos(turn), radius * math.sin(turn), 1.0) for turn in turns[edges:]], None
    return [*points, (0.0, 0.0, 1.0)], None


def _plate(params: tuple[float, ...]) -> Table:
    wide, high = (_whole(each, 1, math.isqrt(MOST_VERTICES), "resolution") for each in params)
    points: list[tuple[float, ...]] = [
        (-1 + (i + 0.5) * (2 / wide), -1 + (j + 0.5) * (2 / high), -1.0) for i in range(wide) for j in range(high)
    ]
    faces = []
    for i in range(1, wide):
        for j in range(1, high):
            at = i * high + j
            faces += [(at - high - 1, at - 1, at - high), (at, at - high, at - 1)]
    return points, faces


def _wedge(params: tuple[float, ...]) -> Table:
    """Points of a sphere around -z, denser in the middle the larger gamma is. fov in degrees, to either side."""
    wide, high = (_whole(each, 1, math.isqrt(MOST_VERTICES), "resolution") for each in params[:2])
    gamma = params[4]
    if not (0 < params[2] <= 180 and 0 < params[3] <= 90 and 0 <= gamma <= 1):
        raise ValueError("the field of view is not above 0 and at most 180 and 90 degrees, or gamma not within 0 and 1")

    def middles(count: int, fov: float) -> list[float]:
        steps = [-1 + i * (2 / count) for i in range(count + 1)]
        edges = [(gamma * each**5 + (1 - gamma) * each) * fov * math.pi / 180 for each in steps]
        return [0.5 * (after + before) for before, after in pairwise(edges)]

    return [
        (math.cos(e) * math.sin(a), math.sin(e), -math.cos(e) * math.cos(a))
        for a in middles(wide, params[2])
        for e in middles(high, params[3])
    ], None


def _cosine(turn: float, power: float) -> float:
    return math.copysign(abs(math.cos(turn)) ** power, math.cos(turn))


def _sine(turn: float, power: float) -> float:
    return math.copysign(abs(math.sin(turn)) ** power, math.sin(turn))


_MAKERS: dict[str, tuple[Callable[[tuple[float, ...]], Table], int]] = {
    "sphere": (_sphere, 1),
    "hemisphere": (_hemisphere, 1),
    "supersphere": (_supersphere, 3),
    "supertorus": (_supertorus, 4),
    "cone": (_cone, 2),
    "plate": (_plate, 2),
    "wedge": (_wedge, 5),
}
