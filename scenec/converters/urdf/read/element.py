"""Elements as the readers of their parts see them. What no reader takes is collected, so that URDF can be written with it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from scenec.accounting.code import Code
from scenec.accounting.cursor import Cursor
from scenec.accounting.finding import Level
from scenec.converters.urdf.findings.reading import (
    ATTRIBUTE_MISSPELT,
    ELEMENT_MISSPELT,
    ELEMENT_REPEATED_INEFFECTIVE,
    NUMBER_PADDED,
    TEXT_INEFFECTIVE,
)
from scenec.converters.urdf.vocabulary import ELEMENTS
from scenec.errors import nearest
from scenec.ir.base import Extra, RawItem
from scenec.syntax.kinds import Kind, KindError
from scenec.syntax.tree import SourceNode
from scenec.syntax.vocabulary import Row
from scenec.trace import Ids, traced

if TYPE_CHECKING:
    from scenec.converters.urdf.read.context import Reading

T = TypeVar("T")
FORMAT_NAME = "urdf"
ONCE = {tag: frozenset(child.tag for child in element.children if child.maximum == 1) for tag, element in ELEMENTS.items()}
"""Tag -> tags of children of which the first counts."""


class Part(Cursor, eq=False, gc=False):
    """One element, and which of its values and children a reader has taken."""

    reading: Reading

    def _of(self, node: SourceNode) -> Part:
        """Return another element of the file."""
        return Part(node, self.document, self.ledger, self.reading)

    # -- values

    def take_optional(self, row: Row[T]) -> T | None:
        node, name = self.node, row.name
        attributes = node.attributes
        text = attributes.get(name)
        if text is None:
            return None
        reading, value_id = self.reading, node.first_id
        for each in attributes:
            if each == name:
                break
            value_id += 1
        reading.taken[value_id] = True
        if type(text) is str and not reading.is_lenient:  # almost all
            try:
                value = row.kind.traced(text, value_id)
            except KindError:
                pass  # below it is said what is wrong, and where
            else:
                if value is not None:
                    return value
        return self._parsed(row.kind, text, getattr(text, "ids", ()) or (value_id,), name)

    def raw(self, name: str) -> str | None:
        if name in self.node.attributes:
            self.reading.taken[self.node.attribute_id(name)] = True
        return super().raw(name)

    def text(self, kind: Kind[T]) -> T | None:
        if self.node.text:
            self.reading.taken[self.node.text_id] = True
        return super().text(kind)

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
                self.reading.used[child.line] = True
                return Part(child, self.document, self.ledger, self.reading)
        return None

    def firsts(self, tags: frozenset[str]) -> dict[str, Part]:
        """Return the first child of each of these tags, by its tag: `first` for many of them."""
        found: dict[str, Part] = {}
        used = self.reading.used
        for child in self.node.children:
            tag = child.tag
            if tag in tags and tag not in found:
                used[child.line] = True
                found[tag] = Part(child, self.document, self.ledger, self.reading)
        return found

    def every(self, tag: str | None = None) -> list[Part]:
        """Return all children of a tag, or all children."""
        found: list[Part] = []
        used = self.reading.used
        for child in self.node.children:
            if tag is None or child.tag == tag:
                used[child.line] = True
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
        if self.reading.has_taken_all(self.node):  # of almost all
            return ()
        found: list[Extra] = []
        self._collect(self.node, "", found)
        self.reading.take_all(self.node)
        return tuple(found)

    def content(self) -> tuple[RawItem, ...]:
        """Return the content of the element as written, and count all of it as taken."""
        self.reading.take_all(self.node)
        return tuple(item for child in self.node.children for item in raw_items(child))

    def as_extra(self, key: str) -> Extra:
        """Return the element with all in it, as a value that only URDF has."""
        self._take_all()
        return Extra(format=FORMAT_NAME, key=key, content=raw_items(self.node), origin=self.origin)

    def pass_over(self) -> str:
        """Count the element with all in it as taken, without reading it. Return an empty text with the ids of its values."""
        self._take_all()
        return traced("", self.all_ids())

    def leave(self) -> None:
        """Count the element as not taken after all."""
        self.reading.used[self.node.line] = False

    def _take_all(self) -> None:
        self.reading.used[self.node.line] = True
        self.reading.take_all(self.node)

    def _collect(self, node: SourceNode, key: str, found: list[Extra]) -> None:
        reading, value_id = self.reading, node.first_id
        for name in node.attributes:
            if not reading.taken[value_id]:
                part = self._of(node)
                part._report_unknown_attribute(name)
                value = traced(str(node.attributes[name]), (value_id,))
                found.append(Extra(format=FORMAT_NAME, key=f"{key}@{name}", value=value, origin=part.origin))
            value_id += 1
        if node.text and not reading.taken[value_id]:
            self._of(node).report(TEXT_INEFFECTIVE, about=traced("", (value_id,)), value=node.text[:40])
        for place, child in enumerate(node.children):
            if reading.used[child.line]:
                if not reading.has_taken_all(child):
                    self._collect(child, f"{key}/{child.tag}" if key else child.tag, found)
            elif child.tag in ONCE.get(node.tag, ()) and any(each.tag == child.tag for each in node.children[:place]):
                below = self._of(child)
                below.report(ELEMENT_REPEATED_INEFFECTIVE, about=below.pass_over(), tag=child.tag, holder=node.tag)
            else:
                self._of(node)._report_unknown_element(child)
                found.append(self._of(child).as_extra(f"{key}/{child.tag}" if key else child.tag))

    def _report_unknown_attribute(self, name: str) -> None:
        known = ELEMENTS.get(self.tag)
        near = self._nearest(name, [row.name for row in known.rows]) if known is not None and ":" not in name else ""
        if near and near not in self.node.attributes:
            about = traced("", (self.node.attribute_id(name),))
            self.report(ATTRIBUTE_MISSPELT, about=about, value=name, tag=self.tag, nearest=near)

    def _report_unknown_element(self, child: SourceNode) -> None:
        known = ELEMENTS.get(self.tag)
        if known is None or ":" in child.tag or any(each.tag == child.tag for each in known.children):
            return
        near = self._nearest(child.tag, [each.tag for each in known.children])
        if near:
            part = self._of(child)
            part.report(ELEMENT_MISSPELT, about=traced("", part.all_ids()), value=child.tag, holder=self.tag, nearest=near)

    def _nearest(self, name: str, known: list[str]) -> str:
        """Return the nearest of the names that the element knows, "" if none is near. Most unknown names stand in many elements."""
        near, key = self.reading.nearest, (self.tag, name)
        if key not in near:
            near[key] = nearest(name, known)
        return near[key]

    # -- findings

    def report(
        self, row: Code, *, about: object = None, value: object = "", target: str = "", level: Level | None = None, **slots: Any
    ) -> None:
        """Report something about the element."""
        name = self.node.attributes.get("name", "")
        self.ledger.report(
            row,
            about=about,
            origin=self.origin,
            subject=f"{self.node.tag} {name}".strip(),
            value=value,
            target=target,
            level=level,
            **slots,
        )


def raw_items(node: SourceNode) -> tuple[RawItem, ...]:
    """Return an element with all in it as written, flattened in document order. Its texts know their ids."""
    found: list[RawItem] = []
    stack = [(node, 0)]
    while stack:
        each, depth = stack.pop()
        attributes = tuple((name, traced(str(text), (each.attribute_id(name),))) for name, text in each.attributes.items())
        text = traced(str(each.text), (each.text_id,)) if each.text else ""
        found.append(RawItem(depth, each.tag, attributes, text))
        stack.extend((child, depth + 1) for child in reversed(each.children))
    return tuple(found)
