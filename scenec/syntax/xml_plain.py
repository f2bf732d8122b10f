"""Plain XML, which almost all files are: elements, attributes, texts and comments in UTF-8, without document type or references.

Outside its comments every ``<`` of such a file begins a tag, so it is cut and parsed there, in half the time of handlers that a
parser calls for every tag. Whether the file is well-formed is still the parser's to say. What is not plain, or wrong in any way, is
left to `scenec.syntax.xml`, which makes the same tree and knows what to say of errors.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import islice
from operator import attrgetter
from sys import intern
from typing import cast
from xml.parsers import expat

from scenec.syntax.decoding import BLANKS
from scenec.syntax.folded import Folded
from scenec.syntax.tree import NO_CHILDREN, Document, FileName, Rereading, SourceNode

_PIECE = 1 << 16
"""Characters that are parsed at a time, about."""

_DECLARATION = re.compile(r"""<\?xml[ \t\n][^<>?]*\?>""")
_OTHER_ENCODING = re.compile(r"""[ \t\n]encoding[ \t\n]*=[ \t\n]*["'](?!utf-8["'])""", re.IGNORECASE)
_TEXT = re.compile(r"[ \t\n]*[^ \t\n<]")

_ATTRIBUTE = r"""([^ \t\n="'/]+)[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)')"""
_ATTRIBUTES = re.compile(rf"{_ATTRIBUTE}(?:[ \t\n]+{_ATTRIBUTE})*[ \t\n]*")
_EACH_ATTRIBUTE = re.compile(_ATTRIBUTE)

_BLANKS_AS_SPACES = str.maketrans("\t\n", "  ")
_NO_ATTRIBUTES: dict[str, str] = {}
"""Of all elements without attributes, which are most."""


class _NotPlainError(Exception):
    pass


def read_plain(
    data: bytes, name: str, shown: str, path: str | None, maximum_depth: int, node: type[SourceNode] = SourceNode, first_id: int = 0
) -> Document | None:
    """The document of a plain, well-formed file, its values numbered from `first_id` on; None for any other. data: without byte order
    mark."""
    try:
        text, comments = _without_comments(data)
        root, end = _tree_of(text, maximum_depth, node, first_id)
        expat.ParserCreate().Parse(data, True)
    except (_NotPlainError, expat.ExpatError, ValueError, IndexError):  # not UTF-8, a tag without name, more ends than starts
        return None
    rereading = Rereading(find_place=_Places(data), read_again=partial(_read_again, data))
    return Document(FileName(name, shown, path), root, comments=comments, ids=range(first_id, end), rereading=rereading)


def _read_again(data: bytes, first_id: int) -> SourceNode:
    """The root of a file that was found plain and well-formed before, its values numbered from `first_id` on. What is in a large one is
    read when somebody looks at it."""
    shift = data.find(b"?>") + 2 if data.startswith(b"<?xml") else 0
    if len(data) > _PIECE and data.isascii() and b"\r" not in data and b"<!" not in data:  # no copy of the bytes need be kept
        text = str(memoryview(data)[shift:], "ascii")
        return _folded_tree_of(text, first_id, lambda start, end: data[start + shift : end + shift].decode())
    text, _ = _without_comments(data)
    if len(text) <= _PIECE:
        return _tree_of(text, len(data), SourceNode, first_id)[0]
    return _folded_tree_of(text, first_id, lambda start, end: text[start:end])


def read_whole(data: bytes, first_id: int) -> SourceNode:
    """The same with everything in it."""
    return _tree_of(_without_comments(data)[0], len(data), SourceNode, first_id)[0]


def _without_comments(data: bytes) -> tuple[str, int]:
    """The text without declaration and comments, and the number of comments."""
    text = data.decode()
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    declaration = _DECLARATION.match(text)
    if declaration is not None:
        if "encoding" in declaration.group().lower() and _OTHER_ENCODING.search(declaration.group()):
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


def _tree_of(text: str, maximum_depth: int, make: type[SourceNode], first_id: int, index: int = 0) -> tuple[SourceNode, int]:
    """The root, and the id behind the last of its values, which are numbered from `first_id` on. make: the class of the nodes. index: the
    number of the root. A text that is not well-formed gives nonsense or an error."""
    outside = node = make("", 0, 0)
    siblings: list[SourceNode] | None = None  # whether the node that was just opened has any is not known yet
    around: list[list[SourceNode]] = []
    next_id = first_id
    part_of = remembered_part if len(text) <= _PIECE else _part_of  # parts of a large file would push out all others
    for piece in _pieces(text):
        known: dict[str, _Part] = {}
        for each in piece.split("<")[1:]:
            part = known.get(each)
            if part is None:
                part = known[each] = part_of(each) if len(each) <= _SHORT else _part_of(each)
            if part is _END:
                siblings = around.pop()
                continue
            if siblings is None:
                siblings = node.children = []
                if len(around) >= maximum_depth:
                    raise _NotPlainError
            name, attributes, value, count, is_open = part
            node = make(name, index, 0, attributes, value, NO_CHILDREN, next_id)
            siblings.append(node)
            index += 1
            next_id += count
            if is_open:
                around.append(siblings)
                siblings = None
    if len(outside.children) != 1:
        raise _NotPlainError
    return outside.children[0], next_id


_FOLDED = 4096
"""An element of so many characters is read as a whole, when somebody looks at it."""


def _folded_tree_of(text: str, first_id: int, characters: Callable[[int, int], str]) -> SourceNode:
    """The root of a large plain and well-formed text, folded: see `scenec.syntax.folded`. characters: those between two places."""

    def unfold(start: int, end: int, number: int, first_id: int) -> SourceNode:
        return _tree_of(characters(start, end), _FOLDED, SourceNode, first_id, number)[0]

    tags: list[str] = []
    tag_numbers: dict[str, int] = {}
    rows = array("Q")  # of the elements that are complete, in those that are open
    large: list[SourceNode] = []  # those of them that are there
    around: list[tuple[int, int, int, str, str, int]] = []  # the open ones: start, number, first id, tag, text, how many rows are before
    index, next_id = 0, first_id

    def close(end: int) -> None:
        """end: of what is in the element."""
        start, number, own_id, inside, value, before = around.pop()
        if end - start > _FOLDED or not around:
            name, attributes, _ = _parsed_tag(inside)
            node = SourceNode(name, number, 0, attributes, value, NO_CHILDREN, own_id)
            below: dict[int, SourceNode] = {}
            while large and large[-1].line > number:
                each = large.pop()
                below[each.line] = each
            if len(rows) > before:
                node.children = cast("list[SourceNode]", Folded(rows[before:], end, tags, below, unfold))
            large.append(node)
        del rows[before:]

    at = 0
    for piece in _pieces(text):
        known: dict[str, tuple[str, dict[str, str], bool]] = {}
        before, *parts = piece.split("<")
        at += len(before)
        for part in parts:
            if part[0] == "/":
                close(at)
            else:
                inside, _, value = part.partition(">")
                tag = known.get(inside)
                if tag is None:
                    tag = known[inside] = _parsed_tag(inside)
                name, attributes, is_open = tag
                value = value.strip(BLANKS)
                tag_number = tag_numbers.setdefault(name, len(tags))
                if tag_number == len(tags):
                    tags.append(name)
                rows.extend((at, tag_number, index, next_id))
                if is_open:
                    around.append((at, index, next_id, inside, value, len(rows)))
                next_id += len(attributes) + bool(value)
                index += 1
            at += len(part) + 1
    return large[0]


_Part = tuple[str, dict[str, str], str, int, bool]
"""The part from one ``<`` to the next: tag, attributes, text, how many values these are, and whether the element goes on."""

_END: _Part = ("", _NO_ATTRIBUTES, "", 0, False)


def _part_of(part: str) -> _Part:
    """part: with the blanks behind it, so that four of five parts of a file have been seen before."""
    inside, _, value = part.partition(">")
    value = value.strip(BLANKS)
    if part[0] == "/":
        if value:  # it belongs to the element around, which has children too
            raise _NotPlainError
        return _END
    name, attributes, is_open = _parsed_tag(inside)
    if value and not is_open:
        raise _NotPlainError
    return name, attributes, value, len(attributes) + bool(value), is_open


def _pieces(text: str) -> Iterator[str]:
    """A text cut before tags, so that what is made of one piece does not take several times the memory of the text."""
    start = 0
    while start < len(text):
        end = text.find("<", start + _PIECE)
        end = end if end >= 0 else len(text)
        yield text[start:end]
        start = end


def _parsed_tag(inside: str) -> tuple[str, dict[str, str], bool]:
    """Name, attributes, and whether the element goes on, of what is between the brackets of a start tag. Attributes that were read
    never change, so that elements with equal ones share them."""
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
remembered_part = lru_cache(4096)(_part_of)
"""Three of five that are new in a file stand in other files of a library."""


class _Places:
    """Where the elements of a plain file stand, found as far as somebody asks: most files have one or two findings, near the beginning."""

    __slots__ = ("data", "last", "lines", "rest", "starts")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.last = (0, 0)
        """The start that was asked for before, and how many lines end before it: reports go through a file from its beginning."""
        self.rest: Iterator[int] | None = None
        """Finds the next starts."""

    def __call__(self, index: int) -> tuple[int, int]:
        """Line and column (in characters) of the ``<`` of an element. index: of the element in document order."""
        if self.rest is None:
            self.starts: array[int] = array("Q")
            self.lines: array[int] = array("Q", (0,))
            """How many lines end before each block of the file."""
            self.rest = map(re.Match.start, filter(_IS_START, _START_OR_COMMENT.finditer(self.data)))
        if index >= len(self.starts):
            self.starts.extend(islice(self.rest, index + 1 - len(self.starts)))
        start = self.starts[index]
        block = start // _BLOCK
        while block >= len(self.lines):
            end = len(self.lines) * _BLOCK
            self.lines.append(self.lines[-1] + self._line_ends(end - _BLOCK, end))
        known, line = block * _BLOCK, self.lines[block]
        if known < self.last[0] <= start:
            known, line = self.last
        line += self._line_ends(known, start)
        self.last = start, line
        line_start = self.data.rfind(b"\n", 0, start) + 1
        line_start = max(line_start, self.data.rfind(b"\r", line_start, start) + 1)
        return line + 1, len(self.data[line_start:start].decode()) + 1

    def _line_ends(self, start: int, end: int) -> int:
        """How many lines end between two places: at a line feed, a carriage return, or both."""
        feeds, before = self.data.count(b"\n", start, end), max(start - 1, 0)
        if self.data.find(b"\r", before, end) < 0:  # of almost all
            return feeds
        # A return before the start and a feed at it are one end, counted already.
        return feeds + self.data.count(b"\r", start, end) - self.data.count(b"\r\n", before, end)


_BLOCK = 1 << 14
"""Bytes whose lines are counted at a time."""
_START_OR_COMMENT = re.compile(rb"<(?:!--.*?-->|([^/!?]))", re.DOTALL)
_IS_START = attrgetter("lastindex")
