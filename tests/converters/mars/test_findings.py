"""The rows of MARS's findings: their texts, and the slots that calls fill."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType

import pytest

import scenec.converters.mars as package
from scenec.accounting.code import Code
from scenec.accounting.findings import CODES as SETTLED
from scenec.converters.common.findings import CODES as COMMON
from scenec.converters.mars.findings import CODES, own, writing

FILLED_BY_WRAPPERS = {"_problem": {"value"}, "unreadable_mesh": {"problem"}}
"""Function -> slots that it fills for its callers."""
SHARED = {**COMMON, **SETTLED}
"""Rows that formats have together."""
LONGEST_HEADLINE, LONGEST_SENTENCE = 60, 20
INFINITE = {row.code for row in writing.INFINITE_SURFACE_VALUES.values()}
"""Rows that calls look up in a table."""


def modules() -> list[ModuleType]:
    names = [each.name for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    return [importlib.import_module(name) for name in names if ".findings" not in name]


def rows_in(node: ast.expr, module: ModuleType) -> Iterator[Code]:
    """The rows that an argument stands for; of a choice or pair, all of them."""
    if isinstance(node, ast.IfExp):
        yield from (*rows_in(node.body, module), *rows_in(node.orelse, module))
    elif isinstance(node, ast.Name) and isinstance(row := getattr(module, node.id, None), Code):
        yield row
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        row = getattr(getattr(module, node.value.id, None), node.attr, None)
        if isinstance(row, Code):
            yield row


def tree_of(module: ModuleType) -> ast.Module:
    assert module.__file__ is not None
    with open(module.__file__, encoding="utf-8") as file:
        return ast.parse(file.read())


def calls(module: ModuleType) -> Iterator[tuple[ast.Call, Code]]:
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Call):
            yield from ((node, row) for argument in node.args for row in rows_in(argument, module))


def slots_of(row: Code) -> set[str]:
    """Return what a call has to pass, `value` and `target` included where the texts show them."""
    texts = row.headline + row.because + row.effect + row.advice
    shown = {keyword for slot, keyword in (("{value}", "value"), ("{result}", "target")) if slot in texts}
    return set(row.slots) | shown


def test_every_call_fills_the_slots_of_its_row() -> None:
    missing = []
    for module in modules():
        for call, row in calls(module):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            given = {keyword.arg for keyword in call.keywords} | FILLED_BY_WRAPPERS.get(name, set())
            if name in ("report", "_problem") and slots_of(row) - given:
                missing.append(f"{module.__name__}:{call.lineno}: {row.code} without {sorted(slots_of(row) - given)}")
    assert missing == []


def test_every_row_is_used() -> None:
    used = {
        row.code
        for module in modules()
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.expr)
        for row in rows_in(node, module)
    }
    assert CODES.keys() - own.CODES.keys() - INFINITE == used - SHARED.keys()


def test_codes_of_other_owners_are_not_among_those_of_the_format() -> None:
    assert not CODES.keys() & SHARED.keys()


@pytest.mark.parametrize("row", CODES.values(), ids=lambda row: row.code)
def test_texts_of_rows_are_short_whole_sentences(row: Code) -> None:
    assert row.headline and not row.headline.endswith(".") and "{" not in row.title
    assert len(re.sub(r"\{\w+\}", "x", row.headline)) <= LONGEST_HEADLINE
    assert row.many[:1].islower() or row.many.startswith(("MARS", "MultiLevel")) or row.code in own.CODES
    for text in (row.because, row.effect, row.advice):
        sentences = re.split(r"(?<=[.?]) ", text)
        assert all(re.match(r"[A-Z{`]|bumpNorFac|scenec", each) for each in sentences if each)
        assert not text or text.endswith((".", "}"))
        assert max(len(each.split()) for each in sentences) <= LONGEST_SENTENCE
