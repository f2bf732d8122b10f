"""``scenec migrate``: a whole model library, with progress, and a balance at the end."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

import click

from scenec.cli import options as shared
from scenec.cli.convert import SETTINGS, reading_options, writing_options
from scenec.cli.failure import BATCH, DONE, LOSSY, put, report_failure, say
from scenec.cli.format_options import SceneCommand

if TYPE_CHECKING:
    from scenec.batch.migration import Migration
    from scenec.batch.result import Migrated
    from scenec.batch.summary import Summary
    from scenec.cli.own_reports import OwnReports
    from scenec.cli.settings import Settings

EPILOG = """\b
Examples:
  scenec migrate Scenes Scenes3 --to simrobot@core3
  scenec migrate models out --to sdformat --include 'robots/**' --report out/report.md
  scenec migrate models out --to sdformat --prune        (again, after the library has changed)
"""
CHOICES = ("to", "include", "exclude", "jobs", "executor", "timeout", "memory", "force", "prune", "checksum")
OFTEN = 5.0
"""Seconds between two lines of progress outside of a terminal."""


@click.command("migrate", cls=SceneCommand, writes=True, epilog=EPILOG)
@click.argument("src", metavar="SRC_DIR")
@click.argument("dst", metavar="DST_DIR")
@shared.options(
    shared.target_format,
    shared.library,
    shared.work,
    shared.row("--watch", section="Work", is_flag=True, help="Keep running until interrupted: convert files again when they change."),
    shared.reading,
    shared.writing,
    shared.report,
    shared.verify,
    shared.judging,
    shared.levels,
    shared.quiet,
    shared.verbose,
)
def command(src: str, dst: str, **options: Any) -> int:
    """Convert a whole model library.

    Every scene and model below SRC_DIR is converted into DST_DIR, in the same folders. Skipped are files that others include, xacro
    files of macros only, and the expansion of a xacro file beside it; --report lists each with its reason. Packages of ROS
    (package.xml) and models of Gazebo (model.config) below SRC_DIR need no --search-path. Files that did not change since the last run
    are not converted again. An interrupted run is resumed where it stopped. Outputs that were edited by hand are kept. A bad file does
    not stop the others.

    Exit status 5 if a file failed or was held back, else 1 if findings are at or above --fail-on.
    """
    from scenec.cli.settings import settings
    from scenec.errors import UsageError

    if options["to"] is None:
        raise UsageError("a folder does not say which format to write", None, "--to FMT")
    forms = [_form(name) for name in options["reports"]]
    if options["watch"]:
        from scenec.batch.watch import require_watcher

        require_watcher()
    run = _Run(src, dst, settings(**{name: options[name] for name in SETTINGS}), options, forms)
    status = run.once()
    if options["watch"]:
        from scenec.batch.watch import changes

        for _ in changes([src, *options["search_path"]], dst):
            status = run.once()
    return status


class _Run:
    """A migration that can be done again."""

    def __init__(self, src: str, dst: str, wanted: Settings, options: dict[str, Any], forms: list[str]) -> None:
        self._src, self._dst, self._wanted, self._options, self._forms = src, dst, wanted, options, forms

    def once(self) -> int:
        """Migrate, print the balance, write the reports; return the exit status."""
        from scenec.batch.migrate import migrate
        from scenec.batch.summary import Summary
        from scenec.cli.own_reports import OwnReports
        from scenec.errors import ExecutorError, WriteError

        options = self._options
        conversion = writing_options(options) | reading_options(options)
        migration = migrate(self._src, self._dst, **{name: options[name] for name in CHOICES}, **conversion)
        for note in () if options["quiet"] else migration.notes:
            say(f"scenec: note: {note}")
        summary, own = Summary(self._src, fingerprints="json" in self._forms), OwnReports(self._src, options["reports"], self._forms)
        stopped: Exception | None = None
        lossy = False
        try:
            with _progress(migration, quiet=options["quiet"]) as progress:
                for result in migration:
                    report = self._wanted.adjusted(result.report, result.source)
                    summary.add(result, report)
                    own.add(result, report, migration.limit)
                    lossy = lossy or report.failed(self._wanted.fail_on)
                    progress.add(result, summary)
                    if options["verbose"] and result.status == "converted":
                        progress.say(f"{result.source} -> {os.path.join(self._dst, result.target)}")
        except (ExecutorError, WriteError) as problem:  # what was done before is done, and reported
            stopped = problem
        status = report_failure(stopped) if stopped else BATCH if summary.failed else LOSSY if lossy else DONE
        if not options["quiet"]:
            _print_summary(summary)
        for name, form in zip(options["reports"], self._forms, strict=True):
            try:
                _write(summary, self._src, name, form, own)
            except WriteError as problem:
                if stopped is None:
                    raise
                say(f"scenec: {problem}")
        return status


def _form(name: str) -> str:
    from scenec.accounting.report import FORMS
    from scenec.errors import UsageError
    from scenec.syntax.vocabulary import nearest

    suffix = os.path.splitext(name)[1].lower()
    if name == "-":
        return "txt"
    known = [f".{form}" for form in FORMS]
    if suffix not in known:
        raise UsageError(f"--report {name!r} does not say its form", None, f"a suffix of {', '.join(known)}", nearest(suffix, known))
    return suffix.removeprefix(".")


def _write(summary: Summary, src: str, name: str, form: str, own: OwnReports) -> None:
    from scenec.accounting.save import json_of, write_whole

    link = own.links(name, form)
    if form in ("json", "sarif"):
        folder = os.path.relpath(src).replace(os.sep, "/")
        data = json_of(summary.to_json(link) if form == "json" else summary.sarif(folder, link), indent=1) + b"\n"
    else:
        data = {"md": summary.markdown, "html": summary.html, "txt": summary.text}[form](link).encode()
    if name == "-":
        put(data)
    else:
        write_whole(name, [data])


def _print_summary(summary: Summary) -> None:
    """The balance on stderr: one screen of a terminal, all of it in a log."""
    from scenec.cli.reporting import coloured
    from scenec.cli.terminal import print_lines, size

    if coloured():
        print_lines(summary.screen(*size(118, 23)))
        return
    for line in [line for _, line in summary.screen(*size(118, 23))] if sys.stderr and sys.stderr.isatty() else summary.lines():
        say(line)


# ---------------------------------------------------------------- progress


class Progress(Protocol):
    def add(self, result: Migrated, summary: Summary) -> None:
        """A file is done."""

    def say(self, text: str) -> None:
        """A line of its own."""


class _Lines:
    """Progress outside of a terminal: failures as they come, and a line of progress now and then."""

    def __init__(self, total: int, *, quiet: bool) -> None:
        import time

        self._clock = time.monotonic
        self._total, self._quiet, self._done = total, quiet, 0
        self._next = self._clock() + OFTEN

    def add(self, result: Migrated, summary: Summary) -> None:
        self._done += bool(result.source)
        if result.error:
            say(f"scenec: {result.status}: {result.error}")
        elif result.status == "stale" and not self._quiet:
            say(f"scenec: stale: {result.target}: no source makes it any more; --prune removes it")
        if not self._quiet and self._clock() > self._next:
            self._next = self._clock() + OFTEN
            say(f"{self._done:,} of {self._total:,} files")

    def say(self, text: str) -> None:
        say(text)


@contextmanager
def _progress(migration: Migration, *, quiet: bool) -> Iterator[Progress]:
    from scenec.cli.reporting import coloured

    if quiet or not coloured() or not sys.stderr.isatty():
        yield _Lines(len(migration), quiet=quiet)
        return
    from scenec.cli.progress import Bar

    with Bar(len(migration)) as bar:
        yield bar
