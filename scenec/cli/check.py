"""``scenec check``: files judged against their own format."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from scenec.cli import options as shared
from scenec.cli.failure import BATCH, DONE, LOSSY, put, say, told

if TYPE_CHECKING:
    from scenec.accounting.report import Report
    from scenec.ir.scene import Scene

EPILOG = """\b
Examples:
  scenec check nao.ros2
  scenec check 'scenes/**/*.ros2' --ignore mesh-unused --report check.json
"""
_SETTINGS = ("severity", "ignore", "baseline")


@click.command("check", cls=shared.SectionedCommand, epilog=EPILOG)
@click.argument("src", nargs=-1, required=True, metavar="FILE...")
@shared.options(shared.source_format, shared.reading, shared.report_files, shared.levels, shared.quiet, shared.verbose)
def command(src: tuple[str, ...], **options: Any) -> int:
    """Judge files against their own format.

    Tells what the format's own reader refuses or ignores, what refers to nothing, and bodies and joints that cannot be meant as they
    stand: masses, inertia tensors, limits. One line per finding on stdout, `file:line:column: level: what`.

    Exit status 1 if there is a warning or an error, 3 if a file cannot be read (5 if that is so for some of several).
    """
    from scenec.cli.convert import reading_options
    from scenec.cli.plan import sources
    from scenec.cli.reporting import Reporting
    from scenec.cli.settings import settings

    wanted = settings(**{name: options[name] for name in _SETTINGS})
    reporting = Reporting(options["reports"], options["ledger"], stdout_taken=False, quiet=True, verbose=False)
    reading = reading_options(options)
    paths = sources(src)
    failed = faulty = False
    for path in paths:
        try:
            scene, report = read(path, options["from_"], reading)
        except Exception as problem:
            if len(paths) == 1 or isinstance(problem, BrokenPipeError):
                raise
            told(problem)
            failed = True
            continue
        report = wanted.adjusted(judged(scene, report))
        reporting.add(report, path)
        if "-" not in options["reports"]:
            put(listed(report, os.path.dirname(path), verbose=options["verbose"]))
        faulty = _tell(report, path, quiet=options["quiet"]) or faulty
    reporting.finish()
    return BATCH if failed else LOSSY if faulty else DONE


def read(path: str, from_: str | None, reading: dict[str, Any]) -> tuple[Scene, Report]:
    """A file, or stdin for `-`, read through the API."""
    from scenec import api
    from scenec.cli.convert import standard_input
    from scenec.errors import UsageError

    if path != "-":
        return api.read(path, format=from_, **reading)
    if from_ is None:
        raise UsageError("standard input has no suffix", None, "", "", "name its format with --from")
    return api.read(standard_input(), format=from_, base=os.curdir, name="stdin", **reading)


def judged(scene: Scene, report: Report) -> Report:
    """The report of reading with what is wrong with the scene besides."""
    from scenec.accounting.finding import LEVELS, Finding
    from scenec.accounting.report import Report, renumbered
    from scenec.ir.check import check

    found = [
        Finding(
            code=problem.code,
            fate="kept",
            level=problem.level,
            category=problem.category,
            source=problem.origin.source if problem.origin else None,
            subject=problem.subject,
            value=problem.value,
            because=problem.text,
            consequence="nothing" if problem.level == "note" else "simulators refuse it, or make something else of it than was meant",
            hint=problem.hint or "correct it in the source",
        )
        for problem in check(scene)
    ]
    ranked = sorted(enumerate([*report.findings, *found]), key=lambda each: -LEVELS.index(each[1].level))
    moved = {old: new for new, (old, _) in enumerate(ranked)}
    findings = [finding for _, finding in ranked]
    return Report(report.source, report.target, report.totals, findings, renumbered(report.ledger, moved), report.idle)


def listed(report: Report, folder: str, *, verbose: bool) -> str:
    """One line per finding, as compilers write them; verbose: with consequence and hint."""
    from scenec.accounting.render_text import placed, safe
    from scenec.accounting.spoken import who

    lines = []
    for finding in report.findings:
        place = placed(finding.source, folder) if finding.source else os.path.join(folder, report.source.files[0])
        times = f" (x{finding.count:,})" if finding.count > 1 else ""
        what = ": ".join(each for each in (finding.level, who(finding.subject), finding.because) if each)
        lines.append(f"{place}: {what} [{finding.code}]{times}")
        if verbose:
            lines += [f"    {each}" for each in (finding.consequence, finding.hint) if each]
    return "".join(safe(line) + "\n" for line in lines)


def _tell(report: Report, path: str, *, quiet: bool) -> bool:
    """A line of summary; whether there is a warning or an error."""
    counts = {level: sum(each.count for each in report.findings if each.level == level) for level in ("error", "warning", "note")}
    if not quiet:
        told_counts = ", ".join(f"{count:,} {level}{'s' if count != 1 else ''}" for level, count in counts.items() if count)
        version = f"{report.source.format} {report.source.version}".strip()
        say(f"{path} ({version}): {told_counts or 'nothing to complain about'}; {report.totals['values']:,} values read")
    return bool(counts["error"] or counts["warning"])
