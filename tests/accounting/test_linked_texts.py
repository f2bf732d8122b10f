"""Source and result side by side in a report: linked both ways, bounded, and harmless with any content of a model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest

import scenec
from scenec.accounting.finding import Fate, Finding, Level
from scenec.accounting.linked_texts import AROUND, MOST_CHARACTERS, MOST_ROWS, MOST_VALUES, linked_texts
from scenec.accounting.render_texts import texts_beside
from scenec.accounting.report import LedgerLine, LedgerLines, Report, Side
from scenec.accounting.source_map import TargetPlace
from scenec.source import Source

FIXTURES = Path(__file__).parents[2] / "fixtures"
NASTY = """</script><script>alert(1)</script><img src=x onerror='x'>" \x1b[31m \u202e"""


def value(line: int, column: int, text: str, *targets: tuple[str, int, int], fate: Fate = "kept", finding: int | None = None) -> LedgerLine:
    places = tuple(TargetPlace(*each) for each in targets)
    return LedgerLine("a.ros2", line, column, f"/a[1]/b[{line}]/@c", text, fate, finding, places)


def finding(line: int, level: Level = "warning", headline: str = "Joint dropped") -> Finding:
    return Finding("joint-dropped", "dropped", level, "physics", Source("a.ros2", line, 1), headline=headline)


def section(texts: Mapping[str, Sequence[str]], values: Sequence[LedgerLine], *findings: Finding, target: str = "a.scene") -> str:
    report = Report(
        Side(("a.ros2",), "simrobot"), Side((target,), "mars"), {"values": len(values)}, findings, LedgerLines(None, tuple(values))
    )
    linked = linked_texts(report, texts.get, texts.get)
    return "".join(texts_beside(linked, report.findings, "mars", {}).section)


