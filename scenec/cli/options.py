"""Options that several commands share, and a command that shows them in sections."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

F = TypeVar("F", bound=Callable[..., Any])


class SectionOption(click.Option):
    """An option that `--help` shows under a heading."""

    def __init__(self, *args: Any, section: str = "Options", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.section = section


class FormatOption(SectionOption):
    """An option whose value is a format. Its help names the formats (in place of ``{formats}``), which are looked up only then."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        if record is None:
            return None
        from scenec.converters import format_names

        return record[0], record[1].format(formats=", ".join(format_names()))


class SectionedCommand(click.Command):
    """A command whose `--help` groups its options by section."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Short options by their long names: click looks for a long option first, and what it makes ready to say when there is none
        takes as long as reading a small file."""
        named = [option for option in self.params if isinstance(option, click.Option)]
        longs = {short: long for option in named for short in option.opts for long in option.opts if len(short) == 2 < len(long)}
        with_value = {name for option in named if not option.is_flag for name in option.opts}
        end = args.index("--") if "--" in args else len(args)
        for i, arg in enumerate(args[:end]):
            if arg in longs and (i == 0 or args[i - 1] not in with_value):
                args[i] = longs[arg]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                sections.setdefault(getattr(parameter, "section", "Options"), []).append(record)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)


