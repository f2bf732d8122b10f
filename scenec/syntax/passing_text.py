"""Texts that wait to be printed, in memory of their own. A process rarely gives back what it allocated for many small texts; this goes back
to the system piece by piece as they are printed, so that a file is never in memory twice."""

from __future__ import annotations

from mmap import mmap

PIECE = 1 << 20


Kept = tuple[memoryview, int, int]
"""The buffer of a text, its start and its end: a view for each text would be larger than many texts."""


class PassingText:
    """Where texts are kept until they are let go of."""

    __slots__ = ("_piece", "_used")

    def __init__(self) -> None:
        self._piece = memoryview(bytearray())
        self._used = 0

    def keep(self, text: bytes) -> Kept:
        """The same text. Its memory is free when it and those kept beside it are forgotten."""
        start, end = self._used, self._used + len(text)
        if end > len(self._piece):
            self._piece = memoryview(mmap(-1, max(PIECE, len(text))))
            start, end = 0, len(text)
        self._piece[start:end] = text
        self._used = end
        return self._piece, start, end
