"""Files beside the scene: meshes, which are written anew or taken over, and images, which are copied."""

from __future__ import annotations

import os
import re

from scenec.converters.common.file_names import file_stem
from scenec.converters.common.files_beside import SCHEME, FilesBeside
from scenec.converters.format import WriteRequest
from scenec.ir.base import Texture
from scenec.syntax.claims import Claims
from scenec.syntax.said import Said
from scenec.trace import Sources, ids_of


class Assets:
    """The files of one output, see `FilesBeside`. flat: in an archive, which MARS unpacks into one folder and which holds all files."""

    def __init__(self, request: WriteRequest, *, flat: bool) -> None:
        self.claims: dict[str, Claims] = {}
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

    def file(self, stem: str, suffix: str, content: bytes, says: Sources) -> str:
        """Add a file that says something as a whole; returns how the scene refers to it."""
        name = self._beside.made(stem, suffix, lambda _: {suffix: content})
        self.claims.setdefault(name, Claims()).claim_all(says.ids)
        return name

    def says(self, name: str, says: Sources) -> None:
        """Let a file say this, too: an equal mesh has the same file."""
        self.claims[name].claim_all(says.ids)

    def texture(self, texture: Texture) -> Said:
        """Return how the scene refers to an image. Relative files that exist are copied (or linked)."""
        return Said(self._beside.refer(str(texture.uri), texture.found), ids_of(texture.uri))

    def copied_file(self, uri: str, found: str) -> str:
        """Copy a file with the files that it names, and return how the scene refers to it."""
        from scenec.meshes.companions import companions

        return self._beside.refer(uri, found, companions=companions)

    def mesh_copy(self, uri: str, found: str) -> str:
        """Return how the scene refers to a mesh file that is copied. MARS has no package or model URIs, so such files are copied, too."""
        if self._beside.mode == "keep" and not re.match(SCHEME, uri):
            return uri
        if self._beside.mode == "link":
            return found.replace(os.sep, "/")
        return self._beside.copy(found)
