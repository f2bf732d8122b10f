"""The surface of a mesh file, in pieces of one material each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scenec.ir.material import Material

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Piece:
    """Triangles of one part and one material. name: of the part (submesh). vertices, normals, texcoords: the tables that the three
    index arrays, all of shape (f, 3), point into; None where the file has none."""

    name: str
    material: Material | None
    vertices: NDArray[Any]
    corners: NDArray[Any]
    normals: NDArray[Any] | None = None
    normal_corners: NDArray[Any] | None = None
    texcoords: NDArray[Any] | None = None
    texture_corners: NDArray[Any] | None = None


@dataclass(frozen=True)
class DressedMesh:
    """A mesh file, in metres. remarks: what its reader had to say."""

    pieces: tuple[Piece, ...]
    remarks: tuple[str, ...] = ()
