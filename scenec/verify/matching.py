"""Which thing of one scene is which of another: the likest first, each at most once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
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
        keys = {i: sorted(set(mine(thing)), key=str) for i, thing in waiting.items()}
        if sum(len(found.get(key, ())) for own in keys.values() for key in own) > MOST_PAIRS:
            pairs.update(_in_order(keys, found, free))
            continue
        candidates = {(i, j) for i, own in keys.items() for key in own for j in found.get(key, ())}
        for i, j in sorted(candidates, key=lambda pair: (distance(ours[pair[0]], theirs[pair[1]]), pair)):
            if i not in pairs and j in free:
                pairs[i] = j
                del free[j]
    alone: list[tuple[T | None, T | None]] = [(None, thing) for thing in free.values()]
    return [(thing, theirs[pairs[i]] if i in pairs else None) for i, thing in enumerate(ours)] + alone


def _in_order(keys: Mapping[int, Sequence[Hashable]], found: Mapping[Hashable, list[int]], free: dict[int, T]) -> dict[int, int]:
    """Each paired with the first one that shares a key with it and is free; that is not free any more."""
    queues = {key: deque(each) for key, each in found.items()}
    pairs: dict[int, int] = {}
    for i, own in keys.items():
        for queue in (queues[key] for key in own if key in queues):
            while queue and queue[0] not in free:
                queue.popleft()
            if queue:
                pairs[i] = queue.popleft()
                del free[pairs[i]]
                break
    return pairs


def _anything(thing: object) -> tuple[str]:
    return ("",)
