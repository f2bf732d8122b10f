"""The output tree that writers of XML formats build, and how it is printed: through lxml, which knows what XML can hold.

Same tree, same bytes: UTF-8, LF, two blanks a level, attributes in the order given, the text of an element without children
on its tag's line. An element tree takes many times the memory of its text, so what is complete can be turned into text early
(`Out.seal`), and lxml never has the whole file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING

from scenec.errors import WriteError

if TYPE_CHECKING:
    from lxml import etree

    from scenec.syntax.passing_text import PassingText

_DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>\n'
_PLACE = "sealed"
"""The processing instruction that holds the place of an element whose text is there already."""
_XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace"
_NOT_IN_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
"""Costs milliseconds to compile, so that is left to those who need it."""

_NOTHING: dict[str, str] = {}

Scope = dict["str | None", str]
"""Prefix -> namespace, where a name stands; None is the prefix of names without one."""


class Printed(list["Out"]):
    """Stands for the children of a sealed element. text: the whole element, printed for the depth it stands at."""

    __slots__ = ("depth", "text")

    def __init__(self, text: bytes | memoryview, depth: int) -> None:
        self.text = text
        self.depth = depth


class Out:
    """An element to be written: ``Out("link", name="base").add("pose", "0 0 1 0 0 0", relative_to="world")``.

    Values are text as it shall be read back; escaping is the printer's business. Attributes whose names are no Python names
    go through `attributes`. A comment is an `Out` without tag, see `comment`.

    Most elements have a text and nothing else: attributes and children are made when first asked for.
    """

    __slots__ = ("_attributes", "_children", "tag", "text")

    def __init__(self, tag: str, text: str | None = None, /, **attributes: str) -> None:
        self.tag = tag
        self.text = text
        self._attributes: dict[str, str] | None = attributes or None
        self._children: list[Out] | None = None

    @property
    def attributes(self) -> dict[str, str]:
        if self._attributes is None:
            self._attributes = {}
        return self._attributes

    @attributes.setter
    def attributes(self, attributes: dict[str, str]) -> None:
        self._attributes = attributes

    @property
    def children(self) -> list[Out]:
        if self._children is None:
            self._children = []
        elif type(self._children) is Printed:
            raise AssertionError(f"<{self.tag}> is printed already")
        return self._children

    @children.setter
    def children(self, children: list[Out]) -> None:
        self._children = children

    @property
    def has_children(self) -> bool:
        return bool(self._children)

    def add(self, tag: str, text: str | None = None, /, **attributes: str) -> Out:
        """Append a new child and return it."""
        child = Out(tag, text, **attributes)
        self.children.append(child)
        return child

    def comment(self, text: str) -> None:
        """Append a comment; ``--``, which XML does not allow in one, is written ``- -``."""
        self.children.append(Out("", text))

    def seal(self, depth: int, kept: PassingText | None = None) -> None:
        """Nothing in it will change: keep its text instead of its parts. depth: how many elements it will stand in. kept: where to keep it,
        if there are many such. Its tag and attributes can still be asked for. An element with names of other namespaces stays as it is,
        since the root says what they mean. Raises WriteError as `print_xml` does."""
        if self.tag and not _speaks_of_namespaces(self):
            text = BytesIO()
            _print(self, depth, {}, text)
            self._children = Printed(kept.keep(text.getvalue()) if kept is not None else text.getvalue(), depth)

    def __repr__(self) -> str:
        return f"<{self.tag}>" if self.tag else f"<!-- {self.text} -->"


def print_xml(root: Out, namespaces: Mapping[str, str] | None = None) -> bytes:
    """The file. Never recurses, however deep the tree. What is sealed in it is used up.

    A name ``gz:foo`` is written as it is. If no ``xmlns:gz`` attribute around it says so already, the root declares the prefix:
    as `namespaces` says, else as ``urn:gz``. Raises WriteError for characters and names that XML cannot hold.
    """
    undeclared = _undeclared_prefixes(root)
    file = BytesIO()
    file.write(_DECLARATION)
    _print(root, 0, {prefix: (namespaces or {}).get(prefix, f"urn:{prefix}") for prefix in undeclared}, file)
    file.write(b"\n")
    return file.getvalue()


def _print(root: Out, depth: int, declared: Scope, file: BytesIO) -> None:
    """Append the text of an element that stands in `depth` others. declared: what it says of prefixes besides its attributes."""
    from lxml import etree

    if type(root._children) is Printed:
        file.write(root._children.text)
        return
    sealed: list[tuple[str, list[Printed]]] = []  # those that follow each other, and what stands between them
    top, scope = _element(None, root, declared, declare=declared)
    stack = [(root, top, scope, depth)]
    while stack:
        out, element, scope, level = stack.pop()
        inner, last = "\n" + "  " * (level + 1), "\n" + "  " * level
        element.text = f"{out.text or ''}{inner}"
        made: etree._Element | None = None
        row: list[Printed] | None = None
        for child in out._children or ():
            children = child._children
            if type(children) is Printed:
                if children.depth != level + 1:
                    raise AssertionError(f"<{child.tag}> was printed for another depth")
                if row is not None:
                    row.append(children)
                    continue
                row = [children]
                sealed.append((inner, row))
                made = etree.ProcessingInstruction(_PLACE, str(len(sealed) - 1))
                element.append(made)
                made.tail = inner
                continue
            row = None
            if child.tag:
                made, inside = _element(element, child, scope)
                if children:
                    stack.append((child, made, inside, level + 1))
            else:
                made = etree.Comment(_comment(child.text or ""))
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
            _move(*sealed[int(piece)], file)
        else:
            file.write(piece)


def _move(between: str, row: list[Printed], file: BytesIO) -> None:
    """Append the texts of sealed elements, which the elements then no longer have: a file has room in memory once."""
    separator = between.encode()
    for i, each in enumerate(row):
        if i:
            file.write(separator)
        file.write(each.text)
        each.text = b""


def _speaks_of_namespaces(root: Out) -> bool:
    """Whether a name in it has a prefix or declares one."""
    stack = [root]
    while stack:
        out = stack.pop()
        if ":" in out.tag or any(":" in name or name == "xmlns" for name in out._attributes or ()):
            return True
        if out._children:
            stack.extend(out._children)
    return False


def _element(parent: etree._Element | None, out: Out, scope: Scope, declare: Scope | None = None) -> tuple[etree._Element, Scope]:
    """An lxml element for `out`, with its text but without its children, and the prefixes known inside it."""
    from lxml import etree

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


def _undeclared_prefixes(root: Out) -> list[str]:
    """The prefixes that names use without an ``xmlns:`` attribute on or around their element, in order of appearance."""
    found: dict[str, None] = {}
    stack: list[tuple[Out, frozenset[str]]] = [(root, frozenset(("xml", "xmlns")))]
    while stack:
        out, declared = stack.pop()
        for name in out._attributes or ():
            if name.startswith("xmlns:"):
                declared |= {name[6:]}
        for name in (out.tag, *out._attributes) if out._attributes else (out.tag,):
            if ":" in name and name.partition(":")[0] not in declared:
                found[name.partition(":")[0]] = None
        if out._children:
            stack.extend([(child, declared) for child in reversed(out._children)])
    return list(found)


def _comment(text: str) -> str:
    while "--" in text:
        text = text.replace("--", "- -")
    return f" {re.sub(_NOT_IN_XML, '?', text.strip())} ".replace(f"<?{_PLACE}", f"< ?{_PLACE}")


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
