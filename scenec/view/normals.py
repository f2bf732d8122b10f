"""Normals for surfaces that come without: smooth across flat edges, sharp across others."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from scenec.view.drawing import Surface

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHARP = math.radians(40)
"""Faces that meet at a larger angle have an edge between them."""
FLAT = math.radians(1)
CROWDED = 64
"""Around a vertex with more faces than this (the middle of a fan of thousands) every face keeps its own normal."""


def creased(vertices: NDArray[Any], triangles: NDArray[Any], angle: float = SHARP) -> Surface:
    """A surface with a normal per corner: that of all faces around the vertex whose normal is within `angle` of the face's own, each
    weighted by its area. Vertices are split where their corners differ; faces without area go."""
    import numpy as np

    from scenec.meshes.surface import distinct_rows

    corners = vertices[triangles]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(across, axis=1)
    solid = lengths > 0
    triangles, across, lengths = triangles[solid], across[solid], lengths[solid]
    normals = across / lengths[:, None]
    sums = _smooth(vertices, triangles, across, normals, math.cos(angle))
    sizes = np.linalg.norm(sums, axis=1, keepdims=True)
    smooth = np.where(sizes > 0, sums / np.where(sizes > 0, sizes, 1.0), np.repeat(normals, 3, axis=0))
    rows = np.column_stack([_place_of(vertices)[triangles.reshape(-1)], np.round(smooth * 127).astype(np.int64)])
    firsts, which = distinct_rows(rows)
    return Surface(vertices[triangles.reshape(-1)[firsts]], smooth[firsts], which.reshape(-1, 3))


def _place_of(vertices: NDArray[Any]) -> NDArray[Any]:
    """A number for every vertex, equal where the positions are: files often repeat a vertex for each of its normals."""
    from scenec.meshes.surface import distinct_rows

    return distinct_rows(vertices + 0.0)[1]


def _smooth(vertices: NDArray[Any], triangles: NDArray[Any], across: NDArray[Any], normals: NDArray[Any], limit: float) -> NDArray[Any]:
    """Per corner, in order, the sum of the area vectors of the faces around its vertex that are nearly parallel to its own."""
    import numpy as np

    corners = _place_of(vertices)[triangles.reshape(-1)]
    order = np.argsort(corners, kind="stable")
    ordered = corners[order]
    starts = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]]) if len(ordered) else np.zeros(0, dtype=np.int64)
    counts = np.diff(np.r_[starts, len(ordered)])
    sums = across[np.arange(len(corners)) // 3].copy()
    for count in np.unique(counts):
        if not 1 < count <= CROWDED:
            continue
        around = order[starts[counts == count][:, None] + np.arange(count)] // 3  # (vertices, faces around each)
        near = np.einsum("vik,vjk->vij", normals[around], normals[around]) >= limit
        total = np.einsum("vij,vjk->vik", near, across[around])
        sums[order[starts[counts == count][:, None] + np.arange(count)]] = total
    result: NDArray[Any] = sums
    return result
