"""The robot of a scene that has one, whose name stands for the scene where a file must have a name of its own."""

from __future__ import annotations

from collections.abc import Sequence

from scenec.ir.scene import Model


def single_robot(models: Sequence[Model]) -> Model | None:
    """Return the only outermost model; of several the only one that is not static, since floors and furniture name no scene. None for a
    scene of several robots."""
    outer = [model for model in models if model.parent is None]
    if len(outer) == 1:
        return outer[0]
    moving = [model for model in outer if not model.static]
    return moving[0] if len(moving) == 1 else None
