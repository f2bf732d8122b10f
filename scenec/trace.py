"""Values that know where they came from.

Every value of a source file has an integer id in the ledger. A value read from a file carries the ids it was read from:
it is a float, int, str, tuple or flag like any other (equal, hashed, printed and calculated with as such) plus ``ids``.
Arithmetic gives plain values again; code that computes a value names its sources, with `derived`. So a field of the IR knows its
sources although its static type is just ``float``, and the ledger can distinguish a dropped ``servo.p`` from a kept ``servo.max_velocity``.
"""

from __future__ import annotations

from itertools import chain
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import astuple

T = TypeVar("T")
Ids = tuple[int, ...]


def _ids(value: Any) -> Ids:
    own: int | Ids = value.one_or_more
    return (own,) if type(own) is int else cast(Ids, own)


class TracedFloat(float):
    """one_or_more: the only id, or all of them: a scene has many values with one, and a tuple is as large as the value."""

    __slots__ = ("one_or_more",)
    one_or_more: int | Ids
    ids = property(_ids)

    def __reduce__(self) -> tuple[Any, ...]:
        return traced, (float(self), self.ids)


class Computed(float):
    """A number that was worked out: by a reader out of several values of a file, by an adaptation or by a writer. It is printed with 15
    digits, without the noise that computing leaves in the last place; other numbers are printed as they were written."""

    __slots__ = ()


class TracedComputed(TracedFloat, Computed):
    """A number that was worked out of values of a file."""

    __slots__ = ()


class TracedStr(str):
    __slots__ = ("one_or_more",)
    one_or_more: int | Ids
    ids = property(_ids)

    def __reduce__(self) -> tuple[Any, ...]:
        return traced, (str.__str__(self), self.ids)


class TracedInt(int):
    one_or_more: int | Ids
    ids = property(_ids)

    def __reduce__(self) -> tuple[Any, ...]:
        return traced, (int(self), self.ids)


class TracedFlag(int):
    """A bool with ids (bool itself cannot be subclassed). Compare with ``==`` or truth, not with ``is``."""

    one_or_more: int | Ids
    ids = property(_ids)

    def __repr__(self) -> str:
        return "True" if self else "False"

    __str__ = __repr__

    def __reduce__(self) -> tuple[Any, ...]:
        return traced, (bool(self), self.ids)


class FirstNumber(float):
    """The first number of a tuple, for which it keeps what the tuple itself has no room for. Taken out of it, it is a number like any
    other. A tuple could have attributes, but in a dictionary, which is twice as large as three numbers."""

    __slots__ = ("kept",)
    kept: Any

    def __reduce__(self) -> tuple[Any, ...]:
        return float, (float(self),)


class TracedVector(tuple[float, ...]):
    """Numbers, at least one. What was `traced` is this rather than a `TracedTuple` wherever it can be."""

    __slots__ = ()

    @property
    def one_or_more(self) -> int | Ids:
        return self[0].kept  # type: ignore[attr-defined,no-any-return]  # `traced` makes the first number a FirstNumber

    ids = property(_ids)

    def __reduce__(self) -> tuple[Any, ...]:
        return traced, (tuple(self), self.ids)


class TracedTuple(tuple[Any, ...]):
    one_or_more: int | Ids
    ids = property(_ids)

    def __reduce__(self) -> tuple[Any, ...]:
        return traced, (tuple(self), self.ids)


_TRACED: dict[type, Any] = {float: TracedFloat, str: TracedStr, int: TracedInt, bool: TracedFlag}
_UNTRACED = frozenset((float, str, int, bool, type(None), FirstNumber, Computed))
_UNTRACED_NUMBERS = (float, FirstNumber)
_WITH_IDS = frozenset((TracedFloat, TracedComputed, TracedStr, TracedInt, TracedFlag, TracedTuple))
_TRACED.update({traced_type: traced_type for traced_type in list(_TRACED.values())})
_TRACED.update(
    {FirstNumber: TracedFloat, Computed: TracedComputed, TracedComputed: TracedComputed}
    | dict.fromkeys((tuple, TracedTuple, TracedVector), TracedVector)
)


