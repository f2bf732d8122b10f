"""Pairs of two lists: by one key after another, by votes, or the nearest first."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, TypeVar

Keys = Sequence[Hashable | None]
"""One key per item; None for an item without one."""
Take = Literal["alone", "all", "first"]
"""Which items that share a key are paired: one that has it alone on both sides; also as many as have it on both, in their order; the
first with the first, however many are left over."""

T = TypeVar("T")

MOST_PAIRS = 200_000
"""Beyond so many possible pairs they are paired in order."""


def last_name(path: str) -> str:
    """Return the name of a thing without those it is in."""
    return path.rpartition("::")[2]


class Pairing:
    """Which index of a left list is which of a right one; each at most once.

    Every step is linear in what is still alone, and takes indices in their order, so that the same lists give the same pairs.
    """

    def __init__(self, left: int, right: int) -> None:
        self.right_of: dict[int, int] = {}
        self.left_of: dict[int, int] = {}
        self._left, self._right = left, right

    def add(self, left: int, right: int) -> bool:
        """Pair two that are alone; whether they were."""
        if left in self.right_of or right in self.left_of:
            return False
        self.right_of[left] = right
        self.left_of[right] = left
        return True

    @property
    def open(self) -> bool:
        """Whether both lists hold something that is alone."""
        return len(self.right_of) < self._left and len(self.left_of) < self._right

    def unmatched_left(self) -> Iterator[int]:
        return (i for i in range(self._left) if i not in self.right_of)

    def unmatched_right(self) -> Iterator[int]:
        return (j for j in range(self._right) if j not in self.left_of)

    def by(self, left: Keys, right: Keys, *, take: Take = "alone") -> None:
        """Pair what has the same key."""
        if not self.open:
            return
        ours, theirs = _grouped(self.unmatched_left(), left), _grouped(self.unmatched_right(), right)
        for key, mine in ours.items():
            others = theirs.get(key, ())
            if take == "first" or (len(mine) == len(others) and (take == "all" or len(mine) == 1)):
                for i, j in zip(mine, others, strict=False):
                    self.add(i, j)

    def by_votes(self, votes: Iterable[tuple[int, int]]) -> None:
        """Pair those that most votes name together."""
        for left, right in strongest(votes):
            self.add(left, right)


def strongest(votes: Iterable[tuple[T, T]]) -> list[tuple[T, T]]:
    """Return the pairs that are named, most often named first; of several, the first one."""
    return [pair for pair, _ in Counter(votes).most_common()]


def paired(left: Sequence[T], right: Sequence[T], *keys: Callable[[T], Hashable | None], take: Take = "all") -> Pairing:
    """Pair what has the same key, by the first key that tells."""
    pairing = Pairing(len(left), len(right))
    for key in keys:
        if not pairing.open:
            break
        pairing.by([key(item) for item in left], [key(item) for item in right], take=take)
    return pairing


def _grouped(indices: Iterator[int], keys: Keys) -> dict[Hashable, list[int]]:
    groups: dict[Hashable, list[int]] = {}
    for index in indices:
        key = keys[index]
        if key is not None:
            groups.setdefault(key, []).append(index)
    return groups


# -- the nearest first

KeysOf = tuple[Callable[[T], Iterable[Hashable]], Callable[[T], Iterable[Hashable]]]
"""The keys of an item of the left list, and of one of the right list."""


def nearest(
    ours: Sequence[T], theirs: Sequence[T], rounds: Sequence[KeysOf[T]], distance: Callable[[T, T], float]
) -> list[tuple[T | None, T | None]]:
    """Return pairs; what has no counterpart stands alone.

    rounds: in each, things that share a key are paired, the nearest first. A last round pairs all that are left.
    """
    pairing = Pairing(len(ours), len(theirs))
    for mine, other in (*rounds, (_anything, _anything)):
        if not pairing.open:
            break
        found: dict[Hashable, list[int]] = {}
        for j in pairing.unmatched_right():
            for key in set(other(theirs[j])):
                found.setdefault(key, []).append(j)
        keys = {i: sorted(set(mine(ours[i])), key=str) for i in pairing.unmatched_left()}
        if sum(len(found.get(key, ())) for own in keys.values() for key in own) > MOST_PAIRS:
            _in_order(keys, found, pairing)
            continue
        candidates = {(i, j) for i, own in keys.items() for key in own for j in found.get(key, ())}
        for i, j in sorted(candidates, key=lambda pair: (distance(ours[pair[0]], theirs[pair[1]]), pair)):
            pairing.add(i, j)
    right_of = pairing.right_of
    alone: list[tuple[T | None, T | None]] = [(None, theirs[j]) for j in pairing.unmatched_right()]
    return [(thing, theirs[right_of[i]] if i in right_of else None) for i, thing in enumerate(ours)] + alone


def _in_order(keys: Mapping[int, Sequence[Hashable]], found: Mapping[Hashable, list[int]], pairing: Pairing) -> None:
    """Pair each with the first one that shares a key with it and is free."""
    queues = {key: deque(each) for key, each in found.items()}
    for i, own in keys.items():
        for queue in (queues[key] for key in own if key in queues):
            while queue and queue[0] in pairing.left_of:
                queue.popleft()
            if queue:
                pairing.add(i, queue.popleft())
                break


def _anything(thing: object) -> tuple[str]:
    return ("",)
