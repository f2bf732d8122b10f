"""SECURITY.md says what is so: the tests it names are there, the bounds are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from scenec.batch.migrate import MEMORY, TIMEOUT
from scenec.converters.common.growth import CHARACTERS, CHARACTERS_PER_VALUE, ELEMENTS, ELEMENTS_PER_VALUE
from scenec.converters.mars.read.package import ANYWAY, LARGEST, TIGHTEST
from scenec.converters.rsg.read.program.interpreter import MOST_IMPORTS_INSIDE_EACH_OTHER
from scenec.converters.sdformat.read.include import DEEPEST, MOST, MOST_PER_VALUE
from scenec.meshes.read_dae import NODES, NODES_PER_ELEMENT, NUMBERS, NUMBERS_PER_BYTE
from scenec.syntax import simrobot_text, tree
from scenec.syntax.yaml import MAXIMUM_COPIES
from scenec.xacro import limits
from tests.xacro.hostile import FILES
from tests.xacro.test_hostile import MEGABYTES, WORK

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")


def test_every_promise_names_tests_that_are_there() -> None:
    promises = [line for line in PAGE.splitlines() if line.startswith("| ") and "tests/" in line]
    named = {path for line in promises for path in re.findall(r"`(tests/[\w/]+\.py)`", line)}
    assert len(promises) > 15
    assert [path for path in sorted(named) if not (ROOT / path).is_file()] == []


def test_every_test_of_security_stands_for_a_promise() -> None:
    ours = {f"tests/security/{path.name}" for path in Path(__file__).parent.glob("test_*.py")} - {"tests/security/test_promises.py"}
    assert [path for path in sorted(ours) if path not in PAGE] == []


def test_the_bounds_are_those_of_the_code() -> None:
    rows = [
        f"| {tree.MAXIMUM_DEPTH:,} (SimRobot: {simrobot_text.MAXIMUM_DEPTH:,}) |",
        f"| {MAXIMUM_COPIES:,} |",
        f"| {MOST:,} and {MOST_PER_VALUE} for each value that was read; {DEEPEST} |",
        f"| {ELEMENTS:,} and {ELEMENTS_PER_VALUE}, {CHARACTERS:,} and {CHARACTERS_PER_VALUE:,} for each value that was read |",
        f"links name again | {ELEMENTS:,} and {ELEMENTS_PER_VALUE} for each value that was read |",
        f"| {MOST_IMPORTS_INSIDE_EACH_OTHER} |",
        f"| {NODES:,} and {NODES_PER_ELEMENT} for each element; {NUMBERS:,} and {NUMBERS_PER_BYTE} for each byte |",
        f"if more than {ANYWAY:,}, times its own size | {LARGEST:,}; {TIGHTEST:,} times |",
        f"| {limits.STEPS:,}; {limits.DEEPEST_CALL}, and {limits.DEEPEST_INCLUDE} |",
        f"| {limits.MOST_ITEMS:,}; {limits.MOST_CHARACTERS:,}; {limits.MOST_BITS:,} |",
        f"{len(FILES)} hostile files end in one error each, within the work of {WORK} ordinary ones and {MEGABYTES} MB |",
        f"| {TIMEOUT:.0f}; {MEMORY:,} |",
    ]
    assert [row for row in rows if row not in PAGE] == []
