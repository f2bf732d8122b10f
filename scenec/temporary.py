"""Files that are there only while something is written: how they are called, and whose they are."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import BinaryIO

_PREFIX = ".scenec."
_NAME = r"\.scenec\.(\d+)-\d+_*\.(part|old)"


def create_temporary(folder: str, number: int = 1) -> tuple[str, BinaryIO]:
    """A new file in a folder, to be renamed: its path and the file. Never one that is there already, nor what a link of that name leads
    to. number: where to begin to look for a name that is free."""
    while True:
        name = os.path.join(folder, f"{_PREFIX}{os.getpid()}-{number}.part")
        try:
            return name, open(name, "xb")
        except FileExistsError:
            number += 1


def name_for_old(staged: str) -> str:
    """What the predecessor of a staged file is called until the end; names of what could not be put back are not used again."""
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
