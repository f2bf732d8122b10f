"""The language of docstrings, comments, messages and pages: plain words, and the subject first (CONTRIBUTING.md, Rules)."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

pytestmark = pytest.mark.sweep

ROOT = Path(__file__).parents[1]
CODE = ("scenec", "tests", "scripts", "benchmarks")
PAGES = ("docs", "benchmarks", "examples", "fixtures", "README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")
PRONOUN = re.compile(r"(?i)(it|its|he|she|they|their|that|what|who|whoever|whatever|nothing|nobody|none)\b")
PHRASES = re.compile(
    r"(?i)\b(whoever|the very \w+|but for|save that|none such|tak(e|en|es|ing) apart|has a say|in silence|without effect:"
    r"|goes by another name|says nothing of the|of its own accord|what comes of|at that[.;])"
)
RIDDLES = re.compile(r"(?i)\b(nobody|whatever|told)\b(?!`)")
"""Words that hide the subject, or stand for several plain words: told is reported, stated or distinguished."""
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
NAME_WORDS = frozenset(
    (
        "alike",
        "likeness",
        "likest",
        "closeness",
        "told",
        "tell",
        "tells",
        "telling",
        "unsaid",
        "excuse",
        "lonely",
        "nobody",
        "whatever",
        "whoever",
    )
)
"""Words that no function, class or local may have in its name."""
FUNCTION_WORDS = NAME_WORDS | {"same", "needs", "seen", "along"}
"""Words that no function or class may have in its name: it says what it returns. Names of tests are sentences, which have them."""
FUNCTIONS = {
    "scenec/converters/rsg/write/joint.py": ("along_z",),  # a direction
    "scenec/converters/sdformat/inertia_check.py": ("along_principal_axes",),
}
"""File -> names that are the field's or the design's terms."""
RIDDLES_LEFT = {
    "docs/comparison.md": "generated: its table counts what was told and not told",
    "docs/findings.md": "generated from the rows",
    "docs/ir.md": "generated from the docstrings of the scene",
    "docs/howto/carry.md": "`told` is a word of the record in carried files",
    "docs/how_it_works/decisions.md": "`told` is a word of the record in carried files",
    "docs/examples": "examples name missing parts nobody; outputs are generated from the rows",
    "docs/formats": "generated from scripts/docs_formats.py and the format's own words",
    "fixtures": "records of what files hold",
    "benchmarks/mutation": "told is a verdict of the mutation check",
    "scenec/carry/record.py": "`told` is a word of the record in carried files",
    "scenec/ir/scene_data.py": "the docstring is part of docs/ir.md and of the JSON Schema",
    "README.md": "its line about peers is generated",
    "tests/test_language.py": "lists the words",
    "tests/test_finding_examples.py": "lists the words",
}
"""File or folder -> why words of `RIDDLES` stand in it."""
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


def prose(source: str) -> Iterator[tuple[int, str]]:
    """Yield line and text of each comment and docstring of a module, also of those below constants."""
    for item in tokenize.generate_tokens(io.StringIO(source).readline):
        if item.type == tokenize.COMMENT:
            yield item.start[0], item.string
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.lineno, node.value.value


def names(source: str) -> Iterator[tuple[int, str, bool]]:
    """Yield line and name of what a module defines, and whether it is a function or class."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name, True
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg, False
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id, False
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr, False


def words_of(name: str) -> set[str]:
    return set(re.sub(r"([A-Z])", r"_\1", name).lower().split("_"))


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


def test_comments_docstrings_and_pages_name_the_subject() -> None:
    texts = [(path, line, text) for path, source in modules().items() for line, text in prose(source)]
    texts += [(path, number, line) for path in pages() for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)]
    wrong = [
        f"{name}:{line}: {text.strip()}"
        for path, line, text in texts
        if RIDDLES.search(text)
        and not any((name := path.relative_to(ROOT).as_posix()).startswith(f"{left}/") or name == left for left in RIDDLES_LEFT)
    ]
    assert wrong == []


def test_texts_below_constants_begin_with_the_noun_that_the_constant_holds() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path, source in modules().items()
        for line, text in prose(source)
        if not text.startswith("#") and PRONOUN.match(text)
    ]
    assert wrong == []


def test_functions_and_locals_are_named_after_what_they_return_or_hold() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path, source in modules().items()
        for line, name, is_function in names(source)
        if words_of(name) & (FUNCTION_WORDS if is_function and not name.startswith("test_") else NAME_WORDS)
        and name not in FUNCTIONS.get(path.relative_to(ROOT).as_posix(), ())
    ]
    assert wrong == []


def test_files_are_named_after_what_they_hold() -> None:
    assert [path for path in modules() if path.stem.strip("_").removeprefix("test_") in FILE_NAMES] == []
