"""Shapes: which of MARS's kinds each becomes, and its `extend`.

MARS has boxes, spheres, cylinders, capsules and meshes anywhere, and planes and terrain that face up. An ellipsoid, a cone or a
ring becomes a mesh of it, and a plane that faces elsewhere, or moves, a large box.
"""

from __future__ import annotations

from typing import NamedTuple

from scenec.accounting.amounts import edges_text
from scenec.converters.common.findings import (
    PLANE_APPROXIMATED,
    PLANE_SIZE_DEFAULTED,
    PLANE_SIZE_INEFFECTIVE,
    SHAPE_CAPSULE_CONVERTED,
)
from scenec.converters.common.plane_as_box import box_below
from scenec.converters.common.write_context import Placed
from scenec.converters.mars.findings import writing as findings
from scenec.converters.mars.write.context import Writing
from scenec.converters.mars.write.meshes import ONE, Meshes
from scenec.ir.base import Vec2
from scenec.ir.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, Heightmap, MeshShape, Plane, Shape, Sphere, Torus
from scenec.ir.link import Collision, Visual
from scenec.ir.pose import IDENTITY, Pose, Rotation, Vec3, unit
from scenec.syntax.said import Said, constant
from scenec.trace import Computed, Sources, ids_of, made_of, steered_by

PRIMITIVE = constant("PRIMITIVE")
"""The file of a node that shows no mesh."""
VISIBLE = 100.0
"""Edges of a drawn plane without a size (m)."""


class Shown(NamedTuple):
    """A shape in terms of MARS. mode: physicmode. file: the mesh, else PRIMITIVE. shape: what it became. part: `origname`, the group
    of the file or the primitive that is drawn. stretched, scale: `visualsize` and `visualscale`. also: what it says by being there: a
    normal that is that of any plane, or what another shape says that this one stands for."""

    mode: str
    extend: Vec3
    placed: Placed
    shape: Shape
    file: Said = PRIMITIVE
    terrain: Heightmap | None = None
    part: str = ""
    stretched: Vec3 | None = None
    scale: Vec3 = ONE
    also: Sources = Sources(())

    def said_with(self, name: object, also: Sources) -> Sources:
        """Return the leaves of a shape that is not written, since an equal one stands for it. also: the leaves of that one."""
        pose = self.placed.pose
        says = (
            name,
            self.extend,
            pose.position,
            pose.rotation,
            self.file,
            self.part,
            self.scale,
            self.terrain,
            self.also,
            also,
        )
        return Sources(ids_of(says))


def is_known(part: Collision | Visual, *, moving: bool) -> bool:
    """Return whether MARS can express a shape. If not, the shape and its pose are left out."""
    shape = part.geometry
    if isinstance(shape, Heightmap):
        return not moving and shape.size is not None
    return isinstance(shape, (Box, Sphere, Cylinder, Capsule, MeshShape, Ellipsoid, Cone, Torus, Plane))


def as_node(writing: Writing, meshes: Meshes, part: Collision | Visual, placed: Placed, X_W: Placed, *, moving: bool) -> Shown | None:
    """Return the shape of a collision or visual, None for one that MARS cannot express. X_W: its pose in
    the world."""
    drawn = isinstance(part, Visual)
    shape: Shape = part.geometry
    match shape:
        case Box():
            return Shown("box", shape.size, placed, shape)
        case Sphere():
            return Shown("sphere", (shape.radius, 0.0, 0.0), placed, shape)
        case Cylinder():
            return Shown("cylinder", (shape.radius, shape.length, 0.0), placed, shape)
        case Capsule():
            radius, length = shape.radius, shape.length
            if not length:
                _report_degenerate(writing, part, length)
                return Shown("sphere", (radius, 0.0, 0.0), placed, Sphere(radius=float(radius)))
            return Shown("capsule", (radius, length, 0.0), placed, shape)
        case MeshShape():
            return _mesh(meshes, part, shape, placed)
        case Ellipsoid() if drawn:
            x, y, z = shape.radii
            edges = (made_of(Computed(2 * x), x), made_of(Computed(2 * y), y), made_of(Computed(2 * z), z))
            return Shown("sphere", (max(x, y, z), 0.0, 0.0), placed, shape, stretched=edges)
        case Ellipsoid() | Cone() | Torus():
            return _tessellated(writing, meshes, part, shape, placed)
        case Plane():
            return _drawn_plane(writing, part, shape, placed) if drawn else _plane(writing, part, shape, placed, X_W, moving=moving)
        case Heightmap() if not moving and shape.size is not None:
            if shape.position is not None and any(shape.position):
                placed = placed @ Placed(Pose(shape.position), computed=True)
                _report_offset(writing, part, shape.position)
            return Shown("terrain", (0.0, 0.0, 0.0), placed, shape, terrain=shape)
    return None


