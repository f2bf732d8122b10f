"""One entry of a scene (a node, a joint, a material...) as MARS sees it: keys with values, whether written as attributes, elements
or YAML. See mars_utils and configmaps for the rules; scene_loader/src/Load.cpp: getGenericConfig makes the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scenec import ir
from scenec.accounting.code import Code
from scenec.accounting.finding import Level
from scenec.accounting.ledger import Ledger
from scenec.accounting.rest import has_marks, ids_left, places_left, raw_items
from scenec.converters.mars import vocabulary
from scenec.converters.mars.findings import reading
from scenec.converters.mars.kinds import QUATERNION, Lax, Parts, Word
from scenec.errors import ReadError, nearest
from scenec.source import Origin
from scenec.syntax.kinds import KindError
from scenec.syntax.tree import TEXT, WHOLE, Document, SourceNode
from scenec.syntax.vocabulary import Row
from scenec.trace import derived, ids_of, traced

INCLUDE = "URI"

NOISE = 1e-15
"""Numbers below this share of the largest number of their vector are rounding errors."""

DIRECTED = frozenset(
    (
        "position",
        "rotation",
        "pivot",
        "visualposition",
        "visualrotation",
        "anchor",
        "axis1",
        "axis2",
        "relativeposition",
        "relativerotation",
    )
)
"""The vectors that are turned and added up; a size however small stays one."""


NO_REFERENCE = "No entry refers to this number."
"""Why MARS ignores the number of an entry."""

ASKED_LATER = ("index", "groupid", "name")
"""Keys of a node or joint that are still needed after it was read."""


class Entry:
    """An entry. What is taken from it is marked in its node. tag: its kind; in YAML the element is called like the list."""

    __slots__ = ("_stated", "_title", "document", "kept", "ledger", "node", "old", "tag")

    def __init__(self, node: SourceNode, tag: str, document: Document, ledger: Ledger) -> None:
        self.node = node
        self.tag = tag
        self.document = document
        self.ledger = ledger
        self._stated: dict[str, Any] = {}
        self._title: str | None = None
        self.old: dict[str, object] = {}
        """The keys of a forgotten dialect that were taken, with their values."""
        self.kept: dict[str, ir.Extra] = {}
        """Values that have no meaning because a file is missing, to be written again unchanged."""

    @property
    def origin(self) -> Origin:
        return self.document.origin(self.node)

    @property
    def title(self) -> str:
        """The subject of findings about this entry."""
        if self._title is None:
            name = self.node.attributes.get("name") or next((child.text for child in self.node.children if child.tag == "name"), "")
            self._title = f"{self.tag} {name.strip()}".strip()
        return self._title

    # -- values

    def has(self, key: str) -> bool:
        return key in self.node.attributes or any(child.tag == key for child in self.node.children)

    def take(self, key: str) -> Any:
        """Return the value of a key (traced), of a repeated key the first; by default the default of the key."""
        value = self.stated(key)
        return vocabulary.row(self.tag, key).default if value is None else value

    def stated(self, key: str) -> Any:
        """Return the value of a key (traced), None if it is not written."""
        if key not in self._stated:
            row = vocabulary.row(self.tag, key)
            if isinstance(row.kind, Parts):
                self._stated[key] = self._parts(row, row.kind)
            else:
                text = next(self._texts(key), None)
                self._stated[key] = None if text is None else self._parsed(row, text)
        return self._stated[key]

    def all(self, key: str) -> tuple[Any, ...]:
        """Every value of a key that may be repeated."""
        row = vocabulary.row(self.tag, key)
        return tuple(self._parsed(row, text) for text in self._texts(key))

    def first(self, *keys: str) -> Any:
        """Return the value of the first of these keys that is written, None if none is. The others are reported as ignored."""
        return next((self.stated(key) for key in keys if self.has(key)), None)

    def has_part(self, key: str, name: str) -> bool:
        """Whether a key has a number of that name in it."""
        holders = [child for child in self.node.children if child.tag == key]
        return any(name in holder.attributes or any(child.tag == name for child in holder.children) for holder in holders)

    def quaternion(self, key: str) -> tuple[float, ...]:
        """Return a quaternion from a key whose row has angles."""
        numbers: tuple[float, ...] = self._parts(Row(key, QUATERNION), QUATERNION)
        return numbers

    def discard(self, *keys: str) -> tuple[Any, ...]:
        """Take these keys, and return a value with their ids for a finding."""
        ids = [i for key in keys for i in self._taken_of_key(key)]
        return (traced("", tuple(ids)),) if ids else ()

    def everything(self) -> tuple[Any, ...]:
        """Take the whole entry, and return a value with its ids for a finding."""
        end = self.node.first_id + _count(self.node)
        ids = tuple(range(self.node.first_id, end))
        self.node.mark_all()
        return (traced("", ids),) if ids else ()

    def _texts(self, key: str) -> Iterator[str]:
        node = self.node
        if key in node.attributes:
            yield traced(node.attributes[key], (node.mark(key),))
        for child in node.children:
            if child.tag == key:
                holder = _holder_of_text(child)
                if _is_map(child):
                    self._wrong_type(child, key)
                yield traced(holder.text, (holder.mark_text(),) if holder.text else ())

    def _parsed(self, row: Row[Any], text: str) -> Any:
        kind = row.kind
        try:
            value, converted = kind.parse(str(text))
        except KindError as problem:
            raise self.error(f"{problem.what}, written {row.name}={str(text)[:60]!r}", problem.expected, problem.nearest) from None
        if converted:
            self.ledger.converted(ids_of(text))
        if isinstance(kind, (Lax, Word)) and kind.is_odd(str(text)):
            shown = str(kind.show(value)) or "empty"
            self.report(reading.TEXT_MISREAD, about=text, value=str(text), target=shown, kind=kind.name)
        return traced(value, ids_of(text)) if ids_of(text) else value

    def _parts(self, row: Row[Any], kind: Parts) -> Any:
        holders = [child for child in self.node.children if child.tag == row.name]
        if not holders:
            return None
        numbers = []
        for place, name in enumerate(kind.names):
            old = kind.old[place] if kind.old else name
            texts = (text for holder in holders for text in _leaf(holder, name))
            forgotten = (text for holder in holders for text in _leaf(holder, old)) if old != name else iter(())
            found = next(texts, None)
            if found is None and (found := next(forgotten, None)) is not None:
                self.old[old] = found
            numbers.append(self._parsed(Row(row.name, kind.number), found) if found is not None else kind.absent)
        if len(holders) == 1 and len(holders[0].children) == 1 and not holders[0].attributes:
            self._wrong_type(holders[0], row.name)
        for child in (child for holder in holders for child in holder.children if child.children or child.attributes):
            if _is_map(child):
                self._wrong_type(child, f"{row.name}/{child.tag}")
        return self._without_noise(tuple(numbers)) if row.name in DIRECTED else tuple(numbers)

    def _without_noise(self, numbers: tuple[float, ...]) -> tuple[float, ...]:
        limit = NOISE * max(map(abs, numbers))
        noise = tuple(number for number in numbers if number and abs(number) < limit)
        if noise:
            self.report(reading.VECTOR_NOISE_IGNORED, about=noise)
        return tuple(0.0 if number and abs(number) < limit else number for number in numbers)

    def _wrong_type(self, child: SourceNode, key: str) -> None:
        self.report(
            reading.VALUE_REFUSED,
            origin=self.document.origin(child),
            subject=f"{self.title}: {key}",
            why="MARS takes an element with one content for a value and any other for a map. This one is the wrong kind.",
            fix="Give a vector at least two of its numbers, and a value neither attributes nor comments.",
        )

    # -- findings

    def consumed(self, *values: object) -> None:
        self.ledger.consumed(*values)

    def consume(self, *keys: str) -> None:
        """Count the values of these keys as used."""
        self.ledger.consumed(*self.discard(*keys))

    def error(self, what: str, expected: str = "", near: str = "", hint: str = "") -> ReadError:
        return ReadError(f"{self.title}: {what}", self.document.source(self.node, shown=True), expected, near, hint)

    def report(
        self,
        row: Code,
        *,
        about: object = None,
        origin: Origin | None = None,
        subject: str = "",
        value: object = "",
        target: str = "",
        level: Level | None = None,
        **slots: Any,
    ) -> None:
        """Make a finding about this entry; `Ledger.report` explains the arguments."""
        self.ledger.report(
            row, level=level, about=about, origin=origin or self.origin, subject=subject or self.title, value=value, target=target, **slots
        )

    def ignored(self, key: str, about: object, why: str) -> None:
        """Report that MARS ignores values of a key. why: a sentence."""
        self.report(reading.KEY_IGNORED, about=about, key=key, why=why)

    def ignored_if_written(self, key: str, why: str) -> None:
        """Report that MARS ignores a key, if it is written. why: a sentence."""
        about = self.discard(key)
        if about:
            self.ignored(key, about, why)

    def keep(self, key: str, value: tuple[float, ...]) -> None:
        """Store a vector to be written to MARS again, as the file that gives it a meaning is missing."""
        self.kept[key] = ir.Extra(format="mars", key=key, value=value, origin=self.origin)

    def release(self) -> None:
        """Free the memory of an entry that was read, except for the keys in `ASKED_LATER`. Elements of a document that cannot be parsed
        again are kept for findings."""
        node = self.node
        if not self.document.can_be_read_again:
            return
        kept = [child for child in node.children if child.tag in ASKED_LATER]
        self.node = SourceNode(node.tag, node.line, node.column, node.attributes, node.text, kept, node.first_id, node.places)
        self._stated = {}

    # -- values that were not taken

    def rest(self) -> tuple[ir.Extra, ...]:
        """Return the keys without a place in the neutral scene, to be written again. Reports the other values left."""
        extras: list[ir.Extra] = []
        touched: set[str] | None = None
        for key, ids, content in self._left():
            about = traced("", ids)
            known = key in vocabulary.keys(self.tag)
            row = vocabulary.row(self.tag, key) if known else None
            if touched is None:
                touched = self._touched()
            whole = key not in touched
            read = row is not None and row.place != "ignored" and not isinstance(row.kind, Parts) and whole
            if read and isinstance(content, SourceNode) and _is_map(content):
                self._wrong_type(content, key)
            if key == INCLUDE:
                report_include(self.ledger, about, self.origin, self.title)
            elif row is not None and row.place == "extras" and whole:
                extras.append(self._extra(key, content))
            elif row is not None and row.place == "ignored":
                self.ignored(key, about, row.reason)
            elif row is not None and whole:
                self.ignored(key, about, f"A {self.tag} of this kind has no {key}.")
            elif row is not None:
                self.ignored(key, about, "The key is repeated, or has more content than MARS reads. MARS reads the first value.")
            else:
                near = nearest(key, list(vocabulary.keys(self.tag)))
                fix = f"Did you mean {near}?" if near else "Check the spelling of the key."
                self.report(reading.KEY_UNKNOWN, about=about, key=key or "text", tag=self.tag, fix=fix)
        return tuple(extras)

    def _touched(self) -> set[str]:
        """The keys of which something was taken."""
        node = self.node
        left = set(places_left(node))
        found = {name for place, name in enumerate(node.attributes) if place not in left}
        if node.marks & TEXT:
            found.add("")
        found.update(child.tag for child in node.children if has_marks(child))
        return found

    def _left(self) -> Iterator[tuple[str, tuple[int, ...], SourceNode | str]]:
        node = self.node
        if node.marks & WHOLE:
            return
        stated = list(node.attributes.items())
        for place in places_left(node):
            name, text = stated[place]
            yield name, (node.first_id + place,), text
        if node.has_text and not node.marks & TEXT:
            yield "", (node.text_id,), node.text
        for child in node.children:
            ids = ids_left(child)
            if ids:
                yield child.tag, ids, child

    def _extra(self, key: str, content: SourceNode | str) -> ir.Extra:
        if isinstance(content, str):
            value: str = traced(content, (self.node.attribute_id(key),))
            return ir.Extra(format="mars", key=key, value=value, origin=self.origin)
        origin = self.document.origin(content)
        if not content.children and not content.attributes:
            return ir.Extra(format="mars", key=key, value=traced(content.text, (content.text_id,)), origin=origin)
        items: list[ir.RawItem] = []
        for name in content.attributes:
            items.append(ir.RawItem(0, name, (), traced(content.attributes[name], (content.attribute_id(name),))))
        if content.text:
            items.append(ir.RawItem(0, "", (), traced(content.text, (content.text_id,))))
        for child in content.children:
            items += raw_items(child)
        return ir.Extra(format="mars", key=key, content=tuple(items), origin=origin)

    def _taken_of_key(self, key: str) -> Iterator[int]:
        node = self.node
        if key in node.attributes:
            yield node.mark(key)
        if not key and node.has_text:
            yield node.mark_text()
        for child in node.children:
            if child.tag == key:
                child.mark_all()
                yield from range(child.first_id, child.first_id + _count(child))


def report_include(ledger: Ledger, about: object, origin: Origin, subject: str) -> None:
    """Report an include of a YAML scene, which scenec does not read."""
    ledger.report(reading.INCLUDE_UNRESOLVED, about=about, origin=origin, subject=subject)


def _leaf(holder: SourceNode, name: str) -> Iterator[str]:
    if name in holder.attributes:
        yield traced(holder.attributes[name], (holder.mark(name),))
    for child in holder.children:
        if child.tag == name:
            inner = _holder_of_text(child)
            yield traced(inner.text, (inner.mark_text(),) if inner.text else ())


def _is_map(node: SourceNode) -> bool:
    """Whether MARS takes an element for a map: more than one thing stands in it."""
    return len(node.attributes) + len(node.children) + bool(node.text) > 1


def _holder_of_text(node: SourceNode) -> SourceNode:
    """Return the element with the text of a leaf: the leaf, or its only child."""
    return node.children[0] if not node.text and not node.attributes and len(node.children) == 1 else node


def _count(node: SourceNode) -> int:
    """How many values stand in a node and below."""
    total, todo = 0, [node]
    while todo:
        at = todo.pop()
        total += at.value_count
        todo.extend(at.children)
    return total


def as_vector(numbers: tuple[float, ...]) -> ir.Vec3:
    """Return three numbers as a vector, each traced as it was read."""
    x, y, z = numbers
    return (x, y, z)


def as_rotation(numbers: tuple[float, ...]) -> ir.Rotation:
    """Return the rotation of w, x, y, z. Like MARS, normalise the quaternion, and take zeros as no rotation."""
    w, x, y, z = numbers
    return derived(ir.Rotation.from_quat(w, x, y, z), w, x, y, z)
