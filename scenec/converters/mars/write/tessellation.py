"""Meshes of the shapes that MARS does not have: ellipsoids, cones and rings. Corners lie on the true surface."""

from __future__ import annotations

import math

from scenec.ir.blocks import Block
from scenec.ir.geometry import Cone, Ellipsoid, Faces, MeshData, MeshGroup, Torus
from scenec.ir.pose import sincos

AROUND, ALONG = 48, 24
"""Faces around the axis, and from pole to pole or around a tube."""

Rows = list[tuple[float, ...]]


def tessellated(shape: Ellipsoid | Cone | Torus) -> MeshData:
    """The shape as triangles, centred as the shape is; drawn with flat faces."""
    match shape:
        case Ellipsoid(radii=(x, y, z)):
            vertices, faces = _ball(x, y, z)
        case Cone(radius=radius, length=length):
            vertices, faces = _cone(radius, length)
        case Torus(major_radius=major, minor_radius=minor):
            vertices, faces = _ring(major, minor)
    rounded = [tuple(float(f"{value:.15g}") + 0.0 for value in vertex) for vertex in vertices]
    group = MeshGroup(name=type(shape).__name__.lower(), faces=(Faces(vertices=Block(faces)),))
    return MeshData(vertices=Block(rounded), groups=(group,))


def _circle(count: int) -> list[tuple[float, float]]:
    """(cosine, sine) of equal steps."""
    turns = [sincos(2 * math.pi * step / count) for step in range(count)]
    return [(cosine, sine) for sine, cosine in turns]


def _ball(x: float, y: float, z: float) -> tuple[Rows, list[tuple[int, int, int]]]:
    vertices: Rows = [(0.0, 0.0, -z)]
    for level in range(1, ALONG):
        sine, cosine = sincos(math.pi * level / ALONG)
        vertices.extend((x * sine * a, y * sine * b, -z * cosine) for a, b in _circle(AROUND))
    vertices.append((0.0, 0.0, z))
    faces = []
    last = len(vertices) - 1
    for k in range(AROUND):
        n = (k + 1) % AROUND
        faces.append((0, 1 + n, 1 + k))
        for level in range(ALONG - 2):
            low, high = 1 + level * AROUND, 1 + (level + 1) * AROUND
            faces += [(low + k, low + n, high + n), (low + k, high + n, high + k)]
        top = 1 + (ALONG - 2) * AROUND
        faces.append((top + k, top + n, last))
    return vertices, faces


def _cone(radius: float, length: float) -> tuple[Rows, list[tuple[int, int, int]]]:
    vertices: Rows = [(0.0, 0.0, -length / 2), (0.0, 0.0, length / 2)]
    vertices += [(radius * a, radius * b, -length / 2) for a, b in _circle(AROUND)]
    faces = []
    for k in range(AROUND):
        here, there = 2 + k, 2 + (k + 1) % AROUND
        faces += [(0, there, here), (1, here, there)]
    return vertices, faces


def _ring(major: float, minor: float) -> tuple[Rows, list[tuple[int, int, int]]]:
    tube = _circle(ALONG)
    vertices: Rows = [((major + minor * c) * a, (major + minor * c) * b, minor * s) for a, b in _circle(AROUND) for c, s in tube]
    faces = []
    for k in range(AROUND):
        for j in range(ALONG):
            a, b = k * ALONG + j, (k + 1) % AROUND * ALONG + j
            c, d = (k + 1) % AROUND * ALONG + (j + 1) % ALONG, k * ALONG + (j + 1) % ALONG
            faces += [(a, b, c), (a, c, d)]
    return vertices, faces
