"""An <include> that says itself what the included model says: by its own <pose> and the like, else by <experimental:params>.

Source: src/parser.cc and src/ParamPassing.cc of libsdformat 12 (see `scenec.converters.sdformat.read.include_params`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scenec.converters.common.definition_use import DefinitionUse, TextEdit
from scenec.syntax.splice import NotFoundError, SourceText, Span

NAMESPACE = ' xmlns:experimental="http://sdformat.org/schemas/experimental"'
PARAMS = "experimental:params"
STATED = {"name": "name", "pose": "pose", "static": "static"}
"""Fields of a model -> the elements of its include that state them."""
OWN = ("pose", "placement_frame", "static")
"""Elements of a model that its include can have instead."""
_NAME = re.compile(r"""=\s*["'](.*)["']$""", re.DOTALL)


def ways(use: DefinitionUse) -> Iterator[list[TextEdit]]:
    """Yield the only way (see `scenec.converters.format.UseRules`)."""
    yield use.instead(_stated_at(use))


def _stated_at(use: DefinitionUse) -> str:
    """Return the text of an include that modifies the element of a value in its model; the value stays what it is."""
    text, value = use.value_text, use.value
    if text is None or value is None:
        raise NotFoundError("an include cannot state a whole part of its model")
    way = _way_to(text, value, use.definition if text is use.definition_text else None)
    named = [i for i, element in enumerate(way) if _name(text, element)]
    if not named:
        if use.inner or not way or text.tag(way[0].start) not in OWN:
            raise NotFoundError("an include cannot state it")
        return use.with_inside(use.element, [text.text[slice(*way[0])]])
    names = (*use.inner, *(_name(text, way[i]) for i in named))
    if len(names[0]) == 1:
        raise NotFoundError("libsdformat does not find a part of an included model whose name is one character")
    lines = _modifying(text, way[named[-1] :], value, "::".join(names))
    existing = next((each for each in use.text.children(use.element) if use.text.tag(each.start) == PARAMS), None)
    if existing is not None and use.text.children(existing):
        return use.with_inside(existing, lines)
    unit = use.text.indentation_unit
    declared = "" if "xmlns:experimental" in use.text.text else NAMESPACE
    return use.with_inside(use.element, [f"<{PARAMS}{declared}>", *(unit + line for line in lines), f"</{PARAMS}>"])


def _way_to(text: SourceText, value: Span, model: Span | None) -> list[Span]:
    """The elements that a value is in, from the one in its model to its own."""
    way = text.around(value.start)[::-1]
    outer = [i for i, each in enumerate(way) if each == model or (model is None and text.tag(each.start) == "model")]
    if not outer:
        raise NotFoundError("it does not stand in the included model")
    return way[outer[-1] + 1 :]


def _name(text: SourceText, element: Span) -> str:
    found = _NAME.search(text.attributes(element.start).get("name", ""))
    return found[1] if found else ""


def _modifying(text: SourceText, way: list[Span], value: Span, names: str) -> list[str]:
    """The lines of elements in each other, the innermost with the value as it stands. names: those that lead to the outermost."""
    attribute = text.attributes(way[-1].start).get(text.attribute_at(value.start), "")
    tags = [text.tag(each.start) for each in way]
    tags[0] += f' element_id="{names}" action="modify"'
    inner = f"<{tags[-1]} {attribute}/>" if attribute else f"<{tags[-1]}>{text.text[slice(*value)]}</{text.tag(way[-1].start)}>"
    depth = len(way) - 1
    return [
        *(f"{'  ' * i}<{tag}>" for i, tag in enumerate(tags[:-1])),
        "  " * depth + inner,
        *(f"{'  ' * i}</{text.tag(way[i].start)}>" for i in reversed(range(depth))),
    ]
