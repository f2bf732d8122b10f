"""The commands as click has them: for help, completion, and whatever a command line leaves to ask or to complain about."""

from __future__ import annotations

from typing import Any

import click

from scenec.cli.declaration import Command, Option
from scenec.cli.failure import nearest_hint
from scenec.cli.main import COMMANDS, EPILOG, command_named


class SectionOption(click.Option):
    """An option that `--help` shows under a heading."""

    def __init__(self, *args: Any, section: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.section = section


class SectionedCommand(click.Command):
    """A command whose `--help` groups its options by section."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        sections: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            record = parameter.get_help_record(ctx)
            if record is not None:
                sections.setdefault(getattr(parameter, "section", "Options"), []).append(record)
        for title, records in sections.items():
            with formatter.section(title):
                formatter.write_dl(records)


class LazyGroup(click.Group):
    """Commands by name; `--help` shows the table without loading one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return made(command_named(cmd_name)) if cmd_name in COMMANDS else None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            raise click.UsageError(f"no command {name!r}{nearest_hint(name, list(COMMANDS))}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def made(command: Command) -> click.Command:
    """click's command of ours."""
    arguments = [
        click.Argument([each.name], nargs=each.count, required=True, metavar=each.metavar, shell_complete=each.shell_complete)
        for each in command.arguments
    ]
    parameters: list[click.Parameter] = [*arguments, *map(_option, command.options)]
    return SectionedCommand(command.name, callback=command.run, params=parameters, help=command.run.__doc__, epilog=command.epilog)


def _option(option: Option) -> click.Option:
    settings = dict(option.settings)
    if option.kind is not None:
        kind = getattr(click, option.kind.name)
        settings["type"] = kind(*option.kind.values, **option.kind.settings) if isinstance(kind, type) else kind
    return SectionOption([*option.names, option.parameter], section=option.section, **settings)


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
