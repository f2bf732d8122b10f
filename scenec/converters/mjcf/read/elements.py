"""The elements of a model: the file with all that it includes, checked against MuJoCo's schema (src/xml/xml.cc, xml_util.cc).

An include is replaced by the children of the included file's root. Unknown elements and attributes, elements in the wrong place and second
elements where one may stand are refused, each with its file and the nearest name.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import msgspec

from scenec.converters.common.growth import most_elements
from scenec.converters.format import ReadRequest
from scenec.converters.mjcf import kinds, vocabulary
from scenec.converters.mjcf.findings import reading as findings
from scenec.errors import ReadError, nearest
from scenec.source import Origin, Source
from scenec.syntax.kinds import KindError
from scenec.syntax.tree import Document, SourceNode
from scenec.syntax.xml import read_xml
from scenec.trace import Ids, TracedStr, ids_of, traced

ROOT = "mujoco"
ORIENTATIONS = dict.fromkeys(("quat", "axisangle", "xyaxes", "zaxis", "euler"))
"""Attributes that say how something is turned. An element may state one of them."""
TARGET = "target"
"""The body that a camera or light follows: of replicas, the replica beside it."""
UNCHECKED = ("frame", "replicate")
"""Elements whose attributes MuJoCo does not check: it ignores those that it does not know."""
_SHORT, _MANY = 100, 1000
"""Texts that were found right are remembered if they are short, so many of each attribute."""


class Element(msgspec.Struct, eq=False, gc=False):
    """One element. path: its row in the vocabulary. attributes: the texts that are not blank, each with its ledger id. prefix, suffix: what
    is put before and behind its name, in what is attached or replicated; prefix also before the names that it refers to."""

    tag: str
    path: str
    attributes: dict[str, str]
    children: list[Element]
    document: Document
    node: SourceNode
    prefix: str = ""
    suffix: str = ""
    place_kept: Origin | None = None

    @property
    def origin(self) -> Origin:
        if self.place_kept is None:
            self.place_kept = self.document.origin(self.node)
        return self.place_kept

    @property
    def name(self) -> str | None:
        """The name by which others refer to it, None if it has none."""
        own = self.attributes.get("name")
        return own if own is None or not (self.prefix or self.suffix) else traced(f"{self.prefix}{own}{self.suffix}", ids_of(own))

    def copied(self, prefix: str = "", suffix: str = "") -> Element:
        """Return a copy of it and all in it, under other names. The suffix of what is inside comes first."""
        made = self._renamed(prefix, suffix)
        stack = [(self, made)]
        while stack:
            old, new = stack.pop()
            new.children = [child._renamed(prefix, suffix) for child in old.children]
            stack.extend(zip(old.children, new.children, strict=True))
        return made

    def _renamed(self, prefix: str, suffix: str) -> Element:
        return Element(self.tag, self.path, self.attributes, [], self.document, self.node, prefix + self.prefix, suffix + self.suffix)

    def place(self, attribute: str | None = None) -> Source:
        """Return where errors say that it stands."""
        return self.document.source(self.node, attribute, shown=True)

    def error(self, what: str, attribute: str | None = None, expected: str = "", near: str = "", hint: str = "") -> ReadError:
        """Return an error at this element, for the caller to raise."""
        return ReadError(what, self.place(attribute), expected, near, hint)

    def each(self, *tags: str) -> Iterator[Element]:
        """Yield the children of these names, in order."""
        return (child for child in self.children if child.tag in tags)

    def below(self) -> Iterator[Element]:
        """Yield the element and all in it, in order."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack.extend(reversed(element.children))

    def all_ids(self) -> Ids:
        """Return the ids of all values in it."""
        return tuple(i for element in self.below() for text in element.attributes.values() for i in ids_of(text))


