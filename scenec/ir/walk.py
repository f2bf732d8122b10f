"""Going through a scene, leaf by leaf.

A leaf is a field that holds a value: a number, text, flag, id, tuple of such, number block or rotation. A field that is None
or empty says nothing and is no leaf; nor are the structural fields (`UNACCOUNTED`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from scenec.ir.base import UNACCOUNTED


def fields_of(node: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    """The accounted fields of a node that say something."""
    for name in node.__struct_fields__:
        if name not in UNACCOUNTED:
            value = getattr(node, name)
            if value is not None and value != ():
                yield name, value


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
            stack.extend(((*here, name), each) for name, each in reversed(list(fields_of(value))))
        elif is_nodes(value):
            stack.extend(((*here, i), value[i]) for i in range(len(value) - 1, -1, -1))
        else:
            yield here, value


def at_path(node: Any, path: tuple[Any, ...]) -> Any:
    """The node or value a path leads to."""
    for step in path:
        node = node[step] if isinstance(step, int) else getattr(node, step)
    return node


def with_value(node: Any, path: tuple[Any, ...], value: object) -> Any:
    """The same tree with one leaf or node exchanged."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*node[:step], with_value(node[step], rest, value), *node[step + 1 :])
    return msgspec.structs.replace(node, **{step: with_value(getattr(node, step), rest, value)})
