"""What is told of a record: values that an edit made stale, and what it says wrongly."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scenec.accounting.finding import excerpt
from scenec.accounting.ledger import Ledger
from scenec.carry.values import written
from scenec.converters.format import CarriedRow
from scenec.trace import traced


class Telling:
    """Findings about a record. Each names the part that a row is about, as paths of the scene call it."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def _report(
        self, row: CarriedRow, code: str, fate: Any, level: Any, *, because: str, consequence: str, hint: str = "", target: str = ""
    ) -> None:
        self.ledger.report(
            code, fate, level, "metadata", about=traced("", row.ids) if row.ids else None, subject=subject_of(row.of, row.field),
            value=excerpt(row.text), target=target, because=because, consequence=consequence, hint=hint,
        )  # fmt: skip

    def stale(self, row: CarriedRow, now: Any, why: str = "") -> None:
        was = row.attributes.get("was")
        because = why or f"the file said {excerpt(was) if was is not None else 'nothing'} there when this was carried, and was edited since"
        target = excerpt(written(now)) if now is not None else "nothing"
        if row.text == "null" and now is None:
            return
        self._report(
            row, "carried-value-stale-ineffective", "dropped", "warning", target=target, because=because,
            consequence="the result has what the file says now, not the carried value",
            hint="undo the edit to get the carried value back, or remove the carried value",
        )  # fmt: skip

    def gone(self, row: CarriedRow) -> None:
        if row.text == "null":
            return
        self._report(
            row, "carried-value-stale-ineffective", "dropped", "warning", target="nothing",
            because="what it belongs to is not in the file (any more)",
            consequence="the carried value is not in the result", hint="remove the carried value, or give its part the old name again",
        )  # fmt: skip

    def unshown(self, key: str, rows: Iterable[CarriedRow]) -> None:
        """A mesh that nothing shows, since all that showed it was edited."""
        ids = tuple(value_id for row in rows for value_id in row.ids)
        self.ledger.report(
            "carried-value-stale-ineffective", "dropped", "note", "metadata", about=traced("", ids) if ids else None,
            subject=subject_of(key, ()), target="nothing", because="what showed it was edited since",
            consequence="the carried mesh is not in the result, which has what the file shows now", hint="undo the edit to get it back",
        )  # fmt: skip

    def taken(self, row: CarriedRow) -> None:
        self._report(
            row, "carried-value-stale-ineffective", "dropped", "warning", target=subject_of(row.of, ()),
            because="the file has something of that name now",
            consequence="the result has what the file says now", hint="give it another name to get what was carried back too",
        )  # fmt: skip

    def otherwise(self, row: CarriedRow) -> None:
        self._report(
            row, "carried-form-ineffective", "dropped", "note", because="the file was edited there",
            consequence="nothing: the result says what the file says, only not in the frame and with the digits of the source",
        )  # fmt: skip

    def replaced(self, row: CarriedRow) -> None:
        self._report(
            row, "carried-value-stale-ineffective", "dropped", "warning", target="what was made in its place",
            because="what was made in its place was edited since", consequence="the result has what was made, not what was carried",
            hint="undo the edit to get the original back",
        )  # fmt: skip

    def made(self, row: CarriedRow, key: str) -> None:
        self._report(
            row, "carried-part-edited", "kept", "note", target=subject_of(key, ()),
            because="it was made for this format, and it or what hangs on it was edited since",
            consequence="it is in the result, beside what it was made for", hint="remove it if it was not edited on purpose",
        )  # fmt: skip

    def incomplete(self, key: str, missing: str) -> None:
        self.ledger.report(
            "carried-value-invalid", "invalid", "warning", "metadata", subject=subject_of(key, ()),
            because=f"what was carried of it lacks its {missing}",
            consequence="it is not in the result", hint="convert from the source again",
        )  # fmt: skip

    def wrong(self, row: CarriedRow, problem: str) -> None:
        self._report(
            row, "carried-value-invalid", "invalid", "warning", because=problem, consequence="the result has what the file itself says",
            hint="convert from the source again, or correct the carried value",
        )  # fmt: skip

    def refused(self, rows: Iterable[CarriedRow], problem: str) -> None:
        """All of a record that makes no scene."""
        ids = tuple(value_id for row in rows for value_id in row.ids)
        self.ledger.report(
            "carried-value-invalid", "invalid", "warning", "metadata", about=traced("", ids) if ids else None, subject="what was carried",
            because=f"with it there is no scene: {problem}", consequence="the result has what the file itself says, nothing is put back",
            hint="convert from the source again",
        )  # fmt: skip


def subject_of(key: str, field: tuple[str, ...]) -> str:
    """A part as paths of the scene call it: ``arm::elbow.dynamics.damping``."""
    word, _, path = key.partition("/")
    if word == "scene":
        path = path.replace("/", ".") if path else ""
    else:
        path = path.replace("/", ".")
    name = path or word
    return f"{name}.{'.'.join(field)}" if field else name
