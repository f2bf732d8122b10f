"""The ids of a scene that was read, exchanged for those of another one: readers number parts by where they stand, and a part that was
inserted or cut renumbers those behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from scenec.ir.check import LEADS_TO
from scenec.ir.names import scene_paths
from scenec.ir.scene import Scene
from scenec.ir.walk import is_node, is_nodes
from scenec.trace import ids_of, with_all

_NAMED = ("models", "links", "joints", "frames")
_NUMBERED = ("worlds", "meshes")


def with_ids_of(scene: Scene, other: Scene) -> Scene:
    """The scene whose models, links, joints, frames, worlds and meshes have the ids, and the order, of those of the same path (or name, or
    number) in another one."""
    known = {path: own for own, path in scene_paths(other).items()}
    ids = {own: known[path] for own, path in scene_paths(scene).items() if path in known}
    for group in _NUMBERED:
        ids |= _by_number(getattr(scene, group), getattr(other, group))
    if any(own != new for own, new in ids.items()):
        taken = set(ids.values())
        ids |= {own: f"{own} (read)" for own in scene_paths(scene) if own not in ids and own in taken}
        scene = _renamed(scene, ids)
    return msgspec.structs.replace(scene, **{group: _in_order(getattr(scene, group), getattr(other, group)) for group in _NAMED})


def _by_number(one: tuple[Any, ...], other: tuple[Any, ...]) -> dict[str, str]:
    names = {str(each.name): each.id for each in other if each.name}
    found = {each.id: names[str(each.name)] for each in one if each.name and str(each.name) in names}
    return found if len(found) == len(one) else {a.id: b.id for a, b in zip(one, other, strict=False)}


def _in_order(nodes: tuple[Any, ...], like: tuple[Any, ...]) -> tuple[Any, ...]:
    places = {each.id: i for i, each in enumerate(like)}
    return tuple(sorted(nodes, key=lambda each: places.get(each.id, len(places))))


def _renamed(node: Any, ids: Mapping[str, str]) -> Any:
    """A node with all in it. Depth is that of nodes in nodes, which is small."""
    changes: dict[str, Any] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if is_node(value):
            inner = _renamed(value, ids)
        elif is_nodes(value):
            each = [_renamed(part, ids) for part in value]
            inner = value if all(a is b for a, b in zip(each, value, strict=True)) else tuple(each)
        elif name == "id" or (type(node).__name__, name) in LEADS_TO:
            inner = _exchanged(value, ids)
        else:
            continue
        if inner is not value:
            changes[name] = inner
    return msgspec.structs.replace(node, **changes) if changes else node


def _exchanged(value: Any, ids: Mapping[str, str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_exchanged(each, ids) for each in value)
    if not isinstance(value, str) or ids.get(value, value) == value:
        return value
    return with_all(ids[value], ids_of(value))
