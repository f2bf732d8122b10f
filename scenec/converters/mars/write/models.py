"""Models, which MARS does not have: the values of them that its nodes express."""

from __future__ import annotations

from collections.abc import Iterator

from scenec.converters.mars.findings.writing import MODEL_NAME_DROPPED
from scenec.converters.mars.write.context import Writing
from scenec.converters.mars.write.groups import Groups
from scenec.ir.base import Id
from scenec.ir.link import Link
from scenec.ir.scene import Model


def shown_by_nodes(writing: Writing, groups: Groups) -> Iterator[object]:
    """Yield the values of models that nodes express. Static models show in nodes that do not move, self-collision in masks, and a name in
    a first link of that name."""
    tops = _tops(writing, groups)
    scene = writing.scene
    if writing.is_own or writing.scene.name == writing.request.stem:
        yield scene.name  # which is that of the file
    for world in scene.worlds[:1]:
        if writing.is_own or world.name == writing.request.stem:
            yield world.name
    worlds = {world.id for world in writing.scene.worlds[:1]}
    linked = {link.model for link in writing.scene.links}
    for model in writing.scene.models:
        if model.id in linked or writing.is_own:
            yield (model.static, model.self_collide)  # which shows in the links
        if model.world in worlds:
            yield model.world
        writing.report_placement(model)
        own = tops.get(model.id, [])
        if model.name is not None:
            yield _shown_name(writing, model, own)
        elif len(own) == 1:
            yield own[0].model  # which says nothing but that
    for link in groups.links:
        root = groups.root.get(link.id, link.id)
        if root != link.id and groups.by_id[root].model == link.model:
            yield link.model


def _tops(writing: Writing, groups: Groups) -> dict[Id, list[Link]]:
    """Model -> the links that stand for it in MARS: those that others hang on, and each that stands still."""
    tops: dict[Id, list[Link]] = {}
    for link in groups.links:
        root = groups.root.get(link.id, link.id)
        if root == link.id:
            tops.setdefault(link.model, []).append(link)
    return tops


def _shown_name(writing: Writing, model: Model, tops: list[Link]) -> object:
    """Return the name of a model and the model of its only first link, if that has the name; else report the name."""
    name = model.name
    if len(tops) == 1 and tops[0].name == name:
        return (model.name, tops[0].model)
    writing.report(
        MODEL_NAME_DROPPED,
        model,
        about=(model.name, *(top.model for top in tops)),
        value=str(name),
        target=", ".join(str(top.name) for top in tops[:3]),
    )
    return None
