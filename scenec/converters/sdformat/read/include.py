"""Replace every <include> by the model, actor or light of its file, as libsdformat does.

Values of an include (name, pose, static, placement frame, namespace, plugins) override those of the file. With merge="true" the content of
the included model joins the model around it; see `scenec.converters.sdformat.read.include_merge`.
"""

from __future__ import annotations

import os
from typing import Any

import msgspec

from scenec import files
from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.converters.common.locate import is_remote
from scenec.converters.sdformat.carried import TAG as CARRIED
from scenec.converters.sdformat.carried import report_carried_in_include
from scenec.converters.sdformat.findings.reading import (
    INCLUDE_ELEMENT_INEFFECTIVE,
    INCLUDE_INVALID,
    INCLUDE_OVERRIDE_INEFFECTIVE,
    NAMESPACE_PREFIX_INEFFECTIVE,
    ROOT_ELEMENT_REPEATED_INVALID,
    SDFORMAT_ROOT_KEPT,
    SDFORMAT_VERSION_INVALID,
    UNRESOLVED_INCLUDE,
)
from scenec.converters.sdformat.locate import ModelLocator
from scenec.converters.sdformat.read.element import Element, File, IncludedElement, sourced, tree_of
from scenec.converters.sdformat.read.include_merge import merged
from scenec.converters.sdformat.read.include_params import PARAMS, apply_params
from scenec.converters.sdformat.read.scoped_names import nest_scoped_names
from scenec.converters.sdformat.read.upgrade import upgrade
from scenec.converters.sdformat.versions import KNOWN, order
from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.tree import READ, SEEN, Document
from scenec.syntax.xml import read_xml
from scenec.trace import traced

HOLDERS = ("sdf", "gazebo", "world", "model")
TOP = ("model", "actor", "light")
GAZEBO = "gazebo"
"""The root element up to version 1.2."""

DEEPEST = 100
"""Files that include each other deeper than this count as a circle."""

MOST, MOST_PER_VALUE = 50_000, 200
"""The most values that includes may bring into one scene, and how many more for each value of its files.

Whole worlds are made of few models, but files that include each other several times grow without end.
"""

Chain = tuple[str, ...]


