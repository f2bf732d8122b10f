"""The report as a program has it: what failed, other levels, saving."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scenec import ir
from scenec.accounting.build_report import build_report
from scenec.accounting.code import Code
from scenec.accounting.finding import Category, Fate, Finding, Level
from scenec.accounting.ledger import Ledger
from scenec.accounting.merge import merged
from scenec.accounting.report import LedgerLine, LedgerLines, Report, Side
from scenec.accounting.settle import settle
from scenec.errors import UsageError, WriteError
from scenec.source import Origin, Source
from scenec.syntax.tree import Document, FileName, SourceNode
from scenec.trace import traced


def finding(
    code: str = "joint-limit-dropped", level: Level = "error", category: Category = "physics", fate: Fate = "dropped", count: int = 1
) -> Finding:
    return Finding(code, fate, level, category, Source("a.ros2", 3, 5, "/S[1]/@a"), "arm::elbow", "90", because="why", count=count)


def line(index: int | None) -> LedgerLine:
    return LedgerLine("a.ros2", 3, 5, "/S[1]/@a", "90", "dropped", index)


def report(*findings: Finding, lines: tuple[LedgerLine, ...] = (), **totals: int) -> Report:
    every = {"values": 10, "kept": 9, "dropped": 1, **totals}
    return Report(Side(("a.ros2",), "simrobot"), Side(("a.sdf",), "sdformat", "1.7"), every, findings, LedgerLines(None, lines))


# ---------------------------------------------------------------- failed


def test_a_level_counts_itself_and_what_is_worse() -> None:
    warned = report(finding(level="warning"))
    assert [warned.failed([level]) for level in ("error", "warning", "note")] == [False, True, True]


def test_a_category_counts_errors_and_warnings_of_its_own() -> None:
    assert report(finding(level="warning")).failed(["physics"])
    assert not report(finding(level="note")).failed(["physics"])
    assert not report(finding(level="error")).failed(["naming"])


def test_by_default_errors_fail_and_never_is_never() -> None:
    assert report(finding()).failed()
    assert not report(finding()).failed(["never"])


def test_a_single_word_needs_no_list() -> None:
    assert report(finding()).failed("physics")


@pytest.mark.parametrize("fate", ["kept", "converted", "approximated", "carried", "dropped", "defaulted"])
def test_an_error_of_any_fate_fails(fate: Fate) -> None:
    """A tensor that the simulator refuses is kept, and the result does not load."""
    assert report(finding(fate=fate)).failed()
    assert report(finding(fate=fate)).failed(["physics"])


@pytest.mark.parametrize("word", ["error", "note", "physics"])
def test_what_has_no_effect_never_fails(word: str) -> None:
    assert not report(finding("set-ineffective")).failed([word])


def test_an_unknown_word_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(UsageError, match=r"unknown level or category 'fysics'; expected one of .*; did you mean physics\?"):
        report().failed(["fysics"])


# ---------------------------------------------------------------- adjusted


def test_levels_can_be_changed_and_the_worst_comes_first_again() -> None:
    changed = report(finding(), finding("light-dropped", "warning", "appearance")).adjusted(
        {"joint-limit-dropped": "note", "light-dropped": "error"}
    )
    assert [(each.code, each.level) for each in changed.findings] == [("light-dropped", "error"), ("joint-limit-dropped", "note")]


def test_the_ledger_still_points_at_the_same_findings() -> None:
    before = report(finding(), finding("light-dropped", "warning", "appearance"), lines=(line(0), line(1), line(None)))
    after = before.adjusted({"joint-limit-dropped": "note"})
    named = [None if each.finding is None else after.findings[each.finding].code for each in after.ledger]
    assert named == ["joint-limit-dropped", "light-dropped", None]


def test_what_is_ignored_stays_as_a_note_and_fails_nothing() -> None:
    changed = report(finding()).adjusted({}, ignore=["joint-limit-dropped"])
    assert [each.level for each in changed.findings] == ["note"]
    assert not changed.failed(["note"])
    assert changed.totals["dropped"] == 1, "it is lost all the same"


def test_a_baseline_excuses_as_many_as_it_has() -> None:
    known = [finding(count=2)]
    assert not report(finding(count=2)).adjusted({}, baseline=known).failed(["note"])
    assert report(finding(count=3)).adjusted({}, baseline=known).failed()


def test_an_adjusted_report_can_be_adjusted_again() -> None:
    twice = report(finding(), finding("light-dropped", "note", "appearance")).adjusted({}, ignore=["joint-limit-dropped"])
    assert twice.adjusted({"light-dropped": "error"}).failed()
    assert not twice.adjusted({"joint-limit-dropped": "error"}).failed()


# ---------------------------------------------------------------- saving


@pytest.mark.parametrize("suffix", ["json", "md", "txt", "JSON"])
def test_the_suffix_says_the_form(tmp_path: Path, suffix: str) -> None:
    place = tmp_path / "new" / f"r.{suffix}"
    report(finding()).save(place)
    text = place.read_text(encoding="utf-8")
    assert text == report(finding()).text(suffix.lower())
    assert text.endswith("\n")


def test_json_is_what_the_program_sees(tmp_path: Path) -> None:
    report(finding()).save(tmp_path / "r.json")
    assert json.loads((tmp_path / "r.json").read_text()) == report(finding()).to_json()


def test_an_unknown_form_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no report form 'markdown'; expected one of json, md, html, sarif, txt"):
        report().save(tmp_path / "r.markdown")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_keeps_what_it_has(tmp_path: Path) -> None:
    (tmp_path / "r.json").mkdir()
    with pytest.raises(WriteError, match=r"r\.json: cannot be written: is a directory"):
        report().save(tmp_path / "r.json")
    assert [path.name for path in tmp_path.iterdir()] == ["r.json"]


def test_a_file_name_that_is_no_unicode_is_still_reported(tmp_path: Path) -> None:
    odd = Report(Side(("caf\udce9.ros2",), "simrobot"), Side(), {"values": 0}, ())
    for form in ("json", "md", "txt"):
        odd.save(tmp_path / f"r.{form}")
    assert json.loads((tmp_path / "r.json").read_text())["source"]["files"] == ["caf\udce9.ros2"]


# ---------------------------------------------------------------- several


def test_reports_are_merged_with_their_totals_ledgers_and_places() -> None:
    one = report(finding("light-dropped", "note", "appearance"), lines=(line(0),))
    two = report(finding(), lines=(line(None), line(0)))
    both = merged([(one, "x", "out"), (two, "y", "out")])
    assert both.totals["values"] == 20
    assert both.source.files == ("x/a.ros2", "y/a.ros2")
    assert [(each.code, each.source.file) for each in both.findings if each.source] == [
        ("joint-limit-dropped", "y/a.ros2"),
        ("light-dropped", "x/a.ros2"),
    ]
    assert [(each.file, each.finding) for each in both.ledger] == [("x/a.ros2", 1), ("y/a.ros2", None), ("y/a.ros2", 0)]


@pytest.mark.parametrize(
    ("names", "subjects"),
    [
        (("left", "right"), ["left"]),
        (("wrist", "elbow"), ["wrist_joint", "elbow"]),
        (("arm/left", "arm/right"), ["arm/left", "arm/right"]),
    ],
)
def test_equal_findings_are_one_where_their_places_say_whom_they_are_about(names: tuple[str, ...], subjects: list[str]) -> None:
    """Line and path lead to the element. They do not help if it has another name, or one like a whole path."""
    called = {"wrist": "wrist_joint"}
    root = SourceNode("model", 1, 1)
    for name in names:
        root.add(SourceNode("joint", 1, 1, {"name": name}))
    ledger = Ledger()
    document = ledger.add(Document(FileName("a.sdf"), root))
    for child in root.children:
        name = child.attributes["name"]
        ledger.report(
            Code("joint-damping-dropped", "dropped", "warning", "physics"),
            origin=Origin(document, child),
            about=traced("", (child.attribute_id("name"),)),
            subject=f"robot::{called.get(name, name)}",
        )
    report = build_report(ledger, settle(ir.Scene(), ledger, is_written=False), Side(), Side())
    assert [each.subject for each in report.findings if each.code == "joint-damping-dropped"] == [f"robot::{each}" for each in subjects]
