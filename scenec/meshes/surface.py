"""Triangles, normals and corners of an inline mesh, for the mesh writers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from scenec.ir.blocks import Block
from scenec.ir.geometry import Faces, MeshData, MeshGroup

if TYPE_CHECKING:
    from numpy.typing import NDArray


def triangles(indices: NDArray[Any]) -> NDArray[Any]:
    """Index triples of faces of shape (n, 3 or 4): a quad a b c d gives a b c and c d a, one after the other."""
    if indices.shape[1] == 3:
        return indices
    return indices[:, (0, 1, 2, 2, 3, 0)].reshape(-1, 3)


def face_normals(vertices: NDArray[Any], indices: NDArray[Any]) -> NDArray[Any]:
    """Unit normals of faces of shape (n, 3 or 4), counter-clockwise seen from outside, from the first three corners of each
    (as SimRobot computes them); zero for faces without area."""
    import numpy as np

    normals = np.empty((len(indices), 3))
    for start in range(0, len(indices), _ROWS):
        first, second, third = (vertices[indices[start : start + _ROWS, corner]] for corner in range(3))
        normals[start : start + _ROWS] = _normalised(np.cross(second - first, third - first))
    return normals


def smoothed(mesh: MeshData) -> MeshData:
    """The mesh with normals: a smooth mesh without any gets, for every vertex of every group, the average of the normals of the
    group's faces around it, each of the same weight. Any other mesh comes back unchanged.

    The rule is SimRobot's, whose groups are drawn separately: no average reaches across their borders.
    """
    import numpy as np

    if mesh.normals is not None or not mesh.smooth:
        return mesh
    vertices = mesh.vertices.array
    tables: list[NDArray[Any]] = []
    groups: list[MeshGroup] = []
    known = 0
    for group in mesh.groups:
        rows, renumber = used_rows([faces.vertices.array for faces in group.faces], len(vertices))
        tables.append(_averages(vertices, [faces.vertices.array for faces in group.faces], renumber, len(rows)))
        smooth_faces = []
        for faces in group.faces:
            normals = faces.vertices
            if known or len(rows) < len(vertices):
                local = renumber[faces.vertices.array]
                local += known
                local.flags.writeable = False  # so that the block need not copy it
                normals = Block(local)
            smooth_faces.append(Faces(vertices=faces.vertices, normals=normals, texcoords=faces.texcoords))
        known += len(rows)
        groups.append(MeshGroup(name=group.name, faces=tuple(smooth_faces), material=group.material))
    # 15 decimals: computed numbers print without rounding noise.
    averages = tables[0] if len(tables) == 1 else np.concatenate([np.zeros((0, 3)), *tables])
    np.round(averages, 15, out=averages)
    averages[~averages.any(axis=1)] = (0.0, 0.0, 1.0)  # faces without area, or back to back
    averages.flags.writeable = False
    return MeshData(vertices=mesh.vertices, normals=Block(averages), texcoords=mesh.texcoords, groups=tuple(groups))


def _averages(vertices: NDArray[Any], faces: list[NDArray[Any]], renumber: NDArray[Any], count: int) -> NDArray[Any]:
    """The normals of `count` vertices, each the average of the faces around it. renumber: row of `vertices` -> row of the result."""
    import numpy as np

    sums = np.zeros((count, 3))
    for i, indices in enumerate(faces):
        these = np.zeros((count, 3)) if i else sums
        for start in range(0, len(indices), _ROWS):
            some = indices[start : start + _ROWS]
            local, normals = renumber[some].ravel(), face_normals(vertices, some)
            for axis in range(3):
                np.add.at(these[:, axis], local, np.repeat(normals[:, axis], some.shape[1]))
        if these is not sums:
            sums += these
    for start in range(0, count, _ROWS):
        sums[start : start + _ROWS] = _normalised(sums[start : start + _ROWS])
    return sums


def used_rows(used: list[NDArray[Any]], size: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Which of `size` rows any of these indices name, in order, and the new index of every old row."""
    import numpy as np

    is_used = np.zeros(size, dtype=bool)
    for indices in used:
        is_used[indices.ravel()] = True
    return np.flatnonzero(is_used), np.cumsum(is_used) - 1


def _normalised(vectors: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    result: NDArray[Any] = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
    return result


_ROWS = 1 << 14
"""Faces that are looked at together: what is computed on the way takes ten times the memory of the result."""


class Corners(NamedTuple):
    """A group with one index per corner, as most formats have it: rows of the three arrays belong together.

    vertices: (n, 3) m. normals: (n, 3) or None. texcoords: (n, 2) or None. triangles: (f, 3).
    """

    vertices: NDArray[Any]
    normals: NDArray[Any] | None
    texcoords: NDArray[Any] | None
    triangles: NDArray[Any]


def faces_by_attributes(group: MeshGroup) -> list[list[Faces]]:
    """The faces of a group, those together that have the same attributes; without empty ones."""
    kinds: dict[tuple[bool, bool], list[Faces]] = {}
    for faces in group.faces:
        if len(faces.vertices):
            kinds.setdefault((faces.normals is not None, faces.texcoords is not None), []).append(faces)
    return list(kinds.values())


def unified(mesh: MeshData, some_faces: list[Faces]) -> Corners:
    """The triangles of faces with the same attributes, over vertices that are split where normals or texture coordinates
    differ."""
    import numpy as np

    names = [name for name in ("vertices", "normals", "texcoords") if getattr(some_faces[0], name) is not None]
    indices = {name: np.concatenate([triangles(getattr(faces, name).array).ravel() for faces in some_faces]) for name in names}
    firsts, corner_of = distinct_rows(np.stack(list(indices.values()), axis=1))
    rows = {name: getattr(mesh, name).array[column[firsts]] for name, column in indices.items()}
    return Corners(rows["vertices"], rows.get("normals"), rows.get("texcoords"), corner_of.reshape(-1, 3))


def distinct_rows(rows: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Where each distinct row stands first, in that order, and for every row which of those it equals.

    (numpy.unique with an axis does this too, several times slower.)
    """
    import numpy as np

    order = np.lexsort(rows.T)
    ordered = rows[order]
    is_new = np.ones(len(rows), dtype=bool)
    is_new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    firsts = order[is_new]  # lexsort is stable: the first of equal rows comes first
    by_place = np.argsort(firsts)
    rank = np.empty_like(by_place)
    rank[by_place] = np.arange(len(firsts))
    which = np.empty(len(rows), dtype=np.int64)
    which[order] = rank[np.cumsum(is_new) - 1]
    return firsts[by_place], which


def distinct_triangles(corners: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Where each of the triangles, (n, 3), stands first, in that order, and all of them so turned that equal ones are equal rows,
    whichever corner they start at. One that faces the other way is another."""
    import numpy as np

    start = np.argmin(corners, axis=1)[:, None]
    turned: NDArray[Any] = np.take_along_axis(corners, (start + np.arange(3)) % 3, axis=1)
    return distinct_rows(turned)[0], turned
