"""Building a scene in Python: nodes are added by name, references are resolved to ids, and values are checked against the fields' types."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from scenec.errors import UsageError, nearest
from scenec.ir.base import WORLD, Id, Node
from scenec.ir.check import LEADS_TO
from scenec.ir.geometry import Mesh
from scenec.ir.joint import Joint
from scenec.ir.light import Light
from scenec.ir.link import Link
from scenec.ir.names import frame_paths, joint_paths, link_paths, model_paths
from scenec.ir.physics_profile import World
from scenec.ir.scene_data import AnyScene, Frame, Model, SceneData
from scenec.ir.walk import is_node, is_nodes
from scenec.source import Origin

GROUPS: Mapping[type[Node], str] = {
    World: "worlds",
    Model: "models",
    Link: "links",
    Joint: "joints",
    Frame: "frames",
    Light: "lights",
    Mesh: "meshes",
}
"""Class of a part that can be added -> the field of the scene that holds it."""


def added(scene: AnyScene, nodes: tuple[Node, ...], model: str | None) -> AnyScene:
    """See `Scene.add`."""
    for node in nodes:
        group = GROUPS.get(type(node))
        if group is None:
            known = ", ".join(each.__name__ for each in GROUPS)
            raise UsageError(f"a {type(node).__name__} cannot be added to a scene", None, f"one of {known}")
        check_types(node)
        placed = _with_references(scene, _named(scene, _within(scene, node, model)))
        scene = msgspec.structs.replace(scene, **{group: (*getattr(scene, group), placed)})
    return scene


def updated(scene: AnyScene, node: Node) -> AnyScene:
    """See `Scene.update`."""
    group = GROUPS.get(type(node), "")
    nodes = list(getattr(scene, group, ()))
    index = next((i for i, each in enumerate(nodes) if getattr(each, "id", None) == getattr(node, "id", "")), None)
    if index is None:
        raise UsageError(f"the scene has no {type(node).__name__.lower()} with the id {getattr(node, 'id', '')!r}", None, "", "", "use add")
    check_types(node)
    nodes[index] = _with_references(scene, node)
    return msgspec.structs.replace(scene, **{group: tuple(nodes)})


def named(scene: SceneData, group: str, path: str) -> Any:
    """The node of a group (``links``, ``joints``, ``models``, ``frames``) at a path. Raises UsageError with the nearest path."""
    paths = _paths(scene)[group]
    for node in getattr(scene, group):
        if paths[node.id] == path:
            return node
    raise UsageError(f"the scene has no {group[:-1]} {path!r}", None, "", nearest(path, list(paths.values())))


# ---------------------------------------------------------------- ids and references


def _paths(scene: SceneData) -> dict[str, dict[Id, str]]:
    return {
        "links": link_paths(scene),
        "joints": joint_paths(scene),
        "models": model_paths(scene),
        "frames": frame_paths(scene),
        "worlds": {world.id: world.name or world.id for world in scene.worlds},
        "meshes": {mesh.id: mesh.name or mesh.id for mesh in scene.meshes},
    }


def _within(scene: SceneData, node: Any, model: str | None) -> Any:
    """The node in its model, or in the only world there is."""
    if isinstance(node, Link) and not node.model and model is None:
        raise UsageError(f"the link {node.name!r} needs a model", None, 'scene.add(link, model="robot")')
    if model is not None and "model" in node.__struct_fields__:
        return msgspec.structs.replace(node, model=model)
    outside = getattr(node, "model", None) is None and getattr(node, "parent", None) is None
    if isinstance(node, (Model, Light)) and outside and node.world is None and len(scene.worlds) == 1:
        return msgspec.structs.replace(node, world=scene.worlds[0].id)
    return node


def _named(scene: SceneData, node: Any) -> Any:
    """The node with an id of its own: its model's and its name, or what it is."""
    if "id" not in node.__struct_fields__:
        return node
    taken = {each.id for group in GROUPS.values() for each in getattr(scene, group) if hasattr(each, "id")} | {WORLD}
    if node.id:
        if node.id in taken:
            raise UsageError(f"the scene already has something with the id {node.id!r}", None, "an id of its own, or none")
        return node
    above = getattr(node, "model", None) or getattr(node, "parent", None) if not isinstance(node, Joint) else node.model
    name = str(node.name or type(node).__name__.lower())
    own = f"{above}::{name}" if above else name
    if any(each.id == own for each in getattr(scene, GROUPS[type(node)])):
        raise UsageError(f"the scene already has a {type(node).__name__.lower()} {own!r}", None, "another name")
    return msgspec.structs.replace(node, id=own if own not in taken else f"{own} ({type(node).__name__.lower()})")


