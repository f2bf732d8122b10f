"""Where the files are that a robot refers to: beside it, in ROS packages, by absolute names.

``package://NAME/path`` is looked up in the folders of `--search-path`, then where ROS looks: `share/NAME` of each prefix in
AMENT_PREFIX_PATH, then the folders of ROS_PACKAGE_PATH and the packages right in them. A folder is a package by its own name or by the
<name> of its package.xml. The packages around the file itself, and those beside them, come next, and last those of its workspace: below
the git checkout or the folder ``src`` around its package. ``model://`` is looked up likewise, as Gazebo makes it of ``package://``.

For a robot with MuJoCo's extension, meshes are looked up last where MuJoCo does (src/xml/xml_urdf.cc, `mjXURDF::Geom`): in `meshdir`, and
with `strippath` by the bare name of the file. Releases differ in what they do without `strippath`: MuJoCo 4.0 keeps the folders of a name,
earlier ones drop them. So both are tried. A file that ROS's rules find comes first, since all other readers show that one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cached_property

from scenec import files
from scenec.converters.common.locate import SCHEME_END, Locator
from scenec.converters.common.mujoco_extension import TAG
from scenec.converters.common.package_folders import nearest_first, package_parents
from scenec.syntax.tree import SourceNode

_PACKAGE = re.compile(r"^(?:package|model)://([^/]+)/*(.*)$", re.DOTALL)
_NAME = re.compile(rb"<name>\s*([^<\s]+)\s*</name>")
_FOLDERS = re.compile(r".*[/\\]", re.DOTALL)
_LEVELS = 6
"""So many folders above a file may be its package."""
_MOST_FOLDERS = 5000
"""Folders of a workspace that are looked at."""
_MOST_BESIDE = 1000
"""In a folder that holds more, packages are found by the names of their folders only."""


class PackageLocator(Locator):
    """Finds meshes and images; each is looked up once."""

    def _find(self, uri: str, folder: str | None) -> str | None:
        uri = uri.strip()
        named = _PACKAGE.match(uri) if SCHEME_END in uri else None
        if named is None or "\0" in uri:
            return super()._find(uri, folder)
        package, path = named.groups()
        return files.first(self._in_package(package, path, folder), uri, files.is_there)

    def _in_package(self, package: str, path: str, folder: str | None) -> Iterator[str]:
        if ".." in path:  # a folder that is not there may be left again
            return (os.path.join(root, path) for root in self._roots(package, folder))
        key = (package, folder)
        if key not in self._found_roots:
            self._found_roots[key] = [root for root in self._roots(package, folder) if files.may_hold_files(root)]
        return (os.path.join(root, path) for root in self._found_roots[key])

    @cached_property
    def _found_roots(self) -> dict[tuple[str, str | None], list[str]]:
        """Package and folder -> where the package may be: a robot names the same package for all its meshes."""
        return {}

    def _roots(self, package: str, folder: str | None) -> Iterator[str]:
        for directory in (*self.directories, *self._of_ros):
            yield os.path.join(directory, package)
            if self.is_package(directory, package):
                yield directory
            yield from self._named_in(directory, package)
        above, beside = folder, False
        for _ in range(_LEVELS if folder else 0):
            assert above is not None
            if self.is_package(above, package):
                yield above
            yield os.path.join(above, package)
            if beside:
                yield from self._named_in(above, package)
            beside = bool(self._package_name(above))
            above = os.path.dirname(above)
        for parent in self._workspace(folder) if folder else ():
            yield os.path.join(parent, package)
            yield from self._named_in(parent, package)

    def _workspace(self, folder: str) -> list[str]:
        """Return the folders that hold the packages of the workspace around a file; none for a file outside of a package."""
        if folder not in self._workspaces:
            root = self._workspace_root(folder)
            known = self._workspaces.get(root) if root else []
            if known is None:
                known = self._workspaces[root] = package_parents(root, most=_MOST_FOLDERS)
            self._workspaces[folder] = nearest_first(known, folder)
        return self._workspaces[folder]

    def _workspace_root(self, folder: str) -> str:
        """Return the outermost checkout or folder ``src`` around the package of a file, "" if there is none."""
        found, in_package, above = "", False, folder
        for _ in range(_LEVELS):
            in_package = in_package or bool(self._package_name(above))
            is_root = os.path.basename(above) == "src" or os.path.lexists(os.path.join(above, ".git"))
            if in_package and is_root and above != os.path.expanduser("~") and files.boundary().allows(above):
                found = above
            above = os.path.dirname(above)
        return found

    @cached_property
    def _workspaces(self) -> dict[str, list[str]]:
        """Folder of a file, or root of a workspace -> folders that hold packages."""
        return {}

    def _named_in(self, directory: str, package: str) -> list[str]:
        """Return the packages of that name right in a folder, where the folder of the package has another name."""
        if directory not in self._inside:
            found: dict[str, list[str]] = {}
            try:
                names = files.names_in(directory)
            except (OSError, ValueError):  # ValueError: what cannot be a name
                names = []
            for name in names if len(names) <= _MOST_BESIDE else ():
                path = os.path.join(directory, name)
                called = self._package_name(path)
                if called and called != name:
                    found.setdefault(called, []).append(path)
            self._inside[directory] = found
        return self._inside[directory].get(package, [])

    @cached_property
    def _inside(self) -> dict[str, dict[str, list[str]]]:
        """Folder -> package -> where in it the package is."""
        return {}

    @cached_property
    def _of_ros(self) -> list[str]:
        """The folders in which ROS finds packages."""
        shares = [os.path.join(prefix, "share") for prefix in os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if prefix]
        roots = [root for root in os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep) if root]
        return [path for path in dict.fromkeys(map(os.path.abspath, (*shares, *roots))) if files.boundary().allows(path)]

    def is_package(self, directory: str, package: str) -> bool:
        """Return whether a folder is the package of that name."""
        if os.path.basename(directory) == package:
            return True
        return self._package_name(directory) == package

    def _package_name(self, directory: str) -> str:
        known = self._names.get(directory)
        if known is None:
            path = os.path.join(directory, "package.xml")
            known = ""
            if files.is_file(path):
                try:
                    found = _NAME.search(files.read_file(path))
                except OSError:
                    found = None
                known = found.group(1).decode(errors="replace") if found else ""
            self._names[directory] = known
        return known

    @cached_property
    def _names(self) -> dict[str, str]:
        return {}

    def why_missing(self, uri: str) -> str:
        """Return the sentence that says where a file was looked for."""
        named = _PACKAGE.match(uri.strip())
        if named is not None:
            return f"Package {named.group(1)} with this file is in no folder of --search-path, AMENT_PREFIX_PATH or ROS_PACKAGE_PATH."
        return "The file is neither beside the robot nor in a --search-path folder."


def mujoco_names(robot: SourceNode, uri: str) -> Iterator[str]:
    """Yield the names of a mesh file beside the robot that MuJoCo makes of a reference. None for a robot without the extension."""
    extension = _first(robot, TAG)
    if extension is None:
        return
    compiler = _first(extension, "compiler")
    stated = compiler.attributes if compiler is not None else {}
    folder, strips, uri = str(stated.get("meshdir", stated.get("assetdir", ""))), stated.get("strippath"), str(uri).strip()
    if strips != "true" and "://" not in uri:
        yield os.path.join(folder, uri)
    if strips != "false":
        yield os.path.join(folder, _FOLDERS.sub("", uri))


def _first(holder: SourceNode, tag: str) -> SourceNode | None:
    return next((child for child in holder.children if child.tag == tag), None)
