"""The balance of a migration: totals, a row per file, what was lost by kind, what failed."""

from __future__ import annotations

import os
import posixpath
from collections import Counter
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import msgspec

from scenec.accounting.finding import LEVELS, Finding
from scenec.accounting.render_markdown import cell
from scenec.accounting.render_text import Line, safe, shortened, summary_line
from scenec.accounting.report import Report, Side
from scenec.batch.result import STATUSES, Migrated, Status
from scenec.batch.rows import HEADINGS, Link, Row, cells, row_of, table, unlinked

SCHEMA = "scenec.migration/1"
MOST_TROUBLES = 1000
"""How many failures are listed; the rest are counted."""


class Kind:
    """All findings of one code: how many, how many of them the baseline has, in how many files, and the first of them with its file."""

    def __init__(self, first: Finding, file: str) -> None:
        self.first, self.file = first, file
        self.count = self.known = self.files = 0
        self.level = first.level

    def add(self, finding: Finding, *, known: bool) -> None:
        self.count += finding.count
        self.known += finding.count * known
        self.level = max(self.level, finding.level, key=LEVELS.index)


class Summary:
    """Collects results as they come. statuses: how many files of each; rows: the files; kinds: code -> its findings; troubles: what
    failed or was held, and why. folder: the library's, which errors do not name. fingerprints: whether rows have them, as a baseline
    needs them."""

    def __init__(self, folder: str = "", *, fingerprints: bool = False) -> None:
        self._folder, self._fingerprints = folder, fingerprints
        self.rows: list[Row] = []
        self.statuses: Counter[Status] = Counter()
        self.totals: Counter[str] = Counter()
        self.idle = 0
        self.kinds: dict[str, Kind] = {}
        self.troubles: list[tuple[Status, str, str]] = []
        self.untold = 0

    def add(self, result: Migrated, report: Report) -> None:
        """report: the result's, with the levels that the user set."""
        self.statuses[result.status] += 1
        self.totals.update(report.totals)
        self.idle += report.idle
        seen = set()
        for index, finding in enumerate(report.findings):
            kind = self.kinds.get(finding.code)
            if kind is None:
                kind = self.kinds[finding.code] = Kind(finding, result.source)
            kind.add(finding, known=index in report.known)
            kind.files += finding.code not in seen
            seen.add(finding.code)
        error = self._inside(result.error) if result.error else ""
        if result.source:
            self.rows.append(row_of(result, report, error, fingerprints=self._fingerprints))
        if error:
            if len(self.troubles) < MOST_TROUBLES:
                self.troubles.append((result.status, result.source or result.target, error))
            else:
                self.untold += 1

    def _inside(self, error: str) -> str:
        """An error whose files are named from the library's folder: a summary is the same wherever that lies."""
        if not self._folder:
            return error
        error = error.replace(os.path.abspath(self._folder) + os.sep, "")
        return error.removeprefix(os.path.join(os.path.relpath(self._folder), ""))

    @property
    def title(self) -> str:
        """Return the heading of the page: it names the library's folder."""
        return f"Migration of {os.path.basename(os.path.abspath(self._folder))}" if self._folder else "Migration"

    @property
    def failed(self) -> bool:
        return bool(self.statuses["failed"] or self.statuses["held"])

    def ranked(self) -> list[tuple[str, Kind]]:
        """Codes and their findings, worst and most frequent first."""
        return sorted(self.kinds.items(), key=lambda item: (-LEVELS.index(item[1].level), -item[1].count, item[0]))

    def counts(self) -> str:
        """``12 files: 10 converted, 1 unchanged, 1 failed``."""
        sources = sum(count for status, count in self.statuses.items() if status not in ("stale", "pruned"))
        parts = ", ".join(f"{self.statuses[status]:,} {status}" for status in STATUSES if self.statuses[status])
        return f"{sources:,} file{'s' * (sources != 1)}: {parts or 'nothing to do'}"

    def balance(self) -> str:
        return summary_line(Report(Side(), Side(), {"values": 0, **self.totals}, (), None, self.idle))

    def screen(self, width: int, height: int) -> list[Line]:
        """One screen: troubles first, then kinds of findings, worst first, then the totals."""
        room = height - 3
        lines: list[Line] = [("head", self.counts())]
        troubles = self.troubles[: max(room // 2, 3)]
        lines += [("error", f"  {status}: {error}") for status, _, error in troubles]
        hidden = len(self.troubles) + self.untold - len(troubles)
        if hidden:
            lines.append(("", f"  and {hidden:,} more that failed or were held (--report lists them)"))
        kinds = self.ranked()
        shown = kinds[: max(room - len(lines), 3)]
        lines += zip(["", *(kind.level for _, kind in shown)], self._kind_table(shown), strict=True) if shown else []
        if len(shown) < len(kinds):
            lines.append(("", f"  and {len(kinds) - len(shown):,} more kinds of findings (--report lists them)"))
        lines.append(("total", self.balance()))
        return [(what, shortened(safe(text), width)) for what, text in lines]

    def _kind_table(self, kinds: Sequence[tuple[str, Kind]]) -> list[str]:
        """A heading, and a line for each kind of findings."""
        some_known = any(kind.known for _, kind in kinds)
        rows = (
            (kind.level, f"{kind.count:,}", f"{kind.known:,}" if some_known else "", f"{kind.files:,}", code, _what(kind))
            for code, kind in kinds
        )
        return [line.rstrip() for line in table(("level", "count", "known", "files", "code", "what happened"), rows)]

    def to_json(self, link: Link = unlinked) -> dict[str, Any]:
        """As plain data, schema `scenec.migration/1` (scenec/schemas/migration.schema.json)."""
        from scenec import __version__

        return {
            "schema": SCHEMA,
            "scenec": __version__,
            "files": {status: self.statuses[status] for status in STATUSES},
            "totals": {"values": 0, **dict(sorted(self.totals.items()))},
            "without_effect": self.idle,
            "troubles": [{"status": status, "file": file, "error": error} for status, file, error in self.troubles],
            "untold_troubles": self.untold,
            "rows": [row.to_json(link) for row in self.rows],
            "findings": [_kind_json(code, kind) for code, kind in self.ranked()],
        }

    def markdown(self, link: Link = unlinked) -> str:
        lines = [f"# {cell(self.title)}", "", f"{self.counts()}  ", self.balance(), ""]
        if self.troubles:
            lines += ["## Files not converted", "", "| status | file | error |", "|---|---|---|"]
            lines += [f"| {status} | {cell(file)} | {cell(error)} |" for status, file, error in self.troubles]
            lines += ["", f"and {self.untold:,} more" if self.untold else ""]
        if self.rows:
            lines += ["## Files", "", f"| {' | '.join(HEADINGS)} |", "|---|---|---|---:|---:|---|"]
            for row in self.rows:
                *texts, place = cells(row, link)
                shown = f"[report](<{quote(place.encode('utf-8', 'surrogateescape'))}>)" if place else ""
                lines.append("| " + " | ".join([*(cell(each) for each in texts), shown]) + " |")
            lines.append("")
        if self.kinds:
            columns = ("level", "code", "count", "known", "files", "for example", "what happened", "why", "effect", "what to do")
            lines += ["## Findings", "", f"| {' | '.join(columns)} |", "|---|---|---:|---:|---:|---|---|---|---|---|"]
            for code, kind in self.ranked():
                first = kind.first
                place = f"{kind.file}:{first.source.line}" if first.source else kind.file
                counts = (f"{kind.count:,}", f"{kind.known:,}", f"{kind.files:,}")
                texts = [kind.level, code, *counts, place, first.title(kind.count), first.because, first.consequence, first.hint]
                lines.append("| " + " | ".join(cell(each) for each in texts) + " |")
        return "\n".join(lines).rstrip("\n") + "\n"

    def html(self, link: Link = unlinked) -> str:
        """As a page of its own."""
        from scenec.batch.summary_page import summary_page

        return summary_page(self, link)

    def sarif(self, folder: str, link: Link = unlinked) -> dict[str, Any]:
        """As a SARIF log: each kind of finding at the first place where it was met, and each file as an artifact. folder: the library's,
        as seen from where scenec runs."""
        from scenec.accounting.render_sarif import BASE, log

        whole = log(self.examples(folder), [error for _, _, error in self.troubles])
        artifacts = []
        for row in self.rows:
            said = row.to_json(link)
            uri = quote(posixpath.normpath(posixpath.join(folder, row.file)).encode("utf-8", "surrogateescape"))
            properties = {name: said[name] for name in ("status", "level", "lost", "known", "values", "error", "note", "target", "report")}
            artifacts.append({"location": {"uri": uri, "uriBaseId": BASE}, "roles": ["analysisTarget"], "properties": properties})
        whole["runs"][0]["artifacts"] = artifacts
        return whole

    def examples(self, folder: str = "") -> list[Finding]:
        """The first finding of each kind, standing for all of them, its file named from the library's folder."""
        found = []
        for _, kind in self.ranked():
            source = kind.first.source
            if source is not None:
                inside = posixpath.join(folder, posixpath.dirname(kind.file), source.file)
                source = msgspec.structs.replace(source, file=posixpath.normpath(inside))
            found.append(msgspec.structs.replace(kind.first, source=source, level=kind.level, count=kind.count))
        return found

    def text(self, link: Link = unlinked) -> str:
        """As plain text, nothing cut."""
        return "\n".join(line.rstrip() for line in self.lines(link)) + "\n"

    def lines(self, link: Link = unlinked) -> list[str]:
        """For files and logs: all that failed, a line per file, all kinds of findings, the totals."""
        lines = [self.counts(), *(safe(f"  {status}: {error}") for status, _, error in self.troubles)]
        if self.untold:
            lines.append(f"  and {self.untold:,} more that failed or were held")
        if self.rows:
            shown = HEADINGS if any(row.known for row in self.rows) else tuple(name for name in HEADINGS if name != "known findings")
            rows = (dict(zip(HEADINGS, cells(row, link), strict=True)) for row in self.rows)
            lines += ["", *table(shown, [[row[name] for name in shown] for row in rows])]
        if self.kinds:
            lines += ["", *self._kind_table(self.ranked())]
        return [*lines, *([""] if self.rows else []), safe(self.balance())]


def _what(kind: Kind) -> str:
    return ": ".join(each for each in (kind.first.title(kind.count), kind.first.reason) if each)


def _kind_json(code: str, kind: Kind) -> dict[str, Any]:
    counts = {"code": code, "level": kind.level, "count": kind.count, "known": kind.known, "files": kind.files}
    return {**counts, "first_file": kind.file, "first": kind.first.to_json()}
