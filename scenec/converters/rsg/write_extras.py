"""What only RubySceneGraph has, written again where it stood: whole nodes, and calls of nodes that are otherwise understood."""

from __future__ import annotations

from collections.abc import Iterable

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.rsg.vocabulary import node_class
from scenec.ir.base import Extra
from scenec.syntax.sexp_printing import SList


def write_nodes(holder: SList, extras: Iterable[Extra]) -> None:
    """Nodes kept as they stood, at the end of what holds them."""
    for extra in extras:
        bare = unwrap(extra)
        if bare.format != "rsg" or not bare.content:
            continue
        mark_read(extra)
        open_lists = [holder]
        for item in bare.content:
            del open_lists[item.depth + 1 :]
            atoms = (
                ("nd", str(item.tag)) if node_class(item.tag) is not None else (str(item.tag), *(str(text) for _, text in item.attributes))
            )
            open_lists.append(open_lists[-1].add(*atoms))


def has_nodes(extras: Iterable[Extra]) -> bool:
    return any(unwrap(extra).format == "rsg" and unwrap(extra).content for extra in extras)


def write_calls(out: SList, extras: Iterable[Extra], *classes: str) -> None:
    """Calls kept as ``Class/method``, of a node of that class or one of `classes`."""
    for extra in extras:
        bare = unwrap(extra)
        name, _, method = bare.key.partition("/")
        if bare.format == "rsg" and method and bare.value is not None and name in (out.atoms[1], *classes):
            text = extra.value
            out.add(method, *str(text).split())
