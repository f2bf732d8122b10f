"""The source map: where in the files of the result a value of the source was printed, and back.

Places come from the claims of the finished files (`scenec.syntax.claims`): which element says which leaves. Reading the file tells where
these elements, attributes and texts stand.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.syntax.claims import STRUCTURE, TEXT, Claims

if TYPE_CHECKING:
    from scenec.accounting.leaf_uses import LeafUses
    from scenec.accounting.report import LedgerLine
    from scenec.syntax.tree import Document

MOST = 100
"""Places that are kept of one value, those where something is printed first: a pose at the root of a scene can move everything in it, and
a friction can be the reason why a hundred shapes state none."""

ReadBack = Callable[[bytes, str], "Document"]
"""Reads a file of the result: content and name -> its tree, with places."""


class TargetPlace(msgspec.Struct, frozen=True, gc=False):
    """Where a value was printed. file: of the result, by its name in the report; line, column: from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


def target_places(
    uses: LeafUses,
    files: Mapping[str, bytes],
    claims: Mapping[str, Claims],
    read_back: ReadBack,
    kept: Mapping[str, Document] | None = None,
    placed: Mapping[str, Iterable[tuple[int, int, int]]] | None = None,
) -> dict[int, tuple[TargetPlace, ...]]:
    """Ledger id -> where it was printed, in the order of the files. read_back: reads files that say more than one thing. kept: name of a
    file -> the document of the source whose text it is. placed: name of a file -> ledger id, line and column of values whose text it has.
    What refers to such files is no place of the values in them."""
    found: dict[int, _Found] = {}
    for name, document in (kept or {}).items():
        for value_id, place in _kept_places(name, files[name], document, read_back):
            found.setdefault(value_id, _Found()).add(place, is_text=True)
    for name, values in (placed or {}).items():
        for value_id, line, column in values:
            found.setdefault(value_id, _Found()).add(TargetPlace(name, line, column), is_text=True)
    in_kept_text = frozenset(found)
    for name, each in claims.items():
        if name not in files:  # a member of an archive, whose lines a user cannot look up
            continue
        for leaf, slot, place in _places(name, files[name], each, read_back):
            for value_id in uses.sources((leaf,), beside=True):
                if slot == STRUCTURE and value_id in in_kept_text:
                    continue
                found.setdefault(value_id, _Found()).add(place, is_text=slot != STRUCTURE)
    return {value_id: places.chosen() for value_id, places in found.items()}


class _Found:
    """The places of one value. texts: where something is printed; others: elements that say it by being there; each with its rank."""

    __slots__ = ("others", "texts")

    def __init__(self) -> None:
        self.texts: dict[TargetPlace, int] = {}
        self.others: dict[TargetPlace, int] = {}

    def add(self, place: TargetPlace, *, is_text: bool) -> None:
        places = self.texts if is_text else self.others
        if len(places) < MOST:
            places.setdefault(place, len(self.texts) + len(self.others))

    def chosen(self) -> tuple[TargetPlace, ...]:
        """Return as many places as are kept, in the order of the files."""
        ranks = self.others | self.texts
        kept = ranks if len(ranks) <= MOST else dict.fromkeys((*self.texts, *self.others)[:MOST])
        return tuple(sorted(kept, key=lambda place: ranks[place]))


def with_steered(places: Mapping[int, tuple[TargetPlace, ...]], steered: Mapping[int, Iterable[int]]) -> dict[int, tuple[TargetPlace, ...]]:
    """The places of values with those of all values that they change. steered: id of a value -> those of the values that change it."""
    found = dict(places)
    for value_id, sources in steered.items():
        for source in sources if value_id in places else ():
            found[source] = tuple(dict.fromkeys((*found.get(source, ()), *places[value_id])))[:MOST]
    return found


def _kept_places(name: str, data: bytes, document: Document, read_back: ReadBack) -> Iterator[tuple[int, TargetPlace]]:
    """Where the values of a document stand in the file that has its text: at the same place of the tree."""
    twin = read_back(data, name)
    for (path, node), (_, printed) in zip(document.walk(), twin.walk(), strict=True):
        for (value_id, *_), (_, _, line, column, _) in zip(document.values(path, node), twin.values(path, printed), strict=True):
            yield value_id, TargetPlace(name, line, column)


def _places(name: str, data: bytes, claims: Claims, read_back: ReadBack) -> Iterator[tuple[int, str, TargetPlace]]:
    """Leaf, slot and place of all that a file says."""
    if not claims.count:  # the file as a whole
        for leaf in claims.leaves:
            yield leaf, STRUCTURE, TargetPlace(name, 1, 1)
        return
    document, lines = read_back(data, name), data.decode("utf-8", "replace").split("\n")
    nodes = (node for _, node in document.walk() if node.tag)  # an atom of an S-expression is none of its lists
    at, node = -1, document.root
    for leaf, element, slot in claims.each():
        while at < element:
            at, node = at + 1, next(nodes)
        line, column = document.place_of(node)
        if document.syntax == "sexp" and slot != STRUCTURE:
            line, column = document.place_of(node.children[int(slot)])
        elif slot != STRUCTURE:
            line, column = document.places_of(node).get(slot) or _slot(lines, line, column, slot)
        yield leaf, slot, TargetPlace(name, line, column)


def _slot(lines: list[str], line: int, column: int, name: str) -> tuple[int, int]:
    """The place of an attribute, or of the text, of the element that starts there; its start where that is not found on the same line."""
    shown = lines[line - 1] if 0 < line <= len(lines) else ""
    if name == TEXT:
        found = shown.find(">", column - 1)
        return line, column if found < 0 or not shown[found + 1 :].strip() else found + 2
    found = shown.find(f' {name}="', column - 1)
    return line, column if found < 0 else found + 2


class Traced(msgspec.Struct, frozen=True, gc=False):
    """One value of the source and where it went. line: of the ledger; targets: where it stands in the result; trail: the calls of
    macros that made it, the innermost first."""

    file: str
    line: int
    column: int
    path: str
    value: str
    fate: str
    targets: tuple[TargetPlace, ...] = ()
    trail: tuple[str, ...] = ()


def traced_at(lines: Iterable[LedgerLine | Mapping[str, Any]], file: str, line: int, column: int | None = None) -> list[Traced]:
    """The values of the source that stand in a line, or whose place in the result it is, in the order of the ledger.

    lines: of a ledger. file: as the ledger names it, or any path that ends with that name (without ``../``). column: only values that stand
    there, from 1.
    """
    found = []
    for each in lines:
        value = _of(each)
        here = _is_file(file, value.file) and value.line == line and column in (None, value.column)
        there = [place for place in value.targets if _is_file(file, place.file) and place.line == line and column in (None, place.column)]
        if here or there:
            found.append(value)
    return found


def _of(line: LedgerLine | Mapping[str, Any]) -> Traced:
    if isinstance(line, Mapping):
        targets = tuple(TargetPlace(each["file"], each["line"], each["column"]) for each in line.get("target", ()))
        return Traced(
            line["file"], line["line"], line["column"], line["path"], line["value"], line["fate"], targets, tuple(line.get("trail", ()))
        )
    return Traced(line.file, line.line, line.column, line.path, line.value, line.fate, line.target, line.trail)


def _is_file(asked: str, known: str) -> bool:
    """Whether a file is asked for that a ledger names from another folder. That of an include in a folder beside starts with ``../``."""
    asked, known = (os.path.normpath(name).replace(os.sep, "/") for name in (asked, known))
    below = known
    while below.startswith("../"):
        below = below[len("../") :]
    return asked == known or asked.endswith(f"/{below}") or known.endswith(f"/{asked}")
