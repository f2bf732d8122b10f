"""Values that know where they came from.

Every value of a source file has an integer id in the ledger. A value read from a file carries the ids it was read from:
it is a float, int, str, tuple or flag like any other (equal, hashed, printed and calculated with as such) plus ``ids``.
Arithmetic gives plain values again; code that computes a value names its sources, with `derived`. So a field of the IR knows its
sources although its static type is just ``float``, and the ledger can distinguish a dropped ``servo.p`` from a kept ``servo.max_velocity``.

A scene that is written is stamped (`scenec.accounting.leaf_uses`): the ids of its values are those of its leaves, from `LEAF` on. A leaf is
a field of one use of a node, or one number of it: number 2 of `xyz`. So what is printed can say which leaves it says, and a table leads
from a leaf to the values of the source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import astuple

T = TypeVar("T")
Ids = tuple[int, ...]
LEAF = 1 << 30
"""The id of the first leaf of a scene that is written; ids below are those of values of the source."""
BESIDE = 1 << 31
"""Added to the id of a leaf by which a text changes, but that another text says: see `steered_by`."""


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


_number_at: Callable[[tuple[float, ...], int], Any] = tuple.__getitem__


class StampedVector(tuple[float, ...]):
    """Numbers, at least two, whose leaves are in a row: each has its own when it is taken out. A scene that is written is full of vectors,
    and a number with an id takes three times the memory of one without."""

    __slots__ = ()

    @property
    def ids(self) -> Ids:
        first: int = _number_at(self, 0).kept
        return tuple(range(first, first + len(self)))

    def __iter__(self) -> Iterator[float]:
        made = [TracedFloat(number) for number in tuple.__iter__(self)]
        leaf: int = _number_at(self, 0).kept
        for number in made:
            number.one_or_more = leaf
            leaf += 1
        return iter(made)

    def __getitem__(self, index: Any) -> Any:
        if type(index) is not int:
            return tuple(self)[index]
        made = TracedFloat(_number_at(self, index))
        made.one_or_more = _number_at(self, 0).kept + (index if index >= 0 else index + len(self))
        return made

    def __add__(self, other: Any) -> Any:
        return (*self, *other)

    def __radd__(self, other: Any) -> Any:
        return (*other, *self)

    def __reduce__(self) -> tuple[Any, ...]:
        return tuple, (tuple(self),)


class TracedTuple(tuple[Any, ...]):
    one_or_more: int | Ids
    ids = property(_ids)

    def __reduce__(self) -> tuple[Any, ...]:
        return traced, (tuple(self), self.ids)


_TRACED: dict[type, Any] = {float: TracedFloat, str: TracedStr, int: TracedInt, bool: TracedFlag}
_UNTRACED = frozenset((float, str, int, bool, type(None), FirstNumber, Computed))
_UNTRACED_NUMBERS = (float, FirstNumber)
_NOT_COMPUTED = frozenset((float, FirstNumber, TracedFloat))
_WITH_IDS = frozenset((TracedFloat, TracedComputed, TracedStr, TracedInt, TracedFlag, TracedTuple))
_TRACED.update({traced_type: traced_type for traced_type in list(_TRACED.values())})
_SAME_KIND: dict[type, Any] = {
    **_TRACED,
    FirstNumber: TracedFloat,
    **dict.fromkeys((Computed, TracedComputed), TracedComputed),
}
"""The types of single values with ids, by those of values with and without; a number keeps whether it was worked out."""
_TRACED.update(
    {FirstNumber: TracedFloat, Computed: TracedComputed, TracedComputed: TracedComputed}
    | dict.fromkeys((tuple, TracedTuple, TracedVector, StampedVector), TracedVector)
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
    made = kind(value)
    made.one_or_more = value_id
    result: T = made
    return result


def traced_each(numbers: tuple[float, ...], ids: Ids) -> tuple[float, ...]:
    """The numbers, each with exactly these ids."""
    if not ids:
        return numbers
    one_or_more = ids if len(ids) > 1 else ids[0]
    made = tuple(map(TracedFloat if len(ids) == 1 else TracedComputed, numbers))
    for each in made:
        each.one_or_more = one_or_more
    return made


def stamped_vector(parts: tuple[Any, ...], first: int) -> tuple[Any, ...]:
    """The parts of a tuple, each of which has the id of its leaf; first: that of the first."""
    if not _NOT_COMPUTED.issuperset(map(type, parts)):
        return tuple([with_one(part, leaf) for leaf, part in enumerate(parts, first)])
    numbers: list[float] = [part if type(part) is float else float(part) for part in parts]
    numbers[0] = head = FirstNumber(numbers[0])
    head.kept = first
    return StampedVector(numbers)


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
        return _ids_of_parts(value)
    else:
        one = getattr(value, "ids", None)
        if one is None:
            return _ids_of_parts(astuple(value)) if issubclass(kind, Struct) else ()
    ids: Ids = (one,) if type(one) is int else one
    return ids


def _ids_of_parts(parts: Iterable[Any]) -> Ids:
    found: list[int] = []
    for part in parts:
        kind = type(part)
        if kind in _UNTRACED:
            continue
        if kind in _WITH_IDS and type(part.one_or_more) is int:  # as with most
            found.append(part.one_or_more)
        else:
            found += ids_of(part)
    return tuple(found) if len(found) < 2 else tuple(dict.fromkeys(found))


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
    without = _PLAIN.get(type(value))
    return value if without is None else without(value)


def _plain_parts(value: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple([plain(item) for item in value])


_PLAIN: dict[type, Any] = {
    **dict.fromkeys((TracedFloat, FirstNumber, TracedComputed), float),
    TracedStr: str.__str__,
    TracedInt: int,
    TracedFlag: bool,
    **dict.fromkeys((tuple, TracedVector, StampedVector, TracedTuple), _plain_parts),
}
"""Type -> the function that makes a value of it plain."""


def without_ids(number: float) -> float:
    """The number alone; it keeps whether it was worked out."""
    return number if type(number) is float else Computed(number) if isinstance(number, Computed) else float(number)


class Sources:
    """The ids of several values or nodes, where there is no value to hold them."""

    __slots__ = ("ids",)

    def __init__(self, ids: Ids) -> None:
        self.ids = ids


def made_of(value: T, *sources: object) -> T:
    """The value, every part of which was made of all these values; as it is where none of them has ids. A number stays what it is, computed
    or not; a node stays unchanged."""
    return with_all(value, ids_of(sources))


def with_one(value: T, value_id: int) -> T:
    """The value, every part of which has exactly this id: `with_all` for a single one."""
    kind: Any = _SAME_KIND.get(type(value))
    if kind is None:
        return with_all(value, (value_id,))
    made: T = kind(value)
    made.one_or_more = value_id  # type: ignore[attr-defined]  # it is one of the types with ids
    return made


def with_all(value: T, ids: Ids) -> T:
    """The value, every part of which has exactly these ids; as it is if there are none. None and nodes stay unchanged."""
    if not ids:
        return value
    kind: Any = _SAME_KIND.get(type(value))
    if kind is not None:
        made = kind(value)
        made.one_or_more = ids if len(ids) > 1 else ids[0]
        return cast(T, made)
    if (own := getattr(value, "with_all", None)) is not None:  # rotations and blocks of numbers
        return cast(T, own(ids))
    if isinstance(value, tuple):
        return cast(T, tuple([with_all(part, ids) for part in value]))
    return value


def steering(*sources: object) -> Ids:
    """The ids of leaves that change what is printed and are not said by it: see `steered_by`."""
    return tuple([each | BESIDE for each in ids_of(sources) if each >= LEAF])


def steered_by(value: T, *sources: object) -> T:
    """The value, which changes with the sources but does not say them: the w of a quaternion with roll, pitch and yaw. The source map leads
    there; a source that is named only so counts as not printed."""
    ids = steering(sources)
    if not ids:
        return value
    if (own := getattr(value, "steered", None)) is not None:  # rotations
        return cast(T, own(ids))
    if isinstance(value, tuple):
        return cast(T, tuple([with_all(part, (*ids_of(part), *ids)) for part in value]))
    return with_all(value, (*ids_of(value), *ids))


def is_flag(value: object) -> bool:
    """Whether a value is a flag, with ids or without."""
    return type(value) is bool or type(value) is TracedFlag


def is_computed(value: object) -> bool:
    """Whether a number was worked out rather than read."""
    return isinstance(value, Computed)
