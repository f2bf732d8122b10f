"""One use of a definition that several parts share, as it stands in the files of a scene."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from scenec.syntax.splice import Edit, SourceText, Span


class TextEdit(NamedTuple):
    """An edit of one of several texts."""

    text: SourceText
    edit: Edit


class DefinitionUse(msgspec.Struct, frozen=True, gc=False):
    """text, element: the file of the use, and its element in it. definition_text, definition: the same of what it uses. value_text, value:
    the same of a value that shall stand at the use, None where all shall. inner: the names of the parts between the definition and the one
    that has the value, the outermost first, for definitions that use others."""

    text: SourceText
    element: Span
    definition_text: SourceText
    definition: Span
    value_text: SourceText | None = None
    value: Span | None = None
    inner: tuple[str, ...] = ()

    @property
    def indentation(self) -> str:
        """The blanks before the use."""
        return self.text.indentation(self.element.start)

    def instead(self, made: str) -> list[TextEdit]:
        """Return the edit that puts a text in the place of the use."""
        return [TextEdit(self.text, Edit(*self.element, made))]

    def laid_out(self, start: str, lines: Iterable[str], end: str) -> str:
        """Return an element in the place of the use. lines: of what it holds, without the indentation there."""
        deeper = self.indentation + self.text.indentation_unit
        return self.text.line_end.join((start, *(deeper + line if line else "" for line in lines), self.indentation + end))

    def with_inside(self, holder: Span, lines: Iterable[str]) -> str:
        """Return the use with some lines behind all that one of its elements (or it) holds. lines: without the indentation there."""
        own = self.text
        indentation, closing = own.indentation(holder.start), own.closing(holder)
        is_empty = own.text.startswith("/>", closing.start)
        start = own.text[self.element.start : closing.start].rstrip() + (">" if is_empty else "")
        end = indentation + (f"</{own.tag(holder.start)}>" if is_empty else own.text[slice(*closing)])
        made = (indentation + own.indentation_unit + line if line else "" for line in lines)
        return own.line_end.join((start, *made, end)) + own.text[closing.end : self.element.end]


def lines_without(indentation: str, content: str) -> list[str]:
    """Return the lines of a text that do not begin with the indentation of where they stand."""
    return [line.removeprefix(indentation) if line.strip() else "" for line in content.splitlines()]
