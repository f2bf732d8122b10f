"""Scenes in which every value knows where it came from, and what a conversion says about each of them.

A scene made by hand has no source. Here each of its leaves gets a source of its own: a document with one attribute per value,
named by the leaf's path, so that the ledger can be asked leaf by leaf.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from scenec import ir
from scenec.accounting.build_report import build_report
from scenec.accounting.finding import Fate
from scenec.accounting.leaf_uses import LeafUses
from scenec.accounting.ledger import Ledger
from scenec.accounting.report import Report, Side
from scenec.accounting.settle import Implied, settle
from scenec.accounting.views import Reads, seen, with_field
from scenec.ir.walk import at_path, is_node, is_nodes, leaves, with_value
from scenec.leaves import Leaves
from scenec.syntax.tree import Document, SourceNode
from scenec.trace import Ids, ids_of, traced

Path = tuple[Any, ...]
T = TypeVar("T", bound=msgspec.Struct)


class LookedAt(LeafUses):
    """Counts a value as written when it is looked at."""

    def of(self, reads: Reads, name: str, value: object) -> Leaves:
        reads.fields = with_field(reads.fields, name)
        return super().of(reads, name, value)


def looked_at(node: T, reads: Reads) -> T:
    """Return a node whose values count as written when they are looked at. reads: fills with them."""
    return seen(node, reads, LookedAt())


def dotted(path: Path) -> str:
    return ".".join(str(step) for step in path)


class Traced:
    """A scene whose values have ids. paths: which leaf a value id belongs to."""

    def __init__(self, scene: ir.Scene) -> None:
        attributes: dict[str, str] = {}
        self.paths: dict[int, Path] = {}
        for path, value in list(leaves(scene)):
            start, size = len(self.paths), _size(value)
            attributes.update({dotted((*path, i) if size > 1 else path): str(value) for i in range(size)})
            scene = with_value(scene, path, _with_ids(value, start))
            self.paths.update(dict.fromkeys(range(start, start + size), path))
        self.scene = scene
        self._document = Document("made.scene", SourceNode("scene", 1, 1, attributes))

    def ledger(self) -> Ledger:
        """A ledger in which nothing has happened yet."""
        ledger = Ledger()
        ledger.add(self._document)
        return ledger

    def ids(self, path: Path) -> Ids:
        return ids_of(at_path(self.scene, path))

    def settled(self, reads: Reads | None, ledger: Ledger | None = None, *, implied: Implied | None = None) -> Report:
        ledger = ledger or self.ledger()
        fates = settle(self.scene, reads, ledger, target="Test", implied=implied)
        return build_report(ledger, fates, Side(("made.scene",), "made", ""), Side(("out",), "test", ""))

    def fates(self, report: Report) -> dict[str, Fate]:
        """Leaf path -> fate, of every value."""
        return {line.path.partition("@")[2]: line.fate for line in report.ledger}


def _size(value: object) -> int:
    """Numbers of a tuple are values of their own; anything else is one value."""
    return len(value) if type(value) is tuple and all(type(item) is float for item in value) else 1


def _with_ids(value: Any, start: int) -> Any:
    if _size(value) > 1 or (type(value) is tuple and _size(value) == len(value) == 1 and type(value[0]) is float):
        return tuple(traced(item, (start + i,)) for i, item in enumerate(value))
    return traced(value, (start,))


def read_everything(node: Any, *, but: Path = ()) -> None:
    """Return what a perfect writer does: look at every leaf, all but one."""
    stack: list[tuple[Path, Any]] = [((), node)]
    while stack:
        path, here = stack.pop()
        for name in here.__struct_fields__:
            if (*path, name) == but:
                continue
            value = getattr(here, name)
            if is_node(value):
                stack.append(((*path, name), value))
            elif is_nodes(value):
                stack.extend(((*path, name, i), each) for i, each in enumerate(value))


def document(text: str, name: str = "a.xml") -> Document:
    from scenec.syntax.xml import read_xml

    return read_xml(text.encode(), name)
