"""Place the files of written includes: copied with all their relative references, or left where they are.

A relative reference is copied (`--assets copy`). The included file and the files it needs are copied unchanged and keep their relative
places, so that their references still work. Other references (``model://``, absolute paths) are kept as written, and a finding names the
files that the output depends on.
"""

from __future__ import annotations

import os
import re

import msgspec

from scenec import files
from scenec.converters.common.locate import around
from scenec.converters.sdformat.findings.writing import INCLUDE_KEPT
from scenec.converters.sdformat.locate import ModelLocator
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.included_scene import IncludedScene
from scenec.errors import ReadError
from scenec.ir.base import Id
from scenec.ir.scene import Use
from scenec.syntax.tree import SourceNode
from scenec.syntax.xml import read_xml

_SCHEME = re.compile(r"^([A-Za-z][A-Za-z0-9+.-]*)://(.*)$", re.DOTALL)
_CONFIGS = ("model.config", "manifest.xml")


class _Kept(msgspec.Struct):
    """An accepted include. found: the file. directory: the model directory, if the include names one. files: all files it consists of."""

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

    def add(self, use: Use, found: str, again: IncludedScene) -> bool:
        """Add an include if it can be written. A relative one that stays as written must be in the entry file."""
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
        """Copy the files with relative references, and report the others that the output depends on."""
        travelling = [kept for kept in self._kept.values() if kept.travels]
        if travelling:
            walk = _Walk(self._locator)
            for kept in travelling:
                walk.add(kept.found, kept.directory)
            self._context.assets.copy_together(list(walk.files), list(walk.directories))
        reported: set[str] = set()
        for kept in self._kept.values():
            left = [path for path in kept.files if not self._context.assets.is_copied(path)]
            if left and kept.found not in reported:
                reported.add(kept.found)
                self._report_kept(kept, left)

    def uri(self, use: Use) -> str:
        """Return the URI of an include in the output."""
        kept = self._kept[use.id]
        return self._context.assets.spelled(kept.uri, self._uri(kept))

    def _uri(self, kept: _Kept) -> str:
        if kept.travels:
            if kept.directory is None:
                return self._context.assets.place_of(kept.found)
            config = next(name for name in _CONFIGS if self._context.assets.is_copied(os.path.join(kept.directory, name)))
            return os.path.dirname(self._context.assets.place_of(os.path.join(kept.directory, config)))
        if self._context.options.assets == "link" and _SCHEME.match(kept.uri) is None and not os.path.isabs(kept.uri):
            return f"file://{kept.found}"
        return kept.uri

    def _report_kept(self, kept: _Kept, left: list[str]) -> None:
        from hashlib import sha256

        digest = sha256()
        for path in left:
            digest.update(files.read_file(path))
        self._context.ledger.report(
            INCLUDE_KEPT,
            origin=kept.use.origin,
            subject=f"include {kept.use.name or ''}".strip(),
            value=kept.uri,
            target=f"{len(left)} file{'s' * (len(left) > 1)}, sha256 {digest.hexdigest()[:16]}",
        )


class _Walk:
    """All files that included files refer to by relative paths, as far as they exist. files: absolute paths, in order."""

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
        """Return the file. Of a model directory return all files that model.config lists, since readers choose among them."""
        if directory is None:
            return [path]
        config = next(each for name in _CONFIGS if files.is_file(each := os.path.join(directory, name)))
        self.directories[directory] = None
        self.files[config] = None
        listed = [os.path.normpath(os.path.join(directory, node.text)) for node in _nodes(config) if node.tag == "sdf" and node.text]
        return [path, *(each for each in listed if files.is_file(each) and each != path)]

    def _referred(self, path: str) -> list[tuple[str, str | None]]:
        """Return the models that a file includes. All other files that it names are added."""
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
    """Return the file of a relative reference, or of a ``model://`` reference into the same model directory."""
    if "\0" in text or "\n" in text:
        return None
    scheme = _SCHEME.match(text)
    if scheme is None:
        places = [] if os.path.isabs(text) else [os.path.join(folder, text)]
    else:
        places = around(folder, scheme.group(2)) if scheme.group(1).lower() in ("model", "package") else []
    return files.first(places, text, files.is_there)


def _nodes(path: str) -> list[SourceNode]:
    """Return all elements of an XML file, none if it cannot be read."""
    try:
        root = read_xml(files.read_file(path), path, tinyxml2=True).root
    except (OSError, ReadError):
        return []
    found = [root]
    for node in found:
        found.extend(node.children)
    return found


def _model_directory(found: str) -> str | None:
    """Return the model directory that a file belongs to."""
    folder = os.path.dirname(found)
    while not any(files.is_file(os.path.join(folder, name)) for name in _CONFIGS):
        if folder == os.path.dirname(folder):
            return None
        folder = os.path.dirname(folder)
    return folder
