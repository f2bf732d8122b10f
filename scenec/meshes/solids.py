"""Solids of uniform density: volume, centre and tensor of simple shapes and of meshes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from scenec.ir import inertia as solids
from scenec.ir.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, Sphere, Torus
from scenec.ir.inertia import Inertia
from scenec.ir.pose import ORIGIN, Vec3

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scenec.ir.geometry import Mesh, MeshShape

Lump = tuple[float, Vec3, Inertia]
"""Volume (m^3), its centre (m) and the tensor about it of unit density (m^5), in the frame of the shape."""

SMALLEST = 1e-15
"""m^3: less encloses nothing."""


def solid_of(shape: Any) -> Lump | None:
    """Return the solid of a shape with a size of its own. None for one without volume, and for meshes."""
    match shape:
        case Box(size=(x, y, z)):
            return x * y * z, ORIGIN, solids.solid_box(x * y * z, (x, y, z))
        case Sphere(radius=r):
            volume = 4 / 3 * math.pi * r * r * r
            return volume, ORIGIN, solids.solid_sphere(volume, r)
        case Cylinder(radius=r, length=length):
            volume = math.pi * r * r * length
            return volume, ORIGIN, solids.solid_cylinder(volume, r, length)
        case Capsule(radius=r, length=length):
            volume = math.pi * r * r * (length + 4 / 3 * r)
            return volume, ORIGIN, solids.solid_capsule(volume, r, length)
        case Ellipsoid(radii=(x, y, z)):
            volume = 4 / 3 * math.pi * x * y * z
            return volume, ORIGIN, solids.solid_ellipsoid(volume, (x, y, z))
        case Cone(radius=r, length=length):
            volume = math.pi * r * r * length / 3
            return volume, (0.0, 0.0, -length / 4), solids.solid_cone(volume, r, length)
        case Torus(major_radius=major, minor_radius=minor):
            volume = 2 * math.pi * math.pi * major * minor * minor
            across = volume * (major * major / 2 + 5 * minor * minor / 8)
            return volume, ORIGIN, Inertia(across, across, volume * (major * major + 3 * minor * minor / 4))
    return None


def solid_of_mesh(shape: MeshShape, mesh: Mesh) -> Lump | None:
    """Return the solid of a mesh, of an open one that of its convex hull. None for a file that is missing or cannot be read, and for a
    mesh in a plane."""
    corners = corners_of(shape, mesh)
    if corners is None or not len(corners):
        return None
    found = enclosed(corners) if is_closed(corners) else None
    return found if found is not None else enclosed_by_hull(corners)


def corners_of(shape: MeshShape, mesh: Mesh) -> NDArray[Any] | None:
    """Return the corners of the triangles of a shape's mesh, (n, 3, 3) in m; None for a file that is missing or cannot be read."""
    import numpy as np

    from scenec.errors import ReadError
    from scenec.meshes.arrays import arrays_of

    try:
        vertices, triangles = arrays_of(mesh, shape.submesh)
    except ReadError:
        return None
    corners: NDArray[Any] = vertices[triangles]
    if shape.scale is not None:
        corners = corners * np.array([float(factor) for factor in shape.scale])
    return corners


def is_closed(corners: NDArray[Any]) -> bool:
    """Return whether a surface encloses a volume: each edge of a triangle is that of another, the other way round. Corners that are
    equal are one. corners: (n, 3, 3)."""
    import numpy as np

    points = corners.reshape(-1, 3)
    size = float(np.ptp(points, axis=0).max())
    if size**3 < SMALLEST:
        return False
    _, index = np.unique(np.round((points - points.min(axis=0)) / (size * 1e-7)).astype(np.int64), axis=0, return_inverse=True)
    ends = index.reshape(-1, 3)
    edges = np.concatenate([ends[:, (0, 1)], ends[:, (1, 2)], ends[:, (2, 0)]])
    edges = edges[edges[:, 0] != edges[:, 1]]
    count = int(index.max()) + 1
    there, back = edges[:, 0] * count + edges[:, 1], edges[:, 1] * count + edges[:, 0]
    return bool(np.array_equal(np.sort(there), np.sort(back)))


def enclosed_by_hull(corners: NDArray[Any]) -> Lump | None:
    """Return the solid of the convex hull of some triangles; None where all lie in a plane."""
    import numpy as np

    from scenec.meshes.convex_hull import hull
    from scenec.meshes.convexity import is_flat

    points = np.unique(corners.reshape(-1, 3), axis=0)
    if is_flat(points):
        return None
    try:
        return enclosed(points[hull(points)])
    except ValueError:
        return None


def enclosed(triangles: NDArray[Any]) -> Lump | None:
    """Return the volume that triangles enclose, its centre, and the unit tensor about the centre: the sums over the tetrahedra between the
    origin and each of them, as in Gazebo. None if it is nothing. triangles: (n, 3, 3) corners (m)."""
    import numpy as np

    volumes = np.einsum("ij,ij->i", triangles[:, 0], np.cross(triangles[:, 1], triangles[:, 2])) / 6
    volume = float(volumes.sum())
    if abs(volume) < SMALLEST:
        return None
    sums = triangles.sum(axis=1)
    centre = (volumes[:, None] * sums).sum(axis=0) / 4 / volume
    # The integral of x x^T over a tetrahedron with one corner at the origin is volume / 20 (sum of c c^T + s s^T), s = sum of c.
    products = np.einsum("nki,nkj->nij", triangles, triangles) + np.einsum("ni,nj->nij", sums, sums)
    second = (volumes[:, None, None] * products).sum(axis=0) / 20 - volume * np.outer(centre, centre)
    if volume < 0:
        volume, second = -volume, -second
    xx, yy, zz = (float(second[i, i]) for i in range(3))
    tensor = Inertia(yy + zz, xx + zz, xx + yy, -float(second[0, 1]), -float(second[0, 2]), -float(second[1, 2]))
    return volume, (float(centre[0]), float(centre[1]), float(centre[2])), tensor
