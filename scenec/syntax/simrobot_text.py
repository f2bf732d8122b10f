"""SimRobot's own text layer: it looks like XML and is not. The rules are those of SimRobotCommon/Parser/Reader.cpp.

No declaration, no DOCTYPE, no CDATA, no entities, no single quotes; any character but ``"`` in a value; the first of two
equal attributes counts; a comment after the first character of a text belongs to the text. Errors carry the reference
reader's wording and place. Releases up to 2017 read real XML: `scenec.syntax.xml.read_xml` makes the same tree of it.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable
from functools import cached_property

import msgspec

from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.decoding import BLANKS, decoded, place_of
from scenec.syntax.simrobot_plain import is_large, read_plain
from scenec.syntax.tree import Comment, Document, FileName, Places, Remark, Rereading, SourceNode

ROOT = "Simulation"
MAXIMUM_ATTRIBUTES = 32
MAXIMUM_DEPTH = 2000
"""Twice that of other formats: from body to body it takes two elements, the joint and the body."""

_NAME = r"[A-Za-z_:][\w.:]*(?:-(?!->)[\w.:]*)*"  # `-->` is one token of its own, wherever it stands
_VALUE = r'"[^"\\]*"'
_PLAIN_START = re.compile(rf"<({_NAME})((?:[ \t\r\n]+{_NAME}[ \t\r\n]*=[ \t\r\n]*{_VALUE})*)[ \t\r\n]*(/?)>", re.ASCII)
_PLAIN_ATTRIBUTE = re.compile(rf"({_NAME})[ \t\r\n]*=[ \t\r\n]*({_VALUE})", re.ASCII)
_PLAIN_END = re.compile(rf"</({_NAME})[ \t\r\n]*>", re.ASCII)
_BLANKS_HERE = re.compile(r"[ \t\r\n]*")
_VALUE_HERE = r'"([^"\\]*)("|\\.?)'


def read_simrobot_text(data: bytes, name: str, *, shown: str = "", path: str | None = None, maximum_depth: int = MAXIMUM_DEPTH) -> Document:
    """The elements of a .ros2, .rsi2, .ros3 or .rsi3 file, with the places of all attribute values and texts.

    An element's place is its ``<``; the reference reader names the character after it. Harmless oddities that lose
    something, an attribute written again and a value cut off at a backslash, are in `Document.remarks`.

    Raises ReadError for what the reference reader refuses without knowing any element, for a file without or with more than
    one outermost element, for elements nested deeper than `maximum_depth`, and for text that is not UTF-8.
    """
    shown = shown or name
    if is_large(data) and (plain := read_plain(data, name, shown, path, maximum_depth, MAXIMUM_ATTRIBUTES)):
        assert plain.rereading.find_place is not None
        finder = _PlainFinder(data, shown, plain.rereading.find_place)
        plain.rereading = msgspec.structs.replace(plain.rereading, find_places=finder, data=data)
        return plain
    reader = _Reader(decoded(data, shown), shown, maximum_depth)
    root = reader.read()
    comments = reader.comments
    mostly_numbers = reader.text_length > len(reader.text) / 2  # then its places take less than its text
    if mostly_numbers:
        _Rereader(reader).give_places(root)
    rereading = Rereading(find_places=None if mostly_numbers else _Finder(reader).places_at, data=data)
    document = Document(FileName(name, shown, path), root, comments=len(comments), remarks=reader.remarks, rereading=rereading)
    document.comment_places = comments
    return document


class Cut(msgspec.Struct, gc=False):
    """Where an element stands in a text. start: its ``<``; inner: behind its start tag; inner_end: at its end tag; end: behind it. An
    element that ends with its start tag has the last three in one place."""

    start: int
    inner: int
    inner_end: int = -1
    end: int = -1

    @property
    def has_end(self) -> bool:
        """Whether there is an end tag."""
        return self.end > self.inner

    def attributes(self, text: str) -> list[tuple[str, str, int]]:
        """Return its attributes in the order written: name, value and where the value starts."""
        reader = _Reader(text, "", MAXIMUM_DEPTH)
        return (reader._plain_start_tag(self.start) or reader._odd_start_tag(self.start))[1]


def cuts_of(text: str, maximum_depth: int) -> list[Cut]:
    """Where the elements of a text stand that was read before, in document order."""
    cutter = _Cutter(text, "", maximum_depth)
    cutter.read()
    return cutter.cuts


class _Reader:
    """Goes through the text once, from tag to tag. `line` and `line_start` belong to `counted`, the last place asked for."""

    def __init__(self, text: str, shown: str, maximum_depth: int) -> None:
        self.text = text
        self.shown = shown
        self.maximum_depth = maximum_depth
        self.comments: list[Comment] = []
        self.remarks: list[Remark] = []
        self.line = 1
        self.line_start = 0
        self.counted = 0
        self.top = SourceNode("", 0, 0)
        self.open = [self.top]
        self.runs: list[list[str]] = [[]]  # the texts so far of each open element
        self.starts = [-1]  # where the start tag of each open element stands
        self.text_places: dict[int, tuple[int, int]] = {}  # where a start tag stands -> the place of the text of its element
        self.text_length = 0
        self.known: dict[str, str] = {}  # names and values come again and again, and are kept once

    def read(self) -> SourceNode:
        text = self.text
        skip_blanks = _BLANKS_HERE.match
        at = skip_blanks(text).end()  # type: ignore[union-attr]  # never None: an empty text matches
        while at < len(text):
            if text[at] != "<":
                at = self._data(at)
            elif text.startswith("</", at):
                at = self._end_tag(at)
            elif text.startswith("<!--", at):
                at = self._comment(at)
            else:
                at = self._start_tag(at)
            at = skip_blanks(text, at).end()  # type: ignore[union-attr]  # never None: an empty text matches
        if len(self.open) > 1:
            node = self.open[-1]
            raise self._error("Unexpected end of file", at, f"</{node.tag}> for the <{node.tag}> in line {node.line}")
        if not self.top.children:
            raise self._error("no element in the file", at, f'element "{ROOT}"', "" if text.strip() else "the file is empty")
        return self.top.children[0]

    def _start_tag(self, at: int) -> int:
        line, column = self._place(at)
        tag, attributes, blank, end = self._plain_start_tag(at) or self._odd_start_tag(at)
        node = SourceNode(self.known.setdefault(tag, tag), line, column)
        if attributes:
            node.places = at
            self._keep_attributes(node, attributes)
        if len(node.attributes) > MAXIMUM_ATTRIBUTES:
            raise self._error(f"Only up to {MAXIMUM_ATTRIBUTES} attributes per element are supported", at + 1)
        if len(self.open) == 1 and self.top.children:
            raise self._second_root(tag, at)
        if len(self.open) > self.maximum_depth:
            raise self._error(f"nested deeper than {self.maximum_depth:,} elements", at + 1)
        self.open[-1].add(node)
        if not blank:
            self.open.append(node)
            self.starts.append(at)
            self.runs.append([])
        return end

    def _keep_attributes(self, node: SourceNode, attributes: list[tuple[str, str, int]]) -> None:
        kept, once = node.attributes, self.known.setdefault
        for name, value, at in attributes:
            if name in kept:
                self.remarks.append((*self._place(at), f'{name}="{value}" has no effect: <{node.tag}> has {name}="{kept[name]}" already'))
            else:
                kept[once(name, name)] = once(value, value)

    def _plain_start_tag(self, at: int) -> tuple[str, list[tuple[str, str, int]], bool, int] | None:
        """Tag; attributes with their values and where these start; whether it ends itself; where what follows starts."""
        found = _PLAIN_START.match(self.text, at)
        if not found:
            return None
        attributes = [
            (written.group(1), written.group(2)[1:-1], written.start(2) + 1)
            for written in _PLAIN_ATTRIBUTE.finditer(self.text, found.start(2), found.end(2))
        ]
        return found.group(1), attributes, found.group(3) == "/", found.end()

    def _end_tag(self, at: int) -> int:
        found = _PLAIN_END.match(self.text, at)
        if not found:
            raise self._broken_end_tag(at)
        if len(self.open) == 1:
            raise self._error("Unexpected end tag without matching opening tag", at)
        node = self.open.pop()
        self.starts.pop()
        node.text = " ".join(self.runs.pop())
        if found.group(1) != node.tag:
            raise self._error("End tag does not match", at + 2, f"</{node.tag}> for the <{node.tag}> in line {node.line}")
        return found.end()

    def _comment(self, at: int) -> int:
        end = self.text.find("-->", at + 4)
        while end >= 0 and self.text.startswith("<!-->", end - 2) and end - 2 >= at + 4:
            end = self.text.find("-->", end + 2)  # an inner `<!--` is one token, its dashes end nothing
        if end < 0:
            raise self._error("Unterminated comment", at)
        parent, text = self.open[-1], self.text[at + 4 : end]
        start = self.text.rfind("\n", 0, at) + 1
        beside = "\n" not in text and bool(self.text[start:at].strip(BLANKS))
        self.comments.append(Comment(parent if parent is not self.top else None, len(parent.children), text, beside))
        return end + 3

    def _data(self, at: int) -> int:
        """A text: up to the next tag, inner comments included."""
        text = self.text
        end = text.find("<", at)
        while end >= 0 and text.startswith("<!--", end):
            end = text.find("<", end + 4)
        if end < 0:
            raise self._error("Unterminated data block (there must be a tag somewhere)", at)
        if len(self.open) == 1:
            raise self._error("Unexpected text", at, "", "remove the byte order mark" if text[at] == "\ufeff" else "")
        if not self.runs[-1]:
            node = self.open[-1]
            node.places = self.starts[-1]
            self.text_places[node.places] = self._place(at)
        self.runs[-1].append(text[at : _last_in(text, at, end)])
        self.text_length += end - at
        return end

    # -- what the plain patterns do not match: broken tags, and values with a backslash

    def _odd_start_tag(self, at: int) -> tuple[str, list[tuple[str, str, int]], bool, int]:
        text = self.text
        tag, at = self._name(at + 1)
        attributes: list[tuple[str, str, int]] = []
        while True:
            before, at = at, self._after_blanks(at)
            if text.startswith(">", at):
                return tag, attributes, False, at + 1
            if text.startswith("/>", at):
                return tag, attributes, True, at + 2
            if at == len(text):
                raise self._error("Unexpected end of file", at - 1)
            if at == before:
                hint = r'a backslash ends a value: there is no way to write " or \ in one' if "\\" in text[at - 2 : at] else ""
                raise self._error("Attributes must be separated by whitespace characters", at - 1, "", hint)
            name, at = self._name(at)
            at = self._after_blanks(at)
            if not text.startswith("=", at):
                raise self._error("Unexpected end of file" if at == len(text) else "Expected '=' after attribute name", at)
            value, at, end = self._string(self._after_blanks(at + 1))
            attributes.append((name, value, at))
            at = end

    def _string(self, at: int) -> tuple[str, int, int]:
        """A quoted value, where it starts and where what follows starts. A backslash is dropped with its next character and
        ends the value, as in the reference reader."""
        if not self.text.startswith('"', at):
            at_end = at == len(self.text)
            raise self._error("Unexpected end of file" if at_end else "A string must begin with a double quote character", at)
        found = re.compile(_VALUE_HERE, re.DOTALL).match(self.text, at)
        if not found:
            raise self._error("Unterminated string (there must be a closing double quote somewhere)", at)
        if found.group(2) != '"':
            self.remarks.append((*self._place(found.end(1)), f'the backslash cuts the value off: "{found.group(1)}" is left'))
        return found.group(1), at + 1, found.end()

    def _name(self, at: int) -> tuple[str, int]:
        found = re.compile(_NAME, re.ASCII).match(self.text, at)
        if found:
            return found.group(), found.end()
        if at == len(self.text):
            raise self._error("Unexpected end of file", at)
        if self.text[at] in BLANKS:
            raise self._error("Unexpected whitespace", at)
        hint = "SimRobot files are not XML: no declaration, no DOCTYPE, no CDATA" if self.text[at] in "?!" else ""
        raise self._error("A name must begin with an alphabetic letter, underscore or colon", at, "", hint)

    def _broken_end_tag(self, at: int) -> ReadError:
        _, at = self._name(at + 2)
        return self._error("Expected tag end", self._after_blanks(at))

    def _after_blanks(self, at: int) -> int:
        return _BLANKS_HERE.match(self.text, at).end()  # type: ignore[union-attr]  # never None: an empty text matches

    def _second_root(self, tag: str, at: int) -> ReadError:
        first = self.top.children[0]
        if first.tag != ROOT:  # then that one is the mistake
            return ReadError(f'Unexpected element "{first.tag}"', Source(self.shown, first.line, first.column + 1), f'"{ROOT}"')
        return self._error(f'Unexpected element "{tag}"', at + 1, "one outermost element")

    # -- places

    def _place(self, at: int) -> tuple[int, int]:
        """Line and column of a character; cheap for one after the other, and for the line last asked for."""
        if self.line_start <= at < self.counted:
            return self.line, at - self.line_start + 1
        if at < self.counted:
            place = place_of(self.text, at, "")
            return place.line, place.column
        lines = self.text.count("\n", self.counted, at)
        if lines:
            self.line += lines
            self.line_start = self.text.rfind("\n", self.counted, at) + 1
        self.counted = at
        return self.line, at - self.line_start + 1

    def _error(self, what: str, at: int, expected: str = "", hint: str = "") -> ReadError:
        return ReadError(what, place_of(self.text, at, self.shown), expected, "", hint)


class _Cutter(_Reader):
    """Notes where tags stand."""

    def __init__(self, text: str, shown: str, maximum_depth: int) -> None:
        super().__init__(text, shown, maximum_depth)
        self.cuts: list[Cut] = []
        self.open_cuts: list[Cut] = []

    def _start_tag(self, at: int) -> int:
        depth = len(self.open)
        end = super()._start_tag(at)
        cut = Cut(at, end, end, end)
        self.cuts.append(cut)
        if len(self.open) > depth:
            self.open_cuts.append(cut)
        return end

    def _end_tag(self, at: int) -> int:
        end = super()._end_tag(at)
        cut = self.open_cuts.pop()
        cut.inner_end, cut.end = at, end
        return end


class _Rereader(_Reader):
    """Looks once more at start tags of a text that was read, in document order."""

    def __init__(self, reader: _Reader) -> None:
        super().__init__(reader.text, reader.shown, reader.maximum_depth)
        self.text_places = reader.text_places

    def places_at(self, at: int) -> Places:
        """The places of the attributes and of the text of the element whose start tag stands there."""
        _, attributes, _, _ = self._plain_start_tag(at) or self._odd_start_tag(at)
        places: Places = {}
        for name, _, start in attributes:
            if name not in places:  # the first of equal ones counts
                places[name] = self._place(start)
        if at in self.text_places:
            places[""] = self.text_places[at]
        return places

    def give_places(self, root: SourceNode) -> None:
        """Every element gets its places."""
        stack = [root]
        while stack:
            node = stack.pop()
            if isinstance(node.places, int):
                node.places = self.places_at(node.places)
            stack.extend(reversed(node.children))


_TAIL = 4096


def _last_in(text: str, start: int, end: int) -> int:
    """Where a piece of text ends without the blanks at its end. Looked up before it is cut out: a long one is not to be there twice."""
    while end > start:
        tail = text[max(start, end - _TAIL) : end]
        kept = len(tail.rstrip(BLANKS))
        end -= len(tail) - kept
        if kept:
            break
    return end


class _Finder(_Rereader):
    """Looks once more at start tags of a text that was read, in any order."""

    def __init__(self, reader: _Reader) -> None:
        super().__init__(reader)

    @cached_property
    def line_starts(self) -> array[int]:
        return array("Q", [0, *(found.end() for found in re.finditer("\n", self.text))])

    def start_of(self, line: int, column: int) -> int:
        """The character of that place."""
        return self.line_starts[line - 1] + column - 1

    def _place(self, at: int) -> tuple[int, int]:
        line = bisect_right(self.line_starts, at)
        return line, at - self.line_starts[line - 1] + 1


class _PlainFinder:
    """Looks once more at start tags of a plain file, by the numbers of elements. Hardly any is asked for, so the text is made when the
    first is."""

    def __init__(self, data: bytes, shown: str, find_place: Callable[[int], tuple[int, int]]) -> None:
        self._data = data
        self._shown = shown
        self._find_place = find_place

    @cached_property
    def _finder(self) -> _Finder:
        return _Finder(_Reader(self._data.decode(), self._shown, MAXIMUM_DEPTH))

    def __call__(self, number: int) -> Places:
        finder = self._finder
        at = finder.start_of(*self._find_place(number))
        places = finder.places_at(at)
        text = finder.text
        start = finder._after_blanks(text.index(">", at) + 1)  # a plain tag has no other one, and its text comes next
        if text[start] != "<":
            places[""] = finder._place(start)
        return places
