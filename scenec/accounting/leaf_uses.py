"""Kept means printed: the scene that a writer gets is stamped, each of its values knows its leaf, and the leaves that stand in the finished
files are claimed. What was neither printed nor reported is dropped, as the driver then finds (`scenec.accounting.settle`).

A leaf is a field of one use of a node. A tuple of numbers has a leaf for each, a rotation three: roll, pitch and yaw. The stamped scene is
made of plain nodes, and a node that stands in several places is one of its own in each.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable
from itertools import chain
from typing import Any, TypeVar

import msgspec

from scenec.ir.pose import Rotation, StampedRotation
from scenec.ir.walk import LeafIds, fields_of, is_nodes, leaf_ids
from scenec.trace import BESIDE, LEAF, Ids, Sources, ids_of, merge, stamped_vector, with_all, with_one

T = TypeVar("T", bound=msgspec.Struct)

MOST_PARTS = 64
"""Longer tuples are one leaf."""
PRINTED, REPORTED = 1, 2
"""Marks of a leaf: it stands in the result, or a finding is about it."""


class StampedNodes:
    """Which leaves are below each node of a stamped scene: those in a row from its first to its last one. A node is known by its place
    among all of them, counted from 0 as they are met: owners before what is in them."""

    def __init__(self) -> None:
        self._first, self._end = array("I"), array("I")
        self._after = array("I")
        self._reported: list[int] = []

    def begin(self, leaf: int, *, is_reported: bool) -> int:
        """The next node starts at this leaf; return its place. is_reported: findings are about it as a whole."""
        place = len(self._first)
        self._first.append(leaf)
        self._end.append(0)
        self._after.append(0)
        if is_reported:
            self._reported.append(place)
        return place

    def end(self, place: int, leaf: int) -> None:
        """All leaves of the node are before this one, and so are all nodes in it."""
        self._end[place] = leaf
        self._after[place] = len(self._first)

    def after(self, place: int) -> int:
        """Return the place of the first node that is not in this one."""
        return self._after[place]

    def leaves(self, place: int) -> tuple[int, int]:
        """Return the first leaf of the node and the one after its last, counted from 0."""
        return self._first[place], self._end[place]

    def is_reported(self, place: int) -> bool:
        """Return whether findings are about the node as a whole."""
        at = bisect_left(self._reported, place)
        return self._reported[at : at + 1] == [place]

    def reported_within(self, place: int) -> bool:
        """Return whether findings are about the node, or one in it, as a whole."""
        return bisect_left(self._reported, place) < bisect_left(self._reported, self._after[place])


class LeafUses:
    """The leaves of a scene that is written, and what is claimed of them."""

    def __init__(self) -> None:
        self._sources = array("i")
        """Of each leaf the id of the value of the source that it came from; if from none or several, what `~` makes of their place among
        `_many`."""
        self._many: list[Ids] = [()]
        self._claimed = bytearray()
        self._joined: dict[int, Ids] = {}
        self.stamped_nodes = StampedNodes()
        self.all_printed = False
        """Whether everything in the scene is printed: its text is kept, or the format has room for all."""

    def stamped(self, node: T, reported: Collection[int] = ()) -> T:
        """The node with all below it, each of whose values has the id of its leaf. Its class and its structural fields stay.

        reported: nodes (their `id`) that findings are about as a whole."""
        self.stamped_nodes = StampedNodes()
        made = self._stamped(node, reported)
        self._claimed.extend(bytes(len(self._sources) - len(self._claimed)))
        return made

    def _stamped(self, node: T, reported: Collection[int]) -> T:
        nodes, sources = self.stamped_nodes, self._sources
        place = nodes.begin(len(sources), is_reported=id(node) in reported)
        changes: dict[str, Any] = {}
        for name, value in fields_of(node):
            if isinstance(value, msgspec.Struct):
                changes[name] = self._stamped(value, reported)
            elif is_nodes(value):
                changes[name] = tuple([self._stamped(each, reported) for each in value])
            elif isinstance(value, tuple):
                changes[name] = self._stamped_parts(value)
            else:
                ids = ids_of(value)
                changes[name] = with_one(value, LEAF + len(sources))
                sources.append(ids[0] if len(ids) == 1 else self._item(ids))
        nodes.end(place, len(sources))
        return msgspec.structs.replace(node, **changes)

    def _stamped_parts(self, value: tuple[Any, ...]) -> tuple[Any, ...]:
        """A tuple has a leaf for each of its parts, a long one a single leaf; a rotation has three: roll, pitch and yaw."""
        first = LEAF + len(self._sources)
        if isinstance(value, Rotation):
            self._sources.extend([self._item(value.ids)] * 3)
            return StampedRotation.of(value, first)
        if not 1 < len(value) <= MOST_PARTS:
            only = (self._new(ids_of(value)),)
            return tuple([with_all(part, only) for part in value])
        if type(value) is tuple:
            self._sources.extend([self._item(ids_of(part)) for part in value])
        else:
            self._sources.extend([self._item(ids_of(value))] * len(value))
        return stamped_vector(value, first)

    def _new(self, sources: Ids) -> int:
        """The id of a new leaf."""
        self._sources.append(self._item(sources))
        return LEAF + len(self._sources) - 1

    def _item(self, sources: Ids) -> int:
        """The item of `_sources` that stands for these ids."""
        if len(sources) == 1:
            return sources[0]
        if not sources:
            return ~0
        if sources != self._many[-1]:  # the entries of a tensor have the same
            self._many.append(sources)
        return ~(len(self._many) - 1)

    def _alone_and_several(self, leaves: Iterable[int]) -> LeafIds:
        """The sources of leaves that were made of one each, and of those made of several. leaves: items of `_sources`."""
        alone: list[int] = []
        several: list[Ids] = []
        for own in leaves:
            if own >= 0:
                alone.append(own)
            elif own != ~0:
                several.append(self._many[~own])
        return alone, several

    def join(self, leaves: Ids) -> Ids:
        """One leaf that stands for several: what many values are computed from, such as the pose of a link in the world."""
        if len(leaves) <= 1:
            return leaves
        leaf = self._new(())
        self._claimed.append(0)
        self._joined[leaf] = leaves
        return (leaf,)

    def claim(self, ids: Iterable[int]) -> None:
        """These leaves stand in the result, or were left out as a default; not those that only steer a text."""
        self._mark(ids, PRINTED)

    def claim_all(self) -> None:
        """Everything in the scene is printed: only for writers that print all that a scene has, and texts that are kept whole."""
        self.all_printed = True

    def report(self, ids: Iterable[int]) -> None:
        """A finding is about these leaves, whether or not what is printed was computed with them."""
        self._mark(ids, REPORTED)

    def _mark(self, ids: Iterable[int], mark: int) -> None:
        claimed, joined = self._claimed, self._joined
        while ids:
            inner: list[int] = []
            for each in ids:
                if LEAF <= each < BESIDE and claimed[each - LEAF] < mark:
                    claimed[each - LEAF] = mark
                    if each in joined:
                        inner += joined[each]
            ids = inner

    def mark_within(self, place: int) -> int | None:
        """Return what is claimed of a node of the stamped scene, with all below it: 0 for nothing, None if not all of it is claimed alike.
        place: see `StampedNodes`."""
        first, end = self.stamped_nodes.leaves(place)
        if not self.stamped_nodes.reported_within(place):
            for mark in (PRINTED, 0):
                if self._claimed.count(mark, first, end) == end - first:
                    return mark
        return None

    def sources_within(self, places: Iterable[int]) -> LeafIds:
        """The values of the source that nodes of the stamped scene came from: of leaves made of one each, and of those made of several."""
        found = (self._sources[slice(*self.stamped_nodes.leaves(place))] for place in places)
        return self._alone_and_several(chain.from_iterable(found))

    def sources_below(self, values: Iterable[object]) -> LeafIds:
        """Likewise those that some nodes or values came from: of the stamped scene, or of one that was read and not stamped."""
        alone, several = leaf_ids(values)
        if not self._sources:
            return alone, several
        leaves = chain(alone, chain.from_iterable(several))
        return self._alone_and_several([self._sources[leaf - LEAF] for leaf in leaves])

    def mark_of(self, value: object) -> int:
        """Return what is claimed of the value of a field: 0 unless that is claimed with all its parts."""
        if self.all_printed:
            return PRINTED
        claimed, worst, best = self._claimed, 255, 0
        for each in ids_of(value):
            mark = claimed[each - LEAF]
            worst, best = min(worst, mark), max(best, mark)
        return best if worst else 0

    def claimed(self, leaf: int) -> bool:
        return bool(self._claimed[leaf - LEAF])

    def sources(self, ids: Iterable[int], *, beside: bool = False) -> Ids:
        """The values of the source that leaves came from, in order; of a leaf that stands for several, those of all. Ids of values of the
        source stay. beside: also of leaves that only steer a text."""
        found: dict[int, None] = {}
        waiting, seen = list(ids)[::-1], set[int]()
        while waiting:
            each = waiting.pop()
            if each >= BESIDE:
                if not beside:
                    continue
                each -= BESIDE
            if each < LEAF:
                found[each] = None
            elif each not in seen:
                seen.add(each)
                own = self._sources[each - LEAF]
                found.update(dict.fromkeys((own,) if own >= 0 else self._many[~own]))
                waiting += self._joined.get(each, ())[::-1]
        return tuple(found)

    def sources_of(self, value: object) -> Ids:
        """The values of the source that a value or node of the scene came from; () where the source does not state it."""
        return self.sources(ids_of(value))


def all_leaves(node: msgspec.Struct, but: Collection[str]) -> Sources:
    """All leaves of a node and of all nodes in it, for content that is printed unchanged. but: fields of the node itself that are not."""
    return Sources(merge(*[ids_of(value) for name, value in fields_of(node) if name not in but]))
