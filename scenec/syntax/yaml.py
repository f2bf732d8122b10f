"""YAML as the same tree as XML: a key is an element in its map, a list is its key's element repeated. Lines and columns are those of
the values. Only the plain part of YAML is read: scalars stay text, tags and merge keys mean nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.decoding import decoded
from scenec.syntax.tree import MAXIMUM_DEPTH, Document, FileName, SourceNode

if TYPE_CHECKING:
    from yaml import Event

ROOT = "yaml"
"""The tag of the root, which has no name in YAML."""

MAXIMUM_COPIES = 20_000
"""More nodes than these through aliases are refused: nine aliases of nine aliases of... are a few lines that fill any memory."""
LIBYAML_DEPTH = "exceeded maximum nesting depth"
"""Message of libyaml about brackets nested deeper than 1,000, as many as we allow. It scans ahead, so it may find them first."""


def _too_deep(maximum_depth: int) -> str:
    return f"nested deeper than {maximum_depth:,} maps and lists"


class _Open:
    """A map or list that is being read. node: the element its keys go to; key: the one whose value comes next."""

    __slots__ = ("anchor", "is_list", "key", "node", "parent")

    def __init__(self, node: SourceNode, parent: SourceNode | None, is_list: bool, anchor: str | None) -> None:
        self.node = node
        self.parent = parent
        self.is_list = is_list
        self.anchor = anchor
        self.key: str | None = None


def read_yaml(data: bytes, name: str, *, shown: str = "", path: str | None = None, maximum_depth: int = MAXIMUM_DEPTH) -> Document:
    """The maps, lists and scalars of a YAML file as elements: ``a: {b: 1}`` is ``<a><b>1</b></a>``, ``a: [1, 2]`` is
    ``<a>1</a><a>2</a>``. Nothing in a list of lists has a name, so that is refused, as is a file that is no map.

    Raises ReadError for what is not YAML in UTF-8, for several documents, for maps and lists nested deeper than `maximum_depth`,
    and for aliases that would make more than `MAXIMUM_COPIES` nodes.
    """
    import yaml

    shown = shown or name
    text = decoded(data.removeprefix(b"\xef\xbb\xbf"), shown)
    builder = _Builder(shown, maximum_depth)
    try:
        for event in yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = Source(shown, mark.line + 1, mark.column + 1) if mark is not None else Source(shown, 1, 1)
        if error.problem == LIBYAML_DEPTH:
            raise ReadError(_too_deep(maximum_depth), place) from None
        raise ReadError(f"not well-formed YAML: {error.problem or error.context}", place) from None
    except yaml.YAMLError as error:
        raise ReadError(f"not well-formed YAML: {str(error).splitlines()[0]}", Source(shown, 1, 1)) from None
    if builder.root is None:
        raise ReadError("no map in the file", Source(shown, 1, 1), "keys and values", hint="the file is empty" if not text.strip() else "")
    return Document(FileName(name, shown, path), builder.root)


class _Builder:
    def __init__(self, shown: str, maximum_depth: int) -> None:
        self.shown = shown
        self.maximum_depth = maximum_depth
        self.root: SourceNode | None = None
        self.open: list[_Open] = []
        self.anchors: dict[str, SourceNode | None] = {}
        self.copied = 0
        self.documents = 0

    def take(self, event: Event) -> None:
        import yaml

        if isinstance(event, yaml.DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                raise self._error("a second YAML document in the file", event, expected="one")
        elif isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            self._start(event, isinstance(event, yaml.SequenceStartEvent))
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self._end()
        elif isinstance(event, yaml.ScalarEvent):
            self._scalar(event, event.value, event.anchor)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event, str(event.anchor))

    def _start(self, event: Event, is_list: bool) -> None:
        line, column = _line_and_column(event)
        anchor: str | None = getattr(event, "anchor", None)
        if len(self.open) >= self.maximum_depth:
            raise self._error(_too_deep(self.maximum_depth), event)
        if not self.open:
            if is_list:
                raise self._error("a list where the file begins", event, expected="a map")
            self.root = SourceNode(ROOT, line, column)
            self.open.append(_Open(self.root, None, False, anchor))
            return
        above = self.open[-1]
        if not above.is_list and above.key is None:
            raise self._error("a map or list as a key", event, expected="a word")
        if above.is_list and is_list:
            raise self._error("a list in a list", event, expected="a map or a value")
        if is_list:
            holder = _Open(above.node, above.node, True, anchor)
            holder.key = above.key
        else:
            node = SourceNode(above.key or "", line, column)
            above.node.add(node)
            holder = _Open(node, above.node, False, anchor)
        if anchor is not None:
            self.anchors[anchor] = None  # not complete yet: an alias to it would go round in circles
        self.open.append(holder)

    def _end(self) -> None:
        closed = self.open.pop()
        if closed.anchor is not None and not closed.is_list:
            self.anchors[closed.anchor] = closed.node
        if self.open and not self.open[-1].is_list:
            self.open[-1].key = None

    def _scalar(self, event: Event, value: str, anchor: str | None) -> None:
        if not self.open:
            raise self._error("a lone value", event, expected="a map")
        above = self.open[-1]
        if not above.is_list and above.key is None:
            if not value:
                raise self._error("an empty key", event, expected="a word")
            above.key = value
            return
        line, column = _line_and_column(event)
        node = SourceNode(above.key or "", line, column, text=value.strip())
        above.node.add(node)
        if anchor is not None:
            self.anchors[anchor] = node
        if not above.is_list:
            above.key = None

    def _alias(self, event: Event, anchor: str) -> None:
        above = self.open[-1]
        if not above.is_list and above.key is None:
            raise self._error("an alias as a key", event, expected="a word")
        target = self.anchors.get(anchor)
        if target is None:
            raise self._error(f"the alias *{anchor} leads to no finished map or value", event, hint="write the value in place")
        line, column = _line_and_column(event)
        above.node.add(self._copy(target, above.key or "", line, column, event))
        if not above.is_list:
            above.key = None

    def _copy(self, target: SourceNode, tag: str, line: int, column: int, event: Event) -> SourceNode:
        """The target's values once more, standing where the alias stands."""
        copy = SourceNode(tag, line, column, text=target.text)
        todo = [(target, copy)]
        while todo:
            source, made = todo.pop()
            self.copied += 1 + len(source.children)
            if self.copied > MAXIMUM_COPIES:
                raise self._error(f"aliases that make more than {MAXIMUM_COPIES:,} values", event)
            for child in source.children:
                again = SourceNode(child.tag, line, column, text=child.text)
                made.add(again)
                todo.append((child, again))
        return copy

    def _error(self, what: str, event: Event, *, expected: str = "", hint: str = "") -> ReadError:
        return ReadError(what, Source(self.shown, *_line_and_column(event)), expected, "", hint)


def _line_and_column(event: Event) -> tuple[int, int]:
    mark = event.start_mark
    return (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
