"""One entry of a scene (a node, a joint, a material...) as MARS sees it: keys with values, whether written as attributes, elements
or YAML. See mars_utils and configmaps for the rules; scene_loader/src/Load.cpp: getGenericConfig makes the map."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scenec import ir
from scenec.accounting.finding import Category, Fate, Level
from scenec.accounting.ledger import Ledger
from scenec.converters.mars import vocabulary
from scenec.converters.mars.kinds import QUATERNION, Lax, Parts, Word
from scenec.errors import ReadError
from scenec.source import Origin
from scenec.syntax.kinds import KindError
from scenec.syntax.tree import Document, SourceNode
from scenec.syntax.vocabulary import Row, nearest
from scenec.trace import derived, ids_of, traced

INCLUDE = "URI"

NOISE = 1e-15
"""What is smaller than this part of the largest number of its vector says nothing: computing rounds it off."""

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


ASKED_LATER = ("index", "groupid", "name")
"""What is still asked of a node or joint that was read: whether others refer to it, and what it is called."""


class Entry:
    """An entry and what was taken of it. tag: what it is, whatever its element is called (in YAML, the list)."""

    __slots__ = ("_stated", "_taken", "_title", "document", "kept", "ledger", "node", "old", "tag")

    def __init__(self, node: SourceNode, tag: str, document: Document, ledger: Ledger) -> None:
        self.node = node
        self.tag = tag
        self.document = document
        self.ledger = ledger
        self._taken: set[int] = set()
        self._stated: dict[str, Any] = {}
        self._title: str | None = None
        self.old: dict[str, object] = {}
        """The keys of a forgotten dialect that were taken, with their values."""
        self.kept: dict[str, ir.Extra] = {}
        """Values that mean nothing as long as something is missing, to be written again as they stand."""

    @property
    def origin(self) -> Origin:
        return self.document.origin(self.node)

    @property
    def title(self) -> str:
        """What findings call it."""
        if self._title is None:
            name = self.node.attributes.get("name") or next((child.text for child in self.node.children if child.tag == "name"), "")
            self._title = f"{self.tag} {name.strip()}".strip()
        return self._title

    # -- values

    def has(self, key: str) -> bool:
        return key in self.node.attributes or any(child.tag == key for child in self.node.children)

    def take(self, key: str) -> Any:
        """The value of a key (traced): of several the first counts; the key's default where it is not written."""
        value = self.stated(key)
        return vocabulary.row(self.tag, key).default if value is None else value

    def stated(self, key: str) -> Any:
        """The value of a key (traced), None where it is not written."""
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
        """The value of the first of these keys that is written, None if none is. The others stay: nobody else takes them."""
        return next((self.stated(key) for key in keys if self.has(key)), None)

    def has_part(self, key: str, name: str) -> bool:
        """Whether a key has a number of that name in it."""
        holders = [child for child in self.node.children if child.tag == key]
        return any(name in holder.attributes or any(child.tag == name for child in holder.children) for holder in holders)

    def quaternion(self, key: str) -> tuple[float, ...]:
        """A key that may be written as a quaternion although its row says angles."""
        numbers: tuple[float, ...] = self._parts(Row(key, QUATERNION), QUATERNION)
        return numbers

    def discard(self, *keys: str) -> tuple[Any, ...]:
        """The ids of what these keys say, as a value for a finding about them."""
        ids = [i for key in keys for i in self._ids_of_key(key)]
        self._taken.update(ids)
        return (traced("", tuple(ids)),) if ids else ()

    def everything(self) -> tuple[Any, ...]:
        """The ids of the whole entry, for findings about all of it."""
        end = self.node.first_id + _count(self.node)
        ids = tuple(range(self.node.first_id, end))
        self._taken.update(ids)
        return (traced("", ids),) if ids else ()

    def _texts(self, key: str) -> Iterator[str]:
        node = self.node
        if key in node.attributes:
            yield traced(node.attributes[key], (node.attribute_id(key),))
        for child in node.children:
            if child.tag == key:
                holder = child
                if not child.text and not child.attributes and len(child.children) == 1:
                    holder = child.children[0]  # a leaf's text is all text below it
                if len(child.attributes) + len(child.children) + bool(child.text) > 1:
                    self._wrong_type(child, key)
                yield traced(holder.text, (holder.text_id,) if holder.text else ())

    def _parsed(self, row: Row[Any], text: str) -> Any:
        self._taken.update(ids_of(text))
        kind = row.kind
        try:
            value, converted = kind.parse(str(text))
        except KindError as problem:
            raise self.error(f"{problem.what}, written {row.name}={str(text)[:60]!r}", problem.expected, problem.nearest) from None
        if converted:
            self.ledger.converted(ids_of(text))
        if isinstance(kind, (Lax, Word)) and kind.is_odd(str(text)):
            self.report(
                "text-misread", "converted", "note", "metadata", about=text, value=str(text), target=str(kind.show(value)),
                because=f"MARS reads this {row.name} as {kind.show(value) or 'nothing'}",
                consequence="it may mean something else than it says", hint=f"write a {kind.name}",
            )  # fmt: skip
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
        return self._without_noise(tuple(numbers)) if row.name in DIRECTED else tuple(numbers)

    def _without_noise(self, numbers: tuple[float, ...]) -> tuple[float, ...]:
        limit = NOISE * max(map(abs, numbers))
        noise = tuple(number for number in numbers if number and abs(number) < limit)
        if noise:
            self.ineffective("vector-noise", noise, "it is smaller than the rounding of the other numbers of its vector")
        return tuple(0.0 if number and abs(number) < limit else number for number in numbers)

    def _wrong_type(self, child: SourceNode, key: str) -> None:
        self.report(
            "value-refused", "converted", "error", "metadata", origin=self.document.origin(child), subject=f"{self.title}: {key}",
            because="MARS tells values from maps by how much stands in them, takes this for the wrong one and stops loading",
            consequence="MARS does not load this scene; it was read as it is meant",
            hint="give a vector at least two of its numbers, and a value neither attributes nor comments",
        )  # fmt: skip

    # -- saying what happened

    def consumed(self, *values: object) -> None:
        self.ledger.consumed(*values)

    def consume(self, *keys: str) -> None:
        """What these keys say did its job, or says what the scene says anyway."""
        self.ledger.consumed(*self.discard(*keys))

    def error(self, what: str, expected: str = "", near: str = "", hint: str = "") -> ReadError:
        return ReadError(f"{self.title}: {what}", self.document.source(self.node, shown=True), expected, near, hint)

    def report(
        self, code: str, fate: Fate, level: Level, category: Category, *, about: object = None, origin: Origin | None = None,
        subject: str = "", value: object = "", target: str = "", because: str = "", consequence: str = "", hint: str = "",
    ) -> None:  # fmt: skip
        self.ledger.report(
            code, fate, level, category, about=about, origin=origin or self.origin, subject=subject or self.title, value=value,
            target=target, because=because, consequence=consequence, hint=hint,
        )  # fmt: skip

    def ineffective(self, code: str, about: object, because: str, *, level: Level = "note", category: Category = "metadata",
                    consequence: str = "", hint: str = "") -> None:  # fmt: skip
        """Values that MARS does not look at."""
        self.report(
            f"{code}-ineffective", "dropped", level, category, about=about, because=because,
            consequence=consequence or "nothing: it has no effect in MARS either", hint=hint,
        )  # fmt: skip

    def ineffective_if_written(self, key: str, because: str) -> None:
        about = self.discard(key)
        if about:
            self.ineffective("key", about, f"{key}: {because}")

    def keep(self, key: str, value: tuple[float, ...]) -> None:
        """Keep a vector for MARS: what gives it a meaning is missing."""
        self.kept[key] = ir.Extra(format="mars", key=key, value=value, origin=self.origin)

    def let_go(self) -> None:
        """All that is in the entry was read, but for the numbers by which others may refer to it. In a big file the elements take as much
        as the scene, and what was taken of them as much again. Elements of a document that cannot find them again stay, for findings."""
        node = self.node
        if self.document.read_again is None:
            return
        kept = [child for child in node.children if child.tag in ASKED_LATER]
        self.node = SourceNode(node.tag, node.line, node.column, node.attributes, node.text, kept, node.first_id, node.places)
        self._taken, self._stated = set(), {}

    # -- what is left

    def rest(self) -> tuple[ir.Extra, ...]:
        """What nobody took: keys without a place in the neutral scene, kept for MARS; the others have no effect, which is told."""
        extras: list[ir.Extra] = []
        touched: set[str] | None = None
        for key, ids, content in self._left():
            about = traced("", ids)
            known = key in vocabulary.keys(self.tag)
            row = vocabulary.row(self.tag, key) if known else None
            if touched is None:
                touched = self._touched()
            whole = key not in touched
            if key == INCLUDE:
                tell_include(self.ledger, about, self.origin, self.title)
            elif row is not None and row.place == "extras" and whole:
                if not isinstance(row.kind, Parts) and isinstance(content, SourceNode) and (content.attributes or content.children):
                    self._wrong_type(content, key)
                extras.append(self._extra(key, content))
            elif row is not None and row.place == "ignored":
                self.ineffective("key", about, f"{key}: {row.reason}")
            elif row is not None and whole:
                self.ineffective("key", about, f"{key} says nothing to this {self.tag}")
            elif row is not None:
                self.ineffective("key", about, f"{key} is written more than once or has more in it than MARS reads; the first counts")
            else:
                near = nearest(key, list(vocabulary.keys(self.tag)))
                self.ineffective("key-unknown", about, f"MARS knows no {key} of a {self.tag}", hint=f"did you mean {near}?" if near else "")
        return tuple(extras)

    def _touched(self) -> set[str]:
        """The keys of which something was taken."""
        taken, node = self._taken, self.node
        found = {name for value_id, name in enumerate(node.attributes, node.first_id) if value_id in taken}
        if node.has_text and node.text_id in taken:
            found.add("")
        found.update(child.tag for child in node.children if not taken.isdisjoint(range(child.first_id, child.first_id + _count(child))))
        return found

    def _left(self) -> Iterator[tuple[str, tuple[int, ...], SourceNode | str]]:
        for value_id, (name, text) in enumerate(self.node.attributes.items(), self.node.first_id):
            if value_id not in self._taken:
                yield name, (value_id,), text
        if self.node.has_text and self.node.text_id not in self._taken:
            yield "", (self.node.text_id,), self.node.text
        for child in self.node.children:
            ids = tuple(i for i in range(child.first_id, child.first_id + _count(child)) if i not in self._taken)
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
        todo = [(child, 0) for child in reversed(content.children)]
        for name in content.attributes:
            items.append(ir.RawItem(0, name, (), traced(content.attributes[name], (content.attribute_id(name),))))
        if content.text:
            items.append(ir.RawItem(0, "", (), traced(content.text, (content.text_id,))))
        while todo:
            node, depth = todo.pop()
            attributes = tuple((name, traced(text, (node.attribute_id(name),))) for name, text in node.attributes.items())
            items.append(ir.RawItem(depth, node.tag, attributes, traced(node.text, (node.text_id,)) if node.text else ""))
            todo += [(child, depth + 1) for child in reversed(node.children)]
        return ir.Extra(format="mars", key=key, content=tuple(items), origin=origin)

    def _ids_of_key(self, key: str) -> Iterator[int]:
        if key in self.node.attributes:
            yield self.node.attribute_id(key)
        if not key and self.node.has_text:
            yield self.node.text_id
        for child in self.node.children:
            if child.tag == key:
                yield from range(child.first_id, child.first_id + _count(child))


