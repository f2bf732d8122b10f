"""A use of a definition that says itself what the definition says.

Own attributes come before those of the definition, and so does an own child of a class that an element has once: these hide what the
definition says. Of what an element may have many times, both count. There the value becomes a placeholder: of several `Set` of one
name the first counts, which is that of the use.
Source: Src/SimRobotCommon/Parser/Parser.cpp of SimRobot 5710337 (see `scenec.converters.simrobot.read.expansion`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from scenec.converters.common.definition_use import DefinitionUse, TextEdit, lines_without
from scenec.converters.simrobot.vocabulary import GRAMMAR
from scenec.syntax.splice import Edit, SourceText, Span

_PLACEHOLDER = re.compile(r"\$\([^)]*\)|\$\w+")
_REST_OF_LINE = re.compile(r"(?:[ \t]|<!--[^\r\n]*?-->)*(?=\r|\n)")
_WORD = re.compile(r"\w+")

STATED: dict[str, str] = {}
"""No element of a use states something of its model."""


def ways(use: DefinitionUse) -> Iterator[list[TextEdit]]:
    """Yield ways in which an element with ``ref`` says what its definition says (see `scenec.converters.format.UseRules`): an attribute, a
    `Set`, a child that occurs once, all of it."""
    value, shared = use.value, use.definition_text
    if value is not None:
        if use.value_text is shared and use.definition.start <= value.start < shared.inner(use.definition).start:
            yield use.instead(_with_attribute(use, value))
        else:
            child = _child_once(use, value)
            by_child = [] if child is None else [_with_child(use, child)]
            by_set = list(_with_set(use, value))
            is_small = child is not None and not shared.children(child)
            yield from (*by_child, *by_set) if is_small else (*by_set, *by_child)
    yield use.instead(_written_out(use))


def _with_attribute(use: DefinitionUse, value: Span) -> str:
    own, shared = use.text, use.definition_text
    at = own.behind_name(use.element.start)
    attribute = shared.attributes(use.definition.start)[shared.attribute_at(value.start)]
    return f"{own.text[use.element.start : at]} {attribute}{own.text[at : use.element.end]}"


def _with_set(use: DefinitionUse, value: Span) -> Iterator[list[TextEdit]]:
    """Let the value be a placeholder, which the definition sets unless a use does."""
    text, shared = use.value_text, use.definition_text
    assert text is not None
    attribute, content = text.attribute_at(value.start), text.text[slice(*value)]
    if not attribute or "$" in content or "set" not in GRAMMAR[shared.tag(use.definition.start)].many:
        return
    name = _placeholder(use, text, value, attribute)
    element = f'<Set name="{name}" value="{content}"/>'
    line = shared.line_end + shared.indentation(use.definition.start) + shared.indentation_unit
    rest = _REST_OF_LINE.match(shared.text, shared.inner(use.definition).start)
    is_alone, at = rest is not None, rest.end() if rest is not None else shared.inner(use.definition).start
    yield [
        TextEdit(text, Edit(*value, f"$({name})")),
        TextEdit(shared, Edit(at, at, (line if is_alone else "") + element)),
        *use.instead(use.with_inside(use.element, [element])),
    ]


def _placeholder(use: DefinitionUse, text: SourceText, value: Span, attribute: str) -> str:
    """A name that is free in these files: that of the part, then that of the value (``thighMass``)."""
    around = [each for each in text.around(value.start) if "name=" in text.head(each.start)]
    named = text.attributes(around[0].start).get("name", "") if around else ""
    part = "".join(_WORD.findall(_PLACEHOLDER.sub("", named.partition("=")[2])))
    what = "mass" if attribute == "value" and _class(text, text.around(value.start)[0]) == "mass" else attribute
    name = part[:1].lower() + part[1:] + what[:1].upper() + what[1:] if part else what
    texts = [each.text for each in (use.text, use.definition_text, text)]
    free = (each for each in (name, *(f"{name}{i}" for i in range(2, 1000))) if not any(each in known for known in texts))
    return next(free, f"{name}_")


def _child_once(use: DefinitionUse, value: Span) -> Span | None:
    """Return the child of the definition that a value is in, if an element has one such child only and the use has none."""
    own, shared = use.text, use.definition_text
    child = next((each for each in shared.children(use.definition) if each.start <= value.start < each.end), None)
    if use.value_text is not shared or child is None:
        return None
    taken = {*GRAMMAR[own.tag(use.element.start)].many, *(_class(own, each) for each in own.children(use.element))}
    return None if _class(shared, child) in taken else child


def _with_child(use: DefinitionUse, child: Span) -> list[TextEdit]:
    shared = use.definition_text
    return use.instead(use.with_inside(use.element, lines_without(shared.indentation(child.start), shared.text[slice(*child)])))


def _class(text: SourceText, element: Span) -> str:
    tag = text.tag(element.start)
    return GRAMMAR[tag].element_class if tag in GRAMMAR else tag


def _written_out(use: DefinitionUse) -> str:
    """Return the element with all that it and its definition have. A definition that uses another one itself goes on doing so."""
    own, shared = use.text, use.definition_text
    tag = own.tag(use.element.start)
    attributes = own.attributes(use.element.start)
    attributes.pop("ref", None)
    attributes = {**attributes, **{n: text for n, text in shared.attributes(use.definition.start).items() if n not in attributes}}
    start = " ".join((f"<{tag}", *attributes.values()))
    once = {_class(own, each) for each in own.children(use.element)} - set(GRAMMAR[tag].many)
    lines = _lines_of(own, use.element, set()) + _lines_of(shared, use.definition, once)
    return use.laid_out(f"{start}>", lines, f"</{tag}>") if lines else f"{start}/>"


def _lines_of(text: SourceText, element: Span, hidden: set[str]) -> list[str]:
    """Return the lines inside an element, with comments and without children of hidden classes."""
    inner = text.inner(element)
    pieces, done = [], inner.start
    for child in text.children(element):
        if _class(text, child) in hidden:
            cut = text.whole_lines(child)
            pieces.append(text.text[done : cut.start])
            done = cut.end
    content = "".join((*pieces, text.text[done : inner.end])).strip("\r\n \t")
    first = next((each.start for each in text.children(element)), inner.start)
    return lines_without(text.indentation(first), content)
