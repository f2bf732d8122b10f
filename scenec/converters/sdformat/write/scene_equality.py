"""Compare parts of two scenes, ignoring ids: the current state of a file with what was read of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from inspect import get_annotations
from typing import Any

from scenec.comparison.node_equality import NodeEquality
from scenec.ir.base import WORLD, Id
from scenec.ir.geometry import Mesh
from scenec.ir.scene import Scene

_STRUCTURE = frozenset({"id", "use", "origin", "found", "kind", "native_type", "extents", "world"})
"""Fields that hold no value of their own, what was measured in files, and the world around."""


class Comparison(NodeEquality):
    """Compares nodes of one scene with those of another. places: ids that stand for each other though they are not compared (the
    model or world around). meshes: of the first scene, by id; self.meshes: those that were met."""

    skipped = _STRUCTURE

    def __init__(self, meshes: Mapping[Id, Mesh], other: Scene, places: dict[Id, Id]) -> None:
        super().__init__()
        self._top: Any = None
        self._but: Collection[str] = ()
        self._ids: dict[Id, Id] = {WORLD: WORLD, **places}
        self._meshes = meshes
        self._other_meshes = {mesh.id: mesh for mesh in other.meshes}
        self.meshes: set[Id] = set()

    def are_equal(self, nodes: Sequence[Any], others: Sequence[Any], but: Collection[str] = ()) -> bool:
        """Return whether the nodes are equal, one by one. but: fields of the first one that may differ."""
        if len(nodes) != len(others):
            return False
        for node, other in zip(nodes, others, strict=True):
            if type(node) is not type(other):
                return False
            if hasattr(node, "id"):
                self._ids[node.id] = other.id
        self._top, self._but = nodes[0] if nodes else None, but
        return all(self.equal(node, other) for node, other in zip(nodes, others, strict=True))

    def special(self, one: object, other: object) -> bool | None:
        """Ids count by what they name."""
        kind: type = type(one)
        same = (self._ids_equal(getattr(one, name), getattr(other, name)) for name in _id_fields(kind) if self._counts(one, name))
        return None if all(same) else False

    def fields(self, one: object, other: object) -> Iterator[tuple[str, Any, Any]]:
        kind: type = type(one)
        ids = _id_fields(kind)
        return (each for each in super().fields(one, other) if each[0] not in ids and self._counts(one, each[0]))

    def _counts(self, node: object, field: str) -> bool:
        return field not in self.skipped and not (node is self._top and field in self._but)

    def _ids_equal(self, value: object, against: object) -> bool:
        if isinstance(value, tuple):
            return isinstance(against, tuple) and len(value) == len(against) and all(map(self._ids_equal, value, against))
        if value is None or against is None:
            return value is against
        value, against = str(value), str(against)
        if value in self._meshes and against in self._other_meshes:
            return self._meshes_equal(self._meshes[value], self._other_meshes[against])
        return bool(self._ids.get(value) == against)

    def _meshes_equal(self, mesh: Mesh, other: Mesh) -> bool:
        if mesh.id not in self.meshes:
            self.meshes.add(mesh.id)
            return all(value == against for name, value, against in super().fields(mesh, other) if name != "name")
        return bool(mesh.uri == other.uri)


@cache
def _id_fields(kind: type) -> frozenset[str]:
    """The fields of a node that name other nodes: those whose type says so."""
    annotations: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        annotations |= get_annotations(each)
    return frozenset(name for name, annotation in annotations.items() if re.search(r"\bId\b", str(annotation)))
