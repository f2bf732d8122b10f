"""Image files beside the scene."""

from __future__ import annotations

import os
import re
import unicodedata

from scenec.converters.format import WriteRequest
from scenec.ir.base import Texture

_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://")


class Images:
    """The textures of one output. copies: relative name -> absolute path of the file to copy. Names are unique whatever a file
    system makes of case."""

    def __init__(self, request: WriteRequest) -> None:
        self.folder = request.assets
        self.mode = request.options.assets
        self.copies: dict[str, str] = {}
        self._names: set[str] = set()
        self._known: dict[str, str] = {}

    def forget(self) -> None:
        """Start anew: nothing that was named is written."""
        self.copies.clear()
        self._names.clear()
        self._known.clear()

    def name(self, texture: Texture) -> str:
        """How the scene refers to an image: files that are there and named relatively are copied (or pointed at)."""
        uri, found = str(texture.uri), texture.found
        if found is None or self.mode == "keep" or _SCHEME.match(uri) or os.path.isabs(uri):
            return uri
        if self.mode == "link":
            return found.replace(os.sep, "/")
        if found not in self._known:
            stem, suffix = os.path.splitext(os.path.basename(found))
            stem = re.sub(r"[^\w.+-]+", "_", unicodedata.normalize("NFC", stem)).strip("._")[:80] or "image"
            name, count = f"{stem}{suffix}", 1
            while name.casefold() in self._names:
                count += 1
                name = f"{stem}-{count}{suffix}"
            self._names.add(name.casefold())
            self._known[found] = f"{self.folder}/{name}"
            self.copies[self._known[found]] = found
        return self._known[found]
