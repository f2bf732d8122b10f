"""The ledger knows where every value stands, and its lines balance with the report."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec import ir
from scenec.accounting.build_report import build_report
from scenec.accounting.code import Code
from scenec.accounting.finding import SUMMED_FATES, Fate
from scenec.accounting.ledger import Ledger
from scenec.accounting.report import Side
from scenec.accounting.settle import settle
from scenec.syntax.tree import Document, FileName, SourceNode
from scenec.trace import traced
from tests.tracing import document, written

TEXT = """<robot name="nao"
       build="7">
  <link name="head"/>
  <link name="arm">
    <mass>0.5</mass>
  </link>
</robot>"""


def ledger_of(*documents: Document) -> Ledger:
    ledger = Ledger()
    for each in documents:
        ledger.add(each)
    return ledger


def test_values_are_numbered_in_document_order_with_positional_paths() -> None:
    paths = [(value_id, path, text) for value_id, _, path, _, _, text in ledger_of(document(TEXT)).values()]
    assert paths == [
        (0, "/robot[1]/@name", "nao"),
        (1, "/robot[1]/@build", "7"),
        (2, "/robot[1]/link[1]/@name", "head"),
        (3, "/robot[1]/link[2]/@name", "arm"),
        (4, "/robot[1]/link[2]/mass[1]/text()", "0.5"),
    ]


def test_atoms_of_s_expressions_count_lists_and_atoms() -> None:
    root, inner = SourceNode("(", 1, 1), SourceNode("(", 1, 5)
    inner.children = [SourceNode("", 1, 6, text="mass"), SourceNode("", 1, 11, text="0.5")]
    root.children = [SourceNode("", 1, 2, text="RSG"), inner]
    values = [(path, text) for _, _, path, _, _, text in ledger_of(Document(FileName("a.rsg"), root, syntax="sexp")).values()]
    assert values == [("/[1]", "RSG"), ("/[2]/[1]", "mass"), ("/[2]/[2]", "0.5")]


def test_wanted_values_are_located_as_all_values_are() -> None:
    ledger = ledger_of(document(TEXT, "a.xml"), document("<empty/>", "b.xml"), document(TEXT, "c.xml"))
    everything = {value_id: (f"{doc.name}{path}", line, text) for value_id, doc, path, line, _, text in ledger.values()}
    assert len(everything) == ledger.value_count == 10
    for value_id, expected in everything.items():
        source, text = ledger.locate([value_id])[value_id]
        assert (f"{source.file}{source.path}", source.line, text) == expected
        assert ledger.document_of(value_id).name == source.file
    assert len(ledger.locate(range(10))) == 10


@given(st.recursive(st.just([]), lambda inner: st.lists(inner, max_size=4), max_leaves=12), st.sets(st.integers(0, 40)))
def test_locating_is_complete_in_any_tree(shape: list[list[object]], wanted: set[int]) -> None:
    def build(part: object, depth: int) -> SourceNode:
        assert isinstance(part, list)
        node = SourceNode("n", depth + 1, 1, {f"a{i}": "v" for i in range(len(part) % 3)}, text="t" if len(part) == 1 else "")
        node.children = [build(each, depth + 1) for each in part]
        return node

    ledger = ledger_of(Document(FileName("a.xml"), build(shape, 0)))
    everything = {value_id: path for value_id, _, path, _, _, _ in ledger.values()}
    chosen = {value_id for value_id in wanted if value_id in everything}
    assert {value_id: source.path for value_id, (source, _) in ledger.locate(chosen).items()} == {i: everything[i] for i in chosen}


@pytest.mark.parametrize("fate", [fate for fate in SUMMED_FATES if fate != "kept"])
def test_a_finding_decides_the_fate_of_its_values(fate: Fate) -> None:
    ledger = ledger_of(document(TEXT))
    ledger.report(Code("some-code", fate, "note", "naming"), about=(traced("7", (1,)), traced("arm", (3,))))
    scene = ir.Scene(plugins=tuple(ir.Plugin(name=traced("x", (i,))) for i in range(5)))
    report = build_report(ledger, settle(scene, ledger, is_written=False), Side(), Side())
    assert [line.fate for line in report.ledger] == ["kept", fate, "kept", fate, "kept"]
    assert [line.finding for line in report.ledger] == [None, 0, None, 0, None]


def test_defaulted_findings_are_counted_outside_the_sum() -> None:
    ledger = ledger_of(document(TEXT))
    ledger.report(Code("gravity-defaulted", "defaulted", "note", "physics"), target="0 0 -9.81")
    ledger.report(Code("step-defaulted", "defaulted", "note", "physics"), about=traced("7", (1,)), target="0.001")
    scene = ir.Scene(plugins=tuple(ir.Plugin(name=traced("x", (i,))) for i in range(5)))
    report = build_report(ledger, settle(scene, ledger, is_written=False), Side(), Side())
    assert (report.totals["defaulted"], report.totals["kept"], report.totals["values"]) == (2, 5, 5)


@given(st.data())
def test_the_books_always_balance(data: st.DataObject) -> None:
    """Every value has one fate under any reports of readers, adaptations and writers, and the fates add up."""
    ledger = ledger_of(document(TEXT), document(TEXT))
    some = st.lists(st.integers(0, 9), max_size=4).map(tuple)
    for fate, ids in data.draw(st.lists(st.tuples(st.sampled_from(SUMMED_FATES), some), max_size=6)):
        ledger.report(Code(f"code-{fate}", fate, "note", "naming"), about=traced("x", ids) if ids else None)
    ledger.consumed(traced("", data.draw(some)))
    scene = ir.Scene(plugins=tuple(ir.Plugin(name=traced("x", ids)) for ids in data.draw(st.lists(some, max_size=4))))
    made = data.draw(st.sampled_from([None, written(scene)]))
    ledger.uses = ledger.uses if made is None else made.uses
    fates = settle(scene, ledger, is_written=False) if made is None else settle(made.scene, ledger)
    report = build_report(ledger, fates, Side(), Side())
    lines = list(report.ledger)
    assert len(lines) == report.totals["values"] == sum(report.totals[fate] for fate in SUMMED_FATES) == 10
    for fate in SUMMED_FATES:
        assert report.totals[fate] == sum(line.fate == fate for line in lines)
    for line in lines:
        assert (line.finding is not None) or line.fate in ("kept", "converted")
        if line.finding is not None:
            assert report.findings[line.finding].fate == line.fate


def test_values_without_effect_are_no_loss() -> None:
    ledger = ledger_of(document(TEXT))
    ledger.report(Code("set-overridden-ineffective", "dropped", "warning", "metadata"), about=traced("7", (1,)))
    ledger.report(Code("mass-dropped", "dropped", "note", "physics"), about=traced("0.5", (4,)))
    scene = ir.Scene(plugins=tuple(ir.Plugin(name=traced("x", (i,))) for i in (0, 2, 3)))
    report = build_report(ledger, settle(scene, ledger, is_written=False), Side(), Side())
    assert (report.totals["dropped"], report.lost) == (2, 1)
    assert not report.failed(["warning"])
    assert report.failed(["note"])


def test_a_long_value_is_cut_in_its_line() -> None:
    ledger = ledger_of(document(f"<a>{'0.5 ' * 1000}</a>"))
    (line,) = build_report(ledger, settle(ir.Scene(), ledger, is_written=False), Side(), Side()).ledger
    assert line.value.endswith("(3,999 characters)")
    assert len(line.value) < 100


def test_findings_hold_plain_texts() -> None:
    """A traced text cannot be written as JSON."""
    ledger = Ledger()
    name = traced("wheel", (0,))
    ledger.report(Code("name-dropped", "dropped", "note", "naming"), subject=name, value=name, target=name)
    [entry] = ledger.entries
    assert [type(text) for text in (entry.template.subject, entry.template.value, entry.template.target)] == [str, str, str]


def test_what_many_findings_say_is_kept_once_and_said_rightly_however_much_is_said() -> None:
    ledger = Ledger()
    for number in range(3000):
        why = f"{['SimRobot', 'MARS'][number % 2]} has no place for it"
        row = Code("gone", "dropped", "note", "physics", because="{why}", advice="Remove number {number}.")
        ledger.report(row, why=why, number=number)
    said = [entry.template for entry in ledger.entries]
    assert [found.because.split()[0] for found in said] == ["SimRobot", "MARS"] * 1500
    assert [found.hint for found in said] == [f"Remove number {number}." for number in range(3000)]
    assert len({id(found.because) for found in said}) < 30


def test_a_value_that_changes_with_several_others_keeps_all_of_them() -> None:
    """A ratio of a class, for example: joints of other masses use it."""
    ledger = Ledger()
    ratio = traced(0.5, (7,))
    ledger.changes_with(ratio, (1, 2))
    ledger.changes_with(ratio, (2, 3))
    assert ledger.steered == {7: (1, 2, 3)}
