"""The vertices and triangles of a mesh, inline or in a file, as plain arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenec.errors import ReadError
from scenec.ir.geometry import Mesh
from scenec.meshes.surface import triangles

if TYPE_CHECKING:
    from numpy.typing import NDArray


def arrays_of(mesh: Mesh, submesh: str | None = None) -> tuple[NDArray[Any], NDArray[Any]]:
    """Vertices (n, 3) in m and triangles (f, 3), indices into them. submesh: of its triangles only. Raises ReadError for a file that is
    missing or cannot be read."""
    import numpy as np

    if mesh.data is not None:
        groups = [group for group in mesh.data.groups if submesh in (None, group.name)]
        faces = [triangles(each.vertices.array) for group in groups for each in group.faces]
        return mesh.data.vertices.array, np.concatenate(faces) if faces else np.empty((0, 3), np.int64)
    from scenec.meshes.files import load_mesh

    if mesh.found is None:
        raise ReadError(f"the mesh file {mesh.uri!r} was not found", None, "", "", "name its folder with search_path")
    parts = [part for part in load_mesh(mesh.found).parts if submesh in (None, part.name)]
    starts = np.cumsum([0, *(len(part.vertices) for part in parts)])
    vertices = [part.vertices.array for part in parts]
    indices = [part.triangles.array + start for part, start in zip(parts, starts, strict=False)]
    if not parts:
        return np.empty((0, 3)), np.empty((0, 3), np.int64)
    return np.concatenate(vertices), np.concatenate(indices)
