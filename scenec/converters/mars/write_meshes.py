"""Mesh files. MARS takes an OBJ file to have y up: it shows a file's (a, b, c) at (a, -c, b); an STL file only where it is drawn.

A file that MARS reads, too, is taken over byte for byte, and the node turned back by a quarter. Everything else (numbers that stand in
the scene, COLLADA, mirrored uses) is written as OBJ with y up: (x, y, z) becomes (x, z, -y), which no rounding touches. The physical
mesh is stretched until its bounding box is `extend`, so that is computed from the numbers of the file; `pivot` is the origin, so a
node stands where its mesh's origin is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.numbers import Computed
from scenec.converters.mars.write_assets import Assets
from scenec.converters.mars.write_context import Writing
from scenec.errors import ReadError
from scenec.ir.base import Id
from scenec.ir.blocks import Block
from scenec.ir.geometry import Faces, Mesh, MeshData, MeshExtent, MeshGroup, MeshShape
from scenec.ir.pose import IDENTITY, Rotation, Vec3
from scenec.trace import plain

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scenec.meshes.loaded import LoadedMesh

QUARTER_BACK = Rotation.about((1.0, 0.0, 0.0), -1.5707963267948966)
"""What undoes MARS's turn of a file with y up."""
ONE: Vec3 = (1.0, 1.0, 1.0)

Key = tuple[Id, Vec3, str | None, bool]
"""A mesh, the scale it is used with, the only group of it that is used, and whether that is centred."""


class MeshUse(NamedTuple):
    """A mesh as a node has it. extend: the box around it (m); turn: of the node, besides where the shape is; scale: along the node's axes;
    part: the group of the file that is meant."""

    file: str
    extend: Vec3
    turn: Rotation = IDENTITY
    scale: Vec3 = ONE
    part: str | None = None


