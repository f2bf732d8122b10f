"""The files that a mesh or material file needs beside itself: they travel with it, at the same relative places.

OBJ names its MTL files (Wavefront's `mtllib`), MTL its images (`map_Kd` and its kin), COLLADA its images (`init_from`), glTF its
buffers and images (`uri`), OGRE material scripts their textures. STL and GLB hold everything themselves.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterable
from urllib.parse import unquote

from scenec import files

_OBJ = re.compile(rb"^[ \t]*mtllib[ \t]+([^\r\n#]+)", re.MULTILINE)
_MTL = re.compile(rb"^[ \t]*(?:map_\w+|bump|disp|decal|refl|norm)[ \t]+([^\r\n#]+)", re.MULTILINE | re.IGNORECASE)
_DAE = re.compile(rb"<(?:\w+:)?init_from(?:\s[^<>]*)?>\s*(?:<ref>)?([^<]+)")
_GLTF = re.compile(rb'"uri"\s*:\s*"([^"]+)"')
_OGRE = re.compile(rb"^[ \t]*texture[ \t]+(\S+)", re.MULTILINE)
_IMAGE = re.compile(r"\.(png|jpe?g|tga|bmp|gif|tiff?|dds|webp)$", re.IGNORECASE)
_ELSEWHERE = re.compile(r"[/\\]|[A-Za-z][A-Za-z0-9+.-]*:")
_BY_SUFFIX = {".obj": _OBJ, ".mtl": _MTL, ".dae": _DAE, ".gltf": _GLTF, ".material": _OGRE}


def companions(path: str, root: str | None = None) -> list[str]:
    """The absolute paths of all files that a file refers to, directly or through others, as far as they are there; each once, in the
    order in which they are named. An unreadable file has none. root: where SimSpark would look for its folder `materials`, in which the
    MTL files of an OBJ file lie."""
    found: dict[str, None] = {}
    waiting = deque([path])
    while waiting:
        for each in _named_in(waiting.popleft(), root):
            if each not in found and each != path:
                found[each] = None
                waiting.append(each)
    return list(found)


def _named_in(path: str, root: str | None) -> list[str]:
    suffix = os.path.splitext(path)[1].lower()
    pattern = _BY_SUFFIX.get(suffix)
    if pattern is None:
        return []
    try:
        data = files.read_file(path)
    except OSError:
        return []
    folder = os.path.dirname(path)
    return [place for name in _names(pattern, data) if (place := _placed(folder, name, suffix, root)) is not None]


def _names(pattern: re.Pattern[bytes], data: bytes) -> list[str]:
    return [match.group(1).decode("utf-8", "replace").strip() for match in pattern.finditer(data)]


def missing_images(path: str, together: Iterable[str]) -> list[str]:
    """The images that a mesh file names, or one of its companions, and that are not there: as they are named, each once."""
    found: dict[str, None] = {}
    for each in (path, *together):
        suffix = os.path.splitext(each)[1].lower()
        if suffix not in (".dae", ".mtl"):
            continue
        try:
            data = files.read_file(each)
        except OSError:
            continue
        for name in _names(_BY_SUFFIX[suffix], data):
            name = name.split()[-1] if suffix == ".mtl" and name.split() else name
            if _IMAGE.search(name) and _placed(os.path.dirname(each), name, suffix, None) is None:
                found[name] = None
    return list(found)


def _placed(folder: str, name: str, suffix: str, root: str | None) -> str | None:
    """Where a file of that name is. MTL puts options before the name; OGRE looks in a folder of textures beside its scripts', Gazebo in
    that of the model."""
    if suffix in (".dae", ".gltf"):
        name = unquote(name)
    name = name.replace("\\", "/")
    if os.path.isabs(name) or re.match(r"[A-Za-z][A-Za-z0-9+.-]+:", name):
        return None
    names = [name, name.split()[-1]] if suffix == ".mtl" and name.split() else [name]
    folders = [folder, os.path.join(folder, "..", "textures"), os.path.join(folder, "textures")] if suffix == ".material" else [folder]
    usual = os.path.normpath(os.path.join(folder, "..", "materials", "textures"))
    if suffix in (".dae", ".mtl") and files.boundary().allows(usual):
        folders.append(usual)
    if suffix == ".obj" and root is not None:
        folders.append(os.path.join(root, "materials"))
    return files.first([os.path.join(each, name) for each in folders for name in names if "\0" not in name], names[0])