class Includes:
    """Expands the includes of one scene. documents: by absolute path, each file once."""

    def __init__(self, ledger: Ledger, locator: ModelLocator, shown_folder: str, entry_folder: str | None) -> None:
        self.ledger = ledger
        self.locator = locator
        self.shown_folder = shown_folder
        self.entry_folder = entry_folder
        self.documents: dict[str, Document] = {}
        self.brought = 0

    def expand(self, top: Element, chain: Chain = (), outer: Element | None = None) -> None:
        """Replace every include below an element. chain: the files that are being included. outer: the <include> of the element."""
        stack = [(top, chain, outer)]
        while stack:
            holder, around, within = stack.pop()
            children: list[Element] = []
            for child in holder.children:
                if child.tag == "include":
                    child.include = within
                    for each, inner in self._content(child, holder, around):
                        children.append(each)
                        stack.append((each, inner, child))
                else:
                    children.append(child)
                    if child.tag in HOLDERS:
                        stack.append((child, around, within))
            holder.children = children

    def _content(self, include: Element, holder: Element, chain: Chain) -> list[tuple[Element, Chain]]:
        """Return what replaces an include, each with its chain of files."""
        include.marks |= READ
        uri = include.word("uri")
        if not uri:
            self._failed(include, "The include has no <uri>.", uri)
            return []
        path = self._path(include, uri)
        if path is None:  # stays an include, for who has the model
            include.marks &= ~READ
            return [(include, chain)]
        if path in chain or len(chain) >= DEEPEST:
            self._failed(include, "The files include each other in a circle.", uri)
            return []
        found = self._top_of(include, path, uri)
        if found is None:
            return []
        self.ledger.consumed(uri)
        override(found, include, self.ledger)
        include.brought = IncludedElement(found.tag, str(found.attributes.get("name", "")), found.file.document, found.origin)
        if include.has(PARAMS):
            self.expand(found, (*chain, path), include)
            apply_params(found, include, self.ledger)
        merge = include.flag("model/include/@merge", "merge") if "merge" in include.attributes else None
        self.ledger.consumed(merge)
        if not merge or found.tag != "model":
            return [(found, (*chain, path))]
        self.expand(found, (*chain, path), include)
        return [(each, (*chain, path)) for each in merged(found, include, holder, self.ledger)]

    def _path(self, include: Element, uri: str) -> str | None:
        if is_remote(uri):
            self._unresolved(include, uri, "scenec does not fetch models from the network.")
            return None
        path = self.locator.find(uri, include.file.folder)
        if path is not None and files.is_folder(path):
            directory, path = path, self.locator.model_file(path)
            if path is None:
                self._unresolved(include, uri, f"The folder {os.path.basename(directory)} has no model.config that names an SDF file.")
                return None
        if path is None or files.first([path], uri.strip()) is None:
            why = f"The model {files.OUTSIDE}." if files.was_refused(uri.strip()) else "There is no such model."
            self._unresolved(include, uri, why)
            return None
        return path

    def _top_of(self, include: Element, path: str, uri: str) -> Element | None:
        """Return the first model, actor or light of a file, as a tree of its own."""
        try:
            root = self._root_of(path)
            self.brought += self.documents[path].count
        except (OSError, ReadError) as problem:
            self._failed(include, f"The included file cannot be read: {problem}.", uri)
            return None
        most = MOST + MOST_PER_VALUE * self.ledger.value_count
        if self.brought > most:
            raise include.error(f"the includes bring more than {most:,} values", hint="include each file fewer times")
        tops = [each for each in root.children if each.tag in TOP]
        if not tops:
            self._failed(include, "The included file holds no model, actor or light.", uri)
            return None
        for other in tops[1:]:
            about = traced("", other.all_ids())
            self.ledger.report(ROOT_ELEMENT_REPEATED_INVALID, about=about, origin=other.origin, subject=f"<{other.tag}>", tag=other.tag)
        top = tops[0]
        self.ledger.consumed(root.raw("version"))
        for name in root.attributes:
            if name.startswith("xmlns:"):
                _ineffective(self.ledger, NAMESPACE_PREFIX_INEFFECTIVE, root, name)
        top.include = include
        return top

    def _root_of(self, path: str) -> Element:
        document = self.documents.get(path)
        if document is None:
            name = _relative(path, self.entry_folder)
            shown = os.path.normpath(os.path.join(self.shown_folder, name)) if not os.path.isabs(name) else name
            free = self.ledger.value_count
            document = self.ledger.add(read_xml(self.locator.open(path), name, shown=shown, path=path, tinyxml2=True, first_id=free))
            self.documents[path] = document
        return root_of(document, self.ledger, os.path.dirname(path))

    def _failed(self, include: Element, why: str, uri: object) -> None:
        """Report an include that brings nothing. why: a sentence."""
        about, origin = traced("", include.all_ids()), include.origin
        self.ledger.report(INCLUDE_INVALID, about=about, origin=origin, subject="<include>", value=str(uri or ""), why=why)

    def _unresolved(self, include: Element, uri: str, why: str) -> None:
        """Report an include whose model is not found. why: a sentence."""
        about, origin = traced("", include.all_ids()), include.origin
        self.ledger.report(UNRESOLVED_INCLUDE, about=about, origin=origin, subject="<include>", value=str(uri), why=why)