def tell_include(ledger: Ledger, about: object, origin: Origin, subject: str) -> None:
    """YAML scenes may include others; that is not followed."""
    ledger.report(
        "include-unresolved", "unresolved", "error", "metadata", about=about, origin=origin, subject=subject,
        because="another file is included by URI, and that is not followed", consequence="what it says is not in the result",
        hint="put its content in place",
    )  # fmt: skip


def _leaf(holder: SourceNode, name: str) -> Iterator[str]:
    if name in holder.attributes:
        yield traced(holder.attributes[name], (holder.attribute_id(name),))
    for child in holder.children:
        if child.tag == name:
            yield traced(child.text, (child.text_id,) if child.text else ())


def _count(node: SourceNode) -> int:
    """How many values stand in a node and below."""
    total, todo = 0, [node]
    while todo:
        at = todo.pop()
        total += at.value_count
        todo.extend(at.children)
    return total


def as_vector(numbers: tuple[float, ...]) -> ir.Vec3:
    """Three numbers, traced each as it was read."""
    x, y, z = numbers
    return (x, y, z)


def as_rotation(numbers: tuple[float, ...]) -> ir.Rotation:
    """w, x, y, z of any length; MARS's engine makes it a unit quaternion, and all zero means no rotation."""
    w, x, y, z = numbers
    return derived(ir.Rotation.from_quat(w, x, y, z), w, x, y, z)
