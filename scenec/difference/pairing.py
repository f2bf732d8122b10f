"""Pairs of two lists, made by one key after another: who has the same key as nobody else is the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeVar

Keys = Sequence[Hashable | None]
"""One per item; None where it says nothing."""

T = TypeVar("T")


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

    def lonely_left(self) -> Iterator[int]:
        return (i for i in range(self._left) if i not in self.right_of)

    def lonely_right(self) -> Iterator[int]:
        return (j for j in range(self._right) if j not in self.left_of)

    def by(self, left: Keys, right: Keys, *, in_order: bool = False) -> None:
        """Pair what has a key that one on each side has; in_order: also the first with the first where as many have it on both."""
        if not self.open:
            return
        ours, theirs = _grouped(self.lonely_left(), left), _grouped(self.lonely_right(), right)
        for key, mine in ours.items():
            others = theirs.get(key, ())
            if len(mine) == len(others) and (in_order or len(mine) == 1):
                for i, j in zip(mine, others, strict=True):
                    self.add(i, j)


def paired(left: Sequence[T], right: Sequence[T], *keys: Callable[[T], Hashable | None]) -> Pairing:
    """What is the same by the first key that tells; where several have the same key, in their order."""
    pairing = Pairing(len(left), len(right))
    for key in keys:
        if not pairing.open:
            break
        pairing.by([key(item) for item in left], [key(item) for item in right], in_order=True)
    return pairing


def _grouped(indices: Iterator[int], keys: Keys) -> dict[Hashable, list[int]]:
    groups: dict[Hashable, list[int]] = {}
    for index in indices:
        key = keys[index]
        if key is not None:
            groups.setdefault(key, []).append(index)
    return groups
