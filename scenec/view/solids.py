"""Surfaces of shapes: simple ones once in unit size, meshes as their file or the scene has them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.errors import ReadError
from scenec.ir.geometry import (
    Box,
    Cone,
    Cylinder,
    Ellipsoid,
    Empty,
    Heightmap,
    ImageExtrusion,
    Mesh,
    MeshData,
    MeshShape,
    Plane,
    Shape,
    Sphere,
)
from scenec.ir.material import Material
from scenec.ir.names import shape_word
from scenec.ir.pose import Vec3
from scenec.ir.scene import Scene
from scenec.view.drawing import Drawing, Surface
from scenec.view.normals import FLAT, SHARP, creased

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenec.ir.geometry import MeshGroup
    from scenec.meshes.pieces import Piece

ONE: Vec3 = (1.0, 1.0, 1.0)
PLACEHOLDER = 0.1
"""m; edge of the box that stands for a missing mesh of unknown size."""


class Solid:
    """A piece of a shape: which surface, at which scale, and what the mesh file says of its look. lacking: it stands for something that
    cannot be drawn."""

    __slots__ = ("endless", "lacking", "material", "scale", "surface")

    def __init__(self, surface: int, scale: Vec3 = ONE, material: Material | None = None, lacking: bool = False, endless: bool = False):
        self.surface, self.scale, self.material, self.lacking, self.endless = surface, scale, material, lacking, endless


class Solids:
    """Surfaces of one scene, made when they are first asked for, into the drawing. wide: m, how far endless planes are drawn."""

    def __init__(self, scene: Scene, drawing: Drawing) -> None:
        self._meshes = {mesh.id: mesh for mesh in scene.meshes}
        self._drawing = drawing
        self._made: dict[object, list[Solid]] = {}
        self._files: dict[str, tuple[Piece, ...] | str] = {}
        """Path -> what the file shows, or why it cannot be read: several shapes may each draw a part of it."""
        self._parts: dict[str, dict[str | None, list[Any]]] = {}
        self.missing: dict[str, str] = {}

    def pieces(self, shape: Shape, *, endless: bool) -> list[Solid]:
        """Return what to draw for a shape, none if it is nothing. endless: planes have no end (collisions)."""
        match shape:
            case Empty():
                return []
            case Box(size=size):
                return [self._unit("box", size)]
            case Sphere(radius=radius):
                return [self._unit("ball", (radius, radius, radius))]
            case Ellipsoid(radii=radii):
                return [self._unit("ball", radii)]
            case Cylinder(radius=radius, length=length):
                return [self._unit("cylinder", (radius, radius, length))]
            case Cone(radius=radius, length=length):
                return [self._unit("cone", (radius, radius, length))]
            case MeshShape():
                return self._mesh(shape)
            case Heightmap() | ImageExtrusion():
                size = shape.size if isinstance(shape, Heightmap) and shape.size is not None else None
                self.missing[str(shape.image.uri)] = f"a {shape_word(shape)} is drawn as a box"
                return [self._placeholder(size or (PLACEHOLDER, PLACEHOLDER, PLACEHOLDER))]
            case Plane(size=size) if endless or size is None:
                piece = self._table(("endless", shape.normal), Plane(normal=shape.normal, size=(1.0, 1.0)))
                return [Solid(each.surface, each.scale, endless=True) for each in piece]
        return self._table(shape, shape)

    def unit(self, word: str) -> int:
        """The index of a box of edge 1, a ball of radius 1, a cylinder or cone of radius 1 and length 1."""
        if word not in self._made:
            shapes: dict[str, Shape] = {
                "box": Box(size=ONE),
                "ball": Sphere(radius=1.0),
                "cylinder": Cylinder(radius=1.0, length=1.0),
                "cone": Cone(radius=1.0, length=1.0),
            }
            self._table(word, shapes[word])
        return self._made[word][0].surface

    def _unit(self, word: str, size: Vec3) -> Solid:
        return Solid(self.unit(word), (float(size[0]), float(size[1]), float(size[2])))

    def _placeholder(self, size: Vec3) -> Solid:
        piece = self._unit("box", size)
        piece.lacking = True
        return piece

    def _table(self, key: object, shape: Shape) -> list[Solid]:
        from scenec.meshes.tessellate import table_of

        if key not in self._made:
            table = table_of(shape)
            self._made[key] = [] if table is None else [Solid(self._add(creased(*table)))]
        return self._made[key]

    def _add(self, surface: Surface) -> int:
        from scenec.meshes.surface import distinct_triangles

        firsts, _ = distinct_triangles(surface.triangles)  # a file may repeat a face a hundred thousand times
        if len(firsts) < len(surface.triangles):
            surface = replace(surface, triangles=surface.triangles[firsts])
        self._drawing.surfaces.append(surface)
        return len(self._drawing.surfaces) - 1

    # -- meshes

    def _mesh(self, shape: MeshShape) -> list[Solid]:
        mesh = self._meshes.get(shape.mesh)
        centred = bool(shape.center_submesh)
        key = (shape.mesh, shape.submesh, centred)
        if key not in self._made:
            surfaces = self._surfaces(mesh, shape.submesh)
            if centred and surfaces:
                surfaces = _centred(surfaces)
            self._made[key] = [Solid(self._add(surface), ONE, material) for surface, material in surfaces]
        scale = ONE if shape.scale is None else (float(shape.scale[0]), float(shape.scale[1]), float(shape.scale[2]))
        if not self._made[key] and mesh is not None and mesh.data is None:
            extent = next((each for each in mesh.extents if each.submesh == (shape.submesh or "")), None)
            edges = [PLACEHOLDER] * 3 if extent is None else [abs(b - a) for a, b in zip(extent.lower, extent.upper, strict=True)]
            return [self._placeholder((edges[0], edges[1], edges[2]))]
        return [Solid(piece.surface, scale, piece.material) for piece in self._made[key]]

    def _surfaces(self, mesh: Mesh | None, submesh: str | None) -> list[tuple[Surface, Material | None]]:
        if mesh is None:
            return []
        if mesh.data is not None:
            return _of_data(mesh.data, self._called(mesh.id, mesh.data.groups, submesh))
        if mesh.found is None:
            self.missing[str(mesh.uri)] = "Mesh file not found, drawn as a box"
            return []
        if mesh.found not in self._files:
            from scenec.meshes.dressed import load_dressed

            try:
                self._files[mesh.found] = load_dressed(mesh.found).pieces
            except ReadError as problem:
                self._files[mesh.found] = problem.what
        pieces = self._files[mesh.found]
        if isinstance(pieces, str):
            self.missing[str(mesh.uri)] = f"Mesh file not readable ({pieces}), drawn as a box"
            return []
        chosen = self._called(mesh.found, pieces, submesh)
        if not chosen:
            self.missing[str(mesh.uri)] = f"Mesh file without the part {submesh!r}, drawn as a box"
        return [(_of_piece(piece), piece.material) for piece in chosen if len(piece.corners)]

    def _called(self, mesh: str, parts: Sequence[Any], submesh: str | None) -> tuple[Any, ...]:
        """The parts of a mesh (its id, or its file) that have that name; None: all of them."""
        if submesh is None:
            return tuple(parts)
        if mesh not in self._parts:
            named = self._parts[mesh] = {}
            for part in parts:
                named.setdefault(part.name, []).append(part)
        return tuple(self._parts[mesh].get(submesh, ()))


def _of_data(data: MeshData, chosen: tuple[MeshGroup, ...]) -> list[tuple[Surface, Material | None]]:
    from scenec.meshes.surface import faces_by_attributes, smoothed, unified

    data = smoothed(msgspec.structs.replace(data, groups=chosen))  # each group by itself: the others need not be looked at
    found: list[tuple[Surface, Material | None]] = []
    for group in data.groups:
        for faces in faces_by_attributes(group):
            corners = unified(data, faces)
            if corners.normals is None:
                placed = None if corners.texcoords is None else corners.texcoords[corners.triangles]
                found.append((creased(corners.vertices, corners.triangles, FLAT, placed), group.material))
            else:
                found.append((Surface(corners.vertices, corners.normals, corners.triangles, corners.texcoords), group.material))
    return [each for each in found if len(each[0].triangles)]


def _of_piece(piece: Piece) -> Surface:
    import numpy as np

    from scenec.meshes.surface import distinct_rows

    textured = piece.texcoords is not None and piece.texture_corners is not None and len(piece.texcoords) > 0
    if piece.normals is None or piece.normal_corners is None:
        placed = piece.texcoords[piece.texture_corners][..., :2] if textured and piece.texcoords is not None else None
        return creased(piece.vertices, piece.corners, SHARP, placed)
    tables = [piece.corners, piece.normal_corners, *([piece.texture_corners] if textured else [])]
    rows = np.stack([table.reshape(-1) for table in tables if table is not None], axis=1)
    firsts, which = distinct_rows(rows)
    normals = piece.normals[rows[firsts, 1]]
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    unit: Any = np.divide(normals, lengths, out=np.tile([0.0, 0.0, 1.0], (len(normals), 1)), where=lengths > 0)
    texcoords = piece.texcoords[rows[firsts, 2]][:, :2] if textured and piece.texcoords is not None else None
    return Surface(piece.vertices[rows[firsts, 0]], unit, which.reshape(-1, 3), texcoords)


def _centred(surfaces: list[tuple[Surface, Material | None]]) -> list[tuple[Surface, Material | None]]:
    import numpy as np

    every = np.concatenate([surface.vertices for surface, _ in surfaces])
    middle = (every.min(axis=0) + every.max(axis=0)) / 2
    return [(replace(surface, vertices=surface.vertices - middle), material) for surface, material in surfaces]
