"""The language of docstrings, comments, messages and pages: plain words, and the subject first (CONTRIBUTING.md, Rules)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CODE = ("scenec", "tests", "scripts", "benchmarks")
PAGES = ("docs", "benchmarks", "examples", "fixtures", "README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")
PRONOUN = re.compile(r"(?i)(it|its|he|she|they|their|that|what|who|whoever|whatever|nothing|nobody|none)\b")
PHRASES = re.compile(
    r"(?i)\b(whoever|the very \w+|but for|save that|none such|tak(e|en|es|ing) apart|has a say|in silence|without effect:"
    r"|goes by another name|says nothing of the|at that[.;])"
)
FILE_NAMES = (
    "alike",
    "likeness",
    "likest",
    "same",
    "closeness",
    "told",
    "telling",
    "unsaid",
    "needs",
    "excuse",
    "along",
    "seen",
    "utils",
    "helpers",
)
"""Words that do not say what a file holds."""
QUOTED = {
    "tests/test_language.py": "lists the phrases",
    "docs/findings.md": "generated from the rows, which are checked",
    "tests/accounting/test_rows.py": "lists the words that headlines must not begin with",
    "tests/test_finding_examples.py": "lists the words that sentences must not begin with",
}
"""File -> why phrases stand in it."""


@cache
def modules() -> dict[Path, str]:
    return {path: path.read_text(encoding="utf-8") for top in CODE for path in sorted((ROOT / top).rglob("*.py"))}


def pages() -> Iterator[Path]:
    for top in PAGES:
        place = ROOT / top
        yield from sorted(place.rglob("*.md")) if place.is_dir() else [place]


def docstrings(text: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each docstring of a module."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and (found := ast.get_docstring(node)):
            yield node.body[0].lineno, found


@pytest.mark.parametrize("top", CODE)
def test_docstrings_begin_with_their_subject_or_with_a_verb(top: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path, source in modules().items()
        if path.is_relative_to(ROOT / top)
        for line, text in docstrings(source)
        if PRONOUN.match(text)
    ]
    assert wrong == []


def test_code_and_pages_have_no_phrases_that_make_a_sentence_a_riddle() -> None:
    texts = {**modules(), **{path: path.read_text(encoding="utf-8") for path in pages()}}
    wrong = [
        f"{name}:{number}: {line.strip()}"
        for path, text in texts.items()
        if (name := path.relative_to(ROOT).as_posix()) not in QUOTED
        for number, line in enumerate(text.splitlines(), 1)
        if PHRASES.search(line)
    ]
    assert wrong == []


def test_files_are_named_after_what_they_hold() -> None:
    assert [path for path in modules() if path.stem.strip("_").removeprefix("test_") in FILE_NAMES] == []
