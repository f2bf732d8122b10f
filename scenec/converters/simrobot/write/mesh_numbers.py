"""The numbers of a mesh in the form of SimRobot: texture coordinates per vertex, normals per corner or none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from scenec.ir.geometry import Faces, MeshData
from scenec.ir.pose import Vec3

if TYPE_CHECKING:
    from numpy.typing import NDArray


class NumberLists(msgspec.Struct, frozen=True, eq=False):
    """vertices (n, 3) in m, normals (m, 3), texcoords (n, 2). faces: per group and list of faces, (count, corners, 1 or 2): the
    vertex and, if there are normals, the normal of every corner. uses_normals, uses_texcoords: whether the mesh's own are in it."""

    vertices: NDArray[Any]
    normals: NDArray[Any] | None
    texcoords: NDArray[Any] | None
    faces: dict[tuple[int, int], NDArray[Any]]
    uses_normals: bool
    uses_texcoords: bool


def number_lists(data: MeshData, scale: Vec3 | None) -> NumberLists:
    """Return the lists of a mesh. Vertices that have several texture coordinates are repeated. A mesh that is drawn flat gets a normal per
    face; without normals SimRobot draws smoothly. A scale is applied, and if it mirrors, faces are turned round."""
    import numpy as np

    lists = {(g, f): faces for g, group in enumerate(data.groups) for f, faces in enumerate(group.faces)}
    vertices, texcoords, corners = _with_texcoords(data, lists)
    normals: Any = None
    own_normals = data.normals is not None and len(data.normals) > 0 and all(faces.normals is not None for faces in lists.values())
    if scale is not None:
        vertices = vertices * np.asarray(scale)
    mirrored = scale is not None and scale[0] * scale[1] * scale[2] < 0
    if own_normals:
        assert data.normals is not None
        normals = data.normals.array
        if scale is not None and all(scale):
            normals = normals / _within_reach(scale)
            normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-300)
        faces = {key: np.stack((corners[key], each.normals.array), axis=2) for key, each in lists.items() if each.normals is not None}
    else:
        faces = {key: each[:, :, None] for key, each in corners.items()}
    if mirrored:
        faces = {key: each[:, ::-1] for key, each in faces.items()}
    if not own_normals and not data.smooth:
        normals, faces = _flat(vertices, faces)
    return NumberLists(vertices, normals, texcoords, faces, own_normals, texcoords is not None)


def _within_reach(scale: Vec3) -> Any:
    """A scale times the power of two that makes its smallest part about 1: what is divided by it points the same way, digit for digit, and
    can be squared."""
    import numpy as np

    with np.errstate(over="ignore", under="ignore"):
        return np.ldexp(scale, -np.frexp(np.abs(scale).min())[1])


def _with_texcoords(data: MeshData, lists: dict[tuple[int, int], Faces]) -> tuple[Any, Any, dict[tuple[int, int], NDArray[Any]]]:
    """Return vertices, texture coordinates of the same number, and the vertex of every corner."""
    import numpy as np

    plain = {key: faces.vertices.array for key, faces in lists.items()}
    vertices = data.vertices.array
    if data.texcoords is None or not len(data.texcoords) or any(faces.texcoords is None for faces in lists.values()):
        return vertices, None, plain
    texcoords = data.texcoords.array
    if len(texcoords) == len(vertices) and all(faces.texcoords == faces.vertices for faces in lists.values()):
        return vertices, texcoords, plain
    pairs = {key: np.stack((faces.vertices.array, faces.texcoords.array), axis=2) for key, faces in lists.items() if faces.texcoords}
    flat = np.concatenate([each.reshape(-1, 2) for each in pairs.values()])
    distinct, place = np.unique(flat, axis=0, return_inverse=True)
    place = place.reshape(-1)
    corners, start = {}, 0
    for key, each in pairs.items():
        count = each.shape[0] * each.shape[1]
        corners[key] = place[start : start + count].reshape(each.shape[:2])
        start += count
    return vertices[distinct[:, 0]], texcoords[distinct[:, 1]], corners


def _flat(vertices: NDArray[Any], faces: dict[tuple[int, int], NDArray[Any]]) -> tuple[NDArray[Any], dict[tuple[int, int], NDArray[Any]]]:
    """Return one normal per face, and faces that use it in all corners."""
    import numpy as np

    found, turned, start = [], {}, 0
    for key, each in faces.items():
        points = vertices[each[:, :, 0]]
        normal = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
        size = np.linalg.norm(normal, axis=1, keepdims=True)
        found.append(np.round(np.where(size > 0, normal / np.where(size > 0, size, 1.0), (0.0, 0.0, 1.0)), 12))
        index = np.broadcast_to((start + np.arange(len(each)))[:, None], each.shape[:2])
        turned[key] = np.stack((each[:, :, 0], index), axis=2)
        start += len(each)
    return np.concatenate(found), turned
