"""Vectors, rotations and poses, in plain tuples: for three or four numbers they beat arrays by far.

Conventions: metres, radians, right-handed; quaternions w x y z; column vectors, so ``a @ b`` applies `b` first. A variable that
holds a transform carries its frames in its name: ``X_PC`` is the pose of C in P, and ``X_PC @ X_CD`` is ``X_PD``.

Nothing here touches a number that needs no computation: a quarter turn moves coordinates without rounding them, and the
identity gives back the object that it is composed with.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec

from scenec.trace import FirstNumber, Ids, ids_of, merge, traced, with_all, with_one, without_ids

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Vec3 = tuple[float, float, float]
Quat = tuple[float, float, float, float]
"""w, x, y, z."""
Matrix3 = tuple[Vec3, Vec3, Vec3]
"""Rows."""

Vector = TypeVar("Vector", bound=tuple[float, ...])

ORIGIN: Vec3 = (0.0, 0.0, 0.0)

_HALF = math.sqrt(0.5)
_EIGHTHS: tuple[tuple[float, float], ...] = (
    (0.0, 1.0),
    (_HALF, _HALF),
    (1.0, 0.0),
    (_HALF, -_HALF),
    (0.0, -1.0),
    (-_HALF, -_HALF),
    (-1.0, 0.0),
    (-_HALF, _HALF),
)
"""Sine and cosine of the multiples of 45 degrees."""

_FIFTEEN_DIGITS = 5e-15
"""The relative error of an angle that was printed with 15 significant digits."""

_NOISE = 1e-15
"""Share of its vector below which a component is rounding noise."""

_SMALLEST = 1e-290
"""Shorter vectors may have lost digits, as the smallest numbers have fewer."""


def add(a: Vec3, b: Vec3) -> Vec3:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def sub(a: Vec3, b: Vec3) -> Vec3:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def scale(a: Vec3, factor: float) -> Vec3:
    return (a[0] * factor, a[1] * factor, a[2] * factor)


def dot(a: Vec3, b: Vec3) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vec3, b: Vec3) -> Vec3:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def norm(a: Vec3) -> float:
    """The length; neither overflows nor underflows on the way."""
    return math.hypot(*a)


def unit(a: Vec3) -> Vec3:
    """The direction of a vector; a unit vector comes back as it is. ValueError for the zero vector, which has none."""
    length = norm(a)
    if length == 1.0:
        return a
    if not length:
        raise ValueError("the zero vector has no direction")
    if length == math.inf or length <= _SMALLEST:
        return unit(_within_range(a))
    return (a[0] / length, a[1] / length, a[2] / length)


def _within_range(vector: Vector) -> Vector:
    """The vector, times a power of two, where its length overflows or has lost digits; not a number where that is not finite."""
    exponent = math.frexp(max(map(abs, vector)))[1]
    if not all(map(math.isfinite, vector)):
        return cast(Vector, tuple(math.nan for _ in vector))
    return cast(Vector, tuple(math.ldexp(component, -exponent) for component in vector))


def clean(vector: Vector) -> Vector:
    """For printing: components below 1e-15 of the largest become 0, the others stay the objects they are."""
    limit = _NOISE * max(map(abs, vector), default=0.0)
    return cast(Vector, tuple(0.0 if abs(component) < limit or not component else component for component in vector))


def sincos(angle: float) -> tuple[float, float]:
    """Sine and cosine (angle in rad), exact at multiples of 90 degrees and of equal size at odd multiples of 45 degrees.

    An angle counts as such a multiple if its first 15 significant digits say so, since files rarely give more. Not a number
    for an angle that is not finite.
    """
    if not angle:  # most angles are
        return _EIGHTHS[0]
    if not math.isfinite(angle):
        return (math.nan, math.nan)
    eighths = round(angle / (math.pi / 4))
    if abs(angle - eighths * (math.pi / 4)) <= _FIFTEEN_DIGITS * abs(angle):
        return _EIGHTHS[eighths % 8]
    return (math.sin(angle), math.cos(angle))


_made: Callable[[type[Rotation], Quat], Rotation] = tuple.__new__
"""A rotation of exactly these objects."""


class Rotation(tuple[float, float, float, float]):
    """A unit quaternion w, x, y, z: compared and hashed as such a tuple.

    ids: of what it was read from, or of its parts, see `stamped`. rpy: the fixed-axis roll, pitch, yaw (rad) it was written as, so that an
    untouched rotation prints as it came. Neither is part of equality. Make one with a `from_` method, which sees to the unit length.
    """

    __slots__ = ()

    def __new__(cls, quaternion: Iterable[float]) -> Rotation:
        """Of numbers alone: what another rotation kept is not taken over."""
        w, x, y, z = quaternion
        return _made(cls, (float(w), x, y, z))

    @property
    def ids(self) -> Ids:
        w, x, y, z = self
        own: Ids = w.kept[1:] if isinstance(w, FirstNumber) else ()
        return own if type(x) is float else merge(own, ids_of(x), ids_of(y), ids_of(z))

    @property
    def rpy(self) -> Vec3 | None:
        w = self[0]
        return w.kept[0] if isinstance(w, FirstNumber) else None

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (tuple(self), self.ids, self.rpy)

    @staticmethod
    def from_quat(w: float, x: float, y: float, z: float) -> Rotation:
        """From a quaternion of any length; of length zero: no rotation (as gz-math's Quaternion::Normalize has it)."""
        return _restored(_unit(w, x, y, z), merge(ids_of(w), ids_of(x), ids_of(y), ids_of(z)), None)

    @staticmethod
    def from_rpy(roll: float, pitch: float, yaw: float, *, ids: Ids | None = None) -> Rotation:
        """About the fixed axes x, then y, then z (rad): Rz(yaw) Ry(pitch) Rx(roll). ids: what it was read from, if not the angles."""
        if ids is None:
            ids = merge(ids_of(roll), ids_of(pitch), ids_of(yaw))
        if not (roll or pitch or yaw):
            return _restored((1.0, 0.0, 0.0, 0.0), ids, (roll, pitch, yaw))
        return _restored(_turned(roll, pitch, yaw), ids, (roll, pitch, yaw))

    @staticmethod
    def from_matrix(matrix: Matrix3) -> Rotation:
        """From a proper rotation matrix (orthonormal up to rounding, determinant +1)."""
        (m00, m01, m02), (m10, m11, m12), (m20, m21, m22) = matrix
        # Each of these is the same quaternion, up to its length; the one with the largest entry on the diagonal of the
        # outer product is the best conditioned (Shepperd 1978).
        candidates = (
            (1 + m00 + m11 + m22, m21 - m12, m02 - m20, m10 - m01),
            (m21 - m12, 1 + m00 - m11 - m22, m01 + m10, m02 + m20),
            (m02 - m20, m01 + m10, 1 - m00 + m11 - m22, m12 + m21),
            (m10 - m01, m02 + m20, m12 + m21, 1 - m00 - m11 + m22),
        )
        best = max(range(4), key=lambda i: candidates[i][i])
        return _unit(*candidates[best])

    @staticmethod
    def about(axis: Vec3, angle: float) -> Rotation:
        """About an axis of any length, right-handed (rad). ValueError for the zero vector."""
        x, y, z = unit(axis)
        sine, cosine = sincos(angle / 2)
        return _unit(cosine, sine * x, sine * y, sine * z)

    @staticmethod
    def facing(direction: Vec3) -> Rotation:
        """The least turn that takes +z to a direction of any length, about x for -z. Gazebo turns the sheet of a plane so (gz-sim,
        SceneManager::LoadGeometry). ValueError for the zero vector."""
        x, y, z = unit(direction)
        if not x and not y:
            return IDENTITY if z > 0 else Rotation((0.0, 1.0, 0.0, 0.0))
        return Rotation.about((0.0 - y, x, 0.0), math.atan2(math.hypot(x, y), z))

    def with_ids(self, ids: Ids) -> Rotation:
        """A copy that says it was read from these values."""
        return _restored(self, ids, self.rpy)

    def with_all(self, ids: Ids) -> Rotation:
        """A copy each part of which was made of exactly these values."""
        return self.stamped((ids, ids, ids))

    def stamped(self, each: tuple[Ids, Ids, Ids]) -> Rotation:
        """A copy of which roll, pitch and yaw have exactly these ids; x, y and z have the same."""
        w, *others = self
        rpy = self.rpy
        first = FirstNumber(w)
        first.kept = (None if rpy is None else tuple(map(with_all, rpy, each)),)
        x, y, z = map(with_all, others, each)
        return _made(Rotation, (first, x, y, z))

    def steered(self, ids: Ids) -> Rotation:
        """A copy whose numbers also change with these values: see `scenec.trace.steered_by`."""
        w, x, y, z = self
        rpy, own = self.rpy, w.kept[1:] if isinstance(w, FirstNumber) else ()
        first = FirstNumber(w)
        first.kept = (None if rpy is None else tuple([with_all(part, (*ids_of(part), *ids)) for part in rpy]), *own, *ids)
        x, y, z = [with_all(part, (*ids_of(part), *ids)) for part in (x, y, z)]
        return _made(Rotation, (first, x, y, z))

    def matrix(self) -> Matrix3:
        """The rotation matrix; its entries are exactly 0, 1 and -1 for the rotations that map axes to axes."""
        w, x, y, z = self
        ww, xx, yy, zz = w * w, x * x, y * y, z * z
        # Dividing by the squared length, rather than relying on 1, makes equal terms cancel to exact zeros and ones.
        size = ww + xx + yy + zz
        return (
            ((ww + xx - yy - zz) / size, 2 * (x * y - w * z) / size, 2 * (x * z + w * y) / size),
            (2 * (x * y + w * z) / size, (ww - xx + yy - zz) / size, 2 * (y * z - w * x) / size),
            (2 * (x * z - w * y) / size, 2 * (y * z + w * x) / size, (ww - xx - yy + zz) / size),
        )

    def to_rpy(self) -> Vec3:
        """Fixed-axis roll, pitch, yaw (rad) as written, else computed: -pi..pi, pitch -pi/2..pi/2, yaw 0 where pitch is a
        quarter turn. By arc tangents only: an arc sine errs by 1e-8 near a quarter turn."""
        if self.rpy is not None:
            return self.rpy
        (m00, m01, m02), (m10, m11, m12), (m20, _, _) = self.matrix()
        level = math.hypot(m00, m10)
        yaw = math.atan2(m10 + 0.0, m00 + 0.0) if level > _NOISE else 0.0
        sine, cosine = sincos(yaw)
        roll = math.atan2(sine * m02 - cosine * m12 + 0.0, cosine * m11 - sine * m01 + 0.0)
        return (roll, math.atan2(0.0 - m20, level), yaw)

    def inverse(self) -> Rotation:
        w, x, y, z = self
        return Rotation((w, 0.0 - x, 0.0 - y, 0.0 - z))

    def __matmul__(self, other: Rotation) -> Rotation:
        """First `other`, then this one."""
        if self == IDENTITY:
            return other
        if other == IDENTITY:
            return self
        aw, ax, ay, az = self
        bw, bx, by, bz = other
        return _unit(
            aw * bw - ax * bx - ay * by - az * bz,
            aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
        )

    def apply(self, vector: Vec3) -> Vec3:
        """The vector, turned."""
        if self == IDENTITY or vector == ORIGIN:
            return vector
        row_x, row_y, row_z = self.matrix()
        return (dot(row_x, vector) + 0.0, dot(row_y, vector) + 0.0, dot(row_z, vector) + 0.0)


class StampedRotation(Rotation):
    """A rotation whose roll, pitch and yaw have leaves in a row, which its numbers have when they are taken out (`StampedVector` of
    `scenec.trace` says why). Its first number keeps roll, pitch and yaw as written, without ids, and the first leaf."""

    __slots__ = ()

    @staticmethod
    def of(rotation: Rotation, leaf: int) -> StampedRotation:
        w, x, y, z = map(without_ids, rotation)
        first = FirstNumber(w)
        first.kept = (None if rotation.rpy is None else tuple(map(without_ids, rotation.rpy)), leaf)
        return cast(StampedRotation, _made(StampedRotation, (first, x, y, z)))

    @property
    def _kept(self) -> tuple[Vec3 | None, int]:
        kept: tuple[Vec3 | None, int] = cast(FirstNumber, tuple.__getitem__(self, 0)).kept
        return kept

    @property
    def ids(self) -> Ids:
        _, leaf = self._kept
        return (leaf, leaf + 1, leaf + 2)

    @property
    def rpy(self) -> Vec3 | None:
        rpy, leaf = self._kept
        if rpy is None:
            return None
        roll, pitch, yaw = rpy
        return with_one(roll, leaf), with_one(pitch, leaf + 1), with_one(yaw, leaf + 2)

    def __iter__(self) -> Iterator[float]:
        w, x, y, z = tuple.__iter__(self)
        _, leaf = self._kept
        return iter((float(w), with_one(x, leaf), with_one(y, leaf + 1), with_one(z, leaf + 2)))

    def __getitem__(self, index: Any) -> Any:
        return tuple(self)[index]

    def steered(self, ids: Ids) -> Rotation:
        _, leaf = self._kept
        return self.stamped(((leaf,), (leaf + 1,), (leaf + 2,))).steered(ids)


@lru_cache(1024)
def _turned(roll: float, pitch: float, yaw: float) -> Rotation:
    """See `Rotation.from_rpy`. The same few turns stand all over a scene and a library."""
    sr, cr = sincos(roll / 2)
    sp, cp = sincos(pitch / 2)
    sy, cy = sincos(yaw / 2)
    return _unit(
        cr * cp * cy + sr * sp * sy,
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
    )


def _unit(w: float, x: float, y: float, z: float) -> Rotation:
    length = math.hypot(w, x, y, z)
    if abs(length - 1.0) < _NOISE:  # keep its digits; adding 0 turns -0.0 into 0.0
        return _made(Rotation, (w + 0.0, x + 0.0, y + 0.0, z + 0.0))
    if not length:
        return IDENTITY
    if length == math.inf or length <= _SMALLEST:
        return _unit(*_within_range((w, x, y, z)))
    return _made(Rotation, (w / length + 0.0, x / length + 0.0, y / length + 0.0, z / length + 0.0))


def _restored(quaternion: Quat, ids: Ids, rpy: Vec3 | None) -> Rotation:
    if not ids and rpy is None:
        return Rotation(quaternion)
    w, x, y, z = quaternion
    first = FirstNumber(w)
    first.kept = (rpy, ids[0]) if len(ids) == 1 else (rpy, *ids)
    return _made(Rotation, (first, x, y, z))


IDENTITY = Rotation((1.0, 0.0, 0.0, 0.0))
"""No rotation. (-1, 0, 0, 0), the same turn, is not canonicalised but only compared unequal."""


class Pose(msgspec.Struct, frozen=True, gc=False):
    """Pose of a frame: position (m) and rotation, in the frame that the holder of the pose names.

    Components read from a file keep their ids until something computes with them; say with `scenec.trace.derived` what a
    computed pose comes from.
    """

    position: Vec3 = ORIGIN
    rotation: Rotation = IDENTITY

    @property
    def is_identity(self) -> bool:
        return self.position == ORIGIN and self.rotation == IDENTITY

    def with_ids(self, ids: Ids) -> Pose:
        """A copy whose every component says it was read from these values."""
        x, y, z = (traced(float(component), ids) for component in self.position)
        return Pose((x, y, z), self.rotation.with_ids(ids))

    def __matmul__(self, other: Pose) -> Pose:
        """``X_AB @ X_BC`` is ``X_AC``. The identity gives back the other pose itself."""
        if other.is_identity:
            return self
        if self.is_identity:
            return other
        return Pose(self.apply(other.position), self.rotation @ other.rotation)

    @property
    def matrix(self) -> NDArray[np.float64]:
        """The homogeneous transform, shape (4, 4): ``X_AB.matrix @ [x, y, z, 1]`` takes a point (m) of B to A."""
        import numpy as np

        matrix = np.eye(4)
        matrix[:3, :3] = self.rotation.matrix()
        matrix[:3, 3] = self.position
        return matrix

    def inverse(self) -> Pose:
        """``X_BA`` of ``X_AB``."""
        back = self.rotation.inverse()
        x, y, z = back.apply(self.position)
        return Pose((0.0 - x, 0.0 - y, 0.0 - z), back)

    def apply(self, point: Vec3) -> Vec3:
        """A point given in this frame, in the frame that this pose is stated in."""
        if point == ORIGIN:
            return self.position
        turned = self.rotation.apply(point)
        return turned if self.position == ORIGIN else add(self.position, turned)
