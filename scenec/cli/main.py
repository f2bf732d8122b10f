"""The command `scenec`: a table of commands, each loaded when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from scenec.cli.failure import USAGE, flushed, nearest_hint, report_failure

COMMANDS = {
    "convert": "Convert scene files into another format, and report losses.",
    "migrate": "Convert a whole model library, in parallel; go on where an earlier run stopped.",
    "inspect": "Show what is in a scene: tree, totals, assets, physics.",
    "set": "Change values of a scene where they stand.",
    "diff": "Compare two scenes, in any formats.",
    "view": "Show a scene in three dimensions: a page, or a picture.",
    "check": "Validate scene files.",
    "simulate": "Run a scene in MuJoCo: does it stand, fall, sink or explode?",
    "formats": "List the formats, their suffixes and versions.",
    "trace": "Show where a line of a result came from, or where a line of a source went.",
    "explain": "Explain a finding, or the losses between two formats.",
    "report-bug": "Print the facts for a bug report: versions, platform, command.",
}
"""name -> what `scenec --help` says about it. The command is `command` in ``scenec.cli.<name>``, a dash being an underscore there."""

EPILOG = """\b
Example:
  scenec convert nao.ros2 -o nao.sdf --report nao.json

\b
Exit status:
  0  done (findings below --fail-on included)   4  output cannot be written
  1  written, with findings to fail on          5  some of several files failed
  2  wrong usage                               70  a bug in scenec
  3  input cannot be read                     130  interrupted (143: by SIGTERM)

\b
Completion of commands, options, formats and codes:
  eval "$(_SCENEC_COMPLETE=bash_source scenec)"    (or zsh_source, fish_source)
"""


class LazyGroup(click.Group):
    """Commands by name; `--help` shows the table without loading one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        from importlib import import_module

        found: click.Command = import_module(f"scenec.cli.{cmd_name.replace('-', '_')}").command
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            raise click.UsageError(f"no command {name!r}{nearest_hint(name, list(COMMANDS))}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=LazyGroup,
    epilog=EPILOG,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=lambda ctx, _, asked: _version(ctx, asked),
    help="Show the version.",
)
def scenec() -> None:
    """Convert robot and simulation scenes between formats and account for every value."""


def _version(context: click.Context, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        from scenec import __version__

        click.echo(f"scenec {__version__}")
        context.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status and never raises. Errors are one line on stderr."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        if "_SCENEC_COMPLETE" in os.environ:
            scenec.main(arguments, prog_name="scenec")
        if not arguments:
            click.echo(_help(), err=True)
            return USAGE
        with scenec.make_context("scenec", arguments) as context:
            from scenec.cli.termination import ended_by_sigterm

            with ended_by_sigterm():
                result = scenec.invoke(context)
        return flushed(result if isinstance(result, int) else 0)
    except BaseException as problem:
        return report_failure(problem)


def _help() -> str:
    return scenec.get_help(click.Context(scenec, info_name="scenec", max_content_width=100))