def traced(value: T, ids: Ids) -> T:
    """The same value with exactly these ids. None stays None; an object with an ``with_ids`` method (number blocks,
    rotations) is asked for a copy of itself; any other type is an error of the caller."""
    if value is None or not ids:
        return value
    kind: Any = _TRACED.get(type(value))
    if kind is None:
        if with_ids := getattr(value, "with_ids", None):
            return cast(T, with_ids(ids))
        if (inner := getattr(value, "bare", None)) is not None:  # of a scene that is written
            return cast(T, traced(inner, ids))
        raise KeyError(type(value))
    if kind is TracedVector:
        return _traced_tuple(value, ids if len(ids) > 1 else ids[0])  # type: ignore[return-value, arg-type]  # it is a tuple
    if kind is TracedFloat and len(ids) > 1:
        kind = TracedComputed
    made = kind(value)
    made.one_or_more = ids if len(ids) > 1 else ids[0]
    result: T = made
    return result


def traced_one(value: T, value_id: int) -> T:
    """The same value with exactly this id: `traced` for what a reader takes one by one."""
    kind: Any = _TRACED.get(type(value))
    if kind is TracedVector:
        return _traced_tuple(value, value_id)  # type: ignore[return-value, arg-type]  # it is a tuple
    if kind is None:
        return traced(value, (value_id,))
    made: Any = kind(value)
    made.one_or_more = value_id
    return made  # type: ignore[no-any-return]  # it is a T


def traced_each(numbers: tuple[float, ...], ids: Ids) -> tuple[float, ...]:
    """The numbers, each with exactly these ids."""
    if not ids:
        return numbers
    one_or_more = ids if len(ids) > 1 else ids[0]
    made = tuple(map(TracedFloat if len(ids) == 1 else TracedComputed, numbers))
    for each in made:
        each.one_or_more = one_or_more
    return made


def counted_by(number: float, *sources: object) -> float:
    """The number as written, which also comes from values that make it count: a switch beside a range. Nothing was worked out."""
    ids = merge(ids_of(number), *(ids_of(source) for source in sources))
    if not ids or isinstance(number, Computed):
        return traced(number, ids)
    made = TracedFloat(number)
    made.one_or_more = ids if len(ids) > 1 else ids[0]
    return made


def _traced_tuple(items: tuple[Any, ...], one_or_more: int | Ids) -> TracedVector | TracedTuple:
    if items and type(items[0]) in _UNTRACED_NUMBERS:
        first = FirstNumber(items[0])
        first.kept = one_or_more
        if len(items) == 3:  # most are
            return TracedVector((first, items[1], items[2]))
        return TracedVector((first, *items[1:]))
    made = TracedTuple(items)
    made.one_or_more = one_or_more
    return made


def ids_of(value: Any) -> Ids:
    """The ids a value came from; of a tuple or an IR node, those of all its parts (in order, without repeats)."""
    kind = type(value)
    if kind in _UNTRACED:
        return ()
    one: Any
    if kind in _WITH_IDS:  # as with most
        one = value.one_or_more
    elif kind is TracedVector:
        one = value[0].kept
    elif kind is tuple:
        return merge(*[ids_of(item) for item in value if type(item) not in _UNTRACED])
    else:
        one = getattr(value, "ids", None)
        if one is None:
            parts = astuple(value) if issubclass(kind, Struct) else ()
            return merge(*[ids_of(part) for part in parts if type(part) not in _UNTRACED])
    ids: Ids = (one,) if type(one) is int else one
    return ids


def merge(*many: Ids) -> Ids:
    """All ids once, in order of appearance."""
    filled = [ids for ids in many if ids]
    if len(filled) <= 1:
        return filled[0] if filled else ()
    return tuple(dict.fromkeys(chain.from_iterable(filled)))


def derived(value: T, *sources: object) -> T:
    """The value, said to be computed from these sources (traced values, tuples or nodes of them)."""
    return traced(value, merge(ids_of(value), *(ids_of(source) for source in sources)))


def plain(value: T) -> T:
    """The value without its ids; tuples all the way down."""
    kind = type(value)
    if kind is TracedFloat or kind is FirstNumber or kind is TracedComputed:
        return cast(T, float(cast(float, value)))
    if kind is TracedStr:
        return cast(T, str.__str__(cast(str, value)))
    if kind is TracedInt:
        return cast(T, int(cast(int, value)))
    if kind is TracedFlag:
        return cast(T, bool(value))
    if kind is tuple or kind is TracedVector or kind is TracedTuple:
        return cast(T, tuple(plain(item) for item in cast("tuple[Any, ...]", value)))
    inner = getattr(value, "bare", None)  # of a scene that is written
    return value if inner is None else plain(cast(T, inner))
