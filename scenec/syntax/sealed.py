"""Parts of a file that are printed before the file is: elements of XML and lists of S-expressions that will not change. A part takes many
times the memory of its text."""

from __future__ import annotations

from array import array
from io import BytesIO

import msgspec

from scenec.assembly import PassingText
from scenec.syntax.claims import Claims

_TOGETHER = 4096
"""So many parts say what they say in one place, which is free when the claims of the last are taken. Fewer would be too small to go back to
the system then."""


class ClaimsOfSealed:
    """Claims of some sealed parts, one after the other. Each in claims of its own would take twice as much memory."""

    __slots__ = ("_ends", "claims")

    def __init__(self) -> None:
        self.claims = Claims()
        self._ends = array("I", (0, 0, 0))
        """Behind each: how many texts, leaves and elements there are."""

    @property
    def is_full(self) -> bool:
        return len(self._ends) > 3 * _TOGETHER

    def end(self) -> int:
        """All that another part says is among `claims` now. Return its number, counted from 0."""
        claims = self.claims
        self._ends.extend((len(claims.elements), len(claims.leaves), claims.count))
        return len(self._ends) // 3 - 2

    def follow(self, number: int, in_file: Claims) -> None:
        """A sealed part stands in a file behind what the claims tell of."""
        own = self.claims
        text, leaf, count, text_end, leaf_end, count_end = self._ends[3 * number : 3 * number + 6]
        in_file.leaves += own.leaves[leaf:leaf_end]
        in_file.elements.extend([element - count + in_file.count for element in own.elements[text:text_end]])
        in_file.counts += own.counts[text:text_end]
        in_file.slots += own.slots[text:text_end]
        in_file.count += count_end - count


class SealedParts:
    """Texts and claims of the sealed parts of a file, which wait to be printed."""

    __slots__ = ("_claims", "texts")

    def __init__(self) -> None:
        self.texts = PassingText()
        self._claims = ClaimsOfSealed()

    @property
    def claims(self) -> ClaimsOfSealed:
        """Where the next part says what it says."""
        if self._claims.is_full:
            self._claims = ClaimsOfSealed()
        return self._claims


class Printed(msgspec.Struct, eq=False, gc=False):
    """Stands for what is in a sealed part. text: the whole part, printed for the depth it stands at, or what it is in, from `start` to
    `end`. claims, number: what it says, and which of them it is; None once that is taken."""

    text: bytes | memoryview
    start: int
    end: int
    depth: int
    claims: ClaimsOfSealed | None
    number: int

    def __bool__(self) -> bool:
        """Whether there are children to be looked at."""
        return False

    def collect(self, in_file: Claims, *, use_up: bool) -> None:
        """Append what it says. use_up: for the last time, so that it takes no memory any more."""
        if self.claims is None:
            raise AssertionError("the claims of a sealed part are taken already")
        self.claims.follow(self.number, in_file)
        if use_up:
            self.claims = None

    def write(self, file: BytesIO) -> None:
        file.write(self._own())

    def move(self, file: BytesIO) -> None:
        """Write the text, which is gone then: a file has room in memory once."""
        self.write(file)
        self.text = b""

    def taken(self) -> str:
        """Return the text, which is gone then."""
        text = str(self._own(), "utf-8")
        self.text = b""
        return text

    def _own(self) -> bytes | memoryview:
        return self.text if isinstance(self.text, bytes) else self.text[self.start : self.end]
