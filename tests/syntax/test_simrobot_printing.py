"""SimRobot's text: what is printed is what the reader of that text reads, and nothing it would stumble over."""

from __future__ import annotations

import pytest

from scenec.errors import WriteError
from scenec.syntax.simrobot_printing import print_simrobot
from scenec.syntax.simrobot_text import MAXIMUM_DEPTH, read_simrobot_text
from scenec.syntax.xml_printing import Out


def test_elements_attributes_and_texts_are_laid_out_one_a_line() -> None:
    root = Out("Simulation")
    scene = root.add("Scene", name="S")
    scene.add("Vertices", "0 0 1\n0 1 0", unit="mm")
    scene.add("Body")
    expected = """\
<Simulation>
  <Scene name="S">
    <Vertices unit="mm">
      0 0 1
      0 1 0
    </Vertices>
    <Body/>
  </Scene>
</Simulation>
"""
    assert print_simrobot(root).decode() == expected


def test_lines_are_indented_64_levels_at_most() -> None:
    """Otherwise a file of many parts in a thousand compounds would be nothing but blanks."""
    root = innermost = Out("Simulation")
    for _ in range(500):
        innermost = innermost.add("Compound")
    innermost.add("Body", name="deep")
    lines = print_simrobot(root).decode().splitlines()
    assert lines[63:66] == [" " * 126 + "<Compound>", " " * 128 + "<Compound>", " " * 128 + "<Compound>"]
    assert lines[501] == " " * 128 + '<Body name="deep"/>'
    assert lines[-2:] == ["  </Compound>", "</Simulation>"]


def test_no_entities_no_declaration_no_byte_order_mark() -> None:
    data = print_simrobot(Out("Simulation", None, name="a<b & c>ü"))
    assert data == '<Simulation name="a<b & c>ü"/>\n'.encode()
    assert read_simrobot_text(data, "x").root.attributes == {"name": "a<b & c>ü"}


@pytest.mark.parametrize("value", ['the "best"', "C:\\robot", "\0"])
def test_what_no_attribute_can_hold_is_refused(value: str) -> None:
    with pytest.raises(WriteError, match="name of <Body>"):
        print_simrobot(Out("Body", None, name=value))


def test_more_than_32_attributes_are_refused() -> None:
    out = Out("Body")
    out.attributes.update({f"a{i}": "1" for i in range(33)})
    with pytest.raises(WriteError, match="32 attributes"):
        print_simrobot(out)


def test_a_comment_cannot_end_early() -> None:
    root = Out("Simulation")
    root.comment("why --> this")
    assert read_simrobot_text(print_simrobot(root), "x").comments == 1


def test_what_would_be_too_deep_to_read_is_not_written() -> None:
    root = out = Out("Simulation")
    for _ in range(MAXIMUM_DEPTH):
        out = out.add("Compound")
    with pytest.raises(WriteError, match="nested deeper"):
        print_simrobot(root)


def test_comments_stand_on_lines_of_their_own_or_beside_what_is_before_them() -> None:
    root = Out("Simulation")
    root.comment("one line")
    scene = root.add("Scene", None, name="S")
    beside = Out("", "the scene")
    beside.attributes["beside"] = "yes"
    scene.children.append(beside)
    scene.comment("two\n      lines")
    text = print_simrobot(root, [Out("", " before ")], [Out("", "after")]).decode()
    assert text == (
        "<!-- before -->\n<Simulation>\n  <!-- one line -->\n"
        '  <Scene name="S"> <!-- the scene -->\n    <!-- two\n         lines -->\n  </Scene>\n</Simulation>\n<!-- after -->\n'
    )
