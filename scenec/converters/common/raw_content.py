"""Elements that no field of the scene expresses, written as they were read."""

from __future__ import annotations

from collections.abc import Iterable

from scenec.ir.base import RawItem
from scenec.syntax.element import Element
from scenec.syntax.said import Said, spelled
from scenec.trace import ids_of


def write_content(out: Element, content: Iterable[RawItem]) -> None:
    """Write foreign content unchanged. The items state their depth below `out`."""
    open_elements = [out]
    for item in content:
        element = Element(str(item.tag), says=(item.depth, item.tag))
        for attribute, value in item.attributes:
            element.set(str(attribute), Said(str(value), ids_of((attribute, value))))
        element.say(spelled(item.text))
        del open_elements[item.depth + 1 :]
        open_elements[-1].children.append(element)
        open_elements.append(element)
