"""The tree that every text is read into: where its nodes are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scenec.syntax.tree import Document, SourceNode

nodes = st.recursive(
    st.builds(lambda tag, text: SourceNode(tag, 1, 1, {}, text), st.sampled_from("ab"), st.sampled_from(["", "x"])),
    lambda inner: st.builds(
        lambda tag, children, attributes: _with(SourceNode(tag, 1, 1, attributes), children),
        st.sampled_from("ab"), st.lists(inner, max_size=4), st.sampled_from([{}, {"k": "v"}]),
    ),
    max_leaves=30,
)  # fmt: skip


def _with(node: SourceNode, children: list[SourceNode]) -> SourceNode:
    node.children = children
    return node


@given(nodes, st.sampled_from(["xml", "sexp"]), st.data())
def test_paths_found_for_some_nodes_are_those_of_the_whole_walk(root: SourceNode, syntax: str, data: st.DataObject) -> None:
    document = Document("file", root, syntax=syntax)
    document.number(7)
    whole = {id(node): path for path, node in document.walk()}
    every = [node for _, node in document.walk()]
    wanted = data.draw(st.lists(st.sampled_from(every)))
    document.find_paths(wanted)
    assert [document._paths[id(node)] for node in wanted] == [whole[id(node)] for node in wanted]
