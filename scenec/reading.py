"""How a scene was read, so that it can be read again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from zlib import adler32, crc32

import msgspec


class Reading(msgspec.Struct, frozen=True, eq=False, gc=False):
    """path: of the entry file, absolute. format: the name of its format; spec: the one that was asked for; base, options: those of the
    reading. seen: absolute path -> what `fingerprint` said of its content."""

    path: str
    format: str
    spec: str | None
    base: Any
    options: Any
    seen: Mapping[str, bytes]


def fingerprint(content: bytes) -> bytes:
    """Few bytes by which a content is known, unless somebody looks for another one with the same. Loading cryptography takes longer than
    reading most files."""
    return b"%x %x %x" % (len(content), crc32(content), adler32(content))


def noting(opener: Callable[[str], bytes], seen: dict[str, bytes]) -> Callable[[str], bytes]:
    """An opener that notes what it reads."""

    def opened(path: str) -> bytes:
        content = opener(path)
        seen[path] = fingerprint(content)
        return content

    return opened
