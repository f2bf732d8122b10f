"""Values of a scene that is written: each knows which leaf of the scene it is, so that what is printed can say so.

A leaf is a field of one use of a node, or one number of it: number 2 of `xyz`. Its number is given by `scenec.accounting.leaf_uses`
and has nothing to do with the ledger's ids, which say which text of the source a value came from. Values that know their leaf are floats,
strings and so on like any other: equal, hashed and calculated with as such. Arithmetic gives plain values again; a writer that prints
what it computed says what from, with `computed_from`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from scenec.trace import (
    Computed,
    FirstNumber,
    Ids,
    TracedComputed,
    TracedFlag,
    TracedFloat,
    TracedInt,
    TracedStr,
    TracedTuple,
    TracedVector,
    ids_of,
    merge,
    plain,
    traced,
)

T = TypeVar("T")
Leaves = tuple[int, ...]
"""The leaves that a value is made of; a value of the scene as it is has one."""
BESIDE = 1 << 31
"""Added to the number of a leaf by which a text changes, but that another text says: see `steered_by`."""


class LeafFloat(float):
    """A number. bare: as the scene has it."""

    __slots__ = ("bare", "leaves")
    bare: float
    leaves: Leaves

    @property
    def ids(self) -> Ids:
        return ids_of(self.bare)

    def __reduce__(self) -> tuple[Any, ...]:
        return _itself, (self.bare,)


class ComputedLeaf(LeafFloat, Computed):
    """A number that was worked out."""

    __slots__ = ()


class LeafStr(str):
    """A text. bare: as the scene has it."""

    __slots__ = ("bare", "leaves")
    bare: str
    leaves: Leaves

    @property
    def ids(self) -> Ids:
        return ids_of(self.bare)

    def __reduce__(self) -> tuple[Any, ...]:
        return _itself, (self.bare,)


class LeafInt(int):
    """A whole number, or a flag: compare flags with ``==`` or truth. bare: as the scene has it."""

    bare: int
    leaves: Leaves

    @property
    def ids(self) -> Ids:
        return ids_of(self.bare)

    def __repr__(self) -> str:
        return repr(self.bare)

    __str__ = __repr__

    def __reduce__(self) -> tuple[Any, ...]:
        return _itself, (self.bare,)


class LeafFirst(FirstNumber):
    """The first number of a rotation, see `FirstNumber`."""

    __slots__ = ("leaves",)
    leaves: Leaves


class LeafSet:
    """Leaves of nodes and blocks of numbers, which do not hold them."""

    __slots__ = ("leaves",)

    def __init__(self, leaves: Leaves) -> None:
        self.leaves = leaves


def _itself(value: T) -> T:
    return value


_WITH_LEAVES = frozenset((LeafFloat, ComputedLeaf, LeafStr, LeafInt, LeafFirst, LeafSet))
_HOLDERS = (LeafFloat, LeafStr, LeafInt)
_WITHOUT_LEAVES = frozenset(
    (float, str, int, bool, type(None), FirstNumber, Computed, TracedFloat, TracedComputed, TracedStr, TracedInt, TracedFlag)
)
"""Types without leaves that are asked most."""


def is_flag(value: object) -> bool:
    """Whether a value is a flag, with a leaf or without."""
    bare = value.bare if type(value) is LeafInt else value
    return type(bare) is bool or type(bare) is TracedFlag


def bare(value: T) -> T:
    """The value as the scene has it, with its ids; tuples all the way down."""
    if isinstance(value, _HOLDERS):
        return cast(T, value.bare)
    if type(value) is tuple:
        return cast(T, tuple([bare(part) for part in cast("tuple[Any, ...]", value)]))
    return value


def leaves_of(value: object) -> Leaves:
    """The leaves of a value; of a tuple, those of all its parts. () where it is none of the scene."""
    kind = type(value)
    if kind in _WITH_LEAVES:
        own: Leaves = value.leaves  # type: ignore[attr-defined]  # all types in _WITH_LEAVES have them
        return own
    if kind in _WITHOUT_LEAVES:
        return ()
    if not isinstance(value, tuple):
        return getattr(value, "leaves", ())  # a block of numbers
    found: Leaves = ()
    for part in value:
        kind = type(part)
        if kind not in _WITHOUT_LEAVES:
            inner: Leaves = part.leaves if kind in _WITH_LEAVES else leaves_of(part)
            if inner and inner != found:
                found = (*found, *inner) if found else inner
    return tuple(dict.fromkeys(found)) if len(found) > 1 else found


def steering(*sources: object) -> Leaves:
    """The leaves of values that change what is printed and are not said by it: see `steered_by`."""
    return tuple([leaf | BESIDE for leaf in leaves_of(sources)])


def steered_by(value: T, *sources: object) -> T:
    """The value, which changes with the sources but does not say them: the w of a quaternion with roll, pitch and yaw. The source map leads
    there; a source that is named only so counts as not printed."""
    leaves = steering(sources)
    if not leaves:
        return value
    steered = getattr(value, "steered", None)
    if steered is not None:
        return cast(T, steered(leaves))
    if isinstance(value, tuple):
        return cast(T, tuple([as_leaf(bare(part), (*leaves_of(part), *leaves)) for part in value]))
    return as_leaf(bare(value), (*leaves_of(value), *leaves))


def as_leaf(value: T, leaves: Leaves) -> T:
    """The value, which knows its leaves. Parts of a tuple have one each if there are as many, else all have all. Of a rotation the leaves
    are those of roll, pitch and yaw. None and what cannot know it (nodes, blocks of numbers) stays unchanged."""
    make = _KINDS.get(type(value)) or getattr(value, "with_leaves", None)
    if make is None:
        return value
    made: T = make(value, leaves) if type(value) in _KINDS else make(leaves)
    return made


def made_of(value: T, sources: object) -> T:
    """The value, every part of which was made of all these values; as it is where none of them knows its leaves."""
    leaves = leaves_of(sources)
    if not leaves:
        return value
    with_leaves = getattr(value, "with_leaves", None)
    if with_leaves is not None:
        return cast(T, with_leaves(leaves, apart=False))
    if isinstance(value, tuple):
        return cast(T, tuple([as_leaf(part, leaves) for part in value]))
    return as_leaf(value, leaves)


def computed_from(value: T, *sources: object) -> T:
    """A value that a writer worked out of others: it has the ids and the leaves of all of them, and numbers are `Computed`."""
    leaves = leaves_of(sources)
    ids = merge(ids_of(bare(value)), *(ids_of(bare(source)) for source in sources))
    result: Any = bare(value)
    if isinstance(result, float):
        result = Computed(result)
    elif isinstance(result, tuple) and all(isinstance(each, float) for each in result):
        return cast(T, tuple(as_leaf(traced(Computed(each), ids), leaves) for each in result))
    return as_leaf(cast(T, traced(result, ids)), leaves)


def _number(value: float, leaves: Leaves) -> LeafFloat:
    made = LeafFloat(value)
    made.bare, made.leaves = value, leaves
    return made


def _computed_number(value: float, leaves: Leaves) -> ComputedLeaf:
    made = ComputedLeaf(value)
    made.bare, made.leaves = value, leaves
    return made


def _text(value: str, leaves: Leaves) -> LeafStr:
    made = LeafStr(value)
    made.bare, made.leaves = value, leaves
    return made


def _traced_int(value: int, leaves: Leaves) -> LeafInt:
    made = LeafInt(value)
    made.bare, made.leaves = value, leaves
    return made


def _again(value: Any, leaves: Leaves) -> Any:
    return as_leaf(value.bare, leaves)


def _parts(value: tuple[Any, ...], leaves: Leaves) -> tuple[Any, ...]:
    """A traced tuple has ids as a whole; its parts get them."""
    ids = ids_of(value) if type(value) is not tuple else ()
    each = [(leaf,) for leaf in leaves] if len(leaves) == len(value) else [leaves] * len(value)
    if not ids:
        return tuple([_number(part, own) if type(part) in _AS_READ else as_leaf(part, own) for part, own in zip(value, each, strict=True)])
    one_or_more = ids if len(ids) > 1 else ids[0]
    made: list[Any] = []
    for part, own in zip(value, each, strict=True):
        if type(part) in _AS_READ:  # most are
            number = TracedFloat(part)
            number.one_or_more = one_or_more
            made.append(_number(number, own))
        else:
            made.append(as_leaf(_read_with(part, ids), own))
    return tuple(made)


def _read_with(part: Any, ids: Ids) -> Any:
    """A part of a value that was read as a whole: no number that was worked out, however many ids it has."""
    if isinstance(part, float) and not isinstance(part, Computed):
        number = TracedFloat(part)
        number.one_or_more = ids if len(ids) > 1 else ids[0]
        return number
    return None if part is None else traced(plain(part), ids)


_AS_READ = frozenset((float, TracedFloat, FirstNumber))
"""Types of numbers that are in a scene as they were read."""


def _kinds() -> dict[type, Any]:
    return {
        **dict.fromkeys((float, TracedFloat, FirstNumber, LeafFirst), _number),
        **dict.fromkeys((Computed, TracedComputed), _computed_number),
        **dict.fromkeys((str, TracedStr), _text),
        **dict.fromkeys((int, bool, TracedInt, TracedFlag), _traced_int),
        **dict.fromkeys((LeafFloat, ComputedLeaf, LeafStr, LeafInt), _again),
        **dict.fromkeys((tuple, TracedTuple, TracedVector), _parts),
    }


_KINDS = _kinds()
leaf_maker: Callable[[type], Callable[[Any, Leaves], Any] | None] = _KINDS.get
"""The maker of values of a type that know their leaves; None for types of which `as_leaf` asks the value itself."""
