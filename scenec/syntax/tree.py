"""The one tree all syntaxes are read into: what stands in a file, where, and nothing about what it means.

A value is an attribute, a text payload or (S-expressions) an atom. Values are numbered in document order: a node's
attributes in the order written, then its text, then its children. `SourceNode.first_id` is the number of a node's first
value, set by `Document.number`; so ids, positions and paths need no object per value.
"""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, cast

import msgspec

from scenec.source import Origin, Source
from scenec.syntax.folded import Folded, Head
from scenec.trace import Ids, TracedStr

MAXIMUM_DEPTH = 1000
"""Elements nested deeper are refused by every syntax (`nesting-too-deep`)."""

Remark = tuple[int, int, str]
"""Line, column and what is odd there, though readable: some reader of the format would see something else."""


Places = dict[str, tuple[int, int]]
"""Attribute name (``""``: the text) -> line and column of its value."""

NO_CHILDREN = cast("list[SourceNode]", ())
"""Stands for the list of children until there is one (`SourceNode.add`): most nodes of a file have none."""


_FEW_ATTRIBUTES = 32


class _Counted(dict[str, str]):
    """Many attributes, and the place of each among them."""

    __slots__ = ("places",)

    def __init__(self, attributes: dict[str, str]) -> None:
        super().__init__(attributes)
        self.places = {name: place for place, name in enumerate(attributes)}


class Comment(msgspec.Struct, frozen=True, gc=False):
    """A comment and where it stands: in `parent` (None: outside the root) before its child number `place`.
    beside: it stands on the line on which what is before it ends."""

    parent: SourceNode | None
    place: int
    text: str
    beside: bool


SEEN = 1
"""Mark of an element: a reader has looked at it, so that its values and children are asked for one by one."""
TEXT = 2
"""Mark of an element: a reader has taken its text."""
READ = SEEN | TEXT
"""Marks of an element whose text a reader has taken, if it has one, with the first look at it."""
WHOLE = 4
"""Mark of an element: all in it is accounted for."""
FIRST = 8
"""Mark of an element: a reader has taken its first attribute. The mark of each further one is twice that of the one before."""


class SourceNode(msgspec.Struct, eq=False, gc=False):
    """An element, a list or an atom.

    XML: `tag` is the element's name, `text` its stripped text (runs between children and comments joined), children elements.
    S-expressions: a list has tag ``"("`` and children; an atom tag ``""`` and its `text`.
    `line`, `column`: where it starts (the ``(``, the atom's first character). In XML the column is 0 and `line` the number of the node in
    document order: its place is found when somebody asks. So ask `Document.place_of`.
    `places`: for syntaxes that know them, attribute name -> (line, column) of its value; key ``""`` is the text; or where in the file it
    starts, for `Rereading.find_places`.
    `marks`: what readers have taken of it, a sum of `SEEN`, `TEXT`, `WHOLE` and those of its attributes (`scenec.accounting.rest`).
    No node knows its parent: a tree is freed the moment its root is, and the cycle collector never has to look at it.
    """

    tag: str
    line: int
    column: int
    attributes: dict[str, str] = {}
    text: str = ""
    children: list[SourceNode] = NO_CHILDREN
    first_id: int = -1
    places: Places | int | None = None
    marks: int = 0

    @property
    def has_text(self) -> bool:
        """Whether the text is a value. An atom always is one, even the empty string ``""``; an element's empty text is none."""
        return bool(self.text) or not (self.tag or self.children)

    @property
    def value_count(self) -> int:
        return len(self.attributes) + (bool(self.text) or not (self.tag or self.children))  # has_text, which is asked for often

    @property
    def end(self) -> tuple[int, int]:
        """The number (in XML) and the id that follow those of everything in it."""
        last = self
        while children := last.children:
            last = children[-1]
        return last.line + 1, last.first_id + len(last.attributes) + (bool(last.text) or not last.tag)

    def add(self, child: SourceNode) -> None:
        """One more child, after the others."""
        if self.children:
            self.children.append(child)
        else:
            self.children = [child]

    def attribute_id(self, name: str) -> int:
        """The ledger id of an attribute that is there. Linear in the attributes of the node, which are few; many are counted once."""
        own, attributes = self.first_id, self.attributes
        if len(attributes) > _FEW_ATTRIBUTES:
            if not isinstance(attributes, _Counted) or len(attributes.places) != len(attributes):
                attributes = self.attributes = _Counted(attributes)
            return own + attributes.places[name]
        for each in attributes:
            if each == name:
                return own
            own += 1
        raise KeyError(name)

    @property
    def text_id(self) -> int:
        """The ledger id of the text, if there is one."""
        return self.first_id + len(self.attributes) if self.attributes else self.first_id

    def attribute_ids(self, name: str) -> Ids:
        """The ids of an attribute: those that its text carries, even none, else that of its place."""
        text = self.attributes[name]
        return text.ids if type(text) is TracedStr else (self.attribute_id(name),)

    @property
    def text_ids(self) -> Ids:
        """The ids of the text, likewise."""
        text = self.text
        return text.ids if type(text) is TracedStr else (self.first_id + len(self.attributes),)

    def mark(self, name: str) -> int:
        """Mark an attribute that is there as taken. Return its ledger id."""
        attributes, place = self.attributes, 0
        if len(attributes) > _FEW_ATTRIBUTES:
            place = self.attribute_id(name) - self.first_id
        else:
            for each in attributes:
                if each == name:
                    break
                place += 1
        self.marks |= FIRST << place
        return self.first_id + place

    def mark_text(self) -> int:
        """Mark the text as taken. Return its ledger id."""
        self.marks |= TEXT
        return self.first_id + len(self.attributes)

    def mark_all(self) -> None:
        """Mark it and everything in it as taken."""
        self.marks |= SEEN | WHOLE

    def __repr__(self) -> str:
        return f"<{self.tag or self.text!r} {f'line {self.line}' if self.column else f'number {self.line}'}>"


