"""The options that formats declare, on the command line.

Loading the records of all formats takes longer than a small conversion, so it is done only for a command line that has an option beyond
the common ones, for help and for completion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from scenec.cli.options import READING_SECTION, WRITING_SECTION, SectionedCommand, SectionOption

if TYPE_CHECKING:
    from scenec.converters.options import Declared

_COMMON_ONLY = "scenec.common_options_only"
_DECLARED = "scenec.declared_options"


class SceneCommand(SectionedCommand):
    """A command that reads scenes, and writes some: it also has the options that formats declare for that. Its function gets them as
    `reading` and `writing`: dictionaries of what was stated, as the Python API takes it."""

    def __init__(self, *args: Any, writes: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.writes = writes

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        common = super().get_params(ctx)
        return common if ctx.meta.get(_COMMON_ONLY) else [*common, *self._declared(ctx)]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[_COMMON_ONLY] = not ctx.resilient_parsing and not self._asks_for_more(ctx, args)
        rest = super().parse_args(ctx, args)
        stated: dict[str, dict[str, Any]] = {"reading": {}, "writing": {}}
        for option in [] if ctx.meta.pop(_COMMON_ONLY) else self._declared(ctx):
            value = ctx.params.pop(option.name or "", None)
            if value not in (None, False, ()):
                is_file = option.declared.kind == "mapping" and not ctx.resilient_parsing
                stated[option.declared.when][option.declared.name] = _mapping(value, option) if is_file else value
        ctx.params["reading"] = stated["reading"]
        if self.writes:
            ctx.params["writing"] = stated["writing"]
        return rest

    def _asks_for_more(self, ctx: click.Context, args: list[str]) -> bool:
        """Whether a command line asks for help or has an option that is none of the common ones."""
        known = {name for parameter in super().get_params(ctx) for name in (*parameter.opts, *parameter.secondary_opts)} - {"--help"}
        end = args.index("--") if "--" in args else len(args)
        return any(
            each.partition("=")[0] not in known if each.startswith("--") else each.startswith("-") and "h" in each for each in args[:end]
        )

    def _declared(self, ctx: click.Context) -> list[DeclaredOption]:
        if _DECLARED not in ctx.meta:
            from scenec.converters import all_formats
            from scenec.converters.options import declared_options

            every = declared_options(all_formats()).values()
            ctx.meta[_DECLARED] = [DeclaredOption(each) for each in every if self.writes or each.option.when == "reading"]
        found: list[DeclaredOption] = ctx.meta[_DECLARED]
        return found


class DeclaredOption(SectionOption):
    """An option as formats declare it (`scenec.converters.options.Declared`)."""

    def __init__(self, found: Declared) -> None:
        self.declared = option = found.option
        kinds: dict[str, dict[str, Any]] = {
            "flag": {"is_flag": True},
            "choice": {"type": click.Choice(option.choices)},
            "text": {},
            "number": {"type": float},
            "texts": {"multiple": True},
            "mapping": {"type": click.Path(exists=True, dir_okay=False)},
        }
        super().__init__(
            [option.on_command_line, option.name],
            section=READING_SECTION if option.when == "reading" else WRITING_SECTION,
            help=found.help,
            metavar=option.metavar or None,
            **kinds[option.kind],
        )


def _mapping(path: str, option: DeclaredOption) -> dict[str, Any]:
    """The JSON object of a file. Raises UsageError for a file that holds none."""
    from scenec.cli.data_files import json_of_file
    from scenec.errors import UsageError
    from scenec.source import Source

    flag = option.declared.on_command_line
    content = json_of_file(path, flag)
    if not isinstance(content, dict):
        example = option.declared.example
        raise UsageError(f"{flag} is no JSON object", Source(path), f"something like {example}" if example else "")
    return content
