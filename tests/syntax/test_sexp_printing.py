"""S-expressions that are printed are read back as they were, by SimSpark's lexical rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec.errors import WriteError
from scenec.syntax.sexp import read_sexp
from scenec.syntax.sexp_printing import WIDTH, SList, print_sexp

HEADER = SList("RSG", "0", "1")
TEXT = st.text(st.characters(min_codepoint=32, codec="utf-8", exclude_characters="\x7f"), max_size=12)


def read_back(*body: SList) -> list[list[str | None]]:
    _, lists = read_sexp(print_sexp(HEADER, body), "s.rsg").root.children
    return [[atom.text for atom in each.children] for each in lists.children]


@given(st.lists(TEXT, min_size=1, max_size=5))
def test_any_text_is_one_atom(texts: list[str]) -> None:
    assert read_back(SList("setName", *texts)) == [["setName", *texts]]


@pytest.mark.parametrize(
    ("text", "printed"),
    [("arm", "arm"), ("../a/body", "../a/body"), ("x;y", "x;y"), (";x", '";x"'), ("a b", '"a b"'), ('"', r'"\""'), ("", '""')],
)
def test_quotes_stand_only_where_they_must(text: str, printed: str) -> None:
    assert f"(x {printed})" in print_sexp(HEADER, [SList("x", text)]).decode()


def test_control_characters_are_refused() -> None:
    with pytest.raises(WriteError, match="control characters"):
        print_sexp(HEADER, [SList("x", "a\nb")])


def test_calls_share_a_line_as_long_as_they_fit() -> None:
    node = SList("nd", "Transform")
    for number in range(40):
        node.add("call", str(number))
    lines = print_sexp(HEADER, [node]).decode().splitlines()
    assert max(map(len, lines)) < WIDTH
    assert len(lines) < 10


def test_the_order_of_calls_and_nodes_is_kept() -> None:
    node = SList("nd", "Transform")
    node.add("setName", "a")
    node.add("nd", "Box").add("setExtents", "1", "2", "3")
    node.add("setLocalPos", "1", "0", "0")
    assert print_sexp(HEADER, [node], remark="a box").decode() == (
        "; a box\n(RSG 0 1)\n(\n (nd Transform (setName a)\n  (nd Box (setExtents 1 2 3))\n  (setLocalPos 1 0 0))\n)\n"
    )


def space(*, sealed: bool) -> SList:
    """Two Transforms with something in them, between calls."""
    top = SList("nd", "Space")
    top.add("setName", "robot")
    for name in ("a", "b"):
        inner = top.add("nd", "Transform")
        inner.add("setName", name)
        inner.add("nd", "Box").add("setExtents", "1", "2", "3")
        if sealed:
            inner.seal(2)
    top.add("disableInnerCollision", "true")
    return top


def test_what_is_sealed_is_printed_alike() -> None:
    assert print_sexp(HEADER, [space(sealed=True)]) == print_sexp(HEADER, [space(sealed=False)])


def test_a_sealed_list_stands_where_it_was_sealed_for() -> None:
    with pytest.raises(AssertionError, match="another level"):
        print_sexp(HEADER, space(sealed=True).lists[1:2])
