"""Expansions compared with those of ROS's own xacro (``pip install xacro``): element by element, each attribute as printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benchmarks.others import XACRO, install
from benchmarks.xacro_reading import CORPUS, Robot, corpus, measure, robots, ros_xacro
from scenec.errors import ReadError
from scenec.syntax.tree import SourceNode
from scenec.syntax.xml import read_xml
from scenec.xacro.expansion import expand
from tests.consumers.sdf_consumers import installing, may_install
from tests.xacro.generated import Maker

EXPANDED = CORPUS.parents[1] / "golden" / "urdf" / "expanded"
GENERATED = 300

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
def installed() -> Callable[[Robot], Any]:
    """Return ROS's xacro, installed first where that may be."""
    if ros_xacro() is None and may_install():
        with installing():
            if ros_xacro() is None:  # else another process was faster
                install(XACRO)
    expanded = ros_xacro()
    if expanded is None:
        pytest.skip("ROS's xacro is not installed (pip install xacro, or SCENEC_CONSUMERS=install)")
    return expanded


@pytest.fixture
def theirs(installed: Callable[[Robot], Any]) -> Callable[[Robot], Tree | None]:
    """Return ROS's expansion of a file with its arguments and packages, None where it is refused."""

    def tree(robot: Robot) -> Tree | None:
        try:
            return tree_of_dom(installed(robot).documentElement)
        except Exception:  # an exception of any type is a refusal
            return None

    return tree


def ours(robot: Robot) -> Tree | ReadError:
    try:
        document = expand(
            robot.path.read_bytes(),
            robot.path.name,
            opener=lambda each: Path(each).read_bytes(),
            path=str(robot.path),
            arguments=robot.arguments,
            find=robot.packages.get,
        )
    except ReadError as problem:
        return problem
    return tree_of(document.root)


def disagreement(mine: Tree | ReadError, other: Tree | None) -> str:
    if isinstance(mine, ReadError):
        return "" if other is None else f"refused: {mine}"
    return "it should be refused" if other is None else first_difference(mine, other)


@needs_corpus
def test_every_file_of_the_corpus_expands_as_theirs(theirs: Callable[[Robot], Tree | None]) -> None:
    compared = {robot.name: disagreement(ours(robot), theirs(robot)) for robot in corpus()}
    assert len(compared) > 70
    assert {name: difference for name, difference in compared.items() if difference} == {}


@needs_corpus
def test_the_expansions_that_were_kept_are_met() -> None:
    kept = {path.name: path for path in EXPANDED.glob("*.urdf")}
    met = {}
    for robot in corpus():
        stem = robot.name.replace("/", "__").removesuffix(".xacro").removesuffix(".urdf")
        if f"{stem}.urdf" in kept:
            golden = in_order(tree_of(read_xml(kept[f"{stem}.urdf"].read_bytes(), robot.name).root))
            mine = ours(robot)
            met[robot.name] = disagreement(mine if isinstance(mine, ReadError) else in_order(mine), golden)
    assert len(met) == len(kept) == 30
    assert {name: difference for name, difference in met.items() if difference} == {}


@pytest.mark.parametrize("first", range(0, GENERATED, 50))
def test_generated_files_expand_as_theirs(first: int, theirs: Callable[[Robot], Tree | None], tmp_path: Path) -> None:
    refused = 0
    for seed in range(first, first + 50):
        for name, text in Maker(seed).files().items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        main = Robot("main", tmp_path / "main.xacro", {}, {})
        mine = ours(main)
        assert disagreement(mine, theirs(main)) == "", f"seed {seed}"
        refused += isinstance(mine, ReadError)
    assert refused < 10, "too few of the files mean anything"


@pytest.mark.findings("*", reason="time is measured")
@pytest.mark.usefixtures("installed")
def test_reading_takes_no_longer_than_theirs_and_reading_what_they_made(tmp_path: Path) -> None:
    """Of the processor's time: the real files, or generated ones."""
    (reading,) = measure(robots(tmp_path))
    assert not reading.theirs.why
    assert len(reading.theirs.read) >= 8
    assert reading.ours.milliseconds < reading.theirs.milliseconds
