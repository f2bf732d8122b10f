"""Values that a reader left in the file are dropped: a whole element at once, else attribute by attribute."""

from __future__ import annotations

from scenec import ir
from scenec.accounting.build_report import build_report
from scenec.accounting.ledger import Ledger
from scenec.accounting.report import Report, Side
from scenec.accounting.settle import settle
from scenec.syntax.tree import Document, FileName, SourceNode
from scenec.trace import traced
from tests.tracing import document

TEXT = """<robot name="nao" build="7">
  <link name="head">
    <mass unit="kg">0.5</mass>
    <paint colour="red"><gloss>0.7</gloss></paint>
  </link>
</robot>"""
NAME, BUILD, LINK_NAME, UNIT, MASS, COLOUR, GLOSS = range(7)


def reading(*ids: int, text: str = TEXT, consumed: tuple[int, ...] = ()) -> Report:
    """The report of a reader that brings these values into the scene."""
    ledger = Ledger()
    ledger.add(document(text))
    ledger.consumed(*(traced("", (value_id,)) for value_id in consumed))
    scene = ir.Scene(plugins=tuple(ir.Plugin(name=traced("x", (value_id,))) for value_id in ids))
    return build_report(ledger, settle(scene, ledger, is_written=False), Side(("a.xml",)), Side())


def lost_values(report: Report) -> list[tuple[str, str, str]]:
    return [(f.code, f.source.path if f.source else "", f.value) for f in report.findings]


def test_all_values_read_is_no_loss() -> None:
    report = reading(NAME, BUILD, LINK_NAME, UNIT, MASS, COLOUR, GLOSS)
    assert report.findings == ()
    assert report.totals["kept"] == report.totals["values"] == 7


def test_an_unread_attribute() -> None:
    report = reading(NAME, LINK_NAME, UNIT, MASS, COLOUR, GLOSS)
    assert lost_values(report) == [("source-attribute-dropped", "/robot[1]/@build", "7")]
    assert report.findings[0].subject == "robot@build"


def test_an_unread_text() -> None:
    report = reading(NAME, BUILD, LINK_NAME, UNIT, COLOUR, GLOSS)
    assert lost_values(report) == [("source-text-dropped", "/robot[1]/link[1]/mass[1]/text()", "0.5")]


def test_an_unread_element_is_one_finding_for_all_its_values() -> None:
    report = reading(NAME, BUILD, LINK_NAME, UNIT, MASS)
    assert lost_values(report) == [("source-element-dropped", "/robot[1]/link[1]/paint[1]", "")]
    assert (report.findings[0].subject, report.totals["dropped"]) == ("<paint>", 2)
    assert [line.finding for line in report.ledger] == [None] * 5 + [0, 0]


def test_an_element_of_which_something_was_taken_is_reported_value_by_value() -> None:
    report = reading(NAME, BUILD, LINK_NAME, UNIT, MASS, GLOSS)
    assert lost_values(report) == [("source-attribute-dropped", "/robot[1]/link[1]/paint[1]/@colour", "red")]


def test_a_file_without_any_known_element() -> None:
    assert lost_values(reading()) == [("source-element-dropped", "/robot[1]", "")]


def test_values_whose_job_is_done_are_converted() -> None:
    report = reading(NAME, LINK_NAME, MASS, COLOUR, GLOSS, consumed=(UNIT, BUILD))
    assert (report.findings, report.totals["converted"]) == ((), 2)


def test_equal_losses_are_one_finding_with_a_count() -> None:
    links = "".join(f'<link name="l{i}" colour="red"/>' for i in range(3))
    report = reading(0, 1, 3, 5, text=f'<robot name="nao">{links}</robot>')
    (finding,) = report.findings
    assert (finding.code, finding.count) == ("source-attribute-dropped", 3)
    assert finding.source is not None
    assert finding.source.path == "/robot[1]/link[1]/@colour"  # the first of them
    assert [line.finding for line in report.ledger] == [None, None, 0, None, 0, None, 0]


def test_atoms_are_values_even_when_empty() -> None:
    """The empty string of an S-expression is something that was written."""
    root = SourceNode("(", 1, 1)
    root.children = [SourceNode("", 1, 2, text="name"), SourceNode("", 1, 7, text="")]
    ledger = Ledger()
    ledger.add(Document(FileName("a.rsg"), root, syntax="sexp"))
    report = build_report(ledger, settle(ir.Scene(), ledger, is_written=False), Side(), Side())
    assert report.totals["dropped"] == report.totals["values"] == len(list(report.ledger)) == 2


def test_every_document_is_settled() -> None:
    ledger = Ledger()
    for name in ("main.xml", "parts/arm.xml"):
        ledger.add(document('<a b="1" c="2"/>', name))
    scene = ir.Scene(name=traced("1", (0,)))
    report = build_report(ledger, settle(scene, ledger, is_written=False), Side(), Side())
    places = [f"{line.file}{line.path} {line.fate}" for line in report.ledger]
    assert places == ["main.xml/a[1]/@b kept", "main.xml/a[1]/@c dropped", "parts/arm.xml/a[1]/@b dropped", "parts/arm.xml/a[1]/@c dropped"]
    assert sum(count for fate, count in report.totals.items() if fate != "values") == report.totals["values"] == 4
