"""Where something stands in the input."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

import msgspec


class Source(msgspec.Struct, frozen=True, gc=False):
    """A place in an input file. Lines and columns count from 1, columns in code points; `path` is the positional path of
    the element or value (XML ``/Simulation[1]/Body[2]/@name``, S-expressions ``/[2]/[1]``). trail: the calls of macros that made it, the
    innermost first; ``macro wheel (wheel.xacro:3), called at robot.xacro:40:5``."""

    file: str
    line: int = 0
    column: int = 0
    path: str = ""
    trail: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}" if self.column else f"{self.file}:{self.line}"


class _Locates(Protocol):
    def source(self, node: Any) -> Source: ...
    def node_at(self, number: int) -> Any: ...
    def find_paths(self, nodes: Iterable[Any]) -> None: ...


class Origin:
    """The place a node of the IR was read from. It says where, not what: any two origins, and None, compare equal and
    have equal hashes, so that equal scenes read from different files are equal.

    It holds the document and its node (in XML perhaps only the node's number, so that the document can let go of its nodes) and works
    the place out when asked (paths cost a walk); pickled, it holds the place instead of the two.
    """

    __slots__ = ("_document", "_node")

    def __init__(self, document: _Locates | None, node: Any, source: Source | None = None) -> None:
        self._document = document
        self._node = node if source is None else source

    @property
    def source(self) -> Source:
        if self._document is None:
            assert isinstance(self._node, Source)
            return self._node
        return self._document.source(self._node)

    @property
    def document(self) -> Any:
        """The document, None once pickled."""
        return self._document

    @property
    def place(self) -> tuple[Any, Any]:
        """The document and the node, for locating many origins in one walk; (None, None) once pickled."""
        document, node = self.reference
        return document, document.node_at(node) if type(node) is int else node

    @property
    def reference(self) -> tuple[Any, Any]:
        """The document, and the node or the number by which that finds it; (None, None) once pickled."""
        return (self._document, self._node) if self._document is not None else (None, None)

    def __eq__(self, other: object) -> bool:
        return other is None or isinstance(other, Origin)

    def __hash__(self) -> int:
        return hash(None)

    def __repr__(self) -> str:
        return f"Origin({self.source})"

    def __reduce__(self) -> tuple[type[Origin], tuple[None, None, Source]]:
        return Origin, (None, None, self.source)


def place_of(origin: Origin | Source | None) -> Source | None:
    """Return where it is. Of many origins, ask `find_paths` first."""
    return origin.source if isinstance(origin, Origin) else origin


def find_paths(origins: Iterable[Origin | Source | None]) -> None:
    """Work out the paths of many origins, in one walk for each document into the branches that hold one."""
    nodes: dict[Any, list[Any]] = {}
    for origin in origins:
        if isinstance(origin, Origin):
            document, node = origin.reference
            if document is not None:
                nodes.setdefault(document, []).append(node)
    for document, wanted in nodes.items():
        document.find_paths(wanted)


def place_shown(origin: Origin | None, shown: str) -> Source:
    """Return what an error calls the place of a node. shown: what errors call its file, if the node does not know where it stands."""
    document, node = origin.place if origin is not None else (None, None)
    found: Source = document.source(node, shown=True) if document is not None else Source(shown)
    return found
