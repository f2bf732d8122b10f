"""Measurements of mesh files for the neutral scene. It loads none itself: a package provides the loader, which is loaded by its name, as
plugins are, when a mesh file is first measured. So a scene that was unpickled in a fresh process can be measured as well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Protocol

from scenec.ir.blocks import Block


class MeshPart(Protocol):
    """A part of a mesh file. vertices: (n, 3) in m; triangles: (f, 3) indices into them."""

    @property
    def name(self) -> str: ...

    @property
    def vertices(self) -> Block: ...

    @property
    def triangles(self) -> Block: ...


Loader = Callable[[str], Sequence[MeshPart]]
"""Path -> the parts of the file. Raises ReadError."""

PROVIDER = "scenec.meshes"
"""The package that calls `provide_loader` when it is imported."""

_provided: list[Loader] = []


def provide_loader(loader: Loader) -> None:
    """Set the loader that `parts_of_file` uses."""
    _provided[:] = [loader]


def parts_of_file(path: str) -> Sequence[MeshPart]:
    """Return the parts of a mesh file. Raises ReadError for a file that is missing or cannot be read."""
    if not _provided:
        import_module(PROVIDER)
    return _provided[0](path)
