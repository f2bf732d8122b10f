"""Numbers by which elements of a MARS scene name each other, exchanged for those of another file.

Nodes, joints, motors and sensors have an ``index``, materials an ``id``, and nodes belong to groups (``groupid``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from scenec.converters.mars.vocabulary import SENSOR_TYPES

OWN = {("node", "index"), ("joint", "index"), ("motor", "index"), ("sensor", "index"), ("material", "id")}
"""Element and child that hold the number of the element itself."""
REFERENCES = {
    "relativeid": "node",
    "vizLink": "node",
    "nodeindex1": "node",
    "nodeindex2": "node",
    "attached_node": "node",
    "nodeID": "node",
    "material_id": "material",
    "jointIndex": "joint",
    "jointID": "joint",
    "groupid": "group",
}
"""Child -> what has the number that it states."""
_CHILD = re.compile(r"(<(\w+)>\s*)(\d+)(\s*</\2>)")
_TAG = re.compile(r"<(\w+)")
_TYPE = re.compile(r"type=[\"'](\w+)[\"']|<type>\s*(\w+)")

Number = tuple[str, int]
"""Kind of what has it, and the number."""


def numbers_in(element: str) -> Iterator[tuple[Number, tuple[int, int]]]:
    """Yield the numbers in the text of an element, with where they stand in it."""
    found = _TAG.match(element)
    tag = found[1] if found is not None else ""
    for child in _CHILD.finditer(element):
        kind = tag if (tag, child[2]) in OWN else REFERENCES.get(child[2]) or (_watched(element) if child[2] == "id" else None)
        if kind is not None:
            yield (kind, int(child[3])), child.span(3)


def _watched(sensor: str) -> str | None:
    """The kind that the ``id`` of a sensor names."""
    found = _TYPE.search(sensor)
    return SENSOR_TYPES.get(found[1] or found[2]) if found is not None else None


def exchanged(element: str, numbers: Mapping[Number, int]) -> str:
    """The text of an element with other numbers."""
    pieces, done = list[str](), 0
    for number, (start, end) in numbers_in(element):
        pieces += (element[done:start], str(numbers.get(number, number[1])))
        done = end
    return "".join((*pieces, element[done:]))


def numbers_of(pairs: Iterable[tuple[str, str]], file: Iterable[str], new: Iterable[str]) -> dict[Number, int]:
    """Return what the numbers of printed elements are in a file. pairs: texts of elements, as they are printed and in the file; file: all
    elements of the file; new: printed ones that are not in it, which get numbers that are free."""
    found: dict[Number, int] = {}
    every: list[Number] = []
    for printed, own in pairs:
        theirs = dict(_one_of_each(own))
        every += _one_of_each(printed)
        found |= {(kind, number): theirs[kind] for kind, number in _one_of_each(printed) if kind in theirs}
    every += (number for each in new for number in _one_of_each(each))
    largest: dict[str, int] = {}
    for kind, number in (*every, *(number for each in file for number, _ in numbers_in(each))):
        largest[kind] = max(number, largest.get(kind, 0))
    for kind, number in every:
        if (kind, number) not in found:
            found[kind, number] = largest[kind] = largest[kind] + 1
    return found


def _one_of_each(element: str) -> Iterator[Number]:
    """Yield the numbers of an element itself: its own and that of its group."""
    found = _TAG.match(element)
    tag = found[1] if found is not None else ""
    for child in _CHILD.finditer(element):
        if (tag, child[2]) in OWN:
            yield tag, int(child[3])
        elif child[2] == "groupid" and tag == "node":
            yield "group", int(child[3])
