"""The rules of the house that a type checker does not see: who may import whom, how long files and functions get, what is lazy."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from scenec.converters import BUILT_IN, NEUTRAL, load

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "scenec"
FILES = sorted(PACKAGE.rglob("*.py"))

# Each room and the rooms it may import: cli, batch -> api -> converters, adapt -> accounting -> ir, syntax -> source, errors, trace.
GROUND = {"source", "errors", "trace", "leaves", "files", "assembly", "temporary"}
MAY_IMPORT = {
    "source": set(),
    "reading": set(),
    "edits": GROUND
    | {"ir", "syntax", "comparison", "accounting", "converters", "conversion", "output", "meshes", "reading", "input", "xacro"},
    "files": set(),
    "temporary": set(),
    "assembly": set(),
    "trace": set(),
    "leaves": {"trace"},
    "errors": {"source"},
    "ir": GROUND,  # mesh files are measured by a loader that meshes provides (`scenec.ir.mesh_files`)
    "meshes": GROUND | {"ir"},
    "syntax": GROUND,
    "comparison": GROUND | {"ir"},
    "accounting": GROUND | {"ir", "syntax"},
    "checks": GROUND | {"ir", "accounting"},
    "adapt": GROUND | {"ir", "syntax", "meshes", "accounting"},
    "xacro": GROUND | {"syntax"},
    "converters": GROUND | {"ir", "comparison", "syntax", "meshes", "accounting", "checks", "xacro"},
    "difference": GROUND | {"ir", "comparison", "syntax", "meshes", "accounting", "converters", "view"},
    "carry": GROUND | {"ir", "comparison", "accounting", "converters", "meshes"},
    "output": GROUND,
    "input": GROUND | {"converters"},
    "options": GROUND | {"syntax", "converters"},
    "collector": set(),
    "verify": GROUND | {"ir", "comparison", "accounting", "converters", "output"},
    "library": set(),
    "observations": GROUND | {"ir", "accounting", "checks", "converters", "meshes"},
    "conversion": GROUND
    | {"reading", "ir", "accounting", "adapt", "carry", "converters", "input", "library", "observations", "output", "verify"},
    "fault_search": GROUND | {"syntax", "conversion"},
    "validation": GROUND | {"ir", "accounting", "checks", "conversion", "converters", "fault_search"},
    "fragments": GROUND | {"accounting", "converters"},
    "api": GROUND
    | {
        "edits",
        "ir",
        "accounting",
        "converters",
        "conversion",
        "validation",
        "input",
        "library",
        "observations",
        "options",
        "collector",
        "output",
    }
    | {"checks", "difference", "view", "meshes", "fragments"},
    "batch": GROUND | {"ir", "accounting", "converters", "api", "input", "library", "options", "output"},
    "view": GROUND | {"ir", "meshes", "accounting"},
    "simulate": GROUND | {"ir", "accounting", "api", "input", "options", "verify", "view"},
    "cli": GROUND
    | {
        "ir",
        "syntax",
        "meshes",
        "accounting",
        "view",
        "adapt",
        "converters",
        "difference",
        "edits",
        "api",
        "batch",
        "output",
        "fragments",
        "simulate",
    },
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
    """Yield what is imported when the module is: not what stands in functions or under TYPE_CHECKING."""
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


KINDS = ("load", "call", "typing")
"""When an import is done: with the module, when a function is called, or by type checkers only."""


def imports_by_kind(node: ast.AST, kind: str = "load") -> Iterator[tuple[ast.Import | ast.ImportFrom, str]]:
    """All import statements, and when each is done."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, kind
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from imports_by_kind(child, "call")
        elif isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            for each in child.body:
                yield from imports_by_kind(ast.Module([each], []), "typing")
            yield from imports_by_kind(ast.Module(child.orelse, []), kind)
        elif not isinstance(child, ast.expr):
            yield from imports_by_kind(child, kind)


def modules_named(statement: ast.Import | ast.ImportFrom, known: Collection[str]) -> set[str]:
    """The known modules that a statement names; of `from a import b`, `a.b` where that is a module, else `a`."""
    if isinstance(statement, ast.Import):
        return {alias.name for alias in statement.names if alias.name in known}
    base = statement.module or ""
    named = {name if (name := f"{base}.{alias.name}") in known else base for alias in statement.names}
    return {name for name in named if name in known}


