"""The rules of the house that a type checker does not see: who may import whom, how long files and functions get, what is lazy."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "scenec"
FILES = sorted(PACKAGE.rglob("*.py"))

# Each room and the rooms it may import: cli, batch -> api -> converters, adapt -> accounting -> ir, syntax -> source, errors, trace.
GROUND = {"source", "errors", "trace", "files", "assembly", "temporary"}
MAY_IMPORT = {
    "source": set(),
    "files": set(),
    "temporary": set(),
    "assembly": set(),
    "trace": set(),
    "errors": {"source"},
    "ir": GROUND | {"meshes"},
    "meshes": GROUND | {"ir"},
    "syntax": GROUND,
    "accounting": GROUND | {"ir", "syntax"},
    "adapt": GROUND | {"ir", "syntax", "meshes", "accounting"},
    "converters": GROUND | {"ir", "syntax", "meshes", "accounting"},
    "difference": GROUND | {"ir", "syntax", "meshes", "accounting", "view"},
    "carry": GROUND | {"ir", "accounting", "converters", "meshes"},
    "output": GROUND,
    "input": GROUND | {"converters"},
    "options": GROUND | {"syntax", "converters"},
    "collector": set(),
    "verify": GROUND | {"ir", "accounting", "output"},
    "library": set(),
    "observations": GROUND | {"ir", "accounting", "converters"},
    "conversion": GROUND | {"ir", "accounting", "adapt", "carry", "converters", "input", "library", "observations", "output", "verify"},
    "api": GROUND
    | {"ir", "accounting", "converters", "conversion", "input", "library", "observations", "options", "collector", "output"}
    | {"difference", "view"},
    "batch": GROUND | {"ir", "accounting", "converters", "api", "input", "library", "options", "output"},
    "view": GROUND | {"ir", "meshes", "accounting"},
    "cli": GROUND | {"ir", "syntax", "meshes", "accounting", "view", "adapt", "converters", "difference", "api", "batch", "output"},
    "__init__": {"api", "batch", "difference", "errors", "accounting", "ir"},
    "__main__": {"cli"},
}
# Third parties that belong to one room.
AT_HOME = {
    "lxml": {"syntax"},
    "sexpdata": {"syntax"},
    "yaml": {"syntax"},
    "trimesh": {"meshes"},
    "collada": {"meshes"},
    "click": {"cli"},
    "rich": {"cli"},
}
# Modules that cost too much to be loaded because some module of ours was.
ONLY_INSIDE_FUNCTIONS = {"trimesh", "collada", "rich", "PIL", "distributed", "importlib.metadata", "multiprocessing", "asyncio"}
NAMES_THAT_SAY_NOTHING = {"utils", "util", "helpers", "helper", "misc", "manager", "tools", "common_utils", "stuff", "base_utils"}
LONGEST_FILE = 500
LONGEST_FUNCTION = 60


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def room_of(path: Path) -> str:
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def format_of(path: Path) -> str | None:
    """The format a module belongs to; `common` and the registry belong to all."""
    parts = path.relative_to(PACKAGE).parts
    return parts[1] if parts[0] == "converters" and len(parts) > 2 and parts[1] != "common" else None


def imports(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """All imported modules, wherever they stand; of `from a import b` both `a` and `a.b`, as b may be a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module, node.lineno
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def imports_on_load(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """What is imported when the module is: not what stands in functions or under TYPE_CHECKING."""
    waiting: list[ast.stmt] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from imports(node)
        elif isinstance(node, ast.If) and not ast.unparse(node.test).endswith("TYPE_CHECKING"):
            waiting += node.body + node.orelse
        elif isinstance(node, ast.Try):
            waiting += node.body + node.orelse + node.finalbody + [line for handler in node.handlers for line in handler.body]
        elif isinstance(node, ast.ClassDef):
            waiting += node.body


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def complaints_about_rooms(path: Path) -> list[str]:
    room, found = room_of(path), []
    allowed = MAY_IMPORT[room] | {room}
    for module, line in imports(parse(path)):
        parts = module.split(".")
        if parts[0] == "scenec" and len(parts) > 1 and parts[1] in MAY_IMPORT and parts[1] not in allowed:
            found.append(f"{name_of(path)}:{line}: {room} must not import {module}")
    return found


def test_every_room_has_its_place_in_the_rules() -> None:
    assert {room_of(path) for path in FILES} <= MAY_IMPORT.keys()


def test_rooms_import_only_what_lies_below_them() -> None:
    assert [line for path in FILES for line in complaints_about_rooms(path)] == []


def test_a_format_never_imports_another() -> None:
    found = []
    for path in FILES:
        own = format_of(path)
        for module, line in imports(parse(path)):
            parts = module.split(".")
            if parts[:2] != ["scenec", "converters"] or len(parts) < 3 or not (PACKAGE / "converters" / parts[2]).is_dir():
                continue
            if parts[2] not in ("common", own):
                found.append(f"{name_of(path)}:{line}: imports {module}")
    assert sorted(set(found)) == []


def test_third_parties_stay_in_their_room() -> None:
    found = [
        f"{name_of(path)}:{line}: {module}"
        for path in FILES
        for module, line in imports(parse(path))
        if room_of(path) not in AT_HOME.get(module.split(".")[0], {room_of(path)})
    ]
    assert found == []


TOUCHES_FILES = {
    "open", "os.open", "os.stat", "os.lstat", "os.listdir", "os.scandir", "os.walk", "os.path.isfile", "os.path.isdir", "os.path.exists",
    "read_bytes", "read_text", "is_file", "is_dir", "exists", "iterdir", "glob", "rglob", "copyfile", "copy2", "copytree",
}  # fmt: skip
ROOMS_OF_SCENES = {"converters", "adapt", "meshes", "ir", "syntax", "accounting", "api", "conversion", "observations", "library"}
NOT_OF_SCENES = {
    "scenec/converters/sdformat/vocabulary.py": "its own table",
    "scenec/converters/mars/package.py": "members of an archive, and where they are unpacked to",
    "scenec/accounting/save.py": "writing reports",
}


def test_files_that_scenes_lead_to_are_opened_in_one_place() -> None:
    """So that `--confine` holds for all of them: elsewhere `scenec.files` is asked."""
    found = [
        f"{name_of(path)}:{node.lineno}: {ast.unparse(node.func)}"
        for path in FILES
        if room_of(path) in ROOMS_OF_SCENES and name_of(path) not in NOT_OF_SCENES
        for node in ast.walk(parse(path))
        if isinstance(node, ast.Call)
        and (called := ast.unparse(node.func))
        and (called in TOUCHES_FILES or (called.rpartition(".")[2] in TOUCHES_FILES - {"open"} and not called.startswith("files.")))
    ]
    assert [line for line in found if not line.endswith(": is_file")] == []


def test_what_is_slow_to_import_is_imported_inside_functions() -> None:
    found = [
        f"{name_of(path)}:{line}: {module}"
        for path in FILES
        for module, line in imports_on_load(parse(path))
        if module in ONLY_INSIDE_FUNCTIONS or module.split(".")[0] in ONLY_INSIDE_FUNCTIONS
    ]
    assert sorted(set(found)) == []


def test_files_are_short_enough_to_be_read_at_once() -> None:
    lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in FILES + sorted((ROOT / "tests").rglob("*.py"))}
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_functions_are_short_enough_to_be_read_at_once() -> None:
    found = {
        f"{name_of(path)}:{node.lineno} {node.name}": length
        for path in FILES
        for node in ast.walk(parse(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or 0) - node.lineno + 1) > LONGEST_FUNCTION
    }
    assert found == {}


def test_module_names_say_what_is_in_them() -> None:
    assert [name_of(path) for path in FILES if path.stem in NAMES_THAT_SAY_NOTHING] == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def f():\n    import numpy\n", []),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy\n", ["typing", "typing.TYPE_CHECKING"]),
        ("try:\n    import numpy\nexcept ImportError:\n    pass\n", ["numpy"]),
        ("class A:\n    from a import b\n", ["a", "a.b"]),
    ],
)
def test_the_rules_tell_imports_on_load_from_later_ones(code: str, expected: list[str]) -> None:
    assert [module for module, _ in imports_on_load(ast.parse(code))] == expected
