"""The elements in a large element, most of which are not there: of each is kept where its text starts, and it is read when somebody looks
at it, each time. A tree takes ten times the memory of its text, and of one that was read again only few branches are ever asked for."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from scenec.syntax.tree import SourceNode

Head = tuple[str, int, int]
"""Of an element its tag, its number in document order, and the id of its first value."""

_ROW = 4


class Folded(Sequence["SourceNode"]):
    """Elements in document order.

    rows: four numbers for each: where it starts and the place of its tag among `tags`, its number and its first id. end: where the last one
    ends. large: those that are there, having such children themselves, by number. read: makes the element between two places, with this
    number and first id.
    """

    __slots__ = ("__weakref__", "_end", "_large", "_last", "_read", "_rows", "_tags")

    def __init__(
        self,
        rows: array[int],
        end: int,
        tags: Sequence[str],
        large: Mapping[int, SourceNode],
        read: Callable[[int, int, int, int], SourceNode],
    ) -> None:
        self._rows = rows
        self._end = end
        self._tags = tags
        self._large = large
        self._read = read
        self._last: tuple[int, SourceNode] | None = None

    def __len__(self) -> int:
        return len(self._rows) // _ROW

    @overload
    def __getitem__(self, index: int) -> SourceNode: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[SourceNode]: ...
    def __getitem__(self, index: int | slice) -> SourceNode | Sequence[SourceNode]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        i = range(len(self))[index]
        if self._last is not None and self._last[0] == i:
            return self._last[1]
        start, _, number, first_id = self._rows[_ROW * i : _ROW * (i + 1)]
        node = self._large.get(number)
        if node is None:
            end = self._rows[_ROW * (i + 1)] if i + 1 < len(self) else self._end
            node = self._read(start, end, number, first_id)
        self._last = (i, node)
        return node

    def heads(self) -> Iterator[Head]:
        """Yield what to call the elements, without reading them."""
        rows, tags = self._rows, self._tags
        for at in range(0, len(rows), _ROW):
            yield tags[rows[at + 1]], rows[at + 2], rows[at + 3]

    def around_number(self, number: int, end: int) -> tuple[SourceNode, int]:
        """The element that has this number, or in which the element is that has it; and the number behind what is in it. end: that behind
        all of these."""
        after = bisect_right(range(len(self)), number, key=lambda i: self._rows[_ROW * i + 2])
        return self[after - 1], self._rows[_ROW * after + 2] if after < len(self) else end

    def around_id(self, value_id: int) -> SourceNode:
        """The last element whose values begin no later."""
        return self[bisect_right(range(1, len(self)), value_id, key=lambda i: self._rows[_ROW * i + 3])]
