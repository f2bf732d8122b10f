"""Plain XML is read by a faster parser than all other XML, with equal results."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scenec.accounting.ledger import Ledger
from scenec.accounting.spoken import ElementNames, word_of_value
from scenec.errors import ReadError
from scenec.syntax.folded import Folded
from scenec.syntax.tree import MAXIMUM_DEPTH, Document
from scenec.syntax.xml import read_any
from scenec.syntax.xml_plain import read_plain

FIXTURES = sorted((Path(__file__).parents[2] / "fixtures").rglob("*.sdf"))

# Rows of this table take a line or two each: a formatter would give every word a line.
# fmt: off
PARTS = st.sampled_from(
    ["<a>", "</a>", "<a/>", "<a >", "</a\n>", "<b x='1'>", "</b>",
     '<b x="1" y=\'"\'/>', '<c x=">"/>', "<c x='/>'>", "</c>", '<c x="a\tb\n c"/>',
     '<c\n  x = "é"\r\n  y="\u00a0" />', "1", " 2 ", "\n", "\r", "\r\n", "\t", "é漢𝄞", "\u00a0", ">",
     "]]>", "&amp;", "&#10;", "&x;", "<", "/",
     "<!-- x -->", "<!-- <a> é\r\n -->", "<!---->", "<!-- - - -->", "<!-- -- -->", "<!--", "<![CDATA[<a>]]>", "<?p <a> ?>", "<?p?>",
     "?", "!",
     "<gz:a gz:x=''>", "</gz:a>", '"', "'", "<a b=1>", "<b x='1' x='2'/>", "<1/>", "<>", "</>", "\ufeff"]
)
STARTS = st.sampled_from(
    ["", "", "", "\n", "<?xml version='1.0'?>", '<?xml version="1.0" encoding="UTF-8"?>\n', "<?xml version='1.0' encoding='latin-1'?>",
     "<?xml version='1.0' encoding='utf-16'?>", "<?xml encoding='utf-8'?>", "<!DOCTYPE a>", "<!DOCTYPE a [<!ENTITY x 'y'>]>", "<!-- x -->"]
)
# fmt: on


def content_of(document: Document) -> list[Any]:
    document.number(0)
    nodes = [
        (path, document.place_of(node), list(node.attributes.items()), node.text, node.first_id, node.has_text, len(node.children))
        for path, node in document.walk()
    ]
    return [nodes, document.count, document.comments, document.remarks]


def check(data: bytes) -> bool:
    """Whether the file is plain; if so, that it is what a reader of any XML sees."""
    document = read_plain(data, "a.sdf", "a.sdf", None, MAXIMUM_DEPTH)
    if document is None:
        return False
    assert content_of(document) == content_of(read_any(data, "a.sdf", "a.sdf", None, MAXIMUM_DEPTH, None, []))
    return True


@given(STARTS, st.lists(PARTS, max_size=12), st.booleans())
@example("", ["<a>", "<b x='1'>", "1", "<!-- x -->", "2", "</b>", "</a>"], False)
@example("", ["1", "<a/>", "<!-- x -->", "<a/>", "2"], True)
def test_what_is_read_as_plain_is_what_a_reader_of_any_xml_sees(start: str, parts: list[str], inside: bool) -> None:
    text = "".join(parts)
    check(f"{start}<sdf>{text}</sdf>".encode() if inside else f"{start}{text}".encode())


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: str(path.relative_to(path.parents[1])))
def test_the_fixtures_are_plain_and_read_equal(path: Path) -> None:
    assert check(path.read_bytes()) or b"&" in path.read_bytes() or b"<![CDATA[" in path.read_bytes()


@given(
    st.sampled_from(FIXTURES),
    st.integers(0, 20_000),
    st.integers(0, 6),
    st.sampled_from(["", "<", ">", "/", '"', "'", "\r", "&", "<!--", "é"]),
)
def test_a_damaged_file_is_plain_and_reads_equal_or_is_not_plain(path: Path, at: int, length: int, put: str) -> None:
    data = path.read_bytes()
    at %= len(data)
    check(data[:at] + put.encode() + data[at + length :])


@pytest.mark.parametrize(
    "text",
    [
        '<a x="1>2"/>',
        "<a>&lt;</a>",
        "<!DOCTYPE a><a/>",
        "<a><![CDATA[1]]></a>",
        "<a>1<b/>2</a>",
        "<a>1<!-- -->2</a>",
        "<a><?p?></a>",
        "<a><b></a>",
    ],
)
def test_what_needs_a_second_look_is_not_plain(text: str) -> None:
    assert not check(text.encode())


def test_large_files_are_taken_apart_in_pieces() -> None:
    text = "<a>" + "".join(f"<b n='{i}'>\n<!-- {i} --><c>{i}</c>{' ' * (i % 700)}<d/></b>" for i in range(1000)) + "</a>"
    assert len(text) > 300_000
    assert check(text.encode())


@pytest.mark.parametrize("depth", [MAXIMUM_DEPTH, MAXIMUM_DEPTH + 1])
def test_what_is_nested_too_deep_is_not_plain(depth: int) -> None:
    assert check(b"<a>" * depth + b"</a>" * depth) == (depth == MAXIMUM_DEPTH)


@pytest.mark.parametrize("bomb", [b"<", b"<a", b"<a>", b"<!--", b"<?", b"<a b='", b"</a>", b"<a/>", b" ", b"<a> </a>"])
def test_what_is_wrong_a_million_times_is_found_wrong_at_once(bomb: bytes) -> None:
    """A search for the end of each tag from every tag on takes hours for this."""
    data = b"<x>" + bomb * 200_000
    assert not check(data)
    with pytest.raises(ReadError):
        read_any(data, "a.sdf", "a.sdf", None, MAXIMUM_DEPTH, None, [])


LONG = "".join(f'<link name="l{i}">text<pose>{i} é</pose>\n<b/></link>\n' for i in range(1500))
DEEP = "<a>" * 500 + "<b x='1'>" + "<c>1</c>" * 9000 + "</b>" + "</a>" * 500
MANY = f"<!-- a > b\r\n <c> -->{LONG}<model>{LONG}</model><model>{LONG}{DEEP}</model ><d/>"


@pytest.mark.sweep
@pytest.mark.parametrize("text", [LONG, DEEP, MANY], ids=["long", "deep", "many"])
def test_a_large_tree_is_read_again_branch_by_branch_and_is_the_same(text: str) -> None:
    """Of a tree that was given away hardly anything is asked for, so that nothing is kept of most elements but where they start."""
    data = f'<?xml version="1.0"?>\n<sdf version="1.9">{text}</sdf>'.encode()
    document = read_plain(data, "a.sdf", "a.sdf", None, MAXIMUM_DEPTH)
    assert document is not None
    before, values = content_of(document), list(valued(document))
    numbers = [node.line for _, node in document.walk()][:: max(1, len(before[0]) // 50)]
    paths = [document.path_of(number) for number in numbers]
    document.give_away()
    assert isinstance(document.root.children, Folded)
    document.find_paths(numbers)
    assert [document.source(number).path for number in numbers] == paths
    assert [document.path_of(document.node_at(number)) for number in numbers] == paths
    assert [word_of_value(document, value_id, ElementNames()) for value_id, *_ in values[::997]] == [
        word_of_value(whole(data), i, ElementNames()) for i, *_ in values[::997]
    ]
    assert content_of(document) == before
    assert list(valued(document)) == values
    assert document.root.children[-1].tag == document.root.children[-1:][0].tag


def valued(document: Document) -> Iterator[tuple[Any, ...]]:
    for path, node in document.walk():
        yield from document.values(path, node)


@cache
def whole(data: bytes) -> Document:
    document = read_any(data, "a.sdf", "a.sdf", None, MAXIMUM_DEPTH, None, [])
    document.number(0)
    return document


def test_values_of_a_large_tree_that_is_read_again_are_found() -> None:
    ledger = Ledger()
    document = read_plain(f"<sdf>{MANY}</sdf>".encode(), "a.sdf", "a.sdf", None, MAXIMUM_DEPTH)
    assert document is not None
    ledger.add(document)
    wanted = range(0, ledger.value_count, 499)
    before = ledger.locate(wanted)
    document.give_away()
    assert ledger.locate(wanted) == before
    assert len(before) == len(wanted)


def test_a_large_tree_that_is_read_again_goes_when_it_is_let_go_of() -> None:
    """In no circle: the collector is paused during a conversion."""
    data = f"<sdf>{MANY}</sdf>".encode()
    gc.collect()
    gc.disable()
    try:
        document = read_plain(data, "a.sdf", "a.sdf", None, MAXIMUM_DEPTH)
        assert document is not None
        document.give_away()
        children = weakref.ref(cast(Folded, document.root.children))
        assert [node.tag for _, node in document.walk()].count("model") == 2
        document.give_away()
        assert children() is None
    finally:
        gc.enable()
