"""Where the values of an expanded file stand, and which calls made them."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenec.accounting.build_report import build_report
from scenec.accounting.cursor import Cursor
from scenec.accounting.findings import SOURCE_ATTRIBUTE_DROPPED
from scenec.accounting.ledger import Ledger
from scenec.accounting.report import Side
from scenec.accounting.settle import Fates
from scenec.errors import ReadError
from scenec.trace import traced
from tests.xacro.expanding import expanded

WHEEL = """<xacro:macro name="wheel" params="side radius:=0.1 *origin">
  <joint name="${side}_wheel"
         type="continuous">
    <xacro:insert_block name="origin"/>
    <dynamics damping="${radius * 2}"/>
  </joint>
</xacro:macro>"""
ROBOT = """<xacro:include filename="wheel.xacro"/>
<xacro:macro name="axle" params="x">
  <xacro:wheel side="left"><origin xyz="${x} 0 0"/></xacro:wheel>
</xacro:macro>
<link name="base"/>
<xacro:axle x="1"/>
"""


def test_each_value_stands_in_the_text_of_its_macro(tmp_path: Path) -> None:
    document = expanded(ROBOT, tmp_path, wheel=WHEEL)
    ledger = Ledger()
    ledger.add(document)
    found = {
        f"{path.rpartition('/')[2]}": (str(document.located(value_id, line, column, path)), text)
        for value_id, _, path, line, column, text in ledger.values()
    }
    joint = document.root.children[1]
    assert found["@type"] == ("wheel.xacro:4:16", "continuous")
    assert found["@damping"] == ("wheel.xacro:6:24", "0.2")
    assert found["@xyz"] == ("main.xacro:4:41", "1 0 0")  # a block stands in the call
    assert str(document.source(joint)) == "wheel.xacro:3:3"
    assert document.source(joint, "type").path == "/robot[1]/joint[1]/@type"


def test_the_trail_names_macros_and_calls(tmp_path: Path) -> None:
    document = expanded(ROBOT, tmp_path, wheel=WHEEL)
    link, joint = document.root.children
    assert document.source(link).trail == ()
    assert document.source(joint).trail == (
        "macro wheel (wheel.xacro:2), called at main.xacro:4:3",
        "macro axle (main.xacro:3), called at main.xacro:7:1",
    )
    ledger = Ledger()
    ledger.add(document)
    wanted = joint.attribute_id("name")
    place, text = ledger.locate([wanted])[wanted]
    assert (str(place), text) == ("wheel.xacro:3:16", "left_wheel")
    assert place.trail == document.source(joint).trail


def test_findings_and_ledger_lines_name_the_calls(tmp_path: Path) -> None:
    document = expanded(ROBOT, tmp_path, wheel=WHEEL)
    ledger = Ledger()
    ledger.add(document)
    joint = document.root.children[1]
    trail = list(document.source(joint).trail)
    ledger.report(SOURCE_ATTRIBUTE_DROPPED, about=traced("", (joint.attribute_id("type"),)), subject="joint", value="continuous")
    report = build_report(ledger, Fates(ledger.value_count), Side(document.files), Side())
    (finding,) = report.findings
    assert str(finding.source) == "wheel.xacro:4:16"
    assert finding.hint.endswith(f"Made by {trail[0]}, in {trail[1]}.")
    assert finding.to_json()["source"]["trail"] == trail
    lines = {line.path.rpartition("/")[2]: line.to_json() for line in report.ledger}
    assert (lines["@type"]["file"], list(lines["@type"]["trail"])) == ("wheel.xacro", trail)
    (link,) = (line.to_json() for line in report.ledger if line.path == "/robot[1]/link[1]/@name")
    assert "trail" not in link


def test_the_tree_is_read_like_any_other(tmp_path: Path) -> None:
    """Numbers, origins and cursors: readers do not know that it was expanded."""
    document = expanded(ROBOT, tmp_path, wheel=WHEEL)
    ledger = Ledger()
    ledger.add(document)
    assert ledger.value_count == document.count == 6
    cursors = {each.node.tag: each for each in Cursor(document.root, document, ledger).children()}
    joint = cursors["joint"]
    assert str(joint.origin.source) == "wheel.xacro:3:3"
    assert str(joint.place("type")) == str(tmp_path / "wheel.xacro").rpartition("/")[2] + ":4:16"
    assert document.node_at(joint.node.line) is joint.node
    assert [node.tag for _, node in document.walk()] == ["robot", "link", "joint", "origin", "dynamics"]
    assert document.files == ("main.xacro", "wheel.xacro")


def test_added_attributes_and_texts_stand_where_they_are_written() -> None:
    document = expanded('<a>\n  <xacro:attribute name="v" value="${1}"/>\n</a><p>\n  <xacro:if value="1">\n   text</xacro:if></p>')
    a, p = document.root.children
    assert str(document.source(a, "v")) == "main.xacro:3:36"
    assert str(document.source(p, "")) == "main.xacro:6:4"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            '<xacro:macro name="m" params="radius">\n<l v="${radus}"/>\n</xacro:macro>\n<xacro:m radius="1"/>',
            "main.xacro:3:7: 'radus' is not defined, in the expression 'radus'; did you mean radius?; in macro m (main.xacro:2), called at",
        ),
        (
            '<xacro:property name="p" value="${1/0}"/>\n<l v="${p}"/>',
            "main.xacro:2:33: division by zero, in the expression '1/0'; used at main.xacro:3:7",
        ),
        (
            '<xacro:macro name="wheel" params="a"/>\n<xacro:wheal a="1"/>',
            "main.xacro:3:1: unknown macro 'wheal'; did you mean wheel?; define it, or",
        ),
        (
            '<xacro:macro name="m" params="side"/>\n<xacro:m sied="1"/>',
            "main.xacro:3:16: the macro 'm' has no parameter 'sied'; did you mean side?",
        ),
        ('<xacro:macro name="m" params="a b"/>\n<xacro:m a="1"/>', "main.xacro:3:1: the macro 'm' lacks its parameter 'b'; expected b="),
        ('<xacro:macro name="m" params="*b"/>\n<xacro:m/>', "main.xacro:3:1: the macro 'm' gets 0 blocks; expected 1: *b"),
        (
            '<xacro:macro name="m" params=""/>\n<xacro:m><x/></xacro:m>',
            "main.xacro:3:1: the macro 'm' gets 1 blocks (<x>); expected 0",
        ),
        (
            '<xacro:insert_block name="b"/>',
            "main.xacro:2:1: unknown block 'b'; expected a parameter *NAME of the macro, or a property with content",
        ),
        ('<xacro:if value="maybe"/>', "main.xacro:2:18: the condition 'maybe' gives 'maybe'; expected true, false, or a whole number"),
        ('<xacro:include filename="no.xacro"/>', "main.xacro:2:26: the file 'no.xacro' cannot be read: no such file or directory"),
        ('<xacro:property name="1a" value="1"/>', "main.xacro:2:23: '1a' cannot be the name of a property"),
        ('<l v="$(arg speed)"/>', "main.xacro:2:7: the argument 'speed' has no value; give --parameter speed:=VALUE"),
        ('<l v="${1"/>', "main.xacro:2:7: '${1' is not a complete expression"),
        ('<xakro:if value="1"/>', 'main.xacro:2:1: undeclared prefix "xakro" of <xakro:if>'),
    ],
)
def test_errors_name_the_text_the_macro_and_the_call(body: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ReadError) as caught:
        expanded(body, tmp_path)
    assert str(caught.value).startswith(message)


def test_a_stream_includes_nothing_by_relative_names() -> None:
    with pytest.raises(ReadError, match=r"^main.xacro:2:26: 'part.xacro' is relative to a file that is in no folder; expected an absolute"):
        expanded('<xacro:include filename="part.xacro"/>')


def test_an_error_in_an_included_file_names_the_include(tmp_path: Path) -> None:
    (tmp_path / "bad.xacro").write_text("<robot>\n<link></robot>", encoding="utf-8")
    with pytest.raises(ReadError) as caught:
        expanded('<xacro:include filename="bad.xacro"/>', tmp_path)
    assert str(caught.value).startswith("bad.xacro:2:9: end tag does not match")
    assert str(caught.value).endswith("used at main.xacro:2:26")
