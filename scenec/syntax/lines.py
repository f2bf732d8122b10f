"""The lines of a file that is being printed. A list of them would take several times the memory of the file, so it is never long."""

from __future__ import annotations

from io import BytesIO

_MANY = 1000


class Lines:
    """Lines of text, of which only the last can still become longer."""

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
