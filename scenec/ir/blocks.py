"""Tables of numbers: the vertices, normals and faces of meshes, held in numpy arrays."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from scenec.trace import Ids

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


class Block:
    """An immutable table of numbers, shape (rows, columns), of float64 or int64.

    Equal and hashed by type, shape and values. ids: what it was read from (`scenec.trace`), no part of equality. numpy is imported only
    when there is a table to hold.
    """

    __slots__ = ("_array", "_hash", "ids")
    ids: Ids

    def __init__(self, rows: ArrayLike, ids: Ids = ()) -> None:
        """rows: anything numpy makes a two-dimensional array of; copied unless it already is a read-only one.

        ValueError for another number of dimensions.
        """
        import numpy as np

        given = np.asarray(rows)
        dtype = np.int64 if given.dtype.kind in "iub" else np.float64
        array = np.ascontiguousarray(given, dtype=dtype)
        if array.ndim != 2:
            raise ValueError(f"a table needs two dimensions, not {array.ndim}")
        if array.flags.writeable:
            if isinstance(rows, np.ndarray):  # its owner may still write to it
                array = array.copy()
            array.flags.writeable = False
        self._array: NDArray[Any] = array
        self._hash: int | None = None
        self.ids = ids

    @property
    def array(self) -> NDArray[Any]:
        """The numbers, read-only."""
        return self._array

    def with_ids(self, ids: Ids) -> Block:
        """A table of the same numbers (shared, not copied) that says it was read from these values."""
        return Block(self._array, ids)

    with_all = with_ids

    def __len__(self) -> int:
        """The number of rows."""
        return len(self._array)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Block):
            return NotImplemented
        mine, theirs = self._array, other._array
        if mine is theirs:
            return True
        return mine.shape == theirs.shape and mine.dtype == theirs.dtype and bool((mine == theirs).all())

    def __hash__(self) -> int:
        if self._hash is None:
            # Adding 0 turns -0.0 into 0.0: equal numbers must have equal bytes.
            self._hash = hash((self._array.shape, self._array.dtype.char, (self._array + 0).tobytes()))
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return Block, (self._array, self.ids)

    def __repr__(self) -> str:
        rows, columns = self._array.shape
        return f"Block({rows} x {columns} {self._array.dtype})"

    @staticmethod
    def parse(text: str, columns: int, exponent: int = 0) -> Block:
        """Whitespace-separated decimal numbers, times ten to the exponent, each correctly rounded once.

        ValueError names the first token that is no number, or says that the numbers do not fill whole rows.
        """
        from array import array

        import numpy as np

        table, before = array("d"), 0  # which grows where it is; arrays that are put together are there twice
        for piece in _pieces(text):
            if not exponent and (at_once := _at_once(piece, np.float64)) is not None:
                table.frombytes(at_once.tobytes())
                before += len(at_once)
                continue
            tokens = _tokens(piece, "a number", before)
            before += len(tokens)
            try:
                suffix = f"e{exponent}" if exponent else ""
                table.extend([float(token + suffix) for token in tokens])
            except ValueError:  # a bad token, or one that has an exponent already
                table.extend(_one_by_one(tokens, exponent, before - len(tokens)))
        return _table(np.frombuffer(table, np.float64), columns)

    @staticmethod
    def parse_integers(text: str, columns: int) -> Block:
        """Whitespace-separated integers, such as the indices of faces. ValueError as `parse`."""
        from array import array

        import numpy as np

        table, before = array("q"), 0
        for piece in _pieces(text):
            if (at_once := _at_once(piece, np.int64)) is not None:
                table.frombytes(at_once.tobytes())
                before += len(at_once)
                continue
            tokens = _tokens(piece, "an integer", before)
            try:
                table.extend(map(int, tokens))
            except (ValueError, OverflowError):
                raise _first_bad_integer(tokens, before) from None
            before += len(tokens)
        return _table(np.frombuffer(table, np.int64), columns)


def _at_once(text: str, kind: type[np.float64 | np.int64]) -> NDArray[Any] | None:
    """The numbers of a text, read by numpy's parser, which is twice to seven times as fast as Python's; None if it is not sure of them: of
    a text that it does not read to its end, tokens that it takes for several numbers, and numbers out of range."""
    import numpy as np

    if not text.isascii():
        return None
    is_blank = np.frombuffer(f" {text}".encode(), np.uint8) <= 32  # or a control character, which numpy refuses
    count = np.count_nonzero(is_blank[:-1] > is_blank[1:])
    try:
        # Before version 2.3 numpy returns what stands before the text that it cannot read. The last number shows whether it came that far.
        found: NDArray[Any] = np.fromstring(f"{text} 0", dtype=kind, sep=" ")
    except (ValueError, DeprecationWarning):
        return None
    return found[:-1] if len(found) == count + 1 and bool((np.abs(found) < _SURE).all()) else None


_SURE = 2.0**62
"""Numbers beyond may be out of the range of integers, where numpy takes the last one of it."""

_PIECE = 1 << 18
"""Characters that are parsed at once: as objects of Python, numbers take twenty times as much memory as in an array."""


def _pieces(text: str) -> Iterator[str]:
    """The text in pieces that end between two tokens; at least one."""
    if len(text) <= _PIECE:
        yield text
        return
    import re

    blank, start = re.compile(r"\s"), 0
    while start < len(text):
        found = blank.search(text, start + _PIECE)
        end = found.start() if found else len(text)
        yield text[start:end]
        start = end


def _tokens(text: str, expected: str, before: int) -> list[str]:
    tokens = text.split()
    if not text.isascii() or "_" in text:  # Python would read 1_000 and the digits of other scripts; formats do not
        for place, token in enumerate(tokens, before + 1):
            if not token.isascii() or "_" in token:
                raise _bad(token, place, expected)
    return tokens


def _one_by_one(tokens: list[str], exponent: int, before: int) -> list[float]:
    numbers = []
    for place, token in enumerate(tokens, before + 1):
        try:
            numbers.append(_scaled(token, exponent))
        except ValueError:
            raise _bad(token, place, "a number") from None
    return numbers


def _first_bad_integer(tokens: list[str], before: int) -> ValueError:
    for place, token in enumerate(tokens, before + 1):
        try:
            if -(2**63) <= int(token) < 2**63:
                continue
        except ValueError:
            pass
        return _bad(token, place, "an integer")
    raise AssertionError("every token is an integer")


def _scaled(token: str, exponent: int) -> float:
    number = float(token)
    if not exponent:
        return number
    try:
        return float(Decimal(token).scaleb(exponent))
    except InvalidOperation:  # beyond the reach of Decimal: infinite or zero either way
        return number


def _bad(token: str, place: int, expected: str) -> ValueError:
    shown = token if len(token) <= 40 else token[:37] + "..."
    return ValueError(f"{shown!r} (number {place}) is not {expected}")


def _table(numbers: NDArray[np.float64] | NDArray[np.int64], columns: int) -> Block:
    if numbers.size % columns:
        raise ValueError(f"{numbers.size} numbers do not fill rows of {columns}")
    table = numbers.reshape(-1, columns)
    table.flags.writeable = False
    return Block(table)
