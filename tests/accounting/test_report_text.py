"""The report for people: one screen, in full, as Markdown."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scenec.accounting.finding import LEVELS, Finding, Level
from scenec.accounting.render_text import HEIGHT, plain_text, safe, screen, summary_line
from scenec.accounting.report import Report, Side
from scenec.source import Source


def report(*findings: Finding, idle: int = 0, **totals: int) -> Report:
    every = {"values": 1214, "kept": 1214, **totals}
    return Report(Side(("nao.ros2", "leg.rsi2"), "simrobot"), Side(("nao.sdf",), "sdformat", "1.7"), every, findings, None, idle)


def finding(code: str, level: Level = "warning") -> Finding:
    return Finding(code, "dropped", level, "physics", Source("nao.ros2", 12, 7), "nao::head", because="it has no place there")


# ---------------------------------------------------------------- the last line


def test_a_run_without_loss_says_so() -> None:
    assert summary_line(report()) == "0 lost, 1,214 values accounted for"


def test_the_fates_of_what_is_lost_add_up_to_it() -> None:
    text = summary_line(report(values=2000, kept=0, approximated=3, dropped=9, idle=2, defaulted=4))
    assert text == "10 lost (3 approximated, 7 dropped), 2,000 values accounted for; 2 without effect; 4 defaulted"


# ---------------------------------------------------------------- one screen


def test_findings_of_one_code_are_one_line_with_their_number() -> None:
    lines = [text for _, text in screen(report(*[finding("joint-limit-dropped") for _ in range(30)]))]
    assert lines[0] == "nao.ros2 and leg.rsi2 (simrobot) -> nao.sdf (sdformat 1.7)"
    assert lines[1:3] == ["warnings: 30", "     30  joint-limit-dropped  nao.ros2:12:7  it has no place there"]


def test_the_worst_is_first_and_what_does_not_fit_is_counted() -> None:
    many = [finding(f"note-{i}-dropped", "note") for i in range(40)]
    lines = screen(report(finding("joint-dropped", "error"), finding("light-dropped"), *many))
    assert [text for what, text in lines if text.endswith(("s: 1", "s: 40"))] == ["errors: 1", "warnings: 1", "notes: 40"]
    assert lines[-2][1].strip() == "and 25 more kinds of notes (--verbose lists all)"
    assert len(lines) == HEIGHT


def test_a_long_place_leaves_room_for_the_reason() -> None:
    text = dict(screen(report(finding("joint-dropped")), folder="/a/very/long/way/to/the/folder/of/the/scene"))["warning"]
    assert ".../nao.ros2:12:7  it has no place there" in text


counts = st.dictionaries(st.tuples(st.sampled_from(LEVELS), st.integers(0, 40)), st.integers(1, 9999), max_size=70)


@given(counts, st.integers(10, 60), st.integers(40, 160))
def test_it_always_fits_and_tells_every_level_with_all_it_has(found: dict[tuple[Level, int], int], height: int, width: int) -> None:
    ranked = sorted(found.items(), key=lambda each: -LEVELS.index(each[0][0]))
    findings = [Finding(f"{level}-{i}-dropped", "dropped", level, "physics", count=count) for (level, i), count in ranked]
    lines = screen(report(*findings), width=width, height=height)
    assert len(lines) <= height
    assert max(len(text) for _, text in lines) <= width
    for level in get_args(Level):
        total = sum(each.count for each in findings if each.level == level)
        assert ((level, f"{level}s: {total:,}") in lines) == bool(total)
        listed = sum(1 for what, text in lines if what == level and not text.startswith(f"{level}s: "))
        hidden = [text for what, text in lines if what == "" and f"kinds of {level}s" in text]
        more = int(hidden[0].split()[1].replace(",", "")) if hidden else 0
        assert listed + more == sum(1 for each in findings if each.level == level)


def test_a_side_that_is_no_file_is_not_named() -> None:
    written = Report(Side(), Side(("arm.sdf",), "sdformat", "1.7"), {"values": 0}, ())
    assert screen(written)[0] == ("head", "arm.sdf (sdformat 1.7)")
    read = Report(Side(("arm.ros2",), "simrobot", "core2"), Side(), {"values": 0}, ())
    assert screen(read)[0] == ("head", "arm.ros2 (simrobot core2)")


# ---------------------------------------------------------------- in full


def test_in_full_every_finding_says_why_what_it_means_and_what_to_do() -> None:
    told = {"value": "90", "consequence": "the bodies move apart", "hint": "use a joint"}
    text = plain_text(report(replace(finding("joint-dropped", "error"), **told)))
    assert "errors: 1\n  joint-dropped: nao.ros2:12:7: nao::head = 90\n" in text
    assert "      it has no place there; the bodies move apart\n      hint: use a joint\n" in text


# ---------------------------------------------------------------- untrusted text


@given(st.text())
def test_no_text_of_a_file_reaches_a_terminal_as_anything_but_text(text: str) -> None:
    assert safe(text).isprintable()


@pytest.mark.parametrize("text", ["Größe", "日本語", "a b", "½"])
def test_readable_text_stays_as_it_is(text: str) -> None:
    assert safe(text) == text


def test_markdown_shows_names_as_text_whatever_they_are() -> None:
    evil = "<img src=x>|`**[a](http://b)_@someone\n# h"
    text = report(Finding("joint-dropped", "dropped", "error", "physics", subject=evil)).text("md")
    row = next(line for line in text.splitlines() if line.startswith("| joint"))
    cell = row.split(" | ")[2]
    assert cell == "&lt;img src=x&gt;\\|\\`\\*\\*\\[a\\](http:&#47;/b)\\_&#64;someone \\# h"


def test_markdown_has_the_totals_and_a_table_per_level() -> None:
    text = report(finding("joint-dropped", "error"), finding("light-dropped", "note"), dropped=2).text("md")
    assert "| values | kept | converted | approximated | carried | dropped | unresolved | invalid | defaulted |" in text
    assert "| 1,214 | 1,214 | 0 | 0 | 0 | 2 | 0 | 0 | 0 |" in text
    assert text.index("## Errors") < text.index("## Notes")
    assert "## Warnings" not in text
