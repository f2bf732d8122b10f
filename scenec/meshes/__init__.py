"""Mesh files: reading, measuring and writing them. Importing this package lets scenes measure the mesh files that they name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scenec.ir.mesh_files import provide_loader

if TYPE_CHECKING:
    from scenec.meshes.loaded import LoadedPart


def parts_of_file(path: str) -> Sequence[LoadedPart]:
    """Return the parts of a mesh file. Raises MeshError for a file that is missing or cannot be read."""
    from scenec.meshes.files import load_mesh

    return load_mesh(path).parts


provide_loader(parts_of_file)
