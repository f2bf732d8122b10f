"""Write and copy the files beside the SDF: inline meshes become files, files with relative references are copied."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Mapping, Sequence

import msgspec

from scenec import files
from scenec.converters.common.file_names import file_stem
from scenec.converters.common.files_beside import SCHEME, FilesBeside, digest
from scenec.converters.format import WriteRequest
from scenec.converters.sdformat.write.mesh_leaves import MeshLeaves, said_by_file
from scenec.ir.base import Id, Node, Texture
from scenec.ir.geometry import Mesh, MeshData, MeshGroup
from scenec.ir.material import Material
from scenec.syntax.claims import Claims
from scenec.syntax.said import Said, constant
from scenec.trace import ids_of


class Assets:
    """Collects the files of one output. files: relative name -> content; copies: relative name -> absolute source path; renamed:
    reference -> how it is spelled in the output, where that differs. claims: relative name -> what a written file says of the scene.

    Each distinct mesh is written once however often it is used, and equal bytes are one file; names are unique
    on file systems of any case rule, in document order. relative: the relative URIs that were given out. Files in a model directory have
    none: they are found by its name.
    """

    def __init__(self, request: WriteRequest) -> None:
        self.folder = request.assets
        self.format = request.options.mesh_format
        self.mode = request.options.assets
        self.files: dict[str, bytes] = {}
        self.copies: dict[str, str] = {}
        self.renamed: dict[str, str] = {}
        self.claims: dict[str, Claims] = {}
        self._meshes = {mesh.id: mesh for mesh in request.scene.meshes}
        self._beside = FilesBeside(request)
        self._mesh_uris: dict[tuple[Id, str | None], Said] = {}
        self._by_content: dict[MeshData, str] = {}
        self._copied: dict[str, str] = {}
        self._place_in_library, self._made_in = request.place_of, request.shared
        self._directory = f"model://{request.stem}/" if request.options.layout == "model" else ""
        self.relative: dict[str, None] = {}

    # -- meshes

    def mesh(self, mesh_id: Id, submesh: str | None = None) -> Said:
        """Return the URI of a mesh. submesh: the only group wanted, for formats that cannot name groups."""
        group = None if submesh is None or self.format != "stl" else str(submesh)
        key = (str(mesh_id), group)
        if key not in self._mesh_uris:
            mesh = self._meshes[mesh_id]
            if mesh.data is not None:
                self._mesh_uris[key] = self._write_mesh(mesh, group)
            else:
                uri = self._refer(str(mesh.uri or ""), mesh.found)
                self._mesh_uris[key] = Said(uri, ids_of((mesh.uri, *mesh.extents)))
        found = self._mesh_uris[key]
        only = submesh if self._meshes[mesh_id].data is not None and group is not None else None
        return Said(self._given_out(found.text), ids_of((mesh_id, only, found)))

    def submesh(self, mesh_id: Id, group: str) -> Said | None:
        """Return the name of a submesh in the file of its mesh, None if the file holds nothing else."""
        if self._meshes[mesh_id].data is None:
            return Said(str(group), ids_of(group))
        return None if self.format == "stl" else Said(" ".join(group.split()), ids_of(group))

    def _write_mesh(self, mesh: Mesh, submesh: str | None) -> Said:
        """Return the URI of a file with the numbers of a mesh. Of equal meshes one file is written, with the name of the first."""
        from scenec.meshes.export import mesh_bytes

        data = mesh.data
        assert data is not None
        says = said_by_file(data, self.format, submesh)
        if submesh is not None:
            data = _only(data, submesh)
        stem = file_stem(str(mesh.name or "mesh") + (f"-{submesh}" if submesh else ""), "mesh")
        textured = self._with_textures(data)
        known = self._by_content.get(data)
        if known is not None:
            self._file_says(known, says)
            return constant(known)
        if self._made_in is None:
            folder, stem = self.folder, self._free(stem, f".{self.format}").removesuffix(f".{self.format}")
        else:  # called after its content, so that equal ones of several scenes are one file
            folder, stem = self._made_in, f"{stem}-{digest(*mesh_bytes(textured, self.format, stem).values())}"
        for suffix, piece in mesh_bytes(textured, self.format, stem).items():
            self.files[f"{folder}/{stem}{suffix}"] = piece
        main = f"{folder}/{stem}.{self.format}"
        self._by_content[data] = main
        self._file_says(main, says)
        return Said(main, ids_of(mesh.name))

    def _file_says(self, main: str, says: MeshLeaves) -> None:
        materials = f"{os.path.splitext(main)[0]}.mtl"
        self.claims.setdefault(main, Claims()).claim_all(says.shape.ids)
        self.claims.setdefault(materials if materials in self.files else main, Claims()).claim_all(says.looks.ids)

    def _with_textures(self, data: MeshData) -> MeshData:
        """Return a mesh whose textures are spelled relative to the folder of the mesh file."""
        textured = [i for i, group in enumerate(data.groups) if group.material and group.material.diffuse_texture]
        if not textured or self.format not in ("obj", "dae"):
            return data
        groups = [self._textured(group) if i in textured else group for i, group in enumerate(data.groups)]
        return msgspec.structs.replace(data, groups=tuple(groups))

    def _textured(self, group: MeshGroup) -> MeshGroup:
        material = group.material
        assert isinstance(material, Material) and material.diffuse_texture is not None
        uri = self._refer(str(material.diffuse_texture.uri), material.diffuse_texture.found)
        copied = uri in self.copies
        beside = posixpath.relpath(uri, self._made_in or self.folder) if copied else uri
        texture = msgspec.structs.replace(material.diffuse_texture, uri=beside)
        return msgspec.structs.replace(group, material=msgspec.structs.replace(material, diffuse_texture=texture))

    # -- other files

    def texture(self, texture: Texture) -> Said:
        """Return the URI of an image."""
        return Said(self._given_out(self._refer(str(texture.uri), texture.found)), ids_of(texture.uri))

    def file(self, uri: str, node: Node, found: str | None = None) -> Said:
        """Return the URI of any other file that a node refers to."""
        return Said(self._given_out(self._refer(str(uri), found or _beside(node, str(uri)))), ids_of(uri))

    def scripts(self, uris: Sequence[str], node: Node) -> list[Said]:
        """Return the URIs of material scripts: files, or folders of scripts and of their images. Relative ones are copied together."""
        spelled = self._scripts([str(uri) for uri in uris], node)
        return [Said(self._given_out(new), ids_of(uri)) for uri, new in zip(uris, spelled, strict=True)]

    def _scripts(self, uris: Sequence[str], node: Node) -> list[str]:
        places = {uri: place for uri in uris if (place := _beside(node, uri)) is not None}
        if self.mode == "link":
            return [self.spelled(uri, f"file://{places[uri]}") if uri in places else uri for uri in uris]
        if self.mode == "keep" or not places:
            return list(uris)
        folders = {place: _files_in(place) for place in places.values() if files.is_folder(place)}
        inside = [each for place in places.values() for each in folders.get(place, [place])]
        if new := [each for each in inside if each not in self._copied]:
            self.copy_together(new, [place for place, held in folders.items() if held])
        return [self.spelled(uri, self._script_place(places[uri], folders)) if uri in places else uri for uri in uris]

    def _script_place(self, place: str, folders: Mapping[str, list[str]]) -> str:
        if place not in folders:
            return self._copied[place]
        return os.path.dirname(self._copied[folders[place][0]]) if folders[place] else place

    def _given_out(self, uri: str) -> str:
        """Return a URI as the file writes it."""
        if not uri or re.match(SCHEME, uri) or os.path.isabs(uri):
            return uri
        in_directory = uri in self.files or uri in self.copies or any(path.startswith(f"{uri}/") for path in self.copies)
        if self._directory and in_directory and not uri.startswith("../"):
            return self._directory + uri
        self.relative[uri] = None
        return uri

    def _refer(self, uri: str, found: str | None) -> str:
        """Copy (or link) a file with a relative reference. All other references stay as written."""
        if found is None or self.mode == "keep" or re.match(SCHEME, uri) or os.path.isabs(uri):
            return uri
        if self.mode != "link" and found not in self._copied:
            self.copy_together([found])
        return self.spelled(uri, f"file://{found}" if self.mode == "link" else self._copied[found])

    def spelled(self, uri: str, new: str) -> str:
        """Remember and return the new spelling of a reference."""
        if new != uri:
            self.renamed[uri] = new
        return new

    def is_copied(self, path: str) -> bool:
        return path in self._copied

    def place_of(self, path: str) -> str:
        """Return the relative name of a copied file."""
        return self._copied[path]

    def copy_together(self, found: list[str], directories: Sequence[str] = ()) -> None:
        """Copy files and what they need beside themselves, as they lie to each other: byte for byte they then still find it.

        A file that needs none keeps its name only. Where another file has a name already, all go into a folder of their own.
        directories: those that keep their names, too.
        """
        from scenec.meshes.companions import companions

        together = list(dict.fromkeys(each for path in found for each in (path, *companions(path))))
        if self._place_in_library is not None:
            places = {path: place for path in together if (place := self._place_in_library(path)) is not None}
            if len(places) == len(together):  # they keep their places in the library that is migrated
                self._copied.update(places)
                self.copies.update((place, path) for path, place in places.items())
                return
        if together == found[:1] and not directories:
            stem, suffix = os.path.splitext(os.path.basename(found[0]))
            names = {found[0]: self._free(stem, suffix)}
        else:
            names = self._free_places(together, os.path.commonpath([os.path.dirname(path) for path in (*together, *directories)]))
        for path, name in names.items():
            self.copies[f"{self.folder}/{name}"] = path
            self._copied[path] = f"{self.folder}/{name}"

    def _free(self, stem: str, suffix: str) -> str:
        """Return the name of a new file in the folder, close to the given one."""
        return posixpath.basename(self._beside.free(stem, suffix))

    def _free_places(self, together: list[str], top: str) -> dict[str, str]:
        """Return names relative to the folder that holds all files, or below a folder named after the first file."""
        names = {path: os.path.relpath(path, top).replace(os.sep, "/") for path in together}
        prefix, count = "", 1
        own, stem = {path: f"{self.folder}/{name}" for path, name in names.items()}, os.path.splitext(os.path.basename(together[0]))[0]
        while any(not self._beside.is_free(name) and self._copied.get(path) != own[path] for path, name in names.items()):
            count += 1
            prefix = f"{file_stem(stem)}-{count}/"
            names = {path: prefix + os.path.relpath(path, top).replace(os.sep, "/") for path in together}
            own = {path: f"{self.folder}/{name}" for path, name in names.items()}
        for name in names.values():
            self._beside.take(name)
        return names


def _beside(node: Node, uri: str) -> str | None:
    """Return the file that a relative reference leads to from the file of a node. None if there is none."""
    origin = node.origin
    path = getattr(origin.document, "path", None) if origin is not None else None
    if path is None or not uri or "\0" in uri or re.match(SCHEME, uri) or os.path.isabs(uri):
        return None
    place = os.path.normpath(os.path.join(os.path.dirname(path), uri))
    return place if files.is_there(place) else None


def _files_in(folder: str) -> list[str]:
    return [path for name in files.names_in(folder) if files.is_file(path := os.path.join(folder, name))]


def _only(data: MeshData, name: str) -> MeshData:
    """Return a mesh of one group."""
    return msgspec.structs.replace(data, groups=tuple(group for group in data.groups if group.name == name))
