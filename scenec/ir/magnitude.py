"""Numbers that no simulation can use: where something is, how large and how heavy it is has to be finite and within reason.

A length of 1e308 m is a number of its format, but its square is none any more; whoever computes with it (poses, inertia, meshes) gets
infinities, and a simulator explodes. Such a scene is refused as a whole, with the place of the number. Limits, ranges, frictions and the
like may be infinite or as large as they like: nobody computes with those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any

import msgspec

from scenec.errors import ReadError
from scenec.ir.blocks import Block
from scenec.ir.geometry import Geometry, MeshData
from scenec.ir.inertia import Inertia
from scenec.ir.joint import Axis
from scenec.ir.link import Inertial
from scenec.ir.pose import Pose, Rotation
from scenec.ir.scene import Scene
from scenec.source import Origin, Source

LARGEST = 1e30
"""In SI units. The universe is 1e27 m across; and the fifth power of it, which integrals over a mesh need, is still a number."""

_MEASURES: dict[type, tuple[str, ...]] = {
    Pose: ("position", "rotation"),
    Inertia: ("ixx", "iyy", "izz", "ixy", "ixz", "iyz"),
    Inertial: ("mass", "density"),
    Axis: ("xyz",),
    MeshData: ("vertices", "normals", "texcoords"),
}


def refuse_beyond(scene: Scene, shown: str) -> None:
    """Raises ReadError for a scene with a measure that is not finite or larger than `LARGEST`. shown: what errors call its file."""
    found = beyond(scene)
    if found is None:
        return
    document, node = found.origin.place if found.origin is not None else (None, None)
    place = document.source(node, shown=True) if document is not None else Source(shown)
    raise ReadError(
        f"{found.field.replace('_', ' ')} is {found.value:g}", place, f"a number of at most {LARGEST:g}, as nobody can compute with more"
    )


class Beyond(msgspec.Struct, frozen=True, gc=False):
    """field: what is too large; value: how large. origin: of the nearest node around it that knows where it stands."""

    field: str
    value: float
    origin: Origin | None


def beyond(scene: Scene) -> Beyond | None:
    """The first measure that is not finite or larger than `LARGEST`; None is what it should be."""
    plans: dict[type, _Plan | None] = {}
    stack: list[tuple[Any, Origin | None]] = [(scene, None)]
    while stack:
        node, around = stack.pop()
        kind = type(node)
        if kind not in plans:
            plans[kind] = _plan(kind)
        plan = plans[kind]
        if plan is None:
            if kind is tuple and node and isinstance(node[0], msgspec.Struct):
                stack.extend([(each, around) for each in reversed(node)])
            continue
        around = getattr(node, "origin", None) or around
        for name in plan.measures:
            value = _too_large(getattr(node, name))
            if value is not None:
                return Beyond(name, value, around)
        stack.extend([(each, around) for each in plan.below(node) if each is not None and each != ()])
    return None


class _Plan(msgspec.Struct, frozen=True):
    """Of a class of node: the fields that are measures, and what gets those that may hold nodes."""

    measures: tuple[str, ...]
    below: Callable[[Any], Iterable[Any]]


def _plan(kind: type) -> _Plan | None:
    if not issubclass(kind, msgspec.Struct):
        return None
    fields = msgspec.structs.fields(kind)
    measures = measures_of(kind)
    holders = [field.name for field in fields if "scenec." in str(field.type)]  # of nodes, or of tuples of them
    names = [name for name in holders if name not in measures and name != "origin"]
    return _Plan(measures, attrgetter(*names) if len(names) > 1 else lambda node: [getattr(node, name) for name in names])


def measures_of(kind: type) -> tuple[str, ...]:
    """The fields of a class of node that are held to `LARGEST`."""
    if issubclass(kind, Geometry):
        return tuple(field.name for field in msgspec.structs.fields(kind) if field.name in _SIZES)
    return _MEASURES.get(kind, ())


_SIZES = frozenset(
    {"size", "radius", "length", "radii", "major_radius", "minor_radius", "normal", "outlines", "height", "scale", "position"}
)


def _too_large(value: Any) -> float | None:
    """The part of a measure that is too large or no number, None if none is."""
    if value is None:
        return None
    if isinstance(value, Block):
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
