"""``scenec check``: scene files validated against their own format."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from scenec.accounting.findings import FILE_REFUSED
from scenec.cli import options as shared
from scenec.cli.failure import BATCH, DONE, LOSSY, UNREADABLE, put, report_failure, say
from scenec.cli.format_options import SceneCommand

if TYPE_CHECKING:
    from scenec.accounting.report import Report
    from scenec.ir.scene import Scene

T = TypeVar("T")
EPILOG = """\b
Examples:
  scenec check nao.ros2
  scenec check 'scenes/**/*.ros2' --ignore mesh-unused --report check.json
  scenec check robot.sdf --format sarif > robot.sarif
  scenec check parts/leg.rsi2 --format github --fail-on error

\b
Exit status:
  0  no finding at or above --fail-on    3  a file cannot be read
  1  such a finding                      5  some of several files cannot be read
"""
_SETTINGS = ("severity", "ignore", "baseline", "fail_on", "confine")
FORMS = ("text", "json", "sarif", "github")

_FORM = click.option(
    "--format",
    "form",
    type=click.Choice(FORMS),
    default="text",
    help="Form of stdout: a line per finding (text, the default), a report (json, sarif), or the workflow commands of GitHub Actions.",
)
_FAIL_ON = shared.row(
    "--fail-on",
    section="Report",
    multiple=True,
    metavar="WHAT",
    shell_complete=shared.complete_fail_on,
    help="Exit 1 on a finding of this level or worse (error, warning, note), on a warning or error of this category (physics, geometry, "
    "appearance, sensing, control, naming, metadata), or `never`. Repeatable. Default: warning.",
)


@click.command("check", cls=SceneCommand, epilog=EPILOG)
@click.argument("src", nargs=-1, required=True, metavar="FILE...")
@_FORM
@shared.options(
    shared.source_format,
    shared.reading,
    shared.base,
    shared.changed,
    shared.report_files,
    _FAIL_ON,
    shared.levels,
    shared.quiet,
    shared.verbose,
)
def command(src: tuple[str, ...], form: str, **options: Any) -> int:
    """Validate scene files.

    Lists every syntax error of a file, values that its format ignores, references that lead nowhere, rules of its simulator that it
    breaks, and implausible masses, inertia tensors, limits and sizes. A fragment (.rsi2, .rsi3) is checked through the scenes that include
    it. Each finding is one line on stdout: `file:line:column: level: what [code]`.
    """
    from scenec import api
    from scenec.cli.convert import base_of_stdin, reading_options
    from scenec.cli.plan import scenes_among, sources
    from scenec.cli.reporting import Reporting
    from scenec.cli.settings import settings

    wanted = settings(**{name: options[name] for name in _SETTINGS}, default="warning")
    taken = form != "text"
    reporting = Reporting(options["reports"], options["ledger"], stdout_taken=taken, quiet=True, verbose=False)
    reading = reading_options(options)
    paths = scenes_among(sources(src), through_scenes=False) if options["changed"] else sources(src)
    base = base_of_stdin(options["base"], paths)
    unreadable = faulty = False
    for path in paths:
        try:
            report = opened(api.check, path, options["from_"], reading, base)
        except Exception as problem:
            if len(paths) == 1 or isinstance(problem, BrokenPipeError):
                raise
            report_failure(problem)
            unreadable = True
            continue
        report = wanted.adjusted(report)
        reporting.add(report, path)
        if form in ("text", "github") and "-" not in options["reports"]:
            put(listed(report, os.path.dirname(path), verbose=options["verbose"]) if form == "text" else _commands(report, path))
        _print_report(report, path, quiet=options["quiet"])
        unreadable = unreadable or report.refused
        faulty = faulty or _fails(report, wanted.fail_on)
    if form in ("json", "sarif"):
        put(reporting.text(form))
    reporting.finish()
    if unreadable:
        return UNREADABLE if len(paths) == 1 else BATCH
    return LOSSY if faulty else DONE


def read(path: str, from_: str | None, reading: dict[str, Any], base: str | None = None) -> tuple[Scene, Report]:
    """A file, or stdin for `-`, read through the API. base: what `--base` says."""
    from scenec import api
    from scenec.cli.convert import base_of_stdin

    return opened(api.read, path, from_, reading, base_of_stdin(base, [path]))


def opened(verb: Callable[..., T], path: str, from_: str | None, reading: dict[str, Any], base: str) -> T:
    """Return what a verb of the API makes of a file, or of stdin for `-`, whose references start from `base`."""
    from scenec.cli.convert import standard_input
    from scenec.errors import UsageError

    if path != "-":
        return verb(path, format=from_, **reading)
    if from_ is None:
        raise UsageError("standard input has no suffix", None, "", "", "name its format with --from")
    return verb(standard_input(), format=from_, base=base, name="stdin", **reading)


def listed(report: Report, folder: str, *, verbose: bool) -> str:
    """One line per finding, as compilers write them; verbose: with consequence and hint."""
    from scenec.accounting.render_text import placed, safe
    from scenec.accounting.spoken import who

    lines = []
    for finding in report.findings:
        place = placed(finding.source, folder) if finding.source else os.path.join(folder, report.source.files[0])
        times = f" (x{finding.count:,})" if finding.count > 1 else ""
        what = ": ".join(each for each in (finding.level, who(finding.subject), finding.what_and_why()) if each)
        lines.append(f"{place}: {what} [{finding.code}]{times}")
        if verbose:
            lines += [f"    {each}" for each in (finding.consequence, finding.hint) if each]
    return "".join(safe(line) + "\n" for line in lines)


def _commands(report: Report, path: str) -> str:
    """The findings as workflow commands, their files named from the working directory."""
    from scenec.accounting.merge import merged
    from scenec.accounting.render_github import github

    return github(merged([(report, os.path.dirname(path), "")]).findings, path)


def _fails(report: Report, fail_on: Sequence[str]) -> bool:
    """Whether a finding is of one of these levels or worse, or a warning or error of one of these categories. Findings of a check lose
    nothing, so all count but those that were ignored."""
    from scenec.accounting.finding import LEVELS

    counted = [finding for index, finding in enumerate(report.findings) if index not in report.excused]
    for word in fail_on:
        if word in LEVELS and any(LEVELS.index(finding.level) >= LEVELS.index(word) for finding in counted):
            return True
        if any(finding.category == word and finding.level != "note" for finding in counted):
            return True
    return False


def _print_report(report: Report, path: str, *, quiet: bool) -> None:
    """A line of summary. That a file cannot be read is said in any case."""
    counts = {level: sum(each.count for each in report.findings if each.level == level) for level in ("error", "warning", "note")}
    counted = ", ".join(f"{count:,} {level}{'s' if count != 1 else ''}" for level, count in counts.items() if count)
    if report.refused:
        from scenec.accounting.render_text import placed

        first = next(finding for finding in report.findings if finding.code == FILE_REFUSED)
        fault = first.headline.partition(": ")[2]
        place = placed(first.source, os.path.dirname(path)) if first.source is not None else path
        more = report.totals["values"] - 1
        others = f"; {more:,} more error{'s' * (more > 1)}" if more > 0 else ""
        say(f"scenec: error: {'; '.join(each for each in (f'{place}: {fault}', first.hint) if each)}{others}")
    elif not quiet:
        version = f"{report.source.format} {report.source.version}".strip()
        say(f"{path} ({version}): {counted or 'no problems'}; {report.totals['values']:,} values read")
