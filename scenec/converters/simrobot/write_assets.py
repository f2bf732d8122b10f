"""Image files beside the scene."""

from __future__ import annotations

from scenec.converters.common.files_beside import FilesBeside
from scenec.converters.format import WriteRequest
from scenec.ir.base import Texture


class Images:
    """The textures of one output. copies: relative name -> absolute path of the file to copy."""

    def __init__(self, request: WriteRequest) -> None:
        self._request = request
        self._files = FilesBeside(request)

    @property
    def copies(self) -> dict[str, str]:
        return self._files.copies

    def forget(self) -> None:
        """Start anew: nothing that was named is written."""
        self._files = FilesBeside(self._request)

    def name(self, texture: Texture) -> str:
        """How the scene refers to an image: files that are there and named relatively are copied (or pointed at)."""
        return self._files.refer(str(texture.uri), texture.found)
