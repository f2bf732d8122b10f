"""Which leaves of the scene stand in a file, and where: collected from the finished tree, so that what is thrown away claims nothing."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from scenec.trace import Ids, ids_of

if TYPE_CHECKING:
    from scenec.syntax.said import Said

TEXT = ""
"""The slot of an element's text; others are attributes, by name. A list has its atoms by number."""
STRUCTURE = "*"
"""The slot of what an element says by being there."""

MANY = 6
"""A text of more leaves says each once: the numbers of a pose by way of others have them all, three times."""

Says = tuple["str | int | Ids", ...]
"""The claims of an element or list: slot and leaves by turns. A single leaf is no tuple: with a pair for each slot and a tuple for each
leaf, what a tree says takes as much memory as the tree."""


def saying(says: Says, slot: str, leaves: Ids) -> Says:
    """The claims with one more. leaves: at least one."""
    return (*says, slot, leaves[0] if len(leaves) == 1 else leaves)


def saying_each(texts: Iterable[tuple[str, Said]]) -> Says:
    """The claims of texts, by slot."""
    says: list[str | int | Ids] = []
    for slot, text in texts:
        leaves = text.ids
        if leaves:
            says += (slot, leaves[0] if len(leaves) == 1 else leaves)
    return tuple(says)


def leaves_of(says: Says, slot: str) -> Ids:
    """The leaves that are claimed by a slot, or by its first claim if there are several."""
    for i in range(0, len(says), 2):
        if says[i] == slot:
            leaves: Any = says[i + 1]
            return (leaves,) if type(leaves) is int else leaves
    return ()


def without_slot(says: Says, slot: str) -> Says:
    """The claims of all other slots."""
    return tuple([part for i in range(0, len(says), 2) if says[i] != slot for part in says[i : i + 2]]) if slot in says else says


class Claims:
    """The leaves that a file says, text by text in the order of the file. leaves: those of all texts. elements, slots, counts: of each
    text the element (or list) of the file, counted from 0, where in it, and how many leaves. count: how many elements there are."""

    __slots__ = ("count", "counts", "elements", "leaves", "slots")

    def __init__(self) -> None:
        self.leaves = array("I")
        self.elements = array("I")
        self.counts = array("I")
        self.slots: list[str] = []
        self.count = 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Claims) and all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]  # mutable, so never a key

    def element(self, says: Says) -> None:
        """The next element of the file, with all that it says."""
        parts: Iterator[Any] = iter(says)
        for slot, said in zip(parts, parts, strict=True):
            if type(said) is int:  # as with most
                self.leaves.append(said)
                self.elements.append(self.count)
                self.counts.append(1)
                self.slots.append(slot)
            else:
                self._text(self.count, slot, said if len(said) <= MANY else tuple(dict.fromkeys(said)))
        self.count += 1

    def _text(self, element: int, slot: str, leaves: Ids) -> None:
        self.leaves.extend(leaves)
        self.elements.append(element)
        self.counts.append(len(leaves))
        self.slots.append(slot)

    def claim_all(self, leaves: Ids) -> None:
        """The file as a whole says these, as a mesh file does."""
        self._text(0, STRUCTURE, leaves)

    def each(self) -> Iterator[tuple[int, int, str]]:
        """Each leaf with the element and the slot that say it."""
        start = 0
        for element, slot, count in zip(self.elements, self.slots, self.counts, strict=True):
            for leaf in self.leaves[start : start + count]:
                yield leaf, element, slot
            start += count


class Stating:
    """A printed part that states values of the scene by its presence: an element of XML, a list of an S-expression."""

    __slots__ = ()

    def claims(self) -> Claims:
        """Return what it and all in it say."""
        raise NotImplementedError  # each syntax has its own parts

    def _claim_existence(self, leaves: Ids) -> None:
        """Add values that its being there says."""
        raise NotImplementedError  # each syntax has its own parts

    def omit(self, value: object, default: object) -> None:
        """Leave out a value that the format takes here anyway. ValueError if it does not."""
        if value != default:
            raise ValueError(f"{self!r} leaves out {value!r}, but the default is {default!r}")
        self._claim_existence(ids_of(value))

    def omit_if(self, value: object, default: object) -> None:
        """Leave out a value that equals the format's default; any other is not claimed, and so reported as lost."""
        if value == default:
            self.omit(value, default)

    def stand_for(self, twin: Stating) -> None:
        """This says what `twin` says, which is therefore not written. The caller has compared their texts."""
        self._claim_existence(tuple(dict.fromkeys(twin.claims().leaves)))
