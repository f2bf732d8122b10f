"""Going through a scene, leaf by leaf.

A leaf is a field that holds a value: a number, text, flag, id, tuple of such, number block or rotation. A field that is None
or empty says nothing and is no leaf; nor are the structural fields (`UNACCOUNTED`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import compress
from typing import Any, TypeVar, cast

import msgspec
from msgspec.structs import astuple

from scenec.ir.base import UNACCOUNTED
from scenec.ir.pose import Rotation
from scenec.source import Origin
from scenec.trace import (
    Computed,
    FirstNumber,
    Ids,
    TracedComputed,
    TracedFlag,
    TracedFloat,
    TracedInt,
    TracedStr,
    TracedVector,
)

N = TypeVar("N")


@cache
def _accounted(kind: type[msgspec.Struct]) -> tuple[str | None, ...]:
    """The fields of a class, None for those that are not accounted for."""
    return tuple([None if name in UNACCOUNTED else name for name in kind.__struct_fields__])


def fields_of(node: msgspec.Struct) -> list[tuple[str, Any]]:
    """The accounted fields of a node that say something."""
    found = []
    for name, value in zip(_accounted(type(node)), astuple(node), strict=True):
        if value is not None and name is not None and (value or value != ()):  # most say nothing
            found.append((name, value))
    return found


def is_node(value: object) -> bool:
    return isinstance(value, msgspec.Struct)


def is_nodes(value: object) -> bool:
    """A tuple of nodes (tuples are homogeneous throughout the IR)."""
    return type(value) is tuple and bool(value) and isinstance(value[0], msgspec.Struct)


def leaves(node: msgspec.Struct, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """(path, value) of every leaf below a node; path steps are field names and indices."""
    stack: list[tuple[tuple[Any, ...], Any]] = [(path, node)]
    while stack:
        here, value = stack.pop()
        if is_node(value):
            stack.extend(((*here, name), each) for name, each in reversed(fields_of(value)))
        elif is_nodes(value):
            stack.extend(((*here, i), value[i]) for i in range(len(value) - 1, -1, -1))
        else:
            yield here, value


def at_path(node: Any, path: tuple[Any, ...]) -> Any:
    """The node or value a path leads to."""
    for step in path:
        node = node[step] if isinstance(step, int) else getattr(node, step)
    return node


def with_value(node: N, path: tuple[Any, ...], value: object) -> N:
    """The same tree with one leaf or node exchanged."""
    return cast(N, _with_value(node, path, value))


def _with_value(node: Any, path: tuple[Any, ...], value: object) -> Any:
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*node[:step], _with_value(node[step], rest, value), *node[step + 1 :])
    return msgspec.structs.replace(node, **{step: _with_value(getattr(node, step), rest, value)})


_SILENT, _TRACED, _VECTOR, _ROTATION = "silent", "traced", "vector", "rotation"
"""Kinds of values: those that no source stated; those that have ids; those whose first number has them or (in rotations) may have them."""
_LEAF, _TUPLE, _NODE = "leaf", "tuple", "node"
"""Those that may have ids, those that hold other values, and nodes of which all fields but the origin are accounted for."""


class _Kinds(dict[Any, Any]):
    """type -> one of the kinds above, or which fields of such a node are accounted for; filled as classes are met."""

    def __init__(self) -> None:
        super().__init__({tuple: _TUPLE, TracedVector: _VECTOR, Rotation: _ROTATION})
        self.update(dict.fromkeys((bool, str, Origin, float, int, FirstNumber, Computed), _SILENT))
        self.update(dict.fromkeys((TracedStr, TracedFlag, TracedFloat, TracedComputed, TracedInt), _TRACED))

    def __missing__(self, kind: Any) -> Any:
        if not issubclass(kind, msgspec.Struct):
            found: Any = _LEAF
        elif UNACCOUNTED.intersection(kind.__struct_fields__) <= {"origin"}:
            found = _NODE
        else:
            found = tuple(name not in UNACCOUNTED for name in kind.__struct_fields__)
        self[kind] = found
        return found


_KINDS = _Kinds()


LeafIds = tuple[Sequence[int], Sequence[Ids]]


def leaf_ids(values: Iterable[Any]) -> LeafIds:
    """The ids of all leaves below some nodes or values: of those that have one, and of those that have several (in no order, without
    paths: much faster than `leaves`)."""
    kinds, empty = _KINDS, ()
    alone: list[int] = []
    several: list[Ids] = []
    stack: list[Iterable[Any]] = [values]
    while stack:
        for value in stack.pop():
            if value is None or value is empty:  # most fields of most nodes
                continue
            what = kinds[type(value)]
            if what is _TRACED:
                own = value.one_or_more
            elif what is _NODE:
                stack.append(astuple(value))
                continue
            elif what is _VECTOR:
                own = value[0].kept
            elif what is _SILENT:
                continue
            elif type(what) is tuple:
                stack.append(compress(astuple(value), what))
                continue
            elif what is _TUPLE:
                stack.append(value)
                continue
            elif what is _ROTATION:
                own = value.ids
            else:
                own = getattr(value, "ids", None) or ()
            if type(own) is int:
                alone.append(own)
            elif len(own) == 1:
                alone += own
            elif own:
                several.append(own)
    return alone, several


def ids_below(values: Iterable[Any]) -> set[int]:
    """The ids of all leaves below some nodes or values."""
    alone, several = leaf_ids(values)
    return set(alone).union(*several)


def changed_parts(before: msgspec.Struct, after: msgspec.Struct) -> tuple[list[Any], list[Any], list[Any]]:
    """Return what differs between two versions of a node, by identity: (parts gone, parts new, parts both have). Looks one tuple deep,
    so that a change of one link leaves the others among the common parts."""
    gone: list[Any] = []
    new: list[Any] = []
    common: list[Any] = []
    for name in before.__struct_fields__:
        old, fresh = getattr(before, name), getattr(after, name)
        if old is fresh:
            common.append(old)
        elif type(old) is tuple and type(fresh) is tuple:
            kept = {id(item) for item in old} & {id(item) for item in fresh}
            common.extend(item for item in old if id(item) in kept)
            gone.extend(item for item in old if id(item) not in kept)
            new.extend(item for item in fresh if id(item) not in kept)
        else:
            gone.append(old)
            new.append(fresh)
    return gone, new, common
