"""Mass distributions: inertia tensors of solids, and how they turn, move and add up.

All tensors are in kg m^2; their products are matrix entries (``ixy`` is minus the integral of x y dm). Unless a function says
otherwise they are about the centre of mass.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable, Sequence
from typing import cast

import msgspec

from scenec.ir.pose import IDENTITY, ORIGIN, Matrix3, Rotation, Vec3, add, scale, sub
from scenec.trace import Ids, traced


class Inertia(msgspec.Struct, frozen=True, gc=False):
    """An inertia tensor: the entries of a symmetric matrix (kg m^2), along axes that the holder names."""

    ixx: float
    iyy: float
    izz: float
    ixy: float = 0.0
    ixz: float = 0.0
    iyz: float = 0.0

    @property
    def entries(self) -> tuple[float, float, float, float, float, float]:
        """ixx, iyy, izz, ixy, ixz, iyz."""
        return (self.ixx, self.iyy, self.izz, self.ixy, self.ixz, self.iyz)

    @property
    def is_round(self) -> bool:
        """Whether it is the same about all axes, so that no rotation changes it."""
        return self.ixx == self.iyy == self.izz and not (self.ixy or self.ixz or self.iyz)

    def matrix(self) -> Matrix3:
        return ((self.ixx, self.ixy, self.ixz), (self.ixy, self.iyy, self.iyz), (self.ixz, self.iyz, self.izz))

    def with_ids(self, ids: Ids) -> Inertia:
        """A copy whose every entry says it was read from these values."""
        return Inertia(*(traced(float(entry), ids) for entry in self.entries))


NO_INERTIA = Inertia(0.0, 0.0, 0.0)
"""Of a point."""


# Solids of uniform density, about their centre of mass, along their own axes. Masses in kg, lengths in m.


def solid_box(mass: float, size: Vec3) -> Inertia:
    """size: full edge lengths along x, y, z."""
    xx, yy, zz = (edge * edge for edge in size)
    return Inertia(mass * (yy + zz) / 12, mass * (xx + zz) / 12, mass * (xx + yy) / 12)


def solid_sphere(mass: float, radius: float) -> Inertia:
    moment = 2 * mass * radius * radius / 5
    return Inertia(moment, moment, moment)


def solid_ellipsoid(mass: float, radii: Vec3) -> Inertia:
    """radii: semi-axes along x, y, z."""
    xx, yy, zz = (radius * radius for radius in radii)
    return Inertia(mass * (yy + zz) / 5, mass * (xx + zz) / 5, mass * (xx + yy) / 5)


def solid_cylinder(mass: float, radius: float, length: float) -> Inertia:
    """Axis z."""
    across = mass * (3 * radius * radius + length * length) / 12
    return Inertia(across, across, mass * radius * radius / 2)


def solid_capsule(mass: float, radius: float, length: float) -> Inertia:
    """Axis z. length: of the cylindrical part, without the caps; 0 is a sphere."""
    caps = 4 * radius / 3  # the length of a cylinder of the two caps' volume
    if not caps + length:
        return NO_INERTIA
    mass_caps = mass * caps / (caps + length)
    mass_cylinder = mass * length / (caps + length)
    # A half ball's centre of mass lies 3/8 radius above its base: the parallel axis terms of both caps add up to this.
    across = mass_caps * (2 * radius * radius / 5 + length * length / 4 + 3 * length * radius / 8)
    across += mass_cylinder * (3 * radius * radius + length * length) / 12
    return Inertia(across, across, radius * radius * (2 * mass_caps / 5 + mass_cylinder / 2))


def solid_cone(mass: float, radius: float, length: float) -> Inertia:
    """Axis z, apex at +z; the centre of mass lies length/4 above the base (at z = -length/4 if centred at half height)."""
    across = 3 * mass * (4 * radius * radius + length * length) / 80
    return Inertia(across, across, 3 * mass * radius * radius / 10)


def rotated(inertia: Inertia, rotation: Rotation) -> Inertia:
    """The tensor along other axes. `inertia`: along axes B; rotation: R_AB; result: along axes A (R I R^T)."""
    if rotation == IDENTITY:
        return inertia
    turn = rotation.matrix()
    tensor = inertia.matrix()
    half = [[sum(row[k] * tensor[k][j] for k in range(3)) for j in range(3)] for row in turn]

    def entry(i: int, j: int) -> float:
        return half[i][0] * turn[j][0] + half[i][1] * turn[j][1] + half[i][2] * turn[j][2] + 0.0

    return Inertia(entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2))


def shifted(inertia: Inertia, mass: float, offset: Vec3) -> Inertia:
    """The tensor about a point that lies `offset` (m) away from the centre of mass (or the other way round), same axes."""
    return _plus_point(inertia, mass, offset)


def about_com(inertia: Inertia, mass: float, offset: Vec3) -> Inertia:
    """The inverse of `shifted`: from the tensor about a point at `offset` (m) from the centre of mass to the one about it."""
    return _plus_point(inertia, -mass, offset)


def _plus_point(inertia: Inertia, mass: float, offset: Vec3) -> Inertia:
    """The parallel axis theorem: the tensor of a point mass at `offset`, added."""
    if offset == ORIGIN:
        return inertia
    x, y, z = offset
    return Inertia(
        inertia.ixx + mass * (y * y + z * z),
        inertia.iyy + mass * (x * x + z * z),
        inertia.izz + mass * (x * x + y * y),
        inertia.ixy - mass * x * y,
        inertia.ixz - mass * x * z,
        inertia.iyz - mass * y * z,
    )


def compose(parts: Iterable[tuple[float, Vec3, Inertia]]) -> tuple[float, Vec3, Inertia]:
    """One rigid body of many: (mass, centre of mass, inertia about it) of each part, all along the same axes, gives the same of
    the whole. A single part that weighs anything comes back as it is; nothing at all is a massless point at the origin.
    Sums are exact before their one rounding, so the order of the parts does not matter."""
    heavy = [part for part in parts if part[0] or part[2] != NO_INERTIA]
    if len(heavy) == 1:
        return heavy[0]
    mass = _sum([m for m, _, _ in heavy])
    com = ORIGIN
    if mass:
        # Measured from one of the parts: far from the origin, small distances between the parts would drown.
        base = heavy[0][1]
        arms = [scale(sub(c, base), m) for m, c, _ in heavy]
        com = add(base, cast(Vec3, tuple(_sum(column) / mass for column in zip(*arms, strict=True))))
    moved = [shifted(inertia, m, sub(c, com)).entries for m, c, inertia in heavy]
    return mass, com, Inertia(*(_sum(column) for column in zip(*moved, strict=True))) if moved else NO_INERTIA


def _sum(numbers: Sequence[float]) -> float:
    """Exact before its one rounding; of numbers too large to be added, none."""
    try:
        return math.fsum(numbers)
    except (OverflowError, ValueError):
        return math.nan


def principal(inertia: Inertia) -> tuple[Vec3, Rotation]:
    """Principal moments and axes: ``rotated(Inertia(*moments), rotation)`` is the tensor again.

    The moments keep the order of the axes they are nearest to (they are not sorted), so a diagonal tensor has no rotation.
    Cyclic Jacobi, which is accurate for small moments beside large ones too.
    """
    tensor = [list(row) for row in inertia.matrix()]
    axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    turned = False
    for _sweep in range(30):
        pivots = [(i, j) for i, j in ((0, 1), (0, 2), (1, 2)) if _matters(tensor, i, j)]
        if not pivots:
            break
        for i, j in pivots:
            turned = _annihilate(tensor, axes, i, j) or turned
    moments = (tensor[0][0], tensor[1][1], tensor[2][2])
    if not turned:
        return moments, IDENTITY
    rows = tuple((row[0], row[1], row[2]) for row in axes)
    return moments, Rotation.from_matrix(cast(Matrix3, rows))


def _matters(tensor: list[list[float]], i: int, j: int) -> bool:
    """Whether an off-diagonal entry would change its two diagonal entries at all."""
    return abs(tensor[i][j]) > 1e-17 * math.sqrt(abs(tensor[i][i])) * math.sqrt(abs(tensor[j][j]))


def _annihilate(tensor: list[list[float]], axes: list[list[float]], i: int, j: int) -> bool:
    """One Jacobi rotation, in place: makes entry i, j zero. False if there was nothing left to do."""
    if not tensor[i][j]:
        return False
    slope = (tensor[j][j] - tensor[i][i]) / (2 * tensor[i][j])
    tangent = math.copysign(1.0, slope) / (abs(slope) + math.hypot(1.0, slope))
    cosine = 1 / math.hypot(1.0, tangent)
    sine = tangent * cosine
    k = 3 - i - j
    change = tangent * tensor[i][j]
    tensor[i][i] -= change
    tensor[j][j] += change
    tensor[i][j] = tensor[j][i] = 0.0
    to_i, to_j = tensor[k][i], tensor[k][j]
    tensor[k][i] = tensor[i][k] = cosine * to_i - sine * to_j
    tensor[k][j] = tensor[j][k] = sine * to_i + cosine * to_j
    for row in axes:
        row[i], row[j] = cosine * row[i] - sine * row[j], sine * row[i] + cosine * row[j]
    return True


def plausible(inertia: Inertia, mass: float) -> str | None:
    """Return None if some body can have this mass and tensor, else a sentence that says why not.

    The rule of gz-math's MassMatrix3: mass at least 0, no negative principal moment, none larger than the sum of the two
    others; within 10 units of double precision of half the trace. A massless body with any such tensor passes.
    """
    ixx, iyy, izz, ixy, ixz, iyz = inertia.entries
    if not all(map(math.isfinite, (mass, ixx, iyy, izz, ixy, ixz, iyz))):
        return "mass or inertia is not a finite number"
    if mass < 0:
        return f"the mass {mass:.6g} kg is negative"
    moments = principal(inertia)[0] if ixy or ixz or iyz else (ixx, iyy, izz)
    small, middle, large = sorted(moments)
    tolerance = 10 * sys.float_info.epsilon * abs(small + middle + large) / 2
    if small < -tolerance:
        return f"the inertia tensor has a negative principal moment ({small:.6g} kg m^2)"
    if small + middle + tolerance < large:
        return f"the largest principal moment exceeds the sum of the others ({large:.6g} > {small:.6g} + {middle:.6g} kg m^2)"
    return None
