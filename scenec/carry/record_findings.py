"""Findings about a record: values that an edit made stale, and rows that are wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scenec.accounting.code import Code
from scenec.accounting.finding import as_sentence, excerpt
from scenec.accounting.ledger import Ledger
from scenec.carry.findings import CARRIED_FORM_INEFFECTIVE, CARRIED_PART_EDITED, CARRIED_VALUE_INVALID, CARRIED_VALUE_STALE
from scenec.carry.values import written
from scenec.converters.format import CarriedRow
from scenec.trace import traced


class RecordFindings:
    """Findings about a record. Each names the part that a row is about, as paths of the scene call it."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def _report(self, of: CarriedRow, row: Code, *, target: str = "", **slots: Any) -> None:
        self.ledger.report(
            row,
            about=traced("", of.ids) if of.ids else None,
            subject=subject_of(of.of, of.field),
            value=excerpt(of.text),
            target=target,
            **slots,
        )

    def stale(self, row: CarriedRow, now: Any, why: str = "") -> None:
        was = row.attributes.get("was")
        stated = excerpt(was) if was is not None else "no value"
        target = excerpt(written(now)) if now is not None else "no value"
        if row.text == "null" and now is None:
            return
        self._report(
            row,
            CARRIED_VALUE_STALE,
            target=target,
            why=why or f"The file stated {stated} there when this was carried, and was edited since.",
            fix="Undo the edit to get the carried value back, or remove the carried value.",
        )

    def gone(self, row: CarriedRow) -> None:
        if row.text == "null":
            return
        self._report(
            row,
            CARRIED_VALUE_STALE,
            target="no value",
            why="The part that it belongs to is not in the file.",
            fix="Remove the carried value, or give its part the old name again.",
        )

    def unshown(self, key: str, rows: Iterable[CarriedRow]) -> None:
        """A mesh that no shape shows, since all that showed it were edited."""
        ids = tuple(value_id for row in rows for value_id in row.ids)
        self.ledger.report(
            CARRIED_VALUE_STALE,
            level="note",
            about=traced("", ids) if ids else None,
            subject=subject_of(key, ()),
            target="no value",
            why="The shapes that showed this mesh were edited since.",
            fix="Undo the edit to get the mesh back.",
        )

    def taken(self, row: CarriedRow) -> None:
        self._report(
            row,
            CARRIED_VALUE_STALE,
            target=subject_of(row.of, ()),
            why="The file has a part of this name now.",
            fix="Rename the new part to get the carried one back, too.",
        )

    def otherwise(self, row: CarriedRow) -> None:
        self._report(row, CARRIED_FORM_INEFFECTIVE)

    def replaced(self, row: CarriedRow) -> None:
        self._report(
            row,
            CARRIED_VALUE_STALE,
            target="the replacement",
            why="The part that was made in its place was edited since.",
            fix="Undo the edit to get the original back.",
        )

    def made(self, row: CarriedRow, key: str) -> None:
        self._report(row, CARRIED_PART_EDITED, target=subject_of(key, ()))

    def incomplete(self, key: str, missing: str) -> None:
        self.ledger.report(
            CARRIED_VALUE_INVALID,
            subject=subject_of(key, ()),
            why=f"The carried part lacks its {missing}.",
            what="The part is not in the result.",
        )

    def wrong(self, row: CarriedRow, problem: str) -> None:
        self._report(row, CARRIED_VALUE_INVALID, why=as_sentence(problem), what="The result has what the file itself states.")

    def refused(self, rows: Iterable[CarriedRow], problem: str) -> None:
        """All of a record that makes no scene."""
        ids = tuple(value_id for row in rows for value_id in row.ids)
        self.ledger.report(
            CARRIED_VALUE_INVALID,
            about=traced("", ids) if ids else None,
            subject="carried record",
            why=f"With the carried values, the scene is invalid: {problem.rstrip('.')}.",
            what="The carried values are not put back.",
        )


def subject_of(key: str, field: tuple[str, ...]) -> str:
    """A part as paths of the scene call it: ``arm::elbow.dynamics.damping``."""
    word, _, path = key.partition("/")
    if word == "scene":
        path = path.replace("/", ".") if path else ""
    else:
        path = path.replace("/", ".")
    name = path or word
    return f"{name}.{'.'.join(field)}" if field else name