class Loader:
    """Reads a model and what it includes, each file as often as it is named."""

    def __init__(self, request: ReadRequest) -> None:
        self.request = request
        self.ledger = request.ledger
        self.names: list[str] = []
        self.old: dict[tuple[str, str], list[str]] = {}
        self._folders: dict[str, str] = {}
        self._read = set[str]()
        self._values = self._again = 0

    def model(self, data: bytes, name: str, shown: str, path: str | None, folder: str | None) -> Element:
        """Return the root of a model. Raises ReadError for what MuJoCo refuses."""
        document = self._document(data, name, shown, path)
        root = document.root
        if root.tag != ROOT:
            raise _other_root(root, document)
        return _Tree(self, document, folder).build(root)

    def _document(self, data: bytes, name: str, shown: str, path: str | None) -> Document:
        self.names.append(name)
        document = self.ledger.add(read_xml(data, name, shown=shown, path=path, tinyxml2=True))
        for line, column, remark in document.remarks:
            self.ledger.report(findings.XML_TOLERATED, origin=Source(document.name, line, column), remark=remark)
        return document

    def included(self, file: str, folders: list[str | None], at: Element) -> tuple[Document, str]:
        """Return the document of an included file and its path. folders: where it is looked for, in order."""
        start = self.request.folder
        for folder in folders:
            path = os.path.normpath(os.path.join(folder, file)) if folder is not None else file
            if folder is None and not os.path.isabs(file):
                continue
            try:
                data = self.request.open(path)
            except OSError:
                continue
            if start and path.startswith(start + os.sep):  # as with most
                name = path[len(start) + 1 :].replace(os.sep, "/")
            else:
                name = os.path.relpath(path, start or os.path.dirname(path)).replace(os.sep, "/")
            shown = os.path.join(os.path.dirname(self.request.shown), name)
            document = self._document(data, name, os.path.normpath(shown), path)
            self._count(document, path, at)
            return document, path
        raise at.error(
            f"the included file {file!r} cannot be opened", "file", "a file beside the model or beside the file that includes it"
        )

    def _count(self, document: Document, path: str, at: Element) -> None:
        """Raises ReadError if links lead to the same files again and again: a few linked folders make names for millions of files."""
        real = self._real(path)
        if real not in self._read:
            self._read.add(real)
            self._values += document.count
            return
        self._again += sum(1 for _ in document.walk())
        most = most_elements(self._values)
        if self._again > most:
            raise at.error(f"links to included files bring more than {most:,} elements", "file", "each file fewer times")

    def _real(self, path: str) -> str:
        """Return where links lead from a path: those of a folder are followed once."""
        if os.path.islink(path):
            return os.path.realpath(path)
        folder, name = os.path.split(path)
        if folder not in self._folders:
            self._folders[folder] = os.path.realpath(folder)
        return os.path.join(self._folders[folder], name)


def _other_root(root: SourceNode, document: Document) -> ReadError:
    place = document.source(root, shown=True)
    if root.tag == "mujocoinclude":
        return ReadError("the file is only a part of other models", place, "<mujoco>", "", "convert the model that includes it")
    hint = "read it with --from urdf" if root.tag == "robot" else ""
    return ReadError(f"the outermost element is <{root.tag}>", place, "<mujoco>", "mujoco" if root.tag.lower() == "mujoco" else "", hint)


_Task = tuple[SourceNode, Element, vocabulary.Checks, Document]
"""A node, the element that it stands in, the checks of that, and the document."""


