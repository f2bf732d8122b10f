"""Binary STL: that of inline meshes, and what files hold."""

from __future__ import annotations

from scenec.ir.geometry import MeshData
from scenec.meshes.loaded import LoadedPart, loaded_part
from scenec.meshes.surface import face_normals, triangles

_HEADER = b"binary stl, metres, z up".ljust(80)  # must not begin with "solid": readers would take it for the text form
_START = 84
_RECORD = [("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")]


def stated_triangles(data: bytes) -> int | None:
    """Return how many triangles a binary STL file states. None for other files: their size is not that of so many."""
    triangles = int.from_bytes(data[80:_START], "little")
    return triangles if len(data) >= _START and len(data) == _START + 50 * triangles else None


def read_stl(data: bytes, triangles: int) -> tuple[LoadedPart, ...]:
    """Return the only part of a binary STL file: so many triangles, at least one."""
    import numpy as np

    corners = np.frombuffer(data, dtype=_RECORD, count=triangles, offset=_START)["corners"]
    part = loaded_part("", corners.reshape(-1, 3).astype(np.float64), np.arange(3 * triangles).reshape(-1, 3))
    return () if part is None else (part,)


def stl_bytes(mesh: MeshData) -> bytes:
    """All triangles of all groups (a quad gives two), in single precision as the format has it; no names, no materials."""
    import numpy as np

    vertices = mesh.vertices.array
    parts = [triangles(faces.vertices.array) for group in mesh.groups for faces in group.faces]
    indices = np.concatenate(parts) if parts else np.zeros((0, 3), dtype=np.int64)
    records = np.zeros(len(indices), dtype=_RECORD)
    records["normal"] = face_normals(vertices, indices) if len(indices) else 0.0
    records["corners"] = vertices[indices] + 0.0
    return _HEADER + len(indices).to_bytes(4, "little") + bytes(records.tobytes())
