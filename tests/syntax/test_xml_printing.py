"""Printing XML: the same tree gives the same bytes, and what was put in is what a reader gets."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from scenec.errors import WriteError
from scenec.syntax.decoding import BLANKS
from scenec.syntax.element import Element
from scenec.syntax.said import Said
from scenec.syntax.sealed import _TOGETHER, SealedParts
from scenec.syntax.tree import SourceNode
from scenec.syntax.xml import read_xml
from scenec.syntax.xml_lxml_printing import print_element
from scenec.syntax.xml_printing import Out, claims_of, print_xml, take_claims
from scenec.trace import LEAF, traced


def test_the_layout_of_a_file() -> None:
    sdf = Out("sdf", version="1.7")
    link = sdf.add("model", name="arm").add("link", name="base")
    link.comment("0.5 m above the floor")
    link.add("pose", "0 0 0.5 0 0 0", relative_to="world")
    link.add("gravity", "0")
    link.add("collision")
    assert (
        print_xml(sdf).decode()
        == """\
<?xml version="1.0" encoding="UTF-8"?>
<sdf version="1.7">
  <model name="arm">
    <link name="base">
      <!-- 0.5 m above the floor -->
      <pose relative_to="world">0 0 0.5 0 0 0</pose>
      <gravity>0</gravity>
      <collision/>
    </link>
  </model>