class Meshes:
    """The mesh files of one output; a mesh that is used alike several times is one file."""

    def __init__(self, writing: Writing, assets: Assets) -> None:
        self.writing = writing
        self.assets = assets
        self._written: dict[Key, MeshUse | None] = {}
        self._made: dict[Any, MeshUse] = {}
        self._by_content: dict[bytes, str] = {}
        self._loaded: dict[Id, LoadedMesh | None] = {}

    def use(self, part: Any, shape: MeshShape, *, drawn: bool) -> MeshUse | None:
        """How a shape uses a mesh (through the lens); None if there are no numbers to write."""
        bare = unwrap(shape)
        mesh = self.writing.seen.get(bare.mesh)
        if mesh is None:
            return None
        scale: Vec3 = ONE if bare.scale is None else plain(bare.scale)
        found = self._copied(part, mesh, bare, scale, drawn=drawn) if unwrap(mesh).data is None else None
        if found is None:
            key = (bare.mesh, scale, plain(bare.submesh), bool(bare.center_submesh))
            if key not in self._written:
                self._written[key] = self._write(part, mesh, key)
            found = self._written[key]
        if found is not None:
            _ = (shape.mesh, shape.scale, shape.submesh, shape.center_submesh, mesh.uri)
            for extent in mesh.extents:
                mark_read(extent)
        return found

    def made(self, data: MeshData, name: str, key: object) -> MeshUse:
        """A mesh that the writer made itself."""
        if key not in self._made:
            self._made[key] = self._store(data, name)
        return self._made[key]

    # -- files that MARS reads

    def _copied(self, part: Any, mesh: Any, shape: MeshShape, scale: Vec3, *, drawn: bool) -> MeshUse | None:
        """A file taken over as it is; None for one that MARS would not show as the scene does."""
        bare: Mesh = unwrap(mesh)
        suffix = str(bare.found or bare.uri or "").lower().rpartition(".")[2]
        turned = suffix == "obj" or (drawn and suffix == "stl")
        if bare.found is None or (self.writing.from_mars and self._load(part, mesh) is None):
            return self._unseen(part, bare, shape, scale, drawn=drawn, turned=turned)
        if suffix not in ("obj", "stl") or shape.center_submesh or min(scale) <= 0 or (shape.submesh and suffix == "stl"):
            return None
        loaded = self._load(part, mesh)
        extent = next((each for each in loaded.extents() if each.submesh == (shape.submesh or "")), None) if loaded is not None else None
        if extent is None:
            return None
        file = self.assets.mesh_copy(str(bare.uri), bare.found)
        size = _stretched(extent, scale)
        if not turned:
            return MeshUse(file, size, IDENTITY, scale, shape.submesh)
        return MeshUse(file, _exchanged(size), QUARTER_BACK, _exchanged(scale), shape.submesh)

    def _unseen(self, part: Any, mesh: Mesh, shape: MeshShape, scale: Vec3, *, drawn: bool, turned: bool) -> MeshUse | None:
        """A file that is not there or not to be read, named as it stands; None if it touches and MARS never knew how large."""
        key = "visualsize" if drawn else "extend"
        kept = next((extra for extra in part.extras if (unwrap(extra).format, unwrap(extra).key) == ("mars", key)), None)
        if mesh.uri is None or not (drawn or kept):
            self._tell_missing(part, mesh, shape)
            return None
        if shape.center_submesh:
            self._tell_not_centred(part, mesh, shape)
        turn = QUARTER_BACK if turned else IDENTITY
        factors = _exchanged(scale) if turned else scale
        return MeshUse(str(mesh.uri), ONE if drawn or kept is None else kept.value, turn, factors, shape.submesh)

    def _load(self, part: Any, mesh: Any) -> LoadedMesh | None:
        from scenec.meshes.files import load_mesh

        bare = unwrap(mesh)
        if bare.found is None:
            return None
        if bare.id not in self._loaded:
            try:
                self._loaded[bare.id] = load_mesh(bare.found)
            except ReadError as problem:
                self._loaded[bare.id] = None
                if not self.writing.from_mars:  # where it is named as it stands
                    self._tell_unreadable(part, bare, problem)
        return self._loaded[bare.id]

    # -- files that are written

    def _write(self, part: Any, mesh: Any, key: Key) -> MeshUse | None:
        data = unwrap(mesh).data
        stem = str(unwrap(mesh).name or "mesh")
        if data is None:
            data = self._numbers_of_file(part, mesh)
            stem = str(unwrap(mesh).uri or "mesh")
        else:
            self._read_through_lens(mesh.data, key[2])
        chosen = transformed(data, key) if data is not None else None
        if data is None or chosen is None:
            return None
        stem = self.assets.stem_of(stem)
        count = len(self._by_content)
        use = self._store(chosen, f"{stem}-{key[2]}" if key[2] and len(data.groups) > 1 else stem)
        if len(self._by_content) > count and unwrap(mesh).data is not None:
            _ = mesh.name  # else it is in the file of its equal, which has that one's name
        return use

    def _numbers_of_file(self, part: Any, mesh: Any) -> MeshData | None:
        """The triangles of a mesh file; what else the file says (normals, texture coordinates, materials) is told to be lost."""
        loaded = self._load(part, mesh)
        if loaded is None or not loaded.parts:
            return None
        bare = unwrap(mesh)
        self.writing.tell(
            mesh,
            "mesh-file-approximated",
            "approximated",
            "note",
            "appearance",
            about=bare.uri,
            subject=str(bare.name or bare.uri),
            value=str(bare.uri),
            target="OBJ with y up, triangles only",
            because="MARS turns the meshes it loads, each kind of file in its own way, so this one is written anew",
            consequence="its normals, texture coordinates and materials are not taken over",
        )
        import numpy as np

        groups, tables, known = list[MeshGroup](), list[Any](), 0
        for number, loaded_part in enumerate(loaded.parts):
            tables.append(loaded_part.vertices.array)
            faces = Faces(vertices=Block(loaded_part.triangles.array + known))
            known += len(tables[-1])
            groups.append(MeshGroup(name=loaded_part.name or f"part{number + 1}", faces=(faces,)))
        return MeshData(vertices=Block(np.concatenate(tables)), groups=tuple(groups))

    def _read_through_lens(self, data: Any, submesh: str | None) -> None:
        """What is written of a mesh counts as read: everything but the materials of its groups, which nodes give."""
        bare = unwrap(data)
        used = [bool(group.faces) and submesh in (None, group.name) for group in bare.groups]
        _ = data.vertices
        every = [faces for is_used, group in zip(used, bare.groups, strict=True) if is_used for faces in group.faces]
        if any(faces.normals is not None for faces in every):
            _ = (data.normals, data.smooth)
        if any(faces.texcoords is not None for faces in every):
            _ = data.texcoords
        if bare.normals is None:
            _ = data.smooth
        for is_used, group in zip(used, data.groups, strict=True):
            if is_used:
                _ = group.name
                for faces in group.faces:
                    mark_read(faces)

    def _store(self, data: MeshData, stem: str) -> MeshUse:
        from scenec.meshes.obj import obj_text

        extend = size_of(data)
        name = self.assets.stem_of(stem)
        content = obj_text(_turned(data), name, up="y")[0]
        if content not in self._by_content:
            self._by_content[content] = self.assets.file(name, ".obj", content)
        return MeshUse(self._by_content[content], extend)

    def _tell_missing(self, part: Any, mesh: Mesh, shape: MeshShape) -> None:
        mark_read(part)
        what = f"{mesh.uri} ({shape.submesh})" if shape.submesh else str(mesh.uri)
        self.writing.tell(
            part,
            "collision-mesh-dropped",
            "dropped",
            "error",
            "geometry",
            about=unwrap(part),
            subject=self.writing.subject(part),
            value=what,
            because=f"a mesh that touches needs its size in MARS, and {what} is not there to be measured",
            consequence="nothing touches the body there",
            hint="put the file where the scene expects it, or name its folder with --search-path",
        )

    def _tell_not_centred(self, part: Any, mesh: Mesh, shape: MeshShape) -> None:
        called = self.writing.subject(part)
        self.writing.tell(
            part,
            "mesh-centre-dropped",
            "dropped",
            "warning",
            "geometry",
            about=shape.center_submesh,
            subject=called,
            value=f"{mesh.uri} ({shape.submesh})",
            because=f"MARS centres no meshes, and {mesh.uri} is not there to be centred",
            consequence=f"{called} stands where the file has it",
            hint="put the file where the scene expects it, or name its folder with --search-path",
        )

    def _tell_unreadable(self, part: Any, mesh: Mesh, problem: ReadError) -> None:
        self.writing.tell(
            part,
            "mesh-unmeasured-dropped",
            "dropped",
            "error",
            "geometry",
            about=mesh.uri,
            subject=self.writing.subject(part),
            value=str(mesh.uri),
            because=f"MARS stretches meshes to a size that stands in the scene, and this one cannot be measured: {problem}",
            consequence="the shape is missing",
        )


