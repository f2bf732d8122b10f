"""The files that a scene was read from, also long after: the nodes of a scene know the documents they come from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scenec.files import ANYWHERE, Boundary
from scenec.ir.scene import Scene


def boundary_of_scene(scene: Scene) -> Boundary:
    """Return what a scene was confined to when it was read."""
    for document in _documents(scene):
        if document.boundary is not None:
            found: Boundary = document.boundary
            return found
    return ANYWHERE


def format_of_scene(scene: Scene) -> str:
    """Return the format (with its version) that a scene was read from; "" where that is unknown, or several were put together."""
    formats = {document.format for document in _documents(scene)}
    return formats.pop() if len(formats) == 1 else ""


def _documents(scene: Scene) -> Iterator[Any]:
    for node in (
        scene,
        *scene.worlds,
        *scene.lights,
        *scene.meshes,
        *scene.models,
        *scene.links,
        *scene.joints,
        *scene.frames,
        *scene.actors,
        *scene.assets,
    ):
        document = node.origin.document if node.origin is not None else None
        if document is not None:
            yield document


def reading_of_scene(scene: Scene) -> Any:
    """Return how a scene was read (`scenec.reading.Reading`); None where that is unknown, or several were put together."""
    found = {id(document.reading): document.reading for document in _documents(scene)}
    return found.popitem()[1] if len(found) == 1 else None
