"""The geometry of a mesh file: positions and triangles, part by part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from scenec.errors import ReadError
from scenec.ir.blocks import Block
from scenec.ir.geometry import MeshExtent
from scenec.ir.magnitude import LARGEST
from scenec.meshes.surface import distinct_rows
from scenec.source import Source

if TYPE_CHECKING:
    from numpy.typing import NDArray


class MeshError(ReadError):
    """A mesh file cannot be read. The text names the file, its format and the reason."""


@dataclass(frozen=True)
class LoadedPart:
    """A submesh. name: "" if the file gives none. vertices: (n, 3), the distinct positions that its triangles use (m).
    triangles: (f, 3) indices into them; polygons are cut into fans."""

    name: str
    vertices: Block
    triangles: Block


@dataclass(frozen=True)
class LoadedMesh:
    """A mesh file. parts: in file order; several may share a name. remarks: what the file's reader had to say about it.
    unit: metres per unit of the file, applied. up_axis: as the file states it ("Y_UP", ...), None if it does not."""

    parts: tuple[LoadedPart, ...]
    remarks: tuple[str, ...] = ()
    unit: float = 1.0
    up_axis: str | None = None

    def extents(self) -> tuple[MeshExtent, ...]:
        """Size of the whole (submesh "") and of every named submesh, in file order. Empty for a file without triangles."""
        return self._extents

    @cached_property
    def _extents(self) -> tuple[MeshExtent, ...]:
        if not self.parts:
            return ()
        by_name: dict[str, list[LoadedPart]] = {}
        for part in self.parts:
            if part.name:
                by_name.setdefault(part.name, []).append(part)
        return (_extent("", list(self.parts)), *(_extent(name, parts) for name, parts in by_name.items()))


def _extent(submesh: str, parts: list[LoadedPart]) -> MeshExtent:
    import numpy as np

    vertices = np.concatenate([part.vertices.array for part in parts])
    lower, upper = vertices.min(axis=0).tolist(), vertices.max(axis=0).tolist()
    return MeshExtent(
        submesh=submesh,
        vertices=len(distinct_rows(vertices)[0]),
        faces=sum(len(part.triangles) for part in parts),
        lower=(lower[0], lower[1], lower[2]),
        upper=(upper[0], upper[1], upper[2]),
    )


def loaded_part(name: str, vertices: NDArray[Any], triangles: NDArray[Any]) -> LoadedPart | None:
    """A part of any vertices and triangles into them: unused vertices go, equal ones become one. None without triangles.

    IndexError for an index beyond the vertices.
    """
    if not len(triangles):
        return None
    if triangles.min() < 0:
        raise IndexError(f"index {int(triangles.min())} is out of bounds")
    corners = vertices[triangles.ravel()] + 0.0  # equal positions are equal bits then: no -0.0
    firsts, which = distinct_rows(corners)
    return LoadedPart(name, Block(corners[firsts]), Block(which.reshape(-1, 3)))


def refuse_beyond(tables: Iterable[NDArray[Any] | None], file: str) -> None:
    """Raises MeshError for coordinates outside the range of computations. tables: vertices, normals, texture coordinates."""
    import numpy as np

    for table in tables:
        if table is not None and not (inside := np.abs(table) <= LARGEST).all():
            raise MeshError(f"a coordinate is {float(table[~inside][0]):g}", Source(file), f"numbers of at most {LARGEST:g}")


def fans(corners: NDArray[Any], counts: NDArray[Any]) -> NDArray[Any]:
    """Triangles of polygons. corners: the indices of all polygons in a row; counts: how many belong to each."""
    import numpy as np

    per_polygon = np.maximum(counts - 2, 0)
    starts = np.cumsum(counts) - counts
    first = np.repeat(starts, per_polygon)
    before = np.cumsum(per_polygon) - per_polygon
    step = np.arange(per_polygon.sum()) - np.repeat(before, per_polygon)
    result: NDArray[Any] = corners[np.stack([first, first + step + 1, first + step + 2], axis=1)]
    return result
