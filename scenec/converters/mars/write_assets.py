"""Files beside the scene: meshes, which are written anew or taken over, and images, which are copied."""

from __future__ import annotations

import os
import re

from scenec.converters.common.file_names import file_stem
from scenec.converters.common.files_beside import SCHEME, FilesBeside
from scenec.converters.format import WriteRequest
from scenec.ir.base import Texture


class Assets:
    """The files of one output, see `FilesBeside`. flat: in an archive, which MARS unpacks flat and which holds all it needs."""

    def __init__(self, request: WriteRequest, *, flat: bool) -> None:
        self._beside = FilesBeside(request, folder="" if flat else None, taken=[f"{request.stem}.scene"], packed=flat)

    @property
    def files(self) -> dict[str, bytes]:
        return self._beside.files

    @property
    def copies(self) -> dict[str, str]:
        return self._beside.copies

    def stem_of(self, name: str) -> str:
        """A file name without suffix that any file system takes, close to the given one."""
        stem = os.path.splitext(os.path.basename(name))[0] if "/" in name or re.search(r"\.\w{2,4}$", name) else name
        return file_stem(stem, "mesh")

    def file(self, stem: str, suffix: str, content: bytes) -> str:
        """Add a file; returns how the scene refers to it."""
        return self._beside.made(stem, suffix, lambda _: {suffix: content})

    def texture(self, texture: Texture) -> str:
        """How the scene refers to an image: files that are there and named relatively are copied (or pointed at)."""
        return self._beside.refer(str(texture.uri), texture.found)

    def mesh_copy(self, uri: str, found: str) -> str:
        """How the scene refers to a mesh file that is taken over. MARS knows no package or model URIs, so these are copied, too."""
        if self._beside.mode == "keep" and not re.match(SCHEME, uri):
            return uri
        if self._beside.mode == "link":
            return found.replace(os.sep, "/")
        return self._beside.copy(found)
