"""Which thing of one scene is which of another: the likest first, each at most once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")

MOST_PAIRS = 200_000
"""Beyond so many possible pairs they are paired in order."""

Keys = Callable[[T], Iterable[Hashable]]


def last_name(path: str) -> str:
    """The name of a thing without those it is in."""
    return path.rpartition("::")[2]


def matched(
    ours: Sequence[T], theirs: Sequence[T], rounds: Sequence[tuple[Keys[T], Keys[T]]], distance: Callable[[T, T], float]
) -> list[tuple[T | None, T | None]]:
    """Pairs; what has no counterpart stands alone.

    rounds: in each, things that share a key (of ours, of theirs) are paired, the nearest first. A last round pairs what is left with
    whatever is left.
    """
    free = dict(enumerate(theirs))
    pairs: dict[int, int] = {}
    for mine, other in (*rounds, (_anything, _anything)):
        waiting = {i: thing for i, thing in enumerate(ours) if i not in pairs}
        if not waiting or not free:
            break
        found: dict[Hashable, list[int]] = {}
        for j, thing in free.items():
            for key in set(other(thing)):
                found.setdefault(key, []).append(j)
        candidates = [(i, j) for i, thing in waiting.items() for key in sorted(set(mine(thing)), key=str) for j in found.get(key, ())]
        if len(candidates) <= MOST_PAIRS:
            candidates = sorted(set(candidates), key=lambda pair: (distance(ours[pair[0]], theirs[pair[1]]), pair))
        for i, j in candidates:
            if i not in pairs and j in free:
                pairs[i] = j
                del free[j]
    alone: list[tuple[T | None, T | None]] = [(None, thing) for thing in free.values()]
    return [(thing, theirs[pairs[i]] if i in pairs else None) for i, thing in enumerate(ours)] + alone


def _anything(thing: object) -> tuple[str]:
    return ("",)
