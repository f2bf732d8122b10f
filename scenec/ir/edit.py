"""Editing a frozen scene: a changed copy, everything else untouched and with its provenance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from scenec.errors import UsageError, nearest
from scenec.ir.base import Id
from scenec.ir.link import Link
from scenec.ir.names import frame_paths, joint_paths, link_paths, model_paths
from scenec.ir.scene import Model, Scene

_GROUPS = ("models", "links", "joints", "frames")


def find(scene: Scene, path: str) -> tuple[str, int]:
    """The group and index of the model, link, joint or frame a path names; links before joints of the same path.
    Raises UsageError, with the nearest path, if there is none."""
    paths = {"links": link_paths(scene), "joints": joint_paths(scene), "models": model_paths(scene), "frames": frame_paths(scene)}
    for group, named in paths.items():
        for index, node in enumerate(getattr(scene, group)):
            if named[node.id] == path:
                return group, index
    known = [each for named in paths.values() for each in named.values()]
    raise UsageError(f"nothing in the scene is called {path!r}", None, "", nearest(path, known))


def replaced(scene: Scene, path: str, changes: Mapping[str, object]) -> Scene:
    """See `Scene.replace`. On a link, `mass` and `inertia` mean those of its inertial. Raises UsageError for a field that
    does not exist."""
    group, index = find(scene, path)
    nodes = list(getattr(scene, group))
    node, rest = nodes[index], dict(changes)
    if isinstance(node, Link) and node.inertial is not None:
        inner = {name: rest.pop(name) for name in ("mass", "inertia") if name in rest}
        if inner:
            rest["inertial"] = msgspec.structs.replace(node.inertial, **inner)
    for name in rest:
        if name not in node.__struct_fields__:
            raise UsageError(f"{type(node).__name__} has no field {name!r}", None, "", nearest(name, node.__struct_fields__))
    nodes[index] = msgspec.structs.replace(node, **rest)
    return _with_groups(scene, {group: tuple(nodes)})


def without(scene: Scene, path: str) -> Scene:
    """See `Scene.without`. A removed model takes its nested models, links, joints and frames along; a removed link its joints."""
    group, index = find(scene, path)
    node = getattr(scene, group)[index]
    gone: set[Id] = {node.id}
    if isinstance(node, Model):
        grew = True
        while grew:
            inner = {model.id for model in scene.models if model.parent in gone} - gone
            gone |= inner
            grew = bool(inner)
        for name in ("links", "joints", "frames"):
            gone |= {each.id for each in getattr(scene, name) if each.model in gone}
    gone |= {joint.id for joint in scene.joints if joint.parent in gone or joint.child in gone}
    return _with_groups(scene, {name: tuple(each for each in getattr(scene, name) if each.id not in gone) for name in _GROUPS})


def _with_groups(scene: Scene, groups: Mapping[str, Any]) -> Scene:
    return msgspec.structs.replace(scene, **groups)
