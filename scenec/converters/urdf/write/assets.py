"""Files beside the robot: meshes, which are written or copied, and images."""

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

KEPT_SCHEMES = ("package://", "file://")
"""Names that consumers of URDF look up themselves."""


class Assets:
    """The files of one output, see `FilesBeside`. package: the ROS package that they lie in, "" for names relative to the robot."""

    def __init__(self, request: WriteRequest, package: str = "") -> None:
        self.claims: dict[str, Claims] = {}
        self.package = package
        self._files: dict[str, str] = {}
        """How the robot refers to a file that was made -> its name."""
        self._beside = FilesBeside(request, taken=[f"{request.stem}.urdf"])

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

    def made(self, stem: str, suffix: str, content: dict[str, bytes], says: Sources) -> str:
        """Add the files of a mesh; return how the robot refers to the one with the suffix."""
        name = self._beside.made(stem, suffix, lambda _: content)
        self._files[self._named(name)] = name
        self.claims.setdefault(name, Claims()).claim_all(says.ids)
        return self._named(name)

    def says(self, name: str, says: Sources) -> None:
        """Let a file say this, too: an equal mesh has the same file."""
        self.claims[self._files[name]].claim_all(says.ids)

    def texture(self, texture: Texture) -> Said:
        """Return how the robot refers to an image."""
        return Said(self.refer(str(texture.uri), texture.found), ids_of(texture.uri))

    def may_refer(self, uri: str, found: str | None) -> bool:
        """Return whether a file is there, or the program that loads the robot looks it up, or the user keeps all."""
        return found is not None or uri.startswith(KEPT_SCHEMES) or self._beside.mode == "keep"

    def refer(self, uri: str, found: str | None) -> str:
        """Return how the robot refers to a file. Relative files are copied, and those whose names only other simulators look up."""
        from scenec.meshes.companions import companions

        if found is not None and re.match(SCHEME, uri) and not uri.startswith(KEPT_SCHEMES) and self._beside.mode != "keep":
            name = self._beside.copy(found) if self._beside.mode == "copy" else found.replace(os.sep, "/")
        else:
            name = self._beside.refer(uri, found, companions=companions)
        return self._named(name) if name != uri else uri

    def _named(self, name: str) -> str:
        if not self.package or re.match(SCHEME, name) or os.path.isabs(name):
            return name
        return f"package://{self.package}/{name.removeprefix('../')}"
