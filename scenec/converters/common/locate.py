"""Where the files are that a scene refers to by URIs: models, meshes, images.

As libsdformat and Gazebo look: a scheme such as ``model://`` is cut off, and the rest is looked up in the directories of
`--search-path`, then of the environment variables that Gazebo's users have set. A reference without scheme is looked up beside the file
that holds it first. Nothing is ever fetched.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cached_property
from urllib.parse import unquote

from scenec import files

VARIABLES = ("GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH", "SDF_PATH", "GAZEBO_MODEL_PATH", "GAZEBO_RESOURCE_PATH")
_SCHEME = re.compile(r"^([A-Za-z][A-Za-z0-9+.-]*)://(.*)$", re.DOTALL)
SCHEME_END = "://"
REMOTE = ("http", "https", "fuel", "ftp")


class Locator:
    """Finds files; each reference is looked up once. directories: absolute, in the order in which they are searched."""

    def __init__(self, search_path: tuple[str, ...]) -> None:
        self.search_path = search_path
        self._known: dict[tuple[str, str | None], str | None] = {}

    @cached_property
    def directories(self) -> list[str]:
        paths = [*self.search_path]
        for variable in VARIABLES:
            paths.extend(path for path in os.environ.get(variable, "").split(os.pathsep) if path)
        return [path for path in dict.fromkeys(os.path.abspath(path) for path in paths) if files.boundary().allows(path)]

    def find(self, uri: str, folder: str | None) -> str | None:
        """The absolute path of a file or directory, None if it is not there. folder: of the file that refers to it."""
        uri = str(uri)
        key = (uri, folder)
        if key in self._known:
            return self._known[key]
        self._known[key] = found = self._find(uri, folder)
        return found

    def find_file(self, uri: str, folder: str | None) -> str | None:
        """The absolute path of a regular file; None for directories, devices and what is not there."""
        key = (f"file {uri}", folder)
        if key in self._known:
            return self._known[key]
        found = self.find(uri, folder)
        self._known[key] = found = found if found is not None and files.is_file(found) else None
        return found

    def _find(self, uri: str, folder: str | None) -> str | None:
        uri = uri.strip()
        if not uri or "\0" in uri:
            return None
        scheme = _SCHEME.match(uri) if SCHEME_END in uri else None
        if scheme is None:
            places = [os.path.join(folder, uri)] if folder else []
            return files.first([*places, *(os.path.join(directory, uri) for directory in self.directories)], uri, files.is_there)
        name, rest = scheme.group(1).lower(), scheme.group(2)
        if name in REMOTE:
            return None
        if name == "file":
            local = unquote(rest)
            places = [local] if os.path.isabs(local) else []
            if folder:
                places.append(os.path.join(folder, local))
            return files.first([*places, *(os.path.join(directory, local) for directory in self.directories)], uri, files.is_there)
        return files.first(self._below_directories(rest, folder), uri, files.is_there)

    def _below_directories(self, rest: str, folder: str | None) -> Iterator[str]:
        """Where a reference with a scheme may lead, worked out one by one: most are found in the first."""
        for directory in self.directories:
            yield os.path.join(directory, rest)
        if folder:
            yield from around(folder, rest)


def is_remote(uri: str) -> bool:
    scheme = _SCHEME.match(uri.strip())
    return scheme is not None and scheme.group(1).lower() in REMOTE


def around(folder: str, rest: str) -> list[str]:
    """The places above a file where its own model directory may lie: ``model://robot/meshes/x`` out of ``.../robot/model.sdf``."""
    head = rest.split("/", 1)[0]
    places = []
    above = folder
    for _ in range(3):
        if os.path.basename(above) == head:
            places.append(os.path.join(os.path.dirname(above), rest))
        above = os.path.dirname(above)
    return places
