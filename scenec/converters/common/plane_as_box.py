"""A plane where a format has none, or none that turns or moves: a box whose upper side it is."""

from __future__ import annotations

from scenec.ir.geometry import Plane
from scenec.ir.pose import Pose, Rotation, Vec3
from scenec.trace import made_of

WIDE = 1000.0
"""Edges of a box that is touched (m). It is as deep as wide: what is below a plane is pushed up, however deep it is."""
THIN = 1e-3
"""Depth of a box that is only drawn (m)."""


def box_below(plane: Plane, *, drawn: bool) -> tuple[Vec3, Pose]:
    """Return the edges (m) of the box, and the pose of its centre in the frame of the plane, which is made of the normal. drawn: the plane
    is seen and ends at its size, else it is touched and never ends."""
    wide, long = plane.size if drawn and plane.size is not None else (WIDE, WIDE)
    deep = THIN if drawn else WIDE
    below = Pose(rotation=Rotation.facing(plane.normal)) @ Pose((0.0, 0.0, -deep / 2))
    return (wide, long, deep), Pose(made_of(below.position, plane.normal), made_of(below.rotation, plane.normal))
