"""Each value of the source is found where it stands in the result: printed, in an included file, or in a text that was kept."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec.accounting.report import LedgerLine

FIXTURES = Path(__file__).parents[3] / "fixtures"


def converted(source: Path, out: Path, to: str | None = None) -> scenec.Report:
    return scenec.convert(source, out / "scene.sdf", to=to, trace=True)


def lines_of(out: Path, name: str) -> list[str]:
    return (out / name).read_text().split("\n")


def found(out: Path, value: LedgerLine) -> list[str]:
    """Return what stands at the places of a value in the result."""
    return [lines_of(out, place.file)[place.line - 1][place.column - 1 :] for place in value.target]


def test_a_mass_of_another_format_is_followed_to_its_lines(tmp_path: Path) -> None:
    report = converted(FIXTURES / "hinges.ros2", tmp_path)
    (mass,) = [value for value in report.trace("hinges.ros2", 13) if value.value == "8kg"]
    lines = lines_of(tmp_path, "scene.sdf")
    assert [lines[place.line - 1].strip() for place in mass.targets][:2] == ["<mass>8</mass>", "<ixx>3.09333333333333</ixx>"]
    assert {lines[place.line - 1].strip()[:3] for place in mass.targets} == {"<ma", "<ix", "<iy", "<iz"}, "it decides the tensor, too"
    assert report.trace("scene.sdf", mass.targets[0].line) == [mass], "and back"


@pytest.mark.parametrize("name", ["joints.sdf", "sensors.sdf", "shapes.sdf", "world.sdf"])
def test_every_number_that_is_kept_stands_at_its_place(tmp_path: Path, name: str) -> None:
    report = converted(FIXTURES / "sdformat" / name, tmp_path, to="sdformat@1.12")
    numbers = 0
    for value in report.ledger:
        if value.fate != "kept" or value.file != name or not value.value.replace(".", "").isdigit() or not value.target:
            continue
        assert any(value.value in text for text in found(tmp_path, value)), value
        numbers += 1
    assert numbers > 10


def test_a_value_of_an_included_file_is_found_in_its_copy(tmp_path: Path) -> None:
    report = converted(FIXTURES / "sdformat" / "world.sdf", tmp_path, to="sdformat@1.9")
    here = [value for value in report.ledger if value.file.endswith("bracket/model.sdf") and value.value == "0.4"]
    assert [[(place.file, place.line) for place in value.target] for value in here] == [[("scene_assets/bracket/model.sdf", 5)]]


@pytest.mark.parametrize("name", ["joints.sdf", "world.sdf"])
def test_in_a_kept_text_every_value_has_its_place(tmp_path: Path, name: str) -> None:
    source = FIXTURES / "sdformat" / name
    report = converted(source, tmp_path)
    values = [value for value in report.ledger if value.file == name]
    assert len(values) > 50
    for value in values:
        assert [(place.file, place.line) for place in value.target] == [("scene.sdf", value.line)], value
