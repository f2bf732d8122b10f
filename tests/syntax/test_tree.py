"""The tree that every text is read into: where its nodes are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec.syntax.tree import Document, FileName, SourceNode

nodes = st.recursive(
    st.builds(lambda tag, text: SourceNode(tag, 1, 1, {}, text), st.sampled_from("ab"), st.sampled_from(["", "x"])),
    lambda inner: st.builds(
        lambda tag, children, attributes: _with(SourceNode(tag, 1, 1, attributes), children),
        st.sampled_from("ab"),
        st.lists(inner, max_size=4),
        st.sampled_from([{}, {"k": "v"}]),
    ),
    max_leaves=30,
)


def _with(node: SourceNode, children: list[SourceNode]) -> SourceNode:
    node.children = children
    return node


@given(nodes, st.sampled_from(["xml", "sexp"]), st.data())
def test_paths_found_for_some_nodes_are_those_of_the_whole_walk(root: SourceNode, syntax: str, data: st.DataObject) -> None:
    document = Document(FileName("file"), root, syntax=syntax)
    document.number(7)
    whole = {id(node): path for path, node in document.walk()}
    every = [node for _, node in document.walk()]
    wanted = data.draw(st.lists(st.sampled_from(every)))
    document.find_paths(wanted)
    assert [document._paths[id(node)] for node in wanted] == [whole[id(node)] for node in wanted]


@pytest.mark.parametrize("count", [3, 100])
def test_an_attribute_has_the_number_of_its_place_however_many_there_are(count: int) -> None:
    node = SourceNode("a", 1, 1, {f"a{i}": str(i) for i in range(count)}, first_id=7)
    assert [node.attribute_id(name) for name in node.attributes] == list(range(7, 7 + count))
    node.attributes["more"] = "1"
    assert (node.attribute_id("more"), node.attribute_id("a0")) == (7 + count, 7)
    with pytest.raises(KeyError):
        node.attribute_id("less")
