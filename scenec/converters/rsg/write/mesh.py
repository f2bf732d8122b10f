"""Meshes. SimSpark draws OBJ files, of which its importer reads a small subset (plugin/objimporter).

Lines 1, 2 and 4 are skipped. Line 3 may name a material file, which is in `materials/`. Each corner of a face needs a vertex, a texture
coordinate and a normal, and only three corners count. So meshes are written again, as triangles with all three.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from scenec import files
from scenec.converters.common.file_names import file_stem
from scenec.converters.common.files_beside import FilesBeside, digest
from scenec.converters.rsg.findings.parts import MESH_GROUP_NAME_DROPPED
from scenec.converters.rsg.findings.writing import MESH_LOOK_APPROXIMATED
from scenec.converters.rsg.write.context import Writing
from scenec.converters.rsg.write.obj import LIBRARY_FIELDS, ObjPart, library_text, obj_text, parts_of_data, parts_of_file
from scenec.converters.rsg.write.values import named
from scenec.ir.base import Id
from scenec.ir.geometry import Mesh, MeshData, MeshGroup, MeshShape, Shape
from scenec.ir.link import Visual
from scenec.ir.material import Material
from scenec.ir.names import Unique
from scenec.meshes.loaded import MeshError
from scenec.syntax.claims import Claims
from scenec.syntax.said import Said
from scenec.trace import Sources, ids_of

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
        self._drawn: dict[tuple[Id, str | None], bool] = {}
        self._reported: set[Id] = set()
        self._by_name: dict[Id, dict[str | None, list[int]]] = {}
        self.claims: dict[str, Claims] = {}
        self._libraries: dict[tuple[str, bytes], str] = {}
        self._library_names = Unique(joint="-")

    def has(self, shape: MeshShape) -> bool:
        """Return whether there is something to draw: inline data, a readable file, or, with RubySceneGraph as source, a name."""
        key = shape.mesh, shape.submesh
        if key not in self._drawn:
            mesh = self._meshes.get(key[0])
            named_only = self.writing.is_own and mesh is not None and mesh.uri is not None
            self._drawn[key] = named_only or (mesh is not None and bool(self._parts(mesh, shape)))
        return self._drawn[key]

    def unread(self, shape: Shape) -> str | None:
        """Return what reports call the mesh of a shape if its file is missing or cannot be read."""
        mesh = self._meshes.get(shape.mesh) if isinstance(shape, MeshShape) else None
        return str(mesh.uri or mesh.name) if mesh is not None and mesh.data is None and self._load(mesh) is None else None

    def write(self, visual: Visual, shape: MeshShape, subject: str, *, own_material: bool) -> Said:
        """Write a mesh and return its name for `load`. own_material: the visual has a colour that covers those of the mesh."""
        used, submesh, centred = shape.mesh, shape.submesh, shape.center_submesh
        mesh = self._meshes[used]
        uri = mesh.uri
        if uri is not None and self.writing.is_own:
            return self._as_named(mesh, str(uri), shape)
        self._report_groups(mesh, submesh, own_material)
        key = (str(used), None if submesh is None else str(submesh), own_material)
        if key not in self._written:
            self._written[key] = self._write(mesh, shape, own_material)
        if uri is not None:
            self.writing.report(
                MESH_LOOK_APPROXIMATED,
                visual,
                about=(uri if used not in self._reported else None, submesh, centred),
                subject=subject,
                value=str(uri),
                target=self._written[key],
            )
            self._reported.add(str(used))
        says = (used, submesh, centred, mesh.name, *mesh.extents)
        return named(self._written[key], says)

    def _as_named(self, mesh: Mesh, uri: str, shape: MeshShape) -> Said:
        """Copy a mesh of RubySceneGraph under its name, with its material file."""
        found = mesh.found
        if found is not None and not os.path.isabs(uri) and ".." not in uri.split("/"):
            self._copy(str(found), uri)
            library = library_of(str(found), uri)
            if library is not None:
                self._copy(library[1], f"materials/{library[0]}")
        return named(uri, (mesh.uri, mesh.name, *mesh.extents, shape.mesh))

    def _copy(self, found: str, name: str) -> None:
        self.beside.copies[self.beside.place_of(found) or name] = found

    def _parts(self, mesh: Mesh, shape: MeshShape) -> list[ObjPart]:
        if mesh.data is not None:
            return parts_of_data(mesh.data, [mesh.data.groups[i] for i in self._groups_of(mesh, shape.submesh)], shape)
        loaded = self._load(mesh)
        return parts_of_file(loaded, shape) if loaded is not None else []

    def _load(self, mesh: Mesh) -> LoadedMesh | None:
        if mesh.found is None:
            return None
        if mesh.found not in self._loaded:
            from scenec.meshes.files import load_mesh

            try:
                self._loaded[mesh.found] = load_mesh(mesh.found)
            except MeshError:
                self._loaded[mesh.found] = None
        return self._loaded[mesh.found]

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

    def _report_groups(self, mesh: Mesh, submesh: str | None, own_material: bool) -> None:
        """Report the names of the groups that a shape shows. Those of groups without a name for their material are written as such."""
        groups = mesh.data.groups if mesh.data is not None else ()
        for i in self._groups_of(mesh, submesh):
            material = groups[i].material
            if groups[i].name and (material is None or own_material or material.name is not None):
                self.writing.report(MESH_GROUP_NAME_DROPPED, mesh, about=groups[i].name, value=str(groups[i].name))

    def _write(self, mesh: Mesh, shape: MeshShape, own_material: bool) -> str:
        stem = file_stem(str(mesh.name or os.path.basename(str(mesh.uri or "mesh")).rpartition(".")[0]), "mesh")
        parts = self._parts(mesh, shape)
        says: list[object] = []
        colours: dict[str, list[Material]] = {}
        if mesh.data is not None and parts:
            shown = [mesh.data.groups[i] for i in self._groups_of(mesh, shape.submesh)]
            drawn = [group for group in shown if any(len(faces.vertices) for faces in group.faces)]
            says.append(said_by_file(mesh.data, drawn))
            for group in [] if own_material else drawn:
                if group.material is not None:
                    says.append(group.material.name or group.name)
                    _add_look(colours, str(group.material.name or group.name), group.material)
        library = self.add_library(stem, library_text(colours)) if colours else None
        return self.add(stem, obj_text(parts, library), Sources(ids_of(tuple(says))))

    def add(self, stem: str, content: bytes, says: Sources) -> str:
        """Add a mesh file that says something as a whole, and return its name for `load`."""
        name = self.beside.made(stem, ".obj", lambda _: {".obj": content})
        self.claims.setdefault(name, Claims()).claim_all(says.ids)
        return name.removeprefix(self.beside.top or "")

    def add_library(self, stem: str, text: Said) -> str:
        """Add a material file and return the name by which meshes load it. All scenes of a migrated library share one folder."""
        top, content = self.beside.top, text.text.encode()
        if top is None:
            stem = file_stem("_".join(part for part in (self.writing.request.stem, stem) if part))
        else:
            stem = f"{stem or 'materials'}-{digest(content)}"
        if (stem, content) not in self._libraries:
            self._libraries[stem, content] = name = f"{self._library_names(stem)}.mtl"
            self.beside.files[f"{top or ''}materials/{name}"] = content
        name = self._libraries[stem, content]
        self.claims.setdefault(f"{top or ''}materials/{name}", Claims()).claim_all(text.ids)
        return name


def _add_look(colours: dict[str, list[Material]], name: str, material: Material) -> None:
    """Let a material file say a material, too. Of different ones of a name it says the last."""
    twins = colours.setdefault(name, [])
    if twins and not all(getattr(twins[0], field) == getattr(material, field) for field in LIBRARY_FIELDS):
        twins.clear()
    twins.append(material)


def said_by_file(data: MeshData, groups: Sequence[MeshGroup]) -> Sources:
    """Return what the mesh file of some groups says."""
    every = [faces for group in groups for faces in group.faces]
    says: list[object] = [data.vertices, data.smooth]
    for field in ("normals", "texcoords"):
        if any(getattr(faces, field) is not None for faces in every):
            says.append(getattr(data, field))
    return Sources(ids_of((*says, *every)))


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
