"""The files that a scene leads to: where they are looked for and opened, and how far that may go.

Readers, writers and mesh loaders ask here and nowhere else (`tests/test_architecture.py`), so that one boundary holds for all of
them: a file outside of it, named by any scene, mesh or material, counts as missing and is never opened. Only ordinary files
are read, in any case: devices and pipes may never end, and nothing is fetched.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from errno import EINVAL, EISDIR, EPERM
from functools import cached_property

Opener = Callable[[str], bytes]
OUTSIDE = "lies outside the folder that reading is confined to"


class RefusedError(PermissionError):
    """A file outside the boundary."""

    def __init__(self, path: str) -> None:
        super().__init__(EPERM, OUTSIDE, path)


class Boundary:
    """Boundary of the files that one conversion may read. folders: absolute; None = everything. allowed: folders besides these, which a
    user has named himself. A file is inside if the place that links lead to is."""

    def __init__(self, folders: Iterable[str] | None, allowed: Iterable[str] = ()) -> None:
        self._named = tuple(map(os.path.abspath, allowed))
        self._folders = None if folders is None else tuple(os.path.realpath(folder) for folder in folders)
        self._opened: set[str] = set()
        """As they were named, until somebody asks where links lead from there (`_read`): that takes a dozen questions to the disk each."""
        self._read: set[str] = set()
        self.refused: set[str] = set()
        """References, as written, that lead out of the boundary."""
        self.staged: dict[str, str] = {}
        """Absolute path -> where a file lies that is to be there: of a result that is only tried out."""

    @cached_property
    def _allowed(self) -> tuple[str, ...]:
        return tuple(os.path.realpath(folder) for folder in self._named)

    def note_read(self, path: str) -> None:
        """A file was opened. path: absolute."""
        self._opened.add(path)

    def has_read(self, path: str) -> bool:
        """Whether a file was opened, by any name: a result must not overwrite it."""
        while self._opened:
            self._read.add(os.path.realpath(self._opened.pop()))
        return os.path.realpath(path) in self._read

    def narrow(self, folder: str) -> None:
        """From now on nothing but this folder, and what was allowed."""
        self._folders = (os.path.realpath(folder),)

    def widened(self, folder: str) -> Boundary:
        """Another boundary with this folder inside, too."""
        return Boundary(self._folders, (*self._named, folder))

    def where(self, path: str) -> str:
        """Where a file lies, if it is not yet where it is to be."""
        return self.staged.get(os.path.normpath(path), path) if self.staged else path

    def allows(self, path: str) -> bool:
        """Whether a path leads to something inside. Asks the disk about links only, and a network (``\\\\host\\share``) never."""
        if self._folders is None:
            return True
        folders = (*self._folders, *self._allowed)
        drive = os.path.splitdrive(os.path.abspath(path))[0].lower()
        if "\0" in path or not any(os.path.splitdrive(folder)[0].lower() == drive for folder in folders):
            return False
        return any(_inside(os.path.realpath(path), folder) for folder in folders)

    def check(self, path: str) -> None:
        """Raise RefusedError for what is outside."""
        if not self.allows(path):
            raise RefusedError(path)

    def check_opened(self, number: int, path: str) -> None:
        """Raise RefusedError if what was opened lies outside: a link may have been put in its place after `check` looked. Linux tells
        where an open file lies; elsewhere nothing is raised."""
        if self._folders is None:
            return
        try:
            real = os.readlink(f"/proc/self/fd/{number}")
        except OSError:
            return
        if not any(_inside(real, folder) for folder in (*self._folders, *self._allowed)):
            raise RefusedError(path)


def _inside(path: str, folder: str) -> bool:
    path, folder = os.path.normcase(path), os.path.normcase(folder)
    return path == folder or path.startswith(folder if folder.endswith(os.sep) else folder + os.sep)


ANYWHERE = Boundary(None)
_BOUNDARY: ContextVar[Boundary] = ContextVar("boundary", default=ANYWHERE)


def boundary() -> Boundary:
    """Return the boundary of the conversion that runs in this thread."""
    return _BOUNDARY.get()


class within:  # noqa: N801 - it is used as a function
    """Until the end of the block, in this thread, files are looked for and read inside this boundary only."""

    def __init__(self, limit: Boundary) -> None:
        self._limit = limit

    def __enter__(self) -> None:
        self._before = _BOUNDARY.set(self._limit)

    def __exit__(self, *problem: object) -> None:
        _BOUNDARY.reset(self._before)


# ---------------------------------------------------------------- looking


def is_file(path: str) -> bool:
    """Whether there is an ordinary file inside the boundary."""
    path = _BOUNDARY.get().where(path)
    try:
        return _usable(path) and os.access(path, os.F_OK) and os.path.isfile(path)  # most are not there
    except ValueError:  # what cannot be a name
        return False


def is_folder(path: str) -> bool:
    return _usable(path) and os.path.isdir(path)


def may_hold_files(folder: str) -> bool:
    """Whether it makes sense to look for files in a folder: it is there, is to be there (`Boundary.staged`), or lies outside the boundary,
    which `first` notes."""
    limit = _BOUNDARY.get()
    return bool(limit.staged) or not _usable(folder) or os.path.isdir(folder)


def is_there(path: str) -> bool:
    """Whether there is an ordinary file or a folder inside the boundary."""
    limit = _BOUNDARY.get()
    path = limit.where(path)
    if "\0" in path or not limit.allows(path):
        return False
    try:
        if not os.access(path, os.F_OK):  # most are not there
            return False
        mode = os.stat(path).st_mode
    except (OSError, ValueError):  # ValueError: what cannot be a name
        return False
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def names_in(folder: str) -> list[str]:
    """Return what a folder holds, sorted. Raises OSError."""
    _BOUNDARY.get().check(folder)
    return sorted(os.listdir(folder))


def folders_below(root: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield a folder and those below it as `os.walk` does: path, folders in it, files in it. Folders are sorted, and a caller may take some
    out. Hidden ones are left out; links to folders are not followed, so that nothing outside of the root is seen."""
    if boundary().allows(root):
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            yield folder, folders, names


