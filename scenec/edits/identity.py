"""The ids of a scene that was read, exchanged for those of another one: readers number parts by where they stand, and a part that was
inserted or cut renumbers those behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeVar, cast

import msgspec

from scenec.edits.changes import key_of
from scenec.ir.check import LEADS_TO
from scenec.ir.names import scene_paths
from scenec.ir.scene import Scene
from scenec.ir.walk import is_node, is_nodes
from scenec.trace import ids_of, with_all

T = TypeVar("T", bound=msgspec.Struct)

_NAMED = ("models", "links", "joints", "frames")
_NUMBERED = ("worlds", "meshes")


def with_ids_of(scene: Scene, other: Scene) -> Scene:
    """The scene whose models, links, joints, frames, worlds and meshes have the ids, and the order, of those of the same path (or name, or
    number) in another one."""
    known = {key: own for own, key in keys_of_parts(other).items()}
    ids = {own: known[key] for own, key in keys_of_parts(scene).items() if key in known}
    for group in _NUMBERED:
        ids |= _by_number(getattr(scene, group), getattr(other, group))
    return with_ids(scene, ids, other)


def keys_of_parts(scene: Scene) -> dict[str, tuple[str, str]]:
    """Id -> kind and path of the part: a joint may be called as a link is."""
    paths = scene_paths(scene)
    return {each.id: (group, paths[each.id]) for group in _NAMED for each in getattr(scene, group) if each.id in paths}


def with_ids(scene: Scene, ids: Mapping[str, str], other: Scene) -> Scene:
    """The scene with other ids, and its parts in the order of those of the same id in another one."""
    if any(own != new for own, new in ids.items()):
        taken = set(ids.values())
        every = [*scene_paths(scene), *(each.id for group in _NUMBERED for each in getattr(scene, group))]
        scene = with_other_ids(scene, {**ids, **{own: f"{own} (read)" for own in every if own not in ids and own in taken}})
    return msgspec.structs.replace(scene, **{group: _in_order(getattr(scene, group), getattr(other, group)) for group in _NAMED})


def with_places_of(edited: T, before: T, after: T) -> T:
    """An edited scene whose parts know where they stand now. before: the scene that it was edited from; after: the same one, read from
    other texts."""
    return cast(T, _with_places_of(edited, before, after))


def _with_places_of(edited: Any, before: Any, after: Any) -> Any:
    changes: dict[str, Any] = {}
    for name in edited.__struct_fields__:
        one, old, new = getattr(edited, name), getattr(before, name), getattr(after, name)
        if name == "origin":
            changes[name] = new
        elif is_nodes(one) and old and new:
            pairs = {key_of(a): (a, b) for a, b in zip(old, new, strict=False)}
            changes[name] = tuple([_with_places_of(each, *pairs[key_of(each)]) if key_of(each) in pairs else each for each in one])
        elif is_node(one) and type(one) is type(old) is type(new):
            changes[name] = _with_places_of(one, old, new)
    return msgspec.structs.replace(edited, **changes)


def without_places(node: T) -> T:
    """The scene with parts that do not know where they were read, so that only ids and names distinguish parts."""
    return cast(T, _without_places(node))


def _without_places(node: Any) -> Any:
    changes: dict[str, Any] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if name == "origin":
            changes[name] = None
        elif is_node(value):
            changes[name] = _without_places(value)
        elif is_nodes(value):
            changes[name] = tuple([_without_places(each) for each in value])
    return msgspec.structs.replace(node, **changes)


def _by_number(one: tuple[Any, ...], other: tuple[Any, ...]) -> dict[str, str]:
    """Of nodes with the same name the first is the first; all in their order where not every name is known."""
    known, own = _numbered(other), _numbered(one)
    found = {node_id: known[key] for key, node_id in own.items() if key in known}
    return found if len(found) == len(one) else {a.id: b.id for a, b in zip(one, other, strict=False)}


def _numbered(nodes: tuple[Any, ...]) -> dict[tuple[str, int], str]:
    """Name and how many of that name stand before -> id."""
    before = Counter[str]()
    found: dict[tuple[str, int], str] = {}
    for node in nodes:
        name = str(node.name or "")
        found[name, before[name]] = node.id
        before[name] += 1
    return found


def _in_order(nodes: tuple[Any, ...], like: tuple[Any, ...]) -> tuple[Any, ...]:
    places = {each.id: i for i, each in enumerate(like)}
    return tuple(sorted(nodes, key=lambda each: places.get(each.id, len(places))))


def with_other_ids(node: Any, ids: Mapping[str, str]) -> Any:
    """A node with all in it, and other ids. Depth is that of nodes in nodes, which is small."""
    changes: dict[str, Any] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if is_node(value):
            inner = with_other_ids(value, ids)
        elif is_nodes(value):
            each = [with_other_ids(part, ids) for part in value]
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