def root_of(document: Document, ledger: Ledger, folder: str | None) -> Element:
    """Return the <sdf> element of a document, converted to the newest version.

    ReadError for another root element and for one without a version.
    """
    root = document.root
    if root.tag == "robot":
        place = document.source(root, shown=True)
        raise ReadError("this is URDF, not SDFormat", place, "<sdf version=...>", hint="convert it with `gz sdf -p` first")
    if root.tag == GAZEBO:
        ledger.report(SDFORMAT_ROOT_KEPT, origin=place_in(document), subject=f"<{GAZEBO}>")
    elif root.tag != "sdf":
        raise ReadError(f"the outermost element is <{root.tag}>", document.source(root, shown=True), "<sdf version=...>")
    version = root.attributes.get("version", "").strip()
    if not version:
        place = document.source(root, shown=True)
        raise ReadError(f"<{root.tag}> lacks the attribute version", place, f"one of {', '.join(KNOWN)}")
    known = version in KNOWN
    report_carried_in_include(document, ledger)
    element = tree_of(document, File(document, ledger, order(version if known else KNOWN[-1]), folder))
    element.children = [child for child in element.children if child.tag != CARRIED]
    if not known:
        ledger.report(
            SDFORMAT_VERSION_INVALID,
            about=element.raw("version"),
            origin=element.origin,
            subject="sdf@version",
            value=version,
            target=KNOWN[-1],
        )
    upgrade(element)
    if element.file.version < (1, 8):
        nest_scoped_names(element)
    return element


def place_in(document: Document) -> Source:
    return document.source(document.root)


def override(top: Element, include: Element, ledger: Ledger) -> None:
    """Let an include override the values of its model, actor or light."""
    name = include.child("name")
    if name is not None and name.text:
        _ineffective(ledger, INCLUDE_OVERRIDE_INEFFECTIVE, top, "name")
        top.set("name", name.text.strip(), name.text_ids)
    for tag in ("static", "pose"):
        own = include.child(tag)
        if own is None:
            continue
        for each in [each for each in top.children if each.tag == tag]:
            _report_ignored(ledger, INCLUDE_OVERRIDE_INEFFECTIVE, each)
        top.children = [_copy(own), *(each for each in top.children if each.tag != tag)]
    for tag in ("placement_frame", "namespace"):
        element = include.child(tag)
        if element is None or not element.text:
            continue
        if tag == "placement_frame" and not include.has("pose"):
            raise include.error("<placement_frame> needs a <pose>", hint="add one, or leave out the placement frame")
        _ineffective(ledger, INCLUDE_OVERRIDE_INEFFECTIVE, top, tag)
        top.set(tag, element.text.strip(), element.text_ids)
    for plugin in include.all("plugin"):
        added = _copy(plugin)
        added.include = include
        top.children = [*top.children, added]
    rest = [each for each in include.children if not each.marks & SEEN]
    for each in rest:
        if each.tag == PARAMS:
            continue
        _report_ignored(ledger, INCLUDE_ELEMENT_INEFFECTIVE, each, tag=each.tag)


def _copy(element: Element) -> Element:
    """Return a copy of the element for its new place, marked as unread."""
    return msgspec.structs.replace(element, marks=0, include=None, brought=None)


def _ineffective(ledger: Ledger, row: Code, top: Element, name: str) -> None:
    """Report an attribute without effect, if it is there."""
    if name in top.attributes:
        ids = top.attribute_ids(name)
        ledger.report(row, about=sourced("", ids), origin=top.origin, subject=f"{top.tag}@{name}", value=str(top.attributes[name]))


def _report_ignored(ledger: Ledger, row: Code, element: Element, **slots: Any) -> None:
    """Report an element without effect, if it holds any value."""
    ids = element.all_ids()
    if ids:
        ledger.report(row, about=sourced("", ids), origin=element.origin, subject=f"<{element.tag}>", **slots)


def _relative(path: str, folder: str | None) -> str:
    """Return a file name for reports: relative to the folder of the entry file where possible, with ``/``."""
    if folder is None:
        return path.replace(os.sep, "/")
    try:
        return os.path.relpath(path, folder).replace(os.sep, "/")
    except ValueError:  # another drive
        return path.replace(os.sep, "/")
