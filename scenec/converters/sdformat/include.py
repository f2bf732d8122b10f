"""Includes: every <include> becomes the model, actor or light of the file it names, as the reference library does.

What an include says of its own (name, pose, static, placement frame, namespace, plugins) replaces what the file says. With
merge="true" the content of the included model joins the one around it; `scenec.converters.sdformat.include_merge` does that.
"""

from __future__ import annotations

import os

import msgspec

from scenec import files
from scenec.accounting.ledger import Ledger
from scenec.converters.common.locate import is_remote
from scenec.converters.sdformat.carried import TAG as CARRIED
from scenec.converters.sdformat.carried import leave_alone
from scenec.converters.sdformat.include_merge import merged
from scenec.converters.sdformat.include_params import PARAMS, apply_params
from scenec.converters.sdformat.locate import ModelLocator
from scenec.converters.sdformat.read_element import Brought, Element, File, sourced, tree_of
from scenec.converters.sdformat.unflatten import unflatten
from scenec.converters.sdformat.upgrade import upgrade
from scenec.converters.sdformat.versions import KNOWN, order
from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.tree import Document
from scenec.syntax.xml import read_xml
from scenec.trace import traced

HOLDERS = ("sdf", "gazebo", "world", "model")
TOP = ("model", "actor", "light")
GAZEBO = "gazebo"
"""The outermost element up to version 1.2."""

DEEPEST = 100
"""Files that include each other further down are taken for a circle."""

MOST, MOST_PER_VALUE = 50_000, 200
"""Values that includes may bring into one scene, and how many more for each value of its files, as whole worlds are made of few models.
Files that include each other several times over would grow without end."""

Chain = tuple[str, ...]


class Includes:
    """Expands the includes of one scene. documents: what was read, by absolute path, each file once."""

    def __init__(self, ledger: Ledger, locator: ModelLocator, shown_folder: str, entry_folder: str | None) -> None:
        self.ledger = ledger
        self.locator = locator
        self.shown_folder = shown_folder
        self.entry_folder = entry_folder
        self.documents: dict[str, Document] = {}
        self.brought = 0

    def expand(self, top: Element, chain: Chain = (), outer: Element | None = None) -> None:
        """Replace every include below an element. chain: the files that are being included around it; outer: the <include> that
        brought it."""
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
        """What takes the place of an include."""
        include.used = True
        uri = include.word("uri")
        if not uri:
            self._failed(include, "include-invalid", "it has no <uri>", uri)
            return []
        path = self._path(include, uri)
        if path is None:  # stays an include, for who has the model
            include.used = False
            return [(include, chain)]
        if path in chain or len(chain) >= DEEPEST:
            self._failed(include, "include-invalid", "the files include each other in a circle", uri)
            return []
        found = self._top_of(include, path, uri)
        if found is None:
            return []
        self.ledger.consumed(uri)
        override(found, include, self.ledger)
        include.brought = Brought(found.tag, str(found.attributes.get("name", "")), found.file.document, found.origin)
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
            self._unresolved(include, uri, "models are not fetched from the network", "download it and name its folder with --search-path")
            return None
        path = self.locator.find(uri, include.file.folder)
        if path is not None and files.is_folder(path):
            directory, path = path, self.locator.model_file(path)
            if path is None:
                self._unresolved(include, uri, f"{os.path.basename(directory)} has no model.config that names an SDF file", "")
                return None
        if path is None or files.first([path], uri.strip()) is None:
            because = files.absence(uri.strip(), "there is no such model")
            self._unresolved(include, uri, because, "name the folder that holds it with --search-path")
            return None
        return path

    def _top_of(self, include: Element, path: str, uri: str) -> Element | None:
        """The first model, actor or light of a file, as a tree of its own."""
        try:
            root = self._root_of(path)
            self.brought += self.documents[path].count
        except (OSError, ReadError) as problem:
            self._failed(include, "include-invalid", f"its file cannot be read: {problem}", uri)
            return None
        most = MOST + MOST_PER_VALUE * self.ledger.value_count
        if self.brought > most:
            raise include.error(f"the includes bring more than {most:,} values", hint="include each file fewer times")
        tops = [each for each in root.children if each.tag in TOP]
        if not tops:
            self._failed(include, "include-invalid", "its file holds no model, actor or light", uri)
            return None
        for other in tops[1:]:
            self.ledger.report(
                "root-element-repeated-invalid", "invalid", "error", "metadata", about=traced("", other.all_ids()), origin=other.origin,
                subject=f"<{other.tag}>", because="an included file may hold one model, actor or light; the first one counts",
                consequence="it is not part of the scene", hint="put it into a file of its own",
            )  # fmt: skip
        top = tops[0]
        self.ledger.consumed(root.raw("version"))
        for name in root.attributes:
            if name.startswith("xmlns:"):
                _ineffective(self.ledger, root, name, "SDFormat does not look at what a prefix stands for")
        top.include = include
        return top

    def _root_of(self, path: str) -> Element:
        document = self.documents.get(path)
        if document is None:
            name = _relative(path, self.entry_folder)
            shown = os.path.normpath(os.path.join(self.shown_folder, name)) if not os.path.isabs(name) else name
            free = self.ledger.value_count
            document = self.ledger.add(read_xml(self.locator.open(path), name, shown=shown, path=path, recover=True, first_id=free))
            self.documents[path] = document
        return root_of(document, self.ledger, os.path.dirname(path))

    def _failed(self, include: Element, code: str, because: str, uri: object) -> None:
        self.ledger.report(
            code, "invalid", "error", "physics", about=traced("", include.all_ids()), origin=include.origin, subject="<include>",
            value=str(uri or ""), because=because, consequence="what it should bring is not in the scene",
        )  # fmt: skip

    def _unresolved(self, include: Element, uri: str, because: str, hint: str) -> None:
        self.ledger.report(
            "unresolved-asset", "unresolved", "error", "physics", about=traced("", include.all_ids()), origin=include.origin,
            subject="<include>", value=str(uri), because=because, consequence="what it should bring is not in the scene", hint=hint,
        )  # fmt: skip


