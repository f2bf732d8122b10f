"""Find out whether a file has changed: by size and times, and by its content where these are not enough."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Collection

import msgspec

from scenec.files import read_pieces

GRAIN = 2 * 10**9
"""Nanoseconds in which a file may change twice without a change of its times (the step of the clock of FAT)."""
SECOND = 10**9
_LARGEST = 2**63 - 1


class Stamp(msgspec.Struct, frozen=True, gc=False):
    """Metadata of a file in the file system, times in nanoseconds. changed: when its content or metadata changed last, which programs
    cannot set; 0: it had just changed, or was seen on another machine, so that only its content tells."""

    size: int
    mtime: int
    changed: int
    inode: int


NO_FILE = Stamp(0, 0, 0, 0)


def stamp_of(state: os.stat_result) -> Stamp:
    """The stamp of a file that is looked at now."""
    settled = state.st_ctime_ns + GRAIN < time.time_ns()
    return Stamp(state.st_size, _storable(state.st_mtime_ns), _storable(state.st_ctime_ns) if settled else 0, _storable(state.st_ino))


def _storable(number: int) -> int:
    """A number that fits into 64 bits with a sign: years from 2262 do not, nor do some numbers of inodes."""
    return max(-_LARGEST, min(number, _LARGEST))


class Judge:
    """Decides whether files are unchanged. always_read: compare contents only. unreliable: modification times that several files share."""

    def __init__(self, *, always_read: bool = False, unreliable: Collection[int] = ()) -> None:
        self._always_read, self._unreliable = always_read, frozenset(unreliable)
        self._now = time.time_ns()

    def trusts(self, seen: Stamp, now: Stamp) -> bool:
        """Whether two stamps are enough to say that a file is the same."""
        return not self._always_read and bool(seen.changed) and seen == now and self._is_plausible(seen.mtime)

    def unchanged_stamp(self, path: str, sha: str, seen: Stamp) -> Stamp | None:
        """Return the stamp of a file now if its content is unchanged, else None. sha "": the file was not there."""
        try:
            state = os.stat(path)
        except (OSError, ValueError):
            return NO_FILE if not sha else None
        if not sha or state.st_size != seen.size:
            return None
        now = stamp_of(state)
        if self.trusts(seen, now):
            return now
        try:
            return now if file_sha(path) == sha else None
        except OSError:
            return None

    def _is_plausible(self, mtime: int) -> bool:
        """Package stores and archives set times of 0 or 1; a time in the future was set by somebody."""
        return SECOND < mtime <= self._now + GRAIN and mtime not in self._unreliable


def sha(data: bytes) -> str:
    """The hash of a content."""
    return hashlib.sha256(data).hexdigest()


def file_sha(path: str) -> str:
    """The hash of a file's content, read in pieces. Raises OSError."""
    digest = hashlib.sha256()
    for piece in read_pieces(path):
        digest.update(piece)
    return digest.hexdigest()
