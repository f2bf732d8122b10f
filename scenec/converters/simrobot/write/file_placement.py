"""The files of a scene that is written from its own files: where they go. They keep their folders, relative to each other."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from scenec.converters.common.file_names import FileNames, file_stem, folded
from scenec.converters.simrobot.vocabulary import PATH_ATTRIBUTES, folder_of, is_absolute
from scenec.files import first

if TYPE_CHECKING:
    from scenec.converters.format import WriteRequest
    from scenec.ir.base import Texture
    from scenec.ir.scene import Scene
    from scenec.syntax.tree import Document

NEWER: Mapping[str, str] = {".rsi2": ".rsi3", ".ros2": ".rsi3"}
_FAR_UP = "/" + "_/" * 40
"""Stands for the folder of the scene; names may lead up from it."""


class FilePlacement:
    """Where included files and images go. Names are relative to the main file, with ``/``.

    Files lie beside the result as they lay beside the scene. If one of them lies above the scene, or a folder for them was asked for, all
    go to that folder, in the same places relative to each other.
    """

    def __init__(self, main: str, assets: str, names: Iterable[str], *, apart: bool = False, newer: bool = False) -> None:
        """main: the main file. assets: the folder. names: of all other files. apart: put them there in any case. newer: included files get
        the suffixes of the MuJoCo core."""
        self.newer = newer
        self.assets = assets
        self._taken = {folded(main)}
        self._known: dict[str, str] = {}
        self._flat = FileNames()
        relative = [_normalised(name) for name in names if name and not is_absolute(name)]
        apart = apart or any(not name.startswith(_FAR_UP) for name in relative)
        self.top = posixpath.commonpath([posixpath.dirname(name) for name in relative]) if apart and relative else ""

    def of_include(self, name: str) -> str:
        """Return where an included file goes."""
        if not self.newer:
            return self._place(name)
        stem, suffix = posixpath.splitext(name)
        return self._place(name, stem + NEWER.get(suffix.lower(), suffix if suffix == ".rsi3" else ".rsi3"))

    def of_image(self, name: str) -> str:
        """Return where a copied file goes."""
        return self._place(name)

    def _place(self, name: str, called: str = "") -> str:
        key = _normalised(name)
        if key not in self._known:
            self._known[key] = self._free(called or name)
        return self._known[key]

    def _free(self, name: str) -> str:
        stem, suffix = posixpath.splitext(name)
        if is_absolute(name):
            return f"{self.assets}/{self._flat.free(file_stem(posixpath.basename(stem.replace(chr(92), '/'))), suffix)}"
        whole = _normalised(name)
        place = whole.removeprefix(_FAR_UP) if not self.top else posixpath.relpath(whole, self.top)
        if place.startswith(("/", "../")):  # of a file that is not there, outside of where the others are
            return name if not self.top else f"{self.assets}/{posixpath.basename(place)}"
        place = place if not self.top else f"{self.assets}/{place}"
        stem, suffix = posixpath.splitext(place)
        count = 1
        while folded(place) in self._taken:
            count += 1
            place = f"{stem}-{count}{suffix}"
        self._taken.add(folded(place))
        return place


class LibraryPlacement(FilePlacement):
    """In a library that is migrated, included files and images keep their places. place_of: of an absolute path."""

    def __init__(self, request: WriteRequest, main: str, suffix: str, paths: Mapping[str, str | None]) -> None:
        super().__init__(main, request.assets, ())
        assert request.place_of is not None
        self._place_of: Callable[[str], str | None] = request.place_of
        self._suffix = suffix
        self._paths = paths
        self._others = FileNames([main])

    def of_include(self, name: str) -> str:
        if name not in self._known:
            path = self._paths.get(name)
            place = self._place_of(path) if path is not None else None
            if place is not None:
                self._known[name] = posixpath.splitext(place)[0] + self._suffix
            else:
                stem = file_stem(posixpath.splitext(posixpath.basename(name))[0], "include")
                self._known[name] = f"{self.assets}/{self._others.free(stem, self._suffix)}"
        return self._known[name]


def _normalised(name: str) -> str:
    return name if is_absolute(name) else posixpath.normpath(_FAR_UP + name.replace("\\", "/"))


def textures_of(scene: Scene) -> dict[str, Texture]:
    """Return the images that a scene shows, by their normalised path from the entry file's folder."""
    found: dict[str, Texture] = {}
    for link in scene.links:
        for visual in link.visuals:
            texture = visual.material.diffuse_texture if visual.material is not None else None
            if texture is not None:
                found.setdefault(posixpath.normpath(texture.uri), texture)
    return found


def images_in(document: Document) -> Iterator[str]:
    """Yield the existing images that a file names, relative to the entry file's folder. Names with placeholders are left out."""
    folder, beside = folder_of(document.name), os.path.dirname(document.path or "")
    stack = [document.root]
    while stack:
        node = stack.pop()
        for attribute in PATH_ATTRIBUTES & node.attributes.keys():
            text = node.attributes[attribute]
            if text and "$" not in text and not is_absolute(text) and document.path is not None:
                uri = folder + text.replace("\\", "/")
                if first([os.path.join(beside, text.replace("\\", "/"))], uri) is not None:
                    yield uri
        stack.extend(node.children)


def file_placement_of(request: WriteRequest, scene: Scene, main: str, *, newer: bool, apart: bool = False) -> FilePlacement:
    """Return where the files of a scene of SimRobot go. apart: into a folder of their own."""
    included = request.ledger.documents[1:]
    if request.place_of is not None:
        return LibraryPlacement(request, main, ".rsi3" if newer else ".rsi2", {each.name: each.path for each in included})
    names = [each.name for each in included]
    names += (str(each.uri) for each in textures_of(scene).values() if each.found is not None)
    names += (name for document in request.ledger.documents for name in images_in(document))
    usual = request.assets == f"{request.stem}_assets"
    return FilePlacement(main, request.assets, names, apart=apart or not usual, newer=newer)