def complete_format(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """``FMT`` or ``FMT@VERSION``: the formats until there is an ``@``, then the versions."""
    from click.shell_completion import CompletionItem

    from scenec.converters import aliases, format_names, load

    name, at, version = incomplete.partition("@")
    if at:
        known = aliases().get(name, name).partition("@")[0]
        versions = load(known).versions if known in format_names() else ()
        return [CompletionItem(f"{name}@{each}") for each in versions if each.startswith(version)]
    return [CompletionItem(each) for each in (*format_names(), *aliases()) if each.startswith(name)]


def complete_code(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    from scenec.cli.codes import all_codes

    return [CompletionItem(code) for code in all_codes().known() if code.startswith(incomplete)]


def complete_fail_on(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    from scenec.accounting.finding import CATEGORIES, LEVELS

    return [CompletionItem(word) for word in (*reversed(LEVELS), *CATEGORIES, "never") if word.startswith(incomplete)]


def complete_severity(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """``CODE=LEVEL``: the codes until there is a ``=``, then the levels."""
    from click.shell_completion import CompletionItem

    from scenec.accounting.finding import LEVELS
    from scenec.cli.codes import all_codes

    code, equals, level = incomplete.partition("=")
    if equals:
        return [CompletionItem(f"{code}={each}") for each in reversed(LEVELS) if each.startswith(level)]
    return [CompletionItem(f"{each}=") for each in all_codes().known() if each.startswith(code)]


def complete_layers(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The last word of a list with commas."""
    from click.shell_completion import CompletionItem

    from scenec.view.drawing import LAYERS

    before, comma, word = incomplete.rpartition(",")
    return [CompletionItem(f"{before}{comma}{layer}") for layer in LAYERS if layer.startswith(word) and layer not in before.split(",")]


def options(*rows: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, shown in the order they are listed."""

    def decorate(function: F) -> F:
        for row in reversed(rows):
            function = row(function)
        return function

    return decorate


def row(*names: str, section: str, cls: type[SectionOption] = SectionOption, **settings: Any) -> Callable[[F], F]:
    return click.option(*names, cls=cls, section=section, **settings)


source_format = row(
    "-f",
    "--from",
    "from_",
    section="Formats",
    metavar="FMT",
    shell_complete=complete_format,
    cls=FormatOption,
    help="Format of the source: {formats}; with a version, FMT@VERSION. Default: by suffix, else by content.",
)
target_format = row(
    "-t",
    "--to",
    "to",
    section="Formats",
    metavar="FMT[@VERSION]",
    shell_complete=complete_format,
    cls=FormatOption,
    help="Format to write: {formats}. Default for a file: by the suffix of DST, in the version of the source if the format is the same. "
    "A folder needs --to.",
)

READING_SECTION = "Reading"
reading = options(
    row(
        "--search-path",
        section=READING_SECTION,
        multiple=True,
        type=click.Path(exists=True, file_okay=False),
        metavar="DIR",
        help="Search this folder for files that are not beside the source: model://, package://, meshes, materials. Repeatable, in order.",
    ),
    row(
        "--confine",
        section=READING_SECTION,
        type=click.Path(exists=True, file_okay=False),
        metavar="DIR",
        help="Read files only from DIR and the --search-path folders (symbolic links are resolved first). Default: no limit for a "
        "file, its folder for stdin. References in an archive never lead out of it.",
    ),
)

changed = row(
    "--changed",
    section=READING_SECTION,
    is_flag=True,
    help="Accept changed files of any kind, as hooks and CI name them: skip files that are no scenes. A fragment stands for the scenes "
    "that include it.",
)
base = row(
    "--base",
    section=READING_SECTION,
    type=click.Path(exists=True, file_okay=False),
    metavar="DIR",
    help="The folder that relative references of stdin start from. Default: the working directory.",
)
bringing_home = options(
    row(
        "--onto",
        section="Options",
        type=click.Path(exists=True, dir_okay=False),
        metavar="ORIGINAL",
        help="SRC was made from this file and edited since: change what was edited in the files of ORIGINAL, in place without -o.",
    ),
    row("--dry-run", section="Options", is_flag=True, help="With --onto: show the changed lines and write nothing."),
)
base_or_file = row(
    "--base",
    section=READING_SECTION,
    type=click.Path(exists=True),
    metavar="PATH",
    help="The folder that relative references of stdin start from (default: the working directory). With --onto: the file that SRC was "
    "made from, if ORIGINAL has changed since.",
)

WRITING_SECTION = "Writing"
writing = options(
    row(
        "--assets",
        section=WRITING_SECTION,
        type=click.Choice(["copy", "link", "keep"]),
        help="Files that the source refers to: copy them beside the result (default), link to where they are, or keep the references as "
        "written.",
    ),
    row(
        "--carry",
        section=WRITING_SECTION,
        is_flag=True,
        help="Store in the result what the target cannot express, so that converting back restores it. Restore the values "
        "that the source carries; edits of the file in between win, and are reported.",
    ),
    row(
        "--carry-to",
        section=WRITING_SECTION,
        type=click.Choice(["inline", "sidecar"]),
        help="Store carried values in the file itself (default), or in <name>.scenec.json beside it.",
    ),
)
placing = options(
    row(
        "--assets-dir",
        section=WRITING_SECTION,
        type=click.Path(file_okay=False),
        metavar="DIR",
        help="Folder for mesh and texture files. Default: <name>_assets beside DST; needed for `-o -`.",
    ),
    row("--no-clobber", section=WRITING_SECTION, is_flag=True, help="Write nothing if a file of that name exists."),
)

_REPORT = "Report"
report = row(
    "--report",
    "reports",
    section=_REPORT,
    multiple=True,
    metavar="FILE",
    help="Write the report; the suffix .json, .md, .html, .sarif or .txt chooses the form, `-` is text on stdout. Repeatable. `migrate` "
    "writes those of the single files into a folder beside it, <name>_files.",
)
report_files = options(
    report,
    row("--ledger", section=_REPORT, metavar="FILE.jsonl", help="Write every source value and its fate, one JSON line each."),
)
verify = row(
    "--verify",
    section=_REPORT,
    is_flag=True,
    help="Load the result before it is put in place, with scenec's own reader and the installed programs for its format (libsdformat, "
    "Drake, urdfdom, MuJoCo). Their errors become findings.",
)
judging = options(
    row(
        "--fail-on",
        section=_REPORT,
        multiple=True,
        metavar="WHAT",
        shell_complete=complete_fail_on,
        help="Exit 1 on a finding of this level or worse (error, warning, note), of this category (physics, geometry, appearance, "
        "sensing, control, naming, metadata; its errors and warnings), or `never`. Repeatable. Default: fail-on in [tool.scenec] of "
        "pyproject.toml, else error.",
    ),
    row("--strict", section=_REPORT, is_flag=True, help="The same as --fail-on warning."),
)
levels = options(
    row(
        "--severity",
        section=_REPORT,
        multiple=True,
        metavar="CODE=LEVEL",
        shell_complete=complete_severity,
        help="Give findings of this code another level. Repeatable; also in [tool.scenec] of pyproject.toml.",
    ),
    row(
        "--ignore",
        section=_REPORT,
        multiple=True,
        metavar="CODE",
        shell_complete=complete_code,
        help="Make findings of this code notes that never fail. Repeatable; also in pyproject.toml.",
    ),
    row(
        "--baseline",
        section=_REPORT,
        type=click.Path(exists=True, dir_okay=False),
        metavar="OLD.json",
        help="Count only losses that are not in this earlier report (of a conversion or a migration). Also in pyproject.toml.",
    ),
)
_LIBRARY = "Library"
library = options(
    row(
        "--include",
        section=_LIBRARY,
        multiple=True,
        metavar="GLOB",
        help="Convert only files that match, like '*.ros2' or 'robots/**'; a fragment that matches is converted too. Repeatable.",
    ),
    row("--exclude", section=_LIBRARY, multiple=True, metavar="GLOB", help="Leave out files that match. Repeatable."),
    row("--prune", section=_LIBRARY, is_flag=True, help="Remove outputs of an earlier run whose source is gone. Default: list them."),
    row(
        "--checksum",
        section=_LIBRARY,
        is_flag=True,
        help="Compare every file by content. Default: only files whose size or times have changed.",
    ),
    row("--force", section=_LIBRARY, is_flag=True, help="Convert everything again, and replace outputs that were edited by hand."),
)
_WORK = "Work"
work = options(
    row("-j", "--jobs", section=_WORK, type=click.IntRange(1), metavar="N", help="Number of worker processes. Default: one per core."),
    row(
        "--executor",
        section=_WORK,
        metavar="URL",
        help="Convert on a dask.distributed cluster, `tcp://scheduler:8786`; files that its workers cannot see are sent.",
    ),
    row(
        "--timeout",
        section=_WORK,
        type=click.FloatRange(0),
        default=300.0,
        show_default=True,
        metavar="SECONDS",
        help="Give up a file after this time in seconds; 0 = never.",
    ),
    row(
        "--memory",
        section=_WORK,
        type=click.IntRange(0),
        default=4096,
        show_default=True,
        metavar="MB",
        help="Memory limit of a worker, in MB; 0 = no limit. A smaller `ulimit -v` applies.",
    ),
)
_TALK = "Messages"
quiet = row("-q", "--quiet", section=_TALK, is_flag=True, help="Print errors only.")
verbose = row("-v", "--verbose", section=_TALK, is_flag=True, help="List every finding, with effect and advice.")
