"""Macros: what ``xacro:macro`` defines, and the calls of it."""

from __future__ import annotations

import re

import msgspec

from scenec.source import Source
from scenec.syntax.xml_mixed import MixedElement, place_in
from scenec.xacro.limits import ExpressionError

_WITH_DEFAULT = re.compile(
    r"""\s*(?P<name>[^\s:=]+?)\s*:?=\s*(?P<outer>\^\|?)?"""
    r"""(?P<default>\$\{.*?\}|\$\(.*?\)|(?:'[^']*'|"[^"]*"|[^\s'"])+|)(?:\s+|$)""",
)
_NAME = re.compile(r"\s*(\S+)\s*")
_LONGEST = 10_000


class Parameter(msgspec.Struct, frozen=True, gc=False):
    """A parameter. name: with ``*`` or ``**`` for a block. is_outer: without a value it takes that of the caller's property of its name.
    default: the text of its default, None for none."""

    name: str
    is_outer: bool = False
    default: str | None = None

    @property
    def is_block(self) -> bool:
        return self.name.startswith("*")


class Macro(msgspec.Struct, frozen=True, eq=False, gc=False):
    """A macro. element: its ``xacro:macro``."""

    name: str
    element: MixedElement
    parameters: tuple[Parameter, ...]


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
        while call is not None and len(found) < _MOST_TOLD:
            defined, called = (_place(each, shown) for each in (call.macro.element, call.element))
            found.append(f"macro {call.macro.name} ({defined.file}:{defined.line}), called at {called}")
            call = call.caller
        if call is not None:
            found.append(f"and {call.depth:,} more calls")
        return tuple(found)


_MOST_TOLD = 5
"""Calls that a trail tells; a macro that calls itself has many."""


def _place(element: MixedElement, shown: bool) -> Source:
    place = place_in(element.file, element.index)
    return place if shown else Source(element.file.name, place.line, place.column)


def parameters_of(text: str) -> tuple[Parameter, ...]:
    """The parameters that the attribute ``params`` of a macro declares: ``a b:=1 c:=^ d:=^|2 *block **blocks``."""
    if len(text) > _LONGEST:
        raise ExpressionError(f"more than {_LONGEST:,} characters of parameters")
    found = []
    at = len(text) - len(text.lstrip())
    while at < len(text):
        match = _WITH_DEFAULT.match(text, at)
        if match is not None:
            found.append(Parameter(match["name"], match["outer"] is not None, match["default"] or None))
        else:
            match = _NAME.match(text, at)
            assert match is not None
            found.append(Parameter(match[1]))
        at = match.end()
    return tuple(found)
