"""Read an included file by itself. The writer includes it again only if the scene still equals it."""

from __future__ import annotations

import os
from collections.abc import Iterator

import msgspec

from scenec.accounting.ledger import Ledger
from scenec.converters.format import ReadOptions
from scenec.converters.sdformat.locate import ModelLocator
from scenec.converters.sdformat.read.check import check
from scenec.converters.sdformat.read.context import Reading
from scenec.converters.sdformat.read.include import Includes, root_of
from scenec.converters.sdformat.read.scene import read_root
from scenec.converters.sdformat.versions import LATEST
from scenec.errors import ReadError
from scenec.files import read_file
from scenec.ir.scene import Scene
from scenec.syntax.tree import Document
from scenec.syntax.xml import read_xml
from scenec.syntax.xml_printing import Out, print_xml


class IncludedScene(msgspec.Struct, frozen=True):
    """The scene of one include and nothing else. documents: the files it consists of, the included one first."""

    scene: Scene
    documents: tuple[Document, ...]

    @property
    def versions(self) -> tuple[str, ...]:
        return tuple(document.root.attributes.get("version", "").strip() for document in self.documents)


class FoundFiles(ModelLocator):
    """Find the files that the scene was read from, independent of the search path."""

    def __init__(self, scene: Scene) -> None:
        super().__init__((), read_file)
        self._places: dict[str, set[str]] = {}
        for uri, found in _found_in(scene):
            self._places.setdefault(uri, set()).add(found)

    def find(self, uri: str, folder: str | None) -> str | None:
        known = self._places.get(str(uri).strip(), set()) if "://" in uri else set()
        if len(known) == 1:
            return next(iter(known))
        return super().find(uri, folder)


def _found_in(scene: Scene) -> Iterator[tuple[str, str]]:
    assets = {asset.id: asset for asset in scene.assets}
    for use in scene.uses:
        found = assets[use.asset].found if use.asset in assets else None
        if found is not None:
            yield dict(use.arguments).get("uri", assets[use.asset].name), found
    for mesh in scene.meshes:
        if mesh.found is not None and mesh.uri is not None:
            yield str(mesh.uri), mesh.found


def read_included(path: str, known: FoundFiles, holder: str, name: str | None, *, merge: bool) -> IncludedScene | None:
    """Read a file as an include in an otherwise empty `holder` (world or model) does. None if it can no longer be read."""
    root = Out("sdf", version=LATEST)
    include = root.add(holder, None, name="holder").add("include")
    if merge:
        include.attributes["merge"] = "true"
    include.add("uri", path)
    if name is not None:
        include.add("name", name)
    ledger = Ledger()
    try:
        entry = ledger.add(read_xml(print_xml(root), "include"))
        element = root_of(entry, ledger, os.path.dirname(path))
        Includes(ledger, known, "", None).expand(element)
        reading = Reading(ledger, ReadOptions(), known)
        scene = check(reading, reading.scene(None, read_root(reading, element), ()))
    except (OSError, ReadError):
        return None
    return IncludedScene(scene, tuple(ledger.documents[1:]))
