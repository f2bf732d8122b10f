"""The text of OBJ and material files that SimSpark's importer reads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from scenec.assembly import Assembly
from scenec.converters.rsg.materials import AMBIENT, BLACK, DEFAULT
from scenec.ir.geometry import Faces, MeshData, MeshGroup, MeshShape
from scenec.ir.material import Material
from scenec.syntax.kinds import shown
from scenec.syntax.said import Said, constant, said
from scenec.trace import ids_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from scenec.meshes.loaded import LoadedMesh


WHITE = "matWhite"
"""Material of faces without one. SimSpark ignores faces before the first ``usemtl``."""


class ObjPart(NamedTuple):
    """Triangles of one material. Tables: positions (n, 3), normals (n, 3), texture coordinates (n, 2). corners: the indices of each
    triangle (n, 3) into positions, texture coordinates and normals."""

    name: str
    material: Material | None
    positions: NDArray[Any]
    normals: NDArray[Any]
    texcoords: NDArray[Any]
    corners: tuple[NDArray[Any], NDArray[Any], NDArray[Any]]


def parts_of_data(data: MeshData, shown: Sequence[MeshGroup], shape: MeshShape) -> list[ObjPart]:
    """Return the parts of an inline mesh that a shape shows. shown: the groups that it shows."""
    from scenec.meshes.surface import smoothed

    if not len(data.vertices):
        return []
    mesh = smoothed(msgspec.structs.replace(data, groups=tuple(shown)))  # each group by itself: the others need not be looked at
    parts = [_part(mesh, str(group.name), group.material, faces) for group in mesh.groups for faces in group.faces if len(faces.vertices)]
    if shape.submesh is None:
        return parts
    return _centred(_pruned(parts)) if shape.center_submesh else _pruned(parts)


def _pruned(parts: list[ObjPart]) -> list[ObjPart]:
    """Return the parts without unused rows of tables. Otherwise each of many files made of a mesh would hold all of it."""
    from scenec.meshes.surface import used_rows

    columns = []
    for i, tables in enumerate(zip(*((part.positions, part.texcoords, part.normals) for part in parts), strict=True)):
        users: dict[int, list[NDArray[Any]]] = {}
        for part, table in zip(parts, tables, strict=True):
            users.setdefault(id(table), []).append(part.corners[i])
        each_once = {id(table): table for table in tables}
        used = {key: used_rows(users[key], len(table)) for key, table in each_once.items()}
        made = {key: table[used[key][0]] for key, table in each_once.items()}
        columns.append([(made[id(table)], used[id(table)][1][part.corners[i]]) for part, table in zip(parts, tables, strict=True)])
    return [
        ObjPart(part.name, part.material, positions, normals, texcoords, (vertices, places, directions))
        for part, (positions, vertices), (texcoords, places), (normals, directions) in zip(parts, *columns, strict=True)
    ]


def _part(data: MeshData, name: str, material: Material | None, faces: Faces) -> ObjPart:
    import numpy as np

    from scenec.meshes.surface import face_normals, triangles

    vertices = triangles(faces.vertices.array)
    if faces.normals is not None and data.normals is not None:
        normals, directions = triangles(faces.normals.array), data.normals.array
    else:
        directions = face_normals(data.vertices.array, faces.vertices.array)
        normals = triangles(np.repeat(np.arange(len(faces.vertices))[:, None], faces.vertices.array.shape[1], axis=1))
    if faces.texcoords is not None and data.texcoords is not None:
        places, texcoords = triangles(faces.texcoords.array), data.texcoords.array
    else:
        places, texcoords = np.broadcast_to(0, vertices.shape), np.zeros((1, 2))
    return ObjPart(name, material, data.vertices.array, directions, texcoords, (vertices, places, normals))


def parts_of_file(loaded: LoadedMesh, shape: MeshShape) -> list[ObjPart]:
    """Return the parts of a mesh file that a shape shows, with flat faces."""
    import numpy as np

    from scenec.meshes.surface import face_normals

    parts = []
    for part in loaded.parts:
        if shape.submesh is not None and part.name != shape.submesh:
            continue
        triangles = part.triangles.array
        normals = np.repeat(np.arange(len(triangles))[:, None], 3, axis=1)
        corners = (triangles, np.broadcast_to(0, triangles.shape), normals)
        parts.append(ObjPart(part.name, None, part.vertices.array, face_normals(part.vertices.array, triangles), np.zeros((1, 2)), corners))
    return _centred(parts) if shape.center_submesh and shape.submesh is not None else parts


def _centred(parts: list[ObjPart]) -> list[ObjPart]:
    """Return the parts, moved so that the centre of their bounding box is the origin."""
    import numpy as np

    if not parts:
        return parts
    used = np.concatenate([part.positions[np.unique(part.corners[0])] for part in parts])
    middle = (used.min(axis=0) + used.max(axis=0)) / 2
    return [part._replace(positions=part.positions - middle) for part in parts]


def obj_text(parts: list[ObjPart], library: str | None) -> bytes:
    """Return an OBJ file. library: name of its material file within `materials/`. Tables that parts share are written once."""
    import numpy as np

    tables = {id(table): table for part in parts for table in (part.positions, part.normals, part.texcoords)}
    file = Assembly(sum(_NUMBER * table.size for table in tables.values()) + sum(_INDEX * 3 * part.corners[0].size for part in parts))
    file.write("\n".join(["# triangles for SimSpark", "#", f"mtllib {library}" if library else "#", "#", ""]).encode())
    known: list[dict[int, int]] = [{}, {}, {}]
    counts = [0, 0, 0]
    offsets: list[list[int]] = []
    for part in parts:
        offsets.append([])
        for i, (keyword, table) in enumerate((("v", part.positions), ("vt", part.texcoords), ("vn", part.normals))):
            if id(table) not in known[i]:
                known[i][id(table)] = counts[i]
                counts[i] += len(table)
                file.writelines(_printed((some + 0.0 for some in _some_rows(table)), partial(_row, keyword)))  # -0.0 becomes 0.0
            offsets[-1].append(known[i][id(table)] + 1)
    for part, first in zip(parts, offsets, strict=True):
        named = part.material.name or part.name if library and part.material is not None else WHITE
        file.write(f"usemtl {material_word(named)}\n".encode())
        columns = zip(*map(_some_rows, part.corners), strict=True)
        file.writelines(_printed((np.stack(some, axis=2) + first for some in columns), _face))
    return file.content()


def _row(keyword: str, row: list[float]) -> str:
    return f"{keyword} " + " ".join(map(shown, row))


def _face(face: list[list[int]]) -> str:
    return "f " + " ".join("/".join(map(str, corner)) for corner in face)


_NUMBER, _INDEX = 26, 11
"""Estimated characters of a number and of an index, with the separator."""

_ROWS = 1 << 14
"""Rows that are printed at once: as Python objects, numbers need ten times the memory."""


def _some_rows(table: NDArray[Any]) -> Iterator[NDArray[Any]]:
    for start in range(0, len(table), _ROWS):
        yield table[start : start + _ROWS]


def _printed(tables: Iterable[NDArray[Any]], line: Callable[[Any], str]) -> Iterator[bytes]:
    """Yield the lines of rows, many at a time."""
    for table in tables:
        yield ("\n".join(map(line, table.tolist())) + "\n").encode()


LIBRARY_FIELDS = ("ambient", "diffuse", "specular", "shininess")
"""Fields of a material in a material file, beside its name."""

DEFAULT_SHININESS = 10.0
"""Shininess of a material that states none."""


def library_text(materials: Mapping[str, Sequence[Material]]) -> Said:
    """Return a material file. It states every value, because SimSpark does not initialise missing ones. materials: for each name those that
    it is said of, which have the same values."""
    lines = [constant("# materials")]
    for name, twins in materials.items():
        lines += [constant(""), said(" ", [constant("newmtl"), constant(material_word(name))])]
        for keyword, field, usual in (("Ka", "ambient", AMBIENT), ("Kd", "diffuse", DEFAULT.diffuse), ("Ks", "specular", BLACK)):
            stated = [colour for each in twins if (colour := getattr(each, field)) is not None]
            *parts, alpha = zip(*(stated or [usual]), strict=True)
            idle = alpha if field != "diffuse" else ()  # only the alpha of the diffuse colour is drawn
            lines.append(said(" ", [said("", [constant(keyword), Said("", ids_of(idle))]), *map(_shared, parts)]))
        shininess = [DEFAULT_SHININESS if each.shininess is None else each.shininess for each in twins]
        lines.append(said(" ", [constant("Ns"), _shared(shininess)]))
        lines.append(said(" ", [constant("d"), _shared([1.0 if each.diffuse is None else each.diffuse[3] for each in twins])]))
    return said("\n", [*lines, constant("")])


def _shared(values: Sequence[float]) -> Said:
    """A number that several materials have."""
    return Said(shown(values[0]), ids_of(tuple(values)))


def material_word(name: str) -> str:
    return "_".join(name.split()) or "material"
