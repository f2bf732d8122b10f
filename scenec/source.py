"""Where something stands in the input."""

from __future__ import annotations

import msgspec


class Source(msgspec.Struct, frozen=True, gc=False):
    """A place in an input file. Lines and columns count from 1, columns in code points; `path` is the positional path of
    the element or value (XML ``/Simulation[1]/Body[2]/@name``, S-expressions ``/[2]/[1]``)."""

    file: str
    line: int = 0
    column: int = 0
    path: str = ""

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


class Origin:
    """The place a node of the IR was read from. It says where, not what: any two origins, and None, compare equal and
    hash alike, so that equal scenes read from different files are equal."""

    __slots__ = ("source",)

    def __init__(self, source: Source) -> None:
        self.source = source

    def __eq__(self, other: object) -> bool:
        return other is None or isinstance(other, Origin)

    def __hash__(self) -> int:
        return hash(None)

    def __repr__(self) -> str:
        return f"Origin({self.source})"

    def __reduce__(self) -> tuple[type[Origin], tuple[Source]]:
        return Origin, (self.source,)
