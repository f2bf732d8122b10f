"""Expansions compared with those of ROS's own xacro (``pip install xacro``): element by element, each attribute as printed."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import json
import re
import sys
import time
import types
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from scenec.errors import ReadError
from scenec.syntax.tree import SourceNode
from scenec.syntax.xml import read_xml
from scenec.xacro.expansion import expand
from tests.xacro.generated import Maker

SHARED = Path(__file__).parents[3] / "shared"
CORPUS = SHARED / "corpus" / "urdf"
EXPANDED = SHARED / "golden" / "urdf" / "expanded"
GENERATED = 300

needs_xacro = pytest.mark.skipif(importlib.util.find_spec("xacro") is None, reason="ROS's xacro is not installed: pip install xacro")
needs_corpus = pytest.mark.skipif(not CORPUS.is_dir(), reason="the real files are not beside this checkout (../shared/corpus/urdf)")

Tree = tuple[str, dict[str, str], str, list[Any]]
"""Tag, attributes, text without white space, and what is in it."""


def tree_of(node: SourceNode) -> Tree:
    return node.tag, dict(node.attributes), "".join(node.text.split()), [tree_of(child) for child in node.children]


def tree_of_dom(element: Any) -> Tree:
    text = "".join(child.data for child in element.childNodes if child.nodeType in (child.TEXT_NODE, child.CDATA_SECTION_NODE))
    children = [tree_of_dom(child) for child in element.childNodes if child.nodeType == child.ELEMENT_NODE]
    return element.tagName, {name: str(value) for name, value in element.attributes.items()}, "".join(text.split()), children


def first_difference(ours: Tree, theirs: Tree, where: str = "") -> str:
    where = f"{where}/{theirs[0]}[{theirs[1].get('name', '')}]"
    if ours[:3] != theirs[:3] or list(ours[1]) != list(theirs[1]):
        return f"{where}: {ours[:3]} instead of {theirs[:3]}"
    for one, other in zip(ours[3], theirs[3], strict=False):
        if found := first_difference(one, other, where):
            return found
    return (
        "" if len(ours[3]) == len(theirs[3]) else f"{where}: {[each[0] for each in ours[3]]} instead of {[each[0] for each in theirs[3]]}"
    )


def in_order(tree: Tree) -> Tree:
    """A tree as it is printed: attributes by name."""
    return tree[0], dict(sorted(tree[1].items())), tree[2], [in_order(each) for each in tree[3]]


@pytest.fixture
def theirs(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path, Mapping[str, str], Mapping[str, str]], Tree | None]:
    """Their expansion of a file with these arguments and packages, None where they refuse it."""
    xacro: Any = importlib.import_module("xacro")

    def expanded(path: Path, arguments: Mapping[str, str], packages: Mapping[str, str]) -> Tree | None:
        index: Any = types.ModuleType("ament_index_python.packages")
        index.get_package_share_directory = packages.__getitem__
        monkeypatch.setitem(sys.modules, "ament_index_python", types.ModuleType("ament_index_python"))
        monkeypatch.setitem(sys.modules, "ament_index_python.packages", index)
        monkeypatch.chdir(path.parent)
        with contextlib.redirect_stderr(io.StringIO()):
            try:
                document = xacro.process_file(str(path), mappings=dict(arguments), verbosity=0)
            except Exception:  # whatever it raises, it refuses
                return None
        return tree_of_dom(document.documentElement)

    return expanded


def ours(path: Path, arguments: Mapping[str, str], packages: Mapping[str, str]) -> Tree | ReadError:
    try:
        document = expand(
            path.read_bytes(),
            path.name,
            opener=lambda each: Path(each).read_bytes(),
            path=str(path),
            arguments=arguments,
            find=packages.get,
        )
    except ReadError as problem:
        return problem
    return tree_of(document.root)


def packages_in(folders: list[Path]) -> dict[str, str]:
    """Package -> folder, by the names of folders and of their package.xml."""
    found: dict[str, str] = {}
    for folder in folders:
        for each in (folder, *sorted(folder.rglob("*"))):
            if each.is_dir():
                found.setdefault(each.name, str(each))
        for manifest in folder.rglob("package.xml"):
            name = re.search(r"<name>\s*([^<\s]+)", manifest.read_text(encoding="utf-8", errors="replace"))
            if name:
                found[name[1]] = str(manifest.parent)
    return found


def corpus() -> Iterator[tuple[str, Path, dict[str, str], dict[str, str]]]:
    """Name, path, arguments and packages of every xacro file of the corpus."""
    entries = {each["path"]: each for each in json.loads((CORPUS / "manifest.json").read_text(encoding="utf-8"))["entries"]}
    for path in sorted(path for path in CORPUS.rglob("*.xacro*") if path.is_file()):
        name = path.relative_to(CORPUS).as_posix()
        entry = entries.get(name, {})
        folders = entry.get("search_path") or ["/".join(name.split("/")[: 2 if name.startswith("real") else 1])]
        arguments = dict(each.split(":=", 1) for each in entry.get("xacro_args", []))
        yield name, path, arguments, packages_in([CORPUS / folder for folder in folders])


def disagreement(mine: Tree | ReadError, other: Tree | None) -> str:
    if isinstance(mine, ReadError):
        return "" if other is None else f"refused: {mine}"
    return "it should be refused" if other is None else first_difference(mine, other)


@needs_xacro
@needs_corpus
def test_every_file_of_the_corpus_expands_as_theirs(theirs: Callable[..., Tree | None]) -> None:
    compared = {name: disagreement(ours(path, *given), theirs(path, *given)) for name, path, *given in corpus()}
    assert len(compared) > 70
    assert {name: told for name, told in compared.items() if told} == {}


@needs_corpus
def test_the_expansions_that_were_kept_are_met() -> None:
    kept = {path.name: path for path in EXPANDED.glob("*.urdf")}
    met = {}
    for name, path, *given in corpus():
        stem = name.replace("/", "__").removesuffix(".xacro").removesuffix(".urdf")
        if f"{stem}.urdf" in kept:
            golden = in_order(tree_of(read_xml(kept[f"{stem}.urdf"].read_bytes(), name).root))
            mine = ours(path, *given)
            met[name] = disagreement(mine if isinstance(mine, ReadError) else in_order(mine), golden)
    assert len(met) == len(kept) == 30
    assert {name: told for name, told in met.items() if told} == {}


@needs_xacro
@pytest.mark.parametrize("first", range(0, GENERATED, 50))
def test_generated_files_expand_as_theirs(first: int, theirs: Callable[..., Tree | None], tmp_path: Path) -> None:
    refused = 0
    for seed in range(first, first + 50):
        for name, text in Maker(seed).files().items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        main = tmp_path / "main.xacro"
        mine = ours(main, {}, {})
        assert disagreement(mine, theirs(main, {}, {})) == "", f"seed {seed}"
        refused += isinstance(mine, ReadError)
    assert refused < 10, "too few of the files mean anything"


@needs_xacro
@needs_corpus
def test_expanding_takes_no_longer_than_theirs(theirs: Callable[..., Tree | None]) -> None:
    """The whole corpus, the fastest of three runs."""

    def seconds(expansion: Callable[..., object], files: list[Any]) -> float:
        runs = []
        for _ in range(3):
            began = time.perf_counter()
            for _, path, *given in files:
                expansion(path, *given)
            runs.append(time.perf_counter() - began)
        return min(runs)

    files = list(corpus())
    assert seconds(ours, files) < seconds(theirs, files)
