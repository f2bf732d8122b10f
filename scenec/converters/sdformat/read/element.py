"""The elements of one or several files as one tree.

An element has the number and the value ids of its place in the file. It keeps them while upgrades and includes give it other children,
attributes or texts, which then carry their own ids. The elements of a file are copies of the nodes of its document, since it may be
included several times. Those of a large file are the nodes themselves, since two trees would take more memory than the scene. Values are
read by their path in the specification, which gives kind, default and range. What no part of the reader reads is found by
`scenec.converters.sdformat.read.extras`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec

from scenec.accounting.ledger import Ledger
from scenec.accounting.rest import all_ids, places_left
from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.kinds import DOUBLE, is_ordinary
from scenec.errors import ReadError
from scenec.source import Origin
from scenec.syntax.kinds import Kind, KindError
from scenec.syntax.tree import FIRST, NO_CHILDREN, READ, Document, SourceNode
from scenec.trace import Ids, TracedFloat, TracedStr, ids_of, traced

T = TypeVar("T")
NOTHING = cast("list[Element]", NO_CHILDREN)
"""The children of an element without children."""
NO_DEFAULT = "__default__"
"""The word of the specification for a text without a default. In a file it means the same."""


class File(msgspec.Struct):
    """One file. version: as a pair of numbers that compare. folder: absolute, the base of its relative references."""

    document: Document
    ledger: Ledger
    version: tuple[int, int]
    folder: str | None


class IncludedElement(msgspec.Struct, frozen=True):
    """The <model>, <actor> or <light> that an <include> brings: its name in the scene, and its file."""

    tag: str
    name: str
    document: Document
    origin: Origin


class Spec(msgspec.Struct, frozen=True):
    """One value in the newest specification. low, high: the range that a reader enforces, for each number of a vector.

    least: the lower bound of a single number without an upper bound, as most values are. None for all others.
    """

    kind: Kind[Any]
    default: Any
    low: tuple[float, ...]
    high: tuple[float, ...]
    bounded: bool
    least: float | None


@cache
def spec_of(path: str) -> Spec:
    """Return the specification of a value. KeyError for a path that is no value of the newest version."""
    row, fact = vocabulary.row(path), vocabulary.fact(path)
    if row is None or fact is None:
        raise KeyError(path)
    default = None if row.default == NO_DEFAULT or (row.default == "" and fact.type == "string") else row.default
    low, high = _bound(fact.minimum), _bound(fact.maximum)
    least = (low[0] if low else -math.inf) if row.kind is DOUBLE and not high else None
    return Spec(row.kind, default, low, high, bool(low or high), least)


def _bound(text: str | None) -> tuple[float, ...]:
    return tuple(float(word) for word in text.split()) if text else ()


class Specs(dict[str, Spec]):
    """The specification of values below one path (``""``: the value at the path), filled on demand."""

    def __init__(self, base: str) -> None:
        super().__init__()
        self.base = base

    def __missing__(self, path: str) -> Spec:
        found = self[path] = spec_of(f"{self.base}/{path}" if path else self.base)
        return found


specs_below = cache(Specs)


@cache
def _steps(path: str) -> tuple[str, ...]:
    return tuple(path.split("/")) if path else ()


class Element(SourceNode, eq=False, gc=False):
    """One element, made by `tree_of` or `new_element`. It does not know its parent.

    file: its file. include: the <include> that put it here, None for all others. brought: what an <include> put in its place.
    """

    file: File = cast("File", None)
    include: Element | None = None
    brought: IncludedElement | None = None
    if TYPE_CHECKING:
        children: list[Element] = []  # type: ignore[assignment]  # all that is in an element is one

    # -- where it stands

    @property
    def origin(self) -> Origin:
        return Origin(self.file.document, self.line)

    def error(self, what: str, *, expected: str = "", nearest: str = "", hint: str = "") -> ReadError:
        """Return an error at this element, to be raised by the caller."""
        return ReadError(what, self.file.document.source(self, shown=True), expected, nearest, hint)

    # -- attributes

    def raw(self, name: str) -> str | None:
        """Return the text of an attribute, trimmed and traced. None without it."""
        text = self.attributes.get(name)
        if text is None:
            return None
        value_id = self.mark(name)
        if type(text) is TracedStr:
            return traced(text.strip(), text.ids)
        made = TracedStr(text.strip())
        made.one_or_more = value_id
        return made

    def required(self, name: str) -> str:
        """Return a required attribute. ReadError if it is missing or empty."""
        text = self.raw(name)
        if text is None:
            raise self.error(f'<{self.tag}> lacks the attribute "{name}"', hint=f'add {name}="..."')
        if not text:
            raise self.error(f'the attribute "{name}" of <{self.tag}> is empty', expected="a text")
        return text

    def flag(self, path: str, name: str) -> Any:
        """Return an attribute as the kind of value at its path. None without it."""
        text = self.raw(name)
        return self._parsed(text, spec_of(path), ids_of(text)) if text else None

    # -- children

    def child(self, tag: str) -> Element | None:
        """Return the first child of a tag. Further ones have no effect."""
        for each in self.children:
            if each.tag == tag:
                each.marks |= READ
                return each
        return None

    def tags(self) -> set[str]:
        """Return the tags of the children, worth a look before searching for several rare ones."""
        return {each.tag for each in self.children}

    def all(self, tag: str) -> list[Element]:
        found = [each for each in self.children if each.tag == tag]
        for each in found:
            each.marks |= READ
        return found

    def at(self, path: str) -> Element | None:
        """Return the element at a path of tags."""
        element: Element | None = self
        for step in path.split("/"):
            element = element.child(step) if element is not None else None
        return element

    def has(self, tag: str) -> bool:
        for each in self.children:  # noqa: SIM110 - any() of a generator takes three times as long
            if each.tag == tag:
                return True
        return False

    # -- values

    def value(self, spec: Spec) -> Any:
        """Return the text as its kind of value, traced. None if it is empty."""
        text = self.text
        if not text:
            return None
        # As `text_ids` has it; this is called for most values of a file.
        own = text.one_or_more if type(text) is TracedStr else self.first_id + len(self.attributes)
        if spec.least is not None and is_ordinary(text):
            try:
                number = TracedFloat(text)
            except ValueError:
                return self._parsed(text, spec, self.text_ids)
            if number >= spec.least:
                number.one_or_more = own
                return number
        return self._parsed(text, spec, self.text_ids)

    def _parsed(self, text: str, spec: Spec, ids: Ids) -> Any:
        try:
            value = spec.kind.parse(text)[0]
        except KindError as problem:
            raise self.error(
                f"<{self.tag}>: {problem.what}" if problem.what.startswith(("'", '"')) else problem.what, expected=problem.expected
            ) from None
        if spec.bounded:
            self._check_range(value, spec)
        return None if type(value) is str and value == NO_DEFAULT else traced(value, ids)

    def _check_range(self, value: Any, spec: Spec) -> None:
        numbers = value if isinstance(value, tuple) else (value,)
        if any(number < low for number, low in zip(numbers, spec.low, strict=False)):
            raise self.error(f"<{self.tag}> is {self.text}", expected=f"at least {' '.join(f'{low:g}' for low in spec.low)}")
        if any(number > high for number, high in zip(numbers, spec.high, strict=False)):
            raise self.error(f"<{self.tag}> is {self.text}", expected=f"at most {' '.join(f'{high:g}' for high in spec.high)}")

    def take(self, base: str, path: str = "", *, default: bool = False) -> Any:
        """Return the value of the element at `path` below this one. base: the path of this one in the specification.

        None if it is not written, or with `default` the default of the specification.
        """
        element = self
        for tag in _steps(path):
            for each in element.children:
                if each.tag == tag:
                    each.marks |= READ
                    element = each
                    break
            else:
                return specs_below(base)[path].default if default else None
        spec = specs_below(base)[path]
        value = element.value(spec)
        return spec.default if value is None and default else value

    def fields(self, base: str, names: Mapping[str, str], *, default: bool = False) -> dict[str, Any]:
        """Return the values of several children, like `take` of each. names: tag -> field, the key of the value. Values that are not
        written are missing, unless `default`.
        """
        found: dict[str, Any] = {}
        specs = specs_below(base)
        for each in self.children:
            field = names.get(each.tag)
            if field is not None and field not in found:
                each.marks |= READ
                found[field] = each.value(specs[each.tag])
        if default:
            for tag, field in names.items():
                if found.get(field) is None:
                    found[field] = specs[tag].default
        return found

    def word(self, tag: str) -> str | None:
        """Return the text of the first child of a tag."""
        element = self.child(tag)
        if element is None or not element.text or element.text == NO_DEFAULT:
            return None
        return traced(element.text.strip(), element.text_ids)

    def words(self, tag: str) -> tuple[str, ...]:
        return tuple(traced(each.text, each.text_ids) for each in self.all(tag) if each.text and each.text != NO_DEFAULT)

    # -- changes

    def hold_ids(self) -> None:
        """Store the ids of the values, which depend on the number of attributes, before the attributes change."""
        self.text = sourced(self.text, self.text_ids) if self.text else ""
        self.attributes = {name: sourced(value, self.attribute_ids(name)) for name, value in self.attributes.items()}

    def set(self, name: str, text: str, ids: Ids) -> None:
        """Change the text of an attribute."""
        self.hold_ids()
        self.attributes[name] = sourced(text, ids)

    def leave_out(self, *names: str) -> None:
        """Take out attributes, and their marks with them."""
        left = set(places_left(self))
        taken = [name for place, name in enumerate(self.attributes) if place not in left and name not in names]
        self.hold_ids()
        self.attributes = {name: text for name, text in self.attributes.items() if name not in names}
        self.marks &= FIRST - 1
        for name in taken:
            self.mark(name)

    def all_ids(self) -> Ids:
        """Return the ids of every value in this element and below."""
        return all_ids(self)


def tree_of(document: Document, file: File) -> Element:
    """Return the elements of a file. A document that was read as elements gives its own tree away."""
    root = document.root
    if isinstance(root, Element):
        document.give_away()
        return _with_file(root, file)
    top = Element(root.tag, root.line, 0, root.attributes, root.text, NOTHING, root.first_id, None, 0, file)
    with_children: list[tuple[Element, SourceNode]] = [(top, root)]
    while with_children:
        holder, original = with_children.pop()
        copies: list[Element] = []
        holder.children = copies
        for node in original.children:
            element = Element(node.tag, node.line, 0, node.attributes, node.text, NOTHING, node.first_id, None, 0, file)
            copies.append(element)
            if node.children:
                with_children.append((element, node))
    return top


def _with_file(root: Element, file: File) -> Element:
    root.file = file
    stack = [root]
    while stack:
        for element in stack.pop().children:
            element.file = file
            if element.children:
                stack.append(element)
    return root


def new_element(tag: str, like: Element, text: str = "") -> Element:
    """Return an element that is in no file, at the place of `like`. text: carries its ids, if any."""
    return Element(tag, like.line, 0, {}, sourced(text, ids_of(text)) if text else "", file=like.file)


def sourced(text: str, ids: Ids) -> str:
    """Return a text with exactly these ids, even none, since it is not in the node that its element points at."""
    made = TracedStr(text)
    made.one_or_more = ids
    return made
