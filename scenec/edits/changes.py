"""Differences between a scene and an edited copy of it: values that changed, parts that are new or gone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import msgspec

from scenec.comparison.tolerance import near, near_turn
from scenec.ir.base import UNACCOUNTED, Extra, Node
from scenec.ir.blocks import Block
from scenec.ir.inertia import Inertia
from scenec.ir.names import scene_paths
from scenec.ir.pose import Pose, Rotation
from scenec.ir.walk import at_path, is_node, is_nodes

SAME = 1e-12
"""Numbers that agree better than this, relative to each other, are equal: more digits do not survive a unit."""
STRUCTURE = frozenset({"origin", "found", "uses", "assets", "use", "series", "closing"})
"""Fields that follow from where parts stand. Ids follow from it, too, but nodes are matched by them."""

MOST_COMPARED = 400
"""Parts without ids that are compared with each other."""
_NUMBER = re.compile(r"\[\d+\]$")

Path = tuple[Any, ...]
"""Field names and indices."""


class Changed(NamedTuple):
    """A value that is another one. path: where, in the edited scene. owner: the node that has it, as it was."""

    path: Path
    owner: Any
    old: Any
    new: Any

    @property
    def field(self) -> str:
        return next(str(step) for step in reversed(self.path) if isinstance(step, str))


class Added(NamedTuple):
    """A node that is new. holder: the node that it is in, as it was; before: the nodes of the same tuple that stand before it and were
    there."""

    path: Path
    holder: Any
    before: tuple[Any, ...]
    node: Any


class Removed(NamedTuple):
    """A node that is gone."""

    path: Path
    holder: Any
    node: Any


Change = Changed | Added | Removed


def changes(old: msgspec.Struct, new: msgspec.Struct) -> Iterator[Change]:
    """Yield what differs between two scenes. Iterative, so that no scene is too deep."""
    stack: list[tuple[Path, Any, Any]] = [((), old, new)]
    while stack:
        path, before, after = stack.pop()
        for name in before.__struct_fields__:
            one, other = getattr(before, name), getattr(after, name)
            if one is other or name in STRUCTURE or (name in UNACCOUNTED and name not in ("id", "kind", "native_type")):
                continue
            if _says_nothing(one) and _says_nothing(other):
                continue
            here = (*path, name)
            if is_nodes(one) or is_nodes(other):
                yield from _of_tuples(here, before, one or (), other or (), stack)
            elif is_node(one) and is_node(other) and type(one) is type(other):
                stack.append((here, one, other))
            elif is_node(one) and other is None:
                yield Removed(here, before, one)
            elif is_node(other) and one is None:
                yield Added(here, before, (), other)
            elif is_node(one) or is_node(other):  # another shape, say
                yield Removed(here, before, one)
                yield Added(here, before, (), other)
            elif name == "key" and isinstance(before, Extra) and _NUMBER.sub("", one) == _NUMBER.sub("", other):
                continue
            elif name != "id" and not values_are_equal(one, other, _scale(before)):
                yield Changed(here, before, one, other)


def _of_tuples(path: Path, holder: Any, old: Sequence[Any], new: Sequence[Any], stack: list[tuple[Path, Any, Any]]) -> Iterator[Change]:
    """Pairs go to the stack, others are added or removed."""
    if len(old) == len(new) and all(
        type(a) is type(b) and getattr(a, "id", None) == getattr(b, "id", None) for a, b in zip(old, new, strict=True)
    ):
        stack.extend(((*path, i), a, b) for i, (a, b) in enumerate(zip(old, new, strict=True)) if a is not b)
        return
    kept: list[Any] = []
    for what, i, j, k, m in _matched(old, new):
        if what == "equal":
            kept += old[i:j]
            stack.extend(((*path, k + n), old[i + n], new[k + n]) for n in range(j - i) if old[i + n] is not new[k + n])
            continue
        yield from (Removed((*path, n), holder, old[n]) for n in range(i, j))
        for n in range(k, m):
            yield Added((*path, n), holder, tuple(kept), new[n])


def _matched(old: Sequence[Any], new: Sequence[Any]) -> Sequence[tuple[str, int, int, int, int]]:
    """Return what becomes of pieces of a tuple, as `SequenceMatcher` does: parts are known by where they were read, or by what they are
    where that pairs more of them, as the number of an element changes with elements before it."""
    by_place: SequenceMatcher[Any] = SequenceMatcher(None, [key_of(each) for each in old], [key_of(each) for each in new], autojunk=False)
    if all(getattr(each, "id", None) is not None for each in (*old, *new)) or len(old) + len(new) > MOST_COMPARED:
        return by_place.get_opcodes()
    kinds: list[Any] = []
    numbers = [_number_of(each, kinds) for each in (*old, *new)]
    by_content: SequenceMatcher[Any] = SequenceMatcher(None, numbers[: len(old)], numbers[len(old) :], autojunk=False)
    best = by_content if by_content.ratio() > by_place.ratio() else by_place
    return best.get_opcodes()


def _number_of(node: Any, kinds: list[Any]) -> int:
    """Return the number of a node among different ones, to which it is added if it is new."""
    node = without_numbers(node) if isinstance(node, Extra) else node
    found = next((i for i, each in enumerate(kinds) if type(each) is type(node) and each == node), None)
    if found is None:
        kinds.append(node)
    return len(kinds) - 1 if found is None else found


def without_numbers(extra: Extra) -> Extra:
    """The same without the number among those of its kind, which elements before it change."""
    return msgspec.structs.replace(extra, key=_NUMBER.sub("", extra.key))


def _is_pair(one: Any, other: Any) -> bool:
    return type(one) is type(other) and getattr(one, "id", None) == getattr(other, "id", None)


def key_of(node: Any) -> tuple[Any, ...]:
    """Return the key of a node among its siblings: its id, else where it was read and its name."""
    own = getattr(node, "id", None)
    if isinstance(own, str):
        return (type(node), own)
    place = node.origin.reference[1] if isinstance(node, Node) and node.origin is not None else None
    number = place if place is None or isinstance(place, int) else (place.line, place.column)
    return (type(node), number, str(getattr(node, "name", None) or ""))


def _says_nothing(value: Any) -> bool:
    """Whether a value is as good as none: a pose where the part would be anyway."""
    return value is None or value == () or (isinstance(value, Pose) and value.is_identity)


def called(scene: Any, path: Path) -> str:
    """Name a value or part as reports do: by the path of the part with an id that holds it, and the fields in that."""
    paths = scene_paths(scene)
    for length in range(len(path), 0, -1):
        try:
            own = getattr(at_path(scene, path[:length]), "id", None)
        except (IndexError, AttributeError, TypeError):  # it stands in another version of the scene
            continue
        if own in paths:
            return ".".join(filter(None, (paths[own], shown(path[length:]))))
    return shown(path)


def shown(path: Path) -> str:
    """The steps of a path in the notation of people."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def _scale(node: Any) -> float:
    """The largest number of a tensor: what is worked out of it is no more exact than its last digits. 0.0 for other nodes."""
    return max(abs(each) for each in msgspec.structs.astuple(node) if isinstance(each, float)) if isinstance(node, Inertia) else 0.0


def values_are_equal(one: Any, other: Any, scale: float = 0.0) -> bool:
    """Whether two values are equal, numbers up to the last digits. scale: of numbers that they belong to."""
    if isinstance(one, Block) or isinstance(other, Block):
        return bool(one == other)
    if isinstance(one, Rotation) and isinstance(other, Rotation):
        return near_turn(one, other, SAME)
    if one == other:
        return True
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(values_are_equal, one, other))
    numbers = isinstance(one, (int, float)) and isinstance(other, (int, float))
    return numbers and near((float(one),), (float(other),), SAME, scale)
