"""The source map over formats: a number of the source that is changed changes the result where the ledger says, and nowhere else."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import benchmarks.source_map as proof
import scenec
from benchmarks.mutation.workload import scenes
from benchmarks.source_map import Converted, Places, changes, checked, judged_from, targets
from scenec.accounting.report import LedgerLine
from scenec.accounting.source_map import TargetPlace

FIXTURES = Path(__file__).parents[1] / "fixtures"
SCENES = {source: [scene for scene in scenes(0, 0) if scene[2] == source] for source in dict.fromkeys(each[2] for each in scenes(0, 0))}
"""Format -> its fixtures."""


@pytest.mark.parametrize("target", targets())
@pytest.mark.parametrize("source", SCENES)
def test_changed_numbers_show_where_the_ledger_says(source: str, target: str) -> None:
    tally = checked(target, targets()[target], SCENES[source], 6, random.Random(f"{source} {target}"))
    assert tally.failures == []
    assert tally.counts["traced"] >= 3


BEFORE: dict[str, bytes | str] = {"a.scene": b"<x>1</x> <y>2</y>\n<z>3</z>\n", "mesh.obj": b"v 1 2 3\n", "copy.png": "/there.png"}
X, Y, Z = (TargetPlace("a.scene", *at) for at in ((1, 4), (1, 13), (2, 4)))
MESH = TargetPlace("mesh.obj", 1, 1)


def line(*target: TargetPlace, fate: Any = "kept", value: str = "5") -> LedgerLine:
    return LedgerLine("a.ros2", 1, 1, "/a[1]/@b", value, fate, None, target)


def verdict(own: LedgerLine, after: dict[str, bytes | str], told: LedgerLine | None = None) -> str:
    return judged_from(own, Converted(BEFORE, [own]), Converted({**BEFORE, **after}, [told or own]), Places((X, Y, Z, MESH)))


def test_a_change_at_one_of_its_places_is_traced() -> None:
    assert verdict(line(X, Z), {"a.scene": b"<x>1</x> <y>2</y>\n<z>4</z>\n"}) == "traced"
    assert verdict(line(MESH), {"mesh.obj": b"v 1 2 4\n"}) == "traced"


@pytest.mark.parametrize(
    ("after", "place"),
    [
        ({"a.scene": b"<x>4</x> <y>7</y>\n<z>3</z>\n"}, "a.scene:1:13"),
        ({"a.scene": b"<x>4</x> <y>2</y>\n<z>5</z>\n"}, "a.scene:2:4"),
        ({"a.scene": b"<x>4</x> <y>2</y>\n<z>3</z>\n", "mesh.obj": b"v 9 2 3\n"}, "mesh.obj:1:3"),
        ({"a.scene": b"<x>4</x> <y>2</y>\n<z>3</z>\n", "copy.png": "/another.png"}, "copy.png:1:1"),
    ],
)
def test_a_change_anywhere_else_is_a_failure_with_its_place(after: dict[str, bytes | str], place: str) -> None:
    assert verdict(line(X), after) == f"another value changes {place}, which is not among its 1 places"


def test_a_place_that_does_not_change_is_a_failure() -> None:
    assert verdict(line(X), {}) == "another value changes nothing, and a.scene:1:4 is said to be its place"


def test_a_number_without_a_place_changes_nothing_unless_it_is_zero() -> None:
    changed: dict[str, bytes | str] = {"a.scene": b"<x>4</x> <y>2</y>\n<z>3</z>\n"}
    assert verdict(line(), {}) == "without effect"
    assert verdict(line(), changed) == "another value changes a.scene:1:4, which is not among its 0 places"
    assert verdict(line(value="0 0 0"), changed) == "left out"


def test_a_number_that_is_lost_when_it_is_changed_is_the_reports_business() -> None:
    changed: dict[str, bytes | str] = {"a.scene": b"<x>1</x> <y>7</y>\n<z>3</z>\n"}
    assert verdict(line(X), changed, line(X, fate="dropped")) == "told otherwise"


def test_last_digits_elsewhere_may_change() -> None:
    assert verdict(line(X), {"a.scene": b"<x>4</x> <y>2.00000000001</y>\n<z>3</z>\n"}) == "traced"
    assert verdict(line(X), {"a.scene": b"<x>4</x> <y>2.000001</y>\n<z>3</z>\n"}).startswith("another value changes a.scene:1:13")


def test_results_of_other_lines_or_files_are_not_compared() -> None:
    assert changes(BEFORE, {**BEFORE, "a.scene": b"<x>1</x>\n"}) is None
    assert changes(BEFORE, {"a.scene": BEFORE["a.scene"]}) is None
    assert verdict(line(X), {"a.scene": b"<x>1</x>\n"}) == "reshaped"


def test_a_map_with_holes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every value the first place is taken away."""
    whole = proof.converted

    def holed(*args: Any) -> Converted | None:
        found = whole(*args)
        if found is None:
            return None
        lines = [
            LedgerLine(each.file, each.line, each.column, each.path, each.value, each.fate, each.finding, each.target[1:])
            for each in found.lines
        ]
        return Converted(found.files, lines)

    monkeypatch.setattr(proof, "converted", holed)
    scene = ("sliders.ros2", FIXTURES / "sliders.ros2", "simrobot", dict[str, Any]())
    tally = checked("mars", ".scene", [scene], 8, random.Random(1))
    assert tally.failures
    assert tally.failures[0].startswith("sliders.ros2 -> mars: sliders.ros2:")


@pytest.mark.parametrize(("attribute", "column"), [("ixx", 1), ("izz", 1), ("izz", 15), ("izz", 20)], ids=["first", "tag", "name", "value"])
def test_the_number_that_is_changed_is_that_of_the_attribute(attribute: str, column: int) -> None:
    text = '<t ixx="0.03" izz="0.03"/>'
    line = next(each for each in scenec.read(b'<robot name="r"><link name="a"/></robot>', format="urdf")[1].ledger)
    line = msgspec.structs.replace(line, path=f"/t[1]/@{attribute}", value="0.03", line=1, column=column)
    assert text[: proof._found(text, line, column - 1)].endswith(f'{attribute}="')
