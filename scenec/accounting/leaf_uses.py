"""Kept means printed: the scene that a writer gets is stamped, each of its values knows its leaf, and the leaves that stand in the finished
files are claimed. What was neither printed nor reported is dropped, as the driver then finds (`scenec.accounting.settle`).

A leaf is a field of one use of a node. A tuple of numbers has a leaf for each, a rotation three: roll, pitch and yaw. The stamped scene is
made of plain nodes, and a node that stands in several places is one of its own in each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, TypeVar

import msgspec

from scenec.ir.pose import Rotation
from scenec.ir.walk import fields_of, is_node, is_nodes
from scenec.leaves import BESIDE, LeafSet, Leaves, as_leaf, leaves_of
from scenec.trace import Ids, ids_of

T = TypeVar("T", bound=msgspec.Struct)

MOST_PARTS = 64
"""Longer tuples are one leaf."""
PRINTED, REPORTED = 1, 2
"""Marks of a leaf: it stands in the result, or a finding is about it."""


class LeafUses:
    """The leaves of a scene that is written, and what is claimed of them."""

    def __init__(self, *, keep_ids: bool = False) -> None:
        """keep_ids: also the ledger ids of each leaf, for the source map (`ids_of`)."""
        self._ids: list[Ids] | None = [] if keep_ids else None
        self._claimed = bytearray()
        self._joined: dict[int, Leaves] = {}
        self.all_printed = False
        """Whether everything in the scene is printed: its text is kept, or the format has room for all."""

    def stamped(self, node: T) -> T:
        """The node with all below it, each of whose values has a leaf. Its class and its structural fields stay."""
        changes: dict[str, Any] = {}
        for name, value in fields_of(node):
            if isinstance(value, msgspec.Struct):
                changes[name] = self.stamped(value)
            elif is_nodes(value):
                changes[name] = tuple([self.stamped(each) for each in value])
            else:
                changes[name] = as_leaf(value, self._new(value))
        return msgspec.structs.replace(node, **changes)

    def _new(self, value: object) -> Leaves:
        """The leaves of a field."""
        first = len(self._claimed)
        count = _parts_of(value) if isinstance(value, tuple) else 1
        if self._ids is not None:
            self._ids += _ids_of_parts(value, count)
        if count == 1:  # most are
            self._claimed.append(0)
            return (first,)
        self._claimed.extend(bytes(count))
        return tuple(range(first, first + count))

    def join(self, leaves: Iterable[int]) -> Leaves:
        """One leaf that stands for several: what many values are computed from, such as the pose of a link in the world."""
        several = tuple(leaves)
        if len(several) <= 1:
            return several
        number = self._nameless(())
        self._joined[number] = several
        return (number,)

    def stated(self, ids: Ids) -> Leaves:
        """Return a leaf for values of the source that stand in the result unchanged, independent of the scene, for the source map. No leaf
        where no ids are kept."""
        return () if self._ids is None or not ids else (self._nameless(ids),)

    def _nameless(self, ids: Ids) -> int:
        """The number of a leaf that is no field of a node."""
        number = len(self._claimed)
        self._claimed.append(0)
        if self._ids is not None:
            self._ids.append(ids)
        return number

    def claim(self, leaves: Iterable[int]) -> None:
        """These leaves stand in the result, or were left out as a default; not those that only steer a text."""
        self._mark(leaves, PRINTED)

    def claim_all(self) -> None:
        """Everything in the scene is printed: only for writers that print all that a scene has, and texts that are kept whole."""
        self.all_printed = True

    def report(self, about: object) -> None:
        """A finding is about these values, or nodes with all in them (also in tuples), whether or not what is printed was computed with
        them."""
        self._mark(all_leaves(about).leaves, REPORTED)

    def _mark(self, leaves: Iterable[int], mark: int) -> None:
        claimed, joined = self._claimed, self._joined
        while leaves:
            inner: list[int] = []
            for leaf in leaves:
                if leaf < BESIDE and claimed[leaf] < mark:
                    claimed[leaf] = mark
                    if leaf in joined:
                        inner += joined[leaf]
            leaves = inner

    def mark_of(self, value: object) -> int:
        """Return what is claimed of the value of a field: 0 unless that is claimed with all its parts."""
        if self.all_printed:
            return PRINTED
        claimed, worst, best = self._claimed, 255, 0
        for leaf in leaves_of(value):
            mark = claimed[leaf]
            worst, best = min(worst, mark), max(best, mark)
        return best if worst else 0

    def claimed(self, leaf: int) -> bool:
        return bool(self._claimed[leaf])

    def ids_of(self, leaf: int) -> Ids:
        """The ledger ids that a leaf came from; of one that stands for several, those of all."""
        if self._ids is None:
            return ()
        found: dict[int, None] = {}
        waiting, seen = [leaf], set[int]()
        while waiting:
            each = waiting.pop() & ~BESIDE
            if each in seen:
                continue
            seen.add(each)
            found.update(dict.fromkeys(self._ids[each]))
            waiting += self._joined.get(each, ())
        return tuple(found)


def _parts_of(value: tuple[Any, ...]) -> int:
    if isinstance(value, Rotation):
        return 3
    return len(value) if 1 < len(value) <= MOST_PARTS else 1


def _ids_of_parts(value: object, count: int) -> list[Ids]:
    if count > 1 and type(value) is tuple:
        return [ids_of(part) for part in value]
    return [ids_of(value)] * count


def all_leaves(thing: object, but: Collection[str] = ()) -> LeafSet:
    """All leaves of a value or node, and of all nodes in it: for content that is printed unchanged. but: fields of the node itself that are
    not."""
    found: list[int] = []
    waiting: list[Any] = [thing]
    while waiting:
        each = waiting.pop()
        if is_node(each):
            waiting += [value for name, value in fields_of(each) if each is not thing or name not in but]
        elif type(each) is tuple and (is_nodes(each) or not all(isinstance(part, float) for part in each)):
            waiting += each
        else:
            found += leaves_of(each)
    return LeafSet(tuple(found))
