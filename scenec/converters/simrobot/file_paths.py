"""Paths of files as SimRobot understands them in its text."""

from __future__ import annotations


def is_absolute(path: str) -> bool:
    """Return whether a path is absolute by SimRobot's test: a leading slash or backslash, or a colon as second character."""
    return path[:1] in ("/", "\\") or path[1:2] == ":"


def folder_of(name: str) -> str:
    """Return the folder part of a file name, with its slash."""
    return name[: name.rfind("/") + 1]
