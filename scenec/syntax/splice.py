"""Edits of a text that keep every other byte: where a value or an element stands in it, and what takes its place.

The places are those that documents tell: line and column of a value, or of the element that it is in. All syntaxes are edited alike, as
each says only where a value begins and ends: XML and SimRobot's dialect (between quotes or tags), S-expressions (an atom), YAML (a scalar).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_DECLARED = re.compile(rb"""<\?xml[ \t\r\n][^<>?]*?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([\w.:-]+)""")
_LINE_ENDS = {
    "xml": re.compile(r"\r\n|\r|\n"),  # as expat counts
    "dialect": re.compile("\n"),
    "sexp": re.compile("\n"),
    "yaml": re.compile("\r\n|[\r\n\x85\u2028\u2029]"),
}
_SECTION = re.compile(r"<!\[CDATA\[.*?\]\]>", re.DOTALL)
_START = re.compile(r"""<([^\s<>/"'=]+)((?:(?:\s+|(?<=["']))[^\s<>/"'=]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(/?)>""")
_ATTRIBUTE = re.compile(r"""([^\s<>/"'=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_MARKUP = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE[^>]*>|<(/?)(?:[^<>\"']|\"[^\"]*\"|'[^']*')*?(/?)>", re.DOTALL)
_LIST_BRACKET = re.compile(r";[^\n]*|\"(?:[^\"\\]|\\.)*\"|([()])", re.DOTALL)
_ATOM = re.compile(r"\"(?:[^\"\\]|\\.)*\"|[^\s()\";]+", re.DOTALL)
_BETWEEN = re.compile(r"(?:\s|;[^\n]*)*")
_SCALAR = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^\r\n#]*?(?=\s*(?:[,\]}]|[ \t]#|[\r\n]|$))", re.DOTALL)
_BLANKS = " \t\r\n"


class Span(NamedTuple):
    """A piece of a text, from `start` to `end` (indices of characters)."""

    start: int
    end: int


class Edit(NamedTuple):
    """A new text for a piece of a text."""

    start: int
    end: int
    text: str


class NotFoundError(Exception):
    """A value does not stand in the text where its document says it does, or not in one piece."""


class SourceText:
    """The text of a file, and where things stand in it. syntax: ``xml``, ``dialect`` (SimRobot's), ``sexp`` or ``yaml``."""

    def __init__(self, data: bytes, syntax: str) -> None:
        self.syntax = syntax
        self._mark = _BYTE_ORDER_MARK if data.startswith(_BYTE_ORDER_MARK) else b""
        content = data[len(self._mark) :]
        self._encoding, self._errors = _encoding_of(content, syntax)
        self.text = content.decode(self._encoding, self._errors)

    def encoded(self, text: str) -> bytes:
        """The bytes of another text of the same file. Raises UnicodeEncodeError for what its encoding has no bytes for."""
        return self._mark + text.encode(self._encoding, self._errors)

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(found.end() for found in _LINE_ENDS[self.syntax].finditer(self.text))]

    @cached_property
    def _sections(self) -> list[tuple[int, int]]:
        """Where CDATA sections start and end."""
        return [found.span() for found in _SECTION.finditer(self.text)]

    def index(self, line: int, column: int) -> int:
        """The index of a place. Raises NotFoundError behind the end."""
        starts = self._line_starts
        if not 1 <= line <= len(starts) or starts[line - 1] + column - 1 > len(self.text):
            raise NotFoundError(f"line {line}, column {column} is behind the end")
        return starts[line - 1] + column - 1

    def line_of(self, index: int) -> int:
        """The line of an index, counted from 1."""
        return bisect_right(self._line_starts, index)

    def place(self, index: int) -> tuple[int, int]:
        """The line and column of an index, counted from 1."""
        line = self.line_of(index)
        return line, index - self._line_starts[line - 1] + 1

    # -- values

    def value(self, line: int, column: int, slot: str) -> Span:
        """Where the content of a value stands, without quotes and blanks around it. line, column: of the value, or of its element. slot:
        the name of its attribute, "" for a text (or an atom, or a scalar)."""
        at = self.index(line, column)
        if self.syntax == "sexp":
            return self._matched(_ATOM, at)
        if self.syntax == "yaml":
            return self._matched(_SCALAR, at)
        if self.text.startswith("<", at):
            return self._in_element(at, slot)
        if at and self.text[at - 1] in "\"'" and slot:
            return self._trimmed(at, self.text.index(self.text[at - 1], at))
        if slot and self.text[at : at + 1] in ('"', "'"):
            return self._trimmed(at + 1, self.text.index(self.text[at], at + 1))
        end = self.text.find("<", at)
        return self._trimmed(at, end if end >= 0 else len(self.text))

    def _matched(self, pattern: re.Pattern[str], at: int) -> Span:
        found = pattern.match(self.text, at)
        if found is None:
            raise NotFoundError(f"nothing stands at line {self.line_of(at)}")
        start, end = found.span()
        quoted = end - start > 1 and self.text[start] in "\"'" and self.text[end - 1] == self.text[start]
        return Span(start + 1, end - 1) if quoted else self._trimmed(start, end)

    def behind_name(self, at: int) -> int:
        """Where one more attribute of the element that starts at `at` goes: behind the others."""
        tag = _START.match(self.text, at)
        if tag is None:
            raise NotFoundError("no element starts there")
        return tag.end(2)

    def tag(self, at: int) -> str:
        """The name of the element that starts at `at`; of a list, its first words."""
        if self.syntax == "sexp":
            return " ".join(self.head(at)[1:].split()[:2])
        found = _START.match(self.text, at)
        if found is None:
            raise NotFoundError("no element starts there")
        return found[1]

    def head(self, at: int) -> str:
        """The start tag of the element that starts at `at`; of a list, what stands before the first list in it."""
        if self.syntax == "sexp":
            end = self._tree[at][0]
            inner = self.text.find("(", at + 1, end)
            return self.text[at : inner if inner >= 0 else end].strip(_BLANKS)
        tag = _START.match(self.text, at)
        return tag[0] if tag is not None else ""

    def words(self, span: Span) -> list[str]:
        """The atoms, and the lists, of a list."""
        found: list[str] = []
        at = span.start + 1
        while at < span.end - 1:
            blank = _BETWEEN.match(self.text, at)
            at = blank.end() if blank is not None else at
            if at < span.end - 1:
                found.append(self.text[at : self.list_end(at)])
                at += len(found[-1])
        return found

    def start_of_tag(self, at: int) -> int | None:
        """Where the start tag begins that an index is in; None if it is in none."""
        start = self.text.rfind("<", 0, at)
        tag = _START.match(self.text, start) if start >= 0 else None
        return start if tag is not None and at < tag.end() else None

    def has_attribute(self, at: int, name: str) -> bool:
        tag = _START.match(self.text, at)
        return tag is not None and any(found[1] == name for found in _ATTRIBUTE.finditer(self.text, tag.start(2), tag.end(2)))

    def attributes(self, at: int) -> dict[str, str]:
        """The attributes of the element that starts at `at`, as they stand there: ``name="left"`` by its name."""
        tag = _START.match(self.text, at)
        every = _ATTRIBUTE.finditer(self.text, tag.start(2), tag.end(2)) if tag is not None else ()
        return {found[1]: found[0] for found in every}

    def attribute_at(self, at: int) -> str:
        """The name of the attribute in whose value an index is; "" for none."""
        start = self.start_of_tag(at)
        tag = _START.match(self.text, start) if start is not None else None
        every = _ATTRIBUTE.finditer(self.text, tag.start(2), tag.end(2)) if tag is not None else ()
        return next((found[1] for found in every if found.start() <= at < found.end()), "")

    def inner(self, span: Span) -> Span:
        """The span between the start and the end tag of an element, or the brackets of a list; the end of an element without an end tag."""
        closing, tag = self.closing(span), _START.match(self.text, span.start)
        if self.syntax == "sexp":
            return Span(span.start + 1, closing.start)
        return Span(tag.end(), closing.start) if tag is not None and not tag[3] else Span(span.end, span.end)

    def closing(self, span: Span) -> Span:
        """Return the end of an element (or list): its end tag, or ``/>``."""
        if self.syntax == "sexp":
            return Span(span.end - 1, span.end)
        if (
            self.text.endswith("/>", span.start, span.end)
            and self._tree[span.start][0] == span.end
            and "<" not in self.text[span.start + 1 : span.end]
        ):
            return Span(span.end - 2, span.end)
        return Span(self.text.rindex("</", span.start, span.end), span.end)

    def _in_element(self, at: int, slot: str) -> Span:
        tag = _START.match(self.text, at)
        if tag is None:
            raise NotFoundError(f"no element starts at line {self.line_of(at)}")
        if slot:
            for found in _ATTRIBUTE.finditer(self.text, tag.start(2), tag.end(2)):
                if found[1] == slot:
                    return self._trimmed(*found.span(2 if found[2] is not None else 3))
            raise NotFoundError(f"{tag[1]} has no attribute {slot}")
        if tag[3]:
            raise NotFoundError(f"{tag[1]} has no text")
        return self._text_behind(tag.end())

    def _text_behind(self, at: int) -> Span:
        """The first piece of text behind a start tag that is not blank."""
        while True:
            end = self.text.find("<", at)
            if end < 0:
                raise NotFoundError("no text")
            if self.text[at:end].strip(_BLANKS):
                return self._trimmed(at, end)
            if self.text.startswith("<![CDATA[", end):
                close = self.text.find("]]>", end)
                if close >= 0 and self.text[end + 9 : close].strip(_BLANKS):
                    return self._trimmed(end + 9, close)
                at = close + 3
                continue
            found = _MARKUP.match(self.text, end)
            if found is None or self.text.startswith("</", end):
                raise NotFoundError("no text")
            at = self.element_end(end) if _START.match(self.text, end) else found.end()

    def _trimmed(self, start: int, end: int) -> Span:
        piece = self.text[start:end]
        left = len(piece) - len(piece.lstrip(_BLANKS))
        return Span(start + left, start + max(left, len(piece.rstrip(_BLANKS))))

    def escaped(self, span: Span, text: str) -> str:
        """A text as it is written in the place of a value. Raises NotFoundError for what cannot stand there."""
        start = span.start
        while start and self.text[start - 1] in _BLANKS:
            start -= 1
        before = self.text[start - 1 : start]
        if self.syntax == "sexp":
            return text if before == '"' or _ATOM.fullmatch(text) else _quoted(text)
        if self.syntax == "yaml":
            plain = before in ('"', "'") or re.fullmatch(r"[\w./+-][\w ./+-]*", text)
            return text if plain and not set(text) & {'"', "'", "\\"} else _quoted(text)
        if self.syntax == "dialect":
            if '"' in text:
                raise NotFoundError("a value of SimRobot holds no double quote")
            return text
        section = bisect_right(self._sections, (span.start, 0)) - 1
        if section >= 0 and span.start < self._sections[section][1]:
            return text
        text = text.replace("&", "&amp;").replace("<", "&lt;")
        return text.replace('"', "&quot;") if before == '"' else text.replace("'", "&apos;") if before == "'" else text

    # -- elements

    def element(self, line: int, column: int) -> Span:
        """Where an element stands, from its first to behind its last character. In S-expressions: a list, or the one that an atom is in."""
        at = self.index(line, column)
        if self.syntax != "sexp":
            return Span(at, self.element_end(at))
        return Span(at, self.list_end(at)) if self.text.startswith("(", at) else next(iter(self.around(at)), Span(at, self.list_end(at)))

    def element_end(self, at: int) -> int:
        """The index behind the element that starts at `at`."""
        depth = 0
        while True:
            found = _MARKUP.search(self.text, at)
            if found is None:
                raise NotFoundError("an element does not end")
            at = found.end()
            if found[1] is None:
                continue
            depth += -1 if found[1] else 0 if found[2] else 1
            if depth <= 0:
                return at

    def list_end(self, at: int) -> int:
        """The index behind the list or atom that starts at `at`."""
        from scenec.syntax.sexp import end_of

        try:
            return end_of(self.text, at)
        except ValueError as error:
            raise NotFoundError(str(error)) from None

    def whole_lines(self, span: Span) -> Span:
        """The same with the blanks before it and the end of its line, if nothing else stands on its lines."""
        start, end, text = span.start, span.end, self.text
        before = start
        while before and text[before - 1] in " \t":
            before -= 1
        after = end
        while after < len(text) and text[after] in " \t":
            after += 1
        ending = re.compile(r"\r\n|\r|\n").match(text, after)
        if ending is not None and (not before or text[before - 1] in "\r\n"):
            return Span(before, ending.end())
        return span

    def begins_line(self, at: int) -> bool:
        """Whether only blanks stand before an index on its line."""
        while at and self.text[at - 1] in " \t":
            at -= 1
        return not at or self.text[at - 1] in "\r\n"

    def without_line(self, span: Span) -> Span:
        """The span to be cut with an element: its whole lines; for the last one of a list that ends on its line, the line end before."""
        found = self.whole_lines(span)
        if found != span or not self.begins_line(span.start) or not self.text.startswith((")", "</"), span.end):
            return found
        start = span.start
        while start and self.text[start - 1] in _BLANKS:
            start -= 1
        return Span(start, span.end)

    @cached_property
    def _tree(self) -> dict[int, tuple[int, int]]:
        """Of all elements (or lists) by where they start: where they end, and where the one around them starts (-1: none does)."""
        found: dict[int, tuple[int, int]] = {}
        opened: list[int] = []
        for start, end, turn in self._brackets():
            if turn > 0:
                opened.append(start)
            else:
                begin = opened.pop() if turn < 0 and opened else start
                found[begin] = end, opened[-1] if opened else -1
        return found

    def siblings(self, at: int) -> tuple[list[Span], Span | None]:
        """The elements (or lists) beside the one that starts at `at`, it too, and the one around them."""
        if at not in self._tree:
            raise NotFoundError("no element starts there")
        above = self._tree[at][1]
        return self._children[above], Span(above, self._tree[above][0]) if above >= 0 else None

    def holder(self, at: int) -> Span | None:
        """The element (or list) around the one that starts at `at`; None for an outermost one."""
        return self.siblings(at)[1]

    @property
    def outermost(self) -> list[Span]:
        """The elements (or lists) that are in no other."""
        return self.children(Span(-1, -1))

    def children(self, span: Span) -> list[Span]:
        """The elements (or lists) directly in one, in order."""
        return self._children.get(span.start, [])

    @cached_property
    def _children(self) -> dict[int, list[Span]]:
        found: dict[int, list[Span]] = {}
        for start, (end, above) in sorted(self._tree.items()):
            found.setdefault(above, []).append(Span(start, end))
        return found

    def around(self, at: int) -> list[Span]:
        """The elements (or lists) that an index is in, the innermost first."""
        last = bisect_right(self._starts, at) - 1
        inner = self._starts[last] if last >= 0 else -1
        found: list[Span] = []
        while inner >= 0:
            end, above = self._tree[inner]
            if at < end:
                found.append(Span(inner, end))
            inner = above
        return found

    @cached_property
    def _starts(self) -> list[int]:
        return sorted(self._tree)

    def _brackets(self) -> Iterator[tuple[int, int, int]]:
        """Where something opens (1), closes (-1) or does both (0): start, end, which."""
        if self.syntax == "sexp":
            for found in _LIST_BRACKET.finditer(self.text):
                if found[1]:
                    yield found.start(), found.end(), 1 if found[1] == "(" else -1
            return
        for found in _MARKUP.finditer(self.text):
            if found[1] is not None:
                yield found.start(), found.end(), -1 if found[1] else 0 if found[2] else 1

    @cached_property
    def indentation_unit(self) -> str:
        """By how much what stands in an element is indented more than it: two blanks where that cannot be seen."""
        found = [each[1] for each in re.finditer(r"^([ \t]+)\S", self.text, re.MULTILINE)]
        if any("\t" in each for each in found):
            return "\t"
        sizes = sorted({len(each) for each in found})
        return " " * min(sizes[0], 8) if sizes else "  "

    def indentation(self, at: int) -> str:
        """The blanks before what is first on the line of an index."""
        start = max(self.text.rfind("\n", 0, at), self.text.rfind("\r", 0, at)) + 1
        end = start
        while end < len(self.text) and self.text[end] in " \t":
            end += 1
        return self.text[start:end]

    @property
    def line_end(self) -> str:
        """How lines end: as the first does."""
        found = re.search(r"\r\n|\r|\n", self.text)
        return found[0] if found else "\n"


def spliced(text: str, edits: Iterable[Edit]) -> str:
    """The text with pieces replaced. Cuts may overlap. Raises ValueError if two other edits do, and differ."""
    pieces: list[str] = []
    done, is_cut = 0, False
    for edit in sorted(set(edits)):
        if edit.start < done and is_cut and not edit.text:
            done = max(done, edit.end)
            continue
        if edit.start < done:
            raise ValueError(f"two edits of what stands at {edit.start}")
        pieces += (text[done : edit.start], edit.text)
        done, is_cut = edit.end, not edit.text
    return "".join([*pieces, text[done:]])


def _quoted(text: str) -> str:
    if "\n" in text:
        raise NotFoundError("a text of several lines")
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _encoding_of(content: bytes, syntax: str) -> tuple[str, str]:
    """The encoding that gives the bytes back, and what becomes of bytes that it has no characters for."""
    declared = _DECLARED.match(content) if syntax == "xml" else None
    named = declared[1].decode("ascii", "replace") if declared else "utf-8"
    for encoding in (named, "utf-8"):
        try:
            if content.decode(encoding).encode(encoding) == content:
                return encoding, "strict"
        except (UnicodeError, LookupError):
            continue
    return ("latin-1", "strict") if syntax == "sexp" else ("utf-8", "surrogateescape")
