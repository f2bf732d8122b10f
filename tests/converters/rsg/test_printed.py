"""Kept values stand in the result: a value that the writer forgets is reported as lost, a printed one is found at its place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec.accounting.report import Report
from scenec.accounting.source_map import Traced
from scenec.converters.rsg.write import body, collider, surface, visual
from scenec.converters.rsg.write.mass import write_mass
from scenec.syntax.sexp_printing import SList

FIXTURES = Path(__file__).parents[3] / "fixtures"
HUMANOID = FIXTURES / "humanoid" / "humanoid.ros2"


def converted(tmp_path: Path, source: Path = HUMANOID, **options: Any) -> Report:
    (tmp_path / "out").mkdir(exist_ok=True)
    return scenec.convert(source, tmp_path / "out" / "out.rsg", to="rsg", trace=True, **options)


def lines_of(tmp_path: Path, name: str = "out.rsg") -> list[str]:
    return (tmp_path / "out" / name).read_text().split("\n")


def texts_at(tmp_path: Path, value: Traced) -> list[str]:
    """The atoms of the result that a value is said to stand at."""
    texts = []
    for place in value.targets:
        line = lines_of(tmp_path, place.file)[place.line - 1]
        texts.append(re.match(r"[^\s()]+|\(", line[place.column - 1 :]).group())  # type: ignore[union-attr]  # a place has a text
    return texts


def values_of(report: Report, path: str) -> list[Traced]:
    """The values of the source whose path ends so."""
    found = [value for line in report.ledger if line.path.endswith(path) for value in report.trace(line.file, line.line, line.column)]
    return [value for value in found if value.path.endswith(path)]


@pytest.mark.parametrize(
    ("module", "name"),
    [(collider, "write_size"), (visual, "write_size"), (body, "write_mass"), (surface, "_write_friction"), (body, "write_joint")],
)
def test_what_is_forgotten_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
    whole = converted(tmp_path)

    def forget(*looked_at: Any, **options: Any) -> None:
        """Look at everything, and print nothing."""

    monkeypatch.setattr(module, name, forget)
    assert converted(tmp_path).lost > whole.lost


def test_what_is_thrown_away_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Printing into a list that stands nowhere is no printing."""
    whole = converted(tmp_path)
    monkeypatch.setattr(body, "write_mass", lambda writing, out, link, mass: write_mass(writing, SList("nowhere"), link, mass))
    assert converted(tmp_path).lost > whole.lost


def test_a_value_of_the_source_is_found_where_it_was_printed(tmp_path: Path) -> None:
    report = converted(tmp_path)
    masses = [value for value in values_of(report, "/@value") if "Mass[" in value.path]
    assert len(masses) > 5
    lines = lines_of(tmp_path)
    for mass in masses:  # which also decides on tensors and centres of mass
        before = [lines[place.line - 1][: place.column - 1] for place in mass.targets]
        assert any(text.endswith("(setMassParameters ") for text in before)


def test_a_number_of_the_result_is_found_in_the_source(tmp_path: Path) -> None:
    report = converted(tmp_path)
    lines = lines_of(tmp_path)
    number = next(i for i, line in enumerate(lines, 1) if "(setRadius " in line)
    column = lines[number - 1].index("(setRadius ") + len("(setRadius ") + 1
    (found,) = report.trace("out.rsg", number, column)
    assert found.path.endswith("@radius")
    assert found.value == "54mm"
    assert lines[number - 1][column - 1 :].startswith("0.054)")


def test_parameters_of_equal_robots_are_traced_to_their_imports(tmp_path: Path) -> None:
    leg = "(nd Transform (setName leg) (setLocalPos {x} 0 1) (nd RigidBody (setName body) (setBoxTotal 2 0.1 0.1 0.4)))"
    spaces = "\n".join(f"(nd Space (setName {name}) {leg.format(x=x)})" for name, x in (("anna", 1.5), ("bert", 2.5)))
    (tmp_path / "in.rsg").write_text(f"(RSG 0 1)\n({spaces})\n")
    report = converted(tmp_path, tmp_path / "in.rsg", split=True)
    assert report.lost == 0
    assert "RigidBody" not in "".join(lines_of(tmp_path))
    (bert,) = [value for line in report.ledger if line.value == "2.5" for value in report.trace(line.file, line.line, line.column)]
    assert texts_at(tmp_path, bert) == ["2.5"]
    assert [place.file for place in bert.targets] == ["out.rsg"]
    for mass in [value for line in report.ledger if line.value == "2" for value in report.trace(line.file, line.line, line.column)]:
        assert {place.file for place in mass.targets} == {"out_assets/anna.rsg"}, "which both import"


def test_colours_are_traced_to_the_material_file(tmp_path: Path) -> None:
    report = converted(tmp_path, FIXTURES / "colours.ros2", materials="generate")
    files = {place.file for line in report.ledger for place in line.target}
    assert any(name.endswith(".mtl") for name in files)
    assert not any(place.file.endswith(".mtl") and place.line != 1 for line in report.ledger for place in line.target)


def test_a_text_that_is_kept_is_traced_to_the_same_places(tmp_path: Path) -> None:
    report = converted(tmp_path, FIXTURES / "rsg" / "joints.rsg")
    values = list(report.ledger)
    assert len(values) > 100
    for value in values:
        assert [(place.file, place.line, place.column) for place in value.target] == [("out.rsg", value.line, value.column)]
