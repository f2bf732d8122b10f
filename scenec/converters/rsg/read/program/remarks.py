"""Findings that are made while files are executed: each place is reported once, however often it is executed."""

from __future__ import annotations

from typing import Any

from scenec.accounting.code import Code
from scenec.accounting.finding import Level
from scenec.accounting.id_set import IdSet
from scenec.accounting.ledger import Ledger
from scenec.converters.rsg.findings import program as rows
from scenec.source import Origin
from scenec.syntax.tree import Document, SourceNode
from scenec.trace import Ids, ids_of, traced


class StoppedError(Exception):
    """SimSpark skips the rest of the file. row, slots: of the finding; node: where it stops; ids: of the values it is about."""

    def __init__(self, row: Code, node: SourceNode, ids: tuple[int, ...], **slots: Any) -> None:
        super().__init__(row.code)
        self.row = row
        self.node = node
        self.ids = ids
        self.slots = slots

    def report(self, remarks: Remarks, document: Document) -> None:
        """Report it as a finding about a file."""
        remarks.report(self.row, self.ids, origin=Origin(document, self.node), **self.slots)


class Remarks:
    """Collect findings while files are executed. One place in a file may be executed many times: it is reported once, and a value is
    without effect only if it never had any."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.live_ids = IdSet()
        self.used_ids = IdSet()
        self.offered_ids = IdSet()
        self._reported: set[tuple[str, Ids]] = set()
        self._idle: dict[tuple[str, Ids], tuple[Code, Origin]] = {}

    def live(self, *ids: int) -> None:
        """Note values that were executed."""
        self.live_ids.update(ids)

    def used(self, *ids: int) -> None:
        """Note values that a call or a switch uses."""
        self.used_ids.update(ids)

    def offered(self, ids: Ids) -> None:
        """Note values of definitions and parameters, which are reported if nothing uses them."""
        self.offered_ids.update(ids)

    def consumed(self, *ids: int) -> None:
        """Note values that steered the reading and are no part of the scene."""
        self.ledger.consumed_ids.update(ids)

    def idle(self, row: Code, ids: Ids, source: SourceNode, document: Document) -> None:
        """Note values that were not executed this time; they are reported at the end if they never were."""
        self._idle.setdefault((row.code, ids), (row, Origin(document, source)))

    def report(self, row: Code, ids: Ids, *, origin: Origin | None = None, level: Level | None = None, **slots: Any) -> None:
        """Report a finding about some values, once for the same values."""
        if (row.code, ids) in self._reported:
            return
        self._reported.add((row.code, ids))
        self.live_ids.update(ids)
        self.ledger.report(row, about=traced("", ids) if ids else None, origin=origin, level=level, **slots)

    def ineffective(
        self,
        row: Code,
        ids: Ids,
        *,
        level: Level | None = None,
        origin: SourceNode | None = None,
        document: Document | None = None,
        **slots: Any,
    ) -> None:
        """Report values that have no effect under SimSpark's own rules. No ids: nothing is reported."""
        if not ids:
            return
        where = Origin(document, origin) if origin is not None and document is not None else None
        self.report(row, ids, level=level, origin=where, **slots)

    def import_failed(self, document: Document, atom: SourceNode, arguments: tuple[str, ...], **slots: Any) -> None:
        """Report a file that is not imported. arguments: of the call; slots: see the row."""
        ids = tuple(value_id for argument in arguments for value_id in ids_of(argument))
        self.live(*ids)
        self.report(rows.IMPORT_FAILED, ids, origin=Origin(document, atom), **slots)

    def report_once(self, key: tuple[str, Ids], row: Code, **said: Any) -> None:
        """Report a finding that is about no values, once for the same key."""
        if key not in self._reported:
            self._reported.add(key)
            self.ledger.report(row, **said)

    def settle(self) -> None:
        """Report at the end the values that never had an effect."""
        for (_, ids), (row, origin) in self._idle.items():
            never = tuple(value_id for value_id in ids if value_id not in self.live_ids)
            if never:
                self.report(row, never, origin=origin)
        needed = (self.used_ids, self.ledger.consumed_ids)
        unused = [value_id for value_id in self.offered_ids if not any(value_id in ids for ids in needed)]
        for run in runs(unused):
            self.report(rows.VARIABLE_UNUSED, run)
        for document in self.ledger.documents:
            if document.syntax == "sexp":
                every = range(document.first_id, document.first_id + document.count)
                for run in runs([value_id for value_id in every if value_id not in self.live_ids]):
                    self.report(rows.TEXT_NOT_EXECUTED, run)


def runs(ids: list[int]) -> list[Ids]:
    """Split ids into runs of consecutive ones."""
    result: list[list[int]] = []
    for value_id in ids:
        if result and result[-1][-1] == value_id - 1:
            result[-1].append(value_id)
        else:
            result.append([value_id])
    return [tuple(each) for each in result]