def circles(imported: Mapping[str, Collection[str]]) -> list[set[str]]:
    """The groups of modules each of which leads to all others of its group. imported: module -> what it imports."""
    reached: dict[str, set[str]] = {}
    for module in imported:
        found, waiting = set[str](), [module]
        while waiting:
            new = set(imported.get(waiting.pop(), ())) - found
            found |= new
            waiting += new
        reached[module] = found
    groups = {frozenset(other for other in reached[module] if module in reached.get(other, ())) for module in imported}
    return sorted((set(group) for group in groups if len(group) > 1), key=lambda group: sorted(group))


def imports_between(files: Mapping[str, ast.Module], kinds: Collection[str]) -> dict[str, set[str]]:
    """Module -> the other modules that it imports at such times."""
    return {
        module: {name for each, kind in imports_by_kind(tree) if kind in kinds for name in modules_named(each, files)} - {module}
        for module, tree in files.items()
    }


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
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


@pytest.mark.sweep
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


def test_only_a_format_s_record_imports_its_writer() -> None:
    """Code that reading, checking and writing share stands in the format's folder, outside read/ and write/."""
    found = [
        f"{name_of(path)}:{line}: imports {module}"
        for path in FILES
        if (own := format_of(path)) is not None and "write" not in path.parts and path.name != "__init__.py"
        for module, line in imports(parse(path))
        if module.startswith(f"scenec.converters.{own}.write")
    ]
    assert found == []


def test_third_parties_stay_in_their_room() -> None:
    found = [
        f"{name_of(path)}:{line}: {module}"
        for path in FILES
        for module, line in imports(parse(path))
        if room_of(path) not in AT_HOME.get(module.split(".")[0], {room_of(path)})
    ]
    assert found == []


def test_modules_do_not_import_each_other_in_circles() -> None:
    """Imports in functions count: a circle that is hidden in one is a circle. Those for type checkers only do not."""
    files = {module_of(path): parse(path) for path in FILES}
    assert circles(imports_between(files, ("load",))) == []
    assert circles(imports_between(files, ("load", "call"))) == []


def test_circles_are_found_and_distinguished_by_when_they_are_imported() -> None:
    files = {
        "p.a": ast.parse("from p import b\n"),
        "p.b": ast.parse("def f():\n    import p.c\n"),
        "p.c": ast.parse("from p.a import name\nif TYPE_CHECKING:\n    from p.d import name\n"),
        "p.d": ast.parse("from p.c import name\n"),
    }
    assert circles(imports_between(files, ("load",))) == []
    assert circles(imports_between(files, ("load", "call"))) == [{"p.a", "p.b", "p.c"}]
    assert circles(imports_between(files, KINDS)) == [{"p.a", "p.b", "p.c", "p.d"}]


TOUCHES_FILES = {
    "open",
    "os.open",
    "os.stat",
    "os.access",
    "os.lstat",
    "os.listdir",
    "os.scandir",
    "os.walk",
    "os.path.isfile",
    "os.path.isdir",
    "os.path.exists",
    "read_bytes",
    "read_text",
    "is_file",
    "is_dir",
    "exists",
    "iterdir",
    "glob",
    "rglob",
    "copyfile",
    "copy2",
    "copytree",
}
ROOMS_OF_SCENES = {
    "converters",
    "xacro",
    "adapt",
    "meshes",
    "ir",
    "syntax",
    "accounting",
    "api",
    "conversion",
    "observations",
    "library",
}
NOT_OF_SCENES = {
    "scenec/converters/mjcf/vocabulary.py": "its own table",
    "scenec/converters/sdformat/vocabulary.py": "its own table",
    "scenec/converters/mars/read/package.py": "members of an archive, and where they are unpacked to",
    "scenec/accounting/save.py": "writing reports",
    "scenec/accounting/render_texts.py": "its own style and script",
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


def test_no_writer_asks_whether_a_flag_is_true() -> None:
    """A flag of the scene that is written knows its leaf, so it is another object than True, and equal to it."""
    writers = [path for path in FILES if path.parts[-2] == "write"]
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in writers
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare)
        and any(isinstance(each, (ast.Is, ast.IsNot)) for each in node.ops)
        and any(isinstance(each, ast.Constant) and isinstance(each.value, bool) for each in (node.left, *node.comparators))
    ]
    assert len(writers) > 100 and wrong == []


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
def test_the_rules_distinguish_imports_on_load_from_later_ones(code: str, expected: list[str]) -> None:
    assert [module for module, _ in imports_on_load(ast.parse(code))] == expected