class _Tree:
    """Builds the elements of one model. folder: of its file. opened: the paths of the files that it was made of.

    No file may be included twice, by any spelling of its path. A link to it counts as another file: MuJoCo 4 compares paths without
    following links.
    """

    def __init__(self, loader: Loader, document: Document, folder: str | None) -> None:
        self.loader, self.ledger = loader, loader.ledger
        self.document, self.folder = document, folder
        self.opened: set[str] = set()

    def build(self, root: SourceNode) -> Element:
        known = vocabulary.checks(ROOT)
        made = self._element(root, known, self.document)
        stack: list[_Task] = [(child, made, known, self.document) for child in reversed(root.children)]
        while stack:
            node, parent, around, document = stack.pop()
            tag = node.tag
            if tag == "include":
                inside = self._included(node, document)
                stack.extend([(child, parent, around, inside) for child in reversed(inside.root.children)])
                continue
            known = around.inside.get(tag) or self._checks(node, parent, around, document)
            element = self._element(node, known, document)
            if known.single and any(each.tag == tag for each in parent.children):
                raise element.error(f"a second <{tag}> in <{parent.tag}>", None, "at most one")
            parent.children.append(element)
            if node.children:
                stack.extend([(child, element, known, document) for child in reversed(node.children)])
        return made

    def _included(self, node: SourceNode, document: Document) -> Document:
        """Return the document that stands for an include."""
        at = self._element(node, vocabulary.checks("include"), document)
        if node.children:
            raise at.error("<include> has children", None, "none")
        self.ledger.consumed(at.attributes["file"])
        file = str(at.attributes["file"])
        beside = os.path.dirname(document.path) if document.path else None
        inside, path = self.loader.included(file, [self.folder, beside], at)
        if not self.opened and self.document.path:
            self.opened.add(os.path.normpath(self.document.path))
        if path in self.opened:
            raise at.error(f"the file {file!r} is included twice", "file", "each file at most once")
        self.opened.add(path)
        self._consume_root(inside)
        return inside

    def _consume_root(self, document: Document) -> None:
        """The name and attributes of the root of an included file say nothing."""
        root = document.root
        if root.attributes:
            about = tuple(traced(text, (root.attribute_id(name),)) for name, text in root.attributes.items())
            self.ledger.report(
                findings.INCLUDED_ROOT_INEFFECTIVE,
                about=about,
                origin=document.origin(root),
                subject=root.tag,
            )

    def _checks(self, node: SourceNode, parent: Element, around: vocabulary.Checks, document: Document) -> vocabulary.Checks:
        """Return the checks of a child. around: those of its parent, which remember them. Raises ReadError if it may not stand there."""
        path = vocabulary.path_below(parent.path, node.tag)
        known = vocabulary.elements().get(path)
        if known is not None and not known.until:
            found = around.inside[node.tag] = vocabulary.checks(path)
            return found
        place = document.source(node, shown=True)
        if node.tag == "composite":
            hint = "save the model with MuJoCo 3.17 or older (mj_saveLastXML), which writes out its bodies, and convert that"
            raise ReadError("<composite> is gone since MuJoCo 4.0", place, "<body>, <flexcomp> or <replicate>", "", hint)
        if known is not None:
            raise ReadError(f"<{node.tag}> is gone since MuJoCo {known.until}", place, "", "", "leave it out")
        near = nearest(node.tag, vocabulary.tags_below(parent.path))
        raise ReadError(f"<{node.tag}> is no element of <{parent.tag}>", place, "" if near else "an element of MJCF", near)

    def _element(self, node: SourceNode, known: vocabulary.Checks, document: Document) -> Element:
        """Return an element without its children, its attributes checked."""
        attributes: dict[str, str] = {}
        path, rows = known.path, known.rows
        element = Element(node.tag, path, attributes, [], document, node)
        value_id = node.first_id
        for name, text in node.attributes.items():
            found = rows.get(name)
            if found is None:
                if node.tag in UNCHECKED or (path == ROOT and (name == "xmlns" or ":" in name)):
                    about, why = traced(text, (value_id,)), f"<{node.tag}>"
                    self.ledger.report(findings.ATTRIBUTE_INEFFECTIVE, about=about, subject=f"{node.tag}@{name}", name=name, why=why)
                    value_id += 1
                    continue
                raise element.error(f"<{node.tag}> has no attribute {name!r}", name, "", nearest(name, list(known.rows)))
            row, right = found
            seen = text in right
            if not seen and kinds.is_blank(text):
                self.ledger.report(findings.BLANK_INEFFECTIVE, about=traced("", (value_id,)), subject=f"{node.tag}@{name}", name=name)
            else:
                if not seen:
                    try:
                        kinds.check(row, text)
                    except KindError as problem:
                        what = f'{problem.what}, written {name}="{text[:60]}"'
                        raise element.error(what, name, problem.expected, problem.nearest) from None
                    if len(text) <= _SHORT and len(right) < _MANY:
                        right.add(text)
                said = TracedStr(text)
                said.one_or_more = value_id
                if row.until:
                    self.loader.old.setdefault((name, row.until), []).append(said)
                    attributes.update(dict.fromkeys(vocabulary.NEW_NAMES.get(name, (name,)), said))
                else:
                    attributes[name] = said
            value_id += 1
        if node.text:
            self.ledger.report(findings.TEXT_INEFFECTIVE, about=traced("", (node.text_id,)), subject=node.tag, value=node.text)
        if known.some:
            _check_together(element, known)
        return element


def _check_together(element: Element, known: vocabulary.Checks) -> None:
    """Raise ReadError for attributes that are missing, exclude each other or need each other."""
    attributes = element.attributes
    for name in known.required:
        if name not in attributes:
            raise element.error(f"<{element.tag}> has no {name}", None, f"an attribute {name}")
    if known.turns and len(attributes) > 1 and len(ORIENTATIONS.keys() & attributes.keys()) > 1:
        turned = [name for name in ORIENTATIONS if name in attributes]
        raise element.error(f"<{element.tag}> has {' and '.join(turned)}", turned[1], "one of them")
    for word, named in known.rules:
        if word == "exclusive":
            said = [group for group in named if any(name in attributes for name in group)]
            if len(said) > 1:
                raise element.error(f"<{element.tag}> has {said[0][0]} and {said[1][0]}", None, "one of them")
        elif word == "oneof" and not any(all(name in attributes for name in group) for group in named):
            raise element.error(f"<{element.tag}> is not complete", None, " or ".join(" and ".join(group) for group in named))
        elif word == "together":
            names = [group[0] for group in named]
            if any(name in attributes for name in names) and not all(name in attributes for name in names):
                raise element.error(f"<{element.tag}> needs {' and '.join(names)} together")


def renamed(element: Element, name: str, text: str) -> str:
    """Return the text of an attribute, of a name or a reference as it is in the scene."""
    if not (element.prefix or element.suffix):
        return text
    row = vocabulary.attribute(element.path, name)
    if row is None or name in ("class", "childclass") or row.type not in ("id", "ref"):
        return text
    suffix = element.suffix if row.type == "id" or name == TARGET else ""
    return traced(f"{element.prefix}{text}{suffix}", ids_of(text))
