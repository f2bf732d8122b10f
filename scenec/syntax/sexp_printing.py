"""The lists that writers of S-expressions build, and how they are printed: atoms and strings through sexpdata.

Same lists, same bytes: UTF-8, LF, one blank a level; lists that hold only atoms stand on the line of the list around them as long as
they fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from scenec.errors import WriteError
from scenec.syntax.lines import Lines

WIDTH = 140
"""A line is broken before it becomes longer, where it can be."""

_PLAIN = re.compile(r"[!#-&*-:<-\[\]-~\x80-\U0010ffff][!#-&*-\[\]-~\x80-\U0010ffff]*\Z")
"""What SimSpark's parser takes for one atom (sfsexp, parser.c): no blanks, brackets, quotes and backslashes, and no semicolon first."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class SList:
    """A list to be printed: its atoms, then the lists in it. ``SList("nd", "Box").add("setName", "hull")``.

    Atoms are texts as they shall be read back; quoting is the printer's business. What is complete can be turned into text early (`seal`):
    lists take many times the memory of their text.
    """

    __slots__ = ("atoms", "lists", "printed")

    def __init__(self, *atoms: str) -> None:
        self.atoms = atoms
        self.lists: list[SList] = []
        self.printed: tuple[str, int] | None = None

    def add(self, *atoms: str) -> SList:
        """Append a new list and return it."""
        inner = SList(*atoms)
        self.lists.append(inner)
        return inner

    def seal(self, level: int) -> None:
        """Nothing in it will change: keep its text instead of the lists in it. level: how many lists it will stand in. Raises WriteError
        as `print_sexp` does."""
        lines = Lines()
        _lines(self, lines, level)
        self.printed = lines.finished().decode().removesuffix("\n"), level
        self.lists = []

    def __repr__(self) -> str:
        return f"({' '.join(self.atoms)}{' ...' if self.lists else ''})"


def print_sexp(header: SList, body: Iterable[SList], remark: str = "") -> bytes:
    """A file: the header and one list around the body's lists. remark: a comment for the first line.

    Raises WriteError for control characters, which no spelling can hold.
    """
    lines = Lines()
    if remark:
        lines.append(f"; {remark}")
    lines.append(_flat(header))
    lines.append("(")
    for each in body:
        _lines(each, lines, 1)
    lines.append(")")
    return lines.finished()


def atom(text: str) -> str:
    """A text as one token: plain where that reads back as the same, else a string."""
    import sexpdata

    if _PLAIN.match(text):
        # sexpdata's Symbol escapes for Lisp: brackets, commas and such are ordinary characters here, and stay as they are.
        return text
    if _CONTROL.search(text):
        raise WriteError(f"{text!r} has control characters, which S-expressions cannot hold")
    quoted: str = sexpdata.dumps(text)
    return quoted


def _flat(each: SList) -> str:
    return "(" + " ".join([*map(atom, each.atoms), *map(_flat, each.lists)]) + ")"


def _lines(each: SList, lines: Lines, level: int) -> None:
    """Writers nest a few levels only, however large the scene: the lists of a scene are flat."""
    if each.printed is not None:
        text, depth = each.printed
        if depth != level:
            raise AssertionError(f"{each} was printed for another level")
        lines.append(text)
        return
    indent = " " * level
    line, started = indent + "(" + " ".join(map(atom, each.atoms)), False
    for inner in each.lists:
        if inner.lists or inner.printed is not None:
            if not started or line.strip():
                lines.append(line)
            line, started = "", True
            _lines(inner, lines, level + 1)
            continue
        text = _flat(inner)
        if line.strip() and len(line) + 1 + len(text) < WIDTH:
            line += " " + text
            continue
        if line.strip():
            lines.append(line)
            started = True
        line = f"{indent} {text}"
    if line.strip():
        lines.append(line + ")")
    else:
        lines.lengthen(")")
