"""Options of formats: each is declared in the record of the format that it concerns (`Format.options`).

The command line, its help, the checks of the Python API and the documentation are made of the declarations. An option that several formats
have is declared once, in `scenec.converters.common.options`, and listed by each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from scenec.errors import UsageError

if TYPE_CHECKING:
    from scenec.converters.format import Format, ReadOptions, WriteOptions

Kind = Literal["flag", "choice", "text", "number", "texts", "mapping"]
_DEFAULTS: Mapping[Kind, Any] = {"flag": False, "choice": "", "text": "", "number": None, "texts": (), "mapping": {}}


class Option(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a format.

    name: the keyword in Python. when: whether it concerns reading or writing. kind: flag (on or off), choice (one of `choices`), text,
    number, texts (repeatable), mapping (in Python a dict, on the command line the name of a JSON file). default: of a choice or number;
    the other kinds have that of `default_of`. help: a sentence for `--help`. here: what the option does in this format, as a part of a
    sentence, where formats differ. flag: on the command line, by default ``--`` and the name. metavar: what `--help` calls the value.
    example: of a mapping, as JSON.
    """

    name: str
    when: Literal["reading", "writing"]
    kind: Kind
    help: str
    choices: tuple[str, ...] = ()
    default: Any = None
    here: str = ""
    flag: str = ""
    metavar: str = ""
    example: str = ""

    @property
    def on_command_line(self) -> str:
        """The option as the command line has it: ``--joint-zero``."""
        return self.flag or "--" + self.name.rstrip("_").replace("_", "-")

    @property
    def default_of(self) -> Any:
        """The default value."""
        return _DEFAULTS[self.kind] if self.default is None else self.default

    def doing(self, here: str, *, choices: tuple[str, ...] = ()) -> Option:
        """Return the option of several formats as one of them declares it: with what it does there, and with its choices if it has own
        ones."""
        return msgspec.structs.replace(self, here=here, choices=choices or self.choices)

    def of(self, options: ReadOptions | WriteOptions) -> Any:
        """Return the value of the option among those of a request."""
        return getattr(options, self.name) if self.name in options.__struct_fields__ else options.own.get(self.name, self.default_of)


class Declared(msgspec.Struct, frozen=True):
    """An option with all formats that declare it. titles: of the formats; help: for all of them."""

    option: Option
    titles: tuple[str, ...]
    help: str


def declared_options(formats: Iterable[Format]) -> dict[str, Declared]:
    """Return the options of formats by name, in the order of the formats; the choices of an option are those of all formats that have it.
    Raises UsageError where two formats declare different options under one name."""
    found: dict[str, list[tuple[Format, Option]]] = {}
    for record in formats:
        for option in record.options:
            found.setdefault(option.name, []).append((record, option))
    return {name: _merged(every) for name, every in found.items()}


def _merged(every: list[tuple[Format, Option]]) -> Declared:
    (owner, first), *others = every
    for record, option in others:
        if (option.kind, option.when, option.on_command_line) != (first.kind, first.when, first.on_command_line):
            raise UsageError(f"{record.title} and {owner.title} declare different options of the name {first.name!r}")
    choices = tuple(dict.fromkeys(choice for _, option in every for choice in option.choices))
    titles = tuple(record.title for record, _ in every)
    return Declared(msgspec.structs.replace(first, choices=choices), titles, f"{first.help} {_effects(every)}.")


def _effects(every: list[tuple[Format, Option]]) -> str:
    """Return a sentence with what an option does in each format. Formats in which it does the same are named together."""
    titles: dict[str, list[str]] = {}
    for record, option in every:
        titles.setdefault(option.here, []).append(record.title)
    sentences = [f"{', '.join(names)}: {here}" if here else f"For {', '.join(names)}" for here, names in titles.items()]
    return ". ".join(sentences)
