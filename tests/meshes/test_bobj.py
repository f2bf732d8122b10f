"""Binary OBJ, the meshes of MARS."""

from __future__ import annotations

import struct

import pytest

from scenec.ir.blocks import Block
from scenec.ir.geometry import Faces, MeshData, MeshGroup
from scenec.meshes.bobj import load_bobj, read_bobj, write_bobj
from scenec.meshes.loaded import MeshError


def vertex(x: float, y: float, z: float) -> bytes:
    return struct.pack("<i3f", 1, x, y, z)


def triangle(*corners: int) -> bytes:
    return struct.pack("<10i", 4, *corners)


CORNERS = vertex(0, 0, 0) + vertex(0.1, 0, 0) + vertex(0, 2, 0)


def test_vertices_and_triangles() -> None:
    mesh = read_bobj(CORNERS + triangle(1, 0, 0, 2, 0, 0, 3, 0, 0), "t.bobj")
    assert mesh.vertices == Block([[0.0, 0.0, 0.0], [0.1, 0.0, 0.0], [0.0, 2.0, 0.0]])  # 0.1, not the float next to it
    (faces,) = mesh.groups[0].faces
    assert (faces.vertices, faces.normals, faces.texcoords) == (Block([[0, 1, 2]]), None, None)


def test_normals_and_texture_coordinates_of_every_corner() -> None:
    data = CORNERS + struct.pack("<i3f", 3, 0, 0, 1) + struct.pack("<i2f", 2, 0.5, 0.25) + struct.pack("<i4f", 5, 1, 0, 0, 1)
    mesh = read_bobj(data + triangle(1, 1, 1, 2, 1, 1, 3, 1, 1), "t.bobj")
    assert (mesh.normals, mesh.texcoords) == (Block([[0, 0, 1.0]]), Block([[0.5, 0.25]]))
    assert mesh.groups[0].faces[0].normals == Block([[0, 0, 0]])


def test_what_is_written_reads_back_the_same_and_quads_are_cut() -> None:
    square = MeshData(
        vertices=Block([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.25]]),
        normals=Block([[0, 0, 1.0]]),
        groups=(MeshGroup(name="top", faces=(Faces(vertices=Block([[0, 1, 2, 3]]), normals=Block([[0, 0, 0, 0]])),)),),
    )
    back = read_bobj(write_bobj(square), "square.bobj")
    assert (back.vertices, back.normals) == (square.vertices, square.normals)
    assert back.groups[0].faces[0].vertices == Block([[0, 1, 2], [0, 2, 3]])
    assert write_bobj(back) == write_bobj(square)


def test_its_size_is_that_of_what_triangles_use() -> None:
    loaded = load_bobj(CORNERS + vertex(9, 9, 9) + triangle(1, 0, 0, 2, 0, 0, 3, 0, 0), "t.bobj")
    (extent,) = loaded.extents()
    assert (extent.vertices, extent.faces, extent.upper) == (3, 1, (0.1, 2.0, 0.0))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (CORNERS + b"\x09\0\0\0", "byte 48: 9 begins no record of a bobj file"),
        (CORNERS[:-1], "byte 32: the file ends within a record"),
        (CORNERS + b"\1", "byte 48: 0 begins no record"),
        (CORNERS + triangle(1, 0, 0, 2, 0, 0, 4, 0, 0), "a triangle uses a vertex that is not there"),
        (CORNERS + triangle(1, 0, 0, 2, 0, 0, 0, 0, 0), "a triangle uses a vertex that is not there"),
        (CORNERS + triangle(1, 1, 0, 2, 1, 0, 3, 1, 0), "a triangle uses a texture coordinate that is not there"),
    ],
)
def test_what_is_no_bobj_is_refused_by_name(data: bytes, message: str) -> None:
    with pytest.raises(MeshError, match=rf"^bad.bobj: {message}"):
        read_bobj(data, "bad.bobj")
