"""Totals that people see: they add up, and what had no effect is not among what was dropped."""

from __future__ import annotations

import re

from scenec.accounting.finding import SUMMED_FATES, Finding
from scenec.accounting.report import Report, Side
from scenec.batch.summary import Summary

TOTALS = {
    "values": 20,
    "kept": 9,
    "converted": 2,
    "approximated": 1,
    "carried": 1,
    "dropped": 5,
    "unresolved": 1,
    "invalid": 1,
    "defaulted": 4,
}
COLUMNS = ["values", "kept", "converted", "approximated", "carried", "dropped", "unresolved", "invalid", "no effect", "defaulted"]
SHOWN = [20, 9, 2, 1, 1, 2, 1, 1, 3, 4]


def report() -> Report:
    found = Finding("name-ineffective", "dropped", "note", "naming", because="why", count=3)
    return Report(Side(("a.ros2",), "simrobot"), Side(("a.sdf",), "sdformat"), TOTALS, [found], None, 3)


def test_the_columns_of_a_table_add_up_to_its_values() -> None:
    assert list(report().shown_totals) == COLUMNS
    assert list(report().shown_totals.values()) == SHOWN
    assert sum(SHOWN[1:-1]) == SHOWN[0]


def test_markdown_shows_what_had_no_effect_in_a_column_of_its_own() -> None:
    rows = [line.strip("| ").split(" | ") for line in report().text("md").splitlines() if line.startswith("|")]
    assert rows[0] == COLUMNS
    assert [int(cell) for cell in rows[2]] == SHOWN


def test_html_shows_what_had_no_effect_in_a_column_of_its_own() -> None:
    page = report().text("html")
    assert re.findall("<th>([a-z ]+)</th>", page)[: len(COLUMNS)] == COLUMNS
    assert [int(each) for each in re.findall(r'<td id="total-[a-z-]+">(\d+)</td>', page)] == SHOWN


def test_text_and_migrations_count_it_apart() -> None:
    line = "6 lost (1 approximated, 1 carried, 2 dropped, 1 unresolved, 1 invalid), 20 values accounted for; 3 without effect; 4 defaulted"
    assert report().text("txt").splitlines()[-1] == line
    summary = Summary()
    summary.totals.update(TOTALS)
    summary.idle = 3
    assert summary.balance() == line


def test_the_totals_for_programs_stay_as_they_are() -> None:
    totals = report().to_json()["totals"]
    assert totals == TOTALS
    assert totals["values"] == sum(totals[fate] for fate in SUMMED_FATES)
