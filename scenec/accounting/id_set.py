"""Sets of value ids. Ids are numbers from 0 without gaps, so that a byte for each is all it takes; a `set` takes a hundred."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSet
from itertools import compress


class IdSet(MutableSet[int]):
    """Ids in order. Grows with the largest id it ever had."""

    __slots__ = ("_marks",)

    def __init__(self, ids: Iterable[int] = ()) -> None:
        self._marks = bytearray()
        self.update(ids)

    def update(self, ids: Iterable[int]) -> None:
        marks = self._marks
        for value_id in ids:
            try:
                marks[value_id] = 1
            except IndexError:
                marks.extend(bytes(value_id + (value_id >> 3) + 64 - len(marks)))
                marks[value_id] = 1

    def add(self, value: int) -> None:
        self.update((value,))

    def discard(self, value: int) -> None:
        if value in self:
            self._marks[value] = 0

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and 0 <= value < len(self._marks) and bool(self._marks[value])

    def __iter__(self) -> Iterator[int]:
        return compress(range(len(self._marks)), self._marks)

    def __len__(self) -> int:
        return self._marks.count(1)
