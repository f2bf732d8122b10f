"""Find values of the source that no reader took: one answer for all formats.

Taking is marked once, in the node itself (`SourceNode.marks`): a bit for "a reader has looked at the element", one for its text, one for
each attribute, and one for "all in it is accounted for". A mark costs a reader as much as a comparison, needs no object per element, and
belongs to one use of an element: a file that is included twice has two copies of its nodes, with marks of their own.

`Rest.of` walks an element and what is in it, except what is whole: that belongs to another part of the scene. It returns as extras what
has no mark, so that the format can be written with it again, and reports what the format does not know, with the nearest name that it
knows. A format says in a class of its own which names these are, and how its findings call an element.

MARS asks for the marks below a key only (`ids_left`): there a key is an attribute, an element or both. MJCF has no marks, but names of
attributes for each element: a default class states an attribute for many elements, and each may take it or not.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import Generic, Protocol, TypeVar

from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.errors import nearest
from scenec.ir.base import Extra, RawItem
from scenec.source import Origin
from scenec.syntax.tree import READ, SEEN, TEXT, WHOLE, SourceNode
from scenec.trace import Ids, traced

Own = TypeVar("Own", bound="MarkedNode")


class MarkedNode(Protocol):
    """A node as `Rest` asks it. It stands in a tree of its own kind."""

    tag: str
    text: str
    attributes: dict[str, str]
    marks: int

    @property
    def children(self: Own) -> Sequence[Own]: ...

    @property
    def text_ids(self) -> Ids: ...

    def attribute_ids(self, name: str) -> Ids: ...

    def mark_all(self) -> None: ...


N = TypeVar("N", bound=MarkedNode)


@lru_cache(maxsize=1000)
def nearest_name(word: str, known: tuple[str, ...]) -> str:
    """Return the known name that is nearest to a word, "" if none is. Most unknown names stand in many elements."""
    return nearest(word, known)


class Rest(ABC, Generic[N]):
    """How a format speaks of values that no reader took. Paths: of elements in the vocabulary of the format.

    format: of the extras. repeated, stray_text: findings about a further element where the first counts, and about a text that no reader
    looks at. misspelt_attribute, unknown_attribute: findings about an attribute that the format does not know, with and without a near
    name, None for no finding; likewise for elements.
    """

    format: str
    repeated: Code
    stray_text: Code
    misspelt_attribute: Code
    unknown_attribute: Code | None = None
    misspelt_element: Code
    unknown_element: Code | None = None

    # -- what a format says

    @abstractmethod
    def home_of(self, node: N) -> tuple[Ledger, Origin]:
        """Return the ledger of an element, and its place."""

    @abstractmethod
    def said_of(self, row: Code, node: N, name: str | None) -> tuple[str, str]:
        """Return subject and value of a finding about an element, or about its attribute of a name (``""``: its text)."""

    @abstractmethod
    def near_attribute(self, node: N, name: str, path: str) -> str | None:
        """Return the nearest known name of an unknown attribute, "" if none is near. None for one that is known or may stand anywhere."""

    @abstractmethod
    def near_element(self, holder: N, child: N, path: str) -> str | None:
        """Return the same for an element. path: of the child."""

    def versions(self, path: str) -> str:
        """Return what findings call the versions that do not know a path."""
        return ""

    @abstractmethod
    def is_single(self, holder: N, child: N, path: str) -> bool:
        """Return whether only the first element of a tag counts."""

    @abstractmethod
    def is_stray(self, node: N, path: str) -> bool:
        """Return whether no reader looks at the text of an element."""

    def check(self, node: N, path: str) -> None:
        """Raise ReadError for what the format refuses in an element that no reader looked at."""

    # -- the answer

    def of(self, top: N, path: str) -> tuple[Extra, ...]:
        """Return everything in an element that no reader took and that belongs to no other part. Afterwards the element is whole."""
        top.marks |= WHOLE
        found: list[Extra] = []
        left: list[tuple[N, str, N]] = []
        node, key = top, ""
        while True:
            if node.text or (node.attributes and _has_left(node)):
                found.extend(self._own(node, key, f"{path}/{key}" if key else path))
            at = len(left)
            for child in node.children:
                marks = child.marks
                if marks == READ:  # as most
                    if not (child.children or child.attributes):
                        continue
                elif marks & SEEN and (marks & WHOLE or not (child.children or _has_left(child))):
                    continue
                left.append((child, f"{key}/{child.tag}" if key else child.tag, node))
            if len(left) > at + 1:
                left[at:] = left[at:][::-1]
            while left:
                node, key, holder = left.pop()
                if node.marks & SEEN:
                    break
                found.extend(self._unseen(holder, node, key, f"{path}/{key}"))
            else:
                return tuple(found)

    def _own(self, node: N, key: str, path: str) -> list[Extra]:
        """Return the attributes of an element that no reader took, and report a text that none looks at."""
        names = list(node.attributes)
        left = [names[place] for place in places_left(node)]
        for name in left:
            near = self.near_attribute(node, name, path)
            row = self.misspelt_attribute if near else self.unknown_attribute
            if near is not None and row is not None:
                self._report(row, node, node.attribute_ids(name), name, nearest=near, path=f"{path}/@{name}")
        if node.text and self.is_stray(node, path):
            self._report(self.stray_text, node, node.text_ids, "")
        return [self._extra(node, f"{key}@{name}", traced(str(node.attributes[name]), node.attribute_ids(name))) for name in left]

    def _unseen(self, holder: N, child: N, key: str, path: str) -> list[Extra]:
        """Return an element that no reader looked at, with all in it."""
        child.mark_all()
        self.check(child, path)
        is_first = next(each for each in holder.children if each.tag == child.tag) is child
        if not is_first and self.is_single(holder, child, path):
            self._report(self.repeated, child, all_ids(child), holder=holder.tag)
            return []
        near = self.near_element(holder, child, path)
        row = self.misspelt_element if near else self.unknown_element
        if near is not None and row is not None:
            self._report(row, child, all_ids(child), holder=holder.tag, nearest=near, path=path)
        return [self._extra(child, key, content=raw_items(child))]

    def _extra(self, node: N, key: str, value: str | None = None, content: tuple[RawItem, ...] = ()) -> Extra:
        return Extra(format=self.format, key=key, value=value, content=content, origin=self.home_of(node)[1])

    def _report(
        self, row: Code, node: N, ids: Ids, name: str | None = None, *, holder: str = "", nearest: str = "", path: str = ""
    ) -> None:
        ledger, origin = self.home_of(node)
        subject, value = self.said_of(row, node, name)
        ledger.report(
            row,
            about=traced("", ids),
            origin=origin,
            subject=subject,
            value=value,
            attribute=name or "",
            tag=node.tag,
            holder=holder,
            nearest=nearest,
            version=self.versions(path) if path and not nearest else "",
        )


def places_left(node: MarkedNode) -> list[int]:
    """Return the places of the attributes of an element that no reader took, in time linear in their number."""
    count = len(node.attributes)
    taken = format(node.marks >> 3, f"0{count}b")[::-1]  # the first attribute has the lowest bit
    return [place for place in range(count) if taken[place] == "0"]


def _has_left(node: MarkedNode) -> bool:
    """Return whether an element has an attribute or a text that no reader took."""
    marks = node.marks
    return not ((marks >> 3) + 1) >> len(node.attributes) or bool(node.text and not marks & TEXT)


def ids_left(node: SourceNode) -> Ids:
    """Return the ids of the values in an element and below that no reader took."""
    if node.marks & TEXT and not (node.children or node.attributes):  # as most
        return ()
    ids: list[int] = []
    stack = [node]
    while stack:
        each = stack.pop()
        marks = each.marks
        if marks & WHOLE:
            continue
        ids += [each.first_id + place for place in places_left(each)]
        if not marks & TEXT and each.has_text:
            ids.append(each.text_id)
        if each.children:
            stack.extend(reversed(each.children))
    return tuple(ids)


def has_marks(node: SourceNode) -> bool:
    """Return whether anything in an element and below was taken."""
    stack = [node]
    while stack:
        each = stack.pop()
        if each.marks:
            return True
        stack.extend(each.children)
    return False


def all_ids(node: MarkedNode) -> Ids:
    """Return the ids of every value in an element and below."""
    ids: list[int] = []
    stack = [node]
    while stack:
        each = stack.pop()
        for name in each.attributes:
            ids.extend(each.attribute_ids(name))
        if each.text:
            ids.extend(each.text_ids)
        stack.extend(reversed(each.children))
    return tuple(dict.fromkeys(ids))


def raw_items(node: MarkedNode) -> tuple[RawItem, ...]:
    """Return an element with all in it as written, flattened in document order. Its texts know their ids."""
    found: list[RawItem] = []
    stack = [(node, 0)]
    while stack:
        each, depth = stack.pop()
        attributes = tuple((name, traced(str(text), each.attribute_ids(name))) for name, text in each.attributes.items())
        text = traced(str(each.text), each.text_ids) if each.text else ""
        found.append(RawItem(depth, each.tag, attributes, text))
        stack.extend((child, depth + 1) for child in reversed(each.children))
    return tuple(found)
