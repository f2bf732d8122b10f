"""Normals for surfaces that come without: smooth across flat edges, sharp across others."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scenec.view.drawing import Surface

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHARP = math.radians(40)
"""Faces that meet at a larger angle have an edge between them."""
FLAT = math.radians(1)
AT_ONCE = 1 << 16
"""Rows that are worked on together."""
CROWDED = 64
"""Around a vertex with more faces than this (the middle of a fan of thousands) every face keeps its own normal."""


def creased(vertices: NDArray[Any], triangles: NDArray[Any], angle: float = SHARP, placed: NDArray[Any] | None = None) -> Surface:
    """A surface with a normal per corner: that of all faces around the vertex whose normal is within `angle` of the face's own, each
    weighted by its area. Vertices are split where their corners differ; faces without area go. placed: texture coordinates of each
    corner, (f, 3, 2)."""
    import numpy as np

    from scenec.meshes.surface import distinct_rows

    across = _area_vectors(vertices, triangles)
    lengths = np.linalg.norm(across, axis=1)
    solid = lengths > 0
    if not solid.all():
        triangles, across, lengths = triangles[solid], across[solid], lengths[solid]
        placed = None if placed is None else placed[solid]
    places = distinct_rows(vertices + 0.0)[1][triangles.reshape(-1)]  # files often repeat a vertex for each of its normals
    smooth = _smooth(places, across, across / lengths[:, None], math.cos(angle))
    del across, lengths, solid
    rows = _keys_of_corners(places, smooth)
    texcoords = None
    if placed is not None:
        texcoords = placed.reshape(-1, 2)
        rows = np.column_stack([rows, distinct_rows(texcoords)[1]])
    firsts, which = distinct_rows(rows)
    texcoords = None if texcoords is None else texcoords[firsts]
    return Surface(vertices[triangles.reshape(-1)[firsts]], smooth[firsts], which.reshape(-1, 3), texcoords)


def _area_vectors(vertices: NDArray[Any], triangles: NDArray[Any]) -> NDArray[Any]:
    """Across each triangle, twice as long as its area is large."""
    import numpy as np

    result = np.empty((len(triangles), 3))
    for some in _portions(len(triangles)):
        first, second, third = (vertices[triangles[some, corner]] for corner in range(3))
        result[some] = np.cross(second - first, third - first)
    return result


def _smooth(places: NDArray[Any], across: NDArray[Any], normals: NDArray[Any], limit: float) -> NDArray[Any]:
    """Per corner, in order, the unit normal of the faces around its vertex that are nearly parallel to its own. places: a number for
    each corner, equal where they meet; across: area vectors of the faces; limit: the cosine of the angle between parallel ones."""
    import numpy as np

    sums = np.repeat(across, 3, axis=0)
    order = np.argsort(places, kind="stable")
    is_new = np.ones(len(places), dtype=bool)
    is_new[1:] = places[order[1:]] != places[order[:-1]]
    starts = np.flatnonzero(is_new)
    counts = np.diff(np.r_[starts, len(places)])
    for count in np.unique(counts):
        if not 1 < count <= CROWDED:
            continue
        each = starts[counts == count][:, None] + np.arange(count)
        for some in _portions(len(each), count * count):
            corners = order[each[some]]  # (vertices, faces around each)
            around = corners // 3
            near = np.einsum("vik,vjk->vij", normals[around], normals[around]) >= limit
            sums[corners] = np.einsum("vij,vjk->vik", near, across[around])
    for some in _portions(len(sums)):
        sizes = np.linalg.norm(sums[some], axis=1, keepdims=True)
        own = normals[np.arange(some.start, min(some.stop, len(sums))) // 3]
        sums[some] = np.where(sizes > 0, sums[some] / np.where(sizes > 0, sizes, 1.0), own)
    result: NDArray[Any] = sums
    return result


def _keys_of_corners(places: NDArray[Any], normals: NDArray[Any]) -> NDArray[Any]:
    """A row of integers for each corner, equal where places are equal and normals nearly so."""
    import numpy as np

    rows = np.empty((len(places), 4), dtype=np.int32 if len(places) < 2**31 else np.int64)
    rows[:, 0] = places
    for some in _portions(len(places)):
        rows[some, 1:] = np.round(normals[some] * 127)
    return rows


def _portions(rows: int, size: int = 1) -> Iterator[slice]:
    """Slices that cover so many rows, of which each takes `size` times as much on the way: together it would be many times the result."""
    step = max(AT_ONCE // size, 1)
    return (slice(start, start + step) for start in range(0, rows, step))
