"""Models, which MARS does not have: what of them shows in the nodes all the same."""

from __future__ import annotations

from scenec.accounting.lens import unwrap
from scenec.converters.mars.write_context import Writing
from scenec.converters.mars.write_groups import Groups
from scenec.ir.base import Id


def read_models(writing: Writing, groups: Groups) -> None:
    """That nothing of a model moves shows in its nodes, and who touches whom in their masks. Its name shows if its first link has it,
    which then is that of the whole."""
    first: dict[Id, str | None] = {}
    for link in groups.links:
        first.setdefault(link.model, link.name)
    scene = writing.request.scene
    if writing.from_mars or writing.scene.name == writing.request.stem:
        _ = scene.name  # which is that of the file
    for world in scene.worlds[:1]:
        if writing.from_mars or unwrap(world).name == writing.request.stem:
            _ = world.name
    worlds = {world.id for world in writing.scene.worlds[:1]}
    for model in writing.request.scene.models:
        bare = unwrap(model)
        _ = (model.static, model.self_collide)
        if bare.world in worlds:
            _ = model.world
        if bare.name is not None and first.get(bare.id) == bare.name:
            _ = model.name
