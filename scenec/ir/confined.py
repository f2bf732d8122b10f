"""The boundary of the files of a scene, also after it was read."""

from __future__ import annotations

from scenec.files import ANYWHERE, Boundary
from scenec.ir.scene import Scene


def boundary_of_scene(scene: Scene) -> Boundary:
    """Return what a scene was confined to when it was read; its nodes know the document they come from."""
    for node in (scene, *scene.meshes, *scene.models, *scene.links, *scene.assets):
        document = node.origin.document if node.origin is not None else None
        if document is not None and document.boundary is not None:
            found: Boundary = document.boundary
            return found
    return ANYWHERE
