"""The output tree that writers of XML formats build, and how it is printed.

Same tree, same bytes: UTF-8, LF, two blanks a level, attributes in the order given, the text of an element without children
on its tag's line. Escaping and layout are those of lxml, which a test compares; a second tree, of lxml's elements, would take
several times the memory of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from scenec.assembly import Assembly
from scenec.errors import WriteError

_DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>'
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\r"))
_NO_CHARACTERS = ("\ufffe".encode(), "\uffff".encode())
_TEXTS_AT_ONCE = 4096
_ABOUT_THEM = 1000
"""Bytes that stand around a sealed element, for each of them: enough for what else is in a large file."""
_NAMES_AT_ONCE = 4096
_NOT_IN_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
"""Costs milliseconds to compile, so that is left to those who need it."""

_NOTHING: dict[str, str] = {}


class Printed(list["Out"]):
    """Stands for the children of an element whose text is there already: see `Out.seal`."""

    __slots__ = ("line", "text")

    def __init__(self, text: bytes, line: str) -> None:
        self.text = text
        self.line = line

    def at(self, line: str) -> bytes:
        """The text of the element, if it was printed for this indent."""
        if line != self.line:
            raise AssertionError("an element was printed for another depth")
        return self.text


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

    def add(self, tag: str, text: str | None = None, /, **attributes: str) -> Out:
        """Append a new child and return it."""
        child = Out(tag, text, **attributes)
        self.children.append(child)
        return child

    def comment(self, text: str) -> None:
        """Append a comment; ``--``, which XML does not allow in one, is written ``- -``."""
        self.children.append(Out("", text))

    def seal(self, depth: int) -> None:
        """Nothing in it will change: keep its text instead of its parts, which take ten times as much. depth: how many elements it will
        stand in. Its tag and attributes can still be asked for. An element with names of other namespaces stays as it is, since the root
        says what they mean. Raises WriteError as `print_xml` does."""
        if self.tag and not _has_prefixes(self):
            text = b"".join(_pieces(self, depth, _NOTHING))
            self._children = Printed(text, "\n" + "  " * depth)

    def __repr__(self) -> str:
        return f"<{self.tag}>" if self.tag else f"<!-- {self.text} -->"


def print_xml(root: Out, namespaces: Mapping[str, str] | None = None) -> bytes:
    """The file. Never recurses, however deep the tree.

    A name ``gz:foo`` is written as it is. If no ``xmlns:gz`` attribute around it says so already, the root declares the prefix:
    as `namespaces` says, else as ``urn:gz``. Raises WriteError for characters and names that XML cannot hold.
    """
    declared = {f"xmlns:{prefix}": (namespaces or {}).get(prefix, f"urn:{prefix}") for prefix in _undeclared_prefixes(root)}
    file = Assembly(_size_of_sealed(root) + len(_DECLARATION) + 1)
    file.write(_DECLARATION)
    for piece in _pieces(root, 0, declared):
        file.write(piece)
    file.write(b"\n")
    return file.whole()


def _pieces(root: Out, depth: int, declared: dict[str, str]) -> Iterator[bytes]:
    """The text of an element, each line with the line feed before it. declared: what the root says of prefixes besides its attributes."""
    texts: list[str] = []
    put = texts.append
    inside, line = iter((root,)), "\n" + "  " * depth
    around: list[tuple[Iterator[Out], str, str]] = []  # the elements that are open: what comes after them, its indent, their end tags
    while True:
        for out in inside:
            if len(texts) > _TEXTS_AT_ONCE:
                yield _encoded(texts, root)
                texts.clear()
            children, tag, text = out._children, out.tag, out.text
            if type(children) is Printed:
                if texts:
                    yield _encoded(texts, root)
                    texts.clear()
                yield children.at(line)
                continue
            if not tag:
                put(f"{line}<!--{_comment(text or '')}-->")
                continue
            start = tag if not out._attributes and not declared and _is_plain(tag) else _start(out, declared)
            declared = _NOTHING
            if text and ("&" in text or "<" in text or ">" in text or "\r" in text):
                text = _escaped(text)
            if children:
                put(f"{line}<{start}>{text or ''}")
                around.append((inside, line, f"{line}</{tag}>"))
                inside, line = iter(children), line + "  "
                break
            put(f"{line}<{start}>{text}</{tag}>" if text else f"{line}<{start}/>")
        else:
            if not around:
                break
            inside, line, end = around.pop()
            put(end)
    if texts:
        yield _encoded(texts, root)


def _encoded(texts: list[str], root: Out) -> bytes:
    try:
        encoded = "".join(texts).encode()
    except UnicodeEncodeError:  # lone surrogates
        raise _unprintable(root) from None
    if len(encoded.translate(None, _CONTROLS)) < len(encoded) or any(each in encoded for each in _NO_CHARACTERS):
        raise _unprintable(root)
    return encoded


def _start(out: Out, declared: dict[str, str]) -> str:
    """What stands between the brackets of a start tag. As lxml prints it: what declares a prefix comes first, the default last of these."""
    attributes = out._attributes or _NOTHING
    if declared or not _is_plain(out.tag) or not all(map(_is_plain, attributes)):
        if not all(map(_is_name, (out.tag, *attributes))):
            raise _unprintable(out)
        own = {**declared, **attributes}
        spaces = sorted((name for name in own if _declares(name)), key=lambda name: name == "xmlns")
        attributes = {**{name: own[name] for name in spaces}, **attributes}
    if not attributes:
        return out.tag
    return " ".join([out.tag, *[f'{name}="{_quoted(value)}"' for name, value in attributes.items()]])


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")


def _quoted(value: str) -> str:
    if value.isalnum():
        return value
    return _escaped(value).replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;")


@lru_cache(_NAMES_AT_ONCE)
def _is_plain(name: str) -> bool:
    """Whether a name is one, and says nothing of namespaces."""
    return name != "xmlns" and ":" not in name and _is_name(name)


@lru_cache(_NAMES_AT_ONCE)
def _is_name(name: str) -> bool:
    """Whether XML has such names, with one prefix at most."""
    if re.fullmatch(r"(?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*", name, re.ASCII):
        return True
    from lxml import etree  # knows the letters of all scripts

    try:
        for part in name.split(":", 1):
            etree.QName(part)
    except ValueError:
        return False
    return True


def _declares(name: str) -> bool:
    return name == "xmlns" or name.startswith("xmlns:")


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


def _has_prefixes(root: Out) -> bool:
    stack = [root]
    while stack:
        out = stack.pop()
        if ":" in out.tag or (out._attributes and not all(map(_is_plain, out._attributes))):
            return True
        if out._children:
            stack.extend(out._children)
    return False


def _size_of_sealed(root: Out) -> int:
    stack, size = [root], 0
    while stack:
        children = stack.pop()._children
        if type(children) is Printed:
            size += len(children.text) + _ABOUT_THEM
        elif children:
            stack.extend(children)
    return size


def _comment(text: str) -> str:
    while "--" in text:
        text = text.replace("--", "- -")
    return f" {re.sub(_NOT_IN_XML, '?', text.strip())} "


def _unprintable(root: Out) -> WriteError:
    """The error for the first of an element and those in it that XML cannot hold."""
    stack = [root]
    while stack:
        out = stack.pop()
        stack.extend(reversed(out._children or ()))
        if not out.tag:
            continue
        for what, text in [("text", out.text or ""), *((f'attribute "{name}"', value) for name, value in out.attributes.items())]:
            found = re.search(_NOT_IN_XML, text)
            if found:
                return WriteError(
                    f"the {what} of <{out.tag}> has the character U+{ord(found.group()):04X}, which XML cannot hold",
                    None,
                    "",
                    "",
                    "change or remove it in the source",
                )
        if not all(map(_is_name, (out.tag, *out.attributes))):
            names = ", ".join(f'"{name}"' for name in (out.tag, *out.attributes))
            return WriteError(f"one of the names {names} cannot stand in XML")
    raise AssertionError("all of it can stand in XML")
