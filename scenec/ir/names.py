"""Unique, readable paths for the parts of a scene: what reports, physics summaries and users call them.

A path is the names from the outermost model inwards, joined by ``::``. Names are as written, so they may repeat; the second
thing of the same path gets ``_2``, the third ``_3``, in document order. Links, joints and frames are counted apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint
from scenec.ir.link import Collision, Visual
from scenec.ir.scene_data import Frame, Model, SceneData


class Unique:
    """Makes names unique among those it has given out: ``name``, ``name_2``, ``name_3``... joint: what stands before the number."""

    def __init__(self, taken: Iterable[str] = (), joint: str = "_") -> None:
        self._taken = set(taken)
        self._joint = joint
        self._next: dict[str, int] = {}

    def __call__(self, name: str) -> str:
        if name not in self._taken:
            self._taken.add(name)
            return name
        number = self._next.get(name, 2)
        while (unique := f"{name}{self._joint}{number}") in self._taken:
            number += 1
        self._next[name] = number + 1
        self._taken.add(unique)
        return unique


def model_paths(scene: SceneData) -> dict[Id, str]:
    """Model id -> path. Parents may stand after their children; a cycle of parents is cut where it closes."""
    by_id = {model.id: model for model in scene.models}
    unique = Unique((WORLD,))
    paths: dict[Id, str] = {}
    for model in scene.models:
        chain: list[Model] = []
        at: Model | None = model
        while at is not None and at.id not in paths and at not in chain[-1:]:
            chain.append(at)
            if len(chain) > len(by_id):
                break
            at = by_id.get(at.parent) if at.parent else None
        for each in reversed(chain):
            if each.id not in paths:
                above = paths.get(each.parent or "")
                paths[each.id] = unique(f"{above}::{each.name or 'model'}" if above else str(each.name or "model"))
    return paths


def link_paths(scene: SceneData) -> dict[Id, str]:
    """Link id -> path (``model::link``)."""
    return _links_in(scene, model_paths(scene))


def joint_paths(scene: SceneData) -> dict[Id, str]:
    """Joint id -> path (``model::joint``)."""
    return _inside(scene.joints, "joint", model_paths(scene))


def frame_paths(scene: SceneData) -> dict[Id, str]:
    """Frame id -> path."""
    return _inside(scene.frames, "frame", model_paths(scene))


def scene_paths(scene: SceneData) -> dict[Id, str]:
    """Model, link, joint or frame id -> path."""
    models = model_paths(scene)
    return {**models, **_links_in(scene, models), **_inside(scene.joints, "joint", models), **_inside(scene.frames, "frame", models)}


def _links_in(scene: SceneData, models: Mapping[Id, str]) -> dict[Id, str]:
    unique = Unique((WORLD,))
    return {link.id: unique(f"{models.get(link.model, 'model')}::{link.name or 'link'}") for link in scene.links}


def _inside(things: Iterable[Joint | Frame], word: str, models: Mapping[Id, str]) -> dict[Id, str]:
    """Joint or frame id -> path. word: the name of those without one."""
    unique, paths = Unique(), dict[Id, str]()
    for thing in things:
        above = models.get(thing.model or "")
        name = str(thing.name or word)
        paths[thing.id] = unique(f"{above}::{name}" if above else name)
    return paths


_SHAPES = {"ImageExtrusion": "image", "MeshShape": "mesh"}
"""Shapes whose word is not that of their class."""


def shape_word(shape: object) -> str:
    """Return what a shape is called in physics paths and summaries."""
    name = type(shape).__name__
    return _SHAPES.get(name, name.lower())


def part_paths(scene: SceneData) -> dict[int, str]:
    """Collision, visual or sensor (by identity, ``id(node)``) -> path, as the physics summary counts them. A node that stands in several
    links has the path of the last."""
    by_link = link_paths(scene)
    paths: dict[int, str] = {}
    unique: dict[Id, Unique] = {}
    for link in scene.links:
        name = unique[link.id] = Unique()
        path = by_link[link.id]
        shapes: tuple[Collision | Visual, ...] = (*link.collisions, *link.visuals)
        for shown in shapes:
            paths[id(shown)] = name(f"{path}::{shown.name or shape_word(shown.geometry)}")
        for sensor in link.sensors:
            paths[id(sensor)] = name(f"{path}::{sensor.name or sensor.type}")
    for joint in scene.joints:
        if joint.child in unique:
            for sensor in joint.sensors:
                paths[id(sensor)] = unique[joint.child](f"{by_link[joint.child]}::{sensor.name or sensor.type}")
    return paths