def _with_references(scene: SceneData, node: Any) -> Any:
    """The node, and all in it, with paths and names instead of ids turned into ids. Raises UsageError for what leads nowhere."""
    paths = _paths(scene)
    model = getattr(node, "model", None)
    own = getattr(node, "id", None)

    def resolved(value: Id, groups: tuple[str, ...], field: str) -> Id:
        if value in (WORLD, own) or any(value in paths[group] for group in groups if group in paths):
            return value
        for group in groups:
            for wanted in (f"{model}::{value}", value):
                for id_, path in paths.get(group, {}).items():
                    if wanted in (path, id_):
                        return id_
        known = [path.removeprefix(f"{model}::") for group in groups for path in paths.get(group, {}).values()]
        raise UsageError(f"{field} names {value!r}, which is not in the scene", None, "", nearest(value, known), "add it first")

    def within(part: Any) -> Any:
        changes: dict[str, Any] = {}
        for name in part.__struct_fields__:
            value = getattr(part, name)
            groups = LEADS_TO.get((type(part).__name__, name))
            if groups and value is not None and "assets" not in groups and "uses" not in groups:
                field = f"{type(part).__name__}.{name}"
                many = isinstance(value, tuple)
                changes[name] = tuple(resolved(each, groups, field) for each in value) if many else resolved(value, groups, field)
            elif is_node(value):
                changes[name] = within(value)
            elif is_nodes(value):
                changes[name] = tuple(within(each) for each in value)
        changed = {name: value for name, value in changes.items() if value != getattr(part, name)}
        return msgspec.structs.replace(part, **changed) if changed else part

    return within(node)


# ---------------------------------------------------------------- types


def check_types(node: Any) -> None:
    """Raise UsageError for the first field, in a node or in what it holds, whose value is not of the field's type."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        for name, hint in _hints(each.__class__).items():
            value = getattr(each, name)
            check_type(type(each).__name__, name, value, hint)
            waiting.extend(part for part in (value if isinstance(value, tuple) else (value,)) if isinstance(part, msgspec.Struct))


def check_field(cls: type[msgspec.Struct], name: str, value: object) -> None:
    """Raise UsageError if a field of a node cannot hold a value."""
    check_type(cls.__name__, name, value, _hints(cls)[name])


def check_type(owner: str, name: str, value: object, hint: Any) -> None:
    if not _conforms(value, hint):
        raise UsageError(f"{owner}.{name} cannot be {value!r}", None, f"{_shown(hint)}")


@cache
def _hints(cls: type[msgspec.Struct]) -> dict[str, Any]:
    found = typing.get_type_hints(cls, None, {"Origin": Origin})
    return {name: found[name] for name in cls.__struct_fields__ if name != "origin"}


def _conforms(value: object, hint: Any) -> bool:
    """Whether a value is of a type: an int counts as a float, a bool as nothing else."""
    if hint is Any:
        return True
    outer, inner = typing.get_origin(hint), typing.get_args(hint)
    if outer in (typing.Union, types.UnionType):
        return any(_conforms(value, each) for each in inner)
    if outer is tuple:
        if not isinstance(value, tuple):
            return False
        if inner[1:] == (...,):
            return all(_conforms(each, inner[0]) for each in value)
        return len(value) == len(inner) and all(map(_conforms, value, inner))
    if hint is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if hint is bool:
        return isinstance(value, bool) or (isinstance(value, int) and value in (0, 1) and type(value) is not int)  # a traced flag
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, hint)


def _shown(hint: Any) -> str:
    """A type as people write it."""
    if hint is type(None):
        return "None"
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        return " or ".join(_shown(each) for each in typing.get_args(hint))
    if typing.get_origin(hint) is tuple:
        inner = typing.get_args(hint)
        return f"a tuple of {_shown(inner[0])}" if inner[1:] == (...,) else f"a tuple of {len(inner)} x {_shown(inner[0])}"
    return getattr(hint, "__name__", str(hint))
