"""The surface of a shape, as a value that any edit of its mesh changes.

A mesh is an own part of a scene, and its numbers mostly stand in a file beside it: that a shape still says ``robot_assets/shell.obj``
does not mean that it shows what it showed. So where a record remembers a shape with a mesh, it remembers what is in the mesh too.
"""

from __future__ import annotations

import hashlib
import os
from typing import TYPE_CHECKING, Any

import msgspec

from scenec import files, ir
from scenec.carry.values import encoded
from scenec.ir.blocks import Block
from scenec.meshes.companions import companions
from scenec.trace import plain

if TYPE_CHECKING:
    from scenec.carry.tree import Part, Tree


class Showing:
    """The values of a tree's parts as records remember them. Every mesh is looked at once, so it is to be asked before the tree gets
    other meshes."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._prints: dict[int, str] = {}

    def said(self, value: Any) -> Any:
        """A value as JSON; one that stands where several kinds may says its type, and one that shows a mesh what that is."""
        if isinstance(value, ir.MeshShape):
            data = {"type": "MeshShape", **encoded(value)}
            part = self.tree.parts.get(value.mesh)
            if part is not None and part.node is not None:
                data["mesh"] = f"{part.node.uri or part.node.name or 'mesh'} {self.mesh(part)}"
            return data
        return encoded_of(value)

    def mesh(self, part: Part) -> str:
        """A word for all that a mesh is: how it is called, which file it names, and what is in that."""
        if id(part.node) not in self._prints:
            mesh = part.node
            words = (mesh.name, mesh.uri, content_of(mesh), *(encoded(extra) for extra in mesh.extras))
            self._prints[id(mesh)] = _word("\n".join(map(repr, map(plain, words))).encode())
        return self._prints[id(part.node)]


def encoded_of(value: Any) -> Any:
    """A value as JSON; one that stands where several kinds may says its type."""
    if isinstance(value, ir.Geometry):
        return {"type": type(value).__name__, **encoded(value)}
    if isinstance(value, tuple) and value and hasattr(value[0], "__struct_fields__"):
        return [encoded_of(each) for each in value]
    return encoded(value)


def content_of(mesh: ir.Mesh) -> str | None:
    """A word for the numbers of a mesh, or for its file with the materials and images that it needs; None for a file that is not there."""
    if mesh.data is not None:
        digest = hashlib.sha256()
        _feed(digest, mesh.data)
        return digest.hexdigest()
    if mesh.found is None:
        return None
    digest = hashlib.sha256()
    for path in needed_by(str(mesh.found), str(mesh.uri or "")):
        try:
            digest.update(hashlib.sha256(files.read_file(path)).digest())
        except OSError:
            return None
    return digest.hexdigest()


def needed_by(found: str, uri: str) -> list[str]:
    """A mesh file and all that it needs beside itself, as absolute paths. uri: how the scene calls it; SimSpark looks for materials from
    where that starts."""
    return [found, *companions(found, root_of(found, uri))]


def root_of(found: str, uri: str) -> str | None:
    """Where a relative reference starts that leads to a file; None if it did not lead there by its steps alone."""
    here = found.replace(os.sep, "/")
    return os.path.normpath(found[: len(found) - len(uri)] or os.sep) if uri and here.endswith("/" + uri) else None


def _feed(digest: Any, value: Any) -> None:
    if isinstance(value, Block):
        digest.update(repr((value.array.shape, value.array.dtype.char)).encode())
        digest.update((value.array + 0).tobytes())
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            if name not in ("origin", "found"):
                digest.update(name.encode())
                _feed(digest, getattr(value, name))
    elif isinstance(value, tuple):
        digest.update(b"(")
        for each in value:
            _feed(digest, each)
        digest.update(b")")
    else:
        digest.update(repr(plain(value)).encode())


def _word(data: bytes) -> str:
    return "#" + hashlib.sha256(data).hexdigest()[:16]


__all__ = ["Showing", "content_of", "encoded_of", "needed_by", "root_of"]
