"""The files that an expansion reads: the main file, what it includes, and YAML files of parameters."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from pathlib import PurePath
from typing import Any

from scenec import files
from scenec.syntax.xml_mixed import MixedElement, MixedFile, read_mixed_xml
from scenec.syntax.yaml_values import read_yaml_values
from scenec.xacro.limits import Budget, ExpressionError, refuse_more
from scenec.xacro.operations import DottedMap

_MOST_IN_YAML = 50_000
_PATTERN = re.compile(r"[*?\[]")
_MOST_FOUND = 1000
_WHERE = "names are relative to the file that is being read, not to that of the macro; $(find PACKAGE) looks in --search-path"
UNITS = {"!radians": 1.0, "!degrees": math.pi / 180.0, "!meters": 1.0, "!millimeters": 0.001, "!foot": 0.3048, "!inches": 0.0254}
"""Tag of a number in a YAML file -> by what it is multiplied."""


class SourceFiles:
    """Opens each file once.

    main: the main file. folder: that which reports and relative names of it start from, None for a stream. opener: absolute path -> bytes,
    raises OSError. number: what an expression in a YAML file gives.
    """

    def __init__(self, main: MixedFile, folder: str | None, opener: Callable[[str], bytes], budget: Budget) -> None:
        self.main = main
        self.folder = folder
        self.names = [main.name]
        self.comments = 0
        self._opener = opener
        self._budget = budget
        self._elements: dict[str, MixedElement] = {}
        self._values: dict[str, Any] = {}
        self.number: Callable[[str], Any] = float

    def path_from(self, name: str, file: MixedFile) -> str:
        """The path of a file. name: absolute or relative to the file that names it. Raises ExpressionError where that is in no folder."""
        if os.path.isabs(name):
            return name
        folder = os.path.dirname(file.path) if file.path else self.folder
        if folder is None:
            raise ExpressionError(f"{name[:60]!r} is relative to a file that is in no folder", "an absolute name, or $(find PACKAGE)")
        return os.path.join(folder, name)

    def included(self, path: str) -> MixedElement:
        """The outermost element of an included file. Raises ExpressionError because of an OSError or ValueError where it cannot be opened,
        ReadError where it is not XML."""
        path = os.path.normpath(path)
        if path not in self._elements:
            self._elements[path] = self.read(self._opened(path))
        return self._elements[path]

    def yaml(self, path: str) -> Any:
        """The values of a YAML file. Raises as `included` does."""
        path = os.path.normpath(path)
        if path not in self._values:
            file = self._opened(path)
            self._budget.take(len(file.data) >> 2)
            tags = {tag: lambda text, factor=factor: float(self.number(text)) * factor for tag, factor in UNITS.items()}
            self._values[path] = read_yaml_values(file.data, file.shown, most=_MOST_IN_YAML, tags=tags, make_map=DottedMap)
        return self._values[path]

    def matching(self, pattern: str) -> list[str]:
        """The files that an absolute name stands for, sorted: the name itself, or what its ``*``, ``?`` and ``[...]`` match."""
        if not _PATTERN.search(pattern):
            return [pattern]
        anchor, *parts = PurePath(pattern).parts
        found = [anchor]
        for part in parts:
            found = [os.path.join(folder, each) for folder in found for each in self._matching_in(folder, part)]
            refuse_more(len(found), _MOST_FOUND, f"files that {pattern!r} matches")
        return sorted(path for path in found if files.is_file(path))

    def _matching_in(self, folder: str, part: str) -> list[str]:
        if not _PATTERN.search(part):
            return [part]
        try:
            names = files.names_in(folder)
        except OSError:
            return []
        self._budget.take(len(names))
        return [name for name in names if fnmatchcase(name, part) and (part.startswith(".") or not name.startswith("."))]

    def read(self, file: MixedFile) -> MixedElement:
        """The outermost element of a file. Raises ReadError where it is not XML."""
        self._budget.take((len(file.data) >> 6) + 2 * file.data.count(b"<"))
        root = read_mixed_xml(file)
        self.comments += file.comments
        return root

    def _opened(self, path: str) -> MixedFile:
        name, shown = self._names(path)
        try:
            file = MixedFile(name, shown, path, self._opener(path))
        except (OSError, ValueError) as problem:
            reason = getattr(problem, "strerror", None) or "no such name"
            raise ExpressionError(f"the file {name[:200]!r} cannot be read: {reason.lower()}", hint=_WHERE) from problem
        self.names.append(file.name)
        return file

    def _names(self, path: str) -> tuple[str, str]:
        """Return what reports and errors call a file: relative to the main file's folder, and as the main file is shown."""
        if self.folder is None or os.path.splitdrive(path)[0] != os.path.splitdrive(self.folder)[0]:
            return path, path
        name = os.path.relpath(path, self.folder).replace(os.sep, "/")
        shown = os.path.normpath(os.path.join(os.path.dirname(self.main.shown), name))
        return name, shown
