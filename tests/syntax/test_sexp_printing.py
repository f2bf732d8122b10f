"""S-expressions that are printed are read back as they were, by SimSpark's lexical rules."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec.errors import WriteError
from scenec.syntax.claims import STRUCTURE, Claims
from scenec.syntax.said import Said, constant
from scenec.syntax.sealed import SealedParts
from scenec.syntax.sexp import read_sexp
from scenec.syntax.sexp_printing import WIDTH, SList, claims_of, print_sexp
from scenec.trace import Sources

HEADER = SList("RSG", constant("0"), constant("1"))
TEXT = st.text(st.characters(min_codepoint=32, codec="utf-8", exclude_characters="\x7f"), max_size=12)


def file_of(*lists: SList) -> SList:
    body = SList()
    body.lists += lists
    return body


def call(head: str, *texts: str) -> SList:
    return SList(head, *map(constant, texts))


def read_back(*body: SList) -> list[list[str | None]]:
    _, lists = read_sexp(print_sexp(HEADER, file_of(*body)), "s.rsg").root.children
    return [[atom.text for atom in each.children] for each in lists.children]


@given(st.lists(TEXT, min_size=1, max_size=5))
def test_any_text_is_one_atom(texts: list[str]) -> None:
    assert read_back(call("setName", *texts)) == [["setName", *texts]]


@pytest.mark.parametrize(
    ("text", "printed"),
    [("arm", "arm"), ("../a/body", "../a/body"), ("x;y", "x;y"), (";x", '";x"'), ("a b", '"a b"'), ('"', r'"\""'), ("", '""')],
)
def test_quotes_stand_only_where_they_must(text: str, printed: str) -> None:
    assert f"(x {printed})" in print_sexp(HEADER, file_of(call("x", text))).decode()


def test_control_characters_are_refused() -> None:
    with pytest.raises(WriteError, match="control characters"):
        print_sexp(HEADER, file_of(call("x", "a\nb")))


def test_calls_share_a_line_as_long_as_they_fit() -> None:
    node = call("nd", "Transform")
    for number in range(40):
        node.add("call", constant(str(number)))
    lines = print_sexp(HEADER, file_of(node)).decode().splitlines()
    assert max(map(len, lines)) < WIDTH
    assert len(lines) < 10


def test_the_order_of_calls_and_nodes_is_kept() -> None:
    node = call("nd", "Transform")
    node.add("setName", constant("a"))
    node.add("nd", constant("Box")).add("setExtents", *map(constant, "123"))
    node.add("setLocalPos", *map(constant, "100"))
    assert print_sexp(HEADER, file_of(node), remark="a box").decode() == (
        "; a box\n(RSG 0 1)\n(\n (nd Transform (setName a)\n  (nd Box (setExtents 1 2 3))\n  (setLocalPos 1 0 0))\n)\n"
    )


def space(*, sealed: bool) -> SList:
    """Two Transforms with something in them, between calls."""
    top, parts = call("nd", "Space"), SealedParts()
    top.add("setName", constant("robot"))
    for name in ("a", "b"):
        inner = top.add("nd", constant("Transform"))
        inner.add("setName", Said(name, (ord(name),)))
        inner.add("nd", constant("Box")).add("setExtents", *map(constant, "123"))
        if sealed:
            inner.seal(2, parts)
    top.add("disableInnerCollision", Said("true", (3,)))
    return top


def test_sealed_content_is_printed_equally() -> None:
    assert print_sexp(HEADER, file_of(space(sealed=True))) == print_sexp(HEADER, file_of(space(sealed=False)))
    assert claims_of(space(sealed=True)) == claims_of(space(sealed=False))


def test_a_sealed_list_stands_where_it_was_sealed_for() -> None:
    with pytest.raises(AssertionError, match="another level"):
        print_sexp(HEADER, file_of(space(sealed=True).lists[1]))


def said(claims: Claims) -> list[tuple[int, int, str]]:
    return list(claims.each())


def test_a_file_says_what_its_lists_say_counted_in_the_order_of_the_file() -> None:
    node = SList("nd", constant("Box"), says=(Sources((7,)),))
    node.add("setExtents", Said("1", (1,)), constant("2"), Said("3", (2, 3)))
    assert said(claims_of(HEADER, file_of(node))) == [(7, 2, STRUCTURE), (1, 3, "1"), (2, 3, "3"), (3, 3, "3")]


def test_what_is_thrown_away_says_nothing() -> None:
    node = SList("nd", constant("Box"))
    node.add("setName", Said("hull", (1,)))
    node.lists = []
    assert said(claims_of(node)) == []


def test_another_atom_says_something_else() -> None:
    each = SList("setName", Said("hull", (1,)))
    each.replace(1, Said("$name", ()))
    assert (each.atoms, said(claims_of(each))) == (("setName", "$name"), [])
    each.replace(1, Said("hull", (2,)))
    assert (each.said(1).text, each.said(1).ids) == ("hull", (2,))


def test_a_default_is_left_out_only_where_it_is_one() -> None:
    node = SList("nd", constant("Transform"))
    node.omit(0.0, 0.0)
    node.omit_if(1.0, 0.0)
    with pytest.raises(ValueError, match="the default is 0"):
        node.omit(1.0, 0.0)


def test_one_list_can_stand_for_an_equal_one() -> None:
    node, twin = SList("nd", constant("Transform")), SList("nd", constant("Transform"))
    twin.add("setName", Said("a", (4,)))
    node.stand_for(twin)
    assert said(claims_of(node)) == [(4, 0, STRUCTURE)]
