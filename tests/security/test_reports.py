"""Reports hold names and values of untrusted scenes: in every form they are plain text."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt

import scenec
from scenec.accounting.finding import Finding
from scenec.accounting.render_markdown import cell
from scenec.accounting.report import FORMS, Report, Side
from scenec.batch.result import Migrated
from scenec.batch.summary import Summary
from scenec.cli.main import main
from scenec.source import Source
from tests.batch.conftest import put

EVIL = [
    "=cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd",
    "+1",
    "-1",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "</table></html>",
    "\" onmouseover='x'",
    "javascript:alert(1)",
    "[click](http://evil.example)",
    "![x](http://evil.example/x.png)",
    "a | b | c",
    "`code`",
    "# head",
    "- list",
    "> quote",
    "***bold***",
    "&lt;b&gt;",
    "\x1b]0;owned\x07",
    "\x1b[2J",
    "\x9b31m",
    "\u202etxt.exe",
    "\u2066x",
    "\u200bzero",
    "a\r\nb",
    "@everyone",
    "#1",
    "http://evil.example/x",
    "www.evil.example",
    "--report=x",
    "{{7*7}}",
    "${x}",
]
INVISIBLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def findings(text: str) -> list[Finding]:
    source = Source(f"{text}/scene.sdf", 3, 5)
    return [Finding("joint-dropped", "dropped", "error", "physics", source, text, text, text, text, text, text)]


def report(text: str) -> Report:
    side = Side((f"{text}.sdf",), "sdformat", "1.9")
    return Report(side, side, {"values": 1, "dropped": 1}, findings(text))


def summary(text: str) -> Summary:
    balance = Summary()
    balance.add(Migrated(f"{text}.sdf", "x", "converted"), report(text))
    balance.add(Migrated(f"{text}.sdf", "x", "failed", error=text), report(text))
    return balance


class Page(HTMLParser):
    """The tags and attributes of a page, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.shape: list[tuple[str, tuple[str, ...]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.shape.append((tag, tuple(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("text", EVIL)
def test_a_page_has_the_same_elements_with_any_name(text: str) -> None:
    for page, plain in ((report(text).text("html"), report("plain").text("html")), (summary(text).html(), summary("plain").html())):
        assert Page(page).shape == Page(plain).shape
        assert INVISIBLE.search(page.replace("\n", "")) is None


@pytest.mark.parametrize("text", EVIL)
def test_markdown_keeps_its_lines_and_cells_and_gets_no_markup(text: str) -> None:
    for found, plain in ((report(text).text("md"), report("plain").text("md")), (summary(text).markdown(), summary("plain").markdown())):
        assert [len(re.findall(r"(?<!\\)\|", line)) for line in found.split("\n")] == [line.count("|") for line in plain.split("\n")]
        assert INVISIBLE.search(found.replace("\n", "")) is None
        assert not re.search(r"(?<!\\)[`<]|(?<!\\)\]\(|(?<!\\)!\[", found.replace("**", ""))
        assert "@everyone" not in found and "http://evil" not in found


def test_markdown_is_rendered_as_the_very_text() -> None:
    """By an independent renderer, which rich needs as well."""
    renderer = MarkdownIt("commonmark").enable("table")
    for text in EVIL:
        if INVISIBLE.search(text) or "\n" in text:
            continue
        page = Page(renderer.render(f"| a |\n|---|\n| {cell(text)} |\n"))
        assert page.text.split("\n")[-4:] and text.strip() in page.text, text
        assert {tag for tag, _ in page.shape} == {"table", "thead", "tbody", "tr", "th", "td"}, text


@pytest.mark.parametrize("text", EVIL)
def test_plain_text_and_the_screen_do_not_steer_a_terminal(text: str) -> None:
    for shown in (report(text).text("txt"), summary(text).text()):
        assert INVISIBLE.search(shown.replace("\n", "")) is None
        assert shown.count("\n") == (report("plain").text("txt") if shown == report(text).text("txt") else summary("plain").text()).count(
            "\n"
        )


@pytest.mark.parametrize("text", [*EVIL, "a\x7fb", "\x85", "a\u2028b", "\U000e0041tag", "plain \u00e9\u4e2d"])
def test_nor_does_json_which_says_the_same_text(text: str) -> None:
    for shown in (report(text).text("json"), report(text).text("sarif")):
        assert INVISIBLE.search(shown.replace("\n", "")) is None
        assert "\u2028" not in shown and "\U000e0041" not in shown
    assert json.loads(report(text).text("json"))["findings"][0]["subject"] == text
    assert ("\u4e2d" in report(text).text("json")) == ("\u4e2d" in text), "what can be read stays readable"


def test_nor_does_what_inspect_and_the_ledger_say_of_a_scene(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    scene = put(tmp_path, "s.sdf", '<sdf version="1.9"><model name="m"><link name="a&#x9b;31m&#x202e;b"/></model></sdf>')
    assert main(["convert", "-q", str(scene), "-o", str(tmp_path / "x.ros2"), "--ledger", str(tmp_path / "x.jsonl")]) == 0
    assert main(["inspect", str(scene), "--physics", "--format", "json"]) == 0
    for shown in (capsysbinary.readouterr().out, (tmp_path / "x.jsonl").read_bytes()):
        assert INVISIBLE.search(shown.decode().replace("\n", "")) is None
        assert b"a\\u009b31m\\u202eb" in shown


@pytest.mark.parametrize("text", [*EVIL, "../../etc", "/etc", "C:\\x", "//host/share", "a b", "\u00e4", "%2e%2e", "?x#y"])
def test_uris_in_sarif_are_relative_and_lead_to_the_named_file(text: str) -> None:
    for log in (json.loads(report(text).text("sarif")), summary(text).sarif("")):
        place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
        assert re.fullmatch(r"(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})*", place["uri"])
        assert not place["uri"].startswith("/") and "://" not in place["uri"]
        assert place["uriBaseId"] == "SRCROOT"


def test_a_uri_in_sarif_is_the_name_spelled_as_one() -> None:
    (run,) = json.loads(report("a b/\u00e4").text("sarif"))["runs"]
    uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert (uri, unquote(uri)) == ("a%20b/%C3%A4/scene.sdf", "a b/\u00e4/scene.sdf")


@pytest.mark.parametrize("form", FORMS)
def test_a_report_names_no_folder_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    """However the files were named on the command line, and wherever they lie."""
    visual = '<visual name="v"><geometry><mesh><uri>gone.obj</uri></mesh></geometry></visual>'
    model = f'<sdf version="1.9"><model name="m"><link name="l">{visual}</link></model></sdf>'
    put(tmp_path, "models/part/model.sdf", model)
    put(tmp_path, "models/part/model.config", '<model><sdf version="1.9">model.sdf</sdf></model>')
    source = put(tmp_path, "scenes/s.sdf", '<sdf version="1.9"><world name="w"><include><uri>model://part</uri></include></world></sdf>')
    monkeypatch.chdir(tmp_path)
    main(
        [
            "convert",
            str(source),
            "-o",
            str(tmp_path / "out/s.ros2"),
            "--search-path",
            str(tmp_path / "models"),
            "--report",
            f"r.{form}",
            "-q",
        ]
    )
    text = (tmp_path / f"r.{form}").read_text()
    assert "gone.obj" in text and str(tmp_path) not in text


def test_names_in_scenes_reach_reports_as_text(tmp_path: Path) -> None:
    """From the file to the page: what a reader takes for a name."""
    evil = "&lt;script&gt;alert(1)&lt;/script&gt;"
    source = put(
        tmp_path, "s.sdf", f'<sdf version="1.9"><model name="{evil}"><link name="{evil}"><bogus>{evil}</bogus></link></model></sdf>'
    )
    result = scenec.convert(source, tmp_path / "x.scene")
    page = result.text("html")
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page