FORMATS = frozenset(BUILT_IN) - {NEUTRAL}
NAMING_FORMATS = {
    "scenec/converters/__init__.py": "the registry",
    "scenec/verify/compiled.py": "the library of that name",
    "scenec/simulate/simulation.py": "the format that MuJoCo runs",
    "scripts/compare_with_peers.py": "the format of the scenes that other tools were given",
    "scripts/docs_formats.py": "the page about one format",
    "scripts/docs_ir.py": "the format whose words are paths with versions",
    "benchmarks/equal_bytes.py": "is also run with the scenec of older checkouts",
    "benchmarks/arrives.py": "the targets whose programs the shared tool runs",
    "benchmarks/behaviour/cannot_run.py": "scenes of the corpus, by target",
    "benchmarks/behaviour/engines.py": "the formats of the two engines",
    "benchmarks/behaviour/gazebo.py": "the folder of the oracle",
    "benchmarks/behaviour/robots.py": "the robots of each format",
    "benchmarks/behaviour/swing.py": "suffixes of the formats that the simulators read",
    "benchmarks/behaviour/standing.py": "the format that MuJoCo runs",
    "benchmarks/mujoco_results.py": "the format that MuJoCo compiles",
    "benchmarks/growth.py": "the sizes that are promised, by conversion",
    "benchmarks/large_scenes.py": "the format whose scenes stand in for those of others",
    "benchmarks/migration.py": "one conversion that is timed",
    "benchmarks/mutation/workload.py": "options by which much of a writer runs",
    "benchmarks/sdf_reading.py": "about one format",
    "benchmarks/mjcf_reading.py": "about one format",
    "benchmarks/urdf_reading.py": "about one format",
    "scripts/feature_variants.py": "the format of the scenes that are changed",
    "benchmarks/xacro_reading.py": "about one format",
    "benchmarks/fuzz/bombs.py": "texts of formats, written by hand",
    "benchmarks/fuzz/sound_assets.py": "texts of formats, written by hand",
}
"""Files outside a format's folder that name one in their code, with the reason. All others ask the registry."""
LISTING_FORMATS = {
    "scenec/converters/__init__.py": "the registry",
    "benchmarks/arrives.py": "the targets whose programs the shared tool runs",
    "benchmarks/equal_bytes.py": "is also run with the scenec of older checkouts",
    "benchmarks/mutation/workload.py": "options by which much of a writer runs",
    "benchmarks/fuzz/bombs.py": "texts of formats, written by hand",
    "benchmarks/fuzz/sound_assets.py": "texts of formats, written by hand",
    "tests/fuzz/test_odd_shapes.py": "texts of formats, written by hand",
    "tests/security/test_confine.py": "texts of formats, written by hand",
    "tests/test_architecture.py": "this list",
}
"""Files with a list or table of several formats, with the reason."""


def names_in(node: ast.AST) -> list[str]:
    """The names of formats that stand directly in a list, tuple, set or among the keys of a dictionary."""
    parts = node.keys if isinstance(node, ast.Dict) else node.elts if isinstance(node, ast.List | ast.Tuple | ast.Set) else []
    return [each.value for each in parts if isinstance(each, ast.Constant) and each.value in FORMATS]


def test_what_must_know_a_format_asks_the_registry() -> None:
    """A format is its folder and a row of the registry; nothing else changes when one is added."""
    found = set()
    for path in (*FILES, *sorted((ROOT / "scripts").rglob("*.py")), *sorted((ROOT / "benchmarks").rglob("*.py"))):
        own = "converters" in path.parts and format_of(path) is not None
        if not own and any(isinstance(node, ast.Constant) and node.value in FORMATS for node in ast.walk(parse(path))):
            found.add(name_of(path))
    assert found == set(NAMING_FORMATS)


@pytest.mark.sweep
def test_no_test_lists_the_formats() -> None:
    """A test that is for all formats runs over those that the registry knows (`tests/formats.py`)."""
    paths = [each for folder in ("scenec", "scripts", "benchmarks", "tests") for each in sorted((ROOT / folder).rglob("*.py"))]
    found = {name_of(path) for path in paths if any(len(set(names_in(node))) > 2 for node in ast.walk(parse(path)))}
    assert found <= set(LISTING_FORMATS), sorted(found - set(LISTING_FORMATS))


def test_the_rows_of_the_registry_say_what_the_records_say() -> None:
    for name, row in BUILT_IN.items():
        record = load(name)
        facts = (record.suffixes, record.aliases, record.refused, record.by_content)
        assert (row.suffixes, row.aliases, row.refused, row.by_content) == facts, name
        assert (record.name, record.package) == (name, f"scenec.converters.{name}")
