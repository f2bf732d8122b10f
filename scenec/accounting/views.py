"""A node as a writer sees it: a view has the static type of the node and behaves like it, and its values know their leaves.

``isinstance``, ``match``, methods and properties work (they run on the view), ``==`` and ``hash`` are the node's. Looking at a value claims
nothing; what the writer prints of it (`scenec.syntax.said.Said`) does, once it stands in a file of the result. Views are kept by use path,
so two uses of one and the same node count apart. Copying, pickling or replacing a view is a mistake and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec

from scenec.ir.base import UNACCOUNTED
from scenec.leaves import as_leaf, bare, leaf_maker

if TYPE_CHECKING:
    from scenec.accounting.leaf_uses import LeafUses

T = TypeVar("T", bound=msgspec.Struct)

ALL = "*"
"""Among the fields read: every one of them, and of all nodes below."""

Fields = frozenset[str]
_NONE: Fields = frozenset()
_HELD_NOTHING: tuple[Any, ...] = ((),)
_NOTHING: tuple[Any, ...] = ()


class Reads(msgspec.Struct, eq=False, gc=False):
    """Claims of a node: its leaves by name (thousands of nodes share one set), and the views of the nodes in it."""

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

    def inner(self) -> Iterator[tuple[msgspec.Struct, Reads]]:
        """Yield each node in this one that somebody looked at, with what was read of it."""
        for held in self.held[1:]:
            for view in held if type(held) is tuple else (held,):
                yield view._node, view._reads


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
    """The node behind a view (or the node itself), for what looks at nodes as wholes: equality, identity, geometry."""
    thing: object = node
    return cast(T, object.__getattribute__(node, "_node")) if isinstance(thing, View) else node


class View:
    """A node, what is claimed of it, and what numbers its leaves. Every kind of node has a class of views of its own (`_views_of`)."""

    __slots__ = ("_node", "_reads", "_uses")

    _node: msgspec.Struct
    _reads: Reads
    _uses: LeafUses

    def __init__(self, node: msgspec.Struct, reads: Reads, uses: LeafUses) -> None:
        _set_node(self, node)
        _set_reads(self, reads)
        _set_uses(self, uses)

    @staticmethod
    def _field(name: str) -> Callable[[View], Any]:
        """Return what gets the value of a field: nodes as views, all else with its leaves."""
        if name in UNACCOUNTED:
            return lambda view: getattr(view._node, name)

        def look(view: View) -> Any:
            value = getattr(view._node, name)
            if value is None or value is _NOTHING:  # most are
                return value
            reads = view._reads
            make = leaf_maker(type(value))
            if make is not None and (type(value) is not tuple or not isinstance(value[0], msgspec.Struct)):
                return make(value, view._uses.of(reads, name, value))
            held = reads.held
            names = held[0]
            if name in names:
                return held[names.index(name) + 1]
            if isinstance(value, msgspec.Struct):
                value = view_of(value, Reads(), view._uses)
            elif type(value) is tuple:
                value = tuple([view_of(item, Reads(), view._uses) for item in value])
            else:
                return as_leaf(value, view._uses.of(reads, name, value))
            reads.held = (followed(names, name), *held[1:], value)
            return value

        return look

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"{type(self._node).__name__} has no field {name!r}")

    @property
    def __class__(self) -> type:
        return type(object.__getattribute__(self, "_node"))

    @__class__.setter
    def __class__(self, _: type) -> None:
        raise TypeError("a view cannot change its class")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a view is read-only; {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, View):
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
        raise TypeError("a view cannot be copied; take the node itself (unwrap)")

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        raise TypeError("a view cannot be copied; take the node itself (unwrap)")

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("a view cannot be pickled; take the node itself (unwrap)")

    def __replace__(self, **changes: object) -> Any:
        raise TypeError("a view cannot be replaced; take the node itself (unwrap)")


_set_node = View.__dict__["_node"].__set__  # a view cannot be changed by anybody else
_set_reads = View.__dict__["_reads"].__set__
_set_uses = View.__dict__["_uses"].__set__


@cache
def _views_of(kind: type[msgspec.Struct], base: type[View]) -> type[View]:
    """Return the class of the views of a kind of nodes: its fields are properties, its methods and properties run on the view.

    Such a class takes some microseconds once; one `__getattr__` for all kinds took a tenth of a conversion.
    """
    members: dict[str, Any] = {"__struct_fields__": kind.__struct_fields__}
    for each in reversed(kind.__mro__[: kind.__mro__.index(msgspec.Struct)]):
        members.update((name, member) for name, member in each.__dict__.items() if not name.startswith("__"))
    fields = {name: property(base._field(name)) for name in kind.__struct_fields__}
    return type(kind.__name__, (base,), {**members, **fields, "__slots__": ()})


def view_of(node: msgspec.Struct, reads: Reads, uses: LeafUses) -> Any:
    """A node as a writer sees it."""
    return _views_of(type(node), View)(node, reads, uses)


def seen(scene: T, reads: Reads, uses: LeafUses) -> T:
    """The scene as a writer sees it. reads: fills when `LeafUses.settle` is called."""
    return cast(T, view_of(scene, reads, uses))


class _Changed(View):
    """A node that a writer changed or made. before: the node it was, None for one that was made; changes: its other fields, as a writer
    sees them."""

    __slots__ = ("_before", "_changes")

    _before: View | None
    _changes: dict[str, Any]

    def __init__(self, node: msgspec.Struct, before: View | None, changes: dict[str, Any], uses: LeafUses) -> None:
        super().__init__(node, Reads() if before is None else reads_of(before), uses)
        object.__setattr__(self, "_before", before)
        object.__setattr__(self, "_changes", changes)

    @staticmethod
    def _field(name: str) -> Callable[[Any], Any]:
        def look(view: _Changed) -> Any:
            return view._changes[name] if name in view._changes else getattr(view._before, name)

        return look


def _changed(node: msgspec.Struct, before: View | None, changes: dict[str, Any], uses: LeafUses) -> _Changed:
    return cast(_Changed, cast(Any, _views_of(type(node), _Changed))(node, before, changes, uses))


def replaced(node: T, **changes: Any) -> T:
    """A node as a writer sees it, with other values in some fields. These say what they were made of (`made_of`); a field that is None or
    made of nothing says nothing, so that what it held before is lost unless another says it."""
    if not isinstance(node, View):
        return msgspec.structs.replace(node, **changes)
    uses = node._uses
    views = {name: _view(value, uses) for name, value in changes.items()}
    plain = msgspec.structs.replace(node._node, **{name: _unseen(view) for name, view in views.items()})
    return cast(T, _changed(plain, node, views, uses))


def _view(value: Any, uses: LeafUses) -> Any:
    """A value of a field as a writer sees it: nodes that were made become views, too."""
    if isinstance(value, View):
        return value
    if isinstance(value, msgspec.Struct):
        fields = {name: _view(getattr(value, name), uses) for name in value.__struct_fields__}
        made = type(value)(**{name: _unseen(field) for name, field in fields.items()})
        return _changed(made, None, fields, uses)
    if type(value) is tuple and value and isinstance(value[0], msgspec.Struct):
        return tuple([_view(item, uses) for item in value])
    return value


def _unseen(value: Any) -> Any:
    """The value or nodes without their leaves."""
    if isinstance(value, View):
        return value._node
    if type(value) is tuple and value and isinstance(value[0], View):
        return tuple([item._node for item in value])
    return bare(value)
