"""Inline meshes as files: all digits, all names, the same bytes every time."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from scenec.ir.base import Texture
from scenec.ir.blocks import Block
from scenec.ir.geometry import Faces, MeshData, MeshGroup
from scenec.ir.material import Material
from scenec.meshes.export import FORMATS, mesh_bytes
from scenec.meshes.files import load_mesh

APEX = 1 / 3
RED = Material(name="dark red", diffuse=(0.5, 0.0, 0.0, 0.25), specular=(1.0, 1.0, 1.0, 1.0), shininess=20.0)
PAPER = Material(diffuse_texture=Texture(uri="paper.png"))
PYRAMID = MeshData(
    vertices=Block([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [-0.0, 1.0, 0.0], [0.5, 0.5, APEX], [9.0, 9.0, 9.0]]),
    texcoords=Block([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]),
    groups=(
        MeshGroup(name="base plate", faces=(Faces(vertices=Block([[0, 3, 2, 1]]), texcoords=Block([[0, 3, 2, 1]])),), material=PAPER),
        MeshGroup(name="sides", faces=(Faces(vertices=Block([[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]])),), material=RED),
    ),
    smooth=False,
)


def test_obj_keeps_quads_names_and_every_digit() -> None:
    files = mesh_bytes(PYRAMID, "obj", name="roof")
    assert files[".obj"].decode().splitlines() == [
        "# metres, z up",
        "# 6 vertices, 5 faces",
        "mtllib roof.mtl",
        "o roof",
        "v 0 0 0",
        "v 1 0 0",
        "v 1 1 0",
        "v 0 1 0",
        f"v 0.5 0.5 {APEX!r}",
        "v 9 9 9",
        "vt 0 0",
        "vt 1 0",
        "vt 1 1",
        "vt 0 1",
        "g base plate",
        "usemtl material1",
        "f 1/1 4/4 3/3 2/2",
        "g sides",
        "usemtl dark_red",
        "f 1 2 5",
        "f 2 3 5",
        "f 3 4 5",
        "f 4 1 5",
    ]
    assert files[".mtl"].decode().split("\n\n") == [
        "newmtl material1\nillum 1\nmap_Kd paper.png",
        "newmtl dark_red\nKd 0.5 0 0\nKs 1 1 1\nNs 20\nd 0.25\nillum 2\n",
    ]


def test_obj_without_materials_has_no_mtl() -> None:
    bare = MeshData(vertices=PYRAMID.vertices, groups=(MeshGroup(name="a", faces=PYRAMID.groups[1].faces),))
    files = mesh_bytes(bare, "obj")
    assert list(files) == [".obj"]
    assert b"mtl" not in files[".obj"]


def test_different_materials_of_one_name_stay_apart() -> None:
    faces = PYRAMID.groups[1].faces
    colors = [(1.0, 0.0, 0.0, 1.0), (0.0, 1.0, 0.0, 1.0), (1.0, 0.0, 0.0, 1.0)]
    groups = tuple(MeshGroup(name="g", faces=faces, material=Material(name="m", diffuse=color)) for color in colors)
    files = mesh_bytes(MeshData(vertices=PYRAMID.vertices, groups=groups), "obj")
    used = [line for line in files[".obj"].decode().splitlines() if line.startswith("usemtl")]
    assert used == ["usemtl m", "usemtl m-2", "usemtl m"]
    assert files[".mtl"].count(b"newmtl") == 2


def test_stated_normals_are_written_with_the_corners_that_use_them() -> None:
    up = Block([[0.0, 0.0, 1.0]])
    plate = Faces(vertices=Block([[0, 1, 2]]), normals=Block([[0, 0, 0]]), texcoords=Block([[0, 1, 2]]))
    bare = Faces(vertices=Block([[0, 2, 3]]), normals=Block([[0, 0, 0]]))
    mesh = MeshData(vertices=PYRAMID.vertices, normals=up, texcoords=PYRAMID.texcoords, groups=(MeshGroup(name="a", faces=(plate, bare)),))
    text = mesh_bytes(mesh, "obj")[".obj"].decode()
    assert text.endswith("vn 0 0 1\ng a\nf 1/1/1 2/2/1 3/3/1\nf 1//1 3//1 4//1\n")


@pytest.mark.parametrize("file_type", FORMATS)
def test_what_is_written_is_read_back_the_same(file_type: str) -> None:
    loaded = load_mesh(mesh_bytes(PYRAMID, file_type)[f".{file_type}"], f".{file_type}")
    whole, *parts = loaded.extents()
    apex = float(np.float32(APEX)) if file_type in ("stl", "glb") else APEX
    assert (whole.vertices, whole.faces, whole.lower, whole.upper) == (5, 6, (0, 0, 0), (1, 1, apex))
    names = [(part.submesh, part.vertices, part.faces) for part in parts]
    assert names == ([] if file_type == "stl" else [("base plate", 4, 2), ("sides", 5, 4)])
    assert loaded.remarks == ()


@pytest.mark.sweep
@pytest.mark.parametrize("file_type", FORMATS)
def test_equal_meshes_are_equal_bytes_in_any_process(file_type: str) -> None:
    code = f"""if True:
        import hashlib, runpy
        from scenec.meshes.export import mesh_bytes
        mesh = runpy.run_path({__file__!r})["PYRAMID"]
        print(hashlib.sha256(repr(mesh_bytes(mesh, {file_type!r})).encode()).hexdigest())"""
    run = [subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, check=True, text=True) for _ in range(2)]
    assert run[0].stdout == run[1].stdout != ""


def test_binary_stl_is_not_mistaken_for_text() -> None:
    data = mesh_bytes(PYRAMID, "stl")[".stl"]
    assert not data.startswith(b"solid")
    assert len(data) == 84 + 50 * 6


@pytest.mark.parametrize("file_type", FORMATS)
def test_an_empty_group_is_no_obstacle(file_type: str) -> None:
    groups = (MeshGroup(name="nothing"), PYRAMID.groups[1])
    files = mesh_bytes(MeshData(vertices=PYRAMID.vertices, groups=groups, smooth=True), file_type)
    assert load_mesh(files[f".{file_type}"], f".{file_type}").extents()[0].faces == 4


def test_another_format_is_named_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="'fbx' is no mesh format; expected one of obj, stl, glb, dae"):
        mesh_bytes(PYRAMID, "fbx")
