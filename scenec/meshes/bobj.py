"""Binary OBJ, the mesh files of MARS: little-endian records of a tag and numbers, coordinates as shown (z up).

Records (rock-simulation/mars, common/graphics/mars_graphics/src/3d_objects/BobjLoader): 1 vertex, 3 floats; 2 texture coordinate,
2 floats; 3 normal, 3 floats; 4 triangle, 9 integers (vertex, texture coordinate, normal of each corner, from 1; 0: none);
5 vertex colour, 4 floats.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

from scenec.ir.blocks import Block
from scenec.ir.geometry import Faces, MeshData, MeshGroup
from scenec.meshes.loaded import LoadedMesh, LoadedPart, MeshError, loaded_part, refuse_beyond
from scenec.source import Source

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FLOATS = {1: 3, 2: 2, 3: 3, 5: 4}
"""tag -> how many floats follow."""

_VERTEX, _TEXCOORD, _NORMAL, _FACE, _COLOUR = 1, 2, 3, 4, 5


def read_bobj(data: bytes, name: str) -> MeshData:
    """The mesh of a .bobj file: one group, corners with the texture coordinates and normals that all of them have. Vertex colours
    are passed over. MeshError names the record (by its place in the file) that cannot be read."""
    rows: dict[int, list[tuple[Any, ...]]] = {tag: [] for tag in (*_FLOATS, _FACE)}
    readers = {tag: struct.Struct(f"<{count}f") for tag, count in _FLOATS.items()} | {_FACE: struct.Struct("<9i")}
    at, tag_of = 0, struct.Struct("<i")
    while at < len(data):
        tag: int = tag_of.unpack_from(data, at)[0] if at + 4 <= len(data) else 0
        reader = readers.get(tag)
        if reader is None:
            raise MeshError(f"byte {at}: {tag} begins no record of a bobj file", Source(name), "1 to 5")
        if at + 4 + reader.size > len(data):
            raise MeshError(f"byte {at}: the file ends within a record", Source(name))
        rows[tag].append(reader.unpack_from(data, at + 4))
        at += 4 + reader.size
    return _mesh(rows, name)


def _mesh(rows: dict[int, list[tuple[Any, ...]]], name: str) -> MeshData:
    import numpy as np

    corners = np.array(rows[_FACE], dtype=np.int64).reshape(-1, 3, 3)
    tables = [_shortest(rows[tag], _FLOATS[tag]) for tag in (_VERTEX, _TEXCOORD, _NORMAL)]
    for column, table in enumerate(tables):
        used = corners[:, :, column]
        if used.size and (used.max() > len(table) or used.min() < (1 if column == 0 else 0)):
            raise MeshError(f"a triangle uses a {('vertex', 'texture coordinate', 'normal')[column]} that is not there", Source(name))
    refuse_beyond(tables, name)
    has = [bool(corners.size) and bool((corners[:, :, column] > 0).all()) for column in range(3)]
    faces = Faces(
        vertices=Block(corners[:, :, 0] - 1),
        texcoords=Block(corners[:, :, 1] - 1) if has[1] else None,
        normals=Block(corners[:, :, 2] - 1) if has[2] else None,
    )
    return MeshData(
        vertices=Block(tables[0]),
        texcoords=Block(tables[1]) if has[1] else None,
        normals=Block(tables[2]) if has[2] else None,
        groups=(MeshGroup(name="", faces=(faces,) if corners.size else ()),),
    )


def _shortest(rows: list[tuple[float, ...]], columns: int) -> NDArray[Any]:
    """The numbers as doubles, each the shortest decimal that is this float: 0.1 rather than 0.10000000149."""
    import numpy as np

    floats = np.array(rows, dtype=np.float32).reshape(-1, columns)
    return np.array([float(text) for text in floats.astype(str).ravel()], dtype=np.float64).reshape(-1, columns)


def write_bobj(mesh: MeshData) -> bytes:
    """The file of a mesh: all its groups in a row, polygons cut into fans. Numbers are rounded to single precision, which is all the
    format has."""
    parts = [_records(_VERTEX, mesh.vertices)]
    if mesh.texcoords is not None:
        parts.append(_records(_TEXCOORD, mesh.texcoords))
    if mesh.normals is not None:
        parts.append(_records(_NORMAL, mesh.normals))
    for group in mesh.groups:
        parts += [_triangles(faces) for faces in group.faces]
    return b"".join(parts)


def _records(tag: int, table: Block) -> bytes:
    import numpy as np

    count = len(table)
    records = np.zeros(count, dtype=[("tag", "<i4"), ("numbers", "<f4", (_FLOATS[tag],))])
    records["tag"] = tag
    if count:
        records["numbers"] = table.array
    return records.tobytes()


def _triangles(faces: Faces) -> bytes:
    import numpy as np

    columns = [None if table is None else table.array for table in (faces.vertices, faces.texcoords, faces.normals)]
    count, corners = faces.vertices.array.shape
    records = np.zeros((count, corners - 2), dtype=[("tag", "<i4"), ("corners", "<i4", (3, 3))])
    records["tag"] = _FACE
    for column, table in enumerate(columns):
        if table is not None:
            for second in range(1, corners - 1):
                records["corners"][:, second - 1, :, column] = table[:, [0, second, second + 1]] + 1
    return records.tobytes()


def load_bobj(data: bytes, name: str) -> LoadedMesh:
    """Positions and triangles only, as `scenec.meshes.files.load_mesh` gives them of other files."""
    mesh = read_bobj(data, name)
    parts: list[LoadedPart] = []
    for group in mesh.groups:
        for faces in group.faces:
            part = loaded_part(group.name, mesh.vertices.array, faces.vertices.array)
            if part:
                parts.append(part)
    return LoadedMesh(tuple(parts))
