"""What a file carries, as elements of XML: one per row, its attributes, its JSON as text."""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.sax.saxutils import escape, quoteattr

from scenec.converters.format import Carried, CarriedRow
from scenec.syntax.tree import SourceNode


def element_of(carried: Carried, name: Callable[[str], str], attributes: str = "") -> str:
    """The element of a record, indented by two spaces. name: how the format calls a word of a record (``carried``, ``value``)."""
    lines = [f'  <{name("carried")}{attributes} version="1" source={quoteattr(carried.source)}>']
    for row in carried.rows:
        said = "".join(f" {key}={quoteattr(value)}" for key, value in row.attributes.items())
        tag = name(row.word)
        lines.append(f"    <{tag}{said}>{escape(row.text)}</{tag}>" if row.text else f"    <{tag}{said}/>")
    lines.append(f"  </{name('carried')}>")
    return "\n".join(lines) + "\n"


def inserted(data: bytes, element: str, root: str, tag: str) -> bytes:
    """A file with the element as the last child of its root, in place of one of that tag that is there."""
    text = re.sub(rf"[ \t]*<{re.escape(tag)}[\s>].*?</{re.escape(tag)}>\n?", "", data.decode(), flags=re.DOTALL)
    at = text.rfind(f"</{root}>")
    if at >= 0:
        return (text[:at] + element + text[at:]).encode()
    empty = re.search(rf"<{root}([^<>]*)/>\s*$", text)
    if empty is None:
        return data
    return (text[: empty.start()] + f"<{root}{empty.group(1)}>\n{element}</{root}>\n").encode()


def record_in(node: SourceNode, word: Callable[[str], str]) -> tuple[Carried, tuple[int, ...]]:
    """What an element holds, and the ids of all values below it. word: the inverse of `name`."""
    rows, ids = [], list(range(node.first_id, node.first_id + node.value_count))
    for child in node.children:
        own = tuple(range(child.first_id, child.first_id + child.value_count))
        ids += own
        rows.append(CarriedRow(word(child.tag), dict(child.attributes), child.text, own))
    return Carried(node.attributes.get("source", ""), tuple(rows)), tuple(ids)
