"""The rows of RubySceneGraph's findings: their texts, and the slots that calls fill."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from types import ModuleType

import pytest

import scenec.converters.rsg as package
from scenec.accounting.code import Code
from scenec.converters.common.findings import CODES as SHARED
from scenec.converters.rsg.findings import CODES, parts

OF_PARTS = [row for row in vars(parts).values() if isinstance(row, Code)]
FILLED_BY_WRAPPERS = {"problem": {"node"}, "_report_tensor": {"why"}}
"""Function -> slots that it fills for its callers."""
LONGEST_HEADLINE, LONGEST_SENTENCE = 60, 20


def modules() -> list[ModuleType]:
    names = [each.name for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    return [importlib.import_module(name) for name in names if ".findings" not in name]


def rows_in(node: ast.expr, module: ModuleType) -> Iterator[Code]:
    """The rows that an argument stands for; of a choice, both."""
    if isinstance(node, ast.IfExp):
        yield from (*rows_in(node.body, module), *rows_in(node.orelse, module))
    elif isinstance(node, ast.Name) and isinstance(row := getattr(module, node.id, None), Code):
        yield row
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        row = getattr(getattr(module, node.value.id, None), node.attr, None)
        if isinstance(row, Code):
            yield row


def calls(module: ModuleType) -> Iterator[tuple[ast.Call, Code]]:
    assert module.__file__ is not None
    with open(module.__file__, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from ((node, row) for argument in node.args for row in rows_in(argument, module))


def test_every_call_fills_the_slots_of_its_row() -> None:
    missing = []
    for module in modules():
        for call, row in calls(module):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            given = {keyword.arg for keyword in call.keywords} | FILLED_BY_WRAPPERS.get(name, set())
            if None not in given and row.slots - given:
                missing.append(f"{module.__name__}:{call.lineno}: {row.code} without {sorted(row.slots - given)}")
    assert missing == []


def test_every_row_is_used() -> None:
    used = {row.code for module in modules() for _, row in calls(module)}
    own = {code for code in CODES if not code.startswith("rsg-") and code.removesuffix("-ineffective") not in CODES}
    lints = {code for code in CODES if code.startswith("rsg-") and not code.endswith("-dropped")}
    by_variables = {"constant-written-out", "parameters-written-out", "text-unread-ineffective", "text-encoding-guessed"}
    assert (own | lints) - used <= by_variables


def test_codes_of_other_owners_are_not_among_those_of_the_format() -> None:
    assert not CODES.keys() & (SHARED.keys() | {row.code for row in OF_PARTS})


@pytest.mark.parametrize("row", [*CODES.values(), *OF_PARTS], ids=lambda row: row.code)
def test_texts_follow_the_pattern(row: Code) -> None:
    assert row.headline and row.because and row.effect and row.many
    assert not row.headline.endswith(".") and row.headline[0].isupper()
    assert "{" not in row.title and len(re.sub(r"\{\w+\}", "", row.headline)) <= LONGEST_HEADLINE
    assert row.many[0].islower() or row.many.split()[0].rstrip("s") in row.headline
    for text in filter(None, (row.because, row.effect, row.advice)):
        assert text[0].isupper() or text[0] in "{-" or text.split()[0].strip("`") in NAMES_OF_SIMSPARK, text
        assert text.endswith((".", "}")), text
        for sentence in re.split(r"(?<=[.?]) ", text):
            assert len(sentence.split()) <= LONGEST_SENTENCE, sentence


NAMES_OF_SIMSPARK = {
    "nd",
    "setRotation",
    "setVelocity",
    "setAngularVelocity",
    "setInterval",
    "setSenseMyPos",
    "setMaxEchoes",
    "addNoise",
    "addNotCollideWithColliderName",
}
"""Words that sentences may begin with as they are spelled."""
