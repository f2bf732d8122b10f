"""Normals of meshes that state none."""

from __future__ import annotations

import math

import numpy as np
import pytest

from scenec.ir.blocks import Block
from scenec.ir.geometry import Faces, MeshData, MeshGroup
from scenec.meshes.surface import face_normals, smoothed, triangles

# Two walls at a right angle: a quad in the plane x = 0 (normal +x) and a triangle in y = 0 (normal +y), meeting at the z axis.
CORNER = Block([[0.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 2.0, 1.0], [0.0, 0.0, 1.0], [3.0, 0.0, 0.0]])
QUAD = Faces(vertices=Block([[0, 1, 2, 3]]))
TRIANGLE = Faces(vertices=Block([[0, 3, 4]]))


def normal_of(mesh: MeshData, group: int, faces: int, corner: int) -> list[float]:
    indices = mesh.groups[group].faces[faces].normals
    assert indices is not None
    assert mesh.normals is not None
    row: list[float] = mesh.normals.array[indices.array[0, corner]].tolist()
    return row


def test_a_quad_weighs_as_much_as_a_triangle_of_any_size() -> None:
    mesh = smoothed(MeshData(vertices=CORNER, groups=(MeshGroup(name="walls", faces=(QUAD, TRIANGLE)),), smooth=True))
    assert np.allclose(normal_of(mesh, 0, 0, 0), [math.sqrt(0.5), math.sqrt(0.5), 0])
    assert normal_of(mesh, 0, 0, 0) == normal_of(mesh, 0, 1, 0)
    assert normal_of(mesh, 0, 0, 1) == [1, 0, 0]
    assert normal_of(mesh, 0, 1, 2) == [0, 1, 0]


def test_groups_are_smoothed_apart() -> None:
    groups = (MeshGroup(name="a", faces=(QUAD,)), MeshGroup(name="b", faces=(TRIANGLE,)))
    mesh = smoothed(MeshData(vertices=CORNER, groups=groups, smooth=True))
    assert normal_of(mesh, 0, 0, 0) == [1, 0, 0]
    assert normal_of(mesh, 1, 0, 0) == [0, 1, 0]


def test_flat_meshes_and_stated_normals_stay_as_they_are() -> None:
    flat = MeshData(vertices=CORNER, groups=(MeshGroup(name="a", faces=(QUAD,)),), smooth=False)
    assert smoothed(flat) is flat
    stated = MeshData(vertices=CORNER, normals=Block([[1.0, 0.0, 0.0]]), smooth=True)
    assert smoothed(stated) is stated


def test_faces_without_area_have_no_say() -> None:
    degenerate = Faces(vertices=Block([[0, 0, 1], [0, 1, 1]]))
    mesh = smoothed(MeshData(vertices=CORNER, groups=(MeshGroup(name="a", faces=(TRIANGLE, degenerate)),), smooth=True))
    assert normal_of(mesh, 0, 0, 0) == [0, 1, 0]
    assert normal_of(mesh, 0, 1, 2) == [0, 0, 1]  # no face with an area: any unit vector will do


def test_a_quad_becomes_the_two_triangles_that_simrobot_draws() -> None:
    assert triangles(np.array([[4, 5, 6, 7]])).tolist() == [[4, 5, 6], [6, 7, 4]]
    assert face_normals(CORNER.array, QUAD.vertices.array).tolist() == [[1, 0, 0]]


def test_faces_that_are_looked_at_part_by_part_give_the_same_normals(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = np.random.default_rng(1)
    faces = [Faces(vertices=Block(numbers.integers(0, 40, (count, corners)))) for count, corners in ((90, 3), (70, 4))]
    mesh = MeshData(vertices=Block(numbers.random((41, 3))), groups=(MeshGroup(name="a", faces=tuple(faces)),), smooth=True)
    whole = smoothed(mesh)
    monkeypatch.setattr("scenec.meshes.surface._ROWS", 8)
    assert smoothed(mesh) == whole


def test_normals_of_vertices_that_are_all_used_are_named_by_the_same_indices() -> None:
    mesh = smoothed(MeshData(vertices=CORNER, groups=(MeshGroup(name="walls", faces=(QUAD, TRIANGLE)),), smooth=True))
    for faces in mesh.groups[0].faces:
        assert faces.normals is faces.vertices, "a second table of a large mesh takes as much memory as its numbers"
