"""Mesh files. MuJoCo takes OBJ and binary STL as they stand, in metres along the axes of the geom; a geom collides as the convex hull.

A file that MuJoCo reads is copied byte for byte. Everything else (numbers that stand in the scene, COLLADA, parts of files) is written as
OBJ, whose numbers read back as the same, with one group: MuJoCo shows the first of several only. Scales stand in the asset, so that one
file serves uses of several sizes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from scenec.converters.common.mesh_leaves import said_by_file
from scenec.converters.common.write_context import claim_idle
from scenec.converters.mjcf.findings import writing as findings
from scenec.converters.mjcf.write.assets import Assets
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.restoring import restore
from scenec.converters.mjcf.write.values import vector
from scenec.errors import ReadError
from scenec.files import read_file
from scenec.ir.base import Id
from scenec.ir.blocks import Block
from scenec.ir.geometry import Faces, Mesh, MeshData, MeshGroup, MeshShape
from scenec.ir.link import Collision, Visual
from scenec.ir.names import Unique
from scenec.ir.pose import Vec3
from scenec.meshes.part import ONE, transformed
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant
from scenec.trace import Sources, ids_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_FACES_OF_STL = 200_000
"""MuJoCo refuses larger STL files."""
FEWEST_VERTICES = 4
THICKNESS = 1e-3
"""Of the body that replaces a flat collision (m)."""
LEAST_VOLUME = 1e-14
"""MuJoCo refuses meshes below it, unless their mass is on the surface (m^3)."""

NOT_READ = "The file is missing or cannot be read. MuJoCo refuses scenes with missing files."

Part = tuple[Id, str | None, bool]
"""A mesh, the group that is used (None: all), and whether the group is centred."""


class Measured(NamedTuple):
    """A part of a mesh. points: distinct enough vertices (m); triangles: indices of them."""

    points: NDArray[Any]
    triangles: NDArray[Any]
    flat: bool
    convex: bool


class Meshes:
    """The mesh assets of one output."""

    def __init__(self, writing: Writing, assets: Assets) -> None:
        self.writing = writing
        self.assets = assets
        self._entries: list[Element] = []
        self._unique = Unique()
        self._by_file: dict[tuple[str, str, bool, str], Element] = {}
        self._files: dict[tuple[Part, bool], str] = {}
        self._by_content: dict[bytes, str] = {}
        self._measured: dict[Part, Measured | None] = {}
        self._tables: dict[Part, MeshData | None] = {}
        self._loaded: dict[Id, Any] = {}
        self._as_stated: set[Id] = set()

    @property
    def entries(self) -> list[Element]:
        """The elements by name: an order that reading and writing again does not change."""
        return sorted(self._entries, key=lambda each: each.attributes["name"])

    def use(self, part: Collision | Visual, shape: MeshShape, *, collides: bool) -> Said | None:
        """Return the name of the asset that a shape shows; None if there is nothing that MuJoCo takes."""
        mesh: Mesh | None = self.writing.by_id.get(shape.mesh)
        if mesh is None:
            return None
        key = (str(shape.mesh), None if shape.submesh is None else str(shape.submesh), bool(shape.center_submesh))
        if self._stands(mesh):
            return self._as_it_stands(mesh, shape)
        measured = self._measure(part, mesh, key, collides=collides)
        if measured is None or (measured.flat and not collides and len(measured.points) < FEWEST_VERTICES):
            if measured is not None:
                self._report_tiny(part, mesh)
            return None
        thick = measured.flat and collides
        file = self._files.get((key, thick)) or self._file(mesh, key, measured, thick=thick)
        self._files[key, thick] = file
        scale = shape.scale if shape.scale is not None else ONE
        name = self._asset(file, scale, str(mesh.name or file), shell=measured.flat and not thick, of=mesh)
        if collides:
            self._report_hull(part, shape, measured, thick=thick)
        says = (shape.mesh, shape.scale, shape.submesh, shape.center_submesh, mesh.uri)
        called = mesh.name if mesh.uri is None or mesh.name == name else None
        return Said(name, ids_of((*says, called, *mesh.extents)))

    def write_unused(self) -> None:
        """Write the meshes of an MJCF file that no shape shows."""
        for mesh in self.writing.scene.meshes if self.writing.is_own else ():
            key: Part = (str(mesh.id), None, False)
            if any(known[0] == key[0] for known, _ in self._files) or mesh.id in self._as_stated:
                continue
            if self._stands(mesh):
                self._as_it_stands(mesh, None)
                continue
            data = self._tables[key] = mesh.data or self._numbers_of_file(mesh)
            assert data is not None  # else it stands as it is
            file = self._file(mesh, key, measured_of(data), thick=False)
            name = self._asset(file, ONE, str(mesh.name or file), shell=False, of=mesh)
            self._entries[-1].stand_for(Element("mesh", says=(mesh.uri, mesh.name if mesh.uri is None or mesh.name == name else None)))

    def _stands(self, mesh: Mesh) -> bool:
        """Return whether a mesh of an MJCF file stays as it stands: its file is missing there, too, or only MuJoCo can read or make it."""
        return self.writing.is_own and mesh.data is None and self._numbers_of_file(mesh) is None

    def _as_it_stands(self, mesh: Mesh, shape: MeshShape | None) -> Said:
        """Return the name of an asset whose file was not read."""
        scale = shape.scale if shape is not None and shape.scale is not None else ONE
        file = str(mesh.uri or "") if mesh.found is None else self.assets.copied(str(mesh.uri), str(mesh.found))
        name = self._asset(file, scale, str(mesh.name or mesh.uri), shell=False, of=mesh)
        self._as_stated.add(mesh.id)
        says = (mesh.uri, mesh.name if mesh.name == name else None)
        if shape is None:
            self._entries[-1].stand_for(Element("mesh", says=says))
            return constant(name)
        if shape.optimization == "convex_hull":
            claim_idle(self.writing.request, shape.optimization)
        return Said(name, ids_of((*says, shape.mesh, shape.scale, shape.submesh, shape.center_submesh)))

    def made(self, part: Collision | Visual, data: MeshData, word: str, *, collides: bool) -> Said:
        """Return the name of the asset of a mesh that the writer made of another shape."""
        name = self._asset(self._store(data, word, Sources(())), ONE, word, shell=False)
        if collides and not self._is_convex(data):
            self.writing.report(findings.COLLISION_HULL, part, value=word)
        return constant(name)

    # -- assets and files

    def _asset(self, file: str, scale: Vec3, called: str, *, shell: bool, of: Mesh | None = None) -> str:
        size = vector(scale)
        kept = of if self.writing.is_own else None
        key = (file, size.text, shell, str(kept.id) if kept is not None else "")
        out = self._by_file.get(key)
        if out is None:
            name = self._unique(called if kept is not None else self.assets.stem_of(called))
            out = self._by_file[key] = Element("mesh", name=constant(name))
            if file:  # else a plugin makes the mesh
                out.set("file", constant(file))
            if size.text != vector(ONE).text:
                out.set("scale", size)
            if shell:
                out.set("inertia", constant("shell"))
            if kept is not None:
                restore(out, kept)
            self._entries.append(out)
        elif "scale" in out.attributes:  # which several shapes state
            out.set("scale", Said(size.text, (*out.said("scale").ids, *size.ids)))
        return out.attributes["name"]

    def _file(self, mesh: Mesh, key: Part, measured: Measured, *, thick: bool) -> str:
        if not thick and self._can_be_copied(mesh, key, measured):
            return self.assets.copied(str(mesh.uri), str(mesh.found))
        says = said_by_file(mesh.data, key[1]) if mesh.data is not None else Sources(())
        stem = self.assets.stem_of(str(mesh.name or mesh.uri or "mesh"))
        if thick:
            return self._store(_thickened(measured), f"{stem}-thick", says)
        data = self._tables[key]
        assert data is not None  # it was measured
        named = key[1] and (mesh.data is None or len(mesh.data.groups) > 1)
        return self._store(data, f"{stem}-{key[1]}" if named else stem, says)

    def _can_be_copied(self, mesh: Mesh, key: Part, measured: Measured) -> bool:
        if mesh.data is not None or mesh.found is None or key[2]:
            return False
        suffix = str(mesh.found).lower().rpartition(".")[2]
        if len(self._loaded[mesh.id].parts) > 1:
            return False
        if suffix == "obj":
            from scenec.meshes.read_obj import lacks_normals

            return not lacks_normals(read_file(str(mesh.found)))
        return suffix == "stl" and len(measured.triangles) <= MOST_FACES_OF_STL and _is_binary(str(mesh.found))

    def _store(self, data: MeshData, stem: str, says: Sources) -> str:
        from scenec.meshes.obj import obj_text

        name = self.assets.stem_of(stem)
        content = obj_text(_as_one_group(data), name)[0]
        if content not in self._by_content:
            self._by_content[content] = self.assets.file(name, ".obj", content, says)
        else:
            self.assets.claims[self._by_content[content]].claim_all(says.ids)
        return self._by_content[content]

    # -- numbers

    def _measure(self, part: Collision | Visual, mesh: Mesh, key: Part, *, collides: bool) -> Measured | None:
        if key not in self._measured:
            data = self._table(mesh, key)
            self._tables[key] = data
            self._measured[key] = None if data is None else measured_of(data)
        if self._measured[key] is None:
            self._report_missing(part, mesh, key, collides=collides)
        return self._measured[key]

    def _table(self, mesh: Mesh, key: Part) -> MeshData | None:
        """Return the numbers of a part of a mesh, without a scale."""
        data = mesh.data
        if data is None:
            data = self._numbers_of_file(mesh)
        return transformed(data, (key[0], ONE, key[1], key[2])) if data is not None else None

    def _numbers_of_file(self, mesh: Mesh) -> MeshData | None:
        """Return the numbers of the file of a mesh, None if it is missing or cannot be read."""
        from scenec.meshes.files import load_mesh

        if mesh.found is None:
            return None
        if mesh.id not in self._loaded:
            try:
                self._loaded[mesh.id] = load_mesh(mesh.found)
            except ReadError:
                self._loaded[mesh.id] = None
        loaded = self._loaded[mesh.id]
        if loaded is None or not loaded.parts:
            return None
        import numpy as np

        groups, tables, known = list[MeshGroup](), list[Any](), 0
        for number, loaded_part in enumerate(loaded.parts):
            tables.append(loaded_part.vertices.array)
            faces = Faces(vertices=Block(loaded_part.triangles.array + known))
            known += len(tables[-1])
            groups.append(MeshGroup(name=loaded_part.name or f"part{number + 1}", faces=(faces,)))
        return MeshData(vertices=Block(np.concatenate(tables)), groups=tuple(groups))

    def _is_convex(self, data: MeshData) -> bool:
        return measured_of(data).convex

    # -- findings

    def _report_missing(self, part: Collision | Visual, mesh: Mesh, key: Part, *, collides: bool) -> None:
        what = f"{mesh.uri or mesh.name or 'mesh'}" + (f" ({key[1]})" if key[1] else "")
        is_readable = mesh.data is not None or self._numbers_of_file(mesh) is not None
        self.writing.report(
            findings.MESH_DROPPED,
            part,
            about=part if is_readable else self.writing.with_mesh(part),
            value=what,
            why="The mesh has no part of this name." if is_readable else NOT_READ,
            outcome="Other bodies pass through the link there." if collides else "The visual is invisible.",
        )

    def _report_tiny(self, part: Collision | Visual, mesh: Mesh) -> None:
        what = str(mesh.uri or mesh.name or "mesh")
        self.writing.report(findings.MESH_TOO_SMALL, part, about=part, value=what)

    def _report_hull(self, part: Collision | Visual, shape: MeshShape, measured: Measured, *, thick: bool) -> None:
        what = shape.optimization, shape.convex_decomposition
        called = self.writing.path(part).rpartition("::")[2]
        if thick:
            self.writing.report(findings.COLLISION_THICKENED, part, about=what, value=called, target=f"{THICKNESS:g} m")
        elif not measured.convex and shape.optimization != "convex_hull":
            self.writing.report_unless_own(findings.COLLISION_HULL, part, about=what, value=called)
        elif shape.optimization == "convex_hull":
            claim_idle(self.writing.request, shape.optimization)  # which MuJoCo takes of every mesh


def measured_of(data: MeshData) -> Measured:
    """Return what a mesh is."""
    import numpy as np

    from scenec.meshes.convexity import is_convex, is_flat
    from scenec.meshes.surface import triangles, used_rows

    corners = [triangles(faces.vertices.array) for group in data.groups for faces in group.faces if len(faces.vertices)]
    rows, renumber = used_rows(corners, len(data.vertices))
    points = data.vertices.array[rows]
    faces = renumber[np.concatenate(corners)]
    flat = is_flat(points) or _volume(points, faces) < LEAST_VOLUME
    return Measured(points, faces, flat, not flat and is_convex(points, faces))


def _volume(points: NDArray[Any], faces: NDArray[Any]) -> float:
    """Return the volume between the faces and the middle, as MuJoCo adds it up (m^3)."""
    import numpy as np

    a, b, c = (points[faces[:, corner]] - points.mean(axis=0) for corner in range(3))
    return float(np.abs((np.cross(a, b) * c).sum(axis=1)).sum() / 6)


def _as_one_group(data: MeshData) -> MeshData:
    """Return a mesh with all faces in one group, which has the names of all: MuJoCo shows the first group of a file only."""
    if len(data.groups) < 2:
        return data
    names = " ".join(dict.fromkeys(group.name for group in data.groups if group.name))
    faces = tuple(each for group in data.groups for each in group.faces)
    made: MeshData = msgspec.structs.replace(data, groups=(MeshGroup(name=names, faces=faces),))
    return made


def _thickened(measured: Measured) -> MeshData:
    """Return two copies of a flat mesh, apart by its thickness."""
    import numpy as np

    from scenec.meshes.convexity import plane_normal

    offset = plane_normal(measured.points) * (THICKNESS / 2)
    points = np.round(np.concatenate([measured.points + offset, measured.points - offset]), 15)
    faces = np.concatenate([measured.triangles, measured.triangles[:, ::-1] + len(measured.points)])
    return MeshData(vertices=Block(points), groups=(MeshGroup(name="hull", faces=(Faces(vertices=Block(faces)),)),))


def _is_binary(path: str) -> bool:
    """Return whether an STL file is binary: as long as its count of faces says."""
    data = read_file(path)
    return len(data) >= 84 and len(data) == 84 + 50 * int.from_bytes(data[80:84], "little")
