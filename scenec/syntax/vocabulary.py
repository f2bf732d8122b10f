"""Rows: what a format can say, as data. Rows are independent of the IR; their meaning is in the readers and writers."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

import msgspec

from scenec.errors import nearest as nearest
from scenec.syntax.kinds import Kind

T = TypeVar("T")
Place = Literal["ir", "extras", "ignored"]


class Row(msgspec.Struct, Generic[T], frozen=True, gc=False):
    """One attribute (or the text, name ``""``) of an element.

    default: the value the format's own simulator uses when nothing is written (parsed, SI), or None where "not said" is a
    meaning of its own. required: its absence is an error. cite: spec element or simulator source of these facts.
    place: where a reader puts it; `ignored` needs a reason. since/until: first and last version that has it ("" = always).
    """

    name: str
    kind: Kind[T]
    default: T | None = None
    required: bool = False
    cite: str = ""
    place: Place = "ir"
    reason: str = ""
    since: str = ""
    until: str = ""


class Child(msgspec.Struct, frozen=True, gc=False):
    """A kind of child an element may have, and how often (`maximum` None: any number)."""

    tag: str
    minimum: int = 0
    maximum: int | None = None


class Element(msgspec.Struct, frozen=True, gc=False):
    """One element: its attributes, its text (a row named ``""``) and its children."""

    tag: str
    rows: tuple[Row[object], ...] = ()
    children: tuple[Child, ...] = ()
    text: Row[object] | None = None
    cite: str = ""
    place: Place = "ir"
    reason: str = ""

    def row(self, name: str) -> Row[object] | None:
        return next((row for row in self.rows if row.name == name), None)
