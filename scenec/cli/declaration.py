"""Commands as plain data: what each takes, and the function that does it.

click makes its command of that (`scenec.cli.group`) for help, for completion, for what it has to look at, like folders that must exist, and
for all there is to complain about. Loading it takes longer than converting a small file, so a command line that leaves nothing to ask is
taken here, as click would take it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any


class Kind:
    """What an option's value must be: a type of click, by its name, and what that is made with."""

    __slots__ = ("name", "settings", "values")

    def __init__(self, name: str, *values: Any, **settings: Any) -> None:
        self.name = name
        self.values = values
        self.settings = settings


def choice(*words: str) -> Kind:
    """One of these."""
    return Kind("Choice", words)


def number() -> Kind:
    return Kind("FLOAT")


def file() -> Kind:
    """A file that is there."""
    return Kind("Path", exists=True, dir_okay=False)


def folder(*, exists: bool = True) -> Kind:
    """A folder, which is there or may still be made."""
    return Kind("Path", exists=exists, file_okay=False)


class Argument:
    """What is given by its place. count: how many words, -1 = one or more."""

    __slots__ = ("count", "metavar", "name", "shell_complete")

    def __init__(self, name: str, metavar: str, count: int = 1, shell_complete: Callable[..., Any] | None = None) -> None:
        self.name = name
        self.metavar = metavar
        self.count = count
        self.shell_complete = shell_complete


class Option:
    """What is given by name. section: the heading that `--help` shows it under; settings: those of `click.Option`."""

    __slots__ = ("kind", "names", "parameter", "section", "settings")

    def __init__(self, names: Iterable[str], section: str, kind: Kind | None, settings: Mapping[str, Any]) -> None:
        self.names = tuple(name for name in names if name.startswith("-"))
        self.parameter = next((name for name in names if not name.startswith("-")), _parameter(self.names))
        self.section = section
        self.kind = kind
        self.settings = settings

    @property
    def is_flag(self) -> bool:
        return bool(self.settings.get("is_flag"))

    @property
    def is_multiple(self) -> bool:
        return bool(self.settings.get("multiple"))

    @property
    def default(self) -> object:
        """The value where nothing is given."""
        return () if self.is_multiple else self.settings.get("default", False if self.is_flag else None)

    def takes(self, value: str) -> bool:
        """Whether this text is the value, without a question. A value that looks like an option is a question."""
        if not value or value[0] == "-" != value:
            return False
        return self.kind is None or (self.kind.name == "Choice" and value in self.kind.values[0])


def _parameter(names: Sequence[str]) -> str:
    long = next((name for name in names if name.startswith("--")), names[0])
    return long.lstrip("-").replace("-", "_")


Options = tuple[Option, ...]


def row(*names: str, section: str = "Options", kind: Kind | None = None, **settings: Any) -> Options:
    """An option, as a row of the tables of options."""
    return (Option(names, section, kind, settings),)


class Command:
    """A command: what it is called, what it takes, what it does (the exit status, or None for 0), and what `--help` shows."""

    def __init__(self, name: str, run: Callable[..., int | None], arguments: Sequence[Argument], options: Options, epilog: str) -> None:
        self.name = name
        self.run = run
        self.arguments = tuple(arguments)
        self.options = options
        self.epilog = epilog

    def taken(self, words: Sequence[str]) -> dict[str, Any] | None:
        """What the function is called with for these words of a command line; None where click has to look at them."""
        named = {name: option for option in self.options for name in option.names}
        given: dict[str, Any] = {option.parameter: option.default for option in self.options}
        places = []
        coming = iter(words)
        for word in coming:
            if word == "-" or word[:1] not in ("-", ""):
                places.append(word)
                continue
            name, equals, value = word.partition("=")
            option = named.get(name)
            if option is None or (equals and (option.is_flag or not name.startswith("--"))):
                return None
            if option.is_flag:
                given[option.parameter] = True
                continue
            if not equals:
                value = next(coming, "")
            if not option.takes(value):
                return None
            given[option.parameter] = (*given[option.parameter], value) if option.is_multiple else value
        if any(option.settings.get("required") and given[option.parameter] is None for option in self.options):
            return None
        placed = self._placed(places)
        return None if placed is None else given | placed

    def _placed(self, words: Sequence[str]) -> dict[str, Any] | None:
        if len(self.arguments) == 1 and self.arguments[0].count < 0:
            return {self.arguments[0].name: tuple(words)} if words else None
        if len(words) != len(self.arguments):
            return None
        return {argument.name: word for argument, word in zip(self.arguments, words, strict=True)}


def declared(name: str, *parts: Argument | Options, epilog: str) -> Callable[[Callable[..., int | None]], Command]:
    """Make a command of the function that does it. parts: what it takes, in the order that `--help` shows."""
    arguments = [part for part in parts if isinstance(part, Argument)]
    options = tuple(option for part in parts if not isinstance(part, Argument) for option in part)
    return lambda run: Command(name, run, arguments, options, epilog)


def options(*rows: Options) -> Options:
    """Several options as one, shown in the order they are listed."""
    return tuple(option for row in rows for option in row)
