"""Scenes in which every value knows where it came from, and what a conversion says about each of them.

A scene made by hand has no source. Here each of its leaves gets a source of its own: a document with one attribute per value,
named by the leaf's path, so that the ledger can be asked leaf by leaf.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from scenec import ir
from scenec.accounting.build_report import build_report
from scenec.accounting.finding import Fate
from scenec.accounting.leaf_uses import LeafUses
from scenec.accounting.ledger import Ledger
from scenec.accounting.report import Report, Side
from scenec.accounting.settle import Implied, settle
from scenec.ir.walk import at_path, leaves, with_value
from scenec.syntax.tree import Document, FileName, SourceNode
from scenec.trace import Ids, ids_of, traced

Path = tuple[Any, ...]


class Written(NamedTuple):
    """A scene as a writer got it, and what the writer claimed of it."""

    scene: ir.Scene
    uses: LeafUses

    def prints(self, *values: object) -> Written:
        """Claim values of the scene."""
        self.uses.claim(ids_of(values))
        return self


def written(scene: ir.Scene) -> Written:
    """Return a scene for a writer that has claimed nothing yet."""
    uses = LeafUses()
    return Written(uses.stamped(scene), uses)


def unclaimed(made: Written) -> set[str]:
    """Return the paths of the leaves of which not all parts are claimed."""
    return {dotted(path) for path, value in leaves(made.scene) if not made.uses.mark_of(value)}


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
        self._document = Document(FileName("made.scene"), SourceNode("scene", 1, 1, attributes))

    def ledger(self) -> Ledger:
        """A ledger in which nothing has happened yet."""
        ledger = Ledger()
        ledger.add(self._document)
        return ledger

    def ids(self, path: Path) -> Ids:
        return ids_of(at_path(self.scene, path))

    def written(self, *looks: str) -> Written:
        """Return the scene of a writer that prints these values: dotted paths."""
        made = written(self.scene)
        for look in looks:
            at: Any = made.scene
            for step in look.split("."):
                at = at[int(step)] if isinstance(at, tuple) else getattr(at, step)
            made.prints(at)
        return made

    def all_but(self, but: Path = ()) -> Written:
        """Return the scene of a perfect writer, which prints every leaf, but those below one path."""
        made = written(self.scene)
        return made.prints(*(value for path, value in leaves(made.scene) if not but or path[: len(but)] != but))

    def settled(self, made: Written | None, ledger: Ledger | None = None, *, implied: Implied | None = None) -> Report:
        ledger = ledger or self.ledger()
        if made is None:
            fates = settle(self.scene, ledger, is_written=False, target="Test", implied=implied)
        else:
            ledger.uses = made.uses
            fates = settle(made.scene, ledger, target="Test", implied=implied)
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


def document(text: str, name: str = "a.xml") -> Document:
    from scenec.syntax.xml import read_xml

    return read_xml(text.encode(), name)
