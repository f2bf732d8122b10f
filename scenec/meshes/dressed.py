"""The look of a mesh file: besides positions and triangles the normals, texture coordinates and materials.

For targets that hold meshes inside the scene. Where a file is only measured, or handed on, `scenec.meshes.files` is enough.
"""

from __future__ import annotations

from pathlib import Path

from scenec import files
from scenec.meshes.files import load_mesh
from scenec.meshes.loaded import MeshError, refuse_beyond
from scenec.meshes.pieces import DressedMesh, Piece
from scenec.source import Source


def load_dressed(path: str) -> DressedMesh:
    """Raises MeshError for a file that is not there, is of no known format, or is broken. COLLADA's up axis is ignored, as Gazebo does."""
    from scenec.meshes.dae_looks import dressed_dae
    from scenec.meshes.obj_looks import dressed_obj

    suffix = Path(path).suffix.lower()
    if suffix in (".obj", ".dae"):
        try:
            data = files.read_file(path)
        except OSError as error:
            raise MeshError(f"the mesh file cannot be read: {error.strerror or error}", Source(path)) from None
        import numpy as np

        with np.errstate(all="ignore"):  # NaN and infinity are checked below
            mesh = dressed_obj(data, path) if suffix == ".obj" else dressed_dae(data, path)
        refuse_beyond((table for piece in mesh.pieces for table in (piece.vertices, piece.normals, piece.texcoords)), path)
        return mesh
    loaded = load_mesh(path)
    pieces = tuple(Piece(part.name, None, part.vertices.array, part.triangles.array) for part in loaded.parts)
    return DressedMesh(pieces, loaded.remarks)
