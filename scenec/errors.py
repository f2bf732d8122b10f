"""Errors that stop a conversion. Losses never do: they are findings (`scenec.accounting.finding`)."""

from __future__ import annotations

from scenec.source import Source


class ScenecError(Exception):
    """Base of every error scenec raises on purpose.

    The text is one line: ``file:line:column: what; expected ...; did you mean ...?; hint``. All constructor arguments are
    positional and kept in ``args``, so that errors travel between worker processes.
    """

    def __init__(self, what: str, source: Source | None = None, expected: str = "", nearest: str = "", hint: str = "") -> None:
        super().__init__(what, source, expected, nearest, hint)
        self.what = what
        self.source = source
        self.expected = expected
        self.nearest = nearest
        self.hint = hint

    def __str__(self) -> str:
        parts = [self.what]
        if self.expected:
            parts.append(f"expected {self.expected}")
        if self.nearest:
            parts.append(f"did you mean {self.nearest}?")
        if self.hint:
            parts.append(self.hint)
        text = parts[0]
        for part in parts[1:]:
            text += f" {part}" if text.endswith(".") else f"; {part}"
        whole = f"{self.source}: {text}" if self.source else text
        return whole if whole.isprintable() else "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in whole)


class ReadError(ScenecError):
    """The input cannot be read: not well formed, refused by its own format's rules, or not there. Exit status 3."""


class PartError(ReadError):
    """The input makes no scene by itself: only other files can include it. In a library that is no fault."""


class WriteError(ScenecError):
    """The output cannot be written. Exit status 4."""


class UsageError(ScenecError):
    """The call itself makes no sense: an option that does not exist, a missing format. Exit status 2."""


class ExecutorError(ScenecError):
    """The workers of a migration cannot be started, or are gone. What was converted is kept; the next run goes on. Exit status 5."""


class UnknownFormatError(UsageError):
    """No format of that name, suffix or content; `nearest` names the closest known one."""


def nearest(word: str, known: list[str] | tuple[str, ...]) -> str:
    """The known name closest to a misspelt one, or "". Only ever called on the way to an error or a finding."""
    from difflib import get_close_matches

    lowered = {name.lower(): name for name in known}
    found = get_close_matches(word.lower(), list(lowered), n=1, cutoff=0.6)
    return lowered[found[0]] if found else ""
