"""Which files of a library are no scenes of their own, and why: what others include, and what only declares macros."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cached_property
from importlib import import_module
from typing import cast

import msgspec

from scenec import files
from scenec.converters import by_suffix, load
from scenec.converters.common.package_folders import nearest_first, shared_folders
from scenec.converters.format import FileRelations, RelationRules

ONLY_DECLARATIONS = "part without links of its own: it declares macros, properties or settings"


class Candidate(msgspec.Struct, frozen=True, gc=False):
    """A file that may be a scene. path: from the library's root, with ``/``. name: of its format."""

    path: str
    name: str


class Parts:
    """The parts among the files of a library.

    root: absolute. every: all files that may be scenes, sorted by path, also those that a user left out: they are still what includes.
    search_path: folders that hold packages, in the order of the user; inside: those below the root.
    """

    def __init__(self, root: str, every: Iterable[Candidate], search_path: tuple[str, ...], inside: tuple[str, ...]) -> None:
        self._root, self._search_path, self._inside = root, search_path, list(inside)
        self._every = list(every)
        self._known: dict[str, FileRelations] = {}

    def why_part(self, path: str) -> str:
        """Return why a file of the library is a part, "" for a scene."""
        includer = self._includers.get(path)
        return f"part of {includer}" if includer else ""

    def why_empty(self, candidate: Candidate) -> str:
        """Return why a file can make no scene, "" for one that may."""
        no_scene = self._of(candidate).no_scene
        if no_scene:
            return no_scene
        return "" if self._makes_scene(self._absolute(candidate.path), set()) else ONLY_DECLARATIONS

    def possible_includer(self, path: str) -> str:
        """Return the first file that may include another one (see `FileRelations.patterns`), "" if none may."""
        place = self._absolute(path)
        return next((by for by, patterns in self._patterns if by != path and any(each.fullmatch(place) for each in patterns)), "")

    def is_program(self, path: str) -> bool:
        """Return whether other files may be the output of a file."""
        return self._known[self._absolute(path)].is_program

    # ---------------------------------------------------------------- who includes whom

    @cached_property
    def _includers(self) -> dict[str, str]:
        """File -> the nearest file that includes it. Of files that include each other in a circle, the first in order is no part."""
        paths = {self._real(candidate.path): candidate.path for candidate in self._every}
        graph: dict[str, list[str]] = {}
        for candidate in self._every:
            found = [paths.get(os.path.realpath(each)) for each in self._of(candidate).files]
            graph[candidate.path] = [each for each in found if each is not None and each != candidate.path]
        by: dict[str, list[str]] = {}
        for path, included in graph.items():
            for each in included:
                by.setdefault(each, []).append(path)
        reached: set[str] = set()
        scenes: set[str] = set()
        for path in [*(path for path in graph if path not in by), *graph]:
            if path not in reached:
                scenes.add(path)
                reached |= _reachable(path, graph)
        return {path: _nearest(path, including) for path, including in by.items() if path not in scenes}

    @cached_property
    def _patterns(self) -> list[tuple[str, list[re.Pattern[str]]]]:
        found = ((candidate.path, self._of(candidate).patterns) for candidate in self._every)
        return [(path, [re.compile(each) for each in patterns]) for path, patterns in found if patterns]

    def _makes_scene(self, path: str, seen: set[str]) -> bool:
        """Whether a file, or one that it includes, makes a part of a scene; also where their texts leave that open."""
        known = by_suffix(path)
        if known is None or path in seen:
            return False
        seen.add(path)
        relations = self._relations(path, known.partition("@")[0])
        return relations.makes_scene or not relations.is_complete or any(self._makes_scene(each, seen) for each in relations.files)

    def _of(self, candidate: Candidate) -> FileRelations:
        return self._relations(self._absolute(candidate.path), candidate.name)

    def _relations(self, path: str, name: str) -> FileRelations:
        if path not in self._known:
            self._known[path] = self._read(path, name)
        return self._known[path]

    def _read(self, path: str, name: str) -> FileRelations:
        module = load(name).relations
        if not module:
            return FileRelations()
        try:
            data = files.read_file(path)
        except OSError:  # its conversion will say so
            return FileRelations()
        near = nearest_first(self._inside, os.path.dirname(path))
        return cast("RelationRules", import_module(module)).relations_of(path, data, (*self._search_path, *near))

    def _absolute(self, path: str) -> str:
        return os.path.join(self._root, path)

    def _real(self, path: str) -> str:
        return os.path.realpath(self._absolute(path))


def _reachable(start: str, graph: dict[str, list[str]]) -> set[str]:
    found, waiting = {start}, [start]
    while waiting:
        for each in graph[waiting.pop()]:
            if each not in found:
                found.add(each)
                waiting.append(each)
    return found


def _nearest(path: str, others: list[str]) -> str:
    """Return the file that shares most of the way to another one, the first in order of several."""
    return min(others, key=lambda other: (-shared_folders(path, other, "/"), other))
