"""Numbers that no simulation can use: where something is, how large and how heavy it is has to be finite and within reason.

A length of 1e308 m is a number of its format, but its square is none any more; code that computes with it (poses, inertia, meshes) gets
infinities, and a simulator explodes. Such a scene is refused as a whole, with the place of the number. Limits, ranges, frictions and the
like may be infinite or of any size: no code computes with those.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import astuple

from scenec.errors import ReadError
from scenec.ir.blocks import Block
from scenec.ir.geometry import Geometry, MeshData
from scenec.ir.inertia import Inertia
from scenec.ir.joint import Axis
from scenec.ir.link import Inertial
from scenec.ir.pose import Pose, Rotation
from scenec.ir.scene_data import SceneData
from scenec.source import Origin, place_shown
from scenec.trace import TracedComputed, TracedFloat, TracedTuple, TracedVector

LARGEST = 1e30
"""In SI units. The universe is 1e27 m across; and the fifth power of it, which integrals over a mesh need, is still a number."""

_MEASURES: dict[type, tuple[str, ...]] = {
    Pose: ("position", "rotation"),
    Inertia: ("ixx", "iyy", "izz", "ixy", "ixz", "iyz"),
    Inertial: ("mass", "density"),
    Axis: ("xyz",),
    MeshData: ("vertices", "normals", "texcoords"),
}


def refuse_beyond(scene: SceneData, shown: str) -> None:
    """Raises ReadError for a scene with a measure that is not finite or larger than `LARGEST`. shown: what errors call its file."""
    found = beyond(scene)
    if found is None:
        return
    raise ReadError(
        f"{found.field.replace('_', ' ')} is {found.value:g}",
        place_shown(found.origin, shown),
        f"a number of at most {LARGEST:g}, the largest that scenec computes with",
    )


class Beyond(msgspec.Struct, frozen=True, gc=False):
    """field: what is too large; value: how large. origin: of the nearest node around it that knows where it stands."""

    field: str
    value: float
    origin: Origin | None


def beyond(scene: SceneData) -> Beyond | None:
    """The first measure that is not finite or larger than `LARGEST`; None is what it should be."""
    return None if _is_sane(scene) else _first_beyond(scene)


def _is_sane(scene: SceneData) -> bool:
    """Whether there is no such measure: a look at all of them, in no order. Every scene that is read comes this way."""
    plans, empty = _PLANS, ()
    numbers: list[float] = []
    stack: list[Iterable[Any]] = [(scene,)]
    while stack:
        for node in stack.pop():
            if node is None or node is empty:  # most fields of most nodes
                continue
            plan = plans[type(node)]
            if plan is None:
                continue
            measures, below = plan
            if measures is not None:
                for value in measures(node):
                    if value is None:  # most are
                        continue
                    kind = type(value)
                    if kind is TracedFloat or kind is float or kind is TracedComputed:
                        numbers.append(value)
                    elif kind is TracedVector or kind is Rotation or (kind in _TUPLES and value and type(value[0]) is float):
                        numbers += value
                    elif _too_large(value) is not None:
                        return False
            if below is tuple:
                stack.append(node)
            elif below is not None:
                stack.append(below(node))
    return _are_sane(numbers)


def _are_sane(numbers: list[float]) -> bool:
    # A vector is at least as long as its longest part, and one with a part that is no number has no length that is in order.
    try:
        return math.hypot(*numbers) <= LARGEST or all(-LARGEST <= number <= LARGEST for number in numbers)
    except OverflowError:  # an integer that is no float
        return False


def _first_beyond(scene: SceneData) -> Beyond | None:
    stack: list[tuple[Any, Origin | None]] = [(scene, None)]
    while stack:
        node, around = stack.pop()
        plan = _PLANS[type(node)]
        if plan is None:
            continue
        around = getattr(node, "origin", None) or around
        for name in measures_of(type(node)):
            value = _too_large(getattr(node, name))
            if value is not None:
                return Beyond(name, value, around)
        below = plan[1](node) if plan[1] is not None else ()
        stack.extend([(each, around) for each in (reversed(below) if type(node) is tuple else below)])
    return None


Fields = Callable[[Any], tuple[Any, ...]]


class _Plans(dict[type, tuple[Fields | None, Fields | None] | None]):
    """Class of node -> what gets its measures, and what gets the fields that may hold nodes (None: it has no such); None for what is no
    node. A tuple holds what is in it."""

    def __missing__(self, kind: type) -> tuple[Fields | None, Fields | None] | None:
        measures, holders = measures_of(kind), holders_of(kind)
        plan = (getter_of(kind, measures), getter_of(kind, holders)) if measures or holders else None
        self[kind] = plan
        return plan


_PLANS = _Plans({tuple: (None, tuple)})
_TUPLES = (tuple, TracedTuple)


def measures_of(kind: type) -> tuple[str, ...]:
    """The fields of a class of node that are held to `LARGEST`."""
    if issubclass(kind, Geometry):
        return tuple(name for name in kind.__struct_fields__ if name in _SIZES)
    return _MEASURES.get(kind, ())


_WITHOUT_MEASURES = frozenset(
    {"None", "bool", "int", "float", "str", "tuple", "Id", "Vec2", "Vec3", "Color", "Block", "Rotation", "Origin"}
    | {"Extra", "Plugin", "Texture", "Material", "Surface", "Limits", "Dynamics", "Mimic", "Damping", "Battery"}
)
"""The words in the types of fields that hold no measures: plain values, and the commonest nodes in which there are none."""


def holders_of(kind: type) -> tuple[str, ...]:
    """The fields that may hold nodes with measures."""
    return tuple(name for name, words in words_of_types(kind).items() if not words <= _WITHOUT_MEASURES)


@cache
def words_of_types(kind: type) -> dict[str, set[str]]:
    """Field of a class of node -> the words in its type. Types are read as they are written: working them out takes longer than reading
    a small file. Empty for what is no node."""
    if not issubclass(kind, msgspec.Struct):
        return {}
    types = {name: str(type_) for each in reversed(kind.__mro__) for name, type_ in getattr(each, "__annotations__", {}).items()}
    return {name: set(re.findall(r"\w+", types[name])) for name in kind.__struct_fields__}


def getter_of(kind: type[Any], names: Sequence[str]) -> Fields | None:
    """Return what gets these fields of a class of node as a tuple; None if there are none."""
    if names and names == kind.__struct_fields__:
        return astuple
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda node: (getattr(node, names[0]),)) if names else None


_SIZES = frozenset(
    {"size", "radius", "length", "radii", "major_radius", "minor_radius", "normal", "outlines", "height", "scale", "position"}
)


def _too_large(value: Any) -> float | None:
    """The part of a measure that is too large or no number, None if none is."""
    if isinstance(value, tuple):  # most are vectors, whose length is at least that of their longest part
        if not (value and isinstance(value[0], tuple)) and math.hypot(*value) <= LARGEST:
            return None
    elif value is None:
        return None
    elif isinstance(value, Block):
        return _too_large_in(value)
    for number in _numbers(value):
        if not -LARGEST <= number <= LARGEST:
            return float(number)
    return None


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, Rotation) or (type(value) is tuple and (not value or not isinstance(value[0], tuple))):
        yield from value
    elif isinstance(value, tuple):
        for each in value:
            yield from _numbers(each)
    else:
        yield value


def _too_large_in(table: Block) -> float | None:
    import numpy as np

    inside = np.abs(table.array) <= LARGEST
    return None if inside.all() else float(table.array[~inside][0])