class FileName(msgspec.Struct, frozen=True):
    """How a file is called. name: by reports, relative to the entry file's folder, with ``/``. shown: by errors, relative to the working
    directory; "" is as reports do. path: the absolute path, or None for streams."""

    name: str
    shown: str = ""
    path: str | None = None


class Rereading(msgspec.Struct, frozen=True):
    """How the parser of a document goes back to its text for what the tree does not hold. None: it cannot, or the tree holds it.

    find_place: line and column of the node of a number. find_places: the places of the values of an element, by its `SourceNode.places`;
    hardly any of them is ever asked for. read_again: the root once more, in a tree of its own; it gets the first id, by which it may
    number the values. data: the bytes of the file, in syntaxes whose files are written again with few changes.
    """

    find_place: Callable[[int], tuple[int, int]] | None = None
    find_places: Callable[[int], Places] | None = None
    read_again: Callable[[int], SourceNode] | None = None
    data: bytes | None = None


_NO_REREADING = Rereading()


class Document:
    """One file as read.

    name, shown, path: see `FileName`. syntax: ``xml`` or ``sexp``.
    comments: how many comments the file holds (they are no values, but losing them is one note). comment_places: what they say and
    where, set by the parsers of syntaxes that keep them.
    remarks: what is odd in it without being an error, such as an attribute written twice. packed: it stands in an archive, whose lines
    cannot be looked up. boundary: the `scenec.files.Boundary` it was read in; reading: how (`scenec.reading`). format: the one (with its
    version) that its scene is of.
    """

    __slots__ = (
        "__weakref__",
        "_paths",
        "_root",
        "_way",
        "boundary",
        "comment_places",
        "comments",
        "count",
        "first_id",
        "format",
        "name",
        "packed",
        "path",
        "reading",
        "remarks",
        "rereading",
        "shown",
        "syntax",
    )

    def __init__(
        self,
        file: FileName,
        root: SourceNode,
        *,
        syntax: str = "xml",
        comments: int = 0,
        remarks: list[Remark] | None = None,
        rereading: Rereading = _NO_REREADING,
        ids: range | None = None,
    ) -> None:
        """ids: those of its values, if they are numbered already."""
        self.name = file.name
        self.shown = file.shown or file.name
        self.path = file.path
        self.packed = False
        self.boundary: Any = None
        self.reading: Any = None
        self.format = ""
        self._root: SourceNode | None = root
        self.syntax = syntax
        self.comments = comments
        self.comment_places: list[Comment] = []
        self.remarks: list[Remark] = remarks if remarks is not None else []
        self.rereading = rereading
        self.first_id = ids.start if ids is not None else -1
        self.count = len(ids) if ids is not None else 0
        self._paths: dict[Hashable, str] = {}
        self._way: list[tuple[SourceNode, int]] = []
        """From the root to the node that `node_at` was asked for last, each with the number that follows all in it: who asks mostly asks
        for one nearby next."""

    @property
    def root(self) -> SourceNode:
        """The outermost node."""
        if self._root is None:
            assert self.rereading.read_again is not None
            self._root = self.rereading.read_again(self.first_id)
            if self._root.first_id != self.first_id:
                _number(self._root, self.first_id)
        return self._root

    @property
    def can_be_read_again(self) -> bool:
        """Whether the tree need not be kept: see `give_away`."""
        return self.rereading.read_again is not None

    def give_away(self) -> None:
        """Leave the tree to its owner, to change or free it: what stood in the file is read again when it is asked for.
        Without effect on a document that cannot."""
        if self.can_be_read_again:
            self._root = None
            self._paths.clear()
            self._way = []

    def number(self, first_id: int) -> int:
        """Give every value its id, from `first_id` on; returns the next free id."""
        if self.first_id != first_id:
            self.first_id = first_id
            self.count = _number(self.root, first_id) - first_id
        return first_id + self.count

    def walk(self) -> Iterator[tuple[str, SourceNode]]:
        """Every node in document order with its positional path."""
        around = [iter(((self.root_path, self.root),))]
        while around:
            step = next(around[-1], None)
            if step is None:
                around.pop()
                continue
            yield step
            path, node = step
            if node.children:
                around.append(zip(self._paths_below(path, node), node.children, strict=True))

    @property
    def root_path(self) -> str:
        return f"/{self.root.tag}[1]" if self.syntax == "xml" else ""

    def _paths_below(self, path: str, node: SourceNode) -> Iterator[str]:
        return (f"{path}/{name}[{n}]" for name, n, _, _ in self.branches(node))

    def branches(self, node: SourceNode) -> Iterator[tuple[str, int, int, int]]:
        """Of the children of a node the name in paths and which of that name it is, the number (in XML) and the first id, without looking
        at them where that can be avoided."""
        seen: dict[str, int] = {}
        by_name = self.syntax == "xml"
        for tag, number, first_id in heads_of(node.children):
            name = tag if by_name else ""
            seen[name] = n = seen.get(name, 0) + 1
            yield name, n, number, first_id

    def values(self, path: str, node: SourceNode) -> Iterator[tuple[int, str, int, int, str]]:
        """The values of one node: (id, path, line, column, text)."""
        places = self.places_of(node)
        value_id, place = node.first_id, self.place_of(node)
        for name, text in node.attributes.items():
            line, column = places.get(name, place)
            yield value_id, f"{path}/@{name}", line, column, text
            value_id += 1
        if node.has_text:
            line, column = places.get("", place)
            yield value_id, path if self.syntax == "sexp" else f"{path}/text()", line, column, node.text

    def located(self, value_id: int, line: int, column: int, path: str) -> Source:
        """The place of a value, as `values` tells it. A document of several files knows in which of them a value stands."""
        return Source(self.name, line, column, path)

    def place_of(self, node: SourceNode) -> tuple[int, int]:
        """Line and column at which a node starts."""
        find_place = self.rereading.find_place
        if node.column or find_place is None:
            return node.line, node.column
        return find_place(node.line)

    def node_at(self, number: int) -> SourceNode:
        """The node of that number in document order, in XML."""
        way = [*self._way] or [(self.root, sys.maxsize)]
        while not way[-1][0].line <= number < way[-1][1]:
            way.pop()
        node, end = way[-1]
        while node.line != number:
            children: Sequence[SourceNode] = node.children
            if isinstance(children, Folded):
                node, end = children.around_number(number, end)
            else:
                after = bisect_right(children, number, key=lambda child: child.line)
                end = children[after].line if after < len(children) else end
                node = children[after - 1]
            way.append((node, end))
        self._way = way
        return node

    def places_of(self, node: SourceNode) -> Places:
        """Where the values of a node stand, as far as that is known."""
        if isinstance(node.places, int):
            find_places = self.rereading.find_places
            return find_places(node.places) if find_places is not None else {}
        return node.places or {}

    def path_of(self, node: SourceNode | int) -> str:
        """The positional path of one node. Unless `find_paths` has found it, the first call walks the whole document."""
        key = node if isinstance(node, int) else self.identity(node)
        path = self._paths.get(key)
        if path is None:
            self._paths = {self.identity(each): path for path, each in self.walk()}
            path = self._paths[key]
        return path

    @property
    def by_number(self) -> bool:
        """Whether nodes go by their numbers in document order: they may be others when they are looked at again."""
        return self.syntax == "xml" and self.rereading.find_place is not None

    def identity(self, node: SourceNode) -> Hashable:
        """Return what tells a node from all others. Documents whose nodes are made when asked for have an answer of their own."""
        return node.line if self.by_number else id(node)

    def find_paths(self, nodes: Iterable[SourceNode | int]) -> None:
        """Find the paths of several nodes (or numbers of nodes) of a numbered document at once, looking only into the branches that hold
        one."""
        by_number = self.by_number
        found = [self.node_at(each) if isinstance(each, int) and not by_number else each for each in nodes]
        wanted = {each if isinstance(each, int) else self.identity(each) for each in found}
        if by_number:
            starts = sorted(cast("set[int]", wanted))
        else:
            starts = sorted({node.first_id for node in cast("list[SourceNode]", found)})
        if not starts:
            return
        around = [iter(((self.root_path, self.root, sys.maxsize if by_number else self.first_id + self.count),))]
        while around:
            step = next(around[-1], None)
            if step is None:
                around.pop()
                continue
            path, node, end = step
            key = self.identity(node)
            if key in wanted:
                self._paths[key] = path
            if node.children:
                around.append(self._branches_with(starts, path, node, end))

    def _branches_with(self, starts: list[int], path: str, node: SourceNode, end: int) -> Iterator[tuple[str, SourceNode, int]]:
        """The children in which one of these numbers or first ids is: path, node, and the number or first id behind it."""
        by_number, at = self.by_number, 0
        heads = chain(self.branches(node), (("", 0, end, end),))
        for i, ((name, n, number, first_id), (_, _, next_number, next_id)) in enumerate(pairwise(heads)):
            start, child_end = (number, next_number) if by_number else (first_id, next_id)
            at = bisect_left(starts, start, at)
            if at == len(starts):
                return
            # A branch without values begins where it ends.
            if starts[at] < (child_end if by_number else child_end + 1):
                yield f"{path}/{name}[{n}]", node.children[i], child_end

    def origin(self, node: SourceNode) -> Origin:
        """The origin of what is read from a node. It keeps no node of a document that can find it again: see `give_away`."""
        return Origin(self, node.line if self.can_be_read_again else node)

    def source(self, node: SourceNode | int, attribute: str | None = None, *, shown: bool = False) -> Source:
        """The place of a node (or of that of a number), or of one of its attributes (``""``: of its text); `shown`: with the name errors
        use, no path."""
        if isinstance(node, int):
            find_place = self.rereading.find_place
            if attribute is None and not shown and self.by_number and find_place is not None:
                return Source(self.name, *find_place(node), self.path_of(node))
            node = self.node_at(node)
        line, column = self.place_of(node)
        if attribute is not None:
            line, column = self.places_of(node).get(attribute, (line, column))
        if shown:
            return Source(self.shown, line, column)
        path = self.path_of(node)
        if attribute:
            path += f"/@{attribute}"
        elif attribute == "" and self.syntax == "xml":
            path += "/text()"
        return Source(self.name, line, column, path)


def heads_of(children: Sequence[SourceNode]) -> Iterator[Head]:
    """Of each node its tag, its number (in XML) and its first id."""
    if type(children) is Folded:
        return children.heads()
    return ((child.tag, child.line, child.first_id) for child in children)


def _number(root: SourceNode, first_id: int) -> int:
    """Give every value its id; returns the next free id. Iterative, so depth does not matter."""
    next_id = first_id
    stack = [root]
    while stack:
        node = stack.pop()
        node.first_id = next_id
        if node.text or not (node.tag or node.children):
            next_id += 1
        if node.attributes:
            next_id += len(node.attributes)
        if node.children:
            stack.extend(node.children[::-1])
    return next_id