def _stretched(extent: MeshExtent, scale: Vec3) -> Vec3:
    """The size of a file's box under a scale; as it is under none."""
    sizes = [high - low for low, high in zip(extent.lower, extent.upper, strict=True)]
    x, y, z = sizes if scale == ONE else [Computed(size * factor) for size, factor in zip(sizes, scale, strict=True)]
    return (x, y, z)


def _exchanged(size: Vec3) -> Vec3:
    """Along the axes of a file with y up -> along those of MARS."""
    return (size[0], size[2], size[1])


def transformed(data: MeshData, key: Key) -> MeshData | None:
    """The groups that are used, scaled, centred, without materials; None without faces. A mirror turns the corners around."""
    _, scale, submesh, centred = key
    groups = [group for group in data.groups if submesh in (None, group.name)]
    if not any(len(faces.vertices) for group in groups for faces in group.faces):
        return None
    mirrored = scale[0] * scale[1] * scale[2] < 0
    made = MeshData(
        vertices=data.vertices if scale == ONE else Block(data.vertices.array * _row(scale)),
        normals=data.normals if scale == ONE or data.normals is None else Block(_unit(data.normals.array / _row(scale))),
        texcoords=data.texcoords,
        smooth=data.smooth,
        groups=tuple(MeshGroup(name=group.name, faces=tuple(_faces(each, mirrored) for each in group.faces)) for group in groups),
    )
    if centred:
        lower, upper = bounds(made)
        made = msgspec.structs.replace(made, vertices=Block(made.vertices.array - (lower + upper) / 2))
    return made


def _faces(faces: Faces, mirrored: bool) -> Faces:
    if not mirrored:
        return faces
    blocks = (faces.vertices, faces.normals, faces.texcoords)
    vertices, normals, texcoords = (None if block is None else Block(block.array[:, ::-1].copy()) for block in blocks)
    assert vertices is not None
    return Faces(vertices=vertices, normals=normals, texcoords=texcoords)


def _row(scale: Vec3) -> NDArray[Any]:
    import numpy as np

    return np.array([float(factor) for factor in scale])


def _unit(vectors: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    result: NDArray[Any] = np.round(vectors / np.where(lengths > 0, lengths, 1.0), 15)
    return result


def bounds(data: MeshData) -> tuple[NDArray[Any], NDArray[Any]]:
    """Of the vertices that faces use."""
    import numpy as np

    corners = [faces.vertices.array.ravel() for group in data.groups for faces in group.faces if faces.vertices.array.size]
    if not corners:
        return np.zeros(3), np.zeros(3)
    is_used = np.zeros(len(data.vertices), dtype=bool)
    for indices in corners:
        is_used[indices] = True
    points = data.vertices.array[is_used]
    return points.min(axis=0), points.max(axis=0)


def size_of(data: MeshData) -> Vec3:
    """The box around a mesh, as its file says its numbers."""
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
