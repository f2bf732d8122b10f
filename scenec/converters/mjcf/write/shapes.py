"""Shapes as geoms: their type, sizes and place. MuJoCo states half lengths; a cone, torus or outline becomes a mesh."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scenec.accounting.amounts import edges_text
from scenec.converters.common.findings import PLANE_APPROXIMATED, PLANE_SIZE_INEFFECTIVE, VISUAL_HIDDEN_INEFFECTIVE
from scenec.converters.common.plane_as_box import THIN, box_below
from scenec.converters.common.write_context import Placed
from scenec.converters.mjcf.findings import writing as findings
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.heightmaps import Heightmaps
from scenec.converters.mjcf.write.meshes import Meshes
from scenec.converters.mjcf.write.values import half
from scenec.ir.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, Empty, Heightmap, MeshShape, Plane, Polyline, Sphere, Torus
from scenec.ir.link import Collision, Visual
from scenec.ir.names import shape_word
from scenec.ir.pose import IDENTITY, Pose, Rotation
from scenec.syntax.said import Said
from scenec.trace import Computed, Sources, ids_of, made_of, steered_by

LEAST = 1e-6
"""Written for a length of 0 (m): MuJoCo refuses shapes without one."""
GRID = 1.0
"""Distance of the lines of a plane (m), which no scene states."""


class Geom(NamedTuple):
    """A shape in terms of MuJoCo. size: as its type counts them. asset: the mesh or height field. also: what it says by being there."""

    type: str
    size: tuple[float, ...]
    placed: Placed
    asset: Said | None = None
    also: Sources = Sources(())


class Shapes:
    """Turns the shapes of one scene into geoms."""

    def __init__(self, writing: Writing, meshes: Meshes, heightmaps: Heightmaps) -> None:
        self.writing = writing
        self.meshes = meshes
        self.heightmaps = heightmaps

    def as_geom(self, part: Collision | Visual, placed: Placed, *, moving: bool) -> Geom | None:
        """Return the shape of a collision or visual, None for one that is left out, as settling or a finding tells. moving: whether its
        body has joints or is moved by code."""
        shape, collides = part.geometry, not isinstance(part, Visual)
        match shape:
            case Box():
                return Geom("box", self._sizes(part, tuple(map(half, shape.size))), placed)
            case Sphere():
                return Geom("sphere", self._sizes(part, (shape.radius,)), placed)
            case Cylinder():
                return Geom("cylinder", self._sizes(part, (shape.radius, half(shape.length))), placed)
            case Capsule() if not shape.length:
                self.writing.report(findings.CAPSULE_CONVERTED, part, value="capsule", target="sphere")
                return Geom("sphere", self._sizes(part, (made_of(shape.radius, (shape.radius, shape.length)),)), placed)
            case Capsule():
                return Geom("capsule", self._sizes(part, (shape.radius, half(shape.length))), placed)
            case Ellipsoid():
                return Geom("ellipsoid", self._sizes(part, tuple(shape.radii)), placed)
            case MeshShape():
                asset = self.meshes.use(part, shape, collides=collides)
                return None if asset is None else Geom("mesh", (), placed, asset)
            case Plane():
                return self._plane(part, shape, placed, moving=moving, collides=collides)
            case Heightmap():
                return self._terrain(part, shape, placed)
            case Cone() | Torus() | Polyline():
                return self._tessellated(part, shape, placed, collides=collides)
            case Empty() if not collides:
                self.writing.report(VISUAL_HIDDEN_INEFFECTIVE, part, about=part)
        return None

    def _sizes(self, part: Collision | Visual, sizes: tuple[float, ...]) -> tuple[float, ...]:
        if all(each > 0 for each in sizes):
            return sizes
        self.writing.report(
            findings.SHAPE_SIZE_RAISED,
            part,
            value=" ".join(f"{float(each):g}" for each in sizes),
            target=f"{LEAST:g} m",
        )
        return tuple(each if each > 0 else made_of(LEAST, each) for each in sizes)

    def _plane(self, part: Collision | Visual, plane: Plane, placed: Placed, *, moving: bool, collides: bool) -> Geom:
        if collides and plane.size is not None:
            subject = self.writing.path(part)
            self.writing.report(PLANE_SIZE_INEFFECTIVE, part, about=plane.size, subject=subject, value=edges_text(plane.size))
        says = Sources(ids_of(plane.normal))
        if tuple(plane.normal) != (0.0, 0.0, 1.0):
            self.writing.report(findings.PLANE_NORMAL_CONVERTED, part, about=plane.normal, value=plane.normal)
        if not moving:
            turned = made_of(Rotation.facing(plane.normal), plane.normal)
            if turned != IDENTITY:
                placed = placed @ Placed(Pose(rotation=turned), computed=True)
            else:
                pose = Pose(placed.pose.position, steered_by(placed.pose.rotation, plane.normal))
                placed = Placed(pose, placed.computed)
            size = (0.0, 0.0) if collides or plane.size is None else tuple(map(half, _above_zero(plane.size)))
            return Geom("plane", (*size, GRID), placed, also=says)
        size, below = box_below(plane, drawn=not collides)
        size = _above_zero(size)
        self.writing.report(
            PLANE_APPROXIMATED,
            part,
            about=plane.normal,
            value="plane",
            target=f"box of {edges_text(size)}",
            why="Planes of MuJoCo never move.",
        )
        return Geom("box", tuple(map(half, size)), placed @ Placed(below, computed=True))

    def _terrain(self, part: Collision | Visual, shape: Heightmap, placed: Placed) -> Geom | None:
        found = self.heightmaps.use(part, shape)
        if found is None:
            return None
        placed = placed @ Placed(Pose(found.offset), computed=True) if any(found.offset) else placed
        return Geom("hfield", (), placed, found.asset)

    def _tessellated(self, part: Collision | Visual, shape: Cone | Torus | Polyline, placed: Placed, *, collides: bool) -> Geom | None:
        from scenec.meshes.tessellate import off_by, tessellated

        data = tessellated(shape)
        if data is None:
            return None
        word = shape_word(shape)
        asset = self.meshes.made(part, data, word, collides=collides)
        error = off_by(shape)
        self.writing.report(
            findings.SHAPE_TESSELLATED,
            part,
            about=shape,
            value=word,
            what=f"The faces of the mesh are up to {error:.2g} m inside the true surface." if error else "The mesh has the same faces.",
        )
        return Geom("mesh", (), placed, asset)


def _above_zero(size: Iterable[float]) -> tuple[float, ...]:
    """The sides of a drawn plane. MuJoCo refuses a box with a side of 0 and takes one of a plane as infinite."""
    return tuple(side if side > 0 else made_of(Computed(THIN), side) for side in size)
