"""Putting a conversion's files on the disk: all of them or none.

Everything is first written into temporary files beside the target; then assets are renamed into place, the main file last:
its appearance is the commit. Each file is the old or the new one at every moment, also for a process that is killed. If anything
fails on the way, new files are removed and replaced ones restored. Renaming is done by one process at a time, so that of two that
write the same files one wins as a whole.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from errno import EXDEV
from functools import partial

import msgspec

from scenec.errors import WriteError
from scenec.files import ANYWHERE, Boundary, read_pieces, within
from scenec.source import Source
from scenec.temporary import create_temporary, left_by, name_for_old


class Output(msgspec.Struct, frozen=True, gc=False):
    """main: the main file's name; files: relative name -> content; copies: relative name -> absolute path to copy from. limit: where
    these may lie."""

    main: str
    files: dict[str, bytes]
    copies: dict[str, str] = {}
    limit: Boundary = ANYWHERE


def commit(output: Output, dst: str | os.PathLike[str], *, clobber: bool = True, staging: str | None = None) -> tuple[str, ...]:
    """Write the files: the main one as `dst`, the others beside it. Returns the absolute paths, the main file first.

    clobber: False = refuse if one of them exists. staging: the folder in which files are written first, instead of
    that of `dst`; for many that are written one after the other, by a caller that is alone there. Raises WriteError
    (naming the file) if a file exists that may not or if the file system refuses; then nothing has changed.
    """
    path = os.path.abspath(os.fspath(dst))
    targets = _beside(output, os.path.dirname(path)) | {output.main: path}
    _put(output, targets, path, os.fspath(dst), clobber, staging)
    return (path, *(target for name, target in targets.items() if name != output.main))


def commit_assets(output: Output, folder: str | os.PathLike[str], *, clobber: bool = True) -> tuple[str, ...]:
    """Write all files but the main one, whose content goes elsewhere (a stream), as if it lay in `folder`. See `commit`."""
    targets = _beside(output, os.path.abspath(os.fspath(folder)))
    if targets:
        first = next(iter(targets.values()))
        _put(output, targets, first, first, clobber)
    return tuple(targets.values())


def _beside(output: Output, folder: str) -> dict[str, str]:
    """Name -> absolute path of every file but the main one."""
    names = sorted({*output.files, *output.copies} - {output.main})
    return {name: os.path.normpath(os.path.join(folder, name)) for name in names}


def _put(output: Output, targets: dict[str, str], path: str, shown: str, clobber: bool, staging: str | None = None) -> None:
    """Write every target or none; `path` lends its folder to the temporary files unless there is one, `shown` is what errors call it."""
    transaction = _Transaction(staging or os.path.dirname(path))
    try:
        try:
            _put_in(transaction, output, targets, path, shown, clobber, alone=staging is not None)
        except OSError as problem:
            transaction.end()
            raise _refused(problem, transaction, path, shown) from None
        finally:
            transaction.end()
    finally:
        transaction.end()  # again, as an interruption may come at any line above, also while what failed is being undone


def _put_in(
    transaction: _Transaction, output: Output, targets: dict[str, str], path: str, shown: str, clobber: bool, *, alone: bool
) -> None:
    """alone: no other process writes there."""
    folder = os.path.dirname(path)
    targets = {name: target for name, target in targets.items() if not _is_its_own_source(output, name, target)}
    if not clobber:
        _refuse_existing(targets, path, shown)
    for name, target in targets.items():
        _refuse_special(target)
        _refuse_source(output, name, target)
        _refuse_detour(folder, target)
    transaction.make_folders(folder)
    for name in targets:
        transaction.stage(name, output)
    with nullcontext() if alone else _alone_in(folder):
        if not clobber:  # another process may have been faster
            _refuse_existing(targets, path, shown)
        try:
            transaction.replace(targets)
        finally:
            transaction.end()


def _refuse_existing(targets: dict[str, str], path: str, shown: str) -> None:
    for target in targets.values():
        if os.path.lexists(target):
            raise WriteError("exists already", Source(shown if target == path else target), hint="leave out --no-clobber to replace it")


def _is_its_own_source(output: Output, name: str, target: str) -> bool:
    """Whether a file beside the main one would replace itself with the same content: it stays where it is."""
    if name == output.main or not output.limit.has_read(target):
        return False
    content = output.files.get(name)
    if content is None:
        return output.copies.get(name) == target
    try:
        return b"".join(read_pieces(target)) == content
    except OSError:
        return False


def _refuse_source(output: Output, name: str, target: str) -> None:
    """A file that the scene was read from is only replaced where the user names it himself, as the main file."""
    if name != output.main and output.copies.get(name) != target and output.limit.has_read(target):
        hint = "choose another name, or a folder with --assets-dir"
        raise WriteError("would be overwritten, and the scene was read from it", Source(target), hint=hint)


def _refuse_detour(folder: str, target: str) -> None:
    """Below the main file's folder nothing goes where a link leads out of it."""
    above = os.path.dirname(target)
    if not above.startswith(folder if folder.endswith(os.sep) else folder + os.sep):
        return
    real, top = os.path.realpath(above), os.path.realpath(folder)
    if not real.startswith(top if top.endswith(os.sep) else top + os.sep):
        raise OSError(1, "a link on the way leads elsewhere; name that folder with --assets-dir", target)


