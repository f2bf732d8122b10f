"""From bytes to text: what every reader refuses before it looks for syntax, each with the place in the file."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.errors import ReadError
from scenec.source import Source

BLANKS = " \t\r\n"
"""White space in all our formats; `str.strip()` alone would also take a no-break space, which is content."""

_MARKS = ((b"\xff\xfe\0\0", "UTF-32"), (b"\0\0\xfe\xff", "UTF-32"), (b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))
"""Byte order marks of these encodings; the longer ones first, as one begins with another."""
_MARKED = (b"\xff", b"\xfe")
"""First bytes of marks without a zero byte."""
_ZEROS: Mapping[tuple[bool, ...], str] = {
    (False, True, True, True): "UTF-32",
    (True, True, True, False): "UTF-32",
    (False, True, False, True): "UTF-16",
    (True, False, True, False): "UTF-16",
}
"""Which of the first four bytes are zero, without a mark: every format of ours begins with two letters of ASCII."""


def refuse_binary(data: bytes, shown: str) -> None:
    """Raises ReadError for text in UTF-16 or UTF-32, and for content with zero bytes, which no text file has."""
    if b"\0" not in data and data[:1] not in _MARKED:
        return
    marked = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    encoding = marked or _ZEROS.get(tuple(byte == 0 for byte in data[:4]))
    if encoding is not None:
        raise ReadError(f"{encoding} text", Source(shown, 1, 1), "UTF-8", "", "save the file as UTF-8")
    zero = data.find(b"\0")
    if zero >= 0:
        raise ReadError("binary content (a zero byte)", place_of_byte(data, zero, shown), "text in UTF-8")


def decoded(data: bytes, shown: str) -> str:
    """UTF-8 as text, line ends as they are. Raises ReadError for anything else, at the first wrong byte."""
    refuse_binary(data, shown)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise not_utf8(place_of_byte(data, error.start, shown)) from None


def not_utf8(place: Source) -> ReadError:
    return ReadError("not valid UTF-8", place, hint="save the file as UTF-8")


def place_of_byte(data: bytes, index: int, shown: str) -> Source:
    """Line and column (in code points) of a byte of a file in UTF-8. Counts from the start: only for errors."""
    line_start = data.rfind(b"\n", 0, index) + 1
    column = len(data[line_start:index].decode("utf-8", "replace")) + 1
    return Source(shown, data.count(b"\n", 0, index) + 1, column)


class BytePlaces:
    """Lines and columns of bytes of a file in UTF-8 that are asked for in their order: each line is counted once."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._index = self._line = self._line_start = self._column = 0

    def at(self, index: int) -> tuple[int, int]:
        """Line and column (in code points) of a byte, from 1. index: not before the one that was asked for last."""
        data, before = self._data, self._index
        self._line += data.count(b"\n", before, index)
        line_start = data.rfind(b"\n", before, index) + 1
        if line_start:
            self._line_start, self._column, before = line_start, 0, line_start
        self._column += len(data[before:index].decode("utf-8", "replace"))
        self._index = index
        return self._line + 1, self._column + 1


def place_of(text: str, index: int, shown: str) -> Source:
    """Line and column of a character. Counts from the start: only for errors."""
    return Source(shown, text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index))
