"""The number lists of meshes: vertices, normals, texture coordinates, faces.

SimRobot has no mesh files: lists stand in the scene. What several appearances use is defined below `Simulation` and referred to,
so that a robot's vertices stand there once. Indices count from 0; with normals every corner has two, of vertex and normal.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scenec.converters.simrobot.findings.writing_parts import MESH_NAME_MADE_UNIQUE
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.mesh_numbers import NumberLists, number_lists
from scenec.converters.simrobot.write.shape import hidden_by_switch
from scenec.converters.simrobot.write.values import spelled, spelled_text
from scenec.ir.base import Id, Vec3
from scenec.ir.geometry import Mesh, MeshData, MeshGroup, MeshShape, Shape
from scenec.ir.names import Unique
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant
from scenec.trace import Sources, ids_of, plain

if TYPE_CHECKING:
    from numpy.typing import NDArray

Key = tuple[Id, Vec3 | None]
"""A mesh and the scale it is used with."""


class MeshLists:
    """All lists of a scene: first count their uses, then write appearances, at last the definitions."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self._definitions: list[tuple[Element, dict[int, None]]] = []
        self.uses: dict[Key, int] = {}
        self.face_uses: dict[tuple[Key, int], int] = {}
        self._known: dict[tuple[str, Key, int, int], int] = {}
        self._free: dict[str, Unique] = {}
        self._numbers: dict[Key, NumberLists] = {}
        self._by_name: dict[Id, dict[str, list[tuple[int, MeshGroup]]]] = {}
        self._meshes: dict[Id, Mesh] = {mesh.id: mesh for mesh in writing.scene.meshes}
        for link in writing.scene.links:
            for visual in link.visuals:
                if isinstance(visual.geometry, MeshShape) and self.has(visual.geometry) and not hidden_by_switch(visual):
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

    def write(self, out: Element, shape: MeshShape) -> str | None:
        """Write the lists of one use. Returns the name of its group if it has one."""
        key = _key(shape)
        mesh, data = self._meshes[shape.mesh], self._data(shape)
        numbers = self._numbers.get(key)
        if numbers is None:
            numbers = self._numbers[key] = number_lists(data, key[1])
        groups = [g for g, _ in self._groups(shape)]
        used = [data.groups[g] for g in groups]
        uncounted = tuple(group.name for group in used if not self._is_counted(group.name))
        says = Sources(ids_of((shape.mesh, shape.submesh, uncounted)))
        shared = self._write_vertices(out, mesh, data, key, numbers, says, Sources(ids_of(shape.scale)))
        for g, group in zip(groups, used, strict=True):
            for f, faces in enumerate(group.faces):
                normals, texcoords = faces.normals if numbers.uses_normals else None, faces.texcoords if numbers.uses_texcoords else None
                own = Sources(ids_of((faces.vertices, normals, texcoords)))
                self._write_faces(out, numbers.faces[g, f], key, (g, f), shared, own)
        return used[0].name if len(used) == 1 and used[0].name else None

    def _is_counted(self, name: str) -> bool:
        """Return whether a name is a value of the source. Names in mesh files are not counted."""
        return bool(self.writing.request.uses.sources_of(name)) or not self.writing.request.ledger.value_count

    def _data(self, shape: MeshShape) -> MeshData:
        data = self._meshes[shape.mesh].data
        assert data is not None
        return data

    def _write_vertices(
        self, out: Element, mesh: Mesh, data: MeshData, key: Key, numbers: NumberLists, says: Sources, scale: Sources
    ) -> str:
        """Write the vertices and return their name. All other definitions of the mesh are named after it, so that reading and writing
        them again gives the same names. says: what the use says of itself; scale: what its scale does."""
        points = Sources(ids_of((data.vertices, scale)))
        name = self._list(out, "Vertices", key, numbers.vertices, mesh, str(mesh.name or "mesh"), points, says)
        if numbers.normals is not None:  # which say whether the mesh is smooth
            own = Sources(ids_of((data.normals if numbers.uses_normals else data.vertices, data.smooth, scale)))
            self._list(out, "Normals", key, numbers.normals, mesh, name, own)
        if numbers.texcoords is not None:
            self._list(out, "TexCoords", key, numbers.texcoords, mesh, name, Sources(ids_of(data.texcoords)))
        return name

    def _list(
        self,
        out: Element,
        tag: str,
        key: Key,
        array: NDArray[Any],
        mesh: Mesh,
        wanted: str,
        content: Sources,
        says: Sources | None = None,
    ) -> str:
        """Write a list, or a reference to its definition, and return its name. Vertices name the mesh, else the appearance does. content:
        what the numbers say; says: what the use of them does."""
        if self.uses.get(key, 0) > 1:
            known = (tag, key, -1, -1) in self._known
            defined = self._definition(tag, key, (-1, -1), wanted, array, content)
            if tag == "Vertices" and not known and mesh.name and defined != spelled_text(str(mesh.name)):
                self._report_renamed(mesh, defined)
            out.append(tag, says=(says,), ref=Said(defined, ids_of(mesh.name) if tag == "Vertices" else ()))
            return defined
        name = mesh.name
        element = out.append(tag, table(array, content), says=(says,))
        if tag == "Vertices" and name is not None:
            shown = out.attributes.get("name", "ComplexAppearance")
            if name != shown:
                element.set("name", spelled(name))
            else:
                element.omit(name, shown)
        return wanted

    def _report_renamed(self, mesh: Mesh, defined: str) -> None:
        given = str(mesh.name)
        self.writing.report(MESH_NAME_MADE_UNIQUE, mesh, about=mesh.name, subject=f"mesh {given}", value=given, target=defined)

    def _write_faces(self, out: Element, faces: NDArray[Any], key: Key, part: tuple[int, int], shared: str, content: Sources) -> None:
        tag = "Triangles" if faces.shape[1] == 3 else "Quads"
        rows = faces.reshape(len(faces), math.prod(faces.shape[1:]))
        if self.face_uses.get((key, part[0]), 0) > 1:
            out.append(tag, ref=constant(self._definition(tag, key, part, f"{shared} faces", rows, content)))
        else:
            out.append(tag, table(rows, content))

    def _definition(self, tag: str, key: Key, part: tuple[int, int], name: str, array: NDArray[Any], content: Sources) -> str:
        place = (tag, key, part[0], part[1])
        if place not in self._known:
            self._known[place] = len(self._definitions)
            free = self._free.setdefault(tag, Unique())(spelled_text(name))
            self._definitions.append((Element(tag, table(array, Sources(())), name=constant(free)), {}))
        element, says = self._definitions[self._known[place]]
        says.update(dict.fromkeys(content.ids))
        return element.attributes["name"]

    def definitions(self) -> list[Element]:
        """Return the definitions, whose numbers say what all their uses do."""
        for element, says in self._definitions:
            element.say(Said(element.text or "", tuple(says)))
        return [element for element, _ in self._definitions]


def _key(shape: MeshShape) -> Key:
    scale = None if shape.scale is None else plain(shape.scale)
    return str(shape.mesh), None if scale == (1.0, 1.0, 1.0) else scale


def table(array: NDArray[Any], content: Sources) -> Said:
    """Return one row a line, whole numbers without a fraction. content: what the numbers say."""
    if array.dtype.kind == "f":
        rows = (" ".join(repr(value).removesuffix(".0") for value in row) for row in (array + 0.0).tolist())
    else:
        rows = (" ".join(map(str, row)) for row in array.tolist())
    return Said("\n".join(rows), content.ids)
