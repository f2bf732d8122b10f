"""A writer's only view of the scene: a node that remembers which of its values were read.

`lens(scene, reads)` has the static type of the scene, and behaves like it: ``isinstance``, ``match``, methods and properties
work (they run on the lens, so what they read counts), ``==`` and ``hash`` are the node's. Reads are kept by use path, so two
uses of one and the same node count apart. Copying, pickling or replacing a lens is a mistake and says so.
"""

from __future__ import annotations

from typing import Any, TypeVar, cast

import msgspec

T = TypeVar("T", bound=msgspec.Struct)

READ = True
Reads = dict[Any, Any]
"""field name or index -> READ for a leaf, Reads for a node or a tuple of nodes."""


def lens(node: T, reads: Reads) -> T:
    """The node as a writer sees it; `reads` fills with what is looked at."""
    return cast(T, _Lens(node, reads))


def unwrap(node: T) -> T:
    """The node behind a lens (or the node itself). Reading through it is not recorded."""
    thing: object = node
    return cast(T, object.__getattribute__(node, "_node")) if type(thing) is _Lens else node


def edited(seen: T, node: T) -> T:
    """A lens on an edited copy of the node behind `seen`, whose tuples are as long: reading the copy counts as reading the
    original. For writers that shift values on the way (joint positions to a new zero)."""
    return lens(node, object.__getattribute__(seen, "_reads"))


def mark_read(node: object) -> None:
    """Count everything below a lens as read: the caller has written it by other means (a mesh file, raw content)."""
    if type(node) is _Lens:
        object.__getattribute__(node, "_reads")[ALL] = READ


ALL = "*"
_LEAF_TYPES = (float, str, int, bool, type(None))


class _Lens:
    __slots__ = ("_cache", "_node", "_reads")

    _node: msgspec.Struct
    _reads: Reads
    _cache: dict[str, Any] | None
    """Field -> what stands for the nodes in it; None until there is one."""

    def __init__(self, node: msgspec.Struct, reads: Reads) -> None:
        object.__setattr__(self, "_node", node)
        object.__setattr__(self, "_reads", reads)
        object.__setattr__(self, "_cache", None)

    def __getattr__(self, name: str) -> Any:
        cache = object.__getattribute__(self, "_cache")
        if cache is not None and name in cache:
            return cache[name]
        node = object.__getattribute__(self, "_node")
        kind = type(node)
        if name not in kind.__struct_fields__:
            return _member(self, kind, node, name)
        value = getattr(node, name)
        reads = object.__getattribute__(self, "_reads")
        if isinstance(value, msgspec.Struct):
            value = _Lens(value, reads.setdefault(name, {}))
        elif type(value) is tuple and value and isinstance(value[0], msgspec.Struct):
            inner = reads.setdefault(name, {})
            value = tuple(_Lens(item, inner.setdefault(i, {})) for i, item in enumerate(value))
        else:
            reads[name] = READ
            return value
        if cache is None:
            object.__setattr__(self, "_cache", {name: value})
        else:
            cache[name] = value
        return value

    @property
    def __class__(self) -> type:
        return type(object.__getattribute__(self, "_node"))

    @__class__.setter
    def __class__(self, _: type) -> None:
        raise TypeError("a lens cannot change its class")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a lens is read-only; {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        if type(other) is _Lens:
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
        return f"lens({object.__getattribute__(self, '_node')!r})"

    def __copy__(self) -> Any:
        raise TypeError("a lens cannot be copied; unwrap() it first")

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        raise TypeError("a lens cannot be copied; unwrap() it first")

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("a lens cannot be pickled; unwrap() it first")

    def __replace__(self, **changes: object) -> Any:
        raise TypeError("a lens cannot be replaced; unwrap() it first")


def _member(self: _Lens, kind: type, node: msgspec.Struct, name: str) -> Any:
    """A method or property of the node's class, running on the lens."""
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
