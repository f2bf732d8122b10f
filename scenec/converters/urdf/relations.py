"""How xacro files of a library include each other, from their texts alone: nothing is expanded."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from scenec.converters.format import FileRelations
from scenec.converters.urdf.read.document import is_xacro
from scenec.converters.urdf.read.referenced_files import PackageLocator
from scenec.errors import ReadError
from scenec.syntax.xml_mixed import MixedElement, MixedFile, read_mixed_xml

_FIND = re.compile(r"\$\(find\s+([^\s)]+)\s*\)|package://([^/]+)")
_COMPUTED = re.compile(r"\$\{[^}]*\}|\$\([^)]*\)|\*")
_DECLARING = ("xacro:macro", "xacro:property", "xacro:arg", "xacro:include", "xacro:attribute")
"""Elements that make nothing where they stand."""
_SCENES = ("robot", "sdf")
"""Outermost elements of scenes. That of SDFormat is refused by the reader, which says what to do."""
_SETTINGS = (b"<material", b"<gazebo", b"<transmission", b"<ros2_control")
_CHOOSING = ("xacro:if", "xacro:unless")


def relations_of(path: str, data: bytes, search_path: tuple[str, ...]) -> FileRelations:
    """Return the relations of a file (see `RelationRules`). A file that is not XML has none: its conversion names the fault."""
    if not is_xacro(os.path.basename(path)):
        return FileRelations(makes_scene=_is_robot(data))
    try:
        root = read_mixed_xml(MixedFile(os.path.basename(path), path, path, data))
    except (ReadError, RecursionError):
        return FileRelations(is_program=True)
    files: list[str] = []
    patterns: list[str] = []
    is_complete = True
    locator = PackageLocator(search_path)
    for name in _included(root):
        place = _located(name, os.path.dirname(path), locator)
        if place is None:
            is_complete = False
        elif _COMPUTED.search(place):
            patterns.append(_pattern(place))
            is_complete = False
        else:
            files.append(os.path.normpath(place))
    return FileRelations(
        files=tuple(files),
        patterns=tuple(patterns),
        is_complete=is_complete,
        makes_scene=any(map(_makes_links, root.content)),
        no_scene="" if root.tag in _SCENES else f"no scene: its outermost element is <{root.tag[:40]}>",
        is_program=True,
    )


def _is_robot(data: bytes) -> bool:
    """Whether a plain file is a robot, or a fault, and no file of materials or settings that others include."""
    return b"<link" in data or b"<joint" in data or not any(tag in data for tag in _SETTINGS)


def _included(root: MixedElement) -> Iterator[str]:
    """The names in the include elements of a file, in document order, those in macros and conditions as well."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        if element.tag == "xacro:include" and element.attributes.get("filename"):
            yield element.attributes["filename"].strip()
        waiting.extend(each for each in reversed(element.content) if isinstance(each, MixedElement))


def _located(name: str, folder: str, locator: PackageLocator) -> str | None:
    """Return where an included file is, absolute, with what is computed of its name; None for one in a package that is not found."""
    missing = False

    def found(package: re.Match[str]) -> str:
        nonlocal missing
        given = package[1] or package[2]
        place = None if _COMPUTED.search(given) else locator.find(f"package://{given}/", folder)
        missing = missing or place is None
        return place or ""

    place = _FIND.sub(found, name)
    if missing or "\0" in place:
        return None
    return place if os.path.isabs(place) or _COMPUTED.match(place) else os.path.join(folder, place)


def _pattern(place: str) -> str:
    """Return the regular expression of the files that a name may stand for. Of a name that is all computed, it is what no file has."""
    pieces = os.path.normpath(_COMPUTED.sub("\1", place)).split("\1")
    if not pieces[-1].strip("/.") or not re.search(r"\w", "".join(pieces).removesuffix(".xacro").removesuffix(".urdf")):
        return r"(?!)"
    return "[^\0]*".join(map(re.escape, pieces))


def _makes_links(item: object) -> bool:
    """Whether an element of a file makes a link where it stands, or calls a macro, which may."""
    if not isinstance(item, MixedElement) or item.tag in _DECLARING:
        return False
    if item.tag in _CHOOSING:
        return any(map(_makes_links, item.content))
    return item.tag == "link" or item.tag.startswith("xacro:")
