"""``scenec trace``: lines of source and result are shown with their texts, in both directions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Scenec

SOURCE = '<Simulation>\n  <Body name="arm" mass="2kg"/>\n</Simulation>\n'
RESULT = '<sdf>\n  <link name="arm">\n    <mass>2</mass>\n  </link>\n</sdf>\n'


@pytest.fixture
def traced(tmp_path: Path) -> Path:
    (tmp_path / "arm.ros2").write_text(SOURCE)
    (tmp_path / "arm.sdf").write_text(RESULT)
    here = {"file": "arm.ros2", "line": 2, "finding": None}
    name = {"column": 9, "path": "/Simulation[1]/Body[1]/@name", "value": "arm", "fate": "kept"}
    mass = {"column": 20, "path": "/Simulation[1]/Body[1]/@mass", "value": "2kg", "fate": "converted"}
    rows = [
        {**here, **name, "target": [{"file": "arm.sdf", "line": 2, "column": 9}]},
        {**here, **mass, "target": [{"file": "arm.sdf", "line": 3, "column": 11}]},
    ]
    (tmp_path / "arm.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return tmp_path


def test_a_line_of_the_result_is_traced_to_its_source(scenec: Scenec, traced: Path) -> None:
    done = scenec("trace", "arm.sdf:3", "--ledger", "arm.jsonl")
    assert done.out.splitlines() == [
        "arm.ros2:2:20: converted: @mass = 2kg",
        '       <Body name="arm" mass="2kg"/>',
        "  -> arm.sdf:3:11",
        "       <mass>2</mass>",
    ]


def test_a_line_of_the_source_is_traced_to_the_result(scenec: Scenec, traced: Path) -> None:
    done = scenec("trace", "arm.ros2:2", "--ledger", "arm.jsonl")
    assert [line for line in done.out.splitlines() if "->" in line] == ["  -> arm.sdf:2:9", "  -> arm.sdf:3:11"]
    assert "@name" not in scenec("trace", "arm.ros2:2:20", "--ledger", "arm.jsonl").out


def test_the_calls_of_macros_that_made_a_value_are_shown(scenec: Scenec, traced: Path) -> None:
    calls = ["macro wheel (wheel.xacro:2), called at arm.xacro:4:3", "macro axle (arm.xacro:3), called at arm.xacro:7:1"]
    row = {"file": "wheel.xacro", "line": 3, "column": 16, "path": "/robot[1]/joint[1]/@name", "value": "left", "fate": "kept"}
    (traced / "arm.jsonl").write_text(json.dumps({**row, "finding": None, "target": [], "trail": calls}) + "\n")
    done = scenec("trace", "wheel.xacro:3", "--ledger", "arm.jsonl")
    assert done.out.splitlines() == ["wheel.xacro:3:16: kept: @name = left", *(f"  by {call}" for call in calls), "  -> no place is known"]


def test_an_empty_place_is_reported(scenec: Scenec, traced: Path) -> None:
    assert scenec("trace", "arm.sdf:9", "--ledger", "arm.jsonl").out.startswith("arm.sdf:9: no value of the source stands here")


@pytest.mark.parametrize(
    ("place", "ledger", "status"), [("arm.sdf", "arm.jsonl", 2), ("arm.sdf:0", "arm.jsonl", 2), ("arm.sdf:1", "no.jsonl", 3)]
)
def test_what_is_no_place_or_no_ledger_is_one_error(scenec: Scenec, traced: Path, place: str, ledger: str, status: int) -> None:
    done = scenec("trace", place, "--ledger", ledger)
    assert done.status == status
    assert done.error


def test_a_file_that_is_no_ledger_is_named_with_its_line(scenec: Scenec, traced: Path) -> None:
    (traced / "bad.jsonl").write_text('{"file": "a"}\n')
    done = scenec("trace", "arm.sdf:1", "--ledger", "bad.jsonl")
    assert done.status == 3
    assert done.error.startswith("bad.jsonl:1: no line of a ledger")
