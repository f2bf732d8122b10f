"""Fine meshes made coarser, where a drawing would have too many triangles to be shown; always with a note."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from scenec.view.drawing import Drawing, Surface
from scenec.view.normals import creased

if TYPE_CHECKING:
    from numpy.typing import NDArray

SMALL = 2000
"""Surfaces of so few triangles stay as they are."""


def thinned(drawing: Drawing, largest: int | None) -> Drawing:
    """The drawing with at most about `largest` triangles in its surfaces: vertices of fine ones that lie close together become one."""
    counts = [len(surface.triangles) for surface in drawing.surfaces]
    total = sum(counts)
    if largest is None or total <= largest:
        return drawing
    fine = [count for count in counts if count > SMALL]
    share = max(largest - (total - sum(fine)), largest / 10) / max(sum(fine), 1)
    for index, count in enumerate(counts):
        if count > SMALL:
            drawing.surfaces[index] = _coarser(drawing.surfaces[index], max(int(count * share), SMALL // 4))
    left = sum(len(surface.triangles) for surface in drawing.surfaces)
    drawing.notes.append(f"Fine meshes are thinned out: {left:,} of {total:,} triangles are drawn.")
    return drawing


def _coarser(surface: Surface, wanted: int) -> Surface:
    """The finest grid whose cells, one vertex each, leave no more than the wanted triangles."""
    vertices = surface.vertices
    low, size = vertices.min(axis=0), float((vertices.max(axis=0) - vertices.min(axis=0)).max()) or 1.0
    fewest, most = 2.0, 2.0 * math.sqrt(wanted) * 8
    best = _clustered(surface, low, size / fewest)
    for _ in range(10):
        middle = math.sqrt(fewest * most)
        found = _clustered(surface, low, size / middle)
        if len(found[1]) <= wanted:
            best, fewest = found, middle
        else:
            most = middle
    return creased(*best)


def _clustered(surface: Surface, low: NDArray[Any], cell: float) -> tuple[NDArray[Any], NDArray[Any]]:
    """The mean of the vertices of every cell, and the triangles that reach into three of them, each once."""
    import numpy as np

    from scenec.meshes.surface import distinct_rows, distinct_triangles

    cells = np.floor((surface.vertices - low) / cell).astype(np.int64)
    _, which = distinct_rows(cells)
    counts = np.bincount(which)
    means = np.stack([np.bincount(which, surface.vertices[:, axis]) / counts for axis in range(3)], axis=1)
    corners = which[surface.triangles]
    real = (corners[:, 0] != corners[:, 1]) & (corners[:, 1] != corners[:, 2]) & (corners[:, 2] != corners[:, 0])
    corners = corners[real]
    if not len(corners):
        return means, corners
    firsts, turned = distinct_triangles(corners)
    return means, turned[firsts]
