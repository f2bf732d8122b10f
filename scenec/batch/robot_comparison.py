"""Whether a program makes the robot that another file describes: whether that file is its output."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from scenec.api import diff
from scenec.batch.entries import Entry
from scenec.errors import ScenecError
from scenec.options import separated

TOLERANCE = 1e-5
"""Relative. Programs that printed such files round: xacro of Python 2 wrote 12 digits, people write 1.5708 for a quarter of a turn."""


class RobotComparison:
    """Compares files of a library in what they mean. options: those of the conversions. search_path: of the files in a folder."""

    def __init__(self, root: str, options: Mapping[str, Any], search_path: Callable[[str], tuple[str, ...]]) -> None:
        self._root, self._search_path = root, search_path
        self._reading = separated(dict(options))[0]

    def __call__(self, program: Entry, other: Entry) -> bool:
        """Return whether both are the same robot. Metadata does not count; a file that cannot be read is like no other."""
        paths = [os.path.join(self._root, each.path) for each in (program, other)]
        options = {**self._reading, "search_path": self._search_path(os.path.dirname(paths[0]))}
        try:
            difference = diff(*paths, tolerance=TOLERANCE, **options)
        except (ScenecError, OSError, MemoryError, RecursionError):  # its conversion says so
            return False
        return all(item.category == "metadata" or item.change == "restructured" for item in difference.items)
