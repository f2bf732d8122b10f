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
    from click.shell_completion import CompletionItem

    from scenec.converters import ALIASES, BUILT_IN

    return [CompletionItem(name) for name in (*BUILT_IN, *ALIASES) if name.startswith(incomplete)]


def complete_code(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    from scenec.cli.codes import all_codes

    return [CompletionItem(code) for code in all_codes().known() if code.startswith(incomplete)]


def options(*rows: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, shown in the order they are listed."""

    def decorate(function: F) -> F:
        for row in reversed(rows):
            function = row(function)
        return function

    return decorate


def row(*names: str, section: str, **settings: Any) -> Callable[[F], F]:
    return click.option(*names, cls=SectionOption, section=section, **settings)


source_format = row(
    "-f",
    "--from",
    "from_",
    section="Formats",
    metavar="FMT",
    shell_complete=complete_format,
    help="Format of SRC (`simrobot`, `simrobot@core3`, `sdformat`, ...). Default: by suffix, else by content.",
)
target_format = row(
    "-t",
    "--to",
    "to",
    section="Formats",
    metavar="FMT[@VERSION]",
    shell_complete=complete_format,
    help="Format to write (`sdformat@1.9`). Default: by the suffix of DST; the version that SRC has if the format is the same.",
)

_READING = "Reading: what the file cannot say itself"
reading = options(
    row(
        "--search-path",
        section=_READING,
        multiple=True,
        type=click.Path(exists=True, file_okay=False),
        metavar="DIR",
        help="Look here for what is not found beside the file: model://, package://, meshes, materials. Repeatable, in order.",
    ),
    row(
        "--lenient",
        section=_READING,
        is_flag=True,
        help="Accept, with a finding each, what the format's own reader refuses but real files contain.",
    ),
    row(
        "--parameter",
        "parameters",
        section=_READING,
        multiple=True,
        metavar="VALUE",
        help="Value for the next template parameter of an RSG file. Repeatable, in order.",
    ),
    row(
        "--constants",
        section=_READING,
        type=click.Path(exists=True, dir_okay=False),
        metavar="FILE.json",
        help='Ruby constants for RSG, like {"Soccer": {"FieldLength": 30.0}}.',
    ),
    row(
        "--confine",
        section=_READING,
        type=click.Path(exists=True, file_okay=False),
        metavar="DIR",
        help="Read nothing outside DIR, links resolved, but what --search-path names. Default: no limit for a file, its folder for "
        "stdin; an archive never leads out of itself.",
    ),
    row(
        "--old-light",
        section=_READING,
        type=click.Choice(["directional", "point"]),
        help="What SimRobot's `Light` of 2013 to 2021 is read as. Default: directional, towards the origin.",
    ),
)

_WRITING = "Writing"
writing = options(
    row("--as", "as_", section=_WRITING, type=click.Choice(["world", "model"]), help="What the file is to be. Default: by content."),
    row(
        "--layout",
        section=_WRITING,
        type=click.Choice(["model"]),
        help="A model directory: DST/<name>/model.sdf, model.config and meshes/.",
    ),
    row(
        "--flatten",
        section=_WRITING,
        is_flag=True,
        help="Write everything out: nested models as one with scoped names (SDFormat), no definitions and includes (SimRobot).",
    ),
    row(
        "--split",
        section=_WRITING,
        is_flag=True,
        help="Write every model's definition to a file of its own, which the scene includes (SimRobot), or equal models to one file "
        "with parameters (RubySceneGraph).",
    ),
    row(
        "--joint-zero",
        section=_WRITING,
        type=click.Choice(["keep", "shift"]),
        help="Keep the joints' zero positions (default), or move them to where the joints start.",
    ),
    row(
        "--motors",
        section=_WRITING,
        type=click.Choice(["servo", "velocity"]),
        help="Make motors of the limits of joints that have none (not for SDFormat, which has no motors); each is told.",
    ),
    row(
        "--materials",
        section=_WRITING,
        type=click.Choice(["nearest", "generate"]),
        help="Colours as the nearest material that the simulator defines (default), or in a material file of their own (RubySceneGraph).",
    ),
    row(
        "--adapt-joints",
        section=_WRITING,
        is_flag=True,
        help="Write joints that the target lacks (ball, universal, ...) as chains of its own, with next to weightless links between.",
    ),
    row(
        "--poses",
        section=_WRITING,
        type=click.Choice(["relative", "absolute"]),
        help="State shapes of a body relative to its first node (default), or in the world, as older scenes do (MARS).",
    ),
    row(
        "--mesh-format",
        section=_WRITING,
        type=click.Choice(["obj", "stl", "glb", "dae"]),
        help="Format of mesh files made from inline meshes. Default: obj.",
    ),
    row(
        "--assets",
        section=_WRITING,
        type=click.Choice(["copy", "link", "keep"]),
        help="Files that SRC refers to: copy them beside DST (default), link to where they are, or keep the references as written.",
    ),
    row(
        "--carry",
        section=_WRITING,
        is_flag=True,
        help="Take along what the target cannot say, so that converting back restores it, and put back what SRC carries. Edits of the "
        "file in between win, and are told.",
    ),
    row(
        "--carry-to",
        section=_WRITING,
        type=click.Choice(["inline", "sidecar"]),
        help="Carry in the file itself (default), or in <name>.scenec.json beside it.",
    ),
)
placing = options(
    row(
        "--assets-dir",
        section=_WRITING,
        type=click.Path(file_okay=False),
        metavar="DIR",
        help="Folder for mesh and texture files. Default: <name>_assets beside DST; needed for `-o -`.",
    ),
    row("--no-clobber", section=_WRITING, is_flag=True, help="Write nothing if a file of that name exists."),
)

_REPORT = "Report: what became of every value"
report = row(
    "--report",
    "reports",
    section=_REPORT,
    multiple=True,
    metavar="FILE",
    help="Write the report; the suffix .json, .md, .html, .sarif or .txt says the form, `-` is text on stdout. Repeatable.",
)
report_files = options(
    report,
    row("--ledger", section=_REPORT, metavar="FILE.jsonl", help="Write every source value and its fate, one JSON line each."),
)
verify = row(
    "--verify",
    section=_REPORT,
    is_flag=True,
    help="Load the result with what is installed to load it (libsdformat, Drake, scenec's own reader) before it is put in place; "
    "what they say becomes findings.",
)
judging = options(
    row(
        "--fail-on",
        section=_REPORT,
        multiple=True,
        metavar="WHAT",
        help="Exit 1 on a loss of this level or worse (error, warning, note), of this category (physics, geometry, appearance, "
        "sensing, control, naming, metadata; its errors and warnings), or `never`. Repeatable. Default: error.",
    ),
    row("--strict", section=_REPORT, is_flag=True, help="The same as --fail-on warning."),
)
levels = options(
    row(
        "--severity",
        section=_REPORT,
        multiple=True,
        metavar="CODE=LEVEL",
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
        help="Only losses that this earlier report does not have count. Also in pyproject.toml.",
    ),
)
_LIBRARY = "Library"
library = options(
    row(
        "--include",
        section=_LIBRARY,
        multiple=True,
        metavar="GLOB",
        help="Convert only what fits, like '*.ros2' or 'robots/**'; a fragment that fits is converted too. Repeatable.",
    ),
    row("--exclude", section=_LIBRARY, multiple=True, metavar="GLOB", help="Leave out what fits. Repeatable."),
    row("--prune", section=_LIBRARY, is_flag=True, help="Remove outputs of an earlier run whose source is gone. Default: list them."),
    row("--force", section=_LIBRARY, is_flag=True, help="Convert everything again, and replace outputs that were edited by hand."),
)
_WORK = "Work"
work = options(
    row("-j", "--jobs", section=_WORK, type=click.IntRange(1), metavar="N", help="Worker processes. Default: one per core."),
    row(
        "--executor",
        section=_WORK,
        metavar="URL",
        help="Do the work on a dask.distributed cluster, `tcp://scheduler:8786`; files its workers cannot see are sent.",
    ),
    row(
        "--timeout",
        section=_WORK,
        type=click.FloatRange(0),
        default=300.0,
        show_default=True,
        metavar="SECONDS",
        help="Give a file up after this long; 0 = never.",
    ),
    row(
        "--memory",
        section=_WORK,
        type=click.IntRange(0),
        default=4096,
        show_default=True,
        metavar="MB",
        help="Memory a worker may use; 0 = any.",
    ),
)
_TALK = "Messages"
quiet = row("-q", "--quiet", section=_TALK, is_flag=True, help="Say nothing but errors.")
verbose = row("-v", "--verbose", section=_TALK, is_flag=True, help="Tell every finding, with its consequence and what to do.")
