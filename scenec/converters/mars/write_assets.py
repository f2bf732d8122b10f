"""Files beside the scene: meshes, which are written anew, and images, which are copied."""

from __future__ import annotations

import os
import re
import unicodedata

from scenec.converters.format import WriteRequest
from scenec.ir.base import Texture

_SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*://")
_RESERVED = re.compile(r"^(con|prn|aux|nul|com\d|lpt\d)$", re.IGNORECASE)  # no file may be called so on Windows


class Assets:
    """The files of one output. files: relative name -> content; copies: relative name -> absolute path of the file to copy. Names are
    unique whatever a file system makes of case. folder: "" = beside the scene, as in an archive, which MARS unpacks flat."""

    def __init__(self, request: WriteRequest, *, flat: bool) -> None:
        self.folder = "" if flat else request.assets
        self.mode = "copy" if flat else request.options.assets
        self.files: dict[str, bytes] = {}
        self.copies: dict[str, str] = {}
        self._names: set[str] = {f"{request.stem}.scene".casefold()}
        self._known: dict[str, str] = {}

    def stem_of(self, name: str) -> str:
        """A file name without suffix that any file system takes, close to the given one."""
        stem = os.path.splitext(os.path.basename(name))[0] if "/" in name or re.search(r"\.\w{2,4}$", name) else name
        stem = re.sub(r"[^\w.+-]+", "_", unicodedata.normalize("NFC", stem)).strip("._")[:80] or "mesh"
        return f"{stem}_" if _RESERVED.match(stem) else stem

    def file(self, stem: str, suffix: str, content: bytes) -> str:
        """Add a file; returns how the scene refers to it."""
        name = self._free(stem, suffix)
        self.files[name] = content
        return name

    def texture(self, texture: Texture) -> str:
        """How the scene refers to an image: files that are there and named relatively are copied (or pointed at)."""
        uri, found = str(texture.uri), texture.found
        if found is None or self.mode == "keep" or _SCHEME.match(uri) or os.path.isabs(uri):
            return uri
        if self.mode == "link":
            return found.replace(os.sep, "/")
        return self._copy(found)

    def mesh_copy(self, uri: str, found: str) -> str:
        """How the scene refers to a mesh file that is taken over. MARS knows no package or model URIs, so these are copied, too."""
        if self.mode == "keep" and not _SCHEME.match(uri):
            return uri
        if self.mode == "link":
            return found.replace(os.sep, "/")
        return self._copy(found)

    def _copy(self, found: str) -> str:
        if found not in self._known:
            stem, suffix = os.path.splitext(os.path.basename(found))
            self._known[found] = self._free(self.stem_of(f"{stem}{suffix}"), suffix)
            self.copies[self._known[found]] = found
        return self._known[found]

    def _free(self, stem: str, suffix: str) -> str:
        name, count = f"{stem}{suffix}", 1
        while name.casefold() in self._names:
            count += 1
            name = f"{stem}-{count}{suffix}"
        self._names.add(name.casefold())
        return f"{self.folder}/{name}" if self.folder else name
