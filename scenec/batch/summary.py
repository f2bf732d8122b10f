"""The balance of a migration: totals, what was lost by kind, what failed. Its size does not grow with the number of files."""

from __future__ import annotations

import os
import posixpath
from collections import Counter
from typing import Any

import msgspec

from scenec.accounting.finding import LEVELS, Finding
from scenec.accounting.render_markdown import cell
from scenec.accounting.render_text import Line, safe, shortened, summary_line
from scenec.accounting.report import Report, Side
from scenec.batch.result import STATUSES, Migrated, Status

SCHEMA = "scenec.migration/1"
TOLD = 1000
"""How many failures are listed; the rest are counted."""


class Kind:
    """All findings of one code: how many, in how many files, and the first of them with its file."""

    def __init__(self, first: Finding, file: str) -> None:
        self.first, self.file = first, file
        self.count = self.files = 0
        self.level = first.level

    def add(self, finding: Finding) -> None:
        self.count += finding.count
        self.level = max(self.level, finding.level, key=LEVELS.index)


class Summary:
    """Collects results as they come. statuses: how many files of each; kinds: code -> its findings; troubles: what failed or was
    held, and why. folder: the library's, which errors do not name."""

    def __init__(self, folder: str = "") -> None:
        self._folder = folder
        self.statuses: Counter[Status] = Counter()
        self.totals: Counter[str] = Counter()
        self.idle = 0
        self.kinds: dict[str, Kind] = {}
        self.troubles: list[tuple[Status, str, str]] = []
        self.untold = 0

    def add(self, result: Migrated, report: Report) -> None:
        """report: the result's, with the levels the user wants."""
        self.statuses[result.status] += 1
        self.totals.update(report.totals)
        self.idle += report.idle
        seen = set()
        for finding in report.findings:
            kind = self.kinds.get(finding.code)
            if kind is None:
                kind = self.kinds[finding.code] = Kind(finding, result.source)
            kind.add(finding)
            kind.files += finding.code not in seen
            seen.add(finding.code)
        if result.error:
            if len(self.troubles) < TOLD:
                self.troubles.append((result.status, result.source or result.target, self._inside(result.error)))
            else:
                self.untold += 1

    def _inside(self, error: str) -> str:
        """An error whose files are named from the library's folder: a summary is the same wherever that lies."""
        if not self._folder:
            return error
        error = error.replace(os.path.abspath(self._folder) + os.sep, "")
        return error.removeprefix(os.path.join(os.path.relpath(self._folder), ""))

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
        wide = max((len(code) for code, _ in shown), default=0)
        for code, kind in shown:
            because = kind.first.because or kind.first.consequence
            lines.append((kind.level, f"{kind.count:9,} in {kind.files:,}  {code:<{wide}}  {because}"))
        if len(shown) < len(kinds):
            lines.append(("", f"  and {len(kinds) - len(shown):,} more kinds of findings (--report lists them)"))
        lines.append(("total", self.balance()))
        return [(what, shortened(safe(text), width)) for what, text in lines]

    def to_json(self) -> dict[str, Any]:
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
            "findings": [_kind_json(code, kind) for code, kind in self.ranked()],
        }

    def markdown(self) -> str:
        lines = ["# Migration", "", f"{self.counts()}  ", self.balance(), ""]
        if self.troubles:
            lines += ["## Not done", "", "| | file | why |", "|---|---|---|"]
            lines += [f"| {status} | {cell(file)} | {cell(error)} |" for status, file, error in self.troubles]
            lines += ["", f"and {self.untold:,} more" if self.untold else ""]
        if self.kinds:
            columns = ("level", "code", "count", "files", "for example", "why", "consequence", "what to do")
            lines += ["## Findings", "", f"| {' | '.join(columns)} |", "|---|---|---:|---:|---|---|---|---|"]
            for code, kind in self.ranked():
                first = kind.first
                place = f"{kind.file}:{first.source.line}" if first.source else kind.file
                cells = [kind.level, code, f"{kind.count:,}", f"{kind.files:,}", place, first.because, first.consequence, first.hint]
                lines.append("| " + " | ".join(cell(each) for each in cells) + " |")
        return "\n".join(lines).rstrip("\n") + "\n"

    def html(self) -> str:
        """As a page of its own."""
        from scenec.accounting.render_html import findings_table, page, text

        body = ["<h1>Migration</h1>", f"<p><strong>{text(self.counts())}</strong><br>{text(self.balance())}</p>"]
        if self.troubles:
            rows = (f"<tr class=error><td class=level>{status}</td><td>{text(error)}</td></tr>" for status, _, error in self.troubles)
            more = f"<p>and {self.untold:,} more</p>" if self.untold else ""
            body += ["<h2>Not done</h2>", f"<table>{''.join(rows)}</table>{more}"]
        body += ["<h2>Findings</h2>", *findings_table(self.examples())]
        return page("Migration", body)

    def sarif(self, folder: str) -> dict[str, Any]:
        """As a SARIF log: each kind of finding at the first place where it was met. folder: the library's, as seen from where
        scenec runs."""
        from scenec.accounting.render_sarif import log

        return log(self.examples(folder), [error for _, _, error in self.troubles])

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

    def text(self) -> str:
        return "\n".join(line for _, line in self.screen(200, 10**6)) + "\n"


def _kind_json(code: str, kind: Kind) -> dict[str, Any]:
    counts = {"code": code, "level": kind.level, "count": kind.count, "files": kind.files}
    return {**counts, "first_file": kind.file, "first": kind.first.to_json()}
