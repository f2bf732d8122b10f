"""Sending a library to workers that do not see it: packed once, unpacked once per machine, paths turned on the way in and out.

A conversion asks the file system where things are; so a worker gets the files on a disk of its own, in folders that keep their
layout, and what it answers speaks of the places here.
"""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress

import msgspec

from scenec.batch.file_changes import file_sha, sha
from scenec.batch.worker import Input, Outcome, Task, convert_task
from scenec.files import is_file, read_file


class Packed(msgspec.Struct, frozen=True, gc=False):
    """One file. root: which of the roots it is in; path: from there; mtime: kept, so that it can be recognised here."""

    root: int
    path: str
    mtime: int
    data: bytes


class Package(msgspec.Struct, frozen=True, gc=False):
    """Folders with all their files. roots: absolute paths here. name: stands for the content."""

    name: str
    roots: tuple[str, ...]
    files: tuple[Packed, ...]


def pack(roots: tuple[str, ...]) -> Package:
    """All ordinary files below some folders, hidden ones apart. Raises OSError."""
    files: list[Packed] = []
    for number, root in enumerate(roots):
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            for name in sorted(names):
                path = os.path.join(folder, name)
                if not name.startswith(".") and is_file(path):
                    data = read_file(path)
                    files.append(Packed(number, os.path.relpath(path, root), os.stat(path).st_mtime_ns, data))
    content = "".join(f"{each.root} {each.path} {each.mtime} {sha(each.data)}\n" for each in files)
    return Package(sha(content.encode("utf-8", "surrogateescape")), roots, tuple(files))


def convert_shipped(task: Task, package: Package) -> Outcome:
    """Do a task on a machine that may not see its files."""
    folders = _unpacked(package)
    there = dict(zip(package.roots, folders, strict=True))
    search_path = [_turned(path, there) for path in task.options.get("search_path", ())]
    library = msgspec.structs.replace(task.library, source=_turned(task.library.source, there)) if task.library else None
    options = {**task.options, "search_path": search_path}
    if "confine" in options:
        options["confine"] = _turned(options["confine"], there)
        if options["confine"] == task.options["confine"]:  # it lies around what was sent
            options["confine"] = there[package.roots[0]]
    moved = msgspec.structs.replace(task, source=_turned(task.source, there), library=library, options=options)
    outcome = convert_task(moved)
    back = {folder: root for root, folder in there.items()}
    inputs = [Input(_turned(each.path, back), each.sha, msgspec.structs.replace(each.stamp, changed=0, inode=0)) for each in outcome.inputs]
    error = outcome.error
    for folder, root in back.items():
        error = error.replace(folder, root)
    copies = {name: _turned(path, back) for name, path in outcome.copies.items()}
    return msgspec.structs.replace(outcome, inputs=tuple(inputs), error=error, copies=copies)


def _unpacked(package: Package) -> list[str]:
    """The folders on this machine; the first worker of it unpacks for all."""
    home = _own_folder()
    place = os.path.join(home, package.name)
    if not os.path.isdir(place):
        beside = tempfile.mkdtemp(dir=home)
        for number in range(len(package.roots)):
            os.makedirs(os.path.join(beside, str(number)))
        for each in package.files:
            path = os.path.join(beside, str(each.root), each.path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(each.data)
            os.utime(path, ns=(each.mtime, each.mtime))
        try:
            os.rename(beside, place)
        except OSError:  # another worker was faster
            import shutil

            shutil.rmtree(beside)
    return [os.path.join(place, str(number)) for number in range(len(package.roots))]


def _own_folder() -> str:
    """A folder for temporary files that only this user can write to, the same for all workers on this machine. Where somebody else has
    made one of that name, a new one."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    home = os.path.join(tempfile.gettempdir(), f"scenec-library-{user}")
    with suppress(FileExistsError):
        os.mkdir(home, mode=0o700)
    state = os.lstat(home)
    foreign = hasattr(os, "getuid") and (state.st_uid != user or state.st_mode & 0o022)
    return tempfile.mkdtemp(prefix="scenec-library-") if foreign or not stat.S_ISDIR(state.st_mode) else home


def _turned(path: str, folders: dict[str, str]) -> str:
    """A path below one of the folders as one below what that folder is elsewhere."""
    for folder, other in folders.items():
        if path == folder or path.startswith(folder + os.sep):
            return other + path[len(folder) :]
    return path


def sees(path: str, content: str) -> bool:
    """Whether this machine has the file, with that content."""
    try:
        return file_sha(path) == content
    except OSError:
        return False