class Page(HTMLParser):
    """Ids and links of a page, and its tags."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: dict[str, str] = {}
        self.inside: list[str] = []
        self.words: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.tags.append(tag)
        self.inside.append(known.get("id") or "")
        self.ids += filter(None, [known.get("id")])
        if tag == "a" and known.get("href"):
            self.links[known.get("id") or known.get("class") or ""] = known["href"] or ""

    def handle_endtag(self, tag: str) -> None:
        self.inside.pop()

    def handle_data(self, data: str) -> None:
        if self.inside and self.inside[-1]:
            self.words[self.inside[-1]] = self.words.get(self.inside[-1], "") + data


def test_a_value_leads_to_where_it_was_printed_and_back() -> None:
    page = Page(
        section(
            {"a.ros2": ['<Body mass="2kg"', ' name="arm">'], "a.scene": ["<node>", "<mass>2</mass>", '<x name="arm"/>']},
            [value(1, 13, "2kg", ("a.scene", 2, 7), fate="converted"), value(2, 8, "arm", ("a.scene", 3, 4))],
        )
    )
    assert page.links["s0"] == "#r0" and page.links["r0"] == "#s0"
    assert page.links["s1"] == "#r1" and page.links["r1"] == "#s1"
    assert [page.words[each] for each in ("s0", "r0", "s1", "r1")] == ["2kg", "2", "arm", 'name="arm"']


def test_a_lost_value_leads_to_its_finding_and_the_line_to_the_worst() -> None:
    page = section(
        {"a.ros2": ["one 5", "two"], "a.scene": ["x"]},
        [value(1, 5, "5", fate="dropped", finding=1), value(2, 1, "two", ("a.scene", 1, 1))],
        finding(1, "note", "Name changed"),
        finding(1, "error", "Limit dropped"),
    )
    assert '<a id="s0" class="dropped" href="#f1">5</a>' in page
    assert '<a class="flag error" href="#f1" title="Limit dropped and 1 more">E</a>' in page


def test_findings_lead_to_lines_of_both_sides() -> None:
    texts = {"a.ros2": ["one", "two"], "a.scene": ["x", "y"]}
    values = [value(2, 1, "two", ("a.scene", 2, 1))]
    report = Report(Side(("a.ros2",)), Side(("a.scene",)), {}, [finding(2)], LedgerLines(None, tuple(values)))
    (links,) = texts_beside(linked_texts(report, texts.get, texts.get), report.findings, "mars", {}).links
    assert links.source == '<a href="#a0-2">a.ros2:2:1</a>'
    assert links.result == '<a href="#r0">a.scene:2</a>'


def test_every_link_leads_to_something_on_the_page(tmp_path: Path) -> None:
    report = scenec.convert(FIXTURES / "humanoid" / "humanoid.ros2", tmp_path / "a.scene", trace=True)
    text = report.text("html")
    page = Page(text)
    assert len(page.ids) == len(set(page.ids))
    assert set(re.findall(r'href="#([^"]*)"', text)) <= set(page.ids)
    assert sum(link.startswith("#r") for link in page.links.values()) > 250
    assert text == report.text("html")


def test_without_places_the_source_is_shown_with_its_findings_and_the_page_says_so(tmp_path: Path) -> None:
    text = scenec.convert(FIXTURES / "hinges.ros2", tmp_path / "a.scene").text("html")
    assert "places in the result are not known" in text
    assert 'aria-label="Source"' in text and 'aria-label="Result"' not in text
    assert 'class="flag ' in text
    assert "not known" not in scenec.check(FIXTURES / "hinges.ros2").text("html"), "there is no result"


@pytest.mark.sweep
def test_large_files_are_shown_around_what_findings_speak_of() -> None:
    source = [f"line {number}" for number in range(1, 300_001)]
    result = [f"row {number} " + "z" * 1000 for number in range(1, 100_001)]
    values = [value(number, 6, str(number), ("a.scene", 1 + number // 3, 5)) for number in range(1, 300_001)]
    page = section({"a.ros2": source, "a.scene": result}, values, finding(200_000), finding(7))
    numbers = [int(each) for each in re.findall(r'id="a0-(\d+)"', page)]
    assert numbers == [*range(7 - AROUND, 8 + AROUND), *range(200_000 - AROUND, 200_001 + AROUND)]
    assert "14 of 300,000 lines" in page and "199,986 lines left out" in page
    assert "Large files are shown around what findings speak of" in page
    assert 'id="b0-66667"' in page and len(page) < 200_000


@pytest.mark.sweep
def test_a_page_has_a_largest_size_however_many_findings_there_are() -> None:
    source = ["x" * 500] * 50_000
    values = [value(line, column, "x", ("a.scene", line, column)) for line in range(1, 50_001) for column in (1, 7)]
    page = section({"a.ros2": source, "a.scene": source}, values, *(finding(line) for line in range(1, 50_001)))
    assert page.count('<div class="row"') <= 2 * MOST_ROWS
    assert sum(map(len, re.findall(r"x{10,}", page))) <= 2 * MOST_CHARACTERS
    assert page.count("<a ") <= 2 * MOST_VALUES + 2 * MOST_ROWS
    assert len(page) < 5_000_000


def test_a_long_line_is_shown_in_rows_and_its_values_found_in_them() -> None:
    line = "a" * 700 + " <c>5</c> " + "b" * 700
    page = Page(section({"a.ros2": [line], "a.scene": [line]}, [value(1, 705, "5", ("a.scene", 1, 705))]))
    assert page.words["s0"] == page.words["r0"] == "5"
    assert page.tags.count("i") == 2 * 5


def test_hostile_texts_are_texts() -> None:
    lines = [f"{NASTY} 5", "<b>"]
    column = len(NASTY) + 2
    dirty = section(
        {"a.ros2": lines, "a.scene": lines}, [value(1, column, "5", ("a.scene", 1, column)), value(1, 1, NASTY)], finding(1, headline=NASTY)
    )
    plain = [f"{'n' * len(NASTY)} 5", "bbb"]
    clean = section(
        {"a.ros2": plain, "a.scene": plain},
        [value(1, column, "5", ("a.scene", 1, column)), value(1, 1, "n" * len(NASTY))],
        finding(1, headline="n"),
    )
    assert Page(dirty).tags == Page(clean).tags
    assert "\x1b" not in dirty and "\u202e" not in dirty


@pytest.mark.parametrize(
    ("line", "column", "text", "shown"),
    [
        ('<a b="1 2" c="3"/>', 4, "", 'b="1 2"'),
        ("<pose>1 2 3</pose>", 7, "", "1 2 3"),
        ("<node>", 1, "", "<node"),
        ("(setLocalPos 1 2)", 14, "1", "1"),
        ("key: value  ", 6, "", "value"),
        ('name="R&amp;D"', 7, "R&D", "R&amp;D"),
    ],
)
def test_a_value_ends_where_its_syntax_ends_it(line: str, column: int, text: str, shown: str) -> None:
    page = Page(section({"a.ros2": [line], "a.scene": ["x"]}, [value(1, column, text, ("a.scene", 1, 1))]))
    assert page.words["s0"] == shown


def test_the_result_of_several_conversions_is_named_from_their_folder(tmp_path: Path) -> None:
    from scenec.accounting.merge import merged

    reports = []
    for name in ("hinges", "shapes"):
        (tmp_path / "out").mkdir(exist_ok=True)
        reports.append((scenec.convert(FIXTURES / f"{name}.ros2", tmp_path / "out" / f"{name}.scene", trace=True), str(FIXTURES), "out"))
    places = {place.file for line in merged(reports, str(tmp_path)).ledger for place in line.target}
    assert places == {"out/hinges.scene", "out/shapes.scene"}
    text = merged(reports, str(tmp_path)).text("html")
    assert "out/shapes.scene</code>" in text
