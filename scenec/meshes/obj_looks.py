"""Wavefront OBJ and MTL files with all that shows of them."""

from __future__ import annotations

import os
from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from scenec import files
from scenec.ir.base import Color, Texture
from scenec.ir.material import Material
from scenec.meshes.loaded import MeshError, fans
from scenec.meshes.pieces import DressedMesh, Piece
from scenec.source import Source

if TYPE_CHECKING:
    from numpy.typing import NDArray


_WIDTHS = {"v": 3, "vt": 2, "vn": 3}
"""Numbers of a row of each table, in the order in which a corner names them."""
_NOT_THERE = "a face uses a vertex that is not there"


@dataclass
class _Faces:
    """Indices of corners, polygon after polygon: vertex, texture coordinate, normal (-1: none), one after the other."""

    corners: array[int] = field(default_factory=lambda: array("q"))
    counts: array[int] = field(default_factory=lambda: array("q"))


def dressed_obj(data: bytes, path: str) -> DressedMesh:
    """Parts are groups or objects, whichever was named last; each is cut where the material changes. MeshError names the bad line."""
    tables = {name: array("d") for name in _WIDTHS}
    faces: dict[tuple[str, str], _Faces] = {}
    materials: dict[str, Material] = {}
    libraries: set[str] = set()
    remarks: dict[str, None] = {}
    part = used = ""
    lines = data.decode("utf-8", "replace").replace("\\\r\n", " ").replace("\\\n", " ").split("\n")
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        try:
            match words[0]:
                case "v" | "vn":
                    tables[words[0]].extend((float(words[1]), float(words[2]), float(words[3])))
                case "vt":
                    tables["vt"].extend((float(words[1]), float(words[2]) if len(words) > 2 else 0.0))
                case "f":
                    some = faces.setdefault((part, used), _Faces())
                    for word in words[1:]:
                        some.corners.extend(_corner(word, tables))
                    some.counts.append(len(words) - 1)
                case "g" | "o":
                    part = " ".join(words[1:])
                case "usemtl":
                    used = " ".join(words[1:])
                case "mtllib":
                    library = os.path.normpath(os.path.join(os.path.dirname(path), " ".join(words[1:])))
                    if library not in libraries:  # reading it for each line that names it would be work without end
                        libraries.add(library)
                        materials.update(_library(library, remarks))
        except (ValueError, IndexError):
            raise MeshError(f"{line.strip()[:60]!r} cannot be read as OBJ", Source(path, number)) from None
        except OverflowError:
            raise MeshError(_NOT_THERE, Source(path)) from None
    import numpy as np

    del lines
    arrays = {name: np.array(rows).reshape(-1, _WIDTHS[name]) for name, rows in tables.items()}
    try:
        pieces = [_piece(part, materials.get(used), some, arrays) for (part, used), some in faces.items()]
    except (IndexError, OverflowError):
        raise MeshError(_NOT_THERE, Source(path)) from None
    return DressedMesh(tuple(piece for piece in pieces if len(piece.corners)), tuple(remarks))


def _corner(word: str, tables: dict[str, array[float]]) -> tuple[int, int, int]:
    """``vertex/texcoord/normal``, counted from 1, or back from the last one."""
    given = [*word.split("/"), "", ""][:3]
    found = []
    for text, name in zip(given, _WIDTHS, strict=True):
        index = int(text) if text else 0
        found.append(index - 1 if index >= 0 else index + len(tables[name]) // _WIDTHS[name])
    return found[0], found[1], found[2]


def _piece(name: str, material: Material | None, some: _Faces, tables: dict[str, NDArray[Any]]) -> Piece:
    import numpy as np

    corners = np.asarray(some.corners).reshape(-1, 3)
    order = fans(np.arange(len(corners)), np.asarray(some.counts))
    arrays: list[tuple[NDArray[Any] | None, NDArray[Any] | None]] = []
    for column, table in ((0, "v"), (2, "vn"), (1, "vt")):
        rows = tables[table]
        indices = corners[order, column]
        if len(indices) and indices.max() >= len(rows):
            raise IndexError(table)
        has_all = len(indices) > 0 and indices.min() >= 0
        if column == 0 and len(indices) and not has_all:
            raise IndexError(table)
        arrays.append((rows, indices) if has_all or column == 0 else (None, None))
    (vertices, vertex_corners), (normals, normal_corners), (texcoords, texture_corners) = arrays
    assert vertices is not None and vertex_corners is not None
    return Piece(name, material, vertices, vertex_corners, normals, normal_corners, texcoords, texture_corners)


def _library(path: str, remarks: dict[str, None]) -> dict[str, Material]:
    """The materials of an MTL file; none, with a remark, if it is not there."""
    try:
        lines = files.read_file(path).decode("utf-8", "replace").splitlines()
    except OSError as problem:
        why = problem.strerror if isinstance(problem, files.RefusedError) else "is not there"
        remarks[f"{os.path.basename(path)} {why}: the mesh has no colours"] = None
        return {}
    found: dict[str, Material] = {}
    name = ""
    for line in lines:
        words = line.split()
        if not words:
            continue
        if words[0] == "newmtl":
            name = " ".join(words[1:])
            found[name] = Material(name=name)
        elif name in found:
            found[name] = _with(found[name], words, os.path.dirname(path))
    return found


_COLOURS = {"Ka": "ambient", "Kd": "diffuse", "Ks": "specular", "Ke": "emissive"}


def _with(material: Material, words: list[str], folder: str) -> Material:
    """The material with one more line of its file; what cannot be read is left out."""
    try:
        if words[0] in _COLOURS:
            r, g, b = (float(word) for word in words[1:4])
            alpha = material.diffuse[3] if material.diffuse is not None else 1.0
            colour: Color = (r, g, b, alpha if words[0] == "Kd" else 1.0)
            return msgspec.structs.replace(material, **{_COLOURS[words[0]]: colour})
        if words[0] in ("d", "Tr"):
            opacity = float(words[-1]) if words[0] == "d" else 1.0 - float(words[-1])
            r, g, b = material.diffuse[:3] if material.diffuse is not None else (0.8, 0.8, 0.8)
            return msgspec.structs.replace(material, diffuse=(r, g, b, opacity))
        if words[0] == "Ns":
            return msgspec.structs.replace(material, shininess=float(words[1]))
        if words[0] == "map_Kd":
            return msgspec.structs.replace(material, diffuse_texture=image(words[-1], folder))
    except (ValueError, IndexError):
        pass
    return material


def image(uri: str, folder: str) -> Texture:
    """An image as a mesh file refers to it; see `image_places`."""
    relative = uri.replace("\\", "/")
    found = files.first(image_places(folder, relative) if "\0" not in relative else [], uri)
    return Texture(uri=relative, found=os.path.abspath(found) if found is not None else None)


def image_places(folder: str, name: str) -> list[str]:
    """Where an image may be that a mesh file in a folder names: there, else where Gazebo's models have their textures (gz-common,
    Material::SetTextureImage), if that may be read."""
    usual = os.path.normpath(os.path.join(folder, "..", "materials", "textures", name))
    return [os.path.join(folder, name), *([usual] if files.boundary().allows(usual) else [])]
