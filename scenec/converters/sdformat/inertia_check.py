"""Decide whether libsdformat accepts an inertia, including its rounding errors.

libsdformat calls gz-math (MassMatrix3::IsValid), which computes principal moments in closed form (arXiv:1306.6291v4) and compares them to
10 units of double precision. The errors of that formula are larger for flat and thin bodies that are rotated, whose largest moment is the
sum of the others. Their tensors are refused although such bodies exist. The same inertia along its principal axes is accepted.
"""

from __future__ import annotations

import math
import sys

from scenec.ir.inertia import Inertia, principal
from scenec.ir.pose import Rotation, Vec3

UNITS = 10 * sys.float_info.epsilon
DIAGONAL = 1e-6
"""Products of inertia below this share of the largest moment count as 0."""


def is_accepted(mass: float, inertia: Inertia) -> bool:
    """Return whether libsdformat accepts an inertia. mass: kg. inertia: as read from the file, along the axes of the inertial frame."""
    ixx, iyy, izz, ixy, ixz, iyz = map(float, inertia.entries)
    if not all(map(math.isfinite, (mass, ixx, iyy, izz, ixy, ixz, iyz))):
        return False
    try:
        return _is_valid(mass, ixx, iyy, izz, ixy, ixz, iyz)
    except (ArithmeticError, ValueError):  # the reference gets nan there, and compares it
        return False


def _is_valid(mass: float, ixx: float, iyy: float, izz: float, ixy: float, ixz: float, iyz: float) -> bool:
    tolerance = UNITS * abs(ixx + iyy + izz) / 2
    determinant = ixx * (iyy * izz - iyz * iyz) - ixy * (ixy * izz - iyz * ixz) + ixz * (ixy * iyz - iyy * ixz)
    near_positive = mass >= 0 and ixx + tolerance >= 0 and ixx * iyy - ixy**2 + tolerance >= 0 and determinant + tolerance >= 0
    return near_positive and _meet_the_triangle_inequality(_moments(ixx, iyy, izz, ixy, ixz, iyz))


def _meet_the_triangle_inequality(moments: Vec3) -> bool:
    one, two, three = moments
    tolerance = UNITS * abs(one + two + three) / 2
    positive = all(moment + tolerance >= 0 for moment in moments)
    return positive and one + two + tolerance >= three and two + three + tolerance >= one and three + one + tolerance >= two


def _moments(ixx: float, iyy: float, izz: float, ixy: float, ixz: float, iyz: float) -> Vec3:
    """Return the principal moments with the rounding errors of gz-math, whose order of operations is kept."""
    tolerance = DIAGONAL * max(ixx, iyy, izz)
    if all(abs(product) <= tolerance for product in (ixy, ixz, iyz)):
        return ixx, iyy, izz
    b = ixx + iyy + izz
    c = ixx * iyy - ixy**2 + ixx * izz - ixz**2 + iyy * izz - iyz**2
    d = ixx * iyz**2 + iyy * ixz**2 + izz * ixy**2 - ixx * iyy * izz - 2 * ixy * ixz * iyz
    p = b**2 - 3 * c
    if p < tolerance**2:
        return b / 3, b / 3, b / 3
    q = 2 * b**3 - 9 * b * c - 27 * d
    delta = math.acos(min(max(0.5 * q / p**1.5, -1.0), 1.0))
    root = 2 * math.sqrt(p)
    one, two, three = sorted((b + root * math.cos((delta + turn) / 3)) / 3 for turn in (0.0, 2 * math.pi, -2 * math.pi))
    return one, two, three


DUST = 1e-13
"""The share of the largest moment by which rounding may have changed the moments of a flat or thin body."""


def along_principal_axes(mass: float, inertia: Inertia) -> tuple[Inertia, Rotation] | None:
    """Return the same inertia along its principal axes, and their rotation, if libsdformat accepts that.

    None if no body can have the inertia. Rounding errors are removed from the moments.
    """
    moments, axes = principal(inertia)
    least = DUST * max(moments)
    if min(moments) < -least:
        return None
    held = [max(moment, 0.0) for moment in moments]
    largest = held.index(max(held))
    others = sum(held) - held[largest]
    if held[largest] - others > least:
        return None
    held[largest] = min(held[largest], others)
    diagonal = Inertia(*held)
    return (diagonal, axes) if is_accepted(mass, diagonal) else None
