"""``scenec trace``: the source map of a conversion, read from its ledger."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from scenec.cli.failure import put

if TYPE_CHECKING:
    from scenec.accounting.source_map import Traced

EPILOG = """\b
Examples:
  scenec trace robot.sdf:120 --ledger robot.jsonl        where line 120 of the result came from
  scenec trace robot.ros2:53:7 --ledger robot.jsonl      where this value of the source went

\b
The ledger comes from:
  scenec convert robot.ros2 -o robot.sdf --ledger robot.jsonl
"""
MOST = 20
"""Places that are shown of one value."""


@click.command("trace", epilog=EPILOG)
@click.argument("place", metavar="FILE:LINE[:COLUMN]")
@click.option("--ledger", required=True, metavar="FILE.jsonl", type=click.Path(), help="The ledger that `scenec convert --ledger` wrote.")
def command(place: str, ledger: str) -> None:
    """Show where a line of a result came from, or where a line of a source went.

    FILE is a file of the source or of the result. Each value of the source is shown with its fate, and with all lines of the result that it
    was printed to.
    """
    from scenec.accounting.render_text import safe
    from scenec.accounting.source_map import traced_at

    file, line, column = _parsed(place)
    found = traced_at(_lines(ledger), file, line, column)
    texts = _Texts([os.path.dirname(file), os.path.dirname(ledger), os.curdir])
    shown = list(_lines_of(found, texts, place))
    put("".join(f"{safe(each)}\n" for each in shown))


def _parsed(place: str) -> tuple[str, int, int | None]:
    from scenec.errors import UsageError

    found = re.fullmatch(r"(.+?):([1-9][0-9]{0,9})(?::([1-9][0-9]{0,9}))?", place)
    if found is None:
        raise UsageError(f"{place!r} is no place", None, "FILE:LINE or FILE:LINE:COLUMN, counted from 1", "", "for example robot.sdf:120")
    return found[1], int(found[2]), int(found[3]) if found[3] else None


def _lines(path: str) -> Iterator[dict[str, Any]]:
    """The lines of a ledger. Raises ReadError for what is none."""
    import json

    from scenec.errors import ReadError
    from scenec.source import Source

    try:
        with open(path, encoding="utf-8") as file:
            for number, text in enumerate(file, 1):
                line = json.loads(text)
                if not isinstance(line, dict) or not {"file", "line", "column", "path", "value", "fate"} <= line.keys():
                    raise ReadError("no line of a ledger", Source(path, number), "what `scenec convert --ledger` writes")
                yield line
    except (OSError, UnicodeDecodeError) as problem:
        reason = getattr(problem, "strerror", None) or "not UTF-8"
        raise ReadError(f"the ledger cannot be read: {reason.lower()}", Source(path)) from None
    except json.JSONDecodeError as problem:
        raise ReadError(f"no line of a ledger: {problem.msg}", Source(path, number), "what `scenec convert --ledger` writes") from None


def _lines_of(found: list[Traced], texts: _Texts, place: str) -> Iterator[str]:
    if not found:
        yield f"{place}: no value of the source stands here, and none was printed here."
        return
    for value in found:
        yield f"{value.file}:{value.line}:{value.column}: {value.fate}: {value.path.rpartition('/')[2]} = {value.value}"
        yield from texts.indented(value.file, value.line)
        yield from (f"  by {call}" for call in value.trail)
        for target in value.targets[:MOST]:
            yield f"  -> {target}"
            yield from texts.indented(target.file, target.line)
        if len(value.targets) > MOST:
            yield f"  -> and {len(value.targets) - MOST:,} more places"
        if not value.targets:
            yield "  -> nowhere" if value.fate in ("dropped", "invalid", "unresolved") else "  -> no place is known"


class _Texts:
    """Lines of the files that a ledger names. folders: where they may lie."""

    def __init__(self, folders: list[str]) -> None:
        self._folders = folders
        self._files: dict[str, list[str]] = {}

    def indented(self, file: str, line: int) -> Iterator[str]:
        """The line, without its indentation; nothing where the file is not there or is no text."""
        if file not in self._files:
            self._files[file] = self._read(file)
        lines = self._files[file]
        if 0 < line <= len(lines):
            text = lines[line - 1].strip()
            yield f"       {text[:160]}{'...' if len(text) > 160 else ''}"

    def _read(self, file: str) -> list[str]:
        for folder in self._folders:
            for name in dict.fromkeys((file, os.path.basename(file))):
                try:
                    with open(os.path.join(folder, name), encoding="utf-8") as opened:
                        return opened.read().split("\n")
                except (OSError, UnicodeDecodeError, ValueError):
                    continue
        return []
