"""S-expressions as SimSpark's parser reads them, with the place of every list and atom.

sexpdata's `Parser` cannot be the base of this: it calls itself once per nested list, so that 1,000 exhaust Python's stack,
and its atoms end at brackets and semicolons, which are ordinary characters here. So one regular expression cuts the tokens,
and nesting is a list of open lists. sexpdata stays what prints.

A file has many atoms, each looked at for a moment: what is kept of them stands in `Expressions`, and nodes are made when somebody asks.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, cast

from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.decoding import place_of, refuse_binary
from scenec.syntax.tree import MAXIMUM_DEPTH, NO_CHILDREN, Document, FileName, Remark, Rereading, SourceNode

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
"""Of every list and atom: a tree that was read never changes."""

ROOT = -1
"""The number of the list around all of a file."""

EXPRESSIONS_READ = 2
"""A file is a header and a body; what the simulator never reaches behind them cannot make it unreadable."""

READ_AS_LATIN_1 = "not UTF-8, read as Latin-1"
"""The remark about a file whose encoding was guessed."""


def read_sexp(data: bytes, name: str, *, shown: str = "", path: str | None = None) -> SexpDocument:
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
        remarks.append((place.line, place.column, READ_AS_LATIN_1))
    reader = _Reader(text, shown)
    try:
        reader.read()
    except ReadError as error:
        if len(reader.complete) < EXPRESSIONS_READ:
            raise
        place = error.source or Source(shown)
        remarks.append((place.line, place.column, f"after the end of the scene, {error.what}"))
        last = reader.complete[-1]
        reader.expressions.cut(reader.expressions.ends[last] or last + 1)
    return SexpDocument(FileName(name, shown, path), reader.expressions, reader.complete, reader.comments, remarks)


def text_of(data: bytes) -> tuple[str, str]:
    """The text of a file and the encoding that gives its bytes back."""
    try:
        return data.decode(), "utf-8"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "latin-1"


def end_of(text: str, start: int) -> int:
    """The index behind the last character of the list or atom that starts at `start`. Raises ValueError if none does."""
    depth, at = 0, start
    while at < len(text):
        at = _BLANKS_HERE.match(text, at).end()  # type: ignore[union-attr]  # never None: an empty text matches
        found = _TOKEN.match(text, at)
        if found is None:
            break
        kind, at = found.lastgroup, found.end()
        depth += (kind == "open") - (kind == "close")
        if not depth and kind not in ("comment", "raw"):
            return at
    raise ValueError(f"no expression starts at {start}")


class Expressions:
    """The lists and atoms of a file by their numbers in document order: where each starts, which of the words its text is ("" of lists),
    the number behind the last one in it (0: an atom), and how many atoms are before it. words: the texts, each once, since words and
    numbers come again and again. first_id: of the first atom."""

    __slots__ = ("atoms_before", "ends", "first_id", "line_starts", "starts", "texts", "words")

    def __init__(self, text: str) -> None:
        self.starts, self.texts, self.ends, self.atoms_before = array("I"), array("I"), array("I"), array("I")
        self.words = [""]
        self.first_id = 0
        self.line_starts = array("I", [0, *(found.end() for found in _NEWLINE.finditer(text))])

    def node(self, number: int) -> SourceNode:
        """A list or atom. Its line is its number, see `SourceNode`."""
        first_id, end = self.first_id + self.atoms_before[number], self.ends[number]
        if not end:
            return SourceNode("", number, 0, _NO_ATTRIBUTES, self.words[self.texts[number]], NO_CHILDREN, first_id)
        inner = self._inside(number + 1, end)
        children = cast("list[SourceNode]", Nodes(self, inner)) if inner else NO_CHILDREN
        return SourceNode("(", number, 0, _NO_ATTRIBUTES, "", children, first_id)

    def _inside(self, at: int, end: int) -> Sequence[int]:
        ends = self.ends
        if not any(ends[at:end]):  # atoms only, as in most lists
            return range(at, end)
        inner = array("I")
        while at < end:
            inner.append(at)
            at = ends[at] or at + 1
        return inner

    def place(self, start: int) -> tuple[int, int]:
        """Line and column of a character."""
        line = bisect_right(self.line_starts, start)
        return line, start - self.line_starts[line - 1] + 1

    def cut(self, count: int) -> None:
        """Forget all but so many."""
        for each in (self.starts, self.ends, self.atoms_before, self.texts):
            del each[count:]


class Nodes(Sequence[SourceNode]):
    """The items of a list, made anew for each access."""

    __slots__ = ("_expressions", "_numbers")

    def __init__(self, expressions: Expressions, numbers: Sequence[int]) -> None:
        self._expressions = expressions
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[SourceNode]:
        return map(self._expressions.node, self._numbers)

    def __getitem__(self, index: Any) -> Any:
        found: Any = self._numbers[index]
        return Nodes(self._expressions, found) if isinstance(index, slice) else self._expressions.node(found)


class SexpDocument(Document):
    """A file of S-expressions. complete: the numbers of those that stand in no other. execution: what a reader that executes the file
    remembers of it for a writer that keeps its text."""

    __slots__ = ("_expressions", "execution")

    def __init__(
        self,
        file: FileName,
        expressions: Expressions,
        complete: Sequence[int],
        comments: int,
        remarks: list[Remark],
    ) -> None:
        self._expressions = expressions
        self.execution: Any = None
        root = SourceNode("", 1, 1, _NO_ATTRIBUTES, "", cast("list[SourceNode]", Nodes(expressions, complete)), 0)
        super().__init__(
            file,
            root,
            syntax="sexp",
            comments=comments,
            remarks=remarks,
            rereading=Rereading(find_place=lambda number: expressions.place(expressions.starts[number])),
            ids=range(len(expressions.ends) - sum(map(bool, expressions.ends))),
        )

    def number(self, first_id: int) -> int:
        self.first_id = self._expressions.first_id = self.root.first_id = first_id
        return first_id + self.count

    def identity(self, node: SourceNode) -> Hashable:
        return node.line, node.column

    def number_of(self, node: SourceNode) -> int:
        """By which it can be asked for again: so it need not be kept."""
        return ROOT if node.column else node.line

    def node_at(self, number: int) -> SourceNode:
        return self.root if number == ROOT else self._expressions.node(number)

    def start_of(self, number: int) -> int:
        """The index of the first character of a list or atom in the text of the file."""
        return self._expressions.starts[number]

    def has_word(self, *words: str) -> bool:
        """Whether one of these is the text of an atom."""
        return any(word in self._expressions.words for word in words)

    def places_of_atoms(self) -> Iterator[tuple[int, int, int]]:
        """Yield the ledger id, line and column of each atom."""
        expressions = self._expressions
        for number, end in enumerate(expressions.ends):
            if not end:
                yield expressions.first_id + expressions.atoms_before[number], *expressions.place(expressions.starts[number])

    def atoms_behind(self, number: int, count: int) -> Sequence[SourceNode]:
        """Atoms that follow each other behind one."""
        return Nodes(self._expressions, range(number + 1, number + 1 + count))


class _Reader:
    """Goes through the text once, from token to token. `complete`: the numbers of the outermost expressions read so
    far, `open`: of the lists that have not ended, `atoms`: how many there are."""

    def __init__(self, text: str, shown: str) -> None:
        self.text = text
        self.shown = shown
        self.comments = self.atoms = 0
        self.complete = array("I")
        self.open: list[int] = []
        self.expressions = Expressions(text)
        self.known = {"": 0}  # word -> its place among the words

    def read(self) -> None:
        text, token, skip_blanks = self.text, _TOKEN.match, _BLANKS_HERE.match
        at = skip_blanks(text).end()  # type: ignore[union-attr]  # never None: an empty text matches
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
                self._add_atom(text[at + 1 : end], at, is_raw=True)
            else:
                self.comments += 1
            at = skip_blanks(text, end).end()  # type: ignore[union-attr]  # never None: an empty text matches
        if self.open:
            raise self._error("list without end", self.expressions.starts[self.open[-1]], "a closing )")
        if not self.complete:
            raise self._error("no expression in the file", at, "", "" if text.strip() else "the file is empty")

    def _add_atom(self, text: str, at: int, *, is_raw: bool = False) -> None:
        if "\\" in text and not is_raw:
            text = _ESCAPED.sub(r"\1", text)
        word = self.known.setdefault(text, len(self.known))
        if word == len(self.expressions.words):
            self.expressions.words.append(text)
        number = self._add(at, word)
        self.atoms += 1
        if not self.open:
            self.complete.append(number)

    def _add(self, at: int, word: int) -> int:
        """One more expression that starts here; returns its number."""
        expressions = self.expressions
        expressions.starts.append(at)
        expressions.texts.append(word)
        expressions.ends.append(0)
        expressions.atoms_before.append(self.atoms)
        return len(expressions.texts) - 1

    def _open(self, at: int) -> None:
        if len(self.open) == MAXIMUM_DEPTH:
            raise self._error(f"nested deeper than {MAXIMUM_DEPTH:,} lists", at)
        self.open.append(self._add(at, 0))

    def _close(self, at: int) -> None:
        """A list is complete when it ends, so that `complete` never holds half of one."""
        if not self.open:
            raise self._error("unexpected )", at, "", "no list is open here")
        number = self.open.pop()
        self.expressions.ends[number] = len(self.expressions.texts)
        if not self.open:
            self.complete.append(number)

    def _end_of_raw_list(self, at: int) -> int:
        depth = 0
        for found in _IN_RAW_LIST.finditer(self.text, at):
            depth += {"(": 1, ")": -1}.get(found.group(), 0)
            if not depth and found.group() == ")":
                return found.end()
        raise self._error("quoted list without end", at, "a closing )")

    def _error(self, what: str, at: int, expected: str = "", hint: str = "") -> ReadError:
        return ReadError(what, Source(self.shown, *self.expressions.place(at)), expected, "", hint)
