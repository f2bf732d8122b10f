"""Plain XML is read another way than all other XML, and nobody may see a difference."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scenec.errors import ReadError
from scenec.syntax.tree import MAXIMUM_DEPTH, Document
from scenec.syntax.xml import read_any
from scenec.syntax.xml_plain import read_plain

FIXTURES = sorted((Path(__file__).parents[2] / "fixtures").rglob("*.sdf"))

PARTS = st.sampled_from(
    ["<a>", "</a>", "<a/>", "<a >", "</a\n>", "<b x='1'>", "</b>",
     '<b x="1" y=\'"\'/>', '<c x=">"/>', "<c x='/>'>", "</c>", '<c x="a\tb\n c"/>',
     '<c\n  x = "é"\r\n  y="\u00a0" />', "1", " 2 ", "\n", "\r", "\r\n", "\t", "é漢𝄞", "\u00a0", ">",
     "]]>", "&amp;", "&#10;", "&x;", "<", "/",
     "<!-- x -->", "<!-- <a> é\r\n -->", "<!---->", "<!-- - - -->", "<!-- -- -->", "<!--", "<![CDATA[<a>]]>", "<?p <a> ?>", "<?p?>",
     "?", "!",
     "<gz:a gz:x=''>", "</gz:a>", '"', "'", "<a b=1>", "<b x='1' x='2'/>", "<1/>", "<>", "</>", "\ufeff"]
)  # fmt: skip
STARTS = st.sampled_from(
    ["", "", "", "\n", "<?xml version='1.0'?>", '<?xml version="1.0" encoding="UTF-8"?>\n', "<?xml version='1.0' encoding='latin-1'?>",
     "<?xml version='1.0' encoding='utf-16'?>", "<?xml encoding='utf-8'?>", "<!DOCTYPE a>", "<!DOCTYPE a [<!ENTITY x 'y'>]>", "<!-- x -->"]
)  # fmt: skip


def seen(document: Document) -> list[Any]:
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
    assert seen(document) == seen(read_any(data, "a.sdf", "a.sdf", None, MAXIMUM_DEPTH, None, []))
    return True


@given(STARTS, st.lists(PARTS, max_size=12), st.booleans())
@example("", ["<a>", "<b x='1'>", "1", "<!-- x -->", "2", "</b>", "</a>"], False)
@example("", ["1", "<a/>", "<!-- x -->", "<a/>", "2"], True)
def test_what_is_read_as_plain_is_what_a_reader_of_any_xml_sees(start: str, parts: list[str], inside: bool) -> None:
    text = "".join(parts)
    check(f"{start}<sdf>{text}</sdf>".encode() if inside else f"{start}{text}".encode())


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: str(path.relative_to(path.parents[1])))
def test_the_fixtures_are_plain_and_read_alike(path: Path) -> None:
    assert check(path.read_bytes()) or b"&" in path.read_bytes() or b"<![CDATA[" in path.read_bytes()


@given(
    st.sampled_from(FIXTURES),
    st.integers(0, 20_000),
    st.integers(0, 6),
    st.sampled_from(["", "<", ">", "/", '"', "'", "\r", "&", "<!--", "é"]),
)
def test_a_damaged_file_is_plain_and_read_alike_or_not_plain(path: Path, at: int, length: int, put: str) -> None:
    data = path.read_bytes()
    at %= len(data)
    check(data[:at] + put.encode() + data[at + length :])


@pytest.mark.parametrize(
    "text",
    ['<a x="1>2"/>', "<a>&lt;</a>", "<!DOCTYPE a><a/>", "<a><![CDATA[1]]></a>", "<a>1<b/>2</a>", "<a>1<!-- -->2</a>",
     "<a><?p?></a>", "<a><b></a>"],
)  # fmt: skip
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
    """Whoever looks for the end of each tag from every tag on takes hours for this."""
    data = b"<x>" + bomb * 200_000
    assert not check(data)
    with pytest.raises(ReadError):
        read_any(data, "a.sdf", "a.sdf", None, MAXIMUM_DEPTH, None, [])
