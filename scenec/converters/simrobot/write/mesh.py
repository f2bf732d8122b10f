"""The number lists of meshes: vertices, normals, texture coordinates, faces.

SimRobot has no mesh files: lists stand in the scene. What several appearances use is defined below `Simulation` and referred to,
so that a robot's vertices stand there once. Indices count from 0; with normals every corner has two, of vertex and normal.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scenec.accounting.lens import unwrap
from scenec.converters.simrobot.findings.writing_parts import MESH_NAME_MADE_UNIQUE
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.mesh_numbers import NumberLists, number_lists
from scenec.converters.simrobot.write.values import spelled
from scenec.ir.base import Id, Vec3
from scenec.ir.geometry import Mesh, MeshData, MeshGroup, MeshShape, Shape
from scenec.ir.names import Unique
from scenec.syntax.xml_printing import Out
from scenec.trace import plain

if TYPE_CHECKING:
    from numpy.typing import NDArray

Key = tuple[Id, Vec3 | None]
"""A mesh and the scale it is used with."""


class MeshLists:
    """All lists of a scene: first count their uses, then write appearances, at last the definitions."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self.definitions: list[Out] = []
        self.uses: dict[Key, int] = {}
        self.face_uses: dict[tuple[Key, int], int] = {}
        self._names: dict[tuple[str, Key, int, int], str] = {}
        self._free: dict[str, Unique] = {}
        self._numbers: dict[Key, NumberLists] = {}
        self._by_name: dict[Id, dict[str, list[tuple[int, MeshGroup]]]] = {}
        self._meshes: dict[Id, Mesh] = {mesh.id: mesh for mesh in writing.scene.meshes}
        for link in writing.scene.links:
            for visual in link.visuals:
                if isinstance(visual.geometry, MeshShape) and self.has(visual.geometry) and visual.visible in (None, True):
                    key = _key(visual.geometry)
                    self.uses[key] = self.uses.get(key, 0) + 1
                    for g, _ in self._groups(visual.geometry):
                        self.face_uses[key, g] = self.face_uses.get((key, g), 0) + 1

    def has(self, shape: Shape) -> bool:
        """Return whether a shape is no mesh, or a mesh with numbers and faces."""
        if not isinstance(shape, MeshShape):
            return True
        mesh = self._meshes.get(shape.mesh)
        if mesh is None or mesh.data is None or not len(mesh.data.vertices) or shape.center_submesh:
            return False
        return any(group.faces for _, group in self._groups(shape))

    def shows_images(self, shape: Shape) -> bool:
        """Return whether SimRobot draws a texture on a shape: only on meshes with texture coordinates."""
        mesh = self._meshes.get(shape.mesh) if isinstance(shape, MeshShape) else None
        return mesh is not None and mesh.data is not None and mesh.data.texcoords is not None

    def _groups(self, shape: MeshShape) -> Iterator[tuple[int, MeshGroup]]:
        data = self._meshes[shape.mesh].data
        assert data is not None
        if shape.submesh is None:
            yield from enumerate(data.groups)
            return
        if shape.mesh not in self._by_name:
            by_name = self._by_name[shape.mesh] = {}
            for g, group in enumerate(data.groups):
                by_name.setdefault(group.name, []).append((g, group))
        yield from self._by_name[shape.mesh].get(shape.submesh, ())

    def write(self, out: Out, shape: MeshShape) -> str | None:
        """Write the lists of one use, through the lens. Returns the name of its group if it has one."""
        bare = unwrap(shape)
        key = _key(bare)
        _ = (shape.mesh, shape.submesh, shape.scale)
        mesh = self.writing.seen[bare.mesh]
        numbers = self._numbers.get(key)
        if numbers is None:
            numbers = self._numbers[key] = number_lists(unwrap(mesh.data), key[1])
        shared = self._write_vertices(out, mesh, key, numbers)
        groups = list(self._groups(bare))
        for g, group in groups:
            seen = mesh.data.groups[g]
            _ = seen.name
            for f in range(len(group.faces)):
                _ = seen.faces[f].vertices
                if numbers.uses_normals:
                    _ = seen.faces[f].normals
                if numbers.uses_texcoords:
                    _ = seen.faces[f].texcoords
                self._write_faces(out, numbers.faces[g, f], key, g, f, shared)
        return str(plain(groups[0][1].name)) if len(groups) == 1 and groups[0][1].name else None

    def group_name(self, shape: Shape) -> str | None:
        """Return the name (traced) of the first group that a shape uses."""
        return next((group.name for _, group in self._groups(shape)), None) if isinstance(shape, MeshShape) else None

    def _write_vertices(self, out: Out, mesh: Any, key: Key, numbers: NumberLists) -> str:
        """Write the vertices and return their name. All other definitions of the mesh are named after it, so that reading and writing
        them again
        gives the same names."""
        data: MeshData = mesh.data
        _ = data.vertices
        name = self._list(out, "Vertices", key, numbers.vertices, mesh, str(mesh.name or "mesh"))
        if numbers.normals is not None:
            self._list(out, "Normals", key, numbers.normals, mesh, name)
            _ = data.smooth  # the normals say it
        if numbers.uses_normals:
            _ = data.normals
        if numbers.texcoords is not None:
            _ = data.texcoords
            self._list(out, "TexCoords", key, numbers.texcoords, mesh, name)
        return name

    def _list(self, out: Out, tag: str, key: Key, array: NDArray[Any], mesh: Any, wanted: str) -> str:
        """Write a list, or a reference to its definition, and return its name. Vertices name the mesh, else the appearance does."""
        if self.uses.get(key, 0) > 1:
            known = (tag, key, -1, -1) in self._names
            defined = self._definition(tag, key, (-1, -1), wanted, array)
            if tag == "Vertices" and not known and unwrap(mesh).name and defined != spelled(str(unwrap(mesh).name)):
                self._report_renamed(mesh, defined)
            out.add(tag, ref=defined)
            return defined
        name = mesh.name
        element = out.add(tag, table(array))
        if tag == "Vertices" and name is not None and name != out.attributes.get("name", "ComplexAppearance"):
            element.attributes["name"] = spelled(name)
        return wanted

    def _report_renamed(self, mesh: Any, defined: str) -> None:
        given = str(unwrap(mesh).name)
        self.writing.tell(mesh, MESH_NAME_MADE_UNIQUE, about=unwrap(mesh).name, subject=f"mesh {given}", value=given, target=defined)

    def _write_faces(self, out: Out, faces: NDArray[Any], key: Key, g: int, f: int, shared: str) -> None:
        tag = "Triangles" if faces.shape[1] == 3 else "Quads"
        rows = faces.reshape(len(faces), math.prod(faces.shape[1:]))
        if self.face_uses.get((key, g), 0) > 1:
            out.add(tag, ref=self._definition(tag, key, (g, f), f"{shared} faces", rows))
        else:
            out.add(tag, table(rows))

    def _definition(self, tag: str, key: Key, part: tuple[int, int], name: str, array: NDArray[Any]) -> str:
        known = self._names.get((tag, key, part[0], part[1]))
        if known is None:
            known = self._names[tag, key, part[0], part[1]] = self._free.setdefault(tag, Unique())(spelled(name))
            self.definitions.append(Out(tag, table(array), name=known))
        return known


def _key(shape: MeshShape) -> Key:
    scale = shape.scale
    return shape.mesh, None if scale is None or tuple(scale) == (1.0, 1.0, 1.0) else plain(scale)


def table(array: NDArray[Any]) -> str:
    """Return one row a line, whole numbers without a fraction."""
    if array.dtype.kind == "f":
        return "\n".join(" ".join(repr(value).removesuffix(".0") for value in row) for row in (array + 0.0).tolist())
    return "\n".join(" ".join(map(str, row)) for row in array.tolist())
