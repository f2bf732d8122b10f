"""Shapes as the physics summary tells them: type, size, bounds, colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scenec.errors import ReadError
from scenec.ir.base import Id
from scenec.ir.geometry import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Heightmap,
    Mesh,
    MeshData,
    MeshExtent,
    MeshShape,
    Plane,
    Shape,
    Sphere,
    Torus,
)
from scenec.ir.link import Visual
from scenec.ir.mesh_files import MeshPart, parts_of_file
from scenec.ir.names import shape_word
from scenec.ir.pose import Pose, Vec3
from scenec.ir.scene_data import SceneData

Description = tuple[str, dict[str, float], tuple[Vec3, Vec3] | None, str | None]


def sizes(shape: Shape, *, infinite: bool) -> dict[str, float]:
    """The size keys of the summary. infinite: planes have no extent (collisions)."""
    match shape:
        case Box(size=(x, y, z)):
            found = {"x": x, "y": y, "z": z}
        case Sphere(radius=radius):
            found = {"radius": radius}
        case Cylinder(radius=radius, length=length) | Cone(radius=radius, length=length):
            found = {"radius": radius, "length": length}
        case Capsule(radius=radius, length=length):
            found = {"radius": radius, "length": max(0.0, length)}
        case Ellipsoid(radii=(x, y, z)):
            found = {"rx": x, "ry": y, "rz": z}
        case Torus(major_radius=major, minor_radius=minor):
            found = {"major": major, "minor": minor}
        case Plane(normal=(x, y, z), size=size):
            found = {"nx": x, "ny": y, "nz": z}
            if size is not None and not infinite:
                found |= {"x": size[0], "y": size[1]}
        case _:
            found = {}
    return {key: float(value) for key, value in found.items()}


class Shapes:
    """Describes shapes of one scene; measures each mesh once."""

    def __init__(self, scene: SceneData) -> None:
        self._meshes = {mesh.id: mesh for mesh in scene.meshes}
        self._files: dict[Id, Sequence[MeshPart]] = {}
        self._measured: dict[tuple[Id, str | None], tuple[Any, int]] = {}
        self._parts: dict[Id, dict[str | None, list[Any]]] = {}

    def describe(self, shape: Shape, X_W: Pose, *, infinite: bool) -> Description:
        """(type, size, bounds in the world, uri)."""
        kind = shape_word(shape)
        if isinstance(shape, Heightmap):
            return kind, {}, None, str(shape.image.uri)
        if not isinstance(shape, MeshShape):
            return kind, sizes(shape, infinite=infinite), None, None
        mesh = self._meshes.get(shape.mesh)
        if mesh is None:
            return kind, {}, None, None
        uri = str(mesh.uri) if mesh.uri is not None else None
        measured = self._measure_file(mesh, shape.submesh) if mesh.data is None else self._measure(mesh.id, mesh.data, shape.submesh)
        if measured is None:
            return (kind, *_from_extent(mesh.extents, shape, X_W), uri)
        points, faces = measured
        size: dict[str, float] = {"vertices": len(points), "faces": faces}
        return kind, size, _bounds(points, shape, X_W) if len(points) else None, uri

    def points(self, shape: MeshShape) -> tuple[Any, int] | None:
        """The distinct positions that the faces of a mesh use, scaled as its shape says, and the number of triangles; None for a file
        that is not there or cannot be read."""
        mesh = self._meshes.get(shape.mesh)
        if mesh is None:
            return None
        measured = self._measure_file(mesh, shape.submesh) if mesh.data is None else self._measure(mesh.id, mesh.data, shape.submesh)
        return None if measured is None else (_scaled(measured[0], shape), measured[1])

    def _called(self, mesh_id: Id, parts: Sequence[Any], submesh: str | None) -> Sequence[Any]:
        """The parts of a mesh that have that name; None: all of them."""
        if submesh is None:
            return parts
        if mesh_id not in self._parts:
            named = self._parts[mesh_id] = {}
            for part in parts:
                named.setdefault(part.name, []).append(part)
        return self._parts[mesh_id].get(submesh, [])

    def _measure_file(self, mesh: Mesh, submesh: str | None) -> tuple[Any, int] | None:
        """The same of a mesh file; only summaries ask for it. None for a file that is not there, cannot be read, or has no such part: it
        has no size."""
        import numpy as np

        if mesh.found is None:
            return None
        if mesh.id not in self._files:
            try:
                self._files[mesh.id] = parts_of_file(mesh.found)
            except ReadError:
                self._files[mesh.id] = ()
        key = (mesh.id, submesh)
        if key not in self._measured:
            parts = self._called(mesh.id, self._files[mesh.id], submesh)
            if not parts:
                return None
            points = np.unique(np.concatenate([part.vertices.array for part in parts]), axis=0)
            self._measured[key] = points, sum(len(part.triangles) for part in parts)
        return self._measured[key]

    def _measure(self, mesh_id: Id, data: MeshData, submesh: str | None) -> tuple[Any, int]:
        """The distinct positions that faces use, and the number of triangles."""
        import numpy as np

        key = (mesh_id, submesh)
        if key not in self._measured:
            indices, faces = [], 0
            for group in self._called(mesh_id, data.groups, submesh):
                for each in group.faces:
                    corners = each.vertices.array
                    indices.append(corners.reshape(-1))
                    faces += len(corners) * (corners.shape[1] - 2)
            used = np.unique(np.concatenate(indices)) if indices else np.zeros(0, dtype=np.int64)
            self._measured[key] = (np.unique(data.vertices.array[used], axis=0), faces)
        return self._measured[key]


def _scaled(points: Any, shape: MeshShape) -> Any:
    import numpy as np

    scaled = points * np.array([float(s) for s in shape.scale]) if shape.scale is not None else points
    return scaled - (scaled.min(axis=0) + scaled.max(axis=0)) / 2 if shape.center_submesh and len(scaled) else scaled


def _bounds(points: Any, shape: MeshShape, X_W: Pose) -> tuple[Vec3, Vec3]:
    import numpy as np

    scaled = _scaled(points, shape)
    moved = scaled @ np.array(X_W.rotation.matrix()).T + np.array([float(v) for v in X_W.position])
    low, high = moved.min(axis=0).tolist(), moved.max(axis=0).tolist()
    return (low[0], low[1], low[2]), (high[0], high[1], high[2])


def _from_extent(extents: tuple[MeshExtent, ...], shape: MeshShape, X_W: Pose) -> tuple[dict[str, float], tuple[Vec3, Vec3] | None]:
    import itertools

    import numpy as np

    extent = next((each for each in extents if each.submesh == (shape.submesh or "")), None)
    if extent is None:
        return {}, None
    corners = np.array(list(itertools.product(*zip(extent.lower, extent.upper, strict=True))))
    return {"vertices": int(extent.vertices), "faces": int(extent.faces)}, _bounds(corners, shape, X_W)


def color(visual: Visual) -> tuple[float, ...] | None:
    """Diffuse with the effective alpha; None where it is left to the mesh file."""
    if visual.material is None or visual.material.diffuse is None:
        return None
    red, green, blue, alpha = (float(c) for c in visual.material.diffuse)
    return red, green, blue, alpha * (1.0 - float(visual.transparency or 0.0))
