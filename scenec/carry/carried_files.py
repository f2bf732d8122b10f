"""Files that only carried values refer to. They are copied beside the result."""

from __future__ import annotations

import os
import posixpath

from scenec.carry.showing import needed_by
from scenec.converters.common.file_names import folded
from scenec.converters.common.files_beside import FilesBeside
from scenec.converters.format import WriteRequest, WriteResult

FOLDER = "carried"
"""The folder in that of the assets where meshes lie with what they need, as they lay to each other and called as they were."""


class CarriedFiles:
    """Files copied for a record. copies: name relative to the main file -> absolute path of the file to copy."""

    def __init__(self, request: WriteRequest, result: WriteResult) -> None:
        names = (*result.files, *result.copies)
        self._beside = FilesBeside(request, taken=[os.path.basename(name) for name in names])
        self._beside.known.update({source: name for name, source in result.copies.items()})
        self._taken = {folded(name) for name in names}
        self._folders: dict[tuple[str, ...], int] = {}

    @property
    def copies(self) -> dict[str, str]:
        return self._beside.copies

    def image(self, uri: str, found: str | None) -> str:
        """How the record names an image."""
        return self._beside.copy(found) if found is not None else uri

    def mesh(self, uri: str, found: str) -> str:
        """How the record names a mesh file, which has its materials and images with it. uri: as the scene has it."""
        if self._beside.mode == "link":
            return found.replace(os.sep, "/")
        together = needed_by(found, uri)
        if not self._is_together(together):
            self._copy(together)
        return self._beside.known[found]

    def _is_together(self, paths: list[str]) -> bool:
        """Whether files lie beside the result already, called as they are and as they lie to each other."""
        known = self._beside.known
        if any(posixpath.basename(known.get(path, "")) != os.path.basename(path) for path in paths):
            return False
        return all(
            posixpath.relpath(known[path], posixpath.dirname(known[paths[0]]))
            == os.path.relpath(path, os.path.dirname(paths[0])).replace(os.sep, "/")
            for path in paths[1:]
        )

    def _copy(self, paths: list[str]) -> None:
        places = {path: place for path in paths if (place := self._beside.place_of(path)) is not None}
        if len(places) < len(paths):
            places = self._free_places(paths)
        self._beside.known.update(places)
        self._beside.copies.update((place, path) for path, place in places.items())
        self._taken.update(map(folded, places.values()))

    def _free_places(self, paths: list[str]) -> dict[str, str]:
        """Return places in the first folder that has no other files at them. Earlier files of these names have the folders before it."""
        top = os.path.commonpath([os.path.dirname(path) for path in paths])
        names = [os.path.relpath(path, top).replace(os.sep, "/") for path in paths]
        key, new = tuple(map(folded, names)), self._beside.known.keys().isdisjoint(paths)
        count = self._folders.get(key, 0) if new else 0
        while True:
            count += 1
            folder = FOLDER if count == 1 else f"{FOLDER}-{count}"
            start = f"{self._beside.folder}/{folder}" if self._beside.folder else folder
            places = {path: f"{start}/{name}" for path, name in zip(paths, names, strict=True)}
            if all(folded(place) not in self._taken or self.copies.get(place) == path for path, place in places.items()):
                self._folders[key] = max(count, self._folders.get(key, 0))
                return places
