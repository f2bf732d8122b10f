"""The lines that an edit changes in files, as a diff and in numbers."""

from __future__ import annotations

import os
from difflib import SequenceMatcher, unified_diff

from scenec.output import Output

Changed = dict[str, tuple[bytes, bytes]]
"""Name of a file -> its content before and after."""


def changed_files(output: Output, path: str) -> Changed:
    """The files of an output that are not as they were. path: of the main one before, absolute."""
    home, main = os.path.split(path)
    found: Changed = {}
    for name, content in output.files.items():
        with open(os.path.join(home, main if name == output.main else name), "rb") as file:
            before = file.read()
        if before != content:
            found[name] = before, content
    return found


def diff_of(changed: Changed) -> bytes:
    """A unified diff of all files."""
    lines = (line for name, pair in changed.items() for line in _diff(name, *pair))
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")


def lines_of(changed: Changed) -> str:
    """Count changed lines and files: ``2 lines in 1 file``."""
    lines = sum(_lines(*pair) for pair in changed.values())
    return f"{_counted(lines, 'line')} in {_counted(len(changed), 'file')}"


def _diff(name: str, before: bytes, after: bytes) -> list[str]:
    return list(unified_diff(_split(before), _split(after), f"a/{name}", f"b/{name}", n=1))


def _lines(before: bytes, after: bytes) -> int:
    """Count the lines of the result that are new, or those that are gone where these are more."""
    opcodes = SequenceMatcher(None, _split(before), _split(after), autojunk=False).get_opcodes()
    return sum(max(j - i, m - k) for what, i, j, k, m in opcodes if what != "equal")


def _split(content: bytes) -> list[str]:
    return content.decode("utf-8", "surrogateescape").splitlines(keepends=True)


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'s' * (number != 1)}"
