"""The source text that a reader keeps for the writer of its format: an unchanged scene is written in the text that it was read from."""

from __future__ import annotations

import msgspec

from scenec.ir.scene import Scene


class KeptText(msgspec.Struct, frozen=True, gc=False):
    """The text of a source. content: unpacked. scene: as read. found: file name in the scene -> path, None if missing."""

    content: bytes
    scene: Scene
    found: dict[str, str | None]
