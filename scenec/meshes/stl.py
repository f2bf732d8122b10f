"""Binary STL of inline meshes."""

from __future__ import annotations

from scenec.ir.geometry import MeshData
from scenec.meshes.surface import face_normals, triangles

_HEADER = b"binary stl, metres, z up".ljust(80)  # must not begin with "solid": readers would take it for the text form


def stl_bytes(mesh: MeshData) -> bytes:
    """All triangles of all groups (a quad gives two), in single precision as the format has it; no names, no materials."""
    import numpy as np

    vertices = mesh.vertices.array
    parts = [triangles(faces.vertices.array) for group in mesh.groups for faces in group.faces]
    indices = np.concatenate(parts) if parts else np.zeros((0, 3), dtype=np.int64)
    records = np.zeros(len(indices), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
    records["normal"] = face_normals(vertices, indices) if len(indices) else 0.0
    records["corners"] = vertices[indices] + 0.0
    return _HEADER + len(indices).to_bytes(4, "little") + bytes(records.tobytes())
