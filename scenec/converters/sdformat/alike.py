"""Whether two parts of scenes say the same, whatever their ids: what a file holds now against what was read of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from inspect import get_annotations
from typing import Any

import msgspec

from scenec.ir.base import WORLD, Id
from scenec.ir.geometry import Mesh
from scenec.ir.scene import Scene
from scenec.ir.walk import is_node
from scenec.trace import plain

_STRUCTURE = frozenset({"id", "use", "origin", "found", "kind", "native_type", "extents", "world"})
"""Fields that hold no value of their own, what was measured in files, and the world around."""


class Comparison:
    """Compares nodes of one scene with those of another. places: ids that stand for each other though they are not compared (the
    model or world around). meshes: of the first scene, by id; self.meshes: those that were met."""

    def __init__(self, meshes: Mapping[Id, Mesh], other: Scene, places: dict[Id, Id]) -> None:
        self._ids: dict[Id, Id] = {WORLD: WORLD, **places}
        self._meshes = meshes
        self._other_meshes = {mesh.id: mesh for mesh in other.meshes}
        self.meshes: set[Id] = set()

    def alike(self, nodes: Sequence[Any], others: Sequence[Any], but: Collection[str] = ()) -> bool:
        """Whether they say the same, one by one. but: fields of the first one that may differ. Both without lenses."""
        if len(nodes) != len(others):
            return False
        for node, other in zip(nodes, others, strict=True):
            if type(node) is not type(other):
                return False
            if hasattr(node, "id"):
                self._ids[node.id] = other.id
        first = True
        for node, other in zip(nodes, others, strict=True):
            if not self._node(node, other, but if first else ()):
                return False
            first = False
        return True

    def _node(self, node: Any, other: Any, but: Collection[str]) -> bool:
        waiting = [(node, other, but)]
        while waiting:
            one, two, left_out = waiting.pop()
            if type(one) is not type(two):
                return False
            kind: type = type(one)
            ids = _id_fields(kind)
            for name, value, against in _pairs(one, two):
                if name in left_out:
                    continue
                if name in ids:
                    if not self._same_ids(value, against):
                        return False
                elif is_node(value):
                    waiting.append((value, against, ()))
                elif type(value) is tuple and value and is_node(value[0]):
                    if type(against) is not tuple or len(value) != len(against):
                        return False
                    waiting.extend((a, b, ()) for a, b in zip(value, against, strict=True))
                elif bool(plain(value) != plain(against)):
                    return False
        return True

    def _same_ids(self, value: Any, against: Any) -> bool:
        if isinstance(value, tuple):
            return isinstance(against, tuple) and len(value) == len(against) and all(map(self._same_ids, value, against))
        if value is None or against is None:
            return value is against
        value, against = str(value), str(against)
        if value in self._meshes and against in self._other_meshes:
            return self._same_meshes(self._meshes[value], self._other_meshes[against])
        return bool(self._ids.get(value) == against)

    def _same_meshes(self, mesh: Mesh, other: Mesh) -> bool:
        if mesh.id not in self.meshes:
            self.meshes.add(mesh.id)
            return all(bool(plain(value) == plain(against)) for name, value, against in _pairs(mesh, other) if name != "name")
        return bool(mesh.uri == other.uri)


def _pairs(one: msgspec.Struct, two: msgspec.Struct) -> Iterator[tuple[str, Any, Any]]:
    return ((name, getattr(one, name), getattr(two, name)) for name in one.__struct_fields__ if name not in _STRUCTURE)


@cache
def _id_fields(kind: type) -> frozenset[str]:
    """The fields of a node that name other nodes: those whose type says so."""
    annotations: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        annotations |= get_annotations(each)
    return frozenset(name for name, annotation in annotations.items() if re.search(r"\bId\b", str(annotation)))
