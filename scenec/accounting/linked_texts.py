"""Source and result as texts side by side: which lines a page shows, and which value of one stands where in the other.

What is linked comes from the ledger alone: where a value stands in the source, and its `target` (`scenec.accounting.source_map`). Files
that are too large for a page are shown around the places that findings name and around the places these values went to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from scenec.accounting.finding import SUMMED_FATES, Fate

if TYPE_CHECKING:
    from scenec.accounting.report import LedgerLine, Report

MOST_ROWS, MOST_CHARACTERS, MOST_VALUES = 10_000, 400_000, 20_000
"""Limits of what a page shows of each side."""
LONGEST = 300
"""Characters in a row: a longer line is several."""
AROUND = 3
"""Lines that are shown before and after a place, in a file that is not shown as a whole."""
HEAD = 40
"""Lines that are shown of a large file of which nothing is mentioned."""
MOST_OF_A_FINDING = 3
"""Places in the result that a finding leads to."""

Lines = Callable[[str], Sequence[str] | None]
"""The lines of a file, as the report names it; None if it cannot be shown."""
Place = tuple[str, int, int]
"""File, line and column, from 1."""


class Row(NamedTuple):
    """A line, or a part of one that is long. start: how many characters of the line come before."""

    line: int
    start: int
    text: str


class ShownFile(msgspec.Struct, frozen=True):
    """A file and what is shown of it. lines: how many it has."""

    name: str
    rows: Sequence[Row]
    lines: int
    whole: bool


class Spot(msgspec.Struct):
    """A place at which values stand. partners: the spots of the other side, by number. path, value: of the first value, of the source only.
    fate: the worst of its values. finding: the number of the first finding that speaks of one. elsewhere: a place in the result
    that is not on the page."""

    place: Place
    partners: list[int]
    path: str = ""
    value: str = ""
    fate: Fate = "kept"
    finding: int | None = None
    elsewhere: str = ""


class LinkedTexts(msgspec.Struct):
    """Both sides. known: whether any place in the result is. cut: not all values that are shown are linked. of_findings: finding -> numbers
    of spots in the result."""

    source: Sequence[ShownFile]
    result: Sequence[ShownFile]
    sources: list[Spot]
    results: list[Spot]
    known: bool
    cut: bool
    of_findings: Mapping[int, Sequence[int]]


def linked_texts(report: Report, source_lines: Lines, result_lines: Lines) -> LinkedTexts:
    """Return what a page shows of the files of a report."""
    named = [finding.source for finding in report.findings if finding.source is not None and finding.source.line]
    source = shown_files(report.source.files, source_lines, [(each.file, each.line, each.column) for each in named])
    lines, known, cut = _values_in(report.ledger, source) if source else ([], False, False)
    wanted: dict[Place, None] = {}
    for mentioned in (True, False):
        for line in lines:
            if (line.finding is not None) == mentioned:
                wanted.update(dict.fromkeys((each.file, each.line, each.column) for each in line.target))
    blocks = {file for file, _, _ in wanted} - {file for file, *at in wanted if at != [1, 1]}
    result = shown_files(report.target.files, result_lines, list(wanted), blocks) if known else ()
    sources, results = _linked(lines, result)
    return LinkedTexts(source, result, sources, results, known, cut, _of_findings(report, sources))


def _linked(lines: Sequence[LedgerLine], result: Sequence[ShownFile]) -> tuple[list[Spot], list[Spot]]:
    """The spots of both sides, each with its partners."""
    on_page = _OnPage(result)
    sources: dict[Place, Spot] = {}
    results: list[Spot] = []
    numbers: dict[Place, int] = {}
    for line in lines:
        place = (line.file, line.line, line.column)
        spot = sources.setdefault(place, Spot(place, [], line.path, line.value))
        spot.fate = max(spot.fate, line.fate, key=SUMMED_FATES.index)
        spot.finding = line.finding if spot.finding is None else spot.finding
        for target in line.target:
            there = (target.file, target.line, target.column)
            if there not in on_page:
                spot.elsewhere = spot.elsewhere or str(target)
                continue
            if there not in numbers:
                numbers[there] = len(results)
                results.append(Spot(there, []))
            if numbers[there] not in spot.partners:
                spot.partners.append(numbers[there])
    for number, spot in enumerate(sources.values()):
        for partner in spot.partners:
            results[partner].partners.append(number)
    return list(sources.values()), results


def shown_files(names: Iterable[str], lines_of: Lines, wanted: Sequence[Place], blocks: Collection[str] = ()) -> tuple[ShownFile, ...]:
    """Files with the rows that a page shows of them; those without text are left out. wanted: places, the most important first. blocks:
    files of which only the beginning is shown, as they are one value: meshes."""
    texts = {name: lines for name in names if (lines := lines_of(name)) is not None}
    large = {name: lines for name, lines in texts.items() if name not in blocks}
    sizes = {name: (sum(max(1, -(-len(line) // LONGEST)) for line in lines), sum(map(len, lines))) for name, lines in large.items()}
    fits = sum(rows for rows, _ in sizes.values()) <= MOST_ROWS and sum(size for _, size in sizes.values()) <= MOST_CHARACTERS
    rows_left, left = (MOST_ROWS, MOST_CHARACTERS) if fits else (MOST_ROWS // 2, MOST_CHARACTERS // 2)
    whole = []
    for name, (rows, size) in sizes.items():
        if rows <= rows_left and size <= left:
            whole.append(name)
            rows_left, left = rows_left - rows, left - size
    parts = _excerpts({name: lines for name, lines in texts.items() if name not in whole}, wanted)
    return tuple(
        ShownFile(name, _all_rows(lines) if name in whole else parts.get(name, ()), len(lines), name in whole)
        for name, lines in texts.items()
    )


def _all_rows(lines: Sequence[str]) -> list[Row]:
    return [
        Row(number, start, line[start : start + LONGEST])
        for number, line in enumerate(lines, 1)
        for start in range(0, max(len(line), 1), LONGEST)
    ]


def _excerpts(texts: Mapping[str, Sequence[str]], wanted: Sequence[Place]) -> dict[str, list[Row]]:
    """The rows around the wanted places of files that are not shown as a whole, within half of what a page may show."""
    rows: dict[str, dict[tuple[int, int], Row]] = {name: {} for name in texts}
    mentioned = {file for file, _, _ in wanted}
    heads = [(name, number, 1) for name in texts if name not in mentioned for number in range(1, HEAD + 1)]
    rows_left, left = MOST_ROWS // 2, MOST_CHARACTERS // 2
    for file, line, column in (*wanted, *heads):
        if file not in texts:
            continue
        around = 0 if file not in mentioned else AROUND
        for number in range(max(line - around, 1), min(line + around, len(texts[file])) + 1):
            start = row_start(column) if number == line else 0
            row = Row(number, start, texts[file][number - 1][start : start + LONGEST])
            if (number, start) not in rows[file] and rows_left > 0 and left >= len(row.text):
                rows[file][number, start] = row
                rows_left, left = rows_left - 1, left - len(row.text)
    return {name: [some[key] for key in sorted(some)] for name, some in rows.items()}


class _OnPage:
    """Which places are on the page."""

    def __init__(self, files: Sequence[ShownFile]) -> None:
        self._rows = {(file.name, row.line, row.start) for file in files for row in file.rows}

    def __contains__(self, place: Place) -> bool:
        file, line, column = place
        return (file, line, row_start(column)) in self._rows


def row_start(column: int) -> int:
    """Where the row of a column starts."""
    return (max(column, 1) - 1) // LONGEST * LONGEST


def _values_in(ledger: Iterable[LedgerLine], files: Sequence[ShownFile]) -> tuple[list[LedgerLine], bool, bool]:
    """The values that stand in the rows of the source that are shown; whether a place of any is known; whether there are too many."""
    found: list[LedgerLine] = []
    on_page, known, cut = _OnPage(files), False, False
    for line in ledger:
        known = known or bool(line.target)
        if (line.file, line.line, line.column) not in on_page:
            continue
        if len(found) < MOST_VALUES:
            found.append(line)
        else:
            cut = True
    return found, known, cut


def _of_findings(report: Report, sources: Sequence[Spot]) -> dict[int, list[int]]:
    """Finding -> where in the result stands what it speaks of, or else what stands in its line of the source."""
    found: dict[int, list[int]] = {}
    in_line: dict[tuple[str, int], list[int]] = {}
    for spot in sources:
        in_line.setdefault(spot.place[:2], []).extend(spot.partners)
        if spot.finding is not None and spot.partners:
            found.setdefault(spot.finding, []).extend(spot.partners)
    for index, finding in enumerate(report.findings):
        if index not in found and finding.source is not None:
            found[index] = in_line.get((finding.source.file, finding.source.line), [])
    return {index: list(dict.fromkeys(each))[:MOST_OF_A_FINDING] for index, each in found.items() if each}
