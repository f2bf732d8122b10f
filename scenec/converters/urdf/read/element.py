"""Elements as the readers of their parts see them. What no reader takes is collected, so that URDF can be written with it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from scenec.accounting.code import Code
from scenec.accounting.cursor import Cursor
from scenec.accounting.finding import Level
from scenec.accounting.ledger import Ledger
from scenec.accounting.rest import Rest, nearest_name, raw_items
from scenec.converters.urdf.findings.reading import (
    ATTRIBUTE_MISSPELT,
    ELEMENT_MISSPELT,
    ELEMENT_REPEATED_INEFFECTIVE,
    NUMBER_PADDED,
    TEXT_INEFFECTIVE,
)
from scenec.converters.urdf.vocabulary import ELEMENTS
from scenec.ir.base import Extra, RawItem
from scenec.source import Origin
from scenec.syntax.kinds import Kind, KindError
from scenec.syntax.tree import SEEN, TEXT, WHOLE, Document, SourceNode
from scenec.syntax.vocabulary import Row
from scenec.trace import Ids, traced

if TYPE_CHECKING:
    from scenec.converters.urdf.read.context import Reading

T = TypeVar("T")
FORMAT_NAME = "urdf"
ONCE = {tag: frozenset(child.tag for child in element.children if child.maximum == 1) for tag, element in ELEMENTS.items()}
"""Tag -> tags of children of which the first counts."""


class UrdfRest(Rest[SourceNode]):
    """Values of a URDF or SRDF file that no reader took."""

    format = FORMAT_NAME
    repeated = ELEMENT_REPEATED_INEFFECTIVE
    stray_text = TEXT_INEFFECTIVE
    misspelt_attribute = ATTRIBUTE_MISSPELT
    misspelt_element = ELEMENT_MISSPELT

    def __init__(self, document: Document, ledger: Ledger) -> None:
        self.document = document
        self.ledger = ledger

    def home_of(self, node: SourceNode) -> tuple[Ledger, Origin]:
        return self.ledger, Origin(self.document, node)

    def said_of(self, row: Code, node: SourceNode, name: str | None) -> tuple[str, str]:
        value = name or (node.text[:40] if name is not None else node.tag if row is ELEMENT_MISSPELT else "")
        return subject_of(node), value

    def near_attribute(self, node: SourceNode, name: str, path: str) -> str | None:
        known = ELEMENTS.get(node.tag)
        if known is None or ":" in name:
            return None
        near = nearest_name(name, tuple(row.name for row in known.rows))
        return near if near not in node.attributes else None

    def near_element(self, holder: SourceNode, child: SourceNode, path: str) -> str | None:
        known = ELEMENTS.get(holder.tag)
        if known is None or ":" in child.tag or any(each.tag == child.tag for each in known.children):
            return None
        return nearest_name(child.tag, tuple(each.tag for each in known.children))

    def is_single(self, holder: SourceNode, child: SourceNode, path: str) -> bool:
        return child.tag in ONCE.get(holder.tag, ())

    def is_stray(self, node: SourceNode, path: str) -> bool:
        return not node.marks & TEXT


class Part(Cursor, eq=False, gc=False):
    """One element. What a reader takes of it is marked in its node."""

    reading: Reading

    # -- values

    def take_optional(self, row: Row[T]) -> T | None:
        node, name = self.node, row.name
        attributes = node.attributes
        text = attributes.get(name)
        if text is None:
            return None
        value_id = node.mark(name)
        if type(text) is str and not self.reading.is_lenient:  # almost all
            try:
                value = row.kind.traced(text, value_id)
            except KindError:
                pass  # below it is said what is wrong, and where
            else:
                if value is not None:
                    return value
        return self._parsed(row.kind, text, getattr(text, "ids", ()) or (value_id,), name)

    def value(self, kind: Kind[T]) -> T | None:
        """Return the text of the element or, without one, its attribute `value`: both are values of Gazebo's tags."""
        if not self.node.text and "value" in self.node.attributes:
            return self.take_optional(Row(name="value", kind=kind))
        return self.text(kind)

    def _parsed(self, kind: Kind[T], text: str, ids: Ids, attribute: str) -> T:
        if self.reading.is_lenient and text != text.rstrip() and kind.unit + kind.name != "text":
            self.report(NUMBER_PADDED, about=traced("", ids), attribute=attribute, value=text)
            text = text.strip()
        return super()._parsed(kind, text, ids, attribute)

    # -- children

    def first(self, tag: str) -> Part | None:
        """Return the first child of a tag, which is the one that counts."""
        for child in self.node.children:
            if child.tag == tag:
                child.marks |= SEEN
                return Part(child, self.document, self.ledger, self.reading)
        return None

    def firsts(self, tags: frozenset[str]) -> dict[str, Part]:
        """Return the first child of each of these tags, by its tag: `first` for many of them."""
        found: dict[str, Part] = {}
        for child in self.node.children:
            tag = child.tag
            if tag in tags and tag not in found:
                child.marks |= SEEN
                found[tag] = Part(child, self.document, self.ledger, self.reading)
        return found

    def every(self, tag: str | None = None) -> list[Part]:
        """Return all children of a tag, or all children."""
        found: list[Part] = []
        for child in self.node.children:
            if tag is None or child.tag == tag:
                child.marks |= SEEN
                found.append(Part(child, self.document, self.ledger, self.reading))
        return found

    def at(self, path: str) -> Part | None:
        """Return the first element at a path of tags."""
        part: Part | None = self
        for tag in path.split("/"):
            part = part.first(tag) if part is not None else None
        return part

    # -- what was not taken

    def rest(self) -> tuple[Extra, ...]:
        """Return everything in the element that was not read and belongs to no other part. Repeated and misspelt parts are reported."""
        return () if self.node.marks & WHOLE else self.reading.rest.of(self.node, self.tag)

    def content(self) -> tuple[RawItem, ...]:
        """Return the content of the element as written, and count all of it as taken."""
        self.node.mark_all()
        return tuple(item for child in self.node.children for item in raw_items(child))

    def as_extra(self, key: str) -> Extra:
        """Return the element with all in it, as a value that only URDF has."""
        self.node.mark_all()
        return Extra(format=FORMAT_NAME, key=key, content=raw_items(self.node), origin=self.origin)

    def pass_over(self) -> str:
        """Count the element with all in it as taken, without reading it. Return an empty text with the ids of its values."""
        self.node.mark_all()
        return traced("", self.all_ids())

    def leave(self) -> None:
        """Count the element as not taken after all."""
        self.node.marks &= ~SEEN

    # -- findings

    def report(
        self, row: Code, *, about: object = None, value: object = "", target: str = "", level: Level | None = None, **slots: Any
    ) -> None:
        """Report something about the element."""
        self.ledger.report(
            row,
            about=about,
            origin=self.origin,
            subject=subject_of(self.node),
            value=value,
            target=target,
            level=level,
            **slots,
        )


def subject_of(node: SourceNode) -> str:
    """Return what findings call an element."""
    return f"{node.tag} {node.attributes.get('name', '')}".strip()
