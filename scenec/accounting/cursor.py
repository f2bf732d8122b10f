"""A reader's only view of the source.

A cursor stands on one element. Values taken through it carry their ids, so that the ledger sees what became of them; a value
that the reader does not take stays unclaimed and is reported. The element's row in the vocabulary gives kind, unit and default.
What is taken is marked in the node, so that `scenec.accounting.rest` finds what was not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar, cast

import msgspec

from scenec.accounting.ledger import Ledger
from scenec.errors import ReadError
from scenec.source import Origin, Source
from scenec.syntax.kinds import Kind, KindError
from scenec.syntax.tree import Document, SourceNode
from scenec.syntax.vocabulary import Row
from scenec.trace import Ids, traced

T = TypeVar("T")


class CursorNode(Protocol):
    """The nodes that a cursor reads: a source node, or what a format's expansion makes of several (then attribute values carry
    their own ids)."""

    tag: str
    text: str

    @property
    def attributes(self) -> dict[str, str]: ...


class Cursor(msgspec.Struct, eq=False, gc=False):
    """One element of the source, as readers see it. A reader makes one for every element, so it is a Struct, which is made fast."""

    node: SourceNode
    document: Document
    ledger: Ledger

    @property
    def tag(self) -> str:
        return self.node.tag

    @property
    def origin(self) -> Origin:
        """For the nodes read from this element."""
        return Origin(self.document, self.node)

    # -- attributes

    def has(self, row: Row[T]) -> bool:
        return row.name in self.node.attributes

    def take(self, row: Row[T]) -> T:
        """The attribute's value (traced), or the row's default. Raises ReadError if it is required and missing, or no
        value of its kind. Only for rows with a default or that are required; others: `take_optional`."""
        value = self.take_optional(row)
        if value is None:
            if row.required:
                raise self.error(f'Expected attribute "{row.name}"', hint=f"add {row.name}= to <{self.tag}>")
            return cast(T, row.default)
        return value

    def take_optional(self, row: Row[T]) -> T | None:
        """The attribute's value (traced), or None if it is not written."""
        text = self.node.attributes.get(row.name)
        if text is None:
            return None
        ids: Ids | None = getattr(text, "ids", None)
        return self._parsed(row.kind, text, ids or (self.node.mark(row.name),), row.name)

    def raw(self, name: str) -> str | None:
        """An attribute's text as written, traced."""
        text = self.node.attributes.get(name)
        if text is None or hasattr(text, "ids"):
            return text
        return traced(text, (self.node.mark(name),))

    # -- text and children

    def text(self, kind: Kind[T]) -> T | None:
        """The element's text as a value of this kind (traced), None if there is none."""
        text = self.node.text
        if not text:
            return None
        ids: Ids | None = getattr(text, "ids", None)
        return self._parsed(kind, text, ids or (self.node.mark_text(),), "")

    def children(self, tag: str | None = None) -> Iterator[Cursor]:
        for child in self.node.children:
            if tag is None or child.tag == tag:
                yield Cursor(child, self.document, self.ledger)

    def child(self, tag: str) -> Cursor | None:
        """The first child of that tag."""
        return next(self.children(tag), None)

    # -- saying what happened

    def consumed(self, *values: object) -> None:
        """These values did their job while reading; see `Ledger.consumed`."""
        self.ledger.consumed(*values)

    def all_ids(self) -> Ids:
        """The ids of every value in this element and below, for findings about all of it."""
        return tuple(range(self.node.first_id, self.node.end[1]))

    def place(self, attribute: str | None = None) -> Source:
        """Where errors say this element (or attribute, ``""``: its text) stands."""
        return self.document.source(self.node, attribute, shown=True)

    def error(self, what: str, attribute: str | None = None, *, expected: str = "", nearest: str = "", hint: str = "") -> ReadError:
        """An error at this element, to be raised by the caller."""
        return ReadError(what, self.place(attribute), expected, nearest, hint)

    def _parsed(self, kind: Kind[T], text: str, ids: Ids, attribute: str) -> T:
        try:
            value, converted = kind.parse(text)
        except KindError as problem:
            raise self.error(
                f"{problem.what}, written {attribute or 'text'}={text[:60]!r}" if attribute else f"{problem.what}, written {text[:60]!r}",
                attribute,
                expected=problem.expected,
                nearest=problem.nearest,
            ) from None
        if converted or len(ids) > 1:
            self.ledger.converted(ids)
        return traced(value, ids)
