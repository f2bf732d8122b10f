"""`docs/findings.md`: every code a finding can have.

Codes come from two places: reports by name, whose literals are collected from the source, and settling, which makes one for each
part of the scene that a writer may leave unread (`scenec.accounting.meanings`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from scripts.docs_tables import DOCS, code, generated_by, table

PACKAGE = DOCS.parent / "scenec"
ROOMS = ("accounting", "adapt", "verify", "api.py", "converters")
SILENT = {"meanings.py", "hints.py", "codes.py", "read_codes.py", "write_codes.py", "explain.py", "vocabulary.py", "kinds.py"}
"""Modules that report nothing themselves."""

CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+")
NO_CODES = {"pkg-config", "utf-8", "latin-1", "us-ascii", "two-axis"}
FATES = ("kept", "converted", "approximated", "carried", "dropped", "unresolved", "invalid", "defaulted")
LEVELS = ("note", "warning", "error")
CATEGORIES = ("physics", "geometry", "appearance", "sensing", "control", "naming", "metadata")

INTRODUCTION = """# Findings

Every finding of a report has one of these codes. A code says what it is about first and what happened second, and is never used
again for something else. Codes that end in `-ineffective` tell of values that have no effect under the source's own rules: they
are dropped, and no loss.

**Fates.** `kept`: as written. `converted`: the same in another form or unit. `approximated`: nearly the same. `carried`: kept in
the target's extension space. `dropped`: not in the result. `unresolved`: refers to something that was not found. `invalid`: means
nothing. `defaulted`: nobody stated it, but the target needs it.

**Levels.** `error`: the scene would visibly behave differently, or something is missing that others refer to. `warning`: changed
or lost meaning that a careful user wants to know. `note`: appearance, naming, metadata, harmless adaptation.

`scenec explain CODE` prints the same; `--severity CODE=LEVEL` and `--ignore CODE` change how a code counts.
"""


class Reported(NamedTuple):
    """A code as one place in the source reports it; "" where that is not a literal."""

    code: str
    module: str
    fate: str
    level: str
    category: str
    because: str


def reported() -> list[Reported]:
    """Every code that the source reports by name, sorted."""
    found: list[Reported] = []
    for room in ROOMS:
        path = PACKAGE / room
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            if file.name not in SILENT:
                found += _in_module(file)
    return sorted(found)


def _in_module(file: Path) -> Iterator[Reported]:
    module = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    told: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            for name in _codes_of(node):
                told.add(name.removesuffix("-ineffective"))
                yield _of_call(name, module, node)
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and _is_code(node.value) and str(node.value).removesuffix("-ineffective") not in told:
            told.add(str(node.value))
            yield Reported(str(node.value), module, "", "", "", "")


def _is_code(value: object) -> bool:
    return isinstance(value, str) and bool(CODE.fullmatch(value)) and value not in NO_CODES


def _codes_of(call: ast.Call) -> Iterator[str]:
    """The codes among a call's arguments, also inside a conditional expression or tuple."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    for argument in [*call.args, *(keyword.value for keyword in call.keywords)]:
        inside: list[ast.expr] = [argument]
        while inside:
            each = inside.pop()
            if isinstance(each, ast.IfExp):
                inside += [each.body, each.orelse]
            elif isinstance(each, ast.Tuple):
                inside += each.elts
            elif isinstance(each, ast.Constant) and _is_code(each.value):
                found = str(each.value)
                yield f"{found}-ineffective" if name in ("ineffective", "idle") else found


def _of_call(name: str, module: str, call: ast.Call) -> Reported:
    literals = [node.value for node in call.args if isinstance(node, ast.Constant)]
    words = {keyword.arg: keyword.value for keyword in call.keywords}

    def one_of(choices: tuple[str, ...]) -> str:
        stated = [str(value) for value in literals if value in choices]
        return stated[0] if stated else ""

    ineffective = name.endswith("-ineffective")
    return Reported(
        name,
        module,
        one_of(FATES) or ("dropped" if ineffective else ""),
        one_of(LEVELS) or ("note" if ineffective else ""),
        one_of(CATEGORIES),
        _text(words["because"]) if "because" in words else "",
    )


def _text(node: ast.expr) -> str:
    """A text in the source, with ... for what is only known when it is reported."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "..." for part in node.values)
    return ""


def page() -> str:
    from scenec.cli.codes import all_codes

    codes = all_codes()
    places: dict[str, list[Reported]] = {}
    for each in reported():
        places.setdefault(each.code, []).append(each)
    rows = []
    for name in sorted({*places, *codes.named()}):
        found = places.get(name, [])
        known = codes.explain(name) if name in codes.named() else None

        def said(field: str, found: list[Reported] = found) -> str:
            return ", ".join(sorted({str(getattr(each, field)) for each in found} - {""}))

        rows.append(
            [
                code(name),
                known.fate if known else said("fate"),
                said("level"),
                said("category"),
                known.meaning if known else said("because"),
                known.hint if known else "",
                ", ".join(code(module) for module in sorted({each.module.removeprefix("scenec.") for each in found})),
            ]
        )
    made = [codes.explain(name) for name in codes.known() if name not in codes.named() and name not in places]
    return (
        generated_by("the codes in scenec/ and scenec/accounting/meanings.py")
        + INTRODUCTION
        + "\n## Reported by readers, adaptations and writers\n\n"
        + table(["code", "fate", "level", "category", "meaning", "what to do", "reported in"], rows)
        + "\n## Made of the parts of the scene\n\n"
        + "Nobody reports these: the driver makes them for every part of the scene that a writer did not look at. The fate is always\n"
        + "`dropped`. Values that only one format has get `<format>-<element>-dropped`, a note.\n\n"
        + table(
            ["code", "level", "category", "what is lost", "consequence", "hint"],
            [[code(each.code), each.level, each.category, _label(each.meaning), each.consequence, each.hint] for each in made],
        )
    )


def _label(meaning: str) -> str:
    """What an explanation is about, without its frame."""
    return meaning.removeprefix("The source says something about ").removesuffix(", and the target has no place for it.")