def first(places: Iterable[str], named: str, found: Callable[[str], bool] = is_file) -> str | None:
    """The first of some places where something is, without ``.`` and ``..``; None if there is none. named: what leads to them, as
    written; `absence` explains it."""
    limit = _BOUNDARY.get()
    for place in places:
        path = os.path.normpath(place)
        if found(path):
            return path
        if not limit.allows(path):
            limit.refused.add(str(named))
    return None


def absence(named: str, otherwise: str) -> str:
    """Why nothing was found under a name: because the boundary forbids it, or `otherwise`."""
    return f"it {OUTSIDE}" if was_refused(named) else otherwise


def was_refused(named: str) -> bool:
    return str(named) in _BOUNDARY.get().refused


def _usable(path: str) -> bool:
    return "\0" not in path and _BOUNDARY.get().allows(path)


# ---------------------------------------------------------------- reading


def read_file(path: str) -> bytes:
    """An ordinary file's bytes. Raises OSError: for devices, pipes and the like, which may never end, and for what is outside the
    boundary."""
    pieces = []
    number, size = _opened(path)
    try:
        while piece := os.read(number, max(size + 1, _LEAST_PIECE)):
            pieces.append(piece)
            if len(piece) == size:  # all of it; one that grows gives more
                break
    finally:
        os.close(number)
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


_LEAST_PIECE = 1 << 12


def read_pieces(path: str, size: int = 1 << 20) -> Iterator[bytes]:
    """A file's bytes, piece by piece. Raises as `read_file` does."""
    with open(_opened(path)[0], "rb") as file:
        while piece := file.read(size):
            yield piece


def _opened(path: str) -> tuple[int, int]:
    """A descriptor of an ordinary file inside the boundary, for the caller to close, and the file's size. Never waits for the other end of
    a pipe."""
    if "\0" in path:
        raise OSError(EINVAL, "no file has such a name")
    limit = _BOUNDARY.get()
    path = limit.where(path)
    limit.check(path)
    mode = os.stat(path).st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), path)
    if not stat.S_ISREG(mode):  # opening some devices does something
        raise OSError(EINVAL, "not a regular file", path)
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0))
    note_read(path)
    try:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode):  # it has just become something else
            raise OSError(EINVAL, "not a regular file", path)
        limit.check_opened(number, path)
    except BaseException:
        os.close(number)
        raise
    return number, found.st_size


def guarded(opener: Opener, limit: Boundary) -> Opener:
    """An opener that asks the boundary first, for every caller."""

    def open_inside(path: str) -> bytes:
        limit.check(path)
        data = opener(path)
        note_read(path)
        return data

    return open_inside


def note_read(path: str) -> None:
    limit = _BOUNDARY.get()
    if limit is not ANYWHERE:
        limit.note_read(path)


def beneath(folder: str, base: str, name: str) -> str:
    """Where a file of a result lies while the result is only tried out: below `folder` in any case. base: the main file's folder in it;
    name: relative to the main file, or absolute (``--assets-dir /there``)."""
    path = os.path.normpath(os.path.join(base, name))
    if os.path.isabs(name) or not _inside(path, os.path.normpath(folder)):
        path = os.path.join(folder, "elsewhere", os.path.normpath(os.path.splitdrive(name)[1]).lstrip("./\\"))
    return path
