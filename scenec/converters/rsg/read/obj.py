"""OBJ files by the rules of SimSpark's loader.

The first four lines are a head, of which only the third counts (`mtllib`). Corners are ``v/vt/vn`` or ``v//vn``. The first three corners of
a face count, and only faces behind a ``usemtl``.
"""

from __future__ import annotations

import msgspec

from scenec.ir.blocks import Block
from scenec.ir.geometry import Faces, MeshData, MeshExtent, MeshGroup

HEAD = 4
"""Number of lines at the start without vertices or faces."""

_DIGITS = 30
"""Digits of an index that are parsed. More are beyond every list, and Python refuses to parse thousands."""


class ObjFile(msgspec.Struct):
    """data: the triangles that are drawn, None if there are none. differs: how other loaders show something else, "" if they do not.
    library: the material file. extents: of the data. bare: number of faces before the first ``usemtl``."""

    data: MeshData | None
    differs: str
    library: str
    extents: tuple[MeshExtent, ...]
    bare: int = 0


def read_obj(content: bytes) -> ObjFile:
    """Parse an OBJ file. Raises ValueError for a line that is no OBJ."""
    lines = content.decode("utf-8", "replace").splitlines()
    head = lines[:HEAD]
    library = head[2].split()[1] if len(head) > 2 and head[2].startswith("mtllib ") and len(head[2].split()) > 1 else ""
    tables: dict[str, list[tuple[float, ...]]] = {"v": [], "vt": [], "vn": []}
    corners: list[tuple[int, int, int]] = []
    cut = refused = bare = 0
    named = False
    for number, line in enumerate(lines[HEAD:], HEAD + 1):
        words = line.split()
        if not words:
            continue
        if words[0] in tables:
            try:
                tables[words[0]].append(tuple(float(word) for word in words[1 : 3 if words[0] == "vt" else 4]))
            except ValueError:
                raise ValueError(f"line {number}: {line.strip()[:60]!r}") from None
        elif words[0] == "usemtl":
            named = True
        elif words[0] == "f" and not named:
            bare += 1
        elif words[0] == "f":
            triple = corners_of(words[1:4])
            if triple is None:
                refused += 1
                continue
            corners += triple
            cut += len(words) > 4
    lost = [line for line in head if line.startswith(("v ", "vn ", "vt ", "f "))]
    reasons = [
        f"keeps three corners of {cut} faces that have more" if cut else "",
        f"leaves out {refused} faces whose corners have no normal" if refused else "",
        f"leaves out {bare} faces before the first usemtl" if bare else "",
        f"skips {len(lost)} of the first {HEAD} lines" if lost else "",
    ]
    data = mesh_of(tables, corners)
    return ObjFile(data, ", ".join(reason for reason in reasons if reason), library, (extent_of(data),) if data is not None else (), bare)


def corners_of(words: list[str]) -> list[tuple[int, int, int]] | None:
    """Return three corners as indices from 0, -1 for no texture coordinate. None for a face that the loader rejects."""
    if len(words) < 3:
        return None
    triples = []
    for word in words:
        parts = [part[:_DIGITS] for part in word.split("/")]
        if len(parts) != 3 or not all(part.isascii() and part.isdigit() and int(part) for part in (parts[0], parts[1] or "1", parts[2])):
            return None
        triples.append((int(parts[0]) - 1, int(parts[1] or 0) - 1, int(parts[2]) - 1))
    return triples


def mesh_of(tables: dict[str, list[tuple[float, ...]]], corners: list[tuple[int, int, int]]) -> MeshData | None:
    import numpy as np

    if not corners:
        return None
    try:
        indices = np.array(corners, dtype=np.int64).reshape(-1, 3, 3)
    except OverflowError:
        raise ValueError("a face uses an entry that no list is long enough for") from None
    vertices, texcoords, normals = (
        np.array(tables[name], dtype=np.float64).reshape(-1, width) for name, width in (("v", 3), ("vt", 2), ("vn", 3))
    )
    for column, table in enumerate((vertices, texcoords, normals)):
        if indices[:, :, column].max() >= len(table):
            raise ValueError(f"a face uses entry {indices[:, :, column].max() + 1} of a list of {len(table)}")
    textured = (indices[:, :, 1] >= 0).all(axis=1)
    faces = []
    for some, has_texture in ((indices[textured], True), (indices[~textured], False)):
        if len(some):
            texture = Block(some[:, :, 1]) if has_texture else None
            faces.append(Faces(vertices=Block(some[:, :, 0]), texcoords=texture, normals=Block(some[:, :, 2])))
    return MeshData(
        vertices=Block(vertices),
        normals=Block(normals),
        texcoords=Block(texcoords) if textured.any() else None,
        groups=(MeshGroup(name="mesh", faces=tuple(faces)),),
    )


def extent_of(data: MeshData) -> MeshExtent:
    import numpy as np

    indices = np.concatenate([faces.vertices.array for faces in data.groups[0].faces])
    used = data.vertices.array[np.unique(indices)]
    lower, upper = used.min(axis=0), used.max(axis=0)
    return MeshExtent(
        vertices=len(np.unique(used, axis=0)),
        faces=len(indices),
        lower=(float(lower[0]), float(lower[1]), float(lower[2])),
        upper=(float(upper[0]), float(upper[1]), float(upper[2])),
    )
