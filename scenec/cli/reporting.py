"""Reports of a command: the summary on stderr, report and ledger files."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from scenec.accounting.render_text import HEIGHT, WIDTH, Line, header, plain_text, screen, summary_line
from scenec.accounting.report import FORMS, Report
from scenec.cli.failure import put, say
from scenec.errors import UsageError
from scenec.syntax.vocabulary import nearest

STDOUT = "-"


class Reporting:
    """Collects the reports of a command's files; `finish` writes what was asked for."""

    def __init__(self, files: Sequence[str], ledger: str | None, *, stdout_taken: bool, quiet: bool, verbose: bool) -> None:
        """Raises UsageError for a report file whose suffix says no form."""
        for name in files:
            suffix = os.path.splitext(name)[1].lower()
            if name == STDOUT and stdout_taken:
                raise UsageError("standard output cannot take both the result and the report")
            if name != STDOUT and suffix.removeprefix(".") not in FORMS:
                known = [f".{form}" for form in FORMS]
                raise UsageError(
                    f"--report {name!r} does not say its form", None, f"a suffix of {', '.join(known)}", nearest(suffix, known)
                )
        self._files = files
        self._ledger = ledger
        self._quiet = quiet
        self._verbose = verbose
        self._reports: list[tuple[Report, str, str]] = []

    def add(self, report: Report, src: str, dst: str = "", *, several: bool = False) -> None:
        """One file is done. Of several, each gets a line now and the summary speaks of all."""
        self._reports.append((report, _folder(src), _folder(dst)))
        if several and not self._quiet:
            say(f"{src} -> {dst}: {summary_line(report)}")

    def finish(self) -> None:
        """The summary, then the files. Raises WriteError."""
        if not self._reports:
            return
        single = len(self._reports) == 1
        report, folder, target = self._reports[0]
        if not self._quiet and single:
            self._print(report, header(report, folder, target), folder)
        elif not self._quiet:
            self._print(_merged(self._reports), f"{len(self._reports):,} files", "")
        if self._files or self._ledger:
            self._write(report if single else _joined(self._reports, _common([each for _, each, _ in self._reports])))

    def text(self, form: str) -> str:
        """The reports of all files as one, of a form of `Report.text`; files are named from the working directory."""
        return _joined(self._reports, os.curdir).text(form) if self._reports else ""

    def _print(self, report: Report, title: str, folder: str) -> None:
        if self._verbose:
            for line in plain_text(report, folder=folder).rstrip("\n").split("\n"):
                say(line)
            return
        if coloured():
            from scenec.cli.terminal import print_lines, size

            width, height = size(WIDTH, HEIGHT)
            print_lines(screen(report, title=title, folder=folder, width=width, height=height))
        else:
            _plain(screen(report, title=title, folder=folder))

    def _write(self, report: Report) -> None:
        for name in self._files:
            if name == STDOUT:
                put(report.text("txt"))
            elif name.lower().endswith(".sarif"):  # the program that shows it knows where we ran
                _joined(self._reports, os.curdir).save(name)
            else:
                report.save(name)
        if self._ledger:
            from scenec.accounting.save import save_ledger

            save_ledger(report, self._ledger)


def _plain(lines: Sequence[Line]) -> None:
    for _, text in lines:
        say(text)


def coloured() -> bool:
    """Whether stderr is a terminal that shows colours (https://no-color.org)."""
    return bool(sys.stderr and sys.stderr.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")


def _joined(reports: Sequence[tuple[Report, str, str]], start: str) -> Report:
    """One report of all, its files named from the folder `start`."""
    return _merged([(report, _relative(source, start), _relative(target, start)) for report, source, target in reports], start or os.curdir)


def _merged(reports: Sequence[tuple[Report, str, str]], start: str | None = None) -> Report:
    from scenec.accounting.merge import merged

    return merged(reports, start)


def _relative(folder: str, start: str) -> str:
    try:
        return os.path.relpath(folder or os.curdir, start or os.curdir)
    except ValueError:  # another drive
        return folder


def _common(folders: Sequence[str]) -> str:
    try:
        return os.path.commonpath([os.path.abspath(folder) for folder in folders])
    except ValueError:
        return os.curdir


def _folder(path: str) -> str:
    """The folder a path is in, "" for streams and for the working directory."""
    return os.path.dirname(path)
