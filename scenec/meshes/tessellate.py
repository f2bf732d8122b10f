"""Shapes as meshes: for targets that draw meshes but not the shape, and for code that needs points on their surfaces.

All triangles are counter-clockwise seen from outside. Round shapes lie inside what they stand for: their vertices are on it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from scenec.ir.blocks import Block
from scenec.ir.geometry import Box, Capsule, Cone, Cylinder, Ellipsoid, Faces, MeshData, MeshGroup, Plane, Polyline, Shape, Sphere, Torus
from scenec.ir.pose import Rotation
from scenec.meshes.ears import ears
from scenec.trace import Ids

if TYPE_CHECKING:
    from numpy.typing import NDArray

AROUND = 32
"""Segments of a circle: the middle of an edge is 0.5 % of the radius inside of it."""
SAGITTA = 1 - math.cos(math.pi / AROUND)
"""How far that is, per radius. Numbers are rounded far below it, since a target may write them as text."""
LEAST_ROUNDED = 1e-297
"""m; numbers are rounded by a power of ten, and that of smaller ones would be infinite."""
WIDE = 1000.0
"""m; of a plane that ends nowhere."""

Table = tuple["NDArray[Any]", "NDArray[Any]"]
"""Vertices (n, 3) and triangles (f, 3)."""


def tessellated(shape: Shape, ids: Ids = ()) -> MeshData | None:
    """The shape as a mesh, smooth where it is round; None for one that is no solid of its own (meshes, images, nothing)."""
    table = table_of(shape)
    if table is None:
        return None
    import numpy as np

    vertices, triangles = table
    largest = float(np.abs(vertices).max(initial=0.0))
    if LEAST_ROUNDED < largest < math.inf:
        vertices = np.round(vertices, max(0, 10 - math.ceil(math.log10(largest))))
    smooth = isinstance(shape, (Sphere, Ellipsoid, Torus, Capsule))
    group = MeshGroup(name="", faces=(Faces(vertices=Block(triangles)),))
    return MeshData(vertices=Block(vertices, ids), groups=(group,), smooth=smooth)


def off_by(shape: Shape) -> float:
    """How far the mesh of a shape may be inside of it (m)."""
    match shape:
        case Ellipsoid():
            return max(shape.radii) * SAGITTA
        case Sphere() | Cylinder() | Cone() | Capsule():
            return shape.radius * SAGITTA
        case Torus():
            return (shape.major_radius + shape.minor_radius) * SAGITTA
    return 0.0


def table_of(shape: Shape) -> Table | None:
    match shape:
        case Sphere():
            return _ball(shape.radius, shape.radius, shape.radius)
        case Ellipsoid():
            return _ball(*(float(radius) for radius in shape.radii))
        case Capsule():
            return _ball(shape.radius, shape.radius, shape.radius, shape.length)
        case Cylinder():
            half = shape.length / 2
            return _lathe([(0.0, -half), (shape.radius, -half), (shape.radius, half), (0.0, half)])
        case Cone():
            half = shape.length / 2
            return _lathe([(0.0, -half), (shape.radius, -half), (0.0, half)])
        case Torus():
            return _ring(shape.major_radius, shape.minor_radius)
        case Plane():
            return _sheet(shape)
        case Box():
            return _block(shape)
        case Polyline():
            return _extruded(shape)
    return None


def _ball(x: float, y: float, z: float, apart: float = 0.0) -> Table:
    """An ellipsoid; `apart` along z between its halves makes it a capsule."""
    import numpy as np

    steps = AROUND // 2
    profile = []
    for i in range(steps + 1):
        angle = math.pi * (i / steps - 0.5)
        shift = apart / 2 if i > steps // 2 else -apart / 2
        profile.append((max(math.cos(angle), 0.0) if 0 < i < steps else 0.0, math.sin(angle) * z + shift))
        if apart and i == steps // 2:
            profile.append((1.0, apart / 2))
    vertices, triangles = _lathe(profile)
    return vertices * np.array([x, y, 1.0]), triangles


def _lathe(profile: list[tuple[float, float]]) -> Table:
    """(radius, z) from bottom to top, turned about z; the ends lie on the axis."""
    import numpy as np

    angles = np.arange(AROUND) * (2 * math.pi / AROUND)
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    circle[np.abs(circle) < 1e-15] = 0.0
    rings = [np.column_stack([circle * radius, np.full(AROUND, z)]) for radius, z in profile[1:-1]]
    ends = np.array([[0.0, 0.0, profile[0][1]], [0.0, 0.0, profile[-1][1]]])
    vertices = np.concatenate([*rings, ends])
    here, there = np.arange(AROUND), (np.arange(AROUND) + 1) % AROUND
    bottom, top, last = len(vertices) - 2, len(vertices) - 1, (len(rings) - 1) * AROUND
    triangles = [np.stack([np.full(AROUND, bottom), there, here], axis=1)]
    for r in range(len(rings) - 1):
        low, high = r * AROUND, (r + 1) * AROUND
        triangles.append(np.stack([low + here, low + there, high + there], axis=1))
        triangles.append(np.stack([low + here, high + there, high + here], axis=1))
    triangles.append(np.stack([np.full(AROUND, top), last + here, last + there], axis=1))
    return vertices, np.concatenate(triangles)


def _ring(major: float, minor: float) -> Table:
    import numpy as np

    tube = AROUND // 2
    around, across = np.meshgrid(np.arange(AROUND), np.arange(tube), indexing="ij")
    a, b = around * (2 * math.pi / AROUND), across * (2 * math.pi / tube)
    reach = major + minor * np.cos(b)
    vertices = np.stack([reach * np.cos(a), reach * np.sin(a), minor * np.sin(b)], axis=2).reshape(-1, 3)
    vertices[np.abs(vertices) < 1e-15 * (major + minor)] = 0.0
    one, next_one = around * tube + across, around * tube + (across + 1) % tube
    other, next_other = (around + 1) % AROUND * tube + across, (around + 1) % AROUND * tube + (across + 1) % tube
    first = np.stack([one, other, next_other], axis=2).reshape(-1, 3)
    second = np.stack([one, next_other, next_one], axis=2).reshape(-1, 3)
    return vertices, np.concatenate([first, second])


def _sheet(plane: Plane) -> Table:
    """One face towards the normal."""
    import numpy as np

    x, y = plane.size if plane.size is not None else (WIDE, WIDE)
    turn = Rotation.facing(plane.normal)
    along_x, along_y = turn.apply((1.0, 0.0, 0.0)), turn.apply((0.0, 1.0, 0.0))
    corners = [(-x / 2, -y / 2), (x / 2, -y / 2), (x / 2, y / 2), (-x / 2, y / 2)]
    vertices = np.array([[a * along_x[i] + b * along_y[i] + 0.0 for i in range(3)] for a, b in corners])
    return vertices, np.array([(0, 1, 2), (2, 3, 0)])


def _block(box: Box) -> Table:
    import numpy as np

    x, y, z = (float(edge) / 2 for edge in box.size)
    outline = [(-x, -y), (x, -y), (x, y), (-x, y)]
    vertices = np.array([(a, b, -z) for a, b in outline] + [(a, b, z) for a, b in outline])
    sides = [(i, (i + 1) % 4, (i + 1) % 4 + 4, i + 4) for i in range(4)]
    quads = [(3, 2, 1, 0), (4, 5, 6, 7), *sides]
    return vertices, np.array([corner for a, b, c, d in quads for corner in ((a, b, c), (c, d, a))])


def _extruded(shape: Polyline) -> Table | None:
    """Walls and both ends of every outline, each as if it were alone."""
    import numpy as np

    vertices: list[tuple[float, float, float]] = []
    triangles: list[tuple[int, int, int]] = []
    for outline in shape.outlines:
        points = [(float(x), float(y)) for x, y in outline]
        points = [point for point, following in zip(points, points[1:] + points[:1], strict=True) if point != following]
        if len(points) < 3:
            continue
        if sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1], strict=True)) < 0:
            points.reverse()
        ends = ears(points)
        if ends is None:
            return None
        start, count = len(vertices), len(points)
        vertices += [(x, y, 0.0) for x, y in points] + [(x, y, float(shape.height)) for x, y in points]
        for i in range(count):
            j = (i + 1) % count
            triangles += [(start + i, start + j, start + count + j), (start + i, start + count + j, start + count + i)]
        for a, b, c in ends:
            triangles += [(start + c, start + b, start + a), (start + count + a, start + count + b, start + count + c)]
    return (np.array(vertices), np.array(triangles)) if triangles else None
