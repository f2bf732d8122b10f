"""Convex hulls: what MuJoCo takes of meshes without faces, and what open meshes are weighed by.

The algorithm is Quickhull (Barber, Dobkin, Huhdanpaa 1996). It takes time in proportion to n log n for meshes as they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Plane = tuple[float, float, float, float]
"""The unit normal of a face, and how far it is from the origin along it."""
FLAT = 1e-12
"""Points this near a face lie in it, as a share of the size of all."""


def hull(vertices: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the triangles of the convex hull of some points, seen from outside against the clock. ValueError for flat ones."""
    import numpy as np

    return np.array(_Hull(np.asarray(vertices, dtype=np.float64)).triangles(), dtype=np.int64)


class _Face:
    """A triangle of the hull in the making. outside: the points that see it and no face before it."""

    __slots__ = ("corners", "gone", "outside", "plane")

    def __init__(self, corners: tuple[int, int, int], plane: Plane) -> None:
        self.corners, self.plane = corners, plane
        self.outside: NDArray[Any] | None = None
        self.gone = False


class _Hull:
    """across: (a, b) -> the face in which a comes before b. Two faces share an edge, each in its direction."""

    def __init__(self, vertices: NDArray[np.float64]) -> None:
        self.array = vertices
        self.points: list[list[float]] = vertices.tolist()
        self.across: dict[tuple[int, int], _Face] = {}

    def triangles(self) -> list[tuple[int, int, int]]:
        import numpy as np

        corners = _first_corners(self.array)
        inside = self.array[corners].mean(axis=0)
        self.tolerance = FLAT * float(np.abs(self.array - inside).max())
        faces = [self._face(self._facing([corners[i] for i in range(4) if i != k], inside)) for k in range(4)]
        waiting = self._share(np.arange(len(self.points)), faces)
        while waiting:
            face = waiting.pop()
            if face.gone or face.outside is None:
                continue
            distances = self.array[face.outside] @ np.array(face.plane[:3])
            new, left = self._replaced(face, int(face.outside[int(distances.argmax())]))
            faces += new
            waiting += self._share(left, new)
        return [face.corners for face in faces if not face.gone]

    def _facing(self, corners: list[int], inside: NDArray[Any]) -> tuple[int, int, int]:
        """The corners of a face in the order in which the hull is behind it."""
        a, b, c = corners
        x, y, z, height = self._plane(a, b, c)
        return (a, b, c) if x * inside[0] + y * inside[1] + z * inside[2] < height else (a, c, b)

    def _face(self, corners: tuple[int, int, int]) -> _Face:
        a, b, c = corners
        face = _Face(corners, self._plane(a, b, c))
        self.across[a, b] = self.across[b, c] = self.across[c, a] = face
        return face

    def _plane(self, a: int, b: int, c: int) -> Plane:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = self.points[a], self.points[b], self.points[c]
        ux, uy, uz, vx, vy, vz = bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az
        x, y, z = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        length = float((x * x + y * y + z * z) ** 0.5) or 1.0
        x, y, z = x / length, y / length, z / length
        return x, y, z, x * ax + y * ay + z * az

    def _sees(self, point: int, face: _Face) -> bool:
        x, y, z = self.points[point]
        nx, ny, nz, height = face.plane
        return nx * x + ny * y + nz * z - height > self.tolerance

    def _share(self, points: NDArray[Any], faces: list[_Face]) -> list[_Face]:
        """Give each point to a face that it sees; what sees none is inside and stays there. Returns the faces that got any."""
        import numpy as np

        if not len(points):
            return []
        planes = np.array([face.plane for face in faces])
        heights = self.array[points] @ planes[:, :3].T - planes[:, 3]
        best = heights.argmax(axis=1)
        best[heights.max(axis=1) <= self.tolerance] = -1
        found = []
        for index, face in enumerate(faces):
            mine = points[best == index]
            if len(mine):
                face.outside = mine
                found.append(face)
        return found

    def _replaced(self, seen: _Face, point: int) -> tuple[list[_Face], NDArray[Any]]:
        """Replace the faces that a point sees by faces from it to the rim of them. Returns these, and the points that were outside."""
        import numpy as np

        seen.gone = True
        stack, rim, points = [seen], [], []
        while stack:
            face = stack.pop()
            if face.outside is not None:
                points.append(face.outside)
            a, b, c = face.corners
            for start, end in ((a, b), (b, c), (c, a)):
                beyond = self.across[end, start]
                if beyond.gone:
                    continue
                if self._sees(point, beyond):
                    beyond.gone = True
                    stack.append(beyond)
                else:
                    rim.append((start, end))
        left = np.concatenate(points) if points else np.arange(0)
        return [self._face((start, end, point)) for start, end in rim], left[left != point]


def _first_corners(vertices: NDArray[Any]) -> list[int]:
    """Four points that span a tetrahedron, far apart."""
    import numpy as np

    a = int(np.argmin(vertices[:, 0]))
    b = int(np.argmax(np.linalg.norm(vertices - vertices[a], axis=1)))
    along = vertices[b] - vertices[a]
    c = int(np.argmax(np.linalg.norm(np.cross(vertices - vertices[a], along), axis=1)))
    normal = np.cross(along, vertices[c] - vertices[a])
    heights = np.abs((vertices - vertices[a]) @ normal)
    d = int(np.argmax(heights))
    size = float(np.linalg.norm(along))
    if not size or not heights[d] > 1e-12 * size * float(np.linalg.norm(normal)):
        raise ValueError("its points lie in a plane")
    return [a, b, c, d]
