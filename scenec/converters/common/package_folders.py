"""The folders of a workspace that hold packages of ROS or models of Gazebo, found as their tools do: by package.xml and model.config."""

from __future__ import annotations

import os

from scenec import files

MARKERS = ("package.xml", "model.config")
IGNORED = ("COLCON_IGNORE", "AMENT_IGNORE", "CATKIN_IGNORE")
"""Files by which the tools of ROS leave out a folder and all below it."""


def package_parents(root: str, *, outside: str | None = None, most: int | None = None) -> list[str]:
    """Return the folders (absolute, sorted) below and with `root` in which packages or models lie, ready for a search path.

    outside: a folder that is not looked into. most: how many folders are looked at, None = all. Hidden folders are not looked at, links to
    folders are not followed.
    """
    root = os.path.abspath(root)
    found: set[str] = set()
    looked_at = 0
    for folder, folders, names in files.folders_below(root):
        looked_at += 1
        if most is not None and looked_at > most:
            break
        present = set(names)
        if not present.isdisjoint(IGNORED):
            folders.clear()
            continue
        folders[:] = [name for name in folders if os.path.join(folder, name) != outside]
        if folder != root and not present.isdisjoint(MARKERS):
            found.add(os.path.dirname(folder))
    return sorted(found)


def nearest_first(folders: list[str], start: str) -> list[str]:
    """Return folders in the order in which a file in `start` is to look into them: those that share most of its path first. Checkouts
    beside each other may hold packages of one name, and each has its own."""
    return sorted(folders, key=lambda folder: (-shared_folders(start, folder), folder.count(os.sep), folder))


def shared_folders(path: str, other: str, separator: str = os.sep) -> int:
    """Return how many names two paths share at their beginning."""
    count = 0
    for one, two in zip(path.split(separator), other.split(separator), strict=False):
        if one != two:
            break
        count += 1
    return count
