"""The examples of findings: `docs/examples/<format>.md`, small inputs, each with commands and the codes that these report.

A section is an example. Its fences are files. Each item of its list is a command with codes and the lines that the findings are about.
An item without codes prepares the next command: it edits a file, or packs one. Binary files come from `fixtures/`: a link names them.
`docs/examples/without.md` lists the codes that have no example.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "examples"
WITHOUT = FOLDER / "without.md"
WIDTH = 150

_SECTION = re.compile(r"^## (.+?)\n(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
_FENCE = re.compile(r'^```\w* title="([^"]+)"\n(.*?)^```$', re.DOTALL | re.MULTILINE)
_FIXTURE = re.compile(r"\[`([^`]+)`\]\(\.\./\.\./(fixtures/[^)]+)\)")
_COMMAND = re.compile(r"^- `((?:scenec|python|sed) [^`]+)`:?(.*?)$(?=\n-|\n*\Z)", re.DOTALL | re.MULTILINE)
_CODE = re.compile(r"`([a-z0-9-]+)`(?:\s+\(line\s+(\d+)\))?")


class Example(NamedTuple):
    """page: the format whose page has it. files: name -> text, the input first. fixtures: name -> file of the repository. commands: in
    their order, each with the codes that it reports -> the line of the input that a finding of this code is about (0: none)."""

    page: str
    title: str
    files: Mapping[str, str]
    fixtures: Mapping[str, str]
    commands: Mapping[str, Mapping[str, int]]

    @property
    def anchor(self) -> str:
        """The anchor of its section on the site."""
        return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", self.title).strip().lower())


@cache
def examples() -> tuple[Example, ...]:
    """All examples, by page."""
    return tuple(each for path in sorted(FOLDER.glob("*.md")) if path != WITHOUT for each in _of_page(path))


def _of_page(path: Path) -> Iterator[Example]:
    for title, body in _SECTION.findall(path.read_text(encoding="utf-8")):
        text = _FENCE.sub("", body)
        commands = {
            command: {code: int(line or 0) for code, line in _CODE.findall(codes)}
            for command, codes in _COMMAND.findall(text.strip() + "\n")
        }
        yield Example(path.stem, title, dict(_FENCE.findall(body)), dict(_FIXTURE.findall(text)), commands)


@cache
def example_of() -> Mapping[str, tuple[Example, str, int]]:
    """Code -> its example, the command that reports it, and the line that it is about."""
    return {code: (each, command, line) for each in examples() for command, codes in each.commands.items() for code, line in codes.items()}


@cache
def without() -> Mapping[str, str]:
    """Code that has no example -> the reason."""
    sections = _SECTION.findall(WITHOUT.read_text(encoding="utf-8"))
    return {code: reason for reason, body in sections for code in re.findall(r"^- `([a-z0-9-]+)`", body, re.MULTILINE)}


def page(introduction: str, found: Sequence[Example]) -> str:
    """The text of a page of examples. introduction: what stands before the first one."""
    return introduction.rstrip() + "\n\n" + "\n".join(map(_section, found))


def _section(each: Example) -> str:
    fences = [f'```{_language(text)} title="{name}"\n{text}```\n' for name, text in each.files.items()]
    beside = ", ".join(f"[`{name}`](../../{place})" for name, place in each.fixtures.items())
    items = [
        textwrap.fill(_item(command, codes), WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
        for command, codes in each.commands.items()
    ]
    return "\n".join([f"## {each.title}\n", *fences, *([f"With {beside}.\n"] if beside else []), *items]) + "\n"


def _item(command: str, codes: Mapping[str, int]) -> str:
    return f"- `{command}`: {_listed(codes)}" if codes else f"- `{command}`"


def _listed(codes: Mapping[str, int]) -> str:
    return ", ".join(f"`{code}` (line {line})" if line else f"`{code}`" for code, line in codes.items())


def _language(text: str) -> str:
    """Return the language that highlights a text, by its first characters."""
    if "\nimport " in f"\n{text}" or "\nwith open(" in text:
        return "python"
    return {"<": "xml", "{": "json", "(": "lisp"}.get(text.lstrip()[:1], "text")
