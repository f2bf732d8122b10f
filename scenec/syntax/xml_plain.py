"""Plain XML, which almost all files are: elements, attributes, texts and comments in UTF-8, without document type or references.

Outside its comments every ``<`` of such a file begins a tag, so a regular expression takes it apart, in half the time of handlers that
a parser calls for every tag. Whether the file is well-formed is still the parser's to say. What is not plain, or wrong in any way, is
left to `scenec.syntax.xml`, which makes the same tree and knows what to say of errors.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from sys import intern
from typing import cast
from xml.parsers import expat

from scenec.syntax.decoding import BLANKS
from scenec.syntax.folded import Folded
from scenec.syntax.tree import NO_CHILDREN, Document, SourceNode

_PIECE = 1 << 16
"""About as many characters are taken apart at a time."""

_DECLARATION = re.compile(r"""<\?xml[ \t\n][^<>?]*\?>""")
_OTHER_ENCODING = re.compile(r"""[ \t\n]encoding[ \t\n]*=[ \t\n]*["'](?!utf-8["'])""", re.IGNORECASE)
_TEXT = re.compile(r"[ \t\n]*[^ \t\n<]")

_TAG = re.compile(r"<([^>]*)>[ \t\n]*([^<]*)(?:<(/)[^>]*>[ \t\n]*(?![^<]))?")
"""A tag, the text behind it, and ``/`` if an end tag comes next and then another tag: it is taken along."""
_ATTRIBUTE = r"""([^ \t\n="'/]+)[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)')"""
_ATTRIBUTES = re.compile(rf"{_ATTRIBUTE}(?:[ \t\n]+{_ATTRIBUTE})*[ \t\n]*")
_EACH_ATTRIBUTE = re.compile(_ATTRIBUTE)

_BLANKS_AS_SPACES = str.maketrans("\t\n", "  ")
_NO_ATTRIBUTES: dict[str, str] = {}
"""Of all elements without attributes, which are most."""


class _NotPlainError(Exception):
    pass


def read_plain(
    data: bytes, name: str, shown: str, path: str | None, maximum_depth: int, node: type[SourceNode] = SourceNode
) -> Document | None:
    """The document of a plain, well-formed file, its values numbered from 0 on; None for any other. data: without byte order mark."""
    try:
        text, comments = _without_comments(data)
        root, count = _tree_of(text, maximum_depth, node)
        expat.ParserCreate().Parse(data, True)
    except (_NotPlainError, expat.ExpatError, ValueError, IndexError):  # not UTF-8, a tag without name, more ends than starts
        return None
    places, again = _Places(data), partial(_read_again, data)
    return Document(name, root, shown=shown, path=path, comments=comments, count=count, find_place=places, read_again=again)


def _read_again(data: bytes) -> SourceNode:
    """The root of a file that was found plain and well-formed before. What is in a large one is read when somebody looks at it."""
    text, comments = _without_comments(data)
    if len(text) <= _PIECE:
        return _tree_of(text, len(data), SourceNode)[0]
    if comments or b"\r" in data or not text.isascii():
        return _folded_tree_of(text, lambda start, end: text[start:end])
    shift = len(data) - len(text)  # the declaration is gone; the bytes are there anyway, so that the text need not be kept
    return _folded_tree_of(text, lambda start, end: data[start + shift : end + shift].decode())


def read_whole(data: bytes) -> SourceNode:
    """The same with everything in it."""
    return _tree_of(_without_comments(data)[0], len(data), SourceNode)[0]


def _without_comments(data: bytes) -> tuple[str, int]:
    """The text without declaration and comments, and the number of comments."""
    text = data.decode().replace("\r\n", "\n").replace("\r", "\n")
    declaration = _DECLARATION.match(text)
    if declaration is not None:
        if _OTHER_ENCODING.search(declaration.group()):
            raise _NotPlainError
        text = text[declaration.end() :]
    comments = 0
    if "!" in text:
        parts = []
        start = 0
        while (found := text.find("<!--", start)) >= 0:
            parts.append(text[start:found])
            start = text.find("-->", found + 4) + 3
            if start < 3 or _TEXT.match(text, start):  # perhaps it stands in the middle of a text, which is to be remarked on
                raise _NotPlainError
        comments = len(parts)
        text = "".join([*parts, text[start:]])
    if "&" in text or ("!" in text and "<!" in text) or ("?" in text and "<?" in text):
        raise _NotPlainError
    return text, comments


def _tree_of(text: str, maximum_depth: int, make: type[SourceNode], index: int = 0, next_id: int = 0) -> tuple[SourceNode, int]:
    """The root and the id behind those of the values in it. make: the class of the nodes. index, next_id: of the root. A text that is not
    well-formed gives nonsense or an error."""
    siblings: list[SourceNode] = []
    around: list[list[SourceNode]] = []
    top = siblings
    remembered = _remembered if len(text) <= _PIECE else _taken_apart  # tags of a large file would push out all others
    for start, end in _pieces(text):
        known: dict[str, tuple[str, dict[str, str], bool]] = {}
        for inside, value, end_follows in _TAG.findall(text, start, end):
            if inside[0] == "/":
                siblings = around.pop()
                is_open = False
            else:
                tag = known.get(inside)
                if tag is None:
                    tag = known[inside] = remembered(inside) if len(inside) <= _SHORT else _taken_apart(inside)
                name, attributes, is_open = tag
                first_id = next_id
                if attributes:
                    next_id += len(attributes)
                if value:
                    if value[-1] in BLANKS:
                        value = value.rstrip(BLANKS)
                    next_id += 1
                node = make(name, index, 0, attributes, value, NO_CHILDREN, first_id)
                siblings.append(node)
                index += 1
            if is_open:
                if not end_follows:
                    around.append(siblings)
                    siblings = node.children = []
                    if len(around) >= maximum_depth:
                        raise _NotPlainError
                continue
            if value:  # it belongs to the element around, which has children too
                raise _NotPlainError
            if end_follows:
                siblings = around.pop()
    if len(top) != 1:
        raise _NotPlainError
    return top[0], next_id


_FOLDED = 4096
"""An element of so many characters is read as a whole, when somebody looks at it."""


def _folded_tree_of(text: str, characters: Callable[[int, int], str]) -> SourceNode:
    """The root of a large plain and well-formed text, folded: see `scenec.syntax.folded`. characters: those between two places."""

    def unfold(start: int, end: int, number: int, first_id: int) -> SourceNode:
        return _tree_of(characters(start, end), _FOLDED, SourceNode, number, first_id)[0]

    tags: list[str] = []
    tag_numbers: dict[str, int] = {}
    rows = array("Q")  # of the elements that are complete, in those that are open
    large: list[SourceNode] = []  # those of them that are there
    around: list[tuple[SourceNode, int, int]] = []  # the open ones: as they will be, where they start, how many rows are before
    index = next_id = 0

    def close(end: int) -> None:
        """end: of what is in the element."""
        node, start, before = around.pop()
        if end - start > _FOLDED or not around:
            inside: dict[int, SourceNode] = {}
            while large and large[-1].line > node.line:
                each = large.pop()
                inside[each.line] = each
            node.children = cast("list[SourceNode]", Folded(rows[before:], end, tags, inside, unfold))
            large.append(node)
        del rows[before:]

    for piece_start, piece_end in _pieces(text):
        known: dict[str, tuple[str, dict[str, str], bool]] = {}
        for found in _TAG.finditer(text, piece_start, piece_end):
            inside, value, end_follows = found.groups()
            if inside[0] == "/":
                close(found.start())
                is_open = False
            else:
                tag = known.get(inside)
                if tag is None:
                    tag = known[inside] = _taken_apart(inside)
                name, attributes, is_open = tag
                number = tag_numbers.setdefault(name, len(tags))
                if number == len(tags):
                    tags.append(name)
                rows.extend((found.start(), number, index, next_id))
                if is_open and not end_follows:
                    node = SourceNode(name, index, 0, attributes, value.rstrip(BLANKS), NO_CHILDREN, next_id)
                    around.append((node, found.start(), len(rows)))
                next_id += len(attributes) + bool(value)
                index += 1
            if end_follows and not is_open:
                close(found.start(3) - 1)
    return large[0]


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Where to cut a text, always before a tag, so that what is found in one piece does not take several times the memory of the text."""
    start = 0
    while start < len(text):
        end = text.find("<", start + _PIECE)
        end = end if end >= 0 else len(text)
        if text.rfind("<", start, end) > text.rfind(">", start, end):  # a search for the end of each tag would take forever
            raise _NotPlainError
        yield start, end
        start = end


def _taken_apart(inside: str) -> tuple[str, dict[str, str], bool]:
    """Name, attributes, and whether the element goes on, of what is between the brackets of a start tag. Nobody changes attributes that
    were read, so that elements with the same share them."""
    if inside.isidentifier():
        return intern(inside), _NO_ATTRIBUTES, True
    parts = inside.split('"')
    if len(parts) & 1 and "'" not in inside and inside.isprintable() and len(parts) > 1:
        name, key = parts[0].split(maxsplit=1)
        attributes = {intern(key.rstrip(" =")): parts[1]}
        for i in range(3, len(parts), 2):
            attributes[intern(parts[i - 1].strip(" ="))] = parts[i]
        return intern(name), attributes, parts[-1][-1:] != "/"
    is_open = inside[-1] != "/"
    name, *rest = (inside if is_open else inside[:-1]).split(maxsplit=1)
    if not rest:
        return intern(name), _NO_ATTRIBUTES, is_open
    if not _ATTRIBUTES.fullmatch(rest[0]):  # it is cut off after a > in a value
        raise _NotPlainError
    values = {intern(key): double or single for key, double, single in _EACH_ATTRIBUTE.findall(rest[0])}
    if not inside.isprintable():
        values = {key: value.translate(_BLANKS_AS_SPACES) for key, value in values.items()}
    return intern(name), values, is_open


_SHORT = 80
_remembered = lru_cache(4096)(_taken_apart)
"""Three of four tags stand in other files of a library too."""


class _Places:
    """Where the elements of a plain file stand, found when first asked for."""

    __slots__ = ("data", "line_ends", "starts")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.starts: array[int] | None = None
        self.line_ends: array[int] = array("Q")

    def __call__(self, index: int) -> tuple[int, int]:
        """Line and column (in characters) of the ``<`` of an element. index: of the element in document order."""
        if self.starts is None:
            without_comments = _COMMENT.sub(_blank, self.data) if b"<!" in self.data else self.data
            self.line_ends = array("Q", map(re.Match.end, _LINE_END.finditer(self.data)))
            self.starts = array("Q", map(re.Match.start, _START.finditer(without_comments)))
        start = self.starts[index]
        line = bisect_right(self.line_ends, start)
        line_start = self.line_ends[line - 1] if line else 0
        return line + 1, len(self.data[line_start:start].decode()) + 1


_START = re.compile(rb"<[^/!?]")
_LINE_END = re.compile(rb"\r\n?|\n")
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)


def _blank(found: re.Match[bytes]) -> bytes:
    return b" " * len(found.group())
