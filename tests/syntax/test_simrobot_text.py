"""SimRobot's text layer: like XML where its own reader is, and unlike it where that is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.simrobot_text import read_simrobot_text
from scenec.syntax.tree import Document, SourceNode
from scenec.syntax.xml import read_xml


def document_of(text: str) -> Document:
    return read_simrobot_text(text.encode(), "scene.ros2")


def only_child(text: str) -> SourceNode:
    return document_of(f"<Simulation>{text}</Simulation>").root.children[0]


def refusal(text: str) -> ReadError:
    with pytest.raises(ReadError) as caught:
        document_of(text)
    return caught.value


def test_elements_attributes_and_texts() -> None:
    document = document_of('<Simulation>\n <Scene name="S"><Vertices unit="mm">\n 1 2 3\n</Vertices></Scene>\n</Simulation>')
    scene = document.root.children[0]
    assert (document.root.tag, scene.attributes, scene.children[0].text) == ("Simulation", {"name": "S"}, "1 2 3")
    assert document.number(0) == 3
    assert [path for path, _ in document.walk()][-1] == "/Simulation[1]/Scene[1]/Vertices[1]"


def test_places_of_elements_values_and_texts() -> None:
    document = document_of('<Simulation>\n<Body name="Ü"\n  mass = "1kg"/><V>\n  12</V>\n</Simulation>')
    body, vertices = document.root.children
    assert (body.line, body.column) == (2, 1)
    assert document.places_of(body) == {"name": (2, 13), "mass": (3, 11)}
    assert (vertices.line, vertices.column) == (3, 17)
    assert document.places_of(vertices) == {"": (4, 3)}


def test_columns_count_characters() -> None:
    document = document_of('<Simulation><A name="ü𝄞"/><!-- é --><B x=""/></Simulation>')
    assert [node.column for node in document.root.children] == [13, 37]
    assert document.places_of(document.root.children[1]) == {"x": (1, 43)}


@pytest.mark.parametrize("written", ["&amp;", "&lt;", "&#65;"])
def test_entities_are_not_decoded(written: str) -> None:
    assert only_child(f'<Body name="a{written}b"/>').attributes["name"] == f"a{written}b"


@pytest.mark.parametrize("value", ["a<b>/>c", "'", "a\nb", "</Simulation>", "<!-- no comment -->", " 1 mm "])
def test_a_value_holds_anything_but_a_double_quote(value: str) -> None:
    assert only_child(f'<Body name="{value}"/>').attributes["name"] == value


def test_the_first_of_two_equal_attributes_counts_and_the_other_is_remarked_on() -> None:
    document = document_of('<Simulation><T x="1"\n y="3" x="2"/></Simulation>')
    node = document.root.children[0]
    assert (node.attributes, document.places_of(node)) == ({"x": "1", "y": "3"}, {"x": (1, 19), "y": (2, 5)})
    assert document.remarks == [(2, 11, 'x="2" has no effect: <T> has x="1" already')]


def test_a_backslash_ends_a_value_and_takes_the_next_character_with_it() -> None:
    document = document_of('<Simulation><A name="a\\" x="1"/></Simulation>')
    assert document.root.children[0].attributes == {"name": "a", "x": "1"}
    assert document.remarks == [(1, 23, 'the backslash cuts the value off: "a" is left')]


def test_comments_between_elements_and_before_a_text_are_no_content() -> None:
    document = document_of("<!-- a -- b ---><Simulation><!-- <Foo x='1'> --><V><!-- c -->1 2</V><!----></Simulation><!-- d -->")
    assert (document.root.children[0].text, document.comments) == ("1 2", 5)


def test_a_comment_after_the_first_character_of_a_text_belongs_to_the_text() -> None:
    document = document_of("<Simulation><V>1 2 <!-- x -->\n 3 </V></Simulation>")
    assert (document.root.children[0].text, document.comments) == ("1 2 <!-- x -->\n 3", 0)


def test_colons_are_ordinary_characters_of_names() -> None:
    assert only_child('<x:Body xmlns:x="u"/>').attributes == {"xmlns:x": "u"}


def test_blanks_around_the_equals_sign_and_in_end_tags_are_fine() -> None:
    assert only_child('<Body name\n=\t"b" ></Body\n>').attributes == {"name": "b"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('<?xml version="1.0"?><Simulation/>', "1:2: A name must begin with an alphabetic letter, underscore or colon"),
        ("<!DOCTYPE x>", "1:2: A name must begin with an alphabetic letter, underscore or colon"),
        ("<Simulation>\n<![CDATA[x]]></Simulation>", "2:2: A name must begin with an alphabetic letter, underscore or colon"),
        ("\ufeff<Simulation/>", "1:1: Unexpected text"),
        ("foo <Simulation/>", "1:1: Unexpected text"),
        ("<Simulation/>\n\nfoo\n", "3:1: Unterminated data block (there must be a tag somewhere)"),
        ("<Simulation>1 2", "1:13: Unterminated data block (there must be a tag somewhere)"),
        ("<Simulation>\n<!-- x", "2:1: Unterminated comment"),
        ("<Simulation><!-- <!--></Simulation>", "1:13: Unterminated comment"),
        ("<Simulation><T x='1'/></Simulation>", "1:18: A string must begin with a double quote character"),
        ('<Simulation><T x="1"y="2"/></Simulation>', "1:20: Attributes must be separated by whitespace characters"),
        ('<Simulation><T x="a\\\\b"/></Simulation>', "1:21: Attributes must be separated by whitespace characters"),
        ('<Simulation><T x="1/></Simulation>', "1:18: Unterminated string (there must be a closing double quote somewhere)"),
        ("<Simulation><T x/></Simulation>", "1:17: Expected '=' after attribute name"),
        ("<Simulation>< T/></Simulation>", "1:14: Unexpected whitespace"),
        ("<Simulation></Simulation", "1:25: Expected tag end"),
        ("<Simulation></Simulation/>", "1:25: Expected tag end"),
        ("</Simulation>", "1:1: Unexpected end tag without matching opening tag"),
        ('<Simulation><Scene name="a"></Simulation>', "1:31: End tag does not match"),
        ('<Simulation><Scene name="a"/>', "1:30: Unexpected end of file"),
        ("<Simulation><T x=", "1:18: Unexpected end of file"),
        ("<Simulation/><Simulation/>", '1:15: Unexpected element "Simulation"'),
        ('<Include href="a"/><Simulation/>', '1:2: Unexpected element "Include"'),
    ],
)
def test_what_the_reference_reader_refuses_is_refused_at_the_same_place_in_the_same_words(text: str, message: str) -> None:
    assert str(refusal(text)).startswith(f"scene.ros2:{message}")


def test_the_error_of_a_wrong_end_tag_names_the_line_of_the_start_tag() -> None:
    assert refusal("<Simulation>\n<Scene>\n</Body></Simulation>").expected == "</Scene> for the <Scene> in line 2"


@pytest.mark.parametrize(("text", "hint"), [("", "the file is empty"), ("<!-- x -->", "")])
def test_a_file_without_an_element_is_an_error(text: str, hint: str) -> None:
    error = refusal(text)
    assert (error.what, error.expected, error.hint) == ("no element in the file", 'element "Simulation"', hint)


def test_thirty_two_attributes_are_the_most() -> None:
    def body(count: int) -> str:
        return "<Body " + " ".join(f'a{n}="1"' for n in range(count)) + ' a0="again"/>'

    assert len(only_child(body(32)).attributes) == 32
    error = refusal(f"<Simulation>\n{body(33)}</Simulation>")
    assert str(error) == "scene.ros2:2:2: Only up to 32 attributes per element are supported"


def nested_bodies(count: int) -> str:
    return "<Simulation><Scene>" + "<Body>\n<Hinge>" * count + "</Hinge></Body>" * count + "</Scene></Simulation>"


def test_nine_hundred_bodies_nest_and_a_thousand_and_one_do_not() -> None:
    assert sum(node.tag == "Body" for _, node in document_of(nested_bodies(900)).walk()) == 900
    error = refusal(nested_bodies(1001))
    assert error.what == "nested deeper than 2,000 elements"
    assert error.source is not None and error.source.line == 1000


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"<Simulation>\n \xff</Simulation>", "scene.ros2:2:2: not valid UTF-8; save the file as UTF-8"),
        (b"\x89PNG\r\n\x00", "scene.ros2:2:1: binary content (a zero byte); expected text in UTF-8"),
    ],
)
def test_binary_content_is_an_error_with_its_place(data: bytes, message: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_simrobot_text(data, "scene.ros2")
    assert str(caught.value) == message


names = st.from_regex(r"[A-Za-z_:][A-Za-z0-9._:]{0,5}", fullmatch=True)
values = st.text(st.characters(exclude_characters='"\\', exclude_categories=["Cs"]), max_size=12).filter(lambda text: "\0" not in text)


@given(st.lists(st.tuples(names, st.dictionaries(names, values, max_size=4), st.sampled_from(["", " ", "\n", "<!-- é\n -->"])), max_size=6))
def test_every_value_is_read_as_written_and_stands_at_its_place(elements: list[tuple[str, dict[str, str], str]]) -> None:
    text = "<Simulation>"
    for tag, attributes, before in elements:
        text += f"{before}<{tag}" + "".join(f' {name}="{value}"' for name, value in attributes.items()) + "/>"
    text += "</Simulation>"
    lines = text.split("\n")
    document = document_of(text)
    nodes = document.root.children
    assert [(node.tag, node.attributes) for node in nodes] == [(tag, attributes) for tag, attributes, _ in elements]
    for node in nodes:
        assert lines[node.line - 1][node.column - 1 :].startswith(f"<{node.tag}")
        for name, (line, column) in document.places_of(node).items():
            behind = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
            assert behind.startswith(f'{node.attributes[name]}"')


@given(st.text("<>/=\"'! -ab\n\\?é", max_size=40))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        document = document_of("<Simulation>" + text)
        place: Source | None = document.source(document.root)
    except ReadError as error:
        place = error.source
    assert place is not None and place.line


def test_what_is_also_xml_gives_the_tree_of_the_xml_reader() -> None:
    """Releases up to 2017 read XML: their files mean the same through either reader."""
    text = '<!-- 2013 -->\n<Simulation>\n  <Scene name="S">\n    <V unit="m"> 1 2\n 3</V><!-- x -->\n  </Scene>\n</Simulation>\n'
    trees = [document_of(text), read_xml(text.encode(), "scene.ros2")]
    seen = [[(path, tree.place_of(node), node.attributes, node.text) for path, node in tree.walk()] for tree in trees]
    assert seen[0] == seen[1]
    assert trees[0].comments == trees[1].comments == 2


def test_comments_are_kept_with_where_they_stand() -> None:
    text = b"<!-- top --><Simulation> <!-- beside -->\n  <!-- before\n  it --><Scene/>\n  <!-- last -->\n</Simulation>\n<!-- end -->"
    document = read_simrobot_text(text, "a.ros2")
    places = [(one.parent.tag if one.parent else None, one.place, one.text.strip(), one.beside) for one in document.comment_places]
    assert places == [
        (None, 0, "top", False),
        ("Simulation", 0, "beside", True),
        ("Simulation", 0, "before\n  it", False),
        ("Simulation", 1, "last", False),
        (None, 1, "end", False),
    ]
    assert document.comments == 5
