"""Reading S-expressions: SimSpark's lexical rules, every value raw and at its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.sexp import read_sexp
from scenec.syntax.tree import Document, SourceNode

ATOMS = "08 nil t 1e1 0x10 +1 -.5 2. #x a,b [1] {x} $t ! a//b matGröße".split()


def document_of(text: str) -> Document:
    return read_sexp(text.encode(), "scene.rsg")


def shape(node: SourceNode) -> object:
    """Lists as lists, atoms as strings."""
    return node.text if not node.tag else [shape(child) for child in node.children]


def read(text: str) -> list[object]:
    return [shape(node) for node in document_of(text).root.children]


def refusal(text: str) -> ReadError:
    with pytest.raises(ReadError) as caught:
        document_of(text)
    return caught.value


def test_lists_and_atoms() -> None:
    assert read("(RSG 0 1)\n((nd Box (setExtents 1 2 3)) ())") == [["RSG", "0", "1"], [["nd", "Box", ["setExtents", "1", "2", "3"]], []]]


@pytest.mark.parametrize("atom", ATOMS)
def test_an_atom_stays_the_text_it_is(atom: str) -> None:
    assert read(f"({atom} x)") == [[atom, "x"]]


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ('"two words"', "two words"),
        ('"(x) ; y"', "(x) ; y"),
        ('"a\nb"', "a\nb"),
        ('""', ""),
        ("'sq'", "sq"),
        ("'open", "open"),
        ('\'(x (y ")") z)', '(x (y ")") z)'),
        ('"es\\"c"', 'es"c'),
        (r"q\(x\)", "q(x)"),
        (r"\'a\\b", r"'a\b"),
        (r"a\nb", r"a\nb"),
        (r'"a\nb"', r"a\nb"),
        ("0.5;x", "0.5;x"),
    ],
)
def test_quotes_and_escapes(written: str, value: str) -> None:
    assert read(f"(a {written} b)") == [["a", value, "b"]]


def test_strings_and_atoms_that_touch_are_separate() -> None:
    assert read("""(eval "NaoType["$t"]['x']")""") == [["eval", "NaoType[", "$t", "]['x']"]]
    assert read("(a'b c')d") == [["a", "b", "c", ""], "d"]


def test_a_comment_begins_where_a_token_could_begin() -> None:
    document = document_of("; head\n(a b;c ;d ) e\n 1);end")
    assert [shape(node) for node in document.root.children] == [["a", "b;c", "1"]]
    assert document.comments == 3


def test_places_and_paths() -> None:
    document = document_of('(é "ü" (b))\n ( \'c)')
    nodes = {path: document.place_of(node) for path, node in document.walk()}
    assert nodes == {
        "": (1, 1),
        "/[1]": (1, 1),
        "/[1]/[1]": (1, 2),
        "/[1]/[2]": (1, 4),
        "/[1]/[3]": (1, 8),
        "/[1]/[3]/[1]": (1, 9),
        "/[2]": (2, 2),
        "/[2]/[1]": (2, 4),
    }


def test_every_atom_is_a_value_the_empty_string_too_and_no_list_is() -> None:
    document = document_of('(a "" () (b))')
    assert document.number(5) == 8
    values = [value for path, node in document.walk() for value in document.values(path, node)]
    assert values == [(5, "/[1]/[1]", 1, 2, "a"), (6, "/[1]/[2]", 1, 4, ""), (7, "/[1]/[4]/[1]", 1, 11, "b")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: no expression in the file; the file is empty"),
        ("; only this\n", "2:1: no expression in the file"),
        ("(a\n (b", "2:2: list without end; expected a closing )"),
        ('(a "b\\")', '1:4: string without end; expected a closing "'),
        ("(a '(b c)", "1:1: list without end; expected a closing )"),
        ("(a '(b (c)", "1:5: quoted list without end; expected a closing )"),
        ("(a))", "1:4: unexpected ); no list is open here"),
        ("(" * 1001 + ")" * 1001, "1:1001: nested deeper than 1,000 lists"),
        ("(a \0)", "1:4: binary content (a zero byte); expected text in UTF-8"),
    ],
)
def test_what_does_not_end_or_begin_is_one_error_with_its_place(text: str, message: str) -> None:
    assert str(refusal(text)) == f"scene.rsg:{message}"


def test_a_thousand_lists_may_nest() -> None:
    assert len(list(document_of("(" * 1000 + ")" * 1000).walk())) == 1001


@pytest.mark.parametrize("rest", [")", "(nd Box", '"x'])
def test_behind_the_body_nothing_makes_a_file_unreadable(rest: str) -> None:
    """The simulator reads two expressions and stops; real files carry a parenthesis too many."""
    document = document_of(f"(RSG 0 1)\n(nd Box)\n{rest}")
    assert [shape(node) for node in document.root.children] == [["RSG", "0", "1"], ["nd", "Box"]]
    ((line, column, what),) = document.remarks
    assert (line, column) == (3, 1)
    assert what.startswith("after the end of the scene, ")


def test_latin_1_is_read_with_a_remark() -> None:
    document = read_sexp("; Größe\n(a ü)".encode("latin-1"), "scene.rsg")
    assert [shape(node) for node in document.root.children] == [["a", "ü"]]
    assert document.remarks == [(1, 5, "not UTF-8, read as Latin-1")]


strings = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=10)
trees = st.recursive(strings, lambda inner: st.lists(inner, max_size=4), max_leaves=20)


def written(tree: object) -> str:
    if isinstance(tree, str):
        return '"' + tree.replace("\\", "\\\\").replace('"', '\\"') + '"'
    assert isinstance(tree, list)
    return "(" + " ".join(written(part) for part in tree) + ")"


@given(st.lists(trees, min_size=1, max_size=3))
def test_quoted_values_are_read_as_they_were_meant(expressions: list[object]) -> None:
    assert read("\n".join(written(tree) for tree in expressions)) == expressions


@given(st.text("()\"'; \\\nab5é", max_size=40))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    lines = text.split("\n")
    try:
        document = document_of(text)
        lists = [document.place_of(node) for _, node in document.walk() if node.tag]
        assert all(lines[line - 1][column - 1] == "(" for line, column in lists)
        place: Source | None = document.source(document.root)
    except ReadError as error:
        place = error.source
    assert place is not None and place.line


def test_nodes_that_are_made_twice_are_one_and_the_same() -> None:
    document = document_of("(RSG 0 1) (a (b c) ())")
    first, second = (document.root.children[1].children[1] for _ in range(2))
    assert first is not second
    document.find_paths([first])
    assert document.path_of(second) == "/[2]/[2]"
    assert document.source(second).path == "/[2]/[2]"


def test_a_document_behind_others_counts_on_from_them() -> None:
    document = document_of('(RSG 0 "") (a (b c) ())')
    assert document.number(10) == 16
    assert [node.text_id for _, node in document.walk() if node.has_text] == [10, 11, 12, 13, 14, 15]
