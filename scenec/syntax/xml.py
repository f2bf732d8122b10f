"""XML with exact places: expat tells line and column of every element, however long the file (lxml is wrong past line
65,534 and after start tags of several lines). No namespace processing: `gz:foo` stays `gz:foo`. Nothing is ever fetched."""

from __future__ import annotations

import codecs
import re
from array import array
from collections.abc import Callable
from functools import partial
from typing import NoReturn
from xml.parsers import expat

from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.decoding import BLANKS, not_utf8, place_of_byte, refuse_binary
from scenec.syntax.tree import MAXIMUM_DEPTH, Document, FileName, Remark, Rereading, SourceNode
from scenec.syntax.xml_plain import read_plain
from scenec.syntax.xml_tinyxml2 import encoding_by_content, mended, tolerated

_TEXT_BUFFER = 1 << 20
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_CUSTOM_ENTITY = re.compile(rb"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?(?:-->|\Z)|&(?!amp;|lt;|gt;|quot;|apos;|#)([^;\s<&]*);", re.DOTALL)
_ENTITIES_REFUSED = "the document type declares entities or attributes"


def read_xml(
    data: bytes,
    name: str,
    *,
    shown: str = "",
    path: str | None = None,
    maximum_depth: int = MAXIMUM_DEPTH,
    tinyxml2: bool = False,
    node: type[SourceNode] = SourceNode,
    first_id: int = 0,
) -> Document:
    """The elements, attributes and texts of an XML file, each element with line and column of its ``<``.

    A text is what stands between the element's children and comments, joined and stripped; one that continues after a
    comment is remarked on, as some readers (tinyxml2) stop there. A bare DOCTYPE is accepted; one that declares anything,
    and references to anything but the predefined entities, are refused. node: the class of the nodes.
    first_id: what their values will be numbered from, as far as that is known.

    tinyxml2: read as that parser does, each difference with a remark. Blanks before the XML declaration and ``--`` inside comments are
    accepted, and so are attributes without blanks between them, ``&`` that begins no entity, ``<`` in an attribute and ``]]>`` in a text.
    An end tag behind the outermost element ends the file. A text ends at the first comment, element or CDATA section behind it.
    The encoding is UTF-8 under any declaration; only bytes that are no UTF-8, which tinyxml2 hands on as they are, are decoded as declared.

    Raises ReadError for everything that is not well-formed XML in an encoding that expat knows, and for elements nested
    deeper than `maximum_depth`.
    """
    shown = shown or name
    data = data.removeprefix(_BYTE_ORDER_MARK)
    refuse_binary(data, shown)
    remarks: list[Remark] = []
    encoding = None
    if tinyxml2:
        data, encoding = tolerated(data, remarks)
        encoding = encoding_by_content(data, encoding, remarks)
    if encoding is None and (plain := read_plain(data, name, shown, path, maximum_depth, node, first_id)):
        plain.remarks = sorted(remarks)
        return plain
    try:
        return read_any(data, name, shown, path, maximum_depth, encoding, remarks.copy(), node, first_text=tinyxml2)
    except ReadError:
        changed = mended(data) if tinyxml2 else None
        if changed is None:
            raise
        remarks += changed.places
        return read_any(changed.data, name, shown, path, maximum_depth, encoding, remarks, node, first_text=True, column=changed.column)


def read_any(
    data: bytes,
    name: str,
    shown: str,
    path: str | None,
    maximum_depth: int,
    encoding: str | None,
    remarks: list[Remark],
    node: type[SourceNode] = SourceNode,
    *,
    first_text: bool = False,
    column: Callable[[int, int], int] | None = None,
) -> Document:
    """The document of a file that need not be plain; the place of everything that is wrong. encoding: instead of the declared one.
    first_text: a text ends where anything else begins. column: of a line and column of the data, what it is in the file."""
    builder = XmlBuilder(shown, maximum_depth, data, encoding, remarks, node, first_text=first_text, column=column)
    root = builder.parse()

    def read_again(_first_id: int) -> SourceNode:
        return XmlBuilder(shown, maximum_depth, data, encoding, [], SourceNode, first_text=first_text).parse()

    rereading = Rereading(find_place=builder.places, read_again=read_again)
    return Document(FileName(name, shown, path), root, comments=builder.comments, remarks=sorted(remarks), rereading=rereading)


