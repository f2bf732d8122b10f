"""The base of all nodes of the scene.

The scene is flat: models, links, joints and frames stand in tuples of the scene and name each other by `id`; only what has
a small, fixed depth (a link's collisions, a joint's axes) nests. Nodes are frozen and compare by value. A default of a
field means only "the source says nothing" (None or empty): readers state their format's own defaults.

Conventions: SI units, radians, right-handed, z up, quaternions w x y z. Not accounted for are the structural fields: `id` (identity
within one scene, assigned by the reader in document order), `use` (which instance of an asset a node belongs to), `series` and
`closing` (how a joint graph is written down where bodies nest), `found` (the absolute path of a file), `kind` and `native_type` (the
source's own word, for people) and `origin` (where it was read from; not part of equality either).
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from scenec.ir.pose import Vec3
from scenec.source import Origin

Id = str
"""Names a node within one scene; opaque, unique among models, links, joints, frames, meshes, assets and worlds."""

WORLD: Id = "world"
"""The id of the world itself where a link is asked for: the legal parent of every joint, the owner of what never moves."""

Vec2 = tuple[float, float]
Color = tuple[float, float, float, float]
"""Red, green, blue, alpha in 0..1."""

UNACCOUNTED = frozenset({"id", "use", "origin", "found", "kind", "native_type", "assets", "uses", "series", "closing"})
"""Fields that hold structure, not values: a writer that does not read them loses nothing."""


class Node(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Base of every node. origin: where it was read from, for findings."""

    origin: Origin | None = None


class Named(Protocol):
    """A node that may have a name."""

    @property
    def name(self) -> str | None: ...


class RawItem(msgspec.Struct, frozen=True, gc=False):
    """One element of foreign content: its depth below the content's root (0: a top element), tag, attributes, text."""

    depth: int
    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    text: str = ""


class Extra(Node, frozen=True, kw_only=True, gc=False):
    """A value or a subtree that only one format has, kept for that format.

    format: its format. key: the path of the element or attribute below the node it belongs to (``ode/solver/iters``); of several alike,
    in brackets at its end, which one (``Compound[robots]``). value: a text, number, flag or tuple of numbers; content: a whole subtree,
    flattened in document order. Without both, it only groups nodes under this key, and dropping it loses nothing.
    """

    format: str
    key: str
    value: str | float | bool | tuple[float, ...] | None = None
    content: tuple[RawItem, ...] = ()


class Extended(Protocol):
    """A node with values that only one format has."""

    @property
    def extras(self) -> tuple[Extra, ...]: ...


class Plugin(Node, frozen=True, kw_only=True, gc=False):
    """Code that a simulator loads: its name, its library file, and its arbitrary configuration. use: the use of an asset that added it."""

    name: str | None = None
    filename: str | None = None
    content: tuple[RawItem, ...] = ()
    use: str | None = None


class Texture(Node, frozen=True, kw_only=True, gc=False):
    """An image file. uri: as written; found: the absolute path it resolved to, None if it was not found."""

    uri: str
    found: str | None = None


__all__ = ["UNACCOUNTED", "WORLD", "Color", "Extra", "Id", "Node", "Plugin", "RawItem", "Texture", "Vec2", "Vec3"]
