"""Meshes. SimSpark draws OBJ files, of which its importer reads a small subset (plugin/objimporter).

Lines 1, 2 and 4 are skipped. Line 3 may name a material file, which is in `materials/`. Each corner of a face needs a vertex, a texture
coordinate and a normal, and only three corners count. So meshes are written again, as triangles with all three.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from scenec import files
from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.file_names import file_stem
from scenec.converters.common.files_beside import FilesBeside, digest
from scenec.converters.rsg.findings.parts import MESH_GROUP_NAME_DROPPED
from scenec.converters.rsg.findings.writing import MESH_LOOK_APPROXIMATED
from scenec.converters.rsg.write.context import Writing
from scenec.converters.rsg.write.obj import ObjPart, library_text, obj_text, parts_of_data, parts_of_file
from scenec.ir.base import Id
from scenec.ir.geometry import Mesh, MeshShape
from scenec.ir.link import Visual
from scenec.ir.names import Unique
from scenec.meshes.loaded import MeshError

if TYPE_CHECKING:
    from scenec.meshes.loaded import LoadedMesh

BUILT_IN = ("StdUnitBox", "StdUnitSphere", "StdUnitCylinder", "StdCapsule")


class MeshFiles:
    """The mesh files of one output. SimSpark finds them, and material files, from the folder of the scene or, in a migrated library, from
    the top of it."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self.beside = FilesBeside(writing.request)
        self._meshes: dict[Id, Mesh] = {mesh.id: mesh for mesh in writing.scene.meshes}
        self._written: dict[tuple[Id, str | None, bool], str] = {}
        self._loaded: dict[str, LoadedMesh | None] = {}
        self._told: set[Id] = set()
        self._by_name: dict[Id, dict[str | None, list[int]]] = {}
        self._libraries: dict[tuple[str, bytes], str] = {}
        self._library_names = Unique(joint="-")

    def has(self, shape: MeshShape) -> bool:
        """Return whether there is something to draw: inline data, a readable file, or, with RubySceneGraph as source, a name."""
        mesh = self._meshes.get(shape.mesh)
        if mesh is None:
            return False
        if self.writing.from_rsg and mesh.uri is not None:
            return True
        return bool(self._parts(mesh, shape))

    def write(self, visual: Visual, shape: MeshShape, subject: str, *, own_material: bool) -> str:
        """Write a mesh and return its name for `load`. own_material: the visual has a colour that covers those of the mesh."""
        bare: MeshShape = unwrap(shape)
        mesh: Any = self.writing.seen[bare.mesh]
        _ = shape.mesh
        uri = unwrap(mesh).uri
        if uri is not None and self.writing.from_rsg:
            return self._as_named(mesh, str(uri))
        _ = (shape.submesh, shape.center_submesh)
        self._read(mesh, bare, own_material)
        key = (bare.mesh, bare.submesh, own_material)
        if key not in self._written:
            self._written[key] = self._write(unwrap(mesh), bare, own_material)
        if uri is not None:
            self.writing.tell(
                visual,
                MESH_LOOK_APPROXIMATED,
                about=(uri if bare.mesh not in self._told else None, bare.submesh, bare.center_submesh),
                subject=subject,
                value=str(uri),
                target=self._written[key],
            )
            self._told.add(bare.mesh)
        return self._written[key]

    def _as_named(self, mesh: Any, uri: str) -> str:
        """Copy a mesh of RubySceneGraph under its name, with its material file."""
        mark_read(mesh)
        found = unwrap(mesh).found
        if found is not None and not os.path.isabs(uri) and ".." not in uri.split("/"):
            self._copy(str(found), uri)
            library = library_of(str(found), uri)
            if library is not None:
                self._copy(library[1], f"materials/{library[0]}")
        return uri

    def _copy(self, found: str, name: str) -> None:
        self.beside.copies[self.beside.place_of(found) or name] = found

    def _parts(self, mesh: Mesh, shape: MeshShape) -> list[ObjPart]:
        if mesh.data is not None:
            return parts_of_data(mesh.data, [mesh.data.groups[i] for i in self._groups_of(mesh, shape.submesh)], shape)
        if mesh.found is None:
            return []
        if mesh.found not in self._loaded:
            from scenec.meshes.files import load_mesh

            try:
                self._loaded[mesh.found] = load_mesh(mesh.found)
            except MeshError:
                self._loaded[mesh.found] = None
        loaded = self._loaded[mesh.found]
        return parts_of_file(loaded, shape) if loaded is not None else []

    def _groups_of(self, mesh: Mesh, submesh: str | None) -> Sequence[int]:
        """Return the groups of an inline mesh that a shape shows. An index is used, because thousands of shapes may each show one of
        thousands."""
        if mesh.data is None or submesh is None:
            return range(len(mesh.data.groups) if mesh.data is not None else 0)
        if mesh.id not in self._by_name:
            by_name = self._by_name[mesh.id] = dict[str | None, list[int]]()
            for i, group in enumerate(mesh.data.groups):
                by_name.setdefault(group.name, []).append(i)
        return self._by_name[mesh.id].get(submesh, [])

    def _read(self, mesh: Any, shape: MeshShape, own_material: bool) -> None:
        """Count the values of a mesh that are written as read. Names of parts are not written."""
        if unwrap(mesh).name is not None:
            _ = mesh.name
        data = mesh.data
        if data is None:
            for extent in mesh.extents:
                mark_read(extent)
            _ = mesh.uri
            return
        _ = (data.vertices, data.normals, data.texcoords, data.smooth)
        groups = data.groups
        for group in [groups[i] for i in self._groups_of(unwrap(mesh), shape.submesh)]:
            for faces in group.faces:
                mark_read(faces)
            material = group.material
            named = material is not None and not own_material
            if named and unwrap(material).name is None:
                _ = group.name
            elif unwrap(group).name:
                self._report_group(mesh, group)
            if named:
                _ = (material.name, material.ambient, material.diffuse, material.specular, material.shininess)

    def _report_group(self, mesh: Any, group: Any) -> None:
        _ = group.name
        self.writing.tell(
            mesh,
            MESH_GROUP_NAME_DROPPED,
            about=unwrap(group).name,
            value=str(group.name),
        )

    def _write(self, mesh: Mesh, shape: MeshShape, own_material: bool) -> str:
        stem = file_stem(str(mesh.name or os.path.basename(str(mesh.uri or "mesh")).rpartition(".")[0]), "mesh")
        parts = self._parts(mesh, shape)
        colours = {} if own_material else {part.material.name or part.name: part.material for part in parts if part.material is not None}
        library = self.add_library(stem, library_text(colours)) if colours else None
        return self.add(stem, obj_text(parts, library))

    def add(self, stem: str, content: bytes) -> str:
        """Add a mesh file and return its name for `load`."""
        return self.beside.made(stem, ".obj", lambda _: {".obj": content}).removeprefix(self.beside.top or "")

    def add_library(self, stem: str, content: bytes) -> str:
        """Add a material file and return the name by which meshes load it. All scenes of a migrated library share one folder."""
        top = self.beside.top
        if top is None:
            stem = file_stem("_".join(part for part in (self.writing.request.stem, stem) if part))
        else:
            stem = f"{stem or 'materials'}-{digest(content)}"
        if (stem, content) not in self._libraries:
            self._libraries[stem, content] = name = f"{self._library_names(stem)}.mtl"
            self.beside.files[f"{top or ''}materials/{name}"] = content
        return self._libraries[stem, content]


def library_of(found: str, uri: str) -> tuple[str, str] | None:
    """Return name and path of the material file that a mesh file names in its third line, None if it does not exist."""
    root = found[: -len(uri)] if found.replace(os.sep, "/").endswith(uri) else ""
    try:
        lines = [*files.read_file(found).decode("latin-1").splitlines(), "", "", ""]
    except OSError:
        return None
    keyword, _, name = lines[2].strip().partition(" ")
    path = os.path.join(root, "materials", name.strip())
    return (name.strip(), path) if root and keyword == "mtllib" and name.strip() and files.is_file(path) else None
