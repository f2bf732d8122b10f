"""One report of several conversions."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from scenec.accounting.finding import LEVELS, Finding
from scenec.accounting.report import LedgerLine, LedgerLines, Report, Side


def merged(reports: Sequence[tuple[Report, str, str]], start: str | None = None) -> Report:
    """The reports as one: totals added up, findings worst first, files named from a common folder.

    reports: each with the folders, relative to that common one, that its source and target names start from. start: where that
    common folder is.
    """
    totals: Counter[str] = Counter()
    ranked: list[tuple[Finding, int, int]] = []
    for number, (report, folder, _) in enumerate(reports):
        totals.update(report.totals)
        ranked += [(_moved(finding, folder), number, index) for index, finding in enumerate(report.findings)]
    ranked.sort(key=lambda each: -LEVELS.index(each[0].level))
    places = {(number, index): place for place, (_, number, index) in enumerate(ranked)}
    whole = Report(
        _sides([(report.source, folder) for report, folder, _ in reports]),
        _sides([(report.target, folder) for report, _, folder in reports]),
        totals,
        [finding for finding, _, _ in ranked],
        LedgerLines(lambda: _lines(reports, places)),
        sum(report.idle for report, _, _ in reports),
    )
    whole.folder = start
    whole.files = tuple(file for report, _, _ in reports for file in report.files)
    whole.excused = frozenset(places[number, index] for number, (report, _, _) in enumerate(reports) for index in report.excused)
    whole.known = frozenset(places[number, index] for number, (report, _, _) in enumerate(reports) for index in report.known)
    return whole


def _sides(sides: Sequence[tuple[Side, str]]) -> Side:
    """All files; the format and version if they are the same for all."""
    formats = {side.format for side, _ in sides}
    versions = {side.version for side, _ in sides}
    files = tuple(dict.fromkeys(_inside(folder, file) for side, folder in sides for file in side.files))
    return Side(files, formats.pop() if len(formats) == 1 else "", versions.pop() if len(versions) == 1 else "")


def _lines(reports: Sequence[tuple[Report, str, str]], places: dict[tuple[int, int], int]) -> Iterator[LedgerLine]:
    for number, (report, folder, below) in enumerate(reports):
        for line in report.ledger:
            finding = None if line.finding is None else places[number, line.finding]
            target = tuple([msgspec.structs.replace(each, file=_inside(below, each.file)) for each in line.target])
            yield msgspec.structs.replace(line, file=_inside(folder, line.file), finding=finding, target=target)


def _moved(finding: Finding, folder: str) -> Finding:
    if finding.source is None:
        return finding
    return msgspec.structs.replace(finding, source=msgspec.structs.replace(finding.source, file=_inside(folder, finding.source.file)))


def _inside(folder: str, file: str) -> str:
    return os.path.normpath(os.path.join(folder, file)).replace(os.sep, "/")
