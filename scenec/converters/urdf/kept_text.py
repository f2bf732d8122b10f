"""The source text that the reader keeps for the writer, so that an unchanged robot is written in the text that it was read from."""

from __future__ import annotations

import msgspec

from scenec.ir.scene import Scene


class KeptText(msgspec.Struct, frozen=True, gc=False):
    """The text of a source. scene: as read. found: file name in the robot -> path, None if missing."""

    content: bytes
    scene: Scene
    found: dict[str, str | None]
