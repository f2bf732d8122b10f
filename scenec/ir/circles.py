"""Circles of joints: which of them lead back to where one came from, and which connect what others connect already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint


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


def links_in_circles(ends: Sequence[tuple[Id, Id]]) -> set[Id]:
    """Return the links that joints (parent, child) lead back to, and those on the way from one circle to another. The world is in none."""
    found = {link for each in ends for link in each} - {WORLD}
    for above, below in ((0, 1), (1, 0)):  # those that nothing leads to go, then those that lead nowhere
        within = [each for each in ends if each[0] in found and each[1] in found]
        waiting = Counter(each[below] for each in within)
        following: dict[Id, list[Id]] = {}
        for each in within:
            following.setdefault(each[above], []).append(each[below])
        todo = [link for link in found if not waiting[link]]
        while todo:
            link = todo.pop()
            found.discard(link)
            for other in following.get(link, ()):
                waiting[other] -= 1
                if not waiting[other]:
                    todo.append(other)
    return found


class Connections:
    """Which links joints connect, directly or through others."""

    def __init__(self) -> None:
        self._above: dict[Id, Id] = {}

    def top(self, link: Id) -> Id:
        """Return the link that stands for all that are connected to one."""
        above = self._above
        while above.get(link, link) != link:
            above[link] = above.get(above[link], above[link])
            link = above[link]
        return link

    def connect(self, one: Id, other: Id) -> bool:
        """Connect two links. Return whether they were not connected before."""
        first, second = self.top(one), self.top(other)
        self._above[second] = first
        return first != second


def closing_loops(joints: Iterable[Joint], end: Callable[[Id], Id]) -> set[Id]:
    """Return the joints whose two links others connect already, whichever way round they are stated. Joints that are said to close a loop
    come last, fixed ones first, the rest in its order. end: of what a joint names, the body that moves with it."""
    connections = Connections()
    ordered = sorted(joints, key=lambda each: (bool(each.closing), each.type != "fixed"))
    return {joint.id for joint in ordered if not connections.connect(end(joint.parent), end(joint.child))}
