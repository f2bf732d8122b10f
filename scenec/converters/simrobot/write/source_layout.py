"""The files of the source, written again: includes, definitions, references, placeholders, names and comments as they are.

A scene read from SimRobot is written by going through its documents element by element, each through a `Dialect` that spells it for the
target; text that the dialect leaves alone stays unchanged. Included files keep their folders (`placement`). The caller checks that reading
the result gives the scene (`scene_equality`).
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from scenec.accounting.ledger import Ledger
from scenec.converters.simrobot.read.expansion import Expansion, expand
from scenec.converters.simrobot.read.templates import Library, Part, load
from scenec.converters.simrobot.vocabulary import is_absolute
from scenec.converters.simrobot.write.file_placement import FilePlacement
from scenec.syntax.claims import Claims
from scenec.syntax.element import Element
from scenec.syntax.said import Said
from scenec.syntax.simrobot_rewriting import Counterparts, rewrite
from scenec.syntax.tree import Comment, Document, SourceNode
from scenec.syntax.xml_printing import Out, claims_of
from scenec.trace import Sources


def element_of(node: SourceNode, *, text: str | None = None) -> Element:
    """Return an element with the attributes of one of the source, which are the source's own values, and its text or another."""
    out = Element(node.tag)
    for name, value in node.attributes.items():
        out.set(name, Said(value, (node.attribute_id(name),)))
    if text is not None:
        out.say(Said(text, (node.text_id,) if node.has_text else ()))
    return out


def values_in(node: SourceNode) -> Sources:
    """Return the leaves of all values of an element of the source, for one that says them in other words."""
    return Sources(tuple(range(node.first_id, node.first_id + node.value_count)))


class Dialect:
    """How a target spells the elements of the source: as they are, unless a subclass knows better."""

    def element(self, part: Part) -> Element | None:
        """An element without its children; None: it and they are left out."""
        text = "\n".join(line.strip() for line in part.node.text.splitlines()) if part.node.text else None
        return element_of(part.node, text=text)

    def can_say(self, part: Part) -> bool:
        """Whether an element and all in it can be said without knowing who refers to it."""
        return True

    def instead_of_children(self, part: Part) -> dict[int, Element | None]:
        """Return what stands in place of children, by their index: another element, or None for nothing."""
        return {}

    def added(self, part: Part) -> Iterable[Element]:
        """Return what an element gets beside its children."""
        return ()


class WrittenFiles(NamedTuple):
    """The files, the main one first: name -> content. claims: name -> what of the source stands in a file as it is."""

    main: str
    files: dict[str, bytes]
    claims: dict[str, Claims]


