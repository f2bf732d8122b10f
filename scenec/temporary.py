"""Files that are there only while something is written: how they are called, and whose they are."""

from __future__ import annotations

import os
import re
from _thread import get_ident  # `threading` takes longer to load
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

_PREFIX = ".scenec."
_NAME = r"\.scenec\.(\d+)(?:-\d+)+_*\.(part|old)"


def create_temporary(folder: str, register: Callable[[str], object], number: int = 1) -> tuple[str, BinaryIO]:
    """Create a file in a folder, to be renamed later; return its path and the file. An existing file, or the target of a link of that name,
    is never opened. register: called with each path before the file exists, so that an interrupted caller can remove it. No other process
    or thread makes files of that name. number: the first one to try in the name."""
    while True:
        path = os.path.join(folder, f"{_PREFIX}{os.getpid()}-{get_ident()}-{number}.part")
        register(path)
        try:
            return path, open(path, "xb")
        except FileExistsError:
            number += 1


@contextmanager
def removed_in_the_end() -> Iterator[Callable[[str], object]]:
    """Yield the function with which `create_temporary` registers its path. After the block, the file is gone, also after an error."""
    paths: list[str] = []
    try:
        try:
            yield paths.append
        finally:
            _remove_last(paths)
    finally:
        _remove_last(paths)  # again, as an interruption may come just there


def _remove_last(paths: list[str]) -> None:
    """Those before had been there already."""
    for path in paths[-1:]:
        if os.path.lexists(path):
            os.unlink(path)


def name_for_old(staged: str) -> str:
    """Return what the predecessor of a staged file is called until the end; names of what could not be put back are not used again."""
    name = staged.removesuffix(".part")
    while os.path.lexists(f"{name}.old"):
        name += "_"
    return f"{name}.old"


def remove_leftovers(folder: str) -> None:
    """Remove the temporary files, just in this folder, of processes that were killed."""
    try:
        names = os.listdir(folder)
    except OSError:  # it is still to be made, or cannot be looked into
        return
    for name in names:
        process = left_by(name)
        if process and not is_running(process):
            with suppress(OSError):
                os.unlink(os.path.join(folder, name))  # does not follow links


def left_by(name: str) -> int:
    """The process that a temporary file is (or was) of, by its name; 0 for other files."""
    found = re.fullmatch(_NAME, name) if name.startswith(_PREFIX) else None
    return int(found[1]) if found else 0


def is_running(process: int) -> bool:
    """Whether there is a process of this number on this machine (on Windows, where asking would end it, taken for granted)."""
    if os.name == "nt":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
