"""Numbers out of SimRobot's range: it refuses the whole file for one, so the nearest number in range is written and reported.

A file with numbers outside the range of computations (`scenec.ir.magnitude`) is not written.
"""

from __future__ import annotations

from functools import cache

from scenec.converters.common.bounds import refuse_result_beyond
from scenec.converters.simrobot import kinds
from scenec.converters.simrobot.findings.writing import NUMBER_RANGE_APPROXIMATED
from scenec.converters.simrobot.kinds import Integer, Number, split_number
from scenec.converters.simrobot.vocabulary import GRAMMAR, element
from scenec.converters.simrobot.write.context import Writing
from scenec.syntax.element import Element
from scenec.syntax.kinds import KindError, shown
from scenec.syntax.xml_printing import Out
from scenec.trace import ids_of, traced

MEASURES = (kinds.LENGTH, kinds.SIZE, kinds.MASS, kinds.INERTIA)
NARROW = "1degree"
"""Of an opening that is not above 0."""
MOST = 2**31 - 1


def keep_in_range(writing: Writing, root: Element) -> None:
    """Limit all numbers of a tree of elements. Raises WriteError for a place, size or mass beyond `LARGEST`."""
    stack: list[Out] = [root]
    while stack:
        out = stack.pop()
        bounded = _bounded(out.tag)
        if bounded and out.attributes:
            for name, text in out.attributes.items():
                kind = bounded.get(name)
                if kind is None:
                    continue
                if "e+" in text and kind in MEASURES:
                    refuse_result_beyond(f"{name} of a {out.tag}", split_number(text)[0])
                if _may_be_refused(kind, text):
                    out.attributes[name] = _taken(writing, out.tag, name, kind, text)
        if out.has_children:  # to ask for the children of those that have none would make lists of them
            stack.extend(out.children)


@cache
def _bounded(tag: str) -> dict[str, Number | Integer]:
    """Return the attributes of an element that are numbers."""
    if tag not in GRAMMAR:
        return {}
    return {row.name: row.kind for row in element(tag).rows if isinstance(row.kind, (Number, Integer))}


def _may_be_refused(kind: Number | Integer, text: str) -> bool:
    """Return quickly whether a number needs a closer look."""
    if isinstance(kind, Integer):
        return not text.isdigit() or len(text) > 9 or text == "0"
    return kind.above is not None or kind.minimum is not None or kind.maximum is not None


def _taken(writing: Writing, tag: str, name: str, kind: Number | Integer, text: str) -> str:
    """Return the text, or that of the nearest number in range."""
    try:
        kind.parse(text)
        return text
    except KindError as problem:
        nearest = _nearest(kind, text)
        if nearest is None:
            return text
        expected = problem.expected or problem.what
    writing.request.ledger.report(
        NUMBER_RANGE_APPROXIMATED,
        about=traced("", ids_of(text)),
        subject=f"{name} of <{tag}>",
        value=str(text),
        target=nearest,
        expected=expected,
    )
    return nearest


def _nearest(kind: Number | Integer, text: str) -> str | None:
    if isinstance(kind, Integer):
        return str(min(max(int(text), 1 if kind.positive else -MOST), MOST))
    literal, unit = split_number(text)
    if kind.above is not None:
        return NARROW if kind is kinds.OPENING else None
    value = float(literal)
    if kind.minimum is not None:
        value = max(value, kind.minimum)
    if kind.maximum is not None:
        value = min(value, kind.maximum)
    return f"{shown(value)}{unit}"
