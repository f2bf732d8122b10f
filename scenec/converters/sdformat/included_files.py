"""Where the files of written includes are: copied with everything they refer to relatively, or left where they were.

A reference that is relative travels (`--assets copy`): the included file and all it needs are copied byte for byte and keep their
places to each other, so that every relative reference in them still leads where it led. Others (``model://``, absolute ones) are kept
as written; a finding says what the output then rests on.
"""

from __future__ import annotations

import os
import re

import msgspec

from scenec import files
from scenec.converters.common.locate import around
from scenec.converters.sdformat.context import Context
from scenec.converters.sdformat.locate import ModelLocator
from scenec.converters.sdformat.reread import Reread
from scenec.errors import ReadError
from scenec.ir.base import Id
from scenec.ir.scene import Use
from scenec.syntax.tree import SourceNode
from scenec.syntax.xml import read_xml

_SCHEME = re.compile(r"^([A-Za-z][A-Za-z0-9+.-]*)://(.*)$", re.DOTALL)
_CONFIGS = ("model.config", "manifest.xml")


class _Kept(msgspec.Struct):
    """An accepted include. found: the file; directory: the model directory it names instead, if it does; files: all it consists of."""

    use: Use
    uri: str
    found: str
    directory: str | None
    files: tuple[str, ...]
    travels: bool


class IncludedFiles:
    """The files of the includes of one output."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._kept: dict[Id, _Kept] = {}
        self._locator = ModelLocator((), files.read_file)

    def add(self, use: Use, found: str, again: Reread) -> bool:
        """Whether the include can be written: a relative one that stays as written must stand in the entry file."""
        uri = dict(use.arguments).get("uri", "").strip()
        relative = _SCHEME.match(uri) is None and not os.path.isabs(uri)
        mode = self._context.options.assets
        if not uri or (relative and mode == "keep" and use.parent is not None):
            return False
        files = tuple(document.path for document in again.documents if document.path is not None)
        directory = _model_directory(found) if os.path.basename(uri.rstrip("/")) != os.path.basename(found) else None
        self._kept[use.id] = _Kept(use, uri, found, directory, files, relative and mode == "copy")
        return True

    def settle(self) -> None:
        """Copy what travels, and tell what the output rests on besides."""
        travelling = [kept for kept in self._kept.values() if kept.travels]
        if travelling:
            walk = _Walk(self._locator)
            for kept in travelling:
                walk.add(kept.found, kept.directory)
            self._context.assets.copy_together(list(walk.files), list(walk.directories))
        told: set[str] = set()
        for kept in self._kept.values():
            left = [path for path in kept.files if not self._context.assets.is_copied(path)]
            if left and kept.found not in told:
                told.add(kept.found)
                self._tell(kept, left)

    def uri(self, use: Use) -> str:
        kept = self._kept[use.id]
        if kept.travels:
            if kept.directory is None:
                return self._context.assets.place_of(kept.found)
            config = next(name for name in _CONFIGS if self._context.assets.is_copied(os.path.join(kept.directory, name)))
            return os.path.dirname(self._context.assets.place_of(os.path.join(kept.directory, config)))
        if self._context.options.assets == "link" and _SCHEME.match(kept.uri) is None and not os.path.isabs(kept.uri):
            return f"file://{kept.found}"
        return kept.uri

    def _tell(self, kept: _Kept, left: list[str]) -> None:
        from hashlib import sha256

        digest = sha256()
        for path in left:
            digest.update(files.read_file(path))
        self._context.ledger.report(
            "include-kept",
            "kept",
            "note",
            "metadata",
            origin=kept.use.origin,
            subject=f"include {kept.use.name or ''}".strip(),
            value=kept.uri,
            target=f"an include of {len(left)} file{'s' * (len(left) > 1)}, sha256 {digest.hexdigest()[:16]}",
            because="the model is included, not written out",
            consequence="the result is what these files are when it is loaded",
            hint="write everything into one file with --flatten",
        )


class _Walk:
    """Everything that included files refer to relatively, as far as it is there. files: absolute paths, in order."""

    def __init__(self, locator: ModelLocator) -> None:
        self._locator = locator
        self.files: dict[str, None] = {}
        self.directories: dict[str, None] = {}

    def add(self, found: str, directory: str | None) -> None:
        waiting = [(found, directory)]
        while waiting:
            path, within = waiting.pop()
            for each in self._with_versions(path, within):
                if each not in self.files:
                    self.files[each] = None
                    waiting.extend(self._referred(each))

    def _with_versions(self, path: str, directory: str | None) -> list[str]:
        """The file; of a model directory all files that its model.config lists, since which one counts is the reader's choice."""
        if directory is None:
            return [path]
        config = next(each for name in _CONFIGS if files.is_file(each := os.path.join(directory, name)))
        self.directories[directory] = None
        self.files[config] = None
        listed = [os.path.normpath(os.path.join(directory, node.text)) for node in _nodes(config) if node.tag == "sdf" and node.text]
        return [path, *(each for each in listed if files.is_file(each) and each != path)]

    def _referred(self, path: str) -> list[tuple[str, str | None]]:
        """The models that a file includes; all other files it names are added at once."""
        included: list[tuple[str, str | None]] = []
        folder = os.path.dirname(path)
        for node in _nodes(path):
            if not node.text or len(node.text) > 1000 or not re.search(r"[A-Za-z]", node.text):
                continue
            place = _place(folder, node.text)
            if place is None:
                continue
            if files.is_folder(place):
                model = self._locator.model_file(place) if node.tag == "uri" else None
                if model is not None and files.is_file(model):
                    included.append((os.path.normpath(model), place))
                elif node.tag == "uri":  # material scripts name folders
                    self._add_folder(place)
            elif place.endswith((".sdf", ".world")):
                included.append((place, None))
            else:
                self.files[place] = None
        return included

    def _add_folder(self, folder: str) -> None:
        for name in files.names_in(folder):
            if files.is_file(os.path.join(folder, name)):
                self.files[os.path.join(folder, name)] = None


def _place(folder: str, text: str) -> str | None:
    """Where a text leads that is a relative reference, or one by ``model://`` into the model directory it stands in."""
    if "\0" in text or "\n" in text:
        return None
    scheme = _SCHEME.match(text)
    if scheme is None:
        places = [] if os.path.isabs(text) else [os.path.join(folder, text)]
    else:
        places = around(folder, scheme.group(2)) if scheme.group(1).lower() in ("model", "package") else []
    return files.first(places, text, files.is_there)


def _nodes(path: str) -> list[SourceNode]:
    """All elements of an XML file, none if it cannot be read."""
    try:
        root = read_xml(files.read_file(path), path, recover=True).root
    except (OSError, ReadError):
        return []
    found = [root]
    for node in found:
        found.extend(node.children)
    return found


def _model_directory(found: str) -> str | None:
    """The directory that says that this file is its model."""
    folder = os.path.dirname(found)
    while not any(files.is_file(os.path.join(folder, name)) for name in _CONFIGS):
        if folder == os.path.dirname(folder):
            return None
        folder = os.path.dirname(folder)
    return folder
