"""JSON as the one tree all syntaxes are read into.

A member whose value is an object is a child, one whose value is a list of objects as many children of that name; every other member
(text, number, flag, null, list of such) is one value, an attribute whose text is the JSON as written.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from typing import Any, NoReturn

from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.decoding import decoded
from scenec.syntax.tree import MAXIMUM_DEPTH, Document, FileName, SourceNode

_BLANKS = re.compile(r"[ \t\r\n]*")
_LIST_OF_OBJECTS = re.compile(r"\[[ \t\r\n]*\{")
_KEY = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_NEWLINE = re.compile("\n")


def read_json(data: bytes, name: str, root_tag: str, *, shown: str = "", path: str | None = None) -> Document:
    """A file that is one object, whose node is called `root_tag`. Paths are those of XML (`/scene[1]/links[2]/@name`).

    Raises ReadError for anything that is no JSON object, repeated names, lists that mix objects with other values, NaN and infinities,
    and objects nested deeper than `MAXIMUM_DEPTH`.
    """
    shown = shown or name
    text = decoded(data.removeprefix(b"\xef\xbb\xbf"), shown)
    return Document(FileName(name, shown, path), _Reader(text, shown).read(root_tag))


class _Reader:
    """Goes through the text once; open objects and lists of objects are on a stack."""

    def __init__(self, text: str, shown: str) -> None:
        self.text, self.shown = text, shown
        self.line_starts = [0, *(found.end() for found in _NEWLINE.finditer(text))]
        self.decode = json.JSONDecoder(parse_constant=_refuse_constant).raw_decode

    def read(self, root_tag: str) -> SourceNode:
        at = self._blank(0)
        if not self.text.startswith("{", at):
            raise self._error("no JSON object", at, "{")
        root = self._node(root_tag, at)
        stack: list[tuple[SourceNode, str | None]] = [(root, None)]  # an object; the name of the list it stands in
        at = self._blank(at + 1)
        first = True
        while stack:
            node, in_list = stack[-1]
            if self.text.startswith("}", at):
                stack.pop()
                at, opened = self._after(at + 1, stack, in_list)
                first = False
                if opened is not None:
                    stack.append(opened)
                    first = True
                continue
            if not first:
                at = self._expect(",", at)
            key, at = self._key(at)
            if key in node.attributes or any(child.tag == key for child in node.children):
                raise self._error(f"{json.dumps(key)} stands twice in one object", at)
            at, opened = self._value(node, key, at)
            first = opened is not None
            if opened is not None:
                if len(stack) >= MAXIMUM_DEPTH:
                    raise self._error(f"nested deeper than {MAXIMUM_DEPTH:,} objects", at)
                stack.append(opened)
        if at < len(self.text):
            raise self._error("text behind the end of the object", at)
        return root

    def _value(self, node: SourceNode, key: str, at: int) -> tuple[int, tuple[SourceNode, str | None] | None]:
        """Read a member's value; an object is only opened. Returns where to go on, and the opened object with its list."""
        text = self.text
        if text.startswith("{", at):
            child = self._node(key, at)
            node.add(child)
            return self._blank(at + 1), (child, None)
        if found := _LIST_OF_OBJECTS.match(text, at):
            child = self._node(key, found.end() - 1)
            node.add(child)
            return self._blank(found.end()), (child, key)
        try:
            value, end = self.decode(text, at)
        except (ValueError, RecursionError) as problem:
            raise self._error("no JSON value" if isinstance(problem, ValueError) else "lists nested too deep", at) from None
        if isinstance(value, list) and _holds_object(value):
            raise self._error(f"{json.dumps(key)} mixes objects with other values", at)
        if not isinstance(node.places, dict):
            node.places = {}
        node.places[key] = self._place(at)
        node.attributes[key] = text[at:end]
        return self._blank(end), None

    def _after(
        self, at: int, stack: list[tuple[SourceNode, str | None]], in_list: str | None
    ) -> tuple[int, tuple[SourceNode, str | None] | None]:
        """Return what follows an object: in a list, the next one or the list's end."""
        at = self._blank(at)
        if in_list is None or not stack:
            return at, None
        if self.text.startswith("]", at):
            return self._blank(at + 1), None
        at = self._expect(",", at)
        if not self.text.startswith("{", at):
            raise self._error(f"{json.dumps(in_list)} mixes objects with other values", at, "{")
        child = self._node(in_list, at)
        stack[-1][0].add(child)
        return self._blank(at + 1), (child, in_list)

    def _key(self, at: int) -> tuple[str, int]:
        found = _KEY.match(self.text, at)
        if found is None:
            raise self._error("no name of a member", at, 'a text in double quotes, or "}"')
        try:
            key: str = json.loads(found.group())
        except ValueError:
            raise self._error("no name of a member", at, "a text in double quotes") from None
        return key, self._expect(":", self._blank(found.end()))

    def _expect(self, mark: str, at: int) -> int:
        if not self.text.startswith(mark, at):
            raise self._error("the JSON breaks off" if at >= len(self.text) else f"unexpected {self.text[at]!r}", at, mark)
        return self._blank(at + 1)

    def _blank(self, at: int) -> int:
        found = _BLANKS.match(self.text, at)
        assert found is not None
        return found.end()

    def _node(self, tag: str, at: int) -> SourceNode:
        return SourceNode(tag, *self._place(at))

    def _place(self, at: int) -> tuple[int, int]:
        line = bisect_right(self.line_starts, at)
        return line, at - self.line_starts[line - 1] + 1

    def _error(self, what: str, at: int, expected: str = "") -> ReadError:
        return ReadError(what, Source(self.shown, *self._place(min(at, len(self.text)))), expected)


def _holds_object(value: list[Any]) -> bool:
    stack: list[Any] = [value]
    while stack:
        each = stack.pop()
        if isinstance(each, dict):
            return True
        if isinstance(each, list):
            stack.extend(part for part in each if isinstance(part, (dict, list)))
    return False


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(word)


# ---------------------------------------------------------------- printing


def print_json(value: object) -> bytes:
    """Nested dicts and lists as text: a line for every member, lists of plain values on one line, tables of numbers a line per
    row. Numbers print as the shortest decimal that reads back."""
    lines: list[str] = []
    _print(value, "", "", "", lines)
    return ("\n".join(lines) + "\n").encode("utf-8", "surrogatepass")


def _print(value: object, before: str, indent: str, after: str, lines: list[str]) -> None:
    """The IR nests a dozen levels at most, so recursion is fine here."""
    inner = indent + " "
    if isinstance(value, dict):
        if not value:
            lines.append(f"{indent}{before}{{}}{after}")
            return
        lines.append(f"{indent}{before}{{")
        last = len(value) - 1
        for i, (key, each) in enumerate(value.items()):
            _print(each, f"{json.dumps(key, ensure_ascii=False)}: ", inner, "," if i < last else "", lines)
        lines.append(f"{indent}}}{after}")
    elif isinstance(value, list) and value and isinstance(value[0], (dict, list)):
        lines.append(f"{indent}{before}[")
        last = len(value) - 1
        for i, each in enumerate(value):
            _print(each, "", inner, "," if i < last else "", lines)
        lines.append(f"{indent}]{after}")
    else:
        lines.append(f"{indent}{before}{json.dumps(value, ensure_ascii=False, allow_nan=False)}{after}")
