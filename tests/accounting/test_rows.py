"""Every row of every owner follows the rules for texts, has one owner, and is used with exactly its slots."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from scenec.accounting import parts
from scenec.accounting.code import RESERVED, RESULT, SUBJECT, VALUE, Code, rendered
from scenec.cli.codes import CORE
from scenec.converters import BUILT_IN, load

PACKAGE = Path(__file__).parents[2] / "scenec"
CONVERTED = [name for name in BUILT_IN if find_spec(f"{load(name).package}.findings") is not None]
"""Formats whose findings are rows."""
MODULES = [*CORE, *(f"{load(name).package}.findings" for name in CONVERTED)]
REPORTING = {"report", "problem_of", "made_of"}
"""Functions that take a row and its slots."""
OWN_WORDS = {
    "about",
    "at",
    "origin",
    "subject",
    "value",
    "target",
    "level",
    "fate",
    "category",
    "owner",
    "lost",
    "named",
    "source",
    "because",
    "consequence",
    "hint",
}
"""Arguments of these functions that are no slots."""
LONGEST_HEADLINE = 70
MOST_WORDS = 20
BANNED_START = re.compile(r"(?i)(it|its|he|she|they|their|that|what|who|whoever|nothing)\b")


def rows_of(module: str) -> Mapping[str, Code]:
    rows: Mapping[str, Code] = import_module(module).CODES
    return rows


def every_row() -> Iterator[tuple[str, Code]]:
    """(owner, row) of all modules, and of the table of settling."""
    for module in MODULES:
        yield from ((module, row) for row in rows_of(module).values())
    yield from (("scenec.accounting.parts", row) for row in parts.rows())
    yield "scenec.accounting.parts", parts.of_one_format("mars", "node/noPhysics", "MARS", "MARS")


def own_words() -> Iterator[tuple[str, Code]]:
    """(owner, row) of all rows by which a format says its own reason for a code of settling: constants that are not among `CODES`."""
    owned = {id(row) for module in MODULES for row in rows_of(module).values()}
    for path in PACKAGE.rglob("findings/*.py"):
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        yield from ((module, row) for row in vars(import_module(module)).values() if isinstance(row, Code) and id(row) not in owned)


ROWS = list(every_row())


@pytest.mark.parametrize("module", CORE)
def test_every_row_of_a_module_is_in_its_table(module: str) -> None:
    """A row behind the table is reported and unknown to `scenec explain`."""
    loaded = import_module(module)
    assert {row.code for row in vars(loaded).values() if isinstance(row, Code)} <= {row.code for row in rows_of(module).values()}


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.?!]) (?=[A-Z{-])", text)


def shown(text: str) -> str:
    """A text with its slots filled, as far as their form matters."""
    return re.sub(r"\{[a-z_]+\}", "X", text)


def faults(row: Code) -> Iterator[str]:
    title, colon, _ = row.headline.partition(":")
    if not row.headline or row.headline.endswith("."):
        yield "headline: none, or with a full stop"
    if (colon and "{" in title) or (not colon and "{" in row.headline):
        yield "headline: a slot before a colon"
    if len(row.headline) > LONGEST_HEADLINE:
        yield "headline: too long"
    if not re.match(r"[A-Z`<]", row.headline):
        yield "headline: no capital"
    if BANNED_START.match(row.headline):
        yield "headline: begins with a pronoun"
    for name, text in (("because", row.because), ("effect", row.effect), ("advice", row.advice)):
        if not text or re.fullmatch(r"\{[a-z_]+\}", text):
            continue
        if not re.search(r"[.?]$|\}$", text) or not re.match(r"[A-Z{`<]|--[a-z]", text):
            yield f"{name}: no sentence"
        if any(map(BANNED_START.match, sentences(text))):
            yield f"{name}: a sentence begins with a pronoun"
        if any(len(shown(each).split()) > MOST_WORDS for each in sentences(text)):
            yield f"{name}: too long"
    if row.code.endswith("-ineffective") and not (row.effect.startswith("No effect: ") or row.effect.startswith("{")):
        yield "effect: does not say that there is none"
    if row.many[:1].isupper() and not row.many.startswith(("PBR", "IMU", "P ", "I ", "D ")):
        yield "many: begins with a capital"
    if "{" in row.many:
        yield "many: a slot"


def test_the_texts_of_every_row_follow_the_rules() -> None:
    assert [(owner, row.code, fault) for owner, row in [*ROWS, *own_words()] for fault in faults(row)] == []


def test_a_reason_of_a_format_stands_in_for_a_code_that_settling_owns() -> None:
    """Else nothing explains the code."""
    assert {row.code for _, row in own_words()} - {row.code for _, row in ROWS} == set()


def test_a_code_has_one_owner() -> None:
    """A row that several use is imported, or the same to the letter."""
    found: dict[str, tuple[str, Code]] = {}
    twice = []
    for owner, row in ROWS:
        first = found.setdefault(row.code, (owner, row))
        if first[1] != row:
            twice.append((row.code, first[0], owner))
    assert twice == []


# ---------------------------------------------------------------- calls


def constants() -> dict[str, dict[str, Code]]:
    """Module -> name of a constant -> row, for all modules that define rows."""
    found: dict[str, dict[str, Code]] = {}
    for module in MODULES:
        spec = find_spec(module)
        assert spec is not None and spec.origin is not None
        path = Path(spec.origin)
        files = sorted(path.parent.glob("*.py")) if path.name == "__init__.py" else [path]
        for file in files:
            name = module if file == path else f"{module}.{file.stem}"
            found[name] = {key: row for key, row in vars(import_module(name)).items() if isinstance(row, Code)}
    return found


def files_that_report() -> list[Path]:
    old = [PACKAGE.joinpath(*load(name).package.split(".")[1:]) for name in BUILT_IN if name not in CONVERTED]
    return [path for path in sorted(PACKAGE.rglob("*.py")) if not any(folder in path.parents for folder in old)]


def imported_rows(tree: ast.Module, known: Mapping[str, Mapping[str, Code]]) -> dict[str, Code]:
    """Name in a module -> row that it imported. A row of an imported module has the name ``module.ROW``."""
    found: dict[str, Code] = {}
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        for alias in node.names:
            name = alias.asname or alias.name
            if alias.name in known.get(node.module, {}):
                found[name] = known[node.module][alias.name]
            for constant, row in known.get(f"{node.module}.{alias.name}", {}).items():
                found[f"{name}.{constant}"] = row
    return found


def names_in(node: ast.expr) -> Iterator[str]:
    """The names that an argument may be: of a conditional expression, both."""
    if isinstance(node, ast.IfExp):
        yield from names_in(node.body)
        yield from names_in(node.orelse)
    elif isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Attribute):
        yield ast.unparse(node)


def named_rows(call: ast.Call, rows: Mapping[str, Code]) -> list[Code]:
    return [rows[name] for argument in call.args for name in names_in(argument) if name in rows]


ALWAYS = {*RESERVED, VALUE, RESULT, SUBJECT}


@pytest.fixture(scope="module")
def trees() -> dict[Path, tuple[ast.Module, dict[str, Code]]]:
    known = constants()
    found = {}
    for path in files_that_report():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        own = known.get(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts), {})
        found[path] = (tree, {**imported_rows(tree, known), **own})
    return found


@pytest.mark.sweep
def test_a_call_fills_exactly_the_slots_of_its_row(trees: dict[Path, tuple[ast.Module, dict[str, Code]]]) -> None:
    wrong, looked_at = [], 0
    for path, (tree, rows) in trees.items():
        for call in ast.walk(tree):
            if not isinstance(call, ast.Call):
                continue
            function = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if function not in REPORTING or any(keyword.arg is None for keyword in call.keywords):
                continue
            filled = {str(keyword.arg) for keyword in call.keywords} - OWN_WORDS - ALWAYS
            for row in named_rows(call, rows):
                looked_at += 1
                if filled != row.slots:
                    wrong.append((path.name, call.lineno, row.code, sorted(filled ^ row.slots)))
    assert wrong == []
    assert looked_at > 60


def tables() -> dict[str, dict[str, frozenset[str]]]:
    """Module -> name of a constant that holds several rows -> their codes, for all modules that define rows."""
    found: dict[str, dict[str, frozenset[str]]] = {}
    for name in constants():
        for key, value in vars(import_module(name)).items():
            held = value.values() if isinstance(value, Mapping) else value if isinstance(value, tuple) else ()
            codes = frozenset(row.code for row in held if isinstance(row, Code))
            if codes and key != "CODES":
                found.setdefault(name, {})[key] = codes
    return found


def imported_tables(tree: ast.Module, known: Mapping[str, Mapping[str, frozenset[str]]]) -> dict[str, frozenset[str]]:
    """Name in a module -> codes of the rows in a table that it imported."""
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module in known]
    return {
        alias.asname or alias.name: known[str(node.module)][alias.name]
        for node in imports
        for alias in node.names
        if alias.name in known[str(node.module)]
    }


def mentioned(tree: ast.Module) -> Iterator[str]:
    """Each name that a module reads, ``ROW`` or ``module.ROW``: in a call, a table, a default, an argument of a helper function."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and isinstance(node.ctx, ast.Load):
            yield f"{node.value.id}.{node.attr}"


