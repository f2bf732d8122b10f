"""The source's own files, written again: includes, definitions, references, placeholders, names and comments as they are.

A scene read from SimRobot is written by printing its documents anew, element by element, each through a `Dialect` that says how
the target spells it. Definitions that nothing instantiates are left out, as the reader reports them. Included files stand in the
folder beside the scene. The caller checks that reading the result gives the scene (`scenec.converters.simrobot.same_scene`).
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from scenec.accounting.ledger import Ledger
from scenec.converters.common.file_names import FileNames, file_stem
from scenec.converters.simrobot.expansion import Expansion, expand
from scenec.converters.simrobot.templates import Library, Part, is_absolute, load
from scenec.syntax.simrobot_printing import print_simrobot
from scenec.syntax.tree import Comment, Document
from scenec.syntax.xml_printing import Out


class Dialect:
    """How a target spells the elements of the source: as they are, unless a subclass knows better."""

    def element(self, part: Part) -> Out | None:
        """An element without its children; None: it and they are left out."""
        text = "\n".join(line.strip() for line in part.node.text.splitlines()) if part.node.text else None
        out = Out(part.node.tag, text)
        out.attributes.update(part.node.attributes)
        return out

    def instead_of_children(self, part: Part) -> dict[int, Out | None]:
        """What stands in place of children, by their index: another element, or None for nothing."""
        return {}

    def added(self, part: Part) -> Iterable[Out]:
        """What an element gets beside its children."""
        return ()


class Laid(NamedTuple):
    """The files, the main one first: name -> content; and how many comments are in them."""

    main: str
    files: dict[str, bytes]
    comments: int


class Layout:
    """One run. names: document name -> file name in the output. folder: of all but the main file. place_of: in a library that is
    migrated, where an included file goes; several scenes include it, so all its definitions stay."""

    def __init__(self, library: Library, main: str, folder: str, suffix: str, place_of: Callable[[str], str | None] | None = None) -> None:
        self.library = library
        self.main = main
        self.folder = folder
        self.comments = 0
        self.merged = False
        self._inside: dict[int, list[Comment]] = {}
        self.used = {id(template.part.node) for template in library.templates.values() if template.used}
        self.spliced = {id(child.node) for children in library.spliced.values() for child in children}
        self.names: dict[str, str] = {library.documents[0].name: main}
        taken = FileNames([main])
        self.shared: set[str] = set()
        for document in library.documents[1:]:
            place = place_of(document.path) if place_of is not None and document.path is not None else None
            if place is not None:
                self.names[document.name] = posixpath.splitext(place)[0] + suffix
                self.shared.add(document.name)
                continue
            stem = file_stem(posixpath.splitext(posixpath.basename(document.name))[0], "include")
            self.names[document.name] = f"{folder}/{taken.free(stem, suffix)}"

    def write(self, dialect: Dialect, definitions: Iterable[Out] = ()) -> Laid:
        """Print all documents that have something to say. definitions: new ones, which stand in the main file."""
        files: dict[str, bytes] = {}
        for number, document in enumerate(self.library.documents):
            if number and not self._says_something(document):
                continue
            root = self._built(document, dialect)
            if not number:
                place = max((i + 1 for i, child in enumerate(root.children) if child.tag == "Include"), default=0)
                root.children[place:place] = definitions
            before = [self._comment(one) for one in document.comment_places if one.parent is None and one.place == 0]
            after = [self._comment(one) for one in document.comment_places if one.parent is None and one.place]
            files[self.names[document.name]] = print_simrobot(root, before, after)
        return Laid(self.main, files, self.comments)

    def merge(self, dialect: Dialect, definitions: Iterable[Out] = ()) -> Out:
        """All documents as one, without includes."""
        self.names = dict.fromkeys(self.names, self.main)
        self.merged = True
        root = self._built(self.library.documents[0], dialect)
        root.children[:0] = definitions
        return root

    def _says_something(self, document: Document) -> bool:
        """Whether anything of a file is instantiated, in it or in what it includes."""
        if document.name in self.shared:
            return True
        seen, stack = {document.name}, [document]
        while stack:
            one = stack.pop()
            for child in one.root.children:
                if child.tag != "Include":
                    if id(child) in self.used or id(child) in self.spliced:
                        return True
                elif (inner := self._included(Part(one, child))) and inner.name not in seen:
                    seen.add(inner.name)
                    stack.append(inner)
        return False

    def _included(self, part: Part) -> Document | None:
        href = part.node.attributes.get("href", "")
        return self.library.included.get((part.document.name, href)) if href else None

    def _built(self, document: Document, dialect: Dialect) -> Out:
        """The tree of a document, comments included."""
        self._inside = {}
        for each in self.library.documents if self.merged else [document]:
            for comment in each.comment_places:
                if comment.parent is not None:
                    self._inside.setdefault(id(comment.parent), []).append(comment)
        root = Out(document.root.tag)
        root.attributes.update(document.root.attributes)
        stack: list[tuple[Part, Out]] = [(Part(document, document.root), root)]
        while stack:
            part, out = stack.pop()
            stack.extend(self._children(part, out, dialect, self._inside.get(id(part.node), ())))
        return root

    def _children(self, part: Part, out: Out, dialect: Dialect, comments: Iterable[Comment]) -> list[tuple[Part, Out]]:
        """Put the children of an element into it, each after the comments before it; those that are left out take theirs along."""
        before: dict[int, list[Comment]] = {}
        for comment in comments:
            before.setdefault(comment.place, []).append(comment)
        instead = dialect.instead_of_children(part)
        pending: list[tuple[Part, Out]] = []
        kept = True  # what a comment beside it belongs to
        for index, child in enumerate(part.node.children):
            if child.tag == "Include" and self.merged:
                included = self._included(Part(part.document, child))
                if included is not None:
                    inner = Part(included, included.root)
                    pending.extend(self._children(inner, out, dialect, self._inside.get(id(inner.node), ())))
                continue
            made = self._child(Part(part.document, child), part, dialect) if index not in instead else instead[index]
            self._comments(out, before.pop(index, ()), previous=kept, following=made is not None)
            kept = made is not None
            if made is None:
                continue
            if child.text:  # a comment after a text would be part of it
                out.children.extend(self._comment(comment, beside=False) for comment in self._inside.get(id(child), ()))
            out.children.append(made)
            if index not in instead and not child.text:
                pending.append((Part(part.document, child), made))
        self._comments(out, [one for index in sorted(before) for one in before[index]], previous=kept, following=True)
        out.children.extend(dialect.added(part))
        return pending

    def _child(self, child: Part, parent: Part, dialect: Dialect) -> Out | None:
        node = child.node
        if node.tag == "Include":
            included = self._included(child)
            if included is None or not self._says_something(included):
                return None
            name = self.names[included.name]
            out = Out("Include", None, href=self.reference(child.document, name))
            return out
        is_idle = parent.node.tag == "Simulation" and id(node) not in self.used and id(node) not in self.spliced
        if is_idle and child.document.name not in self.shared:
            return None
        return dialect.element(child)

    def reference(self, document: Document, name: str) -> str:
        """How the file of a document calls a file that is named from the main one."""
        if is_absolute(name):
            return name
        here = posixpath.dirname(self.names[document.name])
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
