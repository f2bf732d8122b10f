"""Whether a mesh is its own convex hull, and whether it has any volume."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

TOLERANCE = 1e-6
"""Of the size of a mesh: how far a vertex may stand out of a face, and how thin a mesh counts as flat."""
MOST = 20_000_000
"""Products of faces and vertices that are looked at; of larger meshes, evenly spread faces."""


def is_flat(points: NDArray[Any]) -> bool:
    """Return whether points, (n, 3), lie in a plane."""
    import numpy as np

    if len(points) < 4:
        return True
    centred = points - points.mean(axis=0)
    values = np.linalg.eigvalsh(centred.T @ centred)
    return bool(values[0] <= (TOLERANCE**2) * values[2])


def plane_normal(points: NDArray[Any]) -> NDArray[Any]:
    """Return the unit normal of the plane that points, (n, 3), lie in or near."""
    import numpy as np

    centred = points - points.mean(axis=0)
    normal: NDArray[Any] = np.linalg.eigh(centred.T @ centred)[1][:, 0]
    return normal


def is_convex(points: NDArray[Any], triangles: NDArray[Any]) -> bool:
    """Return whether no vertex of a mesh stands in front of a face. points: (n, 3); triangles: (f, 3), counter-clockwise seen from outside
    or all the other way."""
    import numpy as np

    size = float(np.ptp(points, axis=0).max(initial=0.0))
    if not len(triangles) or not size:
        return True
    step = max(1, -(-len(triangles) * len(points) // MOST))
    chosen = triangles[::step]
    first = points[chosen[:, 0]]
    normals = np.cross(points[chosen[:, 1]] - first, points[chosen[:, 2]] - first)
    lengths = np.linalg.norm(normals, axis=1)
    solid = lengths > (TOLERANCE * size) ** 2
    normals, first = normals[solid] / lengths[solid, None], first[solid]
    rows = max(1, 2_000_000 // len(points))
    outside = inside = False
    for start in range(0, len(normals), rows):
        heights = normals[start : start + rows] @ points.T
        heights -= (normals[start : start + rows] * first[start : start + rows]).sum(axis=1)[:, None]
        outside = outside or bool((heights > TOLERANCE * size).any())
        inside = inside or bool((heights < -TOLERANCE * size).any())
        if outside and inside:
            return False
    return True
