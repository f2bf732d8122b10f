"""The leaves of the scene that a written mesh file states."""

from __future__ import annotations

from scenec.ir.geometry import MeshData
from scenec.trace import Sources, ids_of


def said_by_file(data: MeshData, submesh: str | None) -> Sources:
    """Return what a file of a mesh says: everything but the materials of its groups, which nodes give."""
    used = [bool(group.faces) and submesh in (None, group.name) for group in data.groups]
    every = [faces for is_used, group in zip(used, data.groups, strict=True) if is_used for faces in group.faces]
    says: list[object] = [data.vertices]
    if any(faces.normals is not None for faces in every):
        says += (data.normals, data.smooth)
    if any(faces.texcoords is not None for faces in every):
        says.append(data.texcoords)
    if data.normals is None:
        says.append(data.smooth)
    for i in (i for i, is_used in enumerate(used) if is_used):
        group = data.groups[i]
        says += (group.name, *group.faces)
    return Sources(ids_of(tuple(says)))
