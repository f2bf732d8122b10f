"""The content of a picture: coloured surfaces, rigidly fixed to links, and the joints that move these."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scenec.ir.pose import Pose, Vec3

if TYPE_CHECKING:
    from numpy.typing import NDArray

LAYERS = ("visuals", "collisions", "inertia", "axes", "sensors", "lights", "frames")
"""Layers that can be shown or hidden."""
MARKS = ("inertia", "axes", "sensors", "lights", "frames")
"""Layers that are drawn over the shapes, as what they mark is inside of them."""
WORLD_LINK = -1
"""The index of the world, where one of a link is asked for."""

Color = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class Surface:
    """Triangles, counter-clockwise seen from outside. vertices: (n, 3) m; normals: (n, 3) unit vectors; triangles: (f, 3).
    texcoords: (n, 2), v = 0 at the bottom of the image, or None."""

    vertices: NDArray[Any]
    normals: NDArray[Any]
    triangles: NDArray[Any]
    texcoords: NDArray[Any] | None = None


@dataclass(frozen=True)
class Textured:
    """An image on a part. image: index in the drawing's images. tint: the colour that the image is multiplied with. repeats: per unit of
    texture coordinates, along u and v."""

    image: int
    tint: Color
    repeats: tuple[float, float] = (1.0, 1.0)


@dataclass(frozen=True, eq=False)
class Part:
    """A surface in its place. path: as physics summaries have it (of a mark: the path of the link, joint or frame). kind: what it is, for
    people (``box``, ``mesh``, ``hinge axis``). link: index in the drawing's links, or WORLD_LINK. pose: in the link's frame. scale:
    along the surface's own axes, before it is posed. color: with the mean colour of its image. bounded: counts when a camera is placed.
    texture: its image, where a page can show it."""

    path: str
    kind: str
    layer: str
    link: int
    surface: int
    pose: Pose
    scale: Vec3 = (1.0, 1.0, 1.0)
    color: Color = (0.75, 0.76, 0.78, 1.0)
    bounded: bool = True
    texture: Textured | None = None


@dataclass(frozen=True, eq=False)
class DrawnLink:
    """zero: its pose in the world at joint zero; pose: with the joints where the picture has them. mass: kg, None without an inertial."""

    path: str
    mass: float | None
    static: bool
    zero: Pose
    pose: Pose


@dataclass(frozen=True, eq=False)
class DrawnAxis:
    """direction: unit, in the world at joint zero. lower, upper: rad or m, None = unlimited; position: where the picture has it."""

    direction: Vec3
    lower: float | None
    upper: float | None
    position: float


@dataclass(frozen=True, eq=False)
class Follows:
    """position = multiplier * (leader - reference) + offset. joint: index of the leader in the drawing's joints."""

    joint: int
    axis: int
    multiplier: float
    offset: float
    reference: float


@dataclass(frozen=True, eq=False)
class DrawnJoint:
    """place: its number in the scene. parent, child: indices of links. anchor: in the world at joint zero. pitch: m per revolution of a
    screw. placing: its child hangs on it, so that moving it moves the child; else it closes a loop."""

    path: str
    place: int
    type: str
    parent: int
    child: int
    anchor: Vec3
    axes: tuple[DrawnAxis, ...]
    pitch: float
    placing: bool
    follows: Follows | None = None


@dataclass(eq=False)
class Drawing:
    """A scene as it is drawn. joints: those that place a link first, parents before children. notes: what the picture does not or not
    exactly show, one sentence each. averaged: how many images are shown as their mean colour. images: data URIs.
    extent: m, of what is bounded; it sizes
    marks and the ground's grid."""

    title: str
    links: tuple[DrawnLink, ...] = ()
    joints: tuple[DrawnJoint, ...] = ()
    surfaces: list[Surface] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    averaged: int = 0
    images: list[str] = field(default_factory=list)
    low: Vec3 = (-0.5, -0.5, 0.0)
    high: Vec3 = (0.5, 0.5, 1.0)

    @property
    def extent(self) -> float:
        return max(b - a for a, b in zip(self.low, self.high, strict=True))

    def pose_of(self, part: Part) -> Pose:
        """X_W of a part."""
        return part.pose if part.link == WORLD_LINK else self.links[part.link].pose @ part.pose

    def triangles_of(self, parts: Iterable[Part]) -> int:
        return sum(len(self.surfaces[part.surface].triangles) for part in parts)


def in_world(drawing: Drawing, part: Part) -> NDArray[Any]:
    """The vertices of a part's surface where they are."""
    import numpy as np

    X_W = drawing.pose_of(part)
    points = drawing.surfaces[part.surface].vertices * np.array(part.scale)
    moved: NDArray[Any] = points @ np.array(X_W.rotation.matrix(), dtype=float).T + np.array([float(v) for v in X_W.position])
    return moved
