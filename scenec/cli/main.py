"""The command `scenec`: a table of commands, each loaded when it is called, and click only where there is something to ask it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from scenec.cli.failure import USAGE, flushed, told

if TYPE_CHECKING:
    from scenec.cli.declaration import Command

COMMANDS = {
    "convert": "Convert scene files into another format, and tell what is lost.",
    "migrate": "Convert a whole model library, in parallel; go on where an earlier run stopped.",
    "inspect": "Show what is in a scene: tree, totals, assets, physics.",
    "diff": "Tell what differs between two scenes, of any formats.",
    "view": "Show a scene in three dimensions: a page, or a picture.",
    "check": "Judge files against their own format.",
    "formats": "List the formats, their suffixes and versions.",
    "explain": "Tell what a finding means, or what one format cannot take from another.",
}
"""name -> what `scenec --help` says about it. The command is `command` in ``scenec.cli.<name>``."""

EPILOG = """\b
Example:
  scenec convert nao.ros2 -o nao.sdf --report nao.json

\b
Exit status:
  0  done (losses below --fail-on included)    4  output cannot be written
  1  done and written, but with such losses    5  some of several files failed
  2  wrong usage                              70  a bug in scenec
  3  input cannot be read                    130  interrupted

\b
Completion of commands, options, formats and codes:
  eval "$(_SCENEC_COMPLETE=bash_source scenec)"    (or zsh_source, fish_source)
"""


def command_named(name: str) -> Command:
    """The command of that name, loaded."""
    from importlib import import_module

    found: Command = import_module(f"scenec.cli.{name}").command
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit status and never raises. Errors are one line on stderr."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        if arguments and arguments[0] in COMMANDS and "_SCENEC_COMPLETE" not in os.environ:
            command = command_named(arguments[0])
            taken = command.taken(arguments[1:])
            if taken is not None:
                return flushed(command.run(**taken) or 0)
        return _through_click(arguments)
    except BaseException as problem:
        return told(problem)


def _through_click(arguments: list[str]) -> int:
    import click

    from scenec.cli.group import scenec

    if "_SCENEC_COMPLETE" in os.environ:
        scenec.main(arguments, prog_name="scenec")
    if not arguments:
        click.echo(scenec.get_help(click.Context(scenec, info_name="scenec", max_content_width=100)), err=True)
        return USAGE
    with scenec.make_context("scenec", arguments) as context:
        result = scenec.invoke(context)
    return flushed(result if isinstance(result, int) else 0)
