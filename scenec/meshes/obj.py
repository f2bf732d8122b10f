"""Wavefront OBJ and MTL text of inline meshes.

Written here rather than by trimesh, which prints eight fixed decimals: every coordinate reads back as the same double.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.assembly import Assembly
from scenec.ir.geometry import Faces, MeshData
from scenec.ir.material import Material
from scenec.ir.names import Unique
from scenec.meshes.surface import smoothed

if TYPE_CHECKING:
    from numpy.typing import NDArray


def obj_text(mesh: MeshData, name: str = "mesh", up: str = "z") -> tuple[bytes, bytes | None]:
    """The OBJ file and, if any group has a material, its MTL file.

    name: stem of the MTL file and name of the object. up: the axis that the first line says is up. Triangles and quads stay what they
    are. Without normals, a smooth mesh gets those of `smoothed`. The third line names the material file: the loader of the RSG format
    looks for it there only.
    """
    mesh = smoothed(mesh)
    materials = _Materials()
    looks = [materials.name_of(group.material) if group.material is not None else "" for group in mesh.groups]
    faces_count = sum(len(faces.vertices) for group in mesh.groups for faces in group.faces)
    tables = [table for table in (mesh.vertices, mesh.texcoords, mesh.normals) if table is not None]
    most = sum(_NUMBER * table.array.size for table in tables)
    most += sum(_INDEX * len(tables) * faces.vertices.array.size for group in mesh.groups for faces in group.faces)
    file = Assembly(most)
    head = (
        f"# metres, {up} up\n"
        f"# {len(mesh.vertices)} vertices, {faces_count} faces\n"
        f"{f'mtllib {name}.mtl' if materials.named else '# no materials'}\n"
        f"o {_word(name)}\n"
    )
    file.write(head.encode())
    for keyword, table in (("v", mesh.vertices), ("vt", mesh.texcoords), ("vn", mesh.normals)):
        if table is not None:
            for part in _parts(table.array):
                file.write(_rows(keyword, part))
    for group, look in zip(mesh.groups, looks, strict=True):
        file.write((" ".join(["g", *group.name.split()]) + "\n").encode())
        if look:
            file.write(f"usemtl {look}\n".encode())
        for faces in group.faces:
            for lines in _face_lines(faces):
                file.write(lines)
    return file.content(), materials.text() if materials.named else None


def _rows(keyword: str, table: NDArray[Any]) -> bytes:
    """A line per row. JSON of all the numbers, cut at its commas: shortest decimals, five times as fast as repr."""
    import numpy as np

    if not np.isfinite(table).all():  # JSON has no word for these
        return "".join(f"{keyword} {' '.join(map(repr, row))}\n" for row in table.tolist()).encode()
    if not len(table):
        return b""
    numbers = msgspec.json.encode((table + 0.0).ravel().tolist())  # adding 0 turns -0.0 into 0.0
    line = b" ".join([keyword.encode(), *[b"%b"] * table.shape[1]]) + b"\n"
    return line * len(table) % tuple(numbers[1:-1].replace(b".0,", b",").removesuffix(b".0").split(b","))


_NUMBER, _INDEX = 26, 11
"""Characters that these hardly ever exceed, with what stands between them."""

_ROWS = 1 << 14
"""Rows that are printed at once: their numbers take ten times as much memory as Python's objects."""


def _parts(table: NDArray[Any]) -> Iterator[NDArray[Any]]:
    for start in range(0, len(table), _ROWS):
        yield table[start : start + _ROWS]


def _face_lines(faces: Faces) -> Iterator[bytes]:
    """Corners are written ``vertex/texcoord/normal``, counted from 1, without the parts that are not there."""
    import numpy as np

    columns = [block.array for block in (faces.vertices, faces.texcoords, faces.normals) if block is not None]
    corner = (b"//" if faces.texcoords is None else b"/").join([b"%d"] * len(columns))
    line = b"f %b\n" % b" ".join([corner] * columns[0].shape[1])
    for start in range(0, len(columns[0]), _ROWS):
        corners = np.stack([column[start : start + _ROWS] for column in columns], axis=2) + 1
        yield line * len(corners) % tuple(corners.ravel().tolist())  # all lines at once, by one format


class _Materials:
    """The MTL file: every material once, under a name of its own.

    Materials are distinguished by what is written of them: each use is looked at in full, as the account of what was written
    demands.
    """

    def __init__(self) -> None:
        self.named: dict[tuple[str | None, str], str] = {}
        self._unique = Unique(joint="-")

    def name_of(self, material: Material) -> str:
        key = (material.name, _mtl_lines(material))
        if key not in self.named:
            self.named[key] = self._unique(_word(material.name or f"material{len(self.named) + 1}"))
        return self.named[key]

    def text(self) -> bytes:
        return "\n".join(f"newmtl {name}\n{lines}" for (_, lines), name in self.named.items()).encode()


def _mtl_lines(material: Material) -> str:
    lines: list[str] = []
    colors = (("Ka", material.ambient), ("Kd", material.diffuse), ("Ks", material.specular), ("Ke", material.emissive))
    for keyword, color in colors:
        if color is not None:
            lines.append(" ".join([keyword, *map(_number, color[:3])]))
    if material.shininess is not None:
        lines.append(f"Ns {_number(material.shininess)}")
    if material.diffuse is not None and material.diffuse[3] != 1:
        lines.append(f"d {_number(material.diffuse[3])}")
    lines.append(f"illum {1 if material.specular is None else 2}")
    if material.diffuse_texture is not None:
        lines.append(f"map_Kd {material.diffuse_texture.uri}")
    return "\n".join(lines) + "\n"


def _number(number: float) -> str:
    text = repr(float(number) + 0.0)
    return text.removesuffix(".0")


def _word(name: str) -> str:
    """A name in one word: the format has no quotes."""
    return "_".join(name.split()) or "unnamed"
