"""S-expressions as SimSpark's parser reads them, with the place of every list and atom.

sexpdata's `Parser` cannot be the base of this: it calls itself once per nested list, so that 1,000 exhaust Python's stack,
and its atoms end at brackets and semicolons, which are ordinary characters here. So one regular expression cuts the tokens,
and nesting is a list of open lists. sexpdata stays what prints.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import cast

from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.decoding import place_of, refuse_binary
from scenec.syntax.tree import MAXIMUM_DEPTH, Document, Remark, SourceNode

_PLAIN = r"[!\#-&*-\[\]-~\x80-\U0010ffff]"  # what an atom goes on with; its first character may be more
_ESCAPE = r"""\\["'()\\]?"""  # any other backslash stands for itself
_REST = rf"{_PLAIN}*(?:{_ESCAPE}{_PLAIN}*)*"
_STRING = r'"[^"\\]*(?:\\.[^"\\]*)*"'
_TOKEN = re.compile(
    rf"""
      (?P<comment> ;[^\n]*)
    | (?P<open> \()
    | (?P<close> \))
    | (?P<string> {_STRING})
    | '(?P<kept> {_STRING})
    | '(?P<raw> \()
    | '(?P<quoted> {_REST})'?
    | (?P<atom> (?:{_ESCAPE}|[^ \t\r\n"'();\\]){_REST})
    """,
    re.VERBOSE | re.DOTALL,
)
_BLANKS_HERE = re.compile(r"[ \t\r\n]*")
_ESCAPED = re.compile(r"""\\(["'()\\])""")
_IN_RAW_LIST = re.compile(r'\\.|[()]|"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_NEWLINE = re.compile("\n")

_NO_ATTRIBUTES: dict[str, str] = {}
"""Of every list and atom: nobody changes a tree that was read."""

EXPRESSIONS_READ = 2
"""A file is a header and a body; what the simulator never reaches behind them cannot make it unreadable."""


def read_sexp(data: bytes, name: str, *, shown: str = "", path: str | None = None) -> Document:
    """All expressions of a file; the document's root is a virtual list (tag ``""``) around them.

    An atom's text is its value: quotes are gone and the five escapes replaced, a quoted atom is like a plain one; `'(a b)` is
    one atom, the text ``(a b)``. Content that is not UTF-8 is taken as Latin-1, with a remark.

    Raises ReadError for lists and strings that do not end, a ``)`` too many, lists nested deeper than `MAXIMUM_DEPTH`,
    binary content, and a file without an expression. Behind the second expression, errors are only remarked on.
    """
    shown = shown or name
    refuse_binary(data, shown)
    remarks: list[Remark] = []
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        text = data.decode("latin-1")
        place = place_of(text, error.start, shown)
        remarks.append((place.line, place.column, "not UTF-8, read as Latin-1"))
    reader = _Reader(text, shown)
    try:
        reader.read()
    except ReadError as error:
        if len(reader.complete) < EXPRESSIONS_READ:
            raise
        place = error.source or Source(shown)
        remarks.append((place.line, place.column, f"behind the body, never read: {error.what}"))
    root = SourceNode("", 1, 1)
    root.children = reader.complete
    return Document(name, root, shown=shown, path=path, syntax="sexp", comments=reader.comments, remarks=remarks)


class _Reader:
    """Goes through the text once, from token to token. `complete` are the outermost expressions read so far."""

    def __init__(self, text: str, shown: str) -> None:
        self.text = text
        self.shown = shown
        self.comments = 0
        self.complete: list[SourceNode] = []
        self.open: list[SourceNode] = []
        self.line_starts = [0, *(found.end() for found in _NEWLINE.finditer(text))]
        self.line = 1
        self.known: dict[str, str] = {}  # words and numbers come again and again, and are kept once

    def read(self) -> None:
        text, token, skip_blanks = self.text, _TOKEN.match, _BLANKS_HERE.match
        at = skip_blanks(text).end()  # type: ignore[union-attr]  # it matches nothing, too
        while at < len(text):
            found = token(text, at)
            if found is None:  # only a double quote without its partner matches nothing
                raise self._error("string without end", at, 'a closing "')
            end, kind = found.end(), found.lastgroup
            if kind == "atom" or kind == "quoted" or kind == "kept":
                self._add_atom(found[kind], at)
            elif kind == "open":
                self._open(at)
            elif kind == "close":
                self._close(at)
            elif kind == "string":
                self._add_atom(text[at + 1 : end - 1], at)
            elif kind == "raw":
                end = self._end_of_raw_list(at + 1)
                self._add(SourceNode("", *self._place(at), _NO_ATTRIBUTES, text[at + 1 : end]))
            else:
                self.comments += 1
            at = skip_blanks(text, end).end()  # type: ignore[union-attr]  # it matches nothing, too
        if self.open:
            node = self.open[-1]
            raise ReadError("list without end", Source(self.shown, node.line, node.column), "a closing )")
        if not self.complete:
            raise self._error("no expression in the file", at, "", "" if text.strip() else "the file is empty")

    def _add_atom(self, text: str, at: int) -> None:
        if "\\" in text:
            text = _ESCAPED.sub(r"\1", text)
        self._add(SourceNode("", *self._place(at), _NO_ATTRIBUTES, self.known.setdefault(text, text)))

    def _add(self, node: SourceNode) -> None:
        if self.open:
            self.open[-1].add(node)
        else:
            self.complete.append(node)

    def _open(self, at: int) -> None:
        if len(self.open) == MAXIMUM_DEPTH:
            raise self._error(f"nested deeper than {MAXIMUM_DEPTH:,} lists", at)
        self.open.append(SourceNode("(", *self._place(at), _NO_ATTRIBUTES))

    def _close(self, at: int) -> None:
        """A list joins its parent when it ends, so that `complete` never holds half of one."""
        if not self.open:
            raise self._error("unexpected )", at, "", "no list is open here")
        node = self.open.pop()
        node.children = cast("list[SourceNode]", tuple(node.children))  # two thirds of a list, and there are many short ones
        self._add(node)

    def _end_of_raw_list(self, at: int) -> int:
        depth = 0
        for found in _IN_RAW_LIST.finditer(self.text, at):
            depth += {"(": 1, ")": -1}.get(found.group(), 0)
            if not depth and found.group() == ")":
                return found.end()
        raise self._error("quoted list without end", at, "a closing )")

    def _place(self, at: int) -> tuple[int, int]:
        line = bisect_right(self.line_starts, at)
        if line != self.line:
            self.line = line
        return self.line, at - self.line_starts[line - 1] + 1  # one and the same number for all of a line

    def _error(self, what: str, at: int, expected: str = "", hint: str = "") -> ReadError:
        return ReadError(what, Source(self.shown, *self._place(at)), expected, "", hint)
