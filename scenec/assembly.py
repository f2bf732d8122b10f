"""Putting large files together without having them, or their parts, in memory twice."""

from __future__ import annotations

from io import BytesIO
from mmap import mmap


class Assembly(BytesIO):
    """A file in the making, for at most so many bytes (more is allowed, and costs).

    Pieces that are joined are there twice; a buffer that grows is moved again and again, and leaves holes that nothing fits into. So it
    has its full size from the beginning: memory that nothing was written to yet costs nothing.
    """

    def __init__(self, most: int) -> None:
        super().__init__(bytes(most))

    def content(self) -> bytes:
        """Return what was written."""
        self.truncate()
        return self.getvalue()


_MANY = 1000


class Lines:
    """Lines of text, of which only the last can still become longer. A list of all would take several times the memory of the file, so it
    is never long."""

    __slots__ = ("_file", "_open")

    def __init__(self) -> None:
        self._file = BytesIO()
        self._open: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._open)

    def append(self, line: str) -> None:
        self._open.append(line)
        if len(self._open) > _MANY:
            last = self._open.pop()
            self._write()
            self._open = [last]

    def lengthen(self, text: str) -> None:
        """Append to the last line."""
        self._open[-1] += text

    def finished(self) -> bytes:
        """UTF-8, each line with its LF. Raises UnicodeEncodeError, as `append` does, for lone surrogates."""
        self._write()
        self._open = []
        return self._file.getvalue()

    def _write(self) -> None:
        self._file.write("".join([f"{line}\n" for line in self._open]).encode())


PIECE = 1 << 20


Kept = tuple[memoryview, int, int]
"""The buffer of a text, its start and its end: a view for each text would be larger than many texts."""


class PassingText:
    """Texts that wait to be printed, in memory of their own. A process rarely gives back what it allocated for many small texts; this goes
    back to the system piece by piece as they are printed."""

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
