"""Mesh files that visuals show, for a target that holds meshes in the scene: their numbers, colours and images. For a target that shows
whole files, the same is done to visuals and collisions that use a part of a file.

A visual without a material of its own shows those of the file; where these are several, the visual becomes one per material, all over the
same vertices.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.adapt.findings import MESH_INLINED, MESH_UNREADABLE_DROPPED, VISUAL_BOUNDS_SPLIT
from scenec.errors import ReadError
from scenec.ir.base import Id
from scenec.ir.blocks import Block
from scenec.ir.geometry import Faces, Mesh, MeshData, MeshGroup, MeshShape
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.material import Material
from scenec.ir.names import Unique
from scenec.ir.scene import Scene
from scenec.trace import Ids, derived, ids_of, merge

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger
    from scenec.meshes.pieces import DressedMesh, Piece

Key = tuple[Id, str | None, bool]
"""A mesh, the part of it that is shown (None: all), and whether it is moved to its middle."""


def adapt(scene: Scene, ledger: Ledger, target: str, *, parts: bool = False) -> Scene:
    """The scene without mesh files that visuals show, as far as these can be read. parts: only those of which a shape uses a part.
    Reports `mesh-inlined` per mesh, `mesh-unreadable-dropped`, and `visual-bounds-split` per part of a visual that has several
    materials."""
    files = {mesh.id: mesh for mesh in scene.meshes if mesh.data is None and mesh.found is not None}
    shown = {id(visual) for link in scene.links for visual in link.visuals if _shows(visual, files, parts=parts)}
    if parts:
        shown |= {id(each) for link in scene.links for each in link.collisions if _shows(each, files, parts=True)}
    if not shown:
        return scene
    why = f"{target} shows whole mesh files." if parts else f"{target} has no mesh files."
    inlined = _Inlined(files, ledger, why)
    links: list[Link] = []
    for link in scene.links:
        made = ([each] if id(each) not in shown else _visuals(each, inlined, ledger, target, ledger.path(link)) for each in link.visuals)
        visuals = tuple(visual for some in made for visual in some)
        collisions = tuple(each if id(each) not in shown else _collision(each, inlined) for each in link.collisions)
        is_same = visuals == link.visuals and collisions == link.collisions
        links.append(link if is_same else msgspec.structs.replace(link, visuals=visuals, collisions=collisions))
    used = [each.geometry for link in links for each in link.collisions]
    used += [each.geometry for link in links for each in link.visuals] if parts else []
    touched = {shape.mesh for shape in used if isinstance(shape, MeshShape)}
    meshes = tuple(mesh for mesh in scene.meshes if mesh.id not in inlined.gone or mesh.id in touched)
    return msgspec.structs.replace(scene, links=tuple(links), meshes=(*meshes, *inlined.made.values()))


def _shows(part: Visual | Collision, files: Mapping[Id, Mesh], *, parts: bool) -> bool:
    """Whether a visual or collision uses one of these files, or a part of it."""
    shape = part.geometry
    return isinstance(shape, MeshShape) and shape.mesh in files and (shape.submesh is not None or not parts)


def _collision(collision: Collision, inlined: _Inlined) -> Collision:
    shape = collision.geometry
    assert isinstance(shape, MeshShape)
    mesh = inlined.use(shape)
    return collision if mesh is None else msgspec.structs.replace(collision, geometry=_of_mesh(shape, mesh))


def _of_mesh(shape: MeshShape, mesh: Mesh) -> MeshShape:
    """Return the shape with a mesh of the scene that has nothing but the part that it used."""
    mesh_id = derived(mesh.id, shape.mesh, shape.submesh, shape.center_submesh)
    return msgspec.structs.replace(shape, mesh=mesh_id, submesh=None, center_submesh=None)


def _visuals(visual: Visual, inlined: _Inlined, ledger: Ledger, target: str, link: str) -> list[Visual]:
    shape = visual.geometry
    assert isinstance(shape, MeshShape)
    mesh = inlined.use(shape)
    if mesh is None or mesh.data is None:
        return [visual]
    plain = _of_mesh(shape, mesh)
    groups = mesh.data.groups
    if visual.material is not None or len(groups) == 1:
        material = visual.material if visual.material is not None else inlined.material(mesh, 0)
        return [msgspec.structs.replace(visual, geometry=plain, material=material)]
    parts = []
    name = visual.name or "visual"
    for i, group in enumerate(groups):
        own = name if i == 0 else f"{name} {i + 1}"
        ledger.report(
            VISUAL_BOUNDS_SPLIT, visual, about=visual.name, value=f"{len(groups)} materials", target=own, subject=f"{link}::{name}"
        )
        piece = msgspec.structs.replace(plain, submesh=group.name)
        changes: dict[str, Any] = {"geometry": piece, "material": inlined.material(mesh, i), "name": derived(own, visual.name)}
        parts.append(msgspec.structs.replace(visual, **changes))
    return parts


class _Inlined:
    """The meshes made so far. made: one per file and part of it; gone: files that are in the scene now, or cannot be read."""

    def __init__(self, files: dict[Id, Mesh], ledger: Ledger, why: str) -> None:
        self.files = files
        self.ledger = ledger
        self.why = why
        self.made: dict[Key, Mesh] = {}
        self.gone: set[Id] = set()
        self._read: dict[Id, DressedMesh | None] = {}
        self._materials: dict[Id, list[Material | None]] = {}

    def material(self, mesh: Mesh, group: int) -> Material | None:
        """Return what the file says of the look of a group; its name there names nothing here."""
        found = self._materials[mesh.id][group]
        return msgspec.structs.replace(found, name=None) if found is not None else None

    def use(self, shape: MeshShape) -> Mesh | None:
        """The inline mesh of what a shape shows; None if the file cannot be read or has no such part."""
        key = (str(shape.mesh), str(shape.submesh) if shape.submesh is not None else None, bool(shape.center_submesh))
        if key not in self.made:
            file = self.files[shape.mesh]
            dressed = self._dressed(file)
            pieces = [] if dressed is None else [each for each in dressed.pieces if shape.submesh is None or each.name == shape.submesh]
            if not pieces:
                return None
            data, materials = merged(pieces, bool(shape.center_submesh), ids_of(file.uri))
            part, centred = key[1], "centred" if key[2] else ""
            stem = str(file.name or str(file.uri or "").replace("\\", "/").rpartition("/")[2].rpartition(".")[0])
            words = (stem, part if part != stem else "", centred)
            name = derived(" ".join(word for word in words if word), file.name, file.uri, shape.submesh, shape.center_submesh)
            suffix = "".join(f" {word}" for word in (part, centred) if word)
            self.made[key] = Mesh(id=f"{file.id} inline{suffix}", name=name, data=data, origin=file.origin, extras=file.extras)
            self._materials[self.made[key].id] = materials
        return self.made[key]

    def _dressed(self, file: Mesh) -> DressedMesh | None:
        from scenec.meshes.dressed import load_dressed

        if file.id not in self._read:
            try:
                dressed = load_dressed(str(file.found))
            except ReadError as problem:
                self._read[file.id] = None
                self.ledger.report(
                    MESH_UNREADABLE_DROPPED, file, about=(file.uri, file.name), value=str(file.uri), why=problem.what, subject=str(file.uri)
                )
            else:
                self._read[file.id] = dressed
                count = sum(len(piece.corners) for piece in dressed.pieces)
                remarks = "".join(f" {remark[:1].upper()}{remark[1:]}." for remark in dressed.remarks)
                self.ledger.report(
                    MESH_INLINED,
                    file,
                    about=file.uri,
                    value=str(file.uri),
                    target=f"{count:,} triangles in the scene",
                    why=self.why,
                    what=f"The mesh looks the same.{remarks}",
                    subject=str(file.uri),
                )
            self.gone.add(file.id)
        return self._read[file.id]


def merged(pieces: list[Piece], centred: bool, ids: Ids) -> tuple[MeshData, list[Material | None]]:
    """One mesh of pieces, a group for each material, and these. Where some pieces have normals, those of the others are of their faces."""
    import numpy as np

    from scenec.meshes.surface import face_normals

    some_normals, some_texcoords = any(p.normals is not None for p in pieces), any(p.texcoords is not None for p in pieces)
    vertices, normals, texcoords = _Table(3), _Table(3), _Table(2)
    by_material: dict[Material | None, list[tuple[Any, Any, Any]]] = {}
    for piece in pieces:
        flat = np.arange(len(piece.corners))[:, None].repeat(3, axis=1)
        normal_rows, normal_corners = piece.normals, piece.normal_corners
        if some_normals and (normal_rows is None or normal_corners is None):
            normal_rows, normal_corners = face_normals(piece.vertices, piece.corners), flat
        texture_rows, texture_corners = piece.texcoords, piece.texture_corners
        if some_texcoords and (texture_rows is None or texture_corners is None):
            texture_rows, texture_corners = np.zeros((1, 2)), flat * 0
        by_material.setdefault(piece.material, []).append(
            (
                vertices.add(piece.vertices, piece.corners),
                normals.add(normal_rows, normal_corners) if some_normals else None,
                texcoords.add(texture_rows, texture_corners) if some_texcoords else None,
            )
        )
    points, place = vertices.compact([each[0] for some in by_material.values() for each in some])
    if centred:
        points = points - (points.min(axis=0) + points.max(axis=0)) / 2
    normal_rows, normal_place = normals.compact([each[1] for some in by_material.values() for each in some])
    texture_rows, texture_place = texcoords.compact([each[2] for some in by_material.values() for each in some])
    names = _group_names(list(by_material))
    groups = []
    for material, some in by_material.items():
        faces = Faces(
            vertices=Block(place[np.concatenate([each[0] for each in some])]),
            normals=Block(normal_place[np.concatenate([each[1] for each in some])]) if some_normals else None,
            texcoords=Block(texture_place[np.concatenate([each[2] for each in some])]) if some_texcoords else None,
        )
        groups.append(MeshGroup(name=names[material], faces=(faces,)))
    data = MeshData(
        vertices=Block(points, merge(ids)),
        normals=Block(normal_rows) if some_normals else None,
        texcoords=Block(texture_rows) if some_texcoords else None,
        groups=tuple(groups),
    )
    return data, list(by_material)


def _group_names(materials: list[Material | None]) -> dict[Material | None, str]:
    if len(materials) == 1:
        return {materials[0]: ""}
    unique = Unique(joint=" ")
    return {material: unique(str(material.name) if material is not None and material.name else "part") for material in materials}


class _Table:
    """Rows of several pieces, one after the other; a table that pieces share stands in it once."""

    def __init__(self, columns: int) -> None:
        self.columns = columns
        self._tables: list[Any] = []
        self._starts: dict[int, int] = {}
        self._count = 0

    def add(self, rows: Any, corners: Any) -> Any:
        """The corners, counted in the whole table."""
        if id(rows) not in self._starts:
            self._starts[id(rows)] = self._count
            self._tables.append(rows)
            self._count += len(rows)
        return corners + self._starts[id(rows)]

    def compact(self, corners: list[Any]) -> tuple[Any, Any]:
        """The distinct rows that corners use, in order, and the new number of every row of the whole table."""
        import numpy as np

        from scenec.meshes.surface import distinct_rows

        rows = np.concatenate([np.zeros((0, self.columns)), *self._tables]) + 0.0
        if not len(rows):
            return rows, np.zeros(0, dtype=np.int64)
        firsts, place = distinct_rows(rows)
        used = np.unique(np.concatenate([place[each].reshape(-1) for each in corners]))
        number = np.zeros(len(firsts), dtype=np.int64)
        number[used] = np.arange(len(used))
        return rows[firsts[used]], number[place]
