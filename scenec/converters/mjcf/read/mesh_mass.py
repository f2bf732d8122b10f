"""Volume, centre of mass and inertia of meshes, in the four ways of MuJoCo (src/user/user_mesh.cc, `Process`), and convex hulls."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.converters.mjcf.read.principal_axes import principal_axes
from scenec.ir.inertia import Inertia
from scenec.ir.pose import Rotation, Vec3
from scenec.meshes.convex_hull import hull

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SMALLEST = 1e-15
"""mjMINVAL: a mesh with less surface or volume is refused."""
ROUNDING = 1e-15
"""Share of the largest coordinate below which one of the centre of mass is a rounding error."""


class MeshMass(msgspec.Struct, frozen=True, gc=False):
    """amount: volume (m^3), of a shell the surface (m^2). com: in the mesh's frame (m). inertia: about it, along the mesh's axes, per
    unit of density. axes: the principal axes, half_sizes: of the box that has the same inertia along them (m). lower, upper: corners of
    the box around the mesh along its principal axes, from the centre of mass (m)."""

    amount: float
    com: Vec3
    inertia: Inertia
    axes: Rotation
    half_sizes: Vec3
    lower: Vec3
    upper: Vec3


def mesh_mass(vertices: NDArray[np.float64], faces: NDArray[np.int64], way: str) -> MeshMass:
    """Return how a mesh weighs. way: ``legacy``, ``exact``, ``convex`` or ``shell``. ValueError, with the reason, for one that cannot."""
    import numpy as np

    a, b, c = (vertices[faces[:, i]] for i in range(3))
    normals, centers = cross_products(b - a, c - a), (a + b + c) / 3
    areas = np.linalg.norm(normals, axis=1) / 2
    middle = _face_middle(areas, a + b + c)
    if way == "convex":
        used = hull(vertices)
        a, b, c = (vertices[used[:, i]] for i in range(3))
        normals, centers = cross_products(b - a, c - a), (a + b + c) / 3
    if way == "shell":
        parts = areas
    else:
        parts = np.einsum("ij,ij->i", centers - middle, normals) / 6
        parts = np.abs(parts) if way == "legacy" else parts
    whole = float(parts.sum())
    if whole < SMALLEST:
        raise ValueError("its volume is negative; its triangles are turned inside out" if whole < 0 else "its volume is too small")
    com = (parts[:, None] * (centers * 0.75 + middle * 0.25)).sum(axis=0) / whole
    com[np.abs(com) < ROUNDING * np.abs(vertices).max()] = 0.0
    amount, tensor = _moments(a - com, b - com, c - com, way)
    where: Vec3 = (float(com[0]), float(com[1]), float(com[2]))
    return _with_box(vertices - com, where, amount, tensor)


def cross_products(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    """Return the cross product of each row of one table with that of another (`numpy.cross` is slower for small ones)."""
    import numpy as np

    found = np.empty(a.shape)
    for axis, (i, j) in enumerate(((1, 2), (2, 0), (0, 1))):
        np.subtract(a[:, i] * b[:, j], a[:, j] * b[:, i], out=found[:, axis])
    return found


def _face_middle(areas: NDArray[Any], corners: NDArray[Any]) -> NDArray[Any]:
    """The centroid of the surface. corners: the sum of the three of each triangle."""
    whole = float(areas.sum())
    if whole < SMALLEST:
        raise ValueError("its surface is too small")
    middle: NDArray[Any] = (areas[:, None] * corners / 3).sum(axis=0) / whole
    return middle


def _moments(d: NDArray[Any], e: NDArray[Any], f: NDArray[Any], way: str) -> tuple[float, Inertia]:
    """Amount and tensor of triangles (of the pyramids under them), whose corners are given from the centre of mass."""
    import numpy as np

    normals = cross_products(e - d, f - d)
    if way == "shell":
        parts, share = np.linalg.norm(normals, axis=1) / 2, 12
    else:
        parts, share = np.einsum("ij,ij->i", (d + e + f) / 3, normals) / 6, 20
        parts = np.abs(parts) if way == "legacy" else parts

    of_d, of_e, of_f = (np.ascontiguousarray(each.T) for each in (d, e, f))  # one row per axis

    def product(i: int, j: int) -> float:
        di, dj, ei, ej, fi, fj = of_d[i], of_d[j], of_e[i], of_e[j], of_f[i], of_f[j]
        squares = 2 * (di * dj + ei * ej + fi * fj)
        mixed = di * ej + dj * ei + di * fj + dj * fi + ei * fj + ej * fi
        return float((parts * (squares + mixed)).sum()) / share

    xx, yy, zz = product(0, 0), product(1, 1), product(2, 2)
    tensor = Inertia(yy + zz, xx + zz, xx + yy, -product(0, 1), -product(0, 2), -product(1, 2))
    return float(parts.sum()), tensor


def _with_box(centred: NDArray[Any], com: Vec3, amount: float, tensor: Inertia) -> MeshMass:
    """The principal axes, the largest moment first as in MuJoCo, the box of the same inertia, and the box around the mesh along them."""
    import numpy as np

    (first, second, third), turn = principal_axes(tensor)
    if third <= 0 or second + third < first * (1 - 1e-6) - 1e-9:
        raise ValueError("its inertia is not that of a body")

    def half(larger: float) -> float:
        return 0.5 * math.sqrt(max(0.0, 6 * larger / amount))

    turned = centred @ np.array(turn.matrix())
    lower, upper = turned.min(axis=0), turned.max(axis=0)
    return MeshMass(
        amount,
        com,
        tensor,
        turn,
        (half(second + third - first), half(first + third - second), half(first + second - third)),
        (float(lower[0]), float(lower[1]), float(lower[2])),
        (float(upper[0]), float(upper[1]), float(upper[2])),
    )
