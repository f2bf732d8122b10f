"""Mesh files. MARS takes an OBJ file to have y up: it shows a file's (a, b, c) at (a, -c, b); an STL file only where it is drawn.

A file that MARS reads, too, is taken over byte for byte, and the node turned back by a quarter. Everything else (numbers that stand in
the scene, COLLADA, mirrored uses) is written as OBJ with y up: (x, y, z) becomes (x, z, -y), which no rounding touches. The physical
mesh is stretched until its bounding box is `extend`, so that is computed from the numbers of the file; `pivot` is the origin, so a
node stands where its mesh's origin is.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from scenec.converters.common.mesh_leaves import said_by_file
from scenec.converters.mars.findings import writing as findings
from scenec.converters.mars.write.assets import Assets
from scenec.converters.mars.write.context import Writing
from scenec.errors import ReadError
from scenec.ir.base import Id
from scenec.ir.blocks import Block
from scenec.ir.geometry import Faces, Mesh, MeshData, MeshExtent, MeshGroup, MeshShape
from scenec.ir.link import Collision, Visual
from scenec.ir.pose import IDENTITY, Rotation, Vec3
from scenec.meshes.part import Key, bounds, transformed
from scenec.syntax.said import Said, constant
from scenec.trace import Computed, Sources, ids_of, plain, steered_by, steering

if TYPE_CHECKING:
    from scenec.meshes.loaded import LoadedMesh

QUARTER_BACK = Rotation.about((1.0, 0.0, 0.0), -1.5707963267948966)
"""The inverse of the rotation that MARS applies to files with y up."""
ONE: Vec3 = (1.0, 1.0, 1.0)


class MeshUse(NamedTuple):
    """A mesh as a node uses it. file: its name; extend: the box around it (m); turn: a rotation of the node in addition to the pose of the
    shape; scale: along the axes of the node; part: the group of the file that is used."""

    file: Said
    extend: Vec3
    turn: Rotation = IDENTITY
    scale: Vec3 = ONE
    part: str | None = None


class Meshes:
    """The mesh files of one output. Equal uses of a mesh share one file."""

    def __init__(self, writing: Writing, assets: Assets) -> None:
        self.writing = writing
        self.assets = assets
        self._written: dict[Key, MeshUse | None] = {}
        self._made: dict[object, MeshUse] = {}
        self._by_content: dict[bytes, str] = {}
        self._loaded: dict[Id, LoadedMesh | None] = {}
        self._problems: dict[Id, str] = {}

    def use(self, part: Collision | Visual, shape: MeshShape, *, drawn: bool) -> MeshUse | None:
        """How a shape uses a mesh; None if there are no numbers to write."""
        mesh: Mesh | None = self.writing.by_id.get(shape.mesh)
        if mesh is None:
            return None
        scale: Vec3 = ONE if shape.scale is None else plain(shape.scale)
        found = self._copied(part, mesh, shape, scale, drawn=drawn) if mesh.data is None else None
        if found is None:
            key = (str(shape.mesh), scale, plain(shape.submesh), bool(shape.center_submesh))
            if key not in self._written:
                self._written[key] = self._write(shape, mesh, key)
            found = self._written[key]
        if found is None:
            if mesh.id in self._problems and not self.writing.is_own:  # where it is named as it stands
                self._report_unreadable(part, mesh)
            return None
        says = (shape.mesh, shape.scale, shape.submesh, shape.center_submesh, mesh.uri, *mesh.extents)
        file = Said(found.file.text, ids_of((found.file, *says)))
        return found._replace(file=file, extend=steered_by(found.extend, shape.scale), scale=steered_by(found.scale, shape.scale))

    def made(self, data: MeshData, name: str, key: object) -> MeshUse:
        """A mesh that the writer made itself."""
        if key not in self._made:
            self._made[key] = self._store(data, name, Sources(()))
        return self._made[key]

    @cached_property
    def _drawn(self) -> frozenset[Id]:
        """Meshes that visuals show."""
        shapes = (visual.geometry for link in self.writing.scene.links for visual in link.visuals)
        return frozenset(shape.mesh for shape in shapes if isinstance(shape, MeshShape))

    # -- files that MARS reads

    def _copied(self, part: Collision | Visual, mesh: Mesh, shape: MeshShape, scale: Vec3, *, drawn: bool) -> MeshUse | None:
        """Return the use of a file that is copied unchanged; None for one that MARS would show in another way."""
        suffix = str(mesh.found or mesh.uri or "").lower().rpartition(".")[2]
        turned = suffix == "obj" or (drawn and suffix == "stl")
        if mesh.found is None or (self.writing.is_own and self._load(mesh) is None):
            return self._missing_file(part, mesh, shape, scale, drawn=drawn, turned=turned)
        if suffix not in ("obj", "stl") or shape.center_submesh or min(scale) <= 0 or (shape.submesh and suffix == "stl"):
            return None
        loaded = self._load(mesh)
        extent = next((each for each in loaded.extents() if each.submesh == (shape.submesh or "")), None) if loaded is not None else None
        if extent is None:
            return None
        file = constant(self.assets.mesh_copy(str(mesh.uri), mesh.found))
        size = _stretched(extent, scale)
        if not turned:
            return MeshUse(file, size, IDENTITY, scale, shape.submesh)
        return MeshUse(file, _exchanged(size), QUARTER_BACK, _exchanged(scale), shape.submesh)

    def _missing_file(
        self, part: Collision | Visual, mesh: Mesh, shape: MeshShape, scale: Vec3, *, drawn: bool, turned: bool
    ) -> MeshUse | None:
        """Return the use of a missing or unreadable file by its name; None for a collision of unknown size."""
        key = "visualsize" if drawn else "extend"
        kept: Any = next((extra for extra in part.extras if (extra.format, extra.key) == ("mars", key)), None)
        if mesh.uri is None or not (drawn or kept):
            self._report_missing(part, mesh, shape)
            return None
        if shape.center_submesh:
            self._report_not_centred(part, mesh, shape)
        turn = QUARTER_BACK if turned else IDENTITY
        factors = _exchanged(scale) if turned else scale
        return MeshUse(constant(str(mesh.uri)), ONE if drawn or kept is None else kept.value, turn, factors, shape.submesh)

    def _load(self, mesh: Mesh) -> LoadedMesh | None:
        from scenec.meshes.files import load_mesh

        if mesh.found is None:
            return None
        if mesh.id not in self._loaded:
            try:
                self._loaded[mesh.id] = load_mesh(mesh.found)
            except ReadError as problem:
                self._loaded[mesh.id] = None
                self._problems[mesh.id] = str(problem)
        return self._loaded[mesh.id]

    # -- files that are written

    def _write(self, shape: MeshShape, mesh: Mesh, key: Key) -> MeshUse | None:
        data = mesh.data
        stem = str(mesh.name or "mesh")
        says = Sources(())
        if data is None:
            data = self._numbers_of_file(mesh)
            stem = str(mesh.uri or "mesh")
        else:
            says = said_by_file(data, key[2])
        chosen = transformed(data, key) if data is not None else None
        if data is None or chosen is None:
            return None
        stem = self.assets.stem_of(stem)
        count = len(self._by_content)
        says = Sources((*says.ids, *steering(shape.scale)))
        use = self._store(chosen, f"{stem}-{key[2]}" if key[2] and len(data.groups) > 1 else stem, says)
        if mesh.data is not None:
            use = use._replace(extend=steered_by(use.extend, mesh.data.vertices))
        if len(self._by_content) > count and mesh.data is not None:  # else it is in the file of its equal, which has that one's name
            use = use._replace(file=Said(use.file.text, ids_of(mesh.name)))
        return use

    def _numbers_of_file(self, mesh: Mesh) -> MeshData | None:
        """Return the triangles of a mesh file. Normals, texture coordinates and materials of the file are reported as dropped."""
        loaded = self._load(mesh)
        if loaded is None or not loaded.parts:
            return None
        self.writing.report(
            findings.MESH_FILE_REWRITTEN,
            mesh,
            about=mesh.uri,
            subject=str(mesh.name or mesh.uri),
            value=str(mesh.uri),
            target="OBJ, triangles only",
        )
        import numpy as np

        groups, tables, known = list[MeshGroup](), list[Any](), 0
        for number, loaded_part in enumerate(loaded.parts):
            tables.append(loaded_part.vertices.array)
            faces = Faces(vertices=Block(loaded_part.triangles.array + known))
            known += len(tables[-1])
            groups.append(MeshGroup(name=loaded_part.name or f"part{number + 1}", faces=(faces,)))
        return MeshData(vertices=Block(np.concatenate(tables)), groups=tuple(groups))

    def _store(self, data: MeshData, stem: str, says: Sources) -> MeshUse:
        from scenec.meshes.obj import obj_text

        extend = size_of(data)
        name = self.assets.stem_of(stem)
        content = obj_text(_turned(data), name, up="y")[0]
        if content not in self._by_content:
            self._by_content[content] = self.assets.file(name, ".obj", content, says)
        else:
            self.assets.says(self._by_content[content], says)
        return MeshUse(constant(self._by_content[content]), extend)

    def _report_missing(self, part: Collision | Visual, mesh: Mesh, shape: MeshShape) -> None:
        what = f"{mesh.uri} ({shape.submesh})" if shape.submesh else str(mesh.uri)
        about = part if mesh.id in self._drawn else self.writing.with_mesh(part)
        self.writing.report(findings.COLLISION_MESH_DROPPED, part, about=about, value=what)

    def _report_not_centred(self, part: Collision | Visual, mesh: Mesh, shape: MeshShape) -> None:
        self.writing.report(
            findings.MESH_CENTRE_DROPPED,
            part,
            about=shape.center_submesh,
            value=f"{mesh.uri} ({shape.submesh})",
        )

    def _report_unreadable(self, part: Collision | Visual, mesh: Mesh) -> None:
        self.writing.report(
            findings.MESH_UNMEASURED_DROPPED,
            part,
            about=self.writing.with_mesh(part),
            value=str(mesh.uri),
            problem=self._problems[mesh.id],
        )


def _stretched(extent: MeshExtent, scale: Vec3) -> Vec3:
    """Return the size of the box of a file under a scale (m)."""
    sizes = [high - low for low, high in zip(extent.lower, extent.upper, strict=True)]
    x, y, z = sizes if scale == ONE else [Computed(size * factor) for size, factor in zip(sizes, scale, strict=True)]
    return (x, y, z)


def _exchanged(size: Vec3) -> Vec3:
    """Along the axes of a file with y up -> along those of MARS."""
    return (size[0], size[2], size[1])


def size_of(data: MeshData) -> Vec3:
    """Return the size of the box around a mesh (m)."""
    lower, upper = bounds(data)
    x, y, z = (upper - lower).tolist()
    return (x, y, z)


def _turned(data: MeshData) -> MeshData:
    """The numbers of the file: MARS's loader turns them back."""
    normals = data.normals
    turned = None if normals is None else _turned_block(normals)
    return msgspec.structs.replace(data, vertices=_turned_block(data.vertices), normals=turned)


def _turned_block(block: Block) -> Block:
    import numpy as np

    table = block.array
    turned = np.stack([table[:, 0], table[:, 2], 0.0 - table[:, 1]], axis=1)
    turned.flags.writeable = False  # so that the block need not copy it
    return Block(turned)
