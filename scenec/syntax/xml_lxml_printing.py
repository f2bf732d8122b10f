"""Printing XML through lxml, which knows what XML can hold: for names of other namespaces and for characters that need more than
escaping. What has neither is printed without it (`scenec.syntax.xml_printing`), to the same bytes.
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING

from lxml import etree

from scenec.errors import WriteError
from scenec.syntax.sealed import Printed
from scenec.syntax.xml_sealed import PLACE, Scope, comment_text, has_no_prefix_but_colons, move

if TYPE_CHECKING:
    from scenec.syntax.xml_printing import Out

_XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace"
_NOT_IN_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
"""Costs milliseconds to compile, so that is left to those who need it."""

_NOTHING: dict[str, str] = {}


def print_element(root: Out, depth: int, declared: Scope, file: BytesIO) -> None:
    """Append the text of an element that stands in `depth` others. declared: what it says of prefixes besides its attributes."""
    sealed: list[tuple[str, list[Printed]]] = []  # those that follow each other, and what stands between them
    top, scope = _element(None, root, declared, declare=declared)
    stack = [(root, top, scope, depth)]
    while stack:
        out, element, scope, level = stack.pop()
        inner, last = "\n" + "  " * (level + 1), "\n" + "  " * level
        element.text = f"{out.text or ''}{inner}"
        made: etree._Element | None = None
        row: list[Printed] | None = None
        for child in out._children if isinstance(out._children, list) else ():
            if has_no_prefix_but_colons(child.tag):
                child.seal(level + 1)
            children = child._children
            if isinstance(children, Printed):
                if children.depth != level + 1:
                    raise AssertionError(f"<{child.tag}> was printed for another depth")
                if row is not None:
                    row.append(children)
                    continue
                row = [children]
                sealed.append((inner, row))
                made = etree.ProcessingInstruction(PLACE, str(len(sealed) - 1))
                element.append(made)
                made.tail = inner
                continue
            row = None
            if child.tag:
                made, inside = _element(element, child, scope)
                if children:
                    stack.append((child, made, inside, level + 1))
            else:
                made = etree.Comment(comment_text(re.sub(_NOT_IN_XML, "?", (child.text or "").strip())))
                element.append(made)
            made.tail = inner
        if made is None:
            element.text = out.text or None
        else:
            made.tail = last
    printed = etree.tostring(top, encoding="UTF-8", xml_declaration=False, with_tail=False)
    pieces = re.split(rb"<\?sealed (\d+)\?>", printed) if sealed else [printed]
    for i, piece in enumerate(pieces):
        if i % 2:
            move(*sealed[int(piece)], file)
        else:
            file.write(piece)


def _element(parent: etree._Element | None, out: Out, scope: Scope, declare: Scope | None = None) -> tuple[etree._Element, Scope]:
    """An lxml element for `out`, with its text but without its children, and the prefixes known inside it."""
    tag, attributes = out.tag, out._attributes or _NOTHING
    try:
        if declare or ":" in tag or "xmlns" in attributes or any(":" in name for name in attributes):
            own: Scope = {name[6:] or None: value for name, value in attributes.items() if _declares(name)}
            scope = {**scope, **own}
            declared = {**(declare or {}), **own}
            tag = _qualified(tag, scope)
            attributes = {_qualified(name, scope): value for name, value in attributes.items() if not _declares(name)}
            made = etree.Element(tag, attributes, declared) if parent is None else etree.SubElement(parent, tag, attributes, declared)
        else:
            made = etree.Element(tag, attributes) if parent is None else etree.SubElement(parent, tag, attributes)
        made.text = out.text or None
    except ValueError:  # of lxml, and UnicodeEncodeError for lone surrogates
        raise _unprintable(out) from None
    return made, scope


def _declares(name: str) -> bool:
    return name == "xmlns" or name.startswith("xmlns:")


def _qualified(name: str, scope: Scope) -> str:
    prefix, colon, local = name.partition(":")
    if not colon:
        return name
    return f"{{{_XML_NAMESPACE if prefix == 'xml' else scope[prefix]}}}{local}"


def _unprintable(out: Out) -> WriteError:
    where = [("text", out.text or ""), *((f'attribute "{name}"', value) for name, value in out.attributes.items())]
    for what, text in where:
        found = re.search(_NOT_IN_XML, text)
        if found:
            return WriteError(
                f"the {what} of <{out.tag}> has the character U+{ord(found.group()):04X}, which XML cannot hold",
                None,
                "",
                "",
                "change or remove it in the source",
            )
    names = ", ".join(f'"{name}"' for name in (out.tag, *out.attributes))
    return WriteError(f"one of the names {names} cannot stand in XML")
