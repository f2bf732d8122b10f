"""The report: totals, findings, and the ledger they balance with."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from threading import Lock
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.accounting.finding import CATEGORIES, LEVELS, LOSSY_FATES, SUMMED_FATES, Fate, Finding, Level
from scenec.accounting.findings import FILE_REFUSED
from scenec.accounting.source_map import TargetPlace, Traced, traced_at
from scenec.errors import UsageError
from scenec.files import read_file
from scenec.syntax.vocabulary import nearest

if TYPE_CHECKING:
    from scenec.accounting.render_html import Depicted

SCHEMA = "scenec.report/1"
LINE_END = re.compile("\r\n|\r|\n")
FORMS = ("json", "md", "html", "sarif", "txt")


class LedgerLine(msgspec.Struct, frozen=True, gc=False):
    """One value of the source. path: positional; finding: index into the report's findings, None if there is nothing to say. target: where
    it was printed, as far as that was asked for (`scenec.accounting.source_map`). trail: the calls of macros that made it
    (`scenec.source.Source`)."""

    file: str
    line: int
    column: int
    path: str
    value: str
    fate: Fate
    finding: int | None = None
    target: tuple[TargetPlace, ...] = ()
    trail: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        own = {name: getattr(self, name) for name in self.__struct_fields__ if name != "trail" or self.trail}
        return {**own, "target": [{"file": each.file, "line": each.line, "column": each.column} for each in self.target]}


class LedgerLines:
    """All lines, in document order. Made when iterated (a big file has millions); pickled, it holds them."""

    def __init__(self, make: Callable[[], Iterator[LedgerLine]] | None, lines: tuple[LedgerLine, ...] = ()) -> None:
        self._make = make
        self._lines = lines

    def __iter__(self) -> Iterator[LedgerLine]:
        return self._make() if self._make else iter(self._lines)

    def __reduce__(self) -> tuple[Any, ...]:
        return LedgerLines, (None, tuple(self))


class Side(msgspec.Struct, frozen=True, gc=False):
    """One side of a conversion: the files as reports name them, the format and its version (or dialect)."""

    files: tuple[str, ...] = ()
    format: str = ""
    version: str = ""

    def to_json(self) -> dict[str, Any]:
        return {"files": list(self.files), "format": self.format, "version": self.version}


class Report:
    """The result of a reading, writing or conversion for every value.

    totals: fate -> number of source values, plus `values` (their sum) and `defaulted` (target values that the source does not state).
    findings: worst first. idle: how many values had no effect under the source's own rules. ledger: an iterable of `LedgerLine`,
    one per source value. files: what was written (absolute paths). excused: indices of findings that `failed` passes over; known: of
    those that a baseline has, too.
    folder: where the names of source files start from, for excerpts; None = there are no files. subjects: per finding, the paths of all
    that it stands for. depict: draws the scenes for the HTML form, when it is asked for. Neither travels to another process.
    """

    def __init__(
        self,
        source: Side,
        target: Side,
        totals: Mapping[str, int],
        findings: Iterable[Finding],
        ledger: LedgerLines | None = None,
        idle: int = 0,
    ) -> None:
        self.source = source
        self.target = target
        self.totals = dict(totals)
        self.findings = tuple(findings)
        self.ledger = ledger or LedgerLines(None)
        self.idle = idle
        self.files: tuple[str, ...] = ()
        self.excused: frozenset[int] = frozenset()
        self.known: frozenset[int] = frozenset()
        self.folder: str | None = None
        self.subjects: tuple[tuple[str, ...], ...] = ()
        self.depict: Callable[[Report], Depicted] | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "subjects": (), "depict": None}

    @property
    def lost(self) -> int:
        """How many source values were lost (with effect; values without effect under the source's own rules do not count)."""
        return sum(self.totals.get(fate, 0) for fate in LOSSY_FATES) - self.idle

    @property
    def shown_totals(self) -> dict[str, int]:
        """The totals as tables show them: values without effect are a column of their own and not among those that were dropped. All
        columns but `values` and `defaulted` add up to `values`."""
        fates: dict[str, int] = {fate: self.totals.get(fate, 0) for fate in SUMMED_FATES}
        fates["dropped"] -= self.idle
        return {"values": self.totals.get("values", 0), **fates, "no effect": self.idle, "defaulted": self.totals.get("defaulted", 0)}

    @property
    def refused(self) -> bool:
        """Whether the source cannot be read, so that the findings are its faults (`scenec.api.check`)."""
        return any(finding.code == FILE_REFUSED for finding in self.findings)

    def trace(self, file: str | os.PathLike[str], line: int, column: int | None = None) -> list[Traced]:
        """The values of the source that stand at a place, of a file of the source or of the result, and where they were printed.

        file: as the report names it, or a path that ends so. line, column: from 1. Places of the result are known where the conversion was
        asked to keep them (`trace=True`, `--ledger`, an HTML report).
        """
        return traced_at(self.ledger, os.fspath(file), line, column)

    def failed(self, fail_on: str | Iterable[str] = ("error",)) -> bool:
        """Return whether a finding of any fate is at or above one of these levels, or is a warning or error of one of these categories.
        Values without effect in the source do not count.

        Raises UsageError for a word that is neither a level, a category nor ``never``.
        """
        words = [fail_on] if isinstance(fail_on, str) else list(fail_on)
        known = (*reversed(LEVELS), "never", *CATEGORIES)
        for word in words:
            if word not in known:
                raise UsageError(f"unknown level or category {word!r}", None, f"one of {', '.join(known)}", nearest(word, known))
        counted = [finding for index, finding in enumerate(self.findings) if index not in self.excused]
        return any(_counts(finding, word) for finding in counted for word in words)

    def adjusted(self, severity: Mapping[str, Level], ignore: Iterable[str] = (), baseline: Iterable[Finding] = ()) -> Report:
        """The same report with other levels per code. Findings of ignored codes, and those a baseline already has (as many
        times at least), become notes that no `failed` counts; nothing disappears."""
        ignored, left, known = set(ignore), Counter[tuple[str, ...]](), set[int]()
        for finding in baseline:
            left[finding.identity] += finding.count
        ranked: list[tuple[Finding, bool, int]] = []
        for index, finding in enumerate(self.findings):
            if left and left[finding.identity] >= finding.count:
                left[finding.identity] -= finding.count
                known.add(index)
            excused = index in self.excused or finding.code in ignored or index in known
            level = "note" if excused else severity.get(finding.code, finding.level)
            changed = msgspec.structs.replace(finding, level=level) if level != finding.level else finding
            ranked.append((changed, excused, index))
        ranked.sort(key=lambda each: -LEVELS.index(each[0].level))
        moved = {index: place for place, (_, _, index) in enumerate(ranked)}
        ledger = self.ledger if all(old == new for old, new in moved.items()) else renumbered(self.ledger, moved)
        report = Report(self.source, self.target, self.totals, [finding for finding, _, _ in ranked], ledger, self.idle)
        report.files, report.folder, report.depict = self.files, self.folder, self.depict
        report.subjects = tuple(self.subjects[index] for _, _, index in ranked) if self.subjects else ()
        report.excused = frozenset(place for place, (_, excused, _) in enumerate(ranked) if excused)
        report.known = frozenset(moved[index] for index in (*known, *self.known))
        return report

    def to_json(self) -> dict[str, Any]:
        """The report as plain data, schema `scenec.report/1` (scenec/schemas/report.schema.json)."""
        from scenec import __version__

        return {
            "schema": SCHEMA,
            "scenec": __version__,
            "source": self.source.to_json(),
            "target": self.target.to_json(),
            "totals": self.totals,
            "findings": [finding.to_json() for finding in self.findings],
        }

    def text(self, form: str) -> str:
        """The report as ``json``, ``md``, ``html``, ``sarif`` or ``txt``. Raises UsageError for another form."""
        if form == "json":
            from scenec.accounting.save import json_of

            return json_of(self.to_json(), indent=1).decode() + "\n"
        if form == "md":
            from scenec.accounting.render_markdown import markdown

            return markdown(self)
        if form == "html":
            from scenec.accounting.linked_texts import linked_texts
            from scenec.accounting.render_html import html
            from scenec.accounting.render_texts import texts_beside

            depicted = self.depict(self) if self.depict else None
            linked = linked_texts(self, self.lines_of, self.result_lines_of)
            texts = texts_beside(linked, self.findings, self.target.format, depicted.places if depicted else {})
            return html(self, self.lines_of, depicted, texts)
        if form == "sarif":
            from scenec.accounting.render_sarif import sarif
            from scenec.accounting.save import json_of

            return json_of(sarif(self), indent=1).decode() + "\n"
        if form == "txt":
            from scenec.accounting.render_text import plain_text

            return plain_text(self)
        raise UsageError(f"no report form {form!r}", None, f"one of {', '.join(FORMS)}", nearest(form, FORMS))

    def lines_of(self, file: str) -> list[str] | None:
        """The lines of a source file, as the report names it; None if it is not there (any more) or no text."""
        if self.folder is None or file not in self.source.files:
            return None
        return _lines_at(os.path.join(self.folder, file))

    def result_lines_of(self, file: str) -> list[str] | None:
        """The lines of a file of the result, as the report names it; None if it was not written, is not there any more or is no text."""
        if file not in self.target.files or not self.files:
            return None
        written = {os.path.normpath(path) for path in self.files}
        for folder in (os.path.dirname(self.files[0]), os.path.abspath(self.folder or os.curdir)):
            path = os.path.normpath(os.path.join(folder, file))
            if path in written:
                return _lines_at(path)
        return None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the report, whole or not at all; the suffix (.json, .md, .html, .sarif, .txt) says the form. Raises UsageError for another
        suffix, WriteError if the file system refuses."""
        from scenec.accounting.save import write_whole

        suffix = os.path.splitext(os.fspath(path))[1]
        write_whole(path, [self.text(suffix.removeprefix(".").lower()).encode()])


class ReportOnDemand(Report):
    """A report that is worked out when it is first looked at: who reads a scene often wants nothing but the scene."""

    def __init__(self, make: Callable[[], Report]) -> None:
        self._make: Callable[[], Report] | None = make
        self._lock = Lock()
        self.folder = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        self._work_out()
        try:
            return self.__dict__[name]
        except KeyError:
            raise AttributeError(name) from None

    def __reduce__(self) -> tuple[Any, ...]:
        self._work_out()
        state = {name: value for name, value in self.__getstate__().items() if name not in ("_make", "_lock")}
        return Report.__new__, (Report,), state  # in another process it is one like all others

    def _work_out(self) -> None:
        with self._lock:
            if self._make is not None:
                self.__dict__ = {**self._make().__dict__, **self.__dict__}
                self._make = None


def _lines_at(path: str) -> list[str] | None:
    """The lines of a file of text, as editors count them."""
    try:
        data = read_file(path)
    except OSError:
        return None
    if b"\0" in data:
        return None
    lines = LINE_END.split(data.decode("utf-8", "replace").removeprefix("\ufeff"))
    return lines if lines[-1] else lines[:-1]


def renumbered(ledger: Iterable[LedgerLine], moved: Mapping[int, int]) -> LedgerLines:
    """The same lines with their findings found at other places: old index -> new one."""
    return LedgerLines(
        lambda: (line if line.finding is None else msgspec.structs.replace(line, finding=moved[line.finding]) for line in ledger)
    )


def _counts(finding: Finding, word: str) -> bool:
    if finding.ineffective:
        return False
    if word in LEVELS:
        return LEVELS.index(finding.level) >= LEVELS.index(word)
    return finding.category == word and finding.level != "note"
