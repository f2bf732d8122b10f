"""``scenec convert``: files into files of another format, with a report of what became of every value."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from scenec.cli import options as shared
from scenec.cli.failure import BATCH, DONE, LOSSY, put, report_failure
from scenec.cli.format_options import SceneCommand

if TYPE_CHECKING:
    from scenec.accounting.report import Report
    from scenec.cli.plan import Job

EPILOG = """\b
Examples:
  scenec convert nao.ros2 -o nao.sdf --report nao.json --fail-on warning
  scenec convert 'scenes/**/*.ros2' -o out/ --to sdformat@1.9
  scenec convert nao.ros2 -o models/ --layout model
  scenec convert edited.sdf --onto nao.ros2 --dry-run
  scenec convert - --from simrobot -o - --to sdformat --assets-dir meshes < nao.ros2 > nao.sdf
"""
READING = ("search_path", "confine")
WRITING = ("assets", "verify", "carry", "carry_to")
"""The options that every format has; what formats declare is in `reading` and `writing` (see `SceneCommand`)."""
SETTINGS = ("severity", "ignore", "baseline", "fail_on", "strict", "confine")


@click.command("convert", cls=SceneCommand, writes=True, epilog=EPILOG)
@click.argument("src", nargs=-1, required=True, metavar="SRC...")
@shared.row(
    "-o",
    "--output",
    section="Options",
    metavar="DST",
    help="File to write; a folder (`DIR/`, always for several SRC) gets DIR/<name>.<suffix>; `-` is stdout. Optional with --onto.",
)
@shared.options(shared.bringing_home)
@shared.options(
    shared.source_format,
    shared.target_format,
    shared.reading,
    shared.base_or_file,
    shared.changed,
    shared.writing,
    shared.placing,
    shared.report_files,
    shared.verify,
    shared.judging,
    shared.levels,
    shared.quiet,
    shared.verbose,
)
def command(src: tuple[str, ...], output: str | None, **options: Any) -> int:
    """Convert scene files into another format, and report losses.

    SRC are files, patterns ('scenes/*.ros2'), or `-` for stdin. The output is written whole or not at all. Losses do not stop
    a conversion; the exit status depends on them (--fail-on). A summary of the losses goes to stderr, data to stdout.

    With --onto, SRC is a converted file that was edited, and what was edited is changed in the files of the original.
    """
    from scenec.cli.plan import planned, scenes_among, sources
    from scenec.cli.reporting import Reporting
    from scenec.cli.settings import settings
    from scenec.errors import UsageError
    from scenec.temporary import remove_leftovers

    wanted = settings(**{name: options[name] for name in SETTINGS})
    if options["onto"] is not None:
        from scenec.cli.onto import bring_home

        return bring_home(src, output, wanted, options, reading_options(options) | writing_options(options))
    if output is None:
        raise click.MissingParameter(param_type="option", param_hint="'-o' / '--output'")
    if options["dry_run"]:
        raise UsageError("--dry-run shows the lines that --onto changes", None, "--onto ORIGINAL, or a conversion without --dry-run")
    choice = {name: options[name] for name in ("from_", "to", "assets_dir")} | {"layout": options["writing"].get("layout")}
    reading = reading_options(options)
    paths = scenes_among(sources(src), through_scenes=True) if options["changed"] else sources(src)
    jobs = planned(paths, output, **choice, model_in=partial(_model_in, options["from_"], reading)) if paths else []
    reporting = Reporting(
        options["reports"], options["ledger"], stdout_taken=output == "-", quiet=options["quiet"], verbose=options["verbose"]
    )
    conversion = {name: options[name] for name in ("from_", "to", "assets_dir")} | writing_options(options) | reading
    conversion["trace"] = bool(options["ledger"]) or any(name.lower().endswith(".html") for name in options["reports"])
    base = base_of_stdin(options["base"], [job.src for job in jobs])
    for folder in {os.path.dirname(os.path.abspath(job.dst)) for job in jobs}:
        remove_leftovers(folder)
    failed = lossy = False
    for job in jobs:
        try:
            report = wanted.adjusted(_converted(job, conversion, base, clobber=not options["no_clobber"]))
        except Exception as problem:
            if len(jobs) == 1 or isinstance(problem, BrokenPipeError):
                raise
            report_failure(problem)
            failed = True
            continue
        lossy = report.failed(wanted.fail_on) or lossy
        reporting.add(report, job.src, job.dst, several=len(jobs) > 1)
    reporting.finish()
    return BATCH if failed else LOSSY if lossy else DONE


def reading_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return the reading options as the API takes them."""
    return {**{name: options[name] for name in READING}, **options["reading"]}


def writing_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return the writing options as the API takes them."""
    return {**{name: options[name] for name in WRITING}, **options["writing"]}


def base_of_stdin(base: str | None, paths: Sequence[str]) -> str:
    """The folder that relative references of stdin start from. Raises UsageError for a `--base` that no input needs."""
    from scenec.cli.plan import STREAM
    from scenec.errors import UsageError

    if base is not None and not os.path.isdir(base):
        raise UsageError(f"--base {base} is no folder", None, "the folder that references of standard input start from")
    if base is not None and STREAM not in paths:
        raise UsageError("--base is for standard input", None, "", "", "references of a file start from its own folder")
    return base if base is not None else os.curdir


def _model_in(from_: str | None, reading: dict[str, Any], path: str) -> str:
    """The name of the model in a file, else of its world; "" for a file that cannot be read, which its conversion reports."""
    from scenec import api
    from scenec.cli.plan import STREAM
    from scenec.errors import ScenecError

    if path == STREAM:
        return ""
    try:
        scene, _ = api.read(path, format=from_, **reading)
    except (ScenecError, OSError):
        return ""
    models = [model.name for model in scene.models if model.parent is None]
    if len(models) == 1 and models[0]:
        return models[0]
    return next((world.name for world in scene.worlds if world.name), None) or scene.name or ""


def standard_input() -> bytes:
    """All of stdin. Raises ReadError if there is none."""
    import sys

    from scenec.errors import ReadError

    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        raise ReadError("standard input cannot be read: it is closed")
    data: bytes = stream.read()
    return data


def _converted(job: Job, conversion: dict[str, Any], base: str, *, clobber: bool) -> Report:
    """Read, convert, write. What goes to stdout has its other files in --assets-dir."""
    from scenec.accounting.report import Side
    from scenec.api import prepare
    from scenec.cli.freed_memory import give_back_freed_memory
    from scenec.cli.plan import STREAM, stem_of
    from scenec.errors import UsageError
    from scenec.output import commit, commit_assets

    give_back_freed_memory(job.src)
    stream: dict[str, Any] = {"base": base, "name": "stdin"} if job.src == STREAM else {}
    source: Any = standard_input() if job.src == STREAM else job.src
    if job.dst != STREAM:
        prepared, report = prepare(source, job.dst, **stream, **conversion)
        report.files = commit(prepared, job.dst, clobber=clobber)
        return report
    prepared, report = prepare(source, stem_of(job.src), **stream, **conversion)
    others = len(prepared.files) + len(prepared.copies) - 1
    if others and conversion["assets_dir"] is None:
        raise UsageError(
            f"the scene has {others:,} files beside the main one, and standard output is one", None, "", "", "say where with --assets-dir"
        )
    report.target = Side((STREAM, *report.target.files[1:]), report.target.format, report.target.version)
    report.files = commit_assets(prepared, os.curdir, clobber=clobber)
    put(prepared.files[prepared.main])
    return report
