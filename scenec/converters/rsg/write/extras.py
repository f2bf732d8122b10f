"""Values that only RubySceneGraph has, written where they stood: whole nodes, and calls of nodes that are otherwise converted."""

from __future__ import annotations

from collections.abc import Iterable

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.rsg.vocabulary import CLASS, node_class
from scenec.ir.base import Extra
from scenec.syntax.sexp_printing import SList


def write_nodes(holder: SList, extras: Iterable[Extra]) -> None:
    """Write nodes that were kept as a whole, at the end of their holder."""
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


def class_of(extras: Iterable[Extra]) -> str:
    """Return the class of the Transform of a link, like AgentAspect or Ball, which nodes below look for."""
    for extra in extras:
        bare = unwrap(extra)
        if bare.format == "rsg" and bare.key.startswith(CLASS):
            return bare.key.removeprefix(CLASS).removesuffix("]")
    return "Transform"


def write_calls(out: SList, extras: Iterable[Extra], *classes: str) -> None:
    """Write calls that were kept as ``Class/method``, of the class of `out` or one of `classes`."""
    for extra in extras:
        bare = unwrap(extra)
        name, _, method = bare.key.partition("/")
        if bare.format == "rsg" and method and bare.value is not None and name in (out.atoms[1], *classes):
            text = extra.value
            out.add(method, *str(text).split())
