"""Values that only RubySceneGraph has, written where they stood: whole nodes, and calls of nodes that are otherwise converted."""

from __future__ import annotations

from collections.abc import Iterable

from scenec.converters.rsg.vocabulary import CLASS, node_class
from scenec.ir.base import Extra
from scenec.syntax.said import Said, spelled
from scenec.syntax.sexp_printing import SList
from scenec.trace import ids_of


def write_nodes(holder: SList, extras: Iterable[Extra], says: object = None) -> None:
    """Write nodes that were kept as a whole, at the end of their holder. says: a value that such a node says by being there."""
    for extra in extras:
        if extra.format != "rsg" or not extra.content:
            continue
        open_lists = [holder]
        for i, item in enumerate(extra.content):
            del open_lists[item.depth + 1 :]
            said = (extra, says) if not i else ()
            if node_class(item.tag) is not None:
                made = open_lists[-1].add("nd", spelled(item.tag), says=said)
            else:
                made = open_lists[-1].add(str(item.tag), *(spelled(text) for _, text in item.attributes), says=said)
            open_lists.append(made)


def has_nodes(extras: Iterable[Extra]) -> bool:
    return any(extra.format == "rsg" and extra.content for extra in extras)


def class_of(extras: Iterable[Extra]) -> str:
    """Return the class of the Transform of a link, like AgentAspect or Ball, which nodes below look for."""
    for extra in extras:
        if extra.format == "rsg" and extra.key.startswith(CLASS):
            return extra.key.removeprefix(CLASS).removesuffix("]")
    return "Transform"


def write_calls(out: SList, extras: Iterable[Extra], *classes: str) -> None:
    """Write calls that were kept as ``Class/method``, of the class of `out` or one of `classes`."""
    for extra in extras:
        name, _, method = extra.key.partition("/")
        if extra.format == "rsg" and method and extra.value is not None and name in (out.atoms[1], *classes):
            leaves = ids_of(extra.value)
            out.add(method, *(Said(word, leaves) for word in str(extra.value).split()), says=(extra.value,))
