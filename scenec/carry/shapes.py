"""Whether two shapes that show a mesh show the same one at the same place, whichever file or table holds it, scaled and turned or not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenec import ir
from scenec.ir.pose import Pose
from scenec.ir.shape_summary import Shapes

if TYPE_CHECKING:
    from scenec.carry.tree import Part

FILE_PRECISION = 1e-6
"""Relative; mesh files often hold 32 bit numbers."""


class SameShapes:
    """Compares the meshes of two scenes, each measured once."""

    def __init__(self, one: ir.Scene, other: ir.Scene) -> None:
        self._shapes = Shapes(one), Shapes(other)

    def same(self, ours: Part, theirs: Part) -> bool:
        """Whether two collisions or visuals show the same mesh at the same place of their links; False for all other shapes."""
        a, b = getattr(ours.node, "geometry", None), getattr(theirs.node, "geometry", None)
        if not (isinstance(a, ir.MeshShape) and isinstance(b, ir.MeshShape)) or a.optimization != b.optimization:
            return False
        mine, other = self._shapes[0].points(a), self._shapes[1].points(b)
        if mine is None or other is None:
            return False
        (points, faces), (others, more) = mine, other
        if faces != more or len(points) != len(others):
            return False
        return not len(points) or _same_moments(_placed(points, ours), _placed(others, theirs))


def _placed(points: Any, part: Part) -> Any:
    import numpy as np

    pose = part.placement.pose if part.placement is not None else Pose()
    return points @ np.array(pose.rotation.matrix()).T + np.array([float(v) for v in pose.position])


def _same_moments(points: Any, others: Any) -> bool:
    """Two clouds of points of equal size are the same if their means, second and third moments are, whatever the order of the points."""
    import numpy as np

    size = float(max(np.abs(points).max(), np.abs(others).max())) or 1.0
    one, other = points / size, others / size
    for name in ("i", "ij", "ijk"):
        told = ",".join(f"n{each}" for each in name) + f"->{name}"
        moments = [np.einsum(told, *([cloud] * len(name))) / len(cloud) for cloud in (one, other)]
        if np.abs(moments[0] - moments[1]).max() > FILE_PRECISION:
            return False
    return True


__all__ = ["SameShapes"]
