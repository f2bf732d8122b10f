"""Whether two shapes that show a mesh show the same one at the same place, whichever file or table holds it, scaled and turned or not."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scenec import ir
from scenec.carry.nearby import WEIGHTS, Key
from scenec.ir.pose import Pose
from scenec.ir.shape_summary import Shapes

if TYPE_CHECKING:
    from scenec.carry.tree import Part

FILE_PRECISION = 1e-6
"""Relative; mesh files often hold 32 bit numbers."""

_Measured = tuple[int, int, float, list[Any]]
"""Points, triangles, size, moments."""


class ShapeEquality:
    """Compares the meshes of two scenes, each measured once."""

    def __init__(self, one: ir.Scene, other: ir.Scene) -> None:
        self._shapes = Shapes(one), Shapes(other)
        self._measured: dict[tuple[int, Pose], _Measured | None] = {}

    def are_equal(self, ours: Part, theirs: Part) -> bool:
        """Whether two collisions or visuals show the same mesh at the same place of their links; False for all other shapes."""
        a, b = getattr(ours.node, "geometry", None), getattr(theirs.node, "geometry", None)
        if not (isinstance(a, ir.MeshShape) and isinstance(b, ir.MeshShape)) or a.optimization != b.optimization:
            return False
        mine, other = self._of(0, ours, a), self._of(1, theirs, b)
        return mine is not None and other is not None and _agree(mine, other)

    def at(self, part: Part) -> Iterator[Key]:
        """Under which key a collision or visual of the other scene is that shows a mesh."""
        yield from self._words(1, part, (0,))

    def near(self, part: Part) -> Iterator[Key]:
        """Under which keys those of the other scene are that may show the same mesh at the same place as one of this scene."""
        yield from self._words(0, part, (-1, 0, 1))

    def _words(self, which: int, part: Part, steps: tuple[int, ...]) -> Iterator[Key]:
        """Cells of the size and of the middle of the points, twice as wide as may be between those of one mesh."""
        measured = self._of(which, part, part.node.geometry)
        if measured is None:
            return
        points, triangles, size, moments = measured
        middle = float(sum(weight * each for weight, each in zip(WEIGHTS, moments[0], strict=True)))
        numbers = (math.log(size) if size > 0 else 0.0, middle)
        if all(map(math.isfinite, numbers)):
            large, here = (math.floor(number / (4 * FILE_PRECISION)) for number in numbers)
            yield from ((points, triangles, large + i, here + j) for i in steps for j in steps)

    def _of(self, which: int, part: Part, shape: ir.MeshShape) -> _Measured | None:
        pose = part.placement.pose if part.placement is not None else Pose()
        key = (id(part.node), pose)
        if key not in self._measured:
            measured = self._shapes[which].points(shape)
            self._measured[key] = None if measured is None else (len(measured[0]), measured[1], *_moments(measured[0], pose))
        return self._measured[key]


def _moments(points: Any, pose: Pose) -> tuple[float, list[Any]]:
    """The size of a cloud of points at its place, and its mean, second and third moments relative to that, which do not depend on the order
    of the points."""
    import numpy as np

    placed = points @ np.array(pose.rotation.matrix()).T + np.array([float(v) for v in pose.position])
    size = float(np.abs(placed).max()) if len(placed) else 0.0
    scaled = placed / (size or 1.0)
    moments = ("ni->i", "ni,nj->ij", "ni,nj,nk->ijk")
    return size, [np.einsum(each, *([scaled] * (i + 1))) / max(len(scaled), 1) for i, each in enumerate(moments)]


def _agree(one: _Measured, other: _Measured) -> bool:
    import numpy as np

    if one[:2] != other[:2] or abs(one[2] - other[2]) > FILE_PRECISION * max(one[2], other[2]):
        return False
    return all(float(np.abs(a - b).max()) <= FILE_PRECISION for a, b in zip(one[3], other[3], strict=True))


__all__ = ["ShapeEquality"]
