"""Variables: `Set` defines them, ``$name``, ``$(any name)`` and ``${any name}`` in an attribute use them."""

from __future__ import annotations

import re

import msgspec

from scenec.trace import Ids, TracedStr, ids_of, merge

_PLACEHOLDER = r"\$(?:\(([^)]*)\)|\{([^}]*)\}|(?![({])([A-Za-z0-9]*))"


class Scope:
    """The variables of one element, with those of the elements around it."""

    __slots__ = ("outer", "variables")

    def __init__(self, outer: Scope | None = None) -> None:
        self.outer = outer
        self.variables: dict[str, TracedStr] = {}

    def find(self, name: str) -> TracedStr | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.variables:
                return scope.variables[name]
            scope = scope.outer
        return None


class Substitution(msgspec.Struct, frozen=True, gc=False):
    """A text with its placeholders replaced. ids: of the values put in. dropped: text that SimRobot loses between placeholders.
    undefined: the first placeholder that no `Set` defines; it stays as written."""

    text: str
    ids: Ids
    dropped: str
    undefined: str


def substitute(text: str, scope: Scope) -> Substitution | None:
    """Replace all placeholders as SimRobot does, losing the text between two of them; None if a bracket is not closed."""
    start = text.index("$")
    result, ids, dropped, undefined = text[:start], [], "", ""
    while True:
        found = re.compile(_PLACEHOLDER).match(text, start)
        if found is None:
            return None
        name = next(group for group in found.groups() if group is not None)
        value = scope.find(name)
        if value is None:
            undefined = undefined or found[0]
            result += found[0]
        else:
            result += value
            ids.append(ids_of(value))
        start = text.find("$", found.end())
        if start < 0:
            return Substitution(result + text[found.end() :], merge(*ids), dropped, undefined)
        dropped += text[found.end() : start]
