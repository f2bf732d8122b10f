"""Kept means printed: the leaves of a scene that a writer looks at (`scenec.accounting.views`), and which of them stand in the finished
files. What was neither printed nor reported is dropped, as the driver then finds (`scenec.accounting.settle`).
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Iterable
from typing import Any, TypeVar

import msgspec

from scenec.accounting.views import ALL, Reads, View, followed, reads_of, with_field
from scenec.ir.pose import Rotation
from scenec.ir.walk import fields_of, is_node, is_nodes
from scenec.leaves import BESIDE, LeafSet, Leaves, leaves_of
from scenec.trace import Ids, ids_of

T = TypeVar("T", bound=msgspec.Struct)

MOST_PARTS = 64
"""Longer tuples are one leaf."""
_PRINTED, _REPORTED = 1, 2
"""Marks of a leaf: it stands in the result, or a finding is about it."""


class LeafUses:
    """Numbers for the leaves that a writer looks at.

    A leaf is a field of one use of a node. A tuple of numbers has a leaf for each, a rotation three: roll, pitch and yaw.
    """

    def __init__(self, *, keep_ids: bool = False) -> None:
        """keep_ids: also the ledger ids of each leaf, for the source map (`ids_of`)."""
        self._ids: list[Ids] | None = [] if keep_ids else None
        self._owners: list[Reads] = []
        self._names: list[str] = []
        self._firsts = array("I")
        self._counts = bytearray()
        self._claimed = bytearray()
        self._joined: dict[int, Leaves] = {}

    def of(self, reads: Reads, name: str, value: object) -> Leaves:
        """The leaves of a field. reads: of its node."""
        leaves = reads.leaves
        names = leaves[0]
        count = _parts_of(value) if isinstance(value, tuple) else 1
        if name in names:
            first: int = leaves[names.index(name) + 1]
            return (first,) if count == 1 else tuple(range(first, first + count))
        first = len(self._claimed)
        reads.leaves = (followed(names, name), *leaves[1:], first)
        self._owners.append(reads)
        self._names.append(name)
        self._firsts.append(first)
        self._counts.append(count)
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
        self._mark(leaves, _PRINTED)

    def report(self, leaves: Iterable[int]) -> None:
        """A finding is about these leaves, whether or not what is printed was computed with them."""
        self._mark(leaves, _REPORTED)

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

    def settle(self) -> None:
        """Say of each node which of its fields were claimed with all their parts, and which a finding is about: `Reads.fields`
        and `Reads.reported`."""
        claimed = self._claimed
        for owner, name, first, count in zip(self._owners, self._names, self._firsts, self._counts, strict=True):
            parts = claimed[first : first + count]
            if 0 not in parts:
                owner.fields = with_field(owner.fields, name)
                if _REPORTED in parts:
                    owner.reported = with_field(owner.reported, name)

    def release(self) -> None:
        """Release the nodes once all claims are counted: views and their records refer to each other, and the collector does not look into
        records of the scene. Sources (`ids_of`) can still be asked for."""
        self._owners.clear()

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


def entire(node: object) -> LeafSet:
    """One leaf that stands for a node with all in it: for what was compared with what is referred to, and found equal."""
    if not isinstance(node, View):
        return LeafSet(())
    return LeafSet(node._uses.of(reads_of(node), ALL, node._node))


def all_leaves(node: object, but: Collection[str] = ()) -> LeafSet:
    """All leaves of a node as a writer sees it, and of all nodes in it: for content that is printed unchanged. but: fields of the node
    itself that are not."""
    if not isinstance(node, View):
        return LeafSet(())
    found: list[int] = []
    waiting = [node]
    while waiting:
        each = waiting.pop()
        for name, value in fields_of(each._node):
            if each is node and name in but:
                continue
            if is_node(value):
                waiting.append(getattr(each, name))
            elif is_nodes(value):
                waiting += getattr(each, name)
            else:
                found += each._uses.of(reads_of(each), name, value)
    return LeafSet(tuple(found))


def field_leaves(node: object, *names: str) -> LeafSet:
    """The leaves of fields that hold blocks of numbers or other values that cannot know them. node: as a writer sees it."""
    if not isinstance(node, View):
        return LeafSet(())
    found: list[int] = []
    for name in names:
        value = getattr(node._node, name)
        if value is not None and value != ():
            found += node._uses.of(reads_of(node), name, value)
    return LeafSet(tuple(found))


def claim_about(uses: LeafUses, about: object) -> None:
    """Count as reported: values that know their leaves, and nodes as a writer sees them, with all in them; also in tuples."""
    waiting = [about]
    while waiting:
        each = waiting.pop()
        if isinstance(each, View):
            claim_whole(each)
            reads_of(each).reported = with_field(reads_of(each).reported, ALL)
        elif type(each) is tuple and not all(isinstance(part, float) for part in each):
            waiting += each
        else:
            uses.report(leaves_of(each))


def claim_whole(node: object) -> None:
    """Count everything in a node as printed: only for writers that print all that a scene has, and texts that are kept whole."""
    if isinstance(node, View):
        reads = reads_of(node)
        reads.fields = with_field(reads.fields, ALL)
