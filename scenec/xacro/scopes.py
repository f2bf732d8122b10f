"""Scopes: the properties and macros that are known at a place. Most properties are evaluated when they are first used."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scenec.source import Source
from scenec.xacro.limits import ExpressionError, close_name
from scenec.xacro.macros import Macro
from scenec.xacro.values import literal


class Lazy:
    """A property that was not evaluated yet. place: finds where its text stands. is_open: it is being evaluated."""

    __slots__ = ("is_open", "place", "text")

    def __init__(self, text: str, place: Callable[[], Source]) -> None:
        self.text = text
        self.place = place
        self.is_open = False


Evaluate = Callable[[str, "Scope"], Any]


class Scope:
    """What is known in the file, in a namespace, in a macro that is being expanded, or in a comprehension, with the scopes around it.

    evaluate: what a text gives in a scope. names: what names mean that no property has. is_namespace: of an include. Its properties go on
    in the scopes around it, its macros do not.
    """

    __slots__ = ("depth", "evaluate", "is_namespace", "macros", "names", "parent", "values")

    def __init__(
        self, evaluate: Evaluate, parent: Scope | None = None, *, is_namespace: bool = False, names: Mapping[str, Any] | None = None
    ) -> None:
        self.evaluate = evaluate
        self.parent = parent
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.is_namespace = is_namespace
        self.names: Mapping[str, Any] = names if names is not None else parent.names if parent is not None else {}
        self.values: dict[str, Any] = {}
        self.macros: dict[str, Macro | Scope] = {}

    def inner(self, values: Mapping[str, Any] | None = None, *, is_namespace: bool = False) -> Scope:
        """A scope in this one."""
        scope = Scope(self.evaluate, self, is_namespace=is_namespace)
        scope.values.update(values or {})
        return scope

    def chain(self) -> Iterator[Scope]:
        """This scope and those around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    # -- properties

    def lookup(self, name: str) -> Any:
        """The value of a property, else what the name means anyway. Raises KeyError."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.values:
                value = scope.values[name]
                return scope._resolved(name, value) if type(value) is Lazy else value
            scope = scope.parent
        return self.names[name]

    def __contains__(self, name: str) -> bool:
        return any(name in scope.values for scope in self.chain()) or name in self.names

    def close(self, name: str) -> str:
        """The nearest name for an error: of a property, else of a function or number, "" for none."""
        return close_name(name, (each for scope in self.chain() for each in scope.values if each[:1] != "*")) or close_name(
            name, self.names
        )

    def put(self, name: str, value: Any, place: Callable[[], Source] | None = None) -> None:
        """Set a property. place: of the text of one that is to be evaluated when it is used, None for a value."""
        value = literal(value)
        if place is not None and type(value) is str:
            value = Lazy(value, place) if "$" in value else literal(value)  # as evaluating it would
        self.values[name] = value

    def remove(self, name: str) -> None:
        for scope in self.chain():
            scope.values.pop(name, None)

    def _resolved(self, name: str, lazy: Lazy) -> Any:
        if lazy.is_open:
            around = [each for scope in self.chain() for each, value in scope.values.items() if type(value) is Lazy and value.is_open]
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

    # -- macros

    def macro(self, name: str) -> tuple[Macro, Scope]:
        """A macro, and where what it uses is looked up: here, or in the namespace that the name begins with. Raises ExpressionError."""
        found, scope = self._macro(name), self
        if not isinstance(found, Macro):
            *namespaces, last = name.split(".")
            for namespace in namespaces:
                inner = scope._macro(namespace)
                if not isinstance(inner, Scope) or namespace not in scope or scope.lookup(namespace) is not inner:  # a property hides it
                    break
                scope = inner
            else:
                found = scope._macro(last) if namespaces else None
        if not isinstance(found, Macro):
            close = close_name(name, self._macro_names())
            raise ExpressionError(f"unknown macro {name[:60]!r}", "", close, "define it, or include its file, before")
        return found, scope

    def _macro(self, name: str) -> Macro | Scope | None:
        return next((scope.macros[name] for scope in self._with_macros() if name in scope.macros), None)

    def _with_macros(self) -> Iterator[Scope]:
        """The scopes in which macros of this one are looked up."""
        for scope in self.chain():
            yield scope
            if scope.is_namespace:
                return

    def _macro_names(self) -> Iterator[str]:
        """All names of macros, with their namespaces."""
        for scope in self._with_macros():
            for name, value in scope.macros.items():
                yield from (name,) if isinstance(value, Macro) else (f"{name}.{each}" for each in value.macros)
