"""The lists that writers of S-expressions build, and how they are printed: atoms and strings through sexpdata. Lists know what they say of
the scene: their atoms are `Said`.

Same lists, same bytes: UTF-8, LF, one blank a level; lists that hold only atoms stand on the line of the list around them as long as
they fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import count
from sys import intern

from scenec.assembly import Lines
from scenec.errors import WriteError
from scenec.syntax.claims import STRUCTURE, Claims, Says, Stating, leaves_of, saying, saying_each, without_slot
from scenec.syntax.said import Said
from scenec.syntax.sealed import Printed, SealedParts
from scenec.trace import Ids, ids_of

WIDTH = 140
"""A line is broken before it becomes longer, where it can be."""

_PLAIN = re.compile(r"[!#-&*-:<-\[\]-~\x80-\U0010ffff][!#-&*-\[\]-~\x80-\U0010ffff]*\Z")
"""Texts that SimSpark parses as one atom (sfsexp, parser.c): no blanks, brackets, quotes and backslashes, and no semicolon first."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def _slot(index: int) -> str:
    """The slot of an atom: one text for all that are called the same."""
    return intern(str(index))


_SLOTS = tuple(map(_slot, range(1, 100)))
"""Those of the atoms of most lists."""


class SList(Stating):
    """A list to be printed: its atoms, then the lists in it. ``SList("nd", constant("Box")).add("setExtents", *numbers(box.size))``.

    Atoms are texts as they shall be read back; quoting is the printer's business. The first is what the list is, like a tag, and says
    nothing of the scene. says: the values that its being there says. What is complete can be turned into text early (`seal`): lists take
    many times the memory of their text.
    """

    __slots__ = ("_says", "atoms", "lists", "printed")

    def __init__(self, head: str | None = None, /, *atoms: Said, says: Iterable[object] = ()) -> None:
        self.atoms: tuple[str, ...] = () if head is None else (head, *[atom.text for atom in atoms])
        self.lists: list[SList] = []
        self.printed: Printed | None = None
        self._says: Says = saying_each(zip(_SLOTS if len(atoms) < len(_SLOTS) else map(_slot, count(1)), atoms, strict=False))
        if says:
            self._claim_existence(ids_of(tuple(says)))

    def add(self, head: str, /, *atoms: Said, says: Iterable[object] = ()) -> SList:
        """Append a new list and return it."""
        inner = SList(head, *atoms, says=says)
        self.lists.append(inner)
        return inner

    def said(self, index: int) -> Said:
        """An atom, with what it says."""
        slot = _slot(index)
        return Said(self.atoms[index], leaves_of(self._says, slot))

    def replace(self, index: int, text: Said) -> None:
        """Write another atom instead of one."""
        slot = _slot(index)
        self.atoms = (*self.atoms[:index], text.text, *self.atoms[index + 1 :])
        says = without_slot(self._says, slot)
        self._says = saying(says, slot, text.ids) if text.ids else says

    def rename(self, head: str) -> None:
        """Write another first atom."""
        self.atoms = (head, *self.atoms[1:])

    def claims(self) -> Claims:
        return claims_of(self)

    def _claim_existence(self, leaves: Ids) -> None:
        if leaves:
            self._says = saying(self._says, STRUCTURE, leaves)

    def seal(self, level: int, beside: SealedParts) -> None:
        """Seal the list, which will not change: keep its text instead of its lists. level: how many lists it will stand in. beside: those
        to keep it with. Raises WriteError as `print_sexp` does."""
        claims, lines = beside.claims, Lines()
        _collect([self], claims.claims)
        number = claims.end()
        _lines(self, lines, level)
        self.printed = Printed(*beside.texts.keep(lines.finished().removesuffix(b"\n")), level, claims, number)
        self.lists, self._says = [], ()

    def __repr__(self) -> str:
        return f"({' '.join(self.atoms)}{' ...' if self.lists else ''})"


def claims_of(*lists: SList) -> Claims:
    """Return what lists and all in them say of the scene. Of a file: its header and its body."""
    claims = Claims()
    _collect(lists, claims)
    return claims


def take_claims(*lists: SList) -> Claims:
    """Return the same of a file that is printed. What its sealed lists say is used up: large files have room for it once."""
    claims = Claims()
    _collect(lists, claims, use_up=True)
    return claims


def _collect(lists: Sequence[SList], claims: Claims, *, use_up: bool = False) -> None:
    """Append what lists and all in them say."""
    stack = [*reversed(lists)]
    while stack:
        each = stack.pop()
        if each.printed is not None:
            each.printed.collect(claims, use_up=use_up)
            continue
        claims.element(each._says)
        stack.extend(reversed(each.lists))


def print_sexp(header: SList, body: SList, remark: str = "") -> bytes:
    """A file: the header and the list around all others, which has no atoms. remark: a comment for the first line.

    Raises WriteError for control characters, which no spelling can hold.
    """
    lines = Lines()
    if remark:
        lines.append(f"; {remark}")
    lines.append(_flat(header))
    lines.append("(")
    for each in body.lists:
        _lines(each, lines, 1)
    lines.append(")")
    return lines.finished()


def atom(text: str) -> str:
    """A text as one token: plain where that reads back as the same, else a string."""
    if _PLAIN.match(text):
        # sexpdata's Symbol escapes for Lisp: brackets, commas and such are ordinary characters here, and stay as they are.
        return text
    import sexpdata

    if _CONTROL.search(text):
        raise WriteError(f"{text!r} has control characters, which S-expressions cannot hold")
    quoted: str = sexpdata.dumps(text)
    return quoted


def _flat(each: SList) -> str:
    return "(" + " ".join([*map(atom, each.atoms), *map(_flat, each.lists)]) + ")"


def _lines(each: SList, lines: Lines, level: int) -> None:
    """Writers nest a few levels only, however large the scene: the lists of a scene are flat."""
    if each.printed is not None:
        if each.printed.depth != level:
            raise AssertionError(f"{each} was printed for another level")
        lines.append(each.printed.taken())
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