@contextmanager
def _alone_in(folder: str) -> Iterator[None]:
    """While another process (or thread) renames files in this folder, wait. The lock ends with the process; where a file system has none,
    there is none."""
    try:
        import fcntl
    except ImportError:  # Windows does not replace what another process has open
        yield
        return
    number = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)


def _refused(problem: OSError, transaction: _Transaction, path: str, shown: str) -> WriteError:
    """The error that names the file as the user did."""
    named, verb = problem.filename, "written"
    if named in transaction.sources:
        verb = "copied"
    elif not isinstance(named, str) or named == path or left_by(os.path.basename(named)):
        named = shown
    hint = "; ".join(f"what {target} was is now {kept}" for target, kept in transaction.stranded)
    return WriteError(f"cannot be {verb}: {(problem.strerror or str(problem)).lower()}", Source(named), "", "", hint)


def _keep(target: str, kept: str) -> None:
    """Another name for a file (or, where the file system has no links, a copy of it)."""
    try:
        os.link(target, kept, follow_symlinks=False)
    except (OSError, NotImplementedError):  # the system cannot link to a link itself
        from shutil import copy2

        copy2(target, kept, follow_symlinks=False)


def _move(staged: str, target: str, register: Callable[[str], object]) -> None:
    """Rename. Onto another file system (assets may be sent there) copy beside the target first, so that the file appears whole. register:
    called with the path of that copy."""
    try:
        os.replace(staged, target)
    except OSError as problem:
        if problem.errno != EXDEV:
            raise
        beside, file = create_temporary(os.path.dirname(target), register)
        with file:
            file.writelines(read_pieces(staged))
        os.replace(beside, target)
        os.unlink(staged)


def _refuse_special(target: str) -> None:
    """Only ordinary files are replaced: not a folder, a device (``/dev/null``!) or a pipe, nor what its owner write-protected."""
    if os.path.isdir(target):
        raise IsADirectoryError(21, "is a directory", target)
    if os.path.exists(target):
        if not os.path.isfile(target):
            raise OSError(22, "is not a regular file", target)
        if not os.access(target, os.W_OK):
            raise PermissionError(13, "is write-protected", target)


class _Transaction:
    """The staged files, and what has been replaced so far. stranded: (target, where its old content lies) of what even undoing
    could not put back.

    Each change is noted before it is made and forgotten after it is undone: an interruption between the two makes `end` do it again.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.sources: set[str] = set()
        self.stranded: list[tuple[str, str]] = []
        self._is_whole = False
        self._made_folders: list[tuple[list[str], list[None]]] = []
        self._replaced: list[tuple[str, str | None]] = []
        self._staged_files: dict[str, str] = {}
        self._copied_files: list[str] = []
        self._kept_files: list[str] = []

    def stage(self, name: str, output: Output) -> None:
        """Write a file under a name that only this thread of this process uses."""
        _, file = create_temporary(self.folder, partial(self._staged_files.__setitem__, name), 1 + len(self._staged_files))
        with file:
            if name in output.copies:
                self.sources.add(output.copies[name])
                with within(output.limit):
                    file.writelines(read_pieces(output.copies[name]))
            else:
                file.write(output.files[name])

    def replace(self, targets: dict[str, str]) -> None:
        """Move every staged file to its target, keeping what was there until the end."""
        for name, target in targets.items():
            self.make_folders(os.path.dirname(target))
            kept: str | None = None
            if os.path.lexists(target):
                kept = name_for_old(self._staged_files[name])
                self._kept_files.append(kept)
                _keep(target, kept)
            self._replaced.append((target, kept))
            _move(self._staged_files[name], target, self._copied_files.append)
            del self._staged_files[name]  # the name is free: another thread may have a file there now
        self._is_whole = True

    def end(self) -> None:
        """Everything as it is to be, or if that failed as it was before; nothing temporary is left."""
        if not self._is_whole:
            self._undo()
        for place in (*self._staged_files.values(), *self._copied_files, *self._kept_files):
            with suppress(OSError):  # what is written is written
                if os.path.lexists(place):
                    os.unlink(place)
        self._staged_files.clear()
        self._copied_files.clear()
        self._kept_files.clear()
        while self._made_folders and not self._is_whole:
            folders, made = self._made_folders[-1]
            for folder in reversed(folders[: len(made)]):
                with suppress(OSError):  # not empty: another conversion uses it
                    os.rmdir(folder)
            self._made_folders.pop()

    def _undo(self) -> None:
        """Return what was replaced as it was before."""
        while self._replaced:
            target, kept = self._replaced[-1]
            try:
                if kept is None:
                    if os.path.lexists(target):
                        os.unlink(target)
                elif os.path.lexists(kept):  # else it is back already
                    _move(kept, target, self._copied_files.append)
            except OSError:
                if kept in self._kept_files:
                    self.stranded.append((target, kept))
                    self._kept_files.remove(kept)
            self._replaced.pop()

    def make_folders(self, folder: str) -> None:
        """Make a folder and those around it, as far as they are missing."""
        missing: list[str] = []
        while not os.path.isdir(folder):
            missing.insert(0, folder)
            above = os.path.dirname(folder)
            if above == folder:
                break
            folder = above
        while missing:
            made: list[None] = []
            self._made_folders.append((missing, made))
            try:
                made.extend(map(os.mkdir, missing))  # not even an interruption comes between making a folder and knowing whose it is
            except FileExistsError:  # another conversion was faster
                if not os.path.isdir(missing[len(made)]):
                    raise
            missing = missing[len(made) + 1 :]