class Layout:
    """One run. names: document name -> file name in the output. left_out: the elements of the files that are not in the output."""

    def __init__(self, library: Library, main: str, placement: FilePlacement) -> None:
        self.library = library
        self.main = main
        self.comments = 0
        self.merged = False
        self.left_out: list[SourceNode] = []
        self._inside: dict[int, list[Comment]] = {}
        self.used = {id(template.part.node) for template in library.templates.values() if template.used}
        self.spliced = {id(child.node) for children in library.spliced.values() for child in children}
        entry, *included = library.documents
        self.names: dict[str, str] = {entry.name: main, **{each.name: placement.of_include(each.name) for each in included}}

    def write(self, dialect: Dialect) -> WrittenFiles:
        """All documents, each with the text of what the dialect leaves as it is."""
        files: dict[str, bytes] = {}
        claims: dict[str, Claims] = {}
        for document in self.library.documents:
            counterparts, name = Counterparts(), self.names[document.name]
            root = self._built(document, dialect, counterparts)
            files[name] = rewrite(document, root, counterparts)
            claims[name] = claims_of(root)
        return WrittenFiles(self.main, files, claims)

    def merge(self, dialect: Dialect) -> Element:
        """All documents as one, without includes."""
        self.merge_names()
        return self._built(self.library.documents[0], dialect)

    def merge_names(self) -> None:
        """There is only one file."""
        self.names = dict.fromkeys(self.names, self.main)
        self.merged = True

    def _built(self, document: Document, dialect: Dialect, counterparts: Counterparts | None = None) -> Element:
        """The tree of a document. counterparts: learns what its elements are of the file; without them, comments are elements, too."""
        self._inside = {}
        if counterparts is None:
            for each in self.library.documents if self.merged else [document]:
                for comment in each.comment_places:
                    if comment.parent is not None:
                        self._inside.setdefault(id(comment.parent), []).append(comment)
        root = element_of(document.root)
        if counterparts is not None:
            counterparts.same[id(root)] = document.root
        stack: list[tuple[Part, Element]] = [(Part(document, document.root), root)]
        while stack:
            part, out = stack.pop()
            stack.extend(self._children(part, out, dialect, self._inside.get(id(part.node), ()), counterparts))
        return root

    def _children(
        self, part: Part, out: Element, dialect: Dialect, comments: Iterable[Comment], counterparts: Counterparts | None
    ) -> list[tuple[Part, Element]]:
        """Put the children of an element into it, each after the comments before it; those that are left out take theirs along."""
        before: dict[int, list[Comment]] = {}
        for comment in comments:
            before.setdefault(comment.place, []).append(comment)
        instead = dialect.instead_of_children(part)
        pending: list[tuple[Part, Element]] = []
        kept = True  # what a comment beside it belongs to
        for index, child in enumerate(part.node.children):
            if child.tag == "Include" and self.merged:
                included = self._included(Part(part.document, child))
                if included is not None:
                    inner = Part(included, included.root)
                    pending.extend(self._children(inner, out, dialect, self._inside.get(id(inner.node), ()), None))
                continue
            made = self._child(Part(part.document, child), part, dialect) if index not in instead else instead[index]
            self._comments(out, before.pop(index, ()), previous=kept, following=made is not None)
            kept = made is not None
            if made is None:
                self.left_out.append(child)
                continue
            if counterparts is not None:
                is_kept = made.tag == child.tag and (index not in instead or not (child.children or made.has_children))
                (counterparts.same if is_kept else counterparts.instead)[id(made)] = child
            elif child.text:  # a comment after a text would be part of it
                out.children.extend(self._comment(comment, beside=False) for comment in self._inside.get(id(child), ()))
            out.children.append(made)
            if index not in instead and (made.tag == child.tag if counterparts is not None else not child.text):
                pending.append((Part(part.document, child), made))
        self._comments(out, [one for index in sorted(before) for one in before[index]], previous=kept, following=True)
        out.children.extend(dialect.added(part))
        return pending

    def _child(self, child: Part, parent: Part, dialect: Dialect) -> Element | None:
        node = child.node
        if node.tag == "Include":
            return self._include(child, dialect)
        idle = parent.node.tag == "Simulation" and id(node) not in self.used and id(node) not in self.spliced
        return None if idle and (self.merged or not dialect.can_say(child)) else dialect.element(child)

    def _include(self, child: Part, dialect: Dialect) -> Element:
        out = element_of(child.node)
        included = self._included(child)
        if included is not None:
            wanted = self.reference(child.document, self.names[included.name])
            if posixpath.normpath(out.attributes["href"].replace("\\", "/")) != wanted:
                out.attributes["href"] = wanted
        return out

    def _included(self, part: Part) -> Document | None:
        href = part.node.attributes.get("href", "")
        return self.library.included.get((part.document.name, href)) if href else None

    def reference(self, document: Document, name: str) -> str:
        """How the file of a document calls a file that is named from the main one."""
        here = posixpath.dirname(self.names[document.name])
        if is_absolute(name) and not is_absolute(here):
            return name
        return posixpath.relpath(name, here) if here else name

    def _comments(self, out: Out, comments: Iterable[Comment], *, previous: bool, following: bool) -> None:
        for comment in comments:
            if previous if comment.beside else following:
                out.children.append(self._comment(comment))

    def _comment(self, comment: Comment, *, beside: bool = True) -> Out:
        self.comments += 1
        out = Out("", comment.text)
        if comment.beside and beside:
            out.attributes["beside"] = "yes"
        return out


def expansion_of(ledger: Ledger, *, core3: bool) -> Expansion:
    """The instantiated source, its templates knowing whether they are used; from the documents that the ledger holds.

    Raises OSError or ReadError if it is not all there any more.
    """
    documents = ledger.documents
    by_path: Mapping[str, Document] = {os.path.realpath(each.path): each for each in documents if each.path}
    by_name: Mapping[str, Document] = {each.name: each for each in documents}

    def find(path: str, name: str) -> Document:
        found = by_path.get(os.path.realpath(path)) or by_name.get(name)
        if found is None:
            raise OSError(2, "not read before", path)
        return found

    return expand(load(documents[0], find), core3=core3, lenient=True)
