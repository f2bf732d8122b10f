"""A view of a node: it has the static type of the node and behaves like it.

``isinstance``, ``match``, methods and properties work (they run on the view, so what they look at is known), ``==`` and ``hash`` are the
node's. Views are kept by use path, so two uses of one and the same node count apart. Copying, pickling or replacing a view is a mistake and
says so. What a view gives for a field is up to its class (`scenec.accounting.leaf_uses`).
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar, cast

import msgspec

T = TypeVar("T", bound=msgspec.Struct)

ALL = "*"
"""Among the fields read: every one of them, and of all nodes below."""

Fields = frozenset[str]
_NONE: Fields = frozenset()
_HELD_NOTHING: tuple[Any, ...] = ((),)


class Reads(msgspec.Struct, eq=False, gc=False):
    """Record of the reads of a node: its leaves by name (thousands of nodes share one set), and the views of the nodes in it."""

    fields: Fields = _NONE
    reported: Fields = _NONE
    """Of the fields read, those that findings are about, so that they need not be printed."""
    held: tuple[Any, ...] = _HELD_NOTHING
    """The names of fields that hold nodes, and for each the view of its node, or a tuple of those of its nodes. Dictionaries of one or two
    fields would be three times as large."""
    leaves: tuple[Any, ...] = _HELD_NOTHING
    """Likewise the names of fields that hold values, and for each the first of its leaves (`scenec.accounting.leaf_uses`)."""

    @property
    def views(self) -> dict[str, Any]:
        """Field -> the view of the node in it, or a tuple of those of its nodes; of those that somebody looked at."""
        return dict(zip(self.held[0], self.held[1:], strict=True))

    def inside(self, name: str) -> Reads | None:
        """Return what was read of the node in a field; None if the field was not read."""
        names = self.held[0]
        return reads_of(self.held[names.index(name) + 1]) if name in names else None

    def of_each(self, name: str) -> tuple[Reads, ...]:
        """Return what was read of each node in a field that holds several; () if the field was not read."""
        names = self.held[0]
        return tuple(map(reads_of, self.held[names.index(name) + 1])) if name in names else ()


READ_WHOLE = Reads(frozenset((ALL,)))
"""Record of a node that was read as a whole."""


@cache
def with_field(fields: Fields, name: str) -> Fields:
    """One more. There are few ways to read nodes, so that their sets are kept once each."""
    return fields | {name}


@cache
def followed(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    """One more behind others, likewise."""
    return (*names, name)


def reads_of(seen: object) -> Reads:
    return cast(Reads, object.__getattribute__(seen, "_reads"))


def unwrap(node: T) -> T:
    """The node behind a view (or the node itself). Reading through it is not recorded."""
    thing: object = node
    return cast(T, object.__getattribute__(node, "_node")) if isinstance(thing, Lens) else node


class Lens:
    """A node and what was read of it."""

    __slots__ = ("_node", "_reads")

    _node: msgspec.Struct
    _reads: Reads

    def __init__(self, node: msgspec.Struct, reads: Reads) -> None:
        _set_node(self, node)
        _set_reads(self, reads)

    @property
    def __class__(self) -> type:
        return type(object.__getattribute__(self, "_node"))

    @__class__.setter
    def __class__(self, _: type) -> None:
        raise TypeError("a view cannot change its class")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view is read-only; {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Lens):
            other = object.__getattribute__(other, "_node")
        return bool(object.__getattribute__(self, "_node") == other)

    def __hash__(self) -> int:
        return hash(object.__getattribute__(self, "_node"))

    def __matmul__(self, other: Any) -> Any:
        """Poses are composed with ``@``, which Python looks up on the type."""
        node = object.__getattribute__(self, "_node")
        compose = getattr(type(node), "__matmul__", None)
        return NotImplemented if compose is None else compose(self, other)

    def __repr__(self) -> str:
        return f"view({object.__getattribute__(self, '_node')!r})"

    def __copy__(self) -> Any:
        raise TypeError("a view cannot be copied; unwrap() it first")

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        raise TypeError("a view cannot be copied; unwrap() it first")

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("a view cannot be pickled; unwrap() it first")

    def __replace__(self, **changes: object) -> Any:
        raise TypeError("a view cannot be replaced; unwrap() it first")


_set_node = Lens.__dict__["_node"].__set__  # a view cannot be changed by anybody else
_set_reads = Lens.__dict__["_reads"].__set__


def member_of(self: Lens, kind: type, node: msgspec.Struct, name: str) -> Any:
    """A method or property of the node's class, running on the view."""
    for base in kind.__mro__:
        if name in base.__dict__:
            member = base.__dict__[name]
            if isinstance(member, property):
                assert member.fget is not None
                return member.fget(self)
            if hasattr(member, "__get__") and callable(member):
                return member.__get__(self, kind)
            return getattr(node, name)
    raise AttributeError(f"{kind.__name__} has no field {name!r}")
