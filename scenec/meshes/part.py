"""The part of an inline mesh that a shape uses: a group of it, scaled, mirrored, centred."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from scenec.ir.base import Id
from scenec.ir.blocks import Block
from scenec.ir.geometry import Faces, MeshData, MeshGroup
from scenec.ir.pose import Vec3

if TYPE_CHECKING:
    from numpy.typing import NDArray

ONE: Vec3 = (1.0, 1.0, 1.0)

Key = tuple[Id, Vec3, str | None, bool]
"""A mesh, its scale, the group that is used (None: all), and whether the group is centred."""


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