class _Interruptions:
    """Items behind text in the open elements: comments, and with `first_only` all else that ends the text there."""

    def __init__(self, parser: expat.XMLParserType, places: _Places, remarks: list[Remark], *, first_only: bool) -> None:
        self.parser = parser
        self.places = places
        self.remarks = remarks
        self.first_only = first_only
        self.found: list[tuple[SourceNode, int, int, int, str]] = []
        """The element around it, the length of its text so far, line, column, what it is."""

    def add(self, node: SourceNode, what: str) -> None:
        if node.text.strip(BLANKS):
            line, column = self.places.at(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)
            self.found.append((node, len(node.text), line, column, what))

    def text_of(self, node: SourceNode, text: str) -> str:
        """The text of an element that ends, stripped, after remarking on what stands in its middle."""
        end = len(text)
        while self.found and self.found[-1][0] is node:
            _, length, line, column, what = self.found.pop()
            if text[:length].strip(BLANKS) and text[length:].strip(BLANKS):
                self.remarks.append((line, column, f"{what} in the middle of the text of <{node.tag}>"))
                end = length if self.first_only else end
        return text[:end].strip(BLANKS)


class _Places:
    """Where the elements of a file stand: line and column of each, one after the other. column: of a line and column of what was parsed,
    what it is in the file."""

    __slots__ = ("column", "found")

    def __init__(self, column: Callable[[int, int], int] | None) -> None:
        self.found = array("Q")
        self.column = column

    def __call__(self, number: int) -> tuple[int, int]:
        return self.at(self.found[2 * number], self.found[2 * number + 1])

    def at(self, line: int, column: int) -> tuple[int, int]:
        return line, column if self.column is None else self.column(line, column)


