"""Carried values as elements of XML: one per row, its attributes, its JSON as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from xml.sax.saxutils import escape, quoteattr

from scenec.accounting.findings import CARRIED_RECORD_INEFFECTIVE
from scenec.accounting.ledger import Ledger
from scenec.converters.format import Carried, CarriedRow
from scenec.source import Origin
from scenec.syntax.tree import Document, SourceNode
from scenec.trace import traced

VERSION = "1"
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def element_of(carried: Carried, name: Callable[[str], str], attributes: str = "") -> str:
    """The element of a record, indented by two spaces. name: how the format calls a word of a record (``carried``, ``value``)."""
    lines = [f'  <{name("carried")}{attributes} version="{VERSION}" source={quoteattr(carried.source)}>']
    for row in carried.rows:
        said = "".join(f" {key}={quoteattr(value)}" for key, value in row.attributes.items())
        tag = name(row.word)
        lines.append(f"    <{tag}{said}>{escape(row.text)}</{tag}>" if row.text else f"    <{tag}{said}/>")
    lines.append(f"  </{name('carried')}>")
    return _NO_XML.sub("\ufffd", "\n".join(lines) + "\n")


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


def record_in(document: Document, tag: str, word: Callable[[str], str], ledger: Ledger, marks: Mapping[str, str]) -> Carried | None:
    """Return the content of the element of that tag; its values are consumed. word: the inverse of `name`. marks: attributes that tell a
    record that can be understood; one without them is reported and left alone."""
    for node in document.root.children:
        if node.tag != tag:
            continue
        rows = tuple(
            CarriedRow(word(child.tag), dict(child.attributes), child.text, (child.text_id,) if child.has_text else ())
            for child in node.children
        )
        wrong = next((name for name, value in {"version": VERSION, **marks}.items() if node.attributes.get(name) != value), None)
        if wrong is None:
            ledger.consumed(traced("", ids_in(node)))
            return Carried(node.attributes.get("source", ""), rows)
        ledger.report(
            CARRIED_RECORD_INEFFECTIVE,
            about=traced("", ids_in(node)),
            origin=Origin(document, node),
            subject=f"<{tag}>",
            value=node.attributes.get(wrong, ""),
            attribute=wrong,
        )
    return None


def ids_in(node: SourceNode) -> tuple[int, ...]:
    """The ids of all values of a node, which are numbered in a row."""
    end = node
    while end.children:
        end = end.children[-1]
    return tuple(range(node.first_id, end.first_id + end.value_count))
