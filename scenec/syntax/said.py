"""Text that a writer prints, with the leaves of the scene that it says.

Printing functions of formats (`number`, `angle`, `vector`) make it from values of the scene; what a format says in any case is a
`constant`. It is no `str`, so that putting text into a file by way of an f-string or `str()`, which would forget what it says, is an
error of the type checker.
"""

from __future__ import annotations

from collections.abc import Iterable

from scenec.trace import Ids, ids_of


class Said:
    """text: as it shall be read back. ids: the leaves that it says."""

    __slots__ = ("ids", "text")

    def __init__(self, text: str, ids: Ids = ()) -> None:
        self.text = text
        self.ids = ids

    def __repr__(self) -> str:
        return f"Said({self.text!r}, {self.ids!r})"

    def __eq__(self, other: object) -> bool:
        """Whether the text is the same, with any leaves."""
        return isinstance(other, Said) and other.text == self.text

    __hash__ = None  # type: ignore[assignment]  # compared by its text, never a key

    def __str__(self) -> str:
        raise TypeError("printed text keeps what it says: use it as it is, or its .text to look at it")

    __format__ = None  # type: ignore[assignment]  # an f-string would forget what the text says


def constant(text: str) -> Said:
    """Text without a value of the scene."""
    return Said(text)


def said(separator: str, pieces: Iterable[Said]) -> Said:
    """Pieces of text joined to one."""
    each = list(pieces)
    return Said(separator.join(piece.text for piece in each), merged(piece.ids for piece in each))


def spelled(value: str) -> Said:
    """A text of the scene as it is."""
    return Said(str.__str__(value), ids_of(value))


def merged(many: Iterable[Ids]) -> Ids:
    """All leaves, in order of appearance; few repeat, and being named twice does no harm."""
    filled = [leaves for leaves in many if leaves]
    if len(filled) <= 1:
        return filled[0] if filled else ()
    return tuple(leaf for leaves in filled for leaf in leaves)