class XmlBuilder:
    """Expat's handlers and what they fill. The handlers are closures over local variables: they run once per tag."""

    def __init__(
        self,
        shown: str,
        maximum_depth: int,
        data: bytes,
        encoding: str | None,
        remarks: list[Remark],
        node: type[SourceNode],
        *,
        first_text: bool = False,
        column: Callable[[int, int], int] | None = None,
    ) -> None:
        self.node = node
        self.places = _Places(column)
        self.shown = shown
        self.maximum_depth = maximum_depth
        self.data = data
        self.remarks = remarks
        self.comments = 0
        self.top = SourceNode("", 0, 0)
        self.open = [self.top]
        self.parser = expat.ParserCreate(encoding)
        self.encoding = encoding
        self.is_encoding_given = encoding is not None
        self.first_text = first_text
        self.parser.buffer_text = True
        self.parser.buffer_size = _TEXT_BUFFER

    def parse(self) -> SourceNode:
        """The root."""
        self._parse_data()
        return self.top.children[0]

    def _parse_data(self) -> None:
        parser = self.parser
        self._build_tree()
        parser.XmlDeclHandler = self._declaration
        parser.StartDoctypeDeclHandler = self._document_type
        parser.EntityDeclHandler = parser.AttlistDeclHandler = self._refuse_declarations
        try:
            parser.Parse(self.data, True)
        except expat.ExpatError as error:
            if not (self.first_text and self._is_behind_the_root()):
                raise self._not_well_formed(error) from None
        except (ValueError, LookupError):  # from Python's hook for encodings that expat does not know: one byte a character, or nothing
            raise ReadError(f"unsupported encoding {self.encoding!r}", Source(self.shown, 1, 1), "UTF-8") from None
        finally:  # the handlers know the parser: a circle that would keep the tree alive until the collector finds it
            parser.StartElementHandler = parser.EndElementHandler = parser.CharacterDataHandler = parser.CommentHandler = None
            parser.XmlDeclHandler = parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = parser.AttlistDeclHandler = None
            parser.StartCdataSectionHandler = parser.EndCdataSectionHandler = None

    def _is_behind_the_root(self) -> bool:
        """Whether the parser stopped at an end tag behind the outermost element, where tinyxml2 ends. Remarks on it."""
        parser = self.parser
        at = self.data.rfind(b"<", 0, parser.ErrorByteIndex + 1)
        is_end_tag = self.data.startswith(b"</", at) and b">" not in self.data[at : parser.ErrorByteIndex]
        if len(self.open) > 1 or not self.top.children or not is_end_tag:
            return False
        line, column = self.places.at(parser.ErrorLineNumber, max(parser.ErrorColumnNumber, 1))
        self.remarks.append((line, column, "end tag behind the outermost element"))
        return True

    def _build_tree(self) -> None:
        """Set the handlers for elements, text and comments.

        `runs` holds the text since the last tag; a tag closes it and gives it to the element around it, if that has a text.
        """
        parser, nodes, remarks, deepest = self.parser, self.open, self.remarks, self.maximum_depth + 1
        open_node, close_node = nodes.append, nodes.pop
        make, places = self.node, self.places.found
        none: dict[str, str] = {}  # of all elements without attributes, which are most: a tree that was read never changes
        runs: list[str] = []
        forget_runs = runs.clear
        interrupted, first_text = _Interruptions(parser, self.places, remarks, first_only=self.first_text), self.first_text
        interrupt, noted = interrupted.add, interrupted.text_of

        def start(tag: str, attributes: dict[str, str]) -> None:
            node = make(tag, len(places) // 2, 0, attributes or none)
            places.extend((parser.CurrentLineNumber, parser.CurrentColumnNumber + 1))
            parent = nodes[-1]
            if siblings := parent.children:
                siblings.append(node)
            else:
                parent.children = [node]
            if runs:
                text = runs[0] if len(runs) == 1 else "".join(runs)
                if parent.text or text.strip(BLANKS):
                    parent.text += text
                forget_runs()
            if first_text and parent.text:
                interrupt(parent, "element")
            open_node(node)
            if len(nodes) > deepest:
                self.refuse(f"nested deeper than {deepest - 1:,} elements")

        def end(_tag: str) -> None:
            node = close_node()
            if runs:
                node.text += runs[0] if len(runs) == 1 else "".join(runs)
                forget_runs()
            if node.text:
                node.text = noted(node, node.text) if interrupted.found else node.text.strip(BLANKS)

        def pause(what: str) -> None:
            node = nodes[-1]
            if runs:
                node.text += "".join(runs)
                forget_runs()
            interrupt(node, what)

        def comment(_text: str) -> None:
            self.comments += 1
            pause("comment")

        if first_text:
            parser.StartCdataSectionHandler = parser.EndCdataSectionHandler = partial(pause, "CDATA section")
        parser.StartElementHandler = start
        parser.EndElementHandler = end
        parser.CharacterDataHandler = runs.append
        parser.CommentHandler = comment

    def _declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if self.is_encoding_given:
            return
        self.encoding = encoding
        try:
            codecs.lookup(encoding or "utf-8")
        except LookupError:
            self.refuse(f"unknown encoding {encoding!r}", expected="UTF-8")

    def _document_type(self, _name: str, system_id: str | None, _public_id: str | None, _has_subset: bool) -> None:
        if system_id is None:
            return
        # With an external subset expat silently drops references to entities it has not seen declared.
        for found in _CUSTOM_ENTITY.finditer(self.data):
            if found.lastindex:
                place = place_of_byte(self.data, found.start(), self.shown)
                entity = found.group(1).decode("utf-8", "replace")
                raise ReadError(f"external entity &{entity};", place, hint="write its text in place")

    def _refuse_declarations(self, *_declared: object) -> None:
        self.refuse(_ENTITIES_REFUSED, hint="write their values in place and remove the declarations")

    def refuse(self, what: str, *, expected: str = "", hint: str = "") -> NoReturn:
        place = Source(self.shown, *self.places.at(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1))
        raise ReadError(what, place, expected, "", hint)

    def _not_well_formed(self, error: expat.ExpatError) -> ReadError:
        place = Source(self.shown, *self.places.at(error.lineno, error.offset + 1))
        explain = _EXPLANATIONS.get(expat.ErrorString(error.code) or "")
        if explain:
            return explain(self, place)
        return ReadError(f"not well-formed XML: {expat.ErrorString(error.code)}", place)

    def innermost(self) -> tuple[str, int] | None:
        """Return tag and line of the innermost element that is open, None where none is."""
        node = self.open[-1]
        return None if node is self.top else (node.tag, self.places(node.line)[0])

    def _end_tag(self) -> str:
        """Return the end tag that is expected."""
        found = self.innermost()
        return f"</{found[0]}> for the <{found[0]}> in line {found[1]}" if found is not None else ""

    def _mismatched_tag(self, place: Source) -> ReadError:
        return ReadError("end tag does not match", place, self._end_tag())

    def _no_element(self, place: Source) -> ReadError:
        if self.innermost() is None:
            return ReadError("no element in the file", place, hint="the file is empty" if not self.data.strip() else "")
        return ReadError("unexpected end of file", place, self._end_tag())

    def _invalid_token(self, place: Source) -> ReadError:
        index = self.parser.ErrorByteIndex
        if (self.encoding or "utf-8").lower() in ("utf-8", "utf8"):
            try:
                self.data[index : index + 4].decode()
            except UnicodeDecodeError as error:
                if error.start == 0 and index + 4 <= len(self.data):
                    return not_utf8(place)
        return ReadError("not well-formed XML: invalid token", place)

    def _duplicate_attribute(self, place: Source) -> ReadError:
        written = re.compile(rb"[^\s=]+").match(self.data, self.parser.ErrorByteIndex)
        attribute = written.group().decode("utf-8", "replace") if written else ""
        return ReadError(f'duplicate attribute "{attribute}"', place, "each attribute once")


_EXPLANATIONS: dict[str, Callable[[XmlBuilder, Source], ReadError]] = {
    expat.errors.XML_ERROR_TAG_MISMATCH: XmlBuilder._mismatched_tag,
    expat.errors.XML_ERROR_NO_ELEMENTS: XmlBuilder._no_element,
    expat.errors.XML_ERROR_INVALID_TOKEN: XmlBuilder._invalid_token,
    expat.errors.XML_ERROR_DUPLICATE_ATTRIBUTE: XmlBuilder._duplicate_attribute,
}
