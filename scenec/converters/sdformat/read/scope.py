"""The names of models, links, joints and frames, found before anything refers to them."""

from __future__ import annotations

from collections.abc import Iterator

from scenec.converters.sdformat.read.element import Element
from scenec.ir.base import WORLD, Id

KINDS = ("model", "link", "joint", "frame")
"""Kinds in the order in which libsdformat gives out names. Before 1.7 the later of two equal names is changed."""


class Named:
    """A model, link, joint or frame: its element, id and name in the scene."""

    __slots__ = ("element", "id", "kind", "name")

    def __init__(self, element: Element, kind: str, own: Id, name: str) -> None:
        self.element = element
        self.kind = kind
        self.id = own
        self.name = name


class Scope:
    """A model or world and its parts. id: of the model or world. names: name -> id. inner: name -> nested model. static: nothing in it
    moves.
    """

    def __init__(self, element: Element, own: Id, name: str, above: Scope | None, *, is_world: bool = False) -> None:
        self.element = element
        self.id = own
        self.name = name
        self.above = above
        self.is_world = is_world
        self.static = False
        self.names: dict[str, Id] = {}
        self.inner: dict[str, Scope] = {}
        self.things: list[Named] = []

    @property
    def model(self) -> Id | None:
        """The model of this scope, None for a world."""
        return None if self.is_world else self.id

    def of(self, kind: str) -> Iterator[Named]:
        return (each for each in self.things if each.kind == kind)

    def resolve(self, name: str) -> Id | None:
        """Return the id of a name in this scope, None if there is none. Names lead inwards, never outwards."""
        scope = self
        rest = str(name)
        while True:
            if rest in scope.names:
                return scope.names[rest]
            if rest == "__model__" and not scope.is_world:
                return scope.id
            if rest == WORLD and scope.is_world:
                return WORLD
            head = _first_scope(scope, rest)
            if head is None:
                return None
            rest = rest[len(head) + 2 :]
            scope = scope.inner[head]


def _first_scope(scope: Scope, name: str) -> str | None:
    """Return the nested model that a scoped name begins with. Before 1.8 names of models may contain ``::``."""
    end = name.find("::")
    while end >= 0:
        if name[:end] in scope.inner:
            return name[:end]
        end = name.find("::", end + 1)
    return None
