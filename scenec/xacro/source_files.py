"""The files that an expansion reads: the main file, what it includes, and YAML files of parameters."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any

from scenec import files
from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.xml_mixed import MixedElement, MixedFile, read_mixed_xml
from scenec.syntax.yaml_values import read_yaml_values
from scenec.xacro.limits import Budget, ExpressionError
from scenec.xacro.values import DottedMap

_MOST_IN_YAML = 50_000
_PATTERN = re.compile(r"[*?\[]")
_MOST_FOUND = 1000
UNITS = {
    "!radians": 1.0, "!degrees": math.pi / 180.0, "!meters": 1.0, "!millimeters": 0.001, "!foot": 0.3048, "!inches": 0.0254,
}  # fmt: skip
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

    def root(self) -> MixedElement:
        """The outermost element of the main file."""
        return self._read(self.main)

    def path_from(self, name: str, file: MixedFile) -> str:
        """The path of a file. name: absolute or relative to the file that names it. Raises ExpressionError where that is in no folder."""
        if os.path.isabs(name):
            return name
        folder = os.path.dirname(file.path) if file.path else self.folder
        if folder is None:
            raise ExpressionError(f"{name[:60]!r} is relative to a file that is in no folder", "an absolute name, or $(find PACKAGE)")
        return os.path.join(folder, name)

    def included(self, path: str) -> MixedElement:
        """The outermost element of an included file. Raises OSError, ReadError."""
        path = os.path.normpath(path)
        if path not in self._elements:
            self._elements[path] = self._read(self._opened(path))
        return self._elements[path]

    def matching(self, pattern: str) -> list[str]:
        """The files that a name stands for, sorted: the name itself, or what its ``*``, ``?`` and ``[...]`` match."""
        if not _PATTERN.search(pattern):
            return [pattern]
        drive, rest = os.path.splitdrive(pattern)
        found = [drive + os.sep if rest.startswith(os.sep) else drive]
        parts = [part for part in rest.split(os.sep) if part]
        for part in parts:
            found = [each for folder in found for each in self._children(folder, part)]
            if len(found) > _MOST_FOUND:
                raise ExpressionError(f"{pattern!r} matches more than {_MOST_FOUND:,} files")
        return sorted(path for path in found if files.is_file(path))

    def _children(self, folder: str, part: str) -> list[str]:
        if not _PATTERN.search(part):
            return [os.path.join(folder, part)]
        try:
            names = files.names_in(folder or os.curdir)
        except OSError:
            return []
        self._budget.take(len(names))
        kept = (name for name in names if not name.startswith(".") or part.startswith("."))
        return [os.path.join(folder, name) for name in kept if fnmatchcase(name, part)]

    def yaml(self, path: str) -> Any:
        """The values of a YAML file. Raises ExpressionError where it is not there, ReadError where it is none."""
        path = os.path.normpath(path)
        if path not in self._values:
            try:
                file = self._opened(path)
            except (OSError, ValueError) as problem:
                raise cannot_read(f"YAML file {self._names(path)[0]!r}", problem, _WHERE) from None
            self._budget.take(len(file.data) >> 2)
            tags = {tag: self._in_unit(factor, file.shown) for tag, factor in UNITS.items()}
            self._values[path] = read_yaml_values(file.data, file.shown, most=_MOST_IN_YAML, tags=tags, make_map=DottedMap)
        return self._values[path]

    def _in_unit(self, factor: float, shown: str) -> Callable[[str], float]:
        def convert(text: str) -> float:
            try:
                return float(self.number(text)) * factor
            except (TypeError, ValueError):
                raise ReadError(f"{text[:60]!r} is no number", Source(shown), "a number or an expression of numbers") from None

        return convert

    def _read(self, file: MixedFile) -> MixedElement:
        self._budget.take((len(file.data) >> 6) + 2 * file.data.count(b"<"))
        root = read_mixed_xml(file, keep_comment=lambda text: b"xacro:eval-comments" in file.data)
        self.comments += file.comments
        return root

    def _opened(self, path: str) -> MixedFile:
        file = MixedFile(*self._names(path), path, self._opener(path))
        self.names.append(file.name)
        return file

    def _names(self, path: str) -> tuple[str, str]:
        """What reports and errors call a file: relative to the main file's folder, and as the main file is shown."""
        if self.folder is None or os.path.splitdrive(path)[0] != os.path.splitdrive(self.folder)[0]:
            return path, path
        name = os.path.relpath(path, self.folder).replace(os.sep, "/")
        shown = os.path.normpath(os.path.join(os.path.dirname(self.main.shown), name))
        return name, shown


def cannot_read(what: str, problem: OSError | ValueError, hint: str) -> ExpressionError:
    """The error for a file that cannot be opened. what: as errors call it."""
    reason = getattr(problem, "strerror", None) or "no such name"
    return ExpressionError(f"the {what} cannot be read: {reason.lower()}", hint=hint)


_WHERE = "names are relative to the file that is being read, which is that of the call, not that of the macro"
