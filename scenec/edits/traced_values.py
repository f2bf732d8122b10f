"""Which value of an original a value of what it converts to came from: by the places at which the conversion printed it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scenec.accounting.report import LedgerLine
from scenec.conversion import Origin
from scenec.edits.changes import Path
from scenec.ir.walk import leaves
from scenec.source import Source
from scenec.syntax.splice import NotFoundError, SourceText
from scenec.trace import ids_of

Place = tuple[int, int]
"""Line and column in the main file of a result."""


class TracedValues:
    """original: as it was read; now: its conversion, read again; data: the main file of that; lines: the ledger of the conversion, with
    places."""

    def __init__(self, original: Origin, now: Origin, data: bytes, lines: Iterable[LedgerLine]) -> None:
        assert now.record is not None
        self._now = now
        self._text = SourceText(data, now.record.syntax)
        self._sources: dict[Place, set[tuple[str, int, int, str]]] = {}
        main = now.ledger.documents[0].name
        for line in lines:
            for target in line.target:
                if target.file == main:
                    self._sources.setdefault((target.line, target.column), set()).add((line.file, line.line, line.column, line.path))
        stated = {path: ids_of(value) for path, value in leaves(original.scene) if ids_of(value)}
        places = original.ledger.locate({each for ids in stated.values() for each in ids})
        self._paths: dict[tuple[str, int, int, str], list[Path]] = {}
        for path, ids in stated.items():
            for source, _ in (places[each] for each in ids if each in places):
                self._paths.setdefault((source.file, source.line, source.column, source.path), []).append(path)

    def of(self, value: Any) -> list[Path]:
        """The paths in the original of the values that a value of the result was printed from."""
        found: dict[Path, None] = {}
        for source, _ in self._now.ledger.locate(ids_of(value)).values():
            for each in sorted(self._sources.get(self._place(source), ())):
                found.update(dict.fromkeys(self._paths.get(each, ())))
        return list(found)

    def _place(self, source: Source) -> Place:
        """Where the text of a value begins, which may be known by its element only."""
        try:
            start = self._text.value(source.line, source.column, source.path.rpartition("/@")[2] if "/@" in source.path else "").start
        except NotFoundError:
            return source.line, source.column
        return self._text.place(start)
