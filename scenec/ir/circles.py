"""Directed circles of joints: which of them lead back to where one came from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scenec.ir.base import Id


def closing(ends: Sequence[tuple[Id, Id]], starts: Iterable[Id]) -> set[int]:
    """The numbers of the joints (parent, child) that close a circle, going down from each start in turn. Stated from their other side,
    they close none, and nothing is reached less; without circles the set is empty."""
    below: dict[Id, list[tuple[int, Id]]] = {}
    for number, (parent, child) in enumerate(ends):
        if parent == child:
            continue
        below.setdefault(parent, []).append((number, child))
    found: set[int] = set()
    seen: set[Id] = set()
    for start in starts:
        if start in seen:
            continue
        seen.add(start)
        above = {start}
        way = [(start, iter(below.get(start, ())))]
        while way:
            here, rest = way[-1]
            number, child = next(rest, (-1, here))
            if number < 0:
                above.discard(here)
                way.pop()
            elif child in above:
                found.add(number)
            elif child not in seen:
                seen.add(child)
                above.add(child)
                way.append((child, iter(below.get(child, ()))))
    return found
