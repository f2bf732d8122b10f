"""The expanded file as a document like any other, whose values know in which file they stand and which calls made them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import islice

import msgspec

from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.decoding import BLANKS
from scenec.syntax.tree import MAXIMUM_DEPTH, Document, FileName, Places, Rereading, SourceNode
from scenec.syntax.xml_mixed import MixedElement, MixedFile, MixedText, place_in
from scenec.xacro.scopes import Call

TEXT = ""
"""The key of an element's text among its places."""

ValuePlace = tuple[MixedFile, int]
"""A file, and the index of a byte in it at which a value starts."""


class MadeElement(MixedElement):
    """An element of the expanded file. call: what made it, None in the main file's own text. moved: by attribute, the places of values
    that do not stand in the element's own text."""

    call: Call | None = None
    moved: dict[str, ValuePlace] = msgspec.field(default_factory=dict)

    def put(self, name: str, value: str, place: ValuePlace) -> None:
        """Set an attribute whose value stands elsewhere."""
        self.attributes[name] = value
        self.moved[name] = place

    def place_of(self, attribute: str | None) -> ValuePlace:
        """Where the element stands, or one of its attributes, or its text: in any file."""
        return self.moved[attribute] if attribute in self.moved else MixedElement.place_of(self, attribute)


class ExpandedDocument(Document):
    """A file after expansion. Its name is that of the main file; `located` knows that of the file in which a value stands.

    files: names of all files read, the main one first. warnings: what is odd in them, though it expands, with places.
    unknown_arguments: those that were given and have no meaning, each with the nearest name that has.
    """

    __slots__ = ("_made", "_nodes", "files", "unknown_arguments", "warnings")

    def __init__(
        self, root: MadeElement, main: MixedFile, *, files: Sequence[str], comments: int, warnings: Sequence[tuple[Source, str]] = ()
    ) -> None:
        self._nodes, self._made = _tree_of(root)
        file = FileName(main.name, main.shown, main.path)
        super().__init__(file, self._nodes[0], comments=comments, rereading=Rereading(find_place=self._find_place))
        self.files = tuple(files)
        self.warnings = tuple(warnings)
        self.unknown_arguments: Sequence[tuple[str, str]] = ()

    def made_by(self, call: tuple[str, int, int]) -> list[SourceNode]:
        """The outermost elements that a call of a macro made. call: name of the file, line and column of its element."""
        is_made = [_is_made_by(made.call, call) for made in self._made]
        inside = {id(child) for node, own in zip(self._nodes, is_made, strict=True) if own for child in node.children}
        return [node for node, own in zip(self._nodes, is_made, strict=True) if own and id(node) not in inside]

    def _find_place(self, number: int) -> tuple[int, int]:
        return self._made[number].file.line_and_column(self._made[number].index)

    def places_of(self, node: SourceNode) -> Places:
        """Where the values of a node stand: each in its own file."""
        made = self._made[node.line]
        places = {name: (made.file, index) for name, index in made.file.indices_of_attributes(made.index).items()} | made.moved
        return {name: file.line_and_column(index) for name, (file, index) in places.items() if name in node.attributes or name == TEXT}

    def source(self, node: SourceNode | int, attribute: str | None = None, *, shown: bool = False) -> Source:
        """The place of a node, or of one of its values, in the file in which it stands, with the calls that made it."""
        number = node if isinstance(node, int) else node.line
        made = self._made[number]
        file, index = made.place_of(attribute)
        if shown:
            return Source(file.shown, *file.line_and_column(index))
        path = self.path_of(number)
        if attribute is not None:
            path += f"/@{attribute}" if attribute else "/text()"
        return Source(file.name, *file.line_and_column(index), path, made.call.trail() if made.call else ())

    def located(self, value_id: int, line: int, column: int, path: str) -> Source:
        """The place of a value by its id."""
        number = bisect_right(self._nodes, value_id, key=lambda node: node.first_id) - 1
        node, made = self._nodes[number], self._made[number]
        attribute = next(islice(node.attributes, value_id - node.first_id, None), TEXT)
        file, _ = made.moved.get(attribute, (made.file, 0))
        return Source(file.name, line, column, path, made.call.trail() if made.call else ())


def _is_made_by(call: Call | None, place: tuple[str, int, int]) -> bool:
    while call is not None:
        file, index = call.element.file, call.element.index
        if file.name == place[0] and file.line_and_column(index) == place[1:]:
            return True
        call = call.caller
    return False


def _tree_of(root: MadeElement) -> tuple[list[SourceNode], list[MadeElement]]:
    """The nodes of the tree that reading the expanded file as XML gives, numbered in document order, and what each comes from."""
    outside = SourceNode("", 0, 0)
    nodes: list[SourceNode] = []
    every: list[MadeElement] = []
    waiting: list[tuple[MadeElement, SourceNode, int]] = [(root, outside, 1)]
    while waiting:
        made, parent, depth = waiting.pop()
        if depth > MAXIMUM_DEPTH:
            raise ReadError(f"the result is nested deeper than {MAXIMUM_DEPTH:,} elements", place_in(made.file, made.index))
        node = SourceNode(made.tag, len(nodes), 0, made.attributes)
        nodes.append(node)
        every.append(made)
        parent.add(node)
        texts = [each for each in made.content if isinstance(each, MixedText)]
        if texts:
            node.text = "".join(each.text for each in texts).strip(BLANKS)
            first = next((each for each in texts if each.text.strip(BLANKS)), None)
            if first is not None:
                made.moved[TEXT] = (first.file, first.file.index_of_text(first.index))
        waiting.extend((each, node, depth + 1) for each in reversed(made.content) if isinstance(each, MadeElement))
        made.content = []
    return nodes, every
