"""Models, which MARS does not have: what of them shows in the nodes all the same."""

from __future__ import annotations

from scenec.accounting.lens import unwrap
from scenec.converters.mars.write_context import Writing
from scenec.converters.mars.write_groups import Groups
from scenec.ir.base import Id
from scenec.ir.link import Link
from scenec.ir.scene import Model


def read_models(writing: Writing, groups: Groups) -> None:
    """That nothing of a model moves shows in its nodes, and who touches whom in their masks. Its name shows if its first link has it,
    which then is that of the whole."""
    tops = _tops(writing, groups)
    scene = writing.request.scene
    if writing.from_mars or writing.scene.name == writing.request.stem:
        _ = scene.name  # which is that of the file
    for world in scene.worlds[:1]:
        if writing.from_mars or unwrap(world).name == writing.request.stem:
            _ = world.name
    worlds = {world.id for world in writing.scene.worlds[:1]}
    linked = {link.model for link in writing.scene.links}
    for model in writing.request.scene.models:
        bare = unwrap(model)
        if bare.id in linked or writing.from_mars:
            _ = (model.static, model.self_collide)  # which shows in the links
        if bare.world in worlds:
            _ = model.world
        writing.tell_only_link(bare)
        own = tops.get(bare.id, [])
        if bare.name is not None:
            _read_name(writing, model, own)
        elif len(own) == 1:
            _ = own[0].model  # which says nothing but that


def _tops(writing: Writing, groups: Groups) -> dict[Id, list[Link]]:
    """Model -> the links (through the lens) by which MARS knows it: those that others hang on, and each that stands still. Of a link
    that hangs on one of its own model, this shows."""
    tops: dict[Id, list[Link]] = {}
    for link in groups.links:
        root = groups.root.get(link.id, link.id)
        if root == link.id:
            tops.setdefault(link.model, []).append(writing.seen[link.id])
        elif groups.by_id[root].model == link.model:
            _ = writing.seen[link.id].model
    return tops


def _read_name(writing: Writing, model: Model, tops: list[Link]) -> None:
    """The name of a model shows if the only link by which MARS knows it is called so."""
    name = unwrap(model).name
    if len(tops) == 1 and unwrap(tops[0]).name == name:
        _ = (model.name, tops[0].model)
        return
    writing.tell(
        model,
        "model-name-dropped",
        "dropped",
        "warning",
        "naming",
        about=(model.name, *(top.model for top in tops)),
        value=str(name),
        target=", ".join(str(unwrap(top).name) for top in tops[:3]),
        because="MARS has no models: what joints connect is known by the name of its first link",
        consequence="it goes by that name",
    )
