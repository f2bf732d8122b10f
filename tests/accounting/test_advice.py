"""Every finding says why, what it means and what to do, whoever made it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import scenec
from scenec.accounting.codes import CODES, Code
from scenec.accounting.explain import Codes
from scenec.accounting.finding import LOSSY_FATES, Finding
from scenec.accounting.hints import OF_FIELDS, OF_NODES
from scenec.accounting.meanings import NODES
from scenec.converters import BUILT_IN, codes_of

FIXTURES = Path(__file__).parents[2] / "fixtures"
SOURCES = sorted(
    path for suffix in ("ros2", "ros3", "sdf", "scene", "yml", "rsg", "scene.json") for path in FIXTURES.glob(f"**/*.{suffix}")
    if "parts" not in path.parts and "models" not in path.parts
)  # fmt: skip
TARGETS = ["out.ros2", "out.ros3", "out.sdf", "out.scene", "out.rsg", "out.scene.json"]


@cache
def findings(target: str, folder: Path) -> list[tuple[str, Finding]]:
    """All findings of all fixtures to one target, with the name of the fixture."""
    told = []
    for source in SOURCES:
        report = scenec.convert(source, folder / target, lenient=True)
        told += [(source.name, finding) for finding in report.findings]
    return told


@pytest.mark.parametrize("target", TARGETS)
def test_every_finding_of_every_pair_says_why_what_it_means_and_what_to_do(target: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    told = findings(target, tmp_path_factory.getbasetemp())
    assert len(told) > 100
    lacking = [(name, each.code) for name, each in told if not (each.because and each.consequence and each.hint)]
    assert lacking == []


@pytest.mark.parametrize("target", TARGETS)
def test_the_three_are_parts_of_one_line(target: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    told = findings(target, tmp_path_factory.getbasetemp())
    parts = {(each.code, part) for _, each in told for part in (each.because, each.consequence, each.hint)}
    assert {(code, part) for code, part in parts if part != part.strip() or part.endswith((".", ";", ":")) or "\n" in part} == set()


def test_what_is_lost_under_a_name_of_its_own_has_advice_of_its_own() -> None:
    tables: list[dict[str, Code]] = [dict(CODES), *(dict(codes_of(name)) for name in BUILT_IN)]
    codes = {code: row for table in tables for code, row in table.items()}
    without = [code for code, row in codes.items() if row.fate in LOSSY_FATES and not code.endswith("-ineffective") and not row.hint]
    assert without == []


def test_every_part_of_a_scene_that_can_be_lost_has_advice_of_its_own() -> None:
    assert {row.prefix for row in NODES.values()} == set(OF_NODES)
    assert all(kind in NODES for kind, _ in OF_FIELDS)


def test_explain_shows_the_advice_that_the_finding_gives(tmp_path: Path) -> None:
    report = scenec.convert(FIXTURES / "motors.ros2", tmp_path / "out.sdf")
    told = next(finding for finding in report.findings if finding.code == "comments-dropped")
    explained = Codes({name: codes_of(name) for name in BUILT_IN}).explain(told.code)
    assert told.hint.lower() == explained.hint.rstrip(".").lower()
