"""An import that says itself what the imported file says: the file's content, with the values of its parameters.

Source: plugin/rubysceneimporter of SimSpark (see `scenec.converters.rsg.read.program`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scenec.converters.common.definition_use import DefinitionUse, TextEdit, lines_without
from scenec.syntax.splice import NotFoundError, SourceText, Span

_VARIABLE = re.compile(r"\$([A-Za-z_]\w*)")
_PARAMETERS = "templ"

STATED: dict[str, str] = {}
"""No element of a use states something of its model."""


def ways(use: DefinitionUse) -> Iterator[list[TextEdit]]:
    """Yield the only way (see `scenec.converters.format.UseRules`)."""
    yield use.instead(_stated_at(use))


def _stated_at(use: DefinitionUse) -> str:
    """Return what takes the place of ``(importScene file value...)``. Raises NotFoundError for one with fewer values than parameters."""
    shared = use.definition_text
    body = _body(shared)
    inside = [
        each for top in shared.outermost for each in (top, *shared.children(top)) if body.start <= each.start and each.end <= body.end
    ]
    head = next((each for each in inside if shared.words(each)[:1] == [_PARAMETERS]), None)
    names = shared.words(head)[1:] if head is not None else []
    values = use.text.words(use.element)[2:]
    if len(values) < len(names):
        raise NotFoundError("the import gives fewer values than the file has parameters")
    given = dict(zip(names, values, strict=False))
    cut = head or Span(body.start, body.start)
    pieces = shared.text[body.start : cut.start].rstrip(" \t"), shared.text[cut.end : body.end].lstrip(" \t")
    content = _VARIABLE.sub(lambda found: given.get(found[0], found[0]), "".join(pieces)).strip()
    indentation = shared.indentation(inside[0].start) if inside else ""
    return (use.text.line_end + use.indentation).join(lines_without(indentation, content))


def _body(text: SourceText) -> Span:
    """Where what a file does stands in it: the lists behind its header, or what the only one of them holds."""
    lists = [each for each in text.outermost if text.words(each)[:1] != ["RSG"]]
    if not lists:
        raise NotFoundError("the imported file does nothing")
    first = text.words(lists[0])
    is_list_of_lists = len(lists) == 1 and (not first or first[0].startswith("("))
    return Span(lists[0].start + 1, lists[0].end - 1) if is_list_of_lists else Span(lists[0].start, lists[-1].end)
