"""Image files beside the scene."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Callable

from scenec.converters.common.files_beside import SCHEME, FilesBeside
from scenec.converters.format import WriteRequest
from scenec.converters.simrobot.findings.reading import TEXTURE_NOT_FOUND
from scenec.converters.simrobot.pixel_formats import as_rgba, undrawn_kind
from scenec.converters.simrobot.vocabulary import is_absolute
from scenec.converters.simrobot.write.file_placement import FilePlacement
from scenec.ir.base import Texture

Refused = Callable[[Texture, str, bool], None]
"""Reports a texture: the kind of image that it is, and whether another was written for it."""


class Images:
    """The textures of one output. copies: relative name -> absolute path of the file to copy. placement: where the files of a scene of
    SimRobot's own go. refused: reports images that the older core does not draw; None where they stay as they are."""

    def __init__(self, request: WriteRequest, refused: Refused | None = None) -> None:
        self._request = request
        self._files = FilesBeside(request)
        self._refused = refused
        self._drawn: dict[str, str] = {}
        self.placement: FilePlacement | None = None

    @property
    def files(self) -> dict[str, bytes]:
        """Images that were made: relative name -> content."""
        return self._files.files

    @property
    def copies(self) -> dict[str, str]:
        return self._files.copies

    def start_again(self) -> None:
        """Start anew: nothing that was named is written."""
        self._files = FilesBeside(self._request)
        self._drawn.clear()

    def name(self, texture: Texture) -> str:
        """Return the name of an image in the scene. Existing files with a relative name are copied (or referred to)."""
        uri = str(texture.uri)
        if self.placement is None or self._files.mode != "copy" or is_absolute(uri) or re.match(SCHEME, uri):
            return self._name_of_other(texture, uri)
        name = self.placement.of_image(uri)
        if texture.found is not None:
            self._files.known[texture.found] = name
            self._files.copies[name] = texture.found
        else:
            self._report_missing(uri, name)
        return name

    def _report_missing(self, uri: str, name: str) -> None:
        """Report a missing image of an unused definition. The reader has reported those of the scene."""
        ledger = self._request.ledger
        if any(
            posixpath.normpath(entry.template.value) == posixpath.normpath(uri)
            for entry in ledger.entries
            if entry.template.code == TEXTURE_NOT_FOUND.code
        ):
            return
        ledger.report(TEXTURE_NOT_FOUND, level="note", subject=name, value=uri, why="The image does not exist.")

    def _name_of_other(self, texture: Texture, uri: str) -> str:
        """Return the name of an image of another format's scene. One that the core does not draw is converted."""
        found = texture.found
        if found is None:
            return uri
        if found in self._drawn:
            return self._drawn[found]
        if re.match(SCHEME, uri) and self._files.mode == "copy":  # SimRobot has none
            uri = os.path.basename(found)
        kind = undrawn_kind(found) if self._refused is not None else ""
        content = as_rgba(found) if kind and self._files.mode == "copy" and not is_absolute(uri) else None
        if content is None:
            name = self._files.refer(uri, found)
        else:
            name = self._files.place_of(found) or self._files.free(os.path.splitext(os.path.basename(found))[0], ".png")
            name = os.path.splitext(name)[0] + ".png"
            self._files.files[name] = content
        self._drawn[found] = name
        if kind and self._refused is not None:
            self._refused(texture, kind, content is not None)
        return name
