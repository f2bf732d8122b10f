"""Decide whether the result is a world, or one model without a world."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from scenec.ir.scene import Scene
from scenec.ir.walk import leaves
from scenec.trace import Ids, ids_of

if TYPE_CHECKING:
    from scenec.converters.format import WriteOptions


def is_model_file(scene: Scene, options: WriteOptions, source_format: str, sources_of: Callable[[object], Ids] = ids_of) -> bool:
    """Return whether to write a model file: by the options, else as the SDFormat source, else if the scene is one moving model.

    source_format: see `WriteRequest.source_format`. sources_of: the values of the source that a value came from.
    """
    if options.as_:
        return options.as_ == "model"
    if options.layout == "model":
        return True
    if source_format == "sdformat":
        return scene.framing == "model" and bool(scene.models)  # which an edit may have removed from a file that carries the framing
    return is_one_moving_model(scene, sources_of) and not is_world_of_python(scene)


def is_world_of_python(scene: Scene) -> bool:
    """Return whether a scene was made in Python with a world that states something."""
    if any(node.origin is not None for node in (*scene.models, *scene.links)):
        return False
    return any(True for world in scene.worlds for path, _ in leaves(world) if path != ("id",))


def is_one_moving_model(scene: Scene, sources_of: Callable[[object], Ids]) -> bool:
    """Return whether the scene is one moving model: no light, no actor, no stated value of a world."""
    outer = [model for model in scene.models if model.parent is None]
    if len(outer) != 1 or outer[0].static:
        return False
    if scene.lights or scene.actors or scene.plugins:
        return False
    if any(joint.model is None for joint in scene.joints) or any(frame.model is None for frame in scene.frames):
        return False
    return not any(sources_of(value) for world in scene.worlds for _, value in leaves(world))
