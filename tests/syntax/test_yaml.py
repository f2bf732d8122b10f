"""YAML read into the tree all syntaxes share."""

from __future__ import annotations

import pytest

from scenec.errors import ReadError
from scenec.syntax.yaml import read_yaml


def flat(text: str) -> list[tuple[str, int, int, str]]:
    document = read_yaml(text.encode(), "s.yml")
    return [(path, node.line, node.column, node.text) for path, node in document.walk() if node.text]


def test_every_value_knows_its_line_and_column() -> None:
    assert flat("nodelist:\n  - {name: a, index: 1}\n  - name: 'b c'\n") == [
        ("/yaml[1]/nodelist[1]/name[1]", 2, 12, "a"),
        ("/yaml[1]/nodelist[1]/index[1]", 2, 22, "1"),
        ("/yaml[1]/nodelist[2]/name[1]", 3, 11, "b c"),
    ]


def test_a_list_repeats_its_key() -> None:
    assert [path for path, *_ in flat("id: [1, 2]\n")] == ["/yaml[1]/id[1]", "/yaml[1]/id[2]"]


def test_values_stay_text() -> None:
    """YAML's own ideas of numbers and switches are not the format's."""
    assert [text for *_, text in flat("{a: yes, b: 1_000, c: 0o17, d: ~}")] == ["yes", "1_000", "0o17", "~"]


def test_an_alias_stands_where_it_is_used() -> None:
    assert flat("a: &p {x: 1}\nb: *p\n") == [("/yaml[1]/a[1]/x[1]", 1, 11, "1"), ("/yaml[1]/b[1]/x[1]", 2, 4, "1")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "s.yml:1:1: no map in the file; expected keys and values; the file is empty"),
        ("- a\n", "s.yml:1:1: a list where the file begins; expected a map"),
        ("just text\n", "s.yml:1:1: a lone value; expected a map"),
        ("a: [1, [2]]\n", "s.yml:1:8: a list in a list; expected a map or a value"),
        ("a: {b: 1\n", "s.yml:2:1: not well-formed YAML: did not find expected ',' or '}'"),
        ("a: 1\n---\nb: 2\n", "s.yml:2:1: a second YAML document in the file; expected one"),
        ("a: &p {b: *p}\n", "s.yml:1:11: the alias *p leads to no finished map or value; write the value in place"),
        ("{a: 1}: 2\n", "s.yml:1:1: a map or list as a key; expected a word"),
    ],
)
def test_what_is_no_map_of_values_is_refused_where_it_stands(text: str, message: str) -> None:
    with pytest.raises(ReadError) as error:
        read_yaml(text.encode(), "s.yml")
    assert str(error.value) == message


def test_aliases_of_aliases_do_not_fill_the_memory() -> None:
    lines = ["a0: &a0 {x: 1}"]
    lines += [f"a{i}: &a{i} {{{', '.join(f'k{j}: *a{i - 1}' for j in range(10))}}}" for i in range(1, 12)]
    with pytest.raises(ReadError, match="aliases that make more than"):
        read_yaml("\n".join(lines).encode(), "bomb.yml")


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(ReadError, match=r"bomb.yml:1:\d+: nested deeper than 1,000"):
        read_yaml(("{a: " * 5000 + "1" + "}" * 5000).encode(), "bomb.yml")