</sdf>
"""
    )


def test_printing_twice_gives_the_same_bytes_and_leaves_the_tree_alone() -> None:
    out = Out("a", "text", x="1")
    out.add("b").add("c", "1")
    assert print_xml(out) == print_xml(out)


characters = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff") | st.sampled_from("\t\n\r")
texts = st.text(characters, max_size=15)
names = st.from_regex(r"[A-Za-z_][A-Za-z0-9._-]{0,6}", fullmatch=True).filter(lambda name: name != "xmlns")


@st.composite
def outs(draw: st.DrawFn) -> Out:
    root = Out(draw(names), draw(texts))
    nodes = [root]
    for _ in range(draw(st.integers(0, 8))):
        child = draw(st.sampled_from(nodes)).add(draw(names), draw(texts))
        child.attributes.update(draw(st.dictionaries(names, texts, max_size=4)))
        nodes.append(child)
    return root


def is_printed_equally(out: Out, node: SourceNode) -> bool:
    pairs = [(out, node)]
    for made, read in pairs:
        if (made.tag, (made.text or "").strip(BLANKS)) != (read.tag, read.text):
            return False
        if list(made.attributes.items()) != list(read.attributes.items()):
            return False
        if len(made.children) != len(read.children):
            return False
        pairs.extend(zip(made.children, read.children, strict=True))
    return True


@given(outs())
def test_what_is_printed_reads_back(out: Out) -> None:
    assert is_printed_equally(out, read_xml(print_xml(out), "out.sdf").root)


@given(outs())
def test_an_element_that_is_sealed_is_printed_as_if_it_were_not(out: Out) -> None:
    holder = Out("holder")
    holder.children = [Out("before"), out, Out("after", "1")]
    expected = print_xml(holder)
    out.seal(1)
    assert print_xml(holder) == expected


@given(outs(), outs())
def test_where_the_text_of_sealed_elements_waits_makes_no_difference(one: Out, other: Out) -> None:
    holder, kept = Out("holder"), SealedParts()
    holder.children = [one, other]
    expected = print_xml(holder)
    one.seal(1, kept)
    other.seal(1, kept)
    assert print_xml(holder) == expected


def test_a_sealed_element_has_its_name_and_takes_nothing_more() -> None:
    link = Out("link", name="base")
    link.add("pose", "0 0 0 0 0 0")
    link.seal(2)
    assert (link.tag, link.attributes["name"]) == ("link", "base")
    with pytest.raises(AssertionError, match="<link> is printed already"):
        link.add("gravity", "0")


def test_what_the_root_says_of_other_namespaces_holds_in_sealed_elements_too() -> None:
    sdf = Out("sdf")
    plugin = sdf.add("plugin")
    plugin.add("gz:b", "1")
    plugin.seal(1)
    assert b'<sdf xmlns:gz="urn:gz">\n  <plugin>\n    <gz:b>1</gz:b>' in print_xml(sdf)


@pytest.mark.parametrize("name", ["gz::system_priority", "::a", "a:"])
def test_a_name_with_colons_that_is_no_prefix_stays_as_it_is(name: str) -> None:
    sdf = Out("sdf")
    plugin = sdf.add("plugin")
    plugin.add(name, "10")
    assert f"<plugin>\n    <{name}>10</{name}>".encode() in print_xml(sdf)
    plugin.add("gz:b", "1")
    assert f"<{name}>10</{name}>\n    <gz:b>1</gz:b>".encode() in print_xml(sdf)
    assert b'<sdf xmlns:gz="urn:gz">' in print_xml(sdf)


def test_a_depth_that_no_stack_holds() -> None:
    out = deepest = Out("a")
    for _ in range(5000):
        deepest = deepest.add("a")
    assert print_xml(out).count(b"<a") == 5001


def test_names_with_a_prefix_stay_and_the_root_declares_missing_prefixes() -> None:
    sdf = Out("sdf")
    plugin = sdf.add("plugin")
    plugin.attributes["xmlns:own"] = "http://example.org/own"
    plugin.add("own:a", "1")
    plugin.add("gz:b").attributes["gz:c"] = "2"
    plugin.add("drake:d")
    printed = print_xml(sdf, {"gz": "http://gazebosim.org/schema"})
    root = read_xml(printed, "out.sdf").root
    assert root.attributes == {"xmlns:gz": "http://gazebosim.org/schema", "xmlns:drake": "urn:drake"}
    assert root.children[0].attributes == {"xmlns:own": "http://example.org/own"}
    assert [child.tag for child in root.children[0].children] == ["own:a", "gz:b", "drake:d"]
    assert root.children[0].children[1].attributes == {"gz:c": "2"}
    etree.fromstring(printed)  # for readers that do care about namespaces


def test_dashes_in_a_comment_are_pulled_apart() -> None:
    out = Out("a")
    out.comment("speed -- 1---2 \0-")
    assert b"<!-- speed - - 1- - -2 ?- -->" in print_xml(out)
    assert read_xml(print_xml(out), "out.sdf").comments == 1


@pytest.mark.parametrize(
    ("out", "message"),
    [
        (Out("a", "x\x01"), "the text of <a> has the character U+0001, which XML cannot hold; change or remove it in the source"),
        (
            Out("a", k="\ud800"),
            'the attribute "k" of <a> has the character U+D800, which XML cannot hold; change or remove it in the source',
        ),
        (Out("a", k="\0"), 'the attribute "k" of <a> has the character U+0000, which XML cannot hold; change or remove it in the source'),
        (Out("1st"), 'one of the names "1st" cannot stand in XML'),
    ],
)
def test_what_xml_cannot_hold_is_an_error_that_names_it(out: Out, message: str) -> None:
    root = Out("root")
    root.children.append(out)
    with pytest.raises(WriteError) as caught:
        print_xml(root)
    assert str(caught.value) == message


class Marked(str):
    """Values arrive as strings that know where they come from."""


def test_strings_of_subclasses_are_printed_like_strings() -> None:
    assert print_xml(Out(Marked("a"), Marked("b"), c=Marked("d"))).endswith(b'\n<a c="d">b</a>\n')


@st.composite
def commented(draw: st.DrawFn) -> Out:
    """Mostly what is printed without lxml."""
    plain = st.text(st.sampled_from("<>&\"'-?]ä€😀 ab\n\t"), max_size=12)
    root = Out("root", draw(plain))
    nodes = [root]
    for _ in range(draw(st.integers(0, 8))):
        above = draw(st.sampled_from(nodes))
        if draw(st.booleans()):
            above.comment(draw(plain))
        else:
            nodes.append(above.add(draw(names), draw(plain)))
            nodes[-1].attributes.update(draw(st.dictionaries(names, plain, max_size=3)))
    return root


@given(st.one_of(commented(), outs()))
def test_what_is_printed_without_lxml_is_what_lxml_prints(out: Out) -> None:
    through_lxml = BytesIO()
    print_element(out, 0, {}, through_lxml)
    assert print_xml(out) == b'<?xml version="1.0" encoding="UTF-8"?>\n' + through_lxml.getvalue() + b"\n"


def test_claims_of_sealed_elements_are_taken_once_and_in_the_order_of_the_file() -> None:
    """As many as fill several of the places where they wait."""
    parts, root = SealedParts(), Element("root")
    for number in range(2 * _TOGETHER + 3):
        made = root.append("link", says=(traced("a", (LEAF + number,)),))
        made.append("mass", Said("1", (LEAF + number, LEAF + 1)))
        made.seal(1, parts)
    expected = [leaf for number in range(2 * _TOGETHER + 3) for leaf in (LEAF + number, LEAF + number, LEAF + 1)]
    assert list(claims_of(root).leaves) == expected
    taken = take_claims(root)
    assert list(taken.leaves) == expected
    assert [element for _, element, _ in taken.each()][-3:] == [taken.count - 2, taken.count - 1, taken.count - 1]
    with pytest.raises(AssertionError, match="taken already"):
        take_claims(root)