@pytest.mark.sweep
def test_every_row_is_used(trees: dict[Path, tuple[ast.Module, dict[str, Code]]]) -> None:
    """Each row is used by a module outside of its findings, or by settling: an unused row would be documented for nothing."""
    used = {row.code for owner, row in ROWS if owner == "scenec.accounting.parts"}
    held = tables()
    defining = {Path(str(import_module(name).__file__)) for name in constants()}
    for path, (tree, rows) in trees.items():
        if path in defining:
            continue
        several = imported_tables(tree, held)
        for name in mentioned(tree):
            used |= {rows[name].code} if name in rows else several.get(name, frozenset())
    made_by_settling = {
        row.code for module in MODULES for row in rows_of(module).values() if re.match(rf"({'|'.join(BUILT_IN)})-", row.code)
    }
    everything = {row.code for _, row in ROWS}
    assert everything - used - made_by_settling - {"mars-node-no-physics-dropped"} == set()


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("8.33166991543472e-06 1/s", "8.33167e-06 1/s"),
        ("0.5019607843137255 -0.25 1", "0.501961 -0.25 1"),
        ("0.1234567 and 0.1234568", "0.1234567 and 0.1234568"),
        ("hand-1.25000001 in a/0.1234567.obj", "hand-1.25000001 in a/0.1234567.obj"),
    ],
)
def test_long_numbers_are_rounded_unless_two_would_look_equal(value: str, shown: str) -> None:
    row = Code("x-approximated", "approximated", "note", "physics", headline="Value changed: {value}")
    assert rendered(row, {VALUE: value})[0] == f"Value changed: {shown}"
