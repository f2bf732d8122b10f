"""One row per file of a migration: what became of it, and where its own report is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from scenec.accounting.finding import LEVELS
from scenec.accounting.render_text import safe
from scenec.accounting.report import Report
from scenec.batch.result import Migrated, Status

Link = Callable[[str], str]
"""Source file -> its own report, from where the report of the migration is; "" if there is none."""


def unlinked(file: str) -> str:
    """No file has a report of its own."""
    return ""


class Row(msgspec.Struct, frozen=True, gc=False):
    """file, target: the source and its main output, from the folders of the library and the migration, with ``/``. level: of its worst
    finding that is not known, "" if there is none. lost: values. known: findings that the baseline has. error: why it failed; note: why
    it was skipped.
    fingerprints: of its findings, with their numbers; only where they were asked for."""

    file: str
    target: str
    status: Status
    level: str
    lost: int
    known: int
    values: int
    error: str = ""
    fingerprints: dict[str, int] | None = None
    note: str = ""

    @property
    def has_report(self) -> bool:
        return self.status not in ("failed", "skipped")

    def to_json(self, link: Link) -> dict[str, Any]:
        return {
            "file": self.file,
            "target": self.target,
            "status": self.status,
            "level": self.level or None,
            "lost": self.lost,
            "known": self.known,
            "values": self.values,
            "error": self.error,
            "note": self.note,
            "report": self.link(link) or None,
            "fingerprints": self.fingerprints or {},
        }

    def link(self, link: Link) -> str:
        return link(self.file) if self.has_report else ""


def row_of(result: Migrated, report: Report, error: str, *, fingerprints: bool) -> Row:
    """The row of a file. report: the result's, with the levels that the user set."""
    if result.status in ("failed", "held"):
        level = "error"
    else:
        levels = [finding.level for index, finding in enumerate(report.findings) if index not in report.known]
        level = max(levels, key=LEVELS.index, default="")
    known = sum(report.findings[index].count for index in report.known)
    found: dict[str, int] | None = None
    if fingerprints:
        found = {}
        for finding in report.findings:
            name = finding.fingerprint()
            found[name] = found.get(name, 0) + finding.count
    lost = report.lost
    return Row(result.source, result.target, result.status, level, lost, known, report.totals.get("values", 0), error, found, result.note)


def cells(row: Row, link: Link) -> tuple[str, ...]:
    """The row as texts for people, see `HEADINGS`."""
    status = f"{row.status}: {row.note}" if row.note else row.status
    return row.file, status, row.level or "-", f"{row.lost:,}", f"{row.known:,}", row.link(link)


HEADINGS = ("file", "status", "worst level", "lost values", "known findings", "report")
NUMBERS = ("lost values", "known findings", "count", "known", "files")


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Rows of texts as aligned lines, nothing cut; numbers to the right. Columns that are empty are left out."""
    body = [[safe(each) for each in row] for row in rows]
    used = [index for index, _ in enumerate(headings) if any(row[index] for row in body)]
    lines = [[headings[index] for index in used], *([row[index] for index in used] for row in body)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(used))]
    return ["  ".join(_cell(text, headings[index], width) for text, index, width in zip(line, used, widths, strict=True)) for line in lines]


def _cell(text: str, heading: str, width: int) -> str:
    return f"{text:>{width}}" if heading in NUMBERS else f"{text:<{width}}"
