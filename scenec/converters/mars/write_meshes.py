"""Mesh files: OBJ as MARS wants them, with y up.

MARS's loader turns an OBJ by a quarter about x: a file's (a, b, c) is shown at (a, -c, b). So (x, y, z) is written as (x, z, -y), which
no rounding touches. The physical mesh is stretched until its bounding box is `extend`, so that is computed from the numbers that are
written; `pivot` is the origin, so a node stands where its mesh's origin is. Scales, negative ones too, are put into the numbers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.mars.write_assets import Assets
from scenec.converters.mars.write_context import Writing
from scenec.errors import ReadError
from scenec.ir.base import Id
from scenec.ir.blocks import Block
from scenec.ir.geometry import Faces, MeshData, MeshGroup, MeshShape
from scenec.ir.pose import Vec3
from scenec.trace import plain

if TYPE_CHECKING:
    from numpy.typing import NDArray

Key = tuple[Id, Vec3 | None, str | None, bool]
"""A mesh, the scale it is used with, the only group of it that is used, and whether that is centred."""
Use = tuple[str, Vec3]
"""The file and the edges of the box around it (m)."""


class Meshes:
    """The mesh files of one output; a mesh that is used alike several times is one file."""

    def __init__(self, writing: Writing, assets: Assets) -> None:
        self.writing = writing
        self.assets = assets
        self._uses: dict[Key, Use | None] = {}
        self._made: dict[Any, Use] = {}
        self._by_content: dict[bytes, str] = {}

    def use(self, part: Any, shape: MeshShape) -> Use | None:
        """The file of a mesh as a shape uses it (through the lens); None if there are no numbers to write."""
        bare = unwrap(shape)
        scale = None if bare.scale is None or tuple(bare.scale) == (1.0, 1.0, 1.0) else plain(bare.scale)
        key = (bare.mesh, scale, plain(bare.submesh), bool(bare.center_submesh))
        if key not in self._uses:
            self._uses[key] = self._write(part, shape, key)
        if self._uses[key] is not None:
            _ = (shape.mesh, shape.scale, shape.submesh, shape.center_submesh)
            mesh = self.writing.seen[bare.mesh]
            for extent in mesh.extents:
                mark_read(extent)
        return self._uses[key]

    def made(self, data: MeshData, name: str, key: object) -> Use:
        """A mesh that the writer made itself."""
        if key not in self._made:
            self._made[key] = self._store(data, name)
        return self._made[key]

    def _write(self, part: Any, shape: MeshShape, key: Key) -> Use | None:
        mesh = self.writing.seen.get(key[0])
        if mesh is None:
            return None
        data = unwrap(mesh).data
        stem = str(unwrap(mesh).name or "mesh")
        if data is None:
            data = self._loaded(part, mesh)
            if data is None:
                return None
            stem = self.assets.stem_of(str(unwrap(mesh).uri or "mesh"))
        else:
            self._read_through_lens(mesh.data, key[2])
        _ = (mesh.name, mesh.uri)
        chosen = transformed(data, key)
        if chosen is None:
            return None
        return self._store(chosen, f"{stem}-{key[2]}" if key[2] and len(unwrap(data).groups) > 1 else stem)

    def _loaded(self, part: Any, mesh: Any) -> MeshData | None:
        """The triangles of a mesh file; what else the file says (normals, texture coordinates, materials) is told to be lost."""
        from scenec.meshes.files import load_mesh

        bare = unwrap(mesh)
        if bare.found is None:
            return None
        try:
            loaded = load_mesh(bare.found)
        except ReadError as problem:
            self.writing.tell(
                part,
                "mesh-unreadable",
                "dropped",
                "error",
                "geometry",
                about=bare.uri,
                value=str(bare.uri),
                because=f"MARS needs its numbers with y up, and {problem.what if hasattr(problem, 'what') else problem}",
                consequence="the shape is missing",
            )
            return None
        if not str(bare.found).lower().endswith(".stl"):
            self.writing.tell(
                mesh,
                "mesh-file-converted",
                "approximated",
                "note",
                "appearance",
                about=bare.uri,
                subject=str(bare.name or bare.uri),
                value=str(bare.uri),
                target="OBJ with y up, triangles only",
                because="MARS turns the meshes it loads, so the file is written anew",
                consequence="its normals, texture coordinates and materials are not taken over",
            )
        groups, tables, known = [], [], 0
        for number, loaded_part in enumerate(loaded.parts):
            tables.append(loaded_part.vertices.array)
            faces = Faces(vertices=Block(loaded_part.triangles.array + known))
            known += len(tables[-1])
            groups.append(MeshGroup(name=loaded_part.name or f"part{number + 1}", faces=(faces,)))
        if not groups:
            return None
        import numpy as np

        return MeshData(vertices=Block(np.concatenate(tables)), groups=tuple(groups))

    def _read_through_lens(self, data: Any, submesh: str | None) -> None:
        """What is written of a mesh counts as read: everything but the materials of its groups, which nodes give."""
        bare = unwrap(data)
        used = [bool(group.faces) and (submesh is None or group.name == submesh) for group in bare.groups]
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

    def _store(self, data: MeshData, stem: str) -> Use:
        from scenec.meshes.obj import obj_text

        extend = size_of(data)
        name = self.assets.stem_of(stem)
        content = _y_up(obj_text(_turned(data), name)[0])
        key = content.replace(f"\no {name}\n".encode(), b"\n")
        if key not in self._by_content:
            self._by_content[key] = self.assets.file(name, ".obj", content)
        return self._by_content[key], extend


def _y_up(content: bytes) -> bytes:
    return content.replace(b"# metres, z up", b"# metres, y up", 1)


def transformed(data: MeshData, key: Key) -> MeshData | None:
    """The groups that are used, scaled, centred, without materials; None without faces. A mirror turns the corners around."""
    bare = unwrap(data)
    _, scale, submesh, centred = key
    groups = [group for group in bare.groups if submesh is None or group.name == submesh]
    if not any(len(faces.vertices) for group in groups for faces in group.faces):
        return None
    mirrored = scale is not None and scale[0] * scale[1] * scale[2] < 0
    made = MeshData(
        vertices=bare.vertices if scale is None else Block(bare.vertices.array * _row(scale)),
        normals=bare.normals if scale is None or bare.normals is None else Block(_unit(bare.normals.array / _row(scale))),
        texcoords=bare.texcoords,
        smooth=bare.smooth,
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

    used = np.unique(np.concatenate([faces.vertices.array.ravel() for group in data.groups for faces in group.faces]))
    points = data.vertices.array[used]
    return points.min(axis=0), points.max(axis=0)


def size_of(data: MeshData) -> Vec3:
    lower, upper = bounds(data)
    x, y, z = (upper - lower).tolist()
    return (x, y, z)


def _turned(data: MeshData) -> MeshData:
    """The numbers of the file: MARS's loader turns them back."""
    normals = data.normals
    return msgspec.structs.replace(
        data, vertices=_turned_block(data.vertices), normals=None if normals is None else _turned_block(normals)
    )  # fmt: skip


def _turned_block(block: Block) -> Block:
    import numpy as np

    table = block.array
    return Block(np.stack([table[:, 0], table[:, 2], 0.0 - table[:, 1]], axis=1))
