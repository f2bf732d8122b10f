"""Prints a SimRobot file again with few changes: the text of unchanged elements stays, byte for byte.

A tree of output elements says what the file shall hold, and for each of them which element of the file it is or replaces. Start tags that
differ are changed value by value; elements that are gone take their lines and the comments above them along; new ones get lines of their
own, indented like their neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from scenec.syntax.simrobot_printing import print_simrobot, start_of
from scenec.syntax.simrobot_text import MAXIMUM_DEPTH, Cut, cuts_of
from scenec.syntax.splice import Edit, spliced
from scenec.syntax.tree import Document, SourceNode
from scenec.syntax.xml_printing import Out

_REST_OF_LINE = re.compile(r"(?:<!--.*?-->|[^\n])*", re.DOTALL)
_INDENT = re.compile(r"[ \t]*")


class Counterparts(msgspec.Struct):
    """Output elements of a file, by `id()`. same: the element that one is, perhaps with other attributes; instead: the one that a
    new element replaces, at its place. Output elements in neither are new."""

    same: dict[int, SourceNode] = msgspec.field(default_factory=dict)
    instead: dict[int, SourceNode] = msgspec.field(default_factory=dict)

    def place_of(self, out: Out) -> SourceNode | None:
        return self.same.get(id(out)) or self.instead.get(id(out))


def rewrite(document: Document, root: Out, counterparts: Counterparts) -> bytes:
    """The file of a document, changed so that it says what an output tree says. Never recurses, however deep the tree.

    Raises WriteError for values that SimRobot cannot read, as `print_simrobot` does.
    """
    assert document.rereading.data is not None
    return _Rewriter(document, document.rereading.data.decode(), counterparts).run(root)


class _Rewriter:
    def __init__(self, document: Document, text: str, counterparts: Counterparts) -> None:
        self.text = text
        self.counterparts = counterparts
        self.cuts: dict[int, Cut] = {
            id(node): cut for node, cut in zip(_in_order(document.root), cuts_of(text, MAXIMUM_DEPTH), strict=True)
        }
        self.newline = "\r\n" if "\r\n" in text else "\n"

    def run(self, root: Out) -> bytes:
        edits: list[Edit] = []
        waiting = [root]
        while waiting:
            out = waiting.pop()
            edits += self.edits(out)
            waiting += [child for child in (out.children if out.has_children else ()) if id(child) in self.counterparts.same]
        return spliced(self.text, edits).encode()

    def edits(self, out: Out) -> list[Edit]:
        """The changes of an element of the file, without those of its children that are elements of the file, too."""
        node = self.counterparts.same[id(out)]
        cut = self.cuts[id(node)]
        if not cut.has_end:
            return [Edit(cut.start, cut.end, self._without_end(out, node, cut))]
        found = [Edit(cut.start, cut.inner, self.start_tag(out, node, cut))]
        kept, added = self._arranged(out)
        found += self._lines_of(added.get(0, ()), cut.inner, cut, node)
        at, before_is_kept = cut.inner, True
        for child in node.children:
            own = self.cuts[id(child)]
            gap, made = self.text[at : own.start], kept.get(id(child))
            head = _REST_OF_LINE.match(gap).group() if "\n" in gap else ""  # type: ignore[union-attr]  # never None: an empty text matches
            if made is None:
                found.append(Edit(at, own.end, (head or ("" if "\n" in gap else gap.rstrip())) if before_is_kept else ""))
            elif not before_is_kept:
                found.append(Edit(at, at + len(head), ""))
            if made is not None and id(made) not in self.counterparts.same:
                found.append(Edit(own.start, own.end, self._fresh(made, self._indent_at(own.start))))
            found += self._lines_of(added.get(id(child), ()), own.end, cut, node)
            at, before_is_kept = own.end, made is not None
        if not before_is_kept:
            gap = self.text[at : cut.inner_end]
            rest = gap[_REST_OF_LINE.match(gap).end() :] if "\n" in gap else ""  # type: ignore[union-attr]  # never None: an empty text matches
            found.append(Edit(at, cut.inner_end, rest))
            if not kept and not added and not "".join(each.text for each in found[1:]).strip():
                return [Edit(cut.start, cut.end, f"<{start_of(out)}/>")]
        return found

    def _arranged(self, out: Out) -> tuple[dict[int, Out], dict[int, list[Out]]]:
        """id() of a child in the file -> what is written for it; and the new children, by id() of the one that they follow, 0 = none."""
        kept: dict[int, Out] = {}
        added: dict[int, list[Out]] = {}
        last = 0
        for child in out.children if out.has_children else ():
            node = self.counterparts.place_of(child)
            if node is None:
                added.setdefault(last, []).append(child)
            else:
                kept[id(node)] = child
                last = id(node)
        return kept, added

    def _without_end(self, out: Out, node: SourceNode, cut: Cut) -> str:
        """An element without content in the file, which may have got some."""
        start = self.start_tag(out, node, cut)
        if not out.has_children:
            return start
        indent = self._indent_at(cut.start)
        open_tag = start[:-2].rstrip() + ">"
        lines = [f"{self.newline}{indent}  {self._fresh(child, indent + '  ')}" for child in out.children]
        return "".join((open_tag, *lines, f"{self.newline}{indent}</{out.tag}>"))

    def _lines_of(self, added: list[Out] | tuple[()], at: int, cut: Cut, node: SourceNode) -> Iterator[Edit]:
        """New children, each on a line of its own, where the text ends behind which they come."""
        if not added:
            return
        first = self.cuts[id(node.children[0])].start if node.children else None
        indent = self._indent_at(first) if first is not None else self._indent_at(cut.start) + "  "
        yield Edit(at, at, "".join(f"{self.newline}{indent}{self._fresh(child, indent)}" for child in added))

    def _indent_at(self, at: int) -> str:
        """The blanks at the start of the line that a character stands in."""
        return _INDENT.match(self.text, self.text.rfind("\n", 0, at) + 1).group()  # type: ignore[union-attr]  # never None: an empty text matches

    def _fresh(self, out: Out, indent: str) -> str:
        return print_simrobot(out).decode().rstrip("\n").replace("\n", self.newline + indent)

    def start_tag(self, out: Out, node: SourceNode, cut: Cut) -> str:
        """As it stands where it says the same; else its values changed, left out and added."""
        raw, wanted = self.text[cut.start : cut.inner], out.attributes
        if out.tag == node.tag and wanted == node.attributes:
            return raw
        written = cut.attributes(self.text)
        names = [name for name, _, _ in written]
        plain = len(names) == len(set(names)) and all(self.text[start + len(value)] == '"' for _, value, start in written)
        new = start_of(out)
        moved = list(wanted) != [*(name for name in names if name in wanted), *(name for name in wanted if name not in names)]
        if out.tag != node.tag or moved or not plain or not written:
            return f"<{new}>" if cut.has_end else f"<{new}/>"
        pieces, at = [], cut.start
        for name, value, start in written:
            end = start + len(value) + 1
            if name not in wanted:
                pieces.append(self.text[at : self.text.rindex(name, at, start)].rstrip())
                at = end
            elif wanted[name] != value:
                pieces += (self.text[at:start], wanted[name], '"')
                at = end
        last = written[-1][2] + len(written[-1][1]) + 1
        pieces.append(self.text[at:last])
        pieces += (f' {name}="{value}"' for name, value in wanted.items() if name not in names)
        return "".join([*pieces, self.text[last : cut.inner]])


def _in_order(root: SourceNode) -> Iterator[SourceNode]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        if node.children:
            stack.extend(reversed(node.children))
