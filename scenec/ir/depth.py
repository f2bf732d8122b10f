"""How deep models may stand in each other.

What stands in a model is called by the names of all models around it, so what is written of a scene grows with their depth; and readers of
XML refuse elements that deep. A file is held to it by its syntax (`scenec.syntax.tree.MAXIMUM_DEPTH`); files that include each other, and
scenes whose models only say what they stand in, are held to it here.
"""

from __future__ import annotations

from scenec.errors import ReadError
from scenec.ir.base import Id
from scenec.ir.scene import Model, Scene
from scenec.source import place_shown

DEEPEST = 1000


def refuse_deeper(scene: Scene, shown: str) -> None:
    """Raises ReadError for a model in more than `DEEPEST` others. shown: what errors call the scene's file."""
    around: dict[Id, Id] = {model.id: model.parent for model in scene.models if model.parent is not None}
    if len(around) < DEEPEST:
        return
    depths: dict[Id, int] = {}
    for model in scene.models:
        way: list[Id] = []
        at = model.id
        while at in around and at not in depths and len(way) <= DEEPEST:
            way.append(at)
            at = around[at]
        depth = depths.get(at, 0) + len(way)
        if depth > DEEPEST:
            raise _error(model, shown)
        for each in way:
            depths[each] = depth
            depth -= 1


def _error(model: Model, shown: str) -> ReadError:
    return ReadError(
        f"the model {str(model.name or model.id)!r} stands in more than {DEEPEST:,} others",
        place_shown(model.origin, shown),
        f"models in each other to a depth of at most {DEEPEST:,}, over all files",
        hint="nest them less deeply",
    )
