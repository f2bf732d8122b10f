"""A mesh that many shapes show is in the scene once, and comes from every place that names it."""

from __future__ import annotations

import msgspec

from scenec import ir
from scenec.ir import Id
from scenec.trace import Ids, ids_of, merge, traced


class MeshUses:
    """Other uses of a mesh. Its name is reported once, at the end: with every use, the time would be quadratic."""

    def __init__(self) -> None:
        self._ids: dict[Id, list[Ids]] = {}

    def add(self, mesh: ir.Mesh, name: str) -> None:
        """One more text that names it, beside the one that it was made of."""
        self._ids.setdefault(mesh.id, []).append(ids_of(name))

    def with_names(self, mesh: ir.Mesh) -> ir.Mesh:
        """The mesh, with the ids of all that name it in its URI, or in its name if it has none."""
        more = self._ids.get(mesh.id)
        if more is None:
            return mesh
        field = "name" if mesh.uri is None else "uri"
        text = getattr(mesh, field)
        return msgspec.structs.replace(mesh, **{field: traced(str(text), merge(ids_of(text), *more))})
