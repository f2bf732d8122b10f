"""Express the tables of a mesh by rows of the mesh that a file shows instead, where the numbers are the same.

A file in between mostly has every vertex of a mesh, in another order, with other faces, or with y up. Then a record need not have the
numbers once more: ``{"like": "#...", "rows": [3, 0, 1]}`` in place of a table are these rows of the distinct ones of the mesh with that
word (`Showing.mesh`), in ascending order; `turn`: each of which was turned so, which exchanges coordinates and changes signs only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from scenec import ir
from scenec.carry.values import encoded
from scenec.errors import ReadError
from scenec.ir.blocks import Block
from scenec.ir.pose import Pose

if TYPE_CHECKING:
    from numpy.typing import NDArray

TABLES = ("vertices", "normals", "texcoords")

Turn = list[list[int]]


class MeshMatch:
    """Another mesh that has the numbers of one, perhaps turned. word: what it is found by."""

    def __init__(self, mesh: ir.Mesh, word: str, turn: Turn | None) -> None:
        self.mesh, self.word, self.turn = mesh, word, turn

    def as_json(self, data: ir.MeshData) -> Any:
        """A mesh as JSON, its tables by those of the other one as far as that has every row, digit by digit."""
        said, tables = encoded(data), _tables(self.mesh)
        for name in TABLES:
            block, rows = getattr(data, name), tables.get(name)
            if block is None or rows is None or not len(block):
                continue
            for turn in (None, self.turn) if name != "texcoords" else (None,):
                numbers = _rows_of(block.array, rows if turn is None else _turned(rows, turn))
                if numbers is not None:
                    said[name] = {"like": self.word, "rows": numbers} | ({"turn": turn} if turn is not None else {})
                    break
        return said


def from_json(data: Any, find: Callable[[str], ir.Mesh | None]) -> Any:
    """The JSON of a mesh with all its numbers, None if the other mesh is gone or edited. find: a mesh by its word. ValueError for rows
    that it has not."""
    if not isinstance(data, dict):
        return data
    made = dict(data)
    for name in TABLES:
        reference = made.get(name)
        if isinstance(reference, dict):
            mesh = find(str(reference.get("like")))
            if mesh is None:
                return None
            made[name] = _numbers(reference, _tables(mesh).get(name), name)
    return made


def turn_between(ours: Pose, theirs: Pose) -> Turn | None:
    """How the axes of one place exchange those of another; None if it takes more than that, or nothing."""
    matrix = (ours.rotation.inverse() @ theirs.rotation).matrix()
    turn = [[round(float(each)) for each in row] for row in matrix]
    even = all(abs(each - whole) < 1e-9 for row, wholes in zip(matrix, turn, strict=True) for each, whole in zip(row, wholes, strict=True))
    return turn if even and turn != [[1, 0, 0], [0, 1, 0], [0, 0, 1]] else None


def _numbers(reference: dict[str, Any], rows: NDArray[Any] | None, name: str) -> Any:
    import numpy as np

    if rows is None:
        raise ValueError(f"the mesh that it is like has no {name}")
    numbers: Any = [reference.get("rows")]
    which, turn = Block(numbers).array[0], reference.get("turn")
    if which.dtype.kind != "i" or which.min() < 0 or which.max() >= len(rows):
        raise ValueError(f"the mesh that it is like has {len(rows)} {name}")
    if turn is not None:
        whole = np.array(turn)
        if whole.shape != (3, 3) or whole.dtype.kind != "i" or rows.shape[1] != 3 or not (whole @ whole.T == np.eye(3)).all():
            raise ValueError("a turn that exchanges axes is expected")
        rows = _turned(rows, turn)
    return rows[which].tolist()


def _tables(mesh: ir.Mesh) -> dict[str, NDArray[Any]]:
    """The distinct rows of each table of a mesh, in ascending order."""
    import numpy as np

    found: dict[str, list[NDArray[Any]]] = {name: [] for name in TABLES}
    if mesh.data is not None:
        for name in TABLES:
            block = getattr(mesh.data, name)
            found[name] += [block.array] if block is not None else []
    elif mesh.found is not None:
        from scenec.meshes.dressed import load_dressed

        try:
            pieces = load_dressed(mesh.found).pieces
        except ReadError:
            return {}
        for piece in pieces:
            for name in TABLES:
                table = getattr(piece, name)
                if table is not None and not any(table is each for each in found[name]):
                    found[name].append(table)
    return {name: np.unique(np.concatenate(tables) + 0.0, axis=0) for name, tables in found.items() if tables}


def _turned(rows: NDArray[Any], turn: Turn) -> NDArray[Any]:
    import numpy as np

    turned: NDArray[Any] = rows @ np.array(turn, dtype=np.float64).T + 0.0
    return turned


def _rows_of(table: NDArray[Any], rows: NDArray[Any]) -> list[int] | None:
    """Which of the rows each one of a table is; None if some is none of them."""
    if table.shape[1] != rows.shape[1]:
        return None
    places = {row.tobytes(): number for number, row in enumerate(rows)}
    found = [places.get(row.tobytes(), -1) for row in table + 0.0]
    return None if -1 in found else found


__all__ = ["TABLES", "MeshMatch", "Turn", "from_json", "turn_between"]
