"""The report as a page: complete, self-contained, and harmless with any content of a model."""

from __future__ import annotations

from html.parser import HTMLParser

from scenec.accounting.finding import Finding
from scenec.accounting.render_html import html
from scenec.accounting.report import Report, Side
from scenec.source import Source

NASTY = """<script>alert(1)</script>" onload='x' \x1b[31m"""


def report(*findings: Finding) -> Report:
    return Report(Side(("a.ros2",), "simrobot"), Side(("a.sdf",), "sdformat", "1.8"), {"values": 3, "kept": 2, "dropped": 1}, findings)


def dropped(subject: str, line: int = 2) -> Finding:
    return Finding(
        "joint-limit-dropped",
        "dropped",
        "error",
        "physics",
        Source("a.ros2", line, 1),
        subject,
        because="why",
        consequence="then",
        hint="do",
    )


class Tags(HTMLParser):
    """The tags of a page, and the text between them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_totals_findings_and_the_line_are_on_the_page() -> None:
    page = Tags(html(report(dropped("arm::elbow")), lambda file: ["one", "two", "three"] if file == "a.ros2" else None))
    assert "a.ros2 (simrobot) -> a.sdf (sdformat 1.8)" in page.text
    assert "1 lost (1 dropped), 3 values accounted for" in page.text
    for said in ("joint-limit-dropped", "arm::elbow", "why", "then", "What to do: do"):
        assert said in page.text
    rows = [attributes for tag, attributes in page.tags if tag == "tr" and "data-level" in attributes]
    assert [(row["data-level"], row["data-category"]) for row in rows] == [("error", "physics")]
    assert html(report(dropped("x")), lambda file: ["one", "two", "three"]).count("<mark>     2  two</mark>") == 1


def test_nothing_of_a_model_becomes_markup() -> None:
    page = Tags(html(report(dropped(NASTY)), lambda file: [NASTY] * 3))
    assert [tag for tag, _ in page.tags].count("script") == 1, "ours"
    assert not [attributes for _, attributes in page.tags if "onload" in attributes]
    assert "\x1b" not in page.text
    assert "alert(1)" in page.text


def test_the_page_fetches_nothing() -> None:
    page = Tags(html(report(dropped("x"))))
    assert not [tag for tag, attributes in page.tags if "src" in attributes or "href" in attributes]
    policies = [attributes["content"] for tag, attributes in page.tags if attributes.get("http-equiv") == "Content-Security-Policy"]
    assert policies and policies[0] is not None and policies[0].startswith("default-src 'none'")


def test_without_findings_the_page_says_so() -> None:
    assert "No findings." in html(report())


def test_a_source_that_is_not_there_has_no_excerpt() -> None:
    assert "<pre>" not in html(report(dropped("x")), lambda file: None)
    assert "<pre>" not in html(report(dropped("x", line=9)), lambda file: ["only one"])
