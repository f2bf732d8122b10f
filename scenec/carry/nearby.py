"""Which parts can be partners at all, so that thousands without a partner need not be compared each with each.

A place is stated by one number (its coordinates, turn and directions added up, each with a weight of its own), of places that are the same
almost the same number. Numbers are sorted into cells: what may be the same place is in the same cell or in one beside it.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator

from scenec.carry.placing import Placement
from scenec.carry.tree import Part
from scenec.comparison.tolerance import largest
from scenec.ir.pose import Vec3, dot

NEAR = 1e-6
"""Metres; of places that are to be compared, not yet said to be equal."""

WEIGHTS: Vec3 = (0.5477, 0.6856, 0.4799)
"""Of length one, and such that places on a grid do not add up to the same."""

_MARK: Vec3 = (0.2973, -0.8101, 0.5053)
"""Unit vector whose image identifies a rotation."""

_WIDTH = 12 * NEAR
"""Of a cell. Of two places that are equal up to `NEAR`, positions differ by 2 NEAR at most, turns by 4, a direction by 2."""

_ANYWHERE = frozenset({"position", "across"})
"""Marks of a place of which not all coordinates count (`Placement.loose`)."""

_HUGE = 1000
"""Beyond this power of two, places are not distinguished by their size."""

Key = tuple[Hashable, ...]


def cell(place: Placement, *, position_only: bool = False) -> Key:
    """The cell of a place."""
    power = _power(place)
    number = _position(place, power) + (0.0 if position_only else _ways(place))
    return (power, math.floor(number / _WIDTH)) if math.isfinite(number) else (power,)


def cells_around(place: Placement, *, position_only: bool = False) -> Iterator[Key]:
    """The cells of all places that may be the same; none for a place with numbers that are not finite."""
    power, ways = _power(place), 0.0 if position_only else _ways(place)
    for each in (power - 1, power, power + 1):
        number = _position(place, each) + ways
        if math.isfinite(number):
            here = math.floor(number / _WIDTH)
            yield from ((each, here - 1), (each, here), (each, here + 1))


def _power(place: Placement) -> int:
    """Of two, beyond every coordinate: how much a metre counts. Far from the origin less does."""
    if not place.loose.isdisjoint(_ANYWHERE):
        return 0
    return min(math.frexp(max(1.0, largest(place.pose.position)))[1], _HUGE)


def _position(place: Placement, power: int) -> float:
    x, y, z = place.pose.position
    return dot(WEIGHTS, (x / 2.0**power, y / 2.0**power, z / 2.0**power)) if place.loose.isdisjoint(_ANYWHERE) else 0.0


def _ways(place: Placement) -> float:
    """Of the turn and of the first direction, where they count."""
    turn = dot(WEIGHTS, place.pose.rotation.apply(_MARK)) if "turn" not in place.loose else 0.0
    return turn + sum(dot(WEIGHTS, each) for each in place.directions[:1] if "directions" not in place.loose)


class Waiting:
    """Parts that wait for a partner: under the keys of what it must have in common with them."""

    def __init__(self, parts: Iterable[Part], keys: Callable[[Part], Iterable[Key]]) -> None:
        self._under: dict[Key, deque[tuple[int, Part]]] = {}
        self._gone: set[str] = set()
        for number, part in enumerate(parts):
            for key in keys(part):
                self._under.setdefault(key, deque()).append((number, part))

    def take(self, keys: Iterable[Key], fits: Callable[[Part], bool]) -> Part | None:
        """The first one under these keys that fits; it waits no longer."""
        first: tuple[int, Part] | None = None
        for key in keys:
            parts = self._under.get(key, deque())
            while parts and parts[0][1].key in self._gone:
                parts.popleft()
            for number, part in parts:
                if first is not None and number >= first[0]:
                    break
                if part.key not in self._gone and fits(part):
                    first = number, part
                    break
        if first is None:
            return None
        self._gone.add(first[1].key)
        return first[1]


__all__ = ["NEAR", "WEIGHTS", "Key", "Waiting", "cell", "cells_around"]
