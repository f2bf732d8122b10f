"""Reading XML: exact places, verbatim names, one clear error for what cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.tree import Document, SourceNode
from scenec.syntax.xml import read_xml


def root_of(text: str) -> SourceNode:
    return read_xml(text.encode(), "scene.sdf").root


def refusal(data: bytes, *, tinyxml2: bool = False) -> ReadError:
    with pytest.raises(ReadError) as caught:
        read_xml(data, "scene.sdf", tinyxml2=tinyxml2)
    return caught.value


def test_elements_attributes_and_texts_in_document_order() -> None:
    document = read_xml(b'<sdf version="1.7"><model b="2" a="1"> hi <pose>0 0 1</pose></model><!-- x --></sdf>', "scene.sdf")
    model = document.root.children[0]
    assert document.root.attributes == {"version": "1.7"}
    assert list(model.attributes.items()) == [("b", "2"), ("a", "1")]
    assert (model.text, model.children[0].text) == ("hi", "0 0 1")
    assert document.comments == 1
    assert document.number(10) == 15
    assert [node.first_id for _, node in document.walk()] == [10, 11, 14]


def places_in(document: Document) -> list[tuple[int, int]]:
    return [document.place_of(node) for _, node in document.walk()]


def test_a_place_is_line_and_column_of_the_angle_bracket_in_characters_not_bytes() -> None:
    document = read_xml("<a>\n  <b\n  x='1'/>\r\n<c>é漢𝄞<d/></c></a>".encode(), "scene.sdf")
    assert places_in(document) == [(1, 1), (2, 3), (4, 1), (4, 7)]


def test_lines_are_exact_far_behind_what_sixteen_bits_can_count() -> None:
    document = read_xml(b"<a>" + b"\n" * 999_998 + b"<b\n\n/><c/></a>", "scene.sdf")
    assert places_in(document) == [(1, 1), (999_999, 1), (1_000_001, 3)]


def test_a_byte_order_mark_takes_no_column() -> None:
    assert places_in(read_xml(b"\xef\xbb\xbf<a/>", "scene.sdf")) == [(1, 1)]


@given(st.lists(st.tuples(st.sampled_from(["\n", "  ", "é", "𝄞", "x\r\n", "<!-- ü\n -->"]), st.sampled_from(["b", "gz:c"])), max_size=20))
def test_at_every_place_stands_the_element(parts: list[tuple[str, str]]) -> None:
    text = "<a>" + "".join(f"{before}<{tag}/>" for before, tag in parts) + "</a>"
    lines = text.replace("\r\n", "\n").split("\n")
    document = read_xml(text.encode(), "scene.sdf")
    for node in document.root.children:
        line, column = document.place_of(node)
        assert lines[line - 1][column - 1 :].startswith(f"<{node.tag}")


def test_names_with_a_prefix_stay_as_written() -> None:
    root = root_of('<sdf xmlns:gz="http://gazebosim.org/schema"><gz:system gz:type="x"/></sdf>')
    assert root.attributes == {"xmlns:gz": "http://gazebosim.org/schema"}
    assert (root.children[0].tag, root.children[0].attributes) == ("gz:system", {"gz:type": "x"})


def test_text_is_joined_around_children_and_stripped_of_xml_blanks_only() -> None:
    assert root_of("<a>\n\t one <b/> two\r\n</a>").text == "one  two"
    assert root_of("<a> \u00a0x\u00a0 </a>").text == "\u00a0x\u00a0"


def test_predefined_and_numeric_entities_and_cdata_are_decoded() -> None:
    root = root_of("<a x='&lt;&#65;&quot;'>&#x42;&amp;<![CDATA[<c> &lt;]]></a>")
    assert (root.attributes["x"], root.text) == ('<A"', "B&<c> &lt;")


def test_a_comment_in_the_middle_of_a_text_is_remarked_on() -> None:
    """tinyxml2 stops reading there: it would see three numbers."""
    document = read_xml(b"<a>\n <pose>1 2 3 <!-- turned --> 0 0 0</pose></a>", "scene.sdf")
    assert document.root.children[0].text == "1 2 3  0 0 0"
    assert document.remarks == [(2, 14, "comment in the middle of the text of <pose>")]


@pytest.mark.parametrize("text", ["<a><!-- x -->1 2</a>", "<a>1 2<!-- x --></a>", "<a> <b>1</b> <!-- x --> <b>2</b> </a>"])
def test_comments_at_the_edge_of_a_text_are_nothing_to_remark_on(text: str) -> None:
    document = read_xml(text.encode(), "scene.sdf")
    assert (document.remarks, document.comments) == ([], 1)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "scene.sdf:1:1: no element in the file; the file is empty"),
        (b"<!-- nothing -->\n", "scene.sdf:2:1: no element in the file"),
        (b"<a>\n<b></a>", "scene.sdf:2:6: end tag does not match; expected </b> for the <b> in line 2"),
        (b"<a>\n  <b>\n", "scene.sdf:3:1: unexpected end of file; expected </b> for the <b> in line 2"),
        (b"<a/>\n<b/>", "scene.sdf:2:1: not well-formed XML: junk after document element"),
        (b"<a>\n <b x='1' y=''\n y='2'/></a>", 'scene.sdf:3:2: duplicate attribute "y"; expected each attribute once'),
        ("<a>é<b x=1/></a>".encode(), "scene.sdf:1:10: not well-formed XML: invalid token"),
        (b"<a>&mm;</a>", "scene.sdf:1:4: not well-formed XML: undefined entity"),
        (b"\n<?xml version='1.0'?><a/>", "scene.sdf:2:1: not well-formed XML: XML or text declaration not at start of entity"),
        (b"<a>\n  \x00</a>", "scene.sdf:2:3: binary content (a zero byte); expected text in UTF-8"),
        ("<a/>".encode("utf-16"), "scene.sdf:1:1: UTF-16 text; expected UTF-8; save the file as UTF-8"),
        ("<a>ü Grüße</a>".encode("latin-1"), "scene.sdf:1:4: not valid UTF-8; save the file as UTF-8"),
        (b"<?xml version='1.0' encoding='klingon'?><a/>", "scene.sdf:1:1: unknown encoding 'klingon'; expected UTF-8"),
        (b"<?xml version='1.0' encoding='gb2312'?><a/>", "scene.sdf:1:1: unsupported encoding 'gb2312'; expected UTF-8"),
        (b"PK\x03\x04\x14\x00", "scene.sdf:1:6: binary content (a zero byte); expected text in UTF-8"),
    ],
)
def test_what_is_no_xml_is_one_error_with_its_place(data: bytes, message: str) -> None:
    assert str(refusal(data)) == message


def test_a_declared_one_byte_encoding_is_honoured() -> None:
    document = read_xml("<?xml version='1.0' encoding='iso-8859-1'?><a>ü<b/></a>".encode("latin-1"), "scene.scene")
    assert (document.root.text, places_in(document)[1]) == ("ü", (1, 48))


@pytest.mark.parametrize("doctype", ["<!DOCTYPE a>", '<!DOCTYPE a SYSTEM "http://example.invalid/a.dtd">', "<!DOCTYPE a []>"])
def test_a_bare_document_type_is_accepted_and_never_fetched(doctype: str) -> None:
    assert root_of(f"{doctype}\n<a>1</a>").text == "1"


@pytest.mark.parametrize(
    "declaration",
    [
        "<!ENTITY mm '0.001'>",
        "<!ENTITY file SYSTEM 'file:///etc/passwd'>",
        "<!ENTITY % file SYSTEM 'more.ent'>",
        "<!ATTLIST a x CDATA '1'>",
    ],
)
def test_a_document_type_that_declares_content_is_refused(declaration: str) -> None:
    error = refusal(f"<!DOCTYPE a [\n{declaration}\n]><a>&mm;</a>".encode())
    assert error.what == "the document type declares entities or attributes"
    assert error.source is not None and error.source.line == 2


@pytest.mark.parametrize("use", ["<a>&mm;</a>", "<a x='&mm;'/>"])
def test_an_entity_of_an_external_document_type_is_not_silently_dropped(use: str) -> None:
    assert str(refusal(f"<!DOCTYPE a SYSTEM 'a.dtd'>\n{use}".encode())).startswith("scene.sdf:2:")
    assert root_of("<!DOCTYPE a SYSTEM 'a.dtd'><a><!-- &mm; --><![CDATA[&mm;]]></a>").text == "&mm;"


def test_a_thousand_levels_are_read_and_one_more_is_refused() -> None:
    assert len(list(read_xml(b"<a>" * 1000 + b"</a>" * 1000, "scene.sdf").walk())) == 1000
    assert str(refusal(b"<a>\n" * 1001 + b"</a>" * 1001)) == "scene.sdf:1001:1: nested deeper than 1,000 elements"


def test_an_error_shows_the_file_as_the_user_sees_it() -> None:
    with pytest.raises(ReadError, match=r"^models/arm\.sdf:1:1: "):
        read_xml(b"", "arm.sdf", shown="models/arm.sdf")


def test_recovering_accepts_blanks_before_the_declaration_and_keeps_places() -> None:
    document = read_xml(b"\n <?xml version='1.0'\n?> <a>\n<b/></a>", "scene.sdf", tinyxml2=True)
    assert places_in(document) == [(3, 4), (4, 1)]
    assert document.remarks == [(2, 2, "blanks before the XML declaration")]


def test_recovering_accepts_dashes_in_comments_and_nothing_else() -> None:
    data = "<a>\n<!-- é -- 2 ---><b/><![CDATA[<!-- -- -->]]></a>".encode()
    assert refusal(data).source is not None
    document = read_xml(data, "scene.sdf", tinyxml2=True)
    assert (places_in(document)[1], document.root.text, document.comments) == ((2, 17), "<!-- -- -->", 1)
    assert document.remarks == [(2, 1, "-- inside a comment")]
    assert refusal(b"<a x=1/>", tinyxml2=True).source is not None


@given(st.binary(max_size=80))
def test_any_bytes_are_read_or_refused_with_a_place(data: bytes) -> None:
    for tinyxml2 in (False, True):
        try:
            document = read_xml(b"<a>" + data, "scene.sdf", tinyxml2=tinyxml2)
            place: Source | None = document.source(document.root)
        except ReadError as error:
            place = error.source
        assert place is not None and place.line


def test_the_source_tree_of_a_file_knows_its_path(tmp_path: Path) -> None:
    path = tmp_path / "scene.sdf"
    document = read_xml(b"<a/>", "scene.sdf", path=str(path))
    assert (document.name, document.path, document.syntax) == ("scene.sdf", str(path), "xml")


@pytest.mark.parametrize("end", ["", "&#33;"], ids=["plain", "not plain"])
def test_a_tree_that_was_given_away_is_read_again(end: str) -> None:
    document = read_xml(f'<a>\n <b k="v"/><c>text{end}</c></a>'.encode(), "a.xml")
    document.number(7)
    before = [(path, node.tag, node.attributes, node.text, node.first_id, document.place_of(node)) for path, node in document.walk()]
    given = document.root
    document.give_away()
    given.children.clear()
    assert before == [
        (path, node.tag, node.attributes, node.text, node.first_id, document.place_of(node)) for path, node in document.walk()
    ]
    assert document.path_of(document.node_at(2)) == "/a[1]/c[1]"


# ---------------------------------------------------------------- as tinyxml2 reads


@pytest.mark.parametrize(
    ("text", "read", "remark"),
    [
        ("0 0 <!-- c --> 1", "0 0", "comment"),
        ("0 0 <b/> 1", "0 0", "element"),
        ("<!-- c --> 0 0 1 <!-- d -->", "0 0 1", ""),
        ("0<![CDATA[1]]>2", "0", "CDATA section"),
        ("<![CDATA[0 1]]>", "0 1", ""),
        ("<![CDATA[0]]>1", "0", "CDATA section"),
        ("0 &#49; 2", "0 1 2", ""),
        ("<b>x</b>", "", ""),
    ],
)
def test_a_number_ends_where_tinyxml2_ends_it(text: str, read: str, remark: str) -> None:
    document = read_xml(f"<a>{text}</a>".encode(), "scene.sdf", tinyxml2=True)
    assert document.root.text == read
    assert {what for _, _, what in document.remarks} == ({f"{remark} in the middle of the text of <a>"} if remark else set())


@pytest.mark.parametrize("declared", ["ISO-8859-1", "UTF-16", "nonsense", "windows-1252"])
def test_tinyxml2_reads_utf_8_under_any_declaration(declared: str) -> None:
    data = f'<?xml version="1.0" encoding="{declared}"?><a name="fü"/>'.encode()
    document = read_xml(data, "scene.sdf", tinyxml2=True)
    assert document.root.attributes == {"name": "fü"}
    assert document.remarks == [(1, 1, f"declared encoding {declared} of a text in UTF-8")]


def test_bytes_that_are_no_utf_8_are_read_as_declared_even_for_tinyxml2() -> None:
    data = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<a name="fü"/>'.encode("latin-1")
    document = read_xml(data, "scene.sdf", tinyxml2=True)
    assert document.root.attributes == {"name": "fü"}
    assert document.remarks == [(2, 11, "text that is no UTF-8, read as ISO-8859-1")]


def test_tinyxml2_ends_at_an_end_tag_behind_the_outermost_element() -> None:
    data = b"<a><b/></a>\n <!-- behind --> </a>\n<c"
    document = read_xml(data, "scene.sdf", tinyxml2=True)
    assert [child.tag for child in document.root.children] == ["b"]
    assert [(line, what) for line, _, what in document.remarks] == [(2, "end tag behind the outermost element")]
    assert refusal(data).source is not None
    assert refusal(b"<a><b/></a><c/>", tinyxml2=True).source is not None


BLANK, AMPERSAND, LESS, END = "no blank between attributes", "& that begins no entity", "< inside an attribute", "]]> inside a text"


@pytest.mark.parametrize(
    ("text", "attributes", "read", "remarks"),
    [
        ("<a b='1'c=\"2\"d='3'/>", {"b": "1", "c": "2", "d": "3"}, "", [(9, BLANK), (14, BLANK)]),
        ("<a b='é & &amp; &x;'/>", {"b": "é & & &x;"}, "", [(9, AMPERSAND), (17, AMPERSAND)]),
        ("<a b='<'\tc='>'/>", {"b": "<", "c": ">"}, "", [(7, LESS)]),
        ("<a>R & D &#xZ; ]]> &lt;</a>", {}, "R & D &#xZ; ]]> <", [(6, AMPERSAND), (10, AMPERSAND), (18, END)]),
        ("<a><!-- & <b c='<'d='&'> --><?x & ?><![CDATA[&]]></a >", {}, "&", []),
    ],
)
def test_what_tinyxml2_takes_as_it_stands(text: str, attributes: dict[str, str], read: str, remarks: list[tuple[int, str]]) -> None:
    document = read_xml(text.encode(), "robot.urdf", tinyxml2=True)
    assert (document.root.attributes, document.root.text) == (attributes, read)
    assert document.remarks == [(1, column, what) for column, what in remarks]
    if remarks:
        assert refusal(text.encode()).source is not None, "other programs need the well-formed text"


def test_places_stay_those_of_the_file_where_tinyxml2_takes_text_as_it_stands() -> None:
    data = "<a x='ä<'y='&'>\n<b c=''d=''/><!-- --><c>&</c><d\n e='&'f='<'/><e/></a>".encode()
    document = read_xml(data, "robot.urdf", tinyxml2=True)
    assert places_in(document) == [(1, 1), (2, 1), (2, 22), (2, 30), (3, 14)]
    assert [(line, column) for line, column, _ in document.remarks] == [(1, 8), (1, 10), (1, 13), (2, 8), (2, 25), (3, 5), (3, 7), (3, 10)]
    fault = refusal(b"<a b=''c='&'/>\n<", tinyxml2=True)
    assert fault.source is not None
    assert fault.source.line == 2
    fault = refusal(b"<a b=''c='&'>&<b></c></a>", tinyxml2=True)
    assert fault.source is not None
    assert (fault.source.line, fault.source.column) == (1, 20)


@pytest.mark.parametrize(
    "data", [b"<a b=''c=1/>", b"<a b=''c='/>", b"<a>& < b</a>", b"<a/> text", b"<a>&</a> &", b"<a><!-- & -></a>", b"<a &/>"]
)
def test_what_tinyxml2_refuses_is_refused_where_it_stands(data: bytes) -> None:
    assert refusal(data, tinyxml2=True).source is not None
