"""Convex hulls of points, which MuJoCo's meshes without faces weigh as."""

from __future__ import annotations

import numpy as np
import pytest

from scenec.meshes.convex_hull import hull


def volume(vertices: np.ndarray, faces: np.ndarray) -> float:
    a, b, c = (vertices[faces[:, i]] for i in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def farthest_outside(vertices: np.ndarray, faces: np.ndarray) -> float:
    a, b, c = (vertices[faces[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    lengths = np.linalg.norm(normals, axis=1)
    normals = normals[lengths > 0] / lengths[lengths > 0, None]
    return float((vertices @ normals.T - np.einsum("ij,ij->i", normals, a[lengths > 0])).max())


@pytest.mark.sweep
def test_every_point_of_a_sphere_is_a_corner() -> None:
    """The time per point does not grow: 4,000 points took 20 s when each was compared with all faces."""
    points = np.random.default_rng(1).normal(size=(4000, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    faces = hull(points)
    assert len(faces) == 2 * 4000 - 4
    assert farthest_outside(points, faces) < 1e-12
    assert volume(points, faces) == pytest.approx(4 / 3 * np.pi, rel=5e-3)


def test_points_inside_and_in_the_faces_change_nothing() -> None:
    steps = np.linspace(-1, 1, 9)
    points = np.array([(x, y, z) for x in steps for y in steps for z in steps]) * (1, 2, 3)
    faces = hull(points)
    assert volume(points, faces) == pytest.approx(8 * 6)
    assert farthest_outside(points, faces) < 1e-12


def test_points_in_a_plane_have_no_hull() -> None:
    with pytest.raises(ValueError, match="in a plane"):
        hull(np.array([(0.0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]))
