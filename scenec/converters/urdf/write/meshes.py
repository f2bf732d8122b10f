"""Meshes: a file that is there is referred to or copied; numbers that stand in the scene become an OBJ file, each mesh once."""

from __future__ import annotations

from typing import Any

from scenec.accounting.leaf_uses import field_leaves, whole
from scenec.accounting.lens import unwrap
from scenec.converters.urdf.findings import writing as findings
from scenec.converters.urdf.write.assets import Assets
from scenec.converters.urdf.write.context import Writing
from scenec.converters.urdf.write.values import vector
from scenec.ir.base import Id
from scenec.leaves import LeafSet, leaves_of
from scenec.syntax.element import Element
from scenec.syntax.said import Said

MTL_FIELDS = ("ambient", "diffuse", "specular", "emissive", "shininess")
"""What the material file of an OBJ says of a material, beside its image."""


class Meshes:
    """Writes the uses of meshes."""

    def __init__(self, writing: Writing, assets: Assets) -> None:
        self.writing = writing
        self.assets = assets
        self._made: dict[Id, Said] = {}
        self._by_content: dict[tuple[bytes, ...], str] = {}

    def write(self, out: Element, plain: Any, shape: Any) -> bool:
        """Write the use of a mesh. Return whether there is a file or there are numbers for it."""
        bare = plain.geometry
        mesh = self.writing.seen.get(bare.mesh)
        if mesh is None:
            return False
        file = self._file(mesh)
        if file is None:
            return False
        holder = out.append("mesh", filename=Said(file.text, (*file.leaves, *leaves_of(shape.mesh))))
        if shape.scale is not None:
            if tuple(bare.scale) == (1.0, 1.0, 1.0):
                holder.omit(tuple(shape.scale), (1.0, 1.0, 1.0))
            else:
                holder.set("scale", vector(shape.scale))
        if bare.submesh is not None:
            self._tell_part(plain, mesh, shape)
        return True

    def _tell_part(self, plain: Any, mesh: Any, shape: Any) -> None:
        data = unwrap(mesh).data
        if data is not None and len(data.groups) == 1 and data.groups[0].name == plain.geometry.submesh and not shape.center_submesh:
            self.writing.claim_told(shape.submesh)
            return
        self.writing.tell(plain, findings.MESH_PART_DROPPED, about=(shape.submesh, shape.center_submesh), value=str(shape.submesh))

    def _file(self, mesh: Any) -> Said | None:
        """Return how the robot refers to a mesh; it says what the mesh says."""
        bare = unwrap(mesh)
        if bare.data is None:
            if bare.uri is None:
                return None
            name = self.assets.refer(str(bare.uri), bare.found)
            return Said(name, leaves_of((mesh.uri, *map(whole, mesh.extents))))
        if bare.id not in self._made:
            self._made[bare.id] = self._write_file(bare, mesh)
        return self._made[bare.id]

    def _write_file(self, bare: Any, mesh: Any) -> Said:
        from scenec.meshes.export import mesh_bytes

        stem = self.assets.stem_of(str(bare.name or "mesh"))
        content = mesh_bytes(bare.data, "obj", stem)
        says = _said_by_obj(mesh)
        key = tuple(content.values())
        if key in self._by_content:
            self.assets.says(self._by_content[key], says)
        else:
            self._by_content[key] = self.assets.made(stem, ".obj", content, says)
        return Said(self._by_content[key], leaves_of(mesh.name))


def _said_by_obj(mesh: Any) -> LeafSet:
    """What an OBJ file says of a mesh, with its material file."""
    data, bare = mesh.data, unwrap(mesh).data
    says: list[object] = [field_leaves(data, "vertices")]
    every = [faces for group in bare.groups for faces in group.faces]
    if any(faces.normals is not None for faces in every):
        says.append(field_leaves(data, "normals", "smooth"))
    if any(faces.texcoords is not None for faces in every):
        says.append(field_leaves(data, "texcoords"))
    if bare.normals is None:
        says.append(data.smooth)
    for group, seen in zip(bare.groups, data.groups, strict=True):
        says += (seen.name, *map(whole, seen.faces))
        if group.material is not None:
            says += (getattr(seen.material, field) for field in MTL_FIELDS)
            says.append(seen.material.name)
            if group.material.diffuse_texture is not None:
                says.append(seen.material.diffuse_texture.uri)
    return LeafSet(leaves_of(tuple(says)))
