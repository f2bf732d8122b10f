"""The report for people: one screen, in full, as Markdown."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scenec.accounting.code import Code
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
    assert lines[1:3] == ["warnings: 30", "     30  it has no place there  joint-limit-dropped  nao.ros2:12:7"]


def test_the_worst_is_first_and_what_does_not_fit_is_counted() -> None:
    many = [finding(f"note-{i}-dropped", "note") for i in range(40)]
    lines = screen(report(finding("joint-dropped", "error"), finding("light-dropped"), *many))
    assert [text for what, text in lines if text.endswith(("s: 1", "s: 40"))] == ["errors: 1", "warnings: 1", "notes: 40"]
    assert lines[-2][1].strip() == "and 25 more kinds of notes (--verbose lists all)"
    assert len(lines) == HEIGHT


def test_a_long_place_is_shortened_and_then_left_out() -> None:
    folder = "/a/very/long/way/to/the/folder/of/the/scene" * 2
    for width, place in ((118, "  .../nao.ros2:12:7"), (60, "")):
        lines = [text for what, text in screen(report(finding("joint-dropped")), folder=folder, width=width) if what == "warning"]
        assert lines[1] == f"      1  it has no place there  joint-dropped{place}"


ROW = Code(
    "actuator-dropped", "dropped", "warning", "control", "Actuator dropped: {value}", "X has no motors. More.", many="actuators dropped"
)


def of_row(value: str, **changes: object) -> Finding:
    fields = {"headline": f"Actuator dropped: {value}", "because": "X has no motors. More.", "many": ROW.many, "row": ROW} | changes
    return replace(finding("actuator-dropped"), **fields)


def test_a_line_says_what_happened_to_how_many_why_under_which_code_and_where() -> None:
    lines = [text for what, text in screen(report(of_row("a"), of_row("b"))) if what == "warning"]
    assert lines == ["warnings: 2", "      2  actuators dropped: X has no motors  actuator-dropped  nao.ros2:12:7"]


def test_of_one_finding_the_line_has_its_headline() -> None:
    lines = [text for what, text in screen(report(of_row("a"))) if what == "warning"]
    assert lines[1] == "      1  Actuator dropped: a  actuator-dropped  nao.ros2:12:7"


def test_a_reason_that_not_all_have_or_that_has_no_room_is_left_out() -> None:
    two = [of_row("a"), of_row("b", because="Y has no motors.")]
    long = [of_row(each, because=f"X has {'no ' * 20}motors.") for each in "ab"]
    for findings in (two, long):
        assert screen(report(*findings))[2][1] == "      2  actuators dropped  actuator-dropped  nao.ros2:12:7"


def test_what_moves_comes_before_what_looks_and_losses_before_the_rest() -> None:
    looks = Finding("colour-dropped", "dropped", "note", "appearance", because="x", count=9)
    moves = Finding("damping-dropped", "dropped", "note", "physics", because="x")
    void = Finding("set-ineffective", "dropped", "note", "physics", because="x", count=99)
    lines = [text.split()[2] for what, text in screen(report(looks, moves, void)) if what == "note" and "x" in text.split()]
    assert lines == ["damping-dropped", "colour-dropped", "set-ineffective"]


counts = st.dictionaries(st.tuples(st.sampled_from(LEVELS), st.integers(0, 40)), st.integers(1, 9999), max_size=70)


@given(counts, st.integers(10, 60), st.integers(40, 160))
def test_a_summary_fits_the_screen_and_counts_every_level(found: dict[tuple[Level, int], int], height: int, width: int) -> None:
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
    fields = {
        "value": "90",
        "headline": "Joint dropped",
        "because": "It has no place there.",
        "consequence": "The bodies move apart.",
        "hint": "Use a joint.",
    }
    text = plain_text(report(replace(finding("joint-dropped", "error"), **fields)))
    assert "errors: 1\n  joint-dropped: nao.ros2:12:7: nao::head = 90\n" in text
    assert "      Joint dropped. It has no place there. The bodies move apart.\n      What to do: Use a joint.\n" in text


# ---------------------------------------------------------------- untrusted text


@given(st.text())
def test_no_text_of_a_file_reaches_a_terminal_as_anything_but_text(text: str) -> None:
    assert safe(text).isprintable()


@pytest.mark.parametrize("text", ["Größe", "日本語", "a b", "½"])
def test_readable_text_stays_as_it_is(text: str) -> None:
    assert safe(text) == text


def test_markdown_shows_all_names_as_text() -> None:
    evil = "<img src=x>|`**[a](http://b)_@someone\n# h"
    text = report(Finding("joint-dropped", "dropped", "error", "physics", subject=evil)).text("md")
    row = next(line for line in text.splitlines() if line.startswith("| joint"))
    cell = row.split(" | ")[3]
    assert cell == "&lt;img src=x&gt;\\|\\`\\*\\*\\[a\\](http:&#47;/b)\\_&#64;someone \\# h"


def test_markdown_has_the_totals_and_a_table_per_level() -> None:
    text = report(finding("joint-dropped", "error"), finding("light-dropped", "note"), dropped=2).text("md")
    assert "| values | kept | converted | approximated | carried | dropped | unresolved | invalid | no effect | defaulted |" in text
    assert "| 1,214 | 1,214 | 0 | 0 | 0 | 2 | 0 | 0 | 0 | 0 |" in text
    assert text.index("## Errors") < text.index("## Notes")
    assert "## Warnings" not in text


def test_the_full_text_counts_kinds_by_their_code() -> None:
    elsewhere = replace(finding("joint-limit-dropped"), subject="nao::arm")
    lines = plain_text(report(replace(finding("joint-limit-dropped"), count=5), elsewhere, finding("light-dropped"))).splitlines()
    assert "warnings: 7 of 2 kinds" in lines
