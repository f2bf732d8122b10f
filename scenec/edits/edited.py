"""The files of an edited scene, or why their text cannot be kept."""

from __future__ import annotations

import msgspec

from scenec.conversion import Origin
from scenec.files import read_file
from scenec.ir.scene import Scene
from scenec.reading import Reading, fingerprint


class NotKeptError(Exception):
    """The text of the files cannot be kept. Its words say why, in one sentence without a full stop."""


class UnreadableError(NotKeptError):
    """The format's reader refuses an edited text."""


class OverlappingError(NotKeptError):
    """Two edits are about one piece of text."""


class NoWayLeftError(NotKeptError):
    """All ways to say a value have been tried."""


class Edited(msgspec.Struct, frozen=True, gc=False):
    """files: absolute path -> new content, of those that change. origin: of the scene as it was read back; scene: the edited one. rounded:
    the names of values that the notation of the file cannot say exactly; followed: those of values that changed with others; dropped: of
    values of new parts that the format does not say; freed: those of uses that say themselves now what a definition says."""

    files: dict[str, bytes]
    origin: Origin
    scene: Scene
    rounded: tuple[str, ...] = ()
    followed: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    freed: tuple[str, ...] = ()


def changed_since(reading: Reading) -> str:
    """The path of a file that has changed since it was read, or is gone; "" if all are as they were."""
    for path, known in reading.seen.items():
        try:
            if fingerprint(read_file(path)) != known:
                return path
        except OSError:
            return path
    return ""
