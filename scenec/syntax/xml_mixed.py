"""XML as a program's text: elements and runs of text in their order, as languages need that copy and evaluate them. `scenec.syntax.xml`
joins the text of an element instead."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right

import msgspec

from scenec.source import Source
from scenec.syntax.decoding import BLANKS, refuse_binary
from scenec.syntax.tree import MAXIMUM_DEPTH, SourceNode
from scenec.syntax.xml import XmlBuilder

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_ATTRIBUTE = re.compile(rb"""([^\s="'<>/]+)\s*=\s*["']((?<=")[^"]*"|(?<=')[^']*')""")
_TAG = re.compile(rb"""<(?:[^"'>]|"[^"]*"|'[^']*')*>""")
_LINE_END = re.compile(rb"\n")
_BLANK = re.compile(rb"[ \t\r\n]*")


class MixedFile:
    """One file: what places are worked out from. name: as reports call it; shown: as errors do; path: absolute, None for a stream."""

    __slots__ = ("_line_starts", "comments", "data", "name", "path", "shown")

    def __init__(self, name: str, shown: str, path: str | None, data: bytes) -> None:
        self.name = name
        self.shown = shown
        self.path = path
        self.data = data.removeprefix(_BYTE_ORDER_MARK)
        self.comments = 0
        self._line_starts: array[int] | None = None

    def line_and_column(self, index: int) -> tuple[int, int]:
        """Where a byte stands, from 1."""
        if self._line_starts is None:
            self._line_starts = array("Q", [0, *(found.end() for found in _LINE_END.finditer(self.data))])
        line = bisect_right(self._line_starts, index)
        return line, len(self.data[self._line_starts[line - 1] : index].decode("utf-8", "replace")) + 1

    def index_of_attribute(self, index: int, name: str) -> int:
        """The index of the first character of an attribute's value. index: of the ``<`` of its element, which is what is returned where
        the attribute does not stand there."""
        return self.indices_of_attributes(index).get(name, index)

    def indices_of_attributes(self, index: int) -> dict[str, int]:
        """The same of all attributes that stand there, by name."""
        tag = _TAG.match(self.data, index)
        end = tag.end() if tag is not None else index
        return {found.group(1).decode("utf-8", "replace"): found.start(2) for found in _ATTRIBUTE.finditer(self.data, index, end)}

    def index_of_text(self, index: int) -> int:
        """The index of the first character of a text that is not blank. index: where the tag or comment before the text starts or ends."""
        data = self.data
        if data.startswith(b"<!--", index):
            index = data.find(b"-->", index) + 3
        elif data.startswith(b"<", index) and not data.startswith(b"<![CDATA[", index):
            tag = _TAG.match(data, index)
            index = tag.end() if tag else index
        blank = _BLANK.match(data, index)
        index = blank.end() if blank else index
        return index + len(b"<![CDATA[") if data.startswith(b"<![CDATA[", index) else index


class MixedText(msgspec.Struct, eq=False, gc=False):
    """A run of text between tags and comments. index: see `MixedFile.index_of_text`."""

    text: str
    file: MixedFile
    index: int


class MixedElement(msgspec.Struct, eq=False, gc=False):
    """An element and what stands in it, in order. index: of its ``<`` in the bytes of the file. One that was read never changes."""

    tag: str
    attributes: dict[str, str]
    file: MixedFile
    index: int
    content: list[MixedElement | MixedText] = []

    def place_of(self, attribute: str | None) -> tuple[MixedFile, int]:
        """The file, and the index in it of the element, or of the value of an attribute."""
        return self.file, self.file.index_of_attribute(self.index, attribute) if attribute else self.index


class _MixedBuilder(XmlBuilder):
    """Makes `MixedElement`s."""

    def __init__(self, file: MixedFile, maximum_depth: int) -> None:
        super().__init__(file.shown, maximum_depth, file.data, None, [], SourceNode)
        self.file = file
        self.outside = MixedElement("", {}, file, 0, [])
        self.elements = [self.outside]

    def root(self) -> MixedElement:
        self._parse_data()
        found = next(each for each in self.outside.content if isinstance(each, MixedElement))
        self.outside.content.clear()
        return found

    def innermost(self) -> tuple[str, int] | None:
        element = self.elements[-1]
        return None if element is self.outside else (element.tag, self.file.line_and_column(element.index)[0])

    def _build_tree(self) -> None:
        parser, file, deepest = self.parser, self.file, self.maximum_depth + 1
        nodes = self.elements
        runs: list[str] = []
        none: dict[str, str] = {}
        declared: set[str] = {"xml", "xmlns"}
        before = 0

        def flush() -> None:
            if runs:
                text = "".join(runs)
                runs.clear()
                if text.strip(BLANKS) or "\n" not in text:
                    nodes[-1].content.append(MixedText(text, file, before))

        def start(tag: str, attributes: dict[str, str]) -> None:
            nonlocal before
            flush()
            before = parser.CurrentByteIndex
            node = MixedElement(tag, attributes or none, file, before, [])
            if ":" in tag or any(":" in name for name in attributes):
                declared.update(name[6:] for name in attributes if name.startswith("xmlns:"))
                for name in (tag, *attributes):
                    prefix, colon, _ = name.partition(":")
                    if colon and prefix not in declared:
                        self.refuse(f'undeclared prefix "{prefix}" of <{tag}>', hint=f"declare xmlns:{prefix}= in the outermost element")
            nodes[-1].content.append(node)
            nodes.append(node)
            if len(nodes) > deepest:
                self.refuse(f"nested deeper than {deepest - 1:,} elements")

        def end(_tag: str) -> None:
            nonlocal before
            flush()
            nodes.pop()
            before = parser.CurrentByteIndex

        def comment(_text: str) -> None:
            nonlocal before
            flush()
            before = parser.CurrentByteIndex
            file.comments += 1

        parser.StartElementHandler = start
        parser.EndElementHandler = end
        parser.CharacterDataHandler = runs.append
        parser.CommentHandler = comment


def read_mixed_xml(file: MixedFile, *, maximum_depth: int = MAXIMUM_DEPTH) -> MixedElement:
    """Return the outermost element of a file.

    Raises ReadError as `scenec.syntax.xml.read_xml` does, and for prefixes that nothing declares, which parsers that know of namespaces
    refuse.
    """
    refuse_binary(file.data, file.shown)
    return _MixedBuilder(file, maximum_depth).root()


def place_in(file: MixedFile, index: int) -> Source:
    """The place of a byte as errors show it."""
    return Source(file.shown, *file.line_and_column(index))
