"""XML that tinyxml2 reads and expat refuses, brought into a form that expat reads, with a remark on each difference.

libsdformat, urdfdom and MuJoCo read their files with tinyxml2. Every place stays that of the file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from scenec.syntax.decoding import BytePlaces, place_of_byte
from scenec.syntax.tree import Remark

_BLANKS_BEFORE_DECLARATION = re.compile(rb"[ \t\r\n]+(?=<\?xml[ \t\r\n])")
_COMMENT_OR_CDATA = re.compile(rb"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--(.*?)(?:(-->)|\Z)", re.DOTALL)
"""One that does not end goes on to the end of the file: otherwise every beginning would be followed that far."""
_DECLARED = re.compile(rb"""<\?xml[ \t\r\n][^<>?]*?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([\w.:-]+)""")
_ELEMENT = re.compile(rb"<[A-Za-z_:\x80-\xff][^\s<>/\"'=]*")
_ATTRIBUTE = re.compile(rb"[ \t\r\n]*[A-Za-z_:\x80-\xff][^\s<>/\"'=]*[ \t\r\n]*=[ \t\r\n]*([\"'])")
_TAG_END = re.compile(rb"[ \t\r\n]*/?>")
_OTHER_ENDS = ((b"<!--", b"-->"), (b"<![CDATA[", b"]]>"), (b"<?", b"?>"), (b"<!", b">"), (b"</", b">"))
"""Items without attributes, and where each ends."""
_RAW_IN_VALUE = re.compile(rb"<|&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);)")
_RAW_IN_TEXT = re.compile(rb"(?<=\]\])>|&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);)")
_ESCAPED = {
    b"<": (b"&lt;", "< inside an attribute"),
    b"&": (b"&amp;", "& that begins no entity"),
    b">": (b"&gt;", "]]> inside a text"),
}


def tolerated(data: bytes, remarks: list[Remark]) -> tuple[bytes, str | None]:
    """The bytes with a misplaced declaration and dashes inside comments overwritten, so that all places stay; and the
    encoding that an overwritten declaration named."""
    encoding = None
    blanks = _BLANKS_BEFORE_DECLARATION.match(data) if data[:1].isspace() else None
    if blanks:
        line = blanks.group().count(b"\n") + 1
        remarks.append((line, len(blanks.group()) - blanks.group().rfind(b"\n"), "blanks before the XML declaration"))
        end = data.find(b"?>", blanks.end()) + 2
        declaration = data[blanks.end() : end]
        named = re.search(rb"""encoding\s*=\s*["']([\w.:-]+)""", declaration)
        encoding = named.group(1).decode() if named else None
        data = data[: blanks.end()] + re.sub(rb"[^\r\n]", b" ", declaration) + data[end:]

    if not _may_have_dashes(data):
        return data, encoding

    def without_dashes(found: re.Match[bytes]) -> bytes:
        text = found.group(1)
        if found.group(2) is None or (b"--" not in text and not text.endswith(b"-")):
            return found.group()
        remarks.append((*places.at(found.start()), "-- inside a comment"))
        return b"<!--" + text.replace(b"-", b"=") + b"-->"

    places = BytePlaces(data)
    return _COMMENT_OR_CDATA.sub(without_dashes, data), encoding


def encoding_by_content(data: bytes, named: str | None, remarks: list[Remark]) -> str | None:
    """Return the encoding that the content proves, against any declaration; None for UTF-8. named: by a declaration that was removed."""
    if named is None:
        declared = _DECLARED.match(data) if data.find(b"encoding", 0, data.find(b">")) > 0 else None
        named = declared.group(1).decode() if declared else None
    if named is None or named.lower() in ("utf-8", "utf8"):
        return None
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        place = place_of_byte(data, error.start, "")
        remarks.append((place.line, place.column, f"text that is no UTF-8, read as {named}"))
        return named
    if not text.isascii():
        remarks.append((1, 1, f"declared encoding {named} of a text in UTF-8"))
    return "utf-8"


def _may_have_dashes(data: bytes) -> bool:
    """Whether a comment may have ``--`` inside: a quick look, since in almost all files none has."""
    start = data.find(b"<!")
    if start < 0:
        return False
    if b"<![CDATA[" in data:
        return True
    start = data.find(b"<!--", start)
    while start >= 0:
        end = data.find(b"-->", start + 4)
        if data.find(b"--", start + 4) != end:
            return True
        start = data.find(b"<!--", end + 3) if end >= 0 else -1
    return False


class Mended(NamedTuple):
    """A file in which characters that stand for themselves were escaped, and missing blanks inserted. places: of what was changed, with
    what it is. moved: by line, the columns from which on the mended file has more characters than the file, and how many."""

    data: bytes
    places: list[Remark]
    moved: dict[int, tuple[list[int], list[int]]]

    def column(self, line: int, column: int) -> int:
        """Return the column in the file of a place in the mended one."""
        columns, more = self.moved.get(line, ((), ()))
        at = bisect_right(columns, column)
        return column - more[at - 1] if at else column


def mended(data: bytes) -> Mended | None:
    """The file with blanks between attributes, and with ``&``, ``<`` and ``]]>`` escaped where tinyxml2 takes them as they are. None
    for a file that has nothing of this, up to the first place at which tinyxml2 stops, too."""
    changes = _Changes(data)
    end, size = 0, len(data)
    while end < size:
        start = data.find(b"<", end)
        changes.escape(_RAW_IN_TEXT, end, start if start >= 0 else size)
        end = _end_of_item(data, start, changes) if start >= 0 else size
        if end < 0:
            break
    return changes.mended() if changes.found else None


def _end_of_item(data: bytes, start: int, changes: _Changes) -> int:
    """The end of an element's tag, a comment or alike, -1 where tinyxml2 finds none."""
    for begins, ends in _OTHER_ENDS:
        if data.startswith(begins, start):
            end = data.find(ends, start + len(begins))
            return end + len(ends) if end >= 0 else -1
    tag = _ELEMENT.match(data, start)
    if tag is None:
        return -1
    at = tag.end()
    while not (tag_end := _TAG_END.match(data, at)):
        attribute = _ATTRIBUTE.match(data, at)
        end = data.find(attribute.group(1), attribute.end()) if attribute else -1
        if attribute is None or end < 0:
            return -1
        if data[at - 1 : at] in (b'"', b"'") and not data[at : at + 1].isspace():
            changes.add(at, at, b" ", "no blank between attributes")
        changes.escape(_RAW_IN_VALUE, attribute.end(), end)
        at = end + 1
    return tag_end.end()


class _Changes:
    """Pieces of a file that are replaced, in their order."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.found: list[tuple[int, int, bytes, str]] = []

    def add(self, start: int, end: int, text: bytes, what: str) -> None:
        self.found.append((start, end, text, what))

    def escape(self, raw: re.Pattern[bytes], start: int, end: int) -> None:
        """Escape what stands for itself between two places."""
        for each in raw.finditer(self._data, start, end):
            self.add(each.start(), each.end(), *_ESCAPED[each.group()])

    def mended(self) -> Mended:
        """The file with all changes."""
        find, pieces, last = BytePlaces(self._data), [], 0
        places: list[Remark] = []
        moved: dict[int, tuple[list[int], list[int]]] = {}
        for start, end, text, what in self.found:
            line, column = find.at(start)
            places.append((line, column, what))
            columns, more = moved.setdefault(line, ([], []))
            more.append((more[-1] if more else 0) + len(text) - (end - start))
            columns.append(column + more[-1])
            pieces += [self._data[last:start], text]
            last = end
        return Mended(b"".join([*pieces, self._data[last:]]), places, moved)