def _report_degenerate(writing: Writing, part: Collision | Visual, length: float) -> None:
    why = "MARS makes no capsules of length 0."
    writing.report(SHAPE_CAPSULE_CONVERTED, part, about=length, why=why)


def _mesh(meshes: Meshes, part: Collision | Visual, shape: MeshShape, placed: Placed) -> Shown | None:
    drawn = isinstance(part, Visual)
    found = meshes.use(part, shape, drawn=drawn)
    if found is None:
        return None
    if found.turn != IDENTITY:
        placed = placed @ Placed(Pose(rotation=found.turn), computed=True)
    pose = Pose(placed.pose.position, steered_by(placed.pose.rotation, shape.scale))  # a mirrored file is another one, turned otherwise
    placed = Placed(pose, placed.computed)
    scale = found.scale if drawn else ONE
    return Shown("mesh", found.extend, placed, shape, found.file, part=found.part or "", scale=scale)


def _tessellated(writing: Writing, meshes: Meshes, part: Collision | Visual, shape: Ellipsoid | Cone | Torus, placed: Placed) -> Shown:
    from scenec.converters.mars.write.tessellation import tessellated

    word = type(shape).__name__.lower()
    found = meshes.made(tessellated(shape), word, shape)
    writing.report(findings.SHAPE_APPROXIMATED, part, about=shape, value=word, target="mesh")
    return Shown("mesh", found.extend, placed, shape, found.file)


def _plane(writing: Writing, part: Collision | Visual, plane: Plane, placed: Placed, X_W: Placed, *, moving: bool) -> Shown:
    """Return a plane that faces up and never moves as a plane of MARS, any other as a box."""
    if plane.size is not None:
        _report_endless(writing, part, plane.size)
    x, y, z = X_W.pose.rotation.apply(unit(plane.normal))
    if not moving and max(abs(x), abs(y), abs(z - 1.0)) < 1e-12:
        _report_normal(writing, part, plane)
        return Shown("plane", (VISIBLE, VISIBLE, 0.0), placed, plane, also=Sources(ids_of(plane.normal)))
    size, below = box_below(plane, drawn=False)
    writing.report(
        PLANE_APPROXIMATED,
        part,
        about=plane.normal,
        value="plane",
        target=f"box of {edges_text(size)}",
        why="Planes of MARS face up and never move.",
    )
    return Shown("box", size, placed @ Placed(below, computed=True), Box(size=size))


def _drawn_plane(writing: Writing, part: Collision | Visual, plane: Plane, placed: Placed) -> Shown:
    size = plane.size
    if size is None:
        size = (VISIBLE, VISIBLE)
        writing.report(PLANE_SIZE_DEFAULTED, part, target=edges_text((VISIBLE, VISIBLE)))
    turn = Rotation.facing(plane.normal)
    _report_normal(writing, part, plane)
    if turn != IDENTITY:
        placed = placed @ Placed(Pose(rotation=turn), computed=True)
    placed = Placed(Pose(placed.pose.position, steered_by(placed.pose.rotation, plane.normal)), placed.computed)
    return Shown("plane", (size[0], size[1], Computed(0.0)), placed, plane, also=Sources(ids_of(plane.normal)))


def _report_offset(writing: Writing, part: Collision | Visual, offset: Vec3) -> None:
    writing.report(
        findings.HEIGHTMAP_POSITION_CONVERTED,
        part,
        about=offset,
        value=" ".join(f"{each:g}" for each in offset) + " m",
    )


def _report_endless(writing: Writing, part: Collision | Visual, size: Vec2) -> None:
    writing.report(PLANE_SIZE_INEFFECTIVE, part, about=size, value=edges_text(size))


def _report_normal(writing: Writing, part: Collision | Visual, plane: Plane) -> None:
    """Report a normal other than z, which becomes the rotation of the node."""
    if tuple(plane.normal) == (0.0, 0.0, 1.0):
        return
    writing.report(findings.PLANE_NORMAL_CONVERTED, part, about=plane.normal, value=plane.normal)
