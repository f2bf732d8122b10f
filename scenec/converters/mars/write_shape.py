"""Shapes: which of MARS's kinds each becomes, and its `extend`.

MARS has boxes, spheres, cylinders, capsules and meshes anywhere, and planes and terrain that face up. An ellipsoid, a cone or a
ring becomes a mesh of it, and a plane that faces elsewhere, or moves, a large box.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from scenec.accounting.lens import unwrap
from scenec.converters.common.numbers import Computed
from scenec.converters.common.write_context import Placed
from scenec.converters.mars.write_context import Writing
from scenec.converters.mars.write_meshes import ONE, Meshes
from scenec.ir.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, Heightmap, MeshShape, Plane, Shape, Sphere, Torus
from scenec.ir.link import Collision, Visual
from scenec.ir.pose import IDENTITY, Pose, Rotation, Vec3, unit
from scenec.syntax.kinds import shown

WIDE, THICK = 1000.0, 1.0
"""Of the box that stands for a plane (m)."""
VISIBLE = 100.0
"""Of a plane that is drawn and says no size (m)."""


class Shown(NamedTuple):
    """A shape as MARS says it. mode: physicmode. file: the mesh, else PRIMITIVE. bare: the shape it became, without a lens.
    part: what of the file or which primitive is drawn (`origname`). stretched, scale: `visualsize` and `visualscale`."""

    mode: str
    extend: Vec3
    placed: Placed
    bare: Shape
    file: str = "PRIMITIVE"
    terrain: Any = None
    part: str = ""
    stretched: Vec3 | None = None
    scale: Vec3 = ONE


def is_known(part: Collision | Visual, *, moving: bool) -> bool:
    """Whether there is something for a shape to become; if not, it and its pose stay unread."""
    shape = unwrap(part).geometry
    if isinstance(shape, Heightmap):
        return not moving and shape.size is not None
    return isinstance(shape, (Box, Sphere, Cylinder, Capsule, MeshShape, Ellipsoid, Cone, Torus, Plane))


def as_node(writing: Writing, meshes: Meshes, part: Collision | Visual, placed: Placed, X_W: Placed, *, moving: bool) -> Shown | None:
    """The shape of a collision or visual (through the lens), None if it cannot be said and stays unread. X_W: where it is in the world."""
    drawn = isinstance(part, Visual)
    shape: Shape = part.geometry
    match shape:
        case Box():
            return Shown("box", shape.size, placed, unwrap(shape))
        case Sphere():
            return Shown("sphere", (shape.radius, 0.0, 0.0), placed, unwrap(shape))
        case Cylinder():
            return Shown("cylinder", (shape.radius, shape.length, 0.0), placed, unwrap(shape))
        case Capsule():
            radius, length = shape.radius, shape.length
            if not length:
                _tell_degenerate(writing, part, length)
                return Shown("sphere", (radius, 0.0, 0.0), placed, Sphere(radius=float(radius)))
            return Shown("capsule", (radius, length, 0.0), placed, unwrap(shape))
        case MeshShape():
            return _mesh(meshes, part, shape, placed)
        case Ellipsoid() if drawn:
            x, y, z = shape.radii
            edges = (Computed(2 * x), Computed(2 * y), Computed(2 * z))
            return Shown("sphere", (max(x, y, z), 0.0, 0.0), placed, unwrap(shape), stretched=edges)
        case Ellipsoid() | Cone() | Torus():
            return _tessellated(writing, meshes, part, shape, placed)
        case Plane():
            return _drawn_plane(writing, part, shape, placed) if drawn else _plane(writing, part, shape, placed, X_W, moving=moving)
        case Heightmap() if not moving and shape.size is not None:
            if shape.position is not None and any(shape.position):
                placed = placed @ Placed(Pose(shape.position), computed=True)
                _tell_offset(writing, part, shape.position)
            return Shown("terrain", (0.0, 0.0, 0.0), placed, unwrap(shape), terrain=shape)
    return None


def _tell_degenerate(writing: Writing, part: Any, length: float) -> None:
    writing.tell(
        part,
        "shape-capsule-converted",
        "converted",
        "note",
        "geometry",
        about=length,
        subject=writing.subject(part),
        value="a capsule of length 0",
        target="a sphere",
        because="MARS makes no capsule of length 0",
        consequence="nothing: it is the same shape",
    )


def _mesh(meshes: Meshes, part: Any, shape: MeshShape, placed: Placed) -> Shown | None:
    drawn = isinstance(part, Visual)
    found = meshes.use(part, shape, drawn=drawn)
    if found is None:
        return None
    if found.turn != IDENTITY:
        placed = placed @ Placed(Pose(rotation=found.turn), computed=True)
    scale = found.scale if drawn else ONE
    return Shown("mesh", found.extend, placed, unwrap(shape), found.file, part=found.part or "", scale=scale)


def _tessellated(writing: Writing, meshes: Meshes, part: Any, shape: Any, placed: Placed) -> Shown:
    from scenec.converters.mars.write_tessellation import tessellated

    bare = unwrap(shape)
    values = tuple(getattr(shape, field) for field in bare.__struct_fields__ if field != "origin")
    word = type(bare).__name__.lower()
    found = meshes.made(tessellated(bare), word, bare)
    writing.tell(
        part,
        "shape-approximated",
        "approximated",
        "warning",
        "geometry",
        about=values,
        subject=writing.subject(part),
        value=word,
        target="a mesh of flat faces",
        because=f"MARS has no {'rings' if word == 'torus' else word + 's'}",
        consequence="its surface is up to half a percent inside the true one",
    )
    return Shown("mesh", found.extend, placed, bare, found.file)


def _plane(writing: Writing, part: Any, plane: Plane, placed: Placed, X_W: Placed, *, moving: bool) -> Shown:
    """Where planes of MARS are: they face up and never move, and only their height counts."""
    bare = unwrap(plane)
    if plane.size is not None:
        _tell_endless(writing, part, plane.size)
    x, y, z = X_W.pose.rotation.apply(unit(plane.normal))
    if not moving and max(abs(x), abs(y), abs(z - 1.0)) < 1e-12:
        _tell_normal(writing, part, bare)
        return Shown("plane", (VISIBLE, VISIBLE, 0.0), placed, bare)
    writing.tell(
        part,
        "plane-approximated",
        "approximated",
        "warning",
        "geometry",
        about=bare.normal,
        subject=writing.subject(part),
        value="a plane",
        target=f"a box of {shown(WIDE)} x {shown(WIDE)} x {shown(THICK)} m",
        because="planes of MARS face up and never move",
        consequence="it ends somewhere and has an underside",
    )
    below = facing(bare.normal) @ Pose((0.0, 0.0, -THICK / 2))
    return Shown("box", (WIDE, WIDE, THICK), placed @ Placed(below, computed=True), Box(size=(WIDE, WIDE, THICK)))


def _drawn_plane(writing: Writing, part: Any, plane: Plane, placed: Placed) -> Shown:
    bare = unwrap(plane)
    size = plane.size
    if size is None:
        size = (VISIBLE, VISIBLE)
        writing.tell(
            part,
            "plane-size-defaulted",
            "defaulted",
            "note",
            "appearance",
            subject=writing.subject(part),
            target=f"{shown(VISIBLE)} x {shown(VISIBLE)} m",
            because="MARS draws planes of a size",
            consequence="it ends somewhere",
        )
    turn = facing(plane.normal)
    _tell_normal(writing, part, bare)
    if not turn.is_identity:
        placed = placed @ Placed(turn, computed=True)
    return Shown("plane", (size[0], size[1], Computed(0.0)), placed, bare)


def _tell_offset(writing: Writing, part: Any, offset: Vec3) -> None:
    writing.tell(
        part,
        "heightmap-position-converted",
        "converted",
        "note",
        "geometry",
        about=offset,
        subject=writing.subject(part),
        value=offset,
        target="the position of the node",
        because="a terrain of MARS stands where its node is",
        consequence="nothing: it stands where it stood",
    )


def _tell_endless(writing: Writing, part: Any, size: Any) -> None:
    writing.tell(
        part,
        "plane-size-ineffective",
        "dropped",
        "note",
        "geometry",
        about=size,
        subject=writing.subject(part),
        value=" x ".join(shown(float(edge)) for edge in size),
        because="a plane that touches is endless, whatever size it says",
        consequence="nothing",
    )


def _tell_normal(writing: Writing, part: Any, plane: Plane) -> None:
    """A plane of MARS has its node's direction: another one is turned into that."""
    if tuple(plane.normal) == (0.0, 0.0, 1.0):
        return
    writing.tell(
        part,
        "plane-normal-converted",
        "converted",
        "note",
        "geometry",
        about=plane.normal,
        subject=writing.subject(part),
        value=plane.normal,
        target="the rotation of the node",
        because="planes of MARS face along z of their node",
    )


def facing(normal: Vec3) -> Pose:
    """The turn from +z to a direction."""
    x, y, z = unit(normal)
    if not x and not y and z > 0:
        return Pose()
    tilt = Rotation.from_rpy(0.0, math.atan2(math.hypot(x, y), z), 0.0)
    return Pose(rotation=Rotation.from_rpy(0.0, 0.0, math.atan2(y, x)) @ tilt if x or y else tilt)
