"""Scopes: the properties that are known at a place, most of which are evaluated when they are first used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scenec.source import Source
from scenec.xacro.limits import ExpressionError
from scenec.xacro.values import literal


class Lazy:
    """A property that was not evaluated yet. place: finds where its text stands. is_open: it is being evaluated."""

    __slots__ = ("is_open", "place", "text")

    def __init__(self, text: str, place: Callable[[], Source]) -> None:
        self.text = text
        self.place = place
        self.is_open = False


Evaluate = Callable[[str, "Table"], Any]


class Table:
    """The properties of one scope (a macro that is being expanded, a namespace, the file), with those around it.

    evaluate: what a text gives in a scope. names: what names mean that no property has. is_namespace: of an include.
    """

    __slots__ = ("depth", "evaluate", "is_namespace", "names", "parent", "values")

    def __init__(
        self, evaluate: Evaluate, parent: Table | None = None, *, is_namespace: bool = False, names: Mapping[str, Any] | None = None
    ) -> None:
        self.evaluate = evaluate
        self.parent = parent
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.is_namespace = is_namespace
        self.names: Mapping[str, Any] = names if names is not None else parent.names if parent is not None else {}
        self.values: dict[str, Any] = {}

    def chain(self) -> Iterator[Table]:
        """This scope and those around it."""
        table: Table | None = self
        while table is not None:
            yield table
            table = table.parent

    def lookup(self, name: str) -> Any:
        """The value of a property, else what the name means anyway. Raises KeyError."""
        table: Table | None = self
        while table is not None:
            if name in table.values:
                value = table.values[name]
                return table._resolved(name, value) if type(value) is Lazy else value
            table = table.parent
        return self.names[name]

    def __contains__(self, name: str) -> bool:
        return any(name in table.values for table in self.chain()) or name in self.names

    def known(self) -> tuple[list[str], list[str]]:
        """The names of properties, and what names mean anyway."""
        return [name for table in self.chain() for name in table.values if name[:1] != "*"], list(self.names)

    def put(self, name: str, value: Any, place: Callable[[], Source] | None = None) -> None:
        """Set a property. place: of the text of one that is to be evaluated when it is used, None for a value."""
        value = literal(value)
        self.values[name] = Lazy(value, place) if place is not None and type(value) is str and "$" in value else value
        if place is not None and type(value) is str and "$" not in value:
            self.values[name] = literal(value)  # as evaluating it would

    def remove(self, name: str) -> None:
        for table in self.chain():
            table.values.pop(name, None)

    def top(self) -> Table:
        """The outermost scope."""
        return [*self.chain()][-1]

    def _resolved(self, name: str, lazy: Lazy) -> Any:
        if lazy.is_open:
            around = [each for table in self.chain() for each, value in table.values.items() if type(value) is Lazy and value.is_open]
            through = " and ".join(repr(each) for each in around[:3])
            raise ExpressionError(
                f"the property {name!r} is defined by itself (through {through})", hint='evaluate it with lazy_eval="false"'
            )
        lazy.is_open = True
        try:
            value = literal(self.evaluate(lazy.text, self))
        except ExpressionError as problem:
            problem.place = problem.place or lazy.place()
            raise
        finally:
            lazy.is_open = False
        self.values[name] = value
        return value
