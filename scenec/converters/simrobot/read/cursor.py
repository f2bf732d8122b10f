"""The cursor of the SimRobot reader: it points to an instantiated element instead of one of a file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar, cast

import msgspec

from scenec.accounting.cursor import Cursor
from scenec.accounting.ledger import Ledger
from scenec.converters.simrobot.findings.reading import NUMBER_NOT_FINITE
from scenec.converters.simrobot.kinds import NotFiniteError, Number
from scenec.converters.simrobot.read.expansion import Expanded
from scenec.converters.simrobot.read.templates import refusal
from scenec.converters.simrobot.vocabulary import element
from scenec.errors import ReadError
from scenec.ir import Color
from scenec.source import Origin, Source
from scenec.syntax.kinds import Kind, KindError
from scenec.syntax.tree import SourceNode
from scenec.syntax.vocabulary import Row
from scenec.trace import Ids, merge

T = TypeVar("T")


@cache
def row(tag: str, attribute: str) -> Row[Any]:
    """Return the vocabulary row of an attribute. KeyError if there is none."""
    found = element(tag).row(attribute)
    if found is None:
        raise KeyError(f"{tag} has no attribute {attribute}")
    return found


class SceneCursor(Cursor, eq=False, gc=False):
    """An element of the instantiated scene. Attributes are read by name; kind, unit and default are in the vocabulary."""

    @staticmethod
    def at(expanded: Expanded, ledger: Ledger) -> SceneCursor:
        # An Expanded offers the tag and the traced attributes, which is all that the inherited verbs look at.
        return SceneCursor(cast(SourceNode, expanded), expanded.parts[0].document, ledger)

    @property
    def element(self) -> Expanded:
        return cast(Expanded, self.node)

    @property
    def origin(self) -> Origin:
        first = self.element.parts[0]
        return first.document.origin(first.node)

    def of_class(self, element_class: str) -> Iterator[SceneCursor]:
        return (SceneCursor.at(child, self.ledger) for child in self.element.children if child.element_class == element_class)

    def only(self, element_class: str) -> SceneCursor | None:
        """Return the child of a class that may occur once, None if there is none."""
        return next(self.of_class(element_class), None)

    def get(self, attribute: str, kind: Kind[Any] | None = None) -> Any:
        """Return the attribute's value (traced), its default, or None where an absent attribute has a meaning of its own.
        kind: replaces the vocabulary's where it depends on the surrounding element."""
        its_row = row(self.tag, attribute)
        return self.take(its_row if kind is None else msgspec.structs.replace(its_row, kind=kind))

    def take_optional(self, row: Row[T]) -> T | None:
        """Return a value as any cursor does. An optional number that is not finite counts as not written, since
        SimRobot loads the rest of such a scene."""
        text = self.node.attributes.get(row.name)
        if text is not None and not row.required and isinstance(row.kind, Number):
            try:
                row.kind.parse(text)
            except NotFiniteError:
                self._not_finite(row, text)
                return None
            except KindError:
                pass  # refused below, with its place
        return super().take_optional(row)

    def number(self, attribute: str, kind: Kind[Any] | None = None) -> float:
        return cast(float, self.get(attribute, kind))

    def optional_number(self, attribute: str) -> float | None:
        return cast("float | None", self.get(attribute))

    def integer(self, attribute: str) -> int:
        return cast(int, self.get(attribute))

    def flag(self, attribute: str) -> bool:
        return cast(bool, self.get(attribute))

    def string(self, attribute: str) -> str:
        return cast(str, self.get(attribute))

    def colour(self, attribute: str, kind: Kind[Any]) -> Color | None:
        return cast("Color | None", self.get(attribute, kind))

    def _not_finite(self, row: Row[Any], text: str) -> None:
        self.ledger.report(
            NUMBER_NOT_FINITE,
            about=text,
            subject=f"{self.tag}@{row.name}",
            value=str(text),
            target="" if row.default is None else row.kind.show(row.default),
        )

    def written(self, attribute: str) -> bool:
        return attribute in self.element.attributes

    @property
    def name(self) -> str | None:
        """Return the name as written, None if there is none."""
        return self.raw("name") or None

    @property
    def called(self) -> str:
        """Return the name, or SimRobot's default: the name of the element."""
        return self.name or self.tag

    def all_ids(self) -> Ids:
        stack = [self.element]
        ids: list[Ids] = []
        while stack:
            expanded = stack.pop()
            ids.extend(value.ids for value in expanded.attributes.values())
            ids.extend((part.node.text_id,) for part in expanded.text_parts())
            stack.extend(reversed(expanded.children))
        return merge(*ids)

    def place(self, attribute: str | None = None) -> Source:
        part = self.element.home(attribute) if attribute else self.element.parts[0]
        source = refusal("", part, attribute).source
        assert source is not None
        return source

    def error(self, what: str, attribute: str | None = None, *, expected: str = "", nearest: str = "", hint: str = "") -> ReadError:
        if attribute and not hint and "$" in self.element.attributes.get(attribute, ""):
            hint = "no Set that is seen there defines the placeholder"
        return self.element.refusal(what, attribute, expected=expected, nearest=nearest, hint=hint)
