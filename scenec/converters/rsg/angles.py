"""Rotations as angles about x, y and z in degrees, R = Rx(x) Ry(y) Rz(z) on column vectors.

SimSpark uses them in `setLocalRotation` (oxygen, transform.cpp) and in the last three numbers of a matrix parameter of six. The dossier's
check is the rotation 30 40 50.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from scenec.ir.pose import IDENTITY, Matrix3, Rotation, Vec3, sincos
from scenec.syntax.kinds import shown
from scenec.trace import derived

_LEVEL = 1e-15
"""Where a column of the matrix is shorter than this in its plane, the two outer angles turn about the same axis."""
_NOISE = 4e-16
"""Largest rounding error of a component of a unit quaternion."""


def from_degrees(x: float, y: float, z: float) -> Rotation:
    """Return the rotation of three angles (degrees). A rotation about a single axis keeps its angles as written."""
    roll, pitch, yaw = (derived(math.radians(angle), angle) for angle in (x, y, z))
    if sum(1 for angle in (x, y, z) if angle) <= 1:
        return Rotation.from_rpy(roll, pitch, yaw)
    about = Rotation.about
    return derived(about((1.0, 0.0, 0.0), roll) @ about((0.0, 1.0, 0.0), pitch) @ about((0.0, 0.0, 1.0), yaw), x, y, z)


def to_radians(rotation: Rotation) -> Vec3:
    """Return the angles about x, y and z (rad). z is 0 where y is a quarter turn. Only arc tangents are used: an arc sine is inexact near a
    quarter turn."""
    if rotation.rpy is not None and sum(1 for angle in rotation.rpy if angle) <= 1:
        return rotation.rpy
    return _angles(rotation.matrix())


def _angles(matrix: Matrix3) -> Vec3:
    (m00, m01, m02), (m10, m11, _), (m20, m21, _) = matrix
    level = math.hypot(m00, m01)
    z = math.atan2(0.0 - m01, m00 + 0.0) if level > _LEVEL else 0.0
    sine, cosine = sincos(z)
    x = math.atan2(cosine * m21 + sine * m20 + 0.0, cosine * m11 + sine * m10 + 0.0)
    return (x, math.atan2(m02 + 0.0, level), z)


def degrees_text(radians: float) -> str:
    """Return an angle (rad) as text in degrees: the shortest that reads back to the same double, else 15 digits."""
    degrees = math.degrees(radians)
    for digits in (10, 13, 14, 15, 16):
        text = f"{degrees:.{digits}g}"
        if math.radians(float(text)) == radians:
            return shown(float(text))
    return shown(float(f"{degrees:.15g}"))


def turn_text(rotation: Rotation) -> tuple[str, str, str]:
    """Return the three angles of `setLocalRotation` as texts that stay the same when they are read and written again.

    Angles of a rotation that is known by its quaternion come from arc tangents, with noise in the last digits. As few digits are written as
    give the same quaternion again, at most 15.
    """
    if rotation == IDENTITY:
        return ("0", "0", "0")
    angles = to_radians(rotation)
    if rotation.rpy is not None and angles == rotation.rpy:
        return _texts(angles, None)
    for texts in _candidates(rotation):
        if next(_candidates(_read(texts))) == texts:
            return texts
    for digits in (12, 11, 10):  # near a quarter turn about y, the two other angles are worth less
        texts = _texts(angles, digits)
        if next(_candidates(_read(texts))) == texts:
            break
    return texts


def _candidates(rotation: Rotation) -> Iterator[tuple[str, str, str]]:
    angles = to_radians(rotation)
    for digits in (12, 13, 14, 15):
        texts = _texts(angles, digits)
        if digits == 15 or _rotations_equal(_read(texts), rotation):
            yield texts


def _rotations_equal(one: Rotation, other: Rotation) -> bool:
    """Return whether two quaternions are the same rotation, apart from rounding noise."""
    sign = math.copysign(1.0, sum(a * b for a, b in zip(one, other, strict=True)))
    return all(abs(a - sign * b) <= _NOISE for a, b in zip(one, other, strict=True))


def _texts(angles: Vec3, digits: int | None) -> tuple[str, str, str]:
    if digits is None:
        x, y, z = (degrees_text(angle) for angle in angles)
        return (x, y, z)
    rounded = (round(float(f"{math.degrees(angle):.{digits}g}"), digits - 2) for angle in angles)
    x, y, z = (shown(180.0 if degrees == -180.0 else degrees) for degrees in rounded)
    return (x, y, z)


def _read(texts: tuple[str, str, str]) -> Rotation:
    return from_degrees(*map(float, texts))
