"""Scopes: the properties and macros that are known at a place; and the calls of macros."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

import msgspec

from scenec.source import Source
from scenec.syntax.xml_mixed import MixedElement
from scenec.xacro.limits import LONGEST_EXPRESSION, ExpressionError, close_name, refuse_more

_PARAMETER = re.compile(
    r"""\s*(?:(?P<name>[^\s:=]+?)\s*:?=\s*(?P<outer>\^\|?)?"""
    r"""(?P<default>\$\{.*?\}|\$\(.*?\)|(?:'[^']*'|"[^"]*"|[^\s'"])+|)(?:\s+|$)|(?P<plain>\S+)\s*)""",
)

Parameters = Mapping[str, tuple[bool, str | None]]
"""Name of a parameter, with ``*`` or ``**`` for a block -> whether it takes, without a value, that of the caller's property of its name;
and the text of its default, None for none."""


class Scope(msgspec.Struct, eq=False):
    """A scope: names known in the file, in a namespace, in a macro that is being expanded, or in a comprehension, with the scopes around
    it. The outermost one has Python's names, the one in it those of the file.

    is_namespace: of an include. Its properties go on in the scopes around it, its macros do not.
    """

    values: dict[str, Any]
    parent: Scope | None = None
    is_namespace: bool = False
    depth: int = 0
    macros: dict[str, Macro] = msgspec.field(default_factory=dict)

    def inner(self, values: Mapping[str, Any] | None = None, *, is_namespace: bool = False) -> Scope:
        """A scope in this one."""
        return Scope(dict(values or {}), self, is_namespace, self.depth + 1)

    def chain(self) -> Iterator[Scope]:
        """This scope and those around it."""
        scope: Scope | None = self
        while scope is not None:
            yield scope
            scope = scope.parent

    def lookup(self, name: str) -> Any:
        """Return what a name means. Raises ExpressionError."""
        for scope in self.chain():
            if name in scope.values:
                value = scope.values[name]
                if isinstance(value, Lazy):
                    value = scope.values[name] = value.value(name, scope)
                return value
        known = (each for scope in self.chain() for each in scope.values if each[:1] != "*")
        raise ExpressionError(f"{name[:60]!r} is not defined", "", close_name(name, known))

    def __contains__(self, name: str) -> bool:
        return any(name in scope.values for scope in self.chain())

    def __repr__(self) -> str:
        raise ExpressionError("a namespace is not a value", hint="name what it holds, as in math.pi")

    def macro(self, name: str) -> tuple[Macro, Scope]:
        """A macro, and where what it uses is looked up: here, or in the namespace that the name begins with. Raises ExpressionError."""
        *namespaces, last = name.split(".")
        scope = self
        for each in namespaces:
            scope = scope.lookup(each)
            if not isinstance(scope, Scope):
                raise ExpressionError(f"{each!r} is no namespace", hint="<xacro:include filename= ns= /> makes one")
        found = next((macros[last] for macros in scope._macros() if last in macros), None)
        if found is None:
            close = close_name(last, chain.from_iterable(scope._macros()))
            hint = "define it, or include its file, before"
            raise ExpressionError(f"unknown macro {name[:60]!r}", "", ".".join((*namespaces, close)) if close else "", hint)
        return found, scope

    def _macros(self) -> Iterator[dict[str, Macro]]:
        """Macros that are known here: those of this scope and of the ones around it, up to its namespace."""
        for scope in self.chain():
            yield scope.macros
            if scope.is_namespace:
                return


class Lazy(msgspec.Struct, eq=False):
    """A property that is evaluated when it is first used. text: as written; place: finds where it stands; is_open: is being evaluated."""

    text: str
    evaluate: Callable[[str, Scope], Any]
    place: Callable[[], Source]
    is_open: bool = False

    def value(self, name: str, scope: Scope) -> Any:
        """The value of the property, which is in this scope."""
        if self.is_open:
            raise ExpressionError(f"the property {name!r} is defined by itself", hint='evaluate it with lazy_eval="false"')
        self.is_open = True
        try:
            return literal(self.evaluate(self.text, scope))
        except ExpressionError as problem:
            problem.source = problem.source or self.place()
            raise
        finally:
            self.is_open = False


def literal(value: Any) -> Any:
    """Return what a property or parameter is when its text is a number, a flag or quoted; else the text."""
    if type(value) is not str:
        return value
    if len(value) >= 2 and value[0] == "'" and value[-1] == "'":
        return value[1:-1]
    if "_" in value:
        return value
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            continue
    return {"true": True, "True": True, "false": False, "False": False}.get(value, value)


def truth(value: Any, condition: str) -> bool:
    """Whether a condition holds. condition: as written. Raises ExpressionError for a text that is not true, false or a whole number."""
    if value in ("true", "True", "false", "False"):
        return str(value).lower() == "true"
    try:
        return bool(int(value)) if type(value) is str else bool(value)
    except ValueError:
        raise ExpressionError(f"the condition {condition[:80]!r} gives {value[:80]!r}", "true, false, or a whole number") from None


# ---------------------------------------------------------------- macros


class Macro(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A macro. element: its ``xacro:macro``."""

    name: str
    element: MixedElement
    parameters: Parameters


class Call(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A call of a macro. element: what calls it. caller: the call in which it stands. depth: how many there are, with this one."""

    macro: Macro
    element: MixedElement
    caller: Call | None
    depth: int

    def trail(self, *, shown: bool = False) -> tuple[str, ...]:
        """The calls, the innermost first: ``macro wheel (wheel.xacro:3), called at robot.xacro:40:5``. shown: with the names of files that
        errors use."""
        found: list[str] = []
        call: Call | None = self
        while call is not None and len(found) < _MOST_CALLS:
            both = [(each.file, each.index) for each in (call.macro.element, call.element)]
            defined, called = (Source(file.shown if shown else file.name, *file.line_and_column(index)) for file, index in both)
            found.append(f"macro {call.macro.name} ({defined.file}:{defined.line}), called at {called}")
            call = call.caller
        return (*found, f"and {call.depth:,} more calls") if call is not None else tuple(found)


_MOST_CALLS = 5
"""Calls that a trail lists; a macro that calls itself has many."""


def parameters_of(text: str) -> Parameters:
    """The parameters that the attribute ``params`` of a macro declares: ``a b:=1 c:=^ d:=^|2 *block **blocks``."""
    refuse_more(len(text), LONGEST_EXPRESSION // 2, "characters of parameters")
    return {each["name"] or each["plain"]: (each["outer"] is not None, each["default"] or None) for each in _PARAMETER.finditer(text)}
