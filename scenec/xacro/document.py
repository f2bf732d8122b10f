"""The expanded file as a document like any other, whose values know in which file they stand and which calls made them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import msgspec

from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.decoding import BLANKS
from scenec.syntax.tree import MAXIMUM_DEPTH, Document, Places, SourceNode
from scenec.syntax.xml_mixed import MixedElement, MixedFile, MixedText, place_in
from scenec.xacro.macros import Call

TEXT = ""
"""The key of an element's text among its places."""

ValuePlace = tuple[MixedFile, int]
"""A file, and the index of a byte in it at which a value starts."""


class MadeElement(MixedElement):
    """An element of the expanded file. call: what made it, None in the main file's own text. moved: by attribute, the places of values
    that do not stand in the element's own text."""

    call: Call | None = None
    moved: dict[str, ValuePlace] | None = None

    def put(self, name: str, value: str, place: ValuePlace) -> None:
        """Set an attribute whose value stands elsewhere."""
        if self.moved is None:  # what was read is shared
            self.attributes, self.moved = dict(self.attributes), {}
        self.attributes[name] = value
        self.moved[name] = place


class _Row(msgspec.Struct, gc=False):
    """Where a node of the tree comes from."""

    node: SourceNode
    file: MixedFile
    index: int
    call: Call | None
    moved: dict[str, ValuePlace] | None


class ExpandedDocument(Document):
    """A file after expansion. Its name is that of the main file; `located` knows that of the file in which a value stands.

    files: names of all files read, the main one first. warnings: what is odd in them, though it expands, with places.
    """

    __slots__ = ("_ids", "_rows", "_shown", "files", "warnings")

    def __init__(
        self, root: MadeElement, main: MixedFile, *, files: Sequence[str], comments: int, warnings: Sequence[tuple[Source, str]] = ()
    ) -> None:
        self._rows: list[_Row] = []
        self._ids: list[int] = []
        super().__init__(
            main.name, _tree_of(root, self._rows), shown=main.shown, path=main.path, comments=comments, find_place=self._find_place
        )
        self.files = tuple(files)
        self.warnings = tuple(warnings)

    def _find_place(self, number: int) -> tuple[int, int]:
        row = self._rows[number]
        return row.file.line_and_column(row.index)

    def places_of(self, node: SourceNode) -> Places:
        """Where the values of a node stand: each in its own file."""
        row = self._rows[node.line]
        places = {name: (row.file, index) for name, index in row.file.indices_of_attributes(row.index).items()} | (row.moved or {})
        return {name: file.line_and_column(index) for name, (file, index) in places.items() if name in node.attributes or name == TEXT}

    def source(self, node: SourceNode | int, attribute: str | None = None, *, shown: bool = False) -> Source:
        """The place of a node, or of one of its values, in the file in which it stands, with the calls that made it."""
        number = node if isinstance(node, int) else node.line
        row = self._rows[number]
        file, index = (row.file, row.index) if attribute is None else _place(row, attribute)
        if shown:
            return Source(file.shown, *file.line_and_column(index))
        path = self.path_of(number)
        if attribute is not None:
            path += f"/@{attribute}" if attribute else "/text()"
        return Source(file.name, *file.line_and_column(index), path, row.call.trail() if row.call is not None else ())

    def located(self, value_id: int, line: int, column: int, path: str) -> Source:
        """The place of a value by its id."""
        if len(self._ids) != len(self._rows) or self._ids[0] != self.first_id:
            self._ids = [row.node.first_id for row in self._rows]
        row = self._rows[bisect_right(self._ids, value_id) - 1]
        attributes = [*row.node.attributes]
        at = value_id - row.node.first_id
        moved = (row.moved or {}).get(attributes[at] if at < len(attributes) else TEXT)
        file = row.file if moved is None else moved[0]
        return Source(file.name, line, column, path, row.call.trail() if row.call is not None else ())


def _place(row: _Row, name: str) -> ValuePlace:
    """Where a value of a node stands."""
    if row.moved is not None and name in row.moved:
        return row.moved[name]
    return row.file, row.file.index_of_attribute(row.index, name) if name else row.index


def _tree_of(root: MadeElement, rows: list[_Row]) -> SourceNode:
    """The tree that reading the expanded file as XML gives, its nodes numbered in document order. rows: filled for each node."""
    outside = SourceNode("", 0, 0)
    waiting: list[tuple[MadeElement, SourceNode, int]] = [(root, outside, 1)]
    while waiting:
        made, parent, depth = waiting.pop()
        if depth > MAXIMUM_DEPTH:
            raise ReadError(f"the result is nested deeper than {MAXIMUM_DEPTH:,} elements", place_in(made.file, made.index))
        node = SourceNode(made.tag, len(rows), 0, made.attributes)
        rows.append(row := _Row(node, made.file, made.index, made.call, made.moved))
        parent.add(node)
        if not made.content:
            continue
        texts: list[MixedText] = []
        children: list[MadeElement] = []
        for each in made.content:
            if isinstance(each, MadeElement):
                children.append(each)
            elif isinstance(each, MixedText):
                texts.append(each)
        if texts:
            node.text = "".join(each.text for each in texts).strip(BLANKS)
            first = next((each for each in texts if each.text.strip(BLANKS)), None)
            if first is not None:
                row.moved = {**(row.moved or {}), TEXT: (first.file, first.file.index_of_text(first.index))}
        waiting.extend((child, node, depth + 1) for child in reversed(children))
    return outside.children[0]