def root_of(document: Document, ledger: Ledger, folder: str | None) -> Element:
    """The <sdf> element of a document, brought to the newest version.

    Raises ReadError for another root and for one without version.
    """
    root = document.root
    if root.tag == "robot":
        place = document.source(root, shown=True)
        raise ReadError("this is URDF, not SDFormat", place, "<sdf version=...>", hint="convert it with `gz sdf -p` first")
    if root.tag == GAZEBO:
        ledger.report(
            "sdformat-root-kept", "kept", "note", "metadata", origin=place_in(document), subject=f"<{GAZEBO}>",
            because=f"this is the dialect of 2012, whose outermost element is <{GAZEBO}>",
            consequence="current libraries do not read it", hint="write it anew with scenec",
        )  # fmt: skip
    elif root.tag != "sdf":
        raise ReadError(f"the outermost element is <{root.tag}>", document.source(root, shown=True), "<sdf version=...>")
    version = root.attributes.get("version", "").strip()
    if not version:
        place = document.source(root, shown=True)
        raise ReadError(f"<{root.tag}> lacks the attribute version", place, f"one of {', '.join(KNOWN)}")
    known = version in KNOWN
    leave_alone(document, ledger)
    element = tree_of(document, File(document, ledger, order(version if known else KNOWN[-1]), folder))
    element.children = [child for child in element.children if child.tag != CARRIED]
    if not known:
        ledger.report(
            "sdformat-version-invalid", "invalid", "error", "metadata", about=element.raw("version"), origin=element.origin,
            subject="sdf@version", value=version, target=KNOWN[-1], because="there is no such version of SDFormat",
            consequence="the file is read as the newest version; older spellings in it are not understood", hint="correct the version",
        )  # fmt: skip
    upgrade(element)
    if element.file.version < (1, 8):
        unflatten(element)
    return element


def place_in(document: Document) -> Source:
    return document.source(document.root)


def override(top: Element, include: Element, ledger: Ledger) -> None:
    """What the include says replaces what the file says of its model, actor or light."""
    name = include.child("name")
    if name is not None and name.text:
        _ineffective(ledger, top, "name", f"the include names it {str(name.text)!r}")
        top.set("name", name.text.strip(), name.text_ids)
    for tag in ("static", "pose"):
        own = include.child(tag)
        if own is None:
            continue
        for each in [each for each in top.children if each.tag == tag]:
            _told(ledger, each, f"the include has a <{tag}> of its own")
        top.children = [_copy(own), *(each for each in top.children if each.tag != tag)]
    for tag in ("placement_frame", "namespace"):
        element = include.child(tag)
        if element is None or not element.text:
            continue
        if tag == "placement_frame" and not include.has("pose"):
            raise include.error("<placement_frame> needs a <pose>", hint="add one, or leave out the placement frame")
        _ineffective(ledger, top, tag, f"the include has a <{tag}> of its own")
        top.set(tag, element.text.strip(), element.text_ids)
    for plugin in include.all("plugin"):
        added = _copy(plugin)
        added.include = include
        top.children = [*top.children, added]
    rest = [each for each in include.children if not each.used]
    for each in rest:
        if each.tag == PARAMS:
            continue
        _told(ledger, each, "an include can only say name, pose, static, placement frame, namespace and plugins")


def _copy(element: Element) -> Element:
    """The element for its new place; `used` starts anew."""
    return msgspec.structs.replace(element, used=False, whole=False, taken=(), include=None, brought=None)


def _ineffective(ledger: Ledger, top: Element, name: str, because: str) -> None:
    if name in top.attributes:
        ids = top.attribute_ids(name)
        ledger.report(
            "include-override-ineffective", "dropped", "note", "metadata", about=sourced("", ids), origin=top.origin,
            subject=f"{top.tag}@{name}", value=str(top.attributes[name]), because=because,
            consequence="nothing: it has no effect in SDFormat either",
        )  # fmt: skip


def _told(ledger: Ledger, element: Element, because: str) -> None:
    ids = element.all_ids()
    if ids:
        ledger.report(
            "include-override-ineffective", "dropped", "note", "metadata", about=sourced("", ids), origin=element.origin,
            subject=f"<{element.tag}>", because=because, consequence="nothing: it has no effect in SDFormat either",
        )  # fmt: skip


def _relative(path: str, folder: str | None) -> str:
    """A file as reports name it: relative to the entry file's folder where it lies below it or beside it, with ``/``."""
    if folder is None:
        return path.replace(os.sep, "/")
    try:
        return os.path.relpath(path, folder).replace(os.sep, "/")
    except ValueError:  # another drive
        return path.replace(os.sep, "/")
