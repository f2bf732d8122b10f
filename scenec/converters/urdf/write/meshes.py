"""Meshes: a file that is there is referred to or copied; numbers that stand in the scene become an OBJ file, each mesh once."""

from __future__ import annotations

import msgspec

from scenec.converters.urdf.findings import writing as findings
from scenec.converters.urdf.write.assets import Assets
from scenec.converters.urdf.write.context import Writing
from scenec.converters.urdf.write.values import vector
from scenec.ir.base import Id
from scenec.ir.blocks import Block
from scenec.ir.geometry import Mesh, MeshData, MeshShape
from scenec.ir.link import Collision, Visual
from scenec.syntax.element import Element
from scenec.syntax.said import Said
from scenec.trace import Sources, ids_of

MTL_FIELDS = ("ambient", "diffuse", "specular", "emissive", "shininess")
"""Fields of a material in the material file of an OBJ, beside its image."""


class Meshes:
    """Writes the uses of meshes."""

    def __init__(self, writing: Writing, assets: Assets) -> None:
        self.writing = writing
        self.assets = assets
        self._made: dict[tuple[Id, str | None, bool], Said | None] = {}
        self._by_content: dict[tuple[bytes, ...], str] = {}

    def write(self, out: Element, part: Visual | Collision, shape: MeshShape) -> bool:
        """Write the use of a mesh. Return whether there is a file or there are numbers for it."""
        mesh = self.writing.by_id.get(shape.mesh)
        if mesh is None:
            return False
        file = self._file(mesh, shape)
        if file is None:
            return False
        holder = out.append("mesh", filename=Said(file.text, (*file.ids, *ids_of(shape.mesh))))
        if shape.scale is not None:
            if tuple(shape.scale) == (1.0, 1.0, 1.0):
                holder.omit(tuple(shape.scale), (1.0, 1.0, 1.0))
            else:
                holder.set("scale", vector(shape.scale))
        if shape.submesh is not None and mesh.data is None:
            about = (shape.submesh, shape.center_submesh)
            self.writing.report(findings.MESH_PART_DROPPED, part, about=about, value=str(shape.submesh))
        return True

    def is_missing(self, shape: MeshShape) -> bool:
        """Return whether the file of a mesh was not found. A robot that was URDF keeps such a reference as its own."""
        mesh = self.writing.by_id.get(shape.mesh)
        if mesh is None or self.writing.is_own:
            return False
        return mesh.data is None and mesh.uri is not None and not self.assets.may_refer(str(mesh.uri), mesh.found)

    def report_missing(self, part: Visual | Collision, *, collides: bool) -> None:
        """Report a shape whose file was not found."""
        _, mesh = about = self.writing.with_mesh(part)
        self.writing.report(
            findings.MESH_FILE_DROPPED,
            part,
            about=about,
            value=str(mesh.uri),
            outcome="Other bodies pass through the link there." if collides else "The visual is invisible.",
        )

    def _file(self, mesh: Mesh, shape: MeshShape) -> Said | None:
        """Return how the robot refers to a mesh, or the part of it that is used; it says what the mesh says."""
        if mesh.data is None:
            if mesh.uri is None:
                return None
            name = self.assets.refer(str(mesh.uri), mesh.found)
            return Said(name, ids_of((mesh.uri, *mesh.extents)))
        submesh = None if shape.submesh is None else str(shape.submesh)
        key = (mesh.id, submesh, bool(shape.center_submesh))
        if key not in self._made:
            self._made[key] = self._write_file(mesh, submesh, centred=key[2])
        made = self._made[key]
        return None if made is None else Said(made.text, (*made.ids, *ids_of((shape.submesh, shape.center_submesh))))

    def _write_file(self, mesh: Mesh, submesh: str | None, *, centred: bool) -> Said | None:
        from scenec.meshes.export import mesh_bytes

        assert mesh.data is not None
        data = mesh.data
        if submesh is not None and (len(data.groups) > 1 or centred):
            data = part_of(data, submesh, centred=centred)
        if not any(len(faces.vertices) for group in data.groups for faces in group.faces):
            return None
        stem = self.assets.stem_of(str(mesh.name or "mesh"))
        stem = stem if submesh is None or data is mesh.data else f"{stem}-{self.assets.stem_of(submesh)}"
        content = mesh_bytes(data, "obj", stem)
        says = _said_by_obj(mesh.data, submesh)
        files = tuple(content.values())
        if files in self._by_content:
            self.assets.says(self._by_content[files], says)
        else:
            self._by_content[files] = self.assets.made(stem, ".obj", content, says)
        return Said(self._by_content[files], ids_of(mesh.name))


def part_of(data: MeshData, name: str, *, centred: bool) -> MeshData:
    """Return the groups of a name with the vertices that they use, moved so that their box is centred if `centred`."""
    import numpy as np

    groups = [group for group in data.groups if group.name == name]
    corners = [faces.vertices.array.ravel() for group in groups for faces in group.faces]
    used = np.unique(np.concatenate(corners)) if corners else np.zeros(0, dtype=int)
    table = data.vertices.array[used]
    if centred and len(table):
        table = table - (table.min(axis=0) + table.max(axis=0)) / 2
    place = np.zeros(len(data.vertices), dtype=int)
    place[used] = np.arange(len(used))
    kept = tuple(
        msgspec.structs.replace(
            group, faces=tuple(msgspec.structs.replace(faces, vertices=Block(place[faces.vertices.array])) for faces in group.faces)
        )
        for group in groups
    )
    return msgspec.structs.replace(data, vertices=Block(table), groups=kept)


def _said_by_obj(data: MeshData, submesh: str | None) -> Sources:
    """Return what an OBJ file says of a mesh, with its material file. submesh: only the groups of that name are in it."""
    says: list[object] = [data.vertices]
    every = [faces for group in data.groups for faces in group.faces if submesh in (None, group.name)]
    if any(faces.normals is not None for faces in every):
        says += (data.normals, data.smooth)
    if any(faces.texcoords is not None for faces in every):
        says.append(data.texcoords)
    if data.normals is None:
        says.append(data.smooth)
    for group in data.groups:
        if submesh not in (None, group.name):
            continue
        says += (group.name, *group.faces)
        if group.material is not None:
            says += (getattr(group.material, field) for field in MTL_FIELDS)
            says.append(group.material.name)
            if group.material.diffuse_texture is not None:
                says.append(group.material.diffuse_texture.uri)
    return Sources(ids_of(tuple(says)))
