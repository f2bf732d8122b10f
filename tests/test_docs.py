"""The generated pages of docs/: current, complete, and true."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import scenec
from scenec.accounting.finding import SUMMED_FATES
from scenec.cli.codes import all_codes
from scripts import docs_findings, docs_formats, docs_ir
from scripts.generate_docs import pages
from tests.formats import READ_LENIENTLY

ROOT = Path(__file__).parents[1]
SCENES = sorted(path for suffix in ("ros2", "ros3") for path in (ROOT / "fixtures").rglob(f"*.{suffix}"))

LOSSY = {"approximated", "carried", "dropped", "unresolved", "invalid"}


@pytest.mark.sweep
@pytest.mark.findings("*", reason="pages are made of conversions; the page is judged")
@pytest.mark.parametrize("name", sorted(pages()))
def test_a_generated_page_is_current(name: str) -> None:
    current = (ROOT / "docs" / name).read_text(encoding="utf-8") == pages()[name]()
    lost = " after tests/test_kept_fields.py passes, which names the fields that a writer lost" if name == "support.md" else ""
    assert current, f"docs/{name} is stale: run python scripts/generate_docs.py{lost}"


# ---------------------------------------------------------------- the glossary


def test_the_glossary_has_a_row_for_every_field_of_the_scene_and_no_other() -> None:
    from scenec.ir.base import UNACCOUNTED

    rows = docs_ir.terms()
    fields = {(node.__name__, field) for module in docs_ir.MODULES for node in docs_ir.classes(module) for field in docs_ir.fields(node)}
    missing = {place for place in fields if place[1] not in UNACCOUNTED and docs_ir.words(rows, *place) is None}
    unknown = {place for place in rows if place[0] != "*" and place not in fields}
    assert (missing, unknown) == (set(), set())


def test_every_field_of_the_glossary_can_be_said_by_some_format_or_is_measured() -> None:
    others = ("class", "field", "unit", "frame")
    empty = [place for place, row in docs_ir.terms().items() if not any(text for column, text in row.items() if column not in others)]
    assert empty == [("Sensor", "reference_pressure")]


def test_the_attributes_the_glossary_names_exist_in_simrobot() -> None:
    from scenec.converters.simrobot.vocabulary import attribute_names, vocabulary

    named = {
        (tag, attribute)
        for row in docs_ir.terms().values()
        for tag, attribute in re.findall(r"\b([A-Z][A-Za-z0-9]+)@(\w+)(?! \(core3\))\b", row["simrobot"])
    }
    known = vocabulary()
    assert {place for place in named if place[0] not in known or place[1] not in attribute_names(place[0])} == set()


def test_a_path_that_no_sdformat_version_has_is_no_word_of_the_glossary() -> None:
    with pytest.raises(ValueError, match="SDFormat has no link/massiveness"):
        docs_ir.with_versions("link/massiveness")


# ---------------------------------------------------------------- findings


def documented() -> set[str]:
    """The codes that the page names: in tables, and as fields of parts."""
    text = docs_findings.page()
    found = set(re.findall(r"^(?:\||-) `([a-z0-9-]+)`", text, re.MULTILINE))
    for prefix, fields in re.findall(r"Fields \(`([a-z0-9-]+)-\.\.\.-dropped`\): ([a-z0-9, -]+)\.", text):
        found |= {f"{prefix}-{field}-dropped" for field in fields.split(", ")}
    return found


@pytest.mark.sweep
def test_every_code_that_converting_the_fixtures_reports_is_documented(tmp_path: Path) -> None:
    codes = {finding.code for path in SCENES for finding in converted(path, tmp_path).findings}
    assert {code for code in codes - documented() if not code.startswith("simrobot-")} == set()


def test_the_page_of_findings_is_short_enough_to_be_read() -> None:
    assert len(docs_findings.page()) < 100_000


def test_a_code_that_names_a_fate_has_it() -> None:
    fates = (*SUMMED_FATES, "defaulted")
    endings: dict[str, str] = {"ineffective": "dropped", **{fate: fate for fate in fates}}
    codes = all_codes()
    explained = [codes.explain(code) for code in codes.known()]
    lying = {each.code for each in explained if each.fate != endings.get(each.code.rpartition("-")[2], each.fate)}
    assert lying == {"pose-unresolved"}, "which a check reports: the poses are kept as they stand"


# ---------------------------------------------------------------- what a conversion makes of each row


def converted(path: Path, folder: Path) -> scenec.Report:
    return scenec.convert(path, folder / f"{path.stem}.sdf", lenient=path.name == READ_LENIENTLY)


@pytest.fixture(scope="module")
def observed(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Counter[str]]:
    """(element, attribute) -> how often its values met which fate when the fixtures were converted."""
    folder = tmp_path_factory.mktemp("converted")
    fates: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for path in SCENES:
        report = converted(path, folder)
        for line in report.ledger:
            found = re.search(r"/(\w+)\[\d+\]/(@\w+|text\(\))$", line.path)
            assert found, line
            ineffective = line.finding is not None and report.findings[line.finding].ineffective
            fates[found[1], found[2]]["no effect" if ineffective else line.fate] += 1
    return fates


def test_what_becomes_of_each_row_is_said_and_of_no_other() -> None:
    table = docs_formats.transfer("simrobot_to_sdformat")
    rows = {(tag, attribute) for tag, attribute, _ in docs_formats.simrobot_rows()}
    assert {place for place in rows if docs_formats.said(table, *place) is None} == set()
    assert {place for place in table if place[0] != "*" and place not in rows} == set()


@pytest.mark.sweep
def test_every_row_occurs_in_a_fixture(observed: dict[tuple[str, str], Counter[str]]) -> None:
    rows = {(tag, attribute) for tag, attribute, _ in docs_formats.simrobot_rows() if attribute != "@ref"}
    assert rows - set(observed) == set()


@pytest.mark.sweep
def test_what_is_said_of_each_row_is_what_converting_the_fixtures_reports(observed: dict[tuple[str, str], Counter[str]]) -> None:
    table = docs_formats.transfer("simrobot_to_sdformat")
    wrong = {}
    for place, fates in observed.items():
        row = docs_formats.said(table, *place)
        if row is None or not agrees(row["fate"], set(fates)):
            wrong[place] = (row and row["fate"], dict(fates))
    assert wrong == {}


def agrees(said: str, seen: set[str]) -> bool:
    """Whether fates that occurred are those a row of the table promises."""
    if said == "kept":
        return not seen & LOSSY
    if said == "lost":
        return bool(seen & {"dropped", "unresolved"}) and not seen & {"kept", "converted"}
    if said == "approximated":
        return "approximated" in seen and not seen & {"dropped", "unresolved"}
    if said == "partly":
        return bool(seen & LOSSY) and bool(seen & {"kept", "converted"})
    return seen <= {"no effect", "converted"}
